"""Chapters 5 and 7.2: who may spend logistic columns on a combat, and which headquarters support it."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.frames import AttackSupport, DefenceSupport
from echelon.systems.colonnes.law.command import is_own_headquarters
from echelon.systems.colonnes.law.ground import has_ferry, hexside, is_rhone
from echelon.systems.colonnes.law.units import (
    decode,
    is_column,
    is_fighter,
    is_headquarters,
    is_independent,
    is_out_of_command,
    members,
    not_yours,
    own_counters,
    owner,
)
from echelon.systems.colonnes.law.zones import holders_at
from echelon.systems.colonnes.state import SUPPORTED, ColonnesState

__all__ = ["has_something_to_put_in", "participants", "why_not_attack_support", "why_not_defence_support"]


@clause("COL-CL-16")
def why_not_attack_support(s: ColonnesState, frame: AttackSupport, action: int) -> list[Ruling]:
    """`spend COLUMN`, `support HEADQUARTERS`, `done`, of the attacker."""
    return _why_not(s, frame.side, True, action)


@clause("COL-CL-16")
def why_not_defence_support(s: ColonnesState, frame: DefenceSupport, action: int) -> list[Ruling]:
    """The same of the defender."""
    return _why_not(s, frame.side, False, action)


def _why_not(s: ColonnesState, side: int, attacks: bool, action: int) -> list[Ruling]:
    verb, fields = decode(s, action)
    if verb == "done":
        return []
    wrong = not_yours(s, side, fields[0])
    if wrong:
        return wrong
    return (why_not_spend if verb == "spend" else why_not_support)(s, side, attacks, fields[0])


def has_something_to_put_in(s: ColonnesState, side: int, attacks: bool) -> bool:
    """Is there a column the side could spend now, or a headquarters that could support it?"""
    own = own_counters(s, side)
    spend = any(not why_not_spend(s, side, attacks, unit) for unit in own)
    return spend or any(not why_not_support(s, side, attacks, unit) for unit in own)


@clause("COL-QG-5", "COL-CL-22")
def participants(s: ColonnesState, side: int, attacks: bool) -> list[int]:
    """Who takes part in the combat for a side: the attackers, or the combat units and headquarters in the attacked hex."""
    return members(s.attackers) if attacks else holders_at(s, side, s.target)


# --- logistic columns ---------------------------------------------------------------------------------------------------
@clause("COL-CL-5", "COL-CL-6", "COL-CL-16", "COL-CL-17")
def why_not_spend(s: ColonnesState, side: int, attacks: bool, unit: int) -> list[Ruling]:
    """A column on the map, not spent yet, near enough; and somebody in command takes part."""
    if not is_column(s, unit):
        return [Ruling("COL-CL-17", {"case": "spend.other", "unit": unit})]
    if not on_map(s, unit):
        return [Ruling("COL-CL-17", {"case": "spend.off", "unit": unit})]
    rulings = []
    if s.spent >> unit & 1:
        rulings.append(Ruling("COL-CL-17", {"case": "spend.again", "unit": unit}))
    hexes = sorted({s.pos[u] for u in members(s.attackers)}) if attacks else [s.target]
    if not any(_beside(s, s.pos[unit], h) for h in hexes):
        facts = {"unit": unit, "hex_from": s.pos[unit], "hexes": tuple(hexes)}
        rulings.append(Ruling("COL-CL-5" if attacks else "COL-CL-6", facts))
    if not somebody_in_command(s, side, attacks):
        rulings.append(Ruling("COL-CL-8", {"unit": unit, "units": tuple(participants(s, side, attacks))}))
    return rulings


@clause("COL-CL-17")
def _beside(s: ColonnesState, a: int, b: int) -> bool:
    """In the same hex, or adjacent and not across the Rhône without ferry."""
    if a == b:
        return True
    return hexside(s, a, b) is not None and (not is_rhone(s, a, b) or has_ferry(s, a, b))


@clause("COL-CL-8", "COL-CL-9", "COL-CL-13", "COL-CL-14", "COL-CL-22", "COL-CL-23")
def somebody_in_command(s: ColonnesState, side: int, attacks: bool) -> bool:
    """One unit is enough: of a formation under its headquarters, or an independent one under any; or a headquarters itself.

    With option `cl_command` one of each kind that takes part.
    """
    those = participants(s, side, attacks)
    of_formations = [u for u in those if not _without_formation(s, u)]
    others = [u for u in those if _without_formation(s, u)]
    if s.rules.each_command and of_formations and others:
        return any(_serves(s, u) for u in of_formations) and any(_serves(s, u) for u in others)
    return any(_serves(s, u) for u in those)


def _without_formation(s: ColonnesState, unit: int) -> bool:
    """Independent units, and corps and army headquarters."""
    return is_independent(s, unit) or (is_headquarters(s, unit) and s.rules.level[unit] != "formation")


@clause("COL-CL-8", "COL-CL-9", "COL-CL-22")
def _serves(s: ColonnesState, unit: int) -> bool:
    """Was it found within the command range that matters for it (COL-CMD-2)? A headquarters is within its own."""
    return is_headquarters(s, unit) or (is_fighter(s, unit) and bool(s.commanded >> unit & 1))


# --- headquarters -------------------------------------------------------------------------------------------------------
@clause("COL-QG-1", "COL-QG-2", "COL-CMD-4")
def why_not_support(s: ColonnesState, side: int, attacks: bool, unit: int) -> list[Ruling]:
    """A supplied headquarters on the map, once in a segment, if a unit under its command takes part."""
    if not is_headquarters(s, unit) or s.rules.support[unit] < 1:
        return [Ruling("COL-QG-1", {"case": "support.none", "unit": unit})]
    if not on_map(s, unit):
        return [Ruling("COL-QG-1", {"case": "unit.off", "unit": unit})]
    rulings = []
    if s.status[unit] & SUPPORTED:
        rulings.append(Ruling("COL-QG-1", {"case": "support.again", "unit": unit}))
    if s.unsupplied >> unit & 1:
        rulings.append(Ruling("COL-QG-2", {"unit": unit}))
    if not any(opens_support(s, unit, other) for other in participants(s, side, attacks)):
        rulings.append(Ruling("COL-QG-1", {"unit": unit, "units": tuple(participants(s, side, attacks))}))
    return rulings


@clause("COL-QG-1", "COL-QG-5", "COL-CMD-3")
def opens_support(s: ColonnesState, headquarters: int, unit: int) -> bool:
    """In range, in command at all, and of its formation if it is a formation's headquarters."""
    if owner(s, unit) != owner(s, headquarters):
        return False
    in_range = any(row == headquarters and mask >> unit & 1 for row, mask in s.reach)
    if not in_range or is_out_of_command(s, unit):
        return False
    return s.rules.level[headquarters] != "formation" or is_own_headquarters(s, headquarters, unit)
