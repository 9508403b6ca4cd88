"""Scenes of thrown situations: what a step of the sequence finds when certify begins it there, and to which question."""

from __future__ import annotations

from collections.abc import Callable

from echelon.systems.colonnes.facts.compiled import LIMIT
from echelon.systems.colonnes.situations import Thrown, sources
from echelon.systems.colonnes.state import ALLIED, ATTACKED, GERMAN, MOVED, PLACED, REDUCED, SUPPORTED

__all__ = ["WAYS", "way_to"]


# --- what a step finds --------------------------------------------------------------------------------------------------
def _nothing(t: Thrown) -> None:
    """The units as they were thrown."""


def _due(t: Thrown) -> None:
    """Units of the side due now, enemies on some of their sources, headquarters to return."""
    rules, rng = t.s.rules, t.rng
    for h in sources(t, t.side):
        if rng.random() < 0.4:
            t.send(1 - t.side, h)
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
    hexes = [h for h in sources(t, t.side) if all(rules.forces.side_of[u] == t.side for u in t.held.get(h, []))]
    for h in rng.sample(hexes, min(len(hexes), rng.choice((1, 1, 2)))):
        spare = [u for u in range(*rules.forces.ranges[t.side]) if t.s.pos[u] >= rules.board.n]
        for u in rng.sample(spare, min(len(spare), rng.randint(2, 9))):
            t.put(u, h, PLACED | (REDUCED if rules.steps[u] == 2 and rng.random() < 0.2 else 0))


def _moving(t: Thrown) -> None:
    """Some units of the side have moved."""
    for u in t.own(t.side):
        if t.rng.random() < 0.4:
            t.s.status[u] |= MOVED
    if t.rng.random() < 0.3:
        _crowded_source(t)


def _all_but(t: Thrown, movers: list[int]) -> None:
    """Everybody of the side has moved, but these."""
    for u in t.own(t.side):
        t.s.status[u] = t.s.status[u] & ~MOVED if u in movers else t.s.status[u] | MOVED


def _at_ferries(t: Thrown) -> None:
    """Germans beside the ferries, enemies near them on either bank."""
    rng = t.rng
    used = [(side, rng.choice((0, 1, 2))) for side in t.s.rules.ferries]
    t.s.ferried = tuple(row for row in used if row[1])
    places = [h for side in t.s.rules.ferries for h in t.s.rules.board.side_hexes(side)]
    for h in places:
        t.send(GERMAN, h, rng.choice((0, 1, 3, 6)))
        for other in t.near(h):
            if rng.random() < 0.2:
                t.send(rng.choice((ALLIED, ALLIED, GERMAN)), other)
    _all_but(t, [u for h in places for u in (*t.held.get(h, []), *(u for n in t.near(h) for u in t.held.get(n, [])))])


def _beyond_the_ferry(t: Thrown) -> None:
    """A German beside a ferry, enemies beside him and, in strength, on the other bank."""
    rules, rng = t.s.rules, t.rng
    here, there = rng.sample(rules.board.side_hexes(rng.choice(rules.ferries)), 2)
    for h in (here, there, *t.near(there)):
        t.clear(h)
    t.send(GERMAN, here, 1, rules.infantry | rules.hq | rules.columns)
    for h in t.near(there):
        if rng.random() < 0.5:
            t.send(ALLIED, h, 1, rules.combat)
    t.send(ALLIED, rng.choice(t.near(here)), 1, rules.combat)
    _all_but(t, list(t.held.get(here, [])))


def _at_exits(t: Thrown) -> None:
    """Germans on and beside the exits."""
    places = []
    for h in t.s.rules.board.members(t.s.rules.exits):
        places += [h, *t.near(h)]
        for place in (h, *t.near(h)):
            t.send(GERMAN, place, t.rng.choice((0, 1, 2, 6)))
            if t.rng.random() < 0.6:
                t.send(GERMAN, place, 1, t.s.rules.columns)
    _all_but(t, [u for h in places for u in t.held.get(h, [])])


