"""The appreciation as the players know it: the question that is open, put to what judges it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from echelon.core.appreciation import NO_INTENT, Intent
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.systems.tigers import frames
from echelon.systems.tigers.appreciation.aims import Aims
from echelon.systems.tigers.appreciation.battles import Assault, Battles, Front
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
from echelon.systems.tigers.play.retreat import forced_off, routes_of
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


Judge = Callable[[TigersState, Sequence[int]], Sequence[float | None]]


def _each(judge: Callable[[TigersState, int], float]) -> Judge:
    """Answers that have nothing in common."""
    return lambda s, answers: [judge(s, action) for action in answers]


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
        self._assaults: dict[tuple[object, ...], tuple[Front, dict[int, Assault]]] = {}
        self._asked: dict[type, Judge] = {
            frames.Dump: _each(lambda s, a: self.support.hidden(s, a >> A_SHIFT)),
            frames.Mode: _each(lambda s, a: -float(a >> A_SHIFT)),
            frames.Place: _each(self._place),
            frames.First: _each(lambda s, a: 0.0 if a & VERB == VERBS.code("keep") else -1.0),
            frames.Drop: _each(lambda s, a: self.support.drop(s, a >> A_SHIFT)),
            frames.Prayer: _each(lambda s, a: self._yes(a, s.turn * 2 >= self.rules.turns)),
            frames.Enter: self._enter,
            frames.Armor: _each(lambda s, a: 1.0 if a & VERB == _COMBINE else 0.0 if a == VERBS.code("end") else -1.0),
            frames.Combine: _each(lambda s, a: 0.0),
            frames.Ruthless: _each(lambda s, a: self._yes(a, s.turn >= self.rules.turns - 1)),
            frames.Pick: _each(self._pick),
            frames.Step: self._step,
            frames.Overstack: _each(lambda s, a: -self._price(s, a >> A_SHIFT)),
            frames.Allocate: _each(self._allocate),
            frames.Battle: self._join_battle,
            frames.Bomb: self.support.air,
            frames.Intercept: self.support.air,
            frames.Resupply: self.support.air,
            frames.Fight: _each(lambda s, a: self.battles.fight(s, a >> A_SHIFT) if a & VERB == _FIGHT else 0.0),
            frames.Ask: _each(lambda s, a: self._yes(a, True)),
            frames.Claim: _each(lambda s, a: self._yes(a, True)),
            frames.Orders: _each(self._orders),
            frames.Losses: _each(lambda s, a: -self._price(s, a >> A_SHIFT)),
            frames.Distance: _each(self._distance),
            frames.Withdraw: _each(lambda s, a: 0.0 if a == VERBS.code("finish") else -0.5),
            frames.Blow: _each(lambda s, a: 1.0 if a & VERB == _BLOW else 0.0),
            frames.Advance: self._advance,
            frames.Peiper: self._peiper,
            frames.Bridges: self.support.bridges,
            frames.Entrench: _each(lambda s, a: 1.0 if a & VERB == _DIG else 0.0),
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
            return self._closer_advance(s, answers)
        return {}

    def rough(self) -> RoughAppreciation:
        """For rehearsals."""
        from echelon.systems.tigers.appreciation.rough import RoughAppreciation

        return RoughAppreciation(self.rules)

    def opinions(self, s: TigersState, answers: Sequence[int]) -> Sequence[float | None]:
        """By the kind of the question; None where uphill is all there is to say."""
        judge = self._asked.get(type(s.frame))
        return [None] * len(answers) if judge is None else judge(s, answers)

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

    def _enter(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        found, pulls = [], dict[int, Pull]()
        for action in answers:
            if action & VERB != _ENTER:
                found.append(0.0)
                continue
            unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
            if unit not in pulls:
                pulls[unit] = cache(self.ground.pull(s, unit))  # into a hex there may be two ways
            by_road = action >> C_SHIFT == ROAD_RATE
            found.append(100.0 + pulls[unit](h) + (0.2 if by_road and self.rules.way[unit] else 0.0))
        return found

    # --- movement ---------------------------------------------------------------------------------------------------------
    def _pick(self, s: TigersState, action: int) -> float:
        """Everybody is taken in hand once, the strongest first; who has nowhere to go stays."""
        if action & VERB != _TAKE:
            return 0.0
        return 1.0 + 0.1 * self.rules.factor[action >> A_SHIFT]

    def _step(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        _side, unit, _units, path = s.frame
        steps: Callable[[int], float] | None = None
        found = []
        for action in answers:
            verb = action & VERB
            if verb == _MOVE:
                if steps is None:
                    bonus = bonus_of(s, unit, path) if unit == self.rules.peiper else BONUS
                    steps = self._moves(s, unit, tuple(row[0] for row in path), bonus)
                gain = steps(action)
            elif verb == _EXIT:
                gain = _OUT
            elif verb == _ATTACH:
                gain = 0.5
            elif verb == _STOP:
                mover = action >> A_SHIFT
                gain = 0.0 if self.ground.room(s, mover, s.pos[mover]) else -2 * _AGAIN
            else:
                gain = -1.0
            found.append(gain)
        return found

    def _moves(self, s: TigersState, unit: int, path: tuple[int, ...], bonus: int) -> Callable[[int], float]:
        """Of steps: uphill. By road while it leaves enough to end the move off the road, or where nobody threatens."""
        rules = self.rules
        pull, here = self.ground.pull(s, unit), s.pos[unit]
        now, side = pull(here), rules.forces.side_of[unit]

        def good(action: int) -> float:
            to, rate = action >> B_SHIFT & FIELD, action >> C_SHIFT
            if to in path:
                return -_AGAIN
            full = bool(rules.board.bit[to] & s.full[side])
            left = omf(s, unit) + bonus - s.spent[unit] - step_cost(s, unit, here, to, rate, full)
            there = pull(to)
            if left >= 2:
                onward = self.ground.beyond(s, unit, to, (*path, here), left)
                there = max(there, min(onward, self.ways.field(s, unit)[to]) - 0.3)
            gain = there - now
            if rate == ROAD_RATE:
                tired = left < 2 and self.ways.menace(s, 1 - side)[to] > 0
                return gain - (_TIRED * rules.factor[unit] if tired else -0.05)
            return gain

        return good

    def _advance(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        """Forward if that is uphill enough to be Disrupted for it."""
        found, pulls = [], dict[int, tuple[Pull, float]]()
        for action in answers:
            unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
            if action & VERB != _ADVANCE:
                found.append(0.0)
            elif to in s.frame[2]:
                found.append(-_AGAIN)
            else:
                if unit not in pulls:
                    pull = self.ground.pull(s, unit)
                    pulls[unit] = pull, pull(s.pos[unit])
                pull, now = pulls[unit]
                found.append(pull(to) - now - (0.0 if s.advanced >> unit & 1 else 0.3))
        return found

    def _peiper(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        steps: Callable[[int], float] | None = None
        found = []
        for action in answers:
            verb = action & VERB
            if verb == _MOVE:
                steps = steps or self._moves(s, self.rules.peiper, (), 0)
                gain = steps(action)
            elif verb == _ATTACK:
                hexes = self.rules.board.bit[action >> A_SHIFT] | division_hexes(s, self.rules.peiper)
                gain = self.battles.expected(s, hexes, sum(1 << u for u in party(s)))
            elif verb == _EXIT:
                gain = _OUT
            else:
                gain = 0.05 if verb == _WAIT else 0.0 if verb == _STOP else -1.0
            found.append(gain)
        return found

    # --- battles ----------------------------------------------------------------------------------------------------------
    def _assault(self, s: TigersState, side: int, h: int) -> Assault:
        key = (side, bytes(s.pos), bytes(s.status), bytes(s.spent), s.battles, s.bridges, s.turn, s.ruthless)
        known = self._assaults.get(key)
        if known is None:
            if len(self._assaults) > 64:
                self._assaults.clear()
            known = self._assaults[key] = self.battles.front(s, side), {}
        front, found = known
        if h not in found:
            found[h] = self.battles.assault(s, side, h, front)
        return found[h]

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

    def _join_battle(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        side, hexes, _units = s.frame
        h, factor = min(self.rules.board.members(hexes)), self.rules.factor
        found = []
        for action in answers:
            if action & VERB == _WITH:
                unit = action >> A_SHIFT
                wanted = self._assault(s, side, h).units >> unit & 1
                found.append(1.0 + 0.1 * factor[unit] if wanted else -1.0 - 0.1 * factor[unit])
            else:
                found.append(0.0 if action & VERB == _SET else -2.0)
        return found

    def _orders(self, s: TigersState, action: int) -> float:
        h = action >> A_SHIFT & FIELD
        return 0.0 if action >> B_SHIFT else self.battles.stand(s, h)

    def _closer_orders(self, s: TigersState, action: int) -> float:
        """Whoever retreats from a town that has to be held has lost it."""
        h = action >> A_SHIFT & FIELD
        return 0.0 if action >> B_SHIFT else self.battles.stand(s, h, self.aims.stake(s, s.frame.side, h))

    def _closer_advance(self, s: TigersState, answers: Sequence[int]) -> dict[int, float]:
        """Not out of a town that has to be held, unless others stay; into one gladly."""
        factor, found = self.rules.factor, {}
        for action, gain in zip(answers, self._advance(s, answers), strict=True):
            if action & VERB == _ADVANCE:
                unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
                side = self.rules.forces.side_of[unit]
                for h, sign in ((s.pos[unit], -1.0), (to, 1.0)):
                    stake = self.aims.stake(s, side, h)
                    if stake:
                        others = sum(factor[u] for u in friends_at(s, side, h) if u != unit)
                        gain += sign * stake * factor[unit] / max(1, factor[unit] + others)
            found[action] = gain
        return found

    def _distance(self, s: TigersState, action: int) -> float:
        """As far as possible; into a corner or off the map best of all."""
        h, steps = action >> A_SHIFT & FIELD, action >> B_SHIFT
        value = 0.1 * steps
        for u in range(*self.rules.forces.ranges[1 - s.frame.side]) if steps else ():
            if s.defenders >> u & 1 and s.pos[u] == h and not routes_of(s, u, steps, s.rolled):
                lost = s.rolled > _D1 or forced_off(s, u, steps, s.rolled)
                value += self.rules.factor[u] if lost else 0
        return value
