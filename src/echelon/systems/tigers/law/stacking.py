"""Chapter 7: how many units a hex holds. Counted in thirds of a division."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.frames import Overstack
from echelon.systems.tigers.law.units import decode, is_pure_armor, not_yours, off_map
from echelon.systems.tigers.state import TigersState

__all__ = ["Load", "fits", "is_full", "limits", "load_of", "over", "why_not_overstack", "would_exceed"]


class Load(NamedTuple):
    """What lies in a hex, or may lie in it: all units and pure armor in thirds of a division, and Tiger battalions."""

    total: int
    pure: int
    tigers: int


@clause("TIG-STK-2", "TIG-STK-4", "TIG-STK-6")
def load_of(s: TigersState, units: Iterable[int]) -> Load:
    """Division 1, brigade or cavalry group 1, combat command 1/3, smaller units nothing. KG Peiper and the 1. SS-PzDiv
    together count 1."""
    rules = s.rules
    there = list(units)
    weights = {unit: rules.thirds[unit] for unit in there}
    if rules.peiper in weights and rules.first_ss in weights:
        weights[rules.peiper] = 0
    pure = sum(weight for unit, weight in weights.items() if is_pure_armor(s, unit))
    return Load(sum(weights.values()), pure, sum(rules.arm[unit] == "tiger" for unit in there))


@clause("TIG-STK-1", "TIG-STK-3", "TIG-STK-6")
def limits(s: TigersState, place: int) -> Load:
    """Forest or Venn: 2, of it 1 pure armor; other hexes: 3 and 2. One Tiger battalion anywhere."""
    rules = s.rules
    if rules.board.bit[place] & (rules.forest | rules.venn):
        return Load(6, 3, 1)
    return Load(9, 6, 1)


def _exceeded(load: Load, limit: Load) -> list[str]:
    return [name for name, n, most in zip(Load._fields, load, limit, strict=True) if n > most]


@clause("TIG-STK-6")
def over(s: TigersState, side: int, place: int) -> bool:
    """Does the hex hold more of the side's units than it may?"""
    return bool(_exceeded(load_of(s, friends_at(s, side, place)), limits(s, place)))


def would_exceed(s: TigersState, unit: int, place: int) -> list[str]:
    """The counts over their limits if the unit, wherever it is now, stood in the hex with its friends."""
    side = s.rules.forces.side_of[unit]
    return _exceeded(load_of(s, {*friends_at(s, side, place), unit}), limits(s, place))


@clause("TIG-STK-6")
def fits(s: TigersState, unit: int, place: int) -> bool:
    """Would the hex be within its limits with the unit in it?"""
    return not would_exceed(s, unit, place)


@clause("TIG-MOV-12")
def is_full(s: TigersState, side: int, place: int, but: int = 0) -> bool:
    """Is the hex stacked to its maximum, the movers (`but`) not counted?"""
    there = [unit for unit in friends_at(s, side, place) if not but >> unit & 1]
    return load_of(s, there).total >= limits(s, place).total


# --- which unit goes --------------------------------------------------------------------------------------------------
@clause("TIG-STK-5", "TIG-STK-7")
def why_not_overstack(s: TigersState, frame: Overstack, action: int) -> list[Ruling]:
    """`remove UNIT`: one of the hex, of a kind that is in excess."""
    _verb, (unit,) = decode(s, action)
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "TIG-STK-7")]
    if rulings:
        return rulings
    if s.pos[unit] != frame.hex:
        return [Ruling("TIG-STK-7", {"case": "remove.elsewhere", "unit": unit, "hex": frame.hex})]
    return not_in_excess(s, frame.side, unit, frame.hex)


@clause("TIG-STK-7")
def not_in_excess(s: TigersState, side: int, unit: int, place: int) -> list[Ruling]:
    """Its removal must lower a count that is over its limit."""
    there = friends_at(s, side, place)
    before, after = load_of(s, there), load_of(s, [other for other in there if other != unit])
    if any(n > most and less < n for n, less, most in zip(before, after, limits(s, place), strict=True)):
        return []
    return [Ruling("TIG-STK-7", {"case": "remove.spare", "unit": unit, "hex": place})]
