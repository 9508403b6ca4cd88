"""What Montélimar is about, for computer players: the Germans come out along two roads, the Allies stand in their way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from heapq import heappop, heappush
from operator import add
from statistics import fmean
from typing import TYPE_CHECKING

from echelon.core.appreciation import NO_INTENT, Intent
from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, FIELD, VERB
from echelon.systems.colonnes.estimate import LOSSES, ColonnesEstimate, Odds, worthwhile
from echelon.systems.colonnes.facts.compiled import LIMIT, ColonnesRules
from echelon.systems.colonnes.facts.ground import step_rows, terrain_shift, total
from echelon.systems.colonnes.facts.score import exit_points, points
from echelon.systems.colonnes.facts.units import phasing, steps_left
from echelon.systems.colonnes.frames import VERBS, Attackers, AttackSupport, DefenceSupport, Pick, Step, Target
from echelon.systems.colonnes.play.odds import Combat, attack_sum, basic_column, combat, moved_column
from echelon.systems.colonnes.play.values import attack_of, defence_sum
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

if TYPE_CHECKING:
    from echelon.systems.colonnes.rough import RoughAppreciation

__all__ = ["ColonnesAppreciation"]

_ATTACK, _WITH, _SPEND, _SUPPORT = (VERBS.code(verb) for verb in ("attack", "with", "spend", "support"))
_TAKE, _STOP, _EXIT = (VERBS.code(verb) for verb in ("take", "stop", "exit"))

# what a result is worth to the attacker, in points: steps of either side, and ground gained
_RESULT = {
    "A2": -2.0, "A1": -1.0, "NE": -0.1, "EX": 0.0, "D1": 0.6, "D2": 0.9, "D1*": 1.6, "D2*": 1.9, "DE": 3.0,
}  # fmt: skip
_FUTILE = -3.0  # an attack that cannot be made
_STEP = 0.8  # of a step on the map
_FAR = 200  # half points: nowhere
_PRICE = 0.35  # what a logistic column must bring


class ColonnesAppreciation:
    """Distances along the roads, worked out once for a map; what the sides go for."""

    def __init__(self, rules: ColonnesRules) -> None:
        self.rules = rules
        table = rules.combat_table
        self.columns = tuple(
            Odds(*(sum(LOSSES[row[at]][i] for row in table) / len(table) for i in range(3))) for at in range(len(rules.ratios))
        )
        self.results = tuple(fmean(_RESULT[row[at]] for row in table) for at in range(len(rules.ratios)))
        foot = next(iter(bits_of(rules.infantry)), 0)
        wheels = next(iter(bits_of(rules.motorised)), 0)
        exits = rules.board.members(rules.exits)
        self.order = (*range(*rules.forces.ranges[GERMAN]), *range(*rules.forces.ranges[ALLIED]))
        self.way_out = tuple(self._costs(exits, unit) for unit in (foot, wheels))
        self.corridor = self._corridor(wheels)
        self.posts = self._posts()
        self.ways = {h: tuple(self._costs([h], unit) for unit in (foot, wheels)) for h, _worth in self.posts}

    def _corridor(self, unit: int) -> int:
        """The shortest way out from Montélimar, and the hexes beside it."""
        rules = self.rules
        out = self.way_out[1]
        start = rules.board.members(rules.montelimar)
        way = 0
        if start:
            costs = self._costs(start, unit)
            way = sum(rules.board.bit[h] for h in range(rules.board.n) if costs[h] + out[h] <= out[start[0]] + 2)
        return rules.cut | way | rules.board.lattice.ring(way)

    def _posts(self) -> list[tuple[int, float]]:
        """Where the Allies want to stand, and how much: on the N7, at the exits, on the heights, in the towns."""
        rules = self.rules
        found: dict[int, float] = {}
        for hexes, worth in (
            (rules.dominant, 4.0), (rules.crest, 3.0), (rules.montelimar, 4.0), (rules.exits, 14.0), (rules.cut, 9.0),
        ):  # fmt: skip
            for h in rules.board.members(hexes):
                found[h] = worth
        return sorted(found.items())

    def _costs(self, goals: Iterable[int], unit: int) -> list[int]:
        """Half points from every hex to the nearest of these for a unit like this one, enemies left out of account."""
        board = self.rules.board
        costs = [_FAR] * board.n
        queue: list[tuple[int, int]] = []
        for h in goals:
            costs[h] = 0
            heappush(queue, (0, h))
        while queue:
            cost, here = heappop(queue)
            if cost > costs[here]:
                continue
            for other, _bit, _side in board.near[here]:
                step = total(step_rows(self.rules, unit, other, here))
                if step is not None and cost + step < costs[other]:
                    costs[other] = cost + step
                    heappush(queue, (cost + step, other))
        return costs

    # --- states -------------------------------------------------------------------------------------------------------
    def worth(self, s: ColonnesState, side: int) -> float:
        """Points as they stand, and steps on the map with how far the Germans' have still to go."""
        left = self.left(s)
        german = reduce(add, (self.part(s, u, left) for u in self.order), self.lead(s))
        return german if side == GERMAN else -german

    @staticmethod
    def lead(s: ColonnesState) -> float:
        """The points as they stand, for the Germans."""
        return float(points(s, GERMAN) - points(s, ALLIED))

    def left(self, s: ColonnesState) -> int:
        """Player turns that are left, the present one counted half."""
        return 2 * (self.rules.turns - s.turn) + 1

    def part(self, s: ColonnesState, u: int, left: int) -> float:
        """What a unit on the map adds for the Germans: of their own, by the hope to leave it in the player turns left."""
        rules = self.rules
        if s.pos[u] >= rules.board.n:
            return 0.0
        if rules.forces.side_of[u] == ALLIED:
            return -_STEP * steps_left(s, u)
        if rules.columns >> u & 1:
            return 0.0
        far = self.way_out[rules.motorised >> u & 1][s.pos[u]] / (2 * max(1, rules.movement[u]))
        hope = max(0.0, min(1.0, 0.5 + (left - 2 * far) / 20))
        return hope * exit_points(s, u, steps_left(s, u)) * _STEP

    # --- places -------------------------------------------------------------------------------------------------------
    def pull(self, s: ColonnesState, unit: int) -> Callable[[int], float]:
        """The Germans out; the Allies to posts that are not well held yet. Who does not fight keeps away from the enemy."""
        rules = self.rules
        way, bit = rules.motorised >> unit & 1, rules.board.bit
        side = rules.forces.side_of[unit]
        feared = 0 if rules.combat >> unit & 1 else zone(s, 1 - side)
        if side == GERMAN:
            costs = self.way_out[way]
            return lambda h: -0.5 * costs[h] - (6.0 if bit[h] & feared else 0.0)
        posts = self._open_posts(s, unit, way)

        def good(h: int) -> float:
            best = max((worth - 0.5 * costs[h] for worth, costs in posts), default=0.0)
            return best - 0.3 * terrain_shift(rules, h) - (3.0 if bit[h] & feared else 0.0)

        return good

    def _open_posts(self, s: ColonnesState, unit: int, way: int) -> list[tuple[float, list[int]]]:
        """The posts by what they are worth to a unit now, with the ways there."""
        rules = self.rules
        held: dict[int, int] = {}
        for u in range(*rules.forces.ranges[ALLIED]):
            if u != unit:
                held[s.pos[u]] = held.get(s.pos[u], 0) + rules.stack[u]
        found = []
        for h, worth in self.posts:
            worth += 1.0 if rules.board.bit[h] & s.counters[GERMAN] else 0.0
            there = held.get(h, 0)
            worth *= 1.0 if there == 0 else 0.6 if there < LIMIT - 2 else 0.1
            found.append((worth, self.ways[h][way]))
        return found

    # --- plans --------------------------------------------------------------------------------------------------------
    def estimate(self, s: ColonnesState, side: int) -> ColonnesEstimate | None:
        """Where a movement is open and nobody is under way."""
        return ColonnesEstimate(self, s, side) if isinstance(s.frame, Pick) else None

    def deliberate(self, s: ColonnesState, answers: Sequence[int], intent: Intent = NO_INTENT) -> dict[int, float]:
        """Of attacks, what they bring in points with all that both sides can put in; a glance does not see what steps cost."""
        if not isinstance(s.frame, Target):
            return {}
        estimate = ColonnesEstimate(self, s, s.frame.side)
        return {a: estimate.attack(a >> A_SHIFT & FIELD) if a & VERB == _ATTACK else 0.0 for a in answers}

    def rough(self) -> RoughAppreciation:
        """For rehearsals."""
        from echelon.systems.colonnes.rough import RoughAppreciation

        return RoughAppreciation(self)

    # --- answers ------------------------------------------------------------------------------------------------------
    def opinions(self, s: ColonnesState, answers: Sequence[int]) -> Sequence[float | None]:
        """Moves by their pull, attacks by the exact chances of the column that the engine finds."""
        frame = s.frame
        if isinstance(frame, Attackers | AttackSupport | DefenceSupport):
            return self._joined(s, answers)
        if isinstance(frame, Pick):
            return [self.eager(s, a) for a in answers]
        if isinstance(frame, Step):
            return [40.0 if a & VERB == _EXIT else 0.0 if a & VERB == _STOP else None for a in answers]
        if isinstance(frame, Target):
            return [self._attack(s, a) if a & VERB == _ATTACK else 0.0 for a in answers]
        return [None] * len(answers)

    def eager(self, s: ColonnesState, action: int) -> float:
        """How much a unit that is taken would gain by its first step; of the Germans those nearest to the exits go first."""
        if action & VERB != _TAKE:
            return 0.0
        unit = action >> A_SHIFT & FIELD
        here = s.pos[unit]
        if self.rules.forces.side_of[unit] == GERMAN and self.rules.board.bit[here] & self.rules.exits:
            return 30.0
        pull = self.pull(s, unit)
        gain = max(pull(h) for h, _bit, _side in self.rules.board.near[here]) - pull(here)
        return gain if gain > 0 else -1.0

    def _attack(self, s: ColonnesState, action: int) -> float:
        """The attack with everybody who is of use in it, if that is worth it."""
        side, target = phasing(s), action >> A_SHIFT & FIELD
        attackers = sum(1 << u for u in worthwhile(s, side, target))
        bonus = 1.0 if self.rules.board.bit[target] & (self.corridor | self.rules.exits) else 0.0
        return self._fought(s, Combat(side, target, attackers, 0, 0), {}) - 0.15 + bonus

    def _joined(self, s: ColonnesState, answers: Sequence[int]) -> list[float]:
        """What each who joins changes; the side that is attacked sees it the other way round."""
        sign = -1.0 if isinstance(s.frame, DefenceSupport) else 1.0
        c, known = combat(s, phasing(s)), self.fights(s)
        side, target, attackers, spent, backing = c
        now = self._fought(s, c, known)
        found = []
        for action in answers:
            verb, bit = action & VERB, 1 << (action >> A_SHIFT)
            if verb == _WITH:
                gain = self._fought(s, Combat(side, target, attackers | bit, spent, backing), known)
            elif verb == _SPEND:
                gain = self._fought(s, Combat(side, target, attackers, spent | bit, backing), known)
            elif verb == _SUPPORT:
                gain = self._fought(s, Combat(side, target, attackers, spent, backing | bit), known)
            else:
                found.append(0.0)
                continue
            idle = verb == _WITH and not attack_of(s, action >> A_SHIFT) and gain <= now
            found.append(sign * (gain - now) - (_PRICE if idle or verb == _SPEND else 0.02))
        return found

    def fights(self, s: ColonnesState) -> dict[Combat, float]:
        """What combats are worth as everybody stands, as far as that is known."""
        return {}

    def _fought(self, s: ColonnesState, c: Combat, known: dict[Combat, float]) -> float:
        """What a combat is worth to the attacker."""
        value = known.get(c)
        if value is None:
            basic = basic_column(s, attack_sum(s, c.attackers), defence_sum(s, 1 - c.side, c.target))
            value = known[c] = _FUTILE if basic < 0 else self.results[moved_column(s, c, basic)]
        return value
