"""The legend beside the map: title, the terrain and lines of this board, scale, a counter explained, status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import atan2, cos, degrees, pi, sin
from typing import TYPE_CHECKING

from echelon.draw import svg
from echelon.draw.frame import ARROW, LEGEND, Entry, Window, edge_word, ground_scale, side_colour, window
from echelon.draw.key import Key, heads, key_svg
from echelon.draw.kinds import line_rows, terrain_rows
from echelon.draw.palettes import ALLIED, FORT, FORT_LIT, GERMAN, Palette
from echelon.draw.words import say

if TYPE_CHECKING:
    from echelon.core.board.board import Board


@dataclass(frozen=True)
class Contents:
    """What the legend has to explain: terrain samples and line samples, each a name and a drawing."""

    title: str
    subtitle: str
    terrain: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...] = ()
    note: str = ""
    key: Key = field(default_factory=Key)


HEX_W, HEX_H = 30.0, 26.0


def small_hex(flat: bool = True) -> str:
    """The outline of a sample hex round the origin."""
    start = 0.0 if flat else pi / 6
    ring = [(HEX_W * cos(start + k * pi / 3), HEX_W * sin(start + k * pi / 3)) for k in range(6)]
    return svg.path(ring, closed=True)


def sample(inner: str, palette: Palette, flat: bool, ground: str | None = None) -> str:
    """A sample hex: ground, what lies on it, and the grid line round it."""
    d = small_hex(flat)
    return (
        svg.area(d, ground or palette.land[1]) + inner + svg.line(d, palette.grid, 1.2, opacity=max(0.7, palette.grid_opacity))
    )


@dataclass(frozen=True)
class Layout:
    """How the legend fits beside its map: terrain in one column or two, and a scale for small boards."""

    columns: int
    scale: float
    tall: float


def layout(board: Board, title: str | None = None, key: Key | None = None) -> Layout:
    """The layout; counted without drawing the legend, so that the live layer knows the same window."""
    room = window(board, False).height
    below = (key or Key()).tall
    one = _natural(board, title, 1) + below
    if one <= room:
        return Layout(1, 1.0, one)
    two = _natural(board, title, 2) + below
    scale = min(1.0, max(0.8, room / two))
    return Layout(2, scale, two * scale)


def heading(board: Board, title: str | None) -> tuple[str, str, str]:
    """Title, separator and subtitle of a sheet: the given ones, or the board's own."""
    return (title or f"{board.title}\n{board.subtitle}").partition("\n")


