"""PNG in at most 256 colours: a map looks the same, and its file is a fraction as long. Needs numpy."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

__all__ = ["reduce"]

HEAD = b"\x89PNG\r\n\x1a\n"
ROUNDS = 6


def reduce(png: bytes, colours: int = 256) -> bytes:
    """The same picture with so many colours, chosen for this picture. Transparency is lost: what has any lies on white."""
    pixels = _decode(png)
    # five bits of each colour: what is nearer than that looks the same
    bins = (pixels >> 3).astype(np.int64) @ np.array([1024, 32, 1])
    _, index, counts = np.unique(bins, return_inverse=True, return_counts=True)
    index = index.reshape(bins.shape)
    flat, where = pixels.reshape(-1, 3).astype(np.float64), index.ravel()
    means = np.stack([np.bincount(where, flat[:, k]) / counts for k in range(3)], axis=1)
    palette = _settle(means, counts, _split(means, counts, colours))
    nearest = _nearest(means, palette)
    return _encode(nearest[index].astype(np.uint8), np.rint(palette).astype(np.uint8))


def _split(means: Any, counts: Any, colours: int) -> Any:
    """Median cut: the box with the greatest spread is halved until there are enough."""
    boxes = [np.arange(len(means))]
    spread = [_spread(means, counts, boxes[0])]
    while len(boxes) < colours and max(spread) > 0:
        at = int(np.argmax(spread))
        box = boxes.pop(at)
        spread.pop(at)
        axis = int(np.argmax(np.ptp(means[box], axis=0)))
        order = box[np.argsort(means[box, axis], kind="stable")]
        # the root of the counts: a rare colour, such as a badge, must not drown in the woods
        weight = np.cumsum(np.sqrt(counts[order]))
        cut = min(max(int(np.searchsorted(weight, weight[-1] / 2)), 1), len(order) - 1)
        for part in (order[:cut], order[cut:]):
            boxes.append(part)
            spread.append(_spread(means, counts, part))
    return np.stack([np.average(means[box], axis=0, weights=counts[box]) for box in boxes])


def _spread(means: Any, counts: Any, box: Any) -> float:
    """How much is lost if a box becomes one colour."""
    if len(box) < 2:
        return 0.0
    weights = np.sqrt(counts[box])
    middle = np.average(means[box], axis=0, weights=weights)
    return float((weights[:, None] * (means[box] - middle) ** 2).sum())


def _settle(means: Any, counts: Any, palette: Any) -> Any:
    """Each colour moves to the middle of those that are nearest to it."""
    weights = np.sqrt(counts)
    for _ in range(ROUNDS):
        owner = _nearest(means, palette)
        total = np.bincount(owner, weights, len(palette))
        kept = total > 0
        for k in range(3):
            moved = np.bincount(owner, weights * means[:, k], len(palette))
            palette[kept, k] = moved[kept] / total[kept]
    return palette


def _nearest(means: Any, palette: Any) -> Any:
    gaps = (means**2).sum(1)[:, None] - 2 * means @ palette.T + (palette**2).sum(1)
    return np.argmin(gaps, axis=1)


def _decode(png: bytes) -> Any:
    """The pixels of a PNG of eight bits a channel, with or without alpha: what the renderer writes."""
    at, data, width, height, channels = len(HEAD), b"", 0, 0, 4
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, _depth, colour = struct.unpack(">IIBB", body[:10])
            channels = 4 if colour == 6 else 3
        elif kind == b"IDAT":
            data += body
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    rows = np.zeros((height + 1, width + 1, channels), np.uint8)
    for y in range(height):
        rows[y + 1, 1:] = _row(int(raw[y, 0]), raw[y, 1:].reshape(width, channels), rows[y, 1:], rows[y, :-1])
    pixels = rows[1:, 1:]
    if channels == 3:
        return pixels
    alpha = pixels[..., 3:].astype(np.uint16)
    return ((pixels[..., :3].astype(np.uint16) * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)


def _row(kind: int, line: Any, above: Any, corner: Any) -> Any:
    """One line of pixels, its filter undone."""
    if kind == 0:
        return line
    if kind == 1:
        return np.cumsum(line, axis=0, dtype=np.uint8)
    if kind == 2:
        return line + above
    out = np.zeros_like(line)
    left = [0] * line.shape[1]
    for x, (values, up, slant) in enumerate(zip(line.tolist(), above.tolist(), corner.tolist(), strict=True)):
        guess = [(a + b) // 2 for a, b in zip(left, up, strict=True)] if kind == 3 else map(_paeth, left, up, slant)
        left = [(v + g) & 255 for v, g in zip(values, guess, strict=True)]
        out[x] = left
    return out


def _paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    da, db, dc = abs(p - a), abs(p - b), abs(p - c)
    return a if da <= db and da <= dc else b if db <= dc else c


def _encode(pixels: Any, palette: Any) -> bytes:
    height, width = pixels.shape
    lines = np.zeros((height, width + 1), np.uint8)
    lines[:, 1:] = pixels
    out = HEAD
    for kind, body in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ):
        out += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return out
