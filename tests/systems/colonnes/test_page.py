"""The page for players tells a first turn: what it has people type is legal, and the numbers it names are those of the game."""

import re
from pathlib import Path

import pytest

import echelon

PAGE = (Path(__file__).parents[3] / "docs" / "colonnes.md").read_text("utf-8")
COLUMNS, MARCH, ATTACK, ANSWER = (block.splitlines() for block in re.findall(r"^```text\n(.*?)^```", PAGE, re.M | re.S))


@pytest.fixture
def marched():
    """The Allies have marched to the N7."""
    state = echelon.load("colonnes").new(seed=1)
    for line in (*COLUMNS, *MARCH):
        state.play(line)
    return state


def test_the_attack_of_the_page(marched):
    attack, support = ATTACK
    marched.play(attack)
    found = marched.preview(support)
    assert (found["attack"], found["defence"], found["basic"], found["column"]) == (6, 3, "2:1", "4:1")
    assert found["shifts"] == {"COL-QG-1": 1, "COL-DOM-5": 1}
    marched.play(support)
    assert marched.frame.kind.name == "combat.de"  # the German has nothing to put in
    marched.play("die 4")
    assert marched.frame.kind.name == "combat.retraite"  # two steps do not pay for two hexes and survive


def test_support_in_the_panel_names_the_headquarters_that_would_give_it(marched):
    attack, support = ATTACK
    marched.play(attack)
    panel = marched.rules.system.show.panel(marched, marched.parse(support), "en")
    assert [shift.say for shift in panel.shifts if shift.clause == "COL-QG-1"] == ["Support: HQ Task Force Butler"]


def test_the_answer_of_the_page(marched):
    for line in (*ATTACK, "die 4", "retreat G-J71 0516", "retreat G-J71 0517", "finish", "end", "die 2"):
        marched.play(line)
    assert [marched.ask(f"movement {unit}").value for unit in ("G-FL18", "G-J71", "G-LW63", "G-C1")] == [2, 2, 2, 4]
    for line in ANSWER:
        marched.play(line)
    assert marched.frame.kind.name == "combat.def_soutien"
    assert [marched.preview(line)["column"] for line in ("done", "support A-TFH")] == ["1:2", "1:3"]
    for line in ("support A-TFH", "die 3", "lose G-J71", "end"):
        marched.play(line)
    assert (marched.turn, marched.ask("points allied").value) == (2, 2 + 1 + 2)  # the N7, a step, two convoys on the map
