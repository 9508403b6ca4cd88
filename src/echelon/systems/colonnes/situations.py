"""Thrown situations: who stands where, with what losses, and what a step of the sequence finds when certify begins it there."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from echelon.core.state import NOBODY
from echelon.systems.colonnes.facts.compiled import LIMIT
from echelon.systems.colonnes.state import ALLIED, GERMAN, MOVED, PLACED, REDUCED, SUPPORTED, UNKNOWN, ColonnesState

__all__ = ["WAYS", "Thrown", "throw"]

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
    s.target, s.attackers, s.spent, s.backing, s.rolled, s.distance = -1, 0, 0, 0, 0, 0
    s.stack, s.outcome, s.frame = [], None, NOBODY
    s.exit_points, s.allied_steps, s.german_steps = rng.randint(0, 30), rng.randint(0, 12), rng.randint(0, 20)
    s.german_prizes, s.cut_turns = rng.randint(0, 4), rng.randint(0, s.turn - 1)
    s.captured = 0
    if s.rules.source_capture:
        s.captured = sum(s.rules.board.bit[h] for h in _sources(t, ALLIED) + _sources(t, GERMAN) if rng.random() < 0.2)
    for u in range(len(s.pos)):
        s.pos[u], s.status[u] = _box(t, u), 0
    _place(t)


def _sources(t: Thrown, side: int) -> list[int]:
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
        for h in _sources(t, 1 - side):
            if rng.random() < 0.25:
                _send(t, side, h)
        if rng.random() < 0.4:
            _send(t, side, rng.choice(board.members(rules.cut | rules.exits | rules.crest | rules.montelimar | rules.dominant)))


def _send(t: Thrown, side: int, h: int) -> None:
    """A unit of the side that is not on the map yet goes to a hex, if there is room."""
    rules = t.s.rules
    free = [u for u in range(*rules.forces.ranges[side]) if t.s.pos[u] >= rules.board.n and not rules.columns >> u & 1]
    free = [u for u in free if t.room(u, h)]
    if free:
        t.put(t.rng.choice(free), h)


# --- what a step finds --------------------------------------------------------------------------------------------------
def _nothing(t: Thrown) -> None:
    """The units as they were thrown."""


def _due(t: Thrown) -> None:
    """Units of the side due now, enemies on some of their sources, headquarters to return."""
    rules, rng = t.s.rules, t.rng
    for h in _sources(t, t.side):
        if rng.random() < 0.4:
            _send(t, 1 - t.side, h)
    for u in range(*rules.forces.ranges[t.side]):
        off = t.s.pos[u] >= rules.board.n
        if off and rules.hq >> u & 1 and rng.random() < 0.6:
            t.lift(u, rules.returning)
        elif off and not rules.columns >> u & 1 and rules.start[u] in rules.board.ids and rng.random() < 0.5:
            t.lift(u, rules.due)
            t.s.status[u] = REDUCED if rules.steps[u] == 2 and rng.random() < 0.2 else 0


def _crowded_source(t: Thrown) -> None:
    """More on a source of the side's than it can hold, all or most of it placed in this phase."""
    rules, rng = t.s.rules, t.rng
    hexes = [h for h in _sources(t, t.side) if all(rules.forces.side_of[u] == t.side for u in t.held.get(h, []))]
    for h in rng.sample(hexes, min(len(hexes), rng.choice((1, 1, 2)))):
        spare = [u for u in range(*rules.forces.ranges[t.side]) if t.s.pos[u] >= rules.board.n]
        for u in rng.sample(spare, min(len(spare), rng.randint(2, 9))):
            t.put(u, h, PLACED | (REDUCED if rules.steps[u] == 2 and rng.random() < 0.2 else 0))


def _moving(t: Thrown) -> None:
    """Some units of the side have moved; ferries have been used."""
    rules, rng = t.s.rules, t.rng
    for u in t.own(t.side):
        if rng.random() < 0.4:
            t.s.status[u] |= MOVED
    if t.side == GERMAN:
        t.s.ferried = tuple((side, rng.choice((1, 2))) for side in rules.ferries if rng.random() < 0.4)
    if rng.random() < 0.3:
        _crowded_source(t)


def _at_ferries(t: Thrown) -> None:
    """Germans beside the ferries."""
    _moving(t)
    rules, rng = t.s.rules, t.rng
    for side in rules.ferries:
        for h in rules.board.side_hexes(side):
            for _ in range(rng.choice((0, 1, 3, 6))):
                _send(t, GERMAN, h)


def _at_exits(t: Thrown) -> None:
    """Germans on and beside the exits."""
    _moving(t)
    for h in t.s.rules.board.members(t.s.rules.exits):
        near = [h, *(other for other, _bit, _side in t.s.rules.board.near[h])]
        for place in near:
            for _ in range(t.rng.choice((0, 1, 2, 6))):
                _send(t, GERMAN, place)


def _supported(t: Thrown) -> None:
    """Some headquarters have given their support already."""
    for u in (*t.own(ALLIED), *t.own(GERMAN)):
        if t.s.rules.hq >> u & 1 and t.rng.random() < 0.3:
            t.s.status[u] |= SUPPORTED


def _columns_out(t: Thrown) -> None:
    """Nearly all columns of the side are on the map."""
    rules, rng = t.s.rules, t.rng
    for u in range(*rules.forces.ranges[t.side]):
        if rules.columns >> u & 1 and t.s.pos[u] >= rules.board.n and rng.random() < 0.6:
            free = [h for h in t.held if t.room(u, h)]
            if free:
                t.put(u, rng.choice(sorted(free)))


def _columns_alone(t: Thrown) -> None:
    """Columns and convoys of both sides without company, between the others."""
    rules, rng = t.s.rules, t.rng
    beside = {other for h in list(t.held) if t.held[h] for other, _bit, _side in rules.board.near[h]}
    for u in range(len(t.s.pos)):
        if (rules.columns | rules.convoys) >> u & 1 and t.s.pos[u] >= rules.board.n and rng.random() < 0.5:
            free = [h for h in sorted(beside) if t.room(u, h) and not t.held.get(h)]
            if free:
                t.put(u, rng.choice(free))


Prepare = Callable[[Thrown], None]
_FIGHT: list[tuple[Prepare, str]] = [
    (_nothing, "X6"),
    (_nothing, "X6"),
    (_columns_out, "X6"),
    (_supported, "X7"),
    (_columns_alone, "X6"),
]
# for each kind of question: what a step finds, and where the sequence begins (X is A or G)
WAYS: dict[str, list[tuple[Prepare, str]]] = {
    "renforts.unites": [(_due, "X1")],
    "renforts.cl_de": [(_due, "G1"), (_columns_out, "G2")],
    "renforts.cl": [(_due, "X2"), (_columns_out, "X2")],
    "mouvement": [(_nothing, "X3"), (_moving, "X4"), (_due, "X1")],
    "mouvement.pas": [
        (_nothing, "X3"),
        (_moving, "X4"),
        (_at_ferries, "G4"),
        (_at_exits, "G4"),
        (_columns_alone, "X4"),
        (_due, "X1"),
        (_crowded_source, "X4"),
    ],
    "mouvement.reprise": [(_crowded_source, "X5"), (_crowded_source, "X4")],
    "combat.cible": _FIGHT,
    "combat.attaquants": _FIGHT,
    "combat.att_soutien": _FIGHT,
    "combat.def_soutien": _FIGHT,
    "combat.de": _FIGHT,
    "combat.pertes": _FIGHT,
    "combat.tenir": _FIGHT,
    "combat.retraite": _FIGHT,
    "combat.avance": _FIGHT,
}
