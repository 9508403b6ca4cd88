"""Fair dice: what a chance question can bring, and how likely a face, a column of a table or a number "in six" is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from echelon.core.frames import Outcomes
from echelon.core.verbs import Verbs

__all__ = ["chance_in", "fair_die", "in_six", "one_after_another", "succeeds"]

T = TypeVar("T")
FACES = 6


def fair_die(verbs: Verbs, verb: str = "die", faces: int = FACES) -> Outcomes:
    """The outcomes of a fair die: one action of a verb with a single number for each face.

    >>> [str(chance) for _action, chance in fair_die(Verbs("die number"), faces=3)]
    ['1/3', '1/3', '1/3']
    """
    return tuple((verbs.make(verb, face), Fraction(1, faces)) for face in range(1, faces + 1))


def in_six(n: int) -> Fraction:
    """The chance of a die of 1 to n; none below 1, certain from 6 on.

    >>> str(in_six(4))
    '2/3'
    """
    return Fraction(min(max(n, 0), FACES), FACES)


def succeeds(die: int, n: int) -> bool:
    """Does a die, already read by the index in use, succeed at n in six?

    >>> succeeds(3, 3), succeeds(4, 3)
    (True, False)
    """
    return die <= n


def chance_in(results: Sequence[T], wanted: Callable[[T], bool]) -> Fraction:
    """The share of a table's column that is wanted, all rows being equally likely.

    >>> str(chance_in(["D", "D", "-", "-"], lambda result: result == "D"))
    '1/2'
    """
    return Fraction(sum(1 for result in results if wanted(result)), len(results))


def one_after_another(chances: Iterable[Fraction]) -> Fraction:
    """The chance that at least one of several trials in a row comes off.

    >>> str(one_after_another([Fraction(1, 2), Fraction(1, 2)]))
    '3/4'
    """
    none = Fraction(1)
    for chance in chances:
        none *= 1 - chance
    return 1 - none
