"""Chapter 7: supply, by a plain search from the unit's hex towards its map edge."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.drill.facts import on_map
from echelon.systems.drill.law.units import enemy_of, owner
from echelon.systems.drill.law.zones import friend_in, in_enemy_zone
from echelon.systems.drill.state import DrillState

__all__ = ["allowance_of", "found_supplied", "is_supplied"]


@clause("DRL-SUP-1")
def is_supplied(state: DrillState, unit: int) -> bool:
    """Would the unit be found supplied if its side's supply step were now? What it is *marked* is `found_supplied`."""
    if not on_map(state, unit):
        return False
    if "supplied" in state.rules.assume:  # a position takes it for granted
        return True
    side = owner(state, unit)
    start = state.pos[unit]  # its own hex is not tested
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if _at_edge(state, side, here):
            return True
        for other, _bit, between in state.rules.board.near[here]:
            if other not in seen and _path_enters(state, side, other, between):
                seen.add(other)
                waiting.append(other)
    return False


@clause("DRL-SUP-1")
def _at_edge(state: DrillState, side: int, place: int) -> bool:
    """West for Blue, east for Red."""
    return bool(state.rules.board.bit[place] & state.rules.edge[side])


@clause("DRL-SUP-2")
def _path_enters(state: DrillState, side: int, place: int, between: int) -> bool:
    """No unbridged river, no enemy unit, no enemy zone unless a friendly unit is there."""
    if between & state.rules.ford:
        return False
    if friend_in(state, enemy_of(side), place):
        return False
    return friend_in(state, side, place) or not in_enemy_zone(state, side, place)


@clause("DRL-SUP-1")
def found_supplied(state: DrillState, unit: int) -> bool:
    """Was the unit found supplied in its side's last supply step? It stays so whatever happens since."""
    return bool(state.supplied >> unit & 1)


@clause("DRL-SUP-3")
def allowance_of(state: DrillState, unit: int) -> int:
    """What the unit may spend in a turn, in half points; the half of whole points needs no rounding then."""
    full = state.rules.allowance[unit]
    return full if found_supplied(state, unit) else full // 2
