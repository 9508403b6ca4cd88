"""Running commands as a user would, with saved games in a directory of their own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from echelon.cli.app import app

POSITION = """\
system = "drill"
clauses = ["DRL-ZOC-2"]
side = "blue"
frame = "move.pick"
hexes = { P = "0404", A = "P NW", B = "A NW" }
board = { base = "blank" }
units = { b1 = "B", r1 = "P" }

[[expect]]
do = ["take b1", "move b1 A"]
frame = "move.pick"
units = { b1 = "A" }
"""
ATTACK = """\
system = "drill"
side = "blue"
frame = "combat.target"
hexes = { P = "0404", A = "P NW", B = "P N" }
board = { base = "blank" }
units = { b1 = "A", b2 = "B", r1 = "P", r2 = "0706" }
dice = [5]
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`run("rules", "drill", input="...")` gives click's result; an unforeseen exception fails the test."""
    monkeypatch.setenv("ECHELON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # the tests read English whatever the machine speaks
    monkeypatch.chdir(tmp_path)

    def call(*words: Any, input: str = "") -> Result:
        result = CliRunner().invoke(app, [str(w) for w in words], input=input, prog_name="echelon")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "stop.toml"
    path.write_text(POSITION)
    return path


@pytest.fixture
def attack(tmp_path: Path) -> Path:
    path = tmp_path / "attack.toml"
    path.write_text(ATTACK)
    return path


@pytest.fixture
def record(run: Callable[..., Result], tmp_path: Path) -> Path:
    """A finished game, played through the command itself."""
    path = tmp_path / "game.txt"
    result = run("play", "drill", "--text", "--scenario", "ford", "--blue", "random", "--seed", "4", "--save", path)
    assert result.exit_code == 0, result.output
    return path
