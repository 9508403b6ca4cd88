"""A line is taken back whole, as far as no die or question came between."""

import echelon
from echelon.core.table import Table


def _table():
    table = Table(echelon.load("drill").new(seed=7), auto={"forced"})
    table.do("mine 0404")
    return table


def test_a_line_is_taken_back_whole():
    table = _table()
    before = table.state.copy()
    made = table.do("move b2 0203-0303")
    assert len(made) >= 3
    assert table.line_target()[0] < table.undo_target()[0]
    assert table.undo(line=True) is None
    assert table.state == before


def test_single_choices_are_taken_back_one_by_one():
    table = _table()
    table.do("take b2")
    between = table.state.copy()
    table.do("move b2 0203")
    assert table.undo(line=True) is None
    assert table.state == between


def test_what_undo_left_of_a_line_is_its_own():
    table = _table()
    before = table.state.copy()
    table.do("move b2 0203-0303")
    table.undo()  # only its last action
    assert table.state != before
    assert table.undo(line=True) is None
    assert table.state == before


def test_what_was_played_again_after_a_take_back_is_taken_back_by_itself():
    table = _table()
    table.do("move b2 0203")
    table.do("take b3")
    first = next(i for i, move in enumerate(table.moves) if move.text == "take b2")
    table.take_back(first)
    assert table.moves[-1].text == "take b3"
    assert table.line_target()[0] == table.undo_target()[0] == len(table.moves) - 1
