"""The declared state: copy, comparison, packing, fingerprint."""

import random
from array import array
from typing import Annotated

import pytest
from playing import states

import echelon
from echelon.core.errors import EchelonError
from echelon.core.fields import COUNT, HEX, HEXES, PLACE, RAW, UNITS, Flags
from echelon.core.forces import at, wide_at
from echelon.core.layout import Cache, Derived, Row, Shared, Value, layout
from echelon.core.record.pack import PackError, pack, unpack
from echelon.core.state import NOBODY, State


@layout
class Campaign(State):
    """As much as the largest game needs: 150 units on 1,500 hexes."""

    pos: Annotated[array, Row(PLACE, wide=True)]
    status: Annotated[bytearray, Row(Flags("status", ("a", "b")))]
    steps: Annotated[bytearray, Row(COUNT)]
    spent: Annotated[bytearray, Row(COUNT)]
    due: Annotated[bytearray, Row(COUNT)]
    supplied: Annotated[int, Value(UNITS)]
    control: Annotated[int, Value(HEXES)]
    secret: Annotated[int, Value(HEX, secret=1, unknown=-1)]
    ledger: Annotated[tuple[tuple[int, ...], ...], Shared(RAW)]
    occupied: Annotated[int, Derived(COUNT)]
    zone: Annotated[int | None, Cache("occupied")]


def campaign(n=150):
    s = Campaign()
    s.rules, s.frame, s.stack, s.step, s.turn = echelon.load("drill").rules(), NOBODY, [], 3, 20
    s.rolls, s.reveals, s.outcome, s.seed, s.log = 400, 2, None, bytes(16), None
    s.pos = array("H", range(1000, 1000 + n))
    s.status, s.steps, s.spent, s.due = (bytearray(i % 250 for i in range(n)) for _ in range(4))
    s.supplied, s.control, s.secret = (1 << n) - 1, (1 << 1500) - 1, 77
    s.ledger = tuple((i, 3, 12) for i in range(20))
    s.occupied, s.zone = 5, 6
    return s


@pytest.fixture(scope="module")
def middle():
    """A state in the middle of a combat."""
    return next(s for seed in range(9) for s in states("drill", seed) if s.frame.kind.name == "combat.retreat")


def test_a_state_declares_its_slots_and_nothing_else(middle):
    assert Campaign.layout.derived == ("occupied",)
    assert Campaign.layout.caches == {"zone": ("occupied",)}
    with pytest.raises(ValueError, match="cache 'zone' names 'places', which is no field of Odd"):

        @layout
        class Odd(State):
            zone: Annotated[int | None, Cache("places")]

    assert [s.name for s in Campaign.layout.secrets] == ["secret"]
    with pytest.raises(AttributeError):
        middle.colour = 1


def test_a_copy_shares_nothing_that_changes(middle):
    copy = middle.copy()
    assert copy == middle
    before = middle.content()
    copy.pos[0] ^= 1
    copy.stack.append(copy.frame)
    copy.turn += 1
    assert copy != middle
    assert middle.content() == before


@pytest.mark.parametrize("name", ["turn", "step", "rolls", "reveals", "supplied", "control", "secret"])
def test_every_declared_value_is_compared_and_fingerprinted(name):
    a, b = campaign(), campaign()
    assert a == b
    setattr(b, name, getattr(b, name) ^ 1)
    assert a != b
    assert a.content() != b.content()


@pytest.mark.parametrize("name", ["pos", "status", "steps", "spent", "due"])
def test_every_row_is_compared(name):
    a, b = campaign(), campaign()
    getattr(b, name)[149] ^= 1
    assert a != b
    assert a.content() != b.content()


def test_caches_derived_fields_seed_and_log_are_not_compared():
    a, b = campaign(), campaign()
    b.zone, b.occupied, b.seed, b.log = None, 0, b"x", []
    assert a == b
    assert a.content() == b.content()


def test_a_state_is_never_hashed_by_accident(middle):
    with pytest.raises(TypeError):
        hash(middle)


def test_packing_brings_every_state_of_a_game_back():
    for seed in range(6):
        for state in states("drill", seed):
            back = type(state).unpack(state.rules, state.pack())
            assert back == state
            assert back.key() == state.key()
            assert (back.own0, back.own1, back.full, back.at) == (state.own0, state.own1, state.full, state.at)


