"""How a hex looks in characters: where its text goes, and which characters stand for each of its six sides.

A shape is data, so the map needs one drawing routine whatever the size and the orientation. Directions are numbered as the
grid numbers them (flat hexes: N NE SE S SW NW; pointed ones: NE E SE SW W NW). A side that two hexes share falls on the same
characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from echelon.hexes.grid import LINE, PITCH, Point

__all__ = ["COMPACT", "FULL", "POINTED", "Cell", "Shape"]

Cell = tuple[int, int, str]  # x, y, character


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to draw a hex. `scale` is characters for each unit of the grid's drawing coordinates."""

    size: tuple[int, int]
    pitch: tuple[int, int]  # columns and lines between neighbours, in the grid's line and half-step units
    rows: tuple[tuple[int, int, int], ...]  # x, y, length of each line of text inside
    sides: tuple[tuple[Cell, ...], ...]  # the characters of the six sides
    crossings: tuple[tuple[Cell, ...], ...]  # where a road crosses each side
    water: str = ""  # the character of a river side, if the plain one does not do
    staggered: Literal["columns", "rows"] = "columns"

    def place(self, center: Point) -> tuple[int, int]:
        """The top left character of the hex whose centre lies here."""
        x, y = center
        if self.staggered == "columns":
            return round(x / LINE) * self.pitch[0], round(2 * y / PITCH) * self.pitch[1]
        return round(2 * x / PITCH) * self.pitch[0], round(y / LINE) * self.pitch[1]


def _row(first: int, last: int, y: int, char: str) -> tuple[Cell, ...]:
    return tuple((x, y, char) for x in range(first, last + 1))


#     ______
#    / 0403 \
#   /b1 3-3  \
#   \        /
#    \______/
FULL = Shape(
    size=(10, 5),
    pitch=(8, 2),
    rows=((2, 1, 6), (1, 2, 8), (1, 3, 8)),
    sides=(
        _row(2, 7, 0, "_"),
        ((8, 1, "\\"), (9, 2, "\\")),
        ((9, 3, "/"), (8, 4, "/")),
        _row(2, 7, 4, "_"),
        ((0, 3, "\\"), (1, 4, "\\")),
        ((0, 2, "/"), (1, 1, "/")),
    ),
    crossings=(
        _row(4, 5, 0, "║"),
        ((9, 2, "═"),),
        ((9, 3, "═"),),
        _row(4, 5, 4, "║"),
        ((1, 4, "═"),),
        ((1, 1, "═"),),
    ),
)

#   |0403 ♣|
#   |b1 b2 |
COMPACT = Shape(
    size=(9, 2),
    pitch=(8, 1),
    rows=((1, 0, 7), (1, 1, 7)),
    sides=((), ((8, 0, "│"),), ((8, 1, "│"),), (), ((0, 1, "│"),), ((0, 0, "│"),)),
    crossings=((), ((8, 0, "═"),), ((8, 1, "═"),), (), ((0, 1, "═"),), ((0, 0, "═"),)),
    water="┃",
)

POINTED = Shape(
    size=(9, 4),
    pitch=(4, 3),
    rows=((1, 1, 7), (1, 2, 7)),
    sides=(
        _row(5, 7, 0, "─"),
        _row(8, 8, 1, "│") + _row(8, 8, 2, "│"),
        _row(5, 7, 3, "─"),
        _row(1, 3, 3, "─"),
        _row(0, 0, 1, "│") + _row(0, 0, 2, "│"),
        _row(1, 3, 0, "─"),
    ),
    crossings=(((6, 0, "║"),), ((8, 1, "═"),), ((6, 3, "║"),), ((2, 3, "║"),), ((0, 1, "═"),), ((2, 0, "║"),)),
    staggered="rows",
)
