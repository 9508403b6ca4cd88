"""Plain hexagon geometry for what is drawn on the grid: outlines, inset rings, hatches. Needs no numpy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from echelon.draw import svg

if TYPE_CHECKING:
    from echelon.core.board.board import Board

Corner = tuple[float, float]


def corner(point: Sequence[float]) -> Corner:
    """A corner's place as a key: rounded, so that three hexes agree on it."""
    return round(float(point[0]), 1) + 0.0, round(float(point[1]), 1) + 0.0


def ring(board: Board, h: int, scale: float = 1.0) -> list[Corner]:
    """The corners of a hex, drawn in towards its centre."""
    cx, cy = board.center(h)
    return [(cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in board.corners(h)]


def hex_path(board: Board, h: int, scale: float = 1.0) -> str:
    """A hex as path data."""
    return svg.path(ring(board, h, scale), closed=True)


def hexes_path(board: Board, hexes: Iterable[int], scale: float = 1.0) -> str:
    """Several hexes in one path."""
    return "".join(hex_path(board, h, scale) for h in hexes)


def outlines(board: Board, hexes: Iterable[int]) -> list[list[Corner]]:
    """The outline of a set of hexes: the sides that no two of them share, joined end to end."""
    sides: dict[tuple[Corner, Corner], None] = {}
    for h in hexes:
        around = [corner(p) for p in board.corners(h)]
        for a, b in zip(around, [*around[1:], around[0]], strict=True):
            if (b, a) in sides:
                del sides[b, a]
            else:
                sides[a, b] = None
    following: dict[Corner, list[Corner]] = {}
    for a, b in sides:
        following.setdefault(a, []).append(b)
    out: list[list[Corner]] = []
    while following:
        start = next(iter(following))
        line, here = [start], start
        while True:
            there = following[here].pop()
            if not following[here]:
                del following[here]
            if there == start:
                break
            line.append(there)
            here = there
        out.append(line)
    return out


def hatch(board: Board, h: int, gap: float, scale: float = 0.94) -> str:
    """Diagonal lines across a hex, rising to the right, `gap` apart, cut off at its edge."""
    around = ring(board, h, scale)
    sums = [x + y for x, y in around]
    # One lattice of lines for the whole board, so that neighbouring hexes hatch without a step.
    first = int(min(sums) // (gap * 1.4142)) + 1
    lines: list[list[Corner]] = []
    k = first
    while k * gap * 1.4142 < max(sums):
        level = k * gap * 1.4142
        cuts: list[Corner] = []
        for (ax, ay), (bx, by) in zip(around, [*around[1:], around[0]], strict=True):
            a, b = ax + ay - level, bx + by - level
            if (a > 0) != (b > 0):
                t = a / (a - b)
                cuts.append((ax + (bx - ax) * t, ay + (by - ay) * t))
        if len(cuts) == 2:
            lines.append(cuts)
        k += 1
    return svg.paths(lines)
