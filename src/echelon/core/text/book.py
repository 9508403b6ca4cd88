"""The rule book: Markdown in which every clause has an id and a mark, read for the screen, the command line and the tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from echelon.core.errors import PositionError, UnknownError

__all__ = ["Chapter", "Clause", "Grid", "Heading", "Prose", "RuleBook"]

_CLAUSE = re.compile(r"^- `(?P<id>[A-Z]{2,5}-[A-Z0-9]+-\d+)` (?P<mark>seed|ruling|fill)(?P<word> word)? — (?P<text>.*)$")
_LOOKS = re.compile(r"^- `[A-Z]{2,5}-[A-Z0-9]+-\d+`")
_CITED = re.compile(r"\b[A-Z]{2,5}-[A-Z0-9]+-\d+\b")
_RULE = re.compile(r"^[\s|:-]+$")  # the line between the head and the body of a table
_BAR = re.compile(r"(?<!\\)\|")  # between two cells; `\|` is a bar inside one


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
class Heading:
    """A heading inside a chapter."""

    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph that is no clause."""

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table, the first row its heads."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter as it is printed: clauses, headings, paragraphs and tables one after the other. What stands before the
    first chapter has no title."""

    title: str
    parts: tuple[Clause | Heading | Prose | Grid, ...]


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
                    raise PositionError(f"clause {found['id']} appears twice", source, number)
                clauses[found["id"]] = Clause(found["id"], found["mark"], found["text"], chapter, bool(found["word"]), number)
        for clause in clauses.values():
            for cited in clause.cites:
                if cited not in clauses:
                    raise PositionError(f"{clause.id} cites {cited}, which does not exist", source, clause.line)
        return cls(title, text, MappingProxyType(clauses))

    def chapters(self) -> list[Chapter]:
        """The whole book as it is printed, for those who read it from one end to the other."""
        titles, parts = [""], [_Parts()]
        by_line = {clause.line: clause for clause in self.clauses.values()}
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.startswith("## "):
                titles.append(line[3:].strip())
                parts.append(_Parts())
            elif not line.startswith("# "):
                parts[-1].read(line.strip(), by_line.get(number))
        found = [Chapter(title, part.done()) for title, part in zip(titles, parts, strict=True)]
        return [chapter for chapter in found if chapter.parts]

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


class _Parts:
    """What a chapter holds, read line by line: lines of a table and of a paragraph are gathered until another begins."""

    def __init__(self) -> None:
        self.found: list[Clause | Heading | Prose | Grid] = []
        self.rows: list[tuple[str, ...]] = []
        self.words: list[str] = []

    def read(self, line: str, clause: Clause | None) -> None:
        if line.startswith("|"):
            if not _RULE.match(line):
                self.rows.append(tuple(cell.strip().replace("\\|", "|") for cell in _BAR.split(line.strip("|"))))
            return
        if clause is None and line and not line.startswith("#"):
            self.words.append(line)
            return
        self.done()
        if clause is not None:
            self.found.append(clause)
        elif line:
            self.found.append(Heading(line.lstrip("# ")))

    def done(self) -> tuple[Clause | Heading | Prose | Grid, ...]:
        """All of it, with what was still being gathered."""
        if self.words:
            self.found.append(Prose(" ".join(self.words)))
        if self.rows:
            self.found.append(Grid(tuple(self.rows)))
        self.words, self.rows = [], []
        return tuple(self.found)
