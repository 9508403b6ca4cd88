"""Stacking: a stack has several counts (a total, the share of a class, ...), each with a limit of its own.

`measure` is a system's own function: it gives the counts of any group of units, so that units that weigh less together than
apart can be had as well.

>>> def measure(units):
...     return sum(units), sum(u for u in units if u > 1)
>>> excess(measure([1, 2, 2]), (4, 4))
(0,)
>>> removable([1, 2, 2], measure, (9, 2))
[2, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["Measure", "excess", "fits", "removable"]

U = TypeVar("U")
Measure = Callable[[Sequence[U]], Sequence[int]]


def excess(counts: Sequence[int], limits: Sequence[int]) -> tuple[int, ...]:
    """Which of the counts, by number, are over their limits."""
    return tuple(i for i, (count, limit) in enumerate(zip(counts, limits, strict=True)) if count > limit)


def fits(units: Sequence[U], unit: U, measure: Measure[U], limits: Sequence[int]) -> bool:
    """Would the stack be within all its limits if the unit came to it?"""
    return not excess(measure([*units, unit]), limits)


def removable(units: Sequence[U], measure: Measure[U], limits: Sequence[int]) -> list[U]:
    """The units of an overfull stack whose removal lowers a count that is over its limit; none if the stack is lawful."""
    before = measure(units)
    over = excess(before, limits)
    found = []
    for i, unit in enumerate(units):
        after = measure([*units[:i], *units[i + 1 :]])
        if any(after[k] < before[k] for k in over):
            found.append(unit)
    return found
