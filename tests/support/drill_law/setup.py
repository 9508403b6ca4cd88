"""Chapter 3: the minefield."""

from __future__ import annotations

from typing import Any

from drill_law.facts import facts_of
from drill_law.frames import Mine
from drill_law.units import decode
from echelon.core.rulings import Ruling, clause

__all__ = ["may_be_mined", "why_not_mine"]


@clause("DRL-SET-1")
def may_be_mined(state: Any, place: int) -> bool:
    """Does the scenario list the hex? Who stands there makes no difference."""
    return bool(state.rules.board.bit[place] & facts_of(state).mines)


@clause("DRL-SET-1")
def why_not_mine(state: Any, frame: Mine, action: int) -> list[Ruling]:
    """`mine HEX`: Red mines one of the hexes the scenario lists."""
    _verb, (place,) = decode(state, action)
    if may_be_mined(state, place):
        return []
    listed = tuple(state.rules.board.members(facts_of(state).mines))
    return [Ruling("DRL-SET-1", {"hex": place, "hexes": listed})]
