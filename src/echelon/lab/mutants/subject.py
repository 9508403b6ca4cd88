"""A subject of mutation and its mutants, whatever it is: a function, a number, a table, a declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from echelon.core.proof.planting import Plant

__all__ = ["Made", "Mutant", "Spots", "Subject"]

Spots = Mapping[str, frozenset[int]]  # lines by file; None is everywhere
Made = tuple[str, str, Spots | None, Plant]  # the kind, what it says, where, and what puts it in


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small error: its name, which outlives edits elsewhere; where it is at work; what puts it in and takes it out."""

    name: str
    kind: str
    spots: Spots | None
    plant: Plant


@dataclass(frozen=True, slots=True)
class Subject:
    """A function, a number or a table, with the clauses it carries and where it is at work."""

    name: str
    clauses: tuple[str, ...]
    spots: Spots | None
    make: Callable[[], Iterator[Made]]

    def mutants(self) -> list[Mutant]:
        """All errors that are tried on it. The same change made twice is told apart by a number."""
        seen: Counter[str] = Counter()
        found = []
        for kind, words, spots, plant in self.make():
            name = f"{self.name} [{kind}] {words}"
            seen[name] += 1
            found.append(Mutant(name if seen[name] == 1 else f"{name} #{seen[name]}", kind, spots, plant))
        return found
