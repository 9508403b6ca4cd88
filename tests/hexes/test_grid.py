"""Geometry: neighbours, distances and drawing agree with parity tables and with plain Euclid."""

import itertools
from math import dist, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from echelon.hexes.grid import Grid

from .oracles import flat_neighbours
from .worlds import STYLES

grids = st.builds(
    lambda columns, rows, first, style: Grid((first, first + columns), (1, rows), **STYLES[style]),
    st.integers(0, 8),
    st.integers(1, 8),
    st.integers(0, 3),
    st.integers(0, len(STYLES) - 1),
)


@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize("shift", ["up", "down"])
@pytest.mark.parametrize("rows_from", ["north", "south"])
def test_flat_neighbours_follow_the_parity_tables(shifted, shift, rows_from):
    grid = Grid((1, 6), (1, 6), shifted=shifted, shift=shift, rows_from=rows_from)
    for cell in grid.cells:
        expected = flat_neighbours(cell, shifted=shifted, shift=shift, rows_from=rows_from)
        assert list(grid.neighbours(cell)) == [c if c in grid else None for c in expected]


@settings(max_examples=60, deadline=None)
@given(grids)
def test_names_say_where_a_neighbour_lies(grid):
    for cell in grid.cells:
        x, y = grid.center(cell)
        for name, other in zip(grid.names, grid.neighbours(cell), strict=True):
            if other is None:
                continue
            ox, oy = grid.center(other)
            assert dist((x, y), (ox, oy)) == pytest.approx(100)
            assert ("N" in name) == (oy < y - 1)
            assert ("S" in name) == (oy > y + 1)
            assert ("E" in name) == (ox > x + 1)
            assert ("W" in name) == (ox < x - 1)
            assert grid.neighbour(cell, name) == other


@settings(max_examples=30, deadline=None)
@given(grids)
def test_distance_is_the_fewest_steps(grid):
    start = grid.cells[len(grid.cells) // 2]
    depth, front = {start: 0}, [start]
    for cell in front:
        for other in grid.neighbours(cell):
            if other is not None and other not in depth:
                depth[other] = depth[cell] + 1
                front.append(other)
    # On an unbroken convex field the shortest way stays on it, except around the dents of its staggered edge.
    for cell, steps in depth.items():
        assert grid.distance(start, cell) == grid.distance(cell, start) <= steps
    for radius in range(4):
        ring = grid.ring(start, radius)
        assert set(ring) == {c for c in grid.cells if grid.distance(start, c) == radius}
        assert len(set(ring)) == len(ring)


@settings(max_examples=60, deadline=None)
@given(grids, st.randoms(use_true_random=False))
def test_lines_are_connected_and_straight(grid, rng):
    a, b = rng.choice(grid.cells), rng.choice(grid.cells)
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    for one, two in itertools.pairwise(line):
        assert grid.distance(one, two) <= 2  # a cell off a dented edge may be left out
    assert all(grid.distance(a, c) + grid.distance(c, b) == grid.distance(a, b) for c in line)


@settings(max_examples=60, deadline=None)
@given(grids, st.randoms(use_true_random=False))
def test_points_find_their_hex(grid, rng):
    cell = rng.choice(grid.cells)
    x, y = grid.center(cell)
    assert grid.nearest((x + rng.uniform(-28, 28), y + rng.uniform(-28, 28))) == cell
    corners = grid.corners(cell)
    assert all(dist(corner, (x, y)) == pytest.approx(100 / sqrt(3)) for corner in corners)
    for k, other in enumerate(grid.neighbours(cell)):
        if other is not None:
            middle = [(p + q) / 2 for p, q in zip(corners[k], corners[(k + 1) % 6], strict=True)]
            assert middle == pytest.approx([(p + q) / 2 for p, q in zip((x, y), grid.center(other), strict=True)])


def test_the_field_begins_at_the_origin():
    for style in STYLES:
        grid = Grid((3, 7), (2, 6), **style)
        points = [corner for cell in grid.cells for corner in grid.corners(cell)]
        assert min(x for x, _ in points) == pytest.approx(0)
        assert min(y for _, y in points) == pytest.approx(0)
        assert (max(x for x, _ in points), max(y for _, y in points)) == pytest.approx(grid.size)


def test_irregular_fields():
    tigers = Grid((1, 15), (2, 11), even=(1, 10), shift="up", rows_from="south", missing=frozenset({(1, 11)}))
    assert len(tigers) == 149
    assert (1, 11) not in tigers
    assert (2, 1) in tigers
    assert tigers.neighbour((11, 5), "SE") == (12, 4)
    pointy = Grid((1, 5), (1, 3), orientation="pointy", shift="right", even=(1, 4))
    assert len(pointy) == 14


@pytest.mark.parametrize("wrong", [{"shift": "left"}, {"orientation": "pointy"}, {"rows": (5, 1)}, {"orientation": "round"}])
def test_nonsense_is_refused(wrong):
    with pytest.raises(ValueError, match=r"shifted|empty|orientation"):
        Grid(**{"columns": (1, 4), "rows": (1, 4)} | wrong)
