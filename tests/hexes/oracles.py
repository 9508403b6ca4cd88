"""Plain-graph versions of the hex kernels: dictionaries, queues and heaps, written to be read, not to be fast."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from dataclasses import dataclass, field

# Neighbours by the parity of the line, written out by hand as a map's rules would: (columns, rows), y downwards.
# Order N NE SE S SW NW for a shifted-down column, and for one that is not.
LOWER = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
UPPER = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def flat_neighbours(cell, *, shifted, shift, rows_from):
    """The six cells around a flat-topped hex, by the text-book parity tables."""
    column, row = cell
    is_shifted = (column % 2 == 0) == (shifted == "even")
    lower = is_shifted == (shift == "down")
    sign = 1 if rows_from == "north" else -1
    return [(column + dc, row + sign * dr) for dc, dr in (LOWER if lower else UPPER)]


@dataclass
class World:
    """A field of hexes as a graph: hexes by id, each with neighbours; sides as frozen pairs."""

    near: dict[int, list[int]]
    entry: dict[int, int] = field(default_factory=dict)
    extra: dict[frozenset, int] = field(default_factory=dict)
    fixed: dict[frozenset, int] = field(default_factory=dict)
    closed: set[frozenset] = field(default_factory=set)

    def step(self, a, b):
        side = frozenset((a, b))
        if side in self.closed:
            return None
        if side in self.fixed:
            return self.fixed[side]
        if b not in self.entry:
            return None
        return self.entry[b] + self.extra.get(side, 0)

    def flood(self, start, open_hexes, limit=None, closed=(), only=None):
        depth = dict.fromkeys(start, 0)
        queue = deque(start)
        while queue:
            here = queue.popleft()
            if limit is not None and depth[here] == limit:
                continue
            for there in self.near[here]:
                side = frozenset((here, there))
                if there in depth or there not in open_hexes or side in closed:
                    continue
                if only is not None and side not in only:
                    continue
                depth[there] = depth[here] + 1
                queue.append(there)
        return set(depth)

    def reach(self, start, allowance, stop=(), blocked=(), slow=(), toll=0):
        """Cheapest cost to every hex in reach, by Dijkstra's algorithm."""
        best = {start: 0}
        heap = [(0, start)]
        while heap:
            spent, here = heapq.heappop(heap)
            if spent > best[here] or (here in stop and here != start):
                continue
            for there in self.near[here]:
                price = self.step(here, there)
                if price is None or there in blocked:
                    continue
                total = spent + price + (toll if here in slow else 0)
                if total <= allowance and total < best.get(there, allowance + 1):
                    best[there] = total
                    heapq.heappush(heap, (total, there))
        return best

    def path_cost(self, way, stop=(), blocked=(), slow=(), toll=0):
        """What a way costs, or None if it breaks a rule."""
        total = 0
        for i, (here, there) in enumerate(itertools.pairwise(way)):
            if there not in self.near[here] or there in blocked or (i > 0 and here in stop):
                return None
            price = self.step(here, there)
            if price is None:
                return None
            total += price + (toll if here in slow else 0)
        return total
