"""What `play` reads instead of reckoning: neighbours by kind of hexside, reaches of zones, worked out once a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.systems.tigers.facts.compiled import TigersRules, board_and_forces
from echelon.systems.tigers.play.crossings import Crossings

if TYPE_CHECKING:
    from echelon.core.board import Board
    from echelon.core.forces import Forces, Unit
    from echelon.core.rules import Scenario
    from echelon.core.system import System

__all__ = ["PlayRules", "compile_rules"]


class PlayRules(TigersRules):
    """The rules with the tables of `play`."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        every = range(board.n)
        # the zone of pure armor from each hex: not into forest except along a road (TIG-ZOC-3); a road over a river
        # needs its bridge, so those forest hexes are listed with their hexside and looked up in play (TIG-ZOC-12)
        self.armor_reach: tuple[int, ...] = tuple(self._armor_reach(h) for h in every)
        self.armor_bridges: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple(
                (bit, side) for _o, bit, side in board.near[h] if bit & self.forest and side & self.road and side & self.river
            )
            for h in every
        )
        self.crossings = Crossings(self)

    def _armor_reach(self, h: int) -> int:
        found = 0
        for _other, bit, side in self.board.near[h]:
            if not bit & self.forest or (side & self.road and not side & self.river):
                found |= bit
        return found


def compile_rules(
    system: System, scenario: Scenario, options: Mapping[str, str], board: Board | None, units: Sequence[Unit]
) -> PlayRules:
    """The rules of a scenario, or of a position that brings its own board or units."""
    return PlayRules(system, scenario, options, *board_and_forces(board, units))
