"""Names on the map: where each label goes so that none covers another, a hex id, a road or a river needlessly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from echelon.draw import svg
from echelon.draw.curves import lengths, offset, resample, spline
from echelon.draw.noise import Floats
from echelon.draw.palettes import Palette
from echelon.draw.places import Built
from echelon.draw.water import Reach, Rivers

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SPARE = 1.06
UNNAMED = 3.2
HIDDEN = 10.0
GLIMPSE = 0.02
ASTRAY = 0.02
SHARES = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8, 0.15, 0.85)
LOWER = (0.27, 0.24, 0.3, 0.21, 0.33, 0.18, 0.36, 0.15, 0.39)
UPPER = (0.72, 0.69, 0.75, 0.66, 0.78, 0.63, 0.81, 0.6, 0.84)

STYLE: dict[str, tuple[float, float, int, float]] = {
    # size, tracking, weight, halo
    "city": (15.0, 1.2, 700, 2.6),
    "town": (12.4, 0.0, 600, 2.6),
    "village": (8.8, 0.0, 400, 2.2),
    "height": (8.8, 0.0, 400, 2.2),
}
_NARROW = frozenset("iljtfrI.,'’-·() ")
_WIDE = frozenset("mwMWÆŒ@")
_BASE_COSTS = (0.15, 0.25, 0.10, 0.35, 0.3, 0.3, 0.4, 0.4)


@dataclass(frozen=True)
class Label:
    """A placed name: base line origin, anchor and the box its letters fill."""

    text: str
    kind: str
    x: float
    y: float
    anchor: str
    box: Box
    hex: int = -1


@dataclass(frozen=True)
class RiverName:
    """A name along a river: the line it stands on and the boxes it fills."""

    text: str
    line: Floats
    size: float
    tracking: float
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Names:
    """All names of a sheet."""

    labels: tuple[Label, ...]
    rivers: tuple[RiverName, ...]
    unnamed: tuple[str, ...]


def text_width(text: str, size: float, tracking: float = 0.0, bold: bool = False) -> float:
    """About how wide a line will be; fonts differ, so a little is added."""
    total = 0.0
    for sign in text:
        if sign in _NARROW:
            total += 0.33
        elif sign in _WIDE:
            total += 0.84
        elif sign.isupper():
            total += 0.67
        else:
            total += 0.53
    return (total * size * (1.06 if bold else 1.0) + tracking * len(text)) * SPARE


def overlap(a: Box, b: Box, gap: float = 0.0) -> bool:
    """Whether two boxes meet."""
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


def place_names(
    places: Sequence[Built],
    rivers: Rivers,
    roads: Sequence[Floats],
    ids: Sequence[Box],
    frame: Box,
    extra: Sequence[Box] = (),
    counters: Mapping[int, Box] | None = None,
) -> Names:
    """Cities and towns, then rivers, then villages; each takes the cheapest place left to it.

    `counters` are the boxes that counters will cover, by hex: the names of cities and towns keep clear of them.
    """
    chart = _Chart(places, rivers, roads, ids, frame, extra, counters or {})
    labels: list[Label] = []
    unnamed: list[str] = []
    for place in places:
        if place.kind in ("city", "town"):
            labels.append(chart.settle(place))
    courses: list[RiverName] = []
    for reach in rivers.reaches:
        # A great river that runs through the whole map is named twice.
        long = reach.great and lengths(reach.course)[-1] > 900
        for shares in (LOWER, UPPER) if long else (SHARES,):
            name = _river_name(reach, chart, shares)
            if name is not None:
                courses.append(name)
    for place in places:
        if place.kind in ("village", "height"):
            label = chart.settle(place, UNNAMED)
            if label.kind:
                labels.append(label)
            else:
                unnamed.append(place.name)
    return Names(tuple(labels), tuple(courses), tuple(unnamed))


class _Chart:
    """What lies where while names are being placed."""

    def __init__(
        self,
        places: Sequence[Built],
        rivers: Rivers,
        roads: Sequence[Floats],
        ids: Sequence[Box],
        frame: Box,
        extra: Sequence[Box],
        counters: Mapping[int, Box],
    ) -> None:
        self.roads = np.vstack([resample(line, 4.0) for line in roads]) if roads else np.zeros((0, 2))
        lines = rivers.lines()
        self.rivers = np.vstack([resample(line, 4.0) for line in lines]) if lines else np.zeros((0, 2))
        self.ids = np.asarray(ids, dtype=np.float64).reshape(-1, 4)
        self.symbols: list[tuple[Box, str]] = [(_symbol_box(p), p.name) for p in places]
        self.symbols += [(box, "") for box in extra]
        self.counters = counters
        self.covered = np.asarray(list(counters.values()), dtype=np.float64).reshape(-1, 4)
        self.taken: list[Box] = []
        self.frame = frame

    def inside(self, box: Box) -> bool:
        """Whether a box stays within the frame."""
        f = self.frame
        return box[0] > f[0] + 3 and box[1] > f[1] + 3 and box[2] < f[2] - 3 and box[3] < f[3] - 3

    def cost(self, box: Box, own: str = "") -> float:
        """What a box would cover."""
        total = 0.16 * _count(self.roads, box) + 0.20 * _count(self.rivers, box)
        if len(self.ids):
            met = (self.ids[:, 0] < box[2]) & (self.ids[:, 2] > box[0])
            met &= (self.ids[:, 1] < box[3]) & (self.ids[:, 3] > box[1])
            total += 1.2 * int(met.sum())
        total += sum(1.5 for other, name in self.symbols if name != own and overlap(box, other))
        total += sum(6.0 for other in self.taken if overlap(box, other, 1.0))
        return total

    def hidden(self, box: Box) -> float:
        """The share of a box that counters would cover."""
        c = self.covered
        wide = np.clip(np.minimum(c[:, 2], box[2]) - np.maximum(c[:, 0], box[0]), 0, None)
        high = np.clip(np.minimum(c[:, 3], box[3]) - np.maximum(c[:, 1], box[1]), 0, None)
        return float((wide * high).sum()) / ((box[2] - box[0]) * (box[3] - box[1]))

    def spots(self, place: Built, size: float, stretch: float) -> list[tuple[float, float, str, float]]:
        """Where a name may stand, with what the position itself costs: round its symbol, or under or over the counter."""
        found = [(*spot, base) for spot, base in zip(_candidates(place, size, stretch), _BASE_COSTS, strict=True)]
        if place.hex in self.counters and place.kind in ("city", "town"):
            left, top, right, bottom = self.counters[place.hex]
            for y in (bottom + 1.5 + 0.74 * size, top - 1.5 - 0.24 * size):
                away = abs(y - 0.25 * size - place.y) - place.radius
                found.append(((left + right) / 2, y, "middle", 0.3 + ASTRAY * max(0.0, away)))
        return found

    def along_river(self, box: Box) -> float:
        """What one letter of a river's name would cover: water and bridges count for more, they are what it names."""
        struck = sum(2.5 for other, _ in self.symbols if overlap(box, other))
        return self.cost(box) + 0.6 * _count(self.rivers, box) + struck

    def settle(self, place: Built, limit: float | None = None) -> Label:
        """The cheapest position; a label without kind means that none was good enough."""
        size, tracking, weight, _ = STYLE[place.kind]
        text = place.name.upper() if place.kind == "city" else place.name
        width = text_width(text, size, tracking, weight > 500)
        best: tuple[float, Label] | None = None
        for stretch, penalty in ((1.0, 0.0), (1.5, 0.5), (2.2, 1.2)):
            for x, y, anchor, base in self.spots(place, size, stretch):
                left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
                box = (left, y - 0.74 * size, left + width, y + 0.24 * size)
                if not self.inside(box):
                    if limit is not None:
                        continue
                    # A town keeps its name: it slides into the frame instead of leaving it.
                    box, x, y = self._slide(box, x, y)
                hidden = self.hidden(box)
                if limit is not None and hidden > GLIMPSE:
                    continue  # the name of a village is not worth half a word beside a counter
                cost = base + penalty + self.cost(box, place.name) + HIDDEN * hidden
                if best is None or cost < best[0]:
                    best = (cost, Label(text, place.kind, x, y, anchor, box, place.hex))
            if best is not None and best[0] < 2.0:
                break
            if limit is not None:
                break
        if best is None or (limit is not None and best[0] > limit):
            return Label(text, "", place.x, place.y, "start", (0, 0, 0, 0))
        self.taken.append(best[1].box)
        return best[1]

    def _slide(self, box: Box, x: float, y: float) -> tuple[Box, float, float]:
        f = self.frame
        dx = max(0.0, f[0] + 4 - box[0]) - max(0.0, box[2] - f[2] + 4)
        dy = max(0.0, f[1] + 4 - box[1]) - max(0.0, box[3] - f[3] + 4)
        return (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy), x + dx, y + dy


