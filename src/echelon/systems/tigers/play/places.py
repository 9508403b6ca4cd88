"""Where units stand and in what state: the effects every chapter uses, and the boards kept in step with them."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.tigers.play.loads import is_full
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACHED,
    DISRUPTED,
    ENTRENCHED,
    GERMAN,
    SHIFTED,
    SKIPPED,
    TigersState,
)  # fmt: skip

__all__ = [
    "capture_bridge", "destroy_bridge", "disrupt", "dump_bars", "eliminate", "enter", "forget", "leave_map", "look_for_dump",
    "put", "rebuild", "recover", "refresh", "reveal_dump", "shift",
]  # fmt: skip


def forget(s: TigersState) -> None:
    """Zones and supply are no longer known: something they rest on has changed."""
    s.zones = s.supply = (None, None)
    s.gates = None


def _loosen(s: TigersState, side: int) -> None:
    """What the side's divisions hold is no longer known."""
    s.zones = (None, s.zones[1]) if side == GERMAN else (s.zones[0], None)
    s.banks = None


def refresh(s: TigersState, side: int, h: int) -> None:
    """Bring the boards of one hex in step with a side's units in it."""
    rules = s.rules
    bit = rules.board.bit[h]
    low, high = rules.forces.ranges[side]
    find = s.pos.find
    units = 0
    i = find(h, low, high)
    while i >= 0:
        units |= 1 << i
        i = find(h, i + 1, high)
    occupied, strong, divisions = s.occupied[side], s.strong[side], s.divisions[side]
    occupied = occupied | bit if units else (occupied | bit) ^ bit
    strong = strong | bit if units & rules.strong_units else (strong | bit) ^ bit
    divisions = divisions | bit if units & rules.division else (divisions | bit) ^ bit
    crowded = s.crowded[side]
    crowded = crowded | bit if units & units - 1 else (crowded | bit) ^ bit
    full = s.full[side]
    full = full | bit if crowded & bit and is_full(s, side, h) else (full | bit) ^ bit
    if side == GERMAN:
        s.occupied = (occupied, s.occupied[1])
        s.strong = (strong, s.strong[1])
        s.divisions = (divisions, s.divisions[1])
        s.crowded, s.full = (crowded, s.crowded[1]), (full, s.full[1])
    else:
        s.occupied = (s.occupied[0], occupied)
        s.strong = (s.strong[0], strong)
        s.divisions = (s.divisions[0], divisions)
        s.crowded, s.full = (s.crowded[0], crowded), (s.full[0], full)
    _loosen(s, side)  # a zone rests on its own side's units alone
    s.supply = (None, None)
    s.gates = None


def put(s: TigersState, unit: int, place: int) -> None:
    """Move a counter to a hex or box: the boards follow, nothing else does. Air supply is lost with the hex (TIG-AIR-13)."""
    rules = s.rules
    side = rules.forces.side_of[unit]
    old = s.pos[unit]
    s.pos[unit] = place
    s.marks[unit] &= ~AIRLIFTED
    if old < rules.gone:
        refresh(s, side, old)
    if place < rules.gone:
        refresh(s, side, place)


@clause("TIG-GEN-8", "TIG-ENT-2")
def enter(s: TigersState, unit: int, h: int) -> None:
    """A unit enters a hex by operational move, advance or retreat: control changes, an entrenchment is left behind."""
    put(s, unit, h)
    s.status[unit] &= ~ENTRENCHED
    rules = s.rules
    if rules.factor[unit] >= 1:
        bit = rules.board.bit[h]
        if rules.forces.side_of[unit] == GERMAN:
            s.german |= bit
        elif s.german & bit:
            s.german ^= bit


def leave_map(s: TigersState, unit: int, box: int) -> None:
    """Take a unit off the map into a box; it keeps no status."""
    h = s.pos[unit]
    s.pos[unit] = box
    s.status[unit] = s.marks[unit] = s.spent[unit] = 0
    if h < s.rules.gone:
        refresh(s, s.rules.forces.side_of[unit], h)


@clause("TIG-RNF-1")
def eliminate(s: TigersState, unit: int, cited: str = "") -> None:
    """Eliminate a unit for good. Whoever was attached to Peiper is on its own when Peiper is gone."""
    h = s.pos[unit]
    leave_map(s, unit, s.rules.gone)
    s.attackers &= ~(1 << unit)
    if unit == s.rules.peiper:
        for u in (s.rules.tigers_501, s.rules.skorzeny):
            s.marks[u] &= ~ATTACHED
    s.note("eliminated", cited, unit=unit, hex=h)


