"""Expectations inside a position: each from a fresh copy, each failure with its number and line."""

import pytest

from echelon.core.errors import PositionError
from echelon.core.proof.expect import check
from echelon.core.record.position import Position

HEAD = """system = "drill"
side = "blue"
hexes = { T = "0604", A = "T N" }
frame = "combat.target"
board = { base = "blank" }
units = { b1 = "A", b2 = "A", r1 = "T", r2 = "0706" }
"""


def failures(*expectations, head=HEAD):
    text = head + "".join(f"[[expect]]\n{e}\n" for e in expectations)
    return check(Position.parse(text, "x.toml"))


def test_what_holds_is_silent():
    assert failures(
        'legal = ["attack T", "end"]\nonly = ["attack T", "end"]\nnot_legal = ["attack A"]',
        'refused = { "attack A" = "DRL-CBT-1" }\nside = "blue"\nturn = 1\nproblems = []\nresult = ""',
        'do = ["attack T with b1 b2"]\nodds = { column = "3:1" }\nframe = { kind = "combat.join", attackers = ["b1", "b2"] }',
        'do = ["attack T with b1 b2", "fight", "die 6", "advance b1"]\nunits = { b1 = "T", b2 = { at = "A", shaken = false } }',
        'do = ["attack T with b1"]\npreview = { "with b2" = { attack = 6 } }\nask = { "defence T" = 2 }',
        'do = ["attack A"]\nerror = "DRL-CBT-1"',
    ) == []  # fmt: skip


