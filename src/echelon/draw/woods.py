"""Woods: an organic outline with a bushy edge, a darker core and a canopy of single crowns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from echelon.draw import svg
from echelon.draw.areas import WOOD, Area, Lattice, organic
from echelon.draw.curves import lengths
from echelon.draw.noise import Chance, Floats, noise, seed
from echelon.draw.palettes import Palette

TILE = (208.0, 182.0)
CROWNS = 330


@dataclass(frozen=True)
class Woods:
    """The woods of a board: the area, the rings of its darker core, the crowns along its edge."""

    area: Area
    core: tuple[Floats, ...]
    crowns: tuple[tuple[float, float, float], ...]

    @property
    def outline(self) -> tuple[Floats, ...]:
        """The rings of the wood's edge (even-odd)."""
        return self.area.outline

    def svg(self, palette: Palette) -> str:
        """Shadow, edge crowns, body, core and canopy, bottom to top.

        Crowns and body stay separate paths: in one path opposite windings would punch holes.
        """
        body = svg.paths(self.outline, closed=True)
        if not body:
            return ""
        crowns = svg.circles(self.crowns)
        return svg.group(
            (
                f'<defs><path id="wood" d="{body}"/><path id="crowns" d="{crowns}"/></defs>',
                '<g transform="translate(2.4 3)" opacity=".34">'
                f'<use href="#wood" fill="{palette.wood_shadow}" fill-rule="evenodd"/>'
                f'<use href="#crowns" fill="{palette.wood_shadow}"/></g>',
                f'<use href="#crowns" fill="{palette.wood}" stroke="{palette.crown}" stroke-width="1"/>',
                f'<use href="#wood" fill="{palette.wood}" fill-rule="evenodd"/>',
                svg.area(svg.paths(self.core, closed=True), palette.wood_core, opacity=0.42),
                '<use href="#wood" fill="url(#canopy)" fill-rule="evenodd" opacity=".9"/>',
            ),
            class_="woods",
        )


def grow(name: str, lattice: Lattice, mask: Any) -> Woods:
    """The woods over a mask of wood hexes."""
    area = organic(lattice, mask, WOOD, seed(name, "wood"))
    x, y = lattice.grid()
    core = area.level(0.30 + 0.20 * noise(x, y, 40, seed(name, "core")), 260.0)
    crowns: list[tuple[float, float, float]] = []
    for index, ring in enumerate(area.outline):
        crowns.extend(_edge(ring, Chance(name, "crown", index)))
    return Woods(area, core, tuple(crowns))


def _edge(ring: Floats, chance: Chance) -> list[tuple[float, float, float]]:
    """Crowns every 6.2 along a ring, give or take 1."""
    closed = np.vstack([ring, ring[:1]])
    along = lengths(closed)
    where, spots = chance.between(0, 6), []
    while where < along[-1] - 2:
        spots.append(where)
        where += chance.between(5.2, 7.2)
    xs, ys = np.interp(spots, along, closed[:, 0]), np.interp(spots, along, closed[:, 1])
    return [(float(x), float(y), chance.between(2.2, 4.0)) for x, y in zip(xs, ys, strict=True)]


def canopy(palette: Palette, name: str) -> str:
    """One pattern tile of crowns, thrown like darts and wrapping round, so large that no repeat shows."""
    chance = Chance(name, "canopy")
    width, height = TILE
    gap = 0.8 * (width * height / CROWNS) ** 0.5
    spots = _darts(chance, gap)
    arcs: list[str] = []
    lights: list[tuple[float, float, float]] = []
    for x, y in sorted(spots, key=lambda s: (s[1], s[0])):
        r = chance.between(2.0, 3.7)
        # A crown near the border is drawn on both sides of it, or the tiles would show a seam.
        for ox in (-width, 0.0, width):
            for oy in (-height, 0.0, height):
                cx, cy = x + ox, y + oy
                if -5 < cx < width + 5 and -5 < cy < height + 5:
                    size = svg.num(r)
                    arcs.append(f"M{svg.num(cx - r)} {svg.num(cy)}a{size} {size} 0 0 0 {svg.num(2 * r)} 0")
                    lights.append((cx - 0.3 * r, cy - 0.3 * r, 0.55 * r))
    return (
        f'<pattern id="canopy" width="{svg.num(width)}" height="{svg.num(height)}" patternUnits="userSpaceOnUse">'
        + svg.area(svg.circles(lights), palette.crown_light, opacity=0.55)
        + svg.line("".join(arcs), palette.crown, 0.9, stroke_linecap="round")
        + "</pattern>"
    )


def _darts(chance: Chance, gap: float) -> list[tuple[float, float]]:
    """Crowns at least `gap` apart on the tile, which wraps round; cells of the gap's size keep the search short."""
    width, height = TILE
    nx, ny = int(width / gap), int(height / gap)
    cells: dict[tuple[int, int], list[tuple[float, float]]] = {}
    spots: list[tuple[float, float]] = []
    for _ in range(40_000):
        if len(spots) == CROWNS:
            break
        x, y = chance.between(0, width), chance.between(0, height)
        i, j = int(x / width * nx), int(y / height * ny)
        free = True
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                for px, py in cells.get(((i + di) % nx, (j + dj) % ny), ()):
                    dx, dy = abs(px - x), abs(py - y)
                    dx, dy = min(dx, width - dx), min(dy, height - dy)
                    free = free and dx * dx + dy * dy >= gap * gap
        if free:
            cells.setdefault((i, j), []).append((x, y))
            spots.append((x, y))
    return spots
