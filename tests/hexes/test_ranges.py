"""Every kernel of the ranges agrees with Dijkstra on a plain graph."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from echelon.hexes import ranges as module
from echelon.hexes.costs import Costs
from echelon.hexes.grid import Grid
from echelon.hexes.lattice import Lattice
from echelon.hexes.ranges import Range, Ranges

from .worlds import cases, make

SETTINGS = settings(max_examples=120, deadline=None)


def windowed(case, queue=False, packed=False):
    """Ranges that cut windows on every board, however small, or always use the bucket queue."""
    ranges = Ranges(case.costs)
    ranges._board, ranges._packed = None, packed
    ranges._windows.clear()
    ranges._slow = lambda *_: queue
    return ranges


def found(result: Range, n: int) -> dict[int, int]:
    return {h: cost for h in range(n) if (cost := result.cost(h)) is not None}


def questions(case):
    """A start, an allowance and what disturbs it, drawn from the case's own dice."""
    start = case.rng.randrange(case.lattice.n)
    stop, stops = case.some(case.rng.choice((0, 0.1)))
    blocked, blocks = case.some(case.rng.choice((0, 0.1)))
    slow, slows = case.some(case.rng.choice((0, 0, 0.2)))
    toll = case.rng.choice((1, 2, 3))
    return start, case.rng.randrange(17), stop, stops, blocked, blocks, slow, slows, toll


def check(case, ranges, back=False, cache=False):
    n = case.lattice.n
    start, allowance, stop, stops, blocked, blocks, slow, slows, toll = questions(case)
    rules = {"stop": stops, "blocked": blocks, "slow": slows, "toll": toll}
    if back:
        result = ranges.back(start, allowance, stop=stop, blocked=blocked, delay=(slow, toll))
        expected = {}
        for h in range(n):
            costs = case.world.reach(h, allowance, **rules)
            if start in costs:
                expected[h] = costs[start]
    else:
        result = ranges.reach(start, allowance, stop=stop, blocked=blocked, delay=(slow, toll), cache=cache)
        expected = case.world.reach(start, allowance, **rules)
    assert found(result, n) == expected
    assert result.hexes == case.lattice.board(expected)
    assert sorted(result.members()) == sorted(expected)
    for h, cost in expected.items():
        way = result.path(h)
        assert (way[0], way[-1]) == ((h, start) if back else (start, h))
        assert case.world.path_cost(way, **rules) == cost
    for limit in range(allowance + 1):
        assert result.layer(limit) == case.lattice.board(h for h, cost in expected.items() if cost <= limit)
    outside = next((h for h in range(n) if h not in expected), None)
    if outside is not None:
        assert result.path(outside) is None
        assert outside not in result


@SETTINGS
@given(cases)
def test_forward(case):
    check(case, Ranges(case.costs))


@SETTINGS
@given(cases, st.booleans())
def test_windows(case, packed):
    check(case, windowed(case, packed=packed))


@SETTINGS
@given(cases)
def test_bucket_queue(case):
    check(case, windowed(case, queue=True))


@settings(max_examples=60, deadline=None)
@given(cases, st.booleans())
def test_cache(case, queue):
    """Questions asked one after the other, so that later ones meet ranges that are already known."""
    ranges = windowed(case, queue)
    for _ in range(6):
        check(case, ranges, cache=True)


