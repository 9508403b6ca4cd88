"""Book-keeping that is always visible, the turn track and the card. Only what a side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from echelon.core.panels import Card, Row
from echelon.core.texts import Texts
from echelon.systems.drill.facts import on_map
from echelon.systems.drill.play.victory import end_turn
from echelon.systems.drill.standing import held
from echelon.systems.drill.state import BLUE, RED, SHAKEN, DrillState

__all__ = ["MAIN", "books", "card", "track"]

MAIN = ("fight", "stop", "stay", "end")  # the verbs that end a question, best first
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


def books(s: DrillState, side: int | None, say: Say) -> list[tuple[str, list[Row]]]:
    """All books, each with its title; those without a row are left out."""
    both = (BLUE, RED) if side is None else (side, 1 - side)
    found: list[tuple[str, Iterable[Row]]] = [
        (say("title.victory"), _victory(s, say)),
        (say("title.units"), _units(s, both, say)),
        (say("title.mine"), _mine(s, side, say)),
        (say("title.losses"), _losses(s, both, say)),
    ]
    return [(title, rows) for title, rows in ((title, list(rows)) for title, rows in found) if rows]


def _ids(s: DrillState, units: Iterable[int]) -> tuple[str, ...]:
    return tuple(s.rules.forces.units[u].id for u in units)


def _victory(s: DrillState, say: Say) -> Iterator[Row]:
    """Who holds the towns, and who would win now."""
    names = {p.hex: p.name for p in s.rules.board.places}
    for h, side in held(s).items():
        yield Row(say("town", place=names.get(h, ""), hex=h).strip(), say("town.value", side=side), "DRL-VIC-1")
    left = s.rules.turns - s.turn
    yield Row(say("left"), say("left.last" if not left else "left.value", turns=left), "DRL-VIC-1", warn=not left)
    if s.outcome is None:
        after = s.copy()
        after.turn = s.rules.turns
        end_turn(after)  # the reckoning of the last turn, if it were over now
        found = after.result()
        if found is not None and found.winner is not None:
            yield Row(say("now"), say("now.value", side=found.winner, word_level=found.level), found.clause)


def _units(s: DrillState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    """The Shaken and the unsupplied; of the reader's side they are urgent."""
    rules = s.rules
    for i, side in enumerate(sides):
        here = [u for u in range(*rules.forces.ranges[side]) if on_map(s, u)]
        shaken = [u for u in here if s.status[u] & SHAKEN]
        cut = [u for u in here if not s.supplied >> u & 1]
        if shaken:
            yield Row(say("shaken", side=side), say("units", units=shaken), "DRL-GEN-4", _ids(s, shaken), i == 0)
        if cut:
            yield Row(say("unsupplied", side=side), say("units", units=cut), "DRL-SUP-3", _ids(s, cut), i == 0)


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
