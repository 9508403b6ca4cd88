"""query and check: questions about position files."""

import json

import pytest


def test_legal_lists_actions_with_sentences(run, position):
    result = run("query", position, "legal")
    assert result.exit_code == 0
    assert "take b1" in result.output and "Move 1st Rifles" in result.output
    data = json.loads(run("query", position, "legal", "--json").stdout)
    assert [row["text"] for row in data["legal"]] == ["take b1", "end"]


def test_why_says_yes_or_names_every_clause(run, position):
    assert run("query", position, "why", "take b1").exit_code == 0
    result = run("query", position, "why", "take", "b1;", "move", "b1", "P")
    assert result.exit_code == 1
    assert "[DRL-STK-2]" in result.output and "[DRL-MOV-1]" in result.output
    data = json.loads(run("query", position, "why", "take b1; move b1 P", "--json").stdout)
    assert {row["clause"] for row in data["rulings"]} == {"DRL-STK-2", "DRL-MOV-1"}
    assert data["at"] == "move b1 0404" and data["legal"] is False


def test_a_line_that_is_no_line_is_bad_input(run, position):
    result = run("query", position, "why", "fly b1 0404")
    assert result.exit_code == 2 and "there is no verb 'fly'" in result.stderr


def test_ask_answers_with_the_clauses_behind_it(run, position):
    assert "supplied b1: yes [DRL-SUP-1, DRL-SUP-2]" in run("query", position, "ask", "supplied", "b1").output
    assert json.loads(run("query", position, "ask", "zone", "0504", "--json").stdout)["value"] == "red"
    assert "supplied unit" in run("query", position, "ask").output
    result = run("query", position, "ask", "suplied", "b1")
    assert result.exit_code == 2 and "did you mean 'supplied'" in result.stderr


def test_assumptions_in_force_are_always_said(run, tmp_path, position):
    text = position.read_text().replace('side = "blue"', 'side = "blue"\nassume = { supplied = "all" }')
    (tmp_path / "assumed.toml").write_text(text)
    assert "Assumed in this position: supplied = all" in run("query", "assumed.toml", "legal").output
    assert json.loads(run("query", "assumed.toml", "legal", "--json").stdout)["assume"] == {"supplied": "all"}


def test_odds_previews_every_answer(run, attack):
    assert run("query", attack, "odds").exit_code == 1  # a target has no odds yet
    text = attack.read_text().replace('"combat.target"', '{ kind = "combat.join", hex = "P", attackers = ["b1"] }')
    attack.write_text(text)
    result = run("query", attack, "odds", "--json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)["odds"]
    assert (rows["fight"]["column"], rows["with b2"]["column"]) == ("1:1", "3:1")
    assert "column 3:1" in run("query", attack, "odds").output


def test_range_lists_hexes_and_costs(run, position):
    data = json.loads(run("query", position, "range", "b1", "--json").stdout)
    costs = {row["hex"]: row["cost"] for row in data["range"]}
    assert data["complete"]
    assert costs["0303"] == 1 and "0404" not in costs
    assert costs["0304"] == 1 and costs["0403"] == 2 and costs["0402"] == 2
    assert run("query", position, "range", "r1").exit_code == 1  # not asked now


def test_do_plays_lines_with_the_dice_of_the_file(run, attack):
    result = run("query", attack, "do", "attack P with b1 b2; fight", "roll")
    assert result.exit_code == 0
    assert "Blue attack on 0404 at 3:1. Die roll 5: all defenders eliminated." in result.output
    data = json.loads(run("query", attack, "do", "attack P with b1 b2; fight", "roll", "--json").stdout)
    assert data["frame"]["kind"] == "combat.advance" and data["refused"] == []


def test_do_that_is_refused_says_so_and_exits_1(run, attack):
    result = run("query", attack, "do", "attack 0706")
    assert result.exit_code == 1 and "DRL-CBT-" in result.stderr


def test_show_draws_the_map_and_writes_the_position_again(run, position):
    output = run("query", position, "show").output
    assert "b1 3-3" in output and "r1 2-3" in output and "0404" in output
    written = run("query", position, "show", "--position").output
    (position.parent / "again.toml").write_text(written)
    assert run("query", "again.toml", "legal", "--json").stdout == run("query", position, "legal", "--json").stdout


def test_problems_are_listed_not_raised(run, position):
    assert run("query", position, "problems").exit_code == 0
    position.write_text(position.read_text().replace('r1 = "P"', 'r1 = "B"'))
    result = run("query", position, "problems")
    assert result.exit_code == 1 and "DRL-STK-2" in result.output


def test_a_position_is_read_from_the_standard_input(run, position):
    assert "take b1" in run("query", "-", "legal", input=position.read_text()).output


def test_check_runs_expectations(run, position):
    result = run("check", position.parent)
    assert result.exit_code == 0
    assert "ok" in result.output and "1 position, 1 expectation: all hold" in result.output


def test_check_fails_with_the_reason_and_its_line(run, position):
    position.write_text(position.read_text().replace('frame = "move.pick"\nunits', 'frame = "move.step"\nunits'))
    result = run("check", position)
    assert result.exit_code == 1
    assert "expectation 1 (line 9)" in result.output and "1 failed" in result.output
    data = json.loads(run("check", position, "--json").stdout)
    assert (data["passed"], data["failed"]) == (0, 1)


def test_check_counts_an_unreadable_position_as_failed(run, position):
    (position.parent / "broken.toml").write_text("system = drill\n")
    result = run("check", position.parent)
    assert result.exit_code == 1 and "broken.toml:1" in result.output and "1 failed" in result.output


def test_check_of_an_empty_directory_is_bad_input(run, tmp_path):
    (tmp_path / "empty").mkdir()
    assert run("check", "empty").exit_code == 2


@pytest.mark.parametrize("part", ["legal", "why", "ask", "odds", "range", "do", "show", "problems"])
def test_each_question_has_help(run, position, part):
    result = run("query", position, part, "--help")
    assert result.exit_code == 0 and "Usage" in result.output


def test_a_position_that_contradicts_the_rules_is_refused_with_its_line(run, tmp_path):
    path = tmp_path / "odd.toml"
    path.write_text(
        'system = "drill"\nside = "blue"\nframe = "move.pick"\n[units]\nr1 = "0404"\nb1 = { at = "0203", fresh = true }\n'
    )
    result = run("query", str(path), "legal")
    assert result.exit_code == 2
    assert "odd.toml:6: contradicts the rules" in result.output + result.stderr
    assert run("query", str(path), "problems").exit_code == 1
    assert run("query", str(path), "show").exit_code == 0


def test_a_position_of_another_rules_version_says_so(run, tmp_path):
    path = tmp_path / "old.toml"
    path.write_text('system = "drill"\nversion = "0.9.0"\nset_up = "crossing"\n')
    assert "Written for version 0.9.0 of the rules" in run("query", str(path), "legal").output
