"""Games that players end before the rules do: who resigns has lost, a draw may be agreed, and the record says so."""

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.core.record.closing import close
from echelon.core.record.record import Record
from echelon.core.table import Table


def begun():
    table = Table(echelon.load("drill").new(seed=7), ("forced", "dice"))
    table.do("mine 0404")
    return table


def test_who_resigns_has_lost_and_it_cannot_be_undone():
    table = begun()
    moves = len(table.moves)
    table.resign(1)
    assert table.state.outcome == (0, "resigned", "")
    assert not table.state.legal()
    assert table.undo() is not None
    assert len(table.moves) == moves


def test_a_draw_is_agreed():
    table = begun()
    table.agree()
    assert table.state.outcome == (None, "agreed", "")


@pytest.mark.parametrize("again", [lambda table: table.resign(0), lambda table: table.agree()])
def test_a_game_ends_once(again):
    table = begun()
    table.resign(0)
    with pytest.raises(EchelonError, match="after the end"):
        again(table)


@pytest.mark.parametrize("side", [0, 1, None])
def test_the_record_tells_and_replays_it(side):
    table = begun()
    if side is None:
        table.agree()
    else:
        table.resign(side)
    text = table.record().text()
    assert text.splitlines()[-1] == ("! draw agreed" if side is None else f"! {table.state.rules.sides[side]} resigns")
    record = Record.parse(text)
    replay = record.replay()
    assert replay.damage is None
    assert replay.state.outcome == table.state.outcome
    assert record.seed, "the dice are published with the end"
    again = Table.resume(record)
    assert again.state.outcome == table.state.outcome
    assert again.record().text() == text


@pytest.mark.parametrize(
    ("closing", "told"),
    [
        ("! green resigns", "does not end a game"),
        ("! blue wins", "does not end a game"),
        ("! draw agreed\n! blue resigns", "after the game was closed"),
        ("! blue resigns\nend", "after the game was closed"),
    ],
)
def test_a_false_closing_line_is_damage(closing, told):
    text = begun().record().text()
    record = Record.parse(f"{text}{closing}\n")
    damage = record.replay().damage
    assert damage is not None
    assert told in damage.message
    assert damage.line > len(text.splitlines())
    with pytest.raises(EchelonError, match="cannot be"):
        Table.resume(record)


def test_nobody_resigns_a_game_that_the_rules_have_ended():
    state = echelon.load("drill").new(seed=7)
    state.finish(0, "decisive", "DRL-WIN-1")
    with pytest.raises(EchelonError, match="after the end"):
        close(state, "blue resigns")