def _count(points: Floats, box: Box) -> int:
    hit = (points[:, 0] > box[0]) & (points[:, 0] < box[2]) & (points[:, 1] > box[1]) & (points[:, 1] < box[3])
    return int(hit.sum())


def _symbol_box(place: Built) -> Box:
    r, h = place.radius, place.radius * (0.84 if place.kind == "city" else 0.92)
    return place.x - r, place.y - h, place.x + r, place.y + h


def _candidates(place: Built, size: float, stretch: float) -> list[tuple[float, float, str]]:
    """Above, right, below, left, then the four corners."""
    rx = place.radius * stretch
    ry = rx * (0.84 if place.kind == "city" else 0.92)
    gap = {"city": 1.5, "town": 1.0}.get(place.kind, 1.4)
    x, y = place.x, place.y
    up, down, level = y - ry - gap - 0.2 * size, y + ry + gap + 0.74 * size, y + 0.26 * size
    side, slant = rx + gap + 1.2, 0.7 * rx + gap
    return [
        (x, up, "middle"),
        (x + side, level, "start"),
        (x, down, "middle"),
        (x - side, level, "end"),
        (x + slant, y - 0.62 * ry - gap, "start"),
        (x - slant, y - 0.62 * ry - gap, "end"),
        (x + slant, y + 0.62 * ry + gap + 0.6 * size, "start"),
        (x - slant, y + 0.62 * ry + gap + 0.6 * size, "end"),
    ]


