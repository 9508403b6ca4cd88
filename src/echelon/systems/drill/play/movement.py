"""Movement: pick a unit, then step by step (chapter 5 of the rule book)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.drill.frames import VERBS, Pick, Step
from echelon.systems.drill.play.places import enemy_zone, enter
from echelon.systems.drill.state import BLUE, MOVED, DrillState

__all__ = ["allowance", "apply_pick", "apply_step", "legal_pick", "legal_step", "open_movement"]

TAKE, MOVE, STOP, END = (VERBS.code(v) for v in ("take", "move", "stop", "end"))


def open_movement(side: int) -> Pick:
    """The question that opens a movement step."""
    return Pick((side,))


@clause("DRL-SUP-3")
def allowance(s: DrillState, unit: int) -> int:
    """What a unit may spend this step, in half points; half of it, rounded down to halves, if unsupplied."""
    points = s.rules.allowance[unit]
    return points if s.supplied >> unit & 1 else points >> 1


@clause("DRL-SEQ-2")
def legal_pick(s: DrillState, f: Pick) -> list[int]:
    """Every unit of the side that has not moved, or the end of the step."""
    low, high = s.rules.forces.ranges[f[0]]
    gone, pos, status = s.rules.gone, s.pos, s.status
    actions = [TAKE | u << A_SHIFT for u in range(low, high) if pos[u] != gone and not status[u] & MOVED]
    actions.append(END)
    return actions


def apply_pick(s: DrillState, f: Pick, action: int) -> None:
    """A unit is taken in hand, or the step ends."""
    if action == END:
        s.close()
        return
    unit = action >> A_SHIFT
    s.status[unit] |= MOVED  # picking is a commitment: only undo gives it back
    s.stack.append(f)
    s.frame = Step((f[0], unit, allowance(s, unit)))


@clause("DRL-MOV-1", "DRL-STK-1", "DRL-STK-2", "DRL-ZOC-3")
def legal_step(s: DrillState, f: Step) -> list[int]:
    """The hexes the unit can enter next, and `stop`."""
    side, unit, left = f
    rules = s.rules
    h = s.pos[unit]
    friends, enemies = (s.blue, s.red) if side == BLUE else (s.red, s.blue)
    zone = enemy_zone(s, side)
    closed = enemies | s.full
    if rules.board.bit[h] & zone:
        closed |= (zone | friends) ^ friends
    base = MOVE | unit << A_SHIFT
    actions = [
        base | other << B_SHIFT for cost, other, bit in rules.steps[rules.arm[unit]][h] if cost <= left and not bit & closed
    ]
    actions.append(STOP | unit << A_SHIFT)
    return actions


@clause("DRL-MOV-1", "DRL-ZOC-2", "DRL-SET-2")
def apply_step(s: DrillState, f: Step, action: int) -> None:
    """The unit pays and enters; it goes on unless something stops it."""
    if action & VERB == STOP:
        s.frame = s.stack.pop()
        return
    side, unit, left = f
    rules = s.rules
    h = action >> B_SHIFT & FIELD
    arm = rules.arm[unit]
    left -= rules.price[arm][s.pos[unit]][h]
    s.note("step", unit=unit, hex=h, mf=rules.price[arm][s.pos[unit]][h])
    shaken = enter(s, unit, h)
    if shaken or left < rules.cheapest[arm][h] or rules.board.bit[h] & enemy_zone(s, side):
        if s.log is not None and not shaken and rules.board.bit[h] & enemy_zone(s, side):
            s.note("zone", "DRL-ZOC-2", unit=unit, hex=h)
        s.frame = s.stack.pop()
    else:
        s.frame = Step((side, unit, left))
