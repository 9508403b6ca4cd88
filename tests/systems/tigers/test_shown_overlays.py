"""Overlays told again from the rules: supply lines hex by hex, ranges by playing them, threats by standing everywhere."""

import random
from itertools import pairwise

import pytest
from playing import answer

import echelon
from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT
from echelon.systems.tigers.facts.ground import along_road, unbridged
from echelon.systems.tigers.frames import BreakdownDie, BridgeDie, Pick, Step
from echelon.systems.tigers.law.supply import blocked_hexes, supplied_hex
from echelon.systems.tigers.play.duties import fit, strike
from echelon.systems.tigers.shown.ranges import next_movement, range_of, ranges
from echelon.systems.tigers.shown.threats import strikes, threats
from echelon.systems.tigers.shown.ways import supply_rows
from echelon.systems.tigers.state import AIRLIFTED, ALLIED, GERMAN

SYSTEM = echelon.load("tigers")


def games(seeds, every, scenario=""):
    """States of random games, some of each, with nobody knowing where the dump is."""
    for seed in seeds:
        state = SYSTEM.new(scenario, seed=seed)
        rng = random.Random(seed)
        while state.outcome is None:
            if rng.random() < 1 / every:
                yield state.copy()
            state.apply(answer(state, rng))


def own_edges(s, side):
    names = ("east",) if side == GERMAN else ("north", "west", "south")
    found = 0
    for name in names:
        found |= s.rules.board.edges[name]
    return {h for h in s.rules.board.members(found) if bool(s.german & s.rules.board.bit[h]) == (side == GERMAN)}


# --- supply -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-SUP-1", "TIG-SUP-6", "TIG-SUP-7", "TIG-SUP-8", "TIG-SUP-9")
def test_supply_lines_are_those_of_the_rules():
    lines = cuts = 0
    for s in games((1, 2), 150):
        rows = supply_rows(s)
        seen = {row["unit"] for row in rows}
        here = {u.id for i, u in enumerate(s.rules.forces.units) if s.pos[i] < s.rules.gone and i != s.rules.vdh}
        assert seen == here
        closed = [blocked_hexes(s, side) for side in (GERMAN, ALLIED)]
        known = {}  # the law searches anew for every hex
        for row in rows:
            unit = s.rules.forces.index(row["unit"])
            side = s.rules.forces.side_of[unit]
            assert row["hexes"][0] == s.pos[unit] and row["side"] == SYSTEM.sides[side]
            where = side, s.pos[unit]
            if where not in known:
                known[where] = supplied_hex(s, *where)
            assert ("cut" not in row) == (known[where] or bool(s.marks[unit] & AIRLIFTED))
            if "cut" in row:
                check_cut(s, side, row, closed[side])
                cuts += 1
            elif not s.marks[unit] & AIRLIFTED:
                check_line(s, side, row["hexes"], closed[side])
                lines += 1
    assert lines > 300 and cuts > 10


def check_line(s, side, way, closed):
    """Overland for 4 at most, then along roads to an edge hex of the side's, through no closed hex but the unit's own."""
    assert way[-1] in own_edges(s, side)
    assert not closed & set(way[1:])
    steps = list(pairwise(way))
    best = 99
    for turn_off in range(len(steps) + 1):  # where the line comes to the road; at the end it is the edge itself
        leg = sum(1 + unbridged(s, a, b) for a, b in steps[:turn_off])
        if all(along_road(s, a, b) for a, b in steps[turn_off:]):
            best = min(best, leg)
    assert best <= 4


def check_cut(s, side, row, closed):
    cut, how = row["cut"], row["how"]
    assert cut in row["hexes"]
    board = s.rules.board
    for name in row["by"]:
        e = s.rules.forces.index(name)
        assert s.rules.forces.side_of[e] != side
        assert s.pos[e] == cut or board.distance(s.pos[e], cut) == 1
    if how == "enemy":
        assert row["by"] and cut in closed
        assert not closed & set(row["hexes"][1 : row["hexes"].index(cut)])
    else:
        assert how in ("bridge", "far", "edge") and not row["by"]