@pytest.mark.parametrize(
    ("expectation", "message"),
    [
        ('legal = ["attack A"]', "'attack 0603' should be legal"),
        ('not_legal = ["attack T"]', "'attack 0604' should not be legal"),
        ('only = ["end"]', "legal should be exactly ['end'], is ['attack 0604', 'end']"),
        ('refused = { "attack T" = "DRL-CBT-1" }', "should be refused by ['DRL-CBT-1'] but is legal"),
        ('refused = { "attack A" = "DRL-CBT-2" , "attack 0101" = "DRL-MOV-1" }', "expected ['DRL-MOV-1']"),
        ('refused = { "attak A" = "DRL-CBT-1" }', "did you mean 'attack'"),
        ('do = ["attack A"]', "could not do 'attack 0603': DRL-CBT-1"),
        ('do = ["attack T"]\nerror = "DRL-CBT-1"', "expected a refusal by DRL-CBT-1, but everything was legal"),
        ('do = ["attack A"]\nerror = "DRL-MOV-1"', "refused by DRL-CBT-1 DRL-CBT-2, expected DRL-MOV-1"),
        ('do = ["attack T with b1"]\nodds = { column = "4:1" }', "odds.column is '1:1', expected '4:1'"),
        ('do = ["attack T"]\npreview = { "with b1" = { attack = 9 } }', "with b1.attack is 3, expected 9"),
        ('ask = { "defence T" = 3 }', "'defence T' gives 2, expected 3"),
        ('ask = { "defense T" = 3 }', "there is no question 'defense'"),
        ('ask = { "defence" = 3 }', "ask `defence hex`"),
        ('units = { b1 = "T" }', "b1.at is '0603', expected '0604'"),
        ('units = { b1 = { shaken = true } }', "b1.shaken is False, expected True"),
        ('units = { b9 = "T" }', "there is no unit 'b9'"),
        ('frame = "move.pick"', "frame.kind is 'combat.target', expected 'move.pick'"),
        ('side = "red"', "side is 'blue', expected 'red'"),
        ("turn = 2", "turn is 1, expected 2"),
        ('state = { mine = "T" }', "state.mine is '', expected '0604'"),
        ('view = { blue = { mine = "T" } }', "state.mine is '', expected '0604'"),
        ('problems = ["DRL-STK-1"]', "problems are [], expected ['DRL-STK-1']"),
        ('result = ["blue"]', "the game is not over"),
        ('do = ["attack T with b1 b2", "fight", "die 7"]', "DRL-SEQ-1"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_reported_with_number_and_line(expectation, message):
    found = failures('legal = ["end"]', expectation)
    assert found, "the expectation cannot fail"
    assert found[-1].number == 2
    assert found[-1].line == 9
    assert str(found[-1]).startswith("expectation 2 (line 9): ")
    assert any(message in str(f) for f in found)


def test_a_result_is_compared_as_far_as_it_is_named():
    head = HEAD.replace(', r2 = "0706"', "")
    play = 'do = ["attack T with b1 b2", "fight", "die 6"]\n'
    assert failures(play + 'result = "blue"', play + 'result = ["blue", "decisive", "DRL-VIC-2"]', head=head) == []
    (found,) = failures(play + 'result = ["blue", "marginal"]', head=head)
    assert "the result is ['blue', 'decisive', 'DRL-VIC-2']" in found.message


def test_each_expectation_starts_from_a_fresh_copy():
    assert failures('do = ["end"]', 'frame = "combat.target"\nside = "blue"') == []


def test_the_dice_of_the_position_fall_in_order_and_anew_for_each_expectation():
    head = HEAD + "dice = [6]\n"
    line = 'do = ["attack T with b1 b2", "fight", "roll"]\nframe = "combat.advance"'
    assert failures(line, line, head=head) == []
    assert failures('do = ["attack T with b1 b2", "fight; advance b1"]\nunits = { b1 = "T" }', head=head) == []
    (found,) = failures('do = ["attack T with b1 b2", "fight", "roll"]', head=HEAD + "dice = [9]\n")
    assert "a die roll of 9 is impossible here" in found.message


def test_a_misspelt_expectation_is_an_error_not_a_pass():
    with pytest.raises(PositionError, match="an expectation has no key 'leagl'; it has do, legal"):
        failures('leagl = ["end"]')


def test_problems_of_the_position_itself_are_expectation_zero():
    head = HEAD.replace('r1 = "T"', 'r1 = "A"') + 'problems = ["DRL-STK-1"]\n'
    found = failures(head=head)
    assert [f.number for f in found] == [0]
    assert "expected ['DRL-STK-1'], found ['DRL-STK-1', 'DRL-STK-2']" in str(found[0])


def test_a_refusal_that_stands_in_the_list_of_legal_actions_is_reported(monkeypatch):
    """The two judges disagree: a position must not hide it."""
    position = Position.parse(HEAD + '[[expect]]\nrefused = { "attack A" = "DRL-CBT-1" }\n')
    kind = position.system.rules().kind("combat.target")
    legal = kind.legal
    monkeypatch.setattr(kind, "legal", lambda s, f: [*legal(s, f), s.parse("attack 0603")])
    (found,) = check(position)
    assert "but is in the list of legal actions" in found.message


def test_what_is_wanted_may_be_written_in_any_order_and_with_aliases():
    assert failures(
        'do = ["attack T with b2 b1"]\nframe = { kind = "combat.join", hex = "A S", attackers = "b2 b1" }',
        'do = ["attack T with b1"]\nstate = { attacked = ["T"], supplied = "r2 r1 b4 b3 b2 b1 r3" }',
    ) == []  # fmt: skip
    assert [f.message for f in failures('frame = { kind = "combat.target", hex = "T" }')] == ["frame.hex is None, expected 'T'"]
    assert "there is no hex 'Q'" in str(failures('do = ["attack T with b1"]\nstate = { attacked = "Q" }')[0])


def test_a_whole_expectation_may_be_asked_of_one_sides_knowledge():
    head = 'system = "drill"\nframe = "move.pick"\nunits = { b1 = "0304", r1 = "0706" }\nstate = { mine = "0404" }\n'
    assert failures('view = "blue"\nstate = { mine = "" }\nlegal = ["take b1"]', 'state = { mine = "0404" }', head=head) == []
    assert failures('view = "red"\nstate = { mine = "0404" }', head=head) == []
    assert "state.mine is ''" in failures('view = "blue"\nstate = { mine = "0404" }', head=head)[0].message
    secret = 'system = "drill"\nset_up = "crossing"\n'
    assert "other side's secret" in failures('view = "blue"\nlegal = ["mine 0404"]', head=secret)[0].message
    assert failures('view = "red"\nlegal = ["mine 0404"]', head=secret) == []
    assert failures('view = "blue"\nonly = []', head=secret) == []
    assert failures('view = "red"\nonly = []', head=secret)
    assert "there is no side 'green'" in failures('view = "green"', head=secret)[0].message
