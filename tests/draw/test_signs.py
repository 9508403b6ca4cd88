"""Signs that bear on rules: ferries, dominant positions, supply sources and exits on the frame, reduced faces of counters."""

from __future__ import annotations

import pytest

from echelon.core.board.board import Board
from echelon.core.system import load
from echelon.draw.counters import SCAR, Piece, counter
from echelon.draw.frame import entries, window
from echelon.draw.kinds import is_bridge, is_ferry, line_rows, summit_hexes, terrain_rows
from echelon.draw.palettes import PALETTES
from echelon.draw.roads import Bridge, bridge_svg
from echelon.draw.sprites import sprite, sprite_id, units_of
from echelon.draw.summits import summits_svg

TEXT = """
name: signs
[grid]
columns: 1-5
rows: 1-5
[terrain]
wooded-hills: 0303 0304
plain: all but wooded-hills
[sides]
majorriver Rhône: 0202|0203
stream: 0402|0403
bridge: 0402|0403
ferry: 0202|0203
[edges]
allied-supply-north: 0301
german-exit: 0501
[zones]
dominant: 0303
"""


@pytest.fixture(scope="module")
def board():
    return Board.parse(TEXT)


def test_a_ferry_is_no_bridge_in_the_legend(board):
    rows = dict(line_rows(board))
    assert (rows["bridge"], rows["ferry"], rows["summit"]) == ("Bridge", "Ferry", "Dominant position")
    assert is_ferry("ferry") and is_bridge("ferry") and not is_ferry("bridge")


def test_kinds_of_rivers_are_told_apart_by_their_names(board):
    assert [row for row in line_rows(board) if "river" in row[0]] == [("major river", "Rhône"), ("stream river", "Stream")]
    one = Board.parse(TEXT.replace("majorriver Rhône", "stream Rhône").replace("ferry: 0202|0203", ""))
    assert [row for row in line_rows(one) if "river" in row[0]] == [("river", "River, on the hexside")]


def test_a_ferry_is_drawn_as_a_hull(board):
    palette = PALETTES["summer"]
    bridge, ferry = (bridge_svg(Bridge((0, 1), 0, 0, 30, False, 20, kind), palette) for kind in (False, True))
    assert "stroke-dasharray" in ferry
    assert "stroke-dasharray" not in bridge
    assert "rotate(-30)" in ferry  # the hull stays level


def test_wooded_hills_are_called_so(board):
    assert ("wood", "Wooded hills") in terrain_rows(board)


def test_a_ring_round_every_dominant_position(board):
    assert [board.labels[h] for h in summit_hexes(board)] == ["0303"]
    assert summits_svg(board, PALETTES["summer"])
    assert summits_svg(Board.parse(TEXT.replace("dominant: 0303", "other: 0303")), PALETTES["summer"]) == ""


def test_exits_lead_off_the_map(board):
    found = {entry.name: entry for entry in entries(board, window(board, False))}
    assert {name: (e.word, e.outward, e.side) for name, e in found.items()} == {
        "allied-supply-north": ("supply", False, "Allied"),
        "german-exit": ("exit", True, "German"),
    }


def test_a_second_face_is_a_symbol_of_its_own():
    pieces = {piece.key: piece for piece in units_of(load("colonnes").rules())}
    assert pieces["A-1/141"].values == (3, 4, 4)
    assert pieces["A-1/141_reduced"].values == (2, 2, 4)
    assert "A-F1_reduced" not in pieces  # it has one step
    text = sprite([pieces["A-1/141"], pieces["A-1/141_reduced"]])
    assert 'id="u-A-1/141-middle"' in text
    assert 'id="u-A-1/141_reduced-middle"' in text
    assert text.count(SCAR) == 4 + 1  # every size of the second face, and the badge
    assert sprite_id({"id": "A-1/141", "arm": "mot", "face": "reduced"}) == "u-A-1/141_reduced"


def test_states_of_a_counter():
    plain = counter(Piece(0, "1"))
    assert counter(Piece(0, "1", status=frozenset({"out of command"}))) != plain
    assert SCAR in counter(Piece(0, "1", status=frozenset({"reduced"})))
