"""Positions: round trips, and one sentence with line and remedy for every mistake."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import states

import echelon
from echelon.core.errors import EchelonError, PositionError
from echelon.core.record.position import Position

GOOD = """# a comment
system = "drill"
side = "blue"
hexes = { P = "0404", F = "P N" }
frame = "move.pick"
board = { base = "blank", wood = "F" }
units = { b1 = "0203", r1 = "P" }
"""


def error(text):
    with pytest.raises(PositionError) as caught:
        Position.parse(text, "x.toml").state()
    message = str(caught.value)
    assert "\n" not in message
    return caught.value


def test_every_state_of_random_games_reads_back_in_the_middle_of_everything():
    kinds = set()
    for seed in range(12):
        for state in states("drill", seed, options={"frozen": seed % 3 == 0}):
            back = Position.parse(state.position()).state()
            assert back == state
            assert back.stack == state.stack
            assert list(back.legal()) == list(state.legal())
            assert back.position() == state.position()
            kinds.add(state.frame.kind.name)
    assert len(kinds) == 10, "all nine questions and the end"


def test_a_position_with_its_own_board_units_and_aliases_reads_back():
    text = GOOD.replace(
        "r1 =", 'x = { at = "F", side = "red", arm = "armour", strength = 2, movement = 4, shaken = true }, r1 ='
    )
    state = Position.parse(text).state()
    back = Position.parse(state.position()).state()
    assert back == state
    assert back.rules.forces["x"].values == {"strength": 2, "movement": 4}
    assert back.rules.board.terrain["wood"] == state.rules.board.terrain["wood"] == state.rules.board.hexes("0403")
    assert not back.rules.board.sides.get("river")


def test_a_position_builds_a_fresh_state_each_time():
    position = Position.parse(GOOD)
    a, b = position.state(), position.state()
    a.pos[0] = 0
    assert b != a
    assert position.state() == b


def test_a_scenarios_unit_may_be_reprinted():
    text = GOOD.replace('b1 = "0203"', 'b1 = { at = "0203", strength = 9 }')
    state = Position.parse(text).state()
    assert state.ask("strength b1").value == 9
    assert state.ask("allowance b1").value == 3, "what is not said stays as printed"
    assert echelon.load("drill").rules().forces["b1"].number("strength") == 3


def test_set_up_starts_from_the_scenario():
    state = Position.parse('system = "drill"\nset_up = "crossing"\nunits = { b1 = "0101" }').state()
    labels = state.rules.board.labels
    assert [labels[p] for p in state.pos[:2]] == ["0101", "0103"]
    assert state.frame.kind.name == "setup.mine"


def test_without_a_frame_the_turn_begins():
    state = Position.parse('system = "drill"\nunits = { b1 = "0101", r1 = "0706" }').state()
    assert (state.frame.kind.name, state.rules.sequence[state.step].name) == ("move.pick", "B2")


def test_the_step_follows_from_frame_and_side():
    text = GOOD.replace('"blue"', '"red"').replace("move.pick", "combat.target")
    state = Position.parse(text).state()
    assert state.rules.sequence[state.step].name == "R3"


def test_an_opened_frame_has_its_question_below():
    text = GOOD.replace('"move.pick"', '{ kind = "move.step", unit = "b1", left = 1.5 }')
    state = Position.parse(text).state()
    assert [f.kind.name for f in state.stack] == ["move.pick"]
    assert state.frame.left == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "parts"),
    [
        ('"0203"', "0203", 7, ["this is not TOML", "put texts in quotes"]),
        ('side = "blue"', 'side = "blue', 3, ["this is not TOML"]),
        ('side = "blue"', 'colour = "blue"', 3, ["unknown key 'colour'"]),
        ('side = "blue"', 'sides = "blue"', 3, ["unknown key 'sides'", "did you mean 'side'"]),
        ('system = "drill"', "", 1, ["a position starts with its system"]),
        ('"drill"', '"dril"', 2, ["there is no system 'dril'", "did you mean 'drill'"]),
        ('side = "blue"', 'side = "green"', 3, ["there is no side 'green'", "known: blue, red"]),
        ("b1 =", "b7 =", 7, ["there is no unit 'b7'"]),
        ("b1 =", "c1 =", 7, ["there is no unit 'c1'", "known: b1, b2"]),
        ('"0203"', '"0299"', 7, ["unit b1", "there is no hex '0299'"]),
        ('"0203"', '"P UP"', 7, ["no direction 'UP'", "write one of"]),
        ('"P N"', '"P N N N N"', 4, ["F: there is no hex N of 0401"]),
        ('"P N"', '"Q N"', 4, ["F: there is no hex 'Q'"]),
        ('"0203"', '{ at = "0203", shaken = "yes" }', 7, ["unit b1", "shaken is true or false"]),
        ('"0203"', '{ at = "0203", shakn = true }', 7, ["unit b1", "value of a unit 'shakn'", "did you mean 'shaken'"]),
        ('"0203"', '{ at = "0203", side = "green" }', 7, ["there is no side 'green'"]),
        ('"0203"', '{ at = "0203", fresh = true }', 7, ["contradicts the rules", 'declare problems = ["DRL-SEQ-3"]']),
        ('"0203"', '{ at = "gone", shaken = true }', 7, ["contradicts the rules"]),
        ('"0203"', '"P"', 7, ["contradicts the rules", "[DRL-STK-2]"]),
        ('"move.pick"', '"move.pik"', 5, ["there is no frame 'move.pik'", "did you mean 'move.pick'"]),
        ('"move.pick"', '{ kind = "move.step", left = 3 }', 5, ["frame move.step needs 'unit'"]),
        ('"move.pick"', '{ kind = "move.step", unit = "b1", lft = 3 }', 5, ["no field 'lft'", "it has side, unit, left"]),
        ('"move.pick"', '{ kind = "move.step", unit = "b1", left = 0.3 }', 5, ["not a multiple of 1/2"]),
        ('"move.pick"', '{ kind = "move.step", unit = "b1", left = 9 }', 7, ["contradicts the rules", "[DRL-MOV-1]"]),
        ('"move.pick"', "7", 5, ["a frame is a kind, or a table"]),
        ('side = "blue"', "options = { frost = true }", 3, ["there is no option 'frost'", "known: frozen"]),
        ('side = "blue"', 'options = { frozen = "maybe" }', 3, ["value of option frozen 'maybe'", "known: off, on"]),
        ('side = "blue"', 'scenario = "nowhere"', 3, ["there is no scenario 'nowhere'", "known: crossing, ford"]),
        ('side = "blue"', 'step = "B9"', 3, ["there is no step of the sequence 'B9'"]),
        ('side = "blue"', 'turn = "five"', 3, ["turn is a number"]),
        ('side = "blue"', "state = { mines = 3 }", 3, ["value of the state 'mines'", "did you mean 'mine'"]),
        ('side = "blue"', "state = 3", 3, ["state is a table"]),
        ('side = "blue"', 'seed = "xyz"', 3, ["hexadecimal"]),
        ('side = "blue"', 'outcome = "blue"', 3, ["outcome is [winner, level, clause]"]),
        ('side = "blue"', "expect = 3", 3, ["each expectation is a table"]),
        ('side = "blue"', 'clauses = "DRL-ZOC-1"', 3, ["clauses is a list"]),
        ('side = "blue"', "assume = { weather = 3 }", 3, ["no fact to assume 'weather'", "known: supplied"]),
        ('side = "blue"', 'assume = { supplied = "b1" }', 3, ["no assumption about supplied 'b1'", "known: all"]),
        ('side = "blue"', 'view = "blue"', 3, ["unknown key 'view'"]),
        ('"blank"', '"blnk"', 6, ["'blank'", "'blnk'"]),
        ('wood = "F"', 'wood = "F 0999"', 6, ["there is no hex '0999'"]),
        ('wood = "F"', 'river = "P|0101"', 6, ["not adjacent"]),
        ('units = { b1 = "0203", r1 = "P" }', "units = 5", 7, ["units is a table"]),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_its_line_and_remedy(old, new, line, parts):
    assert old in GOOD
    found = error(GOOD.replace(old, new, 1))
    for part in parts:
        assert part in str(found)
    assert found.source == "x.toml"
    assert found.line == line


def test_the_line_of_a_unit_is_where_it_is_placed_not_where_it_is_first_named():
    text = GOOD.replace('"move.pick"', '{ kind = "move.step", unit = "b1", left = 3 }').replace('"0203"', '"0299"')
    assert error(text).line == 7


def test_an_assumption_is_in_force_from_the_next_supply_step_on():
    text = """system = "drill"
