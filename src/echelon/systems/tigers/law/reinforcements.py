"""Chapter 5: who is due, and where it may enter the map."""

from __future__ import annotations

from echelon.core.rulings import Note, Ruling, clause
from echelon.systems.tigers.facts.ground import BONUS, entry_rows
from echelon.systems.tigers.facts.units import friends_at, listed_turn, omf, strong_at
from echelon.systems.tigers.frames import ROAD_RATE, Enter
from echelon.systems.tigers.law.stacking import is_full
from echelon.systems.tigers.law.steps import can_still_end, no_road_for, owed_from, road_into_zone
from echelon.systems.tigers.law.supply import blocked_hexes
from echelon.systems.tigers.law.units import controls, decode, dump_bars, enemy_of, holds_friend, is_us, not_yours
from echelon.systems.tigers.law.zones import entry_zone, zone_costs_bonus
from echelon.systems.tigers.state import ALLIED, GERMAN, HELD, TigersState

__all__ = ["why_not_enter"]

EDGES = {"N": "north", "W": "west", "S": "south"}  # of the calendar (TIG-RNF-10)


def why_not_enter(s: TigersState, frame: Enter, action: int) -> list[Ruling]:
    """`enter UNIT HEX RATE`, `hold UNIT`, or `end`, which is free at any time."""
    verb, fields = decode(s, action)
    if verb == "end":
        return []
    unit = fields[0]
    wrong = [*not_yours(s, frame.side, unit), *not_waiting(s, unit)]
    rulings = [*wrong, *not_due(s, unit), *held(s, unit)]
    return rulings if verb == "hold" or wrong else [*rulings, *why_not_entry(s, unit, fields[1], fields[2])]


# --- who --------------------------------------------------------------------------------------------------------------
@clause("TIG-RNF-1", "TIG-RNF-3")
def not_waiting(s: TigersState, unit: int) -> list[Ruling]:
    """Only units that have not arrived yet come in; lost ones are never replaced."""
    if s.pos[unit] == s.rules.due:
        return []
    if s.pos[unit] == s.rules.gone:
        return [Ruling("TIG-RNF-1", {"unit": unit})]
    return [Ruling("TIG-RNF-3", {"case": "enter.arrived", "unit": unit})]


@clause("TIG-RNF-3", "TIG-RNF-8", "TIG-RNF-13", "TIG-SET-6", "TIG-SET-7")
def not_due(s: TigersState, unit: int) -> list[Ruling]:
    """By the calendar; the 9. Panzer and 15. Panzergrenadier as soon as a German unit is at the Meuse."""
    if s.pos[unit] != s.rules.due or s.turn >= listed_turn(s, unit):
        return []
    early = s.rules.start[unit] == "E*"
    if early and meuse_reached(s):
        return []
    facts = {"unit": unit, "turn": listed_turn(s, unit)}
    return [Ruling("TIG-RNF-3", {"case": "enter.early", **facts}, ("meuse",) if early else ())]


@clause("TIG-RNF-13")
def meuse_reached(s: TigersState) -> bool:
    """Is a German unit of factor 1 or more next to or across the Meuse?"""
    return any(strong_at(s, GERMAN, place) for place in s.rules.board.members(s.rules.meuse))


@clause("TIG-RNF-12")
def held(s: TigersState, unit: int) -> list[Ruling]:
    """What is held back does not come in this phase."""
    return [Ruling("TIG-RNF-12", {"unit": unit})] if s.marks[unit] & HELD else []


# --- where ------------------------------------------------------------------------------------------------------------
def why_not_entry(s: TigersState, unit: int, place: int, rate: int) -> list[Ruling]:
    """What keeps a unit that is due from a hex."""
    side = s.rules.forces.side_of[unit]
    elsewhere = wrong_edge(s, unit, place)
    if any(ruling.clause == "TIG-RNF-4" for ruling in elsewhere):
        return elsewhere
    rulings = [
        *elsewhere,
        *not_behind_the_line(s, side, place),
        *cut_off(s, unit, place),
        *enemy_near(s, side, place),
        *(no_road_for(s, 1 << unit) if rate == ROAD_RATE else []),
        *road_into_zone(s, side, place, rate),
        *unpaid_entry(s, side, unit, place, rate),
    ]
    return rulings or no_lawful_end(s, side, unit, place, rate)


@clause("TIG-RNF-4", "TIG-RNF-5", "TIG-RNF-10", "TIG-RNF-12", "TIG-RNF-17", "TIG-RNF-19")
def entry_edges(s: TigersState, unit: int) -> list[str]:
    """The edges a unit may use: Germans the east, British their part of the north, U.S. units the one of the calendar, and
    any of theirs when they have waited a turn."""
    if s.rules.forces.side_of[unit] == GERMAN:
        return ["east"]
    if s.rules.british >> unit & 1:
        return ["british"]
    if s.turn > listed_turn(s, unit):
        return ["north", "west", "south"]
    return [EDGES[s.rules.start[unit]]] if s.rules.start[unit] in EDGES else []


