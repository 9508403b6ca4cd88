"""Zones of control (chapter 8): which hexes whose zone covers, as boards."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.tigers.play.roster import lacking
from echelon.systems.tigers.state import DISRUPTED, GERMAN, TigersState

__all__ = [
    "Grip",
    "division_zone",
    "grip",
    "reach_of",
    "ready_divisions",
    "ready_zone",
    "same_zone",
    "supply_zone",
    "zone_from",
]

Grip = tuple[int, int, int]
_ANY, _UPRIGHT = lacking(0), lacking(DISRUPTED)


@clause("TIG-ZOC-1", "TIG-ZOC-3", "TIG-ZOC-12")
def zone_from(s: TigersState, h: int, armor: int) -> int:
    """The zone exerted from a hex, by pure armor (not into forest except along a road) or by anybody else."""
    rules = s.rules
    if not armor:
        return rules.board.ring_of[h]
    zone = rules.armor_reach[h]
    for bit, side in rules.armor_bridges[h]:
        if side & s.bridges:
            zone |= bit
    return zone


@clause("TIG-ZOC-16")
def reach_of(s: TigersState, unit: int) -> int:
    """The zone of one unit of division or sub-division size as it bears on movement and entry (TIG-ZOC-14)."""
    return zone_from(s, s.pos[unit], s.rules.pure >> unit & 1)


@clause("TIG-ZOC-2", "TIG-ZOC-5", "TIG-ZOC-6", "TIG-MOV-3", "TIG-MOV-5")
def grip(s: TigersState, side: int) -> Grip:
    """What a side's divisions hold: the hexes in their zones, Disrupted or not; those of them that no unbridged river parts
    from one of these divisions, which cost the bonus; and the hexes where UnDisrupted divisions stand. Known until one of them
    moves, is Disrupted or recovers, or a bridge changes."""
    known = s.zones[side]
    if known is not None:
        return known
    rules, pos, status, bridges = s.rules, s.pos, s.status, s.bridges
    roster, bits = rules.rosters[side], rules.board.bit
    pure, ring, river_near = rules.pure, rules.board.ring_of, rules.river_near
    zone = hard = ready = 0
    for u in roster.members(roster.where(s, _ANY) & roster.divisions):
        h = pos[u]
        reach = zone_from(s, h, 1) if pure >> u & 1 else ring[h]
        zone |= reach
        for bit, hexside in river_near[h]:
            if not hexside & bridges:
                reach = (reach | bit) ^ bit
        hard |= reach
        if not status[u] & DISRUPTED:
            ready |= bits[h]
    found = (zone, hard, ready)
    s.zones = (found, s.zones[1]) if side == GERMAN else (s.zones[0], found)
    return found


def division_zone(s: TigersState, side: int) -> int:
    """All hexes in the zone of a side's divisions, Disrupted or not."""
    return grip(s, side)[0]


@clause("TIG-RET-1")
def ready_zone(s: TigersState, side: int) -> int:
    """All hexes in the zone of a side's UnDisrupted divisions."""
    zone = 0
    for u in ready_divisions(s, side):
        zone |= reach_of(s, u)
    return zone


def ready_divisions(s: TigersState, side: int) -> list[int]:
    """A side's UnDisrupted divisions on the map."""
    roster = s.rules.rosters[side]
    return roster.members(roster.where(s, _UPRIGHT) & roster.divisions)


@clause("TIG-ZOC-7", "TIG-ZOC-8", "TIG-ZOC-14")
def same_zone(s: TigersState, side: int, a: int, b: int, unbridged: int) -> bool:
    """Is there one division of this side (crossing an unbridged river: one brigade, too) whose zone covers both hexes?"""
    rules, pos = s.rules, s.pos
    bit = rules.board.bit
    both = bit[a] | bit[b]
    kinds = (rules.division | rules.sub if unbridged else rules.division) & rules.of_side[side]
    near = rules.board.ring_of[a] & rules.board.ring_of[b] & s.strong[side]
    if not near:
        return False
    low, high = rules.forces.ranges[side]
    for h in rules.board.members(near):
        u = pos.find(h, low, high)
        while u >= 0:
            if kinds >> u & 1 and both & reach_of(s, u) == both:
                return True
            u = pos.find(h, u + 1, high)
    return False


@clause("TIG-ZOC-11", "TIG-ZOC-3", "TIG-ZOC-12", "TIG-ZOC-16")
def supply_zone(s: TigersState, side: int) -> int:
    """All hexes in a zone of this side that blocks supply: divisions, UnDisrupted brigades; never Tigers or Skorzeny."""
    rules, pos = s.rules, s.pos
    roster = rules.rosters[side]
    limited = rules.pure | rules.cavalry  # cavalry has the forest limit for supply only
    zone = division_zone(s, side)
    for u in roster.members(roster.where(s, _UPRIGHT) & roster.subs):
        zone |= zone_from(s, pos[u], limited >> u & 1)
    return zone
