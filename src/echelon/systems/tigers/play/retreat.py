"""Retreat (chapter 13): the distance named, required retreats, voluntary ones, and bridges blown behind a beaten attack."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.mechanics.routes import cheapest, preferred, routes
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.frames import VERBS, Blow, Distance, Route, Withdraw
from echelon.systems.tigers.play.advance import begin_advance
from echelon.systems.tigers.play.aftermath import D1, D2, D3, D_AE, DASH, DD, FORCED, end_battle, set_target, target_hexes
from echelon.systems.tigers.play.places import (
    capture_bridge,
    destroy_bridge,
    disrupt,
    dump_bars,
    eliminate,
    enter,
    look_for_dump,
    shift,
)
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.play.zones import ready_zone
from echelon.systems.tigers.state import GERMAN, OPEN, TigersState

__all__ = [
    "apply_blow", "apply_distance", "apply_route", "apply_withdraw", "begin_blow", "begin_distance", "forced_off",
    "legal_blow", "legal_distance", "legal_route", "legal_withdraw", "routes_of",
]  # fmt: skip

DISTANCE, RETREAT, WITHDRAW, BLOW, SPARE, FINISH = (
    VERBS.code(v) for v in ("distance", "retreat", "withdraw", "blow", "spare", "finish")
)
FARTHEST = 3  # hexes, required and voluntary together (TIG-RES-4)
_WORSE = 64  # weighs more than the grades of three steps (TIG-RET-8)
Steps = Callable[[int, int], list[tuple[int, int]]]


# --- how far ------------------------------------------------------------------------------------------------------------
@clause("TIG-RES-3", "TIG-RES-9", "TIG-RES-10")
def begin_distance(s: TigersState, side: int) -> None:
    """The attacker names a distance for each hex that needs one, lowest first; then the defenders go."""
    for h, _defence, _stand, distance, _fate in s.targets:
        if distance < 0:
            s.frame = Distance((side, h))
            return
    units = 0
    driven = {row[0] for row in s.targets if row[3] > 0}
    if driven:
        for u in bits_of(s.defenders):
            if s.pos[u] in driven:
                units |= 1 << u
    _next_route(s, 1 - side, units)


@clause("TIG-RES-2", "TIG-RES-3")
def legal_distance(s: TigersState, f: Distance) -> list[int]:
    """From 0 to the number of the result; a DD drives like a D3."""
    most = min(s.rolled, D3) - D1 + 1
    named = DISTANCE | f[1] << A_SHIFT
    return [named | n << B_SHIFT for n in range(most + 1)]


def apply_distance(s: TigersState, f: Distance, action: int) -> None:
    """The distance is named."""
    side, h = f
    steps = action >> B_SHIFT
    set_target(s, h, distance=steps)
    s.note(("distance.none", "distance.one", "distance")[min(steps, 2)], "TIG-RES-3", side=side, hex=h, steps=steps)
    begin_distance(s, side)


# --- where to -----------------------------------------------------------------------------------------------------------
@clause("TIG-RET-1", "TIG-RET-4", "TIG-RET-7", "TIG-GEN-9")
def _ground(s: TigersState, side: int) -> int:
    """The hexes a side's units may retreat into."""
    enemy = 1 - side
    pending = 0
    for hexes, _units, state in s.battles:
        if state == OPEN:
            pending |= hexes
    zone = ready_zone(s, enemy)
    friends = s.strong[side]
    shut = s.strong[enemy] | target_hexes(s) | dump_bars(s, side) | pending & s.occupied[side] | (zone | friends) ^ friends
    everywhere: int = s.rules.board.all
    return (everywhere | shut) ^ shut


@clause("TIG-RET-2", "TIG-RET-3", "TIG-RET-7", "TIG-RET-8", "TIG-RET-9")
def _steps(s: TigersState, unit: int, start: int, rolled: int, ground: int) -> Steps:
    """The steps a retreating unit may take, each with what it costs: a step not away from every attacker weighs most, then the
    grade of the ground."""
    rules = s.rules
    near, far, forest, venn = rules.board.near, rules.far, rules.forest, rules.venn
    attackers = [far[h] for h in rules.board.members(s.attack_from)]
    away = far[start]
    fords = rules.river & ~s.bridges
    barred = fords if rolled in (D3, DD) or not rules.foot >> unit & 1 else 0
    roads = rules.road & ~fords

    def steps(here: int, n: int) -> list[tuple[int, int]]:
        found = []
        for there, bit, hexside in near[here]:
            if bit & ground and away[there] == n and not hexside & barred:
                cost = 0 if hexside & roads else 3 if bit & venn else 2 if bit & forest else 1
                for far_from in attackers:
                    gained = far_from[there] - far_from[here]
                    if gained < 0:
                        break
                    if not gained and cost < _WORSE:
                        cost += _WORSE
                else:
                    found.append((there, cost))
        return found

    return steps


