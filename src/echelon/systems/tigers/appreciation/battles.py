"""What a battle may bring, by the exact chances of its column, and which attackers make it worth most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from echelon.core.fields import bits_of
from echelon.systems.tigers.appreciation.aims import Aims
from echelon.systems.tigers.play.allocation import attack_targets, standard_after, strikers
from echelon.systems.tigers.play.duties import must_hexes, ready_hexes
from echelon.systems.tigers.play.odds import allowed, attack_strength, basic_column, contest, reaches, shifted, total_defence
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.play.retreat import forced_off
from echelon.systems.tigers.play.zones import ready_zone
from echelon.systems.tigers.state import DISRUPTED, RESULTS, TigersState

__all__ = ["Assault", "Battles", "Front"]

_D1 = RESULTS.index("D1")
HOPELESS = -9.0  # a battle that cannot be fought, or not without leaving a duty unmet
ENOUGH = 10  # the column from which nobody more is needed


Ground = Callable[[TigersState, int, int], float]


class Results(NamedTuple):
    """The chances of a column, gathered: in parts of the defence, of the ground, of the attack, of what AE costs."""

    defence: float
    trapped: float  # the same for a defender without a way out
    ground: float
    attack: float
    loss: float


# result: parts of the defenders, of trapped defenders, of the ground, of the attackers, and whether factors are lost
_WEIGHTS = {
    "DE": (1.0, 1.0, 1.0, 0.0, 0), "DD": (0.6, 1.0, 1.0, 0.0, 0), "D3": (0.45, 1.0, 1.0, 0.0, 0),
    "D2": (0.4, 1.0, 1.0, 0.0, 0), "D1": (0.25, 0.2, 0.8, 0.0, 0), "D": (0.15, 0.2, 0.0, 0.0, 0), "-": (0.0, 0.0, 0.0, 0.0, 0),
    "AD": (0.0, 0.0, 0.0, -0.15, 0), "D/AE": (0.15, 0.2, 0.0, -0.1, 1), "AE": (0.0, 0.0, 0.0, -0.1, 1),
}  # fmt: skip


class Assault(NamedTuple):
    """An attack on a hex: who should join it, and what it is worth with what it makes necessary elsewhere."""

    value: float
    units: int


class Front(NamedTuple):
    """What all attacks of a side have in common while it allocates them."""

    attacked: int  # hexes
    rows: list[tuple[int, int, int]]  # who can attack: the unit, its factor, the hexes
    ready: int  # divisions of the enemy


class Battles:
    """Values of battles. Nothing is decided here about what is legal: `play` says who can strike what, and on which column."""

    def __init__(self, rules: PlayRules, aims: Aims, ground: Ground | None = None) -> None:
        """`ground` says what a hex is worth to whoever attacks it; what both sides would say if it is left out."""
        self.rules, self.aims = rules, aims
        self._ground: Ground = ground or (lambda s, _side, h: aims.ground(s, h))
        self.results = tuple(self._gathered([row[at] for row in rules.combat]) for at in range(len(rules.columns)))

    def _gathered(self, results: list[str]) -> Results:
        rows = [_WEIGHTS[result] for result in results]
        n = len(rows)
        return Results(*(sum(row[i] for row in rows) / n for i in range(5)))

    def value(self, at: int, attack: int, defenders: int, defence: int, ground: float, trapped: bool) -> float:
        """What an attack on a column is worth: `defenders` is the plain sum of their factors, `defence` the modified one."""
        r = self.results[at]
        lost = min(attack, defence)
        return (r.trapped if trapped else r.defence) * defenders + r.ground * ground + r.attack * attack - r.loss * lost

    def expected(self, s: TigersState, hexes: int, attackers: int) -> float:
        """What a battle is worth to the attackers as things stand."""
        return self._reckoned(s, hexes, attackers)[1]

    def _reckoned(self, s: TigersState, hexes: int, attackers: int) -> tuple[int, float]:
        """The column of a battle, -1 if it cannot be fought, and what it is worth."""
        if not attackers:
            return -1, HOPELESS
        rules = self.rules
        b = contest(s, hexes, attackers)
        attack, defence = sum(rules.factor[u] for u in b.attackers), total_defence(s, b)
        if not reaches(s, attack, defence):
            return -1, HOPELESS
        at = shifted(s, b, basic_column(s, attack, defence))
        if not b.defenders:
            return at, 0.5
        ground = sum(self._ground(s, b.side, h) for h in b.hexes)
        factors = sum(rules.factor[u] for u in b.defenders)
        return at, self.value(at, attack, factors, defence, ground, self.trapped(s, b.side, b.hexes))

    def trapped(self, s: TigersState, side: int, hexes: Iterable[int]) -> bool:
        """Is every neighbour of the hexes held by the attackers' side, or in the zone of one of its divisions?"""
        board = self.rules.board
        zone = ready_zone(s, side)
        friends = s.strong[1 - side]
        shut = s.strong[side] | (zone | friends) ^ friends
        return all(not board.ring_of[h] & ~shut for h in hexes)

    # --- allocation -----------------------------------------------------------------------------------------------------
    def front(self, s: TigersState, side: int) -> Front:
        """As things stand."""
        attacked = 0
        for row in s.battles:
            attacked |= row[0]
        rows = [(u, factor, reach) for u, _at, factor, reach in strikers(s, side, attack_targets(s, side) & ~attacked)]
        return Front(attacked, rows, ready_hexes(s, 1 - side))

    def assault(self, s: TigersState, side: int, h: int, front: Front) -> Assault:
        """The best attack on a hex: with those only who touch no other division, or with all, others being held down."""
        bit = self.rules.board.bit[h]
        attacked, rows, ready = front
        able = [(factor, u) for u, factor, reach in rows if reach & bit]
        if not able:
            return Assault(HOPELESS, 0)
        quiet = ready & ~attacked & ~bit  # divisions nobody attacks yet
        owed = {u: must_hexes(s, u) & quiet for _factor, u in able}
        clean = [row for row in able if not owed[row[1]]]
        best = self._with(s, bit, clean)
        others = 0
        for hexes in owed.values():
            others |= hexes
        if others:
            both = self._with_others(s, bit, able, rows, others)
            if both.value > best.value:
                best = both
        return best

    def meant(self, s: TigersState, side: int, h: int, at: Mapping[int, int]) -> Assault:
        """The attack on a hex with those who went where they are to make it, as many as can."""
        bit = self.rules.board.bit[h]
        units = sum(1 << u for u, _at, _factor, _reach in strikers(s, side, bit) if at.get(u) == s.pos[u])
        return Assault(self.expected(s, bit, units) if units else HOPELESS, units)

    def _with(self, s: TigersState, hexes: int, able: list[tuple[int, int]]) -> Assault:
        """The attack with these, no more than are needed; the strongest first."""
        units = sum(1 << u for _factor, u in able)
        at, value = self._reckoned(s, hexes, units)
        if at >= ENOUGH:
            for _factor, u in sorted(able):
                fewer = units & ~(1 << u)
                found = self._reckoned(s, hexes, fewer)
                if found[0] >= ENOUGH:
                    units, value = fewer, found[1]
        return Assault(value, units)

    def _with_others(
        self, s: TigersState, bit: int, able: list[tuple[int, int]], rows: list[tuple[int, int, int]], others: int
    ) -> Assault:
        """The attack with all, where each further division that it makes a duty is attacked by somebody who is left."""
        bits = self.rules.board.bit
        units = sum(1 << u for _factor, u in able)
        total, spare = 0.0, 0
        for o in self.rules.board.members(others):
            near = [(factor, u) for u, factor, reach in rows if reach & bits[o] and not spare >> u & 1]
            free = sum(1 << u for _factor, u in near if not units >> u & 1)
            if not free or not allowed(s, bits[o], free):
                for _factor, u in sorted(near):  # the weakest turn aside
                    free |= 1 << u
                    if allowed(s, bits[o], free):
                        break
                else:
                    return Assault(HOPELESS, 0)
            spare |= free
            units &= ~free
            total += self.expected(s, bits[o], free)
        found = self._with(s, bit, [row for row in able if units >> row[1] & 1])
        return Assault(found.value + total, found.units)

    def standard(self, s: TigersState, side: int) -> float:
        """What the standard allocation is worth, less the battles that it would take off the list."""
        found = sum(self.expected(s, row[0], row[1]) for row in standard_after(s, side))
        return found - sum(max(0.0, self.expected(s, row[0], row[1])) for row in s.battles) - 0.2

    # --- the combat step ------------------------------------------------------------------------------------------------
    def fight(self, s: TigersState, h: int) -> float:
        """A battle of the list, with those who can still take part."""
        bit = self.rules.board.bit[h]
        row = next((row for row in s.battles if row[2] == 0 and row[0] & bit), None)
        if row is None:
            return 0.0
        units = 0
        for u in bits_of(row[1]):
            if not s.status[u] & DISRUPTED and s.pos[u] < self.rules.gone:
                units |= 1 << u
        side = self.rules.forces.side_of[bits_of(row[1])[0]]
        left = row[0] & s.occupied[1 - side]
        return self.expected(s, left, units) if units and left else 0.0

    def stand(self, s: TigersState, h: int, stake: float = 0.0) -> float:
        """What No Retreat! orders for a hex gain the defender, by the chances of the column; the hex is worth no less than what
        is at stake."""
        rules = self.rules
        hexes = 0
        for row in s.targets:
            if row[1]:
                hexes |= rules.board.bit[row[0]]
        b = contest(s, hexes, s.attackers)
        at = shifted(s, b, basic_column(s, attack_strength(s, s.attackers), total_defence(s, b)))
        units = [u for u in b.defenders if s.pos[u] == h]
        strength = sum(rules.factor[u] for u in units)
        ground = max(self.aims.ground(s, h), stake)
        no_way = self.trapped(s, b.side, [h])
        off = sum(rules.factor[u] for u in units if forced_off(s, u, 1, _D1))
        gain = 0.0
        for result in (row[at] for row in rules.combat):
            if result == "D1":
                gain += 0.1 * strength + off + (0.0 if no_way and not off else ground)
            elif result in ("D2", "D3") and not no_way:
                gain -= 0.6 * strength
            elif result == "DD" and not no_way:
                gain -= 0.6 * sum(rules.factor[u] for u in units if not s.status[u] & DISRUPTED)
        return gain / 6
