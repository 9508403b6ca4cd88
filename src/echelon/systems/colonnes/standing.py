"""How the game stands, for people: the day, the towns that count, columns, points, who would win now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.systems.colonnes.facts.score import points, verdict
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["held", "standing"]

EVE = 21  # turn 1 is the afternoon of 21 August


def held(s: ColonnesState) -> dict[int, int]:
    """Crest, Montélimar and the N7 as far as somebody holds them, with the side that has a combat unit there (COL-VIC-4)."""
    rules = s.rules
    bit = rules.board.bit
    found = {}
    for h in rules.board.members(rules.crest | rules.montelimar | rules.cut):
        for side in (ALLIED, GERMAN):
            if s.fighters[side] & bit[h]:
                found[h] = side
    return found


def standing(s: ColonnesState) -> list[tuple[str, str]]:
    """What the rule book reckons with, one row each."""
    return [*_day(s), *_places(s), *_columns(s), *_result(s)]


def _say(s: ColonnesState, key: str, **facts: Any) -> str:
    texts = s.rules.texts
    return texts.fill(s.rules, texts.template("standing", key) or key, facts)


def _day(s: ColonnesState) -> Iterator[tuple[str, str]]:
    day, half = EVE + s.turn // 2, "PM" if s.turn & 1 else "AM"
    yield _say(s, "turn"), _say(s, "turn.value", turn=s.turn, turns=s.rules.turns, day=day, word_half=half)


def _places(s: ColonnesState) -> Iterator[tuple[str, str]]:
    rules = s.rules
    names = {place.hex: place.name for place in reversed(rules.board.places)}
    holders = held(s)
    for h in rules.board.members(rules.crest | rules.montelimar):
        how = _say(s, "place.value", side=holders[h]) if h in holders else _say(s, "place.none")
        yield _say(s, "place", place=names.get(h, ""), hex=h).strip(), how


def _columns(s: ColonnesState) -> Iterator[tuple[str, str]]:
    for side in (ALLIED, GERMAN):
        number = sum(on_map(s, u) for u in s.rules.own_columns[side])
        yield _say(s, "columns", side=side), _say(s, "columns.value", number=number)


def _result(s: ColonnesState) -> Iterator[tuple[str, str]]:
    for side in (ALLIED, GERMAN):
        yield _say(s, "points", side=side), _say(s, "points.value", number=points(s, side))
    if s.outcome is None:
        winner, level = verdict(s)
        if winner is None:
            yield _say(s, "now"), _say(s, "now.draw")
        else:
            yield _say(s, "now"), _say(s, "now.value", side=winner, level=_say(s, f"level.{level}"))
