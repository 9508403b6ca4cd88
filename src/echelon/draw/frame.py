"""The frame of a sheet: its window, what covers the ground beyond it, entry bands and the degree bar.

Needs no numpy, so that the live layer can ask for the same window without drawing the sheet.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TYPE_CHECKING

from echelon.draw import svg
from echelon.draw.palettes import ALLIED, BRITISH, GERMAN, Palette, mix

if TYPE_CHECKING:
    from echelon.core.board.board import Board

AROUND = 10.0
BAND = 30.0
BAR = 5.0
LEGEND = 262.0
GAP = 26.0


@dataclass(frozen=True)
class Window:
    """Where things lie: the frame round the hexes, and the whole picture round the frame."""

    left: float
    top: float
    right: float
    bottom: float
    band: float
    bar: float
    rim: float
    x: float
    y: float
    width: float
    height: float
    legend_x: float

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the frame."""
        return self.left, self.top, self.right, self.bottom

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the whole picture."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    @property
    def view_box(self) -> str:
        """The `viewBox` that sheet and live layer share."""
        return " ".join(svg.num(v) for v in (self.x, self.y, self.width, self.height))


def window(board: Board, legend: bool = True, tall: float = 0.0) -> Window:
    """The window of a board; `tall` is the height that the legend needs."""
    corners = [p for h in range(board.n) for p in board.corners(h)]
    left, right = min(x for x, _ in corners) - AROUND, max(x for x, _ in corners) + AROUND
    top, bottom = min(y for _, y in corners) - AROUND, max(y for _, y in corners) + AROUND
    band = BAND if any(board.edges.values()) else 8.0
    geography = ground_scale(board) is not None
    bar = BAR if geography else 0.0
    rim = band + bar + 3.0
    outer = rim + (15.0 if geography else 8.0)
    x, y = left - outer, top - outer
    width = right - left + 2 * outer
    legend_x = right + rim + GAP
    if legend:
        width = legend_x + LEGEND + 14 - x
    height = max(bottom - top + 2 * outer, tall if legend else 0.0)
    return Window(left, top, right, bottom, band, bar, rim, _tenth(x), _tenth(y), _tenth(width), _tenth(height), legend_x)


def cut_out(board: Board, view: Window, around: Iterable[int], radius: int) -> Window:
    """The part of a sheet within so many hexes of some: a picture of its own, never larger than the sheet."""
    near = set(around)
    for _ in range(radius):
        near |= {other for h in near for other, _, _ in board.near[h]}
    corners = [p for h in near for p in board.corners(h)]
    outer = view.left - view.x
    x = max(min(x for x, _ in corners), view.x)
    y = max(min(y for _, y in corners), view.y)
    right = min(max(x for x, _ in corners), view.right + outer)
    bottom = min(max(y for _, y in corners), view.bottom + outer)
    return replace(view, x=_tenth(x), y=_tenth(y), width=_tenth(right - x), height=_tenth(bottom - y))


def _tenth(value: float) -> float:
    return round(value, 1)


