"""Chapters 2 and 7.3 of the law: what units are worth, supplied or not, in command or not."""

from __future__ import annotations

import pytest
from colonnes_made import mask, state_of, unit

from echelon.systems.colonnes.law.ground import exit_price, step_price
from echelon.systems.colonnes.law.units import attack_of, defence_of, movement_of, steps_of
from echelon.systems.colonnes.state import REDUCED


def values(s, name):
    u = unit(s, name)
    return attack_of(s, u), defence_of(s, u), movement_of(s, u) / 2


@pytest.mark.clause("COL-UNS-1", "COL-UNS-2", "COL-UNS-3", "COL-UNI-3")
def test_each_type_is_halved_in_its_own_way():
    s = state_of({}, find=False)
    s.unsupplied, s.commanded = 0, -1
    assert values(s, "G-I305") == (3, 3, 3)
    assert values(s, "G-I15") == (6, 5, 5)
    s.unsupplied = (1 << len(s.pos)) - 1
    assert values(s, "G-I305") == (1, 3, 3)  # infantry keeps defence and movement
    assert values(s, "G-I15") == (3, 3, 2)
    assert values(s, "A-117") == (1, 1, 3)  # reconnaissance with armour
    assert values(s, "G-11H") == (0, 1, 2)
    assert values(s, "G-C1") == (0, 1, 2)  # convoys with motorised units
    assert values(s, "G-CL1") == (0, 0, 4)  # columns not at all
    s.status[unit(s, "G-I15")] = REDUCED
    assert values(s, "G-I15") == (1, 2, 2)  # of the present face: 3-3


@pytest.mark.clause("COL-CMD-3", "COL-UNS-4")
def test_out_of_command_up_then_unsupplied_down():
    s = state_of({}, find=False)
    s.commanded, s.unsupplied = 0, 0
    assert values(s, "G-I15")[2] == 3
    assert values(s, "G-I305")[2] == 2
    assert values(s, "G-11H")[2] == 5  # headquarters are always in command
    s.unsupplied = mask(s, "G-I15", "G-I305")
    assert values(s, "G-I15")[2] == 1
    assert values(s, "G-I305")[2] == 2
    off = state_of({}, find=False, options={"command_penalty": "off"})
    off.commanded = off.unsupplied = 0
    assert values(off, "G-I15")[2] == 5


@pytest.mark.clause("COL-UNI-3", "COL-RES-3")
def test_steps():
    s = state_of({}, status={"G-I15": REDUCED})
    assert [steps_of(s, unit(s, name)) for name in ("G-I15", "G-II15", "G-61", "G-C1", "G-CL1")] == [1, 2, 1, 1, 0]


@pytest.mark.clause("COL-TER-1", "COL-TER-2", "COL-TER-3", "COL-MOV-4", "COL-GEN-5")
def test_the_table_of_costs():
    s = state_of(
        {},
        terrain={"wooded-hills": "0605", "mountain": "0707"},
        sides={"river": "0606|0605 0606|0706", "stream": "0606|0607"},
        links={"road": "0606-0706 0606-0707"},
    )
    foot, wheels, h = unit(s, "G-I305"), unit(s, "G-I15"), s.rules.board.ids

    def price(label):
        return [step_price(s, u, h["0606"], h[label]) / 2 for u in (foot, wheels)]

    assert price("0506") == [1, 1]
    assert price("0605") == [4, 5]  # hills, and the Drôme
    assert price("0607") == [2, 2]  # a small river
    assert price("0706") == [1, 0.5]  # by road, over a bridge
    assert price("0707") == [1, 0.5]
    assert step_price(s, foot, h["0807"], h["0707"]) / 2 == 3
    assert [exit_price(s, u) / 2 for u in (foot, wheels)] == [1, 0.5]
