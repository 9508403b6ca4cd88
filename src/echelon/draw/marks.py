"""Live marks on the map: what is selected, reachable, attacked, supplied, threatened. Flat, crisp and saturated.

Each mark is a small frozen value; `mark_svg` draws it. Marks lie in layers under and over the counters. No numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import TYPE_CHECKING, Any, get_args

from echelon.draw import svg
from echelon.draw.counters import marker
from echelon.draw.frame import side_colour, side_words
from echelon.draw.hexagons import hatch, hex_path, hexes_path, outlines
from echelon.draw.palettes import DARK, LIGHT, Palette, Tokens

if TYPE_CHECKING:
    from echelon.core.board.board import Board

Hex = int | str
"""A hex by id or by label."""

AREAS, OUTLINES, LINES, MARKERS, ARROWS, CHIPS = 1, 2, 3, 4, 6, 7
SUPPLY = "#007A5E"
FLAG = "#FFD23F"


@dataclass(frozen=True)
class Selected:
    """The hex in hand."""

    hex: Hex
    layer = OUTLINES


@dataclass(frozen=True)
class Reachable:
    """A hex within reach, with the cost of getting there (empty for none)."""

    hex: Hex
    cost: str = ""
    layer = AREAS


@dataclass(frozen=True)
class Route:
    """A way through hexes, with an arrow head at its end."""

    hexes: tuple[Hex, ...]
    layer = LINES


@dataclass(frozen=True)
class Target:
    """A hex under attack."""

    hex: Hex
    layer = OUTLINES


@dataclass(frozen=True)
class Attack:
    """An arrow from an attacker's hex to the target; the current battle is red."""

    source: Hex
    target: Hex
    current: bool = True
    layer = ARROWS


@dataclass(frozen=True)
class Odds:
    """The odds of a battle, as a pill at the target's upper left."""

    hex: Hex
    text: str
    current: bool = True
    layer = CHIPS


@dataclass(frozen=True)
class Zone:
    """Zones of control of a side."""

    hexes: tuple[Hex, ...]
    side: str = ""
    layer = AREAS


@dataclass(frozen=True)
class Supply:
    """A supply line; `cut` is the hex that breaks it."""

    hexes: tuple[Hex, ...]
    cut: Hex | None = None
    layer = LINES


@dataclass(frozen=True)
class Threat:
    """How many enemies could attack a hex: one, two, or three and more."""

    hex: Hex
    attackers: int = 1
    layer = AREAS


@dataclass(frozen=True)
class Control:
    """The ground a side holds."""

    hexes: tuple[Hex, ...]
    side: str = ""
    layer = AREAS


@dataclass(frozen=True)
class Objective:
    """A hex that counts for victory."""

    hex: Hex
    layer = CHIPS


@dataclass(frozen=True)
class Trail:
    """Where a unit came from, fading towards the start."""

    hexes: tuple[Hex, ...]
    layer = LINES


@dataclass(frozen=True)
class Span:
    """A bridge that changes in play: built by engineers, or owned by a side."""

    a: Hex
    b: Hex
    side: str = ""
    built: bool = True
    layer = MARKERS


@dataclass(frozen=True)
class Broken:
    """A bridge that was destroyed in play."""

    a: Hex
    b: Hex
    layer = MARKERS


@dataclass(frozen=True)
class Rail:
    """A railway that was laid in play, or is to be laid (`planned`), hex by hex."""

    hexes: tuple[Hex, ...]
    planned: bool = False
    layer = OUTLINES


@dataclass(frozen=True)
class Front:
    """The line between the ground a side holds and the rest of the map."""

    hexes: tuple[Hex, ...]
    side: str = ""
    layer = OUTLINES


@dataclass(frozen=True)
class Marker:
    """A marker in a hex: fuel dump, supply column, ..."""

    hex: Hex
    kind: str
    layer = MARKERS


Mark = (
    Selected | Reachable | Route | Target | Attack | Odds | Zone | Supply | Threat | Control | Objective | Trail | Span
    | Broken | Rail | Front | Marker
)  # fmt: skip


def hex_id(board: Board, h: Hex) -> int:
    """A hex by id or label as an id."""
    return h if isinstance(h, int) else board.ids[h]


