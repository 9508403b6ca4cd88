"""Chapters 7.2 and 9: who arrives where, and where logistic columns come in."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.frames import Arrivals, Columns
from echelon.systems.colonnes.law.supply import EDGES, is_valid_source, sources_of, valid_sources
from echelon.systems.colonnes.law.units import decode, is_column, is_headquarters, not_yours, owner
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["columns_on_map", "entry_hexes", "is_waiting", "why_not_arrivals", "why_not_columns"]


@clause("COL-REN-1", "COL-QG-4")
def is_waiting(s: ColonnesState, unit: int) -> bool:
    """Is the unit to be placed now: due by its turn, or a headquarters that returns?"""
    if is_column(s, unit):
        return False
    due = s.pos[unit] == s.rules.due and s.rules.arrival[unit] <= s.turn
    return due or (s.pos[unit] == s.rules.returning and is_headquarters(s, unit))


@clause("COL-REN-1", "COL-QG-4", "COL-STK-4")
def entry_hexes(s: ColonnesState, unit: int) -> list[int]:
    """Where a waiting unit may be placed: the source it names; if that is invalid, others of its edge and bank.

    A headquarters that comes back may be placed on any valid source.
    """
    side = owner(s, unit)
    if s.pos[unit] == s.rules.returning:
        return valid_sources(s, side)
    named = s.rules.board.ids.get(s.rules.start[unit], -1)
    if named not in sources_of(s, side):
        return []
    if is_valid_source(s, side, named):
        return [named]
    return [h for h in valid_sources(s, side) if _same_edge_and_bank(s, side, named, h)]


@clause("COL-REN-1")
def _same_edge_and_bank(s: ColonnesState, side: int, a: int, b: int) -> bool:
    board = s.rules.board
    west = board.zones.get("west-bank", 0)
    same_bank = bool(west & board.bit[a]) == bool(west & board.bit[b])
    edges = [board.edges.get(name, 0) for name in EDGES[side]]
    return same_bank and any(edge & board.bit[a] and edge & board.bit[b] for edge in edges)


@clause("COL-REN-1", "COL-REN-3", "COL-QG-4")
def why_not_arrivals(s: ColonnesState, frame: Arrivals, action: int) -> list[Ruling]:
    """`place UNIT HEX`: a unit that is due, or a returning headquarters, on one of its hexes."""
    _verb, (unit, place) = decode(s, action)
    rulings = not_yours(s, frame.side, unit)
    cited = "COL-QG-4" if s.pos[unit] == s.rules.returning else "COL-REN-1"
    if not is_waiting(s, unit):
        return [*rulings, _not_waiting(s, unit)]
    if rulings or place in entry_hexes(s, unit):
        return rulings
    if place in sources_of(s, frame.side) and not is_valid_source(s, frame.side, place):
        return [Ruling("COL-SUP-3", {"hex": place, "unit": unit})]
    facts = {"case": "place.elsewhere", "unit": unit, "hex": place, "hexes": tuple(entry_hexes(s, unit))}
    return [Ruling(cited, facts)]


def _not_waiting(s: ColonnesState, unit: int) -> Ruling:
    if s.pos[unit] == s.rules.due and not is_column(s, unit):
        return Ruling("COL-REN-1", {"case": "place.early", "unit": unit, "turn": s.rules.arrival[unit]})
    return Ruling("COL-REN-1", {"case": "place.arrived" if on_map(s, unit) else "place.never", "unit": unit})


@clause("COL-CL-11")
def columns_on_map(s: ColonnesState, side: int) -> list[int]:
    """The logistic columns of a side on the map."""
    return [u for u in range(len(s.pos)) if is_column(s, u) and owner(s, u) == side and on_map(s, u)]


@clause("COL-CL-19")
def why_not_columns(s: ColonnesState, frame: Columns, action: int) -> list[Ruling]:
    """`column HEX`: on any valid source of the side."""
    _verb, (place,) = decode(s, action)
    if is_valid_source(s, frame.side, place):
        return []
    case = "column.invalid" if place in sources_of(s, frame.side) else "column.elsewhere"
    return [Ruling("COL-CL-19", {"case": case, "hex": place, "hexes": tuple(valid_sources(s, frame.side))})]
