"""The map in characters."""

import pytest

import echelon
from echelon.cli.play.map import draw_map, legend
from echelon.cli.play.shapes import COMPACT, FULL, POINTED
from echelon.core.board.board import Board
from echelon.core.record.position import Position


@pytest.fixture
def state():
    return echelon.load("drill").new(seed=1)


def test_every_hex_and_unit_is_on_the_map(state):
    for compact in (False, True):
        text = draw_map(state, compact=compact).plain
        assert all(label in text for label in state.rules.board.labels)
        assert all(f"{u.id} " in text for u in state.rules.forces.units)


def test_it_is_a_picture_of_hexes(state):
    rows = draw_map(state).plain.splitlines()
    assert rows[0].startswith("  ______")
    assert rows[1].startswith(" /0101  \\")
    assert rows[2].startswith("/        \\______/")


@pytest.mark.parametrize("shape", [FULL, COMPACT])
def test_a_side_falls_on_the_same_characters_from_both_hexes(shape):
    """Neighbours at N NE SE of a flat hex lie at these offsets; the opposite side must coincide."""
    x, y = shape.pitch
    for k, (dx, dy) in enumerate(((0, -2 * y), (x, -y), (x, y))):
        ours = {(a, b) for a, b, _ in shape.sides[k]}
        theirs = {(a + dx, b + dy) for a, b, _ in shape.sides[k + 3]}
        assert ours == theirs
        assert {(a, b) for a, b, _ in shape.crossings[k]} == {(a + dx, b + dy) for a, b, _ in shape.crossings[k + 3]}


def test_the_pointed_shape_fits_together_too():
    x, y = POINTED.pitch
    for k, (dx, dy) in enumerate(((x, -y), (2 * x, 0), (x, y))):
        ours = {(a, b) for a, b, _ in POINTED.sides[k]}
        assert ours == {(a + dx, b + dy) for a, b, _ in POINTED.sides[k + 3]}


def test_rivers_are_blue_or_waves(state):
    coloured = draw_map(state)
    assert any("#1f7fe0" in str(span.style) for span in coloured.spans)
    assert draw_map(state, colour=False).plain.count("≈") > coloured.plain.count("≈")


def test_a_large_map_is_cut_around_the_focus(state):
    focus = state.rules.board.parse_hex("0605")
    text = draw_map(state, width=40, height=16, focus=focus).plain
    assert "0605" in text and "0101" not in text
    assert max(len(row) for row in text.splitlines()) <= 40
    assert len(text.splitlines()) <= 16


def test_marked_hexes_stand_out(state):
    marked = draw_map(state, marks={state.rules.board.parse_hex("0303")})
    assert any("#ffd75f" in str(span.style) for span in marked.spans)
    assert not any("#ffd75f" in str(span.style) for span in draw_map(state).spans)


def test_stacks_and_states_are_shown():
    text = """
system = "drill"
frame = "move.pick"
side = "blue"
units = { b1 = "0203", b2 = { at = "0203", shaken = true }, r1 = "0706" }
"""
    picture = draw_map(Position.parse(text).state()).plain
    assert "b1 3-3" in picture and "b2 3-3!" in picture
    compact = draw_map(Position.parse(text).state(), compact=True).plain
    assert "b1" in compact and "b2" in compact


def test_a_map_of_pointed_hexes_can_be_drawn(state):
    text = """\
name: pointed
title: Pointed
palette: summer

[grid]
orientation: pointy
columns: 1-4
rows: 1-3
rows from: north
shift: even right
labels: {c:02}{r:02}

[terrain]
wood: 0202
clear: all but wood
"""
    board = Board.parse(text)
    rules = state.rules
    rules = rules.system.play.compile(rules.system, rules.scenario, rules.options, rules.board, ())
    rules.board = board
    blank = state.copy()
    blank.rules = rules
    blank.pos = bytearray([200]) * len(rules.forces)
    rules.gone = 200
    for name in [name for name in vars(rules) if name.startswith("hexes")]:
        setattr(rules, name, 0)  # sets of hexes of the other board
    picture = draw_map(blank, focus=0).plain
    assert all(label in picture for label in board.labels)


def test_the_legend_names_what_is_on_the_map(state):
    for compact in (False, True):
        for colour in (False, True):
            plain = legend(state, compact, colour).plain
            words = ("wood", "town", "river", "road", "bridge", "■R Red-held", "b1 3-3 unit b1, strength 3, movement 3")
            assert all(word in plain for word in words)
            assert max(map(len, plain.splitlines())) <= 80
