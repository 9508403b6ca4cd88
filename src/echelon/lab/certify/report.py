"""The report of a run: what was checked how often, what failed, and what the rule book's clauses had to say."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from echelon.core.system import System
from echelon.lab.certify.clauses import ClauseCount
from echelon.lab.certify.finding import Failure, Finding, position_text

__all__ = ["CHECKS", "Report"]

HANDFUL = 5  # distinct defects kept for each check

CHECKS = {
    "crash": "nothing raises an error",
    "dead end": "every question has an answer, and chances add up to 1",
    "runaway": "every game ends, and no state is repeated",
    "result": "a game ends with a result that cites a clause",
    "copy": "copies and packed bytes are equal, independent and behave alike",
    "position": "the text of a position restores the state",
    "record": "the record of a game replays to the same state",
    "undo": "undo restores the state and never crosses die rolls, reveals or decisions of others",
    "judges": "the generator lists exactly what the law allows",
    "problems": "nothing contradicts the rules after any action",
    "effects": "every action has the effects given by the law of effects",
    "derived": "updated sets and caches equal those computed from scratch",
    "text": "actions read back; prompts, actions, rulings and events have sentences",
    "secret": "what is hidden from a side makes no difference to what it sees",
    "view": "a side sees all its legal actions in its own view",
}


@dataclass
class Report:
    """What a run found. `ok` if nothing failed."""

    system: System
    seed: int = 0
    games: int = 0
    actions: int = 0
    states: int = 0  # states of games and scrambled ones that were looked at
    scrambled: int = 0
    pairs: int = 0  # verdicts of the law compared with the generator
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)  # how often each check was made
    clauses: dict[str, ClauseCount] = field(default_factory=dict)
    uncovered: list[str] = field(default_factory=list)  # scenarios and options the games were too few for

    @property
    def ok(self) -> bool:
        """Did everything hold?"""
        return not self.failures

    @property
    def unexercised(self) -> list[str]:
        """The clauses that never came into play, words left out: for information."""
        book = self.system.clauses
        return [c for c, count in self.clauses.items() if not count.decided and not book[c].defines]

    @property
    def never_sole(self) -> list[str]:
        """The clauses that refused actions, but never as the sole reason: their judges are not told apart there."""
        return [c for c, count in self.clauses.items() if count.refused and not count.sole]

    def add(self, finding: Finding, where: str, game: int) -> None:
        """Note a finding: a defect seen before is counted, a new one kept unless its check has had its handful."""
        same = [f for f in self.failures if f.check == finding.check]
        for failure in same:
            if failure.key == finding.key:
                failure.times += 1
                return
        if len(same) < HANDFUL:
            text = position_text(finding, where)
            self.failures.append(Failure(finding.check, finding.key, finding.message, where, text, 1, game))

    def merge(self, other: Report) -> None:
        """Take over what another part of the same run found."""
        for name in ("games", "actions", "states", "scrambled", "pairs"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.times.update(other.times)
        for c, count in other.clauses.items():
            mine = self.clauses.setdefault(c, ClauseCount())
            self.clauses[c] = ClauseCount(mine.called + count.called, mine.refused + count.refused, mine.sole + count.sole)
        for failure in other.failures:
            same = [f for f in self.failures if f.check == failure.check]
            known = next((f for f in same if f.key == failure.key), None)
            if known:
                known.times += failure.times
            elif len(same) < HANDFUL:
                self.failures.append(failure)
        self.uncovered = other.uncovered

    def table(self) -> list[tuple[str, str, int, int]]:
        """For each check: its name, what it holds, how often it was made, how many distinct defects it found."""
        failed = Counter(f.check for f in self.failures)
        return [(name, title, self.times[name], failed[name]) for name, title in CHECKS.items()]

    def json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "system": self.system.name,
            "version": self.system.version,
            "seed": self.seed,
            "ok": self.ok,
            "games": self.games,
            "actions": self.actions,
            "states": self.states,
            "scrambled": self.scrambled,
            "pairs": self.pairs,
            "seconds": round(self.seconds, 1),
            "checks": [{"check": n, "holds": t, "times": k, "failures": f} for n, t, k, f in self.table()],
            "failures": [failure.data() for failure in self.failures],
            "clauses": {c: {"called": n.called, "refused": n.refused, "sole": n.sole} for c, n in self.clauses.items()},
            "unexercised": self.unexercised,
            "never_sole": self.never_sole,
            "uncovered": self.uncovered,
        }

    def dump(self, folder: Path) -> list[Path]:
        """Write each failure as a position file; returns the files."""
        folder.mkdir(parents=True, exist_ok=True)
        files = []
        for number, failure in enumerate(self.failures, 1):
            word = re.sub(r"[^a-z0-9]+", "-", failure.check.lower())
            file = folder / f"{self.system.name}-{number:02}-{word}.toml"
            file.write_text(failure.position, "utf-8")
            files.append(file)
        return files
