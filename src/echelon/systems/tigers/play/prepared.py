"""What `play` reads instead of reckoning: neighbours by kind of hexside, reaches of zones, worked out once a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from echelon.core.fields import bits_of
from echelon.core.verbs import B_SHIFT, C_SHIFT
from echelon.systems.tigers.facts.compiled import TigersRules, board_and_forces
from echelon.systems.tigers.frames import ROAD_RATE, VERBS
from echelon.systems.tigers.play.approaches import Approaches
from echelon.systems.tigers.play.crossings import Crossings
from echelon.systems.tigers.play.roster import Roster

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.forces import Forces, Unit
    from echelon.core.rules import Scenario
    from echelon.core.system import System
    from echelon.systems.tigers.state import TigersState

__all__ = ["FOOT", "MECH", "Around", "Dry", "Hop", "PlayRules", "Wet", "compile_rules"]

FOOT, MECH = 0, 1  # two ways to pay for a step: infantry and airborne; everybody else (TIG-MOV-7)
_MOVE = VERBS.code("move")
_BY_ROAD = ROAD_RATE << C_SHIFT

# a neighbour not across a river: hex, bit, cost at normal rate, action without the unit, the same at road rate (0: no road)
Dry = tuple[int, int, int, int, int]
# a neighbour across a river: hex, bit, hexside, cost over a bridge, cost without one (0: cannot), action, at road rate
Wet = tuple[int, int, int, int, int, int, int]
# a step to a neighbour: hexside, is it a river, cost at normal rate on dry ground or over a bridge, without one (0: cannot)
Hop = tuple[int, bool, int, int]
# hex, bit, then as in a Hop, then the actions
Around = tuple[int, int, int, bool, int, int, int, int]


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
        self._movement()
        self.crossings = Crossings(self)
        self.rosters = (Roster(self, 0), Roster(self, 1))
        self.listed: dict[int, tuple[int, ...]] = {}  # reinforcements listed by a turn, filled by `play.reinforcements`
        self.called_early = tuple(u for u, start in enumerate(self.start) if start == "E*")  # TIG-RNF-8
        # U.S. armored divisions and combat commands, in the order of the unit tables (TIG-RNF-14)
        self.us_armor = tuple(bits_of(self.division & self.armor & self.us & self.of_side[1]))
        self.us_commands = tuple(bits_of(self.command & self.us & self.of_side[1]))
        self._distances()
        # --- attack allocation and odds ---
        self.approaches = Approaches(self)

    def _movement(self) -> None:
        """What a step costs, by way of paying and hex, as far as it does not change in play."""
        board, every = self.board, range(self.board.n)
        # by unit, what is asked so often that a lookup beats a shift
        every_unit = range(len(self.forces))
        self.unit_bit: tuple[int, ...] = tuple(1 << u for u in every_unit)
        self.is_strong: tuple[bool, ...] = tuple(bool(self.strong_units >> u & 1) for u in every_unit)
        self.is_division: tuple[bool, ...] = tuple(bool(self.division >> u & 1) for u in every_unit)
        # the OMF of all units by phase: 2 for step d, and 1 more while the Germans are short of fuel (see `facts.units.omf`)
        self.phase: tuple[int, ...] = tuple(2 if blitz else 0 for blitz in self.blitz)
        self.points: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._points(u, short, blitz) for u in every_unit) for blitz in (False, True) for short in (False, True)
        )
        self.way: tuple[int, ...] = tuple(FOOT if self.foot >> u & 1 else MECH for u in range(len(self.forces)))
        self.hops: tuple[tuple[dict[int, Hop], ...], ...] = tuple(
            tuple(
                {other: self._hop(way, bit, side) for other, bit, side in board.near[h]}
                for h in every
            )
            for way in (FOOT, MECH)
        )  # fmt: skip
        self.dry: tuple[tuple[tuple[Dry, ...], ...], ...] = tuple(
            tuple(
                tuple(
                    (o, bit, self._hop(way, bit, side)[2], *self._actions(o, side))
                    for o, bit, side in board.near[h] if not side & self.river
                )
                for h in every
            )
            for way in (FOOT, MECH)
        )  # fmt: skip
        self.wet: tuple[tuple[tuple[Wet, ...], ...], ...] = tuple(
            tuple(
                tuple(
                    (o, bit, side, *self._hop(way, bit, side)[2:], *self._actions(o, side))
                    for o, bit, side in board.near[h] if side & self.river
                )
                for h in every
            )
            for way in (FOOT, MECH)
        )  # fmt: skip
        self.around: tuple[tuple[tuple[Around, ...], ...], ...] = tuple(
            tuple(
                tuple(
                    (o, bit, *self._hop(way, bit, side), *self._actions(o, side)) for o, bit, side in board.near[h]
                )
                for h in every
            )
            for way in (FOOT, MECH)
        )  # fmt: skip
        self.river_near: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((bit, side) for _o, bit, side in board.near[h] if side & self.river) for h in every
        )
        self.river_bits: tuple[int, ...] = tuple(sum(bit for bit, _side in pairs) for pairs in self.river_near)
        self.open_steps: dict[int, tuple[int, ...]] = {}  # filled by `remember_steps`
        # hexes within two of a hex: no enemy division there means no zone and no duty wherever a unit steps
        self.within_two: tuple[int, ...] = tuple(board.lattice.spread(board.lattice.spread(board.bit[h])) for h in every)
        self.rough = self.forest | self.venn  # where stacking is tighter (TIG-STK-1)
        self.most_thirds: tuple[int, ...] = tuple(6 if board.bit[h] & self.rough else 9 for h in every)
        self.leibstandarte = 1 << self.peiper | 1 << self.first_ss  # count as one when together (TIG-STK-6)
        self.road_divisions = self.foot & self.division & self.of_side[1]  # TIG-ROAD-3
        self.full_exit = self.edges.get("northwest", 0)  # TIG-VIC-1
        self.exit_hexes = self.full_exit | self.edges.get("west-north", 0)  # TIG-VIC-2

    def remember_steps(self, way: int, by_road: bool, h: int, left: int) -> tuple[int, ...]:
        """The steps from a hex that cross no river, nobody being near, as actions without the unit: reckoned once."""
        steps = []
        for _other, _bit, cost, action, road in self.dry[way][h]:
            if cost <= left:
                steps.append(action)
            if road and by_road:
                steps.append(road)
        self.open_steps[(h << 8 | left) << 2 | way << 1 | by_road] = found = tuple(steps)
        return found

    def _points(self, unit: int, short: bool, blitz: bool) -> int:
        left = self.omf[unit]
        if short and left > 4 and self.of_side[0] >> unit & 1:
            left = 4  # TIG-FUEL-1
        return left - 2 if left and blitz else left  # TIG-SEQ-2, TIG-SEQ-8

    def _hop(self, way: int, bit: int, side: int) -> Hop:
        cost = 2  # TIG-MOV-2, TIG-ROAD-6
        off_road = 4 if bit & self.forest else 2  # TIG-MOV-6
        if bit & self.venn:
            off_road = 6  # TIG-MOV-7
        if way == MECH and not side & self.road:
            cost = off_road
        return side, bool(side & self.river), cost, 4 if way == FOOT else 0  # TIG-MOV-8, TIG-MOV-9

    def _actions(self, other: int, side: int) -> tuple[int, int]:
        action = _MOVE | other << B_SHIFT
        return action, action | _BY_ROAD if side & self.road else 0

    def _distances(self) -> None:
        board = self.board
        # steps between two hexes, the first index a hex, the second another (TIG-RET-7)
        spots = [board.grid.spot(cell) for cell in board.grid.cells]
        self.far: tuple[bytes, ...] = tuple(
            bytes(max(abs(x - a), abs(y - b), abs(x - a + y - b)) for x, y in spots) for a, b in spots
        )
        # by hex: of each spot next to it beyond the edge, the steps from there to every hex (TIG-NRT-5)
        outside = [[(a + x, b + y) for x, y in board.grid.steps if board.grid.cell((a + x, b + y)) is None] for a, b in spots]
        self.beyond: tuple[tuple[bytes, ...], ...] = tuple(
            tuple(bytes(max(abs(x - a), abs(y - b), abs(x - a + y - b)) for x, y in spots) for a, b in here) for here in outside
        )

    @cached_property
    def opening(self) -> TigersState:
        """The state at the start, for pictures that show what has changed since."""
        start = cast("TigersState", self.blank())
        self.system.setup(start)
        return start

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
