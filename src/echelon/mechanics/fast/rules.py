"""What the fast forms read instead of reckoning: fixed sets, classes of units, tables by hex, worked out once a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.board.board import Board
from echelon.core.forces import Forces, Unit
from echelon.core.rules import Rules, Scenario
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.ground import Bar, Cost
from echelon.mechanics.declared.printed import Tables

if TYPE_CHECKING:
    from echelon.core.system import System
    from echelon.mechanics.fast.engine import Fast

__all__ = ["KitRules", "Masks", "classes", "fixed_hexes", "fixed_sides", "fixed_units", "near_masks", "step_table"]

Masks = tuple[tuple[int, ...], ...]  # by class of units and hex


class KitRules(Rules):
    """The rules of a game with the tables of its declarations, and the forms that go by them: `fast` and `plain`."""

    fast: Any
    plain: Any
    tables: Tables

    # no `__getattr__` where it runs: every attribute would take twice as long
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        super().__init__(system, scenario, options, board, forces)
        self.off = board.n  # places from here on are boxes
        self.gone = board.n + (self.boxes.index("gone") if "gone" in self.boxes else 0)
        self.bit, self.side_of, self.ranges = board.bit, forces.side_of, forces.ranges
        self.of_side = tuple((1 << high) - (1 << low) for low, high in forces.ranges)
        self.every = (1 << len(forces)) - 1
        self.turns = int(scenario.data.get("turns", 0))


def compile_rules(fast: Fast, plain: Any, tables: Tables) -> Callable[..., KitRules]:
    """A function that compiles the rules of a scenario, or of a position that brings its own board or units."""
    from importlib.resources import files

    def compiled(
        system: System, scenario: Scenario, options: Mapping[str, str], board: Board | None, units: Sequence[Unit]
    ) -> KitRules:
        game = fast.game
        folder = files(game.package) / "data"
        if board is None:
            name = f"{scenario.data.get('board', 'board')}.txt"
            board = Board.parse((folder / name).read_text("utf-8"), name)
        forces = Forces.parse((folder / "forces.csv").read_text("utf-8"), game.sides, "forces.csv")
        listed = scenario.data.get(game.setup)
        if listed is not None:
            forces = Forces(u for u in forces.units if u.id in listed)
        forces = forces.plus(units)
        if game.arms:
            forces.arms(game.arms)
        rules = KitRules(system, scenario, options, board, forces)
        rules.fast, rules.plain, rules.tables = fast, plain, tables
        fast.names.know(rules)
        for build in fast.builders:
            build(rules)
        return rules

    return compiled


# --- fixed sets -----------------------------------------------------------------------------------------------------
def fixed_hexes(rules: Rules, x: sets.Hexes, side: int) -> int:
    """A set of hexes that is the same throughout a game, as a bitboard."""
    board = rules.board
    if isinstance(x, sets.Pair):
        a, b = fixed_hexes(rules, x.a, side), fixed_hexes(rules, x.b, side)
        return a | b if x.sign == "|" else a & b if x.sign == "&" else a & ~b
    if isinstance(x, sets.Everywhere):
        return board.all
    if isinstance(x, sets.Terrain):
        return _union(board.terrain.get(name, 0) for name in x.names)
    if isinstance(x, sets.Region):
        return board.zones.get(x.name, 0)
    if isinstance(x, sets.Edge):
        return board.edges.get(x.names[side if x.whose == "own" else 1 - side], 0)
    if isinstance(x, sets.Listed):
        return _union(board.bit[board.parse_hex(label)] for label in rules.scenario.data.get(x.key, ()))
    if isinstance(x, sets.Near):
        found = fixed_hexes(rules, x.of, side)
        for _ in range(x.steps):
            found = board.lattice.spread(found)
        return found
    raise TypeError(f"{x} is not fixed")


def fixed_sides(rules: Rules, x: sets.Sides | None) -> int:
    """A set of hexsides as a board of them."""
    if x is None:
        return 0
    if isinstance(x, sets.SidePair):
        a, b = fixed_sides(rules, x.a), fixed_sides(rules, x.b)
        return a | b if x.sign == "|" else a & b if x.sign == "&" else a & ~b
    if isinstance(x, sets.InOption):
        return fixed_sides(rules, x.of) if (rules.options.get(x.option) == x.value) != x.without else 0
    assert isinstance(x, sets.Hexsides)
    return (rules.board.links if x.link else rules.board.sides).get(x.kind, 0)


def fixed_units(rules: Rules, x: sets.Who) -> int:
    """A set of units that is printed on them, as a mask."""
    if isinstance(x, sets.UnitPair):
        a, b = fixed_units(rules, x.a), fixed_units(rules, x.b)
        return a | b if x.sign == "|" else a & b if x.sign == "&" else a & ~b
    units = rules.forces.units
    if isinstance(x, sets.Everybody):
        return (1 << len(units)) - 1
    if isinstance(x, sets.Nobody):
        return 0
    if isinstance(x, sets.OfSide):
        return sum(1 << i for i, u in enumerate(units) if u.side == x.side)
    if isinstance(x, sets.Arm):
        return sum(1 << i for i, u in enumerate(units) if u.arm == x.name)
    assert isinstance(x, sets.Printing), f"{x} is not printed on units"
    return sum(1 << i for i, u in enumerate(units) if _printing(u, x.column) in x.values)


def _printing(unit: Unit, column: str) -> str:
    found = getattr(unit, column, None)
    return str(unit.values.get(column, "") if found is None else found)


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found


# --- classes of units, tables by hex --------------------------------------------------------------------------------
def classes(rules: Rules, whos: Iterable[sets.Who]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The class of every unit, units being alike if they are in the same of these sets, and one unit of each class."""
    masks = [fixed_units(rules, who) for who in whos]
    known: dict[tuple[int, ...], int] = {}
    way, first = [], []
    for u in range(len(rules.forces)):
        key = tuple(mask >> u & 1 for mask in masks)
        if key not in known:
            known[key] = len(known)
            first.append(u)
        way.append(known[key])
    return tuple(way), tuple(first)


