"""The numbering of hexes and hexsides as bits of one integer, and the set algebra on it.

Hexes stand in *sheared, padded lines*: with stride S the bits of the six neighbours are ±1, ±S and ±(S-1) away,
whatever the parity of the line, and what falls off the map lands on pad bits. Because (+1) + (S-1) - S = 0, a set with
all its neighbours is three shift-ors. Hexsides follow above the hexes in three blocks, one for each axis: the side
between bit i and bit i + 1 is bit i of the first block, that between i and i + S bit i of the second, between i and
i + S - 1 bit i of the third. So hexes and hexsides never share a bit, a kind of hexside is one plain mask, and sets of
hexes stay short: a quarter of what they would be on a board of twice the resolution, where hexes and sides alternate.
"""

from __future__ import annotations

from collections.abc import Iterable

from echelon.hexes.grid import Grid

Near = tuple[tuple[int, int, int], ...]

_FEW = 8  # up to so many bits the lowest-bit loop is quicker than the byte tables


class NotAdjacentError(ValueError):
    """Two hexes that share no side."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__(f"hexes {a} and {b} are not adjacent")
        self.a, self.b = a, b


class _Byte(dict[int, tuple[int, ...]]):
    """The hexes named by one byte of a board, filled in as values of that byte turn up."""

    __slots__ = ("ids",)

    def __init__(self, ids: tuple[int, ...]) -> None:
        super().__init__()
        self.ids = ids

    def __missing__(self, value: int) -> tuple[int, ...]:
        found = self[value] = tuple(self.ids[i] for i in range(8) if value >> i & 1)
        return found


class Lattice:
    """Bits for the hexes and hexsides of a grid.

    Hexes have dense ids 0..n-1 in label order; `bit[h]` is the hex as a set of one, `near[h]` its neighbours as
    (id, bit, side bit) in direction order, `around[h]` the same six places with None beyond the edge.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.n = len(grid.cells)
        self.ids = {cell: i for i, cell in enumerate(grid.cells)}
        doubled = [grid.doubled(cell) for cell in grid.cells]
        halves = [half for _, half in doubled]
        longest = (max(halves) - min(halves)) // 2 + 1
        self.stride = longest + 2
        spots = [grid.spot(cell) for cell in grid.cells]
        raw = [line * self.stride + along for line, along in spots]
        self.first_line = min(line for line, _ in spots)
        self.lines = max(line for line, _ in spots) - self.first_line + 1
        base = min(raw) - 1  # bit 0 stays free: `ring` shifts right before it shifts left
        self.index = tuple(i - base for i in raw)
        self.width = max(self.index) + 1  # bits of a set of hexes
        self.block = self.width + self.stride + 1  # bits between two blocks; a shift can never reach the next one
        self.line_of = tuple(line - self.first_line for line, _ in spots)
        # The first bit of each line, pad included, so that a run of lines is one window of bits.
        low_half = min(halves)
        self.line_start = tuple(
            max(0, (line + self.first_line) * self.stride + (low_half - line - self.first_line) // 2 - base - 1)
            for line in range(self.lines + 1)
        )
        self.bit = tuple(1 << i for i in self.index)
        self.all = 0
        for bit in self.bit:
            self.all |= bit
        self.offsets = (1, self.stride, self.stride - 1)
        self._by_index: dict[int, int] = {i: h for h, i in enumerate(self.index)}
        # Keyed by index: the hashes of single bits repeat after 61 places, so a dictionary of bits would crawl.
        self._ends: dict[int, tuple[int, int]] = {}
        self.around = self._surroundings(spots)
        self.near: tuple[Near, ...] = tuple(tuple(x for x in six if x is not None) for six in self.around)
        self.ring_of = tuple(sum(x[1] for x in near) for near in self.near)
        self.all_sides = sum(1 << i for i in self._ends)
        ids = [self._by_index.get(i, -1) for i in range((self.width + 7) // 8 * 8)]
        self._bytes = [_Byte(tuple(ids[i : i + 8])) for i in range(0, len(ids), 8)]

    def _surroundings(self, spots: list[tuple[int, int]]) -> tuple[tuple[tuple[int, int, int] | None, ...], ...]:
        """For each hex its six neighbours as (id, bit, side bit), None beyond the edge."""
        at = {spot: h for h, spot in enumerate(spots)}
        sides: dict[int, int] = {}
        found = []
        for here, (line, along) in enumerate(spots):
            index = self.index[here]
            six: list[tuple[int, int, int] | None] = []
            for dl, da in self.grid.steps:
                there = at.get((line + dl, along + da))
                if there is None:
                    six.append(None)
                    continue
                other = self.index[there]
                low, gap = (index, other - index) if index < other else (other, index - other)
                place = low + self.block * (self.offsets.index(gap) + 1)
                if place not in sides:
                    sides[place] = 1 << place
                    self._ends[place] = (here, there)
                six.append((there, self.bit[there], sides[place]))
            found.append(tuple(six))
        return tuple(found)

    # -- one hex, one side --------------------------------------------------------------------------------------

    def side(self, a: int, b: int) -> int:
        """The bit of the side between two neighbours."""
        for hex_id, _, side in self.near[a]:
            if hex_id == b:
                return side
        raise NotAdjacentError(a, b)

    def side_hexes(self, side: int) -> tuple[int, int]:
        """The two hexes that a side bit parts, lower id first."""
        ends = self._ends.get(side.bit_length() - 1)
        if ends is None or side & side - 1:
            raise ValueError("not the bit of a hexside of this map")
        return ends

    def distance(self, a: int, b: int) -> int:
        """Steps between two hexes on an unbroken field."""
        return self.grid.distance(self.grid.cells[a], self.grid.cells[b])

    # -- sets ---------------------------------------------------------------------------------------------------

    def members(self, bits: int) -> list[int]:
        """The hexes of a set as ids, in the order of their bits."""
        found: list[int] = []
        if bits.bit_count() <= _FEW:
            by_index = self._by_index
            while bits:
                low = bits & -bits
                found.append(by_index[low.bit_length() - 1])
                bits ^= low
            return found
        first = (bits & -bits).bit_length() - 1 >> 3  # on wide boards skip to the first byte in use
        bits >>= first << 3
        tables = self._bytes
        for byte in bits.to_bytes((bits.bit_length() + 7) >> 3, "little"):
            if byte:
                found += tables[first][byte]
            first += 1
        return found

    def board(self, ids: Iterable[int]) -> int:
        """The set of these hexes."""
        bits = 0
        for h in ids:
            bits |= self.bit[h]
        return bits

    def side_members(self, sides: int) -> list[int]:
        """The side bits of a set of hexsides, lowest first."""
        found = []
        while sides:
            low = sides & -sides
            found.append(low)
            sides ^= low
        return found

    def spread(self, bits: int) -> int:
        """A set of hexes and all their neighbours."""
        stride = self.stride
        bits |= bits << 1
        bits |= bits << (stride - 1)
        return (bits | bits >> stride) & self.all

    def ring(self, bits: int) -> int:
        """The hexes next to a hex of the set: members only where another member is next to them."""
        stride = self.stride
        right = bits >> 1
        pair = bits | right
        return (bits << 1 | right | pair << stride | pair >> (stride - 1)) & self.all

    def cross(self, bits: int, sides: int) -> int:
        """The hexes reached from the set by crossing one of the given hexsides."""
        stride = self.stride
        a = sides >> self.block
        b = a >> self.block
        c = b >> self.block
        return (
            (bits & a) << 1
            | bits >> 1 & a
            | (bits & b) << stride
            | bits >> stride & b
            | (bits & c) << (stride - 1)
            | bits >> (stride - 1) & c
        ) & self.all

    def sides_of(self, bits: int) -> int:
        """Every hexside that a hex of the set has, on the map."""
        stride, block = self.stride, self.block
        return (
            (bits | bits >> 1) << block | (bits | bits >> stride) << 2 * block | (bits | bits >> (stride - 1)) << 3 * block
        ) & self.all_sides

    def border(self, bits: int) -> int:
        """The hexsides between a hex of the set and a hex outside it."""
        stride, block = self.stride, self.block
        rest = bits ^ self.all
        a = bits & rest >> 1 | rest & bits >> 1
        b = bits & rest >> stride | rest & bits >> stride
        c = bits & rest >> (stride - 1) | rest & bits >> (stride - 1)
        return a << block | b << 2 * block | c << 3 * block

    def ends(self, sides: int) -> int:
        """The hexes on either bank of the given hexsides."""
        stride = self.stride
        a = sides >> self.block
        b = a >> self.block
        c = b >> self.block
        return (a | a << 1 | b | b << stride | c | c << (stride - 1)) & self.all
