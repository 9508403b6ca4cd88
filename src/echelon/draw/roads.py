"""Roads and rails from hex to hex, and the bridges that carry them over water."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

import numpy as np

from echelon.draw import svg
from echelon.draw.curves import lengths, normals, spline
from echelon.draw.hexagons import Corner
from echelon.draw.kinds import Side, is_bridge, is_broken, is_ferry, is_minor, is_rail, loose_sides, place_class
from echelon.draw.noise import Chance, Floats, ripple, seed
from echelon.draw.palettes import Palette

if TYPE_CHECKING:
    from echelon.core.board.board import Board

REACH = 17.0
"""A town may lie this far from the centre of its hex."""
JITTER = 8.0


@dataclass(frozen=True)
class Road:
    """One road or rail: its line, the hexes it joins and the hexside middles it must pass."""

    kind: str
    name: str
    hexes: tuple[int, ...]
    middles: tuple[Corner, ...]
    course: Floats


@dataclass(frozen=True)
class Bridge:
    """A bridge, or a ferry in its place, at the middle of a hexside, turned to its road."""

    side: Side
    x: float
    y: float
    angle: float
    broken: bool
    span: float
    ferry: bool = False


def nodes(board: Board, wet: Callable[[float, float], float] | None = None) -> dict[int, Corner]:
    """One node a hex, where all its roads meet: the chief place's true position near the centre, else the centre
    moved a little. `wet` is the field of the sea; a node on the water moves inland.
    """
    rank = {"city": 0, "town": 1}
    chief: dict[int, tuple[int, Corner]] = {}
    for place in board.places:
        where = place_spot(board, place.hex, place.lat, place.lon)
        order = rank.get(place_class(place.kind), 2)
        if order < 2 and where is not None and (place.hex not in chief or order < chief[place.hex][0]):
            chief[place.hex] = (order, where)
    out: dict[int, Corner] = {}
    for h in range(board.n):
        cx, cy = board.center(h)
        chance = Chance(board.name, "node", board.labels[h])
        x, y = cx + chance.between(-JITTER, JITTER), cy + chance.between(-JITTER, JITTER)
        if h in chief:
            x, y = chief[h][1]
            far = hypot(x - cx, y - cy)
            if far > REACH:
                x, y = cx + (x - cx) * REACH / far, cy + (y - cy) * REACH / far
        if wet is not None:
            x, y = _inland(cx, cy, x, y, wet)
        out[h] = (x, y)
    return out


def _inland(cx: float, cy: float, x: float, y: float, wet: Callable[[float, float], float]) -> Corner:
    """Step towards the hex centre, then wherever the land rises, until the node is dry."""
    for share in (0.0, 0.35, 0.7, 1.0):
        px, py = x + (cx - x) * share, y + (cy - y) * share
        if wet(px, py) < -0.05:
            return px, py
    ring = [(cx + r * dx, cy + r * dy) for r in (10, 20) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return min(ring, key=lambda p: wet(*p))


def place_spot(board: Board, h: int, lat: float | None, lon: float | None) -> Corner | None:
    """Where a place truly lies, if board and place have geography; never outside its own hex."""
    if lat is None or lon is None:
        return None
    spot = board.project(lat, lon)
    if spot is None:
        return None
    cx, cy = board.center(h)
    x, y = spot
    far = hypot(x - cx, y - cy)
    if far > 42:
        x, y = cx + (x - cx) * 42 / far, cy + (y - cy) * 42 / far
    return x, y


def middle(board: Board, a: int, b: int) -> Corner:
    """The middle of the hexside between two hexes."""
    (px, py), (qx, qy) = board.side_ends(a, b)
    return (px + qx) / 2, (py + qy) / 2


def outer_middles(board: Board, h: int, centers: Mapping[Corner, int]) -> list[Corner]:
    """Middles of a hex's sides that lead off the board."""
    cx, cy = board.center(h)
    ring = list(board.corners(h))
    out: list[Corner] = []
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        mx, my = (ax + bx) / 2, (ay + by) / 2
        beyond = (round((2 * mx - cx) / 10), round((2 * my - cy) / 10))
        if not any((beyond[0] + i, beyond[1] + j) in centers for i in (-1, 0, 1) for j in (-1, 0, 1)):
            out.append((mx, my))
    return out


def center_index(board: Board) -> dict[Corner, int]:
    """Hexes by coarse position of their centres."""
    return {(round(board.center(h)[0] / 10), round(board.center(h)[1] / 10)): h for h in range(board.n)}


