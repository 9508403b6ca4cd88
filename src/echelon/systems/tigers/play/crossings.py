"""River hexsides, worked out once a game: which touch the corner of which hex, and the actions that name them.

The list of bridge work is asked for very often, so that a set of hexsides becomes a list of actions by looking up patterns.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.systems.tigers.facts.compiled import TigersRules

__all__ = ["Crossings", "SideList"]

_BITS = 64


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
        self._all = 0
        for side, _value in rows:
            self._all |= side
        first, end = 0, (self._all.bit_length() + _BITS - 1) // _BITS
        if rows:
            first = (rows[0][0].bit_length() - 1) // _BITS  # hexsides lie above the hexes
        chunks = [_Chunk() for _ in range(first, end)]
        for side, value in rows:
            at, bit = divmod(side.bit_length() - 1, _BITS)
            chunks[at - first].values_of[1 << bit] = value
        self._chunks = tuple(chunks)
        size = _BITS // 8
        self._size, self._unpack = size * end, Struct(f"<{size * first}x{end - first}Q").unpack

    def of(self, sides: int) -> list[int]:
        """The values of the hexsides of a set, in their order on the board; hexsides that have none are left out."""
        found: list[int] = []
        sides &= self._all
        if sides:
            for chunk, pattern in zip(self._chunks, self._unpack(sides.to_bytes(self._size, "little")), strict=True):
                if pattern:
                    found += chunk[pattern]
        return found


class Crossings:
    """The river hexsides of a map, as `play` looks at them."""

    def __init__(self, rules: TigersRules) -> None:
        board, rays = rules.board, [0] * rules.board.n
        for side in rules.hexsides:
            a, b = board.side_hexes(side)
            for h in board.members(board.ring_of[a] & board.ring_of[b]):
                rays[h] |= side
        # by hex, the river hexsides that touch a corner of it without being its own (TIG-BRG-10), and the hexes that have any
        self.radiating = tuple(rays)
        self.radiant: int = sum(board.bit[h] for h in range(board.n) if rays[h])
        make, numbered = rules.verbs.make, tuple(enumerate(rules.hexsides))
        self.builds, self.blows, self.dismantles = (
            SideList((side, make(verb, i)) for i, side in numbered) for verb in ("build", "blow", "dismantle")
        )
        self.busts = SideList((side, make("bust", 0, i)) for i, side in numbered)
