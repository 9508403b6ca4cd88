"""Where counters stand and in what state: the effects every chapter uses, and the boards kept in step with them."""

from __future__ import annotations

from echelon.core.forces import wide_at
from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.compiled import LIMIT
from echelon.systems.colonnes.facts.units import friends_at, steps_left
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED, UNKNOWN, ColonnesState

__all__ = ["box_of", "eliminate", "enter", "lose_step", "put", "rebuild", "to_pool"]


def put(s: ColonnesState, unit: int, place: int) -> None:
    """Move a counter to a hex or box: the boards follow, nothing else does."""
    rules = s.rules
    board = rules.board
    n, bits = board.n, board.bit
    side = rules.forces.side_of[unit]
    old = s.pos[unit]
    s.pos[unit] = place
    fighters, holders, counters = s.fighters[side], s.holders[side], s.counters[side]
    crowded, full = s.crowded[side], s.full[side]
    fights = rules.fights[unit]
    if old < n:
        bit = bits[old]
        if bit & crowded:
            clear = ~bit
            fighters, holders, crowded, full = fighters & clear, holders & clear, crowded & clear, full & clear
            units = wide_at(s.pos, old, *rules.forces.ranges[side])
            for u in units:
                if rules.fights[u]:
                    fighters |= bit
                if rules.holds[u]:
                    holders |= bit
            if len(units) > 1:
                crowded |= bit
                if sum(rules.stack[u] for u in units) >= LIMIT:
                    full |= bit
        else:
            counters ^= bit
            if rules.holds[unit]:
                holders ^= bit
                if fights:
                    fighters ^= bit
            if full & bit:
                full ^= bit
    if place < n:
        bit = bits[place]
        if rules.holds[unit]:
            holders |= bit
            if fights:
                fighters |= bit
        if bit & counters:
            crowded |= bit
            low, high = rules.forces.ranges[side]
            if sum(rules.stack[u] for u in wide_at(s.pos, place, low, high)) >= LIMIT:
                full |= bit
        else:
            counters |= bit
            if rules.stack[unit] >= LIMIT:
                full |= bit
        if old >= n:
            s.fielded |= 1 << 8 * unit
    elif old < n:
        s.fielded ^= 1 << 8 * unit
    if side == ALLIED:
        s.holders, s.counters = (holders, s.holders[1]), (counters, s.counters[1])
        s.crowded, s.full = (crowded, s.crowded[1]), (full, s.full[1])
        if fights:
            s.fighters, s.zones, s.threats = (fighters, s.fighters[1]), (None, s.zones[1]), (None, s.threats[1])
    else:
        s.holders, s.counters = (s.holders[0], holders), (s.counters[0], counters)
        s.crowded, s.full = (s.crowded[0], crowded), (s.full[0], full)
        if fights:
            s.fighters, s.zones, s.threats = (s.fighters[0], fighters), (s.zones[0], None), (s.threats[0], None)


@clause("COL-ZOC-3", "COL-ZOC-5", "COL-REN-4", "COL-SUP-11")
def enter(s: ColonnesState, unit: int, h: int, cited: str = "COL-ZOC-3") -> None:
    """A counter comes to stand in a hex: enemy columns and convoys there are eliminated, an enemy source may be lost for good.

    That no enemy unit is there, and that the counter may come to columns and convoys, was seen to by who offered the hex.
    """
    rules = s.rules
    bit = rules.board.bit[h]
    enemy = 1 - rules.forces.side_of[unit]
    if bit & s.counters[enemy]:
        prey = friends_at(s, enemy, h)
        s.note("overrun", cited, unit=unit, units=tuple(prey), hex=h)
        for u in prey:
            eliminate(s, u, cited)
    put(s, unit, h)
    if rules.source_capture and rules.holds[unit] and bit & rules.sources[enemy] & ~s.captured:
        s.captured |= bit
        s.supply = (None, None)


@clause("COL-QG-4", "COL-RES-7", "COL-CL-25")
def box_of(s: ColonnesState, unit: int) -> int:
    """Where an eliminated counter goes: headquarters come back, columns to their pool, all others are out of the game."""
    rules = s.rules
    if rules.hq >> unit & 1:
        return rules.returning
    return rules.pool if rules.columns >> unit & 1 else rules.gone


@clause("COL-VIC-1", "COL-VIC-2", "COL-VIC-5", "COL-VIC-7", "COL-QG-6")
def eliminate(s: ColonnesState, unit: int, cited: str) -> None:
    """Eliminate a counter, for whatever reason: its steps count, and it keeps no state."""
    rules = s.rules
    german = rules.forces.side_of[unit] == GERMAN
    if not rules.columns >> unit & 1:
        if not german:
            s.allied_steps += steps_left(s, unit)
        elif rules.fights[unit]:
            s.german_steps += steps_left(s, unit)
        else:
            s.german_prizes += 1
    s.note("eliminated", cited, unit=unit)
    put(s, unit, box_of(s, unit))
    s.status[unit] = 0
    s.attackers &= ~(1 << unit)


@clause("COL-UNI-3", "COL-RES-7", "COL-RET-4", "COL-VIC-7")
def lose_step(s: ColonnesState, unit: int, cited: str) -> bool:
    """A unit loses a step, or its last; a column, which has none, is eliminated. True if it lives."""
    if steps_left(s, unit) < 2:
        eliminate(s, unit, cited)
        return False
    s.status[unit] |= REDUCED
    if s.rules.forces.side_of[unit] == GERMAN:
        s.german_steps += 1
    else:
        s.allied_steps += 1
    s.note("loss", cited, unit=unit)
    return True


@clause("COL-CL-7", "COL-CL-24")
def to_pool(s: ColonnesState, column: int) -> None:
    """A column leaves the map."""
    put(s, column, s.rules.pool)
    s.status[column] = 0


def rebuild(s: ColonnesState) -> None:
    """The boards from the units alone, and no caches; supply and command, if nothing is known of them yet."""
    from echelon.systems.colonnes.play.status import find_command, find_supply

    rules = s.rules
    bits, n = rules.board.bit, rules.board.n
    fighters, holders, counters, crowded = [0, 0], [0, 0], [0, 0], [0, 0]
    points: tuple[dict[int, int], dict[int, int]] = ({}, {})
    s.fielded = 0
    for u, h in enumerate(s.pos):
        if h < n:
            side, bit = rules.forces.side_of[u], bits[h]
            s.fielded |= 1 << 8 * u
            crowded[side] |= counters[side] & bit
            counters[side] |= bit
            if rules.holds[u]:
                holders[side] |= bit
            if rules.fights[u]:
                fighters[side] |= bit
            points[side][h] = points[side].get(h, 0) + rules.stack[u]
    full = [sum(bits[h] for h, number in points[side].items() if number >= LIMIT) for side in (ALLIED, GERMAN)]
    s.fighters, s.holders, s.counters = (fighters[0], fighters[1]), (holders[0], holders[1]), (counters[0], counters[1])
    s.crowded, s.full = (crowded[0], crowded[1]), (full[0], full[1])
    s.zones = s.threats = s.supply = (None, None)
    if s.unsupplied == UNKNOWN:
        find_supply(s)
    if s.commanded == UNKNOWN:
        find_command(s)