def test_equal_states_have_equal_keys_and_others_do_not(middle):
    copy = middle.copy()
    assert copy.key() == middle.key()
    copy.rolls += 1
    assert copy.key() != middle.key()


def test_a_state_of_150_units_packs_into_a_kilobyte_and_a_half():
    fields = campaign().content()
    size = len(pack((*fields[:-3], None, ())))
    assert size <= 1500
    assert size > 5 * 150, "the rows are in it"


def test_a_wide_row_packs_two_bytes_a_unit_the_same_everywhere():
    s = campaign(3)
    s.pos = array("H", [1, 256, 65535])
    assert s.content()[0] == b"\x01\x00\x00\x01\xff\xff"
    assert Campaign.layout.rows[0].load(s.content()[0]) == s.pos
    assert isinstance(s.copy().pos, array)


def test_units_are_found_in_wide_rows_as_in_narrow_ones():
    numbers = [5, 1280, 5, 261, 0, 5, 1285]
    wide = array("H", numbers)
    for place in (5, 0, 261, 1280, 7):
        for low, high in ((0, 7), (1, 5), (3, 3)):
            assert wide_at(wide, place, low, high) == [i for i in range(low, high) if numbers[i] == place]
    assert at(bytearray([3, 1, 3]), 3, 1, 3) == [2]


@pytest.mark.parametrize(
    "value", [0, 249, 250, -1, 2**200, -(2**200), b"", b"x" * 300, "é", None, (), ((1, (2,)), "a"), (None, -3)]
)
def test_packed_values_come_back(value):
    assert unpack(pack(value)) == value


def test_damaged_bytes_are_refused_never_misread_silently(middle):
    data = middle.pack()
    for cut in range(len(data)):
        with pytest.raises(EchelonError):
            type(middle).unpack(middle.rules, data[:cut])
    with pytest.raises(PackError, match="surplus"):
        unpack(data + b"\x06")
    with pytest.raises(PackError, match="cannot hold a float"):
        pack(1.5)
    with pytest.raises(PackError, match="fields"):
        type(middle).unpack(middle.rules, pack((1, 2, 3)))


def test_a_state_becomes_another_and_keeps_its_log(middle):
    state = echelon.load("drill").new()
    state.log = []
    state.become(middle)
    assert state == middle
    assert state.log == []
    state.pos[0] ^= 1
    assert state != middle


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (Row(Flags("status", tuple("abcdefghi"))), "9 flags do not fit into 8 bits"),
        (Row(Flags("status", tuple("abcdefghijklmnopq")), wide=True), "17 flags do not fit into 16 bits"),
        (Row(COUNT, secret=1), "cannot be secret as a whole"),
    ],
)
def test_a_row_that_cannot_be_kept_is_refused_when_it_is_declared(row, message):
    with pytest.raises(ValueError, match=message):
        type_ = type("Bad", (State,), {"__annotations__": {"bad": Annotated[bytearray, row]}})
        layout(type_)


def test_an_undecorated_state_says_what_is_missing():
    for method in ("copy", "content"):
        with pytest.raises(NotImplementedError, match="@layout"):
            getattr(State(), method)()


@pytest.mark.parametrize("value", [b"abcdef", "abcdef", 1 << 40, -(1 << 40)])
def test_a_value_cut_short_is_not_read_as_a_shorter_one(value):
    with pytest.raises(PackError, match="ends too early"):
        unpack(pack(value)[:-1])


def test_damaged_bytes_are_refused_in_a_sentence():
    rng = random.Random(6)
    kept = list(states("drill", 2))[::9]
    for _ in range(600):
        state = rng.choice(kept)
        data = bytearray(state.pack())
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            type(state).unpack(state.rules, bytes(data))
        except PackError as error:
            assert "\n" not in str(error)


def test_questions_and_views_refuse_unknown_names():
    state = echelon.load("drill").new(seed=1)
    with pytest.raises(EchelonError, match="there is no question ''; known: allowance"):
        state.ask(" ")
    with pytest.raises(EchelonError, match="there is no side 'green'; known: blue, red"):
        state.view("green")
    with pytest.raises(EchelonError, match="is not 1 to 64 bytes"):
        echelon.load("drill").new(seed=1 << 200)
