"""record show, verify, replay, report, migrate."""

import json

import pytest


def test_show_tells_the_game_in_sentences(run, record):
    result = run("record", "show", record)
    assert result.exit_code == 0
    assert "Turn 1, Blue: Movement" in result.output
    assert result.output.startswith("The ford\ndrill 1.0.0 | ford | frozen=off\nBlue: random, Red: recruit\n")
    assert "sha256" not in result.output, "the seal is for programs"
    end = result.output.split("At the end: ")[1]
    assert "decisive victory [DRL-VIC-" in end and "Amont (0402): held by" in end
    data = json.loads(run("record", "show", record, "--json").stdout)
    assert data["damage"] is None
    assert all(row["sentence"] for row in data["entries"])


def test_verify_says_ok_and_checks_the_dice(run, record):
    result = run("record", "verify", record)
    assert result.exit_code == 0
    assert "die rolls checked against the seed" in result.output and "victory" in result.output
    data = json.loads(run("record", "verify", record, "--json").stdout)
    assert data["ok"] and data["dice_checked"] and data["line"] is None


def test_verify_names_the_first_error_with_its_line(run, record):
    lines = record.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("take"))
    lines[at] = "take r1"
    record.write_text("\n".join(lines))
    result = run("record", "verify", record)
    assert result.exit_code == 1
    assert f"{record}:{at + 1}: 'take r1' is not legal here" in result.stderr
    data = json.loads(run("record", "verify", record, "--json").stdout)
    assert (data["ok"], data["line"]) == (False, at + 1)


def test_replay_gives_the_position_at_any_step(run, record, tmp_path):
    first = run("record", "replay", record, "--at", 0).output
    assert "turn = 1" in first and 'kind = "move.pick"' in first
    last = run("record", "replay", record).output
    assert "outcome = " in last
    (tmp_path / "last.toml").write_text(last)
    assert run("query", "last.toml", "problems").exit_code == 0
    assert "/" in run("record", "replay", record, "--map").output
    result = run("record", "replay", record, "--at", 9999)
    assert result.exit_code == 2 and "beyond its end" in result.stderr


def test_migrate_is_quiet_when_nothing_differs(run, record, tmp_path):
    old = record.read_text().replace("drill 1.0.0", "drill 0.9.0")
    record.write_text(old)
    result = run("record", "migrate", record, "-o", tmp_path / "new.txt")
    assert result.exit_code == 0 and "same under drill" in result.output and "0.9.0" in result.output
    assert "drill 1.0.0" in (tmp_path / "new.txt").read_text()


def test_migrate_names_the_first_action_that_differs(run, record):
    lines = record.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("move"))
    lines[at] = "move " + lines[at].split()[1] + " 0402"
    record.write_text("\n".join(lines))
    result = run("record", "migrate", record, "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert data["line"] == at + 1 and not data["same"] and "not legal" in data["reason"]


def test_a_seed_that_is_none_is_told(run, record):
    lines = record.read_text().splitlines()
    lines[2] = "seed rosebud"
    record.write_text("\n".join(lines))
    result = run("record", "verify", record)
    assert result.exit_code in (1, 2) and "'rosebud'" in result.stderr


@pytest.mark.parametrize("text", ["", "hello\n", "echelon 9 | drill 1.0.0 | ford\n"])
def test_something_else_is_not_a_record(run, tmp_path, text):
    (tmp_path / "x.txt").write_text(text)
    result = run("record", "show", "x.txt")
    assert result.exit_code == 2 and "is not a record" in result.stderr


def test_report_tells_where_the_game_turned(run, record, tmp_path):
    picture = tmp_path / "game.svg"
    done = run("record", "report", record, "--svg", str(picture))
    assert done.exit_code == 0
    assert "at the end." in done.output
    assert "Turning points" in done.output
    assert picture.read_text("utf-8").startswith("<svg")
    data = json.loads(run("record", "report", record, "--json").stdout)
    assert data["course"][-1]["chance"] in (0.0, 0.5, 1.0)
    french = run("record", "report", record, "--lang", "fr")
    assert "à la fin." in french.output and "Tournants" in french.output
    refused = run("record", "report", record, "--lang", "xx")
    assert refused.exit_code != 0
    assert "language" in refused.output
