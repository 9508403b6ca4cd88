"""Bars and prices asked plainly: what keeps a unit from a step, and what the step costs, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from echelon.core.rulings import Note, Ruling
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.ground import Bar, Cost, Leap, Price
from echelon.mechanics.plain.sets import Blame, Picture, fixed_within, in_sides, is_one, within

__all__ = ["barred", "barring", "leap_over", "price_rows", "rows_of", "total"]


def barring(picture: Picture, bar: Bar, unit: int, place: int, hexside: int | None) -> Blame | None:
    """Does a bar keep a unit out of a hex, coming over this hexside? On whom that rests, or None."""
    s = picture.state
    rules, side = s.rules, s.rules.forces.side_of[unit]
    if not is_one(s, bar.who, unit):
        return None
    if bar.across is not None and (hexside is None or not in_sides(rules, bar.across, hexside)):
        return None
    if bar.off is not None and hexside is not None and in_sides(rules, bar.off, hexside):
        return None
    if bar.off is not None and hexside is None:
        return None
    if bar.leaving is not None and within(picture, bar.leaving, side, s.pos[unit], unit) is None:
        return None
    return within(picture, bar.hexes, side, place, unit)


def barred(picture: Picture, bars: Iterable[Bar], unit: int, place: int, hexside: int | None) -> list[Ruling]:
    """A ruling for every bar that keeps a unit out of a hex."""
    s = picture.state
    found = []
    for bar in bars:
        blame = barring(picture, bar, unit, place, hexside)
        if blame is None:
            continue
        facts: dict[str, Any] = {"case": bar.case} if bar.case else {}
        facts |= {"unit": unit, "hex_from": s.pos[unit], "hex": place, **blame}
        remedy: tuple[str, ...] = (bar.remedy,) if bar.remedy else ()
        if bar.off is not None:
            facts["hexes_road"] = roads = tuple(_leading_in(s.rules, bar.off, place))
            remedy = remedy if roads else ()
        found.append(Ruling(bar.clause, facts, remedy))
    return found


def _leading_in(rules: Any, links: sets.Sides, place: int) -> list[int]:
    """The neighbours from which a road leads into a hex."""
    return [other for other, _bit, side in rules.board.near[place] if in_sides(rules, links, side)]


def rows_of(picture: Picture, cost: Cost, unit: int, here: int, place: int, hexside: int) -> list[Price]:
    """The rows that make up the price of a step from one hex to the next; one that stands instead comes alone."""
    s = picture.state
    side = s.rules.forces.side_of[unit]
    found = []
    for row in cost.rows:
        if not is_one(s, row.who, unit) or (row.across is not None and not in_sides(s.rules, row.across, hexside)):
            continue
        if row.leaving is not None and within(picture, row.leaving, side, here, unit) is None:
            continue
        if row.on.fixed and not fixed_within(s.rules, row.on, side, place):
            continue
        if not row.on.fixed and within(picture, row.on, side, place, unit) is None:
            continue
        found.append(row)
    instead = [row for row in found if row.instead]
    return [*instead[:1], *(row for row in found if not row.of_ground)] if instead else found


def price_rows(picture: Picture, cost: Cost, unit: int, here: int, place: int, hexside: int) -> list[Note]:
    """The same as notes: clause and amount in parts of a point, None where a dash is printed."""
    rules = picture.state.rules
    rows = rows_of(picture, cost, unit, here, place, hexside)
    return [Note(row.clause, rules.tables.amount(row.amount, rules.system.play.per)) for row in rows]


def total(notes: Iterable[Note]) -> int | None:
    """What they come to; None if one of them bars the step."""
    amounts = [note.amount for note in notes]
    return None if None in amounts else sum(amounts)


def leap_over(s: Any, leaps: Iterable[Leap], hexside: int) -> Leap | None:
    """The leap that lies on a hexside."""
    return next((leap for leap in leaps if in_sides(s.rules, leap.across, hexside)), None)
