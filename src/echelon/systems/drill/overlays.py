"""What pictures can show of a state besides the counters: the attack at hand, zones, supply lines, threats, towns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from echelon.core.fields import bits_of
from echelon.systems.drill.facts import COLUMNS, on_map
from echelon.systems.drill.frames import Advance, Die, Join, Loss, Retreat, Step
from echelon.systems.drill.play.movement import allowance
from echelon.systems.drill.play.odds import column
from echelon.systems.drill.play.places import enemy_zone, zone_of
from echelon.systems.drill.standing import held
from echelon.systems.drill.state import BLUE, RED, SHAKEN, DrillState

__all__ = ["MARKS", "closed_hexes", "ranges"]

Row = dict[str, Any]
_FAULT = 1 << 16  # one fault of a supply line outweighs any length


# --- the action at hand -------------------------------------------------------------------------------------------------
def _battles(s: DrillState) -> list[Row]:
    """The attack that is being put together or fought, with its odds."""
    f = s.frame
    if not isinstance(f, Join | Die | Loss | Retreat | Advance):
        return []
    found: list[Row] = [{"mark": "target", "hex": f.hex}]
    if isinstance(f, Join | Die):
        units = bits_of(f.attackers)
        found += [{"mark": "attack", "source": h, "target": f.hex} for h in sorted({s.pos[u] for u in units})]
        if units:
            found.append({"mark": "odds", "hex": f.hex, "text": COLUMNS[column(s, f.hex, units)]})
    return found


def _moves(s: DrillState) -> list[Row]:
    """The unit on the move."""
    f = s.frame
    return [{"mark": "selected", "hex": s.pos[f.unit]}] if isinstance(f, Step) else []


# --- zones, towns -------------------------------------------------------------------------------------------------------
def _zones(s: DrillState) -> list[Row]:
    members = s.rules.board.members
    return [{"mark": "zone", "hexes": list(members(zone_of(s, side))), "side": s.rules.sides[side]} for side in (BLUE, RED)]


def _objectives(s: DrillState) -> list[Row]:
    """The towns, with the side that holds each."""
    return [{"mark": "objective", "hex": h, "side": s.rules.sides[side]} for h, side in held(s).items()]


# --- supply -------------------------------------------------------------------------------------------------------------
def closed_hexes(s: DrillState, side: int) -> int:
    """The hexes no supply line of a side may enter: an enemy is there, or his zone and no friend (DRL-SUP-2)."""
    friends, enemies = (s.blue, s.red) if side == BLUE else (s.red, s.blue)
    return enemies | (enemy_zone(s, side) | friends) ^ friends


def _supply(s: DrillState) -> list[Row]:
    """How each unit would be supplied if it were looked for now, or the best way it would have and what cuts it."""
    rules = s.rules
    rows: list[Row] = []
    for side in (BLUE, RED):
        parents, faults = _ways(s, side)
        for u in range(*rules.forces.ranges[side]):
            if not on_map(s, u):
                continue
            row: Row = {"mark": "supply", "unit": rules.forces.units[u].id, "side": rules.sides[side]}
            way = [s.pos[u]]
            while way[-1] in parents:
                way.append(parents[way[-1]])
            row["hexes"] = way
            if faults[s.pos[u]] and "supplied" not in rules.assume:
                row |= _cut(s, side, way)
            rows.append(row)
    return rows


def _ways(s: DrillState, side: int) -> tuple[dict[int, int], dict[int, int]]:
    """From every hex the next one on the best way to the side's edge, and how many faults that way has."""
    rules = s.rules
    board, closed = rules.board, closed_hexes(s, side)
    labels = dict.fromkeys(board.members(rules.edge[side]), 0)
    parents: dict[int, int] = {}
    queue = [(0, h) for h in labels]
    while queue:
        cost, h = heappop(queue)
        if cost > labels[h]:
            continue
        cost += 1 + (_FAULT if board.bit[h] & closed else 0)  # whoever stands there needs not to enter it
        for b, _bit, hexside in board.near[h]:
            price = cost + (_FAULT if hexside & rules.ford else 0)
            if price < labels.get(b, 1 << 30):
                labels[b], parents[b] = price, h
                heappush(queue, (price, b))
    return parents, {h: cost // _FAULT for h, cost in labels.items()}


def _cut(s: DrillState, side: int, way: list[int]) -> Row:
    """The first hex of a way that breaks it, and who or what does."""
    rules = s.rules
    board, closed = rules.board, closed_hexes(s, side)
    for here, there in pairwise(way):
        if board.bit[there] & closed:
            enemies = [u for u in range(*rules.forces.ranges[1 - side]) if on_map(s, u)]
            by = [u for u in enemies if s.pos[u] == there]
            by = by or [u for u in enemies if not s.status[u] & SHAKEN and rules.zone_reach[s.pos[u]] & board.bit[there]]
            return {"cut": there, "how": "enemy", "by": [rules.forces.units[u].id for u in by]}
        if board.side(here, there) & rules.ford:
            return {"cut": there, "how": "bridge", "by": []}
    return {}


# --- ranges and threats -------------------------------------------------------------------------------------------------
def ranges(s: DrillState, unit: int) -> dict[int, int]:
    """Where a unit could move if it were its side's movement now, with the half points it costs (chapters 4 to 6)."""
    rules = s.rules
    start = s.pos[unit]
    if start >= rules.gone:
        return {}
    side, arm = rules.forces.side_of[unit], rules.arm[unit]
    friends, enemies = (s.blue, s.red) if side == BLUE else (s.red, s.blue)
    zone, bits = enemy_zone(s, side), rules.board.bit
    most = allowance(s, unit)
    found = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, h = heappop(queue)
        if spent > found[h] or (h != start and bits[h] & zone):
            continue  # an enemy zone ends the move (DRL-ZOC-2)
        shut = enemies | s.full
        if bits[h] & zone:
            shut |= (zone | friends) ^ friends  # DRL-ZOC-3
        for cost, b, bit in rules.steps[arm][h]:
            after = spent + cost
            if b != start and not bit & shut and after <= most and after < found.get(b, 255):
                found[b] = after
                heappush(queue, (after, b))
    del found[start]
    return found


def _threat(s: DrillState) -> list[Row]:
    """For each hex the units of the other side that could move next to it and attack; Shaken ones do not attack."""
    rules = s.rules
    found: list[Row] = []
    for side in (BLUE, RED):
        enemies = s.red if side == BLUE else s.blue
        by: dict[int, list[str]] = {}
        for u in range(*rules.forces.ranges[1 - side]):
            if on_map(s, u) and not s.status[u] & SHAKEN:
                reach = 0
                for h in (s.pos[u], *ranges(s, u)):
                    reach |= rules.strike[rules.arm[u]][h]
                for h in rules.board.members(reach & ~enemies):
                    by.setdefault(h, []).append(rules.forces.units[u].id)
        found += [
            {"mark": "threat", "hex": h, "attackers": len(units), "units": units, "side": rules.sides[side]}
            for h, units in sorted(by.items())
        ]
    return found


MARKS: Mapping[str, Callable[[Any], list[Row]]] = MappingProxyType(
    {
        "battles": _battles,
        "moves": _moves,
        "zones": _zones,
        "supply": _supply,
        "threat": _threat,
        "objectives": _objectives,
    }
)
