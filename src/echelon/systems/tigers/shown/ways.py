"""Supply lines as ways on the map (chapter 19): how each unit is supplied, or the best way it would have and what cuts it.

The search goes from the edge hexes backwards, along roads and then overland, and counts what the rules forbid instead of
refusing it. A way without a fault is a supply line; of a unit that has none, the way with the fewest faults is shown.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

from echelon.systems.tigers.play.supply import LEG, blocked_hexes, is_supplied
from echelon.systems.tigers.play.zones import zone_from
from echelon.systems.tigers.state import AIRLIFTED, ALLIED, DISRUPTED, GERMAN, TigersState

__all__ = ["Way", "cutters", "supply_rows", "ways"]

ROAD = -1  # the leg of a way that still follows the road; else hexes gone overland, an unbridged river counting two
_FAULT = 1 << 16  # one fault outweighs any length
_LABELS = LEG + 2
_OVERLAND = (
    2  # a hex overland weighs as two by road: a short way over the fields is shown rather than a road round half the map
)
_ENEMY_EDGE, _BLOCKED, _BROKEN, _FAR = "edge", "enemy", "bridge", "far"

Row = dict[str, Any]


class Way(NamedTuple):
    """A way from a hex to its source at the map edge, with its first fault, if any: the hex, and of what kind it is."""

    hexes: tuple[int, ...]
    leg: int  # hexes of it that go overland before the road or the edge, unbridged rivers counted twice
    faults: int
    cut: int | None
    how: str


def supply_rows(s: TigersState) -> list[Row]:
    """One row for each unit on the map, von der Heydte's aside: its supply line, or the way that is cut and who cuts it."""
    return [row for side in (GERMAN, ALLIED) for row in _rows(s, side)]


def _rows(s: TigersState, side: int) -> list[Row]:
    rules = s.rules
    units = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] < rules.gone and u != rules.vdh]
    found = ways(s, side, {s.pos[u] for u in units})
    rows: list[Row] = []
    for u in units:
        way = found.get(s.pos[u])
        row: Row = {"mark": "supply", "unit": rules.forces.units[u].id, "side": rules.sides[side]}
        if s.marks[u] & AIRLIFTED or (is_supplied(s, u) and (way is None or way.faults)):
            row |= {"hexes": [s.pos[u]], "how": "air"}  # or a position takes it for granted
        elif way is None:
            row |= {"hexes": [s.pos[u]], "cut": s.pos[u], "how": _FAR, "by": []}
        elif way.faults:
            by = cutters(s, side, way.cut) if way.cut is not None and way.how == _BLOCKED else []
            row |= {"hexes": list(way.hexes), "cut": way.cut, "how": way.how, "by": [rules.forces.units[e].id for e in by]}
        else:
            row |= {"hexes": list(way.hexes), "how": way.how}
        rows.append(row)
    return rows


