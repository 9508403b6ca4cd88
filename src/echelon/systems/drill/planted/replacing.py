"""Replacing a function wherever the package refers to it, and putting it back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from echelon.systems.drill.facts import PACKAGE

__all__ = ["Function", "constant", "instead"]

Function = Callable[..., Any]


def instead(module: ModuleType, name: str, make: Callable[[Function], Function], only: ModuleType | None = None) -> Any:
    """A plant that puts `make(right)` in place of a function, everywhere or in one module only."""

    def plant() -> Callable[[], None]:
        right = getattr(module, name)
        wrong = make(right)
        places_ = [only] if only else list(holders())
        swapped = [(h, n) for h in places_ for n in names(h) if getattr(h, n, None) is right]
        for holder, attribute in swapped:
            object.__setattr__(holder, attribute, wrong)

        def take_out() -> None:
            for holder, attribute in swapped:
                object.__setattr__(holder, attribute, right)

        return take_out

    return plant


def holders() -> Iterator[Any]:
    from echelon.systems.drill.system import SYSTEM  # which imports this module

    yield from [m for n, m in sys.modules.items() if m is not None and (n == PACKAGE or n.startswith(f"{PACKAGE}."))]
    yield from SYSTEM.kinds
    yield from SYSTEM.sequence
    yield SYSTEM


def names(holder: Any) -> list[str]:
    return list(vars(holder)) if hasattr(holder, "__dict__") else list(holder.__slots__)


def constant(module: ModuleType, name: str, wrong: Callable[[Any], Any]) -> Any:
    """A plant that puts another value in place of a module's constant."""

    def plant() -> Callable[[], None]:
        right = getattr(module, name)
        setattr(module, name, wrong(right))
        return lambda: setattr(module, name, right)

    return plant
