"""Thrown situations: who stands where, with what losses. `scenes` adds what a step of the sequence is to find there."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from echelon.core.state import NOBODY
from echelon.systems.colonnes.facts.compiled import LIMIT
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED, UNKNOWN, ColonnesState

__all__ = ["Thrown", "sources", "throw"]

_CROWDS = ((3, 3), (5, 5), (8, 8), (14, 6), (6, 14), (16, 2), (2, 16), (12, 12))  # of the Allied and the German


@dataclass
class Thrown:
    """A situation on its way: the state, the side whose step will begin, the dice, and what each hex holds so far."""

    s: ColonnesState
    side: int
    rng: random.Random
    held: dict[int, list[int]] = field(default_factory=dict)

    def room(self, unit: int, h: int) -> bool:
        """May the unit be thrown into this hex: no enemy there, within the limit?"""
        side_of, stack = self.s.rules.forces.side_of, self.s.rules.stack
        there = self.held.get(h, [])
        return all(side_of[v] == side_of[unit] for v in there) and sum(stack[v] for v in (*there, unit)) <= LIMIT

    def put(self, unit: int, h: int, status: int = 0) -> None:
        """The unit stands there."""
        old = self.s.pos[unit]
        if unit in self.held.get(old, []):
            self.held[old].remove(unit)
        self.s.pos[unit], self.s.status[unit] = h, status
        self.held.setdefault(h, []).append(unit)

    def lift(self, unit: int, box: int) -> None:
        """The unit is in a box."""
        here = self.held.get(self.s.pos[unit], [])
        if unit in here:
            here.remove(unit)
        self.s.pos[unit], self.s.status[unit] = box, 0

    def clear(self, h: int) -> None:
        """Nobody is in the hex."""
        for unit in list(self.held.get(h, [])):
            self.lift(unit, self.s.rules.pool if self.s.rules.columns >> unit & 1 else self.s.rules.gone)

    def send(self, side: int, h: int, number: int = 1, of: int = -1) -> None:
        """So many units of the side, of those in the mask, that are not on the map yet go to a hex, while there is room."""
        rules, rng = self.s.rules, self.rng
        off = [u for u in range(*rules.forces.ranges[side]) if self.s.pos[u] >= rules.board.n]
        if of == -1:
            of = ~rules.columns
        spare = [u for u in off if of >> u & 1]
        for u in rng.sample(spare, min(len(spare), number)):
            if self.room(u, h):
                self.put(u, h, REDUCED if rules.steps[u] == 2 and rng.random() < 0.3 else 0)

    def near(self, h: int) -> list[int]:
        """The neighbours of a hex that are not across the Rhône."""
        return [other for other, _bit, side in self.s.rules.board.near[h] if not side & self.s.rules.rhone]

    def own(self, side: int) -> list[int]:
        """A side's counters on the map."""
        return [u for u in range(*self.s.rules.forces.ranges[side]) if self.s.pos[u] < self.s.rules.board.n]


# --- the throw ----------------------------------------------------------------------------------------------------------
def throw(t: Thrown) -> None:
    """Everything but what belongs to the step: nobody is asked anything yet."""
    s, rng = t.s, t.rng
    s.turn = rng.choice((1, 2, s.rules.turns - 1, s.rules.turns, rng.randint(1, s.rules.turns), rng.randint(3, s.rules.turns)))
    s.turn = min(max(s.turn, 1), s.rules.turns)
    s.unsupplied = s.commanded = UNKNOWN
    s.reach = s.ferried = ()
    if s.rules.sequence[s.step].name in ("A1", "A2", "G4", "G5", "G6", "G7") and rng.random() < 0.4:
        s.ferried = tuple((side, rng.choice((1, 2))) for side in s.rules.ferries if rng.random() < 0.5)
    s.target, s.attackers, s.spent, s.backing, s.rolled, s.distance = -1, 0, 0, 0, 0, 0
    s.stack, s.outcome, s.frame = [], None, NOBODY
    s.exit_points, s.allied_steps, s.german_steps = rng.randint(0, 30), rng.randint(0, 12), rng.randint(0, 20)
    s.german_prizes, s.cut_turns = rng.randint(0, 4), rng.randint(0, s.turn - 1)
    s.captured = 0
    if s.rules.source_capture:
        s.captured = sum(s.rules.board.bit[h] for h in sources(t, ALLIED) + sources(t, GERMAN) if rng.random() < 0.2)
    for u in range(len(s.pos)):
        s.pos[u], s.status[u] = _box(t, u), 0
    _place(t)


