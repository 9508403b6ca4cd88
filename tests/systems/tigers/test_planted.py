"""Errors planted in Tigers: certify catches a few of them here, and all of them by `echelon certify tigers --planted`."""

import pytest

from echelon.lab.certify import certify_planted
from echelon.systems.tigers import SYSTEM

CAUGHT = {
    "the 1st Division moves and is not Entrenched": {"effects"},
    "reinforcements enter enemy edge hexes": {"judges"},
    "forest costs everybody 1": {"judges", "effects"},
    "duty B is forgotten": {"judges"},
    "a city is a town, too": {"effects", "judges"},
    "the combat die is not counted": {"effects", "undo", "copy"},
    "engineers never fail in peace": {"effects"},
    "everybody knows the dump": {"secret", "view"},
}


@pytest.mark.parametrize("name", CAUGHT)
def test_planted_errors_are_caught(name):
    (row,) = certify_planted(SYSTEM, only=[name]).rows
    assert row.ok
    assert row.check in CAUGHT[name], row.message


def test_there_are_many_planted_errors_and_their_clauses_exist():
    errors = SYSTEM.planted()
    assert len(errors) >= 60
    assert len({error.name for error in errors}) == len(errors)
    assert {error.clause for error in errors} <= set(SYSTEM.clauses)
    chapters = "SET WX RNF MOV ROAD ZOC STK TGR BRG ATK DEF SHF CRT RES NRT RET ADV KGP SSR AIR SUP FUEL DIS ENT VIC"
    assert {error.clause.split("-")[1] for error in errors} >= set(chapters.split())


def test_each_can_be_planted_and_taken_out():
    for error in SYSTEM.planted():
        error.plant()()
