"""Randomness that is always the same: seeds by hash, a small generator, and smooth value noise."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def seed(*key: object) -> int:
    """A 32-bit seed from (board name, feature, index); the same key gives the same seed on every machine."""
    digest = hashlib.blake2b("\x1f".join(str(part) for part in key).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")


class Chance:
    """A stream of random numbers that depends on its key alone (splitmix64)."""

    def __init__(self, *key: object) -> None:
        digest = hashlib.blake2b("\x1f".join(str(part) for part in key).encode(), digest_size=8).digest()
        self._state = int.from_bytes(digest, "big")

    def unit(self) -> float:
        """The next number in 0..1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return ((z ^ (z >> 31)) >> 11) / float(1 << 53)

    def between(self, low: float, high: float) -> float:
        """The next number in low..high."""
        return low + (high - low) * self.unit()


def _lattice(ix: npt.NDArray[np.int64], iy: npt.NDArray[np.int64], salt: int) -> Floats:
    """Hash of integer lattice points to -1..1; arithmetic wraps at 32 bits on purpose."""
    h = (ix.astype(np.uint64) * np.uint64(0x8DA6B343)) ^ (iy.astype(np.uint64) * np.uint64(0xD8163841))
    h = (h ^ np.uint64(salt & 0xFFFFFFFF)) & np.uint64(0xFFFFFFFF)
    h = (h * np.uint64(0x7FEB352D)) & np.uint64(0xFFFFFFFF)
    h ^= h >> np.uint64(15)
    h = (h * np.uint64(0x846CA68B)) & np.uint64(0xFFFFFFFF)
    h ^= h >> np.uint64(16)
    result: Floats = h.astype(np.float64) / float(0xFFFFFFFF) * 2.0 - 1.0
    return result


def _octave(x: Floats, y: Floats, salt: int) -> Floats:
    fx, fy = np.floor(x), np.floor(y)
    ix, iy = fx.astype(np.int64), fy.astype(np.int64)
    tx, ty = x - fx, y - fy
    u = tx * tx * tx * (tx * (tx * 6 - 15) + 10)
    v = ty * ty * ty * (ty * (ty * 6 - 15) + 10)
    a = _lattice(ix, iy, salt)
    b = _lattice(ix + 1, iy, salt)
    c = _lattice(ix, iy + 1, salt)
    d = _lattice(ix + 1, iy + 1, salt)
    top = a + (b - a) * u
    result: Floats = top + (c + (d - c) * u - top) * v
    return result


def noise(x: Any, y: Any, scale: float, salt: int, octaves: int = 4) -> Floats:
    """Value noise in -1..1: each octave has half the scale and half the weight of the one before."""
    xs, ys = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    total = np.zeros(xs.shape)
    weight, whole, size = 1.0, 0.0, float(scale)
    for octave in range(octaves):
        total += weight * _octave(xs / size + 17.3 * octave, ys / size - 9.1 * octave, salt + octave * 7919)
        whole += weight
        weight *= 0.5
        size *= 0.5
    result: Floats = total / whole
    return result


def ripple(t: Any, scale: float, salt: int) -> Floats:
    """Noise along a line: two octaves in one dimension."""
    return noise(t, np.zeros(1), scale, salt, octaves=2)
