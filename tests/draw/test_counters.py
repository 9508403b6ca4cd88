"""Counters, stacks, symbols and live marks."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import echelon
from echelon.core.system import system_names
from echelon.draw import (
    Attack,
    Control,
    Marker,
    Objective,
    Odds,
    Piece,
    Rail,
    Reachable,
    Route,
    Selected,
    Span,
    Supply,
    Target,
    Threat,
    Trail,
    Zone,
    counter,
    fan,
    overlay,
    stack,
)
from echelon.draw.counters import APART, LARGE, LEAST, LETTER, MIDDLE, SHOWN, SLOTS, SMALL, STEP, TINY, detail
from echelon.draw.hexagons import outlines
from echelon.draw.sprites import units_of
from echelon.draw.symbols import SYMBOLS, arm, symbol

PIECE = Piece("1105", "28", "infantry", "division", (2, 2), "us", "VIII", 1)
MARKS = [
    Selected("1105"),
    Reachable("1005", "1½"),
    Route(("1105", "1005", "905")),
    Target("1204"),
    Attack("1105", "1204"),
    Odds("1204", "3:1"),
    Zone(("1005", "1004"), "german"),
    Supply(("1105", "1005", "905"), "1005"),
    Threat("1104", 2),
    Control(("1105", "1104"), "allied"),
    Objective("804"),
    Trail(("1105", "1005")),
    Span("1105", "1204", "german"),
    Span("1105", "1004", "allied", False),
    Rail(("1105", "1005", "905")),
    Rail(("905", "804"), planned=True),
    Marker("909", "fuel dump"),
]


def parsed(drawing):
    return ElementTree.fromstring(f"<svg>{drawing}</svg>")


@pytest.mark.parametrize("level", [SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("status", ["", "moved", "disrupted", "entrenched", "unsupplied", "no retreat"])
def test_every_counter_is_well_formed_and_prints_its_name_and_value(level, status):
    piece = Piece(0, "R&D <1>", "armour", "division", (4, 5), "german", "LVIII", 5, status=frozenset({status}))
    words = [node.text for node in parsed(counter(piece, level)).iter("text")]
    assert "R&D <1>" in words
    assert "4" in words
    assert ("5" in words) == (level != SMALL)
    assert ("LVIII" in words) == (level == LARGE)


def test_every_status_changes_the_picture():
    plain = counter(PIECE)
    seen = {plain}
    for word in ("moved", "disrupted", "entrenched", "out of supply", "no retreat"):
        drawing = counter(Piece(0, "28", status=frozenset({word}), values=(2, 2)))
        assert drawing not in seen
        seen.add(drawing)


def test_detail_goes_by_the_size_on_screen():
    sizes = (20, 30, 35, 36, 75, 76, 200)
    assert [detail(size) for size in sizes] == [TINY, SMALL, SMALL, MIDDLE, MIDDLE, LARGE, LARGE]
    assert not list(parsed(counter(PIECE, TINY)).iter("text"))


def test_the_strongest_lies_on_top_and_the_pill_counts():
    weak = Piece(0, "weak", values=(1, 2))
    strong = Piece(0, "strong", values=(5, 2))
    drawing = stack([weak, strong])
    assert "strong" in drawing
    assert "weak" not in drawing
    assert "2·6" in drawing
    chosen = stack([Piece(0, "weak", values=(1, 2), selected=True), strong])
    assert "weak" in chosen


def test_a_fan_shows_every_face_in_one_row():
    row = fan([Piece(0, "weak", values=(1, 2)), Piece(0, "strong", values=(5, 2))])
    assert row.index("strong") < row.index("weak")
    parsed(row)


def test_at_most_four_counters_of_a_stack_are_shown():
    many = stack([Piece(0, str(k), values=(k,)) for k in range(7)])
    assert many.count('fill="#A3AF62"') == 4
    assert "7·21" in many


def test_every_symbol_is_drawn_and_differs():
    drawings = {name: symbol(name, 52, 30, 3.2) for name in SYMBOLS}
    assert len(SYMBOLS) >= 20
    assert len(set(drawings.values())) == len(SYMBOLS)
    for drawing in drawings.values():
        parsed(drawing)


def test_arms_are_known_in_other_spellings_and_unknown_ones_get_an_empty_box():
    assert arm("Armor") == "armour"
    assert arm("parachute/airborne") == "airborne"
    assert parsed(symbol("submarine", 50, 30, 3)).findall(".//rect")


def test_the_sentence_of_a_counter():
    piece = Piece(0, "28th Infantry Division", values=(2, 2), status=frozenset({"entrenched"}))
    assert piece.sentence() == "28th Infantry Division, combat 2, movement 2, entrenched"


def test_the_live_layer_has_the_window_of_the_sheet_and_every_mark(tigers, tigers_sheet):
    pieces = [Piece("1204", "2 Pz", "armour", "division", (4, 4), "german"), PIECE]
    live = overlay(tigers.board, pieces, MARKS)
    root = ElementTree.fromstring(live)
    assert root.get("viewBox") == ElementTree.fromstring(tigers_sheet).get("viewBox")
    assert live == overlay(tigers.board, pieces, MARKS)
    counters = [node for node in root.iter() if node.get("class") == "counter"]
    # Northern rows first.
    assert [node.get("data-hex") for node in counters] == ["1105", "1204"]
    for mark in MARKS:
        assert len(overlay(tigers.board, (), [mark])) > len(overlay(tigers.board)) + 40, mark


def test_hexes_may_be_ids_or_labels(tigers):
    board = tigers.board
    by_id = Piece(board.ids["1105"], "28", "infantry", "division", (2, 2), "us", "VIII", 1)
    assert overlay(board, [PIECE], [Selected("1105")]) == overlay(board, [by_id], [Selected(board.ids["1105"])])


def test_outlines_of_a_set_of_hexes_close(tigers):
    board = tigers.board
    ring = board.members(board.hexes("704 705 804 805 904 905 604"))
    found = outlines(board, ring)
    assert sum(len(line) for line in found) >= 10
    whole = outlines(board, range(board.n))
    assert len(whole) == 1


def width(text):
    """How wide a text of a drawing is: as told, or estimated for the condensed face."""
    return float(text.get("textLength") or len(text.text) * float(text.get("font-size")) * LETTER)


@pytest.mark.parametrize("name", system_names())
def test_no_name_runs_into_its_formation(name):
    system = echelon.load(name)
    pieces = {piece for scenario in system.scenarios for piece in units_of(system.rules(scenario))}
    assert len(pieces) > 6 and any(piece.formation for piece in pieces)
    for piece in pieces:
        if piece.formation and not piece.air:
            head, corps = list(parsed(counter(piece, LARGE)).iter("text"))[:2]
            assert (head.text, corps.text) == (piece.name, piece.formation)
            end = float(head.get("x")) + width(head)
            assert end + APART <= float(corps.get("x")) - width(corps) + 0.1, (piece.name, piece.formation)
            assert float(head.get("font-size")) >= LEAST


@pytest.mark.parametrize(("level", "radius"), [(SMALL, 21), (MIDDLE, 17)])
def test_the_first_badge_leaves_the_name_free(level, radius):
    """For names of six letters, as most are: the badge, a disc, against the upper right corner of the last letter."""
    name = next(parsed(counter(Piece("1105", "Peiper", values=(2, 4)), level)).iter("text"))
    size = float(name.get("font-size"))
    right, top = float(name.get("x")) + width(name) / 2, float(name.get("y")) - 0.72 * size
    x, y = SLOTS[0]
    assert ((x - right) ** 2 + (y - top) ** 2) ** 0.5 >= radius - 1


SIZES = (30, 36, 40, 46, 60, 75, 76, 90)
PRINTED = 9.0  # pixels: nothing smaller is printed on a counter


def everybody(name):
    system = echelon.load(name)
    return {piece for scenario in system.scenarios for piece in units_of(system.rules(scenario)) if not piece.air}


@pytest.mark.parametrize("name", system_names())
def test_name_and_all_values_are_printed_from_forty_pixels_on(name):
    for piece in everybody(name):
        for pixels in SIZES:
            texts = list(parsed(counter(piece, detail(pixels))).iter("text"))
            assert all(float(node.get("font-size")) * pixels / 100 >= PRINTED for node in texts), (piece.name, pixels)
            words = [node.text for node in texts]
            assert piece.name in words
            if pixels >= 36:
                printed = [figure for word in words for figure in word.split("-")]
                assert printed[-len(piece.values) :] == [str(value) for value in piece.values], (piece.name, pixels)


def reaches(node):
    """Left, top, right and bottom of a text with figures."""
    size, x, y, wide = float(node.get("font-size")), float(node.get("x")), float(node.get("y")), width(node)
    left = {"middle": x - wide / 2, "end": x - wide}.get(node.get("text-anchor"), x)
    return left, y - 0.72 * size, left + wide, y


@pytest.mark.parametrize("name", system_names())
@pytest.mark.parametrize("level", [SMALL, MIDDLE, LARGE])
def test_no_badge_pennant_or_pill_covers_a_value(name, level):
    radius = 21 if level == SMALL else 17
    scale = 1.25 if level == SMALL else 1.0
    pennant = (-8 + 29 * scale, (64 if level == SMALL else 70))  # its point, and where it begins
    pill = 109 - 13  # its upper edge, on a lone counter and on the top of a stack
    for piece in everybody(name):
        texts = list(parsed(counter(piece, level)).iter("text"))
        shown = len(piece.values) if level != SMALL else 1
        for left, top, right, bottom in map(reaches, texts[-1:] if shown != 2 else texts[-2:]):
            assert left >= pennant[0] - 2 or bottom < pennant[1], (piece.name, left)
            assert bottom <= pill + (SHOWN - 1) * STEP / 2
            for x, y in SLOTS:
                near = (max(left, min(x, right)), max(top, min(y, bottom)))
                assert ((near[0] - x) ** 2 + (near[1] - y) ** 2) ** 0.5 >= radius, (piece.name, x, y)