def _at_enemy_sources(t: Thrown) -> None:
    """Units beside the enemy's sources, and nobody else to move."""
    movers = []
    for h in sources(t, 1 - t.side):
        t.clear(h)
        place = t.rng.choice(t.near(h))
        t.clear(place)
        t.send(t.side, place, 1, t.s.rules.holding)
        movers += t.held.get(place, [])
    _all_but(t, movers)


def _columns_move(t: Thrown) -> None:
    """Only columns have their move still before them, some of them on their own."""
    _columns_out(t)
    _columns_alone(t)
    _all_but(t, [u for u in t.own(t.side) if t.s.rules.columns >> u & 1])


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


# --- combats ------------------------------------------------------------------------------------------------------------
def _target(t: Thrown, hexes: int, defenders: int, of: int = -1) -> int:
    """A hex of the set with so many enemies of the side in it and nobody else; -1 if there is none."""
    found = t.s.rules.board.members(hexes)
    if not found:
        return -1
    h = t.rng.choice(found)
    t.clear(h)
    t.send(1 - t.side, h, defenders, of)
    return h


def _only_against(t: Thrown, h: int) -> None:
    """Mostly nobody else of the side can attack any more than those beside a hex."""
    if t.rng.random() < 0.7:
        near = t.near(h)
        for u in t.own(t.side):
            if t.s.rules.holding >> u & 1 and t.s.pos[u] not in near:
                t.s.status[u] |= ATTACKED


def _around(t: Thrown, h: int, share: float, most: int = 3) -> None:
    """Units of the side in some of the neighbours of a hex, which they attack."""
    for other in t.near(h):
        if t.rng.random() < share:
            t.clear(other)
            t.send(t.side, other, t.rng.choice((1, most, t.rng.randint(1, most))), t.s.rules.holding)
    _only_against(t, h)


def _surrounded(t: Thrown) -> None:
    """A hex beset from nearly all sides, often beside mountains, the Rhône or on a height."""
    rules, rng = t.s.rules, t.rng
    board = rules.board
    sets = [board.lattice.ring(rules.mountain) & ~rules.mountain, board.lattice.ends(rules.rhone), rules.dominant, board.all]
    h = _target(t, rng.choice([hexes for hexes in sets if hexes]), rng.choice((1, 2, 4)))
    _around(t, h, rng.choice((0.6, 0.9, 1.0)), rng.choice((1, 3, 6)))


def _under_the_mountains(t: Thrown) -> None:
    """An attack from two hexes on one that has mountains in its back."""
    rules, rng = t.s.rules, t.rng
    h = _target(t, rules.board.lattice.ring(rules.mountain) & ~rules.mountain or rules.board.all, rng.choice((1, 2)))
    open_ = [other for other in t.near(h) if not rules.board.bit[other] & rules.mountain]
    for other in rng.sample(open_, min(len(open_), rng.choice((2, 2, 3)))):
        t.clear(other)
        t.send(t.side, other, 2, rules.combat)
    _only_against(t, h)


def _town_on_hills(t: Thrown) -> None:
    """An attack on a town among hills."""
    rules = t.s.rules
    h = _target(t, rules.town & rules.hills or rules.town, t.rng.choice((1, 2)))
    _around(t, h, 0.5)


def _rear_services(t: Thrown) -> None:
    """Headquarters and convoys, with one weak battalion at most, under attack."""
    rules, rng = t.s.rules, t.rng
    h = _target(t, rules.board.all, rng.choice((1, 1, 2)), rules.hq)
    t.send(1 - t.side, h, rng.choice((0, 1, 2)), rules.convoys)
    one_step = sum(1 << u for u, steps in enumerate(rules.steps) if steps == 1) & rules.combat
    t.send(1 - t.side, h, rng.choice((0, 0, 1)), one_step)
    t.send(1 - t.side, h, rng.choice((0, 1)), rules.columns)
    _around(t, h, 0.5, 4)


def _lone_columns(t: Thrown) -> None:
    """Columns without company under attack: a defence of 0."""
    _around(t, _target(t, t.s.rules.board.all, t.rng.choice((1, 2)), t.s.rules.columns), 0.3, 2)


