"""Ratio columns, the ends of a table, chances."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echelon.mechanics.odds import chances, clamp, parse_ratios, ratio_column

COLUMNS = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
RATIOS = parse_ratios(COLUMNS)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(7, 4, "3:2"), (8, 3, "2:1"), (2, 9, "1:5"), (2, 10, "1:5"), (3, 3, "1:1"), (70, 3, "7:1"), (5, 0, "7:1")],
)
def test_the_ratio_is_rounded_for_the_defender(attack, defence, column):
    assert COLUMNS[ratio_column(attack, defence, RATIOS)] == column


def test_below_the_first_column_there_is_none():
    assert ratio_column(2, 11, RATIOS) == -1
    assert ratio_column(0, 1, RATIOS) == -1


@given(st.integers(0, 60), st.integers(1, 60))
def test_the_column_is_the_last_that_the_ratio_reaches(attack, defence):
    at = ratio_column(attack, defence, RATIOS)
    for i, (a, d) in enumerate(RATIOS):
        assert (Fraction(attack, defence) >= Fraction(a, d)) == (i <= at)


@pytest.mark.parametrize("bad", [["1-2"], ["2:1", "1:1"], ["1:0"], ["1:1", "2:2"]])
def test_columns_that_are_no_rising_ratios_are_refused(bad):
    with pytest.raises(ValueError, match=r"ratio|rise"):
        parse_ratios(bad)


def test_the_ends_of_the_table():
    assert [clamp(i, 12) for i in (-9, -1, 0, 11, 12, 30)] == [0, 0, 0, 11, 11, 11]


def test_chances_add_up_and_keep_the_order_of_the_rolls():
    table = (("D2", "DE"), ("D1", "DE"), ("D1", "DE"), ("-", "DD"))
    assert chances(table, 0) == {"D2": Fraction(1, 4), "D1": Fraction(1, 2), "-": Fraction(1, 4)}
    assert list(chances(table, 0)) == ["D2", "D1", "-"]
    assert sum(chances(table, 1).values()) == 1
