"""Chapter 4: Patton's prayer, and how many air units the weather lets fly."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.frames import Prayer
from echelon.systems.tigers.law.units import decode
from echelon.systems.tigers.state import CLEAR, GERMAN, SNOW, TigersState

__all__ = ["may_fly", "why_not_prayer"]

YES = 0  # `pray yes|no`


@clause("TIG-WX-5", "TIG-WX-6")
def why_not_prayer(s: TigersState, frame: Prayer, action: int) -> list[Ruling]:
    """`pray yes`, on a turn from the third on, once a game; `pray no` at any time."""
    _verb, (answer,) = decode(s, action)
    if answer != YES:
        return []
    rulings = []
    if s.prayed:
        rulings.append(Ruling("TIG-WX-6", {"case": "prayer.again"}))
    if s.turn < 3:
        rulings.append(Ruling("TIG-WX-6", {"case": "prayer.early", "turn": s.turn}))
    return rulings


@clause("TIG-WX-2", "TIG-WX-3", "TIG-WX-4")
def may_fly(s: TigersState, side: int) -> tuple[int, str]:
    """How many of a side's air units the weather lets fly in the whole turn, and the clause that says so."""
    units = sum(unit.side == side for unit in s.rules.air)
    if s.weather == CLEAR:
        return units, "TIG-WX-4"
    if s.weather == SNOW:
        return (1 if side == GERMAN else 0), "TIG-WX-2"
    return (2 if side == GERMAN else 3), "TIG-WX-3"
