"""Declarations as a tree: what a game is made of, part by part, and the same game with one part changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

__all__ = ["parts", "swap"]


def parts(value: Any) -> Iterator[Any]:
    """Every declaration in a value, itself first; those that are equal once."""
    seen: set[int] = set()
    known: list[Any] = []
    for one in _walk(value):
        if id(one) not in seen:
            seen.add(id(one))
            if not any(type(one) is type(other) and one == other for other in known if type(one) is type(other)):
                known.append(one)
                yield one


def _walk(value: Any) -> Iterator[Any]:
    if is_dataclass(value) and not isinstance(value, type):
        yield value
        for one in fields(value):
            yield from _walk(getattr(value, one.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _walk(item)


def swap(value: Any, old: Any, new: Any) -> Any:
    """The value with one declaration in place of another, wherever an equal one stands in it.

    >>> from echelon.mechanics.declared.sets import ENEMY, FRIEND
    >>> swap(ENEMY - FRIEND, FRIEND, ENEMY) == ENEMY - ENEMY
    True
    """
    if type(value) is type(old) and value == old:
        return new
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            f.name: made
            for f in fields(value)
            if f.init and (made := swap(found := getattr(value, f.name), old, new)) is not found
        }
        return replace(value, **changed) if changed else value
    if type(value) is tuple:
        made_items = tuple(swap(item, old, new) for item in value)
        return made_items if any(a is not b for a, b in zip(made_items, value, strict=True)) else value
    return value
