"""Board, card, rule book, overlays, panels, what is known of a hex, and files to take home."""

import msgspec
import pytest
from tabled import choices, played, table_of, until

import echelon
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.record.position import Position
from echelon.core.record.record import Record
from echelon.core.views import View
from echelon.server import scene as scenes

SYSTEMS = ("drill", "tigers")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_board(system):
    for name in echelon.load(system).scenarios:
        rules = echelon.load(system).rules(name)
        found = scenes.board(rules)
        assert msgspec.json.decode(msgspec.json.encode(found)) == found
        assert list(found["hexes"]) == list(rules.board.labels)
        for row in found["hexes"].values():
            assert 0 < row["x"] < found["width"] and 0 < row["y"] < found["height"] and row["terrain"]
        assert set(found["hexsides"]) == {rules.board.side_label(side) for side in rules.hexsides}
        assert {row["hex"] for row in found["names"]} <= set(rules.board.labels)
        for row in found["names"]:
            at = found["hexes"][row["hex"]]
            assert abs(row["x"] - at["x"]) <= 17.1 and abs(row["y"] - at["y"]) <= 17.1, "a town is named where it is drawn"
        assert [row["text"] for row in found["rivers"]] == (["Meuse"] if system == "tigers" else [])
        assert set(found["units"]) == {unit.id for unit in rules.forces.units}
        assert [step["name"] for step in found["sequence"]] == [step.name for step in rules.sequence]
        assert all(side["colour"].startswith("#") and side["title"] for side in found["sides"])
        assert set(found["palettes"]) == {"light", "dark"}
        assert set(found["main"]) <= {verb.name for verb in rules.verbs.all}


def test_neighbours_are_a_hex_apart():
    found = scenes.board(echelon.load("tigers").rules())["hexes"]
    a, b = found["1105"], found["1106"]
    assert abs(a["x"] - b["x"]) < 0.1 and abs(abs(a["y"] - b["y"]) - 100) < 0.1


@pytest.mark.parametrize("system", SYSTEMS)
def test_card_book_and_lessons(system):
    found = echelon.load(system)
    card = scenes.card(found)
    msgspec.json.encode(card)
    assert card["period"] and card["hours"] and 1 <= card["difficulty"] <= 5
    assert {row["name"] for row in card["scenarios"]} == set(found.scenarios)
    assert all(clause["text"] for option in card["options"] for clause in option["clauses"])
    players = [row["name"] for row in card["players"]]
    assert {"recruit", "pushy"} < set(players) and players[-1] == "random", "the one that does anything comes last"
    assert [row["name"] for row in card["players"] if row["default"]] == ["recruit"]
    assert all(row["text"].endswith(".") for row in card["players"]), "each says in a sentence how it plays"
    book = scenes.book(found)
    clauses = [clause for chapter in book["chapters"] for clause in chapter["clauses"]]
    assert [clause["id"] for clause in clauses] == list(found.clauses)
    assert isinstance(scenes.lessons(found), list)


@pytest.mark.parametrize(("system", "seed"), [("drill", 1), ("tigers", 2)])
def test_every_overlay_of_every_side(system, seed):
    table = until(table_of(system, seed), "move.pick")
    labels = set(table.state.rules.board.labels)
    for side in (0, 1, None):
        view = View(table.state, side)
        last = scenes.moves(table, side, 0, None, pieces=False)
        for row in scenes.board(view.rules)["overlays"]:
            for of in (0, 1, None):
                marks = scenes.overlay(view, row["name"], of, 0, last)
                msgspec.json.encode(marks)
                for mark in marks:
                    assert set(mark.get("hexes", ())) | ({mark["hex"]} if "hex" in mark else set()) <= labels
                    if of is not None and row["sides"]:
                        assert mark["side"] == view.rules.sides[of]
    with pytest.raises(UnknownError):
        scenes.overlay(view, "gossip")


def test_trails_join_the_steps_of_a_unit():
    table = played("drill", 3, 30)
    rows = scenes.moves(table, None, pieces=False)
    trails = scenes.overlay(View(table.state, None), "trails", moves=rows)
    assert trails and any(len(mark["hexes"]) > 2 for mark in trails)


@pytest.mark.parametrize(("system", "seed", "every"), [("drill", 1, 1), ("tigers", 2, 31)])
def test_every_answer_has_a_panel_or_none(system, seed, every):
    shown = 0
    for i, table in enumerate(choices(table_of(system, seed), seed)):
        if i % every == 0:
            view = View(table.state, table.state.frame.side)
            for line in table.state.legal().texts()[:5]:
                found = scenes.panel(view, line)
                msgspec.json.encode(found)
                shown += found is not None
    assert shown


def test_a_panel_of_a_line_is_that_of_its_last_action():
    text = 'system = "drill"\nside = "blue"\nframe = "combat.target"\nunits = { b1 = "0302", r1 = "0402" }\n'
    state = Position.parse(text).state()
    view = View(state, 0)
    found = scenes.panel(view, "attack 0402 with b1")
    assert found["attackers"] == ["b1"] and found["chances"]
    assert sum(row["n"] for row in found["chances"]) == found["chances"][0]["of"]
    with pytest.raises(EchelonError):
        scenes.panel(view, "attack 0705 with b1")


BRIDGE = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "move.pick"
state = { bridges = "106|107", german_bridges = "" }
board = { base = "blank", river = "106|107" }
units = { pz = { at = "105", side = "german", arm = "armor", factor = 4 } }
"""


def test_a_way_over_a_bridge_that_may_be_blown_is_told_up_to_its_die():
    """How the unit goes on depends on the die: what is told is the step that it falls on, wherever the way leads from there."""
    view = View(Position.parse(BRIDGE).state(), 0)
    way = ["take pz", "move pz 106 normal", "move pz 107 normal", "move pz 108 normal", "move pz 109 normal"]
    at_the_bridge = scenes.panel(view, "; ".join(way[:3]))
    assert [row["result"] for row in at_the_bridge["chances"]] == ["holds", "blown"]
    assert scenes.panel(view, "; ".join(way[:4])) == scenes.panel(view, "; ".join(way)) == at_the_bridge
    assert scenes.panel(view, "; ".join(way[:2])) != at_the_bridge
    with pytest.raises(EchelonError):
        scenes.panel(view, "take pz; move pz 107 normal; move pz 108 normal")


@pytest.mark.parametrize(("system", "seed"), [("drill", 1), ("tigers", 2)])
def test_everything_can_be_looked_at(system, seed):
    table = played(system, seed, 40)
    view, rules = View(table.state, None), table.state.rules
    for h in range(rules.board.n):
        found = scenes.inspect(view, hex_=h)
        msgspec.json.encode(found)
        assert found["title"].startswith(rules.board.labels[h]) and all(2 <= len(row) <= 3 for row in found["rows"])
    for unit in range(len(rules.forces.units)):
        assert scenes.inspect(view, unit=unit)["title"] == rules.forces.units[unit].name
    with pytest.raises(EchelonError):
        scenes.inspect(view)


def test_records_and_positions():
    table = played("drill", 3, 30)
    for side in (0, 1, None):
        text = scenes.record(table, side)
        record = Record.parse(text)
        assert record.damage is None and not record.seed
        assert record.entries[0].sealed is (side != 1)
        again = Position.parse(scenes.position(table, side))
        assert again.draft().turn == table.state.turn
        assert scenes.position(table, side, 3) == View(table.moves[3].before, side).position()
    over = played("drill", 1)
    record = Record.parse(scenes.record(over, None))
    assert record.seed and record.replay().damage is None