def _natural(board: Board, title: str | None, columns: int) -> float:
    head, _, below = heading(board, title)
    rows = -(-len(terrain_rows(board)) // columns)
    tall = 76 + 31 * (len(_title_lines(head)) - 1) + (30 if below else 0) + 46 + 60 * rows
    tall += 27 + 29 * (len(line_rows(board)) + len({edge_word(name) for name, bits in board.edges.items() if bits}))
    return tall + (76 if ground_scale(board) is not None else 0) + 12 + 34


def _title_lines(title: str) -> list[str]:
    """A title in lines of about fifteen letters, filled from the first."""
    lines: list[str] = []
    for word in title.upper().split():
        if lines and len(lines[-1]) + 1 + len(word) <= 14:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def legend_svg(board: Board, view: Window, contents: Contents, palette: Palette) -> str:
    """The whole legend, drawn from its own corner and scaled to fit beside a small map."""
    fit = layout(board, contents.title + ("\n" + contents.subtitle if contents.subtitle else ""), contents.key)
    x0, y = 0.0, 46.0
    ink = palette.ink
    parts: list[str] = []
    lines = _title_lines(contents.title)
    for index, line in enumerate(lines):
        big = index == len(lines) - 1
        size = 32.0 if big else 23.0
        wide = min(LEGEND, len(line) * size * 1.05)
        parts.append(svg.text(line, x0, y, size, ink, font_weight=700, textLength=svg.num(wide), lengthAdjust="spacing"))
        y += 31 if index < len(lines) - 1 else 14
    parts.append(svg.line(f"M{svg.num(x0)} {svg.num(y)}h{svg.num(LEGEND)}", ink, 2.2))
    parts.append(svg.line(f"M{svg.num(x0)} {svg.num(y + 4)}h{svg.num(LEGEND)}", ink, 0.8))
    y += 24
    if contents.subtitle:
        parts.append(svg.text(contents.subtitle, x0, y, 14, ink, font_style="italic"))
        y += 30
    if contents.terrain:
        parts.append(heads(say("legend", "terrain", board.language), x0, y, palette))
        y += 38
        for index, (name, drawing) in enumerate(contents.terrain):
            px = x0 + (index % fit.columns) * LEGEND / 2
            parts.append(f'<g transform="translate({svg.num(px + HEX_W)} {svg.num(y)})">{drawing}</g>')
            size = 15 if fit.columns == 1 else 13.5
            said = [name] if fit.columns == 1 else _wrapped(name, 10)
            for row, text in enumerate(said):
                at = y + 5 + 16 * (row - (len(said) - 1) / 2)
                parts.append(svg.text(text, px + (76 if fit.columns == 1 else 66), at, size, ink, font_weight=600))
            if index % fit.columns == fit.columns - 1 or index == len(contents.terrain) - 1:
                y += 60
        y -= 8
    if contents.lines or contents.entries:
        parts.append(heads(say("legend", "lines", board.language), x0, y, palette))
        y += 27
        for name, drawing in contents.lines:
            parts.append(f'<g transform="translate({svg.num(x0)} {svg.num(y)})">{drawing}</g>')
            parts.append(svg.text(name, x0 + 76, y + 4.5, 13.5, ink, font_weight=500))
            y += 29
        for word in dict.fromkeys(entry.word for entry in contents.entries):
            parts.append(_entry_line(board, word, [e for e in contents.entries if e.word == word], x0, y, palette))
            y += 29
    if (scale := ground_scale(board)) is not None:
        parts.append(_scale(board, scale[2], scale[0], scale[1], x0, y + 18, palette))
        y += 76
    y += 12
    parts.append(key_svg(contents.key, x0, y, palette))
    y += contents.key.tall
    for index, note in enumerate(_wrapped(contents.note, 56)):
        foot = max(y, view.height / fit.scale - 44)
        parts.append(svg.text(note, x0, foot + 12 * index, 8.8, ink))
    corner = f"translate({svg.num(view.legend_x)} {svg.num(view.y)})"
    return svg.group(parts, class_="legend", transform=corner + (f" scale({svg.fine(fit.scale)})" if fit.scale < 1 else ""))


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _entry_line(board: Board, word: str, found: Sequence[Entry], x: float, y: float, palette: Palette) -> str:
    """One arrow for each colour among the entry edges."""
    colours: dict[str, str] = {}
    for entry in found:
        colours.setdefault(side_colour(entry.side, palette), entry.side)
    arrows = [
        f'<path d="{ARROW}" transform="translate({svg.num(x + 12 + 23 * k)} {svg.num(y)})" fill="{colour}"/>'
        for k, colour in enumerate(list(colours)[:3])
    ]
    sides = ", ".join(board.spoken.get(side, side) for side in list(colours.values())[:3] if side)
    what = say("legend", word, board.language)
    label = say("legend", "whose" if sides else "hex", board.language, what=what, sides=sides)
    said = _wrapped(label, 27)
    return "".join(arrows) + "".join(
        svg.text(text, x + 76, y + 4.5 + 14 * (line - (len(said) - 1) / 2), 13.5, palette.ink, font_weight=500)
        for line, text in enumerate(said)
    )


def _scale(board: Board, unit: float, lat: float, lon: float, x: float, y: float, palette: Palette) -> str:
    """A scale bar in kilometres and a compass star turned to true north."""
    ink = palette.ink
    whole = next((km for km in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if km * unit > 90), 1000)
    if whole * unit > 190:
        whole = max(1, whole // 2)
    length = whole * unit
    n = svg.num
    parts = [
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(length)}" height="4.5" fill="{palette.margin}" '
        f'stroke="{ink}" stroke-width="1"/>',
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(length / 2)}" height="4.5" fill="{ink}"/>',
    ]
    for share, mark in (
        (0.0, "0"),
        (0.5, svg.fine(whole / 2).replace(".", say("legend", "point", board.language))),
        (1.0, f"{whole} km"),
    ):
        parts.append(
            svg.text(mark, x + share * length, y + 17, 10, ink, text_anchor="middle" if share else "start",
                     font_family=svg.CONDENSED)
        )  # fmt: skip
    here, there = board.project(lat, lon), board.project(lat + 0.3, lon)
    turn = 0.0
    if here is not None and there is not None:
        turn = degrees(atan2(there[0] - here[0], here[1] - there[1]))
    star = "M0-24L4-4L0 0L-4-4ZM24 0L4 4L0 0L4-4ZM0 24L-4 4L0 0L4 4ZM-24 0L-4-4L0 0L-4 4Z"
    dark = "M0-24L4-4L0 0ZM24 0L4 4L0 0ZM0 24L-4 4L0 0ZM-24 0L-4-4L0 0Z"
    parts.append(
        f'<g transform="translate({n(x + LEGEND - 32)} {n(y + 6)}) rotate({n(turn)})">'
        f'<circle r="16" fill="none" stroke="{ink}" '
        f'stroke-width=".9"/><path d="{star}" fill="{palette.margin}" stroke="{ink}" stroke-width=".8" '
        f'stroke-linejoin="round"/><path d="{dark}" fill="{ink}"/>'
        + svg.text("N", 0, -28, 11, ink, font_weight=700, text_anchor="middle")
        + "</g>"
    )
    return svg.group(parts)


