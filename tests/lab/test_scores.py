"""Intervals and Elo, against what is known of them."""

import math
import random

import pytest

from echelon.lab.scores import elo, paired, wilson


def exact_wilson(points, games):
    """The rates p for which the observed rate lies 1.96 standard deviations away: the definition, solved by bisection."""
    z, rate = 1.959963984540054, points / games

    def off(p):
        return (rate - p) ** 2 - z * z * p * (1 - p) / games

    def root(low, high):
        rising = off(high) > off(low)
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (low, middle) if (off(middle) > 0) == rising else (middle, high)
        return (low + high) / 2

    return root(0, rate) if rate else 0.0, root(rate, 1) if rate < 1 else 1.0


@pytest.mark.parametrize(("points", "games"), [(50, 100), (95, 100), (1, 7), (10.5, 20), (199, 200), (0, 30), (30, 30)])
def test_wilson_is_what_its_definition_says(points, games):
    assert wilson(points, games) == pytest.approx(exact_wilson(points, games), abs=1e-9)


def test_wilson_without_games_knows_nothing():
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_covers_the_truth_about_19_times_in_20():
    rng = random.Random(1)
    hits = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < 0.85 for _ in range(60)), 60)
        hits += low <= 0.85 <= high
    assert 0.93 <= hits / 2000 <= 0.975


def test_pairs_make_a_narrower_interval_where_sides_decide():
    """Blue always wins: each pair is even, and nothing is left to doubt."""
    assert paired([0.5] * 20) == (0.5, 0.5)
    low, high = paired([0.5, 1.0] * 20)
    assert 0.67 < low < 0.75 < high < 0.83
    assert paired([0.5, 1.0] * 20) == (low, high)
    assert paired([0.5] * 9) is None
    assert paired([1.0] * 30) is None and paired([0.0] * 30) is None  # ... which would be claiming too much


def test_pairs_cover_the_truth_about_19_times_in_20():
    rng = random.Random(2)
    hits = 0
    for _ in range(60):
        low, high = paired([rng.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(40)])
        hits += low <= 0.5 <= high
    assert 0.85 <= hits / 60 <= 1


def test_elo_points():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1 / 11) == pytest.approx(-400)
    assert elo(1.0) == math.inf and elo(0.0) == -math.inf
