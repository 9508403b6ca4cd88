"""The static sheet: everything that is printed and never changes, from a board to SVG.

`plan` works out the geometry once (independent of the palette, and open to questions from tests); `render` prints it
in the colours of a palette, layer by layer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from echelon.draw import ground, legend, lines, names, places, regions, roads, summits, svg, water, woods
from echelon.draw.areas import Area, Lattice
from echelon.draw.frame import Window, cut_out, entries, frame_svg, window
from echelon.draw.ground import Patch
from echelon.draw.hexagons import corner, outlines
from echelon.draw.key import Key
from echelon.draw.kinds import line_class, terrain_hexes
from echelon.draw.lines import Line
from echelon.draw.names import Names
from echelon.draw.noise import Floats, seed
from echelon.draw.palettes import Palette
from echelon.draw.places import Built
from echelon.draw.relief import STEP, Known, Relief, relief
from echelon.draw.roads import Bridge, Road
from echelon.draw.samples import line_entries, terrain_entries
from echelon.draw.water import Rivers, Sea
from echelon.draw.woods import Woods
from echelon.draw.words import say

if TYPE_CHECKING:
    from echelon.core.board.board import Board

BEYOND = 60.0
LARGE_BOARD = 500
FEW_NAMES = 0.1
ROOM = (1.14, 1.2)  # beside a counter for those under it, below it for sandbags
HEIGHTS = {
    "mountain": 900.0,
    "wood": 420.0,
    "moor": 640.0,
    "rough": 380.0,
    "clear": 60.0,
    "sea": -200.0,
    "lake": -100.0,
}


@dataclass(frozen=True)
class Plan:
    """The geometry of a sheet."""

    board: Board
    view: Window
    lattice: Lattice
    owner: Any
    classes: dict[str, dict[str, list[int]]]
    woods: Woods | None
    sea: Sea | None
    neutral: Area | None
    patches: list[Patch]
    rivers: Rivers
    nodes: dict[int, tuple[float, float]]
    roads: list[Road]
    bridges: list[Bridge]
    lines: list[Line]
    places: list[Built]
    names: Names
    ids: list[tuple[float, float]]
    fields: str
    relief: Relief
    key: Key


def plan(
    board: Board,
    *,
    with_legend: bool = True,
    title: str | None = None,
    key: Key | None = None,
    counters: float = 0.0,
    held: Iterable[int] = (),
    around: Iterable[int] = (),
    radius: int = 3,
) -> Plan:
    """Work out where everything goes."""
    bare = window(board, False)
    step = 3.0 if board.n <= LARGE_BOARD else 4.5
    lattice = Lattice.over(bare.left - BEYOND, bare.top - BEYOND, bare.right + BEYOND, bare.bottom + BEYOND, step)
    centers = [board.center(h) for h in range(board.n)]
    owner = lattice.owners(centers)
    classes = terrain_hexes(board)

    def of(*kinds: str) -> list[int]:
        return sorted({h for kind in kinds for hexes in classes.get(kind, {}).values() for h in hexes})

    wood_hexes, wet = of("wood"), of("sea", "lake")
    wood = woods.grow(board.name, lattice, np.isin(owner, wood_hexes)) if wood_hexes else None
    sea = water.sea(board.name, lattice, np.isin(owner, wet)) if wet else None
    neutral_hexes = of("neutral")
    neutral = ground.organic_ground(board, lattice, owner, neutral_hexes) if neutral_hexes else None
    patches = ground.patches(board, lattice, owner, classes)
    rivers = water.rivers(board, wet)
    node = roads.nodes(board, (lambda x, y: float(sea.area.value([(x, y)])[0])) if sea else None)
    ways = roads.roads(board, node)
    spans = roads.bridges(board, ways, rivers.width_at)
    built = places.built(board, node, ways)
    avoid = [wood.area] if wood else []
    avoid += [patch.area for patch in patches] + ([sea.area] if sea else [])
    plain = sorted(set(range(board.n)) - set(wood_hexes) - set(wet))
    field_strokes = ground.fields(board, plain, avoid, rivers.distance)
    view = window(board, with_legend, legend.layout(board, title, key).tall)
    found = lines.lines(board)
    labels = names.place_ids(centers, [*(way.course for way in ways), *rivers.lines()])
    boxes = [(x - 10.0, y - 6.5, x + 10.0, y + 3.0) for x, y in labels]
    extra = [(b.x - 10, b.y - 8, b.x + 10, b.y + 8) for b in spans]
    obstacles = [way.course for way in ways]
    obstacles += [lines.teeth_row(line) for line in found if line_class(line.kind) == "fort"]
    # Where names are few they clear a counter in any hex, and stay put; where they are dense, only one that is there.
    sparse = len(built) <= FEW_NAMES * board.n
    half, (wide, low) = 50 * counters, (1.0, 1.0) if sparse else ROOM
    covered = {
        h: (x - half * wide, y - half * wide, x + half * wide, y + half * low)
        for h, (x, y) in ((h, centers[h]) for h in (range(board.n) if sparse else sorted(set(held))))
        if counters
    }
    middle = tuple(around)
    room = cut_out(board, view, middle, radius).box if middle else view.frame
    shown = [p for p in built if room[0] <= p.x <= room[2] and room[1] <= p.y <= room[3]]
    named = names.place_names(shown, rivers, obstacles, boxes, room, extra, covered)
    shape = _relief(board, bare, rivers, classes, centers, wet, patches, wood)
    return Plan(
        board, view, lattice, owner, classes, wood, sea, neutral, patches, rivers, node, ways, spans, found, built,
        named, labels, field_strokes, shape, key or Key(),
    )  # fmt: skip


def _relief(
    board: Board,
    view: Window,
    rivers: Rivers,
    classes: dict[str, dict[str, list[int]]],
    centers: list[tuple[float, float]],
    wet: list[int],
    patches: list[Patch],
    wood: Woods | None,
) -> Relief:
    """The height field over the frame alone: nothing of it shows beyond. Where a board names its hills, all else is flatter."""
    step = STEP if board.n <= LARGE_BOARD else 5.5
    lattice = Lattice.over(view.left, view.top, view.right, view.bottom, step)
    height = [HEIGHTS["clear"]] * board.n
    for kind, by_name in classes.items():
        for hexes in by_name.values():
            for h in hexes:
                if kind in HEIGHTS and (kind != "clear"):
                    height[h] = max(height[h], HEIGHTS[kind]) if HEIGHTS[kind] > 0 else HEIGHTS[kind]
    # Terrain says little about height by itself; a clear hex between wooded ones lies as high as they do.
    for _ in range(3):
        around = [[height[other] for other, _, _ in board.near[h]] or [height[h]] for h in range(board.n)]
        height = [0.45 * height[h] + 0.55 * sum(near) / len(near) for h, near in enumerate(around)]
    known = [Known(x, y, height[h]) for h, (x, y) in enumerate(centers)]
    gx, gy = np.meshgrid(lattice.xs, lattice.ys)
    spots = np.column_stack([gx.ravel(), gy.ravel()])
    valleys = _river_distance(lattice, rivers)
    ridged: Floats | None = None
    high = [patch for patch in patches if patch.kind in ("mountain", "rough")]
    if high:
        ridged = np.ones((lattice.ny, lattice.nx))
        for patch in high:
            field = patch.area.value(spots).reshape(ridged.shape)
            ridged += np.clip(field + 0.3, 0, 0.8) * (1.6 if patch.kind == "mountain" else 0.7)
    if wood and _wooded_hills(classes):
        field = np.clip(wood.area.value(spots).reshape((lattice.ny, lattice.nx)) + 0.3, 0, 0.8)
        ridged = (0.3 if ridged is None else ridged - 0.7) + field * 1.5
    return relief(lattice, seed(board.name, "relief"), known, valleys, ridged)


def _wooded_hills(classes: dict[str, dict[str, list[int]]]) -> bool:
    """Are the woods of this board its hills?"""
    return any("hill" in name.lower() for name in classes.get("wood", ()))


def _river_distance(lattice: Lattice, rivers: Rivers) -> Floats:
    """Distance to the nearest river, exact nearby and simply `far` elsewhere: valleys end after 180 units."""
    far = np.full((lattice.ny, lattice.nx), 400.0)
    xs, ys = lattice.xs, lattice.ys
    for course in rivers.lines():
        for x, y in course[::2]:
            i0, i1 = np.searchsorted(xs, (x - 180, x + 180))
            j0, j1 = np.searchsorted(ys, (y - 180, y + 180))
            gap = np.hypot(xs[None, i0:i1] - x, ys[j0:j1, None] - y)
            np.minimum(far[j0:j1, i0:i1], gap, out=far[j0:j1, i0:i1])
    return far


def contents(board: Board, view: Window, palette: Palette, title: str | None, key: Key) -> legend.Contents:
    """What the legend explains: only what is on this board."""
    head, _, below = legend.heading(board, title)
    note = say("legend", "note", board.language, hexes=board.n)
    return legend.Contents(
        head,
        below,
        tuple(terrain_entries(board, palette)),
        tuple(line_entries(board, palette)),
        tuple(entries(board, view)),
        note,
        key,
    )


def render(
    found: Plan,
    palette: Palette,
    *,
    title: str | None = None,
    with_legend: bool = True,
    ids: bool = True,
) -> str:
    """The layers of the sheet, bottom to top, without the outer `svg` element."""
    board, view = found.board, found.view
    n = svg.num
    width, height = view.right - view.left, view.bottom - view.top
    rect = f'x="{n(view.left)}" y="{n(view.top)}" width="{n(width)}" height="{n(height)}"'
    parts: list[str] = ["<defs>", woods.canopy(palette, board.name)]
    lattice = found.relief.lattice
    parts.append(
        f'<image id="relief" x="{n(lattice.x0 - lattice.step / 2)}" y="{n(lattice.y0 - lattice.step / 2)}" '
        f'width="{n(lattice.nx * lattice.step)}" height="{n(lattice.ny * lattice.step)}" preserveAspectRatio="none" '
        f'href="{found.relief.data_uri(palette)}"/></defs>'
    )
    parts.append(f'<rect {rect} fill="{palette.land[0]}"/>')
    for fill, rings in zip(palette.land[1:], found.relief.tints(), strict=True):
        parts.append(svg.area(svg.paths(rings, closed=True), fill))
    if palette.field:
        parts.append(svg.line(found.fields, palette.field, 1.1, stroke_linecap="round"))
    flat = [patch for patch in found.patches if patch.kind not in ("mountain", "moor")]
    parts += [ground.patch_svg(patch, palette) for patch in flat]
    parts.append('<use href="#relief"/>')
    parts += [ground.patch_svg(patch, palette) for patch in found.patches if patch.kind == "mountain"]
    if found.woods:
        parts.append(found.woods.svg(palette))
    parts += [ground.patch_svg(patch, palette) for patch in found.patches if patch.kind == "moor"]
    parts.append(f'<use href="#relief" opacity="{".85" if _wooded_hills(found.classes) else ".35"}"/>')
    parts.append(found.rivers.svg(palette))
    if found.neutral is not None:
        parts.append(svg.area(svg.paths(found.neutral.outline, closed=True), palette.neutral, opacity=0.85))
    if found.sea:
        parts.append(found.sea.svg(palette))
    parts.append(_grid(board, palette))
    if ids:
        parts.append(_ids(found, palette))
    kinds: dict[str, list[Line]] = {}
    for line in found.lines:
        kinds.setdefault(line_class(line.kind), []).append(line)
    parts += [lines.front_svg(line, palette, found.rivers.distance) for line in kinds.get("front", ())]
    parts.append(places.ground_svg(found.places, palette))
    parts.append(roads.roads_svg(found.roads, palette))
    parts.append(places.blocks_svg(found.places, palette))
    parts.append(summits.summits_svg(board, palette))
    parts += [roads.bridge_svg(bridge, palette) for bridge in found.bridges]
    parts += [lines.ridge_svg(line, palette) for line in kinds.get("ridge", ())]
    parts += [lines.wall_svg(line, palette) for line in kinds.get("other", ())]
    parts += [lines.fort_svg(line, palette) for line in kinds.get("fort", ())]
    parts.append(_fade(board, view, palette))
    parts.append(regions.regions_svg(regions.regions(board, found.names), palette))
    parts.append(names.rivers_svg(found.names.rivers, palette))
    parts.append(places.villages_svg(found.places, palette))
    parts.append(names.labels_svg(found.names.labels, palette))
    parts.append(frame_svg(board, view, palette))
    if with_legend:
        content = contents(board, view, palette, title, found.key)
        parts.append(legend.legend_svg(board, view, content, palette))
    return "".join(parts)


def _grid(board: Board, palette: Palette) -> str:
    """Each hexside once: a light line under a dark one, which keeps it visible on woods."""
    seen: set[tuple[float, float, float, float]] = set()
    strokes: list[list[tuple[float, float]]] = []
    for h in range(board.n):
        ring = [corner(p) for p in board.corners(h)]
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            key = (*min(a, b), *max(a, b))
            if key not in seen:
                seen.add(key)
                strokes.append([a, b])
    d = svg.paths(strokes)
    return (
        f'<g class="grid" fill="none"><path d="{d}" stroke="{palette.halo}" stroke-width="2.2" opacity=".36"/>'
        f'<path d="{d}" stroke="{palette.grid}" stroke-width="1.05" opacity="{svg.fine(palette.grid_opacity)}"/></g>'
    )


def _ids(found: Plan, palette: Palette) -> str:
    out = [
        f'<text x="{svg.num(x)}" y="{svg.num(y + 2.6)}">{svg.escape(label)}</text>'
        for (x, y), label in zip(found.ids, map(found.board.names.short, range(found.board.n)), strict=True)
    ]
    return svg.group(out, class_="ids", font_family=svg.CONDENSED, font_size="7.6", fill=palette.hex_id, text_anchor="middle")


def _fade(board: Board, view: Window, palette: Palette) -> str:
    """The margin colour at half strength over everything outside the hexes."""
    return svg.area(
        svg.path(
            [(view.left, view.top), (view.right, view.top), (view.right, view.bottom), (view.left, view.bottom)],
            closed=True,
        )
        + svg.paths(outlines(board, range(board.n)), closed=True),
        palette.margin,
        opacity=0.5,
    )