@clause("TIG-RNF-4", "TIG-RNF-5", "TIG-RNF-10")
def wrong_edge(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """The hex must lie on an edge of the unit's. For one that is no entry hex of its kind nothing else is asked."""
    rules = s.rules
    allowed = entry_edges(s, unit)
    if any(rules.edges.get(name, 0) & rules.board.bit[place] for name in allowed):
        return []
    if is_us(s, unit) and any(rules.edges.get(name, 0) & rules.board.bit[place] for name in EDGES.values()):
        return [Ruling("TIG-RNF-5", {"unit": unit, "hex": place}, ("wait.turn",))]
    return [Ruling("TIG-RNF-4", {"case": "enter.edge", "unit": unit, "hex": place, "word_edges": tuple(allowed)})]


@clause("TIG-RNF-10")
def not_behind_the_line(s: TigersState, side: int, place: int) -> list[Ruling]:
    """An Allied entry hex is Allied-controlled."""
    if side == GERMAN or controls(s, ALLIED, place):
        return []
    return [Ruling("TIG-RNF-10", {"hex": place})]


@clause("TIG-RNF-4", "TIG-RNF-11")
def cut_off(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """U.S. units: some path of hexes, none of them blocked for supply, joins the hex to an Allied hex of the west edge."""
    if not is_us(s, unit):
        return []
    rules = s.rules
    west = {h for h in rules.board.members(rules.edges.get("west", 0)) if controls(s, ALLIED, h)}
    blocked = blocked_hexes(s, ALLIED)
    seen, waiting = {place}, [place]
    while waiting:
        here = waiting.pop()
        if here in blocked:
            continue
        if here in west:
            return []
        for other, _bit, _between in rules.board.near[here]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return [Ruling("TIG-RNF-11", {"unit": unit, "hex": place})]


@clause("TIG-RNF-6", "TIG-GEN-9")
def enemy_near(s: TigersState, side: int, place: int) -> list[Ruling]:
    """No entry on an enemy unit, nor in the zone of an enemy division or sub-division unit unless a friend is there."""
    rulings = []
    there = friends_at(s, enemy_of(side), place)
    if there:
        rulings.append(Ruling("TIG-RNF-6", {"case": "enter.enemy", "hex": place, "units_there": tuple(there)}))
    elif dump_bars(s, side, place):
        rulings.append(Ruling("TIG-GEN-9", {"case": "dump.there", "hex": place}))
    enemies = entry_zone(s, side, place)
    if enemies and not holds_friend(s, side, place):
        facts = {"case": "enter.zone", "hex": place, "units_enemy": tuple(enemies)}
        rulings.append(Ruling("TIG-RNF-6", facts, ("friend.first",)))
    return rulings


# --- at what price ------------------------------------------------------------------------------------------------------
@clause("TIG-RNF-7", "TIG-RNF-9", "TIG-MOV-12")
def price(s: TigersState, side: int, unit: int, place: int, rate: int) -> tuple[Note, ...]:
    """The rows of the price of the entry hex; an amount of None bars it."""
    rows = entry_rows(s, unit, place, rate)
    return (*rows, Note("TIG-MOV-12", 2)) if is_full(s, side, place) else rows


@clause("TIG-RNF-7", "TIG-RNF-9", "TIG-MOV-5")
def unpaid_entry(s: TigersState, side: int, unit: int, place: int, rate: int) -> list[Ruling]:
    """The hex is paid for out of the unit's movement; the bonus does not lead into a division's zone."""
    rows = price(s, side, unit, place, rate)
    facts = {"unit": unit, "hex": place}
    barred = [Ruling(row.clause, facts) for row in rows if row.amount is None]
    if barred:
        return barred
    cost: int = sum(row.amount for row in rows) + s.spent[unit]
    basic = omf(s, unit)
    if cost > basic + BONUS:
        return [Ruling("TIG-RNF-7", {**facts, "mf": cost, "mf_left": basic + BONUS})]
    enemies = zone_costs_bonus(s, side, place)
    if enemies and cost > basic:
        return [
            Ruling("TIG-MOV-5", {"case": "zone.bonus", **facts, "mf": cost, "mf_left": basic, "units_enemy": tuple(enemies)})
        ]
    return []


@clause("TIG-MOV-16", "TIG-RNF-17", "TIG-ATK-7")
def no_lawful_end(s: TigersState, side: int, unit: int, place: int, rate: int) -> list[Ruling]:
    """Entry is a step of movement: the unit must be able to end its move there, or farther on."""
    cost = sum(row.amount or 0 for row in price(s, side, unit, place, rate)) + s.spent[unit]
    if can_still_end(s, side, 1 << unit, place, (cost,), rate == ROAD_RATE, True):
        return []
    owed = tuple(sorted(owed_from(s, unit, place)))
    return [Ruling("TIG-MOV-16", {"units": (unit,), "hex": place, "hexes_owed": owed})]
