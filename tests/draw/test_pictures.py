"""A state, a view or a board as a picture; what the legend says of the counters of a game."""

from __future__ import annotations

import sys
from functools import cache
from xml.etree import ElementTree

import pytest
from french import SYSTEMS, english_in

import echelon
from echelon.core.board.board import Board
from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.draw import Key, Picture, Piece, Target, draw, key_of, overlay, picture, pieces_from, plan, sheet
from echelon.draw.key import STATES
from echelon.draw.names import overlap

SHAKEN = """
system = "drill"
frame = "move.pick"
side = "blue"
units = { b1 = "0203", b2 = { at = "0203", shaken = true }, r1 = "0503" }
"""


def words(text):
    return [node.text for node in ElementTree.fromstring(str(text)).iter("{http://www.w3.org/2000/svg}text")]


def titles(text):
    return [node.text for node in ElementTree.fromstring(str(text)).iter("{http://www.w3.org/2000/svg}title")]


@pytest.fixture(scope="module")
def state():
    return echelon.load("drill").new(seed=1)


@cache
def game_map(name, language):
    """The large maps take seconds, and several tests read the same one."""
    return picture(echelon.load(name).new(), language=language)


@pytest.fixture(scope="module")
def drawn(state):
    return picture(state)


def test_a_picture_is_its_svg_and_a_notebook_shows_it(drawn):
    assert drawn.svg == str(drawn) == drawn._repr_svg_()
    assert drawn.svg.startswith("<svg")
    assert len(repr(drawn)) < 40
    with pytest.raises(AttributeError):
        drawn.svg = ""


def test_every_unit_is_drawn_with_a_sentence_in_the_games_words(drawn, state):
    assert set(titles(drawn)) == {p.title for p in pieces_from(state)}
    assert "3rd Lancers, strength 4, movement 5" in titles(drawn)
    shaken = titles(picture(Position.parse(SHAKEN).state(), legend=False))
    assert any("2nd Rifles, strength 3, movement 3, shaken" in title for title in shaken)


def test_a_side_sees_what_it_knows_and_the_same_map(drawn, state):
    for side in (0, 1):
        assert picture(state.view(side)) == drawn  # drill hides a minefield, no counters
    assert picture(state.view(0), [Target("0503")]) != drawn


def test_a_view_is_drawn_from_what_the_side_knows_alone(state, monkeypatch):
    asked = []
    view = state.view(1)
    monkeypatch.setattr("echelon.draw.pictures.pieces_of", lambda seen: asked.append(seen) or [])
    picture(view)
    assert asked == [view.state]


