"""The table: undo and its reasons, taking back out of order, automation, events."""

import random

import pytest
from playing import answer, table

import echelon
from echelon.core.errors import EchelonError, Illegal


def sit(text, **settings):
    return echelon.Table(echelon.Position.parse('system = "drill"\nboard = { base = "blank" }\n' + text).state(), **settings)


MARCH = 'frame = "move.pick"\nunits = { b1 = "0202", b2 = "0204", r1 = "0706" }'
ATTACK = 'frame = "combat.target"\nunits = { b1 = "0603", b2 = "0603", r1 = "0604", r2 = "0706" }'


def test_undo_takes_back_one_choice_at_a_time_to_the_start():
    game = sit(MARCH)
    first = game.state.copy()
    assert game.undo() == "start"
    game.do("take b1")
    game.do("move b1 0303")
    assert [m.text for m in game.moves] == ["take b1", "move b1 0303"]
    assert game.undo() is None
    assert game.state.frame.kind.name == "move.step"
    assert game.undo() is None
    assert game.state == first
    assert game.undo() == "start"


def test_undo_does_not_reach_behind_a_die():
    game = sit(ATTACK)
    game.do("attack 0604 with b1 b2")
    assert game.undo_target() == (2, "")
    game.do("fight")
    assert game.undo() is None, "a die that is not yet cast has told nobody anything"
    game.do("fight")
    game.do("die 6")
    assert game.undo() == "dice"
    game.do("advance b1")
    assert game.undo() is None, "what came after the die can be taken back"
    assert game.undo() == "dice"


def test_undo_does_not_reach_behind_a_reveal():
    game = sit('frame = "move.pick"\nunits = { b1 = "0304", r1 = "0706" }\nstate = { mine = "0404" }')
    game.do("take b1")
    game.do("move b1 0404")
    assert game.undo() == "revealed"
    assert game.can_take_back(0) == "revealed"


@pytest.mark.clause("DRL-SET-2")
def test_undo_is_no_way_to_probe_for_the_minefield():
    """Whether the hex was mined or not, entering it cannot be undone: the answer itself would tell."""
    reasons = set()
    for mine in ("0404", "0402"):
        game = sit(f'frame = "move.pick"\nunits = {{ b1 = "0304", r1 = "0706" }}\nstate = {{ mine = "{mine}" }}')
        game.do("take b1")
        game.do("move b1 0404")
        reasons.add(game.undo())
    assert reasons == {"revealed"}


def test_undo_does_not_reach_behind_a_question_to_the_other_side():
    game = sit(MARCH)
    game.do("end")
    assert game.undo() is None
    game.do("end")
    game.do("end")
    assert game.state.frame.side == 1
    assert game.undo() == "asked"
    game.do("take r1")
    assert game.undo() is None
    assert game.undo() == "asked"


def test_undo_after_the_end_says_so():
    game = sit('turn = 5\nside = "red"\nframe = "combat.target"\nunits = { b1 = "0202", r1 = "0706" }')
    game.do("end")
    assert game.state.outcome is not None
    assert game.undo() == "over"


def test_taking_back_out_of_order_keeps_what_still_applies():
    game = sit(MARCH)
    for text in ("take b1", "stop b1", "take b2", "move b2 0205", "stop b2"):
        game.do(text)
    kept, lost = game.after_take_back(1)
    assert len(game.moves) == 5, "asking changes nothing"
    assert (len(kept), lost) == (0, ["take b2", "move b2 0205", "stop b2"])
    assert game.take_back(0) == ["stop b1"]
    assert [m.text for m in game.moves] == ["take b2", "move b2 0205", "stop b2"]
    assert [game.state.text(a) for a in game.state.legal()] == ["take b1", "end"]


def test_taking_back_is_refused_for_the_same_reasons_as_undo():
    game = sit(ATTACK)
    game.do("attack 0604 with b1 b2; fight")
    game.do("die 6")
    with pytest.raises(EchelonError, match="move 1 cannot be undone: dice"):
        game.take_back(0)
    assert game.can_take_back(99) == "start"


def test_forced_answers_are_played_and_logged_as_such():
    game = sit('frame = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\nstate = { supplied = [] }\n', auto=("forced",))
    assert game.moves == []
    game.do("take b1")
    game.do("move b1 0303")
    game.do("end")
    assert [(m.text, m.forced) for m in game.moves] == [
        ("take b1", False), ("move b1 0303", False), ("end", False), ("end", True),
    ]  # fmt: skip
    assert game.state.frame.side == 1, "nothing was left to choose for Blue"
    assert [e.forced for e in game.record().entries] == [False, False, False, True]


def test_a_forced_answer_does_not_take_the_way_back_without_a_press():
    game = sit('frame = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\nstate = { supplied = [] }\n',
               auto=("forced", "dice"))  # fmt: skip
    game.do("take b1")
    game.do("move b1 0303")
    assert [game.state.text(a) for a in game.state.legal()] == ["end"]
    assert game.undo() is None, "the turn has not passed to the enemy"
    game = sit(ATTACK, auto=("forced", "dice"))
    game.do("attack 0604 with b1")
    game.do("with b2")
    assert [game.state.text(a) for a in game.state.legal()] == ["fight"], "nobody else can join, yet no die has fallen"
    assert game.undo() is None


def test_a_forced_answer_without_a_choice_before_it_comes_by_itself():
    game = sit('frame = "move.pick"\nunits = { b1 = { at = "0202", moved = true }, r1 = "0706" }', auto=("forced",))
    assert [(m.text, m.forced) for m in game.moves] == [("end", True), ("end", True)]


