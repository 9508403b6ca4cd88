"""Chapters 6 and 9: one operational step of a unit or stack, and where a move may end. Movement and KG Peiper ask here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from echelon.core.rulings import Note, Ruling, clause
from echelon.systems.tigers.facts.ground import BONUS, bridged, river_between, step_rows, unbridged
from echelon.systems.tigers.facts.units import is_disrupted, omf, strong_at
from echelon.systems.tigers.frames import FORD, NORMAL, ROAD_RATE
from echelon.systems.tigers.law.stacking import is_full
from echelon.systems.tigers.law.supply import is_supplied
from echelon.systems.tigers.law.units import (
    can_fight,
    dump_bars,
    enemy_of,
    hexside,
    is_division,
    is_foot,
    is_mechanized,
    members,
    ready_divisions_at,
)  # fmt: skip
from echelon.systems.tigers.law.zones import divisions_over, in_division_zone, one_hex_only, zone_costs_bonus, zone_to_zone
from echelon.systems.tigers.state import ALLIED, ATTACHED, ATTACKED, FRESH, GERMAN, TigersState

__all__ = [
    "can_attack_from", "can_still_end", "enemy_bridge", "exit_rulings", "may_end_at", "may_use_road", "no_road_for",
    "over_already", "owed_from", "step_rulings",
]  # fmt: skip

Spent = tuple[int, ...]  # of each member of a stack, in the order of the unit tables
MayStop = Callable[[int, Spent, bool], bool]  # a hex, what was spent on reaching it, and whether the last step was by road


# --- who may use roads ------------------------------------------------------------------------------------------------
@clause("TIG-ROAD-1", "TIG-ROAD-3", "TIG-ROAD-8")
def may_use_road(s: TigersState, unit: int) -> bool:
    """Mechanized units may; of the Allied infantry and airborne divisions any two in a turn; German foot never."""
    return not no_road_for(s, 1 << unit)


@clause("TIG-ROAD-1", "TIG-ROAD-3", "TIG-ROAD-8")
def no_road_for(s: TigersState, units: int) -> list[Ruling]:
    """What keeps a stack from the road rate."""
    foot = [unit for unit in members(units) if not is_mechanized(s, unit)]
    never = [u for u in foot if not (is_foot(s, u) and is_division(s, u) and s.rules.forces.side_of[u] == ALLIED)]
    if never:
        return [Ruling("TIG-ROAD-8", {"case": "road.never", "units": tuple(never)})]
    used = set(members(s.road_users))
    if len(used | set(foot)) > 2 and not set(foot) <= used:
        return [Ruling("TIG-ROAD-3", {"units": tuple(foot), "units_used": tuple(sorted(used))})]
    return []


# --- one step ---------------------------------------------------------------------------------------------------------
def step_rulings(
    s: TigersState,
    side: int,
    leader: int,
    units: int,
    place: int,
    rate: int,
    bonus_open: bool,
    first: bool,
    may_stop: MayStop | None = None,
) -> list[Ruling]:
    """What keeps a stack from going from where its leader stands to a hex at a rate.

    `bonus_open`: may it spend the bonus of TIG-MOV-3? `first`: has no zone stopped it since its move began? A stack that is
    past its first step and stands in a division's zone goes nowhere. `may_stop`: where the move may end, if that is not for
    TIG-ATK-7 alone to say.
    """
    here = s.pos[leader]
    spent = tuple(s.spent[unit] for unit in members(units))
    unmoved = not any(s.marks[unit] & FRESH for unit in members(units))
    rulings = _between(s, side, units, spent, here, place, rate, bonus_open, unmoved)  # an enemy in the hex is told first
    rulings += [] if first else over_already(s, side, here)
    if rulings:
        return rulings
    return cannot_end_after(s, side, units, spent, here, place, rate, bonus_open, may_stop)


def _between(
    s: TigersState, side: int, units: int, spent: Spent, here: int, place: int, rate: int, bonus_open: bool, unmoved: bool
) -> list[Ruling]:
    """What keeps a stack in `here`, having spent so much, from a step; the end of its move is not looked at. `unmoved`: this
    would be the first step of its move."""
    if hexside(s, here, place) is None:
        case = "move.here" if here == place else "move.far"
        return [*occupied(s, side, place), Ruling("TIG-MOV-13", {"case": case, "hex_from": here, "hex": place})]
    return [
        *occupied(s, side, place),
        *blown_in_face(s, here, place),
        *no_ford(s, side, units, here, place, rate),
        *(no_road_for(s, units) if rate == ROAD_RATE else []),
        *road_into_zone(s, side, place, rate),
        *unpaid(s, side, units, spent, here, place, rate, bonus_open),
        *zone_to_zone(s, side, units, here, place, unmoved),
    ]


@clause("TIG-ZOC-10")
def over_already(s: TigersState, side: int, here: int) -> list[Ruling]:
    """Entering a division's zone has ended the move."""
    enemies = divisions_over(s, side, here)
    return [Ruling("TIG-ZOC-10", {"case": "zone.stopped", "hex": here, "units_enemy": tuple(enemies)})] if enemies else []