SMALL = st.builds(
    make,
    st.sampled_from(((1, 4), (5, 4), (9, 6), (18, 5))),
    st.integers(0, 5),
    st.integers(0, 2),
    st.integers(0, 10**6),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_backward(case):
    check(case, Ranges(case.costs), back=True)


@settings(max_examples=40, deadline=None)
@given(SMALL, st.booleans(), st.booleans())
def test_backward_with_windows_and_queue(case, queue, packed):
    check(case, windowed(case, queue, packed), back=True)


def test_an_undisturbed_range_is_answered_from_memory():
    lattice = Lattice(Grid((1, 9), (1, 9)))
    ranges = Ranges(Costs.of(lattice, [(2, lattice.all)]))
    middle, far = lattice.ids[5, 5], lattice.ids[1, 1]
    known = ranges.reach(middle, 4)
    assert ranges.reach(middle, 4, stop=lattice.bit[far]) is known
    assert ranges.reach(middle, 4, stop=lattice.bit[middle]) is known  # the start may always be left
    near = lattice.near[middle][0]
    assert ranges.reach(middle, 4, stop=near[1]).hexes != known.hexes
    assert ranges.reach(middle, 4, cache=False) is not known


def test_whole_points_take_half_the_layers():
    lattice = Lattice(Grid((1, 9), (1, 9)))
    side = lattice.side(0, 1)
    result = Ranges(Costs.of(lattice, [(4, lattice.all)], extra=[(2, side)])).reach(0, 9)
    assert len(result._layers) == 5
    assert (result.cost(1), result.layer(5), result.layer(6).bit_count()) == (6, result.layer(4), 3)


def test_memory_is_bounded(monkeypatch):
    lattice = Lattice(Grid((1, 9), (1, 9)))
    monkeypatch.setattr(module, "_MEMORY", 5 * lattice.width)
    ranges = Ranges(Costs.of(lattice, [(2, lattice.all)]))
    for h in range(lattice.n):
        assert ranges.reach(h, 4) is ranges.reach(h, 4)
        assert len(ranges._known) <= 5


def test_a_road_leads_through_ground_that_is_otherwise_closed():
    lattice = Lattice(Grid((1, 3), (1, 3)))
    a, b, c = (lattice.ids[2, row] for row in (1, 2, 3))
    ranges = Ranges(Costs.of(lattice, [(2, lattice.bit[a])], fixed=[(1, lattice.side(a, b) | lattice.side(b, c))]))
    assert set(ranges.reach(a, 2).members()) == {a, b, c}
    assert ranges.reach(c, 3).cost(a) == 2


def test_tolls_on_one_side_add_up_and_roads_beat_them():
    lattice = Lattice(Grid((1, 1), (1, 3)))
    side = lattice.side(0, 1)
    costs = Costs.of(lattice, [(2, lattice.all)], extra=[(2, side), (3, side)])
    assert costs.step(side, lattice.bit[1]) == 7
    assert Ranges(costs).reach(0, 7).cost(1) == 7
    paved = Costs.of(lattice, [(2, lattice.all)], extra=[(2, side)], fixed=[(1, side), (3, side)])
    assert Ranges(paved).reach(0, 7).cost(1) == 1
    shut = Costs.of(lattice, [(2, lattice.all)], fixed=[(1, side)], closed=side)
    assert Ranges(shut).reach(0, 7).members() == [0]


def test_costs_that_make_no_sense_are_refused():
    lattice = Lattice(Grid((1, 2), (1, 2)))
    with pytest.raises(ValueError, match="at least one part"):
        Costs.of(lattice, [(0, lattice.all)])
    with pytest.raises(ValueError, match="two cost classes"):
        Costs.of(lattice, [(1, lattice.all), (2, lattice.bit[0])])
    with pytest.raises(ValueError, match="at least one part"):
        Costs.of(lattice, [(1, lattice.all)], fixed=[(0, lattice.all_sides)])
    with pytest.raises(ValueError, match="extra"):
        Costs.of(lattice, [(1, lattice.all)], extra=[(-1, lattice.all_sides)])
    with pytest.raises(ValueError, match="allowance"):
        Ranges(Costs.of(lattice, [(1, lattice.all)])).reach(0, 255)
    with pytest.raises(ValueError, match="0 to 254 half points, not -1"):
        Ranges(Costs.of(lattice, [(1, lattice.all)])).back(0, -1)


def test_a_long_road_out_of_the_window_is_not_lost():
    """The first guess at a window is too small for a road at half a point; the result must not be."""
    lattice = Lattice(Grid((1, 60), (1, 20)))
    assert lattice.width > module._WHOLE
    row = [lattice.ids[c, 10] for c in range(1, 61)]
    road = sum(lattice.side(a, b) for a, b in itertools.pairwise(row))
    ranges = Ranges(Costs.of(lattice, [(4, lattice.all)], fixed=[(1, road)]))
    result = ranges.reach(row[20], 30, cache=False)
    assert result.cost(row[50]) == 30
    assert result.path(row[50]) == row[20:51]