def _river_name(reach: Reach, chart: _Chart, shares: Sequence[float]) -> RiverName | None:
    """A calm stretch of the course, on its freer side, read from left to right."""
    if not reach.name:
        return None
    size, tracking = (13.0, 3.0) if reach.great else (10.5, 1.4)
    width = text_width(reach.name, size, tracking)
    total = float(lengths(reach.course)[-1])
    if total < width + 20:
        return None
    best: tuple[float, RiverName] | None = None
    along = lengths(reach.course)
    gaps = (8.5, 11.0, 14.0) if reach.great else (6.5, 9.5, 12.5)
    for share in shares:
        piece = _stretch(reach.course, total * share, width + 14)
        if piece is None:
            continue
        half = float(np.interp(total * share, along, reach.width)) / 2
        for side in (-1, 1):
            for gap in gaps:
                # Above the water the base line is near it; below, the letters' height comes in between.
                by = half + gap - 3.2 if side < 0 else half + gap - 5.4 + 0.72 * size
                line = spline(offset(piece, side * by)[::2], 6.0)
                cost = 2 * abs(share - shares[0]) + _bend(line) * 1.4 + gap * 0.08
                boxes = _along(line, width, size)
                for box in boxes:
                    cost += chart.along_river(box) if chart.inside(box) else 99.0
                    if best is not None and cost >= best[0]:
                        break
                else:
                    best = (cost, RiverName(reach.name, line, size, tracking, boxes))
    if best is None or best[0] > 24:
        return None
    chart.taken.extend(best[1].boxes)
    return best[1]


