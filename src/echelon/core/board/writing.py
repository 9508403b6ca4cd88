"""Writing a board as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap

from echelon.core.board.board import Board
from echelon.core.board.geography import Geography
from echelon.hexes.grid import Grid
from echelon.hexes.labels import Labels, compress

WIDTH = 118


def write(board: Board) -> str:
    """The canonical text; reading it gives an equal board."""
    names, features = board.names, board.features
    lines = [f"name: {board.name}", f"title: {board.title}"]
    if board.subtitle:
        lines.append(f"subtitle: {board.subtitle}")
    lines.append(f"palette: {board.palette}")
    lines += ["", "[grid]", *_grid(board.grid, names.scheme)]
    if board.geography is not None:
        lines += ["", "[geography]", *_geography(board.geography)]
    rest = features.rest
    terrain = {name: bits for name, bits in features.terrain.items() if rest is None or name != rest.name}
    if terrain or rest:
        lines += ["", "[terrain]", *_sets(board, terrain)]
        if rest:
            but = " ".join(name for name in rest.but if terrain.get(name))  # a blank board may lack some of them
            lines.append(f"{rest.name}: all but {but}" if but else f"{rest.name}: all")
    if features.courses or features.needs:
        lines += ["", "[sides]"]
        for kind, others in features.needs:
            lines.append(f"needs: {kind} {' '.join(others)}")
        for course in features.courses:
            lines += _entry(f"{course.kind} {course.name}", (names.write_side(a, b) for a, b in course.sides))
    if features.chains:
        lines += ["", "[links]"]
        for chain in features.chains:
            lines += _entry(f"{chain.kind} {chain.name}", [names.write_chain(chain.hexes)])
    if features.places:
        lines += ["", "[places]"]
        for place in features.places:
            spot = "" if place.lat is None else f" {place.lat!r},{place.lon!r}"
            lines.append(f"{place.kind}: {place.name} {board.labels[place.hex]}{spot}")
    for section, sets in (("edges", features.edges), ("zones", features.zones)):
        if sets:
            lines += ["", f"[{section}]", *_sets(board, sets)]
    return "\n".join(lines) + "\n"


def _entry(key: str, words: Iterable[str]) -> list[str]:
    # Chains hold dashes, so a word is never broken.
    return wrap(
        f"{key.strip()}: {' '.join(words)}",
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _sets(board: Board, sets: Mapping[str, int]) -> list[str]:
    lines: list[str] = []
    for name, bits in sets.items():
        lines += _entry(name, ["all"] if bits == board.all else [board.names.write_hexes(bits)])
    return lines


def _grid(grid: Grid, labels: Labels) -> list[str]:
    def extent(pair: tuple[int, int], staggered: bool) -> str:
        text = f"{pair[0]}-{pair[1]}"
        return f"odd {text}, even {grid.even[0]}-{grid.even[1]}" if grid.even and staggered else text

    lines = [
        f"orientation: {grid.orientation}",
        f"columns: {extent(grid.columns, not grid.flat)}",
        f"rows: {extent(grid.rows, grid.flat)}",
        f"rows from: {grid.rows_from}",
        f"shift: {grid.shifted} {grid.shift}",
        f"labels: {labels.template}",
    ]
    for sheet in labels.sheets:
        first, last = sheet.columns
        lines.append(f"sheet {sheet.name}: columns {first}-{last} offset {sheet.offset}")
    if grid.missing:
        lines += _entry("missing", [compress(labels, grid.missing)])
    return lines


def _geography(geography: Geography) -> list[str]:
    plane = " plane" if geography.plane else ""
    lines = [
        f"projection: {geography.projection}",
        f"anchor: {geography.anchor} = {geography.at[0]!r},{geography.at[1]!r}{plane}",
    ]
    if geography.projection == "degrees":
        lines.append(f"pitch: {geography.pitch[0]!r},{geography.pitch[1]!r}")
    else:
        lines.append(f"hex: {geography.hex!r}")
        lines.append(f"center: {geography.center[0]!r},{geography.center[1]!r}")
    if geography.projection == "equirectangular":
        lines.append(f"degree: {geography.degree[0]!r},{geography.degree[1]!r}")
    if geography.projection == "azimuthal":
        lines.append(f"radius: {geography.radius!r}")
    if geography.rotation:
        lines.append(f"rotation: {geography.rotation!r}")
    return lines
