"""Lines of any length: the hexes from which a chain of steps leads to a goal, over steps that may be open one way only."""

from __future__ import annotations

from collections.abc import Callable

from echelon.hexes.lattice import Lattice

__all__ = ["Ways"]


class Ways:
    """Which steps between neighbours a line may take: `allowed(a, b, side)` says whether it may go from a to b.

    Lines are looked for backwards, from the goal. For each of the six directions there is one set of hexes that may be left
    in it, so that a step of all lines at once is six shifts.
    """

    __slots__ = ("_down", "_less", "_stride", "_up")

    def __init__(self, lattice: Lattice, allowed: Callable[[int, int, int], bool]) -> None:
        self._stride, self._less = lattice.stride, lattice.stride - 1
        left: dict[int, int] = {}  # by the difference between the hex that is left and the one entered
        for a in range(lattice.n):
            for b, _bit, side in lattice.near[a]:
                if allowed(a, b, side):
                    gap = lattice.index[a] - lattice.index[b]
                    left[gap] = left.get(gap, 0) | lattice.bit[a]
        gaps = (1, self._stride, self._less)
        self._up = tuple(left.get(gap, 0) for gap in gaps)
        self._down = tuple(left.get(-gap, 0) for gap in gaps)

    def into(self, hexes: int) -> int:
        """The hexes from which one step leads into the set."""
        stride, less = self._stride, self._less
        up1, up2, up3 = self._up
        down1, down2, down3 = self._down
        return (
            hexes << 1 & up1
            | hexes << stride & up2
            | hexes << less & up3
            | hexes >> 1 & down1
            | hexes >> stride & down2
            | hexes >> less & down3
        )

    def leading(self, goal: int, ground: int) -> int:
        """The goal, and every hex of the ground from which a chain through the ground leads to it."""
        stride, less = self._stride, self._less
        up1, up2, up3 = self._up
        down1, down2, down3 = self._down
        up1, up2, up3 = up1 & ground, up2 & ground, up3 & ground
        down1, down2, down3 = down1 & ground, down2 & ground, down3 & ground
        reached = goal
        while True:
            before = reached
            # each direction builds on the one before: a pass gains more than one step
            reached |= reached << 1 & up1
            reached |= reached << stride & up2
            reached |= reached << less & up3
            reached |= reached >> 1 & down1
            reached |= reached >> stride & down2
            reached |= reached >> less & down3
            if reached == before:
                return reached

    def within(self, goal: int, ground: int, steps: int) -> int:
        """The goal, and every hex of the ground that is at most so many steps from it, all but the goal on the ground."""
        reached = goal
        for _ in range(steps):
            more = reached | self.into(reached) & ground
            if more == reached:
                break
            reached = more
        return reached
