"""Finding the functions of `play` and `law` by their names.

The two judges are written apart from each other; until a chapter is there, asking for its function fails with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from echelon.core.errors import EchelonError

__all__ = ["part", "part_or"]

PACKAGE = "echelon.systems.colonnes"


def part(layer: str, chapter: str, name: str) -> Callable[..., Any]:
    """A function of a chapter of play or law."""

    def unwritten(*args: Any) -> Any:
        raise EchelonError(f"colonnes cannot do this yet: {layer}.{chapter} has no {name}")

    found: Callable[..., Any] = part_or(layer, chapter, name, unwritten)
    return found


def part_or(layer: str, chapter: str, name: str, instead: Any) -> Any:
    """The same, with what stands in for it while it is missing."""
    full = f"{PACKAGE}.{layer}.{chapter}" if layer else f"{PACKAGE}.{chapter}"
    try:
        module = import_module(full)
    except ModuleNotFoundError as error:
        if error.name and full.startswith(error.name):
            return instead
        raise
    return getattr(module, name, instead)
