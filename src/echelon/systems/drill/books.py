"""Book-keeping that is always visible, the turn track and the card. Only what a side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from echelon.core.show.leads import LeadsTo
from echelon.core.show.panels import Book, Card, Row
from echelon.core.text.texts import Texts
from echelon.systems.drill.facts import on_map
from echelon.systems.drill.state import BLUE, RED, SHAKEN, DrillState

__all__ = ["MAIN", "SAYS", "books", "card", "track"]

MAIN = ("fight", "stop", "stay", "end")  # the verbs that end a question, best first
# what their words tell of what they lead to
SAYS: Mapping[str, tuple[LeadsTo, ...]] = {"fight": ("die",), "end": ("step", "turn", "over")}
Say = Callable[..., str]


def card(texts: Texts) -> Card:
    """The card of the home page; its words are those of the catalogue's `[card]`."""
    return Card(
        period=texts.template("card", "period") or "",
        hours=texts.template("card", "hours") or "",
        difficulty=1,
        palettes={"light": "normandy", "dark": "dusk"},
        colours={"blue": ("#2F5F8F", "#8DB8E2"), "red": ("#8E3A32", "#E29A90")},
    )


def track(s: DrillState, language: str = "en") -> list[tuple[int, str, str, str]]:
    """Turn, its number, no sign, and a title."""
    say = s.rules.texts.teller(s.rules, "track", language)
    return [(turn, str(turn), "", say("turn", turn=turn, turns=s.rules.turns)) for turn in range(1, s.rules.turns + 1)]


def books(s: DrillState, side: int | None, say: Say) -> list[Book]:
    """All books, each with its title; those without a row are left out."""
    both = (BLUE, RED) if side is None else (side, 1 - side)
    found = [
        Book(say("title.mine"), tuple(_mine(s, side, say)), "turn"),
        Book(say("title.supply"), tuple(_units(s, both, say, "unsupplied")), "supply"),
        Book(say("title.units"), tuple(_units(s, both, say, "shaken")), "forces"),
        Book(say("title.losses"), tuple(_losses(s, both, say)), "forces"),
    ]
    return [book for book in found if book.rows]


def _ids(s: DrillState, units: Iterable[int]) -> tuple[str, ...]:
    return tuple(s.rules.forces.units[u].id for u in units)


def _units(s: DrillState, sides: Iterable[int], say: Say, state: str) -> Iterator[Row]:
    """The Shaken, or the unsupplied; of the reader's side they are urgent."""
    cited = {"shaken": "DRL-GEN-4", "unsupplied": "DRL-SUP-3"}[state]
    for i, side in enumerate(sides):
        here = [u for u in range(*s.rules.forces.ranges[side]) if on_map(s, u)]
        found = [u for u in here if (s.status[u] & SHAKEN if state == "shaken" else not s.supplied >> u & 1)]
        if found:
            yield Row(say(state, side=side), say("units", units=found), cited, _ids(s, found), i == 0)


def _mine(s: DrillState, side: int | None, say: Say) -> Iterator[Row]:
    """Red's secret: he sees where it is, everybody else where it may be."""
    listed = s.rules.mines
    if not listed:
        return
    left = sorted(s.rules.board.members(listed & ~s.trodden))
    if side == RED and s.mine >= 0:
        yield Row(say("mine"), say("mine.yours", hex=s.mine), "DRL-SET-1")
    elif left:
        yield Row(say("mine"), say("mine.hidden", hexes=left), "DRL-SET-2")
    else:
        yield Row(say("mine"), say("mine.none"), "DRL-SET-2")


def _losses(s: DrillState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    for side in sides:
        lost = [u for u in range(*s.rules.forces.ranges[side]) if not on_map(s, u)]
        yield Row(say("lost", side=side), say("units", units=lost) if lost else say("nothing"), "DRL-VIC-2", _ids(s, lost))