@clause("TIG-GEN-9", "TIG-GEN-12")
def occupied(s: TigersState, side: int, place: int) -> list[Ruling]:
    """No unit enters a hex with an enemy unit of factor 1 or more, no German that of the lone Allied dump."""
    enemies = strong_at(s, enemy_of(side), place)
    if enemies:
        return [Ruling("TIG-GEN-9", {"hex": place, "units_there": tuple(enemies)})]
    return [Ruling("TIG-GEN-9", {"case": "dump.there", "hex": place})] if dump_bars(s, side, place) else []


@clause("TIG-BRG-19")
def blown_in_face(s: TigersState, here: int, place: int) -> list[Ruling]:
    """The mover does not cross, in this move, where a bridge was blown in its face."""
    between = hexside(s, here, place) or 0
    return [Ruling("TIG-BRG-19", {"case": "bridge.blown", "hex_from": here, "hex": place})] if between & s.closed else []


@clause("TIG-BRG-17", "TIG-BRG-19")
def enemy_bridge(s: TigersState, side: int, here: int, place: int) -> bool:
    """Does an intact bridge that the enemy owns lie between? (No enemy unit can be in either hex of a step.)"""
    between = hexside(s, here, place) or 0
    if not between & s.bridges:
        return False
    german = bool(between & s.german_bridges)
    return german != (side == GERMAN)


@clause("TIG-BRG-19", "TIG-MOV-10")
def no_ford(s: TigersState, side: int, units: int, here: int, place: int, rate: int) -> list[Ruling]:
    """To ford is to decline an enemy bridge; only infantry and airborne can."""
    if rate != FORD:
        return []
    if not enemy_bridge(s, side, here, place):
        return [Ruling("TIG-BRG-19", {"case": "ford.none", "hex_from": here, "hex": place})]
    wheels = tuple(unit for unit in members(units) if not is_foot(s, unit))
    return [Ruling("TIG-MOV-9", {"case": "ford.wheels", "units": wheels, "hex": place})] if wheels else []


@clause("TIG-ROAD-2")
def road_into_zone(s: TigersState, side: int, place: int, rate: int) -> list[Ruling]:
    """A zone that stops movement is not entered at the road rate."""
    enemies = divisions_over(s, side, place) if rate == ROAD_RATE else []
    return [Ruling("TIG-ROAD-2", {"hex": place, "units_enemy": tuple(enemies)}, ("full.rate",))] if enemies else []


# --- what it costs ----------------------------------------------------------------------------------------------------
@clause("TIG-MOV-11", "TIG-MOV-12")
def _rows(s: TigersState, side: int, units: int, unit: int, here: int, place: int, rate: int) -> tuple[Note, ...]:
    """The rows of a step's price for one unit, a full hex included."""
    rows = step_rows(s, unit, here, place, rate)
    return (*rows, Note("TIG-MOV-12", 2)) if is_full(s, side, place, but=units) else rows


@clause("TIG-MOV-13", "TIG-MOV-5", "TIG-MOV-9", "TIG-ROAD-6")
def unpaid(
    s: TigersState, side: int, units: int, spent: Spent, here: int, place: int, rate: int, bonus_open: bool
) -> list[Ruling]:
    """Each member must be able to make the step and to pay for it; the bonus does not lead into a division's zone."""
    rulings = []
    for unit, used in zip(members(units), spent, strict=True):
        rows = _rows(s, side, units, unit, here, place, rate)
        facts = {"unit": unit, "hex_from": here, "hex": place}
        barred = [row for row in rows if row.amount is None]
        if barred:
            if rate != FORD:  # said by `no_ford` already
                rulings += [Ruling(row.clause, facts) for row in barred]
            continue
        rulings += too_dear(s, side, unit, place, used, sum(row.amount for row in rows), bonus_open)
    return rulings


