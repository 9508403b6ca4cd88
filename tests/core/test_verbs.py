"""Actions as ints: text, parser, filters and universe all come from a verb's declaration."""

import pytest

import echelon
from echelon.core.errors import Ambiguous, Invalid, UnknownError
from echelon.core.rules import Query
from echelon.core.verbs import FIELD, Verb, Verbs


@pytest.fixture(scope="module")
def rules():
    return echelon.load("drill").rules()


def test_every_well_formed_action_reads_back_from_its_text(rules):
    verbs, names = rules.verbs, rules.names()
    for action in verbs.universe(rules, [v.name for v in verbs.all]):
        assert verbs.parse(names, verbs.format(rules, action)) == action


def test_the_universe_holds_each_combination_once(rules):
    found = list(rules.verbs.universe(rules, ["move", "end"]))
    assert len(found) == len(set(found)) == len(rules.forces) * rules.board.n + 1


def test_fields_come_back_as_they_were_put_in(rules):
    for values in ((0, 0), (6, 41), (FIELD, FIELD), (1, 10**9)):
        assert rules.verbs.fields(rules.verbs.make("move", *values)) == values


def test_the_last_of_three_fields_has_no_limit_and_the_others_have():
    verbs = Verbs("aim unit hex number")
    assert verbs.fields(verbs.make("aim", 7, 8, 1 << 40)) == (7, 8, 1 << 40)
    with pytest.raises(ValueError, match="do not fit"):
        verbs.make("aim", 7, FIELD + 1, 0)


def test_a_verb_with_a_missing_or_a_fourth_field_is_refused():
    verbs = Verbs("move unit hex")
    with pytest.raises(ValueError, match="has 2 fields, not 1"):
        verbs.make("move", 3)
    with pytest.raises(ValueError, match="at most 3 fields"):
        Verb.declare("far unit hex hex number", 0)


def test_words_are_kept_as_their_index(rules):
    verbs = Verbs("hold hex way:stand|yield")
    action = verbs.make("hold", 2, 1)
    assert verbs.format(rules, action) == f"hold {rules.board.labels[2]} yield"
    assert verbs.parse(rules.names(), f"hold {rules.board.labels[2]} yield") == action
    with pytest.raises(Invalid, match="expected stand or yield"):
        verbs.parse(rules.names(), f"hold {rules.board.labels[2]} run")


def test_a_field_may_have_a_name_apart_from_its_type(rules):
    field = Verb.declare("swap first=unit second=unit", 0).fields[1]
    assert (field.name, field.type) == ("second", "unit")


def test_a_type_that_nobody_knows_is_an_error_not_a_number(rules):
    verbs = Verbs("name area")
    with pytest.raises(ValueError, match="cannot be a 'area'"):
        verbs.parse(rules.names(), "name 3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("mvoe b1 0203", "did you mean 'move'"),
        ("move b1", "expected `move <unit> <hex>`"),
        ("move b1 0203 0304", "expected `move <unit> <hex>`"),
        ("move b9 0203", "there is no unit 'b9'"),
        ("move b1 0299", "there is no hex '0299'"),
        ("die four", "expected a number"),
        ("die ²", "expected a number"),
    ],
)
def test_a_text_that_is_no_action_says_why(rules, text, reason):
    with pytest.raises(Invalid) as caught:
        rules.verbs.parse(rules.names(), text)
    assert reason in str(caught.value)
    assert caught.value.text == text


def test_verbs_may_be_shortened_among_those_allowed(rules):
    verbs, names = rules.verbs, rules.names()
    assert verbs.parse(names, "m b1 0203", ("move", "stop")) == verbs.parse(names, "move b1 0203")
    with pytest.raises(Ambiguous) as caught:
        verbs.parse(names, "st", ("stop", "stay"))
    assert caught.value.candidates == ("stop", "stay")
    assert verbs.parse(names, "end", ("stop",)) == verbs.make("end"), "a whole verb is itself, allowed or not"


def test_legal_actions_are_found_by_unit_and_by_hex():
    state = echelon.Position.parse('system = "drill"\nframe = { kind = "move.step", unit = "b1", left = 3 }\n'
                                   'units = { b1 = "0303", b2 = "0101", r1 = "0706" }').state()  # fmt: skip
    legal = state.legal()
    assert legal.of(state.rules.forces.index("b1")) == list(legal)
    assert legal.of(state.rules.forces.index("b2")) == []
    h = state.rules.board.parse_hex("0304")
    assert [state.text(a) for a in legal.at(h)] == ["move b1 0304"]
    assert state.parse("move b1 0304") in legal
    assert len(legal) == len(list(legal)) == len(legal.main)
    assert bool(legal) is True


def test_two_hundred_and_fifty_six_verbs_keep_their_names_and_fields_and_no_more():
    many = Verbs(*(f"v{i} unit hex" for i in range(256)))
    for i in (0, 63, 64, 255):
        action = many.make(f"v{i}", 3, 17)
        assert (many.verb(action).name, many.fields(action)) == (f"v{i}", (3, 17))
    with pytest.raises(ValueError, match="at most 256"):
        Verbs(*(f"v{i}" for i in range(257)))


def test_a_hexside_of_a_large_map_fits_before_other_fields():
    verbs = Verbs("bar hexside unit hexside", "hold unit hexside hex")
    assert verbs.fields(verbs.make("bar", 40_000, 7, 1 << 20)) == (40_000, 7, 1 << 20)
    assert verbs.fields(verbs.make("hold", 7, 40_000, 99)) == (7, 40_000, 99)
    with pytest.raises(ValueError, match="do not fit"):
        verbs.make("bar", 1 << 16, 7, 1)


def test_numbers_are_those_of_a_die_unless_their_bounds_are_declared(rules):
    verbs = Verbs("die number", "spend points:0..12 hex", "dice first=number second=number")
    assert [len(list(verbs.universe(rules, [v]))) for v in ("die", "spend", "dice")] == [6, 13 * rules.board.n, 36]
    assert verbs.fields(verbs.parse(rules.names(), "spend 12 0101")) == (12, 0)
    assert verbs.format(rules, verbs.make("spend", 0, 1)) == "spend 0 0102"
    with pytest.raises(Invalid, match="expected a number from 0 to 12"):
        verbs.parse(rules.names(), "spend all 0101")


def test_queries_take_places_hexsides_and_the_words_that_are_left(rules):
    def asked(spec, text):
        _name, *words = text.split()
        return rules._arguments(Query(spec, lambda state, *rest: None), words)

    side = rules.board.parse_side("0403|0503")
    assert asked("bridge hexside", "bridge 0403|0503") == [side]
    assert asked("room place", "room gone") == [rules.board.n]
    assert asked("odds to=hex units", "odds 0101 b1 b2") == [0, (0, 1)]
    assert asked("chance words", "chance build 0403|0503") == [("build", "0403|0503")]
    assert asked("chance words", "chance") == [()]
    for spec, text in (("odds to=hex units", "odds"), ("room place", "room gone gone")):
        with pytest.raises(UnknownError, match=f"ask `{spec}`"):
            asked(spec, text)
