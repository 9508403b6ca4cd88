"""The compiled rules of a game: board features, unit classes and tables as plain ints and tuples."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from echelon.core.board.board import Board
from echelon.core.forces import Forces, Unit
from echelon.core.rules import Rules, Scenario
from echelon.mechanics.odds import parse_ratios
from echelon.systems.colonnes.state import ALLIED, GERMAN, RESULTS

if TYPE_CHECKING:
    from echelon.core.system import System

__all__ = [
    "ARMS", "COLUMNS_MOST", "LIMIT", "NEVER", "PACKAGE", "SIDES", "ColonnesRules", "board_and_forces",
    "load_tables", "scenarios",
]  # fmt: skip

PACKAGE = "echelon.systems.colonnes"
SIDES = ("allied", "german")
# the types of COL-UNI-1, in the words of the data files
ARMS = ("inf", "mot", "mec", "bld", "rec", "gen", "qg", "cl", "cvi")
LIMIT = 6  # stacking points of one side in a hex (COL-STK-1)
COLUMNS_MOST = 4  # logistic columns of one side on the map (COL-CL-11)
NEVER = 99  # a turn that does not come


class ColonnesRules(Rules):
    """Everything that does not change in a game. Masks of hexes and hexsides are boards, masks of units have a bit a unit."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        self.turns = int(scenario.data["turns"])
        self._options(options)
        self._board(board)
        self._heights(board)
        self._units(forces)
        self._tables()

    def _options(self, options: Mapping[str, str]) -> None:
        on = {name: value == "on" for name, value in options.items()}
        self.cap_total = options["cap"] == "total"  # COL-CL-15; else the limit is on the columns alone
        self.each_command = options["cl_command"] == "each"  # COL-CL-23
        self.concentric, self.dominance = on["concentric"], on["dominance"]
        self.command_penalty, self.hold = on["command_penalty"], on["hold"]
        self.source_capture, self.ferry_all, self.cl_bound = on["source_capture"], on["ferry_all"], on["cl_bound"]

    def _board(self, board: Board) -> None:
        none: int = 0
        terrain, sides = board.terrain.get, board.sides.get
        self.hills: int = terrain("wooded-hills", none)
        self.mountain: int = terrain("mountain", none)
        self.town: int = terrain("town", none)
        self.plain: int = board.all & ~(self.hills | self.mountain)
        self.rhone: int = sides("majorriver", none)
        self.drome: int = sides("river", none)
        self.stream: int = sides("stream", none)
        self.rivers: int = self.drome | self.stream
        self.road: int = board.links.get("road", none)
        self.ferry: int = sides("ferry", none) & self.rhone
        self.ferries: tuple[int, ...] = tuple(board.lattice.side_members(self.ferry))
        self.west_bank: int = board.zones.get("west-bank", none)
        self.roads: int = none  # hexes that a road runs through
        for side in board.lattice.side_members(self.road):
            a, b = board.side_hexes(side)
            self.roads |= board.bit[a] | board.bit[b]
        edge = board.edges.get
        self.edges: tuple[tuple[int, ...], tuple[int, ...]] = (  # by side: the sources of each edge (COL-SUP-2)
            (edge("allied-supply-north", none), edge("allied-supply-east", none)),
            (edge("german-supply-south", none), edge("german-supply-west", none)),
        )
        self.sources: tuple[int, int] = (
            self.edges[ALLIED][0] | self.edges[ALLIED][1],
            self.edges[GERMAN][0] | self.edges[GERMAN][1],
        )
        self.exits: int = edge("german-exit", none)
        self.gone, self.due, self.pool, self.returning, self.exited = (board.n + i for i in range(5))

        def named(label: str) -> int:
            return board.bit[board.ids[label]] if label in board.ids else none

        data = self.scenario.data
        self.crest, self.montelimar = named(data["crest"]), named(data["montelimar"])  # COL-VIC-1, COL-VIC-2
        self.cut: int = board.zones.get("n7-cut", none)  # COL-VIC-2

    def _heights(self, board: Board) -> None:
        """The dominant positions, each with the hexes it dominates while it is held (COL-DOM-1, COL-DOM-2)."""
        self.dominant: int = board.zones.get("dominant", 0) if self.dominance else 0
        open_ground = self.plain | self.town
        found = []
        for h in board.members(self.dominant):
            seen = 0
            for other in board.members(open_ground):
                far = board.distance(h, other)
                if far == 1 or (far == 2 and board.ring_of[h] & board.ring_of[other] & open_ground):
                    seen |= board.bit[other]
            found.append((h, seen))
        self.heights: tuple[tuple[int, int], ...] = tuple(found)

    def _units(self, forces: Forces) -> None:
        units = forces.units
        self.arm: tuple[str, ...] = tuple(u.arm for u in units)

        def pair(u: Unit, name: str) -> tuple[int, int]:
            full = u.number(name)
            return full, int(u.values.get(f"{name}2", full))

        self.attack: tuple[tuple[int, int], ...] = tuple(pair(u, "attack") for u in units)  # full, reduced
        self.defence: tuple[tuple[int, int], ...] = tuple(pair(u, "defence") for u in units)
        self.movement: tuple[int, ...] = tuple(u.number("movement") for u in units)  # whole points
        self.stack: tuple[int, ...] = tuple(u.number("stack", 1) for u in units)
        self.steps: tuple[int, ...] = tuple(0 if u.arm == "cl" else u.number("steps", 1) for u in units)
        self.arrival: tuple[int, ...] = tuple(u.number("turn", 1) for u in units)  # NEVER for logistic columns
        self.start: tuple[str, ...] = tuple(_label(u) for u in units)  # set-up hex, or the source named; "" for none
        self.formation: tuple[str, ...] = tuple(u.parent for u in units)  # "" for the independent
        self.level: tuple[str, ...] = tuple(str(u.values.get("level", "")) for u in units)  # formation, corps, army
        self.range: tuple[int, ...] = tuple(u.number("range") for u in units)  # COL-CMD-1
        self.support: tuple[int, ...] = tuple(u.number("support") for u in units)  # COL-QG-1

        def mask(chosen: Iterable[int]) -> int:
            return sum(1 << i for i in chosen)

        def arms(*names: str) -> int:
            return mask(i for i, u in enumerate(units) if u.arm in names)

        self.infantry, self.armour = arms("inf"), arms("bld", "rec")
        self.combat = arms("inf", "mot", "mec", "bld", "rec", "gen")  # COL-UNI-2
        self.hq, self.columns, self.convoys = arms("qg"), arms("cl"), arms("cvi")
        self.holding = self.combat | self.hq  # what blocks, occupies and opens a hex (COL-GEN-4)
        self.motorised = arms(*ARMS) & ~self.infantry  # COL-UNI-1
        self.halved = self.motorised & ~self.columns  # whom lack of supply halves in all values (COL-UNS-2, COL-CL-21)
        self.independent = mask(i for i in range(len(units)) if self.combat >> i & 1 and not self.formation[i])
        self.formation_hq = mask(i for i in range(len(units)) if self.level[i] == "formation")
        self.high_hq = self.hq & ~self.formation_hq  # corps and army
        self.of_side: tuple[int, int] = (
            mask(i for i, u in enumerate(units) if u.side == ALLIED),
            mask(i for i, u in enumerate(units) if u.side == GERMAN),
        )
        # the units whose steps are worth more off the map (COL-VIC-1)
        self.fast = arms("bld", "mec", "rec") | mask(
            i for i in range(len(units)) if self.combat >> i & 1 and self.formation[i] == self.scenario.data["panzer"]
        )
        self.hqs: tuple[tuple[int, ...], tuple[int, ...]] = (  # by side, lowest number first
            tuple(i for i in range(*forces.ranges[ALLIED]) if self.hq >> i & 1),
            tuple(i for i in range(*forces.ranges[GERMAN]) if self.hq >> i & 1),
        )
        by_formation = {(u.side, u.parent): i for i, u in enumerate(units) if self.formation_hq >> i & 1}
        # the headquarters of the formation a unit belongs to, -1 for none; a formation's headquarters is its own
        self.own_hq: tuple[int, ...] = tuple(by_formation.get((u.side, u.parent), -1) if u.parent else -1 for u in units)

    def _tables(self) -> None:
        tables = load_tables()
        self.column_names: tuple[str, ...] = tuple(tables["columns"])  # COL-ODD-1
        self.ratios = parse_ratios(self.column_names)
        self.combat_table: tuple[tuple[str, ...], ...] = tuple(map(tuple, tables["combat"]))  # [die - 1][column]: COL-CRT-1
        self.result_table: tuple[tuple[int, ...], ...] = tuple(tuple(map(RESULTS.index, row)) for row in self.combat_table)
        self.received: tuple[int, ...] = tuple(tables["received"])  # [die - 1]: COL-CL-4
        self.allied_received = int(tables["allied_received"])  # COL-CL-3
        self.shift_limit = int(tables["shift_limit"])  # COL-CL-15

        def halves(row: Sequence[float]) -> tuple[int, int]:
            return int(2 * row[0]), int(2 * row[1])

        # half points, foot and motorised; 0 for "only by road" (COL-TER-1, COL-TER-2, COL-MOV-4)
        self.cost: Mapping[str, tuple[int, int]] = {name: halves(row) for name, row in tables["cost"].items()}
        self.cross: Mapping[str, int] = {name: 2 * points for name, points in tables["cross"].items()}  # COL-TER-3
        self.shift: Mapping[str, int] = dict(tables["shift"])  # COL-TER-5, COL-TER-6
        self.points: Mapping[str, int] = dict(tables["points"])  # COL-VIC-1, COL-VIC-2


def _label(unit: Unit) -> str:
    """The hex a unit's table names; the reader of tables takes 0813 for a number."""
    place = unit.values.get("place", "")
    return f"{place:04}" if isinstance(place, int) else str(place)


def load_tables() -> Mapping[str, Any]:
    """The tables of `data/tables.toml`."""
    return tomllib.loads((files(PACKAGE) / "data" / "tables.toml").read_text("utf-8"))


def scenarios() -> dict[str, Scenario]:
    """The scenarios of `data/scenarios.toml`."""
    data = tomllib.loads((files(PACKAGE) / "data" / "scenarios.toml").read_text("utf-8"))
    return {name: Scenario(name, row["title"], row, row["summary"]) for name, row in data.items()}


def board_and_forces(board: Board | None, units: Sequence[Unit]) -> tuple[Board, Forces]:
    """The printed board and units, or those of a position that brings its own."""
    folder = files(PACKAGE) / "data"
    if board is None:
        board = Board.parse((folder / "montelimar.txt").read_text("utf-8"), "montelimar.txt")
    text, above = ((folder / name).read_text("utf-8") for name in ("forces.csv", "formations.csv"))
    forces = Forces.parse(text, SIDES, "forces.csv", above)
    return board, forces.plus(units)
