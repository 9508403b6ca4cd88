"""Chapters 1 and 2: whose a counter is, of what type, what it is worth now."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED, ColonnesState

__all__ = [
    "attack_of", "decode", "defence_of", "enemy_of", "holds", "is_column", "is_convoy", "is_fighter",
    "is_headquarters", "is_independent", "is_out_of_command", "joins_attacks", "members", "movement_of", "not_yours", "off_map",
    "on_foot", "own_counters", "owner", "steps_of",
]  # fmt: skip

FIGHTERS = ("inf", "mot", "mec", "bld", "rec", "gen")


def decode(s: ColonnesState, action: int) -> tuple[str, tuple[int, ...]]:
    """An action as its verb and fields."""
    verbs = s.rules.verbs
    return verbs.verb(action).name, verbs.fields(action)


def members(mask: int) -> list[int]:
    """The units of a mask, lowest first."""
    return bits_of(mask)


def enemy_of(side: int) -> int:
    """The other side."""
    return GERMAN if side == ALLIED else ALLIED


def owner(s: ColonnesState, unit: int) -> int:
    """The side a counter belongs to."""
    return s.rules.forces.side_of[unit]


def own_counters(s: ColonnesState, side: int) -> list[int]:
    """Everything of a side on the map."""
    return [u for u in range(len(s.pos)) if owner(s, u) == side and on_map(s, u)]


# --- types --------------------------------------------------------------------------------------------------------------
@clause("COL-UNI-2")
def is_fighter(s: ColonnesState, unit: int) -> bool:
    """Combat units are infantry of all kinds, armour, reconnaissance and heavy engineers."""
    return s.rules.arm[unit] in FIGHTERS


def is_headquarters(s: ColonnesState, unit: int) -> bool:
    """A headquarters of any level?"""
    return s.rules.arm[unit] == "qg"


def is_column(s: ColonnesState, unit: int) -> bool:
    """A logistic column?"""
    return s.rules.arm[unit] == "cl"


def is_convoy(s: ColonnesState, unit: int) -> bool:
    """A convoy?"""
    return s.rules.arm[unit] == "cvi"


@clause("COL-GEN-4")
def holds(s: ColonnesState, unit: int) -> bool:
    """Is it a *unit* that blocks, occupies and opens a hex? Combat units and headquarters are."""
    return is_fighter(s, unit) or is_headquarters(s, unit)


@clause("COL-CBT-11", "COL-UNI-5")
def joins_attacks(s: ColonnesState, unit: int) -> bool:
    """Combat units may whatever they are worth, headquarters with an attack value on the counter."""
    return is_fighter(s, unit) or (is_headquarters(s, unit) and s.rules.attack[unit][0] > 0)


@clause("COL-UNI-1")
def on_foot(s: ColonnesState, unit: int) -> bool:
    """Infantry goes on foot; everything else is motorised."""
    return s.rules.arm[unit] == "inf"


@clause("COL-UNI-4")
def is_independent(s: ColonnesState, unit: int) -> bool:
    """A combat unit without formation?"""
    return is_fighter(s, unit) and not s.rules.formation[unit]


# --- values -------------------------------------------------------------------------------------------------------------
@clause("COL-UNI-3", "COL-RES-3")
def steps_of(s: ColonnesState, unit: int) -> int:
    """The steps a counter has left; a logistic column has none."""
    if is_column(s, unit):
        return 0
    return s.rules.steps[unit] - 1 if s.status[unit] & REDUCED else s.rules.steps[unit]


def _is_unsupplied(s: ColonnesState, unit: int) -> bool:
    """Was it found without supply? The effects of 7.3 do not touch a column (COL-CL-21)."""
    return bool(s.unsupplied >> unit & 1) and not is_column(s, unit)


@clause("COL-CMD-3")
def is_out_of_command(s: ColonnesState, unit: int) -> bool:
    """A combat unit that was found out of command, if that matters in this game."""
    return s.rules.command_penalty and is_fighter(s, unit) and not s.commanded >> unit & 1


@clause("COL-UNI-3", "COL-UNS-1", "COL-UNS-2", "COL-UNS-3")
def attack_of(s: ColonnesState, unit: int) -> int:
    """The value of the present face; unsupplied half of it, rounded down."""
    full, reduced = s.rules.attack[unit]
    value = reduced if s.status[unit] & REDUCED else full
    return value // 2 if _is_unsupplied(s, unit) else value


@clause("COL-UNI-3", "COL-UNS-1", "COL-UNS-2", "COL-UNS-3")
def defence_of(s: ColonnesState, unit: int) -> int:
    """The value of the present face; what is unsupplied and not infantry keeps half, rounded up."""
    full, reduced = s.rules.defence[unit]
    value = reduced if s.status[unit] & REDUCED else full
    return value - value // 2 if _is_unsupplied(s, unit) and not on_foot(s, unit) else value


@clause("COL-CMD-3", "COL-UNS-1", "COL-UNS-2", "COL-UNS-4", "COL-CL-1")
def movement_of(s: ColonnesState, unit: int) -> int:
    """Movement value in half points: halved upwards out of command, then downwards without supply, on whole points."""
    value = s.rules.movement[unit]
    if is_out_of_command(s, unit):
        value = value - value // 2
    if _is_unsupplied(s, unit) and not on_foot(s, unit):
        value = value // 2
    return 2 * value


# --- rulings that every chapter needs -----------------------------------------------------------------------------------
@clause("COL-SEQ-1")
def not_yours(s: ColonnesState, side: int, unit: int) -> list[Ruling]:
    """What belongs to the other side cannot be named now."""
    if owner(s, unit) == side:
        return []
    return [Ruling("COL-SEQ-1", {"case": "unit.enemy", "unit": unit, "side": side})]


def off_map(s: ColonnesState, unit: int, cited: str) -> list[Ruling]:
    """What is not on the map does nothing; `cited` is the clause that would let it act."""
    return [] if on_map(s, unit) else [Ruling(cited, {"case": "unit.off", "unit": unit})]
