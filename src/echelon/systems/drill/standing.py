"""How the game stands, for people: the turn, who holds the towns, what is lost, who would win now, and every way to win."""

from __future__ import annotations

from collections.abc import Callable

from echelon.core.show.panels import Condition, Outlook, Victory
from echelon.core.state import Result
from echelon.systems.drill.facts import on_map
from echelon.systems.drill.play.victory import end_turn
from echelon.systems.drill.state import BLUE, RED, DrillState

__all__ = ["held", "outlook", "standing"]

Say = Callable[..., str]


def held(s: DrillState) -> dict[int, int]:
    """The towns with the side that holds each (DRL-GEN-3)."""
    board = s.rules.board
    return {h: BLUE if board.bit[h] & s.blue_towns else RED for h in board.members(s.rules.town)}


def standing(s: DrillState, language: str = "en") -> list[tuple[str, str]]:
    """What chapter 10 of the rule book reckons with, one row each."""
    rules = s.rules
    say = rules.texts.teller(rules, "standing", language)
    rows = [(say("turn"), say("turn.value", turn=s.turn, turns=rules.turns))]
    for h, side in held(s).items():
        rows.append((say("town", hex=h), say("town.value", side=side)))
    for side in (BLUE, RED):
        lost = [u for u in range(*rules.forces.ranges[side]) if not on_map(s, u)]
        rows.append((say("lost", side=side), say("lost.value", units=lost) if lost else say("lost.none")))
    found = _verdict(s)
    if found is not None and found.winner is not None:
        rows.append((say("now"), say("now.value", side=found.winner, word_level=found.level)))
    return rows


def _verdict(s: DrillState) -> Result | None:
    """The reckoning of the last turn, if it were over now; nothing once the game is over."""
    if s.outcome is not None:
        return None
    after = s.copy()
    after.turn = s.rules.turns
    end_turn(after)
    return after.result()


def outlook(s: DrillState, say: Say) -> Outlook | None:
    """Who would win now, and the ways to win of chapter 10."""
    now = _verdict(s)
    if now is None or now.winner is None:
        return None
    return Outlook(
        now.winner,
        say("short", side=now.winner, word_level=now.level),
        say("now", side=now.winner),
        say("under", word_level=now.level, turn=s.turn, turns=s.rules.turns),
        tuple(_victories(s, say)),
    )


def _victories(s: DrillState, say: Say) -> list[Victory]:
    names = {place.hex: place.name for place in s.rules.board.places}
    towns = held(s)
    free = Condition(say("none"), say("towns", number=s.blue_towns.bit_count()), not s.blue_towns)
    blue = [
        Condition(names.get(h, s.rules.board.labels[h]), say("owner", side=side), side == BLUE, hex=h)
        for h, side in towns.items()
    ]
    some = Condition(say("one"), say("towns", number=s.blue_towns.bit_count()), bool(s.blue_towns))
    last = say("last", turns=s.rules.turns)
    lost = _lost(s, RED)
    return [
        Victory(BLUE, say("title", side=BLUE, word_level="decisive"), tuple(blue), note=last, clause="DRL-VIC-1"),
        Victory(BLUE, say("title", side=BLUE, word_level="marginal"), (some,), note=last, clause="DRL-VIC-1"),
        Victory(
            RED,
            say("title", side=RED, word_level="decisive"),
            (free, Condition(say("unhurt"), say("units", number=lost), not lost)),
            note=last,
            clause="DRL-VIC-1",
        ),
        Victory(RED, say("title", side=RED, word_level="marginal"), (free,), note=last, clause="DRL-VIC-1"),
        Victory(
            None,
            say("wiped"),
            tuple(
                Condition(say("rest", side=side), say("left", number=_left(s, side)), not _left(s, side))
                for side in (BLUE, RED)
            ),
            note=say("once"),
            clause="DRL-VIC-2",
        ),
    ]


def _lost(s: DrillState, side: int) -> int:
    return s.pos.count(s.rules.gone, *s.rules.forces.ranges[side])


def _left(s: DrillState, side: int) -> int:
    return sum(1 for u in range(*s.rules.forces.ranges[side]) if on_map(s, u))
