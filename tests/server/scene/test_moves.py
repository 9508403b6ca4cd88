"""Moves: what happened, and what it changed on the map."""

from itertools import pairwise

import msgspec
import pytest
from tabled import played

from echelon.server.scene import moves, scene


@pytest.mark.parametrize(("system", "seed", "side"), [("drill", 1, 0), ("drill", 1, None), ("tigers", 1, 1), ("tigers", 2, 0)])
def test_the_changes_lead_from_one_map_to_the_next(system, seed, side):
    table = played(system, seed, 260)
    rows = moves(table, side)
    assert msgspec.json.decode(msgspec.json.encode(rows)) == rows
    assert [row["i"] for row in rows] == list(range(len(table.moves)))
    start = scene(table, side, 0)
    pieces, marks = {piece["id"]: piece for piece in start["pieces"]}, start["marks"]
    for row in rows:
        pieces |= {piece["id"]: piece for piece in row["set"]}
        for gone in row["gone"]:
            del pieces[gone]
        marks = row.get("marks", marks)
        if row["i"] % 7 == 0 or row is rows[-1]:
            then = scene(table, side, row["i"] + 1)
            assert {piece["id"]: piece for piece in then["pieces"]} == pieces
            assert then["marks"] == marks


def test_a_part_is_the_same_as_in_the_whole():
    table = played("tigers", 3, 150)
    whole = moves(table, 0)
    assert moves(table, 0, 40, 60) == whole[40:60]
    assert moves(table, 0, len(whole)) == []
    bare = moves(table, 0, 0, 5, pieces=False)
    assert "set" not in bare[0] and bare[3]["say"] == whole[3]["say"]


def test_sides_dice_and_clauses():
    table = played("drill", 4)
    rows = moves(table, None, pieces=False)
    dice = [row for row in rows if row["chance"]]
    assert dice and all(row["side"] == "chance" and row["die"]["of"] == 6 for row in dice)
    assert all(1 <= row["die"]["faces"][0] <= 6 for row in dice)
    for row in rows:
        assert row["say"] and row["step"] and row["turn"] == table.moves[row["i"]].before.turn
        assert row["forced"] is table.moves[row["i"]].forced
        assert all("[" not in event["say"] for event in row["events"])
    assert any(row["clauses"] for row in rows)


def test_ways_begin_and_end_where_the_unit_stood():
    table = played("tigers", 5, 600)
    labels = table.state.rules.board.labels
    rows = [row for row in moves(table, 0, pieces=False) if "path" in row]
    assert len(rows) > 20
    for row in rows:
        unit = table.state.rules.forces.index(row["unit"])
        before = table.moves[row["i"]].before
        assert row["path"][0] == labels[before.pos[unit]] and len(row["path"]) >= 2
        steps = [table.state.rules.board.ids[label] for label in row["path"]]
        assert all(table.state.rules.board.distance(a, b) == 1 for a, b in pairwise(steps))


def test_a_secret_choice_is_told_only_to_its_side():
    table = played("drill", 1, 1)
    assert table.moves[0].text.startswith("mine ")
    own, other, watcher = (moves(table, side, 0, 1)[0] for side in (1, 0, None))
    assert own["line"] == table.moves[0].text
    assert other["line"] == watcher["line"] == "mine ?"
    assert other["say"] == watcher["say"] and table.moves[0].text.split()[1] not in other["say"]


def test_the_die_that_settles_the_weather_tells_the_sign_of_its_day():
    table = played("tigers", 2, 1400)
    now = scene(table, None)
    assert now["turn"] > 4, "days without a rolled weather have passed, and others with one"
    told = {row["track"]["turn"]: row["track"] for row in moves(table, None, pieces=False) if "track" in row}
    assert set(told) >= set(range(3, now["turn"])) and all(cell["sign"] for cell in told.values())
    for cell in now["track"]:
        if cell.get("sign") and cell["turn"] in told:
            assert told[cell["turn"]] == cell


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("system", ["drill", "colonnes", "tigers"])
def test_the_log_tells_what_happened_and_commands_nothing(system, lang):
    """Where nothing came of an answer that could be told, the answer itself is told: as a sentence, not as its button."""
    table = played(system, 4, 400)
    texts = table.state.rules.texts
    for row in moves(table, None, lang=lang):
        assert row["say"].endswith((".", "!")), row["say"]
        if not row["events"] and not row["chance"] and "?" not in row["line"]:
            verb = row["line"].split()[0]
            if verb in ("take", "attack", "build", "dismantle", "blow", "fight", "orders", "invoke", "end"):
                assert not row["say"].startswith(texts.template("action", verb, lang).split("{")[0] or "{"), row
