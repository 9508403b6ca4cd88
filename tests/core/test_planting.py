"""Planting errors in a system and taking them out again."""

import pytest

import echelon
from echelon.core.proof.planting import constant, instead, slip
from echelon.systems.drill.play import movement, odds

SYSTEM = echelon.load("drill")


def test_a_slip_changes_the_function_wherever_it_is_held():
    held = odds.basic_column
    before = held(3, 1)
    take_out = slip(odds, "basic_column", "def basic_column(", "def basic_column(")()
    assert odds.basic_column is held
    assert held(3, 1) == before
    take_out()
    name = "column"
    code = odds.column.__code__
    take_out = slip(odds, name, "return", "return None and")()
    assert odds.column.__code__ is not code
    take_out()
    assert odds.column.__code__ is code


def test_a_slip_must_find_its_words_once():
    with pytest.raises(ValueError, match="0 times in basic_column"):
        slip(odds, "basic_column", "no such words", "others")()


def test_another_function_is_put_in_everywhere():
    kind = next(kind for kind in SYSTEM.kinds if kind.legal is movement.legal_pick)
    right = movement.legal_pick
    take_out = instead(movement, "legal_pick", lambda function: lambda s, f: [])()
    assert kind.legal is movement.legal_pick is not right
    take_out()
    assert kind.legal is movement.legal_pick is right


def test_another_constant():
    right = odds.LAST
    take_out = constant(odds, "LAST", lambda value: value + 1)()
    assert right + 1 == odds.LAST
    take_out()
    assert right == odds.LAST