@clause("TIG-RET-5", "TIG-RET-8", "TIG-RET-13", "TIG-NRT-4")
def routes_of(s: TigersState, unit: int, k: int, rolled: int) -> list[tuple[int, ...]]:
    """The routes of k hexes among which the defender chooses, the start included; none if the unit cannot retreat so far."""
    return _routes(s, unit, k, rolled, _ground(s, s.rules.forces.side_of[unit]))


def _routes(s: TigersState, unit: int, k: int, rolled: int, ground: int) -> list[tuple[int, ...]]:
    start = s.pos[unit]
    best = cheapest(routes(start, k, _steps(s, unit, start, rolled, ground)))
    if len(best) < 2 or "supplied" in s.rules.assume:
        return best
    supplied, bit = supplied_hexes(s, s.rules.forces.side_of[unit]), s.rules.board.bit
    return preferred(best, lambda path: bool(bit[path[-1]] & supplied))


@clause("TIG-NRT-4", "TIG-NRT-5", "TIG-RET-7")
def forced_off(s: TigersState, unit: int, k: int, rolled: int) -> bool:
    """Does a unit without a route of k hexes have a way off the map, over the edge with its last step?"""
    start, far = s.pos[unit], s.rules.far
    ground = _ground(s, s.rules.forces.side_of[unit])
    steps = _steps(s, unit, start, rolled, ground)
    if routes(start, k, steps):
        return False
    attackers = s.rules.board.members(s.attack_from)
    return any(
        away[start] > n and all(away[h] >= far[h][path[-1]] for h in attackers)
        for n in range(k)
        for path, _cost in routes(start, n, steps)
        for away in s.rules.beyond[path[-1]]
    )


# --- required retreats --------------------------------------------------------------------------------------------------
def _named(s: TigersState, unit: int) -> int:
    """The distance named for the hex a unit still stands in."""
    h = s.pos[unit]
    return next(row[3] for row in s.targets if row[0] == h)


@clause("TIG-RET-8", "TIG-RET-12")
def legal_route(s: TigersState, f: Route) -> list[int]:
    """The next hexes of the routes kept, for the unit under way or for each that waits."""
    side, units, unit, path = f
    ground = _ground(s, side)
    actions = []
    for u in bits_of(units) if unit < 0 else (unit,):
        n = max(len(path), 1)
        nexts = {r[n] for r in _routes(s, u, _named(s, u), s.rolled, ground) if r[: len(path)] == path}
        actions += [RETREAT | u << A_SHIFT | h << B_SHIFT for h in sorted(nexts)]
    return actions


def apply_route(s: TigersState, f: Route, action: int) -> None:
    """A route grows by a hex; when it is complete the unit goes."""
    side, units, unit, path = f
    if unit < 0:
        unit = action >> A_SHIFT & FIELD
        path = (s.pos[unit],)
    path = (*path, action >> B_SHIFT)
    if len(path) <= _named(s, unit):
        s.frame = Route((side, units, unit, path))
    elif side == GERMAN and any(look_for_dump(s, h) for h in path[1:]):
        _next_route(s, side, units)  # TIG-FUEL-8: another route is chosen
    else:
        s.retreats = (*s.retreats, (unit, path[0], len(path) - 1))
        for here, there in pairwise(path):
            _retreat_step(s, unit, path[0], here, there)
        shift(s, unit)
        _next_route(s, side, units & ~(1 << unit))


@clause("TIG-RET-6", "TIG-RET-10", "TIG-GEN-8", "TIG-BRG-19")
def _retreat_step(s: TigersState, unit: int, start: int, here: int, there: int) -> None:
    """One hex of a retreat. Whoever stands where the unit passed through becomes Disrupted."""
    side = s.rules.forces.side_of[unit]
    if here != start:
        for u in friends_at(s, side, here):
            if u not in (unit, s.rules.vdh):
                disrupt(s, u, "TIG-RET-6")
    enter(s, unit, there)
    capture_bridge(s, s.rules.board.side(here, there), side)
    s.note("retreats", "TIG-RET-8", unit=unit, hex=there)


@clause("TIG-RET-12", "TIG-NRT-1", "TIG-NRT-4", "TIG-NRT-5")
def _next_route(s: TigersState, side: int, units: int) -> None:
    """Ask for the next retreat. When nobody who waits has a route, whoever has a way off the map is lost; the others stay on a
    D1 and are eliminated otherwise."""
    if units:
        ground = _ground(s, side)
        for u in bits_of(units):
            if _routes(s, u, _named(s, u), s.rolled, ground):
                s.frame = Route((side, units, -1, ()))
                return
        for u in bits_of(units):
            if forced_off(s, u, _named(s, u), s.rolled):
                eliminate(s, u, "TIG-NRT-4")
            elif s.rolled == D1:
                s.note("stays", "TIG-NRT-5", unit=u)
            else:
                eliminate(s, u, "TIG-NRT-5")
    _begin_withdraw(s, side)


