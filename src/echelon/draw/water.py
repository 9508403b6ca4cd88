"""Water: rivers from hexsides to a course, and sea or lakes with an engraved shore."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from echelon.draw import svg
from echelon.draw.areas import SEA, Area, Lattice, blur, organic, rings, signed_distance
from echelon.draw.curves import distance, lengths, normals, offset, spline
from echelon.draw.hexagons import Corner, corner
from echelon.draw.kinds import Side, is_river, loose_sides, named
from echelon.draw.noise import Floats, ripple, seed
from echelon.draw.palettes import Palette

if TYPE_CHECKING:
    from echelon.core.board.board import Board

PULL = 0.42
CALM = 11.0
WOBBLE = 2.5
"""At most this far across, which with the rounded corners keeps a river within 8 of its hexsides."""
GREAT = 16
"""A river this many hexsides long that enters and leaves the board is a great river."""

WIDTHS: dict[str, tuple[float, float]] = {
    "stream": (2.2, 3.4),
    "river": (2.6, 5.2),
    "lower": (5.2, 6.6),
    "great": (6.0, 10.5),
    "major": (13.0, 16.0),
}


@dataclass(frozen=True)
class Reach:
    """One unbranched piece of a river, in flow order."""

    name: str
    sides: tuple[Side, ...]
    corners: tuple[Corner, ...]
    course: Floats
    width: Floats
    great: bool
    first: int
    """Index of the sample at its first corner; earlier ones lie past the edge of the board."""
    last: int
    """Index of the sample at its last corner; later ones lie past the edge or in the sea."""

    def polygon(self) -> Floats:
        """The water as one closed polygon."""
        return np.vstack([offset(self.course, self.width / 2), offset(self.course, -self.width / 2)[::-1]])


@dataclass(frozen=True)
class Rivers:
    """All rivers of a board; longest reach first."""

    reaches: tuple[Reach, ...]

    def lines(self) -> list[Floats]:
        """The courses alone."""
        return [reach.course for reach in self.reaches]

    def distance(self, spots: Any) -> Floats:
        """Distance of each spot to the nearest course."""
        return distance(spots, self.lines())

    def width_at(self, x: float, y: float) -> float:
        """Width of the river nearest to a point."""
        best, found = np.inf, 0.0
        for reach in self.reaches:
            gap = np.hypot(reach.course[:, 0] - x, reach.course[:, 1] - y)
            i = int(gap.argmin())
            if gap[i] < best:
                best, found = float(gap[i]), float(reach.width[i])
        return found

    def svg(self, palette: Palette) -> str:
        """All banks first, then all water: no seams where rivers meet."""
        d = "".join(svg.path(reach.polygon(), closed=True) for reach in self.reaches)
        if not d:
            return ""
        return (
            f'<path d="{d}" fill="{palette.bank}" stroke="{palette.bank}" stroke-width="2" stroke-linejoin="round"/>'
            f'<path d="{d}" fill="{palette.river}"/>'
        )


def rivers(board: Board, outlets: Iterable[int] = ()) -> Rivers:
    """The rivers of a board; `outlets` are sea and lake hexes, into which a river runs on a little."""
    sea = set(outlets)
    paths: list[tuple[str, str, tuple[Side, ...], list[Corner]]] = []
    for name, kind, sides in _courses(board):
        for walk in reaches(board, sides):
            steps = {frozenset(pair): side for side, pair in ((s, _ends(board, s)) for s in sides)}
            ordered = tuple(steps[frozenset(pair)] for pair in itertools.pairwise(walk))
            paths.append((name, kind, ordered, walk))
    paths.sort(key=lambda item: (-len(item[2]), item[0], item[2]))
    shared: dict[Corner, int] = {}
    for _, _, _, walk in paths:
        for c in set(walk):
            shared[c] = shared.get(c, 0) + 1
    hexes_at = _hexes_at(board)
    paths = [_downhill(item, shared, hexes_at, board.n) for item in paths]
    mouths = {walk[-1] for _, _, _, walk in paths}
    moved: dict[Corner, tuple[float, float]] = {}
    out: list[Reach] = []
    for index, (name, kind, sides, walk) in enumerate(paths):
        out.append(_reach(board, name, kind, sides, walk, moved, shared, hexes_at, mouths, sea, index))
    return Rivers(tuple(out))


def _courses(board: Board) -> list[tuple[str, str, tuple[Side, ...]]]:
    """Named courses first, then river hexsides that belong to none."""
    out: list[tuple[str, str, tuple[Side, ...]]] = []
    seen: set[frozenset[int]] = set()
    for course in board.courses:
        if is_river(course.kind):
            sides = tuple((int(a), int(b)) for a, b in course.sides if frozenset((a, b)) not in seen)
            seen.update(frozenset(side) for side in sides)
            if sides:
                out.append((course.name, course.kind, sides))
    for kind in board.sides:
        if is_river(kind):
            rest = tuple(side for side in loose_sides(board, kind) if frozenset(side) not in seen)
            seen.update(frozenset(side) for side in rest)
            if rest:
                out.append(("", kind, rest))
    return out


def _ends(board: Board, side: Side) -> tuple[Corner, Corner]:
    p, q = board.side_ends(*side)
    return corner(p), corner(q)


def _hexes_at(board: Board) -> dict[Corner, list[int]]:
    """The hexes that meet at each corner; fewer than three on the edge of the board."""
    out: dict[Corner, list[int]] = {}
    for h in range(board.n):
        for p in board.corners(h):
            out.setdefault(corner(p), []).append(h)
    return out


def reaches(board: Board, sides: Sequence[Side]) -> list[list[Corner]]:
    """Split hexsides into paths over corners: the longest path first, then its branches.

    Start anywhere, walk to the farthest corner and from there to the farthest again; take that path away; repeat.
    """
    left: dict[Corner, set[Corner]] = {}
    order: dict[frozenset[Corner], int] = {}
    for i, side in enumerate(sides):
        a, b = _ends(board, side)
        left.setdefault(a, set()).add(b)
        left.setdefault(b, set()).add(a)
        order.setdefault(frozenset((a, b)), i)
    out: list[list[Corner]] = []
    while left:
        start = min(left)
        far = _farthest(left, start)[-1]
        walk = _farthest(left, far)
        given = [order[frozenset(pair)] for pair in itertools.pairwise(walk)]
        if given.index(min(given)) > len(given) / 2 or (len(given) > 1 and given[0] > given[-1]):
            walk.reverse()
        for a, b in itertools.pairwise(walk):
            left[a].discard(b)
            left[b].discard(a)
        for c in [c for c in left if not left[c]]:
            del left[c]
        out.append(walk)
    return out


def _farthest(graph: Mapping[Corner, set[Corner]], start: Corner) -> list[Corner]:
    """The path from `start` to the corner most steps away."""
    before: dict[Corner, Corner] = {start: start}
    layer, last = [start], start
    while layer:
        following: list[Corner] = []
        for here in layer:
            last = here
            for there in sorted(graph[here]):
                if there not in before:
                    before[there] = here
                    following.append(there)
        layer = following
    walk = [last]
    while walk[-1] != start:
        walk.append(before[walk[-1]])
    walk.reverse()
    return walk


def _downhill(
    item: tuple[str, str, tuple[Side, ...], list[Corner]],
    shared: Mapping[Corner, int],
    hexes_at: Mapping[Corner, list[int]],
    n: int,
) -> tuple[str, str, tuple[Side, ...], list[Corner]]:
    """Lists may be given from mouth to source: a reach that starts at a confluence and ends nowhere is turned."""
    name, kind, sides, walk = item

    def open_end(c: Corner) -> bool:
        return shared[c] > 1 or len(hexes_at[c]) < 3

    if open_end(walk[0]) and not open_end(walk[-1]):
        return name, kind, sides[::-1], walk[::-1]
    return item


def _reach(
    board: Board,
    name: str,
    kind: str,
    sides: tuple[Side, ...],
    walk: list[Corner],
    moved: dict[Corner, tuple[float, float]],
    shared: Mapping[Corner, int],
    hexes_at: Mapping[Corner, list[int]],
    mouths: set[Corner],
    sea: set[int],
    index: int,
) -> Reach:
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in itertools.pairwise(walk)]
    for i in range(1, len(walk) - 1):
        if walk[i] not in moved:
            mx = (middles[i - 1][0] + middles[i][0]) / 2
            my = (middles[i - 1][1] + middles[i][1]) / 2
            x, y = walk[i]
            moved[walk[i]] = (x + PULL * (mx - x), y + PULL * (my - y))
    for end in (walk[0], walk[-1]):
        moved.setdefault(end, end)
    knots: list[tuple[float, float]] = []
    for c, m in zip(walk, middles, strict=False):
        knots += [moved[c], m]
    knots.append(moved[walk[-1]])
    calm = [*middles, *(moved[c] for c in walk if shared[c] > 1)]
    # Past the board's edge, or a little way into the sea, so that no river ends in front of either.
    first_open = len(hexes_at[walk[0]]) < 3 or bool(sea & set(hexes_at[walk[0]]))
    last_open = len(hexes_at[walk[-1]]) < 3 or bool(sea & set(hexes_at[walk[-1]]))
    if first_open:
        knots.insert(0, _beyond(knots[1], knots[0], 1.3 if sea & set(hexes_at[walk[0]]) else 4.0))
    if last_open:
        knots.append(_beyond(knots[-2], knots[-1], 1.3 if sea & set(hexes_at[walk[-1]]) else 4.0))
    course = spline(knots, 5.0)
    along = lengths(course)
    salt = seed(board.name, "river", index)
    near = np.min([np.hypot(course[:, 0] - x, course[:, 1] - y) for x, y in calm], axis=0)
    fade = np.clip(near / CALM, 0, 1) ** 1.5 * np.clip(along / CALM, 0, 1) * np.clip((along[-1] - along) / CALM, 0, 1)
    wobble = np.clip(4.0 * ripple(along, 19, salt) + 1.9 * ripple(along, 9, salt + 5), -WOBBLE, WOBBLE) * fade
    course = course + normals(course) * wobble[:, None]
    ends = (moved[walk[0]], moved[walk[-1]])
    great = _great(kind, len(sides), first_open and last_open)
    low, high = _widths(kind, great, walk[0] in mouths)
    width = (low + (high - low) * along / max(along[-1], 1)) * (1 + 0.16 * ripple(along, 22, salt + 9))
    if not first_open and walk[0] not in mouths and shared[walk[0]] == 1:
        width[:6] *= np.linspace(0.35, 1.0, 6)[: len(width)]
    first, last = (int(np.hypot(course[:, 0] - x, course[:, 1] - y).argmin()) for x, y in ends)
    return Reach(name, sides, tuple(walk), course, width, great, first, last)


def _beyond(before: Corner, end: Corner, steps: float) -> Corner:
    return end[0] + steps * (end[0] - before[0]), end[1] + steps * (end[1] - before[1])


def _great(kind: str, count: int, through: bool) -> bool:
    return named(kind, ("great", "major")) or (count >= GREAT and through)


def _widths(kind: str, great: bool, fed: bool) -> tuple[float, float]:
    if named(kind, ("major",)):
        return WIDTHS["major"]
    if great:
        return WIDTHS["great"]
    if named(kind, ("stream", "creek", "wadi")):
        return WIDTHS["stream"]
    return WIDTHS["lower" if fed else "river"]


@dataclass(frozen=True)
class Sea:
    """Sea and lakes: the area, and the rings of deeper water and shore lines."""

    area: Area
    depths: tuple[tuple[Floats, ...], ...]
    shores: tuple[tuple[Floats, ...], ...]

    def svg(self, palette: Palette) -> str:
        """A light glow on the land, water that darkens with depth, and an engraved shore."""
        outline = svg.paths(self.area.outline, closed=True)
        if not outline:
            return ""
        parts = [svg.line(outline, "#FFFFFF", 7, opacity=0.12 if palette.dark else 0.35, stroke_linejoin="round")]
        parts.append(svg.area(outline, palette.sea[0]))
        for fill, depth in zip(palette.sea[1:], self.depths, strict=True):
            parts.append(svg.area(svg.paths(depth, closed=True), fill))
        for opacity, shore in zip((0.55, 0.38, 0.24), self.shores, strict=True):
            parts.append(svg.line(svg.paths(shore, closed=True), palette.coast, 0.8, opacity=opacity))
        parts.append(svg.line(outline, palette.coast, 1.8, stroke_linejoin="round"))
        return svg.group(parts, class_="sea")


def sea(name: str, lattice: Lattice, mask: Any) -> Sea:
    """The sea over a mask of water hexes."""
    area = organic(lattice, mask, SEA, seed(name, "sea"))
    reach = 150.0 / lattice.step
    far = signed_distance(area.field > 0, reach) * lattice.step
    soft = blur(far, 9 / lattice.step)
    depths = tuple(rings(lattice, soft - d, 900.0, thin=3) for d in (30, 70, 140))
    fine = blur(far, 4 / lattice.step)
    shores = tuple(rings(lattice, fine - d, 400.0) for d in (6, 13, 22))
    return Sea(area, depths, shores)
