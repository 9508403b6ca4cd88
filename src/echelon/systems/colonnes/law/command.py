"""Chapter 5: how far headquarters command, by a plain search outwards, and who is in command."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.law.ground import has_ferry, is_rhone
from echelon.systems.colonnes.law.units import enemy_of, holds, is_fighter, is_headquarters, is_independent, owner
from echelon.systems.colonnes.law.zones import Picture
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["commands", "find_command", "is_own_headquarters", "reached_by"]

Reach = tuple[tuple[int, int], ...]


@clause("COL-CMD-1", "COL-CMD-4")
def _entered(picture: Picture, side: int, a: int, b: int) -> bool:
    """May the way of command go on to a neighbour? Not to an enemy unit, nor into an enemy zone without a friendly unit."""
    s = picture.state
    if is_rhone(s, a, b) and not has_ferry(s, a, b):
        return False
    if picture.held_by(enemy_of(side), b):
        return False
    return picture.held_by(side, b) or not picture.in_zone_of(enemy_of(side), b)


@clause("COL-CMD-1", "COL-CMD-4")
def _hexes_in_range(picture: Picture, headquarters: int) -> set[int]:
    """Every hex that the headquarters reaches within its range, its own among them."""
    s = picture.state
    side = owner(s, headquarters)
    found = {s.pos[headquarters]}
    edge = list(found)
    for _ in range(s.rules.range[headquarters]):
        edge = [
            other
            for here in edge
            for other, _bit, _side in s.rules.board.near[here]
            if other not in found and _entered(picture, side, here, other)
        ]
        edge = sorted(set(edge))
        found.update(edge)
    return found


@clause("COL-CMD-1")
def find_reach(s: ColonnesState) -> Reach:
    """For each headquarters on the map the mask of the combat units and headquarters of its side in range."""
    assumed = s.rules.assume.get("commanded")
    picture = Picture(s)
    rows = []
    for headquarters in range(len(s.pos)):
        if not is_headquarters(s, headquarters) or not on_map(s, headquarters):
            continue
        hexes = _hexes_in_range(picture, headquarters)
        mask = 0
        for unit in range(len(s.pos)):
            if owner(s, unit) != owner(s, headquarters) or not holds(s, unit) or not on_map(s, unit):
                continue
            near = unit == headquarters or assumed == "all" or (assumed is None and s.pos[unit] in hexes)
            mask |= near << unit
        rows.append((headquarters, mask))
    return tuple(rows)


@clause("COL-UNI-4", "COL-CMD-2")
def is_own_headquarters(s: ColonnesState, headquarters: int, unit: int) -> bool:
    """Is it the headquarters of the formation that the unit belongs to?"""
    rules = s.rules
    same = rules.formation[unit] != "" and rules.formation[headquarters] == rules.formation[unit]
    return same and rules.level[headquarters] == "formation" and owner(s, unit) == owner(s, headquarters)


def reached_by(s: ColonnesState, rows: Reach, unit: int) -> list[int]:
    """The headquarters in whose range a unit was found."""
    return [headquarters for headquarters, mask in rows if mask >> unit & 1]


@clause("COL-CMD-2", "COL-QG-3")
def commands(s: ColonnesState, rows: Reach, unit: int) -> bool:
    """Is a combat unit in range of its own formation's headquarters or, if it is independent, of any of its side?"""
    near = [h for h in reached_by(s, rows, unit) if owner(s, h) == owner(s, unit)]
    if is_independent(s, unit):
        return bool(near)
    return any(is_own_headquarters(s, headquarters, unit) for headquarters in near)


@clause("COL-CMD-2", "COL-SEQ-3")
def find_command(s: ColonnesState) -> tuple[int, Reach]:
    """Who on the map is in command, and the range of each headquarters, as things stand."""
    assumed = s.rules.assume.get("commanded")
    rows = find_reach(s)
    found = 0
    for unit in range(len(s.pos)):
        if on_map(s, unit) and (not is_fighter(s, unit) or assumed == "all" or (assumed is None and commands(s, rows, unit))):
            found |= 1 << unit
    return found, rows
