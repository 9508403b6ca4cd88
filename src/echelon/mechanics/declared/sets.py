"""Sets as expressions: of hexes, of hexsides, of units. A set is a frozen value; what it holds depends on the state and a side.

`ENEMY | ZONE.enemy - FRIEND` is a tree. `fast` turns it into one line over bitboards, `plain` answers for one hex by walking
units and hexsides and says who is to blame; the two share nothing but the tree. A set that only one game has is an `OwnHexes`:
the game writes it twice.

Sets that hang on a side do so from that side's point of view: `FRIEND` are the hexes with its own units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from echelon.core.rules import Option
from echelon.mechanics.declared.declaration import declaration

__all__ = [
    "ALL", "ENEMY", "EVERYWHERE", "FRIEND", "OWN_EDGE_NAMES", "Arm", "Edge", "Everybody", "Hexes", "Hexsides", "InOption",
    "Listed", "Near", "Nobody", "OfSide", "OwnHexes", "Pair", "Printing", "Region", "SidePair", "Sides", "Standing", "Terrain",
    "UnitPair", "Who", "arms", "edge", "hexsides", "links", "terrain",
]  # fmt: skip

Whose = Literal["own", "enemy"]
Sign = Literal["|", "&", "-"]
OWN_EDGE_NAMES = ("west", "east")


# --- hexes ----------------------------------------------------------------------------------------------------------
@declaration
class Hexes:
    """A set of hexes. `&`, `|` and `-` make others of it."""

    def __or__(self, other: Hexes) -> Hexes:
        return Pair("|", self, other)

    def __and__(self, other: Hexes) -> Hexes:
        return Pair("&", self, other)

    def __sub__(self, other: Hexes) -> Hexes:
        return Pair("-", self, other)

    @property
    def fixed(self) -> bool:
        """Is it the same throughout a game?"""
        return True

    @property
    def sided(self) -> bool:
        """Does it hang on the side that asks?"""
        return False


@declaration
class Pair(Hexes):
    """Two sets put together."""

    sign: Sign
    a: Hexes
    b: Hexes

    @property
    def fixed(self) -> bool:
        """If both are."""
        return self.a.fixed and self.b.fixed

    @property
    def sided(self) -> bool:
        """If one of them does."""
        return self.a.sided or self.b.sided


@declaration
class Everywhere(Hexes):
    """The whole map."""


@declaration
class Terrain(Hexes):
    """Hexes of these terrains."""

    names: tuple[str, ...]


@declaration
class Region(Hexes):
    """A zone of the board by its name."""

    name: str


@declaration
class Edge(Hexes):
    """The map edge of the side itself, or of its enemy."""

    names: tuple[str, str]
    whose: Whose = "own"

    @property
    def sided(self) -> bool:
        """Each has its own."""
        return True


@declaration
class Listed(Hexes):
    """Hexes that the scenario lists under a key."""

    key: str


@declaration
class Near(Hexes):
    """Hexes at most so many steps from a set, whatever lies between."""

    of: Hexes
    steps: int

    @property
    def fixed(self) -> bool:
        """If the set is."""
        return self.of.fixed

    @property
    def sided(self) -> bool:
        """If the set does."""
        return self.of.sided


@declaration
class Standing(Hexes):
    """Hexes with units of a side."""

    whose: Whose
    who: Who

    @property
    def fixed(self) -> bool:
        """Units move."""
        return False

    @property
    def sided(self) -> bool:
        """Of course."""
        return True


@declaration
class OwnHexes(Hexes):
    """A set of one game's own: `fast(s, side)` gives a bitboard, `plain(s, side, hex)` a truth or the units to blame."""

    name: str
    fast: Callable[[Any, int], int]
    plain: Callable[[Any, int, int], Any]
    clauses: tuple[str, ...] = ()

    @property
    def fixed(self) -> bool:
        """Nobody knows."""
        return False

    @property
    def sided(self) -> bool:
        """Perhaps."""
        return True


# --- hexsides -------------------------------------------------------------------------------------------------------
@declaration
class Sides:
    """A set of hexsides, the same throughout a game. `&`, `|` and `-` make others of it."""

    def __or__(self, other: Sides) -> Sides:
        return SidePair("|", self, other)

    def __and__(self, other: Sides) -> Sides:
        return SidePair("&", self, other)

    def __sub__(self, other: Sides) -> Sides:
        return SidePair("-", self, other)

    def unless(self, option: Option, value: str = "on") -> Sides:
        """None at all where an option has this value."""
        return InOption(self, option.name, value, without=True)


@declaration
class SidePair(Sides):
    """Two sets put together."""

    sign: Sign
    a: Sides
    b: Sides


@declaration
class Hexsides(Sides):
    """Hexsides of a kind, a river, or those that a kind of link crosses, a road."""

    kind: str
    link: bool = False


@declaration
class InOption(Sides):
    """The set only where an option has a value, or (`without`) only where it has not."""

    of: Sides
    option: str
    value: str
    without: bool = False


# --- units ----------------------------------------------------------------------------------------------------------
@declaration
class Who:
    """A set of units. `&`, `|` and `-` make others of it, `~` all the rest."""

    def __or__(self, other: Who) -> Who:
        return UnitPair("|", self, other)

    def __and__(self, other: Who) -> Who:
        return UnitPair("&", self, other)

    def __sub__(self, other: Who) -> Who:
        return UnitPair("-", self, other)

    def __invert__(self) -> Who:
        return UnitPair("-", ALL, self)

    @property
    def printed(self) -> bool:
        """Does it stand on the counters, so that it is the same throughout a game?"""
        return True


@declaration
class UnitPair(Who):
    """Two sets put together."""

    sign: Sign
    a: Who
    b: Who

    @property
    def printed(self) -> bool:
        """If both are."""
        return self.a.printed and self.b.printed


@declaration
class Everybody(Who):
    """All units."""


@declaration
class Nobody(Who):
    """No unit."""


@declaration
class Arm(Who):
    """Units of an arm."""

    name: str


@declaration
class OfSide(Who):
    """Units of a side, by its number."""

    side: int


@declaration
class Printing(Who):
    """Units in whose row of the table of forces a column (size, nation, parent, or one of the game's own) has one of these."""

    column: str
    values: tuple[str, ...]


ALL = Everybody()
EVERYWHERE = Everywhere()
FRIEND, ENEMY = Standing("own", ALL), Standing("enemy", ALL)


def terrain(*names: str) -> Terrain:
    """Hexes of these terrains."""
    return Terrain(names)


def edge(first: str, second: str) -> Edge:
    """The map edges of the two sides, each its own."""
    return Edge((first, second))


def hexsides(kind: str) -> Hexsides:
    """Hexsides of a kind."""
    return Hexsides(kind)


def links(kind: str) -> Hexsides:
    """Hexsides that a kind of link crosses."""
    return Hexsides(kind, link=True)


def arms(*names: str) -> tuple[Arm, ...]:
    """The arms of the game, each as a set of units."""
    return tuple(Arm(name) for name in names)
