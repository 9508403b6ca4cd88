"""Where units stand: entering and leaving hexes, and the boards kept in step with that."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.drill.facts import STACK
from echelon.systems.drill.state import BLUE, FRESH, RED, SHAKEN, DrillState

__all__ = ["eliminate", "enemy_zone", "enter", "rebuild", "shake", "zone_of"]


@clause("DRL-ZOC-1", "DRL-GEN-4")
def zone_of(s: DrillState, side: int) -> int:
    """All hexes in a side's zone of control."""
    known = s.blue_zone if side == BLUE else s.red_zone
    if known is not None:
        return known
    rules, pos, status = s.rules, s.pos, s.status
    reach, gone = rules.zone_reach, rules.gone
    low, high = rules.forces.ranges[side]
    zone = 0
    for u in range(low, high):
        h = pos[u]
        if h != gone and not status[u] & SHAKEN:
            zone |= reach[h]
    if side == BLUE:
        s.blue_zone = zone
    else:
        s.red_zone = zone
    return zone


def enemy_zone(s: DrillState, side: int) -> int:
    """All hexes in the zone of control of a side's enemy."""
    return zone_of(s, 1 - side)


def _refresh(s: DrillState, side: int, h: int) -> None:
    """Bring the boards of one hex in step with the units in it."""
    bit = s.rules.board.bit[h]
    low, high = s.rules.forces.ranges[side]
    n = s.pos.count(h, low, high)
    if side == BLUE:
        s.blue = s.blue | bit if n else (s.blue | bit) ^ bit
        s.blue_zone = None
    else:
        s.red = s.red | bit if n else (s.red | bit) ^ bit
        s.red_zone = None
    s.full = s.full | bit if n >= STACK else (s.full | bit) ^ bit


@clause("DRL-GEN-3", "DRL-SET-2")
def enter(s: DrillState, unit: int, h: int) -> bool:
    """Put a unit into a hex, by whatever kind of move. True if the minefield was there and shook it."""
    rules = s.rules
    side = rules.forces.side_of[unit]
    old = s.pos[unit]
    s.pos[unit] = h
    if old < rules.gone:
        _refresh(s, side, old)
    _refresh(s, side, h)
    bit = rules.board.bit[h]
    if bit & rules.town:
        towns = s.blue_towns | bit if side == BLUE else (s.blue_towns | bit) ^ bit
        if towns != s.blue_towns:
            s.blue_towns = towns
            if s.log is not None:
                names = [p.name for p in rules.board.places if p.hex == h]
                s.note("town", "DRL-GEN-3", side=side, place=names[0] if names else rules.board.labels[h])
    if side == BLUE and bit & rules.mines and not bit & s.trodden:
        s.trodden |= bit
        s.reveals += 1  # mined or not, Blue knows now: undo must not be a way to probe for the minefield
    if side == BLUE and h == s.mine:
        s.mine = -1
        s.trodden = rules.mines
        s.note("mine.found", "DRL-SET-2", unit=unit, hex=h)
        shake(s, unit)
        return True
    return False


def shake(s: DrillState, unit: int) -> None:
    """A unit becomes Shaken, in the present player-turn."""
    s.status[unit] |= SHAKEN | FRESH
    s.note("shaken", "DRL-GEN-4", unit=unit)
    if s.rules.forces.side_of[unit] == BLUE:
        s.blue_zone = None
    else:
        s.red_zone = None


def eliminate(s: DrillState, unit: int) -> None:
    """Take a unit off the map for good."""
    h = s.pos[unit]
    s.pos[unit] = s.rules.gone
    s.status[unit] = 0
    _refresh(s, s.rules.forces.side_of[unit], h)
    s.note("eliminated", unit=unit, hex=h)


def rebuild(s: DrillState) -> None:
    """The boards from the units alone, and no caches."""
    bit, gone = s.rules.board.bit, s.rules.gone
    s.blue = s.red = s.full = 0
    s.blue_zone = s.red_zone = None
    for side in (BLUE, RED):
        low, high = s.rules.forces.ranges[side]
        for h in {s.pos[u] for u in range(low, high)} - {gone}:
            n = s.pos.count(h, low, high)
            if side == BLUE:
                s.blue |= bit[h]
            else:
                s.red |= bit[h]
            if n >= STACK:
                s.full |= bit[h]
