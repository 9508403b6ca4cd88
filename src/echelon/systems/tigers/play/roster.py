"""Who of a side is in what state: rows of small numbers tested all at once, as one long integer with a byte for each unit.

A loop over seventy counters, most of them not even on the map, would cost more than all the rest of some questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from echelon.core.verbs import A_SHIFT
from echelon.systems.tigers.facts.compiled import TigersRules
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.state import TigersState

__all__ = ["Roster", "having", "lacking"]

_TAKE = VERBS.code("take")


def having(bits: int) -> bytes:
    """A table for `Roster.where`: 1 for every number that has one of the bits."""
    return bytes(bool(n & bits) for n in range(256))


def lacking(bits: int) -> bytes:
    """A table for `Roster.where`: 1 for every number that has none of the bits."""
    return bytes(not n & bits for n in range(256))


class Roster:
    """The units of one side, in the order of the unit tables."""

    def __init__(self, rules: TigersRules, side: int) -> None:
        self.low, self.high = rules.forces.ranges[side]
        self.units = tuple(range(self.low, self.high))
        self.takes = tuple(_TAKE | u << A_SHIFT for u in self.units)
        self.on_map = bytes(place < rules.gone for place in range(256))
        own = 1 << rules.vdh | 1 << rules.peiper
        self.ordinary = self.mask(u for u in self.units if not own >> u & 1)  # without clauses of their own on when they move
        self.strong = self.mask(u for u in self.units if rules.factor[u] >= 1)
        self.divisions = self.mask(u for u in self.units if rules.division >> u & 1)
        self.subs = self.mask(u for u in self.units if rules.sub >> u & 1)

    def mask(self, units: Iterable[int]) -> int:
        """Units as a long integer with a byte for each."""
        return sum(1 << 8 * (u - self.low) for u in units)

    def where(self, s: TigersState, status: bytes, marks: bytes | None = None) -> int:
        """The units on the map whose status and marks the tables let pass, as a long integer."""
        low, high = self.low, self.high
        number = int.from_bytes
        found = number(s.pos[low:high].translate(self.on_map), "little")
        found &= number(s.status[low:high].translate(status), "little")
        return found & number(s.marks[low:high].translate(marks), "little") if marks else found

    def members(self, found: int) -> list[int]:
        """The units of a long integer."""
        return list(compress(self.units, found.to_bytes(len(self.units), "little")))

    def takings(self, found: int) -> list[int]:
        """The actions that take them in hand."""
        return list(compress(self.takes, found.to_bytes(len(self.units), "little")))
