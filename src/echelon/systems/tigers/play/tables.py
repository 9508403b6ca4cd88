"""What `play` reads instead of reckoning: neighbours by kind of hexside, reaches of zones, worked out once a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.systems.tigers.facts.compiled import TigersRules, board_and_forces
from echelon.systems.tigers.play.side_lists import SideList

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
        self._bridge_work()
        # whose player-turn each step of the sequence belongs to, dice included
        self.phasing: tuple[int, ...] = tuple(0 if step.name.startswith("B") else 1 for step in self.sequence)

    def _bridge_work(self) -> None:
        """By hex, the river hexsides that touch a corner of it without being its own (TIG-BRG-10); the actions by hexside."""
        board, rays = self.board, [0] * self.board.n
        for side in self.hexsides:
            a, b = board.side_hexes(side)
            for h in board.members(board.ring_of[a] & board.ring_of[b]):
                rays[h] |= side
        self.radiating: tuple[int, ...] = tuple(rays)
        self.radiant: int = sum(board.bit[h] for h in range(board.n) if rays[h])
        make = self.verbs.make
        numbered = tuple(enumerate(self.hexsides))
        self.builds, self.blows, self.dismantles, self.busts = (
            SideList((side, make(verb, *first, i)) for i, side in numbered)
            for verb, first in (("build", ()), ("blow", ()), ("dismantle", ()), ("bust", (0,)))
        )

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
