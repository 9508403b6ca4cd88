"""Forces: the units of a game with their printed values, and the echelon tree above them."""

from __future__ import annotations

import csv
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from types import MappingProxyType
from typing import Any

from echelon.core.errors import PositionError, UnknownError

__all__ = ["Forces", "Unit", "at", "wide_at"]

_REQUIRED = ("id", "name", "side", "arm")
_KNOWN = (*_REQUIRED, "size", "parent", "nation", "label")


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter: who it is and what is printed on it. `values` holds the columns a system reads."""

    id: str
    name: str
    side: int
    arm: str
    size: str = ""
    parent: str = ""
    nation: str = ""
    label: str = ""  # what fits on the counter
    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def number(self, name: str, default: int = 0) -> int:
        """A printed value."""
        return int(self.values.get(name, default) or default)


class Forces:
    """All units, sorted by side so that a side's units are one range of numbers."""

    def __init__(self, units: Iterable[Unit], sides: int = 2) -> None:
        self.units: tuple[Unit, ...] = tuple(sorted(units, key=lambda u: u.side))
        self.ranges: tuple[tuple[int, int], ...] = tuple(
            (
                sum(1 for u in self.units if u.side < side),
                sum(1 for u in self.units if u.side <= side),
            )
            for side in range(sides)
        )
        self.side_of: tuple[int, ...] = tuple(u.side for u in self.units)
        self._index = {u.id: i for i, u in enumerate(self.units)}

    def __len__(self) -> int:
        return len(self.units)

    def __contains__(self, unit_id: object) -> bool:
        return unit_id in self._index

    def index(self, unit_id: str) -> int:
        """The number of a unit."""
        if unit_id not in self._index:
            raise UnknownError("unit", unit_id, tuple(self._index))
        return self._index[unit_id]

    def __getitem__(self, unit_id: str) -> Unit:
        return self.units[self.index(unit_id)]

    def get(self, unit_id: str) -> Unit | None:
        """A unit, or None if there is no such unit."""
        return self.units[self._index[unit_id]] if unit_id in self._index else None

    def children(self, parent: str) -> tuple[int, ...]:
        """The units that stand directly under a formation of the echelon tree."""
        return tuple(i for i, u in enumerate(self.units) if u.parent == parent)

    def under(self, formation: str) -> tuple[int, ...]:
        """All units of a formation, through every level."""
        found: list[int] = []
        for i in self.children(formation):
            found.append(i)
            found.extend(self.under(self.units[i].id))
        return tuple(found)

    def chain(self, unit: int) -> tuple[str, ...]:
        """The formations above a unit, nearest first."""
        names: list[str] = []
        parent = self.units[unit].parent
        while parent and parent not in names:
            names.append(parent)
            parent = self.units[self._index[parent]].parent if parent in self._index else ""
        return tuple(names)

    def plus(self, more: Sequence[Unit]) -> Forces:
        """These forces with more units, replacing those with the same id."""
        new = {u.id for u in more}
        return Forces([*(u for u in self.units if u.id not in new), *more], len(self.ranges))

    @classmethod
    def parse(cls, text: str, sides: Sequence[str], source: str = "") -> Forces:
        """Read a CSV table: id, name, side and arm are required, every further column becomes a value of the unit."""
        rows = csv.DictReader(StringIO(text), skipinitialspace=True)
        missing = [c for c in _REQUIRED if c not in (rows.fieldnames or ())]
        if missing:
            raise PositionError(f"the table of units lacks the column {missing[0]!r}", source, 1)
        units: dict[str, Unit] = {}
        for row in rows:
            if row["id"] in units:
                raise PositionError(f"unit {row['id']!r} stands twice; give the second another id", source, rows.line_num)
            if row["side"] not in sides:
                raise PositionError(f"unit {row['id']!r}: unknown side {row['side']!r}", source, rows.line_num)
            values = {k: _value(v) for k, v in row.items() if k not in _KNOWN and v not in (None, "")}
            plain = {k: row[k] for k in ("size", "parent", "nation", "label") if row.get(k)}
            units[row["id"]] = Unit(
                row["id"],
                row["name"],
                list(sides).index(row["side"]),
                row["arm"],
                **plain,
                values=MappingProxyType(values),
            )
        return cls(units.values(), len(sides))


def _value(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return text


def at(pos: bytearray, place: int, low: int, high: int) -> list[int]:
    """The units of a range that stand in one place: a search in C, no list is kept for each hex."""
    found = []
    i = pos.find(place, low, high)
    while i >= 0:
        found.append(i)
        i = pos.find(place, i + 1, high)
    return found


def wide_at(pos: array[int], place: int, low: int, high: int) -> list[int]:
    """The same in a wide row: the search runs over its bytes and keeps the hits that lie on a number."""
    raw, wanted = pos.tobytes(), place.to_bytes(2, sys.byteorder)
    found = []
    i = raw.find(wanted, 2 * low, 2 * high)
    while i >= 0:
        if not i & 1:
            found.append(i >> 1)
        i = raw.find(wanted, i + 1, 2 * high)
    return found
