"""Splines, contours, distances: the tools under the shapes."""

from __future__ import annotations

import numpy as np
import pytest

from echelon.draw.areas import WOOD, Lattice, blur, contours, organic, rings, signed_distance
from echelon.draw.curves import area_of, chaikin, distance, inside, lengths, offset, resample, spline
from echelon.draw.noise import Chance, noise, seed


def test_a_spline_passes_its_control_points_and_keeps_its_step():
    points = [(0, 0), (40, 10), (80, -20), (95, 30)]
    curve = spline(points, 5)
    for x, y in points:
        assert np.hypot(curve[:, 0] - x, curve[:, 1] - y).min() < 1e-6
    assert np.hypot(*np.diff(curve, axis=0).T).max() < 9


def test_offset_moves_a_line_aside_by_the_distance_asked():
    line = spline([(0, 0), (50, 0), (100, 0)], 5)
    assert offset(line, 7)[:, 1] == pytest.approx(7)


def test_contours_of_a_disc_enclose_its_area():
    lattice = Lattice.over(-50, -50, 50, 50, 2)
    x, y = lattice.grid()
    found = rings(lattice, 30 - np.hypot(x, y), thin=1)
    assert len(found) == 1
    assert abs(area_of(found[0])) == pytest.approx(np.pi * 900, rel=0.02)


def test_a_hole_is_a_ring_of_its_own_and_saddles_do_not_lose_lines():
    lattice = Lattice.over(-50, -50, 50, 50, 2)
    x, y = lattice.grid()
    assert len(rings(lattice, 12 - np.abs(np.hypot(x, y) - 30), thin=1)) == 2
    checks = np.where((np.add.outer(np.arange(9), np.arange(9))) % 2, 1.0, -1.0)
    assert sum(len(ring) for ring in contours(checks)) == 4 * int((checks > 0).sum())


def test_signed_distance_is_exact_near_a_straight_edge():
    mask = np.zeros((30, 30), dtype=bool)
    mask[:, 15:] = True
    found = signed_distance(mask, 10)
    assert found[10, 15] == pytest.approx(0.5)
    assert found[10, 20] == pytest.approx(5.5)
    assert found[10, 12] == pytest.approx(-2.5)


def test_blur_keeps_a_constant_and_the_sum():
    assert blur(np.ones((20, 30)), 3) == pytest.approx(1.0)
    spot = np.zeros((61, 61))
    spot[30, 30] = 1.0
    assert blur(spot, 4).sum() == pytest.approx(1.0)


def test_an_organic_area_never_leaves_its_hexes_by_more_than_nine():
    lattice = Lattice.over(0, 0, 300, 300, 3)
    x, y = lattice.grid()
    mask = (np.abs(x - 150) < 60) & (np.abs(y - 150) < 60)
    found = organic(lattice, mask, WOOD, 5)
    edge = np.vstack(found.outline)
    out = np.maximum(np.abs(edge[:, 0] - 150), np.abs(edge[:, 1] - 150)) - 60
    assert out.max() < 9 + 3
    assert -out.min() < 13 + 3


def test_inside_follows_the_even_odd_rule():
    outer = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], dtype=float)
    inner = np.array([(4, 4), (6, 4), (6, 6), (4, 6)], dtype=float)
    assert inside([(1, 1), (5, 5), (11, 5)], [outer, inner]).tolist() == [True, False, False]


def test_distance_to_a_line():
    line = np.array([(0, 0), (10, 0)], dtype=float)
    assert distance([(5, 3), (13, 4)], [line]) == pytest.approx([3, 5])


def test_chaikin_and_resample_keep_to_the_line():
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], dtype=float)
    assert len(chaikin(square)) == 8
    line = resample(np.array([(0, 0), (100, 0)], dtype=float), 7)
    assert np.diff(lengths(line)) == pytest.approx(100 / 14)


def test_noise_is_bounded_smooth_and_depends_on_its_seed_alone():
    x = np.linspace(0, 500, 2000)
    one = noise(x, 3.0, 40, seed("a", "wood"))
    assert np.abs(one).max() <= 1
    assert np.abs(np.diff(one)).max() < 0.1
    assert (one == noise(x, 3.0, 40, seed("a", "wood"))).all()
    assert not (one == noise(x, 3.0, 40, seed("b", "wood"))).all()


def test_chance_repeats_by_its_key():
    assert [Chance("x", 1).unit() for _ in range(2)] == [Chance("x", 1).unit()] * 2
    draws = [c for chance in [Chance("y")] for c in [chance.unit() for _ in range(4000)]]
    assert 0 <= min(draws) < 0.01
    assert 0.99 < max(draws) < 1
    assert sum(draws) / 4000 == pytest.approx(0.5, abs=0.02)
