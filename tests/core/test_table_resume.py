"""A table taken up again from its record."""

import random

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.core.record.record import Record
from echelon.core.table import Table


def begun(actions):
    table = Table(echelon.load("drill").new(seed=6), auto=("dice", "forced"))
    rng = random.Random(2)
    while len(table.moves) < actions:
        table.do(rng.choice(list(table.state.legal())))
    return table


def test_it_goes_on_as_if_nothing_had_happened():
    table = begun(60)
    record = table.record()
    record.seed = table.start.seed.hex()
    again = Table.resume(Record.parse(record.text()), auto=("dice", "forced"))
    assert again.state == table.state
    assert [(m.text, m.forced, m.side) for m in again.moves] == [(m.text, m.forced, m.side) for m in table.moves]
    assert again.undo_target() == table.undo_target()
    assert again.state.seed == table.state.seed


def test_a_damaged_record_is_not_taken_up():
    text = begun(10).record().text() + "take b9\n"
    with pytest.raises(EchelonError, match="cannot be resumed: line"):
        Table.resume(Record.parse(text))
