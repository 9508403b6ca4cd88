"""Lines: splines through control points, corner cutting, offsets, distances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from echelon.draw.noise import Floats


def spline(points: Any, step: float = 5.0, closed: bool = False) -> Floats:
    """A centripetal Catmull-Rom curve through all `points`, sampled about every `step` units.

    Centripetal, because uniform curves overshoot and loop where control points lie unevenly.
    """
    p = np.asarray(points, dtype=np.float64)
    keep = np.ones(len(p), dtype=bool)
    keep[1:] = np.hypot(*(p[1:] - p[:-1]).T) > 1e-6
    p = p[keep]
    if len(p) < 3:
        return _straight(p, step)
    if closed:
        p = np.vstack([p[-1], p, p[0], p[1]])
    else:
        p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    out: list[Floats] = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        count = max(2, round(float(np.hypot(*(c - b))) / step))
        out.append(_segment(a, b, c, d, np.arange(count) / count))
    if not closed:
        out.append(p[-2][None, :])
    return np.vstack(out)


def _segment(a: Floats, b: Floats, c: Floats, d: Floats, t: Floats) -> Floats:
    """Points between b and c (Barry and Goldman's pyramid, exponent one half)."""
    t1 = max(float(np.hypot(*(b - a))), 1e-9) ** 0.5
    t2 = t1 + max(float(np.hypot(*(c - b))), 1e-9) ** 0.5
    t3 = t2 + max(float(np.hypot(*(d - c))), 1e-9) ** 0.5
    s = (t1 + (t2 - t1) * t)[:, None]
    a1 = (t1 - s) / t1 * a + s / t1 * b
    a2 = (t2 - s) / (t2 - t1) * b + (s - t1) / (t2 - t1) * c
    a3 = (t3 - s) / (t3 - t2) * c + (s - t2) / (t3 - t2) * d
    b1 = (t2 - s) / t2 * a1 + s / t2 * a2
    b2 = (t3 - s) / (t3 - t1) * a2 + (s - t1) / (t3 - t1) * a3
    result: Floats = (t2 - s) / (t2 - t1) * b1 + (s - t1) / (t2 - t1) * b2
    return result


def _straight(p: Floats, step: float) -> Floats:
    if len(p) < 2:
        return p
    count = max(1, round(float(np.hypot(*(p[1] - p[0]))) / step))
    t = (np.arange(count + 1) / count)[:, None]
    result: Floats = p[0] + (p[1] - p[0]) * t
    return result


def chaikin(points: Any, closed: bool = True) -> Floats:
    """Cut every corner once: each side gives the points at one and three quarters."""
    p = np.asarray(points, dtype=np.float64)
    if len(p) < 3:
        return p
    q = np.roll(p, -1, axis=0) if closed else p[1:]
    base = p if closed else p[:-1]
    cut = np.empty((2 * len(base), 2))
    cut[0::2] = 0.75 * base + 0.25 * q
    cut[1::2] = 0.25 * base + 0.75 * q
    return cut if closed else np.vstack([p[0], cut, p[-1]])


def lengths(points: Floats) -> Floats:
    """Distance along the line of each point from the first."""
    result: Floats = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    return result


def normals(points: Floats) -> Floats:
    """Unit normals, to the right of the direction of travel in a picture whose y points down."""
    tangent = np.gradient(points, axis=0)
    size = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)
    return np.column_stack([-tangent[:, 1] / size, tangent[:, 0] / size])


def offset(points: Floats, by: Any) -> Floats:
    """The line moved sideways by a number, or by one number a point."""
    result: Floats = points + normals(points) * np.broadcast_to(np.asarray(by, dtype=np.float64), len(points))[:, None]
    return result


def resample(points: Floats, step: float) -> Floats:
    """Points every `step` units along the line, the ends included."""
    along = lengths(points)
    if along[-1] < 1e-6:
        return points[:1]
    where = np.linspace(0.0, along[-1], max(2, round(along[-1] / step) + 1))
    return np.column_stack([np.interp(where, along, points[:, 0]), np.interp(where, along, points[:, 1])])


def at(points: Floats, where: float) -> tuple[float, float, float]:
    """Point and direction in degrees at a distance along the line."""
    along = lengths(points)
    x = float(np.interp(where, along, points[:, 0]))
    y = float(np.interp(where, along, points[:, 1]))
    ahead = min(where + 2.0, float(along[-1]))
    back = max(where - 2.0, 0.0)
    dx = float(np.interp(ahead, along, points[:, 0]) - np.interp(back, along, points[:, 0]))
    dy = float(np.interp(ahead, along, points[:, 1]) - np.interp(back, along, points[:, 1]))
    return x, y, float(np.degrees(np.arctan2(dy, dx)))


def distance(spots: Any, lines: Sequence[Floats]) -> Floats:
    """Distance of each spot to the nearest of the polylines."""
    p = np.asarray(spots, dtype=np.float64).reshape(-1, 2)
    starts = [ln[:-1] for ln in lines if len(ln) > 1]
    if not starts or not len(p):
        return np.full(len(p), np.inf)
    a = np.vstack(starts)
    b = np.vstack([ln[1:] for ln in lines if len(ln) > 1])
    ab = b - a
    square = np.maximum((ab**2).sum(axis=1), 1e-12)
    best = np.full(len(p), np.inf)
    # Blocks keep the table of spots by segments small enough for the cache.
    block = max(1, 400_000 // max(1, len(a)))
    for i in range(0, len(p), block):
        rel = p[i : i + block, None, :] - a[None, :, :]
        t = np.clip((rel * ab).sum(axis=2) / square, 0.0, 1.0)
        gap = rel - t[:, :, None] * ab
        best[i : i + block] = np.sqrt((gap**2).sum(axis=2).min(axis=1))
    return best


def inside(spots: Any, rings: Sequence[Floats]) -> Any:
    """Whether each spot lies inside the rings, by the even-odd rule (a mask)."""
    p = np.asarray(spots, dtype=np.float64).reshape(-1, 2)
    odd = np.zeros(len(p), dtype=bool)
    for ring in rings:
        low, high = ring.min(axis=0), ring.max(axis=0)
        near = np.flatnonzero(((p >= low) & (p <= high)).all(axis=1))
        if not len(near):
            continue
        x, y = p[near, 0], p[near, 1]
        crossing = np.zeros(len(near), dtype=bool)
        after = np.roll(ring, -1, axis=0)
        # Only sides that cross the spots' rows, and do not lie wholly to their left, can matter.
        tops, lows = np.minimum(ring[:, 1], after[:, 1]), np.maximum(ring[:, 1], after[:, 1])
        matter = (tops < lows) & (tops <= y.max()) & (lows >= y.min())
        matter &= np.maximum(ring[:, 0], after[:, 0]) >= x.min()
        for (ax, ay), (bx, by) in zip(ring[matter].tolist(), after[matter].tolist(), strict=True):
            spans = (ay > y) != (by > y)
            crossing ^= spans & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
        odd[near] ^= crossing
    return odd


def area_of(ring: Floats) -> float:
    """Signed area of a ring (shoelace)."""
    after = np.roll(ring, -1, axis=0)
    return float((ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1]).sum() / 2)
