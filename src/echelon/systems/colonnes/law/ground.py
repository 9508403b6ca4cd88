"""Chapter 6, the table: what lies between two hexes, what a step costs, what bars it. Read off the printed table by hand."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.law.units import on_foot
from echelon.systems.colonnes.state import ColonnesState

__all__ = [
    "bars_ground", "exit_price", "has_ferry", "has_river", "has_road", "hexside", "is_hills", "is_mountain", "is_open_ground",
    "is_rhone", "is_town", "on_road", "roads_into", "step_price",
]  # fmt: skip

# movement points of the table, foot and motorised
PLAIN, HILLS, ROAD, EXIT = (1.0, 1.0), (2.0, 3.0), (1.0, 0.5), (1.0, 0.5)
MOUNTAIN_ON_FOOT = 3.0
SMALL_RIVER, DROME = 1.0, 2.0


def hexside(s: ColonnesState, a: int, b: int) -> int | None:
    """The hexside between two hexes, or None if they are not adjacent."""
    for other, _bit, side in s.rules.board.near[a]:
        if other == b:
            return side
    return None


def _on(s: ColonnesState, a: int, b: int, kind: int) -> bool:
    side = hexside(s, a, b)
    return side is not None and bool(side & kind)


def is_rhone(s: ColonnesState, a: int, b: int) -> bool:
    """Is the Rhône between two neighbours, ferry or none?"""
    return _on(s, a, b, s.rules.rhone)


def has_ferry(s: ColonnesState, a: int, b: int) -> bool:
    """Is there a ferry between two neighbours?"""
    return _on(s, a, b, s.rules.rhone) and _on(s, a, b, s.rules.ferry)


def has_road(s: ColonnesState, a: int, b: int) -> bool:
    """Does a road join two neighbours?"""
    return _on(s, a, b, s.rules.road)


def has_river(s: ColonnesState, a: int, b: int) -> bool:
    """Is the Drôme or a small river between two neighbours, bridge or none?"""
    return _on(s, a, b, s.rules.drome) or _on(s, a, b, s.rules.stream)


def roads_into(s: ColonnesState, h: int) -> list[int]:
    """The neighbours from which a road leads into a hex."""
    return [other for other, _bit, _side in s.rules.board.near[h] if has_road(s, other, h)]


def on_road(s: ColonnesState, h: int) -> bool:
    """Does a road run through the hex?"""
    return bool(roads_into(s, h))


def is_mountain(s: ColonnesState, h: int) -> bool:
    """Mountain?"""
    return bool(s.rules.board.bit[h] & s.rules.mountain)


def is_hills(s: ColonnesState, h: int) -> bool:
    """Wooded hills?"""
    return bool(s.rules.board.bit[h] & s.rules.hills)


def is_town(s: ColonnesState, h: int) -> bool:
    """A town, on whatever ground?"""
    return bool(s.rules.board.bit[h] & s.rules.town)


def is_open_ground(s: ColonnesState, h: int) -> bool:
    """Plain or town, as rule 10 means it: a town on hills is a town here."""
    return is_town(s, h) or not (is_hills(s, h) or is_mountain(s, h))


@clause("COL-TER-1", "COL-TER-4")
def bars_ground(s: ColonnesState, unit: int, a: int, b: int) -> str:
    """The clause by which the ground keeps a unit from going to a neighbour, "" for none."""
    if is_rhone(s, a, b):
        return "COL-TER-4"
    if is_mountain(s, b) and not on_foot(s, unit) and not has_road(s, a, b):
        return "COL-TER-1"
    return ""


@clause("COL-GEN-5", "COL-TER-1", "COL-TER-2", "COL-TER-3")
def step_price(s: ColonnesState, unit: int, a: int, b: int) -> int:
    """Half points for a step to a neighbour that the ground does not bar; zones of control come on top."""
    way = 0 if on_foot(s, unit) else 1
    if has_road(s, a, b):
        points = ROAD[way]
    else:
        points = MOUNTAIN_ON_FOOT if is_mountain(s, b) else HILLS[way] if is_hills(s, b) else PLAIN[way]
        if _on(s, a, b, s.rules.drome):
            points += DROME
        elif _on(s, a, b, s.rules.stream):
            points += SMALL_RIVER
    return int(2 * points)


@clause("COL-MOV-4")
def exit_price(s: ColonnesState, unit: int) -> int:
    """Half points for leaving the map from an exit hex."""
    return int(2 * EXIT[0 if on_foot(s, unit) else 1])
