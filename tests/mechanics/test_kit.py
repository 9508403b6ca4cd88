"""The kit: fast and plain forms of any declaration agree, on generated boards with any units, marks and holdings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orlen.game import (
    ATTACKED,
    COMBAT,
    EDGE,
    FORD,
    GAME,
    HQ,
    MOVES,
    NEAR_STAFF,
    RIVER,
    ROAD,
    STACK,
    SUPPLIED,
    SUPPLY,
    TOWNS,
    ZONE,
)

from echelon.core.board.board import Board
from echelon.lab.certify import certify
from echelon.mechanics.declared import units as u
from echelon.mechanics.declared.printed import Tables, number
from echelon.mechanics.kit import (
    ALL,
    ENEMY,
    EVERYWHERE,
    FRIEND,
    Bar,
    Lines,
    Near,
    Price,
    Stacking,
    Standing,
    Value,
    build,
    parts,
    printed,
    swap,
    terrain,
)
from echelon.mechanics.plain.sets import Picture, full_with, is_one, within

SYSTEM = build(GAME)
LEAVES: tuple[Any, ...] = (
    ENEMY, FRIEND, ZONE.enemy, ZONE.own, STACK.full, TOWNS.own, TOWNS.enemy, ATTACKED.hexes, EDGE, NEAR_STAFF, EVERYWHERE,
    terrain("wood"), Near(ENEMY, 1), Near(terrain("town"), 2), Standing("own", ALL - HQ), Standing("enemy", SUPPLIED),
)  # fmt: skip
SETS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.builds(lambda a, b, sign: a | b if sign == "|" else a & b if sign == "&" else a - b, inner, inner,
                            st.sampled_from("|&-")),
    max_leaves=5,
)  # fmt: skip
WHOS = st.recursive(
    st.sampled_from((ALL, HQ, SUPPLIED, *GAME.marks)),
    lambda inner: st.builds(lambda a, b, sign: a | b if sign == "|" else a & b if sign == "&" else a - b, inner, inner,
                            st.sampled_from("|&-")),
    max_leaves=4,
)  # fmt: skip


def any_board(rng: random.Random) -> Board:
    """The map of the game with other woods, rivers and roads."""
    bare = SYSTEM.rules().board.with_features("blank")
    label, sides = bare.labels, [(a, b) for a in range(bare.n) for b, _bit, _side in bare.near[a] if a < b]

    def some(share: float) -> list[tuple[int, int]]:
        return [pair for pair in sides if rng.random() < share]

    return bare.with_features(
        terrain={name: " ".join(x for x in label if rng.random() < share) for name, share in (("wood", 0.25), ("town", 0.1))},
        sides={"river": " ".join(f"{label[a]}|{label[b]}" for a, b in some(0.2))},
        links={"road": [f"{label[a]}-{label[b]}" for a, b in some(0.15)]},
    )


def any_state(seed: int, system: Any = SYSTEM) -> Any:
    """Units thrown anywhere near each other with any marks, on any board; few of these states are lawful."""
    rng = random.Random(seed)
    rules: Any = system.rules("", {}, any_board(rng))
    s: Any = rules.blank()
    near = rng.sample(range(rules.board.n), 9)
    for unit in range(len(s.pos)):
        s.pos[unit] = rng.choice(near) if rng.random() < 0.85 else rules.gone
    for mark in system.rules().fast.game.marks:
        setattr(s, mark.name, rng.getrandbits(len(s.pos)))
    s.attacked, s.west_towns = (sum(b for b in rules.bit if rng.random() < 0.2) for _ in range(2))
    s.west_towns &= rules.board.terrain.get("town", 0)
    rules.rebuild(s)
    return s


@settings(deadline=None)
@given(SETS, st.integers(0, 500), st.integers(0, 1), st.integers(0, 11))
def test_a_set_holds_the_same_hexes_whoever_asks(x, seed, side, unit):
    s = any_state(seed)
    found = s.rules.fast.hexes(s, x, side, unit)
    for h in range(s.rules.board.n):
        assert bool(found & s.rules.bit[h]) == (within(Picture(s), x, side, h) is not None), (x, s.rules.board.labels[h])


@settings(deadline=None)
@given(WHOS, st.integers(0, 200))
def test_a_set_of_units_holds_the_same_units(who, seed):
    s = any_state(seed)
    for unit in range(len(s.pos)):
        assert s.rules.fast.among(s, who, unit) == is_one(s, who, unit)


@settings(deadline=None)
@given(st.integers(0, 400), st.sampled_from((0, 1, 3)), st.booleans())
def test_lines_lead_from_the_same_hexes(seed, most, own_hex):
    (lines,) = SUPPLY.lines
    system = variant(seed % 3, replace(lines, most=most, own_hex=own_hex))
    s = any_state(seed, system)
    supply = s.rules.fast.game.supply
    for unit in range(len(s.pos)):
        if s.pos[unit] < s.rules.off:
            found = s.rules.fast.supplying[supply].hexes(s, s.rules.side_of[unit])
            assert bool(found & s.rules.bit[s.pos[unit]]) == s.rules.plain.supplied(s, supply, unit)


KNOWN: dict[Any, Any] = {}


def variant(bars: int, lines: Lines) -> Any:
    """The game with other lines."""
    lines = replace(lines, bars=lines.bars[bars:])
    if lines not in KNOWN:
        KNOWN[lines] = build(swap(GAME, SUPPLY.lines[0], lines))
    return KNOWN[lines]


PASSING = Stacking("ORL-STK-1", most=2, passing=True)
HEAVY = Stacking("ORL-STK-1", most=7, weight=Value("strength"))
CHANGED = {
    "stacks are limited at the end of a move only": swap(
        swap(swap(GAME, MOVES, replace(MOVES, bars=MOVES.bars[1:], ends=(PASSING,))), STACK, PASSING), STACK.full, PASSING.full
    ),
    "stacks weigh": swap(GAME, STACK, HEAVY),
    "zones by strength": swap(GAME, ZONE, replace(ZONE, least=4, weight=Value("strength"))),
    "the first hex is free": swap(GAME, MOVES, replace(MOVES, free_first="ORL-MOV-1")),
    "woods cost more to those who are beside the enemy": swap(
        GAME, MOVES.cost, replace(MOVES.cost, rows=(*MOVES.cost.rows, Price("ORL-ZOC-3", 1, on=ZONE.enemy & terrain("wood"))))
    ),
    "staffs stay where an enemy zone is": swap(
        GAME, MOVES, replace(MOVES, bars=(*MOVES.bars, Bar("ORL-ZOC-2", leaving=ZONE.enemy, who=HQ, case="move.never")))
    ),
    "a modifier of the die": swap(
        GAME, COMBAT.odds, replace(COMBAT.odds, shifts=(replace(COMBAT.odds.shifts[0], die=True), *COMBAT.odds.shifts[1:]))
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_other_declarations_are_judged_alike(name):
    """Whole games and scrambled situations of a changed game: generators, checkers, effects, problems, sets."""
    found = certify(build(CHANGED[name]), games=3, seed=4)
    assert {failure.check for failure in found.failures} <= {"text"}, "\n".join(map(str, found.failures))


def test_a_game_is_made_of_parts_and_any_can_be_changed():
    known = list(parts(GAME))
    assert ZONE in known and MOVES in known and STACK in known
    assert swap(GAME, ZONE, ZONE) == GAME
    other = swap(GAME, ZONE, replace(ZONE, not_across=None))
    assert other.zone != GAME.zone and ZONE not in list(parts(other)), "wherever it stands"
    assert other.moves[0].stops[0].hexes == u.InZone(other.zone, "enemy")
    one, two = build(GAME), build(other)
    assert one.state_type is not two.state_type and one.kinds[0].frame is not two.kinds[0].frame


def test_a_unit_can_be_lifted_off_the_picture():
    s = any_state(3)
    unit = next(v for v in range(len(s.pos)) if s.pos[v] < s.rules.off)
    place = s.pos[unit]
    here = Picture(s).at(place)
    assert Picture(s, (unit,)).at(place) == [v for v in here if v != unit]
    crowded = full_with(Picture(s), STACK, place, -1)
    assert (crowded is None) == (len(here) < 2)


@pytest.mark.parametrize(("text", "value"), [("½", "1/2"), ("1½", "3/2"), ("+1", "1"), ("−2", "-2"), ("1/3", "1/3")])
def test_printed_numbers(text, value):
    assert str(number(text)) == value


def test_tables_of_a_rule_book_are_found_by_their_clause():
    tables = Tables("- `ABC-MOV-1` fill — a\n\n| step | foot |\n|---|---|\n| clear, town | 1 |\n| wood | - |\n")
    table = printed("ABC-MOV-1")
    assert tables.amount(table("town"), 2) == 2
    assert tables.amount(table("wood", "foot"), 2) is None


def test_rivers_and_roads_are_as_declared():
    rules = SYSTEM.rules()
    ford = rules.board.sides["river"] & ~rules.board.links["road"]
    assert getattr(rules, rules.fast.names.sides(FORD)) == ford
    assert (RIVER - ROAD) == FORD
