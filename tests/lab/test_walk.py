"""Walks against an independent counter that never asks the generator: it tries every well-formed action on the law."""

import pytest

import echelon
from echelon.core.record.position import Position
from echelon.lab.walk import continuations, divide, walk

KNOWN = {"crossing": [1, 4, 20, 88, 464, 2228], "ford": [1, 3, 12, 38, 115, 302, 851]}

FIGHT = """
system = "drill"
scenario = "ford"
side = "blue"
frame = "combat.target"
units = { b1 = "0301", b2 = "0202", r1 = "0302" }
"""
LAST_ATTACK = """
system = "drill"
scenario = "ford"
turn = 2
side = "red"
frame = "combat.target"
units = { b1 = "0301", b2 = "0303", r1 = "0302" }
"""


def brute(state, depth):
    """Sequences of exactly this length, from the universe of all verbs and all values, filtered by the law alone."""
    if depth == 0:
        return 1
    if state.outcome is not None:
        return 0
    rules = state.rules
    total = 0
    for action in rules.verbs.universe(rules, [verb.name for verb in rules.verbs.all]):
        if not state.why_not(action):
            after = state.copy()
            after.apply(action)
            total += brute(after, depth - 1)
    return total


@pytest.mark.parametrize(("scenario", "depth"), [("crossing", 4), ("ford", 5)])
def test_walk_equals_the_brute_count_from_the_start(scenario, depth):
    state = echelon.load("drill").new(scenario)
    assert [walk(state, n) for n in range(depth + 1)] == KNOWN[scenario][: depth + 1]
    assert brute(state, depth) == KNOWN[scenario][depth]


@pytest.mark.parametrize("text", [FIGHT, LAST_ATTACK])
def test_walk_equals_the_brute_count_through_combat(text):
    """Targets, attackers, every die, losses, retreats, advances, and games that end on the way."""
    state = Position.parse(text).state()
    for depth in range(1, 6):
        assert walk(state, depth) == brute(state, depth), depth


def test_deeper_counts_stay_what_they_were():
    """A change here is a change of the rules or a bug."""
    system = echelon.load("drill")
    assert [walk(system.new("crossing"), n) for n in (5, 6, 7)] == [2228, 9859, 45077]
    assert [walk(system.new("ford"), n) for n in (6, 7, 8)] == [851, 2081, 4442]


def test_remembering_equal_states_changes_nothing():
    def plain(state, depth):
        if depth == 0:
            return 1
        total = 0
        for action in continuations(state):
            after = state.copy()
            after.apply(action)
            total += plain(after, depth - 1)
        return total

    state = Position.parse(FIGHT).state()
    assert walk(state, 6) == plain(state, 6)


def test_divide_adds_up():
    state = echelon.load("drill").new("ford")
    split = divide(state, 5)
    assert list(split) == state.legal().texts()
    assert sum(split.values()) == walk(state, 5)
    assert divide(state, 0) == {}


def test_a_finished_game_has_no_continuation():
    state = echelon.load("drill").new("ford")
    state.finish(0, "decisive", "DRL-VIC-2")
    assert continuations(state) == [] and walk(state, 1) == 0 and walk(state, 0) == 1


def test_the_walk_leaves_the_state_alone():
    state = echelon.load("drill").new("ford")
    before = state.content()
    walk(state, 5)
    assert state.content() == before
