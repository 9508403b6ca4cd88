"""Errors planted in the games: certify catches a few of them here, and all of them by `echelon certify SYSTEM --planted`."""

from __future__ import annotations

import pytest

from echelon.core.system import load, system_names
from echelon.lab.certify import certify_planted

CAUGHT = {
    "tigers": {
        "the combat die is not counted": {"effects", "undo", "copy"},
        "everybody knows the dump": {"secret", "view"},
    },
    "colonnes": {
        "the table is read upside down": {"effects"},
        "the die for columns is not counted": {"effects", "undo", "copy"},
    },
}


@pytest.mark.parametrize(("system", "name"), [(system, name) for system, names in CAUGHT.items() for name in names])
def test_planted_errors_are_caught(system, name):
    (row,) = certify_planted(load(system), only=[name]).rows
    assert row.ok
    assert row.check in CAUGHT[system][name], row.message


@pytest.mark.parametrize("system", system_names())
def test_each_can_be_planted_and_taken_out(system):
    game = load(system)
    errors = game.proof.planted()
    assert len({error.name for error in errors}) == len(errors) > 0
    assert {error.clause for error in errors} <= set(game.clauses)
    for error in errors:
        take_out = error.plant()  # raises if its place in the code is gone
        assert take_out() is None
