"""Overlays, panels and books of drill, told again from the rules."""

import random
from fractions import Fraction
from itertools import pairwise
from string import Formatter

from drill_law.facts import BLUE, COLUMNS, RED, SHAKEN, facts_of, on_map
from drill_law.frames import Join, Pick, Step
from drill_law.supply import is_supplied
from drill_law.zones import in_enemy_zone
from playing import states

import echelon
from echelon.core.verbs import A_SHIFT

SYSTEM = echelon.load("drill")
ranges = SYSTEM.show.ranges
ORDER = ("DE", "EX", "DR", "-", "AR", "AE")  # from the worst for the defender to the mildest
TEXTS = SYSTEM.texts


def every(seeds=range(20, 32)):
    for seed in seeds:
        yield from states("drill", seed, ("crossing", "ford")[seed % 2])


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from strings(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from strings(getattr(value, name))


def test_supply_lines_are_those_of_the_rules():
    cuts = 0
    for s in every():
        rows = {row["unit"]: row for row in SYSTEM.show.marks["supply"](s)}
        for u, unit in enumerate(s.rules.forces.units):
            if not on_map(s, u):
                assert unit.id not in rows
                continue
            row = rows[unit.id]
            assert ("cut" not in row) == is_supplied(s, u), unit.id
            way, board = row["hexes"], s.rules.board
            assert way[0] == s.pos[u] and all(b in [n[0] for n in board.near[a]] for a, b in pairwise(way))
            assert board.bit[way[-1]] & facts_of(s).edge[unit.side]
            if "cut" in row:
                cuts += 1
                assert row["cut"] in way[1:]
                assert bool(row["by"]) == (row["how"] == "enemy")
                continue
            for a, b in pairwise(way):
                assert not board.side(a, b) & facts_of(s).ford
                there = [v for v in range(len(s.pos)) if s.pos[v] == b]
                assert not any(s.rules.forces.side_of[v] != unit.side for v in there)
                assert there or not in_enemy_zone(s, unit.side, b)
    assert cuts > 10


def played(s, unit):
    """Where the unit can stop, by playing every way of its own step; mines are not reckoned with."""
    s = s.copy()
    s.mine = -1
    s.apply(SYSTEM.verbs.make("take", unit))
    found, todo = {}, [(s, 0)]
    while todo:
        t, spent = todo.pop()
        h = t.pos[unit]
        if spent < found.get(h, 255):
            found[h] = spent
        elif spent:
            continue
        if isinstance(t.frame, Step):
            for action in t.legal():
                if SYSTEM.verbs.verb(action).name == "move":
                    after = t.copy()
                    after.log = []
                    after.apply(action)
                    todo.append((after, spent + next(e.facts["mf"] for e in after.log if e.key == "step")))
    del found[s.pos[unit]]
    return found


def test_ranges_are_what_can_be_played():
    checked = 0
    for s in every(range(20, 26)):
        if isinstance(s.frame, Pick):
            for action in s.legal():
                if SYSTEM.verbs.verb(action).name == "take":
                    unit = action >> A_SHIFT
                    assert ranges(s, unit) == played(s, unit)
                    checked += 1
    assert checked > 100


def test_threats_are_by_fit_units_that_can_come_next_to_the_hex():
    for s in every(range(20, 24)):
        told = {(row["side"], row["hex"]): set(row["units"]) for row in SYSTEM.show.marks["threat"](s)}
        for side in (BLUE, RED):
            for u in range(*s.rules.forces.ranges[side]):
                if not on_map(s, u):
                    continue
                h, expected = s.pos[u], set()
                for e in range(*s.rules.forces.ranges[1 - side]):
                    stands = [s.pos[e], *ranges(s, e)] if on_map(s, e) and not s.status[e] & SHAKEN else []
                    across = [x for x in stands if s.rules.board.distance(x, h) == 1]
                    armour = facts_of(s).arm[e] == 1
                    if any(not armour or not s.rules.board.side(x, h) & facts_of(s).ford for x in across):
                        expected.add(s.rules.forces.units[e].id)
                assert told.get((SYSTEM.sides[side], h), set()) == expected


def test_panels_can_be_made_and_add_up():
    kinds = set()
    rng = random.Random(1)
    for s in every():
        actions = [a for a, _chance in s.outcomes()] if s.frame.chance else list(s.legal())
        for action in rng.sample(actions, min(3, len(actions))):
            panel = SYSTEM.show.panel(s, action)
            if panel is None:
                continue
            kinds.add(s.frame.kind.name)
            assert not any("{" in word or word.startswith(("row.", "shift.", "nearly.", "effect.")) for word in strings(panel))
            if panel.ladder:
                assert sum(Fraction(c.n, c.of) for c in panel.chances) == 1
                net = sum(shift.amount for shift in panel.shifts)
                assert panel.ladder.final == min(max(panel.ladder.basic + net, 0), len(COLUMNS) - 1)
                results = [c.result for c in panel.chances]
                assert results == [word for word in ORDER if word in results]
            for change in panel.changes:
                if change.line and isinstance(s.frame, Join) and SYSTEM.verbs.verb(action).name == "fight":
                    after = s.copy()
                    after.apply(after.parse(change.line))
                    told = SYSTEM.show.panel(after, SYSTEM.verbs.make("fight"))
                    assert COLUMNS[told.ladder.final] == change.final
    assert len(kinds) > 6


def test_no_book_tells_where_the_minefield_is():
    checked = 0
    for s in every(range(20, 30, 2)):
        left = [h for h in s.rules.board.members(facts_of(s).mines & ~s.trodden) if h != s.mine]
        if s.mine < 0 or not left:
            continue
        other = s.copy()
        other.mine = left[0]
        say = TEXTS.teller(s.rules, "book")
        for reader in (BLUE, None):
            assert SYSTEM.show.books(s, reader, say) == SYSTEM.show.books(other, reader, say)
        assert SYSTEM.show.books(s, RED, say) != SYSTEM.show.books(other, RED, say)
        for name, rows in SYSTEM.show.marks.items():
            assert rows(s) == rows(other), name
        if s.frame.side == BLUE:
            for action in s.legal():
                assert SYSTEM.show.panel(s, action) == SYSTEM.show.panel(other, action)
        checked += 1
    assert checked > 50


def test_every_question_has_its_words():
    for kind in SYSTEM.kinds:
        text = TEXTS.template("waiting", kind.name)
        assert text, kind.name
        assert {name for _t, name, _s, _c in Formatter().parse(text) if name} <= {"side", "turn"}
    for reason in ("start", "forced", "dice", "revealed", "asked", "over", "action"):
        assert TEXTS.template("undo", reason)
    assert all(verb in SYSTEM.verbs for verb in SYSTEM.play.main)
    assert [row[0] for row in SYSTEM.show.track(SYSTEM.new())] == [1, 2, 3, 4, 5]
    assert SYSTEM.show.card.difficulty == 1 and SYSTEM.show.card.period and SYSTEM.show.card.hours
