"""Samples for the legend: each terrain as a small hex and each line as a short piece, only those on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.draw import ground, legend, svg
from echelon.draw.kinds import line_rows, terrain_rows
from echelon.draw.noise import Chance
from echelon.draw.palettes import Palette
from echelon.draw.places import Block, block_path
from echelon.draw.roads import Bridge, bridge_svg
from echelon.draw.summits import rings_svg

if TYPE_CHECKING:
    from echelon.core.board.board import Board


def terrain_entries(board: Board, palette: Palette) -> list[tuple[str, str]]:
    """Names and sample hexes of the terrain on the board, then town and city."""
    return [
        (name, (_town if kind in ("town", "city") else _terrain)(kind, palette, board.grid.flat))
        for kind, name in terrain_rows(board)
    ]


def line_entries(board: Board, palette: Palette) -> list[tuple[str, str]]:
    """Names and samples of the lines on the board."""
    return [
        (name, _crossing(kind, palette) if "bridge" in kind or kind == "ferry" else _line(kind, palette))
        for kind, name in line_rows(board)
    ]


def _line(kind: str, palette: Palette) -> str:
    return rings_svg([(31, 0)], palette, 9.0) if kind == "summit" else legend.line_sample(kind, palette)


def _terrain(kind: str, palette: Palette, flat: bool) -> str:
    hexagon = legend.small_hex(flat)
    if kind == "clear":
        strokes = "M-12-4l9-5M-11 0l9-5M-10 4l9-5M6 6l8 4M5 10l8 4M8 2l8 4"
        inner = svg.line(strokes, palette.field, 1.1, stroke_linecap="round") if palette.field else ""
        return legend.sample(inner, palette, flat)
    if kind == "wood":
        inner = svg.area(hexagon, palette.wood_core, opacity=0.3) + svg.area(hexagon, "url(#canopy)", opacity=0.9)
        return legend.sample(inner, palette, flat, palette.wood)
    if kind in ("sea", "lake"):
        waves = "M-16-6q4-3 8 0t8 0M0 8q4-3 8 0t8 0"
        return legend.sample(svg.line(waves, palette.coast, 1, opacity=0.6), palette, flat, palette.sea[1])
    if kind == "neutral":
        return legend.sample("", palette, flat, palette.neutral)
    tint, mark = ground.tints(kind, palette)
    inner = svg.area(hexagon, tint, opacity=0.75)
    if kind == "bocage":
        hedges = "M-22-8L20-11M-26 3L26 1M-18 14L20 13M-12-20L-15 20M3-22L0 21M17-18L15 19"
        inner += svg.line(hedges, mark, 1.5, stroke_dasharray="3.2 1.6")
        return legend.sample(inner, palette, flat)
    chance = Chance("sample", kind)
    spots = ((-14, -10), (6, -13), (-2, 2), (14, 6), (-13, 12)) if kind != "mountain" else ((-8, -4), (9, 5), (-10, 13))
    drawn = [ground.STROKES.get(kind, ground.hatch_mark)(x, y, chance) for x, y in spots]
    inner += svg.area("".join(fill for _, fill in drawn), mark, opacity=0.45)
    inner += svg.line("".join(line for line, _ in drawn), mark, 1.1, stroke_linecap="round", stroke_linejoin="round")
    return legend.sample(inner, palette, flat)


def _town(kind: str, palette: Palette, flat: bool) -> str:
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
    return legend.sample(inner, palette, flat)


def _crossing(kind: str, palette: Palette) -> str:
    water = svg.line("M31-11V11", palette.bank, 9.5) + svg.line("M31-11V11", palette.river, 7.5)
    if kind == "ferry":
        return water + bridge_svg(Bridge((0, 1), 31, 0, 0, False, 19, True), palette)
    road = svg.line("M2 0H60", palette.casing, 4.4) + svg.line("M2 0H60", palette.road, 2.5)
    return water + road + bridge_svg(Bridge((0, 1), 31, 0, 0, "broken" in kind, 19), palette)
