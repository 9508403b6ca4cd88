"""The page's symbols: every counter of every game, well-formed, stable, and where the sheet says."""

import re
import xml.etree.ElementTree as ET

import pytest

import echelon
from echelon.core.board.board import Board
from echelon.core.forces import Unit
from echelon.core.show.pieces import pieces_of
from echelon.draw import Piece, counter
from echelon.draw.frame import window
from echelon.draw.palettes import STATUS
from echelon.draw.sprites import BOX, THEMES, groups_of, layout, page_plan, page_sheet, sprite, sprite_id, units_of

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [(name, scenario) for name in echelon.system_names() for scenario in echelon.load(name).scenarios]


def symbols(text):
    root = ET.fromstring(text)
    return {e.get("id"): e for e in root.iter(f"{SVG}symbol")}


def everyone(rules):
    return [*units_of(rules), *groups_of(rules)]


@pytest.mark.parametrize(("name", "scenario"), GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_unit_has_its_symbols_in_every_size(name, scenario, theme):
    rules = echelon.load(name).rules(scenario)
    found = symbols(sprite(everyone(rules), theme))
    for unit in rules.forces.units:
        for level in ("tiny", "small", "middle", "large", "body", "veil"):
            assert found[f"u-{unit.id}-{level}"].get("viewBox") == BOX
    for group in groups_of(rules):
        assert {f"g-{group.key}-{level}" for level in ("small", "middle", "large")} <= set(found)


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_counters_on_the_map_name_a_symbol(name, scenario):
    state = echelon.load(name).new(scenario)
    found = symbols(sprite(everyone(state.rules)))
    for row in pieces_of(state):
        assert f"{sprite_id(row)}-middle" in found or sprite_id(row) in found
    assert sprite_id({"marker": True, "arm": "fuel dump", "id": "dump"}) in found


def test_air_groups_are_those_of_the_game():
    groups = groups_of(echelon.load("tigers").rules())
    assert [g.name for g in groups][-2:] == ["JG26", "SG4"]
    assert {g.nation for g in groups} == {"us", "german"}
    assert groups_of(echelon.load("drill").rules()) == []


def test_symbols_are_drawn_without_status():
    rules = echelon.load("tigers").rules()
    assert all(not piece.status for piece in units_of(rules))
    one = Piece(0, "28", values=(2, 2), key="x", status=frozenset({"disrupted", "moved"}))
    assert sprite([one]) == sprite([Piece(0, "28", values=(2, 2), key="x")])


def test_every_status_has_a_badge():
    found = symbols(sprite([]))
    assert {f"s-{word.replace(' ', '-')}" for word in STATUS} <= set(found)
    assert {"o-entrenched", "o-moved", "o-moved-small", "flag", "flag-objective", "span", "owner", "broken"} <= set(found)


def test_dusk_has_a_rim_and_light_has_none():
    piece = Piece(0, "28", values=(2, 2), key="x")
    assert "#D5DADD" in sprite([piece], "dusk")
    assert "#D5DADD" not in sprite([piece], "light")


def test_the_face_is_that_of_the_printed_counter():
    piece = Piece(0, "28", values=(2, 2), key="x")
    texts = re.findall(r">([^<>]+)</text>", counter(piece))
    symbol = symbols(sprite([piece]))["u-x-middle"]
    assert [e.text for e in symbol.iter(f"{SVG}text")] == texts
    assert symbol.get("font-family").startswith('"Roboto Condensed"')


def test_same_units_same_bytes():
    system = echelon.load("tigers")
    assert sprite(units_of(system.rules())) == sprite(units_of(system.new().rules))


def test_units_made_up_in_a_position_are_there():
    system = echelon.load("drill")
    rules = system.rules("crossing", units=[Unit('b9"<', "Ninth & Co", 0, "infantry", "II", values={"strength": 2})])
    found = symbols(sprite(units_of(rules)))
    assert 'u-b9"<-middle' in found


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_layout_matches_the_sheet(name, scenario):
    board = echelon.load(name).rules(scenario).board
    width, height, places = layout(board)
    view = window(board, legend=False)
    assert (width, height) == (view.width, view.height)
    for h in range(board.n):
        x, y = places[h]
        assert (x + view.x, y + view.y) == pytest.approx(board.center(h), abs=0.01)
        assert 50 <= x <= width - 50
        assert 50 <= y <= height - 50


def test_sheet_of_the_page_begins_at_the_origin():
    pytest.importorskip("numpy")
    board: Board = echelon.load("drill").rules("ford").board
    found = page_plan(board)
    text = page_sheet(found, "dusk")
    root = ET.fromstring(text)
    width, height, places = layout(board)
    assert [float(v) for v in root.get("viewBox").split()] == [0, 0, width, height]
    shift = [float(v) for v in re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", root[0].get("transform")).groups()]
    x, y = board.center(0)
    assert (x + shift[0], y + shift[1]) == pytest.approx(places[0], abs=0.06)
    assert text == page_sheet(page_plan(board), "dusk")
    assert page_sheet(found) != text
