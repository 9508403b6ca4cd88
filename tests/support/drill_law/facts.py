"""Elementary facts of drill, read from the board, the table of forces and the scenario, without anything the kit works out."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from echelon.core.forces import at
from echelon.core.rulings import Note

ARMS = ("infantry", "armour")
INFANTRY, ARMOUR = 0, 1
STACK = 2  # DRL-STK-1
COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
BLUE, RED = 0, 1
SHAKEN, FRESH, MOVED, FOUGHT = 1, 2, 4, 8  # bits of `status`; FRESH = became Shaken in the present player-turn


class Facts:
    """The features of a board and the printed values of its units."""

    def __init__(self, rules: Any) -> None:
        self.board = board = rules.board
        self.wood, self.town = board.terrain.get("wood", 0), board.terrain.get("town", 0)
        self.road = board.links.get("road", 0)
        self.river = 0 if rules.options["frozen"] == "on" else board.sides.get("river", 0)  # DRL-MOV-6
        self.ford = self.river & ~self.road  # river without a bridge
        self.edge = (board.edges["west"], board.edges["east"])  # DRL-SUP-1
        self.mines = sum(board.bit[board.parse_hex(h)] for h in rules.scenario.data.get("mines", ()))
        self.arm = rules.forces.arms(ARMS)
        self.strength = tuple(u.number("strength") for u in rules.forces.units)
        self.allowance = tuple(2 * u.number("movement") for u in rules.forces.units)  # halves
        self.gone = board.n
        self.turns = int(rules.scenario.data["turns"])


_KNOWN: WeakKeyDictionary[Any, Facts] = WeakKeyDictionary()


def facts_of(state: Any) -> Facts:
    """The facts of a state's rules."""
    if state.rules not in _KNOWN:
        _KNOWN[state.rules] = Facts(state.rules)
    return _KNOWN[state.rules]


# --- who stands where -----------------------------------------------------------------------------------------------
def on_map(state: Any, unit: int) -> bool:
    """Is the unit on the map?"""
    return bool(state.pos[unit] < state.rules.board.n)


def units_at(state: Any, place: int) -> list[int]:
    """All units in a hex."""
    return at(state.pos, place, 0, len(state.pos))


def friends_at(state: Any, side: int, place: int) -> list[int]:
    """A side's units in a hex."""
    low, high = state.rules.forces.ranges[side]
    return at(state.pos, place, low, high)


# --- what a step costs ----------------------------------------------------------------------------------------------
def step_cost(rules: Facts, arm: int, a: int, b: int) -> tuple[Note, ...]:
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


def total_cost(rules: Facts, arm: int, a: int, b: int) -> int | None:
    """The cost of a step in half points, or None if the arm may not make it."""
    amounts = [row.amount for row in step_cost(rules, arm, a, b)]
    return None if None in amounts else sum(amounts)