def roads(board: Board, node: Mapping[int, Corner]) -> list[Road]:
    """All roads and rails; a link that an earlier chain of its kind has drawn is not drawn again."""
    degree: dict[tuple[str, int], int] = {}
    chains = _chains(board)
    for kind, _, hexes in chains:
        for a, b in itertools.pairwise(hexes):
            degree[kind, a] = degree.get((kind, a), 0) + 1
            degree[kind, b] = degree.get((kind, b), 0) + 1
    centers = center_index(board)
    built_up = {place.hex for place in board.places if place_class(place.kind) in ("city", "town")}
    out: list[Road] = []
    for index, (kind, name, hexes) in enumerate(chains):
        middles = tuple(middle(board, a, b) for a, b in itertools.pairwise(hexes))
        knots: list[Corner] = [node[hexes[0]]]
        for h, m in zip(hexes[1:], middles, strict=True):
            knots += [m, node[h]]
        first, last = hexes[0], hexes[-1]
        if degree[kind, last] == 1 or last not in built_up:
            knots += _exit(board, last, knots[-2], knots[-1], centers)
        if degree[kind, first] == 1 or first not in built_up:
            knots = [*reversed(_exit(board, first, knots[1], knots[0], centers)), *knots]
        course = spline(knots, 5.0)
        along = lengths(course)
        near = np.min([np.hypot(course[:, 0] - x, course[:, 1] - y) for x, y in knots], axis=0)
        wobble = 1.5 * ripple(along, 21, seed(board.name, kind, index)) * np.clip(near / 10, 0, 1)
        out.append(Road(kind, name, hexes, middles, course + normals(course) * wobble[:, None]))
    return out


def _chains(board: Board) -> list[tuple[str, str, tuple[int, ...]]]:
    out: list[tuple[str, str, tuple[int, ...]]] = []
    drawn: set[tuple[str, frozenset[int]]] = set()
    for chain in board.chains:
        run: list[int] = []
        for a, b in zip(chain.hexes, chain.hexes[1:], strict=False):
            key = (chain.kind, frozenset((a, b)))
            if key in drawn:
                if len(run) > 1:
                    out.append((chain.kind, chain.name, tuple(run)))
                run = []
                continue
            drawn.add(key)
            run = [*(run or [a]), b]
        if len(run) > 1:
            out.append((chain.kind, chain.name, tuple(run)))
    for kind, bits in board.links.items():
        rest = [
            (h, other)
            for h in range(board.n)
            for other, _, side in board.near[h]
            if h < other and bits & side and (kind, frozenset((h, other))) not in drawn
        ]
        out += [(kind, "", run) for run in _walks(rest)]
    return out


def _walks(links: list[Side]) -> list[tuple[int, ...]]:
    """Join single links into chains, starting at ends and junctions."""
    near: dict[int, list[int]] = {}
    for a, b in links:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    out: list[tuple[int, ...]] = []
    for start in sorted(near, key=lambda h: (len(near[h]) == 2, h)):
        while near[start]:
            run = [start]
            while near[run[-1]]:
                here = run[-1]
                there = min(near[here])
                near[here].remove(there)
                near[there].remove(here)
                run.append(there)
            out.append(tuple(run))
    return out


def _exit(board: Board, h: int, before: Corner, node: Corner, centers: Mapping[Corner, int]) -> list[Corner]:
    """Past the board's edge by the outer hexside that best continues the road; nothing in an inner hex."""
    dx, dy = node[0] - before[0], node[1] - before[1]
    best: Corner | None = None
    score = -0.2
    for mx, my in outer_middles(board, h, centers):
        ex, ey = mx - node[0], my - node[1]
        fit = (dx * ex + dy * ey) / max(hypot(dx, dy) * hypot(ex, ey), 1e-9)
        if fit > score:
            best, score = (mx, my), fit
    if best is None:
        return []
    cx, cy = board.center(h)
    ux, uy = best[0] - cx, best[1] - cy
    return [best, (best[0] + 2.4 * ux, best[1] + 2.4 * uy)]


def bridges(board: Board, lines: list[Road], width_at: Callable[[float, float], float]) -> list[Bridge]:
    """All bridges, turned to the road that crosses there."""
    out: list[Bridge] = []
    for kind in board.sides:
        if not is_bridge(kind):
            continue
        broken = is_broken(kind)
        for side in loose_sides(board, kind):
            x, y = middle(board, *side)
            turn, span = _direction(board, side, x, y, lines), max(17.0, width_at(x, y) + 8.5)
            out.append(Bridge(side, x, y, turn, broken, span, is_ferry(kind)))
    return out


def _direction(board: Board, side: Side, x: float, y: float, lines: list[Road]) -> float:
    """The direction of the road at the middle; with no road, straight across the hexside."""
    for road in lines:
        if (x, y) in road.middles:
            gap = np.hypot(road.course[:, 0] - x, road.course[:, 1] - y)
            i = int(gap.argmin())
            a, b = road.course[max(i - 1, 0)], road.course[min(i + 1, len(road.course) - 1)]
            return degrees(atan2(b[1] - a[1], b[0] - a[0]))
    (px, py), (qx, qy) = board.side_ends(*side)
    return degrees(atan2(qy - py, qx - px)) + 90


