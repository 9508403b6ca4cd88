"""systems, rules, clauses."""

import json

import echelon


def test_systems_lists_scenarios_and_options(run):
    result = run("systems")
    assert result.exit_code == 0
    for word in ("drill", "crossing", "ford", "frozen=off|on", "DRL-MOV-6"):
        assert word in result.output


def test_systems_as_json(run):
    (row,) = json.loads(run("systems", "drill", "--json").stdout)
    assert row["name"] == "drill"
    assert [s["name"] for s in row["scenarios"]] == list(echelon.load("drill").scenarios)
    assert {"form": "supplied unit", "help": "would the unit be in supply now?"} in row["questions"]


def test_rules_by_id_by_chapter_and_by_words(run):
    assert run("rules", "drill", "drl-zoc-3").output.count("DRL-") == 1
    chapter = run("rules", "drill", "ZOC").output
    assert [f"DRL-ZOC-{i}" in chapter for i in (1, 2, 3, 4)] == [True, True, True, False]
    found = {row["id"] for row in json.loads(run("rules", "drill", "wood", "road", "--json").stdout)}
    assert {"DRL-MOV-5", "DRL-ADV-2"} <= found and "DRL-ZOC-1" not in found


def test_several_codes_are_all_printed(run):
    output = run("rules", "drill", "ZOC", "DRL-STK-1").output
    assert "DRL-ZOC-1" in output and "DRL-STK-1" in output and "DRL-STK-2" not in output


def test_rules_without_words_is_the_book(run):
    assert run("rules", "drill").stdout.strip() == echelon.load("drill").book.text.strip()


def test_clauses_names_code_and_tests_and_fails_if_one_is_missing(run, tmp_path):
    folder = tmp_path / "tests"
    (folder / "positions" / "drill").mkdir(parents=True)
    (folder / "positions" / "drill" / "zoc.toml").write_text('system = "drill"\nclauses = ["DRL-ZOC-2"]\n')
    result = run("clauses", "drill", "--tests", folder, "--json")
    rows = {row["id"]: row for row in json.loads(result.stdout)}
    assert result.exit_code == 1
    assert rows["DRL-ZOC-2"]["lacks"] == []
    assert rows["DRL-ZOC-2"]["tests"] == ["tests/positions/drill/zoc.toml:2"]
    assert any("drill/game.py:" in place for place in rows["DRL-ZOC-2"]["code"])
    assert rows["DRL-ZOC-3"]["lacks"] == ["tests"]
    assert rows["DRL-GEN-1"]["lacks"] == []  # only explains a word


def test_clauses_of_one_chapter_that_is_complete_succeeds(run, tmp_path):
    (tmp_path / "tests" / "drill").mkdir(parents=True)
    (tmp_path / "tests" / "drill" / "test_zoc.py").write_text('IDS = ["DRL-ZOC-1", "DRL-ZOC-2", "DRL-ZOC-3"]\n')
    result = run("clauses", "drill", "ZOC", "--tests", tmp_path / "tests")
    assert result.exit_code == 0, result.output
    assert "3 clauses, 0 of them words; all complete" in result.output
    assert run("clauses", "drill", "STK", "--tests", tmp_path / "tests").exit_code == 1


def test_an_installation_without_tests_says_so(run, monkeypatch):
    monkeypatch.setattr("echelon.lab.coverage.find_tests", lambda system: None)
    result = run("clauses", "drill", "ZOC")
    assert result.exit_code == 1 and "No tests found here" in result.stderr


def test_missing_lists_only_what_lacks_something(run, tmp_path):
    (tmp_path / "drill").mkdir()
    (tmp_path / "drill" / "test_zoc.py").write_text('IDS = ["DRL-ZOC-1"]\n')
    output = run("clauses", "drill", "--tests", tmp_path, "--missing").output
    assert "DRL-ZOC-1" not in output and "DRL-ZOC-2" in output and "no tests" in output
