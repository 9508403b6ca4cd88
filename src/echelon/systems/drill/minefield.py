"""Red's secret minefield (chapter 3): the one thing in drill that the kit knows nothing of.

What it does is written twice: `lay` and `entered` for play, `laid` and `trodden` for the law of effects.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.rulings import clause
from echelon.core.show.panels import Book, Row
from echelon.core.state import Problem
from echelon.mechanics.kit import Listed

if TYPE_CHECKING:
    from echelon.core.parts import Planted

__all__ = ["MINES", "RED", "books", "entered", "guess", "laid", "lay", "notes", "planted", "problems", "scatter", "trodden"]

BLUE, RED = 0, 1
MINES = Listed("mines")  # the hexes of which one may be mined, by scenario
Say = Callable[..., str]


def _marks() -> tuple[Any, Any]:
    from echelon.systems.drill.game import FRESH, SHAKEN

    return SHAKEN, FRESH


# --- play -----------------------------------------------------------------------------------------------------------
@clause("DRL-SET-1")
def lay(s: Any, h: int) -> None:
    """Red's secret is laid."""
    s.mine = h
    s.note("mine.laid", "DRL-SET-1", only=RED, hex=h)


@clause("DRL-SET-2")
def entered(s: Any, unit: int, h: int) -> bool:
    """Blue is in a listed hex: he knows now, and the first of his units to find the minefield is Shaken."""
    bit = s.rules.bit[h]
    if not bit & s.trodden:
        s.trodden |= bit
        s.reveals += 1  # mined or not, Blue knows now: undo must not be a way to probe for the minefield
    if h != s.mine:
        return False
    s.mine, s.trodden = -1, s.rules.mines
    s.note("mine.found", "DRL-SET-2", unit=unit, hex=h)
    s.rules.fast.mark(s, unit, *_marks())
    return True


def guess(s: Any, side: int, rng: random.Random) -> None:
    """For a search by Blue: put the unknown minefield on one of the listed hexes that could still hide it."""
    hidden = s.rules.mines & ~s.trodden
    if side != RED and hidden and s.frame.kind.name != "setup.mine":
        s.mine = rng.choice(s.rules.board.members(hidden))


# --- the law --------------------------------------------------------------------------------------------------------
@clause("DRL-SET-1")
def laid(want: Any, place: int) -> None:
    """Red mines the hex."""
    want.mine = place


@clause("DRL-SET-2")
def trodden(want: Any, unit: int, place: int) -> bool:
    """A listed hex that Blue enters for the first time tells him something; once the minefield is found, none holds it."""
    bit = want.rules.board.bit[place]
    if bit & want.trodden:
        return False
    want.reveals += 1
    want.trodden |= bit
    if place != want.mine:
        return False
    want.mine, want.trodden = -1, sum(want.rules.board.bit[h] for h in _of_the_list(want))
    want.rules.plain.mark(want, unit, *_marks())
    return True


def _of_the_list(s: Any) -> list[int]:
    return [s.rules.board.parse_hex(label) for label in s.rules.scenario.data["mines"]]


@clause("DRL-SET-1", "DRL-SET-2")
def problems(s: Any) -> Iterator[Problem]:
    """The minefield lies in a hex of the list, once laid, and no Blue unit has entered it since it was placed there."""
    if s.mine < 0:
        return
    if s.frame.kind.name == "setup.mine":
        yield Problem("DRL-SET-1", {"case": "mine.early", "hex": s.mine})
    if s.mine not in _of_the_list(s):
        yield Problem("DRL-SET-1", {"hex": s.mine})
    start = s.rules.scenario.data["units"]
    for unit in range(*s.rules.forces.ranges[BLUE]):
        placed = start.get(s.rules.forces.units[unit].id)
        if s.pos[unit] == s.mine and str(placed) != s.rules.board.labels[s.mine]:
            yield Problem("DRL-SET-2", {"unit": unit, "hex": s.mine})


# --- odd situations, what is shown ----------------------------------------------------------------------------------
def scatter(s: Any, rng: random.Random) -> None:
    """A minefield where Blue is not, some listed hexes known to be free; or one that was found. Nothing before it is laid."""
    board, listed = s.rules.board, s.rules.mines
    if s.frame.kind.name == "setup.mine":
        s.turn, s.mine, s.trodden, s.reveals = 1, -1, 0, 0
        return
    known = listed & s.own0
    possible = board.members(listed & ~known)
    s.mine, s.trodden = -1, listed
    if possible and rng.random() < 0.8:
        s.mine = rng.choice(possible)
        s.trodden = known | sum(board.bit[h] for h in possible if h != s.mine and rng.random() < 0.3)
    s.reveals = s.trodden.bit_count()


def books(s: Any, side: int | None, say: Say) -> list[Book]:
    """Red sees where the minefield is, everybody else where it may be."""
    listed = s.rules.mines
    left = sorted(s.rules.board.members(listed & ~s.trodden))
    if side == RED and s.mine >= 0:
        row = Row(say("mine"), say("mine.yours", hex=s.mine), "DRL-SET-1")
    elif left:
        row = Row(say("mine"), say("mine.hidden", hexes=left), "DRL-SET-2")
    else:
        row = Row(say("mine"), say("mine.none"), "DRL-SET-2")
    return [Book(say("title.mine"), (row,), "turn")] if listed else []


def notes(s: Any, h: int, say: Say) -> list[str]:
    """A minefield may be in the hex, as far as Blue knows; towns count for victory."""
    found = [say("mine.note")] if s.rules.bit[h] & s.rules.mines & ~s.trodden else []
    return [*found, say("town.note")] if s.rules.bit[h] & s.rules.town else found


def planted() -> Sequence[Planted]:
    """Deliberate errors in what is written by hand, loaded only when somebody wants to plant them."""
    from echelon.systems.drill.planted import rows

    return rows()
