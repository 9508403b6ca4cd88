"""What units have and are: marks, values, zones of control, room in a hex, hexes that are held."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from echelon.mechanics.declared.declaration import declaration
from echelon.mechanics.declared.sets import ALL, EVERYWHERE, Hexes, Sides, Who, Whose

__all__ = ["Change", "Held", "HexMark", "Holding", "InZone", "Mark", "Marked", "NoRoom", "Stacking", "Value", "Zone"]

Lapse = Literal["", "player-turn", "turn"]


# --- marks ----------------------------------------------------------------------------------------------------------
@declaration
class Mark(Who):
    """A mark on units, and so a set of units. `row` puts it into a row of flags of that name, with others; alone it is a mask.

    `lapses` says at whose end all units lose it. `status` is what pictures call it, `lacking` what they call units without it,
    `clause` is cited where it is wrong.
    `kept` by units that leave the map; `needs` another mark, without which it makes no sense.
    """

    name: str
    row: str = ""
    lapses: Lapse = ""
    clause: str = ""
    status: str = ""
    lacking: str = ""
    event: str = ""
    kept: bool = False
    everybody: bool = False  # whom nobody has looked at has it
    needs: str = ""

    @property
    def printed(self) -> bool:
        """It changes in play."""
        return False


@declaration
class HexMark:
    """A mark on hexes."""

    name: str
    lapses: Lapse = ""
    clause: str = ""

    @property
    def hexes(self) -> Hexes:
        """The hexes that have it."""
        return Marked(self.name)


@declaration
class Marked(Hexes):
    """Hexes with a mark."""

    name: str

    @property
    def fixed(self) -> bool:
        """It changes in play."""
        return False


# --- values ---------------------------------------------------------------------------------------------------------
@declaration
class Change:
    """A clause that changes a value of these units: halved, or so much more."""

    clause: str
    who: Who
    halved: Literal["", "up", "down"] = ""
    more: int = 0
    remedy: str = ""


@declaration
class Value:
    """A printed number with what changes it in play; `points` are counted in the game's parts of a movement point."""

    column: str
    points: bool = False
    changes: tuple[Change, ...] = ()
    clause: str = ""

    def halved(self, clause: str, who: Who, rounded: Literal["up", "down"] = "up", remedy: str = "") -> Value:
        """The same, but these units have half of it."""
        return replace(self, changes=(*self.changes, Change(clause, who, halved=rounded, remedy=remedy)))

    def more(self, clause: str, who: Who, amount: int) -> Value:
        """The same, but these units have so much more (or less)."""
        return replace(self, changes=(*self.changes, Change(clause, who, more=amount)))


# --- zones of control -----------------------------------------------------------------------------------------------
@declaration
class Zone:
    """Zones of control: whose, not across which hexsides, not into which hexes. `enemy` and `own` are sets like any other.

    `least` is what the units of a hex must have together, by `weight`, to exert one; each alone if there is no weight.
    """

    clause: str
    of: Who = ALL
    not_across: Sides | None = None
    into: Hexes = EVERYWHERE
    name: str = "zone"
    also: tuple[str, ...] = ()
    least: int = 0
    weight: Value | None = None

    @property
    def enemy(self) -> Hexes:
        """The zone of the enemy."""
        return InZone(self, "enemy")

    @property
    def own(self) -> Hexes:
        """The side's own zone."""
        return InZone(self, "own")


@declaration
class InZone(Hexes):
    """Hexes in a side's zone."""

    zone: Zone
    whose: Whose

    @property
    def fixed(self) -> bool:
        """Units move."""
        return False

    @property
    def sided(self) -> bool:
        """Of course."""
        return True


# --- stacking -------------------------------------------------------------------------------------------------------
@declaration
class Stacking:
    """How much may stand in a hex: the units of `who`, by their `weight` (each 1 if there is none), at most `most` together.

    `passing`: a moving unit may pass through a full hex, if it can still end its move somewhere else.
    """

    clause: str
    most: int
    who: Who = ALL
    weight: Value | None = None
    passing: bool = False
    name: str = "full"

    @property
    def full(self) -> Hexes:
        """Hexes without room for the unit that asks."""
        return NoRoom(self)


@declaration
class NoRoom(Hexes):
    """Hexes without room for the unit that asks."""

    stacking: Stacking

    @property
    def fixed(self) -> bool:
        """Units move."""
        return False


# --- hexes that are held --------------------------------------------------------------------------------------------
@declaration
class Holding:
    """Hexes of which each belongs to the side that had a unit (of `who`) in it last. `field` holds those of the first side; all
    others are the second's, and so are all at the start but those that the scenario lists under `start`."""

    clause: str
    hexes: Hexes
    field: str
    who: Who = ALL
    start: str = ""
    event: str = ""

    @property
    def own(self) -> Hexes:
        """Those of the side that asks."""
        return Held(self, "own")

    @property
    def enemy(self) -> Hexes:
        """Those of the enemy."""
        return Held(self, "enemy")


@declaration
class Held(Hexes):
    """Hexes that a side holds."""

    holding: Holding
    whose: Whose

    @property
    def fixed(self) -> bool:
        """It changes in play."""
        return False

    @property
    def sided(self) -> bool:
        """Of course."""
        return True
