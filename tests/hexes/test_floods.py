"""Floods agree with breadth-first search on a plain graph."""

from hypothesis import given, settings
from hypothesis import strategies as st

from echelon.hexes.floods import flood, flood_across, flood_network, steps_between

from .worlds import cases

SETTINGS = settings(max_examples=120, deadline=None)
limits = st.one_of(st.none(), st.integers(0, 9))


@SETTINGS
@given(cases, limits, st.sampled_from((0.02, 0.3)), st.booleans())
def test_flood(case, limit, share, barred):
    start, starts = case.some(share)
    ground, grounds = case.some(0.8)
    closed, closeds = case.some_sides(0.3 if barred else 0)
    expected = case.world.flood(starts, grounds, limit, closeds)
    assert flood(case.lattice, start, ground, limit, closed) == case.lattice.board(expected)


@SETTINGS
@given(cases, limits)
def test_flood_along_links(case, limit):
    start, starts = case.some(0.1)
    ground, grounds = case.some(0.9)
    sides, links = case.some_sides(0.4)
    expected = case.world.flood(starts, grounds, limit, only=links)
    assert flood_across(case.lattice, start, sides, ground, limit) == case.lattice.board(expected)
    everywhere = case.world.flood(starts, set(range(case.lattice.n)), limit, only=links)
    assert flood_across(case.lattice, start, sides, limit=limit) == case.lattice.board(everywhere)


@SETTINGS
@given(cases, st.integers(0, 5))
def test_flood_by_road_then_overland(case, limit):
    start, starts = case.some(0.05)
    ground, grounds = case.some(0.85)
    sides, links = case.some_sides(0.3)
    closed, closeds = case.some_sides(0.1)
    network = case.world.flood(starts, grounds, only=links)
    expected = case.world.flood(network, grounds, limit, closeds)
    assert flood_network(case.lattice, start, sides, ground, limit, closed) == case.lattice.board(expected)


@settings(max_examples=60, deadline=None)
@given(cases)
def test_steps_between(case):
    ground, grounds = case.some(0.8)
    a, b = case.rng.randrange(case.lattice.n), case.rng.randrange(case.lattice.n)
    steps = steps_between(case.lattice, case.lattice.bit[a], case.lattice.bit[b], ground)
    reached = next((k for k in range(case.lattice.n + 1) if b in case.world.flood([a], grounds, k)), None)
    assert steps == reached


def test_empty_start():
    from .worlds import lattice_of

    lattice = lattice_of((4, 5), 0, 0)
    assert flood(lattice, 0, lattice.all) == 0
    assert flood_across(lattice, 0, lattice.all_sides) == 0
