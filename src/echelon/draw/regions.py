"""Names of regions: wide, faint letters that lie flat under all other names and step aside for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from echelon.draw import svg
from echelon.draw.kinds import ground_class, place_class
from echelon.draw.names import Names, overlap, text_width
from echelon.draw.palettes import Palette

if TYPE_CHECKING:
    from echelon.core.board.board import Board

GENERIC = frozenset(("moor", "moors", "heath", "bog", "marsh", "marshes", "swamp", "flooded"))


@dataclass(frozen=True)
class Region:
    """A region's name, spread over the land."""

    text: str
    x: float
    y: float
    size: float
    tracking: float


def regions(board: Board, placed: Names) -> list[Region]:
    """Region names: places of that kind (`great` in the kind makes them larger) and terrain with a name of its own.

    They lie flat under all other names and step aside for them, because a region is wherever its name is.
    """
    wanted: list[tuple[str, float, float, bool]] = []
    named = {place.hex for place in board.places if place_class(place.kind) == "region"}
    for name, bits in board.terrain.items():
        hexes = board.members(bits)
        if hexes and named.isdisjoint(hexes) and ground_class(name) in ("moor", "marsh") and name.lower() not in GENERIC:
            spots = [board.center(h) for h in hexes]
            wanted.append((name, sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots), False))
    for place in board.places:
        if place_class(place.kind) == "region":
            spot = board.project(place.lat, place.lon) if place.lat is not None and place.lon is not None else None
            x, y = spot or board.center(place.hex)
            wanted.append((place.name, x, y, "great" in place.kind.lower()))
    taken = [label.box for label in placed.labels] + [box for name in placed.rivers for box in name.boxes]
    out: list[Region] = []
    for name, x, y, large in wanted:
        size, tracking = (20.0, 10.0) if large else (13.0, 5.0)
        half = text_width(name.upper(), size, tracking) / 2

        def cost(step: tuple[float, float], x: float = x, y: float = y, half: float = half, size: float = size) -> float:
            px, py = x + step[0], y + step[1]
            box = (px - half, py - 0.8 * size, px + half, py + 0.2 * size)
            return 4.0 * sum(overlap(box, other) for other in taken) + hypot(*step) / 40

        dx, dy = min(((a, b) for b in (0, 22, -22, 42, -42) for a in (0, 28, -28, 56, -56)), key=cost)
        out.append(Region(name.upper(), x + dx, y + dy, size, tracking))
    return out


def regions_svg(found: Iterable[Region], palette: Palette) -> str:
    """Region names, faint and wide."""
    out = [
        svg.text(
            r.text, r.x, r.y, r.size, palette.ink, font_weight=500, letter_spacing=r.tracking, text_anchor="middle",
            opacity=0.5,
        )
        for r in found
    ]  # fmt: skip
    return svg.group(out, class_="regions")
