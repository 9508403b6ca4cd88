"""Chapter 1: whose a unit is, what kind it is, what lies between two hexes."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, on_map, side_of, strong_at
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = [
    "can_fight", "controls", "decode", "dump_bars", "enemy_of", "hexside", "holds_friend", "is_division", "is_foot",
    "is_forest", "is_mechanized", "is_pure_armor", "is_sub_division", "is_us", "members", "not_yours", "off_map",
    "ready_divisions_at",
]  # fmt: skip


def decode(s: TigersState, action: int) -> tuple[str, tuple[int, ...]]:
    """An action as its verb and fields."""
    verbs = s.rules.verbs
    return verbs.verb(action).name, verbs.fields(action)


def enemy_of(side: int) -> int:
    """The other side."""
    return ALLIED if side == GERMAN else GERMAN


def members(units: int) -> list[int]:
    """The units of a mask, in the order of the unit tables."""
    return list(bits_of(units))


def hexside(s: TigersState, a: int, b: int) -> int | None:
    """The hexside between two hexes, or None if they are not adjacent."""
    for other, _bit, side in s.rules.board.near[a]:
        if other == b:
            return side
    return None


# --- kinds of units ---------------------------------------------------------------------------------------------------
@clause("TIG-GEN-7")
def is_division(s: TigersState, unit: int) -> bool:
    """Is the unit division-level? The 1. SS remainder is."""
    return bool(s.rules.division >> unit & 1)


@clause("TIG-GEN-7")
def is_sub_division(s: TigersState, unit: int) -> bool:
    """Is it a brigade, KG Peiper, a combat command or a cavalry group?"""
    return bool(s.rules.sub >> unit & 1)


@clause("TIG-GEN-6")
def is_pure_armor(s: TigersState, unit: int) -> bool:
    """Armor and Tigers."""
    return s.rules.arm[unit] in ("armor", "tiger")


@clause("TIG-GEN-6")
def is_mechanized(s: TigersState, unit: int) -> bool:
    """Armor, cavalry, panzer grenadiers, Tigers, Skorzeny."""
    return s.rules.arm[unit] in ("armor", "cavalry", "pg", "tiger", "skorzeny")


@clause("TIG-GEN-6")
def is_foot(s: TigersState, unit: int) -> bool:
    """Infantry and airborne."""
    return s.rules.arm[unit] in ("infantry", "airborne")


def is_us(s: TigersState, unit: int) -> bool:
    """Is the unit American?"""
    return bool(s.rules.us >> unit & 1)


def can_fight(s: TigersState, unit: int) -> bool:
    """Does it have a combat factor of 1 or more?"""
    return s.rules.factor[unit] >= 1


# --- hexes ------------------------------------------------------------------------------------------------------------
def is_forest(s: TigersState, place: int) -> bool:
    """Is there forest in the hex?"""
    return bool(s.rules.board.bit[place] & s.rules.forest)


@clause("TIG-GEN-8")
def controls(s: TigersState, side: int, place: int) -> bool:
    """Does the side control the hex? Every hex belongs to one side."""
    german = bool(s.german & s.rules.board.bit[place])
    return german if side == GERMAN else not german


@clause("TIG-ZOC-15")
def holds_friend(s: TigersState, side: int, place: int, but: int = 0) -> bool:
    """Is a unit of the side, of factor 1 or more and not among `but`, in the hex?"""
    return any(not but >> unit & 1 for unit in strong_at(s, side, place))


def ready_divisions_at(s: TigersState, side: int, place: int) -> list[int]:
    """The side's UnDisrupted divisions in a hex."""
    return [u for u in friends_at(s, side, place) if is_division(s, u) and not is_disrupted(s, u)]


@clause("TIG-GEN-9", "TIG-GEN-12", "TIG-FUEL-8")
def dump_bars(s: TigersState, side: int, place: int) -> bool:
    """Does the fuel dump keep the side out of the hex: known, not destroyed, Allied, and no Allied unit with it?

    While it is hidden nothing depends on it.
    """
    if side != GERMAN or s.dump != place or not s.dump_known or s.dump_gone:
        return False
    return controls(s, ALLIED, place) and not holds_friend(s, ALLIED, place)


# --- rulings that every chapter needs -----------------------------------------------------------------------------------
@clause("TIG-SEQ-1")
def not_yours(s: TigersState, side: int, unit: int) -> list[Ruling]:
    """What belongs to the other side cannot be done now."""
    if side_of(s, unit) == side:
        return []
    return [Ruling("TIG-SEQ-1", {"case": "unit.enemy", "unit": unit, "side": side})]


def off_map(s: TigersState, unit: int, cited: str) -> list[Ruling]:
    """A unit that is not on the map cannot do this; `cited` is the clause that would let one on the map."""
    return [] if on_map(s, unit) else [Ruling(cited, {"case": "unit.off", "unit": unit})]
