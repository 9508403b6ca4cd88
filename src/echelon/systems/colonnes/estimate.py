"""What a movement is worth in Montélimar: sites on the way out or across it, battles by the engine's odds, stacks that hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from echelon.core.fields import bits_of
from echelon.mechanics.odds import ratio_column
from echelon.systems.colonnes.facts.compiled import LIMIT
from echelon.systems.colonnes.facts.ground import terrain_shift
from echelon.systems.colonnes.facts.score import exit_points
from echelon.systems.colonnes.facts.units import friends_at, steps_left
from echelon.systems.colonnes.play.combat import can_attack
from echelon.systems.colonnes.play.odds import Combat, attack_sum, basic_column, final_column, is_allowed, moved_column
from echelon.systems.colonnes.play.support import helpful_columns, helpful_hqs
from echelon.systems.colonnes.play.values import allowance, attack_of, defence_of, defence_sum
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

if TYPE_CHECKING:
    from echelon.systems.colonnes.appreciation import ColonnesAppreciation

__all__ = ["LOSSES", "ColonnesEstimate", "Odds", "worthwhile"]

CROWDED = -50.0
_COUNTED_ON = 0.6  # of what the enemy could bring against a hex, what he will
_FEAR = 0.7  # of what his best attack is worth to him, what it is worth to prevent it
_SPENT = {GERMAN: 0.35, ALLIED: 0.15}  # a logistic column
_STRAYED = 0.5  # a unit out of its headquarters' range
_PACE = {GERMAN: 0.05, ALLIED: 0.3}  # Germans: a half point on the way, for each exit point; Allies: of the pull of posts
# steps lost by the attacker and by the defender, and is the defender driven off?
LOSSES = {
    "A2": (2, 0, 0), "A1": (1, 0, 0), "NE": (0, 0, 0), "EX": (1, 1, 0), "D1": (0, 0, 1), "D2": (0, 0, 1),
    "D1*": (0, 1, 1), "D2*": (0, 1, 1), "DE": (0, 2, 1),
}  # fmt: skip


def _best(hqs: Sequence[int], support: Sequence[int]) -> int:
    """The headquarters with the most support, as a mask."""
    return 1 << max(hqs, key=lambda hq: support[hq]) if hqs else 0


def worthwhile(s: ColonnesState, side: int, target: int) -> list[int]:
    """Who should attack a hex: of the units worth nothing now only one that betters the column, by a concentric attack."""
    units = can_attack(s, side, target)
    found = [u for u in units if attack_of(s, u)]
    if len(found) == len(units):
        return units
    c = Combat(side, target, sum(1 << u for u in found), 0, 0)
    for unit in units:
        more = c._replace(attackers=c.attackers | 1 << unit)
        if more != c and final_column(s, more) > final_column(s, c):
            found.append(unit)
            c = more
    return found


class Odds(NamedTuple):
    """A column of the combat table, gathered."""

    attacker: float
    defender: float
    driven: float


class ColonnesEstimate:
    """Made for one movement of one side."""

    neglect = 0.0  # nobody has to attack

    def __init__(self, appreciation: ColonnesAppreciation, s: ColonnesState, side: int) -> None:
        self.appreciation, self.side = appreciation, side
        self.rules = rules = s.rules
        self.state = s.copy()  # the side's units stand here as plans put them
        self.here = s
        self.columns = appreciation.columns
        self.zone = zone(s, 1 - side)
        self.left = rules.turns - s.turn
        self._pulls: dict[int, Callable[[int], float]] = {}
        self._prices: dict[int, float] = {}
        self._grounds: dict[int, float] = {}

    @cached_property
    def danger(self) -> tuple[list[float], int]:
        """By hex, what the enemy could bring; and the hexes near his fighters."""
        return self._menace(self.here, 1 - self.side)

    # --- the way ----------------------------------------------------------------------------------------------------------
    def settle(self, at: Mapping[int, int]) -> None:
        """Posts that somebody goes to already draw others less."""
        for unit, place in at.items():
            self.state.pos[unit] = place
        self._pulls.clear()

    def ready(self, state: ColonnesState, unit: int) -> bool:
        """Whoever has moved can attack."""
        return True

    def spent(self, state: ColonnesState, unit: int) -> int:
        """Half points."""
        frame = state.frame
        left = frame[2] if len(frame) == 4 and frame[1] == unit else 0
        return allowance(self.here, unit) - left

    def reward(self, state: ColonnesState, unit: int) -> float:
        """Every exit brings the same points."""
        return 0.0

    def can_wait(self, unit: int, place: int, spent: int) -> bool:
        """There is one movement in a player-turn."""
        return False

    # --- sites ------------------------------------------------------------------------------------------------------------
    def site(self, unit: int, place: int) -> float:
        """Germans: nearer to the exits, or out. Allies: nearer to posts. Who does not fight keeps away from the enemy."""
        rules = self.rules
        s = self.state
        if place >= rules.board.n:
            return self._out(unit) if place == rules.exited else 0.0
        bit = rules.board.bit[place]
        value = 0.0
        if not rules.combat >> unit & 1 and bit & self.zone:
            value -= 2.0
        if rules.columns >> unit & 1:
            return value - 0.1 * self._to_front(place)
        if rules.hq >> unit & 1:
            value -= 0.15 * self._to_own(unit, place)
            if self.side == ALLIED:
                return value
        elif self.strayed(unit, place):
            value -= _STRAYED
        if self.side == GERMAN:
            way = self.appreciation.way_out[rules.motorised >> unit & 1][place]
            return value - _PACE[GERMAN] * self._points(unit) * (0.6 + s.turn / rules.turns) * way
        if unit not in self._pulls:
            self._pulls[unit] = self.appreciation.pull(s, unit)
        return value + _PACE[ALLIED] * self._pulls[unit](place)

    def _out(self, unit: int) -> float:
        """Off the map: the points, and nobody can take them any more; a fighter is missed while others have still to come."""
        missed = 1.5 * self.left / self.rules.turns if self.rules.combat >> unit & 1 else 0.0
        return 1.5 * self._points(unit) - missed

    def _points(self, unit: int) -> int:
        return exit_points(self.here, unit, steps_left(self.here, unit))

    def strayed(self, unit: int, place: int) -> bool:
        """Is a unit out of the range of every headquarters that could command it?"""
        rules = self.rules
        s = self.state
        own = rules.own_hq[unit]
        chain = (own,) if own >= 0 else rules.hqs[self.side]
        return not any(s.pos[hq] < rules.board.n and rules.board.distance(s.pos[hq], place) <= rules.range[hq] for hq in chain)

    def _to_own(self, hq: int, place: int) -> float:
        """How far a headquarters is from the units it commands, on the mean."""
        rules, s = self.rules, self.state
        own = [u for u in bits_of(rules.formed.get(hq, 0)) if u != hq] or [
            u for u in range(*rules.forces.ranges[self.side]) if rules.combat >> u & 1
        ]
        far = [rules.board.distance(s.pos[u], place) for u in own if s.pos[u] < rules.board.n]
        return sum(max(0, d - 2) for d in far) / len(far) if far else 0.0

    def _to_front(self, place: int) -> float:
        """How far a column is from the nearest fighter that has the enemy near."""
        rules, s, near = self.rules, self.state, self.danger[1]
        bit, n = rules.board.bit, rules.board.n
        far = [
            rules.board.distance(s.pos[u], place)
            for u in range(*rules.forces.ranges[self.side])
            if rules.combat >> u & 1 and s.pos[u] < n and bit[s.pos[u]] & near
        ]
        return min(far, default=0)

    # --- battles ----------------------------------------------------------------------------------------------------------
    def targets(self, unit: int, place: int) -> Sequence[int]:
        """Enemies beside a unit that can fight."""
        rules = self.rules
        if place >= rules.board.n or not rules.holding >> unit & 1 or not attack_of(self.here, unit):
            return ()
        return rules.board.members(rules.grip[place] & self.here.counters[1 - self.side])

    def owes(self, unit: int, place: int) -> Sequence[int]:
        """Nobody has to attack."""
        return ()

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """Steps and ground by the chances of the column."""
        found = self._column(target, at)
        if found is None:
            return 0.0
        defenders = friends_at(self.here, 1 - self.side, target)
        if found < 0:
            return 0.4 * len(defenders)  # columns alone: they are taken
        return max(0.0, self._gain(found, target, at, defenders))

    def _gain(self, column: int, target: int, attackers: Iterable[int], defenders: Sequence[int]) -> float:
        """Steps of both sides and ground, by the chances of a column."""
        odds = self.columns[column]
        cost = min(self.price(u) for u in attackers)
        prey = min((price for u in defenders if (price := self.price(u))), default=0.0)
        return odds.defender * prey + odds.driven * self.ground(target) - odds.attacker * cost

    def attack(self, target: int) -> float:
        """What an attack is worth as everybody stands, with what both sides can put in: the attacker's best, the defender's
        answer."""
        s, side = self.here, self.side
        units = worthwhile(s, side, target)
        defenders = friends_at(s, 1 - side, target)
        attackers, held = (sum(1 << u for u in group) for group in (units, defenders))
        attack, defence = attack_sum(s, attackers), sum(defence_of(s, u) for u in defenders)
        if not units or not is_allowed(s, attack, defence):
            return -_STRAYED
        if not held & self.rules.holding & ~self.rules.columns and not held & self.rules.convoys:
            return 0.4 * len(defenders)
        backing = _best(helpful_hqs(s, side, attackers), self.rules.support)
        answer = _best(helpful_hqs(s, 1 - side, held), self.rules.support)
        theirs = sum(1 << u for u in helpful_columns(s, 1 - side, held)[:1])
        columns = helpful_columns(s, side, attackers)
        best, basic = -_STRAYED, basic_column(s, attack, defence)
        for count in range(min(2, len(columns)) + 1):
            spent = sum(1 << u for u in columns[:count])
            at = moved_column(s, Combat(side, target, attackers, spent | theirs, backing | answer), basic)
            best = max(best, self._gain(at, target, units, defenders) - count * _SPENT[side])
        return best - 0.05

    def _column(self, target: int, at: Mapping[int, int]) -> int | None:
        """The column of an attack; -1 if nobody defends; None if it cannot be made."""
        s, side = self.state, self.side
        for unit, place in at.items():
            s.pos[unit] = place
        attackers = sum(1 << unit for unit in at)
        defence = defence_sum(s, 1 - side, target)
        if not defence:
            return -1
        if not is_allowed(s, attack_sum(s, attackers), defence):
            return None
        return final_column(s, Combat(side, target, attackers, 0, 0))

    def posts(self, reach: Mapping[int, Collection[int]]) -> dict[int, float]:
        """None: sites tell already which ways have to be barred."""
        return {}

    def bars(self, units: tuple[int, ...]) -> float:
        """There are no posts."""
        return 0.0

    def odds(self, target: int, at: Mapping[int, int]) -> str:
        """The column by name."""
        found = self._column(target, at)
        return "-" if found is None or found < 0 else self.rules.column_names[found]

    def price(self, unit: int) -> float:
        """What a step of a unit is worth to both sides together."""
        if unit not in self._prices:
            rules, s = self.rules, self.here
            steps = steps_left(s, unit)
            value = 0.0
            if rules.forces.side_of[unit] == ALLIED:
                value = 1.4 * bool(steps)
            elif steps:
                way = self.appreciation.way_out[rules.motorised >> unit & 1][s.pos[unit]] if s.pos[unit] < rules.board.n else 0
                turns = way / (2 * max(1, rules.movement[unit]))
                hope = max(0.1, min(0.9, 0.5 + (self.left - 2 * turns) / 8))
                lost = rules.points["german_step"] if rules.combat >> unit & 1 else rules.points["prize"]
                value = lost + hope * exit_points(s, unit, steps) / steps
            self._prices[unit] = value
        return self._prices[unit]

    def ground(self, h: int) -> float:
        """What it is worth to have the enemy out of a hex, or to be in it oneself."""
        found = self._grounds.get(h)
        if found is None:
            rules = self.rules
            bit = rules.board.bit[h]
            found = 0.25
            for hexes, worth in (
                (self.appreciation.corridor, 0.8), (rules.dominant, 0.8), (rules.exits, 2.0), (rules.cut, 2.0),
                (rules.montelimar, 0.5 + 2.5 * self.here.turn / rules.turns), (rules.crest, 0.5),
            ):  # fmt: skip
                if bit & hexes:
                    found = max(found, worth)
            self._grounds[h] = found
        return found

    # --- stacks -----------------------------------------------------------------------------------------------------------
    def stand(self, place: int, units: tuple[int, ...]) -> float:
        """What the stack holds, and what the enemy could do to it with those who can come."""
        rules, s = self.rules, self.here
        if place >= rules.board.n:
            return 0.0
        if sum(rules.stack[u] for u in units) > LIMIT:
            return CROWDED
        fighters = any(rules.combat >> u & 1 for u in units)
        held = self.ground(place) * (0.5 if self.side == GERMAN else 1.0) if fighters else 0.0
        defence = sum(defence_of(s, u) for u in units)
        menace = self.danger[0][place] * _COUNTED_ON
        if not menace:
            return held
        prices = [price for u in units if (price := self.price(u))]
        if not defence or not prices:
            return held - 0.3 * len(units)
        basic = ratio_column(int(menace), defence, rules.ratios)
        if basic < 0:
            return held
        shift = terrain_shift(rules, place) - (1 if fighters and rules.board.bit[place] & rules.dominant else 0)
        odds = self.columns[max(0, min(len(self.columns) - 1, basic + shift))]
        threat = odds.defender * min(prices) + odds.driven * (held + 0.2) - odds.attacker * 1.2
        return held - _FEAR * max(0.0, threat)

    def _menace(self, s: ColonnesState, enemy: int) -> tuple[list[float], int]:
        """By hex, the attack values that the enemy could bring beside it in his next move; and the hexes near his fighters."""
        rules = self.rules
        found = [0.0] * rules.board.n
        near = 0
        shut = zone(s, 1 - enemy)
        bits = rules.board.bit
        for u in range(*rules.forces.ranges[enemy]):
            start = s.pos[u]
            strength = attack_of(s, u)
            if start >= rules.board.n or not strength or not rules.combat >> u & 1:
                continue
            near |= bits[start] | rules.board.lattice.spread(rules.board.lattice.spread(bits[start]))
            touched = rules.grip[start]
            best = {start: 0}
            queue = [(0, start)]
            points = allowance(s, u)
            rows = rules.rows[rules.way[u]]
            while queue:
                cost, h = heappop(queue)
                if cost > best[h]:
                    continue
                touched |= rules.grip[h]
                if h != start and bits[h] & shut:
                    continue
                for other, bit, step, _action in rows[h]:
                    total = cost + step
                    if total <= points and total < best.get(other, 999) and not bit & s.holders[1 - enemy]:
                        best[other] = total
                        heappush(queue, (total, other))
            for h in rules.board.members(touched):
                found[h] += strength
        return found, near
