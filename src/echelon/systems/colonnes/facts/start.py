"""A state with nobody on the map, and the set-up of a scenario."""

from __future__ import annotations

from array import array
from typing import Any

from echelon.core.rulings import clause
from echelon.systems.colonnes.state import UNKNOWN, ColonnesState

__all__ = ["blank", "set_up"]


def blank(rules: Any) -> ColonnesState:
    """A state with nobody on the map, at the start of turn 1; logistic columns wait in their pool."""
    s = ColonnesState.fresh(rules)
    s.pos = array("H", (rules.pool if rules.columns >> u & 1 else rules.gone for u in range(len(rules.forces))))
    s.unsupplied = s.commanded = UNKNOWN
    s.target = -1
    return s


@clause("COL-SET-1")
def set_up(s: ColonnesState) -> None:
    """Everybody where the order of battle puts him: on the map at the start, or still to come."""
    rules = s.rules
    for u, unit in enumerate(rules.forces.units):
        if not rules.columns >> u & 1:
            now = "turn" not in unit.values and rules.start[u] in rules.board.ids
            s.pos[u] = rules.board.ids[rules.start[u]] if now else rules.due if rules.start[u] else rules.gone
    rules.rebuild(s)
