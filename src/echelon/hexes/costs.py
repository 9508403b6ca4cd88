"""What movement costs: by the hex entered, by the hexside crossed. All costs are whole parts of a point, such as halves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from echelon.hexes.lattice import Lattice

Priced = Iterable[tuple[int, int]]


@dataclass(frozen=True)
class Costs:
    """The movement costs of one class of mover on one map.

    entry   (cost, hexes): entering such a hex; a hex in none of them cannot be entered, except by a fixed side
    extra   (cost, sides): added for crossing such a side; several on one side add up
    fixed   (cost, sides): crossing such a side costs this and nothing else, whatever lies behind (a road)
    closed  sides that cannot be crossed at all

    A side that is both fixed and extra is fixed: where a road needs a bridge, leave bridgeless sides out of it.
    """

    lattice: Lattice
    entry: tuple[tuple[int, int], ...]
    extra: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    closed: int = 0

    @classmethod
    def of(cls, lattice: Lattice, entry: Priced, *, extra: Priced = (), fixed: Priced = (), closed: int = 0) -> Costs:
        """Costs in normal form: disjoint classes, cheapest first, empty ones dropped."""
        classes: dict[int, int] = {}
        taken = 0
        for cost, hexes in entry:
            if cost < 1:
                raise ValueError(f"entering a hex must cost at least one part of a point, not {cost}")
            if hexes & taken:
                raise ValueError(f"a hex is in two cost classes: {lattice.members(hexes & taken & lattice.all)[:5]}")
            taken |= hexes
            classes[cost] = classes.get(cost, 0) | hexes & lattice.all
        tolls: dict[int, int] = {0: lattice.all_sides}
        for cost, sides in extra:
            if cost < 0:
                raise ValueError(f"a side cannot cost {cost} extra parts of a point")
            split: dict[int, int] = {}
            for old, where in tolls.items():
                split[old] = split.get(old, 0) | where & ~sides
                split[old + cost] = split.get(old + cost, 0) | where & sides
            tolls = split
        roads: dict[int, int] = {}
        paved = closed
        for cost, sides in sorted(fixed):
            if cost < 1:
                raise ValueError(f"crossing a side must cost at least one part of a point, not {cost}")
            roads[cost] = roads.get(cost, 0) | sides & lattice.all_sides & ~paved
            paved |= sides
        return cls(
            lattice,
            tuple((cost, hexes) for cost, hexes in sorted(classes.items()) if hexes),
            tuple((cost, sides & ~paved) for cost, sides in sorted(tolls.items()) if cost and sides & ~paved),
            tuple((cost, sides) for cost, sides in sorted(roads.items()) if sides),
            closed & lattice.all_sides,
        )

    @cached_property
    def plain(self) -> int:
        """The sides that cost nothing of their own."""
        sides = self.lattice.all_sides & ~self.closed
        for _, others in self.extra + self.fixed:
            sides &= ~others
        return sides

    @property
    def sided(self) -> bool:
        """Whether any hexside matters."""
        return bool(self.extra or self.fixed or self.closed)

    @cached_property
    def least(self) -> int:
        """The cheapest step there is."""
        return min((cost for cost, _ in self.entry + self.fixed), default=1)

    @cached_property
    def usual(self) -> int:
        """The entry cost of most hexes: how far movement gets, by and large."""
        return max(self.entry, key=lambda row: row[1].bit_count(), default=(1, 0))[0]

    def step(self, side: int, into: int) -> int | None:
        """The cost of crossing a side bit into a hex bit, or None."""
        if side & self.closed:
            return None
        for cost, sides in self.fixed:
            if side & sides:
                return cost
        for cost, hexes in self.entry:
            if into & hexes:
                return cost + sum(toll for toll, sides in self.extra if side & sides)
        return None

    @cached_property
    def unreached(self) -> bytes:
        """A byte for every hex that is larger than any cost."""
        return b"\xff" * self.lattice.n

    @cached_property
    def steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For every hex its possible steps as (hex, cost)."""
        return tuple(
            tuple((other, cost) for other, bit, side in near if (cost := self.step(side, bit)) is not None)
            for near in self.lattice.near
        )

    @cached_property
    def steps_back(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For every hex the hexes from which it can be entered, as (hex, cost)."""
        return tuple(
            tuple((other, cost) for other, _, side in near if (cost := self.step(side, self.lattice.bit[h])) is not None)
            for h, near in enumerate(self.lattice.near)
        )
