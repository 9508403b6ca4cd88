"""The same judgement, rougher and faster, for games that are only played in the mind: where units are drawn to is kept as it
was found first in a turn."""

from __future__ import annotations

from collections.abc import Callable

from echelon.systems.colonnes.appreciation import ColonnesAppreciation
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["RoughAppreciation"]

Pull = Callable[[int], float]


class RoughAppreciation(ColonnesAppreciation):
    """For rehearsals."""

    progress = 0.3  # the worth of a state counts most of the way already

    def __init__(self, whole: ColonnesAppreciation) -> None:
        self.__dict__.update(vars(whole))  # distances are worked out already
        self._pulls: dict[tuple[int, int], Pull] = {}

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