def marks_svg(board: Board, marks: Iterable[Mark], palette: Palette, layers: Sequence[int]) -> str:
    """All marks of some layers, lowest layer first, otherwise in the order given."""
    tokens = DARK if palette.dark else LIGHT
    chosen = list(marks)
    out: list[str] = []
    for layer in layers:
        out += [_one(board, mark, palette, tokens) for mark in chosen if mark.layer == layer]
        if layer == CHIPS:
            # Cost chips stand above everything, their hexes lie below everything.
            out += [_cost(board, mark, tokens) for mark in chosen if isinstance(mark, Reachable) and mark.cost]
    return "".join(out)


def _one(board: Board, mark: Mark, palette: Palette, tokens: Tokens) -> str:
    """One mark."""
    match mark:
        case Selected(h):
            d = hex_path(board, hex_id(board, h), 0.97)
            return svg.area(d, tokens.accent, opacity=0.14) + svg.line(d, tokens.accent, 3.5, stroke_linejoin="round")
        case Reachable(h):
            d = hex_path(board, hex_id(board, h), 0.97)
            return svg.element("path", d=d, fill=tokens.accent, fill_opacity=0.2, stroke=tokens.accent, stroke_width=1.2)
        case Route(hexes):
            return _way(board, hexes, tokens)
        case Target(h):
            d = hex_path(board, hex_id(board, h), 0.96)
            return (
                svg.area(d, tokens.bad, opacity=0.16)
                + svg.line(d, "#FFFFFF", 6, stroke_linejoin="round")
                + svg.line(d, tokens.bad, 3.4, stroke_linejoin="round")
            )
        case Attack(source, target, current):
            return _arrow(board, source, target, "#B3261E" if current else "#3E474E")
        case Odds(h, text, current):
            return _pill(board, h, text, "#B3261E" if current else "#16140F")
        case Zone(hexes, side):
            d = hexes_path(board, (hex_id(board, h) for h in hexes), 0.86)
            colour = _side(side, palette)
            return svg.line(d, colour, 2.2, stroke_dasharray="1 6", stroke_linecap="round")
        case Supply(hexes, cut):
            return _supply(board, hexes, cut, tokens)
        case Threat(h, attackers):
            gap = {1: 14.0, 2: 9.0}.get(attackers, 5.5)
            return svg.line(hatch(board, hex_id(board, h), gap), tokens.bad, 1.7, opacity=0.75)
        case Control(hexes, side):
            return _control(board, hexes, _side(side, palette))
        case Objective(h):
            return _flag(board, h)
        case Trail(hexes):
            return _trail(board, hexes, palette)
        case Span(a, b, side, built):
            return _span(board, a, b, _side(side, palette), built)
        case Broken(a, b):
            return _broken(board, a, b, tokens)
        case Rail(hexes, planned):
            return _rail(board, hexes, palette, planned)
        case Front(hexes, side):
            return _front(board, hexes, _side(side, palette))
        case Marker(h, kind):
            x, y = board.center(hex_id(board, h))
            return f'<g transform="translate({svg.num(x + 14)} {svg.num(y + 12)}) scale(.3)">{marker(kind)}</g>'


def _side(side: str, palette: Palette) -> str:
    if side.startswith("#"):
        return side
    return side_colour(side_words(side) or side, palette)


def _centers(board: Board, hexes: Iterable[Hex]) -> list[tuple[float, float]]:
    return [board.center(hex_id(board, h)) for h in hexes]


def _way(board: Board, hexes: Sequence[Hex], tokens: Tokens) -> str:
    points = _centers(board, hexes)
    if len(points) < 2:
        return ""
    (ax, ay), (bx, by) = points[-2], points[-1]
    turn = degrees(atan2(by - ay, bx - ax))
    far = hypot(bx - ax, by - ay)
    # The line stops inside the head, which would otherwise have a blunt nose.
    points[-1] = (bx - (bx - ax) / far * 9, by - (by - ay) / far * 9)
    d = svg.path(points)
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    dots = svg.circles((x, y, 4.4) for x, y in points[:-1])
    head = f'transform="translate({svg.num(bx)} {svg.num(by)}) rotate({svg.num(turn)})" stroke-linejoin="round"'
    return (
        svg.line(d, "#FFFFFF", 7, **ends)
        + f'<path d="M3 0L-14-10V10Z" fill="#FFFFFF" stroke="#FFFFFF" stroke-width="3" {head}/>'
        + svg.line(d, tokens.accent, 4, **ends)
        + f'<path d="{dots}" fill="{tokens.accent}" stroke="#FFFFFF" stroke-width="1.4"/>'
        + f'<path d="M3 0L-14-10V10Z" fill="{tokens.accent}" {head}/>'
    )