HEMMED_IN = 'frame = "move.pick"\nunits = { b1 = "0101", b2 = "0603", r1 = "0102", r2 = "0103" }'


def test_undo_takes_forced_answers_back_with_the_choice_that_led_to_them():
    game = sit(HEMMED_IN, auto=("forced",))
    before = game.state.copy()
    game.do("take b1")
    assert [(m.text, m.forced) for m in game.moves] == [("take b1", False), ("stop b1", True)], "it cannot go anywhere"
    assert game.undo() is None
    assert game.state == before
    assert game.moves == []


def test_a_step_of_the_turn_does_not_end_behind_a_players_back():
    game = sit('frame = "move.pick"\nunits = { b1 = "0602", r1 = "0604", r2 = "0706" }', auto=("forced",))
    game.do("take b1")
    game.do("move b1 0603")
    assert [game.state.text(a) for a in game.state.legal()] == ["end"], "he could still undo, and has not ended his movement"


def test_a_forced_answer_at_the_start_is_not_a_choice_to_undo():
    game = sit('frame = { kind = "combat.loss", hex = "0404", attackers = ["b1"] }\n'
               'units = { b1 = "0403", b2 = "0101", r1 = "0706" }', auto=("forced",))  # fmt: skip
    assert [(m.text, m.forced) for m in game.moves][:1] == [("lose b1", True)]
    assert game.undo() in ("start", "asked")


def test_dice_roll_by_themselves_if_the_table_is_told_to():
    game = sit(ATTACK, auto=("dice",), seed=bytes(16))
    game.do("attack 0604 with b1 b2; fight")
    assert game.moves[-1].side == 2
    assert game.moves[-1].text.startswith("die ")


def test_roll_asks_for_something_to_roll_for():
    game = sit(MARCH)
    with pytest.raises(EchelonError, match="nothing to roll for"):
        game.roll()
    game = sit(ATTACK)
    game.do("attack 0604 with b1 b2; fight")
    assert game.roll().text == game.moves[-1].text


def test_an_illegal_action_changes_nothing():
    game = sit(MARCH)
    before = game.state.copy()
    for wrong in (game.state.parse("take r1"), "take r1", "take b1; take b2"):
        with pytest.raises(Illegal):
            game.do(wrong)
        assert game.state == before
        assert game.moves == []


def test_the_rest_of_a_line_is_kept_for_after_the_die():
    game = sit(ATTACK)
    game.do("attack 0604 with b1 b2; fight; die 6; stay")
    assert game.rest == ("die 6", "stay")


def test_the_table_works_on_a_copy():
    state = echelon.load("drill").new(seed=3)
    before = state.copy()
    echelon.Table(state).do("mine 0404")
    assert state == before


def test_engine_and_record_are_the_same_with_and_without_automation():
    for seed in range(8):
        game = table("drill", seed, auto=("forced", "dice"))
        plain = echelon.Table(echelon.load("drill").new(seed=seed))
        for move in game.moves:
            plain.do(move.action)
        assert plain.state == game.state
        assert [m.text for m in plain.moves] == [m.text for m in game.moves]


def test_undo_and_redo_at_every_step_of_random_games():
    for seed in range(6):
        game = echelon.Table(echelon.load("drill").new(seed=seed), auto=("forced",))
        rng = random.Random(seed)
        while game.state.outcome is None:
            before, action = game.state.copy(), answer(game.state, rng)
            game.do(action)
            after, n = game.state.copy(), len(game.moves)
            if game.undo() is None:
                assert game.state == before
                game.do(action)
            assert (game.state, len(game.moves)) == (after, n)


def test_events_stand_with_the_move_that_caused_them():
    game = sit(ATTACK)
    game.do("attack 0604 with b1 b2; fight")
    game.do("die 6")
    assert [e.key for e in game.moves[-1].events] == ["attack", "eliminated"]
    assert [e.key for e in game.log] == ["attack", "eliminated"]
    assert game.state.log is None, "no log is kept outside an action"


def test_taking_back_plays_forced_answers_again():
    """A line that went through a forced answer is not lost because that answer was nobody's choice."""
    game = sit(HEMMED_IN.replace("b2 =", 'b3 = "0606", b2 ='), auto=("forced",))
    game.do("move b2 0604")
    game.do("take b1")
    next(m for m in game.moves if m.text == "take b1").comment = "dug in"
    game.do("take b3")
    assert ("stop b1", True) in [(m.text, m.forced) for m in game.moves]
    first = next(i for i, m in enumerate(game.moves) if m.text == "move b2 0604")
    kept, lost = game.after_take_back(first)
    assert "take b1" in [game.state.text(a) for a in kept]
    assert game.take_back(first) == lost == []
    assert [m.action for m in game.moves[first:]] == kept
    assert [m.comment for m in game.moves if m.text == "take b1"] == ["dug in"]


def test_a_forced_answer_is_taken_back_with_its_choice_only():
    game = sit(HEMMED_IN, auto=("forced",))
    game.do("take b1")
    assert game.moves[-1].forced
    assert game.can_take_back(len(game.moves) - 1) == "forced"


def test_what_is_left_of_a_line_is_forgotten_with_the_next_action():
    game = sit(ATTACK)
    game.do("attack 0604 with b1 b2; fight; die 6")
    assert game.rest == ("die 6",)
    assert game.undo() is None
    assert game.rest == ()
