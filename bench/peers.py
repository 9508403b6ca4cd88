"""The versions that a capable programmer would write without bitboards, on a ready-made graph."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Mapping, Sequence

Cell = tuple[int, int]
Steps = Sequence[Sequence[tuple[int, int]]]


def dict_flood(near: Mapping[Cell, Sequence[Cell]], passable: Mapping[Cell, bool], start: Cell) -> set[Cell]:
    """Breadth-first over dictionaries of (column, row)."""
    seen = {start}
    queue = deque(seen)
    while queue:
        for there in near[queue.popleft()]:
            if there not in seen and passable[there]:
                seen.add(there)
                queue.append(there)
    return seen


def list_flood(near: Sequence[Sequence[int]], passable: bytes, start: int) -> list[int]:
    """Breadth-first over lists, marks in a bytearray."""
    left = bytearray(passable)
    left[start] = 0
    found = [start]
    for here in found:
        for there in near[here]:
            if left[there]:
                left[there] = 0
                found.append(there)
    return found


def heap_reach(near: Mapping[Cell, Sequence[Cell]], price: Mapping[Cell, int], start: Cell, allowance: int) -> dict[Cell, int]:
    """Dijkstra with a heap over dictionaries; hexes without a price cannot be entered."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here]:
            continue
        for there in near[here]:
            if there in price:
                total = spent + price[there]
                if total <= allowance and total < best.get(there, 999):
                    best[there] = total
                    heapq.heappush(heap, (total, there))
    return best


def bucket_reach(steps: Steps, n: int, start: int, allowance: int) -> list[int]:
    """A bucket queue over precomputed (hex, cost) steps: the best plain Python we know."""
    best = [999] * n
    best[start] = 0
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    found = []
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] == spent:
                found.append(here)
                for there, price in steps[here]:
                    total = spent + price
                    if total <= allowance and total < best[there]:
                        best[there] = total
                        buckets[total].append(there)
    return found


def set_zoc(near: Mapping[Cell, Sequence[Cell]], units: Iterable[Cell]) -> set[Cell]:
    """Zones of control as a set of (column, row)."""
    zone: set[Cell] = set()
    for unit in units:
        zone.update(near[unit])
    return zone


def byte_zoc(near: Sequence[Sequence[int]], n: int, units: Iterable[int]) -> bytearray:
    """Zones of control as marks in a bytearray."""
    zone = bytearray(n)
    for unit in units:
        for there in near[unit]:
            zone[there] = 1
    return zone