def _arrow(board: Board, source: Hex, target: Hex, colour: str) -> str:
    """A tapered arrow in the gap between the counters of two hexes."""
    (ax, ay), (bx, by) = _centers(board, (source, target))
    turn = degrees(atan2(by - ay, bx - ax))
    far = hypot(bx - ax, by - ay)
    # A little nearer to the target: the arrow may touch it, but must leave the attacker's name alone.
    x, y = ax + (bx - ax) * 0.55, ay + (by - ay) * 0.55
    tail, head = -min(16.0, 0.16 * far), min(20.0, 0.2 * far)
    n = svg.num
    d = f"M{n(tail)}-4.5L{n(head - 18)}-6.5V-13L{n(head)} 0L{n(head - 18)} 13V6.5L{n(tail)} 4.5Z"
    return (
        f'<path d="{d}" transform="translate({n(x)} {n(y)}) rotate({n(turn)})" fill="{colour}" stroke="#FFFFFF" '
        'stroke-width="2" stroke-linejoin="round"/>'
    )


def _pill(board: Board, h: Hex, text: str, colour: str) -> str:
    x, y = board.center(hex_id(board, h))
    width = 15 + 8.6 * len(text)
    n = svg.num
    return (
        f'<g transform="translate({n(x - 38)} {n(y - 41)})"><rect x="{n(-width / 2)}" y="-12" width="{n(width)}" '
        f'height="24" rx="12" fill="{colour}" stroke="#FFFFFF" stroke-width="2"/>'
        + svg.text(text, 0, 6, 17, "#FFFFFF", font_weight=700, text_anchor="middle", font_family=svg.CONDENSED)
        + "</g>"
    )


def _cost(board: Board, mark: Reachable, tokens: Tokens) -> str:
    x, y = board.center(hex_id(board, mark.hex))
    return (
        f'<g transform="translate({svg.num(x + 27)} {svg.num(y + 33)})"><circle r="10" fill="{tokens.accent}" '
        f'stroke="{tokens.on_accent}" stroke-width="1.6"/>'
        + svg.text(mark.cost, 0, 4.4, 12.5, tokens.on_accent, font_weight=700, text_anchor="middle", font_family=svg.CONDENSED)
        + "</g>"
    )


def _supply(board: Board, hexes: Sequence[Hex], cut: Hex | None, tokens: Tokens) -> str:
    ids = [hex_id(board, h) for h in hexes]
    broken = None if cut is None else hex_id(board, cut)
    runs: list[list[tuple[float, float]]] = [[]]
    for h in ids:
        if h == broken:
            runs.append([])
        else:
            runs[-1].append(board.center(h))
    d = svg.paths(run for run in runs if len(run) > 1)
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    out = svg.line(d, "#FFFFFF", 8, **ends) + svg.line(d, SUPPLY, 4.6, stroke_dasharray="2 9", **ends)
    if broken is not None:
        out += svg.line(hatch(board, broken, 8.0), tokens.bad, 2.2) + svg.line(hex_path(board, broken, 0.95), tokens.bad, 2.2)
    return out


def _control(board: Board, hexes: Iterable[Hex], colour: str) -> str:
    """A light tint and a double line along the edge."""
    ids = [hex_id(board, h) for h in hexes]
    d = svg.paths(outlines(board, ids), closed=True)
    return (
        svg.area(d, colour, opacity=0.1)
        + svg.line(d, colour, 5.4, opacity=0.85, stroke_linejoin="round")
        + svg.line(d, "#FFFFFF", 2.0, stroke_linejoin="round")
    )