hexes = { P = "0404" }
board = { base = "blank", river = "P|0403 P|0405 P|0304 P|0305 P|0504 P|0505" }
units = { b1 = "P", r1 = "0706" }
"""
    cut = Position.parse(text).state()
    assumed = Position.parse(text + 'assume = { supplied = "all" }').state()
    assert [s.ask("supplied b1").value for s in (cut, assumed)] == [False, True]
    assert [s.ask("allowance b1").value for s in (cut, assumed)] == [1.5, 3]
    assert dict(Position.parse(assumed.position()).state().rules.assume) == {"supplied": "all"}
    assert not cut.rules.system.rules().assume, "the scenario's own rules are not touched"


def test_a_position_that_says_its_problems_is_built_all_the_same():
    text = GOOD.replace('"0203"', '"P"') + 'problems = ["DRL-STK-2"]\n'
    assert [p.clause for p in Position.parse(text).state().problems()] == ["DRL-STK-2"]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_position_raises_nothing_but_a_sentence(data):
    """Words of a good file replaced by others of their kind and not: it is read, or refused in words."""
    words = ['"0203"', '"P"', "{ }", "[]", "3", "-1", "true", '"b1"', '""', "{ at = 5 }", '["b1"]', '"move.step"', "0.5"]
    lines = GOOD.splitlines()
    number = data.draw(st.integers(1, len(lines) - 1))
    key, _, rest = lines[number].partition(" = ")
    if data.draw(st.booleans()) and "{" in rest:
        inner = data.draw(st.sampled_from([w for w in rest.split() if w not in "{}=,"]))
        rest = rest.replace(inner, data.draw(st.sampled_from(words)), 1)
    else:
        rest = data.draw(st.sampled_from(words))
    lines[number] = f"{key} = {rest}"
    try:
        state = Position.parse("\n".join(lines)).state()
    except EchelonError as found:
        assert str(found)
    else:
        assert state.problems() == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("state = { mine = 3 }", "x.toml:4: mine: there is no hex '3'"),
        ("state={ supplied = 7 }", "x.toml:4: supplied: expected names"),
        ('clauses = ["DRL-ZOC-33"]', "x.toml:4: there is no clause 'DRL-ZOC-33'; did you mean 'DRL-ZOC-3'?"),
        ("turn = 99", "x.toml:4: contradicts the rules: Turn 99"),
        ("rolls = 2", "x.toml:2: contradicts the rules: Blue has no units left"),
    ],
)
def test_a_fault_outside_the_units_names_its_line_too(line, message):
    units = "" if "rolls" in line else 'units = { b1 = "0203", r1 = "0706" }\n'
    text = f'system = "drill"\nside = "blue"\nframe = "move.pick"\n{line}\n{units}'
    with pytest.raises(PositionError) as caught:
        Position.parse(text, "x.toml").state()
    assert str(caught.value).startswith(message)
