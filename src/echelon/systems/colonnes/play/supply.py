"""Supply (chapter 7.1): valid sources, and the hexes from which a line can be traced.

One flood answers for all hexes at once. A counter is supplied on a valid source, or where one step of a line leads into a hex
that other lines run through; its own hex is always open to it, and no line needs to come back to it. So the hexes that lines
run through are found without the mover, and every hex it might enter is judged by them.
"""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.play.zones import threat
from echelon.systems.colonnes.state import ALLIED, ColonnesState, Traced

__all__ = ["is_supplied", "supplied_hexes", "supplied_without", "valid_sources"]


@clause("COL-SUP-1", "COL-SUP-2", "COL-SUP-3", "COL-SUP-4", "COL-GEN-4")
def valid_sources(s: ColonnesState, side: int) -> int:
    """A side's sources that no enemy unit occupies (and none has, with option `source_capture`)."""
    return s.rules.sources[side] & ~(s.holders[1 - side] | s.captured)


@clause("COL-SUP-5", "COL-SUP-6", "COL-SUP-7", "COL-SUP-8", "COL-SUP-9", "COL-SUP-10", "COL-DOM-3", "COL-GEN-4")
def supplied_hexes(s: ColonnesState, side: int, own: int) -> int:
    """The hexes where a counter of the side would be supplied, the side's other units standing in the hexes `own`."""
    rules = s.rules
    if rules.assume:
        assumed = rules.assume.get("supplied")
        if assumed is not None:
            return rules.board.all if assumed == "all" else 0
    enemy = 1 - side
    holders = s.holders[enemy]
    closed = (holders | threat(s, enemy)) & ~own
    known = s.supply[side]
    if known is None or known[0] != closed:
        known = _trace(s, side, closed, known)
        s.supply = (known, s.supply[1]) if side == ALLIED else (s.supply[0], known)
    return known[2] | rules.sources[side] & ~(holders | s.captured)


def _trace(s: ColonnesState, side: int, closed: int, known: Traced | None) -> Traced:
    """The hexes that lines run through and those that touch them. What was known before serves as long as nothing it rests on
    has been closed: then lines can only have grown."""
    rules = s.rules
    ways = rules.ways[side]
    ground = rules.board.all & ~closed
    if known is None or closed & known[1]:
        start = rules.sources[side] & ground & ~s.captured
    else:
        _closed, start, touched = known
        opened = rules.sources[side] & ~s.captured & ground
        if not (touched & ground | opened) & ~start:
            return closed, start, touched
        start |= opened
    lines = ways.leading(start, ground)
    return closed, lines, ways.into(lines)


@clause("COL-MOV-6")
def supplied_without(s: ColonnesState, unit: int) -> int:
    """The hexes where a unit would be supplied, everybody else standing where he stands."""
    rules = s.rules
    side = rules.forces.side_of[unit]
    own = s.holders[side]
    h = s.pos[unit]
    if rules.holds[unit] and h < rules.board.n:
        bit = rules.board.bit[h]
        # where no enemy threatens, its leaving closes nothing
        if bit & threat(s, 1 - side) and not (bit & s.crowded[side] and _others_hold(s, side, unit, h)):
            own ^= bit
    return supplied_hexes(s, side, own)


def _others_hold(s: ColonnesState, side: int, unit: int, h: int) -> bool:
    holds = s.rules.holds
    return any(holds[u] and u != unit for u in friends_at(s, side, h))


@clause("COL-SUP-9", "COL-SUP-10")
def is_supplied(s: ColonnesState, unit: int) -> bool:
    """Is the unit supplied as things stand now?"""
    side = s.rules.forces.side_of[unit]
    return bool(supplied_hexes(s, side, s.holders[side]) & s.rules.board.bit[s.pos[unit]])