def sources(t: Thrown, side: int) -> list[int]:
    """The source hexes of a side."""
    return list(t.s.rules.board.members(t.s.rules.sources[side]))


def _box(t: Thrown, u: int) -> int:
    """Where a counter is that is not on the map."""
    rules, rng = t.s.rules, t.rng
    if rules.columns >> u & 1:
        return rules.pool
    if rules.arrival[u] > t.s.turn or rng.random() < 0.1:
        return rules.due if rules.start[u] in rules.board.ids else rules.gone
    if rules.hq >> u & 1 and rng.random() < 0.2:
        return rules.returning
    return rules.exited if rules.forces.side_of[u] == GERMAN and rng.random() < 0.2 else rules.gone


def _middle(t: Thrown) -> int:
    """A hex where rules meet: rivers, ferries, mountains, heights, towns, sources, exits, the stretch of the N7."""
    rules = t.s.rules
    board = rules.board
    ends, ring = board.lattice.ends, board.lattice.ring
    sets = (
        ends(rules.rhone), ends(rules.ferry), ends(rules.ferry), ends(rules.rivers), rules.mountain | ring(rules.mountain),
        rules.dominant, rules.dominant, ring(rules.dominant), rules.town, rules.sources[ALLIED], rules.sources[GERMAN],
        rules.exits, rules.cut, rules.roads, board.all,
    )  # fmt: skip
    return t.rng.choice(board.members(t.rng.choice([hexes for hexes in sets if hexes])))


def _place(t: Thrown) -> None:
    """Units in and around a hex, or on both sides of a hexside; some headquarters and columns always."""
    s, rng = t.s, t.rng
    rules = s.rules
    board = rules.board
    middle, radius = _middle(t), rng.choice((1, 1, 2, 2, 3, 4))
    near = [h for h in range(board.n) if board.distance(middle, h) <= radius]
    besieged = rng.choice((None, None, ALLIED, GERMAN))  # one side in the middle, the other around it
    crowds = rng.choice(_CROWDS)
    for side in (ALLIED, GERMAN):
        low, high = rules.forces.ranges[side]
        units = list(range(low, high))
        columns = [u for u in units if rules.columns >> u & 1]
        few = [u for u in units if rules.hq >> u & 1 and rng.random() < 0.4] + columns[: rng.choice((0, 0, 1, 2, 4))]
        others = [u for u in units if not rules.columns >> u & 1]
        if rng.random() < 0.3:  # of one formation, and independents
            name = rng.choice([rules.formation[u] for u in others])
            others = [u for u in others if rules.formation[u] in ("", name)]
        for u in dict.fromkeys([*few, *rng.sample(others, min(crowds[side], len(others)))]):
            free = [h for h in near if t.room(u, h)]
            if besieged is not None and rng.random() < 0.8:
                free = [h for h in free if (board.distance(middle, h) == 0) == (side == besieged)] or free
            if free:
                reduced = rules.steps[u] == 2 and rng.random() < 0.3
                t.put(u, rng.choice(free), REDUCED if reduced else 0)
    _stragglers(t)


def _stragglers(t: Thrown) -> None:
    """Somebody far from the others: on a source of the enemy's, on the N7, in a town that counts, beside an exit."""
    rules, rng = t.s.rules, t.rng
    board = rules.board
    for side in (ALLIED, GERMAN):
        for h in sources(t, 1 - side):
            if rng.random() < 0.25:
                t.send(side, h)
        if rng.random() < 0.4:
            t.send(side, rng.choice(board.members(rules.cut | rules.exits | rules.crest | rules.montelimar | rules.dominant)))
