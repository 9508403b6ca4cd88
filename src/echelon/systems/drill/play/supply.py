"""Supply: found at the start of a player-turn, kept until the next (chapter 7)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.drill.play.places import enemy_zone
from echelon.systems.drill.state import BLUE, DrillState

__all__ = ["mark_supply", "supplied_hexes"]


@clause("DRL-SUP-1", "DRL-SUP-2")
def supplied_hexes(s: DrillState, side: int) -> int:
    """The hexes from which a path leads to the side's map edge, those just beyond the last open hex included."""
    rules = s.rules
    if "supplied" in rules.assume:  # a position takes it for granted
        return rules.board.all
    friends, enemies = (s.blue, s.red) if side == BLUE else (s.red, s.blue)
    zone = enemy_zone(s, side)
    closed = enemies | (zone | friends) ^ friends
    free = rules.board.all & ~closed
    edge = rules.edge[side]
    cross = rules.board.lattice
    sides = rules.open_sides
    reached = edge & free
    while True:
        wider = reached | cross.cross(reached, sides) & free
        if wider == reached:
            break
        reached = wider
    return reached | cross.cross(reached, sides) | edge


@clause("DRL-SUP-1", "DRL-SUP-3")
def mark_supply(s: DrillState, side: int) -> None:
    """Write down which units of the side are supplied."""
    good = supplied_hexes(s, side)
    rules, pos = s.rules, s.pos
    bit, gone = rules.board.bit, rules.gone
    low, high = rules.forces.ranges[side]
    for u in range(low, high):
        h = pos[u]
        if h == gone or bit[h] & good:
            s.supplied |= 1 << u
        else:
            s.supplied &= ~(1 << u)
            s.note("supply.lost", "DRL-SUP-1", unit=u, hex=h)