def _shut(rules: Rules, bars: Iterable[Bar], unit: int) -> list[tuple[int, int, int]]:
    """The bars of the ground that hold for a unit: hexes, hexsides they lie on (all: -1), hexsides they do not."""
    return [
        (fixed_hexes(rules, b.hexes, 0), -1 if b.across is None else fixed_sides(rules, b.across), fixed_sides(rules, b.off))
        for b in bars
        if b.of_ground and fixed_units(rules, b.who) >> unit & 1
    ]


def _open(shut: Iterable[tuple[int, int, int]], bit: int, side: int) -> bool:
    return not any(bit & hexes and side & across and not side & off for hexes, across, off in shut)


def near_masks(rules: Rules, bars: Sequence[Bar]) -> tuple[tuple[int, ...], Masks]:
    """By class and hex the neighbours into which no bar of the ground lies."""
    way, first = classes(rules, (b.who for b in bars if b.of_ground))
    found = []
    for unit in first:
        shut = _shut(rules, bars, unit)
        row = [_union(bit for _h, bit, side in rules.board.near[h] if _open(shut, bit, side)) for h in range(rules.board.n)]
        found.append(tuple(row))
    return way, tuple(found)


def step_table(rules: KitRules, cost: Cost, bars: Sequence[Bar], without: int) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """By class and hex the steps the ground allows: (parts of points, hex, bit), those over some hexsides left out."""
    rows = [p for p in cost.rows if p.of_ground]
    way, first = classes(rules, [*(p.who for p in rows), *(b.who for b in bars if b.of_ground)])
    per = rules.system.play.per
    priced = [
        (
            rules.tables.amount(p.amount, per),
            fixed_hexes(rules, p.on, 0),
            -1 if p.across is None else fixed_sides(rules, p.across),
            fixed_units(rules, p.who),
            p.instead,
        )
        for p in rows
    ]
    found = []
    for unit in first:
        shut = _shut(rules, bars, unit)
        mine = [row for row in priced if row[3] >> unit & 1]
        table = []
        for h in range(rules.board.n):
            steps = []
            for other, bit, side in rules.board.near[h]:
                amounts = _amounts(mine, bit, side)
                if None not in amounts and not side & without and _open(shut, bit, side):
                    steps.append((sum(amounts), other, bit))
            table.append(tuple(steps))
        found.append(tuple(table))
    return way, tuple(found)


def _amounts(rows: Iterable[tuple[Any, int, int, int, bool]], bit: int, side: int) -> list[Any]:
    """What a step costs, part by part; a row that stands instead of the others comes alone."""
    found = []
    for amount, on, across, _who, instead in rows:
        if bit & on and side & across:
            if instead:
                return [amount]
            found.append(amount)
    return found