def _full_rear(t: Thrown) -> None:
    """Defenders with full stacks of their own, enemies' columns and enemies behind them."""
    rules, rng = t.s.rules, t.rng
    h = _target(t, rules.board.all, rng.choice((1, 2, 4)))
    for other in t.near(h):
        t.clear(other)
        way = rng.choice(("attack", "attack", "full", "full", "columns", "open"))
        if way == "full":
            t.send(1 - t.side, other, LIMIT)
        elif way == "attack":
            t.send(t.side, other, rng.choice((1, 3, 6)), rules.holding)
        elif way == "columns":
            t.send(t.side, other, 1, rules.columns | rules.convoys)
    for far in range(rules.board.n):
        if rules.board.distance(h, far) == 2 and rng.random() < 0.3 and not t.held.get(far):
            t.send(t.side, far, 1, rules.combat)


def _armour_ahead(t: Thrown) -> None:
    """Armour and reconnaissance attack, with full stacks of their own beside them and enemies behind the target."""
    rules, rng = t.s.rules, t.rng
    h = _target(t, rules.plain, 1, rules.combat)
    near = t.near(h)
    rng.shuffle(near)
    for number, other in enumerate(near):
        t.clear(other)
        if number == 0:
            t.send(t.side, other, 4, rules.armour)
        elif number == 1:
            t.send(t.side, other, LIMIT)
        elif rng.random() < 0.3:
            t.send(1 - t.side, rng.choice(t.near(other)), 1, rules.combat)
    _only_against(t, h)


def _two_kinds(t: Thrown) -> None:
    """A formation's unit without its headquarters and an independent one fight side by side, with columns."""
    rules, rng = t.s.rules, t.rng
    names = sorted({rules.formation[u] for u in range(*rules.forces.ranges[t.side])} - {""})
    name = rng.choice(names)
    units = range(*rules.forces.ranges[t.side])
    own = sum(1 << u for u in units if rules.formation[u] == name)
    for u in t.own(t.side):
        if rules.hq >> u & 1 and (rng.random() < 0.5 or own >> u & 1):
            t.lift(u, rules.gone)
    h = _target(t, rules.board.all, 1, rules.combat)
    a, b = rng.sample(t.near(h), 2) if len(t.near(h)) > 1 else (h, h)
    for place in {a, b} - {h}:
        t.clear(place)
        t.send(t.side, place, 1, own & rules.combat)
        t.send(t.side, place, 1, rules.independent)
        t.send(t.side, place, 1, rules.columns)
        t.send(t.side, place, rng.choice((0, 0, 1)), rules.hq & ~own)
    _only_against(t, h)


def _no_sources(t: Thrown) -> None:
    """One side has lost all its sources but one or none; otherwise a combat like others."""
    side = t.rng.choice((ALLIED, GERMAN))
    for h in sources(t, side):
        if t.rng.random() < 0.95:
            t.clear(h)
            t.send(1 - side, h, 1, t.s.rules.holding)
    _around(t, _target(t, t.s.rules.board.all, 2), 0.4)


def _on_the_bank(t: Thrown) -> None:
    """A combat beside the Rhône, with columns of both sides across it, over a ferry or not."""
    rules, rng = t.s.rules, t.rng
    board = rules.board
    a, b = rng.sample(board.side_hexes(rng.choice(board.lattice.side_members(rng.choice((rules.rhone, rules.ferry))))), 2)
    h = _target(t, sum(board.bit[other] for other in t.near(a)), rng.choice((1, 2)), rules.holding)
    for place in (a, b):
        if h >= 0:
            t.clear(place)
    t.send(t.side, a, 2, rules.holding)
    t.send(t.side, a, 1, rules.hq)
    t.send(t.side, b, 2, rules.columns)
    if h >= 0:
        _only_against(t, h)
        far = [other for other, _bit, side in board.near[h] if side & rules.rhone]
        if far:
            t.send(1 - t.side, rng.choice(far), 1, rules.columns)


def _headquarters_on_heights(t: Thrown) -> None:
    """Headquarters alone on dominant positions; somebody below them is attacked."""
    rules, rng = t.s.rules, t.rng
    for h, seen in rules.heights:
        t.clear(h)
        t.send(t.side if rng.random() < 0.7 else 1 - t.side, h, 1, rules.hq)
        if seen and rng.random() < 0.6:
            _around(t, _target(t, seen, rng.choice((1, 2))), 0.3)