# --- the search ---------------------------------------------------------------------------------------------------------
def ways(s: TigersState, side: int, wanted: set[int]) -> dict[int, Way]:
    """The best way from each of these hexes: the fewest faults, then the shortest, a hex overland counting two."""
    rules = s.rules
    near, bit = rules.board.near, rules.board.bit
    blocked = blocked_hexes(s, side)
    fords = rules.river & ~s.bridges
    road, roads = rules.road, rules.roads
    labels: dict[int, int] = {}  # by hex and leg: faults and length
    parents: dict[int, int] = {}
    queue: list[tuple[int, int]] = []
    for e in rules.board.members(_edge(s, side)):
        bad = 0 if bool(bit[e] & s.german) == (side == GERMAN) else _FAULT  # TIG-SUP-9
        for leg in (0, 1) if bit[e] & roads else (1,):
            labels[e * _LABELS + leg] = bad
            heappush(queue, (bad, e * _LABELS + leg))
    while queue:
        cost, at = heappop(queue)
        if cost > labels[at]:
            continue
        h, leg = divmod(at, _LABELS)  # a leg of 0 is the road, 1 to 5 are 0 to 4 hexes overland
        steps: list[tuple[int, int]] = []
        if not leg:
            steps.append((at + 1, cost))
        cost += _FAULT if bit[h] & blocked else 0  # whoever stands there needs not to enter it (TIG-SUP-7)
        for b, _bit, hexside in near[h]:
            wet = bool(hexside & fords)
            if not leg:
                if hexside & road:
                    steps.append((b * _LABELS, cost + 1 + (_FAULT if wet else 0)))  # TIG-SUP-8
            else:
                gone = leg + 1 + wet  # TIG-SUP-6
                over = max(0, gone - LEG - 1)
                steps.append((b * _LABELS + gone - over, cost + _OVERLAND * (1 + wet) + over * _FAULT))
        for to, price in steps:
            if price < labels.get(to, 1 << 30):
                labels[to] = price
                parents[to] = at
                heappush(queue, (price, to))
    found = {}
    for h in wanted:
        ends = [h * _LABELS + leg for leg in range(_LABELS) if h * _LABELS + leg in labels]
        if ends:
            best = min(ends, key=lambda end: (labels[end], end % _LABELS))
            found[h] = _way(s, side, best, parents, blocked)
    return found


def _edge(s: TigersState, side: int) -> int:
    """The edge hexes a side could draw supply from, whoever controls them (TIG-SUP-1)."""
    edges = s.rules.edges
    if side == GERMAN:
        return edges.get("east", 0)
    return edges.get("north", 0) | edges.get("west", 0) | edges.get("south", 0)


def _way(s: TigersState, side: int, end: int, parents: dict[int, int], blocked: int) -> Way:
    """The way of a label back to the edge, and its faults in the order they are met."""
    rules = s.rules
    bit, fords = rules.board.bit, rules.river & ~s.bridges
    chain = [end]
    while chain[-1] in parents:
        chain.append(parents[chain[-1]])
    hexes: list[int] = []
    faults: list[tuple[int, str]] = []
    leg = 0
    for i, label in enumerate(chain):
        h, by = divmod(label, _LABELS)
        if hexes and h == hexes[-1]:
            continue  # from the road to the overland part in one hex
        if hexes:
            wet = bool(rules.board.side(hexes[-1], h) & fords)
            if not by and not chain[i - 1] % _LABELS:
                if wet:
                    faults.append((h, _BROKEN))
            else:
                for _ in range(1 + wet):
                    leg += 1
                    if leg > LEG:
                        faults.append((h, _FAR))
            if bit[h] & blocked:
                faults.append((h, _BLOCKED))
        hexes.append(h)
    last = hexes[-1]
    if bool(bit[last] & s.german) != (side == GERMAN):
        faults.append((last, _ENEMY_EDGE))
    if faults:
        return Way(tuple(hexes), leg, len(faults), *faults[0])
    return Way(tuple(hexes), leg, 0, None, "road" if len(hexes) > leg + 1 else "edge")


# --- who cuts it --------------------------------------------------------------------------------------------------------
def cutters(s: TigersState, side: int, h: int) -> list[int]:
    """The enemy units that close a hex to a side's supply lines: those in it, else those whose zone covers it (TIG-ZOC-11)."""
    rules = s.rules
    enemies = [u for u in range(*rules.forces.ranges[1 - side]) if s.pos[u] < rules.gone]
    there = [u for u in enemies if s.pos[u] == h]
    return there or [u for u in enemies if _zone(s, u) & rules.board.bit[h]]


def _zone(s: TigersState, unit: int) -> int:
    """The zone of one unit that blocks supply: of divisions, and of UnDisrupted brigades (TIG-ZOC-11, TIG-ZOC-16)."""
    rules = s.rules
    if rules.division >> unit & 1:
        return zone_from(s, s.pos[unit], rules.pure >> unit & 1)
    if rules.sub >> unit & 1 and not s.status[unit] & DISRUPTED:
        return zone_from(s, s.pos[unit], (rules.pure | rules.cavalry) >> unit & 1)
    return 0
