"""Chapter 6: who moves, hex by hex, over ferries and off the map."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import friends_at, on_map
from echelon.systems.colonnes.frames import Pick, Step
from echelon.systems.colonnes.law.ground import bars_ground, exit_price, has_ferry, hexside, roads_into, step_price
from echelon.systems.colonnes.law.stacking import has_room, no_room
from echelon.systems.colonnes.law.supply import is_supplied
from echelon.systems.colonnes.law.units import (
    decode,
    enemy_of,
    holds,
    is_column,
    is_fighter,
    not_yours,
    off_map,
    owner,
)
from echelon.systems.colonnes.law.zones import exerting, in_enemy_zone
from echelon.systems.colonnes.state import GERMAN, MOVED, ColonnesState

__all__ = ["enemies_there", "exit_cost", "ferried_at", "move_cost", "stops_there", "why_not_pick", "why_not_step"]

LEAVING_ZONE = 2  # half points (COL-ZOC-2)
FERRY_MOST = 2  # stacking points a ferry and player phase (COL-MOV-2)


# --- who ----------------------------------------------------------------------------------------------------------------
@clause("COL-MOV-1")
def why_not_pick(s: ColonnesState, frame: Pick, action: int) -> list[Ruling]:
    """`take UNIT`, or `end`, which is free at any time."""
    verb, fields = decode(s, action)
    if verb == "end":
        return []
    (unit,) = fields
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "COL-MOV-1")]
    if s.status[unit] & MOVED:
        rulings.append(Ruling("COL-MOV-1", {"case": "unit.moved", "unit": unit}))
    return rulings


@clause("COL-MOV-10")
def why_not_step(s: ColonnesState, frame: Step, action: int) -> list[Ruling]:
    """`move UNIT HEX`, `ferry UNIT HEX`, `exit UNIT`, `stop UNIT`, always of the unit under way."""
    verb, fields = decode(s, action)
    unit = fields[0]
    wrong = not_yours(s, frame.side, unit)
    if wrong:
        return wrong
    if unit != frame.unit:
        waiting = on_map(s, unit) and not s.status[unit] & MOVED
        facts = {"case": "unit.other", "unit": unit, "unit_moving": frame.unit}
        return [Ruling("COL-MOV-10", facts, ("stop.first",) if waiting else ())]
    first = len(frame.path) == 1
    if verb == "stop":
        return [] if first else no_room(s, unit, s.pos[unit])
    if verb == "exit":
        return why_not_exit(s, unit, frame.left, first)
    if verb == "ferry":
        return why_not_ferry(s, unit, fields[1], first)
    return why_not_move(s, unit, fields[1], frame.left, first)


# --- one step -----------------------------------------------------------------------------------------------------------
def why_not_move(s: ColonnesState, unit: int, place: int, left: int, first: bool) -> list[Ruling]:
    """What keeps a unit from a step with so many half points left: every clause of entering, and a full hex ahead."""
    rulings = why_not_enter(s, unit, place, left, first)
    return rulings if hexside(s, s.pos[unit], place) is None else [*rulings, *full_for_good(s, unit, place, left, first)]


def why_not_enter(s: ColonnesState, unit: int, place: int, left: int, first: bool) -> list[Ruling]:
    """The same but for the room in the hex."""
    here = s.pos[unit]
    if hexside(s, here, place) is None:
        case = "move.here" if here == place else "move.far"
        return [Ruling("COL-MOV-1", {"case": case, "unit": unit, "hex_from": here, "hex": place})]
    barred = barred_ground(s, unit, place)
    return [
        *barred,
        *([] if barred or first else too_dear(s, unit, place, left)),
        *stopped_in_zone(s, unit, first),
        *enemies_bar(s, unit, place),
        *([] if barred else would_be_unsupplied(s, unit, place)),
    ]


@clause("COL-TER-1", "COL-TER-4")
def barred_ground(s: ColonnesState, unit: int, place: int) -> list[Ruling]:
    """The Rhône bars a step, and mountains off the road bar what is motorised."""
    here = s.pos[unit]
    cited = bars_ground(s, unit, here, place)
    if not cited:
        return []
    facts = {"unit": unit, "hex_from": here, "hex": place}
    if cited == "COL-TER-4":
        return [Ruling(cited, facts, ("by.ferry",) if has_ferry(s, here, place) and may_use_ferries(s, unit) else ())]
    roads = tuple(roads_into(s, place))
    return [Ruling(cited, {**facts, "hexes_road": roads}, ("by.road",) if roads else ())]


@clause("COL-ZOC-2", "COL-TER-1", "COL-TER-2", "COL-TER-3")
def move_cost(s: ColonnesState, unit: int, place: int) -> int:
    """Half points of a step to a neighbour: the ground, and 1 point for leaving an enemy zone."""
    here = s.pos[unit]
    return step_price(s, unit, here, place) + leaving_cost(s, unit)


@clause("COL-ZOC-2")
def leaving_cost(s: ColonnesState, unit: int) -> int:
    """Half points more for leaving an enemy zone of control."""
    return LEAVING_ZONE if in_enemy_zone(s, owner(s, unit), s.pos[unit]) else 0


@clause("COL-MOV-1")
def too_dear(s: ColonnesState, unit: int, place: int, left: int) -> list[Ruling]:
    """Beyond its first hex a unit stays within its movement value."""
    cost = move_cost(s, unit, place)
    if cost <= left:
        return []
    return [Ruling("COL-MOV-1", {"case": "move.points", "unit": unit, "hex": place, "mf": cost, "mf_left": left})]


@clause("COL-ZOC-2")
def stopped_in_zone(s: ColonnesState, unit: int, first: bool) -> list[Ruling]:
    """Who has entered an enemy zone in this move goes no farther."""
    enemies = exerting(s, owner(s, unit), s.pos[unit])
    if first or not enemies:
        return []
    return [Ruling("COL-ZOC-2", {"unit": unit, "hex": s.pos[unit], "units_enemy": tuple(enemies)})]


def enemies_there(s: ColonnesState, unit: int, place: int) -> list[int]:
    """The enemy counters in a hex."""
    return friends_at(s, enemy_of(owner(s, unit)), place)


@clause("COL-ZOC-3", "COL-ZOC-4", "COL-ZOC-5")
def enemies_bar(s: ColonnesState, unit: int, place: int) -> list[Ruling]:
    """Nobody enters the hex of an enemy unit; only combat units enter that of enemy columns and convoys."""
    there = enemies_there(s, unit, place)
    strong = tuple(u for u in there if holds(s, u))
    rulings = []
    if strong:
        rulings.append(Ruling("COL-ZOC-3", {"unit": unit, "hex": place, "units_there": strong}))
    if there and not is_fighter(s, unit):
        rulings.append(Ruling("COL-ZOC-4", {"unit": unit, "hex": place, "units_there": tuple(there)}))
    return rulings


@clause("COL-MOV-5", "COL-MOV-6", "COL-MOV-7", "COL-CL-21")
def would_be_unsupplied(s: ColonnesState, unit: int, place: int) -> list[Ruling]:
    """A supplied unit does not enter a hex that would make it unsupplied; an unsupplied one is free to."""
    bound = not is_column(s, unit) or s.rules.cl_bound
    if not bound or not is_supplied(s, unit) or is_supplied(s, unit, place):
        return []
    facts = {"unit": unit, "hex": place}
    return [Ruling("COL-MOV-5", facts), *([Ruling("COL-CL-21", facts)] if is_column(s, unit) else [])]


# --- full hexes on the way ----------------------------------------------------------------------------------------------
@clause("COL-ZOC-2", "COL-MOV-10")
def stops_there(s: ColonnesState, unit: int, place: int, left: int) -> bool:
    """Is the move over in the hex: in an enemy zone, or with no points left?"""
    return left <= 0 or in_enemy_zone(s, owner(s, unit), place)


@clause("COL-STK-3", "COL-STK-5")
def full_for_good(s: ColonnesState, unit: int, place: int, left: int, first: bool) -> list[Ruling]:
    """A full hex is entered only by who can go on from there to one with room, or off the map."""
    full = no_room(s, unit, place, "COL-STK-3")
    if not full or bars_ground(s, unit, s.pos[unit], place) or enemies_bar(s, unit, place):
        return full
    rest = left - move_cost(s, unit, place)
    if stops_there(s, unit, place, rest):
        return full
    return [] if _goes_on(_standing(s, unit, place), unit, rest, set()) else full


def _standing(s: ColonnesState, unit: int, place: int) -> ColonnesState:
    """The same situation with the unit in another hex."""
    then = s.copy()
    then.pos[unit] = place
    return then


@clause("COL-STK-5")
def _goes_on(s: ColonnesState, unit: int, left: int, tried: set[tuple[int, int]]) -> bool:
    """From the full hex where the unit is: do legal steps lead to a hex with room, or off the map?"""
    tried.add((s.pos[unit], left))
    if not why_not_exit(s, unit, left, first=False):
        return True
    for other, _bit, _side in s.rules.board.near[s.pos[unit]]:
        if why_not_enter(s, unit, other, left, first=False):
            continue
        if has_room(s, unit, other):
            return True
        rest = left - move_cost(s, unit, other)
        if stops_there(s, unit, other, rest) or (other, rest) in tried:
            continue
        if _goes_on(_standing(s, unit, other), unit, rest, tried):
            return True
    return False


# --- ferries and exits --------------------------------------------------------------------------------------------------
@clause("COL-MOV-8")
def may_use_ferries(s: ColonnesState, unit: int) -> bool:
    """German infantry, headquarters and columns; all Germans with the option."""
    if owner(s, unit) != GERMAN:
        return False
    return s.rules.ferry_all or s.rules.arm[unit] in ("inf", "qg", "cl")


def ferried_at(s: ColonnesState, side: int) -> int:
    """The stacking points that have crossed a ferry in this player phase."""
    return sum(points for ferry, points in s.ferried if ferry == side)


@clause("COL-MOV-2", "COL-MOV-8", "COL-MOV-11")
def why_not_ferry(s: ColonnesState, unit: int, place: int, first: bool) -> list[Ruling]:
    """The whole move, over a ferry hexside next to where the unit starts, 2 points a phase, into a hex open to it."""
    rulings = []
    here = s.pos[unit]
    if not may_use_ferries(s, unit):
        rulings.append(Ruling("COL-MOV-8", {"unit": unit}))
    if not first:
        rulings.append(Ruling("COL-MOV-2", {"case": "ferry.late", "unit": unit}))
    if not has_ferry(s, here, place):
        return [*rulings, Ruling("COL-MOV-2", {"case": "ferry.none", "unit": unit, "hex_from": here, "hex": place})]
    side = hexside(s, here, place)
    assert side is not None
    crossed = ferried_at(s, side)
    if crossed + s.rules.stack[unit] > FERRY_MOST:
        rulings.append(Ruling("COL-MOV-2", {"case": "ferry.used", "unit": unit, "hexside": side, "points": crossed}))
    return [*rulings, *enemies_bar(s, unit, place), *would_be_unsupplied(s, unit, place), *no_room(s, unit, place)]


@clause("COL-MOV-4", "COL-MOV-9")
def exit_cost(s: ColonnesState, unit: int) -> int:
    """Half points for leaving the map: by road, and 1 point for leaving an enemy zone."""
    return exit_price(s, unit) + leaving_cost(s, unit)


@clause("COL-MOV-4", "COL-MOV-7", "COL-MOV-9")
def why_not_exit(s: ColonnesState, unit: int, left: int, first: bool) -> list[Ruling]:
    """Germans leave from the exit hexes, supplied or not; columns do not."""
    here = s.pos[unit]
    rulings = []
    if owner(s, unit) != GERMAN:
        rulings.append(Ruling("COL-MOV-4", {"case": "exit.allied", "unit": unit}))
    if is_column(s, unit):
        rulings.append(Ruling("COL-MOV-9", {"unit": unit}))
    exits = s.rules.board.members(s.rules.board.edges.get("german-exit", 0))
    if here not in exits:
        return [*rulings, Ruling("COL-MOV-4", {"case": "exit.elsewhere", "unit": unit, "hex": here, "hexes": tuple(exits)})]
    cost = exit_cost(s, unit)
    if not first and cost > left:
        rulings.append(Ruling("COL-MOV-1", {"case": "exit.points", "unit": unit, "mf": cost, "mf_left": left}))
    return [*rulings, *stopped_in_zone(s, unit, first)]
