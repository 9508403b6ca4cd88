"""The compiled rules of a game: board features, unit classes and tables as plain ints and tuples."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple

from echelon.core.board.board import Board
from echelon.core.forces import Forces, Unit
from echelon.core.rules import Rules, Scenario
from echelon.core.rulings import clause

if TYPE_CHECKING:
    from echelon.core.system import System
    from echelon.systems.tigers.facts.goals import Goals

__all__ = ["ARMS", "NEVER", "PACKAGE", "SIDES", "AirUnit", "TigersRules", "board_and_forces", "load_tables", "scenarios"]

PACKAGE = "echelon.systems.tigers"
SIDES = ("german", "allied")
ARMS = ("infantry", "airborne", "pg", "armor", "cavalry", "tiger", "skorzeny", "vdh")
BASIC_OMF = {"armor": 4, "cavalry": 4, "skorzeny": 4, "tiger": 4, "pg": 3, "airborne": 3, "infantry": 2, "vdh": 0}  # TIG-MOV-1
REACH = {"armor": 3, "cavalry": 3, "tiger": 3, "skorzeny": 3, "pg": 2, "airborne": 2, "infantry": 1, "vdh": 0}  # TIG-ADV-12
NEVER = 99  # a turn that does not come


class AirUnit(NamedTuple):
    """One fighter-bomber group."""

    id: str
    name: str
    aircraft: str
    side: int


class TigersRules(Rules):
    """Everything that does not change in a game. Masks of units carry the classes of TIG-GEN-6 and TIG-GEN-7."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        self.turns = int(scenario.data["turns"])
        self._board(board)
        self._units(forces)
        self._tables()
        on = {name: value == "on" for name, value in options.items()}
        self.read: tuple[int, ...] = (
            (0, 6, 5, 4, 3, 2, 1) if options["die_index"] == "B" else (0, 1, 2, 3, 4, 5, 6)
        )  # TIG-GEN-2
        self.set_up_as = options["german_setup"]  # choice, historical or free
        self.entrench_9th_literal, self.auto_entrench = on["entrench_9th_literal"], on["auto_entrench"]
        self.forgotten_question, self.remind_malmedy = on["forgotten_question"], on["remind_malmedy"]
        self.open_dump, self.pin_ignores_own_zoc = on["open_dump"], on["pin_ignores_own_zoc"]
        self.occupation_optional, self.fixed_weather = on["occupation_optional"], on["historical_weather"]
        # steps of Blitzkrieg and Breakthrough: OMF is 1 lower there (TIG-SEQ-2)
        self.blitz = tuple(step.name.startswith(("B2d", "C2d")) for step in self.sequence)

    def _board(self, board: Board) -> None:
        none: int = 0
        terrain, sides = board.terrain.get, board.sides.get
        self.forest: int = terrain("forest", none)
        self.venn: int = terrain("venn", none)
        self.town: int = terrain("town", none)
        self.city: int = terrain("city", none)
        self.river: int = sides("river", none)
        self.road: int = board.links.get("road", none)
        self.front: int = sides("front", none)
        self.siegfried: int = sides("siegfried", none)
        self.start_bridges: int = sides("bridge", none)
        self.german_start: int = board.zones.get("german", none)
        self.edges: Mapping[str, int] = board.edges
        self.hexsides = tuple(board.lattice.side_members(self.river))
        self.goals: Goals | None = None  # see `facts.goals`
        self.printed: tuple[dict[str, Any], ...] | None = None  # on the counters; see `pieces`
        self.gone, self.due, self.pool, self.broken, self.exited = (board.n + i for i in range(5))
        self.roads: int = none  # hexes that contain a road
        for side in board.lattice.side_members(self.road):
            a, b = board.side_hexes(side)
            self.roads |= board.bit[a] | board.bit[b]

        def labelled(*labels: str) -> int:
            return sum(board.bit[board.parse_hex(label)] for label in labels)

        self.dump_hexes = labelled("909", "808", "809", "908", "910", "1008", "1009")  # TIG-FUEL-2
        # TIG-RNF-13: west or north of the Meuse, or in a hex with a Meuse hexside
        across = ("102-110", "208-210", "309-311", "409", "410", "510", "511", "610", "711")
        self.across_meuse = board.hexes(" ".join(across))
        self.meuse = self.across_meuse
        for course in board.courses:
            if course.kind == "river" and course.name == "Meuse":
                self.meuse |= sum({board.bit[h] for pair in course.sides for h in pair} - {0}) & ~self.meuse

    def _units(self, forces: Forces) -> None:
        units = forces.units
        self.arm = tuple(u.arm for u in units)
        self.factor = tuple(u.number("factor") for u in units)
        self.omf = tuple(2 * BASIC_OMF[u.arm] for u in units)  # in halves
        self.reach = tuple(REACH[u.arm] for u in units)  # hexes of a long advance
        self.arrival = tuple(u.number("turn", 1) for u in units)
        self.start = tuple(str(u.values.get("place", "")) for u in units)  # a set-up hex, an edge or a box

        def mask(chosen: Iterable[int]) -> int:
            return sum(1 << i for i in chosen)

        def arms(*names: str) -> int:
            return mask(i for i, u in enumerate(units) if u.arm in names)

        def sizes(*names: str) -> int:
            return mask(i for i, u in enumerate(units) if (u.size or "XX") in names)

        self.division, self.sub, self.command, self.below = sizes("XX"), sizes("X", "CC"), sizes("CC"), sizes("II")
        self.thirds = tuple({"XX": 3, "X": 3, "CC": 1, "II": 0}[u.size or "XX"] for u in units)  # TIG-STK-6
        self.pure = arms("armor", "tiger")
        self.mechanized = arms("armor", "cavalry", "pg", "tiger", "skorzeny")
        self.foot = arms("infantry", "airborne")
        self.infantry_type = arms("infantry", "airborne", "pg")
        self.infantry, self.airborne, self.cavalry, self.pg = arms("infantry"), arms("airborne"), arms("cavalry"), arms("pg")
        self.tiger, self.armor = arms("tiger"), arms("armor")
        allied = {i: u.nation or "us" for i, u in enumerate(units) if u.side == 1}
        self.us = mask(i for i, nation in allied.items() if nation == "us")
        self.british = mask(i for i, nation in allied.items() if nation == "british")
        self.of_side = (mask(i for i, u in enumerate(units) if u.side == 0), mask(allied))
        self.ss = mask(i for i, u in enumerate(units) if u.number("ss"))
        self.aa = mask(i for i, u in enumerate(units) if u.number("aa"))
        self.strong_units = mask(i for i in range(len(units)) if self.factor[i] >= 1)
        # the few that have clauses of their own
        number = {u.id: i for i, u in enumerate(units)}
        self.peiper, self.first_ss, self.tigers_501 = number["de-kgp"], number["de-1ss"], number["de-501ss"]
        self.skorzeny, self.vdh = number["de-150bde"], number["de-vdh"]
        self.first_division, self.ninety_ninth, self.thirtieth = number["us-1id"], number["us-99id"], number["us-30id"]
        self.attachable = 1 << self.tigers_501 | 1 << self.skorzeny  # TIG-KGP-1

    def _tables(self) -> None:
        tables = load_tables()
        self.columns: tuple[str, ...] = tuple(tables["columns"])
        self.combat: tuple[tuple[str, ...], ...] = tuple(map(tuple, tables["combat"]))
        self.weather_table: tuple[tuple[str, ...], ...] = tuple(map(tuple, tables["weather"]))
        self.historical_weather: tuple[str, ...] = tuple(tables["historical_weather"])
        self.air_table: tuple[tuple[str, ...], ...] = tuple(map(tuple, tables["air"]))
        self.german_crossing: tuple[int, ...] = tuple(tables["german_crossing"])
        self.allied_crossing = int(tables["allied_crossing"])
        rows = csv.DictReader(StringIO((files(PACKAGE) / "data" / "air.csv").read_text("utf-8")))
        self.air = tuple(AirUnit(r["id"], r["name"], r["aircraft"], SIDES.index(r["side"])) for r in rows)
        self.wings = tuple(sum(1 << i for i, unit in enumerate(self.air) if unit.side == side) for side in (0, 1))
        self.words = {"group": tuple(unit.id for unit in self.air)}


def load_tables() -> Mapping[str, Any]:
    """The tables of `data/tables.toml`."""
    return tomllib.loads((files(PACKAGE) / "data" / "tables.toml").read_text("utf-8"))


def scenarios() -> dict[str, Scenario]:
    """The scenarios of `data/scenarios.toml`."""
    data = tomllib.loads((files(PACKAGE) / "data" / "scenarios.toml").read_text("utf-8"))
    return {name: Scenario(name, row["title"], row, row["summary"]) for name, row in data.items()}


@clause("TIG-MAP-3", "TIG-MAP-4")
def board_and_forces(board: Board | None, units: Sequence[Unit]) -> tuple[Board, Forces]:
    """The printed board and units, or those of a position that brings its own."""
    folder = files(PACKAGE)
    if board is None:
        board = Board.parse((folder / "board.txt").read_text("utf-8"), "board.txt")
    forces = Forces.parse((folder / "data" / "forces.csv").read_text("utf-8"), SIDES, "forces.csv")
    return board, forces.plus(units)
