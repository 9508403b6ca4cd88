"""Supply (chapter 19): from where a line can be traced, and what happens in a supply step."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.hexes.floods import flood_across
from echelon.systems.tigers.play.zones import supply_zone
from echelon.systems.tigers.state import AIRLIFTED, GERMAN, TigersState

__all__ = ["blocked_hexes", "is_supplied", "own_edge", "supplied_hexes"]

LEG = 4  # TIG-SUP-1


@clause("TIG-SUP-7", "TIG-SUP-2", "TIG-VDH-3", "TIG-VDH-5")
def blocked_hexes(s: TigersState, side: int) -> int:
    """Hexes no supply line of a side may enter: an enemy unit or zone there, and no friendly unit of factor 1 or more."""
    blocked = s.occupied[1 - side] | supply_zone(s, 1 - side)
    return (blocked | s.strong[side]) ^ s.strong[side]


@clause("TIG-SUP-1", "TIG-SUP-9")
def own_edge(s: TigersState, side: int) -> int:
    """The edge hexes a side draws supply from: those of its edges that it controls."""
    edges = s.rules.edges
    if side == GERMAN:
        return edges.get("east", 0) & s.german
    edge = edges.get("north", 0) | edges.get("west", 0) | edges.get("south", 0)
    return (edge | s.german) ^ s.german


@clause("TIG-SUP-1", "TIG-SUP-6", "TIG-SUP-8")
def supplied_hexes(s: TigersState, side: int) -> int:
    """Every hex from which a unit of the side can trace a supply line."""
    known = s.supply[side]
    if known is not None:
        return known
    rules = s.rules
    lattice = rules.board.lattice
    edge = own_edge(s, side)
    blocked = blocked_hexes(s, side)
    ground = rules.board.all & ~blocked
    fords = rules.river & ~s.bridges
    network = flood_across(lattice, edge & rules.roads & ground, rules.road & ~fords, ground)
    dry = lattice.all_sides & ~fords
    # layers[c]: hexes from which the goal is reached for c or less; the first hex of a line may itself be blocked
    goal = network | edge & ground
    layers = [goal]
    for cost in range(1, LEG + 1):
        more = layers[cost - 1] | lattice.cross(layers[cost - 1] & ground, dry)
        if cost > 1 and fords:
            more |= lattice.cross(layers[cost - 2] & ground, fords)
        layers.append(more)
    found = layers[LEG] | edge
    s.supply = (found, s.supply[1]) if side == GERMAN else (s.supply[0], found)
    return found


@clause("TIG-SUP-3", "TIG-AIR-13")
def is_supplied(s: TigersState, unit: int) -> bool:
    """Is the unit in supply now, by land or air?"""
    rules = s.rules
    if s.marks[unit] & AIRLIFTED or "supplied" in rules.assume:
        return True
    return bool(supplied_hexes(s, rules.forces.side_of[unit]) & rules.board.bit[s.pos[unit]])
