"""Chapter 7: supply, by a plain search from the unit's hex towards its map edge."""

from __future__ import annotations

from typing import Any

from drill_law.facts import facts_of, on_map
from drill_law.units import enemy_of, owner
from drill_law.zones import friend_in, in_enemy_zone
from echelon.core.rulings import clause

__all__ = ["allowance_of", "found_supplied", "is_supplied"]


@clause("DRL-SUP-1")
def is_supplied(state: Any, unit: int) -> bool:
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
def _at_edge(state: Any, side: int, place: int) -> bool:
    """West for Blue, east for Red."""
    return bool(state.rules.board.bit[place] & facts_of(state).edge[side])


@clause("DRL-SUP-2")
def _path_enters(state: Any, side: int, place: int, between: int) -> bool:
    """No unbridged river, no enemy unit, no enemy zone unless a friendly unit is there."""
    if between & facts_of(state).ford:
        return False
    if friend_in(state, enemy_of(side), place):
        return False
    return friend_in(state, side, place) or not in_enemy_zone(state, side, place)


@clause("DRL-SUP-1")
def found_supplied(state: Any, unit: int) -> bool:
    """Was the unit found supplied in its side's last supply step? It stays so whatever happens since."""
    return bool(state.supplied >> unit & 1)


@clause("DRL-SUP-3")
def allowance_of(state: Any, unit: int) -> int:
    """What the unit may spend in a turn, in half points; the half of whole points needs no rounding then."""
    full = facts_of(state).allowance[unit]
    return full if found_supplied(state, unit) else full // 2