def line_sample(kind: str, palette: Palette) -> str:
    """A sample of a line kind, 62 wide, round y = 0."""
    wave = "M1 3C14-6 22 7 34 1S52-5 62 0"
    if kind.endswith("river"):
        wide = {"major river": 12.0, "great river": 8.5, "stream river": 2.6}.get(kind, 5.2)
        return svg.line(wave, palette.bank, wide + 2, stroke_linecap="round") + svg.line(
            wave, palette.river, wide, stroke_linecap="round"
        )
    if kind in ("road", "minor road"):
        a, b = (4.4, 2.5) if kind == "road" else (3.3, 1.7)
        return svg.line(wave, palette.casing, a, stroke_linecap="round") + svg.line(
            wave, palette.road, b, stroke_linecap="round"
        )
    if kind == "rail":
        rail = palette.ink if not palette.dark else "#101315"
        return svg.line(wave, rail, 2.4) + svg.line(wave, "#FFFFFF", 1.2, stroke_dasharray="6 6")
    if kind == "front":
        return (
            svg.line("M1-5.2H62", ALLIED, 8, opacity=0.64 if palette.dark else 0.42)
            + svg.line("M1 5.2H62", "#9AA6B2" if palette.dark else GERMAN, 8, opacity=0.45 if palette.dark else 0.34)
            + svg.line("M1 0H62", palette.ink, 1.7, stroke_dasharray="10 3.5 2 3.5")
        )
    if kind == "fort":
        body = "".join(f"M{x} -4L{x - 4.4:.1f} 4H{x + 4.4:.1f}Z" for x in range(6, 62, 11))
        lit = "".join(f"M{x} -4L{x - 4.4:.1f} 4H{x}Z" for x in range(6, 62, 11))
        dark, light = (FORT, FORT_LIT) if not palette.dark else ("#C4CCD3", "#8C969E")
        return svg.area(body, dark) + svg.area(lit, light)
    if kind == "ridge":
        teeth = "".join(f"M{x} 0v6" for x in range(3, 62, 5))
        return svg.line("M1 0H62", palette.peak, 1.2) + svg.line(teeth, palette.peak, 1.1)
    return svg.line(wave, "#7A5A86", 2.6, stroke_dasharray="7 3")
