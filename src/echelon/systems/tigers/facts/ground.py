"""What lies between two hexes, and what a step costs: rows with their clauses, used by play and shown by previews."""

from __future__ import annotations

from echelon.core.rulings import Note
from echelon.systems.tigers.frames import FORD, ROAD_RATE
from echelon.systems.tigers.state import TigersState

__all__ = ["BONUS", "along_road", "bridged", "entry_rows", "river_between", "step_rows", "total", "unbridged"]

BONUS = 4  # the OMB, in half points (TIG-MOV-3)


def river_between(s: TigersState, a: int, b: int) -> bool:
    """Is the hexside between two neighbours a river, bridged or not?"""
    return bool(s.rules.board.side(a, b) & s.rules.river)


def bridged(s: TigersState, a: int, b: int) -> bool:
    """Does an intact bridge, whoever owns it, stand on the hexside?"""
    return bool(s.rules.board.side(a, b) & s.bridges)


def unbridged(s: TigersState, a: int, b: int) -> bool:
    """Is the hexside between two neighbours a river without an intact bridge?"""
    side = s.rules.board.side(a, b)
    return bool(side & s.rules.river and not side & s.bridges)


def along_road(s: TigersState, a: int, b: int) -> bool:
    """Does a road join two neighbours, a river being crossed on an intact bridge only? (TIG-ROAD-5, TIG-ROAD-6)"""
    return bool(s.rules.board.side(a, b) & s.rules.road) and not unbridged(s, a, b)


def _terrain(s: TigersState, unit: int, place: int) -> Note:
    """Entering a hex off the road, in half points (TIG-MOV-2, TIG-MOV-6, TIG-MOV-7)."""
    rules = s.rules
    bit = rules.board.bit[place]
    if rules.mechanized >> unit & 1:
        if bit & rules.venn:
            return Note("TIG-MOV-7", 6)
        if bit & rules.forest:
            return Note("TIG-MOV-6", 4)
    return Note("TIG-MOV-2", 2)


def step_rows(s: TigersState, unit: int, a: int, b: int, rate: int) -> tuple[Note, ...]:
    """What the step of a unit between neighbours costs at a rate, in half points; an amount of None bars it.

    Who may use the road rate (TIG-ROAD-1, TIG-ROAD-3), a full hex (TIG-MOV-11) and zones of control are not looked at here.
    """
    road = along_road(s, a, b)
    if rate == ROAD_RATE:
        return (Note("TIG-ROAD-1", 1 if road else None),)
    rows = [Note("TIG-ROAD-6", 2) if road else _terrain(s, unit, b)]
    if unbridged(s, a, b) or rate == FORD:
        foot = s.rules.foot >> unit & 1
        rows.append(Note("TIG-MOV-8", 2) if foot else Note("TIG-MOV-9", None))
    return tuple(rows)


def entry_rows(s: TigersState, unit: int, place: int, rate: int) -> tuple[Note, ...]:
    """What entering the map costs a reinforcement, in half points; None bars it (TIG-RNF-7, TIG-RNF-9).

    A road in an edge hex leads off the edge: who enters along it pays no more for forest or Venn.
    """
    road = bool(s.rules.board.bit[place] & s.rules.roads)
    if rate == ROAD_RATE:
        return (Note("TIG-RNF-9", 1 if road else None),)
    return (Note("TIG-ROAD-6", 2) if road else _terrain(s, unit, place),)


def total(rows: tuple[Note, ...]) -> int | None:
    """The sum of the rows, or None if one of them bars the step."""
    amounts = [row.amount for row in rows]
    return None if None in amounts else sum(amounts)
