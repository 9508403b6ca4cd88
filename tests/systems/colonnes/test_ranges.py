"""Ranges as the page shows them: every hex a counter can get to, at the least cost, whatever the zones and the supply."""

import random
from pathlib import Path

import pytest

import echelon
from echelon.advice.reach import reach
from echelon.core.record.position import Position
from echelon.systems.colonnes.facts.ground import leaving_rows, step_rows
from echelon.systems.colonnes.play.zones import zone

MARCH = Path(__file__).parents[3] / "docs/positions/colonnes/march.toml"


def exhaustive(state, unit):
    """Every way there is, with no thought of which is cheaper: the least cost of each hex it stands on by steps."""
    rules, board = state.rules, state.rules.board
    start = state.copy()
    start.play(f"take {rules.forces.units[unit].id}")
    best, tried, todo = {}, set(), [(start, 0)]
    while todo:
        here, spent = todo.pop()
        at = here.pos[unit]
        if at != state.pos[unit]:
            best[at] = min(spent, best.get(at, spent))
        if here.frame.kind.name != "mouvement.pas" or here.frame.unit != unit or (at, spent) in tried:
            continue
        tried.add((at, spent))
        leaving = bool(board.bit[at] & zone(here, 1 - rules.forces.side_of[unit]))
        for action in here.legal():
            text = here.text(action).split()
            if text[0] != "move":
                continue
            to = board.parse_hex(text[2])
            price = sum(row.amount for row in (*step_rows(rules, unit, at, to), *leaving_rows(leaving)))
            after = here.copy()
            after.apply(action)
            todo.append((after, spent + price))
    return best


def moves(seed, most):
    """Movement segments of a random game."""
    state, rng = echelon.load("colonnes").new(seed=seed), random.Random(seed)
    found = []
    while state.outcome is None and len(found) < most:
        if state.frame.kind.name == "mouvement" and rng.random() < 0.1:
            found.append(state.copy())
        state.apply(rng.choice(state.outcomes())[0] if state.frame.chance else rng.choice(list(state.legal())))
    return found


def compared(state, unit):
    found, oracle = reach(state, unit), exhaustive(state, unit)
    assert found.complete
    steps = {h: cost for h, cost in found.costs.items() if not found.lines[h][-1].startswith("ferry")}
    assert steps == oracle
    return found


@pytest.mark.clause("COL-MOV-1", "COL-TER-1", "COL-TER-2")
def test_the_cavalry_goes_the_cheapest_way():
    state = Position.parse(MARCH.read_text("utf-8")).state()
    labels, unit = state.rules.board.labels, state.rules.forces.index("A-117")
    found = compared(state, unit)
    by_name = {labels[h]: cost for h, cost in found.costs.items()}
    assert by_name["0614"] == 8  # half points: eight road hexes


@pytest.mark.parametrize("seed", range(3))
def test_every_unit_in_some_situations_of_random_games(seed):
    count = 0
    for state in moves(seed, 6):
        side = state.frame.side
        own = [u for u in range(*state.rules.forces.ranges[side]) if f"take {state.rules.forces.units[u].id}" in texts(state)]
        for unit in random.Random(count).sample(own, min(3, len(own))):
            compared(state, unit)
            count += 1
    assert count > 8


def texts(state):
    return {state.text(action) for action in state.legal()}
