"""The sources keep their format, have nothing for the linter to say, and their types are right, as by `make check`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = ("src", "tests", "bench")


@pytest.mark.parametrize(
    "words",
    [("ruff", "format", "--check", *PLACES), ("ruff", "check", *PLACES), pytest.param(("mypy",), marks=pytest.mark.slow)],
    ids=" ".join,
)
def test_style(words):
    tool, *rest = words
    pytest.importorskip(tool, reason=f"{tool} comes with `make check`")
    command = [sys.executable, "-m", tool, *rest]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\nTry `make check`, or `make format`."
