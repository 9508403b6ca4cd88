"""Variants: copies of a declaration with one small error each, for whatever is declared as values: frozen dataclasses, named
tuples, tuples, lists, mappings, numbers, words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

__all__ = ["Variant", "variants"]

_NAMES = ("clause", "name", "id")  # the fields that an element of a row is called by


@dataclass(frozen=True, slots=True)
class Variant:
    """A whole declaration with one error, where that is and what it says: `bars[ZOC-2].points: 2 -> 3`."""

    name: str
    kind: str
    value: Any


def variants(value: Any, words: Sequence[str] = ()) -> Iterator[Variant]:
    """Every variant of a declaration: an element left out of a row, an optional field not given, a number off by one or of the
    other sign, yes for no, a word for the next one in its column or among `words`.

    >>> for variant in variants((2, "wood"), ("wood", "marsh")): print(variant.name, "=>", variant.value)
    [0]: left out => ('wood',)
    [0]: 2 -> -2 => (-2, 'wood')
    [0]: 2 -> 3 => (3, 'wood')
    [0]: 2 -> 1 => (1, 'wood')
    [wood]: left out => (2,)
    [1]: wood -> marsh => (2, 'marsh')
    """
    seen: Counter[str] = Counter()
    for path, kind, told, whole in _others(value, words, ()):
        name = f"{path}: {told}".removeprefix(".")
        seen[name] += 1
        yield Variant(name if seen[name] == 1 else f"{name} #{seen[name]}", kind, whole)


_Error = tuple[str, str, str, Any]  # where, the kind, what it says, the copy


def _others(value: Any, words: Sequence[str], peers: Sequence[Any]) -> Iterator[_Error]:
    if isinstance(value, bool):
        yield "", "flag", f"{value} -> {not value}", not value
    elif isinstance(value, int | float | Fraction):
        for kind, other in (("sign", -value), ("number", value + 1), ("number", value - 1)):
            if other != value and (kind == "sign" or other != -value):
                yield "", kind, f"{value} -> {other}", other
    elif isinstance(value, str):
        row = words if value in words else list(dict.fromkeys(p for p in peers if isinstance(p, str)))
        if value in row and len(row) > 1:
            after = row[(row.index(value) + 1) % len(row)]
            yield "", "name", f"{value} -> {after}", after
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _fields(value, words)
    elif isinstance(value, tuple) and hasattr(value, "_replace"):
        rows: Any = value
        for name in rows._fields:
            for path, kind, told, copy in _others(getattr(rows, name), words, ()):
                yield f".{name}{path}", kind, told, rows._replace(**{name: copy})
    elif isinstance(value, tuple | list):
        yield from _elements(value, words)
    elif isinstance(value, frozenset | set):
        for item in sorted(value, key=repr):
            yield f"[{_called(item, '')}]", "element", "left out", type(value)(value - {item})
    elif isinstance(value, Mapping):
        yield from _entries(value, words)


def _entries(value: Mapping[Any, Any], words: Sequence[str]) -> Iterator[_Error]:
    make: Any = type(value)
    keys = list(value)
    for key, after in zip(keys, [*keys[1:], *keys[:1]], strict=True):
        yield f"[{key}]", "element", "left out", make({k: v for k, v in value.items() if k != key})
        pair = value[key], value[after]
        if pair[0] != pair[1] and all(map(_flat, pair)) and (len(keys) > 2 or key == keys[0]):
            yield f"[{key}]", "name", f"swapped with {after}", make({**value, key: pair[1], after: pair[0]})
        for path, kind, told, other in _others(value[key], words, list(value.values())):
            yield f"[{key}]{path}", kind, told, make({**value, key: other})


def _flat(value: Any) -> bool:
    """A number, nothing, or a row of such: what a terrain costs, say."""
    if isinstance(value, tuple | list):
        return not any(isinstance(item, tuple | list) or not _flat(item) for item in value)
    return value is None or isinstance(value, int | float | Fraction)


def _fields(value: Any, words: Sequence[str]) -> Iterator[_Error]:
    for field in fields(value):
        if not field.init:
            continue
        item = getattr(value, field.name)
        if field.default is None and item is not None:
            yield f".{field.name}", "exception", "left out", replace(value, **{field.name: None})
        for path, kind, told, other in _others(item, words, ()):
            yield f".{field.name}{path}", kind, told, replace(value, **{field.name: other})


def _elements(value: Any, words: Sequence[str]) -> Iterator[_Error]:
    make = type(value)
    for i, item in enumerate(value):
        called = _called(item, str(i))
        yield f"[{called}]", "element", "left out", make([*value[:i], *value[i + 1 :]])
        place = str(i) if isinstance(item, str) else called
        for path, kind, told, other in _others(item, words, value):
            yield f"[{place}]{path}", kind, told, make([*value[:i], other, *value[i + 1 :]])


def _called(item: Any, otherwise: str) -> str:
    """What an element of a row is called: by its clause or name, else by its place, so that names outlive other edits."""
    if isinstance(item, str):
        return item
    for name in _NAMES:
        found = getattr(item, name, None)
        if isinstance(found, str):
            return found
    return otherwise or repr(item)