def test_saving_writes_svg_or_png(drawn, tmp_path):
    assert drawn.save(tmp_path / "map.svg").read_text(encoding="utf-8") == drawn.svg
    pytest.importorskip("resvg_py")
    small = Picture('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
    assert small.save(str(tmp_path / "map.PNG")).read_bytes().startswith(b"\x89PNG")


def test_without_the_renderer_one_sentence_says_what_to_install(drawn, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(EchelonError, match=r"pip install 'echelon-wargames\[png\]'"):
        drawn.save(tmp_path / "map.png")
    assert not (tmp_path / "map.png").exists()


def test_an_unknown_palette_is_one_sentence(state):
    with pytest.raises(EchelonError, match="did you mean 'winter'"):
        picture(state, palette="wintre")


def test_the_legend_explains_the_games_own_counter_in_its_words(drawn):
    said = words(drawn)
    assert "strength, movement" in said and "name, formation" in said
    assert said.count("3 Lan") == 2  # on the map and in the legend
    assert {"Shaken", "Out of supply", "Moved"} <= set(said)
    assert not {"Disrupted", "No retreat", "28", "entrenched"} & set(said)


def test_a_bare_board_says_nothing_of_counters_unless_asked(ford):
    assert not {"COUNTER", "STATUS"} & set(words(sheet(ford)))
    example = Piece(0, "28", values=(2, 2), formation="VIII", status=frozenset({"dug in"}))
    said = words(sheet(ford.board, key=Key(example, {"oos": "No bread"})))
    assert {"COUNTER", "STATUS", "number, corps", "combat, movement", "entrenched", "No bread"} <= set(said)


def test_pieces_without_a_key_list_the_states_they_are_in():
    key = key_of(
        [Piece(0, "a", values=(1,)), Piece(0, "b", values=(3,), status=frozenset({"done"})), Piece(0, "", marker=True)]
    )
    assert key.example == Piece(0, "b", values=(3,))
    assert key.rows() == [("moved", "Moved")]
    assert [note for note, _, _ in key.notes()] == ["name", "size, arm", "combat"]
    assert key_of([]) == key_of([Piece(0, "", marker=True)]) == Key()


def test_states_without_a_drawing_are_not_listed():
    assert Key(Piece(0, "1"), {"asleep": "Asleep", "moved": "Gone"}).rows() == [("moved", "Gone")]


def test_the_states_every_system_lists_have_a_drawing():
    for name in echelon.core.system.system_names():
        assert set(echelon.load(name).show.statuses) <= set(STATES)


@pytest.mark.parametrize("scenario", ["crossing", "ford"])
def test_sheet_and_overlay_share_their_window_if_they_share_the_key(scenario):
    state = echelon.load("drill").new(scenario)
    pieces = pieces_from(state)
    key = key_of(pieces, state.rules.system.show.statuses)
    boxes = {
        ElementTree.fromstring(text).get("viewBox")
        for text in (
            sheet(state.rules.board, key=key, counters=0.58),
            overlay(state.rules.board, pieces, key=key),
            draw(state.rules.board, pieces, key=key),
        )
    }
    assert len(boxes) == 1


def counter_box(board, h):
    x, y = board.center(h)
    return x - 29, y - 29, x + 29, y + 29


def test_names_of_towns_stand_clear_of_counters(state):
    board = state.rules.board
    names = plan(board, counters=0.58).names.labels
    assert {label.text for label in names} == {"Pontsarce", "Corvan"}
    for label in names:
        assert not any(overlap(label.box, counter_box(board, h)) for h in range(board.n))


def test_on_a_crowded_board_only_names_under_counters_move(tigers):
    board = tigers.board
    held = [board.ids["1409"], board.ids["1306"]]
    before = {label.text: label for label in tigers.names.labels}
    after = {label.text: label for label in plan(board, counters=0.58, held=held).names.labels}
    assert plan(board, counters=0.58).names.labels == tigers.names.labels
    assert not overlap(after["Prüm"].box, counter_box(board, held[1]))
    far = [name for name, label in before.items() if name in after and label.hex not in held and after[name] != label]
    assert len(far) <= 4


def test_a_board_may_be_drawn_alone(state):
    assert picture(state.rules.board).svg == draw(state.rules.board)
    assert isinstance(picture(Board.parse(state.rules.board.text()), legend=False), Picture)


# --- languages --------------------------------------------------------------------------------------------------------------
LEGEND_WIDTH = 262.0


def placed(text):
    """The texts of a legend, with where they begin and how large they are."""
    found = ElementTree.fromstring(str(text))
    (legend,) = (node for node in found.iter() if node.get("class") == "legend")
    rows = [node for node in legend.iter("{http://www.w3.org/2000/svg}text") if not node.get("textLength")]
    return [(node.text, float(node.get("x", 0)), float(node.get("font-size", 12)), node.get("text-anchor")) for node in rows]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_map_speaks_french_from_title_to_foot(name):
    said = [text for text in words(game_map(name, "fr")) if text]  # rivers lie on paths
    assert {"TERRAIN", "TRACÉS", "PION", "ÉTATS"} <= set(said)
    assert "le relief est un décor" in " ".join(said)
    assert [(text, english_in(text)) for text in said if english_in(text)] == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_no_words_of_a_legend_run_over_its_edge(name, language):
    """Measured by half an em a letter, a little more than the serif face needs."""
    drawn = game_map(name, language)
    wide = [(text, x + 0.5 * size * len(text)) for text, x, size, anchor in placed(drawn) if anchor is None and size > 9]
    assert [row for row in wide if row[1] > LEGEND_WIDTH + 10] == []


def test_a_counter_carries_the_short_name_of_its_formation():
    state = echelon.load("colonnes").new()
    assert {p.formation for p in pieces_from(state, "fr")} == {p.formation for p in pieces_from(state)}
    drill = echelon.load("drill").new()
    assert "Nord" in {p.formation for p in pieces_from(drill, "fr")}
    assert "3rd Lancers, strength 4, movement 5" not in {p.title for p in pieces_from(drill, "fr")}


def test_a_bare_board_has_a_legend_in_french_too(ford):
    said = words(picture(ford.board, language="fr"))
    assert "TERRAIN" in said and "Pont" in said and "Bridge" not in said
