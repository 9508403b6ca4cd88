"""A plain appreciation of a declared game: what units and hexes are worth, read from the declarations alone.

Strength is worth what it says; hexes that are held are worth a share of it; a result of combat is worth what its sequel does.
So a game has a recruit and a passable officer from the first day; a better one is written by hand when the game is known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any

from echelon.core.appreciation import NO_INTENT, Intent
from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, FIELD
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import sets
from echelon.mechanics.fast.rules import KitRules

__all__ = ["KitAppreciation", "KitEstimate"]

WON = 1000.0
ENEMY = 0.4  # of the worth of an enemy unit, for being near it
GUARD = 0.5  # of the worth of a held hex, for standing in it
PUSHED = 0.35  # of the worth of units, for driving them back
CUT_OFF = 0.4  # of the worth of a unit, lost when it has no supply
FAR = 10_000
FUTILE = -0.05


class KitAppreciation:
    """Of one side's prospects. Made once for the rules of a game; keeps nothing of a state."""

    def __init__(self, rules: KitRules) -> None:
        self.rules, self.game, self.fast = rules, rules.fast.game, rules.fast
        combat = self.game.combat
        self.fighting = self.fast.fighting[combat] if combat is not None else None
        self.moves = next(iter(self.game.moves), None)
        column = combat.odds.attack.column if combat is not None else ""
        self.units = tuple(max(1.0, float(unit.number(column, 1))) for unit in rules.forces.units)
        self.goals = {h: holding for holding in self.game.holdings for h in rules.board.members(self._all(holding))}
        side = [sum(self.units[u] for u in range(*rules.ranges[i])) for i in (0, 1)]
        self.hold = 0.75 * sum(side) / 2 / max(len(self.goals), 1)
        points = self.moves.points.column if self.moves is not None else ""
        self.strides = tuple(max(unit.number(points, 1) * rules.system.play.per, 1) for unit in rules.forces.units)
        self._ways: dict[tuple[int, int], list[int]] = {}

    def _all(self, holding: Any) -> int:
        found: int = getattr(self.rules, self.fast.names.of(holding.hexes)) if holding.hexes.fixed else 0
        return found

    # --- states -------------------------------------------------------------------------------------------------------
    def worth(self, state: Any, side: int) -> float:
        """Who has won; else units on the map, hexes that are held, and how near units are to what they go for."""
        found = self._balance(state)
        return found if side == 0 else -found

    def _balance(self, s: Any) -> float:
        if s.outcome is not None:
            return 0.0 if s.outcome.winner is None else WON if s.outcome.winner == 0 else -WON
        found, supply = 0.0, self.game.supply
        for u, h in enumerate(s.pos):
            if h == self.rules.gone:
                continue
            worth = self.units[u]
            if supply is not None and not self.fast.among(s, supply.mark, u):
                worth *= 1 - CUT_OFF
            if h < self.rules.off:
                worth += 0.1 * self.pull(s, u)(h)
            found += worth if self.rules.side_of[u] == 0 else -worth
        for h, holding in self.goals.items():
            found += self.hold if getattr(s, holding.field) & self.rules.bit[h] else -self.hold
        return found

    def pull(self, state: Any, unit: int) -> Callable[[int], float]:
        """Of a hex, how good it is for a unit to be there: near hexes of the enemy's, its own that nobody guards, enemies."""
        side, rules = self.rules.side_of[unit], self.rules
        goals: dict[int, float] = {}
        for h in rules.board.members(state.own0 if side else state.own1):
            goals[h] = ENEMY * sum(self.units[u] for u in bits_of(state.at[h]))
        for h, holding in self.goals.items():
            mine = bool(getattr(state, holding.field) & rules.bit[h]) == (side == 0)
            guarded = any(u != unit for u in bits_of(state.at.get(h, 0) & rules.of_side[side]))
            goals[h] = goals.get(h, 0.0) + self.hold * (1.0 if not mine else 0.0 if guarded else GUARD)
        tables = [(worth, self._costs(unit, h)) for h, worth in goals.items() if worth > 0]
        stride = self.strides[unit]
        return lambda h: max((worth / (1.0 + costs[h] / stride) for worth, costs in tables), default=0.0)

    def _costs(self, unit: int, goal: int) -> list[int]:
        """What it costs a unit like this one to come to a hex from every other, units left out of account."""
        m = self.moves.name if self.moves is not None else ""
        way = getattr(self.rules, f"{m}_way")[unit] if m else 0
        if (way, goal) not in self._ways:
            costs, queue = [FAR] * self.rules.board.n, [(0, goal)]
            costs[goal] = 0
            steps = getattr(self.rules, f"{m}_steps")[way] if m else None
            while queue:
                cost, here = heappop(queue)
                if cost > costs[here]:
                    continue
                near = steps[here] if steps else [(1, b, bit) for b, bit, _side in self.rules.board.near[here]]
                for price, there, _bit in near:
                    if cost + price < costs[there]:
                        costs[there] = cost + price
                        heappush(queue, (cost + price, there))
            self._ways[way, goal] = costs
        return self._ways[way, goal]

    # --- battles ------------------------------------------------------------------------------------------------------
    def battle(self, s: Any, side: int, h: int, attackers: int) -> float:
        """What an attack is expected to bring: each result by what its sequel does."""
        fighting = self.fighting
        if fighting is None or not attackers:
            return 0.0
        odding = fighting.odding
        defenders = s.at.get(h, 0) & self.rules.of_side[1 - side]
        ours = [self.units[u] for u in bits_of(attackers)]
        theirs = sum(self.units[u] for u in bits_of(defenders))
        at, total = odding.column(s, side, h, attackers), 0.0
        for number, chance in odding.chances.items():
            _index, result = fighting.results[odding.result(s, side, h, attackers, number, at)]
            total += float(chance) * sum(self._part(part, ours, theirs, h) for part in result.sequel)
        return total

    def _part(self, part: c.Sequel, ours: list[float], theirs: float, h: int) -> float:
        mine = getattr(part, "group", "") == "attackers"
        if isinstance(part, c.Lose):
            return -sum(ours) if mine else theirs
        if isinstance(part, c.Pay):
            return -min(ours) * part.units if part.worth is None else -min(theirs, sum(ours))
        if isinstance(part, c.Retreat):
            return -PUSHED * sum(ours) if mine else PUSHED * theirs
        return self.hold if h in self.goals else 0.1

    def opinions(self, state: Any, answers: Sequence[int]) -> Sequence[float | None]:
        """Of attacks by their odds, of picking a unit by where it could go, of losses by what is lost."""
        return [self._opinion(state, action) for action in answers]

    def _opinion(self, s: Any, action: int) -> float | None:
        name, f = s.rules.verbs.verb(action).name, s.frame
        first = action >> A_SHIFT & FIELD
        if name in ("end", "stop", "stay"):
            return 0.0
        if name == "take":
            return self._errand(s, first)
        if name == "attack":
            return self.battle(s, f.side, first, self._able(s, f.side, first)) + FUTILE
        if name == "with":
            gain = self.battle(s, f.side, f.hex, f.attackers | 1 << first) - self.battle(s, f.side, f.hex, f.attackers)
            return max(gain, 0.01) if not f.attackers else gain
        if name == "fight":
            return 0.02
        return -self.units[first] if name == "lose" else None

    def _errand(self, s: Any, unit: int) -> float:
        """How much better a unit could stand by moving."""
        pull = self.pull(s, unit)
        assert self.moves is not None
        reach = self.fast.moving[self.moves].ranges(s, unit)
        return max((pull(h) for h in reach), default=-1.0) - pull(s.pos[unit]) + FUTILE

    def _able(self, s: Any, side: int, h: int) -> int:
        """All who could attack a hex from where they stand."""
        assert self.fighting is not None
        join = self.fighting.frames["join"]((side, h, 0))
        found = 0
        for action in self.fighting.legal_join(s, join):
            found |= 1 << (action >> A_SHIFT)
        return found

    # --- plans --------------------------------------------------------------------------------------------------------
    def estimate(self, state: Any, side: int) -> KitEstimate | None:
        """What there is to say for the movement that is open."""
        asked = any(state.frame.kind.name == f"{moves.name}.pick" for moves in self.game.moves)
        return KitEstimate(self, state, side) if asked and state.frame.side == side else None

    def rough(self) -> KitRough:
        """For rehearsals, which know the same ways."""
        found = KitRough(self.rules)
        found._ways = self._ways
        return found

    def deliberate(self, state: Any, answers: Sequence[int], intent: Intent = NO_INTENT) -> Mapping[int, float]:
        """Nothing closer than `opinions`."""
        return {}


