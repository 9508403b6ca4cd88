"""Dominant positions: a ring of hachures round the hex, as old maps draw a hill; wide enough to be seen round a counter."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from echelon.draw import svg
from echelon.draw.kinds import summit_hexes

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.draw.palettes import Palette

RADIUS = 35.0
TICKS = 32
GAP = 4  # strokes left out on either side of the top, where the hex has its number


def ring(x: float, y: float, radius: float = RADIUS) -> str:
    """The path of one ring: short and long strokes in turn, pointing downhill."""
    n = svg.num
    parts = []
    top = 3 * TICKS // 4
    for k in range(TICKS):
        if abs(k - top) < GAP:
            continue
        turn, far = 2 * pi * k / TICKS, radius * (1.22 if k % 2 else 1.13)
        parts.append(
            f"M{n(x + radius * cos(turn))} {n(y + radius * sin(turn))}L{n(x + far * cos(turn))} {n(y + far * sin(turn))}"
        )
    return "".join(parts)


def rings_svg(spots: Iterable[tuple[float, float]], palette: Palette, radius: float = RADIUS) -> str:
    """Rings of hachures, each with a fine line along its crest, over a light ground."""
    spots = list(spots)
    if not spots:
        return ""
    ticks = "".join(ring(x, y, radius) for x, y in spots)
    crest = svg.circles((x, y, radius) for x, y in spots)
    scale = max(0.6, radius / RADIUS)
    return (
        svg.line(crest, palette.halo, 4.2 * scale, opacity=0.7)
        + svg.line(crest, palette.peak, 1.5 * scale)
        + svg.line(ticks, palette.peak, 1.9 * scale, stroke_linecap="round")
    )


def summits_svg(board: Board, palette: Palette) -> str:
    """The rings of a board."""
    return rings_svg((board.center(h) for h in summit_hexes(board)), palette)
