"""What bars, costs and stops: rows with their clauses, over sets of hexes, hexsides and units."""

from __future__ import annotations

from collections.abc import Mapping

from echelon.mechanics.declared.declaration import declaration
from echelon.mechanics.declared.printed import Amount, Printed
from echelon.mechanics.declared.sets import ALL, EVERYWHERE, Hexes, Sides, Who

__all__ = ["Bar", "Cost", "Leap", "Price", "Stop", "prices"]


@declaration
class Bar:
    """A clause that keeps these units out of the hexes of a set.

    `across` bars only steps over these hexsides, `off` none that goes along them (a road); `leaving` only steps out of a hex of
    a set. `case` is the key of its sentence, `remedy` of what would make the step legal.
    """

    clause: str
    hexes: Hexes = EVERYWHERE
    across: Sides | None = None
    off: Sides | None = None
    who: Who = ALL
    leaving: Hexes | None = None
    case: str = ""
    remedy: str = ""

    @property
    def of_ground(self) -> bool:
        """Is it about the map and the printed unit alone, so that it holds throughout a game?"""
        return self.hexes.fixed and not self.hexes.sided and self.who.printed and self.leaving is None

    @property
    def personal(self) -> bool:
        """Is it about the unit alone, wherever it goes?"""
        return self.hexes == EVERYWHERE and self.across is None and self.off is None and self.leaving is None


@declaration
class Price:
    """What a step costs: into the hexes of a set, across these hexsides, for these units.

    All rows that apply are added up; one that stands `instead` is paid alone (a road). A dash in the table bars the step.
    `leaving` is paid out of, `on` (if it is not fixed, as a zone) into the hexes of a set that changes in play.
    """

    clause: str
    amount: Amount
    on: Hexes = EVERYWHERE
    across: Sides | None = None
    who: Who = ALL
    leaving: Hexes | None = None
    instead: bool = False

    @property
    def of_ground(self) -> bool:
        """Does it hold throughout a game?"""
        return self.on.fixed and self.who.printed and self.leaving is None


@declaration
class Cost:
    """All that makes up the price of a step."""

    rows: tuple[Price, ...]


@declaration
class Stop:
    """A clause that ends the move of these units in the hexes of a set. `event` tells of it."""

    clause: str
    hexes: Hexes
    who: Who = ALL
    event: str = ""


@declaration
class Leap:
    """A step of its own kind: over these hexsides, by these units, as the first step, for all points; the move ends there."""

    clause: str
    across: Sides
    who: Who = ALL


def prices(clause: str, table: Printed, rows: Mapping[str, Hexes], columns: Mapping[str, Who]) -> tuple[Price, ...]:
    """The rows of a table by terrain and class of unit."""
    return tuple(Price(clause, table(r, c), on=on, who=who) for r, on in rows.items() for c, who in columns.items())
