"""Golden games: see what differs, and make them anew where that is meant.

python -m tests.golden [SYSTEM ...]            make them anew: the same games, as they go now; says how much differs
python -m tests.golden check [SYSTEM ...]      say what differs, change nothing
python -m tests.golden show GAME NUMBER        a state in full: what it holds, its legal list, the rulings
python -m tests.golden diff GAME NUMBER [REV]  what differs there from a commit, by default the one that made the games last

A game is `tigers-3`, a scrambled position `tigers-s3`; to have other games played, delete the system's file.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[2]
for place in ("tests/support", "src"):
    sys.path.insert(0, str(ROOT / place))

import echelon  # noqa: E402
import golden  # noqa: E402
from echelon.core.system import system_names  # noqa: E402

NAMED = 3  # differences of a kind that are told in full


def compare(system: str) -> bool:
    """Print where a system's games differ from what is stored; is there anything?"""
    found: Counter[str] = Counter()
    for game in golden.read(system):
        for number, kind in game.differences():
            found[kind] += 1
            if found[kind] <= NAMED:
                print(game.say(number, kind))
    print(f"{system}:", ", ".join(f"{n} of {kind}" for kind, n in found.items()) or "nothing differs")
    return bool(found)


def make(system: str) -> None:
    """Store how the games of a system go now; play them if there are none."""
    stored = golden.read(system)
    if stored:
        compare(system)
    games = [golden.again(game) for game in stored] or list(golden.anew(echelon.load(system)))
    golden.write(system, games)
    actions = sum(len(game.actions) for game in games)
    print(f"{system}: {len(games)} games, {actions} actions, {golden.path(system).stat().st_size // 1000} kB")


def show(name: str, number: int) -> str:
    """A state of a game in full."""
    game = next((game for game in golden.read(name.partition("-")[0]) if game.name == name), None)
    if game is None:
        raise SystemExit(f"there is no game {name!r}")
    told = game.told(number)
    return "\n".join(line for kind, lines in told.items() for line in (f"[{kind}]", *lines))


def diff(name: str, number: str, revision: str = "") -> str:
    """What differs in a state of a game from what it was in a commit."""
    file = golden.path(name.partition("-")[0])
    revision = revision or _git("log", "-1", "--format=%H", "--", str(file)).decode().strip()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-x", "-C", folder], input=_git("archive", revision, "src", "tests"), check=True)
        command = [sys.executable, "-m", "tests.golden", "show", name, number]
        before = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    lines = unified_diff(before.splitlines(), show(name, int(number)).splitlines(), revision[:10], "now", n=1, lineterm="")
    return "\n".join(lines) or "nothing differs"


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True).stdout


def main(command: str = "", *rest: str) -> int:
    """Do what the command line says."""
    if command == "show":
        print(show(rest[0], int(rest[1])))
    elif command == "diff":
        print(diff(*rest))
    elif command == "check":
        return max([compare(system) for system in rest or system_names()])
    elif command.startswith("-"):
        print(__doc__)
    else:
        for system in [command, *rest] if command else system_names():
            make(system)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
