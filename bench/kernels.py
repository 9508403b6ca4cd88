"""Hex kernels against networkx, dictionaries, lists and C: floods, movement ranges, zones of control.

Every answer is compared with the others' before it is timed. Peers get their graph ready-made, we get our masks
ready-made; what changes from call to call (occupied hexes, a start) is paid by everybody.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence
from functools import partial

from bench import peers
from bench.climit import CLimit, compile_c, repeat_time
from bench.halflattice import HalfLattice
from bench.table import Bar, Result, Row, microseconds, ratio
from echelon.hexes.costs import Costs
from echelon.hexes.floods import flood, flood_across
from echelon.hexes.grid import Grid
from echelon.hexes.lattice import Lattice
from echelon.hexes.ranges import Ranges

SIZES = ((16, 11), (40, 40), (100, 100))
SUITE = "kernels"
RANDOM = ", random starts"
PLAIN_PYTHON = (
    "dict + deque",
    "list + bytearray",
    "dict + heapq",
    "bucket queue, steps precomputed",
    "set of tuples",
    "bytearray",
)
Calls = dict[str, Callable[[], object]]


def over(starts: Sequence[int], call: Callable[[int], object]) -> Callable[[], object]:
    """The call for every start in turn."""
    if len(starts) == 1:
        return partial(call, starts[0])

    def all_of_them() -> None:
        for start in starts:
            call(start)

    return all_of_them


class Field:
    """A random map in every form that a technique wants: 12 % rivers, 12 % roads, 2 % closed sides."""

    def __init__(self, columns: int, rows: int, blocked: float = 0.15, seed: int = 7) -> None:
        rng = random.Random(seed)
        self.name = f"{columns}x{rows}"
        self.lattice = lattice = Lattice(Grid((1, columns), (1, rows)))
        self.n = n = lattice.n
        self.cells = lattice.grid.cells
        self.edge, self.middle = lattice.ids[2, rows // 2], lattice.ids[columns // 2, rows // 2]
        keep = {self.edge, self.middle}
        keep |= {x[0] for h in keep for x in lattice.near[h]}
        self.open = bytes(h in keep or rng.random() >= blocked for h in range(n))
        self.cost = [rng.choices((1, 2, 4, 6), (5, 60, 25, 10))[0] for _ in range(n)]
        self.near = [[x[0] for x in lattice.near[h]] for h in range(n)]
        self.cell_near = {self.cells[h]: [self.cells[x] for x in self.near[h]] for h in range(n)}
        self.cell_open = {self.cells[h]: bool(self.open[h]) for h in range(n)}
        self.open_hexes = lattice.board(h for h in range(n) if self.open[h])
        self.price = {self.cells[h]: self.cost[h] for h in range(n) if self.open[h]}
        self.entry = [(c, lattice.board(h for h in range(n) if self.open[h] and self.cost[h] == c)) for c in (1, 2, 4, 6)]
        kinds = {"river": 0, "road": 0, "closed": 0}
        for side in lattice.side_members(lattice.all_sides):
            draw = rng.random()
            kind = "river" if draw < 0.12 else "road" if draw < 0.24 else "closed" if draw < 0.26 else ""
            # A road does not lead into a blocked hex.
            if kind and not (kind == "road" and not all(self.open[h] for h in lattice.side_hexes(side))):
                kinds[kind] |= side
        self.sides = kinds
        self.terrain = Costs.of(lattice, self.entry)
        self.sided = Costs.of(
            lattice, self.entry, extra=[(2, kinds["river"])], fixed=[(1, kinds["road"])], closed=kinds["closed"]
        )
        self.starts = rng.sample([h for h in range(n) if self.open[h]], 24)
        self.units = rng.sample(range(n), min(100, n // 2))
        zone = lattice.ring(lattice.board(rng.sample(range(n), n // 20)))
        self.zone = zone & ~lattice.bit[self.middle]

    def prices(self, costs: Costs) -> bytes:
        """Six step prices a hex for C, 0 where there is no step."""
        found = bytearray(6 * self.n)
        for h, near in enumerate(self.lattice.near):
            for i, (_, bit, side) in enumerate(near):
                found[6 * h + i] = costs.step(side, bit) or 0
        return bytes(found)


class Suite:
    """Measures one field after the other."""

    def __init__(self, quick: bool) -> None:
        self.result = Result()
        self.rounds, self.slice = (9, 1.5) if quick else (41, 1.5)
        self.times: dict[tuple[str, str, str], list[float]] = {}
        self.library = compile_c()
        if self.library is None:
            self.result.notes.append("no C compiler: the rows of the physical limit are left out")

    def measure(
        self,
        subject: str,
        field: Field,
        calls: Calls,
        ours: str,
        notes: dict[str, str] | None = None,
        each: int = 1,
    ) -> None:
        """Time alternatives of one subject; a call does its work `each` times."""
        for name, times in microseconds(calls, self.rounds, self.slice).items():
            self.times[subject, field.name, name] = times
            value, note = statistics.median(times) / each, (notes or {}).get(name, "")
            self.result.rows.append(Row(SUITE, subject, field.name, name, value, ours=name == ours, note=note))

    def add_c(self, subject: str, field: Field, call: Callable[[int], int], expected: int) -> None:
        """A row for C."""
        assert call(1) == expected, (subject, field.name)
        self.result.rows.append(Row(SUITE, subject, field.name, "C", repeat_time(call)))

    def bar(self, text: str, subject: str, case: str, peer: str, wanted: float, ours: str = "ours") -> None:
        """A promised ratio between a peer and us."""
        other, own = self.times.get((subject, case, peer)), self.times.get((subject, case, ours))
        if other is not None and own is not None:
            self.result.bars.append(Bar(SUITE, f"{text}, {case}", ratio(other, own), wanted))

    # -- subjects -----------------------------------------------------------------------------------------------

    def floods(self, field: Field) -> None:
        """Everything connected with a supply source, unlimited."""
        subject, lattice, start = "supply flood, unlimited", field.lattice, field.lattice.bit[field.edge]
        calls: Calls = {"ours": lambda: flood(lattice, start, field.open_hexes)}
        expected = set(lattice.members(flood(lattice, start, field.open_hexes)))
        calls["dict + deque"] = lambda: peers.dict_flood(field.cell_near, field.cell_open, field.cells[field.edge])
        calls["list + bytearray"] = lambda: peers.list_flood(field.near, field.open, field.edge)
        assert {lattice.ids[c] for c in peers.dict_flood(field.cell_near, field.cell_open, field.cells[field.edge])} == expected
        assert set(peers.list_flood(field.near, field.open, field.edge)) == expected
        try:
            import networkx as nx
        except ImportError:
            self.result.notes.append("networkx is not installed: its rows are left out")
        else:
            numbers, cells = nx.Graph(), nx.Graph()
            numbers.add_nodes_from(h for h in range(field.n) if field.open[h])
            numbers.add_edges_from((a, b) for a in numbers for b in field.near[a] if field.open[b])
            cells.add_edges_from((field.cells[a], field.cells[b]) for a, b in numbers.edges)
            home = field.cells[field.edge]
            assert nx.node_connected_component(numbers, field.edge) == expected
            assert set(nx.single_source_shortest_path_length(cells, home)) == {field.cells[h] for h in expected}
            calls["networkx"] = lambda: nx.single_source_shortest_path_length(cells, home)
            calls["networkx, component only"] = lambda: nx.node_connected_component(cells, home)
            calls["networkx, component only, integer nodes"] = lambda: nx.node_connected_component(numbers, field.edge)
        self.measure(subject, field, calls, "ours")
        if self.library is not None:
            c = CLimit(self.library, field.near)
            self.add_c(subject, field, lambda n: c.flood(n, field.open, field.edge), len(expected))

    def barred_floods(self, field: Field) -> None:
        """The same with closed hexsides."""
        subject, lattice = "supply flood, rivers closed", field.lattice
        sides = lattice.all_sides & ~(field.sides["river"] | field.sides["closed"])
        start = lattice.bit[field.edge]
        near = [[x[0] for x in lattice.near[h] if x[2] & sides] for h in range(field.n)]
        expected = set(peers.list_flood(near, field.open, field.edge))
        assert set(lattice.members(flood_across(lattice, start, sides, field.open_hexes))) == expected
        calls: Calls = {
            "ours": lambda: flood_across(lattice, start, sides, field.open_hexes),
            "list + bytearray": lambda: peers.list_flood(near, field.open, field.edge),
        }
        self.measure(subject, field, calls, "ours")

    def movement(self, field: Field, points: int, where: str = "") -> None:
        """Ranges by terrain costs alone, from the middle of the map or from many starts in turn."""
        subject, allowance = f"movement {points} points, terrain{where}", 2 * points
        starts = field.starts if where else [field.middle]
        ranges, steps, n = Ranges(field.terrain), field.terrain.steps, field.n
        expected = 0
        for start in starts:
            found = ranges.reach(start, allowance, cache=False)
            best = peers.heap_reach(field.cell_near, field.price, field.cells[start], allowance)
            assert {field.cells[h]: found.cost(h) for h in found.members()} == best
            assert set(peers.bucket_reach(steps, n, start, allowance)) == set(found.members())
            expected += len(best)
        reach, heap, bucket, cells = ranges.reach, peers.heap_reach, peers.bucket_reach, field.cells
        calls: Calls = {
            "ours": over(starts, lambda h: reach(h, allowance, cache=False)),
            "ours, warm cache": over(starts, lambda h: reach(h, allowance)),
            "dict + heapq": over(starts, lambda h: heap(field.cell_near, field.price, cells[h], allowance)),
            "bucket queue, steps precomputed": over(starts, lambda h: bucket(steps, n, h, allowance)),
        }
        self.measure(subject, field, calls, "ours", {"ours": f"{expected // len(starts)} hexes"}, len(starts))
        if not where:
            self.c_movement(subject, field, field.terrain, allowance)

    def sided_movement(self, field: Field, points: int, where: str = "") -> None:
        """Ranges with rivers, roads and closed sides, from the middle of the map or from many starts in turn."""
        subject, allowance = f"movement {points} points, hexsides{where}", 2 * points
        starts = field.starts if where else [field.middle]
        ranges, steps, n, zone = Ranges(field.sided), field.sided.steps, field.n, field.zone
        half = HalfLattice(field.lattice, field.sided)
        expected = 0
        for start in starts:
            found = set(peers.bucket_reach(steps, n, start, allowance))
            assert set(ranges.reach(start, allowance, cache=False).members()) == found
            assert half.reach(start, allowance) == found
            stopped = ranges.reach(start, allowance, stop=zone)
            assert stopped.hexes == ranges.reach(start, allowance, stop=zone, cache=False).hexes
            expected += len(found)
        reach, bucket = ranges.reach, peers.bucket_reach
        run, _ = half.prepared(starts[0], allowance)
        halves = [half.prepared(start, allowance)[1] for start in starts]
        calls: Calls = {
            "ours": over(starts, lambda h: reach(h, allowance, cache=False)),
            "ours, enemy zones": over(starts, lambda h: reach(h, allowance, stop=zone, cache=False)),
            "ours, enemy zones, warm windows": over(starts, lambda h: reach(h, allowance, stop=zone)),
            "ours, warm cache": over(starts, lambda h: reach(h, allowance)),
            "bucket queue, steps precomputed": over(starts, lambda h: bucket(steps, n, h, allowance)),
            "half lattice, generated code": over(range(len(starts)), lambda i: run(*halves[i])),
        }
        self.measure(subject, field, calls, "ours", {"ours": f"{expected // len(starts)} hexes"}, len(starts))
        if not where:
            self.c_movement(subject, field, field.sided, allowance)

    def c_movement(self, subject: str, field: Field, costs: Costs, allowance: int) -> None:
        """The same in C."""
        if self.library is not None:
            c, prices, start = CLimit(self.library, field.near), field.prices(costs), field.middle
            found = Ranges(costs).reach(start, allowance).members()
            self.add_c(subject, field, lambda n: c.reach(n, prices, start, allowance), len(found))

    def zones(self, field: Field) -> None:
        """Every hex next to a unit of a side."""
        subject, lattice = f"zones of control, {len(field.units)} units", field.lattice
        occupied = lattice.board(field.units)
        cells = [field.cells[h] for h in field.units]
        expected = {field.cells[h] for h in lattice.members(lattice.ring(occupied))}
        assert peers.set_zoc(field.cell_near, cells) == expected
        marks = peers.byte_zoc(field.near, field.n, field.units)
        assert {field.cells[h] for h in range(field.n) if marks[h]} == expected
        calls: Calls = {
            "ours": lambda: lattice.ring(occupied),
            "ours, with the units' own hexes": lambda: lattice.spread(occupied),
            "set of tuples": lambda: peers.set_zoc(field.cell_near, cells),
            "bytearray": lambda: peers.byte_zoc(field.near, field.n, field.units),
        }
        self.measure(subject, field, calls, "ours", {"ours": "occupied hexes kept as a set"})
        if self.library is not None:
            c = CLimit(self.library, field.near)
            self.add_c(subject, field, lambda n: c.zoc(n, field.units), len(expected))
        for case in ("16x11", "40x40"):
            if case == field.name:
                self.bar("zones of control against sets of tuples", subject, case, "set of tuples", 50)

    def bars(self) -> None:
        """The promises."""
        for case in ("16x11", "40x40"):
            self.bar("unlimited flood against networkx", "supply flood, unlimited", case, "networkx", 20)
            self.bar("terrain range against dict + heapq", "movement 8 points, terrain", case, "dict + heapq", 15)
            peer = "bucket queue, steps precomputed"
            self.bar("hexside range against the bucket queue", "movement 8 points, hexsides", case, peer, 2)
        large = [row for row in self.result.rows if row.case == "100x100"]
        for subject in dict.fromkeys(row.subject for row in large):
            rivals = [row for row in large if row.subject == subject and row.technique in PLAIN_PYTHON]
            best = min(rivals, key=lambda row: row.value)
            self.bar(f"{subject}: not slower than {best.technique}", subject, "100x100", best.technique, 1)


def run(quick: bool) -> Result:
    """The suite."""
    suite = Suite(quick)
    for columns, rows in SIZES:
        field, crossed = Field(columns, rows), Field(columns, rows, blocked=0.08)
        suite.floods(field)
        suite.barred_floods(field)
        for points in (8,) if quick else (4, 8, 12):
            suite.movement(field, points)
            suite.sided_movement(crossed, points)
        suite.movement(field, 8, RANDOM)
        suite.sided_movement(crossed, 8, RANDOM)
        suite.zones(field)
    suite.bars()
    return suite.result
