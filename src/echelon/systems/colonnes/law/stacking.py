"""Chapter 4: how much a hex holds, and what is taken back from a source that holds too much."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.frames import Recall
from echelon.systems.colonnes.law.units import decode, not_yours, owner
from echelon.systems.colonnes.state import MOVED, PLACED, ColonnesState

__all__ = ["MOST", "has_room", "no_room", "others_at", "points_of", "why_not_recall"]

MOST = 6


@clause("COL-STK-1", "COL-STK-2")
def points_of(s: ColonnesState, units: list[int]) -> int:
    """The stacking points of counters: what each is worth, as a rule 1."""
    return sum(s.rules.stack[u] for u in units)


def others_at(s: ColonnesState, unit: int, h: int) -> list[int]:
    """The counters of a unit's side in a hex besides itself."""
    return [u for u in friends_at(s, owner(s, unit), h) if u != unit]


@clause("COL-STK-1")
def has_room(s: ColonnesState, unit: int, h: int) -> bool:
    """Can the unit be in the hex within 6 points of its side?"""
    return points_of(s, [unit, *others_at(s, unit, h)]) <= MOST


@clause("COL-STK-1", "COL-STK-3")
def no_room(s: ColonnesState, unit: int, h: int, cited: str = "COL-STK-1") -> list[Ruling]:
    """The hex is full for the unit; perhaps somebody there can still move away."""
    if has_room(s, unit, h):
        return []
    there = others_at(s, unit, h)
    could_go = [u for u in there if not s.status[u] & MOVED]
    facts = {"unit": unit, "hex": h, "units_there": tuple(there), "points": points_of(s, there)}
    return [Ruling(cited, facts, ("leave.first",) if cited == "COL-STK-3" and could_go else ())]


@clause("COL-STK-3", "COL-STK-4")
def why_not_recall(s: ColonnesState, frame: Recall, action: int) -> list[Ruling]:
    """`recall UNIT`: one that was placed in this phase, from the over-full hex."""
    _verb, (unit,) = decode(s, action)
    rulings = not_yours(s, frame.side, unit)
    if s.pos[unit] != frame.hex:
        rulings.append(Ruling("COL-STK-3", {"case": "recall.elsewhere", "unit": unit, "hex": frame.hex}))
    elif not s.status[unit] & PLACED:
        rulings.append(Ruling("COL-STK-3", {"case": "recall.old", "unit": unit, "hex": frame.hex}))
    return rulings
