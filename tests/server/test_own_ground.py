"""A position may bring its own map and units: such a game has its own board and pictures, and is played like any other."""

import gzip
import time

import pytest

pytest.importorskip("numpy", reason="the drawing needs numpy")

OWN = """
system = "drill"
side = "blue"
frame = "move.pick"
board = { base = "blank", wood = "0404", river = "0303|0304" }

[units]
b1 = "0202"
r1 = "0706"

[units.guard]
at = "0203"
side = "blue"
name = "The <b>Guard</b> & friends"
label = "G"
strength = 9
arm = "infantry"
"""


def test_its_board_is_its_own(anna):
    game = anna.new("drill", position=OWN)
    assert game["own"]
    usual, own = anna.get("/api/systems/drill/crossing/board"), anna.get(f"/api/games/{game['id']}/board")
    assert own["hexes"]["0404"]["terrain"] != usual["hexes"]["0404"]["terrain"] or own["hexes"] != usual["hexes"]
    assert "guard" in own["units"]
    assert "guard" not in usual["units"]
    plain = anna.new("drill")
    assert not plain["own"]
    assert anna.get(f"/api/games/{plain['id']}/board") == usual


def test_its_pictures_are_its_own(anna):
    game = anna.new("drill", position=OWN)["id"]
    sprite = anna.client.get(f"/art/game/{game}/counters-light.svg")
    assert sprite.status_code == 200
    assert 'id="u-guard-large"' in sprite.text
    assert "<b>" not in sprite.text
    sheet = anna.client.get(f"/art/game/{game}/sheet-summer.svg")
    assert sheet.status_code == 200, sheet.text
    assert sheet.text != anna.client.get("/art/drill/crossing/sheet-summer.svg").text
    again = anna.client.get(f"/art/game/{game}/sheet-summer.svg", headers={"if-none-match": sheet.headers["etag"]})
    assert again.status_code == 304
    for path in (f"/art/game/{game}/card.svg", f"/art/game/{game}/sheet-none.svg", "/art/game/none/sheet-summer.svg"):
        anna.get(path, 404)
    folder = anna.client.app.state.server.settings.data / "art"
    assert any(b"u-guard" in gzip.decompress(path.read_bytes()) for path in folder.glob("*counters*.gz"))


def test_it_is_played_put_away_branched_and_downloaded(anna):
    game = anna.new("drill", position=OWN)["id"]
    told = anna.act(game, anna.scene(game, "blue"), "take guard")
    assert any(piece["sprite"] == "u-guard" for piece in told["scene"]["pieces"])
    anna.client.app.state.server.desk.put_away(game)
    assert anna.scene(game, "blue") == told["scene"]
    made = anna.post(f"/api/games/{game}/branch", {"side": "blue", "at": 1}, 201)
    assert made["own"]
    assert "guard" in anna.get(f"/api/games/{made['id']}/board")["units"]
    record = anna.get(f"/api/games/{game}/record", side="blue")
    again = anna.new("drill", record=record)
    assert again["own"]
    assert "notice" not in again
    assert anna.get("/api/me")["games"][0]["own"]


def test_a_computer_plays_there(anna):
    game = anna.new("drill", position=OWN, seats={"blue": "pushy"})["id"]
    late = time.monotonic() + 60
    while anna.scene(game)["number"] == 0:
        assert time.monotonic() < late
        time.sleep(0.05)


@pytest.mark.parametrize("change", [
    ("[units.guard]", '[units."a b"]'), ("[units.guard]", "[units.'\"><img src=x>']"), ('"G"', f'"{"G" * 300}"'),
    ("r1 =", "".join(f'x{i} = {{ at = "gone", side = "blue", strength = 1 }}\n' for i in range(220)) + "r1 ="),
])  # fmt: skip
def test_units_that_no_table_could_show_are_refused(anna, change):
    text = OWN.replace(*change)
    assert text != OWN
    assert anna.post("/api/games", {"system": "drill", "position": text}, 422)["code"] == "upload"
