"""The rule book: Markdown in which every clause has an id and a mark, read for the screen, the command line and the tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from echelon.core.errors import PositionError, UnknownError

__all__ = ["Clause", "RuleBook"]

_CLAUSE = re.compile(r"^- `(?P<id>[A-Z]{2,5}-[A-Z0-9]+-\d+)` (?P<mark>seed|ruling|fill)(?P<word> word)? — (?P<text>.*)$")
_LOOKS = re.compile(r"^- `[A-Z]{2,5}-[A-Z0-9]+-\d+`")
_CITED = re.compile(r"\b[A-Z]{2,5}-[A-Z0-9]+-\d+\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule. `mark` says where it comes from: seed (printed), ruling (settles an ambiguity), fill (our design).

    `defines` marks a clause that only explains a word and needs no code.
    """

    id: str
    mark: str
    text: str
    chapter: str
    defines: bool = False
    line: int = 0

    @property
    def cites(self) -> tuple[str, ...]:
        """The other clauses its text names."""
        return tuple(dict.fromkeys(c for c in _CITED.findall(self.text) if c != self.id))


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A rule book with its clauses by id, in printed order."""

    title: str
    text: str
    clauses: Mapping[str, Clause] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str, source: str = "rules.md") -> RuleBook:
        """Read a rule book; every line that looks like a clause must be one, ids must not repeat, citations must exist."""
        title, chapter = "", ""
        clauses: dict[str, Clause] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("# "):
                title = line[2:].strip()
            elif line.startswith("## "):
                chapter = line[3:].strip()
            elif _LOOKS.match(line):
                found = _CLAUSE.match(line)
                if not found:
                    raise PositionError("a clause reads: - `ABC-XYZ-1` seed|ruling|fill — text", source, number)
                if found["id"] in clauses:
                    raise PositionError(f"clause {found['id']} stands twice", source, number)
                clauses[found["id"]] = Clause(found["id"], found["mark"], found["text"], chapter, bool(found["word"]), number)
        for clause in clauses.values():
            for cited in clause.cites:
                if cited not in clauses:
                    raise PositionError(f"{clause.id} cites {cited}, which does not exist", source, clause.line)
        return cls(title, text, MappingProxyType(clauses))

    def __getitem__(self, clause_id: str) -> Clause:
        if clause_id not in self.clauses:
            raise UnknownError("clause", clause_id, tuple(self.clauses))
        return self.clauses[clause_id]

    def find(self, words: str) -> list[Clause]:
        """Clauses by id (`DRL-ZOC-2`, or `ZOC-2`), by chapter code (`ZOC`), or by words of their text."""
        key = words.strip().upper()
        exact = [c for c in self.clauses.values() if key in (c.id, c.id.partition("-")[2])]
        if exact:
            return exact
        chapter = [c for c in self.clauses.values() if key in c.id.split("-")[:2]]
        if chapter:
            return chapter
        wanted = words.lower().split()
        return [c for c in self.clauses.values() if all(w in f"{c.chapter} {c.text}".lower() for w in wanted)]
