"""Movement (chapter 6): who is taken in hand, what a step brings, and when a move is over."""

from __future__ import annotations

from itertools import compress
from typing import Any

from echelon.core.fields import HALVES
from echelon.core.rulings import Note, clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, VERB
from echelon.systems.colonnes.facts.ground import LEAVING, exit_rows, leaving_rows, step_rows, total
from echelon.systems.colonnes.facts.score import exit_points
from echelon.systems.colonnes.facts.units import steps_left
from echelon.systems.colonnes.frames import VERBS, Pick, Step
from echelon.systems.colonnes.play.places import enter, put
from echelon.systems.colonnes.play.steps import legal_step
from echelon.systems.colonnes.play.values import allowance
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import MOVED, ColonnesState

__all__ = ["apply_pick", "apply_step", "legal_pick", "legal_step", "open_movement", "preview_step"]

MOVE, FERRY, EXIT, STOP, END = (VERBS.code(v) for v in ("move", "ferry", "exit", "stop", "end"))
_UNMOVED = bytes(not n & MOVED for n in range(256))


@clause("COL-SEQ-1", "COL-MOV-1")
def open_movement(s: ColonnesState, side: int) -> None:
    """The movement segment."""
    s.frame = Pick((side,))


@clause("COL-MOV-1", "COL-MOV-10", "COL-REN-2")
def legal_pick(s: ColonnesState, f: Pick) -> list[int]:
    """Every counter on the map that has not had its move, and the end of the segment."""
    low, high = s.rules.forces.ranges[f[0]]
    unmoved = int.from_bytes(s.status[low:high].translate(_UNMOVED), "little")
    ready = (s.fielded >> 8 * low & unmoved).to_bytes(high - low, "little")
    actions = list(compress(s.rules.takes[low:high], ready))
    actions.append(END)
    return actions


@clause("COL-MOV-10")
def apply_pick(s: ColonnesState, f: Pick, action: int) -> None:
    """A unit has its move now, or the segment ends."""
    if action == END:
        s.close()
        return
    unit = action >> A_SHIFT
    s.status[unit] |= MOVED
    s.stack.append(f)
    s.frame = Step((f[0], unit, allowance(s, unit), (s.pos[unit],)))


def apply_step(s: ColonnesState, f: Step, action: int) -> None:
    """A step, a ferry crossing, the way off the map, or the end of the move."""
    verb = action & VERB
    if verb == MOVE:
        _apply_move(s, f, action >> B_SHIFT)
        return
    _side, unit, _left, path = f
    s.frame = s.stack.pop()
    if verb == FERRY:
        _cross(s, unit, path[-1], action >> B_SHIFT)
    elif verb == EXIT:
        _leave_map(s, unit)


@clause("COL-MOV-1", "COL-MOV-10", "COL-ZOC-2", "COL-ZOC-3")
def _apply_move(s: ColonnesState, f: Step, b: int) -> None:
    """The unit pays and enters; it goes on unless a zone or an empty purse stops it."""
    side, unit, left, path = f
    rules = s.rules
    bits = rules.board.bit
    enemy_zone = s.zones[1 - side]
    if enemy_zone is None:
        enemy_zone = zone(s, 1 - side)
    a = s.pos[unit]
    left -= rules.costs[rules.way[unit]][a][b]
    if bits[a] & enemy_zone:
        left -= LEAVING
    bit = bits[b]
    if bit & s.counters[1 - side] or rules.source_capture:
        enter(s, unit, b)
    else:
        put(s, unit, b)
    path = (*path, b)
    if left > 0 and not bit & enemy_zone:
        s.frame = Step((side, unit, left, path))
        return
    s.frame = s.stack.pop()


@clause("COL-MOV-2", "COL-MOV-11")
def _cross(s: ColonnesState, unit: int, a: int, b: int) -> None:
    """A ferry crossing, the whole move of a unit."""
    rules = s.rules
    hexside = rules.board.side(a, b)
    carried = dict(s.ferried)
    carried[hexside] = carried.get(hexside, 0) + rules.stack[unit]
    s.ferried = tuple(sorted(carried.items()))
    enter(s, unit, b)
    s.note("ferry", "COL-MOV-2", unit=unit, hex=b)


@clause("COL-MOV-4", "COL-VIC-1", "COL-VIC-7")
def _leave_map(s: ColonnesState, unit: int) -> None:
    """A unit has left the map for good."""
    number = exit_points(s, unit, steps_left(s, unit))
    s.exit_points += number
    put(s, unit, s.rules.exited)
    s.note("exit", "COL-MOV-4", unit=unit, number=number)


# --- previews -----------------------------------------------------------------------------------------------------------
def preview_step(s: ColonnesState, f: Step, action: int) -> dict[str, Any]:
    """What a step costs, row by row, and what is left after it, in points."""
    _side, unit, left, _path = f
    rules = s.rules
    verb, here = action & VERB, s.pos[unit]
    points = HALVES.dump
    if verb == FERRY:
        return {"cost": 0, "rows": {"COL-MOV-2": 0}, "left": 0}
    rows: tuple[Note, ...] = ()
    if verb == EXIT and rules.board.bit[here] & rules.exits:
        rows = exit_rows(rules, unit)
    elif verb == MOVE and action >> B_SHIFT in rules.costs[rules.way[unit]][here]:
        rows = step_rows(rules, unit, here, action >> B_SHIFT)
    if not rows:
        return {}
    rows += leaving_rows(bool(rules.board.bit[here] & zone(s, 1 - rules.forces.side_of[unit])))
    cost = total(rows) or 0
    found = {
        "cost": points(rules, cost),
        "rows": {row.clause: points(rules, row.amount) for row in rows},
        "left": points(rules, max(left - cost, 0)),
    }
    return {**found, "number": exit_points(s, unit, steps_left(s, unit))} if verb == EXIT else found
