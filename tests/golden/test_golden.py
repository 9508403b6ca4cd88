"""The games go as they did, action by action. Where another way is meant: `python -m tests.golden`, or `make golden`."""

import subprocess
import sys

import pytest

import echelon
import golden
from echelon.core.state import State
from echelon.core.system import system_names

PARTS = 4  # of a system, so that they can be tried side by side


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("system", system_names())
def test_every_action_leads_to_what_it_led_to(system, part):
    games = golden.read(system)
    assert games, f"no golden games of {system}; make them by `python -m tests.golden {system}`"
    for game in games[part::PARTS]:
        first = next(game.differences(), None)
        assert first is None, game.say(*first)


@pytest.mark.parametrize("system", system_names())
def test_they_are_of_every_scenario_option_and_player(system):
    rules, games = echelon.load(system), golden.read(system)
    headers = [game.header for game in games if not game.scrambled]
    assert {(h["scenario"], h["player"]) for h in headers} >= {(s, p) for s in rules.scenarios for p in golden.PLAYERS}
    for option in rules.play.options.values():
        assert {rules.choose(h["options"])[option.name] for h in headers} == set(option.values)
    assert sum(game.scrambled for game in games) == golden.SCRAMBLED


def test_the_order_of_a_list_is_no_difference(monkeypatch):
    for kind in echelon.load("drill").kinds:
        monkeypatch.setattr(kind, "legal", lambda state, frame, legal=kind.legal: legal(state, frame)[::-1])
    assert [found for game in golden.read("drill")[::8] for found in game.differences()] == []


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("the mine does not stop", "state", "its state differs"),
        ("full hexes may be passed", "list", "its legal list"),
        ("fight is never offered", "list", "its legal list"),
    ],
)
def test_the_first_difference_that_an_error_makes_is_named(name, kind, said):
    (error,) = [error for error in echelon.load("drill").proof.planted() if error.name == name]
    take_out = error.plant()
    try:
        found = [(game, *first) for game in golden.read("drill") if (first := next(game.differences(), None))]
    finally:
        take_out()
    game, number, what = found[0]
    assert what == kind
    assert f"{game.name} after action {number}, {game.actions[number - 1]!r}: {said}" in game.say(number, what)


def test_a_ruling_withheld_and_a_ruling_reworded_are_two_things(monkeypatch):
    game = golden.read("drill")[0]
    right = State.sentence
    monkeypatch.setattr(State, "sentence", lambda state, ruling, language="en": right(state, ruling, language) + "!")
    assert {kind for _number, kind in game.differences()} == {"words"}
    monkeypatch.undo()
    monkeypatch.setattr(State, "why_not", lambda state, action: [])
    assert {kind for _number, kind in game.differences()} == {"rulings", "words"}


def test_an_action_that_is_refused_ends_the_comparison():
    game = golden.read("drill")[0]
    game.actions[0] = "end"
    assert list(game.differences()) == [(0, "action")]
    assert "'end' is no longer legal" in game.say(0, "action")


def test_made_again_the_file_is_the_same(tmp_path, monkeypatch):
    stored, games = golden.path("drill").read_bytes(), golden.read("drill")
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    golden.write("drill", [golden.again(game) for game in games])
    assert golden.path("drill").read_bytes() == stored


def test_a_state_is_shown_in_full():
    command = [sys.executable, "-m", "tests.golden", "show", "drill-0", "4"]
    shown = subprocess.run(command, cwd=golden.FOLDER.parents[1], capture_output=True, text=True, check=True).stdout
    assert "r3 pos 0603" not in shown
    assert shown.index("[state]") < shown.index("r3 pos ") < shown.index("[list]") < shown.index("move r3 0603")
    assert shown.index("[rulings]") < shown.index("DRL-") < shown.index("[words]")
