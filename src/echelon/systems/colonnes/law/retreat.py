"""Chapters 8.3 and 8.5: hold or retreat, and where to."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.frames import Hold, Retreat
from echelon.systems.colonnes.law.ground import bars_ground, hexside
from echelon.systems.colonnes.law.supply import is_supplied
from echelon.systems.colonnes.law.units import decode, enemy_of, is_fighter, members, not_yours, owner, steps_of
from echelon.systems.colonnes.law.zones import exerting, holders_at
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["can_hold", "can_retreat", "retreat_hexes", "why_not_hold", "why_not_retreat"]


# --- hold ---------------------------------------------------------------------------------------------------------------
@clause("COL-RES-4", "COL-RES-8")
def can_hold(s: ColonnesState, side: int) -> bool:
    """May the stack stay: after a D result, with more steps of combat units than it would have to retreat hexes?"""
    if not s.rules.hold or not RESULTS[s.rolled].startswith("D"):
        return False
    steps = sum(steps_of(s, unit) for unit in friends_at(s, side, s.target) if is_fighter(s, unit))
    return steps > s.distance


@clause("COL-RES-4")
def why_not_hold(s: ColonnesState, frame: Hold, action: int) -> list[Ruling]:
    """`hold`, at a step a hex, or `yield`, which is always free."""
    verb, _fields = decode(s, action)
    if verb == "yield" or can_hold(s, frame.side):
        return []
    return [Ruling("COL-RES-4", {"hex": s.target, "steps": s.distance})]


# --- retreat ------------------------------------------------------------------------------------------------------------
@clause("COL-RET-1", "COL-RET-5", "COL-ZOC-5", "COL-MOV-8")
def barred_hex(s: ColonnesState, unit: int, gone: int, place: int) -> list[Ruling]:
    """What bars one hex of a retreat but for supply: it lies one farther, the ground lets it, no enemy, no enemy zone."""
    here, side = s.pos[unit], owner(s, unit)
    facts = {"unit": unit, "hex_from": here, "hex": place}
    if hexside(s, here, place) is None:
        return [Ruling("COL-RET-1", {"case": "retreat.far", **facts})]
    rulings = []
    if s.rules.board.distance(s.target, place) != gone + 1:
        rulings.append(Ruling("COL-RET-1", {"case": "retreat.back", **facts, "hex_target": s.target}))
    if bars_ground(s, unit, here, place):
        rulings.append(Ruling("COL-RET-1", {"case": "retreat.ground", **facts}))
    there = friends_at(s, enemy_of(side), place)
    if there:
        rulings.append(Ruling("COL-RET-1", {"case": "retreat.enemy", **facts, "units_there": tuple(there)}))
    zone = exerting(s, side, place)
    if zone and not holders_at(s, side, place):
        rulings.append(Ruling("COL-RET-1", {"case": "retreat.zone", **facts, "units_enemy": tuple(zone)}, ("friend.there",)))
    return rulings


@clause("COL-RET-1")
def open_hexes(s: ColonnesState, unit: int, gone: int) -> list[int]:
    """The hexes that COL-RET-1 leaves open to a unit for its next hex."""
    near = [other for other, _bit, _side in s.rules.board.near[s.pos[unit]]]
    return [h for h in near if not barred_hex(s, unit, gone, h)]


@clause("COL-RET-2")
def retreat_hexes(s: ColonnesState, unit: int, gone: int) -> list[int]:
    """Of the open hexes those in which the unit would be supplied; all of them, if it would be in none."""
    found = open_hexes(s, unit, gone)
    return [h for h in found if is_supplied(s, unit, h)] or found


@clause("COL-RET-6", "COL-RET-8")
def can_retreat(s: ColonnesState, unit: int, gone: int) -> bool:
    """Has the unit a hex to go to?"""
    return bool(open_hexes(s, unit, gone))


@clause("COL-RET-5")
def not_its_turn(frame: Retreat, unit: int) -> list[Ruling]:
    """A unit finishes its retreat before the next begins; who has retreated, or never had to, does not."""
    if frame.unit >= 0:
        if unit == frame.unit:
            return []
        waits = bool(frame.units >> unit & 1)
        case = "retreat.wait" if waits else "retreat.other"
        return [Ruling("COL-RET-5", {"case": case, "unit": unit, "unit_moving": frame.unit})]
    return [] if frame.units >> unit & 1 else [Ruling("COL-RET-5", {"case": "retreat.other", "unit": unit})]


@clause("COL-RET-1", "COL-RET-2", "COL-RET-5")
def why_not_retreat(s: ColonnesState, frame: Retreat, action: int) -> list[Ruling]:
    """`retreat UNIT HEX`."""
    _verb, (unit, place) = decode(s, action)
    rulings = not_yours(s, frame.side, unit) or not_its_turn(frame, unit)
    if rulings:
        return rulings
    gone = frame.gone if unit == frame.unit else 0
    barred = barred_hex(s, unit, gone, place)
    if barred or place in retreat_hexes(s, unit, gone):
        return barred
    better = tuple(retreat_hexes(s, unit, gone))
    return [Ruling("COL-RET-2", {"unit": unit, "hex": place, "hexes": better})]


def waiting_and_able(s: ColonnesState, frame: Retreat) -> list[int]:
    """Those who wait in the attacked hex and have a hex to go to."""
    return [unit for unit in members(frame.units) if unit != frame.unit and can_retreat(s, unit, 0)]
