"""Hex labels: how a map prints (column, row), and how to read it back.

A scheme is a template such as ``{c}{r:02}`` (110, 1407), ``{c:02}{r:02}`` (0424) or, with sheets, ``{s}:{c:02}{r:02}``
(19A:1218): a sheet covers a range of columns and counts them from its own offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from echelon.hexes.grid import Cell

_FIELD = re.compile(r"\{([scr])(?::0?([0-9]))?\}")


@dataclass(frozen=True)
class Sheet:
    """One sheet of a map: its columns, and what to subtract from them on its labels."""

    name: str
    columns: tuple[int, int]
    offset: int = 0


@dataclass(frozen=True)
class Labels:
    """A label scheme.

    >>> Labels("{c}{r:02}").format((14, 7))
    '1407'
    >>> scheme = Labels("{s}:{c:02}{r:02}", (Sheet("18A", (28, 50)), Sheet("19A", (51, 75), 50)))
    >>> scheme.format((62, 18)), scheme.parse("19A:1218"), scheme.parse("1218")
    ('19A:1218', (62, 18), None)
    """

    template: str = "{c:02}{r:02}"
    sheets: tuple[Sheet, ...] = ()

    def __post_init__(self) -> None:
        fields = [match[1] for match in _FIELD.finditer(self.template)]
        wanted = ["s", "c", "r"] if self.sheets else ["c", "r"]
        if sorted(fields) != sorted(wanted):
            raise ValueError(f"a label template needs {', '.join('{' + f + '}' for f in wanted)}: {self.template!r}")
        if re.search(r"[\s|#]", self.template):
            raise ValueError(f"a label may not contain blanks, | or #: {self.template!r}")

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts, end = [], 0
        for match in _FIELD.finditer(self.template):
            parts.append(re.escape(self.template[end : match.start()]))
            name, width = match[1], match[2]
            # A width says how many digits at least; the row of {c}{r:02} must then have exactly two.
            digits = r"[^\s:|]+" if name == "s" else rf"[0-9]{{{width}}}" if width else r"[0-9]{1,9}"
            parts.append(f"(?P<{name}>{digits})")
            end = match.end()
        return re.compile("".join(parts) + re.escape(self.template[end:]) + r"\Z")

    def format(self, cell: Cell) -> str:
        """The label of (column, row)."""
        column, row = cell
        if not self.sheets:
            return self.template.format(c=column, r=row)
        sheet = self.sheet(column)
        if sheet is None:
            raise ValueError(f"no sheet covers column {column}")
        return self.template.format(s=sheet.name, c=column - sheet.offset, r=row)

    def parse(self, label: str, sheet: str | None = None) -> Cell | None:
        """(column, row), or None if the label does not fit the scheme; `sheet` completes a label without one."""
        match = self._pattern.match(label)
        if match is None and sheet is not None and self.sheets:
            match = self._pattern.match(self.prefix(sheet) + label)
        if match is None:
            return None
        column, row = int(match["c"]), int(match["r"])
        if not self.sheets:
            return column, row
        for known in self.sheets:
            if known.name == match["s"] and known.columns[0] <= column + known.offset <= known.columns[1]:
                return column + known.offset, row
        return None

    def prefix(self, sheet: str) -> str:
        """What stands before column and row on the labels of a sheet."""
        return self.template[: self.template.index("{c")].replace("{s}", sheet)

    def sheet(self, column: int) -> Sheet | None:
        """The sheet that covers a column."""
        return next((s for s in self.sheets if s.columns[0] <= column <= s.columns[1]), None)


def compress(labels: Labels, cells: Iterable[Cell]) -> str:
    """A list of hexes as text, runs within a column as ranges: ``103-105 202``; sheets where they change."""
    words: list[str] = []
    runs: list[list[Cell]] = []
    for column, row in sorted(cells):
        if runs and runs[-1][-1] == (column, row - 1):
            runs[-1].append((column, row))
        else:
            runs.append([(column, row)])
    sheet = ""
    for run in runs:
        first, last = labels.format(run[0]), labels.format(run[-1])
        if labels.sheets:
            found = labels.sheet(run[0][0])
            prefix = labels.prefix(found.name) if found else ""
            last = last.removeprefix(prefix)
            if prefix == sheet:
                first = first.removeprefix(prefix)
            sheet = prefix
        words += [first] if len(run) == 1 else [first, last] if len(run) == 2 else [f"{first}-{last}"]
    return " ".join(words)
