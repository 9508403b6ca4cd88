"""Movement by a bucket queue over precomputed steps: what wins where a board is too wide for long integers."""

from __future__ import annotations

from typing import NamedTuple

from echelon.hexes.costs import Costs

MOST = 254  # the largest allowance: bytes hold costs


class Rules(NamedTuple):
    """What disturbs a movement: see `echelon.hexes.ranges.Ranges.reach`."""

    stop: int = 0
    blocked: int = 0
    delay: tuple[int, int] = (0, 0)
    back: bool = False


FREE = Rules()
FREE_BACK = Rules(back=True)


def bucket_queue(costs: Costs, start: int, allowance: int, rules: Rules) -> dict[int, int]:
    """The cheapest cost of every hex in reach, cheapest first."""
    levels: list[list[int]] = [[] for _ in range(allowance + 1)]
    levels[0].append(start)
    if rules is not FREE and rules is not FREE_BACK:
        return _disturbed(costs, start, allowance, rules, levels)
    steps = costs.steps_back if rules.back else costs.steps
    best = bytearray(costs.unreached)
    best[start] = 0
    paid: dict[int, int] = {}
    for spent, level in enumerate(levels):
        for here in level:
            if best[here] == spent:
                paid[here] = spent
                for there, price in steps[here]:
                    total = spent + price
                    if total <= allowance and total < best[there]:
                        best[there] = total
                        levels[total].append(there)
    return paid


def _disturbed(costs: Costs, start: int, allowance: int, rules: Rules, levels: list[list[int]]) -> dict[int, int]:
    stop, blocked, (slow_hexes, toll), back = rules
    members, steps = costs.lattice.members, costs.steps_back if back else costs.steps
    best = bytearray(costs.unreached)
    for other in members(blocked):
        best[other] = 0  # never improved, so never entered
    best[start] = 0
    ends = set(members(stop & ~costs.lattice.bit[start]))
    slow = set(members(slow_hexes)) if toll else set()
    paid: dict[int, int] = {}
    for spent, level in enumerate(levels):
        for here in level:
            if best[here] != spent:
                continue
            paid[here] = spent
            if here in ends:
                continue
            leaving = toll if here in slow and not back else 0
            for there, price in steps[here]:
                total = spent + price + leaving
                if back and there in slow:
                    total += toll
                if total <= allowance and total < best[there]:
                    best[there] = total
                    levels[total].append(there)
    return paid
