"""How the game stands, for people: the half-day, who holds what is fought for, columns, points, who would win now."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from echelon.systems.colonnes.facts.score import points, stands_in, verdict
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["day_of", "half_of", "held", "standing"]

Say = Callable[..., str]
FIRST_DAY = 21  # turn 1 is the afternoon of 21 August


def day_of(turn: int) -> int:
    """The day of August 1944 of a turn.

    >>> [day_of(turn) for turn in (1, 2, 3, 15)]
    [21, 22, 22, 28]
    """
    return FIRST_DAY + turn // 2


def half_of(turn: int) -> str:
    """Morning or afternoon: turn 1 is an afternoon."""
    return "PM" if turn % 2 else "AM"


def held(s: ColonnesState) -> dict[int, int]:
    """Crest, Montélimar and the stretch of the N7 that counts, each with the side that has a combat unit there, if any."""
    rules = s.rules
    found = {}
    for h in rules.board.members(rules.crest | rules.montelimar | rules.cut):
        for side in (ALLIED, GERMAN):
            if stands_in(s, side, rules.board.bit[h]):
                found[h] = side
    return found


def standing(s: ColonnesState, language: str = "en") -> list[tuple[str, str]]:
    """What the rule book reckons with, one row each."""
    say = s.rules.texts.teller(s.rules, "standing", language)
    return [*_time(s, say), *_places(s, say), *_columns(s, say), *_result(s, say)]


def _time(s: ColonnesState, say: Say) -> Iterator[tuple[str, str]]:
    yield say("turn"), say("turn.value", turn=s.turn, turns=s.rules.turns, day=day_of(s.turn), word_half=half_of(s.turn))


def _places(s: ColonnesState, say: Say) -> Iterator[tuple[str, str]]:
    now = held(s)
    for h in s.rules.board.members(s.rules.crest | s.rules.montelimar):
        value = say("place.value", side=now[h]) if h in now else say("place.none")
        yield say("place", hex=h), value


def _columns(s: ColonnesState, say: Say) -> Iterator[tuple[str, str]]:
    rules = s.rules
    for side in (ALLIED, GERMAN):
        units = [u for u in range(*rules.forces.ranges[side]) if rules.columns >> u & 1 and on_map(s, u)]
        yield say("columns", side=side), say("columns.value", number=len(units))


def _result(s: ColonnesState, say: Say) -> Iterator[tuple[str, str]]:
    for side in (ALLIED, GERMAN):
        yield say("points", side=side), say("points.value", number=points(s, side))
    if s.outcome is None:
        winner, level = verdict(s)
        if winner is None:
            yield say("now"), say("now.draw")
        else:
            yield say("now"), say("now.value", side=winner, level=say(f"level.{level}"))
