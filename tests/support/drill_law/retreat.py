"""Chapter 9: retreat and advance."""

from __future__ import annotations

from typing import Any

from drill_law.facts import facts_of, on_map
from drill_law.frames import Advance, Retreat
from drill_law.movement import barred_terrain
from drill_law.stacking import why_not_stand
from drill_law.units import decode, hexside, is_armour, is_fit, not_yours, owner
from drill_law.zones import exerting, friend_in
from echelon.core.rulings import Ruling, clause

__all__ = ["can_retreat", "why_not_advance", "why_not_go_back", "why_not_retreat"]


# --- retreat --------------------------------------------------------------------------------------------------------
def why_not_retreat(state: Any, frame: Retreat, action: int) -> list[Ruling]:
    """`retreat UNIT HEX`. Elimination is no answer: it happens by itself when nobody can go (DRL-RET-3)."""
    _verb, (unit, place) = decode(state, action)
    wrong = [*not_yours(state, frame.side, unit), *not_retreating(state, frame, unit)]
    return [*wrong, *why_not_go_back(state, unit, place)] if on_map(state, unit) else wrong


@clause("DRL-RET-1")
def not_retreating(state: Any, frame: Retreat, unit: int) -> list[Ruling]:
    """The beaten units retreat, one hex each; nobody else, and nobody twice."""
    if frame.units >> unit & 1 and on_map(state, unit):
        return []
    return [Ruling("DRL-RET-1", {"unit": unit, "hex": frame.hex})]


@clause("DRL-RET-2")
def why_not_go_back(state: Any, unit: int, place: int) -> list[Ruling]:
    """An adjacent hex it could enter by movement, had it points enough, and no enemy zone unless a friend is there.

    The rules it refers to are cited too: they say what is wrong with the hex. Leaving an enemy zone does not matter.
    """
    here = state.pos[unit]
    facts = {"unit": unit, "hex_from": here, "hex": place}
    rulings = why_not_stand(state, unit, place)
    if hexside(state, here, place) is None:
        case = "retreat.here" if here == place else "retreat.far"
        rulings.append(Ruling("DRL-RET-2", {"case": case, **facts}))
    else:
        # a retreating unit cannot choose where it comes from, so no remedy
        rulings += [r._replace(remedy=()) for r in barred_terrain(state, unit, place)]
        if rulings:
            rulings.append(Ruling("DRL-RET-2", {"case": "retreat.barred", **facts}))
    return [*rulings, *back_into_zone(state, unit, place)]


@clause("DRL-RET-2")
def back_into_zone(state: Any, unit: int, place: int) -> list[Ruling]:
    """It may not go to a hex in an enemy zone unless a friendly unit is there."""
    side = owner(state, unit)
    enemies = exerting(state, side, place)
    if not enemies or friend_in(state, side, place):
        return []
    facts = {"case": "retreat.zone", "unit": unit, "hex": place, "units_enemy": tuple(enemies)}
    return [Ruling("DRL-RET-2", facts, ("friend.there",))]


@clause("DRL-RET-3")
def can_retreat(state: Any, unit: int) -> bool:
    """Is there a hex the unit can go to now?"""
    near = state.rules.board.near[state.pos[unit]]
    return any(not why_not_go_back(state, unit, other) for other, _bit, _side in near)


# --- advance --------------------------------------------------------------------------------------------------------
@clause("DRL-ADV-1")
def why_not_advance(state: Any, frame: Advance, action: int) -> list[Ruling]:
    """`advance UNIT`, or `stay`, which is free at any time. Zones of control and points do not matter."""
    verb, fields = decode(state, action)
    if verb == "stay":
        return []
    (unit,) = fields
    rulings = [*not_yours(state, frame.side, unit), *did_not_attack(state, frame, unit)]
    if not on_map(state, unit):
        return rulings
    return [*rulings, *too_shaken(state, unit), *why_not_go_in(state, unit, frame.hex)]


@clause("DRL-ADV-1")
def did_not_attack(state: Any, frame: Advance, unit: int) -> list[Ruling]:
    """Only units that attacked the hex, and are still there, advance into it."""
    if not frame.attackers >> unit & 1:
        return [Ruling("DRL-ADV-1", {"case": "advance.other", "unit": unit, "hex": frame.hex})]
    return [] if on_map(state, unit) else [Ruling("DRL-ADV-1", {"case": "unit.gone", "unit": unit})]


@clause("DRL-GEN-4")
def too_shaken(state: Any, unit: int) -> list[Ruling]:
    """A Shaken unit does not advance."""
    return [] if is_fit(state, unit) else [Ruling("DRL-GEN-4", {"case": "advance.shaken", "unit": unit})]


@clause("DRL-ADV-1", "DRL-ADV-2", "DRL-STK-1", "DRL-STK-2")
def why_not_go_in(state: Any, unit: int, place: int) -> list[Ruling]:
    """What keeps a unit from advancing into a hex: distance, the stack, a wood off the road for armour."""
    rulings = why_not_stand(state, unit, place)
    between = hexside(state, state.pos[unit], place)
    if between is None:
        rulings.append(Ruling("DRL-ADV-1", {"case": "advance.far", "unit": unit, "hex": place}))
    elif is_armour(state, unit) and state.rules.board.bit[place] & facts_of(state).wood and not between & facts_of(state).road:
        rulings.append(Ruling("DRL-ADV-2", {"unit": unit, "hex": place}))
    return rulings
