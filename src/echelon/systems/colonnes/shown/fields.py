"""What bears on movement and supply all over the map, for the eye: zones of control, dominated and closed hexes.

Plain loops over units: a screen asks seldom. The two judges have their own ways and do not read these.
"""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["closed", "dominated", "held_heights", "stands", "valid_sources", "zone"]


def stands(s: ColonnesState, units: int) -> int:
    """The hexes in which these units stand."""
    bit, found = s.rules.board.bit, 0
    for u in bits_of(units):
        if on_map(s, u):
            found |= bit[s.pos[u]]
    return found


def zone(s: ColonnesState, side: int) -> int:
    """The hexes in a side's zones of control (COL-ZOC-1)."""
    rules = s.rules
    found = 0
    for h in rules.board.members(stands(s, rules.combat & rules.of_side[side])):
        for _other, bit, hexside in rules.board.near[h]:
            if not hexside & rules.rhone:
                found |= bit
    return found


def held_heights(s: ColonnesState) -> dict[int, int]:
    """The dominant positions that are held, each with the side that holds it (COL-DOM-1)."""
    rules = s.rules
    found: dict[int, int] = {}
    for side in (0, 1):
        held = stands(s, rules.combat & rules.of_side[side])
        found |= {h: side for h, _ in rules.heights if rules.board.bit[h] & held}
    return found


def dominated(s: ColonnesState, side: int) -> int:
    """The hexes a side dominates (COL-DOM-2)."""
    held, found = held_heights(s), 0
    for h, hexes in s.rules.heights:
        if held.get(h) == side:
            found |= hexes
    return found


def closed(s: ColonnesState, side: int) -> int:
    """The hexes through which no supply line of a side can pass (COL-SUP-5, COL-SUP-6, COL-DOM-3)."""
    rules = s.rules
    own, enemy = (stands(s, rules.holding & rules.of_side[x]) for x in (side, 1 - side))
    return enemy | (zone(s, 1 - side) | dominated(s, 1 - side)) & ~own


def valid_sources(s: ColonnesState, side: int) -> int:
    """The supply sources of a side that are valid now (COL-SUP-3)."""
    rules = s.rules
    return rules.sources[side] & ~stands(s, rules.holding & rules.of_side[1 - side]) & ~s.captured
