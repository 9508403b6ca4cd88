"""The road not taken: hexes and hexsides alternating on one board of twice the resolution.

Crossing a side is two three-shift neighbourhoods with a mask between, fewer operations than six masked shifts, but on
integers four times as long. Kept here to measure the choice of `echelon.hexes.lattice` against it.
"""

from __future__ import annotations

from collections.abc import Callable

from echelon.hexes.costs import Costs
from echelon.hexes.lattice import Lattice


class HalfLattice:
    """Movement with one toll and one fixed cost, on the whole board."""

    def __init__(self, lattice: Lattice, costs: Costs) -> None:
        self.costs = costs
        spots = [lattice.grid.spot(cell) for cell in lattice.grid.cells]
        halves = [lattice.grid.doubled(cell)[1] for cell in lattice.grid.cells]
        self.stride = max(halves) - min(halves) + 3
        raw = [2 * line * self.stride + 2 * along for line, along in spots]
        self.index = [i - min(raw) for i in raw]
        self.hexes = {1 << i: h for h, i in enumerate(self.index)}
        self.lattice = lattice

    def board(self, hexes: int) -> int:
        """A set of hexes in this numbering."""
        return sum(1 << self.index[h] for h in self.lattice.members(hexes))

    def side_board(self, sides: int) -> int:
        """A set of hexsides in this numbering: midway between their hexes."""
        ends = (self.lattice.side_hexes(side) for side in self.lattice.side_members(sides))
        return sum(1 << (self.index[a] + self.index[b] >> 1) for a, b in ends)

    def prepared(self, start: int, allowance: int) -> tuple[Callable[..., int], tuple[int, ...]]:
        """A function and its arguments."""
        ((toll, rivers),), ((fixed, roads),) = self.costs.extra, self.costs.fixed
        names = [f"m{cost}" for cost, _ in self.costs.entry]
        s, less = self.stride, self.stride - 1
        code = [f"def reach(x0, hexes, plain, river, road, {', '.join(names)}):"]
        for k in range(allowance):
            code += [f" y = x{k} | x{k} << 1", f" y |= y << {less}", f" s{k} = y = y | y >> {s}"]
            code.append(" e = y & plain" + (f" | s{k - toll} & river" if k >= toll else ""))
            code += [" e |= e << 1", f" e |= e << {less}", f" e{k} = e | e >> {s}"]
            code += [" e = y & road", " e |= e << 1", f" e |= e << {less}", f" r{k} = (e | e >> {s}) & hexes"]
            terms = [f"e{k + 1 - cost} & m{cost}" for cost, _ in self.costs.entry if k + 1 >= cost]
            terms += [f"r{k + 1 - fixed}"] if k + 1 >= fixed else []
            code.append(f" x{k + 1} = {' | '.join(['x0', *terms])}")
        code.append(f" return x{allowance}")
        space: dict[str, Callable[..., int]] = {}
        exec("\n".join(code), space)
        boards = [self.board(hexes) for _, hexes in self.costs.entry]
        sides = [self.side_board(sides) for sides in (self.costs.plain, rivers, roads)]
        return space["reach"], (1 << self.index[start], self.board(self.lattice.all), *sides, *boards)

    def reach(self, start: int, allowance: int) -> set[int]:
        """The hexes in reach."""
        run, arguments = self.prepared(start, allowance)
        found = run(*arguments)
        return {h for bit, h in self.hexes.items() if found & bit}
