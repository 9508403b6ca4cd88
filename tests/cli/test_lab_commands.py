"""walk, solve, board, certify from the command line."""

import json
import sys
from fractions import Fraction

import pytest

BAD_BOARD = """\
name: bad
title: Bad
palette: summer

[grid]
orientation: flat
columns: 1-3
rows: 1-3
rows from: north
shift: even down
labels: {c:02}{r:02}

[terrain]
wood: 0909
clear: all but wood
"""


def test_walk_counts_depth_by_depth_and_divides(run):
    data = json.loads(run("walk", "drill", "--scenario", "ford", "--depth", 3, "--divide", "--json").stdout)
    assert [row["count"] for row in data["walk"]] == [3, 12, 38]
    assert sum(data["divide"].values()) == 38 and set(data["divide"]) == {"take b1", "take b2", "end"}
    assert "38" in run("walk", "drill", "--scenario", "ford", "--depth", 3).output


def test_solve_gives_up_politely(run):
    result = run("solve", "drill", "ford", "--limit", 50)
    assert result.exit_code == 1
    assert "too large to solve: more than 50 states" in result.stderr


def test_solve_of_an_unknown_scenario_is_bad_input(run):
    assert run("solve", "drill", "nowhere").exit_code == 2


def test_board_check_of_a_system_and_of_a_bad_file(run, tmp_path):
    data = json.loads(run("board", "check", "drill", "--json").stdout)
    assert data["ok"] and data["hexes"] == 42 and data["hexsides"]["bridge"] == 1
    assert "42 hexes" in run("board", "check", "drill").output
    (tmp_path / "bad.txt").write_text(BAD_BOARD)
    result = run("board", "check", "bad.txt")
    assert result.exit_code == 1 and "bad.txt:" in result.output and "1 problem" in result.output
    (tmp_path / "nameless.txt").write_text(BAD_BOARD.replace("palette: summer", ": summer"))
    assert "no name before the colon" in run("board", "check", "nameless.txt").output
    (tmp_path / "good.txt").write_text(BAD_BOARD.replace("0909", "0202"))
    assert run("board", "check", "good.txt").exit_code == 0


def test_png_without_a_file_is_bad_input(run):
    result = run("board", "draw", "drill", "--png")
    assert result.exit_code == 2 and "-o map.png" in result.stderr


def test_board_draw_says_what_it_lacks(run, monkeypatch):
    assert "did you mean 'dusk'?" in run("board", "draw", "drill", "--palette", "dust").stderr
    monkeypatch.setitem(sys.modules, "numpy", None)
    result = run("board", "draw", "drill", "-o", "map.svg")
    assert result.exit_code == 2 and "pip install 'echelon-wargames[draw]'" in result.stderr


def test_board_draw_writes_a_picture(run, tmp_path):
    pytest.importorskip("numpy")
    result = run("board", "draw", "drill", "-o", "map.svg")
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "map.svg").read_text().lstrip().startswith("<svg")
    bare = run("board", "draw", "drill", "--no-counters", "-o", "bare.svg")
    assert bare.exit_code == 0
    assert len((tmp_path / "bare.svg").read_text()) < len((tmp_path / "map.svg").read_text())


def test_certify_reports_and_keeps_counts_for_clauses(run):
    pytest.importorskip("echelon.lab.certify")
    result = run("certify", "drill", "--games", 2, "--scenario", "ford", "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 0 and data["ok"] and data["games"] == 2
    rows = json.loads(run("clauses", "drill", "--json").stdout)
    assert any(row["decided"] for row in rows)
    table = run("certify", "drill", "--games", 1, "--scenario", "ford")
    assert "everything holds" in table.output


def test_mutants_are_counted_and_survivors_listed(run, monkeypatch):
    from echelon.lab import mutants as lab

    def report(system, tests, **how):
        row = lab.run.Row("play.odds.f [if] a -> True", ("DRL-CBT-4",), lab.trial.Verdict())
        assert how["only"] == "play.odds" and how["seconds"] == 0
        return lab.MutantReport(system, [row, row], ["play.odds.g [if] b -> True"])

    monkeypatch.setattr(lab, "run_mutants", report)
    result = run("mutants", "drill", "--only", "play.odds", "--seconds", 0)
    assert result.exit_code == 1
    assert "survived: play.odds.f [if] a -> True  DRL-CBT-4" in result.stdout
    assert "stale: play.odds.g [if] b -> True" in result.stdout
    data = json.loads(run("mutants", "drill", "--only", "play.odds", "--seconds", 0, "--json").stdout)
    assert data["made"] == 2 and data["counts"] == {"survived": 2} and not data["ok"]


def test_fractions_stay_exact_in_json(run, monkeypatch):
    from echelon.lab import solve as lab

    monkeypatch.setattr(lab, "solve", lambda state, scores, limit, progress=None: lab.Solution(Fraction(11, 12), 1, (), (), ()))
    assert json.loads(run("solve", "drill", "ford", "--json").stdout)["value"] == "11/12"


def test_survey_counts_endings_with_their_clauses(run):
    data = json.loads(run("survey", "drill", "--scenario", "ford", "--games", 20, "--json").stdout)
    assert sum(row["games"] for row in data["results"]) == 20
    assert {row["clause"] for row in data["results"]} <= {"DRL-VIC-1", "DRL-VIC-2"}
    text = run("survey", "drill", "--scenario", "ford", "--games", 5).stdout
    assert "every one ended by the rules" in text
    assert "Ended in turn" in text


def test_survey_refuses_unknown_players(run):
    found = run("survey", "drill", "--players", "pushi")
    assert found.exit_code == 2
    assert "did you mean 'pushy'" in found.stderr
