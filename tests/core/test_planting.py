"""Planting errors in a system and taking them out again."""

import pytest

import echelon
from echelon.core.proof.planting import constant, instead, slip
from echelon.systems.colonnes.play import combat, losses, odds

SYSTEM = echelon.load("colonnes")


def test_a_slip_changes_the_function_wherever_it_is_held():
    state, held = SYSTEM.new(seed=1), odds.basic_column
    code, before = held.__code__, held(state, 3, 1)
    take_out = slip(odds, "basic_column", "attack, defence or 1", "attack + 1, defence or 1")()
    assert odds.basic_column is held
    assert held(state, 3, 1) == before + 1
    take_out()
    assert held.__code__ is code
    assert held(state, 3, 1) == before


def test_a_slip_must_find_its_words_once():
    with pytest.raises(ValueError, match="0 times in basic_column"):
        slip(odds, "basic_column", "no such words", "others")()


def test_another_function_is_put_in_everywhere():
    right = combat.legal_target
    (kind,) = (kind for kind in SYSTEM.kinds if kind.legal is right)
    take_out = instead(combat, "legal_target", lambda function: lambda s, f: [])()
    assert kind.legal is combat.legal_target is not right
    take_out()
    assert kind.legal is combat.legal_target is right


def test_another_constant():
    right = losses.EXCHANGE
    take_out = constant(losses, "EXCHANGE", lambda value: value + 1)()
    assert right + 1 == losses.EXCHANGE
    take_out()
    assert right == losses.EXCHANGE
