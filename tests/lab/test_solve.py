"""Exact values: against a plain search without memory, against arithmetic by hand, and the ford as a whole."""

from fractions import Fraction

import pytest

import echelon
from echelon.core.frames import CHANCE
from echelon.core.record.position import Position
from echelon.core.state import Result
from echelon.lab.solve import TooLarge, score, solve

# The last combat step of the game, Blue's: the town Amont (0402) is Red's, and Red stands alone in the clear.
LAST = """
system = "drill"
scenario = "ford"
turn = 2
side = "blue"
frame = "combat.target"
units = { b1 = "0301", b2 = "0202", r1 = "0302" }
"""
REDS_LAST = """
system = "drill"
scenario = "ford"
turn = 2
side = "red"
frame = "combat.target"
units = { b1 = "0301", b2 = "0303", r1 = "0302" }
"""


def plain(state, scores=None):
    """Expectiminimax as the textbook has it: no memory, no cut."""
    if state.outcome is not None:
        return score(state.outcome, scores)
    rows = state.outcomes() or [(a, None) for a in state.legal()]
    values = []
    for action, chance in rows:
        after = state.copy()
        after.apply(action)
        values.append(plain(after, scores) * (chance or 1))
    if state.frame.side == CHANCE:
        return sum(values)
    return max(values) if state.frame.side == 0 else min(values)


@pytest.mark.parametrize("scores", [None, {"marginal": Fraction(3, 4), "decisive": Fraction(1)}])
def test_it_agrees_with_a_plain_search(scores):
    state = Position.parse(REDS_LAST).state()
    found = solve(state, scores)
    assert found.value == plain(state, scores)
    assert dict(found.choices) == {state.text(a): plain(after(state, a), scores) for a in state.legal()}


def after(state, action):
    copy = state.copy()
    copy.apply(action)
    return copy


def test_a_last_attack_by_hand():
    """Red must destroy or drive off Blue to keep nothing from being Blue's: he holds the town, so he wins by doing nothing."""
    found = solve(Position.parse(REDS_LAST).state())
    assert found.value == 0
    assert found.results == ((Result(1, "decisive", "DRL-VIC-1"), Fraction(1)),)


def test_the_results_under_best_play_add_up_to_the_value():
    found = solve(Position.parse(LAST).state())
    assert sum(chance for _, chance in found.results) == 1
    assert sum(score(result) * chance for result, chance in found.results) == found.value
    assert found.line[0] == "attack 0302" and found.line[-1] == "fight"
    assert found.best == found.line[0]
    assert not found.secret


def test_the_ford_is_worth_eleven_twelfths():
    found = solve(echelon.load("drill").new("ford"))
    assert found.value == Fraction(11, 12)
    assert found.choices[0][1] == found.value
    assert dict(found.choices)["end"] == Fraction(1, 3)
    assert found.line[-4:] == ("attack 0302", "with b1", "with b2", "fight")


def test_how_many_dice_fell_before_does_not_matter():
    state = Position.parse(LAST).state()
    later = Position.parse(LAST.replace("turn = 2", "turn = 2\nrolls = 7")).state()
    assert solve(state).value == solve(later).value
    assert later.rolls == 7


def test_too_large_is_said():
    with pytest.raises(TooLarge, match="more than 100 states"):
        solve(echelon.load("drill").new("crossing"), limit=100)


def test_progress_is_told_on_the_way():
    seen = []
    with pytest.raises(TooLarge):
        solve(echelon.load("drill").new("crossing"), limit=6000, progress=seen.append)
    assert seen == [5000]


def test_a_secret_choice_is_marked():
    text = """
system = "drill"
turn = 5
side = "red"
frame = "setup.mine"
units = { b1 = "0403", r1 = "0703" }
"""
    found = solve(Position.parse(text).state())
    assert found.secret
    assert found.value in (0, 1)  # nothing is left to chance so far apart


@pytest.mark.parametrize(
    ("result", "worth"),
    [
        (Result(0, "decisive", "X"), Fraction(1)),
        (Result(1, "decisive", "X"), Fraction(0)),
        (Result(0, "marginal", "X"), Fraction(3, 4)),
        (Result(1, "marginal", "X"), Fraction(1, 4)),
        (Result(None, "draw", "X"), Fraction(1, 2)),
    ],
)
def test_scores(result, worth):
    assert score(result, {"marginal": Fraction(3, 4)}) == worth