# --- ranges -------------------------------------------------------------------------------------------------------------
def played(s, unit):
    """Where the unit can end its move, and what it has spent and could attack there, by playing every way; dice are kind."""
    ends = {}
    targets = strike(s, unit) if s.rules.factor[unit] and fit(s, unit) else 0
    start = s.copy()
    start.apply(s.rules.verbs.make("take", unit))
    todo, seen = [start], set()
    while todo:
        t = todo.pop()
        f = t.frame
        if isinstance(f, BridgeDie | BreakdownDie):
            t.apply(s.rules.verbs.make("die", 1 if isinstance(f, BridgeDie) else 6))
            todo.append(t)
            continue
        if not isinstance(f, Step) or f.unit != unit:
            note_end(t, unit, ends)
            targets |= attackable(s, t, unit)
            continue
        key = (t.pos[unit], t.spent[unit], t.status[unit], t.marks[unit])
        if key in seen:
            continue
        seen.add(key)
        for action in t.legal():
            verb = s.rules.verbs.verb(action).name
            if verb == "stop":
                note_end(t, unit, ends)
                targets |= attackable(s, t, unit)
            elif verb == "move":
                after = t.copy()
                after.apply(action)
                todo.append(after)
    ends.pop(s.pos[unit], None)
    return ends, targets


def note_end(t, unit, ends):
    h = t.pos[unit]
    ends[h] = min(t.spent[unit], ends.get(h, 255))


def attackable(s, t, unit):
    if t.pos[unit] >= s.rules.gone or not s.rules.factor[unit] or not fit(t, unit):
        return 0
    return strike(t, unit)


@pytest.mark.clause("TIG-MOV-16", "TIG-ATK-7", "TIG-ZOC-10")
def test_ranges_and_threats_are_what_can_be_played():
    rng = random.Random(1)
    checked = 0
    for s in games((4, 5, 6), 25):
        f = s.frame
        if not isinstance(f, Pick):
            continue
        s.dump = -1
        takeable = [a >> A_SHIFT for a in s.legal() if s.rules.verbs.verb(a).name == "take"]
        moving = next_movement(s, f.side)
        for unit in rng.sample(takeable, min(4, len(takeable))):
            if unit == s.rules.peiper or s.spent[unit] or s.marks[unit]:
                continue  # what is forgotten would count
            ends, targets = played(s, unit)
            assert ranges(s, unit) == ends, (s.rules.forces.units[unit].id, s.position())
            assert strikes(moving, unit, range_of(moving, s, unit)) == targets
            checked += 1
    assert checked > 15


def test_threats_name_who_could_attack_and_nobody_else():
    for s in games((7,), 500):
        rows = threats(s)
        assert all(row["attackers"] == len(row["units"]) > 0 for row in rows)
        for side in (GERMAN, ALLIED):
            moving = next_movement(s, 1 - side)
            reach = {
                u: strikes(moving, u, range_of(moving, s, u))
                for u in range(*s.rules.forces.ranges[1 - side])
                if s.pos[u] < s.rules.gone
            }
            told = {row["hex"]: set(row["units"]) for row in rows if row["side"] == SYSTEM.sides[side]}
            for h in s.rules.board.members(s.occupied[side] & ~s.strong[1 - side]):
                bit = s.rules.board.bit[h]
                assert told.get(h, set()) == {s.rules.forces.units[u].id for u, hexes in reach.items() if hexes & bit}
        for unit in range(len(s.pos)):
            assert set(ranges(s, unit)) <= set(range(s.rules.board.n))


def test_a_range_forgets_what_the_unit_has_done():
    s = SYSTEM.new(seed=3)
    rng = random.Random(3)
    while s.turn < 3 or not isinstance(s.frame, Pick):
        s.apply(answer(s, rng))
    unit = next(a >> A_SHIFT for a in s.legal() if s.rules.verbs.verb(a).name == "take" and ranges(s, a >> A_SHIFT))
    before = ranges(s, unit)
    s.spent[unit], s.marks[unit], s.status[unit] = 3, 16 | 32, 4 | 16
    assert ranges(s, unit) == before


def test_every_overlay_is_plain_data_and_can_be_drawn():
    from echelon.draw.marks import mark_from

    for s in games((8,), 400):
        for name, rows in SYSTEM.show.marks.items():
            for row in rows(s):
                assert row["mark"], name
                mark_from(row)
        assert set(bits_of(s.placed)) <= set(range(len(s.pos)))
