"""Odds columns: from a ratio of strengths to a column of a table, and from a column to exact chances.

A table is a row of columns named by their ratio ("1:2", "3:1") from the worst for the attacker to the best, and one line of
results for each equally likely roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

__all__ = ["chances", "clamp", "parse_ratios", "ratio_column"]

Ratio = tuple[int, int]


def parse_ratios(columns: Iterable[str]) -> tuple[Ratio, ...]:
    """The ratios that head the columns, which must rise from left to right.

    >>> parse_ratios(["1:2", "1:1", "3:2"])
    ((1, 2), (1, 1), (3, 2))
    """
    ratios: list[Ratio] = []
    for text in columns:
        attack, colon, defence = text.partition(":")
        if not (colon and attack.isdigit() and defence.isdigit() and int(defence)):
            raise ValueError(f"{text!r} is not a ratio; write it as 3:2")
        ratio = int(attack), int(defence)
        if ratios and ratio[0] * ratios[-1][1] <= ratios[-1][0] * ratio[1]:
            raise ValueError(f"{text!r} does not rise above the column before it")
        ratios.append(ratio)
    return tuple(ratios)


def ratio_column(attack: int, defence: int, ratios: Sequence[Ratio]) -> int:
    """The rightmost column whose ratio is not above attack to defence (rounded for the defender); -1 below the first.

    >>> ratio_column(7, 4, ((1, 2), (1, 1), (3, 2), (2, 1)))
    2
    """
    at = -1
    for a, d in ratios:
        if a * defence > attack * d:
            return at
        at += 1
    return at


def clamp(column: int, columns: int) -> int:
    """A column moved by shifts, held within the table.

    >>> clamp(-2, 12), clamp(3, 12), clamp(14, 12)
    (0, 3, 11)
    """
    return 0 if column < 0 else min(column, columns - 1)


def chances(table: Sequence[Sequence[str]], column: int) -> dict[str, Fraction]:
    """Every result of a column with its exact chance, in the order of the rolls.

    >>> {result: str(chance) for result, chance in chances((("D", "E"), ("-", "E")), 0).items()}
    {'D': '1/2', '-': '1/2'}
    """
    found: dict[str, Fraction] = {}
    share = Fraction(1, len(table))
    for line in table:
        found[line[column]] = found.get(line[column], Fraction(0)) + share
    return found
