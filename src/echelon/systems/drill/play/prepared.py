"""What `play` reads instead of reckoning: the steps, zones and strikes from every hex, worked out once a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.core.rulings import clause
from echelon.systems.drill.facts import ARMOUR, ARMS, DrillRules, board_and_forces, total_cost

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.forces import Forces, Unit
    from echelon.core.rules import Scenario
    from echelon.core.system import System

__all__ = ["PlayRules", "compile_rules"]


class PlayRules(DrillRules):
    """The rules with the tables of `play`, by arm and hex."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        every = range(board.n)
        self.open_sides: int = 0
        for h in every:
            for _other, _bit, side in board.near[h]:
                self.open_sides |= side
        self.open_sides &= ~self.ford
        self.zone_reach = tuple(_neighbours(self, h) for h in every)
        self.steps = tuple(tuple(_steps(self, arm, h) for h in every) for arm in range(len(ARMS)))
        self.price = tuple(tuple({h: cost for cost, h, _ in row} for row in table) for table in self.steps)
        self.cheapest = tuple(tuple(min(row.values(), default=99) for row in table) for table in self.price)
        self.strike = tuple(
            tuple(self.zone_reach[h] if arm == ARMOUR else board.ring_of[h] for h in every) for arm in range(len(ARMS))
        )


@clause("DRL-ZOC-1", "DRL-CBT-3")
def _neighbours(rules: DrillRules, h: int) -> int:
    """The adjacent hexes that no unbridged river parts from this one."""
    found = 0
    for _other, bit, side in rules.board.near[h]:
        if not side & rules.ford:
            found |= bit
    return found


@clause("DRL-MOV-1", "DRL-MOV-2", "DRL-MOV-3", "DRL-MOV-4", "DRL-MOV-5")
def _steps(rules: DrillRules, arm: int, h: int) -> tuple[tuple[int, int, int], ...]:
    """The steps an arm can make from a hex: (half points, hex, bit)."""
    found = []
    for other, bit, _side in rules.board.near[h]:
        cost = total_cost(rules, arm, h, other)
        if cost is not None:
            found.append((cost, other, bit))
    return tuple(found)


def compile_rules(
    system: System, scenario: Scenario, options: Mapping[str, str], board: Board | None, units: Sequence[Unit]
) -> PlayRules:
    """The rules of a scenario, or of a position that brings its own board or units."""
    return PlayRules(system, scenario, options, *board_and_forces(scenario, board, units))
