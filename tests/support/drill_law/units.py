"""Chapters 1 and 2: whose a unit is, whether it is fit, what lies between two hexes."""

from __future__ import annotations

from typing import Any

from drill_law.facts import ARMOUR, BLUE, RED, SHAKEN, facts_of, on_map
from echelon.core.rulings import Ruling, clause

__all__ = ["decode", "enemy_of", "gone", "hexside", "is_armour", "is_fit", "not_yours", "owner"]


def decode(state: Any, action: int) -> tuple[str, tuple[int, ...]]:
    """An action as its verb and fields."""
    verbs = state.rules.verbs
    return verbs.verb(action).name, verbs.fields(action)


def enemy_of(side: int) -> int:
    """The other side."""
    return RED if side == BLUE else BLUE


def owner(state: Any, unit: int) -> int:
    """The side a unit belongs to."""
    return state.rules.forces.side_of[unit]


def is_armour(state: Any, unit: int) -> bool:
    """Is the unit armour? The only other arm is infantry."""
    return facts_of(state).arm[unit] == ARMOUR


@clause("DRL-GEN-4")
def is_fit(state: Any, unit: int) -> bool:
    """A unit is fit or Shaken."""
    return not state.status[unit] & SHAKEN


def hexside(state: Any, a: int, b: int) -> int | None:
    """The hexside between two hexes, or None if they are not adjacent."""
    for other, _bit, side in state.rules.board.near[a]:
        if other == b:
            return side
    return None


@clause("DRL-SEQ-1")
def not_yours(state: Any, side: int, unit: int) -> list[Ruling]:
    """What belongs to the other side cannot be done now."""
    if owner(state, unit) == side:
        return []
    return [Ruling("DRL-SEQ-1", {"case": "unit.enemy", "unit": unit, "side": side})]


def gone(state: Any, unit: int, cited: str) -> list[Ruling]:
    """An eliminated unit does nothing any more; `cited` is the clause that would let a unit on the map act."""
    return [] if on_map(state, unit) else [Ruling(cited, {"case": "unit.gone", "unit": unit})]
