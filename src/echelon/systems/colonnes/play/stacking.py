"""Stacking (chapter 4): room in a hex, and what is taken back from an over-full source."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.colonnes.facts.compiled import LIMIT
from echelon.systems.colonnes.facts.units import friends_at, points_at
from echelon.systems.colonnes.frames import VERBS, Recall
from echelon.systems.colonnes.play.places import put
from echelon.systems.colonnes.state import PLACED, REDUCED, ColonnesState

__all__ = ["apply_recall", "has_room", "is_over", "legal_recall", "no_room", "open_recall"]

RECALL = VERBS.code("recall")


@clause("COL-STK-1", "COL-STK-2")
def no_room(s: ColonnesState, unit: int) -> int:
    """The hexes in which the others leave no room for a unit, its own not looked at."""
    rules = s.rules
    side = rules.forces.side_of[unit]
    if rules.stack[unit] == 1:
        return s.full[side]
    most = LIMIT - rules.stack[unit]
    bits = rules.board.bit
    return sum(bits[h] for h in rules.board.members(s.counters[side]) if points_at(s, side, h) > most)


@clause("COL-STK-1", "COL-STK-2")
def has_room(s: ColonnesState, unit: int, h: int) -> bool:
    """Is the hex within the limit with the unit in it, whether it stands there or not?"""
    rules = s.rules
    side = rules.forces.side_of[unit]
    if not rules.board.bit[h] & s.counters[side]:
        return rules.stack[unit] <= LIMIT
    others = points_at(s, side, h) - (rules.stack[unit] if s.pos[unit] == h else 0)
    return others + rules.stack[unit] <= LIMIT


@clause("COL-STK-1")
def is_over(s: ColonnesState, side: int, h: int) -> bool:
    """Does a hex hold more than the limit?"""
    return bool(s.rules.board.bit[h] & s.full[side]) and points_at(s, side, h) > LIMIT


# --- taking back ----------------------------------------------------------------------------------------------------------
def _placed_at(s: ColonnesState, side: int, h: int) -> list[int]:
    return [u for u in friends_at(s, side, h) if s.status[u] & PLACED]


@clause("COL-STK-3")
def _next_over(s: ColonnesState, side: int) -> int:
    """The lowest hex over the limit from which something can be taken back, -1 for none."""
    for h in sorted(s.rules.board.members(s.full[side])):
        if is_over(s, side, h) and _placed_at(s, side, h):
            return h
    return -1


@clause("COL-STK-3")
def open_recall(s: ColonnesState, side: int) -> None:
    """The movement segment is over: is a source too full?"""
    h = _next_over(s, side)
    if h >= 0:
        s.frame = Recall((side, h))


@clause("COL-STK-3", "COL-STK-4")
def legal_recall(s: ColonnesState, f: Recall) -> list[int]:
    """Everything in the hex that was placed in this phase."""
    return [RECALL | u << A_SHIFT for u in _placed_at(s, f[0], f[1])]


@clause("COL-STK-3", "COL-STK-4")
def apply_recall(s: ColonnesState, f: Recall, action: int) -> None:
    """A unit is due again, a headquarters returns, a column is lost; until the hex is within the limit."""
    side, h = f
    unit = action >> A_SHIFT
    rules = s.rules
    put(s, unit, rules.returning if rules.hq >> unit & 1 else rules.pool if rules.columns >> unit & 1 else rules.due)
    s.status[unit] &= REDUCED
    s.note("recall", "COL-STK-3", unit=unit, hex=h)
    h = _next_over(s, side)
    if h >= 0:
        s.frame = Recall((side, h))
    else:
        s.close()
