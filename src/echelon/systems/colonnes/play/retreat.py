"""Hold or retreat (chapters 8.3 and 8.5)."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.systems.colonnes.facts.units import friends_at, steps_left
from echelon.systems.colonnes.frames import VERBS, Hold, Retreat
from echelon.systems.colonnes.play.losses import open_losses
from echelon.systems.colonnes.play.places import eliminate, enter, lose_step
from echelon.systems.colonnes.play.sequel import after_fighting
from echelon.systems.colonnes.play.stacking import has_room
from echelon.systems.colonnes.play.supply import supplied_without
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["apply_hold", "apply_retreat", "legal_hold", "legal_retreat", "may_hold", "open_hold", "open_retreat", "ways_out"]

HOLD, YIELD, RETREAT = (VERBS.code(v) for v in ("hold", "yield", "retreat"))


# --- holding --------------------------------------------------------------------------------------------------------------
@clause("COL-RES-4", "COL-RES-8")
def may_hold(s: ColonnesState, side: int) -> bool:
    """Have the combat units more steps together than the stack would have to retreat hexes?"""
    fights = s.rules.fights
    return s.rules.hold and sum(steps_left(s, u) for u in friends_at(s, side, s.target) if fights[u]) > s.distance


@clause("COL-RES-4")
def open_hold(s: ColonnesState, side: int) -> None:
    """The defenders have to retreat: those who can pay for it are asked whether they hold."""
    if not s.counters[side] & s.rules.board.bit[s.target]:
        after_fighting(s)
    elif may_hold(s, side):
        s.frame = Hold((side,))
    else:
        open_retreat(s, side)


@clause("COL-RES-4", "COL-RES-8")
def legal_hold(s: ColonnesState, f: Hold) -> list[int]:
    """Hold or retreat."""
    return [HOLD, YIELD] if may_hold(s, f[0]) else [YIELD]


@clause("COL-RES-4")
def apply_hold(s: ColonnesState, f: Hold, action: int) -> None:
    """A step for each hex of retreat, or the retreat."""
    if action == HOLD:
        s.note("hold", "COL-RES-4", side=f[0], hex=s.target)
        open_losses(s, f[0], s.distance, 1)
    else:
        open_retreat(s, f[0])


# --- retreat --------------------------------------------------------------------------------------------------------------
@clause("COL-RET-1", "COL-RET-2", "COL-RET-5", "COL-ZOC-5", "COL-TER-4", "COL-MOV-8")
def ways_out(s: ColonnesState, unit: int, gone: int) -> tuple[int, bool]:
    """The hexes a retreating unit may go to next, and whether it would be unsupplied in them: one farther from the attacked
    hex, no enemy counter there, no enemy zone without a friendly unit; those with supply, if there are any."""
    rules = s.rules
    board = rules.board
    side = rules.forces.side_of[unit]
    barred = s.counters[1 - side] | zone(s, 1 - side) & ~s.holders[side]
    hexes = 0
    for h in board.members(rules.enterable[rules.way[unit]][s.pos[unit]] & ~barred):
        if board.distance(h, s.target) == gone + 1:
            hexes |= board.bit[h]
    if not hexes:
        return 0, False
    supplied = hexes & supplied_without(s, unit)
    return (supplied, False) if supplied else (hexes, True)


@clause("COL-RES-5", "COL-RET-1")
def open_retreat(s: ColonnesState, side: int) -> None:
    """Everything in the attacked hex retreats."""
    _next(s, side, sum(1 << u for u in friends_at(s, side, s.target)))


@clause("COL-RET-1", "COL-RET-5", "COL-RET-8")
def _next(s: ColonnesState, side: int, units: int) -> None:
    """Who waits may go, one after another; when nobody can, all who are left pay for every hex, and stay if they live."""
    if any(ways_out(s, u, 0)[0] for u in bits_of(units)):
        s.frame = Retreat((side, units, -1, 0, 0))
        return
    for u in bits_of(units):
        s.note("retreat.stuck", "COL-RET-8", unit=u, hex=s.target)
        _pay(s, u, s.distance)
    after_fighting(s)


def _pay(s: ColonnesState, unit: int, steps: int) -> bool:
    """A unit loses steps for hexes it could not go. True if it lives."""
    return all(lose_step(s, unit, "COL-RET-1") for _ in range(steps))


@clause("COL-RET-1", "COL-RET-2", "COL-RET-5", "COL-RET-6")
def legal_retreat(s: ColonnesState, f: Retreat) -> list[int]:
    """Every hex of the unit under way, or of all who wait."""
    _side, units, unit, gone, _paid = f
    members = s.rules.board.members
    actions = []
    for u in bits_of(units) if unit < 0 else (unit,):
        base = RETREAT | u << A_SHIFT
        actions += [base | h << B_SHIFT for h in members(ways_out(s, u, gone)[0])]
    return actions


@clause("COL-RET-1", "COL-RET-2", "COL-RET-3", "COL-RET-6", "COL-RET-7", "COL-RET-9")
def apply_retreat(s: ColonnesState, f: Retreat, action: int) -> None:
    """A unit goes one hex; it is done when it has gone far enough and has room, or cannot go on."""
    side, units, _unit, gone, paid = f
    unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
    units &= ~(1 << unit)
    if not paid and not s.unsupplied >> unit & 1 and ways_out(s, unit, gone)[1]:
        s.note("retreat.unsupplied", "COL-RET-2", unit=unit, hex=h)
        if not lose_step(s, unit, "COL-RET-2"):
            _next(s, side, units)
            return
        paid = 1
    enter(s, unit, h)
    gone += 1
    s.note("retreat", "COL-RET-1", unit=unit, hex=h)
    room = has_room(s, unit, h)
    if gone < s.distance or not room:
        if ways_out(s, unit, gone)[0]:
            s.frame = Retreat((side, units, unit, gone, paid))
            return
        s.note("retreat.stuck", "COL-RET-9", unit=unit, hex=h)
        if room:
            _pay(s, unit, s.distance - gone)
        else:
            eliminate(s, unit, "COL-RET-3")
    _next(s, side, units)
