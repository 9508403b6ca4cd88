"""Live news: who hears what, and who is let in."""

import time

import pytest
from serving import Person, listen, until
from starlette.websockets import WebSocketDisconnect


def test_both_players_and_a_spectator_hear_of_every_act(anna, bert, nobody):
    game = anna.new("drill", seats={"red": "open"})["id"]
    bert.follow(anna.post(f"/api/games/{game}/invite", {"side": "red"})["url"])
    with listen(anna, game, "blue") as blue, listen(bert, game, "red") as red, listen(nobody, game) as third:
        assert until(third, lambda n: n["present"] == ["blue", "red"])["number"] == 0
        bert.act(game, bert.scene(game, "red"), "mine 0404")
        for line in (blue, red, third):
            assert until(line, lambda n: n["number"] == 1) == {"number": 1, "thinking": None, "present": ["blue", "red"]}
        blue.send_text('{"ping":1}')
        blue.send_bytes(b"\xff\x00")
        anna.act(game, anna.scene(game, "blue"), "take b1")
        assert until(red, lambda n: n["number"] == 2)
    assert len(anna.client.app.state.server.hub) == 0


def test_who_leaves_is_no_longer_present(anna):
    game = anna.new("drill")["id"]
    with listen(anna, game, "blue") as blue:
        with listen(anna, game, "red"):
            until(blue, lambda n: n["present"] == ["blue", "red"])
        until(blue, lambda n: n["present"] == ["blue"])


def test_others_are_not_let_in(anna, bert, nobody):
    game = anna.new("drill")["id"]
    for person, where, side, headers in (
        (bert, game, "blue", {}), (nobody, game, "red", {}), (anna, "none", "blue", {}), (anna, game, "green", {}),
        (anna, game, "blue", {"origin": "https://evil.example"}), (nobody, game, None, {"origin": "null"}),
    ):  # fmt: skip
        with pytest.raises(WebSocketDisconnect), listen(person, where, side, **headers):
            pass
    with listen(anna, game, "blue", origin="http://testserver") as line:
        assert line.receive_json()["number"] == 0


def test_a_computer_plays_move_by_move_and_is_announced(anna):
    game = anna.new("drill", seats={"red": "pushy"})["id"]
    with listen(anna, game, "blue") as line:
        until(line, lambda n: n["number"] == 1 and n["thinking"] is None)
        scene = anna.scene(game, "blue")
        assert scene["yours"], "the computer has laid its mine"
        told = anna.act(game, scene, "end")
        while told["scene"]["yours"]:
            told = anna.act(game, told["scene"], "end")
        number = told["number"]
        assert until(line, lambda n: n["thinking"] == "red")
        until(line, lambda n: n["number"] > number and n["thinking"] is None)
        assert anna.scene(game, "blue")["yours"]


def test_two_computers_play_a_game_to_its_end(client):
    anna = Person(client)
    game = anna.new("drill", scenario="ford", seats={"blue": "random", "red": "pushy"})["id"]
    late = time.monotonic() + 60
    while anna.get(f"/api/games/{game}")["result"] is None:
        assert time.monotonic() < late
        time.sleep(0.05)
    assert not client.app.state.server.thinker.busy(game)


def test_a_computer_that_was_asked_before_a_restart_goes_on(settings):
    from starlette.testclient import TestClient

    from echelon.server.app import make_app

    with TestClient(make_app(settings)) as client:
        anna = Person(client)
        client.app.state.server.thinker._closed = True  # it was never let to answer
        game = anna.new("drill", seats={"red": "random"})["id"]
    with TestClient(make_app(settings)) as client:
        anna = Person(client, anna.token)
        assert anna.scene(game, "blue")["asked"] == "red"
        late = time.monotonic() + 60
        while anna.scene(game, "blue")["number"] == 0:
            assert time.monotonic() < late
            time.sleep(0.05)
