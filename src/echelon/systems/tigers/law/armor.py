"""Chapter 5: U.S. armored divisions and their combat commands."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import friends_at, units_at
from echelon.systems.tigers.frames import Armor, Combine
from echelon.systems.tigers.law.units import decode, is_division, is_us, not_yours, off_map
from echelon.systems.tigers.state import ALLIED, TigersState

__all__ = ["why_not_armor", "why_not_combine"]

COMMANDS = 3  # of a division


def why_not_armor(s: TigersState, frame: Armor, action: int) -> list[Ruling]:
    """`break UNIT`, `combine DIVISION HEX`, or `end`, which is free at any time."""
    verb, fields = decode(s, action)
    if verb == "end":
        return []
    unit = fields[0]
    rulings = [*not_yours(s, frame.side, unit), *no_armored_division(s, unit), *touched_already(s, unit)]
    if verb == "break":
        return [*rulings, *off_map(s, unit, "TIG-RNF-14"), *too_few_in_pool(s)]
    return [*rulings, *not_in_the_box(s, unit), *too_few_stacked(s, fields[1])]


@clause("TIG-RNF-14", "TIG-RNF-15")
def no_armored_division(s: TigersState, unit: int) -> list[Ruling]:
    """Only U.S. armored divisions; British armor cannot."""
    if is_us(s, unit) and is_division(s, unit) and s.rules.arm[unit] == "armor":
        return []
    cited = "TIG-RNF-15" if s.rules.british >> unit & 1 else "TIG-RNF-14"
    return [Ruling(cited, {"case": "armor.other", "unit": unit})]


@clause("TIG-RNF-18")
def touched_already(s: TigersState, unit: int) -> list[Ruling]:
    """At most once in a phase."""
    return [Ruling("TIG-RNF-18", {"unit": unit})] if s.placed >> unit & 1 else []


@clause("TIG-RNF-14")
def too_few_in_pool(s: TigersState) -> list[Ruling]:
    """Three commands must be in the pool."""
    pool = [u for u in units_at(s, s.rules.pool) if is_command(s, u)]
    return [] if len(pool) >= COMMANDS else [Ruling("TIG-RNF-14", {"case": "armor.pool", "number": len(pool)})]


@clause("TIG-RNF-15")
def not_in_the_box(s: TigersState, unit: int) -> list[Ruling]:
    """Combining takes a division from the box."""
    return [] if s.pos[unit] == s.rules.broken else [Ruling("TIG-RNF-15", {"case": "armor.box", "unit": unit})]


def is_command(s: TigersState, unit: int) -> bool:
    """Is it a U.S. combat command?"""
    return bool(s.rules.command >> unit & 1) and is_us(s, unit)


@clause("TIG-RNF-14", "TIG-RNF-18")
def ready_commands(s: TigersState, place: int) -> list[int]:
    """The combat commands in a hex that were not made in this phase."""
    return [u for u in friends_at(s, ALLIED, place) if is_command(s, u) and not s.placed >> u & 1]


@clause("TIG-RNF-14", "TIG-RNF-18")
def too_few_stacked(s: TigersState, place: int) -> list[Ruling]:
    """Three commands, not made in this phase, must be stacked together."""
    if len(ready_commands(s, place)) >= COMMANDS:
        return []
    stacked = [u for u in friends_at(s, ALLIED, place) if is_command(s, u)]
    cited = "TIG-RNF-18" if len(stacked) >= COMMANDS else "TIG-RNF-14"
    case = "armor.few" if stacked else "armor.none"
    return [Ruling(cited, {"case": case, "hex": place, "units": tuple(stacked)})]


@clause("TIG-RNF-14")
def why_not_combine(s: TigersState, frame: Combine, action: int) -> list[Ruling]:
    """`add UNIT`: a command of the hex, not chosen yet."""
    _verb, (unit,) = decode(s, action)
    rulings = not_yours(s, frame.side, unit)
    if unit not in ready_commands(s, frame.hex):
        rulings.append(Ruling("TIG-RNF-14", {"case": "armor.elsewhere", "unit": unit, "hex": frame.hex}))
    if frame.units >> unit & 1:
        rulings.append(Ruling("TIG-RNF-14", {"case": "armor.chosen", "unit": unit}))
    return rulings
