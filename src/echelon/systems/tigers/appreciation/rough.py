"""The same judgement, rougher and several times faster, for games that are only played in the mind.

What takes the time are fields of pull, which depend on where everybody stands. In a rehearsal they are kept as they were found
first in the turn, while nothing fought for changes hands; and nobody works on bridges.
"""

from __future__ import annotations

from echelon.systems.tigers import frames
from echelon.systems.tigers.appreciation.aims import Aims
from echelon.systems.tigers.appreciation.judge import TigersAppreciation
from echelon.systems.tigers.appreciation.ways import Ways
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.play.tables import PlayRules
from echelon.systems.tigers.state import TigersState

__all__ = ["RoughAppreciation"]

_KEPT = 2000
_END = VERBS.code("end")


class RoughWays(Ways):
    """Fields remembered by what is fought for, not by where everybody stands."""

    def __init__(self, rules: PlayRules, aims: Aims) -> None:
        super().__init__(rules, aims)
        self._prizes = sum(rules.board.bit[h] for h in aims.prize)

    def field(self, s: TigersState, unit: int, keen: bool = False) -> list[float]:
        """By hex: as it was when it was first asked for in this turn."""
        key = (unit, s.german & self._prizes, s.exits, keen, s.turn)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) > _KEPT:
                self._fields.clear()
            found = self._fields[key] = super().field(s, unit, keen)
        return found


class RoughAppreciation(TigersAppreciation):
    """For rehearsals."""

    def __init__(self, rules: PlayRules) -> None:
        super().__init__(rules)
        self.ways = self.ground.ways = self.support.ways = RoughWays(rules, self.aims)
        self._asked[frames.Bridges] = lambda s, a: 0.0 if a == _END else -1.0
