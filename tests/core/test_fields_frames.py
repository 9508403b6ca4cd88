"""Codecs of single values, and frames made of them."""

from typing import Annotated

import pytest
from playing import states

import echelon
from echelon.core import fields
from echelon.core.errors import EchelonError, PositionError, UnknownError
from echelon.core.fields import COUNT, HEX, UNIT, UNIT_LIST
from echelon.core.frames import CHANCE, Frame, Kind


@pytest.fixture(scope="module")
def rules():
    return echelon.load("drill").rules()


class Bare(Frame):
    """No fields."""


class Step(Frame):
    unit: Annotated[int, UNIT]
    hex: Annotated[int, HEX]


class Other(Frame):
    unit: Annotated[int, UNIT]
    hex: Annotated[int, HEX]


class Order(Frame):
    units: Annotated[tuple[int, ...], UNIT_LIST]
    owed: Annotated[int, COUNT]


for frame_type in (Bare, Step, Other, Order):
    Kind(frame_type.__name__.lower(), frame_type, (), apply=None, legal=None, why_not=None)


@pytest.mark.parametrize(
    ("codec", "value", "data"),
    [
        (fields.COUNT, 7, 7),
        (fields.HALVES, 3, 1.5),
        (fields.HALVES, 4, 2),
        (fields.Number("mf", 3), 4, "4/3"),
        (fields.Number("mf", 4), 5, 1.25),
        (fields.Number("thirds", 3), 9, 3),
        (fields.FLAG, 1, True),
        (fields.UNIT, 2, "b3"),
        (fields.UNIT, -1, ""),
        (fields.UNITS, 0b10001, ["b1", "r1"]),
        (fields.UNIT_LIST, (4, 0), ["r1", "b1"]),
        (fields.HEX, 0, "0101"),
        (fields.HEX, -1, ""),
        (fields.PLACE, 42, "gone"),
        (fields.PLACE, 1, "0102"),
        (fields.ACTION, 0, ""),
        (fields.ACTION, echelon.load("drill").verbs.make("move", 1, 9), "move b2 0204"),
        (fields.SIDE, 1, "red"),
        (fields.SIDE, CHANCE, "chance"),
        (fields.SIDE, -1, ""),
        (fields.RAW, (1, (2, 3)), [1, [2, 3]]),
        (fields.Word("sky", ("clear", "rain")), 1, "rain"),
        (fields.Flags("status", ("a", "b", "c")), 5, ["a", "c"]),
        (fields.Rows("entry", unit=UNIT, turn=COUNT), ((0, 3), (4, 1)), [{"unit": "b1", "turn": 3}, {"unit": "r1", "turn": 1}]),
    ],
)  # fmt: skip
def test_codec_writes_and_reads_back(rules, codec, value, data):
    assert codec.dump(rules, value) == data
    assert codec.load(rules.names(), data) == value


def test_boards_of_hexes_and_hexsides_read_back(rules):
    board, names = rules.board, rules.names({"P": rules.board.parse_hex("0303")})
    hexes = board.hexes("0101 0303 0706")
    assert fields.HEXES.dump(rules, hexes) == "0101 0303 0706"
    assert fields.HEXES.load(names, "0101 P 0706") == hexes
    sides = board.side(*map(board.parse_hex, ("0303", "0403"))) | board.side(*map(board.parse_hex, ("0101", "0102")))
    assert fields.SIDES.load(names, fields.SIDES.dump(rules, sides)) == sides
    assert fields.SIDES.load(names, "P|0403 0102|0101") == sides


def test_a_hex_may_be_named_by_its_way_from_another(rules):
    names = rules.names({"P": rules.board.parse_hex("0404")})
    assert rules.board.labels[names.hex("P N NE")] == rules.board.labels[names.hex("0403 NE")]
    with pytest.raises(PositionError, match="there is no hex N of 0101; the map ends there"):
        names.hex("0101 N")
    with pytest.raises(EchelonError, match="no direction 'UP'"):
        names.hex("P UP")


