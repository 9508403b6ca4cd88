"""Lines over steps that may be open one way only, against a search hex by hex."""

import random

import pytest

from echelon.core.system import load
from echelon.mechanics.lines import Ways

BOARD = load("drill").rules().board


def open_steps(seed):
    rng = random.Random(seed)
    steps = {(a, b) for a in range(BOARD.n) for b, _bit, _side in BOARD.near[a] if rng.random() < 0.6}
    ground = {h for h in range(BOARD.n) if rng.random() < 0.8}
    goal = set(rng.sample(sorted(ground), 2))
    return steps, ground, goal, Ways(BOARD.lattice, lambda a, b, side: (a, b) in steps)


def mask(hexes):
    return BOARD.lattice.board(hexes)


def layers(steps, ground, goal, most=None):
    reached = set(goal)
    count = 0
    while most is None or count < most:
        more = {a for a, b in steps if b in reached and a in ground} - reached
        if not more:
            break
        reached |= more
        count += 1
    return reached


@pytest.mark.parametrize("seed", range(12))
def test_lines(seed):
    steps, ground, goal, ways = open_steps(seed)
    assert ways.into(mask(goal)) == mask({a for a, b in steps if b in goal})
    assert ways.leading(mask(goal), mask(ground)) == mask(layers(steps, ground, goal))
    for most in (0, 1, 3):
        assert ways.within(mask(goal), mask(ground), most) == mask(layers(steps, ground, goal, most))
