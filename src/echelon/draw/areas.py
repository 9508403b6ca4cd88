"""From a set of hexes to an organic shape (woods, moor, marsh, sand, mountain, sea).

The mask of the hexes is blurred, bent by noise near its edge, and clamped by the signed distance to the true edge,
so that a shape looks grown and yet never lies about which hex it belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from echelon.draw.curves import area_of, chaikin
from echelon.draw.noise import Floats, noise

# The crowns of a wood and the stroke of a shore reach out a little further, to 9 or so.
OUTWARD = 6.5
INWARD = 13.0
CLAMP = 0.045
SMALLEST = 180.0


@dataclass(frozen=True)
class Lattice:
    """A square lattice of samples over the picture."""

    x0: float
    y0: float
    step: float
    nx: int
    ny: int

    @classmethod
    def over(cls, x0: float, y0: float, x1: float, y1: float, step: float) -> Lattice:
        """The lattice that covers a rectangle."""
        return cls(x0, y0, step, int((x1 - x0) / step) + 2, int((y1 - y0) / step) + 2)

    @property
    def xs(self) -> Floats:
        """The x of each column."""
        return np.asarray(self.x0 + self.step * np.arange(self.nx), dtype=np.float64)

    @property
    def ys(self) -> Floats:
        """The y of each row."""
        return np.asarray(self.y0 + self.step * np.arange(self.ny), dtype=np.float64)

    def grid(self) -> tuple[Floats, Floats]:
        """Coordinates of all samples, broadcastable against a field."""
        return self.xs[None, :], self.ys[:, None]

    def field(self, field: Floats, spots: Any) -> Floats:
        """Values of a field at any points (bilinear)."""
        p = np.asarray(spots, dtype=np.float64).reshape(-1, 2)
        u = np.clip((p[:, 0] - self.x0) / self.step, 0, self.nx - 1.001)
        v = np.clip((p[:, 1] - self.y0) / self.step, 0, self.ny - 1.001)
        i, j = u.astype(np.int64), v.astype(np.int64)
        fu, fv = u - i, v - j
        top = field[j, i] * (1 - fu) + field[j, i + 1] * fu
        low = field[j + 1, i] * (1 - fu) + field[j + 1, i + 1] * fu
        result: Floats = top * (1 - fv) + low * fv
        return result

    def owners(self, centers: Sequence[tuple[float, float]]) -> npt.NDArray[np.int32]:
        """The nearest hex of every sample; inside the board that is the hex itself, outside its neighbour.

        Painted hex by hex in a window, because a full table of samples by hexes is too large for a big board.
        """
        owner = np.full((self.ny, self.nx), -1, dtype=np.int32)
        best = np.full((self.ny, self.nx), np.inf)
        xs, ys = self.xs, self.ys
        reach = 190.0
        for h, (cx, cy) in enumerate(centers):
            i0, i1 = np.searchsorted(xs, (cx - reach, cx + reach))
            j0, j1 = np.searchsorted(ys, (cy - reach, cy + reach))
            gap = (xs[None, i0:i1] - cx) ** 2 + (ys[j0:j1, None] - cy) ** 2
            closer = gap < best[j0:j1, i0:i1]
            best[j0:j1, i0:i1][closer] = gap[closer]
            owner[j0:j1, i0:i1][closer] = h
        for j, i in zip(*np.nonzero(owner < 0), strict=True):
            owner[j, i] = min(range(len(centers)), key=lambda h: (centers[h][0] - xs[i]) ** 2 + (centers[h][1] - ys[j]) ** 2)
        return owner


@dataclass(frozen=True)
class Recipe:
    """How one kind of ground leaves its hexsides: blur, strength and size of the noise, level of the edge."""

    sigma: float
    amp: float
    scale: float
    level: float
    octaves: int = 4


WOOD = Recipe(15, 0.95, 46, 0.47)
MOOR = Recipe(12, 0.45, 34, 0.50)
GROUND = Recipe(16, 0.70, 46, 0.50)
MOUNTAIN = Recipe(20, 0.80, 50, 0.50)
SEA = Recipe(20, 0.75, 58, 0.50, octaves=5)


@dataclass(frozen=True)
class Area:
    """An organic area: its field (positive inside) and its outline (rings, even-odd)."""

    lattice: Lattice
    field: Floats
    outline: tuple[Floats, ...]

    def value(self, spots: Any) -> Floats:
        """The field at any points: above 0 inside."""
        return self.lattice.field(self.field, spots)

    def level(self, threshold: Any, smallest: float = SMALLEST) -> tuple[Floats, ...]:
        """Rings where the field exceeds a number, or another field."""
        return rings(self.lattice, self.field - threshold, smallest)


def organic(lattice: Lattice, mask: Any, recipe: Recipe, salt: int) -> Area:
    """The organic area of a mask over the lattice."""
    m = np.asarray(mask, dtype=np.float64)
    g = blur(m, recipe.sigma / lattice.step)
    x, y = lattice.grid()
    bend = noise(x, y, recipe.scale, salt, recipe.octaves)
    f = g - recipe.level + recipe.amp * bend * (1 - 0.9 * (2 * g - 1) ** 2)
    sd = signed_distance(m > 0.5, 48.0 / lattice.step) * lattice.step
    f = np.minimum(f, CLAMP * (sd + OUTWARD))
    f = np.maximum(f, CLAMP * (sd - INWARD))
    return Area(lattice, f, rings(lattice, f, SMALLEST))


def blur(field: Floats, sigma: float) -> Floats:
    """Three box blurs, close to a Gaussian of `sigma` samples; the border repeats outwards."""
    size = max(1, round((4 * sigma * sigma + 1) ** 0.5))
    radius = max(1, size // 2)
    out = field
    for _ in range(3):
        for axis in (0, 1):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (radius + 1, radius)
            total = np.cumsum(np.pad(out, pad, mode="edge"), axis=axis)
            width = 2 * radius + 1
            if axis == 0:
                out = (total[width:] - total[:-width]) / width
            else:
                out = (total[:, width:] - total[:, :-width]) / width
    return out


def _to_false(mask: npt.NDArray[np.bool_], reach: int) -> Floats:
    """Distance in samples from each true sample to the nearest false one, up to `reach`."""
    far = float(reach + 1)
    column = np.where(mask, far, 0.0)
    for d in range(1, reach + 1):
        column[d:] = np.minimum(column[d:], np.where(mask[:-d], far, float(d)))
        column[:-d] = np.minimum(column[:-d], np.where(mask[d:], far, float(d)))
    square = column**2
    best = square.copy()
    for d in range(1, reach + 1):
        best[:, d:] = np.minimum(best[:, d:], square[:, :-d] + d * d)
        best[:, :-d] = np.minimum(best[:, :-d], square[:, d:] + d * d)
    result: Floats = np.sqrt(best)
    return result


def signed_distance(mask: npt.NDArray[np.bool_], reach: float) -> Floats:
    """Distance in samples to the edge of the mask, inside positive; exact up to `reach`."""
    r = max(2, int(reach))
    inner = _to_false(mask, r)
    outer = _to_false(~mask, r)
    # Half a sample each way: the edge lies between a true and a false sample.
    result: Floats = np.where(mask, inner - 0.5, 0.5 - outer)
    return result


def rings(lattice: Lattice, field: Floats, smallest: float = SMALLEST, thin: int = 2) -> tuple[Floats, ...]:
    """Closed outlines of `field` > 0: marching squares, small rings dropped, thinned, corners cut once."""
    out: list[Floats] = []
    for ring in contours(field):
        points = ring * lattice.step + (lattice.x0, lattice.y0)
        if abs(area_of(points)) < smallest:
            continue
        if thin > 1 and len(points) > 12:
            points = points[::thin]
        out.append(chaikin(points))
    return tuple(out)


def contours(field: Floats) -> list[Floats]:
    """Closed contour lines at 0 in sample units, by marching squares with linear interpolation.

    The field is framed with negative values, so that every line closes. Vertices are numbered by the lattice edge
    they lie on; each cell joins two of its edges (or four, at a saddle), and the joins are walked into rings.
    """
    f = np.pad(field, 1, constant_values=-1e-3)
    _ny, nx = f.shape
    pos = f > 0
    case = pos[:-1, :-1] * 1 + pos[:-1, 1:] * 2 + pos[1:, 1:] * 4 + pos[1:, :-1] * 8
    joins: dict[int, int] = {}
    # Edge ids: horizontal edge right of (j, i) is 2*(j*nx+i); vertical edge below (j, i) is that + 1.
    for j, i in zip(*(axis.tolist() for axis in np.nonzero((case > 0) & (case < 15))), strict=True):
        c = int(case[j, i])
        base = 2 * (j * nx + i)
        top, left, right, low = base, base + 1, base + 3, base + 2 * nx
        # Walk so that the inside stays on the right hand: each edge has exactly one way out.
        for a, b in _CASES[c]:
            ids = (top, right, low, left)
            joins[ids[a]] = ids[b]
    out: list[Floats] = []
    while joins:
        start = next(iter(joins))
        walk = [start]
        here = joins.pop(start)
        while here != start:
            walk.append(here)
            here = joins.pop(here)
        out.append(_vertices(np.asarray(walk), f, nx) - 1.0)
    return out


# For each case (corners: 1 top left, 2 top right, 4 low right, 8 low left) the joins from edge to edge
# (0 top, 1 right, 2 low, 3 left), directed, so that rings are walked one way round.
_CASES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    5: ((3, 0), (1, 2)),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((2, 0),),
    10: ((0, 1), (2, 3)),
    11: ((2, 1),),
    12: ((1, 3),),
    13: ((1, 0),),
    14: ((0, 3),),
}


def _vertices(walk: npt.NDArray[np.int64], f: Floats, nx: int) -> Floats:
    upright = walk % 2
    j, i = np.divmod(walk // 2, nx)
    a = f[j, i]
    b = f[j + upright, i + 1 - upright]
    t = np.clip(a / (a - b), 0.02, 0.98)
    return np.column_stack([i + t * (1 - upright), j + t * upright])
