"""A field of hexes: columns and rows, neighbours, distances, lines, and where a hex lies on paper.

Maps number their hexes in many ways: rows from the north or from the south, even or odd columns half a hex higher or
lower, flat-topped hexes in staggered columns or pointed ones in staggered rows. All of that is settled here, once: a
cell (column, row) becomes a *spot* (line, along). A line is what is staggered (a column of flat-topped hexes, a row
of pointed ones), and the six neighbours of a spot lie at the same six offsets whatever the parity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Literal

Cell = tuple[int, int]
Spot = tuple[int, int]
Point = tuple[float, float]
Orientation = Literal["flat", "pointy"]
Shift = Literal["up", "down", "left", "right"]

PITCH = 100.0  # drawing units between the centres of neighbours, which is also the width from flat side to flat side
SIDE = PITCH / sqrt(3)  # the length of a hexside
LINE = PITCH * sqrt(3) / 2  # between two neighbouring lines

FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
_FLAT_STEPS: tuple[Spot, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY_STEPS: tuple[Spot, ...] = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
# Corner k and corner k + 1 are the ends of the side in direction k.
_FLAT_CORNERS: tuple[Point, ...] = (
    (-SIDE / 2, -50.0),
    (SIDE / 2, -50.0),
    (SIDE, 0.0),
    (SIDE / 2, 50.0),
    (-SIDE / 2, 50.0),
    (-SIDE, 0.0),
)
_POINTY_CORNERS: tuple[Point, ...] = (
    (0.0, -SIDE),
    (50.0, -SIDE / 2),
    (50.0, SIDE / 2),
    (0.0, SIDE),
    (-50.0, SIDE / 2),
    (-50.0, -SIDE / 2),
)


@dataclass(frozen=True)
class Grid:
    """The hexes of a map by (column, row), as its labels count them.

    >>> grid = Grid(columns=(1, 15), rows=(2, 11), even=(1, 10), shift="up", rows_from="south")
    >>> grid.neighbour((11, 5), "SE")
    (12, 4)
    >>> grid.distance((1, 2), (15, 11))
    16
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    orientation: Orientation = "flat"
    shifted: Literal["even", "odd"] = "even"  # which lines are shifted by half a hex ...
    shift: Shift = "down"  # ... and which way: up or down for flat, left or right for pointy
    rows_from: Literal["north", "south"] = "north"
    even: tuple[int, int] | None = None  # rows of even columns (flat) or columns of even rows (pointy), where different
    missing: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        allowed = ("up", "down") if self.flat else ("left", "right")
        if self.orientation not in ("flat", "pointy"):
            raise ValueError(f"orientation must be flat or pointy, not {self.orientation!r}")
        if self.shift not in allowed:
            raise ValueError(f"{self.orientation} hexes are shifted {' or '.join(allowed)}, not {self.shift!r}")
        for first, last in (self.columns, self.rows, self.even or self.rows):
            if first > last:
                raise ValueError(f"the extent {first}-{last} is empty")

    @property
    def flat(self) -> bool:
        """Whether hexes have a flat top (staggered columns)."""
        return self.orientation == "flat"

    @property
    def names(self) -> tuple[str, ...]:
        """The six directions in order, clockwise from the north."""
        return FLAT_NAMES if self.flat else POINTY_NAMES

    @property
    def steps(self) -> tuple[Spot, ...]:
        """The six directions as (line, along) offsets between spots."""
        return _FLAT_STEPS if self.flat else _POINTY_STEPS

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every hex as (column, row), by column and then by row."""
        found: list[Cell] = []
        for column in range(self.columns[0], self.columns[1] + 1):
            if self.flat:
                first, last = self.even if self.even and column % 2 == 0 else self.rows
                found += [(column, row) for row in range(first, last + 1)]
            else:
                for row in range(self.rows[0], self.rows[1] + 1):
                    first, last = self.even if self.even and row % 2 == 0 else self.columns
                    if first <= column <= last:
                        found.append((column, row))
        return tuple(cell for cell in found if cell not in self.missing)

    @cached_property
    def _cell_of(self) -> dict[Spot, Cell]:
        return {self.spot(cell): cell for cell in self.cells}

    def __contains__(self, cell: object) -> bool:
        return cell in self._cell_set

    @cached_property
    def _cell_set(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    # -- places on the plane ------------------------------------------------------------------------------------

    def doubled(self, cell: Cell) -> Spot:
        """(line, position along it in half hexes, growing southwards for flat and eastwards for pointed hexes)."""
        column, row = cell
        down = row if self.rows_from == "north" else -row
        line, along, label = (column, down, column) if self.flat else (down, column, row)
        if (label % 2 == 0) == (self.shifted == "even"):
            return line, 2 * along + (1 if self.shift in ("down", "right") else -1)
        return line, 2 * along

    def spot(self, cell: Cell) -> Spot:
        """Axial coordinates (line, along), also for cells off the map."""
        line, half = self.doubled(cell)
        return line, (half - line) // 2

    def cell(self, spot: Spot) -> Cell | None:
        """The hex at a spot, or None where the map has none."""
        return self._cell_of.get(spot)

    def neighbour(self, cell: Cell, direction: str) -> Cell | None:
        """The neighbour in a named direction, or None beyond the map's edge."""
        line, along = self.spot(cell)
        dl, da = self.steps[self.names.index(direction)]
        return self.cell((line + dl, along + da))

    def neighbours(self, cell: Cell) -> tuple[Cell | None, ...]:
        """The six neighbours in the order of `names`; None beyond the edge."""
        line, along = self.spot(cell)
        return tuple(self.cell((line + dl, along + da)) for dl, da in self.steps)

    def distance(self, a: Cell, b: Cell) -> int:
        """Steps from a to b on an unbroken field."""
        return spot_distance(self.spot(a), self.spot(b))

    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """The hexes on the map at exactly this distance, clockwise from the first direction."""
        if radius == 0:
            return (centre,) if centre in self else ()
        line, along = self.spot(centre)
        line, along = line + self.steps[0][0] * radius, along + self.steps[0][1] * radius
        found = []
        for side in range(6):
            dl, da = self.steps[(side + 2) % 6]
            for _ in range(radius):
                found.append(self.cell((line, along)))
                line, along = line + dl, along + da
        return tuple(cell for cell in found if cell is not None)

    def line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """The hexes under a straight line from a to b, both included; hexes off the map are left out."""
        found = (self.cell(spot) for spot in spots_between(self.spot(a), self.spot(b)))
        return tuple(cell for cell in found if cell is not None)

    # -- drawing ------------------------------------------------------------------------------------------------

    @cached_property
    def _bounds(self) -> tuple[int, int, int, int]:
        doubled = [self.doubled(cell) for cell in self.cells]
        lines, halves = [line for line, _ in doubled], [half for _, half in doubled]
        return min(lines), max(lines), min(halves), max(halves)

    @property
    def size(self) -> Point:
        """Width and height of the whole field in drawing units."""
        first, last, low, high = self._bounds
        across, down = (last - first) * LINE + 2 * SIDE, (high - low) * PITCH / 2 + PITCH
        return (across, down) if self.flat else (down, across)

    def center(self, cell: Cell) -> Point:
        """The centre of a hex in drawing units: y grows southwards, the field begins at 0, 0."""
        first, _, low, _ = self._bounds
        line, half = self.doubled(cell)
        across, along = (line - first) * LINE + SIDE, (half - low) * PITCH / 2 + PITCH / 2
        return (across, along) if self.flat else (along, across)

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Six corners; corner k and corner k + 1 end the side in direction k."""
        x, y = self.center(cell)
        return tuple((x + dx, y + dy) for dx, dy in (_FLAT_CORNERS if self.flat else _POINTY_CORNERS))

    def nearest(self, point: Point) -> Cell | None:
        """The hex that holds a drawing point, or None off the map."""
        first, _, low, _ = self._bounds
        across, down = point if self.flat else (point[1], point[0])
        line = (across - SIDE) / LINE + first
        half = (down - PITCH / 2) / (PITCH / 2) + low
        sample_line, sample_half = self.doubled(self.cells[0])
        odd = (sample_half - sample_line) % 2  # constant over the whole field
        return self.cell(round_spot(line, (half - line - odd) / 2))


def spot_distance(a: Spot, b: Spot) -> int:
    """Hexes between two spots."""
    dl, da = a[0] - b[0], a[1] - b[1]
    return max(abs(dl), abs(da), abs(dl + da))


def round_spot(line: float, along: float) -> Spot:
    """The spot nearest to fractional axial coordinates."""
    third = -line - along
    a, b, c = round(line), round(along), round(third)
    da, db, dc = abs(a - line), abs(b - along), abs(c - third)
    if da > db and da > dc:
        return -b - c, b
    if db > dc:
        return a, -a - c
    return a, b


def spots_between(a: Spot, b: Spot) -> Iterator[Spot]:
    """Spots under a straight line; a line along a hexside takes one bank throughout."""
    steps = spot_distance(a, b)
    for i in range(steps + 1):
        t = i / steps if steps else 0.0
        yield round_spot(a[0] + (b[0] - a[0]) * t + 1e-6, a[1] + (b[1] - a[1]) * t + 2e-6)
