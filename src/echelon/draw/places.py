"""Built-up places: blocks of houses that face the roads, the ground of a city, the ring of a village."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from echelon.draw import svg
from echelon.draw.curves import chaikin
from echelon.draw.hexagons import Corner
from echelon.draw.kinds import place_class
from echelon.draw.noise import Chance, Floats, ripple, seed
from echelon.draw.palettes import Palette
from echelon.draw.roads import Road, place_spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from echelon.core.board.board import Board

TOWN = 13
CITY = 46
OFF_ROAD = 3.8
APART = 4.6


@dataclass(frozen=True)
class Block:
    """One house block: middle, width, height and turn in degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float


@dataclass(frozen=True)
class Built:
    """A place as drawn: its kind (city, town or village), its node, its blocks and its ground."""

    name: str
    kind: str
    hex: int
    x: float
    y: float
    blocks: tuple[Block, ...] = ()
    ground: Floats | None = None

    @property
    def radius(self) -> float:
        """How far its symbol reaches."""
        return {"city": 25.0, "town": 11.5}.get(self.kind, 2.4)


def built(board: Board, node: Mapping[int, Corner], lines: Sequence[Road]) -> list[Built]:
    """All places of a board but regions, cities first."""
    out: list[Built] = []
    at_node: set[int] = set()
    order = {"city": 0, "town": 1, "village": 2}
    for index, place in sorted(enumerate(board.places), key=lambda item: (order.get(place_class(item[1].kind), 3), item[0])):
        kind = place_class(place.kind)
        if kind == "region":
            continue
        spot = place_spot(board, place.hex, place.lat, place.lon)
        if kind in ("village", "height"):
            if spot is None:
                # Without geography a village lies at its hex's node, or beside it if a town already does.
                x, y = node[place.hex]
                spot = (x, y) if place.hex not in at_node else (x + 18, y + 16)
            out.append(Built(place.name, kind, place.hex, *spot))
            at_node.add(place.hex)
            continue
        x, y = node[place.hex] if place.hex not in at_node else (spot or node[place.hex])
        at_node.add(place.hex)
        near = [_nearby(road.course, x, y, 60.0) for road in lines]
        pieces = [piece for piece in near if len(piece) > 1]
        chance = Chance(board.name, "block", index)
        blocks = _blocks(x, y, kind, pieces, chance)
        ground = _ground(x, y, seed(board.name, "city", index)) if kind == "city" else None
        out.append(Built(place.name, kind, place.hex, x, y, tuple(blocks), ground))
    return out


def _nearby(course: Floats, x: float, y: float, reach: float) -> Floats:
    keep = np.flatnonzero(np.hypot(course[:, 0] - x, course[:, 1] - y) < reach)
    return course[keep[0] : keep[-1] + 1] if len(keep) else course[:0]


def _ground(x: float, y: float, salt: int) -> Floats:
    turn = np.linspace(0, 2 * pi, 28, endpoint=False)
    radius = 25 * (1 + 0.24 * ripple(np.abs(turn - pi) * 10, 9, salt))
    ring = np.column_stack([x + 1.08 * radius * np.cos(turn), y + 0.86 * radius * np.sin(turn)])
    return chaikin(ring)


def _blocks(x: float, y: float, kind: str, pieces: Sequence[Floats], chance: Chance) -> list[Block]:
    """Blocks by dart throwing: off the road, most near it, turned to face it, apart from each other."""
    count, reach = (CITY, 24.0) if kind == "city" else (TOWN, 11.0 + min(4.0, 0.8 * len(pieces)))
    high = 0.84 if kind == "city" else 0.92
    darts = count * 60
    throws = [(reach * chance.unit() ** 0.55, chance.between(0, 2 * pi)) for _ in range(darts)]
    spots = np.asarray([(x + far * cos(turn), y + high * far * sin(turn)) for far, turn in throws])
    gaps, angles = _facing(spots, pieces)
    out: list[Block] = []
    for tries, ((bx, by), gap, angle) in enumerate(zip(spots.tolist(), gaps, angles, strict=True)):
        if len(out) == count:
            break
        late = tries > darts * 0.5
        if gap < OFF_ROAD or (gap > 9 and kind != "city" and not late):
            continue
        apart = APART * 0.85 if late else APART
        if any((bx - b.x) ** 2 + (by - b.y) ** 2 < apart * apart for b in out):
            continue
        w, h = chance.between(2.6, 4.2), chance.between(3.2, 6.2)
        out.append(Block(bx, by, w, h, angle + chance.between(-7, 7)))
    return out


def _facing(spots: Floats, pieces: Sequence[Floats]) -> tuple[list[float], list[float]]:
    """Distance and direction of the nearest road, for each spot."""
    if not pieces:
        return [99.0] * len(spots), [12.0] * len(spots)
    a = np.vstack([piece[:-1] for piece in pieces])
    ab = np.vstack([piece[1:] for piece in pieces]) - a
    rel = spots[:, None, :] - a[None, :, :]
    t = np.clip((rel * ab).sum(axis=2) / np.maximum((ab**2).sum(axis=1), 1e-9), 0, 1)
    gap = np.hypot(rel[:, :, 0] - t * ab[:, 0], rel[:, :, 1] - t * ab[:, 1])
    best = gap.argmin(axis=1)
    angle = np.degrees(np.arctan2(ab[best, 1], ab[best, 0]))
    return gap[np.arange(len(spots)), best].tolist(), angle.tolist()


def block_path(block: Block) -> list[Corner]:
    """The four corners of a block."""
    c, s = cos(radians(block.angle)), sin(radians(block.angle))
    w, h = block.height / 2, block.width / 2
    return [(block.x + c * dx - s * dy, block.y + s * dx + c * dy) for dx, dy in ((-w, -h), (w, -h), (w, h), (-w, h))]


def ground_svg(places: Sequence[Built], palette: Palette) -> str:
    """City ground, under the roads."""
    d = svg.paths((p.ground for p in places if p.ground is not None), closed=True)
    return svg.element("path", d=d, fill=palette.city, stroke=palette.block, stroke_width=0.9, opacity=0.92) if d else ""


def blocks_svg(places: Sequence[Built], palette: Palette) -> str:
    """All house blocks, over the roads."""
    d = svg.paths((block_path(block) for place in places for block in place.blocks), closed=True)
    if not d:
        return ""
    return (
        f'<path d="{d}" fill="{palette.wood_shadow}" opacity=".3" transform="translate(.8 1)"/>'
        f'<path d="{d}" fill="{palette.block}" stroke="{palette.block_edge}" stroke-width=".7" '
        'stroke-linejoin="round"/>'
    )


def villages_svg(places: Sequence[Built], palette: Palette) -> str:
    """The rings of villages and the peaks of heights."""
    rings = svg.circles((p.x, p.y, 1.9) for p in places if p.kind == "village")
    peaks = svg.paths(
        ([(p.x - 3, p.y + 2), (p.x, p.y - 3), (p.x + 3, p.y + 2)] for p in places if p.kind == "height"), closed=True
    )
    out = (
        f'<path class="villages" d="{rings}" fill="{palette.halo}" stroke="{palette.ink}" stroke-width="1.1"/>' if rings else ""
    )
    return out + (svg.area(peaks, palette.ink, stroke=palette.halo, stroke_width=1.4, paint_order="stroke") if peaks else "")
