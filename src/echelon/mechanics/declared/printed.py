"""What the rule book prints: tables in Markdown and the numbers in them, so that no number stands in two places.

A table belongs to the clause it follows most closely, or that its first column cites: `printed("DRL-RES-1")` is the first table
after that clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from echelon.core.errors import EchelonError
from echelon.mechanics.declared.declaration import declaration

__all__ = ["Amount", "Cell", "Printed", "Table", "Tables", "number", "printed"]

_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
_NUMBER = re.compile(r"([+−-]?)([0-9]*)([½¼¾⅓⅔]?)(?:/([0-9]+))?\Z")
_NONE = frozenset(["-", "–", "—", "no"])


@declaration
class Printed:
    """A table of the rule book, by the clause it follows; `nth` of several."""

    clause: str
    nth: int = 1

    def __call__(self, row: str, column: str = "") -> Cell:
        """One of its numbers: a row by its first cell, a column by its head (the second if there is no choice)."""
        return Cell(self, row, column)


@declaration
class Cell:
    """One number of a printed table."""

    table: Printed
    row: str
    column: str = ""


Amount = int | Fraction | Cell


def printed(clause: str, nth: int = 1) -> Printed:
    """The table that follows a clause in the rule book."""
    return Printed(clause, nth)


def number(text: str) -> Fraction | None:
    """A printed number: `2`, `½`, `1½`, `+1`, `1/3`; None for a dash, which bars.

    >>> [str(number(text)) for text in ("2", "½", "1½", "+1", "−2", "—")]
    ['2', '1/2', '3/2', '1', '-2', 'None']
    """
    if text in _NONE:
        return None
    found = _NUMBER.match(text.replace(" ", ""))
    if found is None or not (found[2] or found[3]):
        raise EchelonError(f"the rule book prints {text!r} where a number should stand")
    whole = Fraction(int(found[2] or 0)) / int(found[4] or 1) + _PARTS.get(found[3], Fraction(0))
    return -whole if found[1] in ("-", "−") else whole


@declaration
class Table:
    """A table as it is printed: the heads of its columns, and its rows by their first cell."""

    heads: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]]

    def cell(self, row: str, column: str = "") -> str:
        """What stands in a cell."""
        cells = next((c for names, c in self.rows.items() if row in (names, *re.split(r", | or ", names))), None)
        if cells is None:
            raise EchelonError(f"the table headed {' | '.join(self.heads)} has no row {row!r}")
        if column and column not in self.heads:
            raise EchelonError(f"the table headed {' | '.join(self.heads)} has no column {column!r}")
        return cells[self.heads.index(column) - 1 if column else 0]


class Tables:
    """All tables of a rule book."""

    def __init__(self, book: str) -> None:
        self._found: dict[str, list[Table]] = {}
        last: list[str] = []
        lines: list[list[str]] = []
        for line in [*book.splitlines(), ""]:
            if line.startswith("|"):
                lines.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))])
                continue
            if lines:
                self._keep(last, lines)
                lines = []
            clause = re.match(r"- `([A-Z]{2,5}-[A-Z0-9]+-\d+)`", line)
            if clause:
                last.append(clause[1])

    def _keep(self, last: list[str], lines: list[list[str]]) -> None:
        heads, rows = lines[0], [row for row in lines[1:] if not all(set(cell) <= set(":- ") and cell for cell in row)]
        table = Table(tuple(heads), {row[0]: tuple(row[1:]) for row in rows})
        for clause in last:
            self._found.setdefault(clause, []).append(table)

    def __getitem__(self, wanted: Printed) -> Table:
        tables = self._found.get(wanted.clause, [])
        if len(tables) < wanted.nth:
            raise EchelonError(f"the rule book has no table after {wanted.clause}")
        return tables[wanted.nth - 1]

    def swapped(self, old: Table, new: Table) -> Tables:
        """The same tables but for one, after all the clauses that it follows."""
        found = Tables("")
        found._found = {clause: [new if t is old else t for t in tables] for clause, tables in self._found.items()}
        return found

    def amount(self, amount: Amount, per: int = 1) -> int | None:
        """A number in so many parts; None where a dash is printed."""
        if isinstance(amount, Cell):
            found = number(self[amount.table].cell(amount.row, amount.column))
            if found is None:
                return None
        else:
            found = Fraction(amount)
        parts = found * per
        if parts.denominator != 1:
            raise EchelonError(f"{found} is no multiple of 1/{per}; count movement points in smaller parts (`per`)")
        return int(parts)
