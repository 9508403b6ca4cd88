"""The pictures: sheet, live layer, and both together. Same input, same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from echelon.core.errors import EchelonError
from echelon.draw import svg
from echelon.draw.counters import Piece, detail, pill, stack
from echelon.draw.frame import Window, cut_out, window
from echelon.draw.key import Key, key_of
from echelon.draw.legend import layout
from echelon.draw.marks import AREAS, ARROWS, CHIPS, LINES, MARKERS, OUTLINES, Mark, hex_id, marks_svg
from echelon.draw.palettes import Palette
from echelon.draw.palettes import palette as find_palette

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.draw.sheets import Plan


class MissingNumpyError(EchelonError, ImportError):
    """The printed sheet needs numpy; the live layer and counters do not."""

    def __init__(self) -> None:
        super().__init__("Drawing a map sheet needs numpy: pip install 'echelon-wargames[draw]'.")


def plan(
    board: Board,
    *,
    legend: bool = True,
    title: str | None = None,
    key: Key | None = None,
    counters: float = 0.0,
    held: Iterable[int] = (),
    around: Iterable[int] = (),
    radius: int = 3,
) -> Plan:
    """The geometry of a sheet, to be printed in one palette or several.

    `key` is what the legend says of counters. With a size of `counters` the names of towns keep clear of them: of one in
    any hex on a board with few names, else of those in the hexes `held`. With hexes `around`, names are placed for the part
    of the sheet within `radius` of them.
    """
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise MissingNumpyError from None
    from echelon.draw.sheets import plan as work_out

    return work_out(board, with_legend=legend, title=title, key=key, counters=counters, held=held, around=around, radius=radius)


def draw(
    board: Board,
    pieces: Iterable[Piece] = (),
    marks: Iterable[Mark] = (),
    *,
    palette: str | Palette | None = None,
    title: str | None = None,
    legend: bool = True,
    ids: bool = True,
    counters: float = 0.58,
    size: float | None = None,
    key: Key | None = None,
    around: Iterable[int | str] = (),
    radius: int = 3,
) -> str:
    """Board, counters and marks as one SVG.

    `palette` is a name or a palette, by default the board's own; `title` replaces the board's (a second line becomes
    the subtitle); `counters` is the side of a counter in hex heights; `size` the width of the picture in pixels, which
    also decides how much detail a counter carries; `key` what the legend says of counters, by default the strongest
    of `pieces` and the states they are in. With hexes `around`, only the part of the map within `radius` hexes of them is
    drawn, without a legend.
    """
    colours = find_palette(palette, board.palette)
    held = tuple(pieces)
    hexes = {hex_id(board, piece.hex) for piece in held}
    room = counters if held else 0.0
    middle = [hex_id(board, h) for h in around]
    legend = legend and not middle
    found = plan(
        board, legend=legend, title=title, key=key or key_of(held), counters=room, held=hexes, around=middle, radius=radius
    )
    view = cut_out(board, found.view, middle, radius) if middle else found.view
    content = _printed(found, colours, title, legend, ids) + _live(board, held, marks, colours, counters, view, size)
    return _wrap(view, content + (_edge(view, colours) if middle else ""), colours, size)


def sheet(
    board: Board | Plan,
    palette: str | Palette | None = None,
    *,
    title: str | None = None,
    legend: bool = True,
    ids: bool = True,
    size: float | None = None,
    key: Key | None = None,
    counters: float = 0.0,
) -> str:
    """The static sheet alone. Give a `plan` to print one geometry in several palettes; `key` and `counters` are then its own.

    A sheet that will carry counters should be told their size, so that the names of towns keep clear of them.
    """
    from echelon.core.board.board import Board as BoardType

    if isinstance(board, BoardType):
        found = plan(board, legend=legend, title=title, key=key, counters=counters)
    else:
        found = board
    colours = find_palette(palette, found.board.palette)
    return _wrap(found.view, _printed(found, colours, title, legend, ids), colours, size)


def overlay(
    board: Board,
    pieces: Iterable[Piece] = (),
    marks: Iterable[Mark] = (),
    *,
    palette: str | Palette | None = None,
    title: str | None = None,
    legend: bool = True,
    counters: float = 0.58,
    size: float | None = None,
    key: Key | None = None,
) -> str:
    """The live layer alone, with the same `viewBox` as the sheet of the same board, title, legend and key."""
    colours = find_palette(palette, board.palette)
    view = window(board, legend, layout(board, title, key).tall)
    return _wrap(view, _live(board, tuple(pieces), marks, colours, counters, view, size), None, size)


def _printed(found: Plan, colours: Palette, title: str | None, legend: bool, ids: bool) -> str:
    from echelon.draw.sheets import render

    text = render(found, colours, title=title, with_legend=legend, ids=ids)
    # Ids must be unique on a page that shows several maps.
    key = hashlib.blake2b(f"{found.board.name}\x1f{colours.name}".encode(), digest_size=3).hexdigest()
    for before in ('id="', 'href="#', "url(#"):
        text = text.replace(before, f"{before}e{key}-")
    return f'<g class="sheet">{text}</g>'


def _live(
    board: Board,
    pieces: tuple[Piece, ...],
    marks: Iterable[Mark],
    colours: Palette,
    counters: float,
    view: Window,
    size: float | None,
) -> str:
    chosen = tuple(marks)
    below = marks_svg(board, chosen, colours, (AREAS, OUTLINES, LINES, MARKERS))
    level = detail(counters * 100 * (size / view.width if size else 1.0))
    hexes: dict[int, list[Piece]] = {}
    for piece in pieces:
        hexes.setdefault(hex_id(board, piece.hex), []).append(piece)
    # Northern rows first, so that the shadow and badges of a southern counter lie over its northern neighbour.
    order = sorted(hexes, key=lambda h: (round(board.center(h)[1], 1), round(board.center(h)[0], 1)))
    parts = [below]
    pills: list[str] = []
    for h in order:
        held = hexes[h]
        x, y = board.center(h)
        drawing = stack(held, level, dark=colours.dark, numbered=False)
        heard = svg.escape("; ".join(piece.sentence() for piece in held))
        half = 50 * counters
        parts.append(
            f'<g class="counter" data-hex="{svg.escape(board.labels[h])}" '
            f'transform="translate({svg.num(x - half)} {svg.num(y - half)}) scale({svg.fine(counters)})">'
            f"<title>{heard}</title>{drawing}</g>"
        )
        if len(held) > 1:
            # Over the arrows: an arrow may touch a counter, but the size of a stack must stay legible.
            at = f"translate({svg.num(x - half)} {svg.num(y - half)}) scale({svg.fine(counters)})"
            pills.append(f'<g transform="{at}">{pill(held)}</g>')
    parts.append(marks_svg(board, chosen, colours, (ARROWS,)))
    parts += pills
    parts.append(marks_svg(board, chosen, colours, (CHIPS,)))
    return svg.group(parts, class_="live")


def _edge(view: Window, colours: Palette) -> str:
    """A line round a picture that is cut out of a sheet."""
    n = svg.num
    return (
        f'<rect x="{n(view.x)}" y="{n(view.y)}" width="{n(view.width)}" height="{n(view.height)}" fill="none" '
        f'stroke="{colours.ink}" stroke-width="3"/>'
    )


def _wrap(view: Window, content: str, colours: Palette | None, size: float | None) -> str:
    width = size or view.width
    ground = ""
    if colours is not None:
        n = svg.num
        ground = (
            f'<rect x="{n(view.x)}" y="{n(view.y)}" width="{n(view.width)}" height="{n(view.height)}" fill="{colours.margin}"/>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view.view_box}" width="{svg.num(width)}" '
        f'height="{svg.num(width * view.height / view.width)}"{svg.attributes({"font-family": svg.SERIF})}>'
        f"{ground}{content}</svg>"
    )
