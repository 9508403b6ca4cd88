"""What `play` reads instead of reckoning: steps and their costs, ways of lines, values by state, worked out once a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT
from echelon.mechanics.lines import Ways
from echelon.systems.colonnes.facts.compiled import ColonnesRules, board_and_forces
from echelon.systems.colonnes.facts.ground import FOOT, MOTORISED, step_rows, total
from echelon.systems.colonnes.frames import VERBS
from echelon.systems.colonnes.state import ALLIED, GERMAN

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.forces import Forces, Unit
    from echelon.core.rules import Scenario
    from echelon.core.system import System

__all__ = ["PlayRules", "Row", "compile_rules"]

_MOVE, _TAKE = VERBS.code("move"), VERBS.code("take")

# a step that the ground allows: the hex entered, its bit, its cost in half points, the action without the unit
Row = tuple[int, int, int, int]


class PlayRules(ColonnesRules):
    """The rules with the tables of `play`."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        self._values()
        self._steps()
        self._lines()
        self._sets()

    @clause("COL-UNI-1", "COL-UNI-2", "COL-UNI-5", "COL-CBT-11")
    def _values(self) -> None:
        """Values by unit and state: bit 0 reduced, bit 1 unsupplied; of movement bit 0 out of command, bit 1 unsupplied."""
        every = range(len(self.forces))
        self.way: tuple[int, ...] = tuple(MOTORISED if self.motorised >> u & 1 else FOOT for u in every)
        self.fights: tuple[bool, ...] = tuple(bool(self.combat >> u & 1) for u in every)
        self.holds: tuple[bool, ...] = tuple(bool(self.holding >> u & 1) for u in every)
        # who may join an attack: a headquarters that is made for it, a combat unit whatever it is worth (COL-CBT-11, COL-UNI-5)
        self.joins: tuple[bool, ...] = tuple(self.fights[u] or bool(self.hq >> u & 1 and self.attack[u][0]) for u in every)
        self.attacks: tuple[tuple[int, ...], ...] = tuple(  # COL-UNS-1, COL-UNS-2
            (full, less, full // 2, less // 2) for full, less in self.attack
        )
        self.defences: tuple[tuple[int, ...], ...] = tuple(
            (full, less, (full + 1) // 2, (less + 1) // 2) if self.halved >> u & 1 else (full, less, full, less)
            for u, (full, less) in enumerate(self.defence)
        )
        self.allowances: tuple[tuple[int, ...], ...] = tuple(self._allowances(u) for u in every)
        self.unit_bits: tuple[int, ...] = tuple(1 << u for u in every)
        self.takes: tuple[int, ...] = tuple(_TAKE | u << A_SHIFT for u in every)

    def _allowances(self, u: int) -> tuple[int, ...]:
        value = self.movement[u]
        strayed = (value + 1) // 2 if self.combat >> u & 1 and self.command_penalty else value  # COL-CMD-3
        unfed = [points // 2 if self.halved >> u & 1 else points for points in (value, strayed)]  # COL-UNS-2, COL-UNS-4
        return tuple(2 * points for points in (value, strayed, *unfed))

    def _steps(self) -> None:
        """Steps by way of moving, foot or motorised, and hex."""
        board, every = self.board, range(self.board.n)
        movers = [self.way.index(way) for way in (FOOT, MOTORISED)]
        rows: list[tuple[tuple[Row, ...], ...]] = []
        for mover in movers:
            found = []
            for a in every:
                here: list[Row] = []
                for b, bit, _side in board.near[a]:
                    cost = total(step_rows(self, mover, a, b))
                    if cost is not None:
                        here.append((b, bit, cost, _MOVE | b << B_SHIFT))
                found.append(tuple(here))
            rows.append(tuple(found))
        self.rows: tuple[tuple[tuple[Row, ...], ...], ...] = tuple(rows)
        self.costs: tuple[tuple[dict[int, int], ...], ...] = tuple(
            tuple({b: cost for b, _bit, cost, _action in here} for here in way) for way in self.rows
        )
        # the hexes that the ground lets one enter from a hex
        self.enterable: tuple[tuple[int, ...], ...] = tuple(
            tuple(sum(bit for _b, bit, _cost, _action in here) for here in way) for way in self.rows
        )
        # the actions of a first step, which may cost anything; those of a later one by hex and points, filled as they turn up
        self.first_steps: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple(row[3] for row in here) for here in way) for way in self.rows
        )
        self.later_steps: dict[int, tuple[int, ...]] = {}
        # by hex: the ferries that leave it, each with the far hex, its bit and the hexside
        self.ferries_of: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
            tuple((b, bit, side) for b, bit, side in board.near[a] if side & self.ferry) for a in every
        )
        light = self.infantry | self.hq | self.columns  # COL-MOV-8
        self.ferriable = (~0 if self.ferry_all else light) & self.of_side[GERMAN]

    def remember_steps(self, way: int, h: int, left: int) -> tuple[int, ...]:
        """The later steps from a hex for so many half points, nobody being near."""
        found = tuple(action for _b, _bit, cost, action in self.rows[way][h] if cost <= left)
        self.later_steps[(h << 1 | way) << 8 | left] = found
        return found

    def _lines(self) -> None:
        """The ways of supply lines by side, and of command and adjacency."""
        lattice, bits = self.board.lattice, self.board.bit
        dry = lattice.all_sides & ~self.rhone

        def by(sides: int) -> Ways:
            def allowed(_a: int, b: int, side: int) -> bool:
                return bool(side & sides) and bool(not bits[b] & self.mountain or side & self.road)

            return Ways(lattice, allowed)

        # COL-SUP-8: ferries serve German lines only, mountains are entered by road
        self.ways: tuple[Ways, Ways] = (by(dry), by(dry | self.ferry))
        self.on_land = Ways(lattice, lambda a, b, side: bool(side & dry))  # COL-ZOC-1
        self.by_ferry = Ways(lattice, lambda a, b, side: bool(side & (dry | self.ferry)))  # COL-CMD-1, COL-CL-17
        self._ranges: dict[tuple[int, int], int] = {}  # by hex and range, filled as they turn up
        # by hex: its neighbours not across the Rhône
        self.grip: tuple[int, ...] = tuple(
            sum(bit for _b, bit, side in self.board.near[h] if not side & self.rhone) for h in range(self.board.n)
        )

    def free_range(self, h: int, steps: int) -> int:
        """The hexes that a command path from a hex could come to if there were no enemies (COL-CMD-1)."""
        found = self._ranges.get((h, steps))
        if found is None:
            found = self._ranges[h, steps] = self.by_ferry.within(self.board.bit[h], self.board.all, steps)
        return found

    @clause("COL-UNI-4", "COL-CON-2", "COL-TER-6")
    def _sets(self) -> None:
        board, every = self.board, range(self.board.n)
        # the neighbours that have to be held or covered in a concentric attack (COL-CON-2)
        impassable = self.mountain & ~self.roads
        self.surround: tuple[int, ...] = tuple(self.grip[h] & ~impassable for h in every)
        # the neighbours across a river (COL-TER-6)
        self.across: tuple[int, ...] = tuple(sum(bit for _b, bit, side in board.near[h] if side & self.rivers) for h in every)
        # the units of a formation by its headquarters, itself among them (COL-CMD-2)
        self.formed: dict[int, int] = {
            hq: sum(1 << u for u, own in enumerate(self.own_hq) if own == hq and self.holding >> u & 1)
            for side in (ALLIED, GERMAN)
            for hq in self.hqs[side]
        }
        self.formation_units = sum(1 << u for u, f in enumerate(self.formation) if f and self.combat >> u & 1)
        first, columns = self.forces.ranges, self.columns
        self.own_columns: tuple[tuple[int, ...], ...] = tuple(
            tuple(u for u in range(*first[side]) if columns >> u & 1) for side in (ALLIED, GERMAN)
        )
        # sources of the same edge and bank by hex (COL-REN-1)
        self.other_sources: dict[int, int] = {}
        for side in (ALLIED, GERMAN):
            for edge in self.edges[side]:
                for h in board.members(edge):
                    bank = self.west_bank if board.bit[h] & self.west_bank else ~self.west_bank
                    self.other_sources[h] = edge & bank


def compile_rules(
    system: System, scenario: Scenario, options: Mapping[str, str], board: Board | None, units: Sequence[Unit]
) -> PlayRules:
    """The rules of a scenario, or of a position that brings its own board or units."""
    return PlayRules(system, scenario, options, *board_and_forces(board, units))
