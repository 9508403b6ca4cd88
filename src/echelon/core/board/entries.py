"""The lines of a board file: entries in sections, with every fault noted rather than the first one raised."""

from __future__ import annotations

import re
from dataclasses import dataclass

from echelon.core.board.faults import BoardError, Problem, suggest
from echelon.core.text.bounds import PROBLEMS

SECTIONS = ("grid", "geography", "terrain", "sides", "links", "places", "edges", "zones")
_COMMENT = re.compile(r"(?:^|\s)#(?=\s|$).*")
_EXTENT = re.compile(r"(-?[0-9]{1,4})-(-?[0-9]{1,4})\Z")


@dataclass
class Entry:
    """One ``key: value`` of a file, with the lines that continue it."""

    line: int
    section: str
    key: str
    value: str
    block: list[tuple[int, str]]

    @property
    def text(self) -> str:
        """The whole value in one line."""
        return " ".join([self.value, *(part for _, part in self.block)]).strip()


class Reader:
    """Reads one file; faults are collected, so that a designer sees them all at once."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.entries = self._lex(text)

    def problem(self, line: int, fault: str, remedy: str) -> None:
        """Note a fault. Looking for remedies takes a while, so a file that is nothing but faults is not read to its end."""
        self.problems.append(Problem(self.source, line, fault, remedy))
        if len(self.problems) >= PROBLEMS:
            raise BoardError(sorted(self.problems, key=lambda problem: problem.line))

    def _lex(self, text: str) -> list[Entry]:
        entries: list[Entry] = []
        section, known = "", True
        for number, raw in enumerate(text.splitlines(), 1):
            if not raw.strip() or raw.startswith("#"):
                continue
            drawn = bool(entries) and entries[-1].key == "map" and raw[0].isspace()
            line = raw.rstrip() if drawn else _COMMENT.sub("", raw).rstrip()
            if not line:
                continue
            if raw[0].isspace():
                if entries and known:
                    entries[-1].block.append((number, line.strip()))
                elif known:
                    self.problem(number, "an indented line with nothing above it to continue", "begin it at the margin")
                continue
            if line.startswith("["):
                section = line.strip("[] ")
                known = section in SECTIONS
                if not known:
                    self.problem(number, f"unknown section [{section}]", suggest(section, SECTIONS))
                continue
            if not known:
                continue
            key, colon, value = line.partition(": ") if ": " in line else line.partition(":")
            if not colon:
                self.problem(number, f"no colon in {line!r}", "write it as  name: value")
                continue
            if not key.strip():
                self.problem(number, f"no name before the colon in {line!r}", "write it as  name: value")
                continue
            entries.append(Entry(number, section, " ".join(key.split()), value.strip(), []))
        return entries

    def section(self, name: str) -> list[Entry]:
        """The entries of one section."""
        return [entry for entry in self.entries if entry.section == name]

    def settings(self, section: str, known: tuple[str, ...]) -> dict[str, Entry]:
        """Entries of a section whose keys are fixed; a key of two words may begin with a known one (sheet 19A)."""
        found: dict[str, Entry] = {}
        for entry in self.section(section):
            if entry.key not in known and entry.key.split()[0] not in known:
                self.problem(entry.line, f"unknown keyword {entry.key!r}", suggest(entry.key, known))
            elif entry.key in found:
                self.problem(
                    entry.line,
                    f"{entry.key!r} is given twice",
                    f"keep one; the other is in line {found[entry.key].line}",
                )
            else:
                found[entry.key] = entry
        return found

    def choice(self, entry: Entry | None, known: tuple[str, ...], default: str) -> str:
        """A setting that is one of a few words."""
        if entry is None:
            return default
        if entry.text not in known:
            self.problem(entry.line, f"{entry.key} cannot be {entry.text!r}", suggest(entry.text, known))
            return default
        return entry.text

    def extent(self, line: int, text: str) -> tuple[int, int] | None:
        """A range such as 1-15."""
        match = _EXTENT.match(text.strip())
        if match is None or int(match[1]) > int(match[2]):
            self.problem(line, f"{text!r} is not a range", "write the first and the last number: 1-15")
            return None
        return int(match[1]), int(match[2])

    def numbers(self, entry: Entry, counts: tuple[int, ...], text: str | None = None) -> tuple[float, ...] | None:
        """Numbers parted by commas."""
        words = (entry.text if text is None else text).replace(",", " ").split()
        try:
            found = tuple(float(word) for word in words)
        except ValueError:
            found = ()
        if len(found) not in counts:
            wanted = " or ".join(str(c) for c in counts)
            self.problem(entry.line, f"{entry.key} cannot be {entry.text!r}", f"write {wanted} number(s), separated by commas")
            return None
        return found
