"""What somebody needs who sees the program for the first time: the goal, the standing, reasons, and no trap doors."""

import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import echelon
from echelon.cli.common import coloured, program, shell_path
from echelon.cli.play.game import Game
from echelon.cli.play.map import draw_map
from echelon.cli.play.saves import Saves, data_folder
from echelon.cli.play.screen import Screen
from echelon.core.record.position import Position
from echelon.core.record.record import Record
from echelon.core.system import system_names
from echelon.core.table import Table
from echelon.core.text.lines import as_meant

NEW = ("play", "drill", "--text", "--seed", "3")
HELD = """
system = "drill"
frame = "move.pick"
side = "blue"
turn = 3
units = { b1 = "0503", b2 = "0203", r1 = "0706" }
state = { blue_towns = "0503" }
"""


# --- how the game stands ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("word", ["status", "goal", "victory"])
def test_status_tells_the_goal_and_the_standing(run, word):
    output = run(*NEW, input=f"{word}\n").output.split(f"Blue> {word}")[1]
    assert "How to win: Blue wins by holding a town" in output
    for label, value in (("Turn", "1 of 5"), ("Pontsarce (0503)", "held by Red"), ("Blue losses", "none")):
        assert any(line.split("  ")[1:2] == [label] and value in line for line in output.splitlines()), label
    assert "Red decisive victory" in output


def test_the_standing_follows_the_map():
    state = Position.parse(HELD).state()
    rows = dict(state.rules.system.show.standing(state))
    assert rows["Turn"] == "3 of 5"
    assert (rows["Pontsarce (0503)"], rows["Corvan (0605)"]) == ("held by Blue", "held by Red")
    assert rows["Blue losses"] == "3rd Lancers and 4th Grenadiers"
    assert rows["If the game ended now"] == "Blue marginal victory"
    assert state.turn == 3 and state.outcome is None, "asking changes nothing"


def test_a_finished_game_does_not_say_who_would_win():
    state = echelon.load("drill").new("ford")
    state.finish(0, "decisive", "DRL-VIC-2")
    assert "If the game ended now" not in dict(state.rules.system.show.standing(state))


def test_every_scenario_to_learn_with_tells_how_to_win():
    for system in map(echelon.load, system_names()):
        if system.learning:
            assert all(scenario.data.get("goal") for scenario in system.scenarios.values())


@pytest.mark.parametrize("compact", [False, True])
def test_the_map_shows_who_holds_a_town(compact):
    picture = draw_map(Position.parse(HELD).state(), compact=compact).plain
    assert "■B" in picture and "■R" in picture


def test_the_small_map_shows_roads_to_the_north():
    picture = draw_map(echelon.load("drill").new(), compact=True).plain
    assert "0604║" in picture and "0605║■R" in picture and "0603║" not in picture


def test_query_show_tells_the_standing(run, position):
    assert "Turn: 1 of 5" in run("query", position, "show").output


# --- refusals that say why --------------------------------------------------------------------------------------------
def test_a_hex_out_of_reach_is_refused_with_its_reason(run):
    output = run(*NEW, input="take b1\n0303\n").output
    assert "move b1 0303: not allowed." in output and "[DRL-MOV-1]" in output


def test_the_units_to_choose_from_show_what_is_printed_on_them(run):
    output = run(*NEW).output
    assert any("take b3" in line and "armour 4-5" in line for line in output.splitlines())


def test_results_are_explained_where_their_chances_are_shown(run):
    output = run(*NEW, "--scenario", "ford", input="move b1 0201-0301\nend\nattack 0302\n").output
    assert "DR all defenders retreat" in output


def test_the_help_is_in_columns(run):
    output = run(*NEW, input="help\n").output
    rows = [line for line in output.splitlines() if line.startswith(("  list ", "  why ", "  quit "))]
    starts = [line.index(text) for line, text in zip(rows, ("all actions", "why something", "quit;"), strict=True)]
    assert len(set(starts)) == 1


def test_query_understands_what_the_table_understands(run, position):
    result = run("query", position, "why", "move b1 0404")
    assert result.exit_code == 1
    assert "0404 is too far from 0203" in result.output and "DRL-SEQ-1" not in result.output
    assert run("query", position, "why", "move b1 A").exit_code == 0
    assert "It fails at: move b1 0404" in run("query", position, "why", "move b1 0303-0404").output
    assert run("query", position, "why", "").exit_code == 2


def test_a_path_is_read_as_it_was_meant():
    state = echelon.load("drill").new("ford")
    assert as_meant(state, "move b1 0201") == as_meant(state, "move b1 0102-0201") == "take b1; move b1 0201; stop b1?"
    state.play("take b1")
    assert as_meant(state, "move b1 0201") == "move b1 0201"


