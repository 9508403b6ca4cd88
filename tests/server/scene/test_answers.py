"""Answers: every legal action as data that a page can filter and send back."""

import random

import pytest
from tabled import choices, table_of, until

from echelon.core.views import View
from echelon.server.scene.answers import answers, legal_of, main_action, under_way


@pytest.mark.parametrize(("system", "seed"), [("drill", 1), ("drill", 2), ("tigers", 1)])
def test_every_answer_of_a_game_is_accepted_and_said_as_the_engine_says_it(system, seed):
    rng = random.Random(seed)
    for table in choices(table_of(system, seed), seed):
        state = table.state
        view = View(state, state.frame.side)
        legal = legal_of(view)
        rows = answers(view.state, legal)
        assert [row["line"] for row in rows] == state.legal().texts()
        assert [row["say"] for row in rows] == [state.describe(action) for action in legal]
        for row in rng.sample(rows, min(3, len(rows))):
            trial = state.copy()
            assert trial.play(row["line"]) == ()


def test_fields_come_by_type():
    table = until(table_of("drill", 1), "move.step")
    row = next(r for r in answers(table.state, table.state.legal()) if r["verb"] == "move")
    assert set(row) == {"line", "verb", "say", "unit", "hex"}
    assert row["line"] == f"move {row['unit']} {row['hex']}"


def test_groups_words_and_second_units_have_fields_of_their_own():
    table = until(table_of("tigers", 4), "air.bomb")
    rows = answers(table.state, table.state.legal())
    bombs = [row for row in rows if row["verb"] in ("bomb", "bust")]
    assert bombs and all("group" in row and ("hex" in row or "hexside" in row) for row in bombs)
    rules = table.state.rules
    prey = answers(table.state, [rules.verbs.make("intercept", 0, 1)])[0]
    assert (prey["group"], prey["other"]) == rules.words["group"][:2]
    move = answers(table.state, [rules.verbs.make("move", 0, 0, 1)])[0]
    assert move["word"] == "road"
    die = answers(table.state, [rules.verbs.make("die", 4)])[0]
    assert die["number"] == 4


def test_a_free_set_up_with_hundreds_of_answers():
    table = until(table_of("tigers", 2, german_setup="free"), "setup.place")
    rows = answers(table.state, table.state.legal())
    assert len(rows) > 500
    assert all(row["unit"] and row["hex"] for row in rows if row["verb"] == "place")


def test_nobody_but_the_side_that_is_asked_has_answers():
    table = table_of("drill", 1)
    asked = table.state.frame.side
    assert legal_of(View(table.state, asked))
    assert legal_of(View(table.state, 1 - asked)) == [] == legal_of(View(table.state, None))


def test_the_main_action_ends_the_question():
    table = until(table_of("drill", 1), "move.step")
    state = table.state
    main = main_action(state, list(state.legal()))
    assert state.rules.verbs.verb(main).name == "stop"
    assert under_way(state, main) == [state.frame.unit]


def test_a_main_action_may_not_be_legal_yet():
    table = until(table_of("tigers", 1), "attack.battle")
    state = table.state
    main = main_action(state, list(state.legal()))
    assert state.text(main) == "set"
    assert main not in state.legal()
