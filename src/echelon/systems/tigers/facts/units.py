"""Who stands where, and in what state."""

from __future__ import annotations

from echelon.core.forces import at
from echelon.core.rulings import Note, clause
from echelon.systems.tigers.state import DISRUPTED, GERMAN, TigersState

__all__ = [
    "friends_at", "is_disrupted", "listed_turn", "omf", "omf_rows", "on_map", "side_of", "strong_at", "units_at",
]  # fmt: skip


def on_map(s: TigersState, unit: int) -> bool:
    """Is the unit on the map?"""
    return s.pos[unit] < s.rules.gone


def side_of(s: TigersState, unit: int) -> int:
    """The side of a unit."""
    return s.rules.forces.side_of[unit]


def units_at(s: TigersState, place: int) -> list[int]:
    """All units in a hex or box, in the order of the unit tables."""
    return at(s.pos, place, 0, len(s.pos))


def friends_at(s: TigersState, side: int, place: int) -> list[int]:
    """A side's units in a hex, Skorzeny and von der Heydte included."""
    low, high = s.rules.forces.ranges[side]
    return at(s.pos, place, low, high)


def strong_at(s: TigersState, side: int, place: int) -> list[int]:
    """A side's units of factor 1 or more in a hex."""
    factor = s.rules.factor
    return [u for u in friends_at(s, side, place) if factor[u] >= 1]


def is_disrupted(s: TigersState, unit: int) -> bool:
    """Is the unit Disrupted?"""
    return bool(s.status[unit] & DISRUPTED)


def omf_rows(s: TigersState, unit: int) -> tuple[Note, ...]:
    """How a unit's OMF in the present phase comes about, in half points (TIG-MOV-1, TIG-FUEL-1, TIG-SEQ-2, TIG-SEQ-8)."""
    left = s.rules.omf[unit]
    rows = [Note("TIG-MOV-1", left)]
    if s.short and left > 4 and side_of(s, unit) == GERMAN:
        rows.append(Note("TIG-FUEL-1", 4 - left))
        left = 4
    if s.rules.blitz[s.step] and left:
        rows.append(Note("TIG-SEQ-2", -2))
    return tuple(rows)


@clause("TIG-MOV-1", "TIG-FUEL-1", "TIG-FUEL-7", "TIG-SEQ-2", "TIG-SEQ-8")
def omf(s: TigersState, unit: int) -> int:
    """A unit's OMF in the present phase, in half points."""
    rules = s.rules
    left = rules.omf[unit]
    if s.short and left > 4 and rules.forces.side_of[unit] == GERMAN:
        left = 4
    return left - 2 if left and rules.blitz[s.step] else left


def listed_turn(s: TigersState, unit: int) -> int:
    """The turn a reinforcement is due by the calendar (TIG-RNF-3; TIG-SET-6 for the West and South edges)."""
    turn = s.rules.arrival[unit]
    return turn - 1 if s.early and s.rules.start[unit] in ("W", "S") else turn
