"""Chapter 3: the minefield."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.drill.frames import Mine
from echelon.systems.drill.law.units import decode
from echelon.systems.drill.state import DrillState

__all__ = ["may_be_mined", "why_not_mine"]


@clause("DRL-SET-1")
def may_be_mined(state: DrillState, place: int) -> bool:
    """Does the scenario list the hex? Who stands there makes no difference."""
    return bool(state.rules.board.bit[place] & state.rules.mines)


@clause("DRL-SET-1")
def why_not_mine(state: DrillState, frame: Mine, action: int) -> list[Ruling]:
    """`mine HEX`: Red mines one of the hexes the scenario lists."""
    _verb, (place,) = decode(state, action)
    if may_be_mined(state, place):
        return []
    listed = tuple(state.rules.board.members(state.rules.mines))
    return [Ruling("DRL-SET-1", {"hex": place, "hexes": listed})]
