"""Book-keeping that is always visible: arrivals, columns, supply and command, headquarters, heights, ferries, losses.

Nothing is secret in this game: both sides and spectators read the same books. `say` fills texts of the catalogue's `[book]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from echelon.core.fields import bits_of
from echelon.core.show.panels import Book, Row
from echelon.systems.colonnes.facts.compiled import COLUMNS_MOST, NEVER
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.shown.fields import held_heights
from echelon.systems.colonnes.state import ALLIED, GERMAN, SUPPORTED, ColonnesState

__all__ = ["books"]

Say = Callable[..., str]
FERRY_MOST = 2  # stacking points over each ferry in a player phase (COL-MOV-2)


def books(s: ColonnesState, side: int | None, say: Say) -> list[Book]:
    """All books, each with its title; books without a row are left out. A side's own come first."""
    both = (ALLIED, GERMAN) if side is None else (side, 1 - side)
    found = [
        _book(say("title.heights"), _heights(s, say), "turn"),
        _book(say("title.ferries"), _ferries(s, say), "turn"),
        _book(say("title.supply"), _marked(s, both, say, "unsupplied", s.unsupplied & ~s.rules.columns, "COL-UNS-2"), "supply"),
        _book(say("title.columns"), _columns(s, both, say), "supply"),
        _book(say("title.command"), _marked(s, both, say, "uncommanded", s.rules.combat & ~s.commanded, "COL-CMD-3"), "forces"),
        _book(say("title.headquarters"), _headquarters(s, both, say), "forces"),
        _book(say("title.losses"), _losses(s, both, say), "forces"),
        *(_book(say("title.arrivals", side=one), _arrivals(s, one, say, one == side), "arrivals") for one in both),
    ]
    return [book for book in found if book.rows]


def _book(title: str, rows: Iterable[Row], tab: str) -> Book:
    return Book(title, tuple(rows), tab)


def _ids(s: ColonnesState, units: Iterable[int]) -> tuple[str, ...]:
    names = s.rules.forces.units
    return tuple(names[u].id for u in units)


def _arrivals(s: ColonnesState, side: int, say: Say, own: bool) -> Iterator[Row]:
    """Who comes when and where; headquarters that come back first. The reader's own are urgent when they are due."""
    rules = s.rules
    low, high = rules.forces.ranges[side]
    back = [u for u in range(low, high) if s.pos[u] == rules.returning]
    if back:
        yield Row(say("arrival.now"), say("arrival.return", units=tuple(back)), "COL-QG-4", _ids(s, back))
    due: dict[tuple[int, str], list[int]] = {}
    for u in range(low, high):
        if s.pos[u] == rules.due and rules.arrival[u] < NEVER:
            due.setdefault((rules.arrival[u], rules.start[u]), []).append(u)
    for (turn, place), units in sorted(due.items()):
        what = say("arrival.now") if turn <= s.turn else say("arrival.turn", turn=turn)
        where = rules.board.ids.get(place, -1)
        yield Row(what, say("arrival", units=tuple(units), hex=where), "COL-REN-1", _ids(s, units), own and turn <= s.turn)


def _columns(s: ColonnesState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    for side in sides:
        units = [u for u in bits_of(s.rules.columns & s.rules.of_side[side]) if on_map(s, u)]
        how = say("columns.value", number=len(units), most=COLUMNS_MOST)
        yield Row(say("columns", side=side), how, "COL-CL-11", _ids(s, units))


def _marked(s: ColonnesState, sides: Iterable[int], say: Say, what: str, units: int, clause: str) -> Iterator[Row]:
    """The units that lack something, as found for this segment (COL-SEQ-3); of the reader's side they are urgent."""
    for i, side in enumerate(sides):
        found = [u for u in bits_of(units & s.rules.of_side[side]) if on_map(s, u)]
        if found:
            yield Row(say(what, side=side), say("units", units=tuple(found)), clause, _ids(s, found), i == 0)


def _headquarters(s: ColonnesState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    rules = s.rules
    for hq in (q for side in sides for q in rules.hqs[side] if on_map(s, q)):
        support, reach = rules.support[hq], rules.range[hq]
        if support and s.unsupplied >> hq & 1:
            how = say("headquarters.unsupplied", range=reach)
        elif s.status[hq] & SUPPORTED:
            how = say("headquarters.used", range=reach)
        elif support:
            how = say("headquarters.support", number=support, range=reach)
        else:
            how = say("headquarters.none", range=reach)
        yield Row(say("headquarters", unit=hq), how, "COL-QG-1", _ids(s, [hq]))


def _heights(s: ColonnesState, say: Say) -> Iterator[Row]:
    names = {place.hex: place.name for place in s.rules.board.places if place.kind == "height"}
    held = held_heights(s)
    for h, _hexes in s.rules.heights:
        how = say("height.held", side=held[h]) if h in held else say("height.free")
        yield Row(say("height", place=names.get(h, s.rules.board.labels[h])), how, "COL-DOM-1")


def _ferries(s: ColonnesState, say: Say) -> Iterator[Row]:
    used = dict(s.ferried)
    for side in s.rules.ferries:
        left = max(0, FERRY_MOST - used.get(side, 0))
        yield Row(say("ferry", hexside=side), say("ferry.left", left=left, most=FERRY_MOST), "COL-MOV-2")


def _losses(s: ColonnesState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    rules = s.rules
    for side in sides:
        lost = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.gone]
        if lost:
            yield Row(say("lost", side=side), say("units", units=tuple(lost)), "", _ids(s, lost))
