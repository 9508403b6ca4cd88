"""Forces: the units of a game with their printed values, and the echelon tree above them."""

from __future__ import annotations

import csv
import sys
import tomllib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from types import MappingProxyType
from typing import Any

from echelon.core.errors import PositionError, UnknownError

__all__ = ["Forces", "Formation", "Unit", "at", "wide_at"]

_REQUIRED = ("id", "name", "side", "arm")
_KNOWN = (*_REQUIRED, "size", "parent", "nation", "label", "short")


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
    short: str = ""  # what it is called where its name is too long and its label says too little
    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def number(self, name: str, default: int = 0) -> int:
        """A printed value."""
        return int(self.values.get(name, default) or default)


@dataclass(frozen=True, slots=True)
class Formation:
    """A level of the echelon tree that has no counter of its own: a corps, an army."""

    id: str
    name: str
    parent: str = ""
    size: str = ""


class Forces:
    """All units, sorted by side so that a side's units are one range of numbers, and the formations above them."""

    def __init__(self, units: Iterable[Unit], sides: int = 2, formations: Iterable[Formation] = ()) -> None:
        self.formations: Mapping[str, Formation] = MappingProxyType({f.id: f for f in formations})
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
        self._parent = {u.id: u.parent for u in self.units}
        self._parent.update({f.id: f.parent for f in self.formations.values() if f.id not in self._index})
        self._children: dict[str, list[str]] = {}
        for child, parent in self._parent.items():
            self._children.setdefault(parent, []).append(child)

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

    def arms(self, known: Sequence[str]) -> tuple[int, ...]:
        """The arm of every unit, as its place among those a system knows."""
        for unit in self.units:
            if unit.arm not in known:
                raise PositionError(f"unit {unit.id!r}: unknown arm {unit.arm!r}; write {' or '.join(known)}")
        return tuple(known.index(unit.arm) for unit in self.units)

    def children(self, parent: str) -> tuple[int, ...]:
        """The units that stand directly under a formation of the echelon tree."""
        return tuple(self._index[x] for x in self._children.get(parent, ()) if x in self._index)

    def under(self, formation: str) -> tuple[int, ...]:
        """All units of a formation, through every level."""
        found: dict[str, None] = {}  # in order; a circle of parents is walked once

        def walk(parent: str) -> None:
            for x in self._children.get(parent, ()):
                if x not in found:
                    found[x] = None
                    walk(x)

        walk(formation)
        return tuple(self._index[x] for x in found if x in self._index)

    def chain(self, unit: int) -> tuple[str, ...]:
        """The formations above a unit, nearest first, whether they have a counter or not."""
        names: list[str] = []
        parent = self.units[unit].parent
        while parent and parent not in names:
            names.append(parent)
            parent = self._parent.get(parent, "")
        return tuple(names)

    def plus(self, more: Sequence[Unit]) -> Forces:
        """These forces with more units, replacing those with the same id."""
        new = {u.id for u in more}
        units = [*(u for u in self.units if u.id not in new), *more]
        return Forces(units, len(self.ranges), self.formations.values())

    @classmethod
    def parse(cls, text: str, sides: Sequence[str], source: str = "", formations: str = "") -> Forces:
        """Read a table of units: id, name, side and arm are required, every further column becomes a value of the unit.

        `formations` is a second table, of id, name, parent and size: the levels above that have no counter. Both are CSV; a
        source that ends in `.toml` holds both in one text, as `[[unit]]` and `[[formation]]` tables.
        """
        if source.endswith(".toml"):
            data = _toml(text, source)
            lower, upper = _tables(data, "unit", text, source), _tables(data, "formation", text, source)
        else:
            lower, upper = _csv(text, "units", source), _csv(formations or "id,name", "formations", source)
        units: dict[str, Unit] = {}
        for line, row in _checked(lower, _REQUIRED, "unit", source):
            if row["side"] not in sides:
                known = " or ".join(sides)
                raise PositionError(f"unit {row['id']!r}: unknown side {row['side']!r}; write {known}", source, line)
            values = {k: _value(v) for k, v in row.items() if k not in _KNOWN and v not in (None, "")}
            plain = {k: row[k] for k in ("size", "parent", "nation", "label", "short") if row.get(k)}
            units[row["id"]] = Unit(
                row["id"],
                row["name"],
                list(sides).index(row["side"]),
                row["arm"],
                **plain,
                values=MappingProxyType(values),
            )
        above = [
            Formation(row["id"], row["name"], row.get("parent") or "", row.get("size") or "")
            for _line, row in _checked(upper, ("id", "name"), "formation", source)
        ]
        return cls(units.values(), len(sides), above)


Rows = Iterator[tuple[int, dict[str, Any]]]  # each with the line it stands on


def _csv(text: str, what: str, source: str) -> Rows:
    rows = csv.DictReader(StringIO(text), skipinitialspace=True)
    for name in ("id", "name") if what == "formations" else _REQUIRED:
        if name not in (rows.fieldnames or ()):
            raise PositionError(f"the table of {what} lacks the column {name!r}", source, 1)
    for row in rows:
        yield rows.line_num, row


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PositionError(f"this is not TOML: {error}", source) from None


def _tables(data: Mapping[str, Any], kind: str, text: str, source: str) -> Rows:
    heads = [n for n, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip() == f"[[{kind}]]"]
    tables = data.get(kind, [])
    if not isinstance(tables, list):
        raise PositionError(f"{kind}s are written one below another, each headed [[{kind}]]", source)
    for table, line in zip(tables, heads, strict=False):
        yield line, {key: str(value) for key, value in table.items()}


def _checked(rows: Rows, required: Sequence[str], what: str, source: str) -> Rows:
    """The rows with their lines; required fields and ids are checked."""
    seen: set[str] = set()
    for line, row in rows:
        name = row.get("id") or ""
        if not name or any(c.isspace() or c in ";#?|()" for c in name):
            message = f"{name!r} cannot be the id of a {what}; leave out blanks and the signs ; # ? | ( )"
            raise PositionError(message, source, line)
        missing = [c for c in required if not row.get(c)]
        if missing:
            raise PositionError(f"{what} {name!r} lacks its {missing[0]}", source, line)
        if name in seen:
            raise PositionError(f"{what} {name!r} appears twice; give the second another id", source, line)
        seen.add(name)
        yield line, row


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
