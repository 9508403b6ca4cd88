"""The numbering: shifts do what neighbours say, on every kind of field."""

import pytest
from hypothesis import given, settings

from echelon.hexes.lattice import NotAdjacentError

from .worlds import cases, lattice_of

SETTINGS = settings(max_examples=100, deadline=None)


@SETTINGS
@given(cases)
def test_sets_of_neighbours(case):
    lattice = case.lattice
    bits, ids = case.some(0.3)
    around = {other for h in ids for other in case.world.near[h]}
    assert lattice.ring(bits) == lattice.board(around)
    assert lattice.spread(bits) == lattice.board(around | ids)
    assert lattice.ring_of == tuple(lattice.board(case.world.near[h]) for h in range(lattice.n))


@SETTINGS
@given(cases)
def test_sides(case):
    lattice = case.lattice
    bits, ids = case.some(0.4)
    sides, pairs = case.some_sides(0.4)
    pairs_of = {frozenset((h, other)) for h in range(lattice.n) for other in case.world.near[h]}
    assert lattice.all_sides.bit_count() == len(pairs_of)
    crossed = {other for h in ids for other in case.world.near[h] if frozenset((h, other)) in pairs}
    assert lattice.cross(bits, sides) == lattice.board(crossed)

    def as_pairs(found):
        return {frozenset(lattice.side_hexes(side)) for side in lattice.side_members(found)}

    assert as_pairs(lattice.sides_of(bits)) == {pair for pair in pairs_of if pair & ids}
    assert as_pairs(lattice.border(bits)) == {pair for pair in pairs_of if len(pair & ids) == 1}
    assert lattice.ends(sides) == lattice.board(h for pair in pairs for h in pair)


@SETTINGS
@given(cases)
def test_members(case):
    for share in (0.02, 0.5, 1):
        bits, ids = case.some(share)
        members = case.lattice.members(bits)
        assert set(members) == ids
        assert len(members) == len(ids)
        assert members == sorted(members, key=case.lattice.index.__getitem__)


@SETTINGS
@given(cases)
def test_lines_are_windows_of_bits(case):
    lattice = case.lattice
    for h in range(lattice.n):
        line = lattice.line_of[h]
        assert lattice.line_start[line] <= lattice.index[h] < lattice.line_start[line + 1]
    assert lattice.all < 1 << lattice.width
    assert lattice.all & lattice.all_sides == 0


def test_neighbours_stand_in_direction_order():
    lattice = lattice_of((9, 6), 0, 0)
    for h, cell in enumerate(lattice.grid.cells):
        expected = lattice.grid.neighbours(cell)
        found = [x and lattice.grid.cells[x[0]] for x in lattice.around[h]]
        assert found == list(expected)
        assert [x for x in lattice.around[h] if x] == list(lattice.near[h])
    assert lattice.distance(0, lattice.n - 1) == lattice.grid.distance(lattice.grid.cells[0], lattice.grid.cells[-1])


def test_strangers_share_no_side():
    lattice = lattice_of((9, 6), 0, 0)
    with pytest.raises(NotAdjacentError, match="0 and 50 are not adjacent"):
        lattice.side(0, 50)
    with pytest.raises(ValueError, match="hexside"):
        lattice.side_hexes(lattice.bit[0])
