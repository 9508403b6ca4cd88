"""What lies between two hexes, what a step costs and what ground is worth to a defender: rows with their clauses, used by play
and shown by previews."""

from __future__ import annotations

from echelon.core.rulings import Note
from echelon.systems.colonnes.facts.compiled import ColonnesRules

__all__ = [
    "by_road", "exit_rows", "ferry_between", "leaving_rows", "may_enter", "rhone_between", "river_between", "step_rows",
    "terrain_shift", "total",
]  # fmt: skip

FOOT, MOTORISED = 0, 1
LEAVING = 2  # half points for leaving an enemy zone of control (COL-ZOC-2)


def by_road(rules: ColonnesRules, a: int, b: int) -> bool:
    """Does a road join two neighbours? Where it crosses a river it does so on a bridge (COL-TER-2)."""
    return bool(rules.board.side(a, b) & rules.road)


def rhone_between(rules: ColonnesRules, a: int, b: int) -> bool:
    """Is the hexside between two neighbours the Rhône, ferry or not?"""
    return bool(rules.board.side(a, b) & rules.rhone)


def ferry_between(rules: ColonnesRules, a: int, b: int) -> bool:
    """Is there a ferry on the hexside between two neighbours?"""
    return bool(rules.board.side(a, b) & rules.ferry)


def river_between(rules: ColonnesRules, a: int, b: int) -> bool:
    """Is the hexside between two neighbours the Drôme or a small river, bridged or not?"""
    return bool(rules.board.side(a, b) & rules.rivers)


def may_enter(rules: ColonnesRules, unit: int, a: int, b: int) -> bool:
    """Does the ground let a unit go from a hex to its neighbour: not over the Rhône, and into mountains on foot or by road?"""
    side = rules.board.side(a, b)
    if side & rules.rhone:
        return False
    barred = rules.board.bit[b] & rules.mountain and rules.motorised >> unit & 1 and not side & rules.road
    return not barred


def step_rows(rules: ColonnesRules, unit: int, a: int, b: int) -> tuple[Note, ...]:
    """What the ground makes a step between neighbours cost, in half points; an amount of None bars it.

    Enemy zones of control are not looked at here: see `leaving_rows`.
    """
    board = rules.board
    side, bit = board.side(a, b), board.bit[b]
    way = MOTORISED if rules.motorised >> unit & 1 else FOOT
    if side & rules.rhone:
        return (Note("COL-TER-4", None),)
    if side & rules.road:
        return (Note("COL-TER-2", rules.cost["road"][way]),)
    ground = "mountain" if bit & rules.mountain else "hills" if bit & rules.hills else "plain"
    rows = [Note("COL-TER-1", rules.cost[ground][way] or None)]
    if side & rules.rivers:
        rows.append(Note("COL-TER-3", rules.cross["river" if side & rules.drome else "stream"]))
    return tuple(rows)


def exit_rows(rules: ColonnesRules, unit: int) -> tuple[Note, ...]:
    """What leaving the map from an exit hex costs, in half points."""
    return (Note("COL-MOV-4", rules.cost["exit"][MOTORISED if rules.motorised >> unit & 1 else FOOT]),)


def leaving_rows(in_zone: bool) -> tuple[Note, ...]:
    """What leaving a hex costs more if an enemy zone of control lies on it, in half points."""
    return (Note("COL-ZOC-2", LEAVING),) if in_zone else ()


def terrain_shift(rules: ColonnesRules, h: int) -> int:
    """The shift that a hex gives its defenders, a town on hills once (COL-TER-5, COL-MOV-3)."""
    bit = rules.board.bit[h]
    return min(
        rules.shift["mountain"] if bit & rules.mountain else 0,
        rules.shift["hills"] if bit & rules.hills else 0,
        rules.shift["town"] if bit & rules.town else 0,
    )


def total(rows: tuple[Note, ...]) -> int | None:
    """The sum of the rows, or None if one of them bars the step."""
    amounts = [row.amount for row in rows]
    return None if None in amounts else sum(amounts)
