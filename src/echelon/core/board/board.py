"""The board: the static map of a game. Hexes, terrain, hexsides, links, places, edges and zones.

Sets of hexes and sets of hexsides are plain integers over one numbering (`echelon.hexes.lattice`); `bit`, `near` and
`ring_of` serve the hot loops, the rest is for reading, drawing and checking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from echelon.core.board.faults import HexError, suggest
from echelon.core.board.geography import Geography
from echelon.core.board.naming import Names
from echelon.core.text.grammar import FIRST
from echelon.hexes.grid import Grid, Point
from echelon.hexes.labels import Labels
from echelon.hexes.lattice import Lattice

Added = int | str | Iterable[str]


class Course(NamedTuple):
    """A run of hexsides of one kind, as a river flows or a front line runs."""

    kind: str
    name: str
    sides: tuple[tuple[int, int], ...]


class Chain(NamedTuple):
    """A run of hexes joined by a link of one kind: a road, a railway."""

    kind: str
    name: str
    hexes: tuple[int, ...]


class Place(NamedTuple):
    """A named place in a hex, with its true position where known."""

    name: str
    kind: str
    hex: int
    lat: float | None = None
    lon: float | None = None


@dataclass(frozen=True)
class Rest:
    """A terrain that fills what others leave: ``clear: all but forest``."""

    name: str
    but: tuple[str, ...]


@dataclass(frozen=True)
class Features:
    """What lies on the grid: the contents of a board file, in its order."""

    terrain: Mapping[str, int] = field(default_factory=dict)
    courses: tuple[Course, ...] = ()
    chains: tuple[Chain, ...] = ()
    places: tuple[Place, ...] = ()
    edges: Mapping[str, int] = field(default_factory=dict)
    zones: Mapping[str, int] = field(default_factory=dict)
    rest: Rest | None = None
    needs: tuple[tuple[str, tuple[str, ...]], ...] = ()  # ("bridge", ("river",)): a bridge lies on a river side


class Board:
    """A map. Everything about it is fixed once made.

    `bit[h]` is hex h as a set; `near[h]` its neighbours as (id, bit, side bit) in direction order; `terrain`, `sides`,
    `links`, `edges` and `zones` map names to sets. `sides` holds every hexside of a kind (river, bridge, front),
    `links` the hexsides that a kind of link crosses (road, rail).
    """

    def __init__(
        self,
        grid: Grid,
        scheme: Labels,
        features: Features | None = None,
        *,
        name: str = "board",
        title: str = "",
        subtitle: str = "",
        palette: str = "summer",
        geography: Geography | None = None,
        lattice: Lattice | None = None,
    ) -> None:
        self.name, self.title, self.subtitle, self.palette = name, title or name, subtitle, palette
        self.grid = grid
        self.geography = geography
        self.lattice = lattice or Lattice(grid)
        self.names = Names(self.lattice, scheme)
        self.spoken: Mapping[str, str] = MappingProxyType({})
        self.language = FIRST
        self.features = features = features or Features()
        self.n = self.lattice.n
        self.labels, self.ids = self.names.labels, self.names.ids
        self.all, self.bit, self.near, self.ring_of = (
            self.lattice.all,
            self.lattice.bit,
            self.lattice.near,
            self.lattice.ring_of,
        )
        terrain = dict(features.terrain)
        if features.rest is not None:
            taken = 0
            for other in features.rest.but:
                taken |= terrain.get(other, 0)
            terrain[features.rest.name] = self.all & ~taken
        self.terrain: Mapping[str, int] = MappingProxyType(terrain)
        side = self.lattice.side
        sides: dict[str, int] = {}
        for course in features.courses:
            sides[course.kind] = sides.get(course.kind, 0) | _union(side(a, b) for a, b in course.sides)
        links: dict[str, int] = {}
        for chain in features.chains:
            steps = pairwise(chain.hexes)
            links[chain.kind] = links.get(chain.kind, 0) | _union(side(a, b) for a, b in steps)
        self.sides: Mapping[str, int] = MappingProxyType(sides)
        self.links: Mapping[str, int] = MappingProxyType(links)
        self.courses, self.chains, self.places = features.courses, features.chains, features.places
        self.edges: Mapping[str, int] = MappingProxyType(dict(features.edges))
        self.zones: Mapping[str, int] = MappingProxyType(dict(features.zones))
        self.members = self.lattice.members
        self.side_hexes = self.lattice.side_hexes

    # -- files --------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str, source: str = "board") -> Board:
        """Read a board file's text; BoardError lists everything that is wrong with it."""
        from echelon.core.board.format import read

        return read(text, source)

    @classmethod
    def load(cls, path: str | Path) -> Board:
        """Read a board file."""
        return cls.parse(Path(path).read_text(encoding="utf-8"), str(path))

    def text(self) -> str:
        """The board as a file; `Board.parse(board.text()) == board`."""
        from echelon.core.board.writing import write

        return write(self)

    def renamed(self, names: Mapping[str, str], language: str = FIRST) -> Board:
        """The same map with other names for its places, lines and titles.

        `spoken` keeps all of them, and `language` says whose they are, for whoever draws it.
        """
        old = self.features
        features = replace(
            old,
            courses=tuple(row._replace(name=names.get(row.name, row.name)) for row in old.courses),
            chains=tuple(row._replace(name=names.get(row.name, row.name)) for row in old.chains),
            places=tuple(row._replace(name=names.get(row.name, row.name)) for row in old.places),
        )
        made = Board(
            self.grid, self.names.scheme, features, name=self.name, title=names.get(self.title, self.title),
            subtitle=names.get(self.subtitle, self.subtitle), palette=self.palette, geography=self.geography,
            lattice=self.lattice,
        )  # fmt: skip
        made.spoken = MappingProxyType(dict(names))
        made.language = language
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.name, self.labels, self.features.courses, self.features.chains))

    def _identity(self) -> tuple[object, ...]:
        return (
            (self.name, self.title, self.subtitle, self.palette, self.grid, self.names.scheme, self.geography),
            (dict(self.terrain), self.features.courses, self.features.chains, self.features.places),
            (dict(self.edges), dict(self.zones), self.features.rest, self.features.needs),
        )

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self.n} hexes>"

    def category(self, kind: str) -> Literal["terrain", "sides", "links"] | None:
        """Where a kind of feature belongs on this board: forest is terrain, river a side, road a link."""
        if kind in self.terrain:
            return "terrain"
        return "sides" if kind in self.sides else "links" if kind in self.links else None

    # -- hexes by name ------------------------------------------------------------------------------------------

    def parse_hex(self, label: str) -> int:
        """The hex with this label; HexError suggests near ones."""
        return self.names.hex(label.strip())

    def parse_side(self, text: str) -> int:
        """The side bit of ``1105|1204``."""
        return self.side(*self.names.side(text.strip()))

    def hexes(self, labels: str) -> int:
        """The set named by a list with ranges: ``board.hexes("103 105-107")``."""
        return _union(self.bit[h] for h in self.names.hexes(labels))

    def step(self, h: int, direction: str) -> int | None:
        """The neighbour in a direction such as "NW", or None beyond the edge."""
        try:
            found = self.lattice.around[h][self.grid.names.index(direction.upper())]
        except ValueError:
            raise HexError(
                direction, f"there is no direction {direction!r}", f"write one of {', '.join(self.grid.names)}"
            ) from None
        return None if found is None else found[0]

    def side(self, a: int, b: int) -> int:
        """The side bit between two neighbours; HexError (a ValueError) if they are not adjacent."""
        return self.names.adjacent(a, b)

    def side_label(self, side: int) -> str:
        """The side as text, ``1105|1204``."""
        return self.names.write_side(*self.side_hexes(side))

    def labels_of(self, bits: int) -> str:
        """A set of hexes as text with ranges."""
        return self.names.write_hexes(bits)

    def distance(self, a: int, b: int) -> int:
        """Steps between two hexes on an unbroken field."""
        return self.lattice.distance(a, b)

    # -- where things are ---------------------------------------------------------------------------------------

    def center(self, h: int) -> Point:
        """The centre of a hex in drawing units (100 from flat side to flat side, y southwards)."""
        return self.grid.center(self.grid.cells[h])

    def corners(self, h: int) -> tuple[Point, ...]:
        """Six corners; corners k and k + 1 end the side in direction k."""
        return self.grid.corners(self.grid.cells[h])

    def side_ends(self, a: int, b: int) -> tuple[Point, Point]:
        """The two corners where the side between neighbours begins and ends."""
        for k, found in enumerate(self.lattice.around[a]):
            if found is not None and found[0] == b:
                corners = self.corners(a)
                return corners[k], corners[(k + 1) % 6]
        self.names.adjacent(a, b)  # raises with the reason
        raise AssertionError("unreachable")

    def latlon(self, h: int) -> tuple[float, float] | None:
        """Latitude and longitude of a hex's centre, or None without geography."""
        if self.geography is None:
            return None
        return self.geography.locate(self.grid, self._anchor(self.geography), self.center(h))

    def project(self, lat: float, lon: float) -> Point | None:
        """Drawing units of a point of the globe, or None without geography."""
        if self.geography is None:
            return None
        return self.geography.project(self.grid, self._anchor(self.geography), lat, lon)

    def _anchor(self, geography: Geography) -> Point:
        return self.center(self.names.hex(geography.anchor))

    def hex_at(self, lat: float, lon: float) -> int | None:
        """The hex that holds a point of the globe, or None off the map or without geography."""
        point = self.project(lat, lon)
        cell = None if point is None else self.grid.nearest(point)
        return None if cell is None else self.lattice.ids[cell]

    # -- variants -----------------------------------------------------------------------------------------------

    def with_features(
        self,
        base: Literal["blank"] | None = None,
        *,
        terrain: Mapping[str, Added] | None = None,
        sides: Mapping[str, Added] | None = None,
        links: Mapping[str, Added] | None = None,
        edges: Mapping[str, Added] | None = None,
        zones: Mapping[str, Added] | None = None,
    ) -> Board:
        """A new board with features added, after wiping all but grid, labels and edges if base is "blank".

        Values are sets, or text as in a board file (``"103 105-107"``, ``"1105|1204"``, ``["208-308-307"]``).
        """
        if base not in (None, "blank"):
            raise ValueError(f"the base of a board is 'blank' or nothing, not {base!r}; {suggest(str(base), ['blank'])}")
        old = self.features
        if base == "blank":
            old = Features(edges=old.edges, rest=old.rest, needs=old.needs)
        courses = [Course(kind, "", self._sides(value)) for kind, value in (sides or {}).items()]
        chains = [chain for kind, value in (links or {}).items() for chain in self._chains(kind, value)]
        rest = old.rest.name if old.rest else None
        grown = replace(
            old,
            terrain=self._grown({k: v for k, v in old.terrain.items() if k != rest}, terrain or {}),
            courses=old.courses + tuple(c for c in courses if c.sides),
            chains=old.chains + tuple(chains),
            edges=self._grown(old.edges, edges or {}),
            zones=self._grown(old.zones, zones or {}),
        )
        return Board(
            self.grid,
            self.names.scheme,
            grown,
            name=self.name,
            title=self.title,
            subtitle=self.subtitle,
            palette=self.palette,
            geography=self.geography,
            lattice=self.lattice,
        )

    def _grown(self, old: Mapping[str, int], added: Mapping[str, Added]) -> dict[str, int]:
        grown = dict(old)
        for kind, value in added.items():
            bits = value if isinstance(value, int) else self.hexes(_text(value))
            grown[kind] = grown.get(kind, 0) | bits
        return grown

    def _sides(self, value: Added) -> tuple[tuple[int, int], ...]:
        if isinstance(value, int):
            return tuple(self.side_hexes(side) for side in self.lattice.side_members(value))
        return tuple(self.names.sides(_text(value)))

    def _chains(self, kind: str, value: Added) -> list[Chain]:
        if isinstance(value, int):
            return [Chain(kind, "", self.side_hexes(side)) for side in self.lattice.side_members(value)]
        return [Chain(kind, "", tuple(hexes)) for hexes in self.names.chains(_text(value))]


def _text(value: str | Iterable[str]) -> str:
    return value if isinstance(value, str) else " ".join(value)


def _union(bits: Iterable[int]) -> int:
    union = 0
    for bit in bits:
        union |= bit
    return union
