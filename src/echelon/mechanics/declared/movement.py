"""Stages declared: movement, supply, arrivals, recovery, a free choice, the end of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echelon.mechanics.declared.declaration import declaration
from echelon.mechanics.declared.ground import Bar, Cost, Leap, Stop
from echelon.mechanics.declared.sets import ALL, Hexes, Who
from echelon.mechanics.declared.units import Mark, Stacking, Value

__all__ = ["Arrivals", "Choose", "EndOfTurn", "Lines", "Moves", "Recover", "Supply"]


@declaration
class Moves:
    """A movement step: units are picked one at a time, each once (`once`), and go hex by hex.

    `points` are paid by `cost`; `bars` keep them out, `stops` end the move. `ends` limits a stack at the end of a move only: a
    unit may pass, but every step must leave it a way to end lawfully. `free_first`: one hex may be entered whatever it costs.
    """

    clause: str
    once: str
    points: Value
    cost: Cost
    mark: Mark
    bars: tuple[Bar, ...] = ()
    stops: tuple[Stop, ...] = ()
    leaps: tuple[Leap, ...] = ()
    ends: tuple[Stacking, ...] = ()
    who: Who = ALL
    free_first: str = ""
    name: str = "move"


@declaration
class Lines:
    """Lines of adjacent hexes from a unit's hex to one of a set, none of them barred; `most` steps, any number if 0.

    The hex where a line begins is not looked at unless `own_hex`; the last one is.
    """

    clause: str
    to: Hexes
    bars: tuple[Bar, ...] = ()
    most: int = 0
    own_hex: bool = False


@declaration
class Supply:
    """A supply step: the mark is found for every unit of the side, and kept until the step comes again. One line is enough."""

    clause: str
    mark: Mark
    lines: tuple[Lines, ...]
    assumed: str = "supplied"
    name: str = "supply"


@declaration
class Arrivals:
    """Units that wait in a box are put on the map from their turn on, which the scenario names under `turns`, by unit.

    Whoever can come must (`must`); who cannot waits for the next time.
    """

    clause: str
    box: str
    onto: Hexes
    turns: str = "due"
    bars: tuple[Bar, ...] = ()
    must: bool = True
    name: str = "arrivals"


@declaration
class Recover:
    """Units of the side lose a mark, unless they have another."""

    clause: str
    mark: Mark
    unless: Mark | None = None
    event: str = "recovers"
    name: str = "recovery"


@declaration
class Choose:
    """One hex of a set is chosen. What it brings about is the game's own, written for both judges: of state and hex."""

    clause: str
    kind: str
    verb: str
    hexes: Hexes
    fast: Callable[[Any, int], None]
    plain: Callable[[Any, int], None]
    secret: bool = False
    name: str = "choose"


@declaration
class EndOfTurn:
    """The next turn, or after the last the reckoning: `verdict(view)` says who has won. The scenario names the last turn."""

    clause: str
    verdict: Callable[[Any], Any]
    turns: str = "turns"
    name: str = "end"
