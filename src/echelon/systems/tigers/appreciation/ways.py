"""Where units are wanted, and the ways there: what a side's units go for, carried over the map as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from types import MappingProxyType

from echelon.systems.tigers.appreciation.aims import DASH, Aims
from echelon.systems.tigers.play.prepared import MECH, PlayRules
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["NOWHERE", "Ways"]

PACE = 0.25  # what half a movement factor on the way is worth
NO_BRIDGE = 14  # half points: a river that vehicles cannot cross yet
NOWHERE = -60.0
KEEN = 2.5  # what a quarter of a division that has left the map adds to the next
FADING = 2.0  # how the worth of the Meuse falls from turn to turn after the dash
GARRISON = 0.5  # of what the enemy could bring against a town, what the German wants to have in it
HALF = 5.0  # how much less the edge is worth where a division counts half
FORESIGHT = 9  # hexes that the Allies look ahead of German vehicles
_CLOSE = (1.0, 0.7, 0.3, 0.3)  # by hexes between them, how far a friend can be counted on
_LOOMING = 5  # hexes
NO_TOLLS: Mapping[int, int] = MappingProxyType({})
_KEPT = 64  # fields that are remembered
_FEW = 24  # places that are wanted, up to which it pays to know the ways to each


class Ways:
    """Fields of pull. The last of them are remembered by everything they depend on, since many questions share one."""

    def __init__(self, rules: PlayRules, aims: Aims) -> None:
        self.rules, self.aims = rules, aims
        self._fields: dict[tuple[object, ...], list[float]] = {}
        self._menace: dict[tuple[object, ...], list[float]] = {}
        self._thrusts: dict[tuple[object, ...], dict[int, int]] = {}
        self._goals: dict[tuple[int, int, int], list[float]] = {}
        self._known: tuple[tuple[object, ...], dict[tuple[int, int], list[float]]] = ((), {})
        self._off: dict[tuple[int, bytes], list[int]] = {}
        self._steps: dict[tuple[int, int, int, int], list[list[tuple[int, float]]]] = {}
        self.goers = rules.mechanized & (rules.division | rules.sub) & rules.of_side[GERMAN]  # who counts off the map

    def field(self, s: TigersState, unit: int, keen: bool = False) -> list[float]:
        """By hex: the best of what the unit is wanted for, less the way there; other units stand where they stand.

        Who is `keen` wants the more to leave the map the nearer that is to victory."""
        rules = self.rules
        pos = s.pos
        key = (unit, bytes(pos[:unit] + pos[unit + 1 :]), s.german, s.bridges, s.turn, s.exits, keen)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) > _KEPT:
                self._fields.clear()
            side = rules.forces.side_of[unit]
            wanted = self._german(s, unit, keen) if side == GERMAN else self._allied(s, unit)
            few = len(wanted) <= _FEW
            found = self._fields[key] = (self._gathered if few else self._spread)(s, side, rules.way[unit], wanted)
        return found

    def _gathered(self, s: TigersState, side: int, way: int, wanted: dict[int, float]) -> list[float]:
        """The same as `_spread`, from what is known of the ways to each place: they are the same for all units of a kind."""
        low, high = self.rules.forces.ranges[1 - side]
        key = (side, bytes(s.pos[low:high]), s.bridges, s.german_bridges)
        if self._known[0] != key:
            self._known = (key, {})
        known = self._known[1]
        rows = []
        for h, worth in wanted.items():
            if (h, way) not in known:
                known[h, way] = self._spread(s, side, way, {h: 0.0})
            rows.append([worth + value for value in known[h, way]])
        if len(rows) > 1:
            return list(map(max, *rows))
        return rows[0] if rows else [NOWHERE] * self.rules.board.n

    def _spread(
        self, s: TigersState, side: int, way: int, wanted: dict[int, float], alone: bool = False,
        tolls: Mapping[int, int] = NO_TOLLS, onward: dict[int, int] | None = None,
    ) -> list[float]:  # fmt: skip
        """What is wanted, carried over the map: a step costs what the rules' tables say, enemies and their zones more, if the
        side is not thought to be `alone`, and hexes with a toll. `onward` is told the next hex of every way."""
        rules = self.rules
        bit = rules.board.bit
        enemy = 1 - side
        zone, foes = (0, 0) if alone else (division_zone(s, enemy), s.strong[enemy])
        factor, pos = rules.factor, s.pos
        strength: dict[int, int] = {}
        if foes:
            for u in range(*rules.forces.ranges[enemy]):
                if factor[u]:
                    strength[pos[u]] = strength.get(pos[u], 0) + factor[u]
        slow = zone | foes | sum(bit[h] for h in tolls)
        roads = self._roads(s, side, way)
        best = [NOWHERE] * rules.board.n
        queue: list[tuple[float, int]] = []
        for h, worth in wanted.items():
            best[h] = worth
            heappush(queue, (-worth, h))
        while queue:
            worth, b = heappop(queue)
            if -worth < best[b]:
                continue
            here, left = bit[b], -worth
            if here & slow:
                hindrance = 4 + 2 * strength.get(b, 0) if here & foes else 3 if here & zone else 0
                left -= PACE * max(hindrance, tolls.get(b, 0))
            for a, cost in roads[b]:
                value = left - cost
                if value > best[a]:
                    best[a] = value
                    if onward is not None:
                        onward[a] = b
                    heappush(queue, (-value, a))
        return best

    def _roads(self, s: TigersState, side: int, way: int) -> list[list[tuple[int, float]]]:
        """By hex, from where one comes there and what the step is worth, as bridges stand; remembered while they stand so."""
        rules, bridges = self.rules, s.bridges
        theirs = bridges & (s.german_bridges if side == ALLIED else ~s.german_bridges)
        key = (side, way, bridges, theirs)
        found = self._steps.get(key)
        if found is not None:
            return found
        if len(self._steps) > _KEPT:
            self._steps.clear()
        hops, near, road = rules.hops[way], rules.board.near, rules.road
        found = []
        for b in range(rules.board.n):
            row = []
            for a, _bit, hexside in near[b]:
                _side, river, cost, unbridged = hops[a][b]
                if river and not hexside & bridges:
                    cost = unbridged or NO_BRIDGE
                else:
                    if way == MECH and hexside & road:
                        cost = 1
                    if river and hexside & theirs:
                        cost += 2
                row.append((a, PACE * cost))
            found.append(row)
        self._steps[key] = found
        return found

    def distance(self, s: TigersState, side: int) -> list[int]:
        """By hex, how many hexes off the nearest unit of a side stands."""
        rules = self.rules
        low, high = rules.forces.ranges[side]
        key = (side, bytes(s.pos[low:high]))
        found = self._off.get(key)
        if found is None:
            if len(self._off) > _KEPT:
                self._off.clear()
            rows = [rules.far[h] for h in rules.board.members(s.strong[side])]
            found = self._off[key] = [min(column) for column in zip(*rows, strict=True)] if rows else [99] * rules.board.n
        return found

    def _presence(self, s: TigersState, unit: int) -> Callable[[int], float]:
        """Of a hex, the factors of the unit's friends in it and, less, of those close by."""
        rules = self.rules
        gone, factor, pos = rules.gone, rules.factor, s.pos
        friends = [
            (rules.far[pos[u]], factor[u])
            for u in range(*rules.forces.ranges[rules.forces.side_of[unit]])
            if u != unit and factor[u] and pos[u] < gone
        ]

        def presence(h: int) -> float:
            return sum(_CLOSE[far[h]] * strength for far, strength in friends if far[h] < len(_CLOSE))

        return presence

    def beyond(self, s: TigersState, keen: bool) -> float:
        """What it is worth to vehicles to stand where they can leave the map."""
        if not keen:
            return 18.0
        if s.turn == self.rules.turns and not self.aims.by_points:
            return 0.0  # whoever only comes near comes too late
        return 18.0 - FADING * max(0, s.turn - DASH) + KEEN * s.exits

    def way_out(
        self, s: TigersState, tolls: Mapping[int, int] | None = None, onward: dict[int, int] | None = None
    ) -> list[float]:
        """By hex, what the way off the map costs German vehicles, below nothing, as everybody stands; where a division counts
        half, as if another were still to come. With `tolls` the Allies stand nowhere, but those hexes cost so much; `onward` is
        told the next hex of every way."""
        board, aims = self.rules.board, self.aims
        exits = dict.fromkeys(board.members(aims.half_exits), -HALF) | dict.fromkeys(board.members(aims.full_exits), 0.0)
        return self._spread(s, GERMAN, MECH, exits, tolls is not None, tolls or NO_TOLLS, onward)

    # --- what is wanted -----------------------------------------------------------------------------------------------------
    def _german(self, s: TigersState, unit: int, keen: bool) -> dict[int, float]:
        """Places to take or to keep; for vehicles the way across the Meuse."""
        rules, aims = self.rules, self.aims
        bit, pos, factor = rules.board.bit, s.pos, rules.factor
        near, menace, presence = self.distance(s, ALLIED), self.menace(s, ALLIED), self._presence(s, unit)
        goes = self.goers >> unit & 1
        wanted: dict[int, float] = {}
        for h, prize in aims.prize.items():
            held = sum(factor[u] for u in range(*rules.forces.ranges[GERMAN]) if pos[u] == h and u != unit)
            base = 8.0 + 1.5 * prize if bit[h] & aims.must else 4.0
            if not bit[h] & s.german:
                worth = base * max(0.75, 1.0 - 0.3 * presence(h) / (4 + menace[h]))
            elif near[h] <= (6 if keen else 4):
                if keen:
                    enough = 3 + min(9.0, GARRISON * max(menace[h], self.looming(s, ALLIED, h)))
                    worth = max(1.0, base * (1.0 - held / enough))
                else:
                    worth = base if held < 2 else 0.4 * base if held < 5 else 1.0
            else:
                worth = 0.6 * base if not held and near[h] <= 7 else 2.0
            wanted[h] = worth * (0.8 if goes and not aims.by_points and not (keen and s.turn > DASH + 1) else 1.0)
        if goes and not aims.by_points:
            out = self.beyond(s, keen)
            for h in rules.board.members(aims.full_exits):
                wanted[h] = out
            for h in rules.board.members(aims.half_exits):
                wanted[h] = max(wanted.get(h, 0.0), out - HALF)
        elif not aims.prize:
            for h in rules.board.members(s.strong[ALLIED]):
                wanted[h] = 5.0
        return wanted

    def _allied(self, s: TigersState, unit: int) -> dict[int, float]:
        """Places to keep, those first to which the enemy is near; the crossings of the Meuse and the ways off the map."""
        rules, aims = self.rules, self.aims
        bit = rules.board.bit
        near, menace, presence = self.distance(s, GERMAN), self.menace(s, GERMAN), self._presence(s, unit)
        base = {h: (8.0 + 1.3 * prize if bit[h] & aims.must else 7.0) for h, prize in aims.prize.items()}
        if not aims.by_points:
            for h in rules.board.members(aims.crossings):
                base[h] = max(base.get(h, 0.0), 9.0)
            for h in rules.board.members(aims.full_exits):
                base[h] = max(base.get(h, 0.0), 8.0)
            for h, strength in self.thrusts(s).items():
                base[h] = max(base.get(h, 0.0), 8.0 + min(8.0, 0.6 * strength))
        wanted: dict[int, float] = {}
        for h, worth in base.items():
            threat = max(0.15, 1.0 - max(0, near[h] - 3) / 8)
            enough = 3 + min(9.0, 0.5 * menace[h])
            if bit[h] & s.german:  # to be won back, together
                worth *= 0.8 + 0.4 * s.turn / rules.turns
            else:
                worth *= max(0.25, 1.0 - 0.6 * presence(h) / enough)
            wanted[h] = worth * threat
        if not wanted:
            wanted = dict.fromkeys(rules.board.members(s.strong[GERMAN]), 5.0)
        return wanted

    def thrusts(self, s: TigersState) -> dict[int, int]:
        """Where the German vehicles will come: the hexes ahead of each on its best way, with the factors that come so."""
        rules = self.rules
        low, high = rules.forces.ranges[GERMAN]
        key = (bytes(s.pos[low:high]), s.bridges, s.german)
        found = self._thrusts.get(key)
        if found is not None:
            return found
        field = self._goal(s)
        found = {}
        for u in range(low, high):
            h = s.pos[u]
            if not self.goers >> u & 1 or h >= rules.gone:
                continue
            for ahead in range(1, FORESIGHT + 1):
                onward = max(rules.board.near[h], key=lambda row: field[row[0]])[0]
                if field[onward] <= field[h]:
                    break
                h = onward
                if ahead > 1:
                    found[h] = found.get(h, 0) + rules.factor[u]
        if len(self._thrusts) > _KEPT:
            self._thrusts.clear()
        self._thrusts[key] = found
        return found

    def _goal(self, s: TigersState) -> list[float]:
        """The field of German vehicles with nobody in their way: the same for every place of theirs."""
        rules, aims = self.rules, self.aims
        key = (s.bridges, s.bridges & s.german_bridges, s.german if aims.by_points else 0)
        field = self._goals.get(key)
        if field is None:
            if aims.by_points:
                wanted = {h: 6.0 + 1.5 * prize for h, prize in aims.prize.items() if not rules.board.bit[h] & s.german}
            else:
                wanted = dict.fromkeys(rules.board.members(aims.full_exits), 18.0)
            if len(self._goals) > _KEPT:
                self._goals.clear()
            field = self._goals[key] = self._spread(s, GERMAN, MECH, wanted, alone=True)
        return field

    # --- threats -----------------------------------------------------------------------------------------------------
    def looming(self, s: TigersState, side: int, h: int) -> float:
        """The factors of a side that could stand before a hex in a turn or two, as far as they can be counted on: who is to
        hold it must be there before them, since whoever moves beside a division has to attack it."""
        rules = self.rules
        far, pos = rules.far[h], s.pos
        total = sum(
            rules.factor[u] for u in range(*rules.forces.ranges[side]) if pos[u] < rules.gone and far[pos[u]] <= _LOOMING
        )
        return 0.5 * total if s.turn > DASH else 0.0

    def menace(self, s: TigersState, side: int) -> list[float]:
        """By hex: the factors that a side could bring against it in its next move, roughly."""
        rules = self.rules
        low, high = rules.forces.ranges[side]
        key = (side, bytes(s.pos[low:high]))
        found = self._menace.get(key)
        if found is None:
            if len(self._menace) > _KEPT:
                self._menace.clear()
            found = [0.0] * rules.board.n
            for u in range(low, high):
                h = s.pos[u]
                if h >= rules.gone or not rules.factor[u]:
                    continue
                far, quick = rules.far[h], rules.way[u] == MECH
                for other in rules.board.members(rules.within_two[h]):
                    found[other] += rules.factor[u] if far[other] <= 1 or quick else 0.5 * rules.factor[u]
            self._menace[key] = found
        return found
