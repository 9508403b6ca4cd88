"""Mutants that nothing kills and nobody minds: a file for each system, `tests/mutants/<system>.toml`, with the reason for each.

[equivalent]
"play.odds.basic_column [compare] attack >= defence -> attack > defence" = "equal strengths give 1:1 either way"

[open]
names = ["play.retreat.legal_retreat"]

Under `open` stand whole functions with mutants that survive and that nobody has judged yet.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from echelon.core.errors import EchelonError

__all__ = ["REASONS", "Accepted"]

OPEN = "open"
REASONS: Mapping[str, str] = {
    "equivalent": "the rules are the same",
    "speed": "only slower",
    "words": "only told otherwise",
    "never": "it makes a difference where play never comes",
    OPEN: "not judged yet",
}
_HEAD = "# Mutants that nothing kills, each with the reason; `echelon mutants {name} --update` keeps the open ones.\n"


@dataclass(slots=True)
class Accepted:
    """The accepted mutants of a system: by name the reason and a sentence; open functions without one."""

    rows: dict[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Accepted:
        """Read a file; none is an empty list."""
        if not path.is_file():
            return cls()
        found = cls()
        for reason, table in tomllib.loads(path.read_text("utf-8")).items():
            if reason not in REASONS:
                raise EchelonError(f"{path.name}: a mutant is not accepted for {reason!r}, but for {', '.join(REASONS)}")
            named: Mapping[str, str] = dict.fromkeys(table.get("names", ()), "") if reason == OPEN else table
            for name, why in named.items():
                if name in found.rows:
                    raise EchelonError(f"{path.name}: {name!r} is listed twice")
                if reason != OPEN and not why.strip():
                    raise EchelonError(f"{path.name}: {name!r} is accepted without a sentence that says why")
                found.rows[name] = reason, why
        return found

    def reason(self, name: str) -> str:
        """Why a mutant is accepted; empty if it is not."""
        return (self.rows.get(name) or self.rows.get(name.partition(" ")[0]) or ("", ""))[0]

    @property
    def judged(self) -> frozenset[str]:
        """Those that somebody has judged."""
        return frozenset(name for name, (reason, _why) in self.rows.items() if reason != OPEN)

    def update(self, survivors: Iterable[str], stale: Iterable[str]) -> None:
        """Note the functions of survivors as open, and forget what is stale."""
        for name in stale:
            del self.rows[name]
        for name in survivors:
            self.rows.setdefault(name.partition(" ")[0], (OPEN, ""))

    def text(self, system: str) -> str:
        """As a file."""
        parts = [_HEAD.format(name=system)]
        for reason in REASONS:
            rows = sorted((name, why) for name, (r, why) in self.rows.items() if r == reason)
            if rows and reason == OPEN:
                parts.append("\n".join([f"[{OPEN}]", "names = [", *(f"  {_quoted(name)}," for name, _why in rows), "]\n"]))
            elif rows:
                parts.append("\n".join([f"[{reason}]", *(f"{_quoted(name)} = {_quoted(why)}" for name, why in rows)]) + "\n")
        return "\n".join(parts)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
