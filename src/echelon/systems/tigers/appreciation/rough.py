"""The same judgement, rougher and several times faster, for games that are only played in the mind.

What takes the time are fields of pull, which depend on where everybody stands. In rehearsals they are kept as they were found
first in a turn; and nobody works on bridges.
"""

from __future__ import annotations

from math import exp

from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD
from echelon.systems.tigers import frames
from echelon.systems.tigers.appreciation.estimate import FOLLOW, QUARTER
from echelon.systems.tigers.appreciation.judge import TigersAppreciation
from echelon.systems.tigers.appreciation.ways import PACE, Ways
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import ROAD_RATE, VERBS
from echelon.systems.tigers.play.march import VICTORY, step_cost
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.play.tables import PlayRules
from echelon.systems.tigers.state import DISRUPTED, GERMAN, MOVED, TigersState

__all__ = ["RoughAppreciation"]

_KEPT = 2000
_END = VERBS.code("end")
_AGAIN, _CROWDED, _TIRED = 9.0, 4.0, 0.5
_BREAKOUT = 30.0  # to be about to leave the map in strength
_NEAR = 1.2  # of these turns, which are short ones, in which that fades to a third
_RALLY, _CUT_OFF = 0.5, 1.5  # turns that are lost by whoever is Disrupted, or out of supply
_NEVER = 20.0


class RoughWays(Ways):
    """Fields as they were when they were first asked for in a turn."""

    def field(self, s: TigersState, unit: int, keen: bool = False) -> list[float]:
        """By hex, whoever has moved meanwhile; everybody is keen."""
        key = (unit, s.turn)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) > _KEPT:
                self._fields.clear()
            found = self._fields[key] = super().field(s, unit, keen=True)
        return found


class RoughAppreciation(TigersAppreciation):
    """For rehearsals."""

    progress = 1.0  # the worth of a state does not see who is on the way

    def __init__(self, rules: PlayRules) -> None:
        super().__init__(rules)
        self.ways = self.ground.ways = self.support.ways = RoughWays(rules, self.aims)
        self._asked[frames.Bridges] = lambda s, a: 0.0 if a == _END else -1.0

    def worth(self, s: TigersState, side: int) -> float:
        """With what hangs on the towns as the end comes near, as plans see it; who leaves the map too late has left in vain."""
        german = self.aims.worth(s)
        if s.outcome is None and not self.aims.by_points:
            for h in self.rules.board.members(self.aims.must):
                more = max(0.0, self.aims.stake(s, GERMAN, h) / 2 - self.aims.prize.get(h, 0.0))
                german += more if self.rules.board.bit[h] & s.german else -more
            german -= QUARTER * s.exits * max(0.0, 1.0 - (self.rules.turns - s.turn) / FOLLOW)
        return german if side == GERMAN else -german

    def prospect(self, s: TigersState, side: int) -> float:
        """How near the German is to leaving the map in strength, by the ways as the Allies now stand across them."""
        if s.outcome is not None or self.aims.by_points:
            return 0.0
        left = self.rules.turns - s.turn + 1
        turns = self._till_exit(s)
        german = _BREAKOUT * exp(-turns / _NEAR) * (1.0 if turns <= left else 0.3)
        return german if side == GERMAN else -german

    def _till_exit(self, s: TigersState) -> float:
        """Turns until enough have left the map, roughly: the nearest vehicles go, each by its own way."""
        rules = self.rules
        field = self.ways.way_out(s)
        supplied = supplied_hexes(s, GERMAN)
        rows = []
        for u in bits_of(self.ways.goers):
            h = s.pos[u]
            if h >= rules.gone:
                continue
            turns = -field[h] / (PACE * (rules.omf[u] + BONUS))
            turns += (_RALLY if s.status[u] & DISRUPTED else 0.0) + (0.0 if rules.board.bit[h] & supplied else _CUT_OFF)
            rows.append((turns, 2 if rules.sub >> u & 1 or u == rules.first_ss else 4))
        wanted = VICTORY - s.exits
        for turns, quarters in sorted(rows):
            wanted -= quarters
            if wanted <= 0:
                return turns
        return _NEVER

    def _moves(self, s: TigersState, action: int, path: tuple[int, ...], bonus: int) -> float:
        """A step uphill, to where there is room; beside the enemy, what an attack from there may bring. By road where nobody
        threatens, or while enough is left to go on."""
        rules, ground = self.rules, self.ground
        unit, to, rate = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD, action >> C_SHIFT
        if to in path:
            return -_AGAIN
        here, side = s.pos[unit], rules.forces.side_of[unit]
        field, bit = self.ways.field(s, unit), rules.board.bit[to]
        gain = field[to] - field[here]
        if bit & s.occupied[side] and not ground.room(s, unit, to):
            gain -= _CROWDED
        foes = s.strong[1 - side]
        if rules.board.ring_of[to] & foes:
            gain += ground.contact(s, unit, to, True)
        if rules.board.ring_of[here] & foes:
            gain -= ground.contact(s, unit, here, bool(s.status[unit] & MOVED))
        if rate == ROAD_RATE:
            left = omf(s, unit) + bonus - s.spent[unit] - step_cost(s, unit, here, to, rate, bool(bit & s.full[side]))
            tired = left < 2 and self.ways.menace(s, 1 - side)[to] > 0
            return gain - (_TIRED * rules.factor[unit] if tired else -0.05)
        return gain
