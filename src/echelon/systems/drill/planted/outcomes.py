"""Wrong effects: a mark not set, a set not kept in step, something forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.proof.planting import Function
from echelon.core.verbs import A_SHIFT, VERB
from echelon.systems.drill.frames import VERBS, Retreat
from echelon.systems.drill.play import movement, places, retreat
from echelon.systems.drill.state import BLUE, FOUGHT, FRESH, MOVED, SHAKEN, DrillState

STOP, FIGHT = (VERBS.code(v) for v in ("stop", "fight"))


Change = Callable[[DrillState, DrillState, tuple[Any, ...]], None]  # the state, as it was before, what the effect was given


def then(change: Change) -> Callable[[Function], Function]:
    """The right effect, then something more."""

    def make(right: Function) -> Function:
        def wrong(s: DrillState, *rest: Any) -> Any:
            was = s.copy()
            result = right(s, *rest)
            change(s, was, rest)
            return result

        return wrong

    return make


def walks_on(right: Function) -> Function:
    """The step does not see enemy zones, so nobody stops in them."""

    def wrong(s: DrillState, f: Any, action: int) -> None:
        s.blue_zone = s.red_zone = 0
        right(s, f, action)
        s.blue_zone = s.red_zone = None

    return wrong


def says_no(right: Function) -> Function:
    """Enters rightly, but does not tell that the mine was there."""

    def wrong(s: DrillState, unit: int, h: int) -> bool:
        right(s, unit, h)
        return False

    return wrong


def mine_for_all(right: Function) -> Function:
    """Red runs into his own mine."""

    def wrong(s: DrillState, unit: int, h: int) -> bool:
        hit = h == s.mine
        found = right(s, unit, h)
        if hit and s.mine == h:
            places.shake(s, unit)
        return bool(found)

    return wrong


def quiet_entry(s: DrillState, was: DrillState, rest: Any) -> None:
    """A listed hex without a mine discloses nothing: undo would then find the mine for free."""
    if s.mine == was.mine:
        s.reveals = was.reveals


def towns_kept(s: DrillState, was: DrillState, rest: Any) -> None:
    """Towns keep their owner."""
    s.blue_towns = was.blue_towns


def no_dice_counted(s: DrillState, was: DrillState, rest: Any) -> None:
    """The die is not counted, so that undo would reach behind it."""
    s.rolls = was.rolls


def zones_kept(s: DrillState, was: DrillState, rest: Any) -> None:
    """The caches of the zones are not forgotten."""
    s.blue_zone, s.red_zone = was.blue_zone, was.red_zone


def unfresh(s: DrillState, was: DrillState, rest: Any) -> None:
    """Nobody is marked as Shaken in this player-turn."""
    for u, flags in enumerate(s.status):
        s.status[u] = flags & ~FRESH


def fresh_of_others_kept(s: DrillState, was: DrillState, rest: Any) -> None:
    """Only the side whose turn ends loses the mark, so the others do not recover in their own turn."""
    (side,) = rest
    for u, flags in enumerate(was.status):
        if s.rules.forces.side_of[u] != side and s.pos[u] != s.rules.gone:
            s.status[u] |= flags & FRESH


def everybody_recovers(right: Function) -> Function:
    """All Shaken units become fit."""

    def wrong(s: DrillState, side: int) -> None:
        right(s, side)
        s.status[:] = bytes(flags & ~SHAKEN for flags in s.status)

    return wrong


def fresh_recover(right: Function) -> Function:
    """Those Shaken in this player-turn recover too."""

    def wrong(s: DrillState, side: int) -> None:
        s.status[:] = bytes(flags & ~FRESH for flags in s.status)
        right(s, side)

    return wrong


def may_move_again(right: Function) -> Function:
    """Who stops without a step may be picked again: random play would never end."""

    def wrong(s: DrillState, f: Any, action: int) -> None:
        if action & VERB == STOP and f.left == movement.allowance(s, f.unit):
            s.status[f.unit] &= ~MOVED
        right(s, f, action)

    return wrong


def attacks_again(right: Function) -> Function:
    """A unit that joins is not marked as having attacked."""

    def wrong(s: DrillState, f: Any, action: int) -> None:
        right(s, f, action)
        if action & VERB != FIGHT:
            s.status[action >> A_SHIFT] &= ~FOUGHT

    return wrong


def old_hex_kept(right: Function) -> Function:
    """The board of the side is not cleared where its last unit left."""

    def wrong(s: DrillState, side: int, h: int) -> None:
        kept = s.blue if side == BLUE else s.red
        right(s, side, h)
        if side == BLUE:
            s.blue |= kept
        else:
            s.red |= kept

    return wrong


def full_for_ever(right: Function) -> Function:
    """A hex that was full once stays full."""

    def wrong(s: DrillState, side: int, h: int) -> None:
        full = s.full
        right(s, side, h)
        s.full |= full

    return wrong


def status_kept(right: Function) -> Function:
    """An eliminated unit keeps its status."""

    def wrong(s: DrillState, unit: int) -> None:
        status = s.status[unit]
        right(s, unit)
        s.status[unit] = status

    return wrong


def one_at_a_time(right: Function) -> Function:
    """Retreat: the first unit without a way is lost at once, although a friend could still go."""

    def wrong(s: DrillState, side: int, h: int, units: int, attackers: int) -> None:
        for u in bits_of(units):
            frame = Retreat((side, h, 1 << u, attackers))
            if units != 1 << u and not retreat.legal_retreat(s, frame):
                places.eliminate(s, u)
                units &= ~(1 << u)
        right(s, side, h, units, attackers)

    return wrong


def both_marked(right: Function) -> Function:
    """Supply is found for both sides in every supply step."""

    def wrong(s: DrillState, side: int) -> None:
        right(s, side)
        right(s, 1 - side)

    return wrong