def disrupt(s: TigersState, unit: int, cited: str) -> None:
    """A unit becomes Disrupted (if it is not so already)."""
    if not s.status[unit] & DISRUPTED:
        s.status[unit] |= DISRUPTED
        if s.rules.division >> unit & 1:
            _loosen(s, s.rules.forces.side_of[unit])
        if s.rules.sub >> unit & 1:
            s.supply = (None, None)  # the zone of a Disrupted brigade no longer blocks (TIG-ZOC-11)
            s.gates = None
        s.note("disrupted", cited, unit=unit)


def recover(s: TigersState, unit: int, cited: str) -> None:
    """A unit is Disrupted no more."""
    s.status[unit] &= ~DISRUPTED
    if s.rules.division >> unit & 1:
        _loosen(s, s.rules.forces.side_of[unit])
    s.marks[unit] &= ~SKIPPED
    if s.rules.sub >> unit & 1:
        s.supply = (None, None)
        s.gates = None
    s.note("recovered", cited, unit=unit)


# --- bridges ------------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-15")
def destroy_bridge(s: TigersState, side_bit: int, cited: str) -> None:
    """An intact bridge is destroyed: an engineer marker comes back after six turns to the side it belonged to first."""
    s.bridges &= ~side_bit
    s.german_bridges &= ~side_bit
    if s.engineer & side_bit:
        owner = GERMAN if s.german_built & side_bit else ALLIED
        s.engineer &= ~side_bit
        s.german_built &= ~side_bit
        s.returning = (*s.returning, (s.turn + 6, owner))
    forget(s)
    s.note("bridge.destroyed", cited, hexside=side_bit)


@clause("TIG-BRG-19", "TIG-BRG-12")
def capture_bridge(s: TigersState, side_bit: int, side: int) -> None:
    """A bridge that a side's unit crosses is that side's from now on."""
    if s.bridges & side_bit:
        before = s.german_bridges
        s.german_bridges = before | side_bit if side == GERMAN else before & ~side_bit
        if s.german_bridges != before:
            s.note("bridge.captured", "TIG-BRG-19", hexside=side_bit, side=side)


# --- the fuel dump ------------------------------------------------------------------------------------------------------
@clause("TIG-GEN-9", "TIG-FUEL-8")
def dump_bars(s: TigersState, side: int) -> int:
    """The hex a German unit may not enter because a known, Allied dump lies in it without Allied units; 0 if none."""
    if side != GERMAN or not s.dump_known or s.dump_gone or s.dump < 0:
        return 0
    bit = s.rules.board.bit[s.dump]
    return 0 if bit & (s.german | s.strong[ALLIED]) else bit


@clause("TIG-FUEL-8")
def look_for_dump(s: TigersState, h: int) -> bool:
    """A German unit is about to enter a hex where no Allied unit is. True if it finds the hidden dump: it stays where it is.

    A hex of the list that turns out empty is a disclosure, too: undo must not be a way to probe for the dump.
    """
    bit = s.rules.board.bit[h]
    if s.dump_known or s.dump_gone or not bit & s.rules.dump_hexes or bit & s.searched:
        return False
    s.searched |= bit
    if h == s.dump:
        reveal_dump(s)
        return True
    s.reveals += 1
    return False


@clause("TIG-FUEL-8", "TIG-FUEL-9", "TIG-FUEL-10")
def reveal_dump(s: TigersState) -> None:
    """The dump is known to both sides from now on."""
    if not s.dump_known:
        s.dump_known, s.searched = 1, s.rules.dump_hexes
        s.reveals += 1
        s.note("dump.found", "TIG-FUEL-8", hex=s.dump)


def shift(s: TigersState, unit: int) -> None:
    """A unit has advanced or retreated: it cannot entrench in this player-turn (TIG-ENT-6)."""
    s.status[unit] |= SHIFTED


def rebuild(s: TigersState) -> None:
    """The boards from the units alone, and no caches. A hex with a unit of factor 1 or more is its side's (TIG-GEN-8)."""
    rules = s.rules
    bit, gone = rules.board.bit, rules.gone
    occupied, strong, divisions, crowded, full = [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]
    for side in (GERMAN, ALLIED):
        for u in range(*rules.forces.ranges[side]):
            h = s.pos[u]
            if h < gone:
                crowded[side] |= occupied[side] & bit[h]
                occupied[side] |= bit[h]
                if rules.strong_units >> u & 1:
                    strong[side] |= bit[h]
                if rules.division >> u & 1:
                    divisions[side] |= bit[h]
        full[side] = sum(bit[h] for h in rules.board.members(crowded[side]) if is_full(s, side, h))
    s.german = (s.german | strong[GERMAN]) & ~(strong[ALLIED] & ~strong[GERMAN])
    s.occupied, s.strong = (occupied[0], occupied[1]), (strong[0], strong[1])
    s.divisions, s.crowded = (divisions[0], divisions[1]), (crowded[0], crowded[1])
    s.full, s.banks = (full[0], full[1]), None
    forget(s)
