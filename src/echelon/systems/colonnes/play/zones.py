"""Zones of control and dominated hexes, as boards."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.state import ALLIED, ColonnesState

__all__ = ["dominated", "threat", "zone"]


@clause("COL-ZOC-1")
def zone(s: ColonnesState, side: int) -> int:
    """All hexes in a side's zones of control: next to its combat units, not across the Rhône."""
    known = s.zones[side]
    if known is None:
        known = s.rules.on_land.into(s.fighters[side])
        s.zones = (known, s.zones[1]) if side == ALLIED else (s.zones[0], known)
    return known


@clause("COL-DOM-1", "COL-DOM-2")
def dominated(s: ColonnesState, side: int) -> int:
    """The hexes that a side dominates now: those seen from the positions where it has a combat unit."""
    fighters, bits = s.fighters[side], s.rules.board.bit
    found = 0
    for h, seen in s.rules.heights:
        if bits[h] & fighters:
            found |= seen
    return found


@clause("COL-SUP-6", "COL-DOM-3")
def threat(s: ColonnesState, side: int) -> int:
    """The hexes that no line of the other side passes unless it has a unit there: in zones of the side, or dominated."""
    known = s.threats[side]
    if known is None:
        known = zone(s, side) | dominated(s, side)
        s.threats = (known, s.threats[1]) if side == ALLIED else (s.threats[0], known)
    return known
