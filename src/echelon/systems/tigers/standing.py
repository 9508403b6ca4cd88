"""How the game stands, for people: the day, the weather, who holds what is fought for, what is left, who would win now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from echelon.systems.tigers.calendar import EVE, day_of
from echelon.systems.tigers.facts.goals import fought_for, goals_of
from echelon.systems.tigers.play.victory import points, verdict
from echelon.systems.tigers.state import ALLIED, GERMAN, WEATHER, TigersState

__all__ = ["held", "hexsides", "mixed", "standing"]

Say = Callable[..., str]


def held(s: TigersState) -> dict[int, int]:
    """The hexes the result hangs on, with the side that controls each (TIG-GEN-8)."""
    bit = s.rules.board.bit
    return {h: GERMAN if bit[h] & s.german else ALLIED for h in fought_for(s.rules)}


def hexsides(s: TigersState) -> dict[str, int]:
    """Bridges as they stand now, by owner, and those of the map that are down (TIG-BRG-2)."""
    printed = s.rules.board.sides
    german = s.bridges & s.german_bridges
    return {
        "bridge": 0,
        "german_bridge": german,
        "allied_bridge": s.bridges & ~german,
        "broken": (printed.get("bridge", 0) | printed.get("broken", 0)) & ~s.bridges,
    }


def standing(s: TigersState, language: str = "en") -> list[tuple[str, str]]:
    """What the rule book reckons with, one row each."""
    say = s.rules.texts.teller(s.rules, "standing", language)
    return [*_day(s, say), *_places(s, say), *_means(s, say), *_losses(s, say), *_result(s, say)]


def _day(s: TigersState, say: Say) -> Iterator[tuple[str, str]]:
    yield say("turn"), say("turn.value", turn=s.turn, turns=s.rules.turns, day=EVE + s.turn, date=day_of(s.turn))
    yield say("weather"), say(f"weather.{WEATHER[s.weather]}")


def _places(s: TigersState, say: Say) -> Iterator[tuple[str, str]]:
    worth = dict(goals_of(s.rules).points)
    for h, side in held(s).items():
        key = "place.points" if h in worth else "place.value"
        yield (
            say("place", hex=h),
            say(key, side=side, points=worth.get(h, 0)),
        )


def _means(s: TigersState, say: Say) -> Iterator[tuple[str, str]]:
    """Exits, fuel, air units and engineer bridges."""
    rules = s.rules
    yield say("exits"), say("exits.value", number=mixed(Fraction(s.exits, 4)))
    yield say("fuel"), say("fuel.short" if s.turn >= s.fuel else "fuel.value", turn=s.fuel)
    yield say("dump"), _dump(s, say)
    for side in (GERMAN, ALLIED):
        groups = [i for i, unit in enumerate(rules.air) if unit.side == side]
        fit = [i for i in groups if s.air_back[i] <= s.turn]
        unused = [i for i in fit if not s.air_used >> i & 1]
        yield say("air", side=side), say("air.value", unused=len(unused), fit=len(fit), all=len(groups))
    for side, left in ((GERMAN, s.german_markers), (ALLIED, s.us_markers)):
        back = sum(1 for _turn, owner in s.returning if owner == side)
        yield say("bridges", side=side), say("bridges.back" if back else "bridges.value", left=left, back=back)


def _dump(s: TigersState, say: Say) -> str:
    """The dump as far as both sides know of it."""
    if s.dump_gone:
        return say("dump.gone")
    if not s.dump_known or s.dump < 0:
        return say("dump.hidden")
    bit = s.rules.board.bit[s.dump]
    return say("dump.value", hex=s.dump, side=GERMAN if bit & s.german else ALLIED)


def mixed(number: Fraction) -> str:
    """A fraction as people write it: 7/4 is `1 3/4`."""
    whole, rest = divmod(number, 1)
    return f"{whole} {rest}" if whole and rest else str(rest or whole)


def _losses(s: TigersState, say: Say) -> Iterator[tuple[str, str]]:
    rules = s.rules
    for side in (GERMAN, ALLIED):
        lost = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.gone]
        yield say("lost", side=side), say("lost.value", units=lost) if lost else say("lost.none")


def _result(s: TigersState, say: Say) -> Iterator[tuple[str, str]]:
    if goals_of(s.rules).points:
        yield say("points"), say("points.value", points=points(s))
    if s.outcome is None:
        winner, level, _clause = verdict(s)
        if winner is not None:
            yield say("now"), say("now.value", side=winner, level=say(f"level.{level}"))
