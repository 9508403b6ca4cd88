"""Routes of a given length: every one that a step predicate allows, and the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["cheapest", "preferred", "routes"]

Route = tuple[int, ...]
Steps = Callable[[int, int], Iterable[tuple[int, int]]]


def routes(start: int, length: int, steps: Steps) -> list[tuple[Route, int]]:
    """Every route of `length` steps from a hex, the start included, with the sum of its costs.

    `steps(here, n)` gives the hexes that step number n (from 1) may go to, each with its cost. Several costs of falling weight
    are one number whose digits are far enough apart.

    >>> routes(0, 2, lambda here, n: [(here + n, 1), (here + 2 * n, 5)])
    [((0, 1, 3), 2), ((0, 1, 5), 6), ((0, 2, 4), 6), ((0, 2, 6), 10)]
    """
    found: list[tuple[Route, int]] = [((start,), 0)]
    for n in range(1, length + 1):
        found = [((*path, to), cost + more) for path, cost in found for to, more in steps(path[-1], n)]
    return found


def cheapest(found: list[tuple[Route, int]]) -> list[Route]:
    """The routes whose cost is the lowest.

    >>> cheapest([((0, 1), 3), ((0, 2), 2), ((0, 3), 2)])
    [(0, 2), (0, 3)]
    """
    if not found:
        return []
    least = min(cost for _path, cost in found)
    return [path for path, cost in found if cost == least]


def preferred(found: list[Route], wanted: Callable[[Route], bool]) -> list[Route]:
    """Those that are wanted; all of them if none is."""
    return [path for path in found if wanted(path)] or found
