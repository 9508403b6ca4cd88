"""Losses: which choices can be completed, compared with all sets tried one by one."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from echelon.mechanics.losses import cover, share

VALUES = st.lists(st.integers(0, 5), min_size=1, max_size=7)


def minimal_covers(need, values):
    """Every set that reaches `need` and of which nobody could be spared."""
    found = []
    for n in range(1, len(values) + 1):
        for chosen in combinations(range(len(values)), n):
            total = sum(values[i] for i in chosen)
            if total >= need and all(total - values[i] < need for i in chosen):
                found.append(set(chosen))
    return found


@given(st.integers(1, 15), VALUES)
def test_offers_are_the_prefixes_of_minimal_covers(need, values):
    covers = minimal_covers(need, values)
    waiting = [frozenset()]
    while waiting:
        chosen = waiting.pop()
        offered = cover(need, values, sum(1 << i for i in chosen))
        mine = {i for i in range(len(values)) if offered >> i & 1}
        if sum(values[i] for i in chosen) >= need:
            assert not mine
            continue
        assert mine == {i for c in covers if chosen <= c for i in c - chosen}
        waiting += [chosen | {i} for i in mine if len(chosen) < 3]


def test_not_minimal_only_has_to_be_enough():
    assert cover(4, (4, 3, 2), minimal=False) == 0b111
    assert cover(4, (4, 3, 2), 0b100, minimal=False) == 0b011
    assert cover(10, (4, 3, 2), minimal=False) == 0


def test_nothing_is_offered_that_all_together_cannot_pay():
    assert cover(10, (4, 3, 2)) == 0


@given(st.lists(st.integers(0, 6), max_size=3), st.lists(st.integers(0, 5), max_size=6))
def test_share_is_what_trying_everything_finds(needs, values):
    def tried(needs, values):
        if not values:
            return all(n <= 0 for n in needs)
        return any(
            tried([n - (values[0] if i == j else 0) for j, n in enumerate(needs)], values[1:]) for i in range(len(needs))
        )

    assert share(needs, values) == (tried(needs, values) if needs else True)
