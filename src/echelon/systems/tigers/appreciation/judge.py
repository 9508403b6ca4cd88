"""The appreciation as the players know it: the question that is open, put to what judges it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from echelon.core.appreciation import NO_INTENT, Intent
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.systems.tigers import frames
from echelon.systems.tigers.appreciation.aims import Aims
from echelon.systems.tigers.appreciation.battles import Assault, Battles
from echelon.systems.tigers.appreciation.estimate import TigersEstimate
from echelon.systems.tigers.appreciation.ground import Ground, Pull
from echelon.systems.tigers.appreciation.support import Support
from echelon.systems.tigers.appreciation.ways import Ways
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import friends_at, omf
from echelon.systems.tigers.frames import ROAD_RATE, VERBS
from echelon.systems.tigers.play.duties import division_hexes
from echelon.systems.tigers.play.march import bonus_of, step_cost
from echelon.systems.tigers.play.peiper import party
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.play.retreat import routes_of
from echelon.systems.tigers.state import GERMAN, RESULTS, TigersState

if TYPE_CHECKING:
    from echelon.systems.tigers.appreciation.rough import RoughAppreciation

__all__ = ["TigersAppreciation"]

_TAKE, _MOVE, _EXIT, _ATTACH, _STOP, _WAIT = (VERBS.code(v) for v in ("take", "move", "exit", "attach", "stop", "wait"))
_ATTACK, _WITH, _SET, _STANDARD = (VERBS.code(v) for v in ("attack", "with", "set", "standard"))
_FIGHT, _ENTER, _ADVANCE, _PLACE, _COMBINE, _DIG = (
    VERBS.code(v) for v in ("fight", "enter", "advance", "place", "combine", "dig")
)
_BLOW = VERBS.code("blow")
_D1 = RESULTS.index("D1")
_TIRED = 0.5  # what it costs to end a move by road, or an advance, with enemies about
_AGAIN = 9.0  # never back to where the move came from
_OUT = 30.0
_OPENED = 4.0  # what the way of the whole spearhead is worth
_KEEP_TO_IT = 0.6  # of what the best attack on a hex promises, what the one that was planned must
_PLANNED = 1.0  # what is planned is declared first


class TigersAppreciation:
    """Of both sides' prospects in any scenario of the system."""

    def __init__(self, rules: PlayRules) -> None:
        self.rules = rules
        self.aims = Aims(rules)
        self.battles = Battles(rules, self.aims)
        self.closer = Battles(rules, self.aims, self.closer_ground)
        self.ways = Ways(rules, self.aims)
        self.ground = Ground(rules, self.aims, self.battles, self.ways)
        self.support = Support(rules, self.aims, self.ways)
        self._assaults: dict[tuple[object, ...], Assault] = {}
        self._asked: dict[type, Callable[[TigersState, int], float | None]] = {
            frames.Dump: lambda s, a: self.support.hidden(s, a >> A_SHIFT),
            frames.Mode: lambda s, a: -float(a >> A_SHIFT),
            frames.Place: self._place,
            frames.First: lambda s, a: 0.0 if a & VERB == VERBS.code("keep") else -1.0,
            frames.Drop: lambda s, a: self.support.drop(s, a >> A_SHIFT),
            frames.Prayer: lambda s, a: self._yes(a, s.turn * 2 >= self.rules.turns),
            frames.Enter: self._enter,
            frames.Armor: lambda s, a: 1.0 if a & VERB == _COMBINE else 0.0 if a == VERBS.code("end") else -1.0,
            frames.Combine: lambda s, a: 0.0,
            frames.Ruthless: lambda s, a: self._yes(a, s.turn >= self.rules.turns - 1),
            frames.Pick: self._pick,
            frames.Step: self._step,
            frames.Overstack: lambda s, a: -self._price(s, a >> A_SHIFT),
            frames.Allocate: self._allocate,
            frames.Battle: self._join_battle,
            frames.Bomb: lambda s, a: self.support.air(s, s.frame.side, a),
            frames.Intercept: lambda s, a: self.support.air(s, s.frame.side, a),
            frames.Resupply: lambda s, a: self.support.air(s, s.frame.side, a),
            frames.Fight: lambda s, a: self.battles.fight(s, a >> A_SHIFT) if a & VERB == _FIGHT else 0.0,
            frames.Ask: lambda s, a: self._yes(a, True),
            frames.Claim: lambda s, a: self._yes(a, True),
            frames.Orders: self._orders,
            frames.Losses: lambda s, a: -self._price(s, a >> A_SHIFT),
            frames.Distance: self._distance,
            frames.Withdraw: lambda s, a: 0.0 if a == VERBS.code("finish") else -0.5,
            frames.Blow: lambda s, a: 1.0 if a & VERB == _BLOW else 0.0,
            frames.Advance: self._advance,
            frames.Peiper: self._peiper,
            frames.Bridges: lambda s, a: self.support.bridge(s, s.frame.side, a),
            frames.Entrench: lambda s, a: 1.0 if a & VERB == _DIG else 0.0,
        }

    def worth(self, s: TigersState, side: int) -> float:
        """What is held, what has left the map, what is left of the forces."""
        german = self.aims.worth(s)
        return german if side == GERMAN else -german

    def pull(self, s: TigersState, unit: int) -> Pull:
        """Towards what the unit is wanted for, in supply, and not where it would be crushed."""
        return self.ground.pull(s, unit)

    def estimate(self, s: TigersState, side: int) -> TigersEstimate | None:
        """Where a movement is open and nobody is under way."""
        return TigersEstimate(self, s, side) if isinstance(s.frame, frames.Pick) else None

    def deliberate(self, s: TigersState, answers: Sequence[int], intent: Intent = NO_INTENT) -> dict[int, float]:
        """Orders and advances where a town is at stake on which the whole game hangs, and attacks that were planned; a glance
        sees the rest."""
        if intent and isinstance(s.frame, frames.Allocate):
            attacks = {a: a >> A_SHIFT for a in answers if a & VERB == _ATTACK}
            return {a: found.value for a, h in attacks.items() if (found := self._meant(s, h, intent))}
        if intent and isinstance(s.frame, frames.Battle):
            return self._closer_join(s, answers, intent)
        if isinstance(s.frame, frames.Orders):
            return {action: self._closer_orders(s, action) for action in answers}
        if isinstance(s.frame, frames.Advance):
            return {action: self._closer_advance(s, action) for action in answers}
        return {}

    def rough(self) -> RoughAppreciation:
        """For rehearsals."""
        from echelon.systems.tigers.appreciation.rough import RoughAppreciation

        return RoughAppreciation(self.rules)

    def opinion(self, s: TigersState, action: int) -> float | None:
        """By the kind of the question; None where uphill is all there is to say."""
        judge = self._asked.get(type(s.frame))
        return None if judge is None else judge(s, action)

    def opinions(self, s: TigersState, answers: Sequence[int]) -> Sequence[float | None]:
        """The opinion of each answer."""
        judge = self._asked.get(type(s.frame))
        return [None] * len(answers) if judge is None else [judge(s, action) for action in answers]

    # --- small questions --------------------------------------------------------------------------------------------------
    @staticmethod
    def _yes(action: int, wanted: bool) -> float:
        return float((action >> A_SHIFT == 0) == wanted)

    def _price(self, s: TigersState, unit: int) -> float:
        """What a unit is worth to its owner."""
        rules = self.rules
        return rules.factor[unit] + (0.5 if rules.division >> unit & 1 else 0.0) + (0.3 if rules.way[unit] else 0.0)

    def _place(self, s: TigersState, action: int) -> float:
        """As in December 1944."""
        rules = self.rules
        if action & VERB != _PLACE:
            return 0.0
        start = rules.board.ids.get(rules.start[action >> A_SHIFT & FIELD])
        if not s.free or start is None:
            return -1.0
        return -float(rules.far[start][action >> B_SHIFT & FIELD])

    def _enter(self, s: TigersState, action: int) -> float:
        if action & VERB != _ENTER:
            return 0.0
        unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
        by_road = action >> C_SHIFT == ROAD_RATE
        return 100.0 + self.ground.pull(s, unit)(h) + (0.2 if by_road and self.rules.way[unit] else 0.0)

    # --- movement ---------------------------------------------------------------------------------------------------------
    def _pick(self, s: TigersState, action: int) -> float:
        """Everybody is taken in hand once, the strongest first; who has nowhere to go stays."""
        if action & VERB != _TAKE:
            return 0.0
        return 1.0 + 0.1 * self.rules.factor[action >> A_SHIFT]

    def _step(self, s: TigersState, action: int) -> float:
        verb = action & VERB
        if verb == _MOVE:
            _side, unit, _units, path = s.frame
            bonus = bonus_of(s, unit, path) if unit == self.rules.peiper else BONUS
            return self._moves(s, action, tuple(row[0] for row in path), bonus)
        if verb == _EXIT:
            return _OUT
        if verb == _ATTACH:
            return 0.5
        if verb == _STOP:
            unit = action >> A_SHIFT
            return 0.0 if self.ground.room(s, unit, s.pos[unit]) else -2 * _AGAIN
        return -1.0

    def _moves(self, s: TigersState, action: int, path: tuple[int, ...], bonus: int) -> float:
        """A step uphill. By road while it leaves enough to end the move off the road, or where nobody threatens."""
        rules = self.rules
        unit, to, rate = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD, action >> C_SHIFT
        if to in path:
            return -_AGAIN
        pull = self.ground.pull(s, unit)
        here = s.pos[unit]
        side = rules.forces.side_of[unit]
        full = bool(rules.board.bit[to] & s.full[side])
        left = omf(s, unit) + bonus - s.spent[unit] - step_cost(s, unit, here, to, rate, full)
        there = pull(to)
        if left >= 2:
            onward = self.ground.beyond(s, unit, to, (*path, here), left)
            there = max(there, min(onward, self.ways.field(s, unit)[to]) - 0.3)
        gain = there - pull(here)
        if rate == ROAD_RATE:
            tired = left < 2 and self.ways.menace(s, 1 - side)[to] > 0
            return gain - (_TIRED * rules.factor[unit] if tired else -0.05)
        return gain

    def _advance(self, s: TigersState, action: int) -> float:
        """Forward if that is uphill enough to be Disrupted for it."""
        if action & VERB != _ADVANCE:
            return 0.0
        unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
        if to in s.frame[2]:
            return -_AGAIN
        pull = self.ground.pull(s, unit)
        return pull(to) - pull(s.pos[unit]) - (0.0 if s.advanced >> unit & 1 else 0.3)

    def _peiper(self, s: TigersState, action: int) -> float:
        verb = action & VERB
        if verb == _MOVE:
            return self._moves(s, action, (), 0)
        if verb == _ATTACK:
            hexes = self.rules.board.bit[action >> A_SHIFT] | division_hexes(s, self.rules.peiper)
            return self.battles.expected(s, hexes, sum(1 << u for u in party(s)))
        if verb == _EXIT:
            return _OUT
        return 0.05 if verb == _WAIT else 0.0 if verb == _STOP else -1.0

    # --- battles ----------------------------------------------------------------------------------------------------------
    def _assault(self, s: TigersState, side: int, h: int) -> Assault:
        key = (h, bytes(s.pos), bytes(s.status), bytes(s.spent), s.battles, s.bridges, s.turn, s.ruthless)
        found = self._assaults.get(key)
        if found is None:
            if len(self._assaults) > 64:
                self._assaults.clear()
            found = self._assaults[key] = self.battles.assault(s, side, h)
        return found

    def closer_ground(self, s: TigersState, side: int, h: int) -> float:
        """What a hex is worth to whoever attacks it: those on which the German's victory hangs more and more, and those that
        are in the way of his vehicles."""
        aims, board = self.aims, self.rules.board
        worth = aims.ground(s, h)
        if side == GERMAN:
            thrusts = self.ways.thrusts(s)
            worth += min(_OPENED, 0.25 * max(thrusts.get(n, 0) for n in (h, *board.members(board.ring_of[h]))))
        if not board.bit[h] & aims.must:
            return worth
        return max(aims.stake(s, side, h), worth * (1.0 + s.turn / self.rules.turns))

    def _meant(self, s: TigersState, h: int, intent: Intent) -> Assault | None:
        """The attack of the plan on a hex, unless another that can be made now is far better, or it has become hopeless."""
        at = intent.get(h)
        if not at:
            return None
        side = s.frame.side
        found = self.closer.meant(s, side, h, at)
        if found.value <= 0 or found.value < _KEEP_TO_IT * self._assault(s, side, h).value:
            return None
        return found._replace(value=found.value + _PLANNED)

    def _closer_join(self, s: TigersState, answers: Sequence[int], intent: Intent) -> dict[int, float]:
        """Those join whom the plan sent, if it is its attack."""
        side, hexes, units = s.frame
        h = min(self.rules.board.members(hexes))
        at = intent.get(h, {})
        found = self.closer.meant(s, side, h, at) if at else None
        wanted = (found.units if found else 0) | units
        if not found or not wanted or self.closer.expected(s, hexes, wanted) <= 0:
            return {}
        told = {}
        for a in answers:
            if a & VERB == _WITH:
                unit = a >> A_SHIFT
                told[a] = (1.0 if wanted >> unit & 1 else -1.0) * (1.0 + 0.1 * self.rules.factor[unit])
        return told

    def _allocate(self, s: TigersState, action: int) -> float:
        """The best attack next; then the end, or what is owed at the least cost."""
        verb = action & VERB
        if verb == _ATTACK:
            return self._assault(s, s.frame.side, action >> A_SHIFT).value - 0.1
        if verb == _STANDARD:
            return self.battles.standard(s, s.frame.side)
        return -1.0 if verb == _ATTACH else 0.0

    def _join_battle(self, s: TigersState, action: int) -> float:
        verb = action & VERB
        side, hexes, _units = s.frame
        if verb == _WITH:
            unit = action >> A_SHIFT
            wanted = self._assault(s, side, min(self.rules.board.members(hexes))).units
            return 1.0 + 0.1 * self.rules.factor[unit] if wanted >> unit & 1 else -1.0 - 0.1 * self.rules.factor[unit]
        return 0.0 if verb == _SET else -2.0

    def _orders(self, s: TigersState, action: int) -> float:
        h = action >> A_SHIFT & FIELD
        return 0.0 if action >> B_SHIFT else self.battles.stand(s, h)

    def _closer_orders(self, s: TigersState, action: int) -> float:
        """Whoever retreats from a town that has to be held has lost it."""
        h = action >> A_SHIFT & FIELD
        return 0.0 if action >> B_SHIFT else self.battles.stand(s, h, self.aims.stake(s, s.frame.side, h))

    def _closer_advance(self, s: TigersState, action: int) -> float:
        """Not out of a town that has to be held, unless others stay; into one gladly."""
        gain = self._advance(s, action)
        if action & VERB != _ADVANCE:
            return gain
        unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
        side = self.rules.forces.side_of[unit]
        factor = self.rules.factor
        for h, sign in ((s.pos[unit], -1.0), (to, 1.0)):
            others = sum(factor[u] for u in friends_at(s, side, h) if u != unit)
            gain += sign * self.aims.stake(s, side, h) * factor[unit] / max(1, factor[unit] + others)
        return gain

    def _distance(self, s: TigersState, action: int) -> float:
        """As far as possible; into a corner best of all."""
        h, steps = action >> A_SHIFT & FIELD, action >> B_SHIFT
        value = 0.1 * steps
        if steps and s.rolled > _D1:
            for u in range(*self.rules.forces.ranges[1 - s.frame.side]):
                if s.defenders >> u & 1 and s.pos[u] == h and not routes_of(s, u, steps, s.rolled):
                    value += self.rules.factor[u]
        return value
