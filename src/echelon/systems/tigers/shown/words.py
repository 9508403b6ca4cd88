"""The words of the panels: texts of the catalogue's `[panel]`, and units by name."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any

from echelon.core.show.panels import Chance
from echelon.systems.tigers.state import TigersState

__all__ = ["Words", "shares"]


class Words:
    """Says the texts of panels in one language."""

    def __init__(self, s: TigersState, language: str) -> None:
        self.s = s
        self.language = language
        self.say = s.rules.texts.teller(s.rules, "panel", language)

    def clause(self, cited: str, group: str = "row") -> str:
        """What a row with this clause is called: `row.TIG-DEF-1`."""
        return self.say(f"{group}.{cited}")

    def points(self, halves: int) -> str:
        """Half points in words: 1½."""
        return self.say("points", mf=halves)

    def units(self, ids: Iterable[str]) -> tuple[int, ...]:
        """Units by their ids."""
        return tuple(self.s.rules.forces.index(name) for name in ids)

    def hexes(self, labels: Iterable[str]) -> tuple[int, ...]:
        """Hexes by their labels."""
        return tuple(self.s.rules.board.ids[label] for label in labels)

    def named(self, ids: Iterable[str]) -> str:
        """Units in a list: their names."""
        return self.say("units", units=self.units(ids))

    def action(self, action: int) -> str:
        """An answer as a sentence."""
        return self.s.describe(action, self.language)


def shares(rows: Iterable[tuple[str, str, Fraction, str, int, tuple[Any, ...]]]) -> tuple[Chance, ...]:
    """Chances over one common number of cases, sixths where they suffice; what cannot happen is left out."""
    kept = [row for row in rows if row[2]]
    of = lcm(6, *(row[2].denominator for row in kept))
    return tuple(
        Chance(result, say, int(chance * of), of, tone, weight, tuple(effects))
        for result, say, chance, tone, weight, effects in kept
    )
