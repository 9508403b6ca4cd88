"""Relief: a height field from what is known, its tints, and its shading as a small bitmap.

The heights are decoration: they never decide a rule. Light comes from the north-west.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from echelon.draw.areas import Lattice, blur, rings
from echelon.draw.noise import Floats, noise
from echelon.draw.palettes import Palette, rgb

STEP = 3.5
SLOPE = 0.115
LIGHT = (-0.52, -0.60, 0.61)
STEPS = 42
HIGHEST = 0.55
QUANTILES = (0.30, 0.58, 0.82)


@dataclass(frozen=True)
class Known:
    """A known height: of a hex by its terrain, or of a place."""

    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Relief:
    """The height field of a sheet and how steeply it is lit."""

    lattice: Lattice
    height: Floats
    light: Floats

    def tints(self) -> list[tuple[Floats, ...]]:
        """Rings of the three higher land tints, lowest first."""
        smooth = blur(self.height, 16 / self.lattice.step)
        levels = np.quantile(smooth, QUANTILES)
        # Every third point is enough: the tints are soft and nobody measures them.
        return [rings(self.lattice, smooth - level, 900.0, thin=4) for level in levels]

    def png(self, palette: Palette) -> bytes:
        """The shading as an indexed PNG: shadow colour or white, with alpha in few steps so that it packs well."""
        v = self.light
        alpha = np.where(v < 0, -v * palette.strength * 2.3, v * palette.strength * 1.9)
        step = np.rint(np.clip(alpha, 0.0, HIGHEST) / HIGHEST * STEPS).astype(np.int64)
        index = np.where(v < 0, STEPS - step, STEPS + step).astype(np.uint8)
        colours = bytearray()
        alphas = bytearray()
        for i in range(2 * STEPS + 1):
            colours += bytes(rgb(palette.shade) if i < STEPS else (255, 255, 255))
            alphas.append(round(abs(i - STEPS) / STEPS * HIGHEST * 255))
        return indexed_png(index, bytes(colours), bytes(alphas))

    def data_uri(self, palette: Palette) -> str:
        """The PNG as a data URI."""
        return "data:image/png;base64," + base64.b64encode(self.png(palette)).decode("ascii")


def relief(lattice: Lattice, salt: int, known: Sequence[Known], valleys: Floats, ridged: Floats | None = None) -> Relief:
    """The relief over a lattice: noise, known heights blended by distance, valleys along rivers.

    `valleys` is the distance of each sample to the nearest river; `ridged` scales the roughness (mountains more,
    sea none).
    """
    x, y = lattice.grid()
    rough = noise(x, y, 150, salt) * 60 + (1 - np.abs(noise(x, y, 105, salt + 1))) * 150
    if ridged is not None:
        rough = rough * ridged
    height = rough + _blend(lattice, known)
    height -= 95 * np.exp(-((valleys / 26) ** 2)) + 45 * np.exp(-((valleys / 70) ** 2))
    return Relief(lattice, height, _lit(height, lattice.step))


def _blend(lattice: Lattice, known: Sequence[Known]) -> Floats:
    """Inverse-distance blend, power 3.2 and soft radius 60, on a lattice three times as coarse (it is smooth)."""
    coarse = Lattice(lattice.x0, lattice.y0, lattice.step * 6, lattice.nx // 6 + 3, lattice.ny // 6 + 3)
    if not known:
        return np.zeros((lattice.ny, lattice.nx))
    x, y = coarse.grid()
    top = np.zeros((coarse.ny, coarse.nx))
    low = np.zeros((coarse.ny, coarse.nx))
    for spot in known:
        weight = ((x - spot.x) ** 2 + (y - spot.y) ** 2 + 3600.0) ** -1.6
        top += weight * spot.height
        low += weight
    field = top / low
    gx, gy = np.meshgrid(lattice.xs, lattice.ys)
    return coarse.field(field, np.column_stack([gx.ravel(), gy.ravel()])).reshape(lattice.ny, lattice.nx)


def _lit(height: Floats, step: float) -> Floats:
    """Lambert shading less its value on flat ground."""
    dy, dx = np.gradient(height, step)
    nx, ny = -dx * SLOPE, -dy * SLOPE
    size = np.sqrt(nx * nx + ny * ny + 1.0)
    result: Floats = (nx * LIGHT[0] + ny * LIGHT[1] + LIGHT[2]) / size - LIGHT[2]
    return result


def indexed_png(index: Any, colours: bytes, alphas: bytes) -> bytes:
    """An 8-bit palette PNG with alpha, written with zlib alone; the better of two row filters is kept."""
    pixels = np.asarray(index, dtype=np.uint8)
    height, width = pixels.shape
    plain = np.zeros((height, width + 1), dtype=np.uint8)
    plain[:, 1:] = pixels
    above = plain.copy()
    above[:, 0] = 2
    above[1:, 1:] = pixels[1:] - pixels[:-1]
    data = min((zlib.compress(rows.tobytes(), 9) for rows in (plain, above)), key=len)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"tRNS", alphas), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