def ground_scale(board: Board) -> tuple[float, float, float] | None:
    """Middle latitude, middle longitude and units per kilometre, where the board has geography."""
    found = board.latlon(board.n // 2)
    if found is None:
        return None
    lat, lon = found
    south, north = board.project(lat - 0.25, lon), board.project(lat + 0.25, lon)
    if south is None or north is None:
        return None
    units = ((south[0] - north[0]) ** 2 + (south[1] - north[1]) ** 2) ** 0.5
    return lat, lon, units / (0.5 * 111.2)


def cover(view: Window, palette: Palette) -> str:
    """The margin over everything outside the frame: one path with a hole, so that no clip is needed."""
    pad = 400.0
    x0, y0, x1, y1 = view.x - pad, view.y - pad, view.x + view.width + pad, view.y + view.height + pad
    outer = svg.path([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], closed=True)
    inner = _rect(view, 0.0)
    return svg.area(outer + inner, palette.margin)


def _rect(view: Window, out: float) -> str:
    x0, y0, x1, y1 = view.left - out, view.top - out, view.right + out, view.bottom + out
    return svg.path([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], closed=True)


_SIDES: dict[str, tuple[str, ...]] = {
    "German": ("german", "axis", "italian"),
    "British": ("brit", "canad", "commonwealth"),
    "Allied": ("allied", "u.s", "american", "french"),
}


def side_words(name: str) -> str:
    """The side that a name names, or nothing."""
    text = name.lower()
    return next((side for side, words in _SIDES.items() if any(word in text for word in words)), "")


def side_colour(side: str, palette: Palette) -> str:
    """The colour of a side on the frame."""
    day = {"German": GERMAN, "British": BRITISH, "Allied": ALLIED}
    night = {"German": "#93A0AD", "British": "#D9A45C", "Allied": "#A9BC62"}
    return (night if palette.dark else day).get(side, mix(palette.ink, palette.margin, 0.35))


@dataclass(frozen=True)
class Entry:
    """One entry edge: its name, the side of the frame it lies on, and its hexes."""

    name: str
    where: str
    hexes: tuple[int, ...]
    side: str = ""

    @property
    def outward(self) -> bool:
        """Does it lead off the map?"""
        return "exit" in self.name.lower()

    @property
    def word(self) -> str:
        """What the legend calls it."""
        return edge_word(self.name)


def edge_word(name: str) -> str:
    """What an edge is for, by its name: the key of a word of the legend.

    >>> edge_word("german-exit"), edge_word("allied-supply-east"), edge_word("north")
    ('exit', 'supply', 'entry')
    """
    text = name.lower()
    return "exit" if "exit" in text else "supply" if "supply" in text else "entry"


def entries(board: Board, view: Window) -> list[Entry]:
    """The entry edges of a board, each on its side of the frame.

    An edge belongs to the side its name names, else to the zone in which most of its hexes lie. An edge that is only
    part of another one of the same side (a list of exits, say) has nothing new to show and is left out.
    """
    found: list[Entry] = []
    for name, bits in board.edges.items():
        hexes = tuple(board.members(bits))
        if hexes:
            found.append(Entry(name, _where(board, view, name, hexes), hexes, _whose(board, name, bits)))
    return [
        one
        for one in found
        if not any(
            other is not one and other.side == one.side and other.where == one.where and set(one.hexes) < set(other.hexes)
            for other in found
        )
    ]


def _whose(board: Board, name: str, bits: int) -> str:
    if side_words(name):
        return side_words(name)
    share = {zone: (bits & held).bit_count() for zone, held in board.zones.items() if side_words(zone)}
    best = max(share, key=lambda zone: share[zone], default="")
    return side_words(best) if best and share[best] * 2 > bits.bit_count() else ""


def _where(board: Board, view: Window, name: str, hexes: Sequence[int]) -> str:
    words = name.lower().replace("-", " ").replace("_", " ").split()
    for word in words:
        for side in ("north", "south", "west", "east"):
            if word in (side, side[0]) or word.startswith(side):
                return side
    if any(word in ("nw", "ne") for word in words):
        return "north"
    if any(word in ("sw", "se") for word in words):
        return "south"
    gaps = {"north": 0.0, "south": 0.0, "west": 0.0, "east": 0.0}
    for h in hexes:
        x, y = board.center(h)
        gaps["north"] += y - view.top
        gaps["south"] += view.bottom - y
        gaps["west"] += x - view.left
        gaps["east"] += view.right - x
    return min(gaps, key=lambda side: gaps[side])


def frame_svg(board: Board, view: Window, palette: Palette) -> str:
    """Cover, entry bands, degree bar and neat lines."""
    parts = [cover(view, palette)]
    found = entries(board, view)
    for where in ("north", "south", "west", "east"):
        here = [entry for entry in found if entry.where == where]
        if here:
            parts.append(_band(board, view, where, here, palette))
    ink = palette.ink
    parts.append(svg.line(_rect(view, 0.0), ink, 1.2))
    parts.append(svg.line(_rect(view, view.band), ink, 0.8))
    if view.bar:
        parts.append(_degrees(board, view, palette))
    parts.append(svg.line(_rect(view, view.band + max(view.bar, 3.0)), ink, 1.6))
    return svg.group(parts, class_="frame")


def _band(board: Board, view: Window, where: str, here: Sequence[Entry], palette: Palette) -> str:
    """A tinted band with an arrow in each entry hex's line, and lettering only in gaps between arrows."""
    level = where in ("north", "south")
    low, high = (view.left, view.right) if level else (view.top, view.bottom)
    half = view.band / 2
    across = {
        "north": view.top - half,
        "south": view.bottom + half,
        "west": view.left - half,
        "east": view.right + half,
    }[where]
    turn = {"north": 90, "south": -90, "west": 0, "east": 180}[where]
    tint = side_colour(here[0].side, palette)
    if level:
        rect = (low, across - half, high - low, view.band)
    else:
        rect = (across - half, low, view.band, high - low)
    n = svg.num
    parts = [
        f'<rect x="{n(rect[0])}" y="{n(rect[1])}" width="{n(rect[2])}" height="{n(rect[3])}" fill="{tint}" fill-opacity=".18"/>'
    ]
    shared: dict[float, int] = {}
    spots: list[tuple[float, Entry]] = []
    for entry in here:
        for h in entry.hexes:
            x, y = board.center(h)
            where_at = x if level else y
            k = shared.get(round(where_at), 0)
            shared[round(where_at)] = k + 1
            spots.append((where_at + k * 17.0, entry))
    # A line with two arrows keeps them both centred on its hex.
    spots = [(at - 8.5 * (shared.get(round(at - 17.0 * j), 1) - 1), entry) for at, entry in spots for j in (_rank(at, shared),)]
    for at, entry in spots:
        x, y = (at, across) if level else (across, at)
        parts.append(
            f'<path d="{ARROW}" transform="translate({n(x)} {n(y)}) rotate({turn + 180 * entry.outward})" '
            f'fill="{side_colour(entry.side, palette)}"/>'
        )
    parts += _lettering(where, across, low, high, spots, here, palette, board.spoken)
    return svg.group(parts)


def _rank(at: float, shared: dict[float, int]) -> int:
    """Which of several arrows in one line this is."""
    for j in range(4):
        if round(at - 17.0 * j) in shared:
            return j
    return 0


ARROW = "M-9.5-3.2H.5V-8L9.5 0L.5 8V3.2H-9.5Z"


def _lettering(
    where: str,
    across: float,
    low: float,
    high: float,
    spots: Sequence[tuple[float, Entry]],
    here: Sequence[Entry],
    palette: Palette,
    spoken: Mapping[str, str],
) -> list[str]:
    """The name of each entry in gaps between its arrows, in the words of the map's language."""
    marks = sorted(at for at, _ in spots)
    bounds = [low, *marks, high]
    gaps = [(b - a, (a + b) / 2) for a, b in itertools.pairwise(bounds)]
    used: set[float] = set()
    out: list[str] = []
    for entry in here:
        words = [entry.name] if entry.side.lower() in entry.name.lower() else [entry.side, entry.name]
        words = [spoken.get(word, word) for word in words]
        whole = " · ".join(words).upper().replace("-", " ")
        own = sorted(at for at, e in spots if e is entry)
        middle = (own[0] + own[-1]) / 2
        # The whole name in one gap if one is wide enough, else word by word in neighbouring gaps.
        for pieces in ([whole], [word.upper() for word in words]):
            runs = [
                [at for _, at in gaps[i : i + len(pieces)]]
                for i in range(len(gaps) - len(pieces) + 1)
                if all(
                    size > len(piece) * 6.9 + 26 and at not in used for (size, at), piece in zip(gaps[i:], pieces, strict=False)
                )
            ]
            if runs:
                run = min(runs, key=lambda r: abs(sum(r) / len(r) - middle))
                if where == "west":
                    pieces = pieces[::-1]  # read upwards
                for at, piece in zip(run, pieces, strict=True):
                    used.add(at)
                    out.append(_word(piece, where, at, across, side_colour(entry.side, palette)))
                break
    return out


def _word(text: str, where: str, at: float, across: float, colour: str) -> str:
    x, y = (at, across) if where in ("north", "south") else (across, at)
    turn = {"west": -90, "east": 90}.get(where, 0)
    return svg.text(
        text, 0.8, 3.4, 9.5, colour, font_weight=700, text_anchor="middle", letter_spacing=1.7,
        font_family=svg.CONDENSED, transform=f"translate({svg.num(x)} {svg.num(y)}) rotate({turn})",
    )  # fmt: skip


def _degrees(board: Board, view: Window, palette: Palette) -> str:
    """A bar of alternating fields with labels: minutes of arc on a small map, degrees on a large one."""
    scale = ground_scale(board)
    if scale is None:
        return ""
    lat, lon, _ = scale
    out: list[str] = []
    filled: list[str] = []
    for level in (True, False):
        span = _span(board, view, lat, lon, level)
        if span is None:
            continue
        tick = next((t for t in (5, 10, 30, 60, 120, 300) if (span[1] - span[0]) * 60 / t <= 34), 600)
        first, last = ceil(span[0] * 60 / tick), floor(span[1] * 60 / tick)
        spots = [(k, _at(board, lat, lon, k * tick / 60, level)) for k in range(first - 1, last + 2)]
        low, high = (view.left, view.right) if level else (view.top, view.bottom)
        low, high = low - view.band, high + view.band
        for (k, a), (_, b) in itertools.pairwise(spots):
            p, q = max(min(a, b), low), min(max(a, b), high)
            if k % 2 == 0 and q > p:
                filled += _fields(view, level, p, q)
        for k, a in spots:
            if k % 2 == 0 and low + 8 < a < high - 8:
                out += _tick(view, level, a, k * tick, palette)
    return svg.area("".join(filled), palette.ink) + "".join(out)


def _at(board: Board, lat: float, lon: float, value: float, level: bool) -> float:
    spot = board.project(lat, value) if level else board.project(value, lon)
    return (spot[0] if level else spot[1]) if spot is not None else 0.0


def _span(board: Board, view: Window, lat: float, lon: float, level: bool) -> tuple[float, float] | None:
    """The longitudes (or latitudes) at the two ends of the frame, by secant from the middle."""
    middle = lon if level else lat
    a, b = _at(board, lat, lon, middle, level), _at(board, lat, lon, middle + 0.5, level)
    if a == b:
        return None
    rate = (b - a) / 0.5
    ends = (view.left, view.right) if level else (view.top, view.bottom)
    found = sorted(middle + (end - a) / rate for end in ends)
    return found[0], found[1]


def _fields(view: Window, level: bool, p: float, q: float) -> list[str]:
    out: list[str] = []
    for near in (True, False):
        if level:
            y = view.top - view.band - view.bar if near else view.bottom + view.band
            out.append(svg.path([(p, y), (q, y), (q, y + view.bar), (p, y + view.bar)], closed=True))
        else:
            x = view.left - view.band - view.bar if near else view.right + view.band
            out.append(svg.path([(x, p), (x + view.bar, p), (x + view.bar, q), (x, q)], closed=True))
    return out


def _tick(view: Window, level: bool, at: float, minutes: int, palette: Palette) -> list[str]:
    whole, rest = divmod(abs(minutes), 60)
    mark = f"{whole}°{rest:02d}′"
    if minutes < 0:
        mark = "−" + mark
    style = {"text_anchor": "middle", "font_family": svg.CONDENSED}
    out = view.band + view.bar + 4.5
    if level:
        return [svg.text(mark, at, view.top - out, 7.6, palette.ink, **style)]
    x = svg.num(view.left - out)
    return [svg.text(mark, 0, 0, 7.6, palette.ink, transform=f"translate({x} {svg.num(at)}) rotate(-90)", **style)]
