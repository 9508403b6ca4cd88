"""Lines: several actions in one text, all or none up to the first die or reveal."""

from dataclasses import replace

import pytest

import echelon
from echelon.core.errors import Illegal, Invalid
from echelon.core.proof.expect import Words
from echelon.core.text.lines import expand


def place(text):
    return echelon.Position.parse('system = "drill"\nboard = { base = "blank" }\n' + text).state()


@pytest.fixture
def march():
    return place('frame = "move.pick"\nunits = { b1 = "0202", b2 = "0204", r1 = "0706" }')


@pytest.fixture
def attack():
    return place('frame = "combat.target"\nunits = { b1 = "0603", b2 = "0603", r1 = "0604", r2 = "0706" }')


def test_short_forms_stand_for_canonical_actions(march):
    assert expand(march, "move b1 0303-0304") == ["take b1", "move b1 0303", "move b1 0304", "stop b1?"]
    assert expand(march, "attack 0404 with b1 b2; fight") == ["attack 0404", "with b1", "with b2", "fight"]
    assert expand(march, "take  b1 ;; move b1 0303;") == ["take b1", "move b1 0303"]
    assert expand(march, "attack 0404 with") == ["attack 0404 with"], "a form without its units is not that form"


def test_a_line_is_played_whole(march):
    assert march.play("move b1 0303-0304") == ()
    assert march.rules.board.labels[march.pos[march.rules.forces.index("b1")]] == "0304"
    assert march.frame.kind.name == "move.pick", "it stopped, as the short form says"


def test_what_the_last_step_settled_is_not_settled_again(march):
    assert march.play("move b1 0302-0301-0201") == (), "no point is left, so there is nothing to stop"
    assert march.frame.kind.name == "move.pick"


def test_all_or_none(march):
    before = march.copy()
    with pytest.raises(Illegal) as caught:
        march.play("move b1 0303-0304-0305-0306")
    assert march == before
    assert caught.value.text == "move b1 0306"
    with pytest.raises(Invalid):
        march.play("take b1; mvoe b1 0303")
    assert march == before


def test_illegal_names_every_clause(attack):
    with pytest.raises(Illegal) as caught:
        attack.play("attack 0604; with b1; with b1")
    assert [r.clause for r in caught.value.rulings] == ["DRL-CBT-2"]
    assert "[DRL-CBT-2]" in str(caught.value)


def test_a_die_comes_between_and_the_rest_is_returned(attack):
    rest = attack.play("attack 0604 with b1 b2; fight; die 5; advance b1; stay")
    assert attack.frame.chance, "the line of Blue stops where the die is asked"
    assert rest == ("die 5", "advance b1", "stay")
    rest = attack.play("; ".join(rest))
    assert rest == ("advance b1", "stay"), "nothing is played on after a die"
    assert attack.play("; ".join(rest)) == ()
    assert attack.frame.kind.name == "combat.target"


def test_a_reveal_comes_between_even_of_nothing():
    state = place('frame = "move.pick"\nunits = { b1 = "0304", r1 = "0706" }\nstate = { mine = "0402" }')
    rest = state.play("move b1 0404-0504")
    assert rest == ("move b1 0504", "stop b1?"), "0404 might have been mined: that is news"
    assert state.play("; ".join(rest)) == ()
    assert state.pos[0] == state.rules.board.parse_hex("0504")


def test_a_question_to_the_other_side_comes_between(attack):
    attack.play("attack 0604 with b1 b2; fight")
    rest = attack.play("die 2; retreat r1 0505; advance b1")
    assert rest == ("retreat r1 0505", "advance b1")
    assert attack.frame.side == 1
    assert attack.play("; ".join(rest)) == ("advance b1",)


def test_a_path_of_one_hex_needs_no_dash_where_it_can_mean_nothing_else(march):
    assert march.play("move b1 0303; move b2 0205") == ()
    assert march.frame.kind.name == "move.pick"
    assert [march.rules.board.labels[march.pos[u]] for u in (0, 1)] == ["0303", "0205"]
    march.play("end")
    with pytest.raises(Illegal, match="“move” is not allowed"):
        march.play("move b1 0202")
    with pytest.raises(Invalid, match="there is no hex '9999'"):
        march.play("move b1 9999")


def test_hexes_of_a_path_carry_marks():
    forms = (
        ("drive unit path:full,r=road", "take unit; step unit *path; stop unit?"),
        ("blow hexside with unit", "blow unit hexside"),
    )
    drill = echelon.load("drill")
    system = replace(drill, play=replace(drill.play, forms=forms))
    state = system.new(seed=1)
    steps = ["take b1", "step b1 0203 road", "step b1 0204 full", "stop b1?"]
    assert expand(state, "drive b1 0203r-0204") == steps
    assert expand(state, "blow 0203|0204 with b1") == ["blow b1 0203|0204"]
    words = Words(state, {"P": state.rules.board.parse_hex("0203"), "Pr": state.rules.board.parse_hex("0305")})
    assert words.labels("drive b1 Pr-0204r-P") == "drive b1 0305-0204r-0203", "an alias is not an alias with a mark"
    words = Words(state, {"P": state.rules.board.parse_hex("0203")})
    assert words.labels("drive b1 Pr-0204") == "drive b1 0203r-0204"
    assert words.labels("blow P|0204 with P-x") == "blow 0203|0204 with P-x"
