"""Front lines, fort lines and other hexside lines: smoothed along the hexsides, never wobbling."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from echelon.draw import svg
from echelon.draw.curves import at, lengths, normals, offset, spline
from echelon.draw.hexagons import Corner, corner
from echelon.draw.kinds import Side, line_class, loose_sides
from echelon.draw.noise import Floats
from echelon.draw.palettes import ALLIED, FORT, FORT_LIT, GERMAN, Palette
from echelon.draw.water import PULL, reaches

if TYPE_CHECKING:
    from echelon.core.board.board import Board

BAND = 9.0
BESIDE = 6.5
TEETH = 11.0
TOOTH_BASE = 20.0


@dataclass(frozen=True)
class Line:
    """One smoothed run of hexsides. `owner` is +1 or -1: on which side of the course (right is +1) the first hex of
    each pair lies, so that a board that writes the owner's hex first tells whose line it is.
    """

    kind: str
    name: str
    sides: tuple[Side, ...]
    course: Floats
    owner: int
    beside: Floats
    """A calmer line through the middles alone, for what stands beside the course."""


def lines(board: Board) -> list[Line]:
    """All fronts, forts, ridges and unknown hexside kinds: named courses, then loose hexsides."""
    groups: list[tuple[str, str, tuple[Side, ...]]] = []
    seen: set[tuple[str, frozenset[int]]] = set()
    for course in board.courses:
        if line_class(course.kind) not in ("river", "bridge"):
            sides = tuple((int(a), int(b)) for a, b in course.sides)
            seen.update((course.kind, frozenset(side)) for side in sides)
            groups.append((course.kind, course.name, sides))
    for kind in board.sides:
        if line_class(kind) not in ("river", "bridge"):
            rest = tuple(side for side in loose_sides(board, kind) if (kind, frozenset(side)) not in seen)
            if rest:
                groups.append((kind, kind, rest))
    out: list[Line] = []
    for kind, name, sides in groups:
        for walk in reaches(board, sides):
            out.append(_line(board, kind, name, sides, walk))
    return out


def _line(board: Board, kind: str, name: str, sides: tuple[Side, ...], walk: list[Corner]) -> Line:
    ends = {frozenset((corner(p), corner(q))): side for side in sides for p, q in [board.side_ends(*side)]}
    ordered = tuple(ends[frozenset(pair)] for pair in itertools.pairwise(walk))
    knots: list[Corner] = []
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in itertools.pairwise(walk)]
    for i, m in enumerate(middles):
        x, y = walk[i]
        if i:
            mx, my = (middles[i - 1][0] + m[0]) / 2, (middles[i - 1][1] + m[1]) / 2
            x, y = x + PULL * (mx - x), y + PULL * (my - y)
        knots += [(x, y), m]
    knots.append(walk[-1])
    votes = 0.0
    for (a, b), side, m in zip(itertools.pairwise(walk), ordered, middles, strict=True):
        cx, cy = board.center(side[0])
        votes += (b[0] - a[0]) * (cy - m[1]) - (b[1] - a[1]) * (cx - m[0])
    # Corners drawn in almost to the middles: teeth keep an even pace and still follow the line.
    calm: list[Corner] = []
    for i, m in enumerate(middles):
        if i:
            mx, my = (middles[i - 1][0] + m[0]) / 2, (middles[i - 1][1] + m[1]) / 2
            calm.append((walk[i][0] + 0.72 * (mx - walk[i][0]), walk[i][1] + 0.72 * (my - walk[i][1])))
        else:
            calm.append(walk[0])
        calm.append(m)
    calm.append(walk[-1])
    return Line(kind, name, ordered, spline(knots, 2.5), 1 if votes > 0 else -1, spline(calm, 2.5))


def front_svg(line: Line, palette: Palette, river: Callable[[Any], Any]) -> str:
    """Two bands, the owner's grey and the other's olive, and a dash-dot line where no river runs."""
    lift = 0.22 if palette.dark else 0.0
    d_owner = svg.path(offset(line.course, BESIDE * line.owner)[::2])
    d_other = svg.path(offset(line.course, -BESIDE * line.owner)[::2])
    parts = [
        svg.line(d_other, ALLIED, BAND, opacity=0.42 + lift),
        svg.line(d_owner, GERMAN if not palette.dark else "#9AA6B2", BAND, opacity=0.34 + lift / 2),
    ]
    dry = np.asarray(river(line.course)) > 7.5
    runs: list[Any] = []
    start = None
    for i, free in enumerate([*dry, False]):
        if free and start is None:
            start = i
        elif not free and start is not None:
            if i - start > 3:
                runs.append(line.course[start:i])
            start = None
    parts.append(svg.line(svg.paths(runs), palette.ink, 1.7, stroke_dasharray="10 3.5 2 3.5"))
    return svg.group(parts)


def teeth_row(line: Line) -> Floats:
    """The line on which a fort's teeth stand, on the owner's side."""
    return offset(line.beside, TOOTH_BASE * line.owner)


def fort_svg(line: Line, palette: Palette) -> str:
    """Teeth every 11 along the course, on the owner's side, tips to the enemy; each half lit."""
    row = teeth_row(line)
    total = float(lengths(row)[-1])
    body: list[str] = []
    lit: list[str] = []
    count = max(1, int((total - 6) / TEETH))
    start = (total - (count - 1) * TEETH) / 2
    n = svg.num
    for k in range(count):
        bx, by, angle = at(row, start + k * TEETH)
        tx, ty = cos(radians(angle)), sin(radians(angle))
        nx, ny = -ty * line.owner, tx * line.owner
        tip = (bx - nx * 8, by - ny * 8)
        left, right = (bx - tx * 4.4, by - ty * 4.4), (bx + tx * 4.4, by + ty * 4.4)
        body.append(f"M{n(tip[0])} {n(tip[1])}L{n(left[0])} {n(left[1])}L{n(right[0])} {n(right[1])}z")
        # The half that faces the light in the north-west is the one whose base corner lies further up and left.
        bright = min((left, right), key=lambda p: p[0] + p[1])
        lit.append(f"M{n(tip[0])} {n(tip[1])}L{n(bright[0])} {n(bright[1])}L{n(bx)} {n(by)}z")
    d = "".join(body)
    dark = FORT if not palette.dark else "#C4CCD3"
    light = FORT_LIT if not palette.dark else "#8C969E"
    return (
        f'<path d="{d}" fill="{dark}" stroke="{palette.halo}" stroke-width="1.6" stroke-linejoin="round" '
        f'paint-order="stroke"/><path d="{"".join(lit)}" fill="{light}"/>'
    )


def ridge_svg(line: Line, palette: Palette) -> str:
    """Hachures six long every five along the course, on the side away from the owner (the low side)."""
    d: list[Any] = []
    side = normals(line.course) * -line.owner
    for i in range(0, len(line.course), 2):
        d.append([line.course[i], line.course[i] + side[i] * 6])
    return svg.line(svg.path(line.course), palette.peak, 1.2) + svg.line(svg.paths(d), palette.peak, 1.1)


def wall_svg(line: Line, palette: Palette) -> str:
    """Any other hexside kind: a plain tinted line of its own, so that nothing on the board goes undrawn."""
    return svg.line(svg.path(line.course), palette.halo, 5, opacity=0.6) + svg.line(
        svg.path(line.course), "#7A5A86", 2.6, stroke_dasharray="7 3"
    )
