"""Chapter 13: how far, and by which routes, defenders retreat; what they blow up behind them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from echelon.core.rulings import Ruling, clause
from echelon.hexes.grid import spot_distance
from echelon.systems.tigers.facts.ground import along_road, unbridged
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, side_of
from echelon.systems.tigers.frames import Blow, Distance, Route, Withdraw
from echelon.systems.tigers.law.battle import attack_hexes, distance_most, is_pending, retreat_of, rolled, target_at, targets
from echelon.systems.tigers.law.steps import occupied
from echelon.systems.tigers.law.supply import supplied_hex
from echelon.systems.tigers.law.units import decode, hexside, holds_friend, is_mechanized, is_us, not_yours, off_map
from echelon.systems.tigers.law.zones import divisions_over
from echelon.systems.tigers.state import GERMAN, TigersState

__all__ = [
    "back_barred", "is_driven_off", "kept_routes", "routes", "why_not_blow", "why_not_distance", "why_not_route",
    "why_not_withdraw",
]  # fmt: skip

MOST = 3  # hexes in all (TIG-RES-4)
Path = tuple[int, ...]


# --- how far ----------------------------------------------------------------------------------------------------------
@clause("TIG-RES-3", "TIG-RES-9", "TIG-NRT-6")
def why_not_distance(s: TigersState, frame: Distance, action: int) -> list[Ruling]:
    """`distance HEX STEPS`: 0 to n, for the hex asked about."""
    _verb, (place, steps) = decode(s, action)
    rulings = []
    if place != frame.hex:
        rulings.append(Ruling("TIG-RES-9", {"hex": place, "hex_asked": frame.hex}))
    row = target_at(s, place)
    if row is not None and row.stand:
        rulings.append(Ruling("TIG-NRT-6", {"hex": place}))
    if steps > distance_most(s):
        rulings.append(Ruling("TIG-RES-3", {"hex": frame.hex, "steps": steps, "most": distance_most(s)}))
    return rulings


# --- one step back ----------------------------------------------------------------------------------------------------
def back_barred(s: TigersState, unit: int, start: int, here: int, place: int) -> list[Ruling]:
    """What keeps a unit whose retreat began in `start` from stepping back from `here` to a hex: RET-7, clause by clause."""
    if hexside(s, here, place) is None:
        case = "retreat.here" if here == place else "retreat.far"
        return [Ruling("TIG-RET-7", {"case": case, "unit": unit, "hex_from": here, "hex": place})]
    return [
        *occupied(s, side_of(s, unit), place),
        *into_attacked(s, unit, place),
        *not_away(s, unit, start, here, place),
        *nearer(s, unit, here, place),
        *into_zone(s, unit, place),
        *into_pending(s, unit, place),
        *over_river(s, unit, here, place),
    ]


@clause("TIG-RET-1", "TIG-RET-7")
def into_attacked(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """Not into one of the hexes attacked in this battle."""
    if target_at(s, place) is None:
        return []
    return [Ruling("TIG-RET-1", {"case": "retreat.attacked", "unit": unit, "hex": place})]


@clause("TIG-RET-7")
def not_away(s: TigersState, unit: int, start: int, here: int, place: int) -> list[Ruling]:
    """Each step is one hex farther from where the unit started."""
    distance = s.rules.board.distance
    if distance(start, place) == distance(start, here) + 1:
        return []
    return [Ruling("TIG-RET-7", {"case": "retreat.back", "unit": unit, "hex_from": start, "hex": place})]


@clause("TIG-RET-1", "TIG-RET-7")
def nearer(s: TigersState, unit: int, here: int, place: int) -> list[Ruling]:
    """Not nearer than the hex before to any attacking hex."""
    distance = s.rules.board.distance
    close = tuple(a for a in attack_hexes(s) if distance(a, place) < distance(a, here))
    return [Ruling("TIG-RET-7", {"case": "retreat.nearer", "unit": unit, "hex": place, "hexes": close})] if close else []


@clause("TIG-RET-1", "TIG-RET-7")
def into_zone(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """Not into the zone of an UnDisrupted enemy division, unless a friendly unit of factor 1+, not under attack, is there."""
    side = side_of(s, unit)
    enemies = tuple(d for d in divisions_over(s, side, place) if not is_disrupted(s, d))
    if not enemies or (holds_friend(s, side, place, but=1 << unit) and not is_pending(s, place)):
        return []
    facts = {"case": "retreat.zone", "unit": unit, "hex": place, "units_enemy": enemies}
    return [Ruling("TIG-RET-1", facts, ("friend.there",))]


@clause("TIG-RET-4")
def into_pending(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """Not into a friendly-occupied hex whose own attack is not yet resolved."""
    friends = [u for u in friends_at(s, side_of(s, unit), place) if u != s.rules.vdh]
    if not friends or not is_pending(s, place):
        return []
    return [Ruling("TIG-RET-4", {"unit": unit, "hex": place})]


@clause("TIG-RET-3", "TIG-RET-9")
def over_river(s: TigersState, unit: int, here: int, place: int) -> list[Ruling]:
    """Mechanized units, panzer grenadiers with them, need a bridge; infantry and airborne do on a D3 or DD."""
    if not unbridged(s, here, place):
        return []
    if is_mechanized(s, unit):
        return [Ruling("TIG-RET-3", {"case": "retreat.wheels", "unit": unit, "hex_from": here, "hex": place})]
    if rolled(s) in ("D3", "DD"):
        return [Ruling("TIG-RET-3", {"case": "retreat.swim", "unit": unit, "hex_from": here, "hex": place})]
    return []


# --- whole routes -----------------------------------------------------------------------------------------------------
@clause("TIG-RET-7", "TIG-NRT-4", "TIG-NRT-5", "TIG-RET-13")
def routes(s: TigersState, unit: int, length: int) -> list[Path]:
    """Every legal route of the full length from where the unit stands; none leads off the map."""
    start = s.pos[unit]

    def onward(path: Path) -> Iterator[Path]:
        if len(path) == length + 1:
            yield path
            return
        for other, _bit, _side in s.rules.board.near[path[-1]]:
            if not back_barred(s, unit, start, path[-1], other):
                yield from onward((*path, other))

    return list(onward((start,)))


@clause("TIG-NRT-4", "TIG-NRT-5")
def is_driven_off(s: TigersState, unit: int, length: int) -> bool:
    """Has the unit no route, but fewer legal steps to the edge of the map, and there a step beyond it?"""
    if routes(s, unit, length):
        return False
    ways = [path for made in range(length) for path in routes(s, unit, made)]
    return any(leads_out(s, path) for path in ways)


@clause("TIG-NRT-5", "TIG-RET-7")
def leads_out(s: TigersState, path: Path) -> bool:
    """Is there beyond the edge a place farther from the start of a path than its end, and no nearer to any attacking hex?"""
    grid = s.rules.board.grid
    start, edge = (grid.spot(grid.cells[place]) for place in (path[0], path[-1]))
    attackers = [grid.spot(grid.cells[place]) for place in attack_hexes(s)]
    for line, along in grid.steps:
        out = edge[0] + line, edge[1] + along
        if grid.cell(out) is not None or spot_distance(start, out) <= spot_distance(start, edge):
            continue
        if not any(spot_distance(a, out) < spot_distance(a, edge) for a in attackers):
            return True
    return False


@clause("TIG-RET-2", "TIG-RET-8")
def slack_steps(s: TigersState, path: Path) -> int:
    """Steps that fail to increase the distance to every attacking hex."""
    distance = s.rules.board.distance
    pairs = pairwise(path)
    return sum(not all(distance(a, b) > distance(a, h) for a in attack_hexes(s)) for h, b in pairs)


@clause("TIG-RET-2", "TIG-RET-8")
def grade(s: TigersState, path: Path) -> int:
    """The sum of step grades: road 0, clear, town or city 1, forest 2, Venn 3."""
    rules, bit = s.rules, s.rules.board.bit
    total = 0
    for here, place in pairwise(path):
        if along_road(s, here, place):
            continue
        total += 3 if bit[place] & rules.venn else 2 if bit[place] & rules.forest else 1
    return total


@clause("TIG-RET-5", "TIG-RET-8", "TIG-RET-13")
def ends_unsupplied(s: TigersState, unit: int, path: Path) -> bool:
    """Does the route end out of supply, the map being as it is before the unit leaves?"""
    return not supplied_hex(s, side_of(s, unit), path[-1])


@clause("TIG-RET-8")
def kept_routes(s: TigersState, unit: int, length: int) -> list[tuple[str, list[Path]]]:
    """The legal routes, and what is left of them after each preference in its order; the defender picks from the last."""
    left = routes(s, unit, length)
    stages = [("retreat.short", left)]
    if left:
        fewest = min(slack_steps(s, path) for path in left)
        left = [path for path in left if slack_steps(s, path) == fewest]
        stages.append(("retreat.slack", left))
        best = min(grade(s, path) for path in left)
        left = [path for path in left if grade(s, path) == best]
        stages.append(("retreat.rough", left))
        fed = [path for path in left if not ends_unsupplied(s, unit, path)]
        stages.append(("retreat.unsupplied", fed or left))
    return stages


# --- required retreats ------------------------------------------------------------------------------------------------
@clause("TIG-RET-8", "TIG-RET-12")
def why_not_route(s: TigersState, frame: Route, action: int) -> list[Ruling]:
    """`retreat UNIT HEX`: the first or the next hex of a route that is kept."""
    _verb, (unit, place) = decode(s, action)
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "TIG-RET-12"), *not_retreating(s, frame, unit)]
    if rulings:
        return rulings
    path = frame.path if frame.unit == unit and frame.path else (s.pos[unit],)
    barred = back_barred(s, unit, s.pos[unit], path[-1], place)
    return barred or leads_nowhere(s, unit, (*path, place))


@clause("TIG-RET-12")
def not_retreating(s: TigersState, frame: Route, unit: int) -> list[Ruling]:
    """Those who must retreat do, one after another; who is under way is put down first."""
    if frame.unit >= 0:
        facts = {"case": "retreat.other", "unit": unit, "unit_moving": frame.unit}
        return [] if unit == frame.unit else [Ruling("TIG-RET-12", facts)]
    return [] if frame.units >> unit & 1 else [Ruling("TIG-RET-12", {"case": "retreat.nobody", "unit": unit})]


@clause("TIG-NRT-5", "TIG-RET-8")
def leads_nowhere(s: TigersState, unit: int, path: Path) -> list[Ruling]:
    """A step that no legal route of the full length makes, or only routes that others are preferred to."""
    row = target_at(s, s.pos[unit])
    length = row.distance if row else 0
    facts = {"unit": unit, "hex": path[-1], "steps": length}
    for case, left in kept_routes(s, unit, length):
        if not any(route[: len(path)] == path for route in left):
            cited = "TIG-NRT-5" if case == "retreat.short" else "TIG-RET-8"
            same = [route for route in left if len(route) >= len(path) and route[: len(path) - 1] == path[:-1]]
            others = tuple(sorted({route[len(path) - 1] for route in same}))
            return [Ruling(cited, {"case": case, **facts, "hexes_kept": others})]
    return []


# --- voluntary retreats -----------------------------------------------------------------------------------------------
@clause("TIG-RES-4", "TIG-RET-11", "TIG-RET-14")
def why_not_withdraw(s: TigersState, frame: Withdraw, action: int) -> list[Ruling]:
    """`withdraw UNIT HEX`, one hex at a time up to 3 in all, or `finish` at any time."""
    verb, fields = decode(s, action)
    if verb == "finish":
        return []
    unit, place = fields
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "TIG-RES-4")]
    if rulings:
        return rulings
    start, steps = retreat_of(s, unit)
    rulings = may_not_withdraw(s, frame, unit, start)
    if steps >= MOST:
        rulings.append(Ruling("TIG-RES-4", {"case": "withdraw.far", "unit": unit, "steps": steps}))
    return [*rulings, *back_barred(s, unit, start, s.pos[unit], place)]


@clause("TIG-RES-4", "TIG-RES-6", "TIG-RES-7", "TIG-NRT-3", "TIG-SET-8")
def may_not_withdraw(s: TigersState, frame: Withdraw, unit: int, start: int) -> list[Ruling]:
    """Defenders, on D, D1, D2 and the D of D/AE; not under No Retreat!, and no Americans on turn 1."""
    rulings = []
    if not frame.units >> unit & 1:
        rulings.append(Ruling("TIG-RES-4", {"case": "withdraw.other", "unit": unit}))
    if s.rolled and rolled(s) not in ("D", "D1", "D2", "D/AE"):
        rulings.append(Ruling("TIG-RES-4", {"case": "withdraw.result", "unit": unit, "result": rolled(s)}))
    if any(row.hex == start and row.stand for row in targets(s)):
        rulings.append(Ruling("TIG-NRT-3", {"case": "withdraw.orders", "unit": unit, "hex": start}))
    if s.turn == 1 and is_us(s, unit):
        rulings.append(Ruling("TIG-SET-8", {"unit": unit}))
    return rulings


# --- bridges ----------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-16", "TIG-BRG-18")
def why_not_blow(s: TigersState, frame: Blow, action: int) -> list[Ruling]:
    """`blow HEXSIDE`: a bridge of the attacker's over which he attacked; `spare` leaves the rest."""
    verb, fields = decode(s, action)
    if verb == "spare":
        return []
    side = s.rules.hexsides[fields[0]]
    facts = {"hexside": side}
    if not side & s.bridges:
        return [Ruling("TIG-BRG-18", {"case": "blow.none", **facts})]
    rulings = []
    if bool(side & s.german_bridges) != (frame.side != GERMAN):
        rulings.append(Ruling("TIG-BRG-18", {"case": "blow.own", **facts}))
    if not side & frame.sides:
        rulings.append(Ruling("TIG-BRG-18", {"case": "blow.unused", **facts}))
    return rulings
