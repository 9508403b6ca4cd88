"""docs/new-system.md followed to the letter: a copy of drill under another name is found, proved, played and offered."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import web_site

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "new-system.md"
NEW = ("src/echelon/systems/mygame/", "tests/positions/mygame/")
SKIPPED = shutil.ignore_patterns("__pycache__", "colonnes", "tigers", "ledger_game")  # one other game is enough, and quicker


def blocks() -> tuple[list[str], list[str]]:
    """The commands of the guide: those that make the copy, and those that judge it."""
    text = GUIDE.read_text("utf-8").partition("## Begin with a copy")[2].partition("\n## ")[0]
    made, judged = (block.strip().splitlines() for block in re.findall(r"```sh\n(.*?)```", text, re.S))
    return made, judged


def prints(root: Path) -> dict[str, str]:
    """Every file with a fingerprint of what is in it."""
    files = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def run(root: Path, line: str) -> str:
    """A line of the guide at a shell in the clone, where `echelon` is that of the clone."""
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "ECHELON_HOME": str(root.parent / "home")}
    command = f'echelon() {{ "{sys.executable}" -m echelon "$@"; }}\n{line}'
    done = subprocess.run(["bash", "-c", command], cwd=root, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{line}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """The sources, and the copy made in them as the guide says; what was there before."""
    root = tmp_path_factory.mktemp("guide") / "echelon"
    shutil.copytree(ROOT / "src", root / "src", ignore=SKIPPED)
    shutil.copytree(ROOT / "tests" / "positions", root / "tests" / "positions", ignore=SKIPPED)
    before = prints(root)
    for line in blocks()[0]:
        run(root, line)
    return root, before


def test_the_guide_makes_a_package_and_touches_nothing_else(clone):
    root, before = clone
    after = prints(root)
    assert {path: after.get(path) for path in before} == before
    added = set(after) - set(before)
    assert added and all(path.startswith(NEW) for path in added)
    assert f"{NEW[0]}system.py" in added
    assert not [path for path in added if re.search(r"drill|DRL-", (root / path).read_text("utf-8"))]


@pytest.mark.parametrize("line", blocks()[1])
def test_every_judgement_of_the_guide_is_passed(clone, line):
    root, before = clone
    said = run(root, line)
    known = {"systems": "My game", "check": "all hold", "clauses": "MYG-", "survey": "20", "certify": "mygame"}
    assert known[line.split()[1]] in said, said
    assert {path: mark for path, mark in prints(root).items() if not path.startswith(NEW)} == before


def test_random_games_of_it_are_played_to_the_end(clone):
    root, _before = clone
    told = json.loads(run(root, "echelon survey mygame --games 3 --seed 7 --json"))
    assert told["games"] == 3
    assert {clause.partition("-")[0] for clause in re.findall(r"[A-Z]{3}-VIC-\d", json.dumps(told))} == {"MYG"}


def test_the_server_offers_it_beside_the_others(clone, tmp_path, monkeypatch):
    root, _before = clone
    monkeypatch.setattr(web_site, "SOURCE", root / "src")
    monkeypatch.setenv("ECHELON_NO_ART", "1")
    site = web_site.Site(tmp_path / "site").start()
    try:
        cards = {card["name"]: card for card in site.get("/api/systems")}
        assert set(cards) == {"drill", "mygame"}
        assert cards["mygame"]["title"] == "My game"
        assert "MYG-" in str(site.get("/api/systems/mygame/book"))
    finally:
        site.stop()
