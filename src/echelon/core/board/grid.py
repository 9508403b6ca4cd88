"""Reading the sections [grid] and [geography] of a board file."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from math import cos, radians
from typing import Literal, cast

from echelon.core.board.entries import Entry, Reader
from echelon.core.board.faults import HexError
from echelon.core.board.geography import PROJECTIONS, Geography, Projection
from echelon.core.board.naming import Names
from echelon.core.text.bounds import HEXES, BoundsError
from echelon.hexes.grid import Cell, Grid, Orientation, Shift
from echelon.hexes.labels import Labels, Sheet

GRID = ("orientation", "columns", "rows", "rows from", "shift", "missing", "labels", "sheet")
GEOGRAPHY = ("projection", "anchor", "pitch", "center", "degree", "hex", "radius", "rotation")


def read_grid(reader: Reader) -> tuple[Grid, Labels] | None:
    """The grid and its labels, or None if a needed line is missing."""
    found = reader.settings("grid", GRID)
    orientation = cast(Orientation, reader.choice(found.get("orientation"), ("flat", "pointy"), "flat"))
    columns, rows, even = None, None, None
    for key in ("columns", "rows"):
        if key not in found:
            reader.problem(1, f"the section [grid] has no {key}", f"add a line such as  {key}: 1-15")
            continue
        ordinary, special = _extents(reader, found[key])
        if key == "columns":
            columns = ordinary
        else:
            rows = ordinary
        even = special or even
    if columns is None or rows is None:
        return None
    shifted, shift = "even", "down" if orientation == "flat" else "right"
    if "shift" in found:
        ways = ("up", "down") if orientation == "flat" else ("left", "right")
        words = found["shift"].text.split()
        if len(words) == 2 and words[0] in ("even", "odd") and words[1] in ways:
            shifted, shift = words
        else:
            reader.problem(
                found["shift"].line,
                f"shift cannot be {found['shift'].text!r}",
                f"write even or odd, then {' or '.join(ways)}",
            )
    rows_from = reader.choice(found.get("rows from"), ("north", "south"), "north")
    labels = _labels(reader, found)
    if labels is None:
        return None
    extents = product((columns, even or columns), (rows, even or rows))
    size = max((across[1] - across[0] + 1) * (down[1] - down[0] + 1) for across, down in extents)
    if size > HEXES:
        raise BoundsError("hexes", HEXES, reader.source, found["columns"].line)
    missing = _missing(reader, found.get("missing"), labels)
    grid = Grid(
        columns,
        rows,
        orientation,
        cast(Literal["even", "odd"], shifted),
        cast(Shift, shift),
        cast(Literal["north", "south"], rows_from),
        even,
        frozenset(missing),
    )
    whole = replace(grid, missing=frozenset())
    for cell in sorted(missing):
        if cell not in whole:
            reader.problem(
                found["missing"].line, f"{labels.format(cell)} is outside the grid anyway", "remove it from the list"
            )
    if not _labels_fit(reader, grid, labels, found):
        return None
    return grid, labels


def _extents(reader: Reader, entry: Entry) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    if "odd" not in entry.text and "even" not in entry.text:
        return reader.extent(entry.line, entry.text), None
    parts = dict(part.split(None, 1) for part in entry.text.split(",") if len(part.split()) == 2)
    if set(parts) != {"odd", "even"}:
        reader.problem(entry.line, f"{entry.key} cannot be {entry.text!r}", "write  odd 2-11, even 1-10")
        return None, None
    return reader.extent(entry.line, parts["odd"]), reader.extent(entry.line, parts["even"])


def _labels(reader: Reader, found: dict[str, Entry]) -> Labels | None:
    sheets = []
    for key, entry in found.items():
        if key.split()[0] != "sheet":
            continue
        match = re.match(r"columns ([0-9]{1,4})-([0-9]{1,4})(?: offset (-?[0-9]{1,4}))?\Z", entry.text)
        if match is None or len(key.split()) != 2:
            reader.problem(entry.line, f"{entry.text!r} does not describe a sheet", "write  sheet 19A: columns 51-75 offset 50")
        else:
            sheets.append(Sheet(key.split()[1], (int(match[1]), int(match[2])), int(match[3] or 0)))
    given = found.get("labels")
    template = given.text if given else "{s}:{c:02}{r:02}" if sheets else "{c:02}{r:02}"
    try:
        return Labels(template, tuple(sheets))
    except ValueError as error:
        reader.problem(given.line if given else 1, str(error), "write it as {c:02}{r:02}")
        return None


def _labels_fit(reader: Reader, grid: Grid, labels: Labels, found: dict[str, Entry]) -> bool:
    line = found["labels"].line if "labels" in found else 1
    seen: dict[str, Cell] = {}
    for cell in grid.cells:
        if labels.sheets and labels.sheet(cell[0]) is None:
            reader.problem(line, f"no sheet covers column {cell[0]}", "add a sheet line or narrow the columns")
            return False
        label = labels.format(cell)
        if label in seen or labels.parse(label) != cell:
            other = seen.get(label) or labels.parse(label)
            reader.problem(
                line,
                f"the label {label} fits both {other} and {cell}",
                "give columns and rows a fixed width: {c:02}{r:02}",
            )
            return False
        seen[label] = cell
    if not seen:
        reader.problem(line, "the grid has no hexes", "widen columns or rows")
    return bool(seen)


def _missing(reader: Reader, entry: Entry | None, labels: Labels) -> set[Cell]:
    cells: set[Cell] = set()
    if entry is None:
        return cells
    for word in entry.text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        a, b = labels.parse(first), labels.parse(last if dash else first)
        if a is None or b is None:
            reader.problem(entry.line, f"{word!r} is not a label", f"labels look like {labels.template}")
            continue
        if (b[0] - a[0] + 1) * (b[1] - a[1] + 1) + len(cells) > 2 * HEXES:
            raise BoundsError("hexes", HEXES, reader.source, entry.line)
        cells |= {(c, r) for c in range(a[0], b[0] + 1) for r in range(a[1], b[1] + 1)}
    return cells


def read_geography(reader: Reader, names: Names) -> Geography | None:
    """The projection, or None if the board has none."""
    found = reader.settings("geography", GEOGRAPHY)
    if not found:
        return None
    projection = cast(Projection, reader.choice(found.get("projection"), PROJECTIONS, "degrees"))
    anchor = found.get("anchor")
    match = re.match(r"(\S+) = (\S+?)( plane)?\Z", anchor.text) if anchor else None
    if anchor is None or match is None:
        line = anchor.line if anchor else next(iter(found.values())).line
        reader.problem(line, "the geography has no anchor", "add  anchor: HEX = latitude,longitude")
        return None
    at = reader.numbers(anchor, (2,), match[2])
    try:
        names.hex(match[1])
    except HexError as error:
        reader.problem(anchor.line, error.fault, error.remedy)
        return None
    values: dict[str, tuple[float, ...]] = {}
    for key, counts in (
        ("pitch", (2,)),
        ("center", (1, 2)),
        ("degree", (1, 2)),
        ("hex", (1,)),
        ("radius", (1,)),
        ("rotation", (1,)),
    ):
        if key in found:
            numbers = reader.numbers(found[key], counts)
            if numbers is not None:
                values[key] = numbers
    if at is None:
        return None
    center = values.get("center", (at[0], at[1]))
    if len(center) == 1:
        center = (center[0], 0.0)
    degree = values.get("degree", (111.195,))
    if len(degree) == 1:
        degree = (degree[0], degree[0] * cos(radians(center[0])))
    needed = {"degrees": "pitch", "equirectangular": "hex", "azimuthal": "hex"}[projection]
    if needed not in values:
        reader.problem(anchor.line, f"the projection {projection} needs {needed}", f"add a line  {needed}: ...")
        return None
    return Geography(
        projection,
        match[1],
        (at[0], at[1]),
        plane=bool(match[3]),
        pitch=cast(tuple[float, float], values.get("pitch", (1.0, 1.0))),
        center=cast(tuple[float, float], center),
        degree=cast(tuple[float, float], degree),
        hex=values.get("hex", (1.0,))[0],
        radius=values.get("radius", (6371.0088,))[0],
        rotation=values.get("rotation", (0.0,))[0],
    )
