"""A small self-describing binary form for nested tuples of ints, bytes, text and None: the packed state.

Ints are variable-length, so bitboards and counters alike take as many bytes as they need.

>>> unpack(pack((1, -300, b"ab", None, ("x", 2**80))))
(1, -300, b'ab', None, ('x', 1208925819614629174706176))
"""

from __future__ import annotations

from typing import Any

from echelon.core.errors import EchelonError

__all__ = ["PackError", "pack", "unpack"]

_TUPLE, _INT, _NEGATIVE, _BYTES, _TEXT, _NONE, _SMALL = 0, 1, 2, 3, 4, 5, 6  # 6.. = the ints 0.. themselves
_LAST_SMALL = 249


class PackError(EchelonError):
    """Bytes that are not a packed state."""


def pack(value: Any) -> bytes:
    """The bytes of a value."""
    out = bytearray()
    _put(out, value)
    return bytes(out)


def _put(out: bytearray, value: Any) -> None:
    if value is None:
        out.append(_NONE)
    elif isinstance(value, int):
        if 0 <= value <= _LAST_SMALL:
            out.append(_SMALL + value)
        else:
            raw = abs(value).to_bytes((abs(value).bit_length() + 7) // 8, "little")
            out.append(_INT if value > 0 else _NEGATIVE)
            _length(out, len(raw))
            out += raw
    elif isinstance(value, bytes | bytearray):
        out.append(_BYTES)
        _length(out, len(value))
        out += value
    elif isinstance(value, str):
        raw = value.encode()
        out.append(_TEXT)
        _length(out, len(raw))
        out += raw
    elif isinstance(value, tuple | list):
        out.append(_TUPLE)
        _length(out, len(value))
        for item in value:
            _put(out, item)
    else:
        raise PackError(f"a state cannot hold a {type(value).__name__}")


def _length(out: bytearray, n: int) -> None:
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)


def unpack(data: bytes) -> Any:
    """The value again; damaged bytes raise PackError."""
    try:
        value, end = _get(data, 0)
    except (IndexError, UnicodeDecodeError):
        raise PackError("the packed state ends too early or is damaged") from None
    if end != len(data):
        raise PackError(f"{len(data) - end} surplus bytes after the packed state")
    return value


def _get(data: bytes, at: int) -> tuple[Any, int]:
    code = data[at]
    at += 1
    if code >= _SMALL:
        return code - _SMALL, at
    if code == _NONE:
        return None, at
    n, shift = 0, 0
    while True:
        byte = data[at]
        at += 1
        n |= (byte & 127) << shift
        if byte < 128:
            break
        shift += 7
    if code == _TUPLE:
        items = []
        for _ in range(n):
            item, at = _get(data, at)
            items.append(item)
        return tuple(items), at
    raw = data[at : at + n]
    if len(raw) < n:
        raise IndexError
    at += n
    if code == _BYTES:
        return raw, at
    if code == _TEXT:
        return raw.decode(), at
    number = int.from_bytes(raw, "little")
    return (number if code == _INT else -number), at
