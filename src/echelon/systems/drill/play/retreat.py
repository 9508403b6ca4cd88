"""Retreat and advance (chapter 9)."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.systems.drill.frames import VERBS, Advance, Retreat
from echelon.systems.drill.play.places import eliminate, enemy_zone, enter, shake
from echelon.systems.drill.play.victory import destroyed
from echelon.systems.drill.state import BLUE, SHAKEN, DrillState

__all__ = ["apply_advance", "apply_retreat", "begin_retreat", "legal_advance", "legal_retreat", "offer_advance"]

RETREAT, ADVANCE, STAY = (VERBS.code(v) for v in ("retreat", "advance", "stay"))


@clause("DRL-RET-2")
def legal_retreat(s: DrillState, f: Retreat) -> list[int]:
    """Every way back of every unit that still has to go."""
    side, _hex, units, _attackers = f
    rules, pos = s.rules, s.pos
    friends, enemies = (s.blue, s.red) if side == BLUE else (s.red, s.blue)
    zone = enemy_zone(s, side)
    closed = enemies | s.full | (zone | friends) ^ friends
    return [
        RETREAT | u << A_SHIFT | other << B_SHIFT
        for u in bits_of(units)
        for _cost, other, bit in rules.steps[rules.arm[u]][pos[u]]
        if not bit & closed
    ]


@clause("DRL-RET-1", "DRL-RET-3")
def begin_retreat(s: DrillState, side: int, h: int, units: int, attackers: int) -> None:
    """Ask for the next retreat; units that cannot go any more are lost; then the attackers may advance."""
    if units:
        s.frame = frame = Retreat((side, h, units, attackers))
        if legal_retreat(s, frame):
            return
        for u in bits_of(units):
            eliminate(s, u)
    if destroyed(s):
        return
    if attackers:
        offer_advance(s, 1 - side, h, attackers)
    else:
        s.frame = s.stack.pop()


@clause("DRL-RET-1", "DRL-RET-3")
def apply_retreat(s: DrillState, f: Retreat, action: int) -> None:
    """One unit goes back and is Shaken."""
    side, h, units, attackers = f
    unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT
    s.note("retreats", "DRL-RET-1", unit=unit, hex=to)
    if not enter(s, unit, to):
        shake(s, unit)
    begin_retreat(s, side, h, units & ~(1 << unit), attackers)


@clause("DRL-ADV-1", "DRL-ADV-2")
def legal_advance(s: DrillState, f: Advance) -> list[int]:
    """The attackers that may advance, or `stay`."""
    _side, h, attackers = f
    rules, pos, status = s.rules, s.pos, s.status
    bit = rules.board.bit[h]
    actions = []
    if not bit & s.full:
        for u in bits_of(attackers):
            if not status[u] & SHAKEN and (not bit & rules.wood or h in rules.price[rules.arm[u]][pos[u]]):
                actions.append(ADVANCE | u << A_SHIFT)
    actions.append(STAY)
    return actions


@clause("DRL-ADV-1")
def offer_advance(s: DrillState, side: int, h: int, attackers: int) -> None:
    """Ask the attacker, if somebody can advance into the empty hex."""
    s.frame = frame = Advance((side, h, attackers))
    if len(legal_advance(s, frame)) == 1:
        s.frame = s.stack.pop()


@clause("DRL-ADV-1")
def apply_advance(s: DrillState, f: Advance, action: int) -> None:
    """One unit advances, or the rest stay where they are."""
    if action == STAY:
        s.frame = s.stack.pop()
        return
    side, h, attackers = f
    unit = action >> A_SHIFT
    s.note("advances", "DRL-ADV-1", unit=unit, hex=h)
    enter(s, unit, h)
    offer_advance(s, side, h, attackers & ~(1 << unit))
