"""Chapter 3: the dump, the German set-up, the 1st Division and the drop."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import friends_at, on_map
from echelon.systems.tigers.frames import Drop, Dump, First, Mode, Place
from echelon.systems.tigers.law.stacking import would_exceed
from echelon.systems.tigers.law.units import controls, decode, not_yours, off_map
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["why_not_drop", "why_not_dump", "why_not_first", "why_not_mode", "why_not_place"]


@clause("TIG-FUEL-2")
def why_not_dump(s: TigersState, frame: Dump, action: int) -> list[Ruling]:
    """`dump HEX`: Spa or a hex adjacent to it."""
    _verb, (place,) = decode(s, action)
    if s.rules.dump_hexes & s.rules.board.bit[place]:
        return []
    return [Ruling("TIG-FUEL-2", {"hex": place, "hexes": tuple(s.rules.board.members(s.rules.dump_hexes))})]


@clause("TIG-SET-4")
def why_not_mode(s: TigersState, frame: Mode, action: int) -> list[Ruling]:
    """`mode historical` or `mode free`: when asked the German may choose either."""
    return []


# --- the German set-up --------------------------------------------------------------------------------------------------
def why_not_place(s: TigersState, frame: Place, action: int) -> list[Ruling]:
    """`place UNIT HEX`, or `done`."""
    verb, fields = decode(s, action)
    if verb == "done":
        return unplaced(s)
    unit, place = fields
    rulings = [*not_yours(s, frame.side, unit), *placed_already(s, unit)]
    return [*rulings, *(why_not_free(s, unit, place) if s.free else why_not_with(s, unit, place))]


@clause("TIG-SET-5")
def unplaced(s: TigersState) -> list[Ruling]:
    """A free set-up is over when every unit has its hex; the historical one at any time."""
    if not s.free:
        return []
    left = tuple(unit for unit in range(len(s.pos)) if to_be_placed(s, unit) and not s.placed >> unit & 1)
    return [Ruling("TIG-SET-5", {"case": "place.left", "units": left})] if left else []


def to_be_placed(s: TigersState, unit: int) -> bool:
    """In a free set-up: is it a German unit of the start that is still beside the map?"""
    starts = s.rules.start[unit] in s.rules.board.ids
    return s.rules.forces.side_of[unit] == GERMAN and starts and s.pos[unit] == s.rules.due


@clause("TIG-SET-3", "TIG-SET-5")
def placed_already(s: TigersState, unit: int) -> list[Ruling]:
    """Each unit is placed once."""
    cited = "TIG-SET-5" if s.free else "TIG-SET-3"
    return [Ruling(cited, {"case": "place.again", "unit": unit})] if s.placed >> unit & 1 else []


@clause("TIG-SET-5")
def why_not_free(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """Free: any German-controlled hex, within stacking limits."""
    rulings = []
    if not to_be_placed(s, unit):
        rulings.append(Ruling("TIG-SET-5", {"case": "place.later", "unit": unit}))
    if not controls(s, GERMAN, place):
        rulings.append(Ruling("TIG-SET-5", {"case": "place.enemy", "hex": place}))
    return [*rulings, *overstacked(s, unit, place)]


@clause("TIG-STK-6", "TIG-SET-5")
def overstacked(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """The hex must hold the unit within its limits."""
    over = would_exceed(s, unit, place)
    facts = {"unit": unit, "hex": place, "word_counts": tuple(f"stack.{name}" for name in over)}
    return [Ruling("TIG-STK-6", facts)] if over else []


@clause("TIG-SET-3", "TIG-STK-6")
def why_not_with(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """Historical: a Tiger battalion or Skorzeny may join any other German unit elsewhere; two Tiger battalions never meet."""
    rulings = off_map(s, unit, "TIG-SET-3")
    tiger = s.rules.arm[unit] == "tiger"
    if not tiger and unit != s.rules.skorzeny:
        rulings.append(Ruling("TIG-SET-3", {"case": "place.fixed", "unit": unit}))
    others = [u for u in friends_at(s, GERMAN, place) if u != unit]
    if s.pos[unit] == place:
        rulings.append(Ruling("TIG-SET-3", {"case": "place.here", "unit": unit, "hex": place}))
    elif not others:
        rulings.append(Ruling("TIG-SET-3", {"case": "place.nobody", "unit": unit, "hex": place}))
    if tiger and any(s.rules.arm[u] == "tiger" for u in others):
        rulings.append(Ruling("TIG-STK-6", {"case": "place.tigers", "unit": unit, "hex": place}))
    return rulings


# --- the answer, and the drop -----------------------------------------------------------------------------------------------
@clause("TIG-SET-4", "TIG-SET-5")
def why_not_first(s: TigersState, frame: First, action: int) -> list[Ruling]:
    """`keep`, or `relocate HEX`: any Allied-controlled hex that can hold the 1st Division."""
    verb, fields = decode(s, action)
    if verb == "keep":
        return []
    (place,), unit = fields, s.rules.first_division
    rulings = [] if on_map(s, unit) else [Ruling("TIG-SET-4", {"case": "unit.off", "unit": unit})]
    if not controls(s, ALLIED, place):
        rulings.append(Ruling("TIG-SET-4", {"case": "relocate.enemy", "hex": place}))
    return [*rulings, *overstacked(s, unit, place)]


@clause("TIG-VDH-1", "TIG-VDH-2")
def why_not_drop(s: TigersState, frame: Drop, action: int) -> list[Ruling]:
    """`drop HEX`: any Allied-controlled hex."""
    _verb, (place,) = decode(s, action)
    return [] if controls(s, ALLIED, place) else [Ruling("TIG-VDH-2", {"hex": place})]