@pytest.mark.parametrize(
    ("codec", "data", "message"),
    [
        (fields.COUNT, "three", "expected a number"),
        (fields.COUNT, True, "expected a number"),
        (fields.COUNT, 1.5, "not a multiple of 1/1"),
        (fields.HALVES, 0.3, "not a multiple of 1/2"),
        (fields.Number("mf", 3), "4/0", "expected a number"),
        (fields.Number("mf", 3), "1/2", "not a multiple of 1/3"),
        (fields.FLAG, 1, "expected true or false"),
        (fields.UNITS, 5, "expected names"),
        (fields.UNITS, ["b1", "zz"], "there is no unit 'zz'"),
        (fields.HEXES, "0101 0199", "there is no hex '0199'"),
        (fields.SIDES, "0101|0706", "not adjacent"),
        (fields.PLACE, "pool", "there is no hex 'pool'"),
        (fields.SIDE, "green", "there is no side 'green'"),
        (fields.Word("sky", ("clear", "rain")), "snow", "there is no sky 'snow'"),
        (fields.Flags("status", ("a",)), "b", "there is no status 'b'"),
        (fields.Rows("entry", unit=UNIT), [{"unit": "b1", "corps": 3}], "each entry is a table with unit"),
        (fields.Rows("entry", unit=UNIT), "b1", "each entry is a table with unit"),
    ],
)
def test_codec_refuses_with_a_sentence(rules, codec, data, message):
    with pytest.raises(EchelonError) as caught:
        codec.load(rules.names(), data)
    assert message in str(caught.value)


def test_frames_are_equal_only_within_their_kind():
    assert Step((0, 1, 2)) == Step((0, 1, 2))
    assert Step((0, 1, 2)) != Step((0, 1, 3))
    assert Step((0, 1, 2)) != Other((0, 1, 2))
    assert Step((0, 1, 2)) != (0, 1, 2)
    assert len({Step((0, 1, 2)), Step((0, 1, 2)), Other((0, 1, 2))}) == 2


def test_a_frame_shows_its_fields_by_name():
    frame = Order((1, (4, 0), 3))
    assert repr(frame) == "Order(side=1, units=(4, 0), owed=3)"
    assert (frame.side, frame.units, frame.owed) == (1, (4, 0), 3)
    assert repr(Bare((0,))) == "Bare(side=0)"


def test_a_frame_without_its_fields_can_still_be_written(rules):
    assert Order((1, (4, 0), 3)).without_fields().dump(rules) == {"kind": "order", "side": "red", "units": [], "owed": 0}
    assert Step((1, 4, 0)).without_fields().dump(rules) == {"kind": "step", "side": "red", "unit": "", "hex": ""}


def test_frames_of_random_games_read_back(rules):
    kinds = set()
    for seed in range(12):
        for state in states("drill", seed):
            if state.outcome is None:
                frame = state.frame
                assert type(frame).load(rules.names(), frame.dump(rules), frame.side) == frame
                kinds.add(frame.kind.name)
    assert len(kinds) == 9, "every kind of drill came up"


def test_a_frame_names_its_unknown_and_missing_fields(rules):
    with pytest.raises(PositionError, match=r"frame step has no field 'ut'; it has side, unit, hex"):
        Step.load(rules.names(), {"kind": "step", "ut": "b1"}, 0)
    with pytest.raises(PositionError, match="frame step needs 'hex': hex"):
        Step.load(rules.names(), {"kind": "step", "unit": "b1"}, 0)


def test_a_chance_frame_is_answered_by_chance_whoever_moves(rules):
    die = rules.kind("combat.die").frame
    assert die.load(rules.names(), {"hex": "0303", "attackers": "b1"}, 1).side == CHANCE


def test_an_unknown_kind_suggests_a_near_one(rules):
    with pytest.raises(UnknownError, match=r"did you mean 'move.step'"):
        rules.kind("move.stop")


def test_words_of_the_data_are_kept_as_their_index(rules):
    corps = fields.Named("corps")
    own = type("Own", (), {"words": {"corps": ("I SS", "LXVII")}})()
    names = fields.Names(own, {})
    assert [corps.dump(own, v) for v in (1, -1)] == ["LXVII", ""]
    assert [corps.load(names, d) for d in ("I SS", "")] == [0, -1]
    with pytest.raises(UnknownError, match="there is no corps 'II'"):
        corps.load(names, "II")


class Farther(Step):
    """As Step, and what is left."""

    left: Annotated[int, COUNT]


Kind("farther", Farther, (), apply=None, legal=None, why_not=None)


def test_a_frame_may_extend_another(rules):
    frame = Farther((1, 2, 3, 4))
    assert (frame.side, frame.unit, frame.hex, frame.left) == (1, 2, 3, 4)
    assert Farther.load(rules.names(), frame.dump(rules), 0) == frame
    assert frame.dump(rules)["kind"] == "farther"
    assert Step((1, 2, 3)).dump(rules)["kind"] == "step"


def test_two_kinds_cannot_share_a_class():
    with pytest.raises(ValueError, match="Farther asks 'farther' already; give 'nearer' a class of its own"):
        Kind("nearer", Farther, (), apply=None, legal=None, why_not=None)