def _on_the_road(t: Thrown) -> None:
    """Headquarters and cut-off units of the Allied player on the stretch of the N7 that counts."""
    rules, rng = t.s.rules, t.rng
    for h in rules.board.members(rules.cut):
        t.clear(h)
    h = rng.choice(rules.board.members(rules.cut))
    t.send(ALLIED, h, 1, rng.choice((rules.hq, rules.combat)))
    for other in t.near(h):
        if rng.random() < 0.8 and not t.held.get(other):
            t.send(GERMAN, other, 1, rules.combat)


Prepare = Callable[[Thrown], None]
_FIGHT: list[tuple[Prepare, str]] = [
    (_nothing, "X6"), (_columns_out, "X6"), (_supported, "X7"), (_columns_alone, "X6"), (_surrounded, "X6"),
    (_town_on_hills, "X6"), (_rear_services, "X6"), (_rear_services, "X6"), (_full_rear, "X6"), (_full_rear, "X7"),
    (_on_the_bank, "X6"), (_on_the_bank, "X6"), (_headquarters_on_heights, "X6"), (_armour_ahead, "X6"), (_two_kinds, "X6"),
    (_no_sources, "X7"), (_under_the_mountains, "X6"), (_lone_columns, "X6"),
]  # fmt: skip
_MOVE: list[tuple[Prepare, str]] = [
    (_nothing, "X3"), (_moving, "X4"), *[(_at_ferries, "G4")] * 4, *[(_beyond_the_ferry, "G4")] * 3, (_at_exits, "G4"),
    (_at_exits, "G4"), (_at_exits, "G4"), (_columns_alone, "X4"), (_columns_move, "X4"), (_columns_move, "X4"), (_due, "X1"),
    (_crowded_source, "X4"),
]  # fmt: skip
# for each kind of question: what a step finds, and where the sequence begins (X is A or G)
WAYS: dict[str, list[tuple[Prepare, str]]] = {
    "renforts.unites": [(_due, "X1")],
    "renforts.cl_de": [(_due, "G1"), (_columns_out, "G2")],
    "renforts.cl": [(_due, "X2"), (_columns_out, "X2")],
    "mouvement": _MOVE,
    "mouvement.pas": _MOVE,
    "mouvement.reprise": [(_crowded_source, "X5"), (_crowded_source, "X4")],
    "combat.cible": [*_FIGHT, *[(_on_the_road, "G7")] * 6],
    "combat.attaquants": [*_FIGHT, *[(_under_the_mountains, "X6"), (_headquarters_on_heights, "X6"), (_surrounded, "X6")] * 3],
    "combat.att_soutien": [*_FIGHT, *[(_on_the_bank, "X6"), (_two_kinds, "X6")] * 4],
    "combat.def_soutien": [*_FIGHT, *[(_on_the_bank, "X6"), (_columns_out, "X6")] * 4],
    "combat.de": [*_FIGHT, *[(_under_the_mountains, "X6"), (_rear_services, "X6"), (_full_rear, "X6")] * 3],
    "combat.pertes": [*_FIGHT, *[(_rear_services, "X6")] * 12],
    "combat.tenir": _FIGHT,
    "combat.retraite": [*_FIGHT, *[(_full_rear, "X6"), (_no_sources, "X7"), (_rear_services, "X6")] * 4],
    "combat.avance": [*_FIGHT, *[(_armour_ahead, "X6")] * 10],
}


def way_to(t: Thrown, wanted: str) -> tuple[Prepare, str]:
    """One of the ways to a question; an option that only rare combats show is met more often."""
    if t.s.rules.each_command and wanted in ("combat.att_soutien", "combat.attaquants", "combat.de") and t.rng.random() < 0.6:
        return _two_kinds, "X6"
    if t.s.rules.source_capture and wanted == "mouvement.pas" and t.rng.random() < 0.3:
        return _at_enemy_sources, "X4"
    return t.rng.choice(WAYS[wanted])
