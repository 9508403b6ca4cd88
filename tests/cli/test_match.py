"""`echelon match` from the command line, and players with parameters elsewhere."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import children_of


@pytest.fixture
def bad_engine(tmp_path):
    """An engine that answers what no rule allows."""
    path = tmp_path / "bad"
    path.write_text("#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    echelon | newgame) echo ready ;;\n"
                    "    go) echo 'best attack 0101' ;;\n    quit) exit ;;\n  esac\ndone\n")  # fmt: skip
    path.chmod(0o755)
    return f"engine:{path}"


def test_a_match_is_scored_in_words(run):
    result = run("match", "pushy", "random", "--system", "drill", "--games", 24, "--time", 5)
    assert result.exit_code == 0, result.output
    first, *rest = result.stdout.splitlines()
    assert first.startswith("Drill: the crossing of the Sarce, 24 games: pushy 2")
    assert "won, 0 drawn," in first
    assert rest[0].startswith("Score of pushy: ") and "with 95% confidence" in rest[0] and "; by 12 pairs " in rest[0]
    assert rest[1].startswith("Elo difference: +")
    assert rest[2].split() == [
        "player", "as", "Blue", "as", "Red", "player-turns", "seconds", "each", "longest", "illegal",
    ]  # fmt: skip
    assert [line.split()[0] for line in rest[3:5]] == ["pushy", "random"]
    assert all(line.split()[-1] == "0" for line in rest[3:5])
    assert "Limit: 5 s per player turn" in result.stdout


def test_how_the_games_ended_is_told_and_may_be_weighed(run):
    result = run("match", "pushy", "random", "--system", "drill", "--games", 4, "--score", "marginal=3/4")
    assert result.exit_code == 0
    assert "  Blue, marginal [DRL-VIC-1]: pushy " in result.stdout
    refused = run("match", "pushy", "random", "--system", "drill", "--score", "marginal=2")
    assert refused.exit_code == 2 and "the value must be between 0 and 1" in refused.stderr


def test_a_match_of_equals_is_even(run):
    text = run("match", "random", "random", "--system", "drill", "--games", 20).stdout
    assert "random 10 : 10 random" in text
    assert "Score of random: 50.0%" in text and "by 10 pairs 50.0% to 50.0%" in text
    assert "Elo difference: +0, -1" in text


def test_a_match_for_programs(run):
    words = (
        "match",
        "pushy",
        "random",
        "--system",
        "drill",
        "--scenario",
        "ford",
        "--option",
        "frozen=on",
        "--games",
        6,
        "--json",
    )
    one = json.loads(run(*words).stdout)
    two = json.loads(run(*words, "--jobs", 2).stdout)
    assert one["results"] == two["results"] and len(one["results"]) == 6
    assert one["games"] == one["wanted"] == 6 and one["pairs"] == 3 and one["pair_interval"] is None
    assert one["score"] == sum(row["points"] for row in one["results"]) / 6
    assert one["interval"][0] < one["score"] <= one["interval"][1]
    assert [row["seats"] for row in one["results"][:2]] == [["pushy", "random"], ["random", "pushy"]]
    assert [row["seed"] for row in one["results"]] == [0, 0, 1, 1, 2, 2]
    for player in one["players"]:
        assert player["won"] + player["drawn"] + player["lost"] == 6
        assert sum(side["games"] for side in player["sides"].values()) == 6
        assert player["illegal"] == player["forfeits"] == player["late"] == 0
        assert 0 <= player["seconds_mean"] <= player["seconds_longest"]


def test_an_elo_without_end_is_null_for_programs(run, bad_engine):
    result = run("match", "random", bad_engine, "--system", "drill", "--games", 2, "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert data["score"] == 1 and data["elo"][0] is None and data["elo"][2] is None
    assert data["players"][1]["illegal"] == 2 and "not legal" in data["results"][0]["forfeit"]


def test_records_are_saved_and_can_be_verified(run, tmp_path):
    result = run("match", "pushy", "random", "--system", "drill", "--games", 3, "--save", tmp_path / "new" / "games")
    assert result.exit_code == 0 and "Records: " in result.stdout
    files = sorted((tmp_path / "new" / "games").iterdir())
    assert [file.name for file in files] == ["game-001.txt", "game-002.txt", "game-003.txt"]
    for file in files:
        verified = run("record", "verify", file)
        assert verified.exit_code == 0 and "die rolls checked against the seed" in verified.stdout
    assert "Red: random" in files[0].read_text() and "Red: pushy" in files[1].read_text()
    assert run("record", "show", files[0]).exit_code == 0


def test_illegal_answers_are_told_and_fail(run, bad_engine):
    result = run("match", "random", bad_engine, "--system", "drill", "--games", 8)
    assert result.exit_code == 1
    assert "Elo difference: +∞, " in result.stdout
    assert "Game 1 forfeited: the engine" in result.stdout and "'attack 0101', which is not legal" in result.stdout
    assert "... and 3 more games forfeited" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rundom", "random", "--system", "drill"), "there is no player 'rundom'; did you mean 'random'?"),
        (("random", "pushy:time=2", "--system", "drill"), "the player pushy takes no parameters"),
        (("random", "engine:/nowhere/bot", "--system", "drill"), "/nowhere/bot cannot be started: No such file or directory"),
        (("random", "engine:", "--system", "drill"), "an engine is named with its command"),
        (("random", "random", "--system", "dril"), "there is no system 'dril'"),
        (("random", "random"), "Missing option '--system'"),
        (("random", "random", "--system", "drill", "--scenario", "fjord"), "there is no scenario 'fjord'"),
        (("random", "random", "--system", "drill", "--option", "frozn=on"), "there is no option 'frozn'"),
        (("random", "random", "--system", "drill", "--games", "0"), "0 is not in the range"),
        (("random", "--system", "drill"), "Missing argument 'B'"),
    ],
)
def test_bad_words_are_one_sentence(run, words, said):
    result = run("match", *words)
    assert result.exit_code == 2 and result.stdout == ""
    assert said in result.stderr and result.stderr.count("\n") == 1


@pytest.fixture
def running(tmp_path):
    """`running(jobs)` is a match that goes on and on, with three games played already."""
    made = []

    def call(jobs):
        games = tmp_path / "games"
        words = ["match", "pushy", "random", "--system", "drill", "--games", "100000", "--jobs", str(jobs)]
        command = [sys.executable, "-m", "echelon", *words, "--save", str(games)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        made.append(child)
        wait_for((games / "game-000003.txt").exists)
        return child

    yield call
    for child in made:
        child.kill()
        child.communicate()


def wait_for(happens, seconds=120):
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_scores_what_was_played(running, jobs):
    child = running(jobs)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=120)
    assert (child.returncode, err) == (0, "")
    assert out.startswith("Stopped after ") and "of 100,000 games.\n" in out and "Elo difference" in out


def test_workers_do_not_outlive_a_match_that_is_killed(running):
    child = running(2)
    if not Path("/proc/self/stat").exists():
        pytest.skip("no /proc to look into")
    workers = children_of(child.pid)
    assert len(workers) >= 2
    child.kill()
    wait_for(lambda: not any(worker.exists() for worker in workers))


# --- players with parameters elsewhere ----------------------------------------------------------------------------------
def test_a_survey_takes_engines(run):
    inner = f"engine:{sys.executable} -m echelon engine random"
    data = json.loads(
        run("survey", "drill", "--scenario", "ford", "--games", 2, "--players", f"{inner},random", "--json").stdout
    )
    assert data["games"] == 2


def test_the_table_takes_an_engine_but_a_record_does_not_start_one(run, tmp_path):
    mark = tmp_path / "started"
    bot = tmp_path / "bot"
    bot.write_text(f"#!/bin/sh\n: >{mark}\nexec {sys.executable} -m echelon engine random\n")
    bot.chmod(0o755)
    saved = tmp_path / "game.txt"
    played = run("play", "drill", "--text", "--scenario", "ford", "--blue", f"engine:{bot}", "--red", "random", "--seed", 4,
                 "--save", saved)  # fmt: skip
    assert played.exit_code == 0, played.output
    assert mark.exists() and f"Blue: engine:{bot}" in saved.read_text()
    mark.unlink()
    saved.write_text("\n".join(saved.read_text().splitlines()[:12]) + "\n")
    from echelon.cli.play.game import Game

    assert Game.load(str(saved)).seats == ("human", "random")
    assert not mark.exists()
