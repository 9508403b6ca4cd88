"""Combat declared: conditions, shifts, odds, who may attack what, and the sequel of a result as a visible list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from echelon.mechanics.declared.declaration import declaration
from echelon.mechanics.declared.ground import Bar
from echelon.mechanics.declared.movement import Moves
from echelon.mechanics.declared.printed import Printed
from echelon.mechanics.declared.sets import Hexes, Sides, Who
from echelon.mechanics.declared.units import HexMark, Mark, Value

__all__ = [
    "ATTACKERS", "DEFENDERS", "TARGET", "Advance", "AllAcross", "AllOf", "Attack", "Combat", "Condition", "Group", "If", "Lose",
    "Never", "Odds", "OwnCondition", "Pay", "Result", "Retreat", "Sequel", "Shift", "SomeAcross", "SomeOf", "Target",
    "TargetIn",
]  # fmt: skip

Group = Literal["attackers", "defenders"]


# --- conditions of an attack ----------------------------------------------------------------------------------------
@declaration
class Condition:
    """Something that may be so of an attack. `&`, `|`, `-` (and not) make others of it."""

    def __and__(self, other: Condition) -> Condition:
        return If("and", self, other)

    def __or__(self, other: Condition) -> Condition:
        return If("or", self, other)

    def __sub__(self, other: Condition) -> Condition:
        return If("and not", self, other)


@declaration
class If(Condition):
    """Two conditions put together."""

    sign: Literal["and", "or", "and not"]
    a: Condition
    b: Condition


@declaration
class Never(Condition):
    """It is never so."""


@declaration
class TargetIn(Condition):
    """The attacked hex is in a set, from the attacker's point of view."""

    hexes: Hexes


@declaration
class SomeOf(Condition):
    """One of the attackers (or defenders) at least is one of these."""

    group: Group
    who: Who


@declaration
class AllOf(Condition):
    """All attackers (or defenders) are of these."""

    group: Group
    who: Who


@declaration
class AllAcross(Condition):
    """Every attacker attacks across one of these hexsides."""

    sides: Sides


@declaration
class SomeAcross(Condition):
    """One attacker at least does."""

    sides: Sides


@declaration
class OwnCondition(Condition):
    """A condition of one game's own, written twice: each is asked of state, side of the attackers, hex, attackers."""

    name: str
    fast: Callable[[Any, int, int, list[int]], bool]
    plain: Callable[[Any, int, int, list[int]], bool]


@declaration
class _Group:
    """The attackers or the defenders, to say something of."""

    name: Group

    def any(self, who: Who) -> Condition:
        """One of them at least is one of these."""
        return SomeOf(self.name, who)

    def all(self, who: Who) -> Condition:
        """All of them are."""
        return AllOf(self.name, who)

    def all_across(self, sides: Sides) -> Condition:
        """All of them attack across these hexsides."""
        return AllAcross(sides)

    def any_across(self, sides: Sides) -> Condition:
        """One of them at least does."""
        return SomeAcross(sides)


@declaration
class Target:
    """The attacked hex, to say something of."""

    def within(self, hexes: Hexes) -> Condition:
        """It is in a set."""
        return TargetIn(hexes)


ATTACKERS, DEFENDERS, TARGET = _Group("attackers"), _Group("defenders"), Target()


# --- odds -----------------------------------------------------------------------------------------------------------
@declaration
class Shift:
    """A row that moves the column (or, with `die`, is added to the die) by so much when something is so.

    `nearly` tells when it is worth saying that it does not count.
    """

    clause: str
    amount: int
    when: Condition
    nearly: Condition = Never()
    die: bool = False


@declaration
class Odds:
    """From strengths to a column of a printed table, and from the die to a result.

    The heads of the table are ratios (`3:1`) or differences (`+4`); the odds are rounded in the defender's favour, held within
    the table, then shifted by all rows together. `dice` are rolled and added; their sums head the rows. `most` limits the sum
    of the shifts either way.
    """

    clause: str
    attack: Value
    defence: Value
    table: Printed
    shifts: tuple[Shift, ...] = ()
    shift_clause: str = ""
    die_clause: str = ""
    dice: int = 1
    most: int = 99


# --- who attacks ----------------------------------------------------------------------------------------------------
@declaration
class Attack:
    """Enemy hexes are attacked one after another, each by adjacent units that join: each unit and each hex once in a step.

    `bars` keep units out of attacks: they are Bars, read from the unit's hex to the attacked one.
    """

    clause: str
    join: str
    bars: tuple[Bar, ...]
    mark: Mark
    hexes: HexMark


# --- the sequel -----------------------------------------------------------------------------------------------------
@declaration
class Sequel:
    """One part of what follows on a result; a result is a list of them, read from left to right."""

    clause: str


@declaration
class Lose(Sequel):
    """All of them are eliminated."""

    group: Group = "defenders"


@declaration
class Pay(Sequel):
    """Of these, units of their owner's choice are eliminated one after another: so many, or until those removed have at least
    the `worth` that the eliminated enemy had."""

    group: Group = "attackers"
    units: int = 1
    worth: Value | None = None


@declaration
class Retreat(Sequel):
    """They go back one hex each, one after another; their owner chooses the order and the hexes.

    They go where they could by movement, had they points enough (`as_in`), and no bar of `bars` lies. Who has retreated gets
    the `marks`. When none of those left can go they are eliminated (`stuck`). `ordered` is the clause of the result.
    """

    group: Group = "defenders"
    where: str = ""
    as_in: Moves | None = None
    bars: tuple[Bar, ...] = ()
    marks: tuple[Mark, ...] = ()
    stuck: str = ""
    ordered: str = ""

    def of(self, group: _Group) -> Retreat:
        """The same of the others."""
        return replace(self, group=group.name)


@declaration
class Advance(Sequel):
    """Attackers may go into the empty hex, one after another; `bars` keep some of them out. It costs nothing."""

    bars: tuple[Bar, ...] = ()


@declaration
class Result:
    """A word of the combat table and what follows. `tone` says whom it hurts, `weight` (0 to 4) how badly."""

    word: str
    sequel: tuple[Sequel, ...] = ()
    tone: Literal["attacker", "defender", "none"] = "none"
    weight: int = 0


@declaration
class Combat:
    """A combat step: attacks, odds, results."""

    attack: Attack
    odds: Odds
    results: tuple[Result, ...]
    name: str = "combat"

    @property
    def parts(self) -> tuple[Sequel, ...]:
        """Everything that may follow, each sort once."""
        return tuple(dict.fromkeys(part for result in self.results for part in result.sequel))