def _flag(board: Board, h: Hex) -> str:
    x, y = board.center(hex_id(board, h))
    return (
        f'<g transform="translate({svg.num(x - 50)} {svg.num(y - 15)}) scale(.9)">'
        '<path d="M0 0V27" stroke="#FFFFFF" stroke-width="5.4" stroke-linecap="round"/>'
        '<path d="M0 0V27" stroke="#26241F" stroke-width="2.8" stroke-linecap="round"/>'
        f'<path d="M1 .5H20L15.5 7L20 13.5H1Z" fill="{FLAG}" stroke="#26241F" stroke-width="1.6" '
        'stroke-linejoin="round"/></g>'
    )


def _trail(board: Board, hexes: Sequence[Hex], palette: Palette) -> str:
    points = _centers(board, hexes)
    steps = list(pairwise(points))
    out: list[str] = []
    for index, step in enumerate(steps):
        share = (index + 1) / len(steps)
        d, opacity = svg.path(step), 0.3 + 0.6 * share
        out.append(svg.line(d, palette.halo, 8, opacity=opacity, stroke_linecap="round"))
        out.append(svg.line(d, palette.ink, 4, opacity=opacity, stroke_dasharray="8 5", stroke_linecap="butt"))
    if points:
        x, y = points[0]
        out.append(f'<path d="{svg.circles([(x, y, 4.0)])}" fill="{palette.ink}" opacity=".3"/>')
    return "".join(out)


def _span(board: Board, a: Hex, b: Hex, colour: str, built: bool) -> str:
    (px, py), (qx, qy) = board.side_ends(hex_id(board, a), hex_id(board, b))
    x, y = (px + qx) / 2, (py + qy) / 2
    turn = atan2(qy - py, qx - px)
    if not built:
        # Only the owner changes: a small disc beside the printed bridge.
        return (
            f'<circle cx="{svg.num(x + 11 * cos(turn))}" cy="{svg.num(y + 11 * sin(turn))}" r="4.6" fill="{colour}" '
            'stroke="#FFFFFF" stroke-width="1.4"/>'
        )
    return (
        f'<g transform="translate({svg.num(x - 13)} {svg.num(y - 13)}) scale(.26)">{marker("engineer bridge")}'
        f'<circle cx="84" cy="16" r="15" fill="{colour}" stroke="#FFFFFF" stroke-width="5"/></g>'
    )


def _broken(board: Board, a: Hex, b: Hex, tokens: Tokens) -> str:
    """A cross over the printed bridge."""
    (px, py), (qx, qy) = board.side_ends(hex_id(board, a), hex_id(board, b))
    n = svg.num
    at = f"translate({n((px + qx) / 2)} {n((py + qy) / 2)})"
    d = "M-8-8L8 8M-8 8L8-8"
    return svg.group(
        (svg.line(d, "#FFFFFF", 6.4, stroke_linecap="round"), svg.line(d, tokens.bad, 3.4, stroke_linecap="round")),
        transform=at,
    )


def _rail(board: Board, hexes: Sequence[Hex], palette: Palette, planned: bool) -> str:
    """Sleepers on a dark line; dots where there is none yet."""
    d = svg.path(_centers(board, hexes))
    if planned:
        return svg.line(d, palette.ink, 2, stroke_dasharray="0 9", stroke_linecap="round")
    return svg.line(d, palette.ink, 3.6) + svg.line(d, "#FFFFFF", 1.8, stroke_dasharray="7 7")


def _front(board: Board, hexes: Iterable[Hex], colour: str) -> str:
    """A broad line along the hexsides where the ground held meets other ground of the map."""
    held = {hex_id(board, h) for h in hexes}
    sides = [board.side_ends(h, other) for h in sorted(held) for other, _, _ in board.near[h] if other not in held]
    d = svg.paths(sides)
    return svg.line(d, "#FFFFFF", 10, opacity=0.75, stroke_linecap="round") + svg.line(d, colour, 6, stroke_linecap="round")


MARKS: dict[str, Callable[..., Mark]] = {kind.__name__.lower(): kind for kind in get_args(Mark)}
"""The marks by the names a system uses for them."""


def mark_from(row: Mapping[str, Any]) -> Mark:
    """A mark from plain data: `{"mark": "attack", "source": 3, "target": 4}`. What a row tells besides is not drawn."""
    kind = MARKS[row["mark"]]
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    facts = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name in known}
    return kind(**facts)
