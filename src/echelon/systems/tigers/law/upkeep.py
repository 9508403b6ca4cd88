"""Chapter 15: entrenchment at the end of a player-turn."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import is_disrupted
from echelon.systems.tigers.frames import Entrench
from echelon.systems.tigers.law.units import decode, is_division, not_yours, off_map
from echelon.systems.tigers.state import ATTACKED, ENTRENCHED, MOVED, SHIFTED, TigersState

__all__ = ["why_not_entrench"]


def why_not_entrench(s: TigersState, frame: Entrench, action: int) -> list[Ruling]:
    """`dig UNIT`, or `end`, which is free at any time."""
    verb, fields = decode(s, action)
    if verb == "end":
        return []
    (unit,) = fields
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "TIG-ENT-1")]
    return [*rulings, *cannot_dig(s, unit), *too_busy(s, unit)]


@clause("TIG-ENT-1", "TIG-ENT-7")
def cannot_dig(s: TigersState, unit: int) -> list[Ruling]:
    """UnDisrupted infantry, airborne and panzer grenadier divisions entrench, no brigades; once."""
    rulings = []
    if s.rules.arm[unit] not in ("infantry", "airborne", "pg"):
        rulings.append(Ruling("TIG-ENT-1", {"case": "dig.arm", "unit": unit}))
    elif not is_division(s, unit):
        rulings.append(Ruling("TIG-ENT-7", {"case": "dig.size", "unit": unit}))
    if is_disrupted(s, unit):
        rulings.append(Ruling("TIG-ENT-1", {"case": "dig.disrupted", "unit": unit}))
    if s.status[unit] & ENTRENCHED:
        rulings.append(Ruling("TIG-ENT-1", {"case": "dig.again", "unit": unit}))
    return rulings


@clause("TIG-ENT-1", "TIG-ENT-6")
def too_busy(s: TigersState, unit: int) -> list[Ruling]:
    """No operational step, attack, retreat or advance in its own player-turn."""
    rulings = []
    if s.status[unit] & (MOVED | ATTACKED):
        rulings.append(Ruling("TIG-ENT-1", {"case": "dig.used", "unit": unit}))
    if s.status[unit] & SHIFTED:
        rulings.append(Ruling("TIG-ENT-6", {"case": "dig.shifted", "unit": unit}))
    return rulings
