"""Cards: the liveliest part of a map, small, always the same."""

import xml.etree.ElementTree as ET

import pytest

import echelon
from echelon.draw.cards import card, crop, opening, sides_of, trim
from echelon.draw.frame import window
from echelon.draw.pictures import pieces_from

GAMES = [(name, scenario) for name in echelon.system_names() for scenario in echelon.load(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_part_shown_lies_on_the_map_and_holds_both_sides(name, scenario):
    state = opening(echelon.load(name), scenario)
    board, pieces, sides = state.rules.board, pieces_from(state), sides_of(state)
    view = window(board, legend=False)
    x, y, wide, high = crop(board, pieces, sides)
    assert view.left <= x <= x + wide <= view.right + 0.1
    assert view.top <= y <= y + high
    assert wide / high == pytest.approx(640 / 250)
    inside = [p for p in pieces if x <= board.center(p.hex)[0] <= x + wide and y <= board.center(p.hex)[1] <= y + high]
    assert {sides[p.key] for p in inside if p.key in sides} == {0, 1}


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_opening_is_past_the_set_up_and_always_the_same(name, scenario):
    system = echelon.load(name)
    state = opening(system, scenario)
    assert state.step >= system.play.first
    assert state.position() == opening(system, scenario).position()


def test_a_card_is_a_picture_of_its_size_and_stable():
    pytest.importorskip("numpy")
    system = echelon.load("drill")
    text = card(system, "ford")
    root = ET.fromstring(text)
    assert (root.get("width"), root.get("height")) == ("640", "250")
    assert text == card(system, "ford")


def test_trimming_leaves_out_only_what_lies_outside():
    near, far = "M10 10" + "l1 1" * 1, "M5000 5000l1 1"
    long = "".join([near, far] * 150)
    text = f'<svg><pattern><path d="{long}"/></pattern><path d="{long}"/><path d="{far}"/></svg>'
    found = trim(text, (0, 0, 100, 100))
    assert found.count(near) == 300
    assert found.count(far) == 151, "patterns and short paths are left alone"
    crossing = "M-500 50l1000 0" * 120
    assert trim(f'<path d="{crossing}"/>', (0, 0, 100, 100)) == f'<path d="{crossing}"/>'
