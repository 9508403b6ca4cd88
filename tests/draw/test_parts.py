"""Parts of a map, marks that a system offers, pictures in few colours."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.draw import Attack, Broken, Front, Picture, draw, marks_from, picture, plan
from echelon.draw.frame import cut_out, window
from echelon.draw.marks import MARKS, mark_from

BATTLE = """
system = "tigers"
set_up = "campaign"
turn = 1
side = "german"
frame = "attack.allocate"
[state]
battles = [{ hexes = "1208", units = "de-277vg de-12ss de-12vg", state = "open" }]
"""


def viewbox(text):
    return [float(number) for number in ElementTree.fromstring(str(text)).get("viewBox").split()]


@pytest.fixture(scope="module")
def battle():
    return Position.parse(BATTLE).state()


def test_a_part_is_as_large_as_its_hexes_and_no_larger_than_the_sheet(ford):
    board = ford.board
    whole = window(board, False)
    part = cut_out(board, whole, [0], 1)
    near = {0, *(h for h, _, _ in board.near[0])}
    inside = [p for h in near for p in board.corners(h)]
    assert part.width <= max(x for x, _ in inside) - min(x for x, _ in inside) + 0.2
    assert part.width < whole.width and part.height < whole.height
    everything = cut_out(board, whole, range(board.n), 50)
    assert everything.width <= whole.width and everything.height <= whole.height


def test_a_part_has_no_legend_and_names_that_stay_inside(ford):
    board = ford.board
    middle = [board.n // 2]
    part = draw(board, around=middle, radius=1)
    x, y, width, height = viewbox(part)
    assert width < viewbox(draw(board))[2]
    assert "TERRAIN" not in part
    for label in plan(board, legend=False, around=middle, radius=1).names.labels:
        left, top, right, bottom = label.box
        assert x <= left and right <= x + width and y <= top and bottom <= y + height


def test_a_hex_may_be_named_by_its_label():
    state = echelon.load("drill").new(seed=1)
    label = state.rules.board.labels[5]
    assert picture(state, around=[label], radius=1) == picture(state, around=[5], radius=1)


def test_a_system_offers_marks_as_plain_data(battle):
    marks = marks_from(battle, ["battles"])
    names = [type(mark).__name__ for mark in marks]
    assert names.count("Attack") == 2 and names.count("Target") == 1
    assert [mark.text for mark in marks if type(mark).__name__ == "Odds"] == ["3:1"]
    assert [type(mark) for mark in marks_from(battle, ["front"])] == [Front]
    assert marks_from(battle, ["bridges"]) == []


def test_every_mark_of_every_system_can_be_drawn(battle):
    for state in (battle, echelon.load("drill").new(seed=1)):
        words = ["objectives", *state.rules.system.show.marks]
        assert picture(state, marks_from(state, words), legend=False).svg.startswith("<svg")


def test_objectives_work_for_every_system():
    state = echelon.load("drill").new(seed=1)
    assert len(marks_from(state, ["objectives"])) == len(state.rules.system.show.held(state)) > 0


def test_an_unknown_mark_is_one_sentence(battle):
    with pytest.raises(EchelonError, match="battles"):
        marks_from(battle, ["batles"])


def test_marks_from_plain_data():
    assert mark_from({"mark": "attack", "source": 3, "target": 4, "current": False}) == Attack(3, 4, False)
    assert mark_from({"mark": "front", "hexes": [1, 2], "side": "german"}) == Front((1, 2), "german")
    assert MARKS["broken"] is Broken


def test_a_lost_bridge_is_crossed_out(battle):
    state = battle.copy()
    board = state.rules.board
    lost = board.parse_side("908|1008")
    state.bridges &= ~lost
    a, b = board.parse_hex("908"), board.parse_hex("1008")
    assert marks_from(state, ["bridges"]) in ([Broken(a, b)], [Broken(b, a)])


def test_small_pictures_keep_their_size_and_colours():
    pytest.importorskip("resvg_py")
    bars = "".join(f'<rect x="{4 * k}" width="4" height="9" fill="rgb({8 * k},{255 - 8 * k},40)"/>' for k in range(10))
    made = Picture(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="9">{bars}</svg>')
    small = made.png(small=True)
    assert struct.unpack(">II", small[16:24]) == (40, 9)
    assert small[25] == 3  # indexed
    at = small.index(b"PLTE")
    size = struct.unpack(">I", small[at - 4 : at])[0]
    found = {tuple(small[at + 4 + 3 * k : at + 7 + 3 * k]) for k in range(size // 3)}
    assert found == {(8 * k, 255 - 8 * k, 40) for k in range(10)}
