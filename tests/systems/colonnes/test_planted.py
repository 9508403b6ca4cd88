"""Errors planted in Colonnes: certify catches a few of them here, and all of them by `echelon certify colonnes --planted`."""

import pytest

from echelon.lab.certify import certify_planted
from echelon.systems.colonnes import SYSTEM

CAUGHT = {
    "attacks are not marked": {"effects"},
    "a column is spent twice": {"judges"},
    "the Drôme is a small river": {"judges", "effects"},
    "the table is read upside down": {"effects"},
    "the die for columns is not counted": {"effects", "undo", "copy"},
}


@pytest.mark.parametrize("name", CAUGHT)
def test_planted_errors_are_caught(name):
    (row,) = certify_planted(SYSTEM, only=[name]).rows
    assert row.ok
    assert row.check in CAUGHT[name], row.message


def test_there_are_many_planted_errors_and_their_clauses_exist():
    errors = SYSTEM.planted()
    assert len(errors) >= 100
    assert len({error.name for error in errors}) == len(errors)
    assert {error.clause for error in errors} <= set(SYSTEM.clauses)
    chapters = "UNI SEQ STK ZOC CMD QG MOV TER SUP CL UNS CBT CON ODD CRT RES RET ADV REN DOM VIC"
    assert {error.clause.split("-")[1] for error in errors} >= set(chapters.split())


def test_each_can_be_planted_and_taken_out():
    for error in SYSTEM.planted():
        error.plant()()
