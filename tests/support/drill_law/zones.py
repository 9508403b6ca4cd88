"""Chapter 6: zones of control, worked out from the enemy units around a hex."""

from __future__ import annotations

from typing import Any

from drill_law.facts import facts_of, friends_at
from drill_law.units import enemy_of, is_fit, owner
from echelon.core.rulings import Ruling, clause

__all__ = ["exerting", "friend_in", "in_enemy_zone", "zone_to_zone"]


@clause("DRL-ZOC-1", "DRL-GEN-4")
def exerting(state: Any, side: int, place: int) -> list[int]:
    """The enemies of `side` whose zone of control reaches a hex: fit, adjacent, no unbridged river between."""
    found = []
    for other, _bit, between in state.rules.board.near[place]:
        if between & facts_of(state).ford:
            continue
        for unit in friends_at(state, enemy_of(side), other):
            if is_fit(state, unit):
                found.append(unit)
    return found


@clause("DRL-ZOC-1")
def in_enemy_zone(state: Any, side: int, place: int) -> bool:
    """Is the hex in the zone of control of an enemy of `side`?"""
    return bool(exerting(state, side, place))


def friend_in(state: Any, side: int, place: int) -> bool:
    """Is a unit of `side` in the hex, fit or Shaken?"""
    return bool(friends_at(state, side, place))


@clause("DRL-ZOC-3")
def zone_to_zone(state: Any, unit: int, place: int) -> list[Ruling]:
    """Not directly from one hex in an enemy zone to another, unless a friendly unit is already in the hex it enters."""
    side, here = owner(state, unit), state.pos[unit]
    enemies = exerting(state, side, place)
    if not enemies or not in_enemy_zone(state, side, here) or friend_in(state, side, place):
        return []
    facts = {"unit": unit, "hex_from": here, "hex": place, "units_enemy": tuple(enemies)}
    return [Ruling("DRL-ZOC-3", facts, ("friend.first",))]
