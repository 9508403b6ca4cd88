"""The same judgement, rougher and several times faster, for games that are only played in the mind.

What takes the time are fields of pull, which depend on where everybody stands. In rehearsals they are kept as they were found
first in a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.systems.tigers import frames
from echelon.systems.tigers.appreciation.chances import Chances, Signs, signs_of
from echelon.systems.tigers.appreciation.estimate import FOLLOW, QUARTER
from echelon.systems.tigers.appreciation.judge import TigersAppreciation
from echelon.systems.tigers.appreciation.ways import Ways
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import ROAD_RATE, VERBS
from echelon.systems.tigers.play.march import step_cost
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.state import ALLIED, GERMAN, MOVED, TigersState

__all__ = ["RoughAppreciation"]

_KEPT = 2000
_AGAIN, _CROWDED, _TIRED = 9.0, 4.0, 0.5
_BUILD, _BLOW = VERBS.code("build"), VERBS.code("blow")
_EFFORT = 0.2  # what it must change of a hundred chances to be worth a die


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

    def __init__(self, rules: PlayRules) -> None:
        super().__init__(rules)
        self.ways = self.ground.ways = self.support.ways = RoughWays(rules, self.aims)
        self.chances = None if self.aims.by_points else Chances()

    def worth(self, s: TigersState, side: int) -> float:
        """With what hangs on the towns as the end comes near, as plans see it; who leaves the map too late has left in vain."""
        german = self.aims.worth(s)
        if s.outcome is None and not self.aims.by_points:
            for h in self.rules.board.members(self.aims.must):
                more = max(0.0, self.aims.stake(s, GERMAN, h) / 2 - self.aims.prize.get(h, 0.0))
                german += more if self.rules.board.bit[h] & s.german else -more
            german -= QUARTER * s.exits * max(0.0, 1.0 - (self.rules.turns - s.turn) / FOLLOW)
        return german if side == GERMAN else -german

    def signs(self, s: TigersState) -> Signs:
        """What a state says of how the game will end."""
        return signs_of(s, self.worth(s, GERMAN), self.ways)

    def heed(self, unit: int, side: int) -> float:
        """As the chances do; where points decide, all that a state does not show of who is on the way."""
        if self.chances is None:
            return 1.0
        return self.chances.heed(side, self.rules.forces.side_of[unit], bool(self.ways.goers >> unit & 1))

    def measure(self, s: TigersState, side: int, come: float) -> float:
        """The chance of victory; where points decide, the points."""
        if self.chances is None:
            return self.worth(s, side) + come
        if s.outcome is not None:
            return self.chances.decided(side, s.outcome[0])
        return self.chances.value(s.turn, side, self.signs(s), come)

    def foresee(self, s: TigersState, answers: Sequence[int]) -> dict[int, float]:
        """Work on bridges, by what it does to the German's chances when the enemy moves."""
        if self.chances is None or not isinstance(s.frame, frames.Bridges):
            return {}
        side = s.frame.side
        now, supplied = self._prospect(s, side), supplied_hexes(s, ALLIED) & s.strong[ALLIED]
        found = {}
        for action, known in zip(answers, self.support.bridges(s, answers), strict=True):
            verb = action & VERB
            if verb == _BLOW:
                if side == GERMAN or self.support.needed(s, self.rules.hexsides[action >> A_SHIFT]):
                    continue
            elif verb != _BUILD or (side == ALLIED and known <= 0):
                continue
            chance, after = self._done(s, action)
            if after is None or supplied & ~supplied_hexes(after, ALLIED):
                continue
            gain = chance * (self._prospect(after, side) - now)
            found[action] = known + gain if verb == _BUILD and side == ALLIED else max(known, gain - _EFFORT)
        return found

    @staticmethod
    def _done(s: TigersState, action: int) -> tuple[float, TigersState | None]:
        """The chance that work succeeds, and the state in which it has."""
        trial, chance, after = s.copy(), 0.0, None
        trial.apply(action)
        for face, share in trial.outcomes():
            thrown = trial.copy()
            thrown.apply(face)
            if thrown.bridges != s.bridges:
                chance, after = chance + float(share), thrown
        return chance, after

    def _prospect(self, s: TigersState, side: int) -> float:
        """The chances of a side in a hundred, when the enemy's movement opens next."""
        assert self.chances is not None
        turn = s.turn if side == GERMAN else s.turn + 1
        chance = self.chances.chance(turn, 1 - side, self.chances.points(1 - side, self.signs(s)))
        return 100 * (chance if side == GERMAN else 1 - chance)

    def _moves(self, s: TigersState, unit: int, path: tuple[int, ...], bonus: int) -> Callable[[int], float]:
        """Of steps of a unit: uphill, to where there is room; beside the enemy, what an attack from there may bring. By road
        where nobody threatens, or while enough is left to go on."""
        rules, ground = self.rules, self.ground
        here, side = s.pos[unit], rules.forces.side_of[unit]
        field, bit, rings = self.ways.field(s, unit), rules.board.bit, rules.board.ring_of
        friends, foes = s.occupied[side], s.strong[1 - side]
        left = ground.contact(s, unit, here, bool(s.status[unit] & MOVED)) if rings[here] & foes else 0.0

        def good(action: int) -> float:
            to = action >> B_SHIFT & FIELD
            if to in path:
                return -_AGAIN
            gain = field[to] - field[here]
            if bit[to] & friends and not ground.room(s, unit, to):
                gain -= _CROWDED
            if rings[to] & foes:
                gain += ground.contact(s, unit, to, True)
            gain -= left
            if action >> C_SHIFT == ROAD_RATE:
                full = bool(bit[to] & s.full[side])
                rest = omf(s, unit) + bonus - s.spent[unit] - step_cost(s, unit, here, to, ROAD_RATE, full)
                tired = rest < 2 and self.ways.menace(s, 1 - side)[to] > 0
                return gain - (_TIRED * rules.factor[unit] if tired else -0.05)
            return gain

        return good
