"""Chapters 2 and 5: picking units and moving them hex by hex."""

from __future__ import annotations

from typing import Any

from drill_law.facts import MOVED, facts_of, friends_at, on_map, step_cost
from drill_law.frames import Pick, Step
from drill_law.stacking import enemy_there, no_room
from drill_law.supply import allowance_of, found_supplied
from drill_law.units import decode, gone, hexside, not_yours, owner
from drill_law.zones import zone_to_zone
from echelon.core.rulings import Ruling, clause

__all__ = ["barred_terrain", "why_not_pick", "why_not_step"]


# --- which unit -----------------------------------------------------------------------------------------------------
@clause("DRL-SEQ-2")
def why_not_pick(state: Any, frame: Pick, action: int) -> list[Ruling]:
    """`take UNIT`, or `end`, which is free at any time."""
    verb, fields = decode(state, action)
    if verb == "end":
        return []
    (unit,) = fields
    return [*not_yours(state, frame.side, unit), *gone(state, unit, "DRL-SEQ-2"), *moved_already(state, unit)]


@clause("DRL-SEQ-2")
def moved_already(state: Any, unit: int) -> list[Ruling]:
    """Each unit moves at most once, and once it stops it is done."""
    return [Ruling("DRL-SEQ-2", {"case": "unit.moved", "unit": unit})] if state.status[unit] & MOVED else []


@clause("DRL-SEQ-2")
def not_the_picked_one(state: Any, frame: Step, unit: int) -> list[Ruling]:
    """Units move one at a time: the picked unit must stop before another is picked."""
    if unit == frame.unit or owner(state, unit) != frame.side:
        return []
    facts = {"case": "unit.other", "unit": unit, "unit_picked": frame.unit}
    return [Ruling("DRL-SEQ-2", facts, _others_turn(state, unit))]


def _others_turn(state: Any, unit: int) -> tuple[str, ...]:
    waiting = on_map(state, unit) and not state.status[unit] & MOVED
    return ("stop.first",) if waiting else ()


# --- where it goes --------------------------------------------------------------------------------------------------
def why_not_step(state: Any, frame: Step, action: int) -> list[Ruling]:
    """`move UNIT HEX`, or `stop UNIT`, which is free at any time."""
    verb, fields = decode(state, action)
    unit = fields[0]
    wrong = [*not_yours(state, frame.side, unit), *not_the_picked_one(state, frame, unit)]
    if verb == "stop":
        return wrong
    if not on_map(state, unit):
        return [*wrong, *gone(state, unit, "DRL-MOV-1")]
    # another unit than the picked one is judged as if it stood at the start of its move
    points = frame.left if unit == frame.unit else allowance_of(state, unit)
    return [*wrong, *why_not_move(state, unit, fields[1], points)]


def why_not_move(state: Any, unit: int, place: int, points: int) -> list[Ruling]:
    """What keeps a unit from going to a hex in one step with so many half points left."""
    rulings = [*full_hex(state, unit, place), *enemy_there(state, unit, place)]
    if hexside(state, state.pos[unit], place) is None:
        return [*rulings, *not_adjacent(state, unit, place)]
    barred = barred_terrain(state, unit, place)
    price = [] if barred else too_dear(state, unit, place, points)  # a barred step has no price
    return [*rulings, *barred, *price, *zone_to_zone(state, unit, place)]


@clause("DRL-MOV-1")
def not_adjacent(state: Any, unit: int, place: int) -> list[Ruling]:
    """A unit moves from hex to adjacent hex."""
    here = state.pos[unit]
    case = "move.here" if here == place else "move.far"
    return [Ruling("DRL-MOV-1", {"case": case, "unit": unit, "hex_from": here, "hex": place})]


@clause("DRL-STK-1")
def full_hex(state: Any, unit: int, place: int) -> list[Ruling]:
    """The stacking limit, and whether a friend could still make room in this step."""
    could_go = [u for u in friends_at(state, owner(state, unit), place) if not state.status[u] & MOVED]
    remedy = ("leave.first",) if could_go else ()
    return [r._replace(remedy=remedy) for r in no_room(state, unit, place)]


@clause("DRL-MOV-4", "DRL-MOV-5", "DRL-MOV-6")
def barred_terrain(state: Any, unit: int, place: int) -> list[Ruling]:
    """What bars a step between adjacent hexes whatever is paid: for armour, unbridged rivers and woods off the road."""
    here = state.pos[unit]
    roads = tuple(_roads_into(state, place))
    facts = {"unit": unit, "hex_from": here, "hex": place, "hexes_road": roads}
    rows = step_cost(facts_of(state), facts_of(state).arm[unit], here, place)
    return [Ruling(row.clause, facts, ("by.road",) if roads else ()) for row in rows if row.amount is None]


def _roads_into(state: Any, place: int) -> list[int]:
    """The neighbours from which a road leads into a hex."""
    return [other for other, _bit, between in state.rules.board.near[place] if between & facts_of(state).road]


@clause("DRL-MOV-1", "DRL-MOV-2", "DRL-MOV-3", "DRL-MOV-4", "DRL-SUP-3")
def too_dear(state: Any, unit: int, place: int, points: int) -> list[Ruling]:
    """It may not spend more than its allowance; there is no free first hex."""
    rows = step_cost(facts_of(state), facts_of(state).arm[unit], state.pos[unit], place)
    cost: int = sum(row.amount for row in rows)
    if cost <= points:
        return []
    facts = {"unit": unit, "hex": place, "mf": cost, "mf_left": points, "mf_short": cost - points}
    rulings = [Ruling("DRL-MOV-1", {"case": "move.points", **facts})]
    # DRL-SUP-3 stands in the way only if the other half of the allowance would have been enough
    halved = 0 if found_supplied(state, unit) else facts_of(state).allowance[unit] - allowance_of(state, unit)
    if halved and cost <= points + halved:
        rulings.append(Ruling("DRL-SUP-3", facts, ("supplied",)))
    return rulings
