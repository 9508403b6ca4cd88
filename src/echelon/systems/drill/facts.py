"""Elementary facts and tables of drill, compiled once a game. Both judges read these; neither the sets of `play` nor the
reasoning of `law` live here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from echelon.core.board.board import Board
from echelon.core.forces import Forces, Unit, at
from echelon.core.rules import Rules, Scenario
from echelon.core.rulings import Note

if TYPE_CHECKING:
    from echelon.core.system import System
    from echelon.systems.drill.state import DrillState

__all__ = [
    "ARMOUR", "COLUMNS", "INFANTRY", "DrillRules", "board_and_forces", "friends_at", "on_map", "scenarios", "step_cost",
    "total_cost", "units_at",
]  # fmt: skip

PACKAGE = "echelon.systems.drill"
SIDES = ("blue", "red")
ARMS = ("infantry", "armour")
INFANTRY, ARMOUR = 0, 1
STACK = 2  # DRL-STK-1
COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")


class DrillRules(Rules):
    """The compiled rules: board features, printed values and the combat table as plain tuples and ints."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        none: int = 0
        self.frozen = options["frozen"] == "on"
        self.turns = int(scenario.data["turns"])
        self.wood: int = board.terrain.get("wood", none)
        self.town: int = board.terrain.get("town", none)
        self.road: int = board.links.get("road", none)
        river: int = none if self.frozen else board.sides.get("river", none)  # DRL-MOV-6
        self.river = river
        self.ford: int = (river | self.road) ^ self.road  # river without a bridge
        self.edge: tuple[int, int] = (board.edges["west"], board.edges["east"])  # DRL-SUP-1
        self.mines: int = 0
        for h in scenario.data.get("mines", ()):
            self.mines |= board.bit[board.parse_hex(h)]
        self.arm = forces.arms(ARMS)
        self.strength = tuple(u.number("strength") for u in forces.units)
        self.allowance = tuple(2 * u.number("movement") for u in forces.units)  # halves
        self.gone = board.n
        self.table: tuple[tuple[str, ...], ...] = tuple(tuple(row) for row in load_tables()["combat"])


def load_tables() -> Mapping[str, Sequence[Sequence[str]]]:
    """The combat table as data."""
    return tomllib.loads((files(PACKAGE) / "data" / "tables.toml").read_text("utf-8"))


def scenarios() -> dict[str, Scenario]:
    """The scenarios of `data/scenarios.toml`."""
    data = tomllib.loads((files(PACKAGE) / "data" / "scenarios.toml").read_text("utf-8"))
    return {name: Scenario(name, row["title"], row, row["summary"]) for name, row in data.items()}


def board_and_forces(scenario: Scenario, board: Board | None, units: Sequence[Unit]) -> tuple[Board, Forces]:
    """The board and units of a scenario, or of a position that brings its own."""
    folder = files(PACKAGE) / "data"
    if board is None:
        name = f"{scenario.data['board']}.txt"
        board = Board.parse((folder / name).read_text("utf-8"), name)
    forces = Forces.parse((folder / "forces.csv").read_text("utf-8"), SIDES, "forces.csv")
    return board, Forces(u for u in forces.units if u.id in scenario.data["units"]).plus(units)


# --- who stands where -----------------------------------------------------------------------------------------------
def on_map(state: DrillState, unit: int) -> bool:
    """Is the unit on the map?"""
    return state.pos[unit] < state.rules.gone


def units_at(state: DrillState, place: int) -> list[int]:
    """All units in a hex."""
    return at(state.pos, place, 0, len(state.pos))


def friends_at(state: DrillState, side: int, place: int) -> list[int]:
    """A side's units in a hex."""
    low, high = state.rules.forces.ranges[side]
    return at(state.pos, place, low, high)


# --- what a step costs ----------------------------------------------------------------------------------------------
def step_cost(rules: DrillRules, arm: int, a: int, b: int) -> tuple[Note, ...]:
    """The rows that make up the cost of a step between adjacent hexes, in half points; an amount of None bars the step."""
    board = rules.board
    side, bit = board.side(a, b), board.bit[b]
    if side & rules.road:
        return (Note("DRL-MOV-3", 1),)
    rows = [Note("DRL-MOV-2", 4 if bit & rules.wood else 2)]
    if bit & rules.wood and arm == ARMOUR:
        rows.append(Note("DRL-MOV-5", None))
    if side & rules.ford:
        rows.append(Note("DRL-MOV-4", None if arm == ARMOUR else 2))
    return tuple(rows)


def total_cost(rules: DrillRules, arm: int, a: int, b: int) -> int | None:
    """The cost of a step in half points, or None if the arm may not make it."""
    amounts = [row.amount for row in step_cost(rules, arm, a, b)]
    return None if None in amounts else sum(amounts)
