"""Random maps: the same field as a lattice with costs, and as a plain graph."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from echelon.hexes.costs import Costs
from echelon.hexes.grid import Grid
from echelon.hexes.lattice import Lattice

from .oracles import World

STYLES = (
    {},
    {"shifted": "odd"},
    {"shift": "up", "rows_from": "south"},
    {"shifted": "odd", "shift": "up"},
    {"orientation": "pointy", "shift": "right"},
    {"orientation": "pointy", "shift": "left", "shifted": "odd", "rows_from": "south"},
)
SIZES = ((1, 1), (1, 7), (6, 1), (4, 5), (9, 6), (13, 12), (25, 17), (40, 9))


@cache
def lattice_of(size: tuple[int, int], style: int, holes: int) -> Lattice:
    rng = random.Random(holes)
    cells = [(c, r) for c in range(1, size[0] + 1) for r in range(1, size[1] + 1)]
    missing = frozenset(rng.sample(cells, min(holes * len(cells) // 10, len(cells) - 1)))
    return Lattice(Grid((1, size[0]), (1, size[1]), missing=missing, **STYLES[style]))


class Case(NamedTuple):
    lattice: Lattice
    world: World
    costs: Costs
    rng: random.Random

    def some(self, share: float) -> tuple[int, set[int]]:
        ids = {h for h in range(self.lattice.n) if self.rng.random() < share}
        return self.lattice.board(ids), ids

    def some_sides(self, share: float) -> tuple[int, set[frozenset[int]]]:
        sides = [s for s in self.lattice.side_members(self.lattice.all_sides) if self.rng.random() < share]
        return sum(sides), {frozenset(self.lattice.side_hexes(s)) for s in sides}


def make(size, style, holes, seed, sided=True) -> Case:
    lattice = lattice_of(size, style, holes)
    rng = random.Random(seed)
    world = World({h: [x[0] for x in lattice.near[h]] for h in range(lattice.n)})
    whole = rng.random() < 0.3  # whole points only
    costs = rng.sample((2, 4, 6, 8) if whole else (1, 2, 3, 4, 6, 8), rng.randint(1, 4))
    entry = dict.fromkeys(costs, 0)
    for h in range(lattice.n):
        if rng.random() > 0.12:
            cost = rng.choice(costs)
            world.entry[h] = cost
            entry[cost] |= lattice.bit[h]
    extra, fixed, closed = {}, {}, 0
    if sided:
        tolls = rng.sample((2, 4) if whole else (1, 2, 4), rng.randint(0, 2))
        roads = rng.sample((2, 6) if whole else (1, 2, 3), rng.randint(0, 2))
        for bit in lattice.side_members(lattice.all_sides):
            side, draw = frozenset(lattice.side_hexes(bit)), rng.random()
            if tolls and draw < 0.2:
                toll = rng.choice(tolls)
                world.extra[side] = toll
                extra[toll] = extra.get(toll, 0) | bit
            elif roads and draw < 0.4:
                cost = rng.choice(roads)
                world.fixed[side] = cost
                fixed[cost] = fixed.get(cost, 0) | bit
            elif draw > 0.95:
                world.closed.add(side)
                closed |= bit
    return Case(
        lattice,
        world,
        Costs.of(lattice, entry.items(), extra=extra.items(), fixed=fixed.items(), closed=closed),
        rng,
    )


cases = st.builds(
    make,
    st.sampled_from(SIZES),
    st.integers(0, len(STYLES) - 1),
    st.integers(0, 2),
    st.integers(0, 10**6),
    st.booleans(),
)