# --- voluntary retreats -------------------------------------------------------------------------------------------------
@clause("TIG-RES-4", "TIG-RES-6", "TIG-RES-7", "TIG-SET-8", "TIG-NRT-3", "TIG-SEQ-14")
def _begin_withdraw(s: TigersState, side: int) -> None:
    """On D, D1, D2 and D/AE the defender may go farther, not from hexes under No Retreat! and U.S. units not on turn 1."""
    units = 0
    if D_AE <= s.rolled <= D2:
        free = s.defenders & ~s.rules.us if s.turn == 1 else s.defenders
        standing = {row[0] for row in s.targets if row[2]}
        for u in bits_of(free):
            if s.pos[u] < s.rules.gone and s.pos[u] not in standing:
                units |= 1 << u
    _next_withdraw(s, side, units)


def _next_withdraw(s: TigersState, side: int, units: int) -> None:
    """Ask for the next voluntary step if there is one."""
    if units:
        s.frame = frame = Withdraw((side, units))
        if len(legal_withdraw(s, frame)) > 1:
            return
    begin_blow(s, 1 - side)


@clause("TIG-RES-4", "TIG-RET-7", "TIG-RET-11", "TIG-RET-14")
def legal_withdraw(s: TigersState, f: Withdraw) -> list[int]:
    """Every further step of every unit that may go, or `finish`."""
    side, units = f
    ground = _ground(s, side)
    gone = {u: (start, steps) for u, start, steps in s.retreats}
    actions = []
    for u in bits_of(units):
        here = s.pos[u]
        start, steps = gone.get(u, (here, 0))
        if steps < FARTHEST:
            hexes = [h for h, _cost in _steps(s, u, start, s.rolled, ground)(here, steps + 1)]
            actions += [WITHDRAW | u << A_SHIFT | h << B_SHIFT for h in sorted(hexes)]
    actions.append(FINISH)
    return actions


@clause("TIG-RES-4", "TIG-RET-6", "TIG-RET-11", "TIG-FUEL-8")
def apply_withdraw(s: TigersState, f: Withdraw, action: int) -> None:
    """A unit goes a hex farther than it must, or the defender has gone far enough."""
    side, units = f
    if action == FINISH:
        begin_blow(s, 1 - side)
        return
    unit, there = action >> A_SHIFT & FIELD, action >> B_SHIFT
    here = s.pos[unit]
    if side != GERMAN or not look_for_dump(s, there):
        row = next((row for row in s.retreats if row[0] == unit), (unit, here, 0))
        longer = (unit, row[1], row[2] + 1)
        s.retreats = tuple(longer if r is row else r for r in s.retreats) if row[2] else (*s.retreats, longer)
        _retreat_step(s, unit, row[1], here, there)
        shift(s, unit)
    _next_withdraw(s, side, units)


# --- bridges ------------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-16", "TIG-BRG-18", "TIG-GEN-10")
def begin_blow(s: TigersState, side: int) -> None:
    """After a result worse than D the defender may destroy the attacker's bridges he was attacked over; then, or after any
    other result at once, the attackers may advance."""
    if not DASH <= s.rolled <= D_AE:
        begin_advance(s, side)
        return
    rules = s.rules
    own = s.german_bridges if side == GERMAN else (s.bridges | s.german_bridges) ^ s.german_bridges
    attacked, sides = target_hexes(s), 0
    for h in rules.board.members(s.attack_from):
        for _there, bit, hexside in rules.board.near[h]:
            if bit & attacked and hexside & own:
                sides |= hexside
    if sides:
        s.frame = Blow((1 - side, sides))
    else:
        _beaten_off(s, side)


@clause("TIG-ADV-14", "TIG-SKZ-3")
def _beaten_off(s: TigersState, side: int) -> None:
    """After a result worse than D nobody advances; but a `-` Disrupts nobody, and Skorzeny's hex may stand empty."""
    if s.rolled == DASH and any(row[4] == FORCED for row in s.targets):
        begin_advance(s, side)
    else:
        end_battle(s)


def legal_blow(s: TigersState, f: Blow) -> list[int]:
    """Each of the bridges, or `spare`."""
    sides = f[1]
    actions = [BLOW | i << A_SHIFT for i, hexside in enumerate(s.rules.hexsides) if hexside & sides]
    actions.append(SPARE)
    return actions


@clause("TIG-BRG-16", "TIG-BRG-18")
def apply_blow(s: TigersState, f: Blow, action: int) -> None:
    """A bridge is destroyed, or the rest are spared."""
    side, sides = f
    if action != SPARE:
        hexside = s.rules.hexsides[action >> A_SHIFT]
        destroy_bridge(s, hexside, "TIG-BRG-16")
        sides ^= hexside
        if sides:
            s.frame = Blow((side, sides))
            return
    _beaten_off(s, 1 - side)
