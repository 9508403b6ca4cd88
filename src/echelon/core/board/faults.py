"""What can be wrong with a board: problems that name file, line, fault and remedy, and the errors that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from echelon.core.errors import EchelonError


class Problem(NamedTuple):
    """One fault of a board file."""

    source: str
    line: int
    fault: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.fault}; {self.remedy}"


class BoardError(EchelonError, ValueError):
    """A board file that cannot be used, with every problem found in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        head = f"{count} problem{'s' if count != 1 else ''} in the board"
        super().__init__("\n".join([head, *map(str, self.problems)]))


class HexError(EchelonError, ValueError):
    """A hex, hexside or chain that does not name anything on the map: what is wrong, and what to write instead."""

    def __init__(self, word: str, fault: str, remedy: str) -> None:
        super().__init__(f"{fault}; {remedy}")
        self.word, self.fault, self.remedy = word, fault, remedy


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """'did you mean ...?' with the nearest known words, or all of them if they are few."""
    names = list(known)
    near = get_close_matches(word, names, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if otherwise or len(names) > 12:
        return otherwise or "look it up on the map"
    return f"known are {', '.join(names)}" if names else "there are none"
