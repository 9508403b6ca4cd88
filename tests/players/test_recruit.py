"""The recruit: legal, plausible, fast; and what the systems' appreciations must keep to."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import echelon
from echelon.lab.survey import play_out, survey
from echelon.players import make

APPRECIATED = [name for name in echelon.system_names() if echelon.load(name).judgement.appreciate is not None]


def played(system, seed, players, most=100_000):
    """The states of a game, each with the answer given."""
    state = system.new(seed=seed)
    seats = [make(name, seed + i) for i, name in enumerate(players)]
    for _ in range(most):
        if state.result() is not None:
            return
        if state.frame.chance:
            state.apply(state.draw())
            continue
        action = seats[state.frame.side].choose(state.view(state.frame.side))
        yield state, action
        state.apply(action)


@pytest.mark.parametrize("name", APPRECIATED)
def test_answers_are_legal_and_the_same_for_the_same_seed(name):
    system = echelon.load(name)
    first, second = ([], [])
    for found in (first, second):
        for state, action in played(system, 5, ("recruit", "recruit"), most=250):
            assert action in state.legal()
            found.append(action)
    assert first == second


@pytest.mark.parametrize("name", APPRECIATED)
def test_it_beats_a_random_player_from_either_side(name):
    system = echelon.load(name)
    for side in range(2):
        players = ["random", "random"]
        players[side] = "recruit"
        endings = survey(system, 3, players=players, seed=20).endings
        assert sum(ending.winner == system.sides[side] for ending in endings) == 3


def test_without_an_appreciation_it_seeks_contact():
    drill = echelon.load("drill")
    system = replace(drill, judgement=replace(drill.judgement, appreciate=None))
    ending = play_out(system, "", {}, 3, ("recruit", "recruit"))
    assert ending.clause


@pytest.mark.parametrize("name", APPRECIATED)
def test_what_is_good_for_one_side_is_bad_for_the_other(name):
    system = echelon.load(name)
    for state, action in played(system, 9, ("random", "random"), most=300):
        judge = state.rules.appreciation
        before = state.content()
        assert judge.worth(state, 0) == pytest.approx(-judge.worth(state, 1))
        judge.opinions(state, [action])
        assert state.content() == before


@pytest.mark.parametrize("name", APPRECIATED)
def test_a_view_is_enough(name):
    """Other secrets of the enemy, the same answers."""
    system = echelon.load(name)
    rng = random.Random(4)
    for n, (state, _action) in enumerate(played(system, 11, ("recruit", "recruit"), most=400)):
        if n % 40 or not state.layout.secrets:
            continue
        side = state.frame.side
        view = state.view(side)
        if view.waiting:
            continue
        other = view.sample(rng)
        assert make("recruit", 1).choose(other.view(side)) == make("recruit", 1).choose(view)
