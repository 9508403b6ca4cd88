"""A game as one value: everything declared, from which `kit.system` builds a System.

Nothing is captured elsewhere: `build(replace(GAME, ...))` is the changed game, and `swap(GAME, old, new)` puts one declaration
in place of another wherever it stands, so that a wrong game can be made of any right one. Certify takes such a System as it is;
to put positions and records to it, set it as `SYSTEM` of the game's package, where `load` finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, NamedTuple

from echelon.core.layout import Slot
from echelon.core.rules import Option, Query
from echelon.mechanics.declared.combat import Combat
from echelon.mechanics.declared.declaration import declaration
from echelon.mechanics.declared.movement import EndOfTurn, Moves, Supply
from echelon.mechanics.declared.sets import Hexes, Who
from echelon.mechanics.declared.units import HexMark, Holding, Mark, Stacking, Value, Zone

__all__ = ["AtOnce", "Entering", "Game", "Line", "Listing", "Look", "Verdict", "each_side"]


class Verdict(NamedTuple):
    """Who has won (None: nobody, a draw), and by how much."""

    winner: int | None
    level: str


@declaration
class AtOnce:
    """A verdict that is asked for whenever losses are settled: of a view, None while the game goes on."""

    clause: str
    verdict: Callable[[Any], Verdict | None]


@declaration
class Entering:
    """What comes upon a unit that enters a hex of a set by whatever kind of move, written for both judges.

    `fast` and `plain` are asked of state, unit and hex, once it is there, and tell whether it ran into something: then its move
    ends, and nothing else that was to befall it there does.
    """

    clause: str
    hexes: Hexes
    who: Who
    fast: Callable[[Any, int, int], bool]
    plain: Callable[[Any, int, int], bool]


@declaration
class Line:
    """One line of the sequence of play: its name, its title, whose step it is (2: nobody's), and what is done."""

    name: str
    title: str
    stage: Any
    side: int = 2
    clause: str = ""


def each_side(letters: str, *lines: tuple[str, str, Any, str]) -> tuple[Line, ...]:
    """A player-turn for each side: names, titles, stages and clauses of its steps."""
    return tuple(
        Line(f"{letter}{name}", title, stage, side, clause)
        for side, letter in enumerate(letters)
        for name, title, stage, clause in lines
    )


@declaration
class Listing:
    """A book of units with a mark, or `lacking` it: the keys of its title and of its rows, the clause, the tab it is in."""

    title: str
    key: str
    mark: Mark
    clause: str
    tab: str = "forces"
    lacking: bool = False


@declaration
class Look:
    """How the game is shown: counters (the nations they are drawn in, by side; what is left of a formation's name; the values
    printed on them), colours, the books that list units.

    The game's own additions: `books`, `marks` (overlays), `notes` on a hex, `ways` to win.
    """

    nations: tuple[str, ...] = ("blue", "red")
    formation: Callable[[str], str] = str
    values: tuple[Value, ...] = ()
    colours: tuple[tuple[str, tuple[str, str]], ...] = ()
    palettes: tuple[tuple[str, str], ...] = ()
    difficulty: int = 1
    lessons: str = ""
    books: Callable[[Any, int | None, Callable[..., str]], list[Any]] = lambda state, side, say: []
    listings: tuple[Listing, ...] = ()
    marks: tuple[tuple[str, Callable[[Any], list[dict[str, Any]]]], ...] = ()
    ways: Callable[[Any, Callable[..., str]], list[Any]] | None = None
    notes: Callable[[Any, int, Callable[..., str]], list[str]] = lambda state, h, say: []
    loss_clause: str = ""


@declaration
class Game:
    """Everything that is declared. `sides` are two; `parts` the number of parts of a movement point."""

    name: str
    title: str
    package: str
    sides: tuple[str, str]
    version: str = "0.1.0"
    summary: str = ""
    order_clause: str = ""
    sequence: tuple[Line, ...] = ()
    first: int = 0
    boxes: tuple[str, ...] = ("gone",)
    per: int = 2
    options: tuple[Option, ...] = ()
    arms: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    hex_marks: tuple[HexMark, ...] = ()
    holdings: tuple[Holding, ...] = ()
    fields: tuple[tuple[str, Slot], ...] = ()
    values: tuple[tuple[str, Value], ...] = ()  # asked for as queries, by name
    named: tuple[tuple[str, Any], ...] = ()  # fixed sets with a name, for the game's own code: rules.<name>
    zone: Zone | None = None
    stacking: tuple[Stacking, ...] = ()
    entering: tuple[Entering, ...] = ()
    at_once: AtOnce | None = None
    look: Look = field(default_factory=Look)
    learning: bool = False
    wide: bool = False  # a board of more than 250 hexes
    setup: str = "units"
    guess: Callable[[Any, int, Any], None] | None = None
    lay: Callable[[Any, Any], None] | None = None  # scrambles the game's own fields
    problems: tuple[Callable[[Any], Any], ...] = ()  # the game's own, beside those that follow from the declarations
    queries: tuple[Query, ...] = ()
    appreciate: Callable[[Any], Any] | None = None  # for computer players, where the plain one of the kit will not do
    planted: Callable[[], Any] = lambda: ()

    def stages(self, sort: type[Any]) -> list[Any]:
        """The stages of a sort in the sequence, each once."""
        return list(dict.fromkeys(line.stage for line in self.sequence if isinstance(line.stage, sort)))

    @property
    def moves(self) -> list[Moves]:
        """The movement steps."""
        return self.stages(Moves)

    @property
    def combat(self) -> Combat | None:
        """The combat step."""
        return next(iter(self.stages(Combat)), None)

    @property
    def supply(self) -> Supply | None:
        """The supply step."""
        return next(iter(self.stages(Supply)), None)

    @property
    def end(self) -> EndOfTurn | None:
        """The end of the turn."""
        return next(iter(self.stages(EndOfTurn)), None)