class KitRough(KitAppreciation):
    """The same, for games that are only played in the mind."""

    def heed(self, unit: int, side: int) -> float:
        """How far a unit has come tells in where it stands."""
        return 0.0

    def measure(self, state: Any, side: int, come: float) -> float:
        """What a rehearsal has come to."""
        return self.worth(state, side) + come

    def foresee(self, state: Any, answers: Sequence[int]) -> Mapping[int, float]:
        """Everything is rehearsed."""
        return {}


class KitEstimate:
    """What one movement of a side is worth, piece by piece."""

    neglect = 0.0

    def __init__(self, known: KitAppreciation, state: Any, side: int) -> None:
        self.known, self.state, self.side = known, state, side
        self.rules, self.fast = known.rules, known.fast
        self._pulls: dict[int, Callable[[int], float]] = {}
        self._enemies = self.fast.hexes(state, sets.ENEMY, side)

    def settle(self, at: Mapping[int, int]) -> None:
        """Sites are judged by themselves."""

    def ready(self, state: Any, unit: int) -> bool:
        """Could it attack, as far as it is its own affair?"""
        combat = self.known.game.combat
        idle = [bar.who for bar in combat.attack.bars if bar.personal] if combat is not None else []
        return combat is not None and not any(self.fast.among(state, who, unit) for who in (*idle, combat.attack.mark))

    def spent(self, state: Any, unit: int) -> int:
        """What it has spent on its move."""
        frame, moves = state.frame, self.known.moves
        if moves is None or getattr(frame, "unit", -1) != unit or "left" not in frame.fields:
            return 0
        return int(self.fast.value(moves.points)(state, unit) - frame.left)

    def reward(self, state: Any, unit: int) -> float:
        """Nobody leaves the map."""
        return 0.0

    def can_wait(self, unit: int, place: int, spent: int) -> bool:
        """There is one movement in a player-turn."""
        return False

    def site(self, unit: int, place: int) -> float:
        """How near it is to what it goes for."""
        if place >= self.rules.off:
            return 0.0
        if unit not in self._pulls:
            self._pulls[unit] = self.known.pull(self.state, unit)
        return self._pulls[unit](place)

    def targets(self, unit: int, place: int) -> Sequence[int]:
        """The enemy's hexes it could attack from a place."""
        if self.known.fighting is None or place >= self.rules.off or not self.ready(self.state, unit):
            return ()
        reach = self.rules.strike[self.rules.attack_way[unit]][place] & self._enemies
        return tuple(self.rules.board.members(reach))

    def owes(self, unit: int, place: int) -> Sequence[int]:
        """Nobody must attack."""
        return ()

    def _placed(self, at: Mapping[int, int]) -> Any:
        trial = self.state.copy()
        for unit, place in at.items():
            self.fast.shift(trial, unit, place)
        return trial

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """What an attack is worth, by units that stand there."""
        return self.known.battle(self._placed(at), self.side, target, sum(1 << unit for unit in at))

    def stand(self, place: int, units: tuple[int, ...]) -> float:
        """Nothing by itself, but for too many in a hex."""
        if place < self.rules.off:
            for limit in self.known.game.stacking:
                weight = getattr(self.rules, f"{limit.name}_weight", None)
                if sum(weight[u] if weight else 1 for u in units) > limit.most:
                    return -100.0
        return 0.0

    def posts(self, reach: Mapping[int, Collection[int]]) -> Mapping[int, float]:
        """No post is worth more than its site."""
        return {}

    def bars(self, units: tuple[int, ...]) -> float:
        """So nobody holds one."""
        return 0.0

    def odds(self, target: int, at: Mapping[int, int]) -> str:
        """The column of an attack, in the rules' words."""
        if self.known.fighting is None or not at:
            return ""
        odding = self.known.fighting.odding
        mask = sum(1 << unit for unit in at)
        return str(odding.columns[odding.column(self._placed(at), self.side, target, mask)])
