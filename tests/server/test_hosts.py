"""By which name a server is called, which other sites may ask it, and links whose token is in nobody's log."""

import logging
import socket
from dataclasses import replace

import pytest
from serving import fits, listen
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from echelon.server import seating
from echelon.server.app import make_app

FRIENDS = "https://friends.example"


# --- names --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("host", "status"), [
    ("localhost:8321", 200), ("LOCALHOST", 200), ("a.localhost:1", 200), ("127.0.0.1:8321", 200), ("[::1]:8321", 200),
    ("192.168.1.20", 200), (socket.gethostname(), 200), (f"{socket.gethostname().partition('.')[0]}.local:80", 200),
    ("games.example.org", 200), ("Games.Example.org.:443", 200),
    ("evil.example", 421), ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421), ("example.org", 421),
    ("[::1", 421), ("[evil.example]:80", 421), ("evil.example:localhost", 421), ("[::1].evil.example", 421),
    ("localhost:1:2", 421), ("127.0.0.1@evil.example", 421),
])  # fmt: skip
def test_only_its_own_names_are_heard(settings, host, status):
    with TestClient(make_app(replace(settings, allowed_hosts=("games.example.org",)))) as client:
        answer = client.get("/api/systems", headers={"host": host})
        assert answer.status_code == status, answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        if status == 421:
            assert answer.json()["code"] == "host"
            assert "--allowed-host" in answer.json()["error"]


def test_a_live_connection_is_asked_for_its_name_too(anna):
    game = anna.new("drill")["id"]
    with pytest.raises(WebSocketDisconnect) as told, listen(anna, game, host="evil.example"):
        pass
    assert told.value.code == 4421


def test_any_name_if_its_owner_says_so(settings):
    with TestClient(make_app(replace(settings, allowed_hosts=("*",)))) as client:
        assert client.get("/api/systems", headers={"host": "what.ever"}).status_code == 200


# --- other sites --------------------------------------------------------------------------------------------------------
def test_a_site_that_is_allowed_may_ask_play_and_read(settings):
    settings = replace(settings, origins=(FRIENDS,))
    with TestClient(make_app(settings), base_url="https://testserver") as client:
        asked = {"origin": FRIENDS, "access-control-request-method": "POST", "access-control-request-headers": "content-type"}
        may = client.options("/api/games", headers=asked)
        assert may.status_code == 200
        assert may.headers["access-control-allow-origin"] == FRIENDS
        assert may.headers["access-control-allow-credentials"] == "true"
        assert "POST" in may.headers["access-control-allow-methods"]
        assert "content-type" in may.headers["access-control-allow-headers"].lower()
        me = client.get("/api/me", headers={"origin": FRIENDS})
        assert me.headers["access-control-allow-origin"] == FRIENDS
        assert {"samesite=none", "secure", "httponly"} <= {w.strip().lower() for w in me.headers["set-cookie"].split(";")}
        made = client.post("/api/games", json={"system": "drill"}, headers={"origin": FRIENDS})
        assert (made.status_code, made.headers["access-control-allow-origin"]) == (201, FRIENDS)
        wrong = client.post("/api/games", json={"system": "chess"}, headers={"origin": FRIENDS})
        assert (wrong.status_code, wrong.headers["access-control-allow-origin"]) == (422, FRIENDS)
        live = f"wss://testserver/api/games/{made.json()['id']}/live?side=blue"
        with client.websocket_connect(live, headers={"origin": FRIENDS}) as line:
            assert line.receive_json()["present"] == ["blue"]
        art = client.get("/art/drill/crossing/none.svg", headers={"origin": FRIENDS})
        assert art.headers["cross-origin-resource-policy"] == "cross-origin"
        for origin in ("https://evil.example", "null", FRIENDS + ".evil.example"):
            refused = client.options("/api/games", headers={**asked, "origin": origin})
            assert refused.status_code == 400
            assert "access-control-allow-origin" not in refused.headers
            assert "access-control-allow-origin" not in client.get("/api/me", headers={"origin": origin}).headers


def test_without_other_sites_the_cookie_stays_at_home(client):
    told = client.get("/api/me", headers={"origin": FRIENDS})
    assert "samesite=lax" in told.headers["set-cookie"].lower()
    assert "access-control-allow-origin" not in told.headers
    assert told.headers["cross-origin-resource-policy"] == "same-origin"


# --- links --------------------------------------------------------------------------------------------------------------
def test_a_return_link_ends_with_the_next_with_a_word_and_with_time(anna, bert, settings, monkeypatch):
    game = anna.new("drill")["id"]
    back = f"/api/games/{game}/return"
    first, second = anna.post(back)["url"], anna.post(back)["url"]
    bert.follow(first, 404)
    bert.follow(second)
    anna.ask("DELETE", back, 403)
    fits(bert.ask("DELETE", back), "/api/games/{game}/return", "DELETE")
    assert anna.follow(second, 404)["code"] == "invitation"
    link = bert.post(back)
    assert link["until"][:2] == "20"
    later = seating.now() + int(settings.return_days * 86_400_000)
    monkeypatch.setattr(seating, "now", lambda: later + 60_000)
    assert "expired" in anna.follow(link["url"], 404)["error"]
    monkeypatch.setattr(seating, "now", lambda: later - 60_000)
    anna.follow(link["url"])


def test_a_link_leads_to_its_own_game_only(anna, bert):
    one, other = (anna.new("drill", seats={"red": "open"})["id"] for _ in range(2))
    link = anna.post(f"/api/games/{one}/invite", {"side": "red"})["url"]
    bert.follow(link.replace(one, other), 404)
    bert.follow(link)


def test_a_link_of_former_times_still_leads_there(anna, bert, client):
    game = anna.new("drill", seats={"red": "open"})["id"]
    link = anna.post(f"/api/games/{game}/invite", {"side": "red"})["url"]
    token = link.rpartition(".")[2]
    moved = client.get(f"/?join={token}", follow_redirects=False)
    assert (moved.status_code, moved.headers["location"]) == (303, link.removeprefix("http://testserver"))
    assert client.get("/?join=%0d%0aa%3Ab", follow_redirects=False).headers["location"] == "/#join=.%0D%0Aa%3Ab"


def test_no_token_is_written_down_even_if_everything_breaks(anna, bert, client, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    game = anna.new("drill", seats={"red": "open"})["id"]
    links = [anna.post(f"/api/games/{game}/invite", {"side": "red"})["url"], anna.post(f"/api/games/{game}/return")["url"]]

    def broken(*_):
        raise RuntimeError("planted")

    monkeypatch.setattr(client.app.state.server.store, "invitation", broken)
    for link in links:
        bert.follow(link, 500)
    monkeypatch.undo()
    engine = client.app.state.server.store.engine
    with engine.begin() as c:
        c.exec_driver_sql("drop table snapshot")
        c.exec_driver_sql("drop table invitation")
    bert.follow(links[0], 503)
    assert "planted" in caplog.text
    assert "no such table" in caplog.text
    for secret in (*(link.rpartition(".")[2] for link in links), anna.token, bert.token):
        assert secret not in caplog.text
    assert "#" in links[0], "what follows it is sent to no server and named to none"
