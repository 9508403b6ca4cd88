"""Which steps a unit or a stack may make (chapters 6 and 8), and where it may end its move (TIG-ATK-7, TIG-MOV-16).

A unit alone, away from the enemy, is the usual case and has a loop of its own (`unit_steps`); wherever an enemy division is
near, and for stacks, the rules are applied one after another (`admits`, `can_end`, `can_go_on`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import friends_at, omf
from echelon.systems.tigers.frames import FORD, NORMAL, ROAD_RATE, VERBS
from echelon.systems.tigers.play.places import dump_bars
from echelon.systems.tigers.play.prepared import MECH
from echelon.systems.tigers.play.stacking import full_without
from echelon.systems.tigers.play.zones import division_zone, grip, same_zone, zone_from
from echelon.systems.tigers.state import ATTACHED, FRESH, GERMAN, TigersState

__all__ = [
    "Column", "admits", "can_end", "can_go_on", "closed_to", "column", "column_steps", "enemy_bridge", "entry_may_end",
    "far_steps", "may_end", "may_use_road", "offered", "owed_by", "unit_steps", "whole_move",
]  # fmt: skip

MOVE = VERBS.code("move")
_FORD = FORD << C_SHIFT
ROAD_DIVISIONS = 2  # TIG-ROAD-3
Spent = tuple[int, ...]
Odds = Callable[[TigersState, int, int], bool]


class Column(NamedTuple):
    """Units that move together, with what each may spend, in half points."""

    side: int
    units: tuple[int, ...]
    omf: Spent
    most: Spent  # with the OMB, where it is open to the unit
    road: bool  # all of them may use the road rate
    foot: bool  # all of them are infantry or airborne
    odds: Odds | None = None  # KG Peiper after its battle: whether an attack is allowed decides where it may end (TIG-KGP-6)


def column(s: TigersState, side: int, units: Sequence[int], bonus: int = BONUS, odds: Odds | None = None) -> Column:
    """The units as a column; `bonus` is their OMB."""
    rules = s.rules
    factors = tuple(omf(s, u) for u in units)
    return Column(
        side,
        tuple(units),
        factors,
        tuple(f + bonus for f in factors),
        _all_by_road(s, units),
        all(rules.foot >> u & 1 for u in units),
        odds,
    )


# --- who may use the road rate ----------------------------------------------------------------------------------------
@clause("TIG-ROAD-1", "TIG-ROAD-3", "TIG-ROAD-8")
def may_use_road(s: TigersState, unit: int) -> bool:
    """May the unit move at road rate: mechanized units, and two Allied foot divisions a game-turn?"""
    rules = s.rules
    if rules.mechanized >> unit & 1:
        return True
    if not rules.road_divisions >> unit & 1:
        return False
    return bool(s.road_users >> unit & 1) or s.road_users.bit_count() < ROAD_DIVISIONS


def _all_by_road(s: TigersState, units: Sequence[int]) -> bool:
    """May all of them use it together? Each foot division takes one of the two places."""
    rules, users = s.rules, s.road_users
    for u in units:
        if rules.road_divisions >> u & 1:
            users |= 1 << u
        elif not rules.mechanized >> u & 1:
            return False
    return users == s.road_users or users.bit_count() <= ROAD_DIVISIONS


# --- where a move may end ---------------------------------------------------------------------------------------------
@clause("TIG-ATK-2", "TIG-ATK-7")
def owed_by(s: TigersState, side: int, h: int) -> int:
    """Hexes with an UnDisrupted enemy division that a unit of factor 1 or more would owe an attack, ending its move here."""
    owed = s.rules.board.ring_of[h] & grip(s, 1 - side)[2]
    if owed:
        for bit, hexside in s.rules.river_near[h]:
            if bit & owed and not hexside & s.bridges:
                owed ^= bit
    return owed


@clause("TIG-ATK-7", "TIG-ATK-5", "TIG-MOV-4", "TIG-MOV-15", "TIG-ROAD-2", "TIG-ROAD-7", "TIG-KGP-6")
def may_end(s: TigersState, unit: int, h: int, spent: int, road: bool) -> bool:
    """Could the unit, having moved, stand here: can it attack each division it would owe?"""
    rules = s.rules
    side = rules.forces.side_of[unit]
    if not rules.board.ring_of[h] & s.divisions[1 - side] or not rules.factor[unit]:
        return True
    owed = owed_by(s, side, h)
    if not owed:
        return True
    points = omf(s, unit)
    if road or spent > points or not _attack_left(s, unit, spent, points):
        return False
    if rules.mechanized >> unit & 1 and spent + 2 > points:
        return not any(bit & owed and hexside & rules.river for _, bit, hexside in rules.board.near[h])
    return True


@clause("TIG-KGP-1", "TIG-KGP-10", "TIG-SSR-2", "TIG-SSR-4")
def _attack_left(s: TigersState, unit: int, spent: int, points: int) -> bool:
    """Has KG Peiper, or a unit attached to it, an attack left once it has spent so much? All others have theirs."""
    if unit != s.rules.peiper and not s.marks[unit] & ATTACHED:
        return True
    if s.peiper_attacks < 2:
        return True
    since = s.peiper_since + min(spent, points) - min(s.spent[unit], points)
    return bool(s.ruthless) and since >= 2 and not s.peiper_worse


def can_end(s: TigersState, c: Column, h: int, spent: Spent, road: bool) -> bool:
    """May every unit of the column end its move here? KG Peiper after a battle: only if it could attack alone (TIG-KGP-6)."""
    for u, points in zip(c.units, spent, strict=True):
        if not may_end(s, u, h, points, road):
            return False
    if c.odds is not None:
        owed = owed_by(s, c.side, h)
        return not owed or c.odds(s, owed, sum(1 << u for u in c.units))
    return True


# --- the rules of a step ----------------------------------------------------------------------------------------------
@clause("TIG-GEN-9", "TIG-FUEL-8")
def closed_to(s: TigersState, side: int) -> int:
    """Hexes no unit of the side may enter: an enemy of factor 1 or more, or the known Allied dump for Germans."""
    barred = s.strong[1 - side]
    if side == GERMAN and s.dump_known:
        barred |= dump_bars(s, side)
    return barred


@clause("TIG-BRG-17", "TIG-BRG-19")
def enemy_bridge(s: TigersState, side: int, a: int, hexside: int) -> bool:
    """Is there an intact enemy bridge on the hexside that may be blown when a unit sets out from `a`?"""
    if not hexside & s.bridges or bool(hexside & s.german_bridges) == (side == GERMAN):
        return False
    return not s.rules.board.bit[a] & s.strong[1 - side]


@clause("TIG-MOV-2", "TIG-MOV-6", "TIG-MOV-7", "TIG-MOV-8", "TIG-MOV-9", "TIG-MOV-10", "TIG-ROAD-5", "TIG-ROAD-6")
def _cost(s: TigersState, unit: int, a: int, b: int, rate: int) -> int:
    """What the ground costs a unit, in half points; 0 if it cannot go there at this rate."""
    rules = s.rules
    hexside, river, bridged, unbridged = rules.hops[rules.way[unit]][a][b]
    if river and (rate == FORD or not hexside & s.bridges):
        return 0 if rate == ROAD_RATE else unbridged
    if rate == ROAD_RATE:
        return 1 if hexside & rules.road else 0
    return bridged


@clause(
    "TIG-MOV-5", "TIG-MOV-13", "TIG-ROAD-2", "TIG-ROAD-9", "TIG-ZOC-7", "TIG-ZOC-8", "TIG-ZOC-9", "TIG-ZOC-14", "TIG-ZOC-15"
)
def admits(
    s: TigersState, c: Column, a: int, b: int, rate: int, full: bool, spent: Spent, left: int = 0, first: bool = False
) -> Spent | None:
    """May the column step from `a` to `b`, a hex nobody bars, whatever follows? Then what its units will have spent. `left` is
    the hex that it will have left by then without a friend in it; `first`: the step can be its whole move (TIG-ZOC-10)."""
    rules = s.rules
    enemy = 1 - c.side
    zone, hard, _ready = grip(s, enemy)
    bits = rules.board.bit
    bit = bits[b]
    zoned = bit & zone
    if rate == ROAD_RATE and (zoned or not c.road):
        return None
    most = c.omf if bit & hard else c.most
    more = 2 if full else 0
    after = []
    for u, points, limit in zip(c.units, spent, most, strict=True):
        cost = _cost(s, u, a, b, rate)
        if not cost or points + cost + more > limit:
            return None
        after.append(points + cost + more)
    hexside = rules.hops[0][a][b][0]
    unbridged = hexside & rules.river and not hexside & s.bridges
    alone = not bit & s.strong[c.side] or bit == left  # a friendly unit there lifts the bar (TIG-ZOC-9)
    alone = alone or bool(unbridged and not first)  # who has moved is not helped across an unbridged river (TIG-ZOC-10)
    if alone and (unbridged or (zoned and bits[a] & zone)) and same_zone(s, enemy, a, b, unbridged):
        return None
    return tuple(after)


@clause("TIG-ZOC-9", "TIG-ZOC-10")
def whole_move(s: TigersState, side: int, a: int, b: int) -> bool:
    """Does only a friend in the hex open it, across an unbridged river, to a unit that stays in one enemy unit's zone?

    Such a step is the whole of a move. On dry ground the zone is a division's, which stops the unit anyway.
    """
    hexside = s.rules.hops[0][a][b][0]
    if not hexside & s.rules.river or hexside & s.bridges or not s.rules.board.bit[b] & s.strong[side]:
        return False
    return same_zone(s, 1 - side, a, b, 1)


@clause("TIG-MOV-16", "TIG-ZOC-10")
def offered(s: TigersState, c: Column, a: int, b: int, rate: int, full: bool, spent: Spent) -> bool:
    """Is the step offered: legal, and able to end lawfully, there (where a zone stops it) or farther on?"""
    after = admits(s, c, a, b, rate, full, spent, first=not any(s.marks[u] & FRESH for u in c.units))
    if after is None:
        return False
    if can_end(s, c, b, after, rate == ROAD_RATE):
        return True
    if s.rules.board.bit[b] & division_zone(s, 1 - c.side) or (c.foot and whole_move(s, c.side, a, b)):
        return False
    return can_go_on(s, c, b, after, set())


@clause("TIG-MOV-16", "TIG-ZOC-4")
def can_go_on(s: TigersState, c: Column, h: int, spent: Spent, seen: set[tuple[int, Spent]]) -> bool:
    """Could the column, standing outside enemy zones, reach a hex where it may end? Bridges ahead are taken to hold."""
    barred = closed_to(s, c.side)
    zone = division_zone(s, 1 - c.side)
    left = _left_alone(s, c)
    for b, bit, hexside in s.rules.board.near[h]:
        if bit & barred or hexside & s.closed:
            continue
        full = full_without(s, c.side, b, c.units)
        for rate in (NORMAL, ROAD_RATE):
            after = admits(s, c, h, b, rate, full, spent, left)
            if after is None or (b, after) in seen:
                continue
            if can_end(s, c, b, after, rate == ROAD_RATE):
                return True
            if not bit & zone:
                seen.add((b, after))
                if can_go_on(s, c, b, after, seen):
                    return True
    return False


def _left_alone(s: TigersState, c: Column) -> int:
    """The hex where the column stands now, if no friend of factor 1 or more stays behind in it."""
    rules = s.rules
    h = s.pos[c.units[0]]
    if h >= rules.gone or any(rules.factor[u] for u in friends_at(s, c.side, h) if u not in c.units):
        return 0
    return rules.board.bit[h]


@clause("TIG-MOV-16", "TIG-RNF-17")
def entry_may_end(s: TigersState, unit: int, h: int, spent: int, road: bool) -> bool:
    """May a reinforcement that has just entered the hex end there, or go on to where it may?"""
    if may_end(s, unit, h, spent, road):
        return True
    side = s.rules.forces.side_of[unit]
    if s.rules.board.bit[h] & division_zone(s, 1 - side):
        return False
    return can_go_on(s, column(s, side, (unit,)), h, (spent,), set())


# --- generators -------------------------------------------------------------------------------------------------------
@clause("TIG-MOV-13", "TIG-MOV-11", "TIG-BRG-19")
def column_steps(s: TigersState, c: Column, leader: int, spent: Spent) -> list[int]:
    """Every step the column may make, as actions of its leader."""
    a = s.pos[leader]
    barred = closed_to(s, c.side)
    base = MOVE | leader << A_SHIFT
    if not s.rules.within_two[a] & s.divisions[1 - c.side] and c.odds is None:
        return _far_column_steps(s, c, a, base, spent, barred)
    actions = []
    for b, bit, hexside in s.rules.board.near[a]:
        if bit & barred or hexside & s.closed:
            continue
        full = bool(bit & s.full[c.side])
        ford = c.foot and enemy_bridge(s, c.side, a, hexside)
        for rate in (NORMAL, ROAD_RATE, FORD) if ford else (NORMAL, ROAD_RATE):
            if offered(s, c, a, b, rate, full, spent):
                actions.append(base | b << B_SHIFT | rate << C_SHIFT)
    return actions


@clause("TIG-MOV-13", "TIG-MOV-11", "TIG-BRG-19")
def _far_column_steps(s: TigersState, c: Column, a: int, base: int, spent: Spent, barred: int) -> list[int]:
    """The steps of a column with no enemy division within two hexes: it may end its move wherever it can pay to go."""
    rules, bridges, road = s.rules, s.bridges, s.rules.road
    hops, crammed = rules.hops, s.full[c.side]
    room: dict[int, int] = {}  # by way of paying, what its poorest unit has left
    for u, points, limit in zip(c.units, spent, c.most, strict=True):
        way = rules.way[u]
        room[way] = min(limit - points, room.get(way, limit))
    least = min(room.values())
    actions = []
    for b, bit, hexside in rules.board.near[a]:
        if bit & barred or hexside & s.closed:
            continue
        full = bool(bit & crammed)
        river = hexside & rules.river
        if river and not hexside & bridges:
            if c.foot and offered(s, c, a, b, NORMAL, full, spent):  # a brigade's zone may bar it (TIG-ZOC-14)
                actions.append(base | b << B_SHIFT)
            continue
        more = 2 if full else 0
        if all(hops[way][a][b][2] + more <= left for way, left in room.items()):
            actions.append(base | b << B_SHIFT)
        if c.road and hexside & road and least > more:
            actions.append(base | b << B_SHIFT | ROAD_RATE << C_SHIFT)
        if river and c.foot and enemy_bridge(s, c.side, a, hexside) and offered(s, c, a, b, FORD, full, spent):
            actions.append(base | b << B_SHIFT | FORD << C_SHIFT)
    return actions


@clause("TIG-MOV-3", "TIG-SEQ-8")
def unit_steps(s: TigersState, side: int, unit: int, bonus: int) -> list[int]:
    """Every step a unit alone may make, as actions: what `column_steps` gives, but quickly."""
    a, enemy = s.pos[unit], 1 - side
    if not s.rules.within_two[a] & s.divisions[enemy]:
        return far_steps(s, side, unit, a, bonus)
    points = s.rules.points[s.rules.phase[s.step] | s.short][unit]
    if s.spent[unit] >= points + bonus:
        return []
    return _steps_near_enemy(s, side, unit, points, bonus, closed_to(s, side))


@clause("TIG-MOV-2", "TIG-MOV-3", "TIG-MOV-11", "TIG-ROAD-1", "TIG-ROAD-9", "TIG-BRG-19", "TIG-SEQ-8")
def far_steps(s: TigersState, side: int, unit: int, a: int, bonus: int = BONUS) -> list[int]:
    """The steps of a unit alone with no enemy division within two hexes: no zone stops it, and nothing is owed anywhere."""
    rules = s.rules
    left = rules.points[rules.phase[s.step] | s.short][unit] + bonus - s.spent[unit]
    if left <= 0:
        return []
    barred = s.strong[1 - side]
    if side == GERMAN and s.dump_known:
        barred |= dump_bars(s, side)
    way = rules.way[unit]
    by_road = way == MECH or (bool(rules.road_divisions >> unit & 1) and may_use_road(s, unit))
    ring = rules.board.ring_of[a]
    full = s.full[side] & ring
    base = unit << A_SHIFT
    if full or ring & barred:
        actions = _dry_steps(s, a, way, left, by_road, barred, full, base)
    else:
        steps = rules.open_steps.get((a << 8 | left) << 2 | way << 1 | by_road)
        if steps is None:
            steps = rules.remember_steps(way, by_road, a, left)
        actions = [action | base for action in steps]
    if rules.wet[way][a]:
        _wet_steps(s, side, unit, a, left, by_road, barred, full, actions)
    return actions


@clause("TIG-MOV-8", "TIG-MOV-9", "TIG-BRG-19", "TIG-ZOC-7", "TIG-ZOC-10", "TIG-ZOC-14")
def _wet_steps(
    s: TigersState, side: int, unit: int, a: int, left: int, by_road: bool, barred: int, full: int, actions: list[int]
) -> None:
    """The steps across rivers, for `far_steps`."""
    base = unit << A_SHIFT
    for b, bit, hexside, bridged, unbridged, action, road in s.rules.wet[s.rules.way[unit]][a]:
        if bit & barred or hexside & s.closed:
            continue
        room = left - 2 if bit & full else left
        if hexside & s.bridges:
            if bridged <= room:
                actions.append(action | base)
            if road and by_road and room > 0:
                actions.append(road | base)
            if unbridged and unbridged <= room and enemy_bridge(s, side, a, hexside):
                actions.append(action | base | _FORD)
        elif unbridged and unbridged <= room:
            opened = bit & s.strong[side] and not s.marks[unit] & FRESH  # by a friend, as the whole move (TIG-ZOC-10)
            if opened or not same_zone(s, 1 - side, a, b, 1):  # a brigade's zone, too, counts across an unbridged river
                actions.append(action | base)


def _dry_steps(s: TigersState, a: int, way: int, left: int, by_road: bool, barred: int, full: int, base: int) -> list[int]:
    """The steps of a unit alone that cross no river, where a full hex or enemies are next to it."""
    actions: list[int] = []
    for _b, bit, cost, action, road in s.rules.dry[way][a]:
        if bit & barred:
            continue
        room = left - 2 if bit & full else left
        if cost <= room:
            actions.append(action | base)
        if road and by_road and room > 0:
            actions.append(road | base)
    return actions


@clause("TIG-ZOC-7", "TIG-ZOC-8", "TIG-ZOC-13", "TIG-TGR-7")
def _held_by(s: TigersState, enemy: int, a: int) -> int:
    """The zones of all enemy divisions whose zone covers the hex: no direct step from it into them."""
    rules, pos = s.rules, s.pos
    low, high = rules.forces.ranges[enemy]
    bit = rules.board.bit[a]
    division, pure, divisions = rules.division, rules.pure, s.divisions[enemy]
    found = 0
    for h, hex_bit, _hexside in rules.board.near[a]:
        if hex_bit & divisions:
            u = pos.find(h, low, high)
            while u >= 0:
                if division >> u & 1:
                    zone = zone_from(s, h, pure >> u & 1)
                    if zone & bit:
                        found |= zone
                u = pos.find(h, u + 1, high)
    return found


@clause(
    "TIG-MOV-5", "TIG-MOV-15", "TIG-MOV-16", "TIG-ROAD-2", "TIG-ZOC-9", "TIG-ZOC-10", "TIG-ATK-7", "TIG-BRG-19", "TIG-ZOC-4"
)
def _steps_near_enemy(s: TigersState, side: int, unit: int, points: int, bonus: int, barred: int) -> list[int]:
    """The steps of a unit alone where an enemy division is near."""
    rules = s.rules
    enemy = 1 - side
    a, spent = s.pos[unit], s.spent[unit]
    most = points + bonus
    way = rules.way[unit]
    by_road = way or may_use_road(s, unit)
    zone, hard, ready = grip(s, enemy)
    full, strong = s.full[side], s.strong[side]
    bridges, ring = s.bridges, rules.board.ring_of
    held = _held_by(s, enemy, a) if rules.board.bit[a] & zone else 0
    if not rules.factor[unit]:
        ready = 0
    special = unit == rules.peiper or s.marks[unit] & ATTACHED
    base = unit << A_SHIFT
    actions: list[int] = []
    for b, bit, hexside, river, bridged, unbridged, action, road in rules.around[way][a]:
        if bit & barred:
            continue
        start = spent + 2 if bit & full else spent
        cost, ford, whole = bridged, False, False
        if river:
            if hexside & s.closed:
                continue
            if not hexside & bridges:
                if not unbridged:
                    continue
                if same_zone(s, enemy, a, b, 1):
                    if not bit & strong or s.marks[unit] & FRESH:
                        continue
                    whole = True
                cost, road = unbridged, 0
            elif unbridged:
                ford = enemy_bridge(s, side, a, hexside)
        if bit & held and not bit & strong:
            continue
        owed = ring[b] & ready
        if owed:
            for other, between in rules.river_near[b]:
                if other & owed and not between & bridges:
                    owed ^= other
        # up to what the unit may have spent there, and what it may have spent to end its move there
        limit = most
        if bit & zone:
            road = 0
            if bit & hard:
                limit = points
        last = limit
        if owed:
            last = points - 2 if way and owed & rules.river_bits[b] else points
            if special and not _attack_left(s, unit, start + cost, points):
                last = -1
            if last > limit:
                last = limit
        after = start + cost
        if after <= last or (after <= limit and not whole and _goes_on(s, side, unit, points, bonus, b, after, zone)):
            actions.append(action | base)
        if road and by_road:
            after = start + 1
            if after <= limit and (not owed or _goes_on(s, side, unit, points, bonus, b, after, zone)):
                actions.append(road | base)
        if ford:
            after = start + unbridged
            if after <= last or (after <= limit and _goes_on(s, side, unit, points, bonus, b, after, zone)):
                actions.append(action | base | _FORD)
    return actions


def _goes_on(s: TigersState, side: int, unit: int, points: int, bonus: int, b: int, spent: int, zone: int) -> bool:
    """The unit may not end its move in the hex: is it free to go on to one where it may?"""
    if s.rules.board.bit[b] & zone:
        return False
    return can_go_on(s, column(s, side, (unit,), bonus), b, (spent,), set())
