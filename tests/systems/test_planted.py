"""Errors planted in the games: certify catches a few of them here, and all of them by `echelon certify SYSTEM --planted`."""

from __future__ import annotations

import pytest

from echelon.core.system import load, system_names
from echelon.lab.certify import certify_planted

CAUGHT = {
    "tigers": {
        "the 1st Division moves and is not Entrenched": {"effects"},
        "reinforcements enter enemy edge hexes": {"judges"},
        "forest costs everybody 1": {"judges", "effects"},
        "duty B is forgotten": {"judges"},
        "a city is a town, too": {"effects", "judges"},
        "the combat die is not counted": {"effects", "undo", "copy"},
        "engineers never fail in peace": {"effects"},
        "everybody knows the dump": {"secret", "view"},
    },
    "colonnes": {
        "attacks are not marked": {"effects"},
        "a column is spent twice": {"judges", "effects"},
        "the Drôme is a small river": {"judges", "effects"},
        "the table is read upside down": {"effects"},
        "the die for columns is not counted": {"effects", "undo", "copy"},
    },
}
CHAPTERS = {
    "tigers": "SET WX RNF MOV ROAD ZOC STK TGR BRG ATK DEF SHF CRT RES NRT RET ADV KGP SSR AIR SUP FUEL DIS ENT VIC",
    "colonnes": "UNI SEQ STK ZOC CMD QG MOV TER SUP CL UNS CBT CON ODD CRT RES RET ADV REN DOM VIC",
}


LONG = {"a city is a town, too"}  # seldom met


@pytest.mark.parametrize(
    ("system", "name"),
    [
        pytest.param(system, name, marks=[pytest.mark.long] if name in LONG else [])
        for system, names in CAUGHT.items()
        for name in names
    ],
)
def test_planted_errors_are_caught(system, name):
    (row,) = certify_planted(load(system), only=[name]).rows
    assert row.ok
    assert row.check in CAUGHT[system][name], row.message


@pytest.mark.parametrize("system", CHAPTERS)
def test_errors_are_planted_in_every_chapter(system):
    errors = load(system).proof.planted()
    assert len(errors) >= 100
    assert {error.clause.split("-")[1] for error in errors} >= set(CHAPTERS[system].split())


@pytest.mark.parametrize("system", system_names())
def test_each_can_be_planted_and_taken_out(system):
    game = load(system)
    errors = game.proof.planted()
    assert len({error.name for error in errors}) == len(errors) > 0
    assert {error.clause for error in errors} <= set(game.clauses)
    for error in errors:
        take_out = error.plant()  # raises if its place in the code is gone
        assert take_out() is None
