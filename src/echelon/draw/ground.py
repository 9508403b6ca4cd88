"""What lies on the ground: which terrain is drawn how, and the marks of fields, moor, marsh, bocage, sand, peaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from echelon.draw import svg
from echelon.draw.areas import GROUND, MOOR, MOUNTAIN, Area, Lattice, organic
from echelon.draw.hexagons import Corner
from echelon.draw.noise import Chance, seed
from echelon.draw.palettes import Palette, mix

if TYPE_CHECKING:
    from echelon.core.board.board import Board


@dataclass(frozen=True)
class Patch:
    """One kind of ground on the board: its area, and its hexes."""

    kind: str
    name: str
    hexes: tuple[int, ...]
    area: Area
    marks: str
    """Its marks as one path."""
    filled: str = ""
    """Parts of the marks that are filled."""
    high: tuple[Any, ...] = ()
    """Inner rings (mountains)."""


def patches(board: Board, lattice: Lattice, owner: Any, classes: Mapping[str, Mapping[str, Sequence[int]]]) -> list[Patch]:
    """All ground but clear land, woods and water, in drawing order."""
    out: list[Patch] = []
    for kind in ("bocage", "sand", "salt", "rough", "marsh", "mountain", "moor", "unknown"):
        for name, hexes in classes.get(kind, {}).items():
            mask = np.isin(owner, np.asarray(hexes))
            recipe = MOUNTAIN if kind == "mountain" else MOOR if kind == "moor" else GROUND
            area = organic(lattice, mask, recipe, seed(board.name, kind, name))
            marks, filled = _marks(board, kind, name, hexes, area)
            high = area.level(0.35) if kind == "mountain" else ()
            out.append(Patch(kind, name, tuple(hexes), area, marks, filled, high))
    return out


def tints(kind: str, palette: Palette) -> tuple[str, str]:
    """Ground colour and mark colour of a class."""
    return {
        "moor": (palette.moor, palette.moor_mark),
        "marsh": (palette.marsh, palette.marsh_mark),
        "bocage": (palette.bocage, palette.hedge),
        "sand": (palette.sand, palette.sand_mark),
        "salt": (palette.salt, palette.salt_mark),
        "rough": (palette.rough, palette.rough_mark),
        "mountain": (palette.mountain, palette.peak),
    }.get(kind, (mix(palette.land[1], "#B08AB8", 0.35), "#7A5A86"))


def patch_svg(patch: Patch, palette: Palette) -> str:
    """Tint, edge and marks of one patch."""
    tint, mark = tints(patch.kind, palette)
    d = svg.paths(patch.area.outline, closed=True)
    parts: list[str] = []
    if patch.kind == "mountain":
        parts.append(svg.area(d, tint, opacity=0.5))
        parts.append(svg.area(svg.paths(patch.high, closed=True), tint, opacity=0.6))
        parts.append(svg.area(patch.filled, palette.peak, opacity=0.45))
        parts.append(svg.line(patch.marks, palette.peak, 1.1, opacity=0.8, stroke_linejoin="round"))
    elif patch.kind in ("moor", "marsh"):
        parts.append(svg.area(d, tint, opacity=0.5))
        parts.append(svg.line(d, mark, 1.3, stroke_dasharray="1 3", stroke_linecap="round"))
        parts.append(svg.line(patch.marks, mark, 1.1, stroke_linecap="round"))
    elif patch.kind == "bocage":
        parts.append(svg.area(d, tint, opacity=0.8))
        parts.append(svg.line(patch.marks, mark, 1.5, stroke_dasharray="3.2 1.6"))
    else:
        parts.append(svg.area(d, tint, opacity=0.75))
        parts.append(svg.line(patch.marks, mark, 1.1, stroke_linecap="round", stroke_linejoin="round"))
    return svg.group(parts)


def hexagon_spots(board: Board, h: int, count: int, chance: Chance, gap: float, rim: float = 0.96) -> list[Corner]:
    """Random places in a hex, `gap` apart where possible, by dart throwing with a limit of tries."""
    cx, cy = board.center(h)
    ring = board.corners(h)
    radius = max(hypot(x - cx, y - cy) for x, y in ring)
    spots: list[Corner] = []
    for _ in range(count * 14):
        if len(spots) == count:
            break
        x, y = cx + chance.between(-radius, radius), cy + chance.between(-radius, radius)
        if not _in_hex(ring, cx, cy, x, y, rim):
            continue
        if all((x - px) ** 2 + (y - py) ** 2 > gap * gap for px, py in spots):
            spots.append((x, y))
    return spots


def _in_hex(ring: Sequence[Sequence[float]], cx: float, cy: float, x: float, y: float, rim: float) -> bool:
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        mx, my = (ax + bx) / 2 - cx, (ay + by) / 2 - cy
        if (x - cx) * mx + (y - cy) * my > rim * (mx * mx + my * my):
            return False
    return True


def _marks(board: Board, kind: str, name: str, hexes: Iterable[int], area: Area) -> tuple[str, str]:
    """Marks of a patch as path data: lines, and filled parts."""
    if kind == "bocage":
        return _hedges(board, name, list(hexes), area), ""
    count, gap = {"moor": (30, 13.0), "marsh": (22, 15.0), "mountain": (9, 22.0), "sand": (9, 20.0)}.get(kind, (14, 17.0))
    lines: list[str] = []
    filled: list[str] = []
    spots: list[tuple[Corner, Chance]] = []
    for h in hexes:
        chance = Chance(board.name, kind, name, board.labels[h])
        spots += [(spot, chance) for spot in hexagon_spots(board, h, count, chance, gap, 1.04)]
    if not spots:
        return "", ""
    inner = area.value([spot for spot, _ in spots]) > 0.12
    # From north to south, so that a nearer peak stands before a farther one.
    for (spot, chance), fits in sorted(zip(spots, inner, strict=True), key=lambda item: (item[0][0][1], item[0][0][0])):
        if fits:
            stroke, fill = STROKES.get(kind, hatch_mark)(spot[0], spot[1], chance)
            lines.append(stroke)
            filled.append(fill)
    return "".join(lines), "".join(filled)


def _tuft(x: float, y: float, chance: Chance) -> tuple[str, str]:
    w = chance.between(7, 12)
    d = f"M{svg.num(x - w / 2)} {svg.num(y)}h{svg.num(w)}"
    for k in (-1, 0, 1):
        d += f"M{svg.num(x + k * w * 0.2)} {svg.num(y - 0.9)}l{svg.num(k * 1.4)} {svg.num(-4 if k == 0 else -3.2)}"
    return d, ""


def _wave(x: float, y: float, chance: Chance) -> tuple[str, str]:
    w = chance.between(14, 26)
    d = ""
    for dy, part in ((0.0, 1.0), (3.4, 0.6)):
        s = w * part / 4
        d += f"M{svg.num(x - w * part / 2)} {svg.num(y + dy)}q{svg.num(s)} -3.4 {svg.num(2 * s)} 0t{svg.num(2 * s)} 0"
    return d, ""


def _dash(x: float, y: float, chance: Chance) -> tuple[str, str]:
    w = chance.between(4, 9)
    return f"M{svg.num(x - w / 2)} {svg.num(y)}h{svg.num(w)}", ""


def _chevron(x: float, y: float, chance: Chance) -> tuple[str, str]:
    w = chance.between(6, 12)
    h = w * chance.between(0.4, 0.55)
    return (
        f"M{svg.num(x - w / 2)} {svg.num(y + h / 2)}l{svg.num(w / 2)} {svg.num(-h)} {svg.num(w / 2)} {svg.num(h)}",
        "",
    )


def _peak(x: float, y: float, chance: Chance) -> tuple[str, str]:
    w = chance.between(16, 28)
    h = w * chance.between(0.55, 0.72)
    lean = chance.between(-0.06, 0.06) * w
    left, right, top = x - w / 2, x + w / 2, y - h / 2
    notch = chance.between(0.08, 0.16) * w
    line = (
        f"M{svg.num(left)} {svg.num(y + h / 2)}L{svg.num(x + lean - notch)} {svg.num(top + 0.24 * h)}"
        f"L{svg.num(x + lean)} {svg.num(top)}L{svg.num(right)} {svg.num(y + h / 2)}"
    )
    flank = (
        f"M{svg.num(x + lean)} {svg.num(top)}L{svg.num(right)} {svg.num(y + h / 2)}"
        f"L{svg.num(x + 0.12 * w)} {svg.num(y + h / 2)}L{svg.num(x + lean + 0.1 * w)} {svg.num(top + 0.58 * h)}"
        f"L{svg.num(x + lean - 0.03 * w)} {svg.num(top + 0.36 * h)}Z"
    )
    return line, flank


def hatch_mark(x: float, y: float, chance: Chance) -> tuple[str, str]:
    """One stroke of the hatch for terrain that nobody knows."""
    w = chance.between(8, 12)
    return f"M{svg.num(x - w / 2)} {svg.num(y + w / 2)}l{svg.num(w)} {svg.num(-w)}", ""


STROKES: dict[str, Callable[[float, float, Chance], tuple[str, str]]] = {
    "moor": _tuft,
    "marsh": _tuft,
    "sand": _wave,
    "salt": _dash,
    "rough": _chevron,
    "mountain": _peak,
    "unknown": hatch_mark,
}


def _hedges(board: Board, name: str, hexes: Sequence[int], area: Area) -> str:
    """A skewed lattice of small fields, four fifths of its sides drawn."""
    chance = Chance(board.name, "bocage", name)
    centers = [board.center(h) for h in hexes]
    mx, my = sum(x for x, _ in centers) / len(centers), sum(y for _, y in centers) / len(centers)
    reach = max(hypot(x - mx, y - my) for x, y in centers) + 70
    cell = 12.0
    nx = ny = 2 * int(reach / cell) + 1
    spots = np.empty((ny, nx, 2))
    for j in range(ny):
        for i in range(nx):
            u, v = (i - nx // 2) * cell, (j - ny // 2) * cell
            spots[j, i] = (
                mx + u * 0.97 - v * 0.10 + chance.between(-2, 2),
                my + u * 0.24 + v * 0.98 + chance.between(-2, 2),
            )
    field = area.value(spots.reshape(-1, 2)).reshape(ny, nx) > 0.06
    lines: list[list[Any]] = []
    for j in range(ny):
        for i in range(nx):
            for dj, di in ((0, 1), (1, 0)):
                keep = chance.unit() < 0.8
                if keep and j + dj < ny and i + di < nx and field[j, i] and field[j + dj, i + di]:
                    a, b = spots[j, i], spots[j + dj, i + di]
                    if hypot(b[0] - a[0], b[1] - a[1]) < 20:
                        lines.append([a, b])
    return svg.paths(lines)


def fields(board: Board, hexes: Iterable[int], avoid: Sequence[Area], rivers: Callable[[Any], Any]) -> str:
    """Ploughed patches on clear hexes: decoration, so never near a wood or a river."""
    strokes: list[tuple[Corner, Corner]] = []
    for h in hexes:
        chance = Chance(board.name, "field", board.labels[h])
        for x, y in hexagon_spots(board, h, 5, chance, 26.0, 0.86):
            angle, size = chance.between(0, pi), chance.between(9, 17)
            dx, dy = cos(angle), sin(angle)
            for k in range(4):
                ox, oy = x - dy * (k - 1.5) * 3.2, y + dx * (k - 1.5) * 3.2
                half = size / 2 * chance.between(0.8, 1.0)
                strokes.append(((ox - dx * half, oy - dy * half), (ox + dx * half, oy + dy * half)))
    if not strokes:
        return ""
    middles = np.asarray([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in strokes])
    free = np.ones(len(strokes), dtype=bool)
    for area in avoid:
        free &= area.value(middles) < -0.28
    free &= rivers(middles) > 12
    return svg.paths(stroke for stroke, ok in zip(strokes, free, strict=True) if ok)


def organic_ground(board: Board, lattice: Lattice, owner: Any, hexes: Sequence[int]) -> Area:
    """An area of plain ground (neutral land) over some hexes."""
    return organic(lattice, np.isin(owner, np.asarray(hexes)), GROUND, seed(board.name, "neutral"))