@clause("TIG-MOV-3", "TIG-MOV-5", "TIG-MOV-13", "TIG-KGP-5")
def too_dear(s: TigersState, side: int, unit: int, place: int, used: int, cost: int, bonus_open: bool) -> list[Ruling]:
    """OMF first, then the bonus; a zone that closes the bonus must be paid for out of the OMF."""
    basic = omf(s, unit)
    most = basic + BONUS if bonus_open else basic
    facts = {"unit": unit, "hex": place, "mf": cost, "mf_left": max(0, most - used)}
    if used + cost > most:
        return [Ruling("TIG-MOV-13", {"case": "move.points", **facts})]
    enemies = zone_costs_bonus(s, side, place)
    if enemies and used + cost > basic:
        return [
            Ruling("TIG-MOV-5", {"case": "zone.bonus", **facts, "mf_left": max(0, basic - used), "units_enemy": tuple(enemies)})
        ]
    return []


def _paid(s: TigersState, side: int, units: int, spent: Spent, here: int, place: int, rate: int) -> Spent:
    """What each member has spent after a step that is allowed."""
    return tuple(
        used + sum(row.amount or 0 for row in _rows(s, side, units, unit, here, place, rate))
        for unit, used in zip(members(units), spent, strict=True)
    )


# --- off the map ------------------------------------------------------------------------------------------------------
@clause("TIG-VIC-1", "TIG-VIC-2", "TIG-VIC-7")
def exit_rulings(s: TigersState, side: int, leader: int, units: int, rate: int, bonus_open: bool, first: bool) -> list[Ruling]:
    """What keeps a stack from leaving the map: only supplied Germans do, off the hexes of the victory rules, for 1 MF or 1/2
    by road."""
    rules, here = s.rules, s.pos[leader]
    bit = rules.board.bit[here]
    rulings = [] if first else over_already(s, side, here)
    if side != GERMAN:
        rulings.append(Ruling("TIG-VIC-7", {"case": "exit.allied", "side": side}))
    if not bit & (rules.edges.get("northwest", 0) | rules.edges.get("west-north", 0)):
        rulings.append(Ruling("TIG-VIC-7", {"case": "exit.elsewhere", "hex": here}))
    hungry = tuple(unit for unit in members(units) if not is_supplied(s, unit))
    if hungry:
        rulings.append(Ruling("TIG-VIC-7", {"case": "exit.unsupplied", "units": hungry, "hex": here}))
    if rate == ROAD_RATE:
        if not bit & rules.roads:
            rulings.append(Ruling("TIG-VIC-7", {"case": "exit.road", "hex": here}))
        rulings += no_road_for(s, units)
    cost = 1 if rate == ROAD_RATE else 2
    for unit in members(units):
        left = omf(s, unit) + (BONUS if bonus_open else 0) - s.spent[unit]
        if cost > left:
            rulings.append(Ruling("TIG-MOV-13", {"case": "exit.points", "unit": unit, "mf": cost, "mf_left": max(0, left)}))
    return rulings


# --- where a move may end ---------------------------------------------------------------------------------------------
@clause("TIG-ATK-2", "TIG-ATK-7")
def owed_from(s: TigersState, unit: int, place: int) -> list[int]:
    """The hexes with UnDisrupted enemy divisions that the unit would owe an attack if it ended its move in a hex: adjacent,
    and not across an unbridged river. Forest does not excuse it."""
    enemy = enemy_of(s.rules.forces.side_of[unit])
    return [
        other
        for other, _bit, _between in s.rules.board.near[place]
        if ready_divisions_at(s, enemy, other) and not unbridged(s, place, other)
    ]


