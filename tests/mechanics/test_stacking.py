"""Stacking by several counts at once."""

from hypothesis import given
from hypothesis import strategies as st

from echelon.mechanics.stacking import excess, fits, removable


def measure(units):
    """Weights, and how many are heavy; two twins (weight 5) count once."""
    total = sum(units) - (5 if units.count(5) > 1 else 0)
    return total, sum(1 for u in units if u > 2)


def test_each_count_has_its_own_limit():
    assert excess((3, 2), (3, 2)) == ()
    assert excess((4, 2), (3, 2)) == (0,)
    assert excess((3, 3), (3, 2)) == (1,)
    assert excess((4, 3), (3, 2)) == (0, 1)


def test_a_unit_fits_if_every_limit_is_kept():
    assert fits([1, 2], 1, measure, (4, 1))
    assert not fits([1, 2], 2, measure, (4, 1))
    assert not fits([3], 3, measure, (9, 1))


def test_only_units_of_a_kind_in_excess_can_be_removed():
    assert removable([1, 3, 3], measure, (9, 1)) == [3, 3]
    assert removable([1, 3, 3], measure, (5, 2)) == [1, 3, 3]
    assert removable([1, 3], measure, (4, 1)) == []


def test_a_unit_that_weighs_nothing_beside_its_twin_cannot_be_removed_for_its_weight():
    assert removable([5, 5, 2], measure, (6, 9)) == [2]


@given(st.lists(st.integers(1, 4), max_size=8), st.integers(0, 12), st.integers(0, 4))
def test_removing_ends_in_a_lawful_stack(units, most, heavy):
    while excess(measure(units), (most, heavy)):
        chosen = removable(units, measure, (most, heavy))
        assert chosen, "nobody can be removed from an overfull stack"
        units.remove(chosen[0])
    assert removable(units, measure, (most, heavy)) == []
