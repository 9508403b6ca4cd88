"""Counter-based dice: the same everywhere, fair, and sealed."""

from fractions import Fraction

import pytest

from echelon.core import dice
from echelon.core.errors import EchelonError

SIX = tuple((n, Fraction(1, 6)) for n in range(1, 7))
UNEQUAL = ((0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6)))


def test_known_values_never_change():
    """A record is replayed years later: these numbers are a promise."""
    seed = dice.seed_bytes(7)
    assert [dice.pick(seed, n, SIX) for n in range(12)] == [2, 1, 1, 4, 2, 5, 4, 5, 5, 6, 4, 1]
    assert dice.roll(seed, 0) == 3402391133490181813
    assert dice.seal(seed) == "sha256:8a941c4f73d9be69e75ece1f3c4744dbd95309704fbf41202bd59f85a5e08772"


def test_a_roll_depends_on_seed_and_number_only():
    a, b = dice.seed_bytes(1), dice.seed_bytes(2)
    assert dice.roll(a, 5) == dice.roll(a, 5)
    assert len({dice.roll(seed, n) for seed in (a, b) for n in range(100)}) == 200


@pytest.mark.parametrize("outcomes", [SIX, UNEQUAL])
def test_each_outcome_has_exactly_its_chance(outcomes, monkeypatch):
    """Counted over equally spaced rolls instead of sampled: n points give n times the chance, to the last one."""
    points = 360
    counts = {action: 0 for action, _ in outcomes}
    for i in range(points):
        monkeypatch.setattr(dice, "roll", lambda seed, counter, i=i: (i << 64) // points + (1 << 40))
        counts[dice.pick(b"", 0, outcomes)] += 1
    assert counts == {action: points * chance for action, chance in outcomes}


def test_the_ends_of_the_range_belong_to_the_first_and_last_outcome(monkeypatch):
    for point, wanted in ((0, 1), ((1 << 64) - 1, 6)):
        monkeypatch.setattr(dice, "roll", lambda seed, counter, point=point: point)
        assert dice.pick(b"", 0, SIX) == wanted


def test_a_point_on_the_border_belongs_to_the_next_outcome(monkeypatch):
    for point, wanted in (((1 << 63) - 1, 0), (1 << 63, 1)):
        monkeypatch.setattr(dice, "roll", lambda seed, counter, point=point: point)
        assert dice.pick(b"", 0, UNEQUAL) == wanted


def test_many_rolls_are_close_to_fair():
    seed = dice.seed_bytes(11)
    counts = [0] * 7
    for n in range(6000):
        counts[dice.pick(seed, n, SIX)] += 1
    assert all(850 < count < 1150 for count in counts[1:])


def test_the_seal_binds_the_seed():
    assert dice.seal(dice.seed_bytes(1)) != dice.seal(dice.seed_bytes(2))
    assert dice.seal(dice.seed_bytes(1)).startswith("sha256:")
    assert dice.seed_bytes(1).hex() not in dice.seal(dice.seed_bytes(1))


def test_seeds_may_be_numbers_bytes_or_hexadecimal():
    assert dice.seed_bytes(7) == dice.seed_bytes("00" * 15 + "07") == dice.seed_bytes(bytes(15) + b"\x07")
    assert dice.seed_bytes(-7) != dice.seed_bytes(7)
    assert len(dice.fresh_seed()) == 16
    assert dice.fresh_seed() != dice.fresh_seed()


@pytest.mark.parametrize("seed", ["xyz", "", "0" * 200])
def test_a_text_that_is_no_seed_is_refused(seed):
    with pytest.raises(EchelonError, match="in hexadecimal"):
        dice.seed_bytes(seed)
