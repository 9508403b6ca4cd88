"""Ranges found by trying the engine's steps, against a plain graph search with the prices of the rules."""

from heapq import heappop, heappush

import pytest

import echelon
from echelon.advice.reach import reach
from echelon.core.record.position import Position


def cheapest(state, unit, allowance):
    """Dijkstra over the `cost` question; right while no enemy exerts a zone of control."""
    board, labels = state.rules.board, state.rules.board.labels
    start = state.pos[unit]
    best, queue = {start: 0}, [(0, start)]
    while queue:
        spent, h = heappop(queue)
        for other, _bit, _side in board.near[h]:
            price = state.ask(f"cost {state.rules.forces.units[unit].id} {labels[h]} {labels[other]}").value
            total = spent + (99 if price == "barred" else round(price * 2))
            if total <= allowance and total < best.get(other, 99):
                best[other] = total
                heappush(queue, (total, other))
    taken = set(state.pos)
    return {h: cost for h, cost in best.items() if h not in taken}


@pytest.mark.parametrize("unit", ["b1", "b3", "b4"])
def test_open_country(unit):
    red = '{ at = "0106", shaken = true }'
    text = f'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = {{ {unit} = "0203", r1 = {red} }}\n'
    state = Position.parse(text).state()
    number = state.rules.forces.index(unit)
    found = reach(state, number)
    oracle = cheapest(state, number, 2 * state.ask(f"allowance {unit}").value)
    assert found.complete
    assert found.costs == oracle


def test_the_ways_given_can_be_played():
    state = echelon.load("drill").new("ford")
    for unit in (0, 1):
        found = reach(state, unit)
        assert found.costs
        for h, line in found.lines.items():
            trial = state.copy()
            trial.play("; ".join(line))
            assert trial.pos[unit] == h


def test_zones_of_control_stop_the_search():
    head = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nboard = { base = "blank" }\n'
    state = Position.parse(head + 'units = { b3 = "0203", r1 = "0404" }\n').state()
    labels, unit = state.rules.board.labels, state.rules.forces.index("b3")
    found = {labels[h]: cost for h, cost in reach(state, unit).costs.items()}
    assert found["0304"] == 2 and "0404" not in found
    # 0405 lies behind r1, 3 hexes off: straight through the zone it would cost 3 MP, outside it takes 4
    assert found["0405"] == 8


def test_nothing_to_reach_for_who_is_not_asked():
    state = echelon.load("drill").new("ford")
    assert reach(state, state.rules.forces.index("r1")).costs == {}


def test_the_search_is_bounded():
    state = echelon.load("drill").new("ford")
    found = reach(state, 0, limit=2)
    assert not found.complete
