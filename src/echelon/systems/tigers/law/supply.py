"""Chapter 19: supply, by a plain search from the unit's hex: up to four hexes to the road network, or to a friendly edge."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.tigers.facts.units import on_map, side_of
from echelon.systems.tigers.law.units import controls, holds_friend
from echelon.systems.tigers.law.zones import blocks_supply
from echelon.systems.tigers.state import AIRLIFTED, GERMAN, TigersState

__all__ = ["blocked_hexes", "is_blocked", "is_supplied", "road_network", "supplied_hex"]

REACH = 4  # hexes


@clause("TIG-AIR-13", "TIG-SUP-3")
def is_supplied(s: TigersState, unit: int) -> bool:
    """Is the unit in supply now: by air, or by a line from its hex?"""
    if not on_map(s, unit):
        return False
    if s.marks[unit] & AIRLIFTED:
        return True
    return supplied_hex(s, side_of(s, unit), s.pos[unit])


@clause("TIG-SUP-1", "TIG-SUP-6")
def supplied_hex(s: TigersState, side: int, place: int) -> bool:
    """Could a unit of the side in a hex trace a line? Its own hex costs nothing and is never blocked."""
    if "supplied" in s.rules.assume:  # a position takes it for granted
        return True
    blocked, edges = blocked_hexes(s, side), edge_hexes(s, side)
    goals = road_network(s, side, blocked) | edges - blocked
    if place in goals or place in edges:
        return True
    nearest, waiting, unbridged = {place: 0}, [place], s.rules.river & ~s.bridges
    while waiting:
        here = waiting.pop(0)
        for other, _bit, between in s.rules.board.near[here]:
            length = nearest[here] + (2 if between & unbridged else 1)
            if length > REACH or length >= nearest.get(other, REACH + 1) or other in blocked:
                continue
            if other in goals:
                return True
            nearest[other] = length
            waiting.append(other)
    return False


@clause("TIG-SUP-1", "TIG-SUP-9")
def edge_hexes(s: TigersState, side: int) -> set[int]:
    """The edge hexes that can give supply: east for the German, north, west and south for the Allies, each controlled."""
    rules = s.rules
    names = ("east",) if side == GERMAN else ("north", "west", "south")
    found = {place for name in names for place in rules.board.members(rules.edges.get(name, 0))}
    return {place for place in found if controls(s, side, place)}


@clause("TIG-SUP-8")
def road_network(s: TigersState, side: int, blocked: set[int]) -> set[int]:
    """The hexes joined by road to a friendly edge hex with a road, none of them blocked; rivers on intact bridges only."""
    bit, roads = s.rules.board.bit, s.rules.roads
    starts = [edge for edge in edge_hexes(s, side) if bit[edge] & roads and edge not in blocked]
    seen, waiting = set(starts), starts
    passable = s.rules.road & ~(s.rules.river & ~s.bridges)
    while waiting:
        here = waiting.pop()
        for other, _bit, between in s.rules.board.near[here]:
            if between & passable and other not in seen and other not in blocked:
                seen.add(other)
                waiting.append(other)
    return seen


@clause("TIG-SUP-2", "TIG-SUP-7", "TIG-ZOC-11", "TIG-SKZ-2", "TIG-VDH-3")
def blocked_hexes(s: TigersState, side: int) -> set[int]:
    """The hexes without a friendly unit of factor 1 or more that hold any enemy unit, or lie in a zone that blocks supply."""
    found = set()
    for unit, here in enumerate(s.pos):
        if on_map(s, unit) and side_of(s, unit) != side:
            found.add(here)
            found |= {other for other, _bit, _between in s.rules.board.near[here] if blocks_supply(s, unit, other)}
    return {place for place in found if not holds_friend(s, side, place)}


@clause("TIG-SUP-7")
def is_blocked(s: TigersState, side: int, place: int) -> bool:
    """Is a hex closed to the supply lines of a side?"""
    return place in blocked_hexes(s, side)
