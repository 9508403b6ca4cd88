"""The same judgement, rougher and faster, for games that are only played in the mind: where units are drawn to is kept as it
was found first in a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from echelon.systems.colonnes.appreciation import ColonnesAppreciation
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["RoughAppreciation"]

Pull = Callable[[int], float]
_VICTORY = 6.0  # in points
_PROGRESS = 0.3  # of the way that a unit has come, what counts beside the worth of a state


class RoughAppreciation(ColonnesAppreciation):
    """For rehearsals."""

    def __init__(self, whole: ColonnesAppreciation) -> None:
        self.__dict__.update(vars(whole))  # distances are worked out already
        self._pulls: dict[tuple[int, int], Pull] = {}

    def worth(self, s: ColonnesState, side: int) -> float:
        """At the end of the game the victory counts beside the points: one that is sure is not risked for more of them."""
        total = super().worth(s, side)
        if s.outcome is not None and s.outcome[0] is not None:
            total += _VICTORY if s.outcome[0] == side else -_VICTORY
        return total

    def heed(self, unit: int, side: int) -> float:
        """The worth of a state counts most of the way already."""
        return _PROGRESS

    def measure(self, s: ColonnesState, side: int, come: float) -> float:
        """What a state is worth, and how far everybody has come."""
        return self.worth(s, side) + come

    def foresee(self, s: ColonnesState, answers: Sequence[int]) -> dict[int, float]:
        """There is no such question in this game."""
        return {}

    def pull(self, s: ColonnesState, unit: int) -> Pull:
        """Of a hex, how good it is; whoever has moved meanwhile."""
        key = (unit, s.turn)
        found = self._pulls.get(key)
        if found is None:
            found = self._pulls[key] = _remembered(super().pull(s, unit))
        return found


def _remembered(pull: Pull) -> Pull:
    known: dict[int, float] = {}

    def good(h: int) -> float:
        value = known.get(h)
        if value is None:
            value = known[h] = pull(h)
        return value

    return good
