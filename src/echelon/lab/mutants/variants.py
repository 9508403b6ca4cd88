"""Variants: copies of a declaration with one small error each, for whatever is declared as values: frozen dataclasses, named
tuples, tuples, lists, mappings, numbers, words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin, get_type_hints

__all__ = ["Manner", "Variant", "variants"]

_NAMES = ("clause", "name", "id")  # the fields that an element of a row is called by


@dataclass(frozen=True, slots=True)
class Variant:
    """A whole declaration with one error, where that is and what it says: `bars[ZOC-2].points: 2 -> 3`."""

    name: str
    kind: str
    value: Any


@dataclass(frozen=True, slots=True)
class Manner:
    """What is known of the values of a declaration beyond their types: the `words` that one may be taken for another; what else
    may `stand` in the place of a value (kind, what it says, the other); what is varied `apart`, not within others; which fields
    of a value only say something, and are left alone."""

    words: Sequence[str] = ()
    stand: Callable[[Any], Sequence[tuple[str, str, Any]]] = lambda value: ()
    apart: Callable[[Any], bool] = lambda value: False
    mute: Callable[[Any, str], bool] = lambda value, field: False


def variants(value: Any, words: Sequence[str] = (), manner: Manner | None = None) -> Iterator[Variant]:
    """Every variant of a declaration: an element left out of a row, an optional field not given, a number off by one or of the
    other sign, yes for no, a word for the next one in its column or among `words`, or another of those its type allows.

    >>> for variant in variants((2, "wood"), ("wood", "marsh")): print(variant.name, "=>", variant.value)
    [0]: left out => ('wood',)
    [0]: 2 -> -2 => (-2, 'wood')
    [0]: 2 -> 3 => (3, 'wood')
    [0]: 2 -> 1 => (1, 'wood')
    [wood]: left out => (2,)
    [1]: wood -> marsh => (2, 'marsh')
    """
    seen: Counter[str] = Counter()
    for path, kind, told, whole in _inside(value, manner or Manner(words), ()):
        name = f"{path}: {told}".removeprefix(".")
        seen[name] += 1
        yield Variant(name if seen[name] == 1 else f"{name} #{seen[name]}", kind, whole)


_Error = tuple[str, str, str, Any]  # where, the kind, what it says, the copy


def _others(value: Any, manner: Manner, peers: Sequence[Any]) -> Iterator[_Error]:
    for kind, told, other in manner.stand(value):
        yield "", kind, told, other
    if not manner.apart(value):
        yield from _inside(value, manner, peers)


def _inside(value: Any, manner: Manner, peers: Sequence[Any]) -> Iterator[_Error]:
    if isinstance(value, bool):
        yield "", "flag", f"{value} -> {not value}", not value
    elif isinstance(value, int | float | Fraction):
        for kind, other in (("sign", -value), ("number", value + 1), ("number", value - 1)):
            if other != value and (kind == "sign" or other != -value):
                yield "", kind, f"{value} -> {other}", other
    elif isinstance(value, str):
        row = manner.words if value in manner.words else list(dict.fromkeys(p for p in peers if isinstance(p, str)))
        if value in row and len(row) > 1:
            after = row[(row.index(value) + 1) % len(row)]
            yield "", "name", f"{value} -> {after}", after
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _fields(value, manner)
    elif isinstance(value, tuple) and hasattr(value, "_replace"):
        rows: Any = value
        for name in rows._fields:
            for path, kind, told, copy in _others(getattr(rows, name), manner, ()):
                yield f".{name}{path}", kind, told, rows._replace(**{name: copy})
    elif isinstance(value, tuple | list):
        yield from _elements(value, manner)
    elif isinstance(value, frozenset | set):
        for item in sorted(value, key=repr):
            yield f"[{_called(item, '')}]", "element", "left out", type(value)(value - {item})
    elif isinstance(value, Mapping):
        yield from _entries(value, manner)


def _entries(value: Mapping[Any, Any], manner: Manner) -> Iterator[_Error]:
    make: Any = type(value)
    keys = list(value)
    for key, after in zip(keys, [*keys[1:], *keys[:1]], strict=True):
        yield f"[{key}]", "element", "left out", make({k: v for k, v in value.items() if k != key})
        pair = value[key], value[after]
        if pair[0] != pair[1] and all(map(_flat, pair)) and (len(keys) > 2 or key == keys[0]):
            yield f"[{key}]", "name", f"swapped with {after}", make({**value, key: pair[1], after: pair[0]})
        for path, kind, told, other in _others(value[key], manner, list(value.values())):
            yield f"[{key}]{path}", kind, told, make({**value, key: other})


def _flat(value: Any) -> bool:
    """A number, nothing, or a row of such: what a terrain costs, say."""
    if isinstance(value, tuple | list):
        return not any(isinstance(item, tuple | list) or not _flat(item) for item in value)
    return value is None or isinstance(value, int | float | Fraction)


def _fields(value: Any, manner: Manner) -> Iterator[_Error]:
    hints = get_type_hints(type(value))
    for field in fields(value):
        if not field.init or manner.mute(value, field.name):
            continue
        item, usual = getattr(value, field.name), field.default
        if usual is not MISSING and item != usual and (usual is None or is_dataclass(usual)):
            yield f".{field.name}", "exception", "left out", replace(value, **{field.name: usual})
        if get_origin(hints[field.name]) is Literal:
            for other in get_args(hints[field.name]):
                if other != item:
                    yield f".{field.name}", "name", f"{item or None} -> {other or None}", replace(value, **{field.name: other})
            continue
        for path, kind, told, other in _others(item, manner, ()):
            yield f".{field.name}{path}", kind, told, replace(value, **{field.name: other})


def _elements(value: Any, manner: Manner) -> Iterator[_Error]:
    make = type(value)
    for i, item in enumerate(value):
        called = _called(item, str(i))
        yield f"[{called}]", "element", "left out", make([*value[:i], *value[i + 1 :]])
        place = str(i) if isinstance(item, str) else called
        for path, kind, told, other in _others(item, manner, value):
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