@clause("TIG-ATK-5", "TIG-MOV-5", "TIG-MOV-15", "TIG-ROAD-7", "TIG-BRG-14")
def can_attack_from(s: TigersState, unit: int, place: int, spent: int, road: bool, target: int) -> bool:
    """Could the unit attack a hex from another, having spent so much, its last step at road rate or not?"""
    if hexside(s, place, target) is None or is_disrupted(s, unit) or not can_fight(s, unit):
        return False
    if road or spent > omf(s, unit) or not _attack_left(s, unit, spent):
        return False
    if is_foot(s, unit) or not river_between(s, place, target):
        return True
    return bridged(s, place, target) and spent + 2 <= omf(s, unit)


@clause("TIG-SEQ-5", "TIG-KGP-1", "TIG-KGP-10", "TIG-SSR-2", "TIG-SSR-4")
def _attack_left(s: TigersState, unit: int, spent: int) -> bool:
    """One attack a turn; KG Peiper and what is attached to it two, and after Ruthlessness more: each after at least 1 OMF
    spent since the last, until a result worse than D."""
    peiper = s.rules.peiper
    if unit != peiper and not s.marks[unit] & ATTACHED:
        return not s.status[unit] & ATTACKED
    if s.peiper_attacks < 2:
        return True
    since = s.peiper_since + max(0, spent - s.spent[unit])
    return bool(s.ruthless) and not s.peiper_worse and since >= 2


@clause("TIG-ATK-7", "TIG-ATK-6")
def may_end_at(s: TigersState, unit: int, place: int, spent: int, road: bool) -> bool:
    """May the unit, having moved, end in a hex? Only if it could attack each division it owes. Factor 0 owes nothing."""
    if not can_fight(s, unit):
        return True
    return all(can_attack_from(s, unit, place, spent, road, target) for target in owed_from(s, unit, place))


@clause("TIG-ATK-7", "TIG-MOV-13")
def _all_may_end(s: TigersState, units: int, place: int, spent: Spent, road: bool) -> bool:
    """May every member of a stack, having moved, end in a hex?"""
    return all(may_end_at(s, unit, place, used, road) for unit, used in zip(members(units), spent, strict=True))


@clause("TIG-MOV-16")
def can_still_end(
    s: TigersState,
    side: int,
    units: int,
    place: int,
    spent: Spent,
    road: bool,
    bonus_open: bool,
    may_stop: MayStop | None = None,
) -> bool:
    """Can a stack that has come to a hex still end its move lawfully: there, or by going on to some hex where it may stop?
    Bridges ahead are taken to hold."""
    waiting, seen = [(place, spent, road)], {(place, spent, road)}
    while waiting:
        arrival = waiting.pop()
        if may_stop(*arrival) if may_stop else _all_may_end(s, units, *arrival):
            return True
        here, used, _road = arrival
        for further in _onward(s, side, units, here, used, bonus_open):
            if further not in seen:
                seen.add(further)
                waiting.append(further)
    return False


def _onward(
    s: TigersState, side: int, units: int, here: int, spent: Spent, bonus_open: bool
) -> Iterator[tuple[int, Spent, bool]]:
    """Where a stack can go with one more step; nowhere from a zone that stopped it."""
    if in_division_zone(s, side, here):
        return
    for other, _bit, _side in s.rules.board.near[here]:
        for rate in (NORMAL, ROAD_RATE, FORD):
            if not _between(s, side, units, spent, here, other, rate, bonus_open, unmoved=False):
                yield other, _paid(s, side, units, spent, here, other, rate), rate == ROAD_RATE


@clause("TIG-MOV-16", "TIG-ATK-7", "TIG-ZOC-10")
def cannot_end_after(
    s: TigersState,
    side: int,
    units: int,
    spent: Spent,
    here: int,
    place: int,
    rate: int,
    bonus_open: bool,
    may_stop: MayStop | None = None,
) -> list[Ruling]:
    """A step after which the stack could nowhere end its move lawfully is not made."""
    after = _paid(s, side, units, spent, here, place, rate)
    road = rate == ROAD_RATE
    if one_hex_only(s, side, units, here, place):
        ends = may_stop(place, after, road) if may_stop else _all_may_end(s, units, place, after, road)
    else:
        ends = can_still_end(s, side, units, place, after, road, bonus_open, may_stop)
    if ends:
        return []
    owed = sorted({target for unit in members(units) if can_fight(s, unit) for target in owed_from(s, unit, place)})
    return [Ruling("TIG-MOV-16", {"units": tuple(members(units)), "hex": place, "hexes_owed": tuple(owed)})]
