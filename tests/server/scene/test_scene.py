"""The scene: what one viewer sees at one moment."""

import msgspec
import pytest
from tabled import choices, played, table_of, until

from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.server.scene import scene

SIDES = (0, 1, None)


@pytest.mark.parametrize(("system", "seed", "every"), [("drill", 1, 1), ("drill", 3, 1), ("tigers", 1, 29), ("tigers", 2, 29)])
def test_every_scene_of_a_game_can_be_sent_to_every_seat(system, seed, every):
    for i, table in enumerate(choices(table_of(system, seed), seed)):
        if i % every:
            continue
        for side in SIDES:
            found = scene(table, side, game="g", number=i)
            assert msgspec.json.decode(msgspec.json.encode(found)) == found
            yours = side == table.state.frame.side
            assert found["yours"] is yours
            assert bool(found["legal"]) is yours
            assert found["prompt"] and "{" not in found["prompt"]
            assert yours or found["waiting"]
            assert yours or not found["undo"]["can"]
            if found["main"] and not found["main"]["legal"]:
                assert found["duties"] and all(row["say"] and row["clause"] for row in found["duties"])
            if found["main"] and found["main"]["legal"]:
                assert found["main"]["line"] in [row["line"] for row in found["legal"]]


def test_the_end_of_a_game():
    table = played("drill", 1)
    found = scene(table, None)
    assert (found["asked"], found["kind"], found["legal"], found["yours"]) == ("over", "over", [], False)
    assert found["result"]["say"] and found["result"]["clause"].startswith("DRL-VIC")
    assert "waiting" not in found


def test_counters_stand_where_the_state_has_them():
    table = until(table_of("tigers", 1), "move.pick")
    state = table.state
    rows = {row["id"]: row for row in scene(table, 1)["pieces"]}
    for i, unit in enumerate(state.rules.forces.units):
        on_map = state.pos[i] < state.rules.board.n
        assert (unit.id in rows) is on_map
        if on_map:
            row = rows[unit.id]
            assert row["hex"] == state.rules.board.labels[state.pos[i]]
            assert (row["side"], row["kind"], row["sprite"]) == (state.rules.sides[unit.side], "unit", f"u-{unit.id}")
            assert unit.name in row["title"] and row["hex"] in row["title"]


def test_units_that_wait_stand_in_the_tray():
    table = until(table_of("tigers", 1), "rnf.enter")
    found = scene(table, table.state.frame.side)
    waiting = {row["unit"] for row in found["legal"] if "unit" in row}
    assert {piece["id"] for piece in found["tray"]} == waiting
    assert all(piece["hex"] is None for piece in found["tray"])


def test_groups_stand_in_the_tray_too():
    table = until(table_of("tigers", 4), "air.bomb")
    found = scene(table, table.state.frame.side)
    assert {piece["kind"] for piece in found["tray"]} == {"group"}
    assert found["tray"][0]["sprite"].startswith("g-")


def test_who_is_under_way():
    table = until(table_of("drill", 1), "move.step")
    found = scene(table, table.state.frame.side)
    assert found["under_way"] == [table.state.rules.forces.units[table.state.frame.unit].id]
    assert found["main"]["line"] == f"stop {found['under_way'][0]}"


def test_a_secret_question_shows_others_only_that_it_is_open():
    table = table_of("drill", 1)
    assert table.state.frame.kind.secret
    other = scene(table, 0)
    assert other["legal"] == [] and other["panel"] is None and other["main"] is None and other["under_way"] == []
    assert other["prompt"] == other["waiting"]


def test_the_past_can_be_looked_at_but_not_changed():
    table = played("drill", 2, 12)
    for at in range(len(table.moves) + 1):
        for side in SIDES:
            found = scene(table, side, at)
            assert found["at"] == at and found["moves"] == len(table.moves)
            if at < len(table.moves):
                assert found["legal"] == [] and not found["yours"] and not found["undo"]["can"] and found["main"] is None
    with pytest.raises(EchelonError):
        scene(table, 0, len(table.moves) + 1)


def test_undo_says_what_it_will_take_back_or_why_it_cannot():
    table = Table(played("drill", 1, 1).state, auto=("forced", "dice"))
    side = table.state.frame.side
    assert scene(table, side)["undo"] == {"can": False, "say": "Nothing to undo yet."}
    action = table.state.legal().main[0]
    words = table.state.describe(action)
    table.do(action)
    assert scene(table, side)["undo"] == {"can": True, "say": words}  # the button itself says Undo
    assert scene(table, 1 - side)["undo"]["can"] is False
    assert words not in scene(table, 1 - side)["undo"]["say"]
    assert scene(table, None)["undo"]["can"] is False


def test_undo_in_ones_own_turn_names_who_has_played_since():
    table = Table(played("drill", 1).state.rules.system.new(seed=1), auto=("forced", "dice"))
    table.do("mine 0402")
    table.do("end")
    table.do("end")
    side = table.state.frame.side
    other = next(move.side for move in reversed(table.moves) if move.side != side)
    name = ("Blue", "Red")[other]
    assert scene(table, side)["undo"] == {"can": False, "say": f"Nothing to undo since the {name} player's last choice."}
    assert "passed to the other side" in scene(table, other)["undo"]["say"]


def test_marks_and_flags_have_labels():
    table = until(table_of("tigers", 1), "attack.battle")
    found = scene(table, 0)
    labels = set(table.state.rules.board.labels)
    target = next(mark for mark in found["marks"] if mark["mark"] == "target")
    assert target["hex"] in labels
    assert found["flags"] and all(row["hex"] in labels and row["side"] in ("german", "allied") for row in found["flags"])


def test_the_panel_of_the_question_is_public():
    text = 'system = "drill"\nside = "blue"\nframe = "combat.target"\nunits = { b1 = "0302", b2 = "0303", r1 = "0402" }\n'
    table = Table(Position.parse(text).state())
    table.do("attack 0402; with b1")
    shown = [scene(table, side)["panel"] for side in SIDES]
    assert shown[0] and shown[0] == shown[1] == shown[2]
    assert all(0 <= row["percent"] <= 100 for row in shown[0]["chances"])