def _stretch(course: Floats, middle: float, width: float) -> Floats | None:
    """The part of a course round a point, coarsely sampled and smooth, running left to right."""
    along = lengths(course)
    low, high = middle - width / 2, middle + width / 2
    if low < 4 or high > along[-1] - 4:
        return None
    where = np.linspace(low, high, max(3, round(width / 30) + 1))
    piece = np.column_stack([np.interp(where, along, course[:, 0]), np.interp(where, along, course[:, 1])])
    if piece[-1, 0] < piece[0, 0] - 1e-9:
        piece = piece[::-1]
    return spline(piece, 5.0)


def _bend(line: Floats) -> float:
    step = np.diff(line, axis=0)
    turn = np.abs(np.diff(np.unwrap(np.arctan2(step[:, 1], step[:, 0]))))
    return float(turn.sum())


def _along(line: Floats, width: float, size: float) -> tuple[Box, ...]:
    """Square boxes along the middle part of a line, standing on it."""
    along = lengths(line)
    start = (along[-1] - width) / 2
    out: list[Box] = []
    for where in np.arange(start + size * 0.4, start + width, size * 0.8):
        i = float(np.clip(where, 0, along[-1]))
        x, y = float(np.interp(i, along, line[:, 0])), float(np.interp(i, along, line[:, 1]))
        j = min(i + 2, float(along[-1]))
        dx = float(np.interp(j, along, line[:, 0])) - x
        dy = float(np.interp(j, along, line[:, 1])) - y
        far = max(hypot(dx, dy), 1e-6)
        # The letters rise to the left of the direction of travel.
        cx, cy = x + dy / far * size * 0.3, y - dx / far * size * 0.3
        h = size * 0.42
        out.append((cx - h, cy - h, cx + h, cy + h))
    return tuple(out)


def labels_svg(labels: Iterable[Label], palette: Palette) -> str:
    """Place names in the order given."""
    out: list[str] = []
    for label in labels:
        size, tracking, weight, halo = STYLE[label.kind]
        # Letter spacing also follows the last letter; half of it moves a centred name back into its middle.
        shift = tracking / 2 if label.anchor == "middle" else 0.0
        out.append(
            svg.halo_text(
                label.text, label.x + shift, label.y, size, palette.ink, palette.halo, halo, font_weight=weight,
                text_anchor=label.anchor, letter_spacing=tracking or None,
                font_style="italic" if label.kind == "height" else None,
            )
        )  # fmt: skip
    return svg.group(out, class_="places")


def rivers_svg(names: Iterable[RiverName], palette: Palette) -> str:
    """River names on their lines."""
    out: list[str] = []
    for index, name in enumerate(names):
        out.append(f'<path id="rn{index}" d="{svg.path(name.line)}" fill="none"/>')
        inner = svg.element("textPath", svg.escape(name.text), href=f"#rn{index}", startOffset="50%", text_anchor="middle")
        out.append(
            svg.element(
                "text", inner, font_size=svg.num(name.size), font_style="italic", font_weight=500,
                letter_spacing=name.tracking, fill=palette.river_name, stroke=palette.halo, stroke_width=2.4,
                stroke_linejoin="round", paint_order="stroke",
            )
        )  # fmt: skip
    return svg.group(out, class_="river-names")


def place_ids(centers: Sequence[tuple[float, float]], lines: Sequence[Floats]) -> list[tuple[float, float]]:
    """Where each hex id stands: 40 above the centre, or beside that if a road or river would strike it through."""
    points = np.vstack([resample(line, 4.0) for line in lines]) if lines else np.zeros((0, 2))
    out: list[tuple[float, float]] = []
    for cx, cy in centers:
        best, fewest = 0.0, 10**6
        for dx in (0.0, 13.0, -13.0, 21.0, -21.0):
            hits = _count(points, (cx + dx - 11, cy - 46, cx + dx + 11, cy - 35))
            if hits < fewest:
                best, fewest = dx, hits
            if not hits:
                break
        out.append((cx + best, cy - 40))
    return out
