"""Supply lines and command as ways on the map: how each unit is supplied or commanded, or what cuts it.

The search for supply goes from the sources backwards and counts what the rules forbid instead of refusing it. A way without a
fault is a supply line; of a unit that has none, the way with the fewest faults is shown.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

from echelon.core.fields import bits_of
from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.shown.fields import closed, stands, valid_sources, zone
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["Way", "command_rows", "command_ways", "supply_rows", "supply_ways"]

_FAULT = 1 << 16  # one fault outweighs any length
Row = dict[str, Any]


class Way(NamedTuple):
    """A way from a hex to a source, with its first fault: the hex, or None."""

    hexes: tuple[int, ...]
    faults: int
    cut: int | None


def supply_rows(s: ColonnesState) -> list[Row]:
    """One row for each unit on the map: its supply line, or the way that is cut, where, and by whom."""
    rules = s.rules
    rows: list[Row] = []
    if "supplied" in rules.assume:  # a position takes it for granted
        return rows
    for side in (ALLIED, GERMAN):
        ways, shut = supply_ways(s, side), closed(s, side)
        for u in range(*rules.forces.ranges[side]):
            if not on_map(s, u):
                continue
            row: Row = {"mark": "supply", "unit": rules.forces.units[u].id, "side": side}
            way = ways.get(s.pos[u])
            if way is None:
                row |= {"hexes": [s.pos[u]], "cut": s.pos[u], "how": "far", "by": []}
            elif way.cut is None:
                row |= {"hexes": list(way.hexes), "how": "line"}
            else:
                by = _cutters(s, side, way.cut) if rules.board.bit[way.cut] & shut else []
                row |= {"hexes": list(way.hexes), "cut": way.cut, "how": "enemy", "by": by}
            rows.append(row)
    return rows


def supply_ways(s: ColonnesState, side: int) -> dict[int, Way]:
    """The best way from every hex to a source of a side: fewest faults, then the shortest. (COL-SUP-8, COL-SUP-9)"""
    rules = s.rules
    near, bit = rules.board.near, rules.board.bit
    shut, valid = closed(s, side), valid_sources(s, side)
    water = rules.rhone & ~rules.ferry if side == GERMAN else rules.rhone
    cost: dict[int, int] = {}
    onward: dict[int, int] = {}
    queue: list[tuple[int, int]] = []
    for h in rules.board.members(rules.sources[side]):
        cost[h] = 0 if bit[h] & valid else _FAULT
        heappush(queue, (cost[h], h))
    while queue:
        spent, h = heappop(queue)
        if spent > cost[h]:
            continue
        price = spent + 1 + (_FAULT if bit[h] & shut else 0)  # whoever stands there himself does not pass through it
        for other, _bit, hexside in near[h]:
            barred = hexside & water or (bit[h] & rules.mountain and not hexside & rules.road)
            if not barred and price < cost.get(other, 1 << 30):
                cost[other], onward[other] = price, h
                heappush(queue, (price, other))
    return {h: _way(h, cost[h] // _FAULT, onward, shut, rules.sources[side] & ~valid, bit) for h in cost}


def _way(h: int, faults: int, onward: dict[int, int], shut: int, lost: int, bit: tuple[int, ...]) -> Way:
    hexes = [h]
    while hexes[-1] in onward:
        hexes.append(onward[hexes[-1]])
    bad = [x for n, x in enumerate(hexes) if (n and bit[x] & shut) or (n == len(hexes) - 1 and bit[x] & lost)]
    return Way(tuple(hexes), faults, bad[0] if faults and bad else None)


def _cutters(s: ColonnesState, side: int, h: int) -> list[str]:
    """The enemy units that close a hex: in it, next to it, or on a height that dominates it."""
    rules = s.rules
    board = rules.board
    spots = {h, *(other for other, _, hexside in board.near[h] if not hexside & rules.rhone)}
    spots |= {height for height, hexes in rules.heights if board.bit[h] & hexes}
    low, high = rules.forces.ranges[1 - side]
    found = [u for u in range(low, high) if s.pos[u] in spots and (rules.combat >> u & 1 or s.pos[u] == h)]
    return [rules.forces.units[u].id for u in found]


# --- command ------------------------------------------------------------------------------------------------------------
def command_ways(s: ColonnesState, hq: int) -> dict[int, int]:
    """The hexes within a headquarters' range, each with the one before it on the way (COL-CMD-1)."""
    rules = s.rules
    side = rules.forces.side_of[hq]
    own, enemy = (stands(s, rules.holding & rules.of_side[x]) for x in (side, 1 - side))
    through = rules.board.all & ~enemy & ~(zone(s, 1 - side) & ~own)
    water = rules.rhone & ~rules.ferry
    before = {s.pos[hq]: s.pos[hq]}
    edge = [s.pos[hq]]
    for _ in range(rules.range[hq]):
        further = []
        for h in edge:
            for other, bit, hexside in rules.board.near[h]:
                if other not in before and not hexside & water and bit & through:
                    before[other] = h
                    further.append(other)
        edge = further
    return before


def command_rows(s: ColonnesState) -> list[Row]:
    """For each side the ground its headquarters reach, a line from each unit in command to its headquarters, and a cut for
    each unit out of command."""
    rules = s.rules
    rows: list[Row] = []
    for side in (ALLIED, GERMAN):
        hqs = [q for q in rules.hqs[side] if on_map(s, q)]
        ways = {q: command_ways(s, q) for q in hqs}
        area = sorted({h for way in ways.values() for h in way})
        if area:
            rows.append({"mark": "control", "hexes": area, "side": side})
        for u in bits_of(rules.combat & rules.of_side[side]):
            if not on_map(s, u):
                continue
            row: Row = {"mark": "supply", "unit": rules.forces.units[u].id, "side": side, "how": "command"}
            heads = [rules.own_hq[u]] if rules.formation[u] else hqs
            found = [_command(ways[q], s.pos[u]) for q in heads if q in ways and s.pos[u] in ways[q]]
            if found:
                rows.append({**row, "hexes": min(found, key=len)})
            else:
                rows.append({**row, "hexes": [s.pos[u]], "cut": s.pos[u]})
    return rows


def _command(way: dict[int, int], h: int) -> list[int]:
    hexes = [h]
    while way[hexes[-1]] != hexes[-1]:
        hexes.append(way[hexes[-1]])
    return hexes
