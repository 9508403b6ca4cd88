"""Fair dice and numbers in six."""

from fractions import Fraction

import pytest

from echelon.core.verbs import Verbs
from echelon.mechanics.chance import chance_in, fair_die, in_six, one_after_another, succeeds

VERBS = Verbs("end", "die number", "spin n:1..10")


@pytest.mark.parametrize(("verb", "faces"), [("die", 6), ("die", 4), ("spin", 10)])
def test_a_fair_die_brings_each_face_with_the_same_chance(verb, faces):
    outcomes = fair_die(VERBS, verb, faces)
    assert [VERBS.fields(action) for action, _ in outcomes] == [(n,) for n in range(1, faces + 1)]
    assert {VERBS.verb(action).name for action, _ in outcomes} == {verb}
    assert {chance for _, chance in outcomes} == {Fraction(1, faces)}
    assert sum(chance for _, chance in outcomes) == 1


@pytest.mark.parametrize("n", range(-1, 9))
def test_n_in_six_is_the_share_of_dice_that_succeed(n):
    assert in_six(n) == Fraction(sum(succeeds(die, n) for die in range(1, 7)), 6)


def test_the_chance_of_a_column_counts_its_rows():
    column = ["D", "D", "D", "-", "AAm", "AA"]
    assert chance_in(column, lambda word: word == "D") == Fraction(1, 2)
    assert chance_in(column, lambda word: word.startswith("AA")) == Fraction(1, 3)
    assert chance_in(column, lambda word: word == "DE") == 0


def test_trials_in_a_row():
    assert one_after_another([]) == 0
    assert one_after_another([Fraction(1, 3), Fraction(1, 2)]) == Fraction(2, 3)
    assert one_after_another([Fraction(1, 6), Fraction(1)]) == 1
