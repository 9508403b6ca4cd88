"""From a set of hexsides to the list of actions that name them, fast: the list of bridge work is asked for very often."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct

__all__ = ["SideList"]

_BITS = 32


class _Chunk(dict[int, tuple[int, ...]]):
    """For some neighbouring bits of a board: which values stand for each of their patterns, filled in as they come up."""

    def __init__(self) -> None:
        super().__init__()
        self.values_of: dict[int, int] = {}  # by bit

    def __missing__(self, pattern: int) -> tuple[int, ...]:
        found = tuple(value for bit, value in self.values_of.items() if pattern & bit)
        self[pattern] = found
        return found


class SideList:
    """One value for each of some hexsides.

    >>> SideList([(1 << 3, 30), (1 << 70, 700)]).of(1 << 70 | 1 << 3)
    [30, 700]
    """

    def __init__(self, rows: Iterable[tuple[int, int]]) -> None:
        rows = sorted(rows)
        count = max([side.bit_length() for side, _value in rows], default=1)
        count = (count + _BITS - 1) // _BITS
        chunks = [_Chunk() for _ in range(count)]
        self._all = 0
        for side, value in rows:
            at, bit = divmod(side.bit_length() - 1, _BITS)
            chunks[at].values_of[1 << bit] = value
            self._all |= side
        self._chunks = tuple(chunks)
        self._size, self._unpack = 4 * count, Struct(f"<{count}I").unpack

    def of(self, sides: int) -> list[int]:
        """The values of the hexsides of a set, in their order on the board; hexsides that have none are left out."""
        found: list[int] = []
        sides &= self._all
        if sides:
            for chunk, pattern in zip(self._chunks, self._unpack(sides.to_bytes(self._size, "little")), strict=True):
                if pattern:
                    found += chunk[pattern]
        return found
