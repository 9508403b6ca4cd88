"""How the game stands, for people: the day, the weather, who holds what is fought for, what is left, who would win now."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from echelon.systems.tigers.facts.goals import fought_for, goals_of
from echelon.systems.tigers.play.victory import points, verdict
from echelon.systems.tigers.state import ALLIED, GERMAN, WEATHER, TigersState

__all__ = ["held", "standing"]

EVE = 15  # turn 1 is 16 December


def held(s: TigersState) -> dict[int, int]:
    """The hexes the result hangs on, with the side that controls each (TIG-GEN-8)."""
    bit = s.rules.board.bit
    return {h: GERMAN if bit[h] & s.german else ALLIED for h in fought_for(s.rules)}


def standing(s: TigersState) -> list[tuple[str, str]]:
    """What the rule book reckons with, one row each."""
    return [*_day(s), *_places(s), *_means(s), *_losses(s), *_result(s)]


def _say(s: TigersState, key: str, **facts: Any) -> str:
    texts = s.rules.texts
    return texts.fill(s.rules, texts.template("standing", key) or key, facts)


def _day(s: TigersState) -> Iterator[tuple[str, str]]:
    yield _say(s, "turn"), _say(s, "turn.value", turn=s.turn, turns=s.rules.turns, day=EVE + s.turn)
    yield _say(s, "weather"), _say(s, f"weather.{WEATHER[s.weather]}")


def _places(s: TigersState) -> Iterator[tuple[str, str]]:
    names = {place.hex: place.name for place in reversed(s.rules.board.places) if place.kind in ("town", "city")}
    worth = dict(goals_of(s.rules).points)
    for h, side in held(s).items():
        key = "place.points" if h in worth else "place.value"
        yield (
            _say(s, "place", place=names.get(h, ""), hex=h).strip(),
            _say(s, key, side=side, points=worth.get(h, 0)),
        )


def _means(s: TigersState) -> Iterator[tuple[str, str]]:
    """Exits, fuel, air units and engineer bridges."""
    rules = s.rules
    yield _say(s, "exits"), _say(s, "exits.value", number=_mixed(Fraction(s.exits, 4)))
    yield _say(s, "fuel"), _say(s, "fuel.short" if s.turn >= s.fuel else "fuel.value", turn=s.fuel)
    yield _say(s, "dump"), _dump(s)
    for side in (GERMAN, ALLIED):
        groups = [i for i, unit in enumerate(rules.air) if unit.side == side]
        fit = [i for i in groups if s.air_back[i] <= s.turn]
        unused = [i for i in fit if not s.air_used >> i & 1]
        yield _say(s, "air", side=side), _say(s, "air.value", unused=len(unused), fit=len(fit), all=len(groups))
    for side, left in ((GERMAN, s.german_markers), (ALLIED, s.us_markers)):
        back = sum(1 for _turn, owner in s.returning if owner == side)
        yield _say(s, "bridges", side=side), _say(s, "bridges.back" if back else "bridges.value", left=left, back=back)


def _dump(s: TigersState) -> str:
    """The dump as far as both sides know of it."""
    if s.dump_gone:
        return _say(s, "dump.gone")
    if not s.dump_known or s.dump < 0:
        return _say(s, "dump.hidden")
    bit = s.rules.board.bit[s.dump]
    return _say(s, "dump.value", hex=s.dump, side=GERMAN if bit & s.german else ALLIED)


def _mixed(number: Fraction) -> str:
    """A fraction as people write it: 7/4 is `1 3/4`."""
    whole, rest = divmod(number, 1)
    return f"{whole} {rest}" if whole and rest else str(rest or whole)


def _losses(s: TigersState) -> Iterator[tuple[str, str]]:
    rules = s.rules
    for side in (GERMAN, ALLIED):
        lost = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.gone]
        yield _say(s, "lost", side=side), _say(s, "lost.value", units=lost) if lost else _say(s, "lost.none")


def _result(s: TigersState) -> Iterator[tuple[str, str]]:
    if goals_of(s.rules).points:
        yield _say(s, "points"), _say(s, "points.value", points=points(s))
    if s.outcome is None:
        winner, level, _clause = verdict(s)
        if winner is not None:
            yield _say(s, "now"), _say(s, "now.value", side=winner, level=_say(s, f"level.{level}"))
