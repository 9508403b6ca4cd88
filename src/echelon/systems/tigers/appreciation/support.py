"""What air units, bridges, the set-up and the other choices beside movement and battle are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.chance import chance_in
from echelon.systems.tigers.appreciation.aims import Aims
from echelon.systems.tigers.appreciation.ways import Ways
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.play.air import available
from echelon.systems.tigers.play.air_dice import bombed_units, bombing_column
from echelon.systems.tigers.play.bridges import chance_row
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import ALLIED, DISRUPTED, GERMAN, OFF, TigersState

__all__ = ["Support"]

_BOMB, _BUST, _BURN, _INTERCEPT, _RESUPPLY = (VERBS.code(v) for v in ("bomb", "bust", "burn", "intercept", "resupply"))
_BUILD, _BLOW, _END = VERBS.code("build"), VERBS.code("blow"), VERBS.code("end")
_IN_BATTLE, _NEAR, _ELSEWHERE = 0.5, 0.15, 0.05  # of a unit's factors, what Disrupting it is worth
SAFE = 8  # hexes from which Germans could come to a bridge over the Meuse
MEUSE = 7  # hexes from which German vehicles could be at the Meuse before its bridges are gone


class Support:
    """Judges what is not movement or battle. Chances come from the tables that `play` rolls on."""

    def __init__(self, rules: PlayRules, aims: Aims, ways: Ways) -> None:
        self.rules, self.aims, self.ways = rules, aims, ways
        sides = rules.board.lattice.side_members(rules.river)
        self._banks = {hexside: self._bank(*rules.board.side_hexes(hexside)) for hexside in sides}
        columns = range(len(rules.air_table[0]))
        self.hit = tuple(float(chance_in([row[at] for row in rules.air_table], lambda word: word == "D")) for at in columns)

    # --- air ------------------------------------------------------------------------------------------------------------
    def air(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        """Missions of the first group that can fly: the others' turn comes next."""
        side = s.frame.side
        first, fight = available(s, side)[:1], self._fight(s)
        found = []
        for action in answers:
            verb, group, target = action & VERB, action >> A_SHIFT & FIELD, action >> B_SHIFT
            if verb == _BURN:
                near = self.rules.board.ring_of[s.dump] | self.rules.board.bit[s.dump]
                found.append(0.5 if s.strong[GERMAN] & near else -1.0)
            elif verb not in (_BOMB, _BUST, _INTERCEPT, _RESUPPLY):
                found.append(0.0)
            elif group not in first:
                found.append(-1.0)
            elif verb == _BOMB:
                found.append(self._bombs(s, side, target, *fight) - 0.1)
            elif verb == _BUST:
                found.append(self._blown(s, side, self.rules.hexsides[target]) / 3 - 0.1)
            elif verb == _INTERCEPT:
                found.append(0.2 if side == ALLIED else -0.1)
            else:
                flown = any(mission[2] == target for mission in s.missions)
                cut_off = sum(self.rules.factor[u] for u in friends_at(s, side, target) if not is_supplied(s, u))
                found.append(-1.0 if flown else 0.3 * cut_off - 0.2)
        return found

    @staticmethod
    def _fight(s: TigersState) -> tuple[int, int]:
        """Who fights in this phase, and the hexes that are attacked."""
        fighting = targets = 0
        for hexes, units, state in s.battles:
            if state != OFF:
                fighting |= units
                targets |= hexes
        return fighting, targets

    def _bombs(self, s: TigersState, side: int, h: int, fighting: int, targets: int) -> float:
        """Bombs on a hex: they Disrupt, best of all those who fight in this phase."""
        rules = self.rules
        bit = rules.board.bit[h]
        near = rules.board.ring_of[h] & s.strong[side]
        value = 0.0
        for u in bombed_units(s, 1 - side, h):
            if s.status[u] & DISRUPTED:
                continue
            weight = _IN_BATTLE if fighting >> u & 1 or bit & targets else _NEAR if near else _ELSEWHERE
            value += self.hit[bombing_column(s, u)] * weight * rules.factor[u]
        already = sum(mission[2] == h for mission in s.missions)
        return value / (1 + already)

    # --- bridges ----------------------------------------------------------------------------------------------------------
    def bridges(self, s: TigersState, answers: Sequence[int]) -> list[float]:
        """Work on bridges: built where one opens a way for vehicles, blown before the enemy."""
        side, rules = s.frame.side, self.rules
        movers, stands = rules.mechanized & rules.strong_units, dict[int, int]()
        for u in range(*rules.forces.ranges[side]):
            if movers >> u & 1 and s.pos[u] < rules.gone:
                stands.setdefault(s.pos[u], u)  # the first of a hex
        found = []
        for action in answers:
            verb = action & VERB
            if verb not in (_BUILD, _BLOW):
                found.append(0.0 if verb == _END else -1.0)
                continue
            hexside = rules.hexsides[action >> A_SHIFT]
            chance = chance_row(s, side, hexside)[0] / 6
            worth = self._built(s, side, hexside, stands) if verb == _BUILD else self._blown(s, side, hexside)
            found.append(chance * worth)
        return found

    def _built(self, s: TigersState, side: int, hexside: int, stands: Mapping[int, int]) -> float:
        """What a bridge opens to the nearest vehicles: how much better the other bank is for them. The Allies build none over
        the Meuse that Germans could come to first."""
        rules = self.rules
        a, b, near, meuse = self._banks[hexside]
        vehicles = [u for h, u in stands.items() if rules.board.bit[h] & near]
        if not vehicles:
            return -1.0
        if side == ALLIED and (near & s.strong[GERMAN] or (meuse and self._germans_at(s, a, b) <= SAFE)):
            return -1.0
        u = min(vehicles)
        field, far = self.ways.field(s, u), (rules.far[a][s.pos[u]], rules.far[b][s.pos[u]])
        this, that = (a, b) if far[0] <= far[1] else (b, a)
        return field[that] - field[this] - (0.4 if hexside & rules.road else 1.5)

    def _blown(self, s: TigersState, side: int, hexside: int) -> float:
        """A bridge before the enemy's nose is better gone; the German needs his bridges."""
        if side == GERMAN or not s.strong[GERMAN] or self.needed(s, hexside):
            return -1.0
        a, b, _near, meuse = self._banks[hexside]
        if self._germans_at(s, a, b) > (MEUSE if meuse else 2):
            ahead = self.ways.thrusts(s)
            if a not in ahead or b not in ahead:
                return -1.0
        return 0.6 + (0.6 if hexside & self.rules.road else 0.0)

    def needed(self, s: TigersState, hexside: int) -> bool:
        """Do the Allies need a bridge, or is it not known from where the Germans will come? Vehicles of theirs on the enemy's
        bank do."""
        a, b, _near, _meuse = self._banks[hexside]
        off = self.ways.distance(s, GERMAN)
        near = a if off[a] < off[b] else b
        if off[a] == off[b]:
            return True
        held = self.rules.board.bit[near] & s.strong[ALLIED]
        return bool(held) and any(self.rules.mechanized >> u & 1 for u in friends_at(s, ALLIED, near))

    def _bank(self, a: int, b: int) -> tuple[int, int, int, bool]:
        """Of a hexside: the hexes that it parts, those within two of them, and whether it belongs to the Meuse."""
        rules = self.rules
        bit = rules.board.bit[a] | rules.board.bit[b]
        return a, b, rules.within_two[a] | rules.within_two[b], bool(bit & rules.across_meuse) and not bit & ~rules.meuse

    def _germans_at(self, s: TigersState, a: int, b: int) -> int:
        """How many hexes off the nearest German is from either of two."""
        off = self.ways.distance(s, GERMAN)
        return min(off[a], off[b])

    # --- the set-up -------------------------------------------------------------------------------------------------------
    def drop(self, s: TigersState, h: int) -> float:
        """Von der Heydte lands on a junction behind the enemy's front, where nobody stands."""
        rules = self.rules
        roads = sum(bool(side & rules.road) for _o, _bit, side in rules.board.near[h])
        front = min(rules.far[h][g] for g in rules.board.members(s.strong[GERMAN])) if s.strong[GERMAN] else 0
        return roads - 0.5 * abs(front - 2) - (3.0 if rules.board.bit[h] & s.strong[ALLIED] else 0.0)

    def hidden(self, s: TigersState, h: int) -> float:
        """The dump, far from the enemy."""
        enemies = self.rules.board.members(s.strong[GERMAN])
        return float(min((self.rules.far[h][e] for e in enemies), default=0))
