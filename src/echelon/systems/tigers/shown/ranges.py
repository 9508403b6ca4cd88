"""Where a unit could move if it were its side's movement now, and what it could attack then: for ranges and threats.

Whatever the unit has done this turn is forgotten; ground, bridges, fuel and all other units are as they are now. A Disrupted
unit counts as recovered if its step of recovery comes before its next movement. Enemy bridges are taken to hold.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from echelon.systems.tigers.facts.units import friends_at, omf
from echelon.systems.tigers.frames import NORMAL, ROAD_RATE
from echelon.systems.tigers.play.stacking import full_without
from echelon.systems.tigers.play.steps import Column, admits, can_end, closed_to, column, whole_move
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.state import BOMBED, DISRUPTED, GERMAN, TigersState

__all__ = ["Range", "next_movement", "range_of", "ranges"]

_MOVES = ("B2a.move", "C2a.move")  # by side
_AGAIN = ("B2d.move", "C2d.move")
_RECOVERS = ("C2b", "B2b")
FAR = 255


class Range(NamedTuple):
    """Where a unit could end its move: the least half points to each hex, and the least by which it could still attack."""

    start: int
    costs: dict[int, int]
    ready: dict[int, int]  # the hexes from which it could attack, its own included, with the half points spent there


def ranges(s: TigersState, unit: int) -> dict[int, int]:
    """The hexes where a unit could end its move, with the half points it costs."""
    return range_of(next_movement(s, s.rules.forces.side_of[unit]), s, unit).costs


# --- the state in which it would move -----------------------------------------------------------------------------------
def next_movement(s: TigersState, side: int) -> TigersState:
    """The state as it would be if the side moved now: nobody of it has spent anything (TIG-SEQ-3, TIG-FUEL-1)."""
    rules = s.rules
    names = [step.name for step in rules.sequence]
    now = names[s.step] if s.step >= 0 else ""
    t = s.copy()
    if now not in (_MOVES[side], _AGAIN[side]):
        t.step = names.index(_MOVES[side])
        if side == GERMAN and s.turn == 1 and s.step < names.index(_AGAIN[side]):
            t.step = names.index(_AGAIN[side])  # the Germans move in Blitzkrieg only (TIG-SET-11)
        t.road_users = 0
        later = s.turn + (s.step > names.index(_MOVES[GERMAN]))
        on_dump = s.dump_known and not s.dump_gone and bool(s.strong[GERMAN] & rules.board.bit[s.dump])
        t.short = int(side == GERMAN and later >= s.fuel and not on_dump)
    low, high = rules.forces.ranges[side]
    t.spent[low:high] = bytes(high - low)
    t.marks[low:high] = bytes(high - low)
    t.closed = 0
    if side == GERMAN:
        t.peiper_attacks = t.peiper_since = t.peiper_worse = 0
    return t


def recovers(s: TigersState, unit: int) -> bool:
    """Would the Disrupted unit be upright again before its next movement, if nobody attacks it? (TIG-DIS-5, TIG-SUP-5)"""
    side = s.rules.forces.side_of[unit]
    names = [step.name for step in s.rules.sequence]
    n = len(names)

    def ahead(name: str) -> int:
        return (names.index(name) - s.step) % n

    return ahead(_RECOVERS[side]) < ahead(_MOVES[side]) and is_supplied(s, unit) and not s.status[unit] & BOMBED


# --- the search ---------------------------------------------------------------------------------------------------------
def range_of(t: TigersState, s: TigersState, unit: int) -> Range:
    """A unit's range in `t`, the state of `next_movement`; `s` tells whether it is fit to move at all."""
    rules = s.rules
    start = s.pos[unit]
    if start >= rules.gone or unit == rules.vdh or (s.status[unit] & DISRUPTED and not recovers(s, unit)):
        return Range(start, {}, {})
    side = rules.forces.side_of[unit]
    c = column(t, side, (unit,))
    points = omf(t, unit)
    zone, barred = division_zone(t, 1 - side), closed_to(t, side)
    others = [u for u in friends_at(s, side, start) if u != unit and rules.factor[u]]
    left = 0 if others else rules.board.bit[start]
    costs: dict[int, int] = {}
    ready = {start: 0} if rules.factor[unit] else {}
    known = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, a = heappop(queue)
        if spent > known[a]:
            continue
        far = not rules.within_two[a] & t.divisions[1 - side]
        for b, bit, _hexside in rules.board.near[a]:
            if bit & barred or b == start:
                continue
            full = bool(bit & t.crowded[side]) and full_without(t, side, b, (unit,))
            for rate in (NORMAL, ROAD_RATE) if c.road else (NORMAL,):
                after = _far_step(t, c, a, b, rate, full, spent) if far else -1
                if after < 0:
                    step = admits(t, c, a, b, rate, full, (spent,), left, first=a == start)
                    after = step[0] if step else 0
                if not after:
                    continue
                if far or _may_end(t, c, b, after, rate):
                    costs[b] = min(after, costs.get(b, FAR))
                    if rate == NORMAL and after <= points and rules.factor[unit]:
                        ready[b] = min(after, ready.get(b, FAR))
                goes_on = not bit & zone and not (a == start and rate == NORMAL and whole_move(t, side, a, b))
                if goes_on and after < known.get(b, FAR):
                    known[b] = after
                    heappush(queue, (after, b))
    return Range(start, costs, ready)


def _far_step(t: TigersState, c: Column, a: int, b: int, rate: int, full: bool, spent: int) -> int:
    """What a unit has spent after a step with no enemy division within two hexes: 0 if it cannot pay, -1 if a river without a
    bridge wants a closer look (a brigade's zone may bar it, TIG-ZOC-14)."""
    rules = t.rules
    hexside, river, bridged, _unbridged = rules.hops[rules.way[c.units[0]]][a][b]
    if river and not hexside & t.bridges:
        return -1
    if rate == ROAD_RATE and not hexside & rules.road:
        return 0
    after = spent + (1 if rate == ROAD_RATE else bridged) + (2 if full else 0)
    return after if after <= c.most[0] else 0


def _may_end(t: TigersState, c: Column, b: int, spent: int, rate: int) -> bool:
    """May the unit end its move there? A unit that owes an attack it could not make may not (TIG-ATK-7)."""
    return can_end(t, c, b, (spent,), rate == ROAD_RATE)
