"""The board file: a readable text, line by line, in sections.

    name: tigers                      before the first section: name, title, subtitle, palette
    [grid]
    columns: 1-15
    rows: odd 2-11, even 1-10         or: rows: 1-24
    rows from: south                  north unless said
    shift: even up                    which lines lie half a hex off, and which way
    missing: 111
    labels: {c}{r:02}                 with sheets: {s}:{c:02}{r:02} and lines  sheet 19A: columns 51-75 offset 50
    [geography]                       projection, anchor, and the numbers it needs
    [terrain]
    forest: 103-105 202 302           a hex may have several terrains
    clear: all but forest
    key: ~=sea -=clear Z=mountain,fort        or drawn: a key, and rows of signs from the first column on
    map:
      01 ~~~--Z
    [sides]
    river Meuse: 102|201 102|202      kind, name, hexsides in order of flow
    needs: bridge river               a bridge lies on a river
    [links]
    road N4 Namur-Arlon: 208-308-307
    [places]
    city: Liège 711 50.640,5.570      kind: name, hex, and if known latitude,longitude
    [edges] and [zones]
    north: 110 210 311

An indented line continues the one above. `#` begins a comment, at the start of a line or between blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from math import inf

from echelon.core.board.board import Board, Chain, Course, Features, Place, Rest
from echelon.core.board.entries import Entry, Reader
from echelon.core.board.faults import BoardError, HexError, suggest
from echelon.core.board.grid import read_geography, read_grid
from echelon.core.board.naming import Names
from echelon.core.text.bounds import BOARD, check_lines
from echelon.hexes.lattice import Lattice

HEADER = ("name", "title", "subtitle", "palette")
Seen = dict[tuple[str, int, int], int]  # kind and two hexes of a side, and the line that gave it first
_AT = re.compile(r"(-?[0-9]{1,9}(?:\.[0-9]{1,20})?),(-?[0-9]{1,9}(?:\.[0-9]{1,20})?)")


def read(text: str, source: str = "board") -> Board:
    """The board of a file's text; BoardError lists every problem."""
    check_lines(text, BOARD, source)
    reader = Reader(text, source)
    header = {key: entry.text for key, entry in reader.settings("", HEADER).items()}
    found = read_grid(reader)
    if found is None:
        raise BoardError(reader.problems)
    grid, labels = found
    lattice = Lattice(grid)
    names = Names(lattice, labels)
    geography = read_geography(reader, names)
    features = FeatureReader(reader, names).read()
    board = Board(
        grid,
        labels,
        features,
        name=header.get("name", "board"),
        title=header.get("title", ""),
        subtitle=header.get("subtitle", ""),
        palette=header.get("palette", "summer"),
        geography=geography,
        lattice=lattice,
    )
    _check_places(reader, board)
    if reader.problems:
        raise BoardError(sorted(reader.problems, key=lambda problem: problem.line))
    return board


