"""Chapter 8.5: advance after combat."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import friends_at, on_map
from echelon.systems.colonnes.frames import Advance
from echelon.systems.colonnes.law.ground import bars_ground, hexside
from echelon.systems.colonnes.law.stacking import no_room
from echelon.systems.colonnes.law.units import decode, enemy_of, members, not_yours
from echelon.systems.colonnes.law.zones import holders_at, in_enemy_zone
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["able_to_advance", "second_hexes", "why_not_advance"]


@clause("COL-ADV-1")
def why_not_advance(s: ColonnesState, frame: Advance, action: int) -> list[Ruling]:
    """`advance UNIT HEX`; `halt UNIT` for one that could go on; `finish` when nobody is under way."""
    verb, fields = decode(s, action)
    if verb == "finish":
        if frame.unit < 0:
            return []
        return [Ruling("COL-ADV-4", {"case": "advance.moving", "unit_moving": frame.unit}, ("halt.first",))]
    unit = fields[0]
    wrong = not_yours(s, frame.side, unit)
    if wrong:
        return wrong
    if verb == "halt":
        return [] if unit == frame.unit else [Ruling("COL-ADV-4", {"case": "halt.other", "unit": unit})]
    if frame.unit < 0:
        return why_not_first(s, frame, unit, fields[1])
    if unit != frame.unit:
        return [Ruling("COL-ADV-4", {"case": "advance.moving", "unit_moving": frame.unit}, ("halt.first",))]
    return why_not_second(s, frame.side, unit, fields[1])


# --- into the attacked hex ----------------------------------------------------------------------------------------------
@clause("COL-ADV-1")
def why_not_first(s: ColonnesState, frame: Advance, unit: int, place: int) -> list[Ruling]:
    """An attacker that has not advanced yet, into the attacked hex and no other."""
    if not frame.units >> unit & 1 or not s.attackers >> unit & 1:
        return [Ruling("COL-ADV-1", {"case": "advance.other", "unit": unit, "hex": s.target})]
    if place != s.target:
        return [Ruling("COL-ADV-1", {"case": "advance.elsewhere", "unit": unit, "hex": s.target})]
    return why_not_go_in(s, frame.side, unit)


@clause("COL-ADV-1", "COL-ADV-2", "COL-ADV-3", "COL-STK-1")
def why_not_go_in(s: ColonnesState, side: int, unit: int) -> list[Ruling]:
    """The hex is empty of enemy counters, beside the unit, of ground it may enter, and has room."""
    place = s.target
    if not on_map(s, unit):
        return [Ruling("COL-ADV-1", {"case": "unit.off", "unit": unit})]
    there = friends_at(s, enemy_of(side), place)
    rulings = []
    if there:
        rulings.append(Ruling("COL-ADV-1", {"case": "advance.enemy", "hex": place, "units_there": tuple(there)}))
    if hexside(s, s.pos[unit], place) is None:
        return [*rulings, Ruling("COL-ADV-1", {"case": "advance.other", "unit": unit, "hex": place})]
    if bars_ground(s, unit, s.pos[unit], place):
        rulings.append(Ruling("COL-ADV-3", {"unit": unit, "hex": place}))
    return [*rulings, *no_room(s, unit, place)]


def able_to_advance(s: ColonnesState, side: int, units: int) -> list[int]:
    """Those of the units that can go into the attacked hex now."""
    return [u for u in members(units) if s.attackers >> u & 1 and not why_not_go_in(s, side, u)]


# --- one hex further ----------------------------------------------------------------------------------------------------
@clause("COL-ADV-1", "COL-ADV-4", "COL-ZOC-5", "COL-STK-1")
def why_not_second(s: ColonnesState, side: int, unit: int, place: int) -> list[Ruling]:
    """A neighbour of the attacked hex with room, no enemy unit, ground the unit may enter; not from zone to zone."""
    facts = {"unit": unit, "hex": place, "hex_from": s.target}
    if hexside(s, s.target, place) is None:
        return [Ruling("COL-ADV-4", {"case": "second.far", **facts})]
    rulings = []
    if bars_ground(s, unit, s.target, place):
        rulings.append(Ruling("COL-ADV-4", {"case": "second.ground", **facts}))
    there = tuple(holders_at(s, enemy_of(side), place))
    if there:
        rulings.append(Ruling("COL-ADV-4", {"case": "second.enemy", **facts, "units_there": there}))
    if in_enemy_zone(s, side, s.target) and in_enemy_zone(s, side, place):
        rulings.append(Ruling("COL-ADV-4", {"case": "second.zone", **facts}))
    return [*rulings, *no_room(s, unit, place)]


@clause("COL-ADV-1")
def second_hexes(s: ColonnesState, side: int, unit: int) -> list[int]:
    """Where a unit that has just advanced may go on to: armour and reconnaissance after D2, D2* or DE."""
    if RESULTS[s.rolled] not in ("D2", "D2*", "DE") or s.rules.arm[unit] not in ("bld", "rec"):
        return []
    near = [other for other, _bit, _side in s.rules.board.near[s.target]]
    return [h for h in near if not why_not_second(s, side, unit, h)]
