"""Records and positions, out and in again."""

import pytest
from serving import Person, played
from starlette.testclient import TestClient

from echelon.core.record.record import Record
from echelon.server.app import make_app
from echelon.server.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """One server for all of them: its reader is warm after the first."""
    settings = Settings(data=tmp_path_factory.mktemp("uploads"), warm=False, allowed_hosts=("testserver",))
    with TestClient(make_app(settings)) as found:
        yield found


@pytest.fixture
def anna(client):
    return Person(client)


def test_a_finished_game_is_taken_up_and_comes_out_the_same(anna):
    text = played().record().text()
    game = anna.new("drill", record=text)
    assert game["result"] is not None
    assert "notice" not in game
    again = Record.parse(anna.get(f"/api/games/{game['id']}/record"))
    assert again.replay().damage is None
    assert again.seed == Record.parse(text).seed
    assert [e.text for e in again] == [e.text for e in Record.parse(text)]


def test_a_game_in_progress_goes_on_with_dice_that_nobody_knows(anna):
    tables = (played(seed=seed, steps=50) for seed in range(50))
    table = next(t for t in tables if t.state.outcome is None and t.state.rolls)
    record = table.record()
    record.seed = table.start.seed.hex()
    game = anna.new("drill", record=record.text())
    assert game["seedHash"] == "", "the dice already cast are not of this seed"
    scene = anna.scene(game["id"], game["asked"])
    assert scene["moves"] >= 40
    anna.act(game["id"], scene, scene["legal"][0]["line"])
    text = anna.get(f"/api/games/{game['id']}/record", side="blue")
    assert "seed" not in text


def test_remarks_are_kept(anna):
    table = played(steps=30)
    table.moves[4].comment = "a bold move"
    game = anna.new("drill", record=table.record().text())
    assert "# a bold move" in anna.get(f"/api/games/{game['id']}/record", side="red")


def test_a_damaged_record_is_taken_up_to_its_first_error(anna):
    lines = played(steps=40).record().text(headings=False).splitlines()
    lines[20] = "take nobody"
    game = anna.new("drill", record="\n".join(lines))
    assert "line 21" in game["notice"]
    assert anna.scene(game["id"])["moves"] < 40


@pytest.mark.parametrize("text", [
    "nonsense", "echelon 1 | tigers 1.0.0 | campaign", "echelon 1 | drill 1.0.0 | none", "echelon 9 | drill 1.0.0 | crossing",
    "echelon 1 | os.path 1.0.0 | crossing", "echelon 1 | drill 1.0.0 | crossing | frozen=maybe", "\0", "🙂" * 1000,
    "echelon 1 | drill 1.0.0 | crossing\n> system = 3\ntake b1", "echelon 1 | drill 1.0.0 | crossing\n> x",
])  # fmt: skip
def test_what_is_no_record_is_refused_with_a_sentence(anna, text):
    assert anna.post("/api/games", {"system": "drill", "record": text}, 400 if "\0" in text else 422)["error"]


def test_a_position_goes_out_and_in(anna):
    game = anna.new("drill", record=played(steps=40).record().text())
    text = anna.get(f"/api/games/{game['id']}/position", side="red", at=30)
    made = anna.new("drill", position=text)
    there, here = anna.scene(game["id"], "red", at=30), anna.scene(made["id"], "red")
    assert there["pieces"] == here["pieces"]
    record = Record.parse(anna.get(f"/api/games/{made['id']}/record", side="red"))
    assert record.position
    assert record.replay().damage is None


POSITION = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\n'


def test_a_hand_made_position_is_played(anna):
    game = anna.new("drill", position=POSITION)
    assert game["asked"] == "blue"
    told = anna.act(game["id"], anna.scene(game["id"], "blue"), "take b1")
    anna.client.app.state.server.desk.put_away(game["id"])
    assert anna.scene(game["id"], "blue") == told["scene"]


@pytest.mark.parametrize("text", [
    "nonsense", POSITION.replace("drill", "tigers"), POSITION + "turn = 'x'",
    POSITION.replace("0202", "9999"), POSITION.replace("move.pick", "none"), "[" * 5000, "system = 3", "a = " + "[" * 900,
    POSITION.replace('b1 = "0202"', 'b1 = "0202", b2 = "0202", b3 = "0202"') + 'problems = ["DRL-STK-1"]',
    POSITION + "turn = 99999999999999999999999", POSITION + "state = { mine = [1] }", 'system = "os.path"',
])  # fmt: skip
def test_what_is_no_position_is_refused_with_a_sentence(anna, text):
    assert anna.post("/api/games", {"system": "drill", "position": text}, 422)["code"] == "upload"
    assert anna.get("/api/me")["games"] == []


def test_a_branch_of_a_game_at_one_screen_has_its_whole_history(anna):
    game = anna.new("drill", record=played(steps=40).record().text())
    made = anna.post(f"/api/games/{game['id']}/branch", {"at": 25, "side": "blue"}, 201)
    assert made["parent"] == {"game": game["id"], "at": 25}
    old, new = anna.get(f"/api/games/{game['id']}/log", side="red"), anna.get(f"/api/games/{made['id']}/log", side="red")
    assert new[:25] == old[:25]
    scene = anna.scene(made["id"], made["asked"])
    anna.act(made["id"], scene, scene["legal"][-1]["line"])
    anna.client.app.state.server.desk.put_away(made["id"])
    assert anna.get(f"/api/games/{made['id']}/log", side="red")[:25] == old[:25]