class FeatureReader:
    """Reads terrain, sides, links, places, edges and zones."""

    def __init__(self, reader: Reader, names: Names) -> None:
        self.reader = reader
        self.names = names

    def read(self) -> Features:
        """All features; faults go to the reader."""
        terrain, rest = self._terrain()
        courses, needs = self._sides()
        return Features(
            terrain=terrain,
            courses=courses,
            chains=self._links(),
            places=self._places(),
            edges=self._sets("edges"),
            zones=self._sets("zones"),
            rest=rest,
            needs=needs,
        )

    def _words(self, entry: Entry) -> list[tuple[int, str]]:
        """The words of an entry, each with its line."""
        parts = [(entry.line, entry.value), *entry.block]
        return [(line, word) for line, part in parts for word in part.replace(",", " ").split()]

    def _each(self, entry: Entry, take: Callable[[int, str, str | None], str | None]) -> None:
        """Feed every word to `take`, which returns the sheet that the next word may leave out."""
        sheet: str | None = None
        for line, word in self._words(entry):
            try:
                sheet = take(line, word, sheet)
            except HexError as error:
                self.reader.problem(line, error.fault, error.remedy)

    def _hexes(self, entry: Entry) -> int:
        if entry.text == "all":
            return self.names.lattice.all
        bits = 0

        def take(line: int, word: str, sheet: str | None) -> str | None:
            nonlocal bits
            found, last = self.names.span(word, sheet)
            for h in found:
                bits |= self.names.lattice.bit[h]
            return last

        self._each(entry, take)
        return bits

    def _sets(self, section: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for entry in self.reader.section(section):
            if entry.key in found:
                self.reader.problem(entry.line, f"{entry.key!r} is given twice", "join the two lists")
            found[entry.key] = found.get(entry.key, 0) | self._hexes(entry)
        return found

    # -- terrain ------------------------------------------------------------------------------------------------

    def _terrain(self) -> tuple[dict[str, int], Rest | None]:
        terrain: dict[str, int] = {}
        rest: Rest | None = None
        rest_line = 0
        key: dict[str, tuple[str, ...]] = {}
        for entry in self.reader.section("terrain"):
            if entry.key == "key":
                key |= self._key(entry)
            elif entry.key == "map":
                self._map(entry, key, terrain)
            elif entry.text.startswith("all but "):
                if rest is not None:
                    self.reader.problem(entry.line, "a second terrain is 'all but' others", f"keep one; see line {rest_line}")
                rest, rest_line = Rest(entry.key, tuple(entry.text.split()[2:])), entry.line
            else:
                terrain[entry.key] = terrain.get(entry.key, 0) | self._hexes(entry)
        if rest is not None:
            for other in rest.but:
                if other not in terrain:
                    self.reader.problem(rest_line, f"there is no terrain {other!r}", suggest(other, terrain))
        return terrain, rest

    def _key(self, entry: Entry) -> dict[str, tuple[str, ...]]:
        found = {}
        for word in entry.text.split():
            if len(word) < 3 or word[1] != "=":
                self.reader.problem(entry.line, f"{word!r} is not a key", "write sign=terrain: ~=sea or Z=mountain,fort")
            else:
                found[word[0]] = tuple(word[2:].split(","))
        return found

    def _map(self, entry: Entry, key: dict[str, tuple[str, ...]], terrain: dict[str, int]) -> None:
        grid, lattice = self.names.lattice.grid, self.names.lattice
        first, last = grid.columns
        for names in key.values():
            for name in names:
                terrain.setdefault(name, 0)
        for line, text in entry.block:
            number, _, signs = text.partition(" ")
            signs = signs.strip()
            if not (number.isdecimal() and len(number) < 9) or not grid.rows[0] <= int(number) <= grid.rows[1]:
                self.reader.problem(line, f"{number!r} is not a row of the map", f"rows run {grid.rows[0]}-{grid.rows[1]}")
                continue
            if len(signs) != last - first + 1:
                self.reader.problem(
                    line, f"row {number} has {len(signs)} signs", f"write one for each of {last - first + 1} columns"
                )
                continue
            for column, sign in enumerate(signs, first):
                h = lattice.ids.get((column, int(number)))
                if sign not in key and h is not None:
                    self.reader.problem(line, f"the key has no sign {sign!r}", suggest(sign, key))
                    break
                if h is not None:
                    for name in key[sign]:
                        terrain[name] |= lattice.bit[h]

    # -- sides and links ----------------------------------------------------------------------------------------

    def _sides(self) -> tuple[tuple[Course, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
        courses: list[Course] = []
        needs: list[tuple[int, str, tuple[str, ...]]] = []
        seen: Seen = {}
        for entry in self.reader.section("sides"):
            if entry.key == "needs":
                words = entry.text.split()
                if len(words) < 2:
                    self.reader.problem(entry.line, "'needs' names no kinds", "write  needs: bridge river")
                else:
                    needs.append((entry.line, words[0], tuple(words[1:])))
                continue
            kind, _, name = entry.key.partition(" ")
            courses.append(Course(kind, name, self._course(entry, kind, seen)))
        kinds: dict[str, int] = {}
        for kind, a, b in seen:
            kinds[kind] = kinds.get(kind, 0) | self.names.adjacent(a, b)
        for line, kind, others in needs:
            for other in (kind, *others):
                if other not in kinds and get_close_matches(other, kinds):  # a slip; a kind may also be absent
                    self.reader.problem(line, f"there are no hexsides of kind {other!r}", suggest(other, kinds))
            ground = 0
            for other in others:
                ground |= kinds.get(other, 0)
            for side in self.names.lattice.side_members(kinds.get(kind, 0) & ~ground):
                a, b = self.names.lattice.side_hexes(side)
                text = self.names.write_side(a, b)
                fault, remedy = (
                    f"{kind} {text} without {' or '.join(others)}",
                    f"add {text} there or remove the {kind}",
                )
                self.reader.problem(seen[kind, a, b], fault, remedy)
        return tuple(courses), tuple((kind, others) for _, kind, others in needs)

    def _course(self, entry: Entry, kind: str, seen: Seen) -> tuple[tuple[int, int], ...]:
        sides: list[tuple[int, int]] = []

        def take(line: int, word: str, sheet: str | None) -> str | None:
            a, b = self.names.side(word, sheet)
            key = kind, min(a, b), max(a, b)
            if key in seen:
                self.reader.problem(line, f"{kind} {word} is given twice", f"see line {seen[key]}; keep one")
            seen.setdefault(key, line)
            sides.append((a, b))
            return self.names.sheet(b)

        self._each(entry, take)
        return tuple(sides)

    def _links(self) -> tuple[Chain, ...]:
        chains: list[Chain] = []
        for entry in self.reader.section("links"):
            kind, _, name = entry.key.partition(" ")
            self._each(entry, self._take_chain(chains, kind, name))
        return tuple(chains)

    def _take_chain(self, chains: list[Chain], kind: str, name: str) -> Callable[[int, str, str | None], str | None]:
        def take(line: int, word: str, sheet: str | None) -> str | None:
            hexes = self.names.chain(word, sheet)
            chains.append(Chain(kind, name, tuple(hexes)))
            return self.names.sheet(hexes[-1])

        return take

    # -- places -------------------------------------------------------------------------------------------------

    def _places(self) -> tuple[Place, ...]:
        places: list[Place] = []
        for entry in self.reader.section("places"):
            for line, text in [(entry.line, entry.value), *entry.block]:
                if not text:
                    continue
                words = text.split()
                spot = _AT.fullmatch(words[-1]) if len(words) > 2 else None
                label = words.pop(-2 if spot else -1)
                name = " ".join(words[:-1] if spot else words)
                if not name:
                    self.reader.problem(line, f"{text!r} is not a place", "write  city: Liège 711 50.640,5.570")
                    continue
                try:
                    h = self.names.hex(label)
                except HexError as error:
                    self.reader.problem(line, f"{name} lies outside the map: {error.fault}", error.remedy)
                    continue
                lat, lon = (float(spot[1]), float(spot[2])) if spot else (None, None)
                places.append(Place(name, entry.key, h, lat, lon))
        return tuple(places)


def _check_places(reader: Reader, board: Board) -> None:
    """A place's hex must hold or touch its coordinates: more is a slip of the pen."""
    lines = {text: line for entry in reader.section("places") for line, text in [(entry.line, entry.value), *entry.block]}
    for place in board.places:
        if place.lat is None or place.lon is None:
            continue
        point = board.project(place.lat, place.lon)
        if point is None:
            return
        x, y = board.center(place.hex)
        far = max(abs(point[0] - x), abs(point[1] - y)) if all(abs(v) < inf for v in point) else inf
        if far > 150:
            label = board.labels[place.hex]
            line = next((n for text, n in lines.items() if text.startswith(f"{place.name} {label}")), 1)
            there = board.hex_at(place.lat, place.lon)
            where = "off the map" if there is None else f"in {board.labels[there]}"
            reader.problem(line, f"{place.name} is put in {label}", f"but its coordinates are {where}; correct one of them")