# --- nothing is touched before the request is understood --------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--red", "nobody"), "there is no player 'nobody'"),
        (("--scenario", "nowhere"), "there is no scenario 'nowhere'"),
        (("--option", "frozen=maybe"), "value of option frozen"),
        (("--save", "."), "is a directory"),
        (("--save", "no/such/file"), "there is no directory no/such"),
    ],
)
def test_a_wrong_request_leaves_the_kept_game_alone(run, words, says):
    run(*NEW, input="take b1\n")
    before = Saves().running.read_text()
    result = run("play", "drill", "--text", *words)
    assert result.exit_code == 2 and says in result.output
    assert len(result.output.splitlines()) == 1
    assert Saves().running.read_text() == before
    assert [p.name for p in Saves().folder.iterdir()] == ["running.txt"]


def test_files_that_cannot_be_written_are_named_as_they_were_typed(run, tmp_path):
    for words in (("board", "draw", "drill", "-o", tmp_path), ("board", "draw", "drill", "-o", "no/such.svg")):
        result = run(*words)
        assert result.exit_code == 2 and ".part" not in result.output


def test_a_damaged_save_is_named(run, tmp_path):
    (tmp_path / "bad.txt").write_text("rubbish\n")
    result = run("play", "--text", "--load", "bad.txt")
    assert result.exit_code == 2 and "bad.txt: " in result.output


# --- where things are -------------------------------------------------------------------------------------------------
def test_games_are_kept_with_the_users_data(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("ECHELON_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "echelon"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert data_folder() == Path.home() / ".local" / "share" / "echelon"
    monkeypatch.setenv("ECHELON_HOME", str(tmp_path / "here"))
    assert Saves().running == tmp_path / "here" / "games" / "running.txt"


def test_the_command_is_named_as_it_can_be_typed(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "bin" / "echelon"
    own.parent.mkdir()
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(own)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == "bin/echelon"
    monkeypatch.setenv("PATH", str(own.parent))
    assert program() == "echelon"
    assert shell_path(tmp_path / "a game.txt") == f"'{tmp_path.resolve()}/a game.txt'"


# --- the end ----------------------------------------------------------------------------------------------------------
def test_the_end_says_who_won_and_why_and_where_the_game_is(run):
    output = run(*NEW, "--red", "random", input="end\nend\n" * 5 + "\n").output
    end = output.split("Game over")[1]
    assert "You have lost. The game is over: Red decisive victory [DRL-VIC-1]" in end
    assert "At the end of the last turn Blue wins if Blue holds a town" in end
    assert "Corvan (0605)" in end and "held by Red" in end
    assert "echelon record show" in end and "finished-1.txt" in end


def test_show_tells_an_unfinished_game(run, tmp_path):
    run(*NEW, "--save", "mine.txt", input="take b1\nquit\n")
    output = run("record", "show", "mine.txt").output
    assert "So far: unfinished, in turn 1" in output and "Blue: human" in output


def test_show_begins_where_the_record_does(run, tmp_path):
    table = Table(Position.parse(HELD).state())
    table.do("take b2")
    (tmp_path / "late.txt").write_text(table.record().text())
    result = run("record", "show", "late.txt")
    assert result.exit_code == 0 and "Turn 3, Blue: Movement" in result.output
    assert Record.parse((tmp_path / "late.txt").read_text()).position


# --- terminals --------------------------------------------------------------------------------------------------------
def test_no_color_means_a_river_of_waves(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured(Console(force_terminal=True, color_system="truecolor"))
    monkeypatch.delenv("NO_COLOR")
    assert coloured(Console(force_terminal=True, color_system="truecolor"))


def test_the_map_is_as_large_as_the_terminal_allows():
    state = echelon.load("drill").new()
    assert not Screen(Console(force_terminal=True, width=80, height=24)).fits(state)
    assert Screen(Console(force_terminal=True, width=110, height=40)).fits(state)
    assert Screen(Console(width=80, height=24)).fits(state), "a file has no end"


def test_the_steps_of_a_unit_are_told_as_one_move(run):
    output = run(*NEW, input="move b2 0203-0303-0302\n").output
    assert "› 2nd Rifles moves to 0302 for 3 MP." in output
    assert "› 2nd Rifles moves to 0203" not in output
    assert "2nd Rifles moves to 0203 for ½ MP." in run("play", "--text", input="y\nlog\n").output


def test_looking_at_a_finished_game_does_not_keep_it_twice(run, record):
    before = sorted(p.name for p in Saves().folder.iterdir())
    result = run("play", "--text", "--load", record, input="log\n\n")
    assert result.exit_code == 0 and "The game is over:" in result.output
    assert sorted(p.name for p in Saves().folder.iterdir()) == before


def test_a_small_screen_holds_what_a_player_needs():
    """80 by 24: heading, map, what happened, question and answers all fit."""
    table = Table(echelon.load("drill").new(seed=11), auto=("dice",))
    game = Game(table, ("human", "pushy"), 11)
    game.let_others_play()
    for line in ("move b3 0304-0404", "end", "end"):
        game.do(line)
    game.let_others_play()
    screen = Screen(Console(force_terminal=True, width=80, height=24, record=True, file=StringIO()))
    screen.turn(game, 3)
    lines = screen.console.export_text().rstrip().splitlines()
    assert len(lines) <= 23, "and one to type on"
    assert "Turn 2 · Movement · Blue" in lines[0] and "End movement" in lines[-1]
    assert any("earlier: type log" in line for line in lines)
