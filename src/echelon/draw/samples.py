"""Samples for the legend: each terrain as a small hex and each line as a short piece, only those on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.draw import ground, legend, svg
from echelon.draw.noise import Chance
from echelon.draw.palettes import Palette
from echelon.draw.places import Block, Built, block_path
from echelon.draw.roads import Bridge, Road, bridge_svg, is_bridge, is_minor, is_rail
from echelon.draw.water import Rivers, is_river

if TYPE_CHECKING:
    from echelon.core.board import Board

ORDER = ("clear", "wood", "moor", "marsh", "bocage", "sand", "salt", "rough", "mountain", "unknown", "lake", "sea", "neutral")


def title_case(name: str) -> str:
    """A terrain's name for the legend: its first letter large, the rest as the board writes it."""
    return name[:1].upper() + name[1:]


def terrain_entries(
    classes: Mapping[str, Mapping[str, Sequence[int]]], built: Sequence[Built], palette: Palette
) -> list[tuple[str, str]]:
    """Names and sample hexes of the terrain on the board, then town and city."""
    out: list[tuple[str, str]] = []
    for kind in ORDER:
        for name in classes.get(kind, {}):
            out.append((title_case(name), _terrain(kind, palette)))
    for kind in ("town", "city"):
        if any(place.kind == kind for place in built):
            out.append((kind.title(), _town(kind, palette)))
    return out


def _terrain(kind: str, palette: Palette) -> str:
    hexagon = legend.small_hex()
    if kind == "clear":
        strokes = "M-12-4l9-5M-11 0l9-5M-10 4l9-5M6 6l8 4M5 10l8 4M8 2l8 4"
        inner = svg.line(strokes, palette.field, 1.1, stroke_linecap="round") if palette.field else ""
        return legend.sample(inner, palette)
    if kind == "wood":
        inner = svg.area(hexagon, palette.wood_core, opacity=0.3) + svg.area(hexagon, "url(#canopy)", opacity=0.9)
        return legend.sample(inner, palette, palette.wood)
    if kind in ("sea", "lake"):
        waves = "M-16-6q4-3 8 0t8 0M0 8q4-3 8 0t8 0"
        return legend.sample(svg.line(waves, palette.coast, 1, opacity=0.6), palette, palette.sea[1])
    if kind == "neutral":
        return legend.sample("", palette, palette.neutral)
    tint, mark = ground.tints(kind, palette)
    inner = svg.area(hexagon, tint, opacity=0.75)
    if kind == "bocage":
        hedges = "M-22-8L20-11M-26 3L26 1M-18 14L20 13M-12-20L-15 20M3-22L0 21M17-18L15 19"
        inner += svg.line(hedges, mark, 1.5, stroke_dasharray="3.2 1.6")
        return legend.sample(inner, palette)
    chance = Chance("sample", kind)
    spots = ((-14, -10), (6, -13), (-2, 2), (14, 6), (-13, 12)) if kind != "mountain" else ((-8, -4), (9, 5), (-10, 13))
    strokes = [ground._STROKES.get(kind, ground._hatch)(x, y, chance) for x, y in spots]
    inner += svg.area("".join(fill for _, fill in strokes), mark, opacity=0.45)
    inner += svg.line("".join(line for line, _ in strokes), mark, 1.1, stroke_linecap="round", stroke_linejoin="round")
    return legend.sample(inner, palette)


def _town(kind: str, palette: Palette) -> str:
    chance = Chance("sample", kind)
    inner = ""
    if kind == "city":
        inner = f'<ellipse rx="22" ry="18" fill="{palette.city}" stroke="{palette.block}" stroke-width=".9"/>'
    road = "M-27 6C-14 2-8 1 0 0S16-4 27-7"
    inner += svg.line(road, palette.casing, 4.4) + svg.line(road, palette.road, 2.5)
    blocks: list[Block] = []
    count, reach = (26, 19.0) if kind == "city" else (11, 11.0)
    for _ in range(900):
        if len(blocks) == count:
            break
        x, y = chance.between(-reach, reach), chance.between(-reach * 0.8, reach * 0.8)
        if (x / reach) ** 2 + (y / (0.8 * reach)) ** 2 > 1 or abs(y + 0.22 * x) < 4.2:
            continue
        if all((x - b.x) ** 2 + (y - b.y) ** 2 > 21 for b in blocks):
            blocks.append(Block(x, y, chance.between(2.6, 4.0), chance.between(3.2, 5.6), -12 + chance.between(-8, 8)))
    d = svg.paths((block_path(block) for block in blocks), closed=True)
    inner += f'<path d="{d}" fill="{palette.block}" stroke="{palette.block_edge}" stroke-width=".7"/>'
    return legend.sample(inner, palette)


def line_entries(
    board: Board, rivers: Rivers, ways: Sequence[Road], spans: Sequence[Bridge], palette: Palette
) -> list[tuple[str, str]]:
    """Names and samples of the lines on the board."""
    out: list[tuple[str, str]] = []
    if rivers.reaches:
        out.append(("River, on the hexside", legend.line_sample("river", palette)))
    for kind in dict.fromkeys(way.kind for way in ways):
        shape = "rail" if is_rail(kind) else "minor road" if is_minor(kind) else "road"
        out.append((title_case(kind), legend.line_sample(shape, palette)))
    for broken, name in ((False, "Bridge"), (True, "Broken bridge")):
        if any(span.broken == broken for span in spans):
            out.append((name, _bridge(broken, palette)))
    named = {course.kind: course.name for course in board.courses if course.name}
    for kind in board.sides:
        if is_river(kind) or is_bridge(kind) or not board.sides[kind]:
            continue
        shape = "other"
        for key, words in (("front", ("front", "border")), ("fort", ("fort", "siegfried", "wall")), ("ridge", ("ridge", "escarpment", "cliff"))):
            if ground.named(kind, words):
                shape = key
        name = named.get(kind, kind)
        if shape == "front" and "front" not in name.lower():
            name = f"Front, {name}"
        out.append((title_case(name), legend.line_sample(shape, palette)))
    return out


def _bridge(broken: bool, palette: Palette) -> str:
    water = svg.line("M31-11V11", palette.bank, 9.5) + svg.line("M31-11V11", palette.river, 7.5)
    road = svg.line("M2 0H60", palette.casing, 4.4) + svg.line("M2 0H60", palette.road, 2.5)
    return water + road + bridge_svg(Bridge((0, 1), 31, 0, 0, broken, 19), palette)
