"""Chapter 7: sources, and supply lines by a plain search from the unit's hex."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.law.ground import has_ferry, has_road, is_mountain, is_rhone
from echelon.systems.colonnes.law.units import enemy_of, owner
from echelon.systems.colonnes.law.zones import Picture, holders_at
from echelon.systems.colonnes.state import GERMAN, ColonnesState

__all__ = ["EDGES", "find_unsupplied", "is_supplied", "is_valid_source", "sources_of", "valid_sources"]

EDGES = (("allied-supply-north", "allied-supply-east"), ("german-supply-south", "german-supply-west"))  # by side (COL-SUP-2)


# --- sources ------------------------------------------------------------------------------------------------------------
@clause("COL-SUP-1", "COL-SUP-2")
def sources_of(s: ColonnesState, side: int) -> list[int]:
    """The source hexes marked for a side, lowest first."""
    board = s.rules.board
    return sorted(h for edge in EDGES[side] for h in board.members(board.edges.get(edge, 0)))


@clause("COL-SUP-3", "COL-SUP-4", "COL-SUP-11")
def is_valid_source(s: ColonnesState, side: int, h: int) -> bool:
    """A source of the side that no enemy unit occupies, nor has ever occupied if the game counts that."""
    if h not in sources_of(s, side) or holders_at(s, enemy_of(side), h):
        return False
    return not (s.rules.source_capture and s.captured & s.rules.board.bit[h])


def valid_sources(s: ColonnesState, side: int) -> list[int]:
    """The valid sources of a side, lowest first."""
    return [h for h in sources_of(s, side) if is_valid_source(s, side, h)]


# --- lines --------------------------------------------------------------------------------------------------------------
@clause("COL-SUP-5", "COL-SUP-6", "COL-SUP-7", "COL-DOM-3", "COL-GEN-4")
def _open(picture: Picture, side: int, h: int) -> bool:
    """May a line pass the hex? No enemy unit; no enemy zone nor dominance unless a unit of the tracing side is there."""
    enemy = enemy_of(side)
    if picture.held_by(enemy, h):
        return False
    if picture.held_by(side, h):
        return True
    return not picture.in_zone_of(enemy, h) and not picture.dominated_by(enemy, h)


@clause("COL-SUP-8", "COL-SUP-10")
def _crosses(s: ColonnesState, side: int, a: int, b: int) -> bool:
    """May a line go on from a hex to its neighbour: over the Rhône by a German ferry, into mountains by road?"""
    if is_rhone(s, a, b) and not (side == GERMAN and has_ferry(s, a, b)):
        return False
    return not is_mountain(s, b) or has_road(s, a, b)


@clause("COL-SUP-8", "COL-SUP-9", "COL-SUP-10")
def _line_runs(picture: Picture, side: int, start: int) -> bool:
    """Does a chain of open hexes lead from a unit's hex, which is open to itself, to a valid source?"""
    s = picture.state
    ends = set(valid_sources(s, side))
    leads, stuck = picture.leads[side], picture.stuck[side]
    if start in ends:
        return True
    came: dict[int, int] = {start: -1}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here != start and (here in ends or here in leads):
            while here != start:
                leads.add(here)
                here = came[here]
            return True
        for other, _bit, _side in s.rules.board.near[here]:
            if other in came or other in stuck:
                continue
            if _open(picture, side, other) and _crosses(s, side, here, other):
                came[other] = here
                waiting.append(other)
    stuck.update(h for h in came if h != start)
    return False


def is_supplied(s: ColonnesState, unit: int, place: int | None = None) -> bool:
    """Has the unit a supply line as things stand, or would it have one in `place`, counting as being there?"""
    if "supplied" in s.rules.assume:  # a position takes it for granted
        return bool(s.rules.assume["supplied"] == "all")
    if place is None:
        return on_map(s, unit) and _line_runs(Picture(s), owner(s, unit), s.pos[unit])
    return _line_runs(Picture(s, unit, place), owner(s, unit), place)


@clause("COL-SEQ-3")
def find_unsupplied(s: ColonnesState) -> int:
    """The mask of everything on the map, of both sides, that has no supply line now."""
    assumed = s.rules.assume.get("supplied")
    picture = Picture(s)
    found = 0
    for unit in range(len(s.pos)):
        if not on_map(s, unit) or assumed == "all":
            continue
        if assumed == "none" or not _line_runs(picture, owner(s, unit), s.pos[unit]):
            found |= 1 << unit
    return found
