"""Paying with units: which of them can be given up so that what is owed is met and nobody is given up for nothing."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["cover", "share"]


def cover(need: int, values: Sequence[int], chosen: int = 0, minimal: bool = True) -> int:
    """The next choices that can be completed, as a mask of indices; 0 when those chosen already reach `need`.

    Members of `values` are chosen one after another until their sum reaches `need`. If `minimal`, no member of the final choice
    may be one that could be spared; a choice is offered only if it can still end in such a set. Members worth nothing are never
    needed. If all together do not reach `need` nothing can be completed.

    >>> bin(cover(4, (4, 3, 2)))  # the 4 alone, or 3 and 2 together
    '0b111'
    >>> bin(cover(4, (4, 3, 2), chosen=0b010))
    '0b100'
    """
    paid = sum(v for i, v in enumerate(values) if chosen >> i & 1)
    if paid >= need:
        return 0
    found = 0
    for i, value in enumerate(values):
        if value > 0 and not chosen >> i & 1 and _completes(need, values, chosen | 1 << i, minimal):
            found |= 1 << i
    return found


def _completes(need: int, values: Sequence[int], chosen: int, minimal: bool) -> bool:
    """Can the chosen ones be part of a set that reaches `need` (and of which none could be spared)?"""
    if not minimal:
        return sum(v for v in values if v > 0) >= need
    mine = [v for i, v in enumerate(values) if chosen >> i & 1]
    rest = sorted(v for i, v in enumerate(values) if v > 0 and not chosen >> i & 1)
    least = min(mine)
    # the set may have the least of the chosen as its smallest member, or a smaller one of the rest
    if _hits(need, sum(mine), [v for v in rest if v >= least], least):
        return True
    for n, small in enumerate(rest):
        if small >= least:
            return False
        if _hits(need, sum(mine) + small, rest[n + 1 :], small):
            return True
    return False


def _hits(need: int, base: int, others: Sequence[int], smallest: int) -> bool:
    """Can `base` and some of the others sum up to at least `need`, and to less than `need` without the smallest member?"""
    sums = 1 << base
    for value in others:
        sums |= sums << value
    return bool(sums >> need & (1 << smallest) - 1)


def share(needs: Sequence[int], values: Sequence[int]) -> bool:
    """Can the values be shared out so that every need is met by the sum of its own?

    >>> share((4, 3), (4, 2, 1)), share((4, 3), (5, 2))
    (True, False)
    """
    open_needs = sorted((n for n in needs if n > 0), reverse=True)
    return sum(open_needs) <= sum(values) and _share(open_needs, sorted(values, reverse=True))


def _share(needs: list[int], values: list[int]) -> bool:
    if not needs:
        return True
    if sum(needs) > sum(values):
        return False
    value, rest = values[0], values[1:]
    tried = set()
    for i, need in enumerate(needs):
        if need not in tried:
            tried.add(need)
            left = needs[:i] + needs[i + 1 :]
            if _share(left if value >= need else sorted([*left, need - value], reverse=True), rest):
                return True
    return False