def roads_svg(lines: list[Road], palette: Palette) -> str:
    """All roads in three passes, so that crossings join; rails over them."""
    first = svg.paths(r.course for r in lines if not is_rail(r.kind) and not is_minor(r.kind))
    second = svg.paths(r.course for r in lines if not is_rail(r.kind) and is_minor(r.kind))
    rails = svg.paths(r.course for r in lines if is_rail(r.kind) and "planned" not in r.kind.lower())
    planned = svg.paths(r.course for r in lines if is_rail(r.kind) and "planned" in r.kind.lower())
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    rail = palette.ink if not palette.dark else "#101315"
    parts = [f'<defs><path id="roads" d="{first}"/></defs>'] if first else []
    if first:
        parts += [
            f'<use href="#roads" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" '
            f'stroke-linecap="round" opacity="{opacity}"/>'
            for colour, width, opacity in ((palette.halo, 6, 0.55), (palette.casing, 4.4, 1), (palette.road, 2.5, 1))
        ]
    parts.append(svg.line(second, palette.halo, 5, opacity=0.55, **ends))
    parts.append(svg.line(second, palette.casing, 3.3, **ends))
    parts.append(svg.line(second, palette.road, 1.7, **ends))
    parts.append(svg.line(rails, palette.halo, 4.4, opacity=0.5, **ends))
    parts.append(svg.line(rails, rail, 2.2, **ends))
    parts.append(svg.line(rails, "#FFFFFF", 1.2, stroke_dasharray="6 6"))
    parts.append(svg.line(planned, rail, 1.6, stroke_dasharray="6 6"))
    return svg.group(parts, class_="roads")


def bridge_svg(bridge: Bridge, palette: Palette, water: str | None = None) -> str:
    """Halo plate, road strip and two abutments with flared ends; broken: water between them and a red cross.

    A ferry is a hull on a dashed line between two landings.
    """
    if bridge.ferry:
        return _ferry_svg(bridge, palette)
    half = bridge.span / 2
    n = svg.num
    rails = "".join(
        f"M{n(-half - 2.2)} {n(s * 7.6)}L{n(-half + 1.4)} {n(s * 4.7)}H{n(half - 1.4)}L{n(half + 2.2)} {n(s * 7.6)}"
        for s in (-1, 1)
    )
    parts = [
        f'<rect x="{n(-half)}" y="-4.4" width="{n(2 * half)}" height="8.8" fill="{palette.halo}"/>',
        f'<path d="M{n(-half)} 0H{n(half)}" stroke="{palette.casing}" stroke-width="4.4"/>',
        f'<path d="M{n(-half)} 0H{n(half)}" stroke="{palette.road}" stroke-width="2.5"/>',
    ]
    if bridge.broken:
        parts.append(f'<rect x="-4.2" y="-4.2" width="8.4" height="8.4" fill="{water or palette.river}"/>')
    parts.append(svg.line(rails, palette.casing if not palette.dark else palette.ink, 1.7, stroke_linejoin="round"))
    if bridge.broken:
        parts.append(svg.line("M-5-5L5 5M-5 5L5-5", "#FFFFFF", 3.4, opacity=0.85, stroke_linecap="round"))
        parts.append(svg.line("M-5-5L5 5M-5 5L5-5", "#C1121F", 1.8, stroke_linecap="round"))
    return svg.group(parts, transform=f"translate({n(bridge.x)} {n(bridge.y)}) rotate({n(bridge.angle)})")


def _ferry_svg(bridge: Bridge, palette: Palette) -> str:
    half, n = bridge.span / 2 + 4.0, svg.num
    ends = f"M{n(-half)}-4V4M{n(half)}-4V4"
    parts = [
        svg.line(f"M{n(-half)} 0H{n(half)}", palette.halo, 5.5, opacity=0.75),
        svg.line(f"M{n(-half)} 0H{n(half)}", palette.casing, 1.6, stroke_dasharray="3 2.2"),
        svg.line(ends, palette.casing, 2.2, stroke_linecap="round"),
        # the hull stays level, whichever way the ferry goes
        f'<path d="M-8.5-2H8.5L5.5 4.5H-5.5ZM-3-2V-6.5H3V-2Z" transform="rotate({n(-bridge.angle)})" fill="{palette.casing}" '
        f'stroke="{palette.halo}" stroke-width="1.6" paint-order="stroke"/>',
    ]
    return svg.group(parts, transform=f"translate({n(bridge.x)} {n(bridge.y)}) rotate({n(bridge.angle)})")
