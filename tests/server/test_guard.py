"""What outsiders try: pages of other sites, floods, files that are not what they say; and what errors leave behind."""

from dataclasses import replace

import msgspec
import pytest
from serving import Person, played
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from echelon.core.table import Table
from echelon.server.app import make_app
from echelon.server.limits import Allowance


# --- other sites --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("headers", "status"), [
    ({}, 201), ({"origin": "http://testserver"}, 201), ({"origin": "https://friends.example"}, 201),
    ({"origin": "http://testserver:9999"}, 403), ({"origin": "https://evil.example"}, 403), ({"origin": "null"}, 403),
    ({"origin": "http://public.example", "sec-fetch-site": "same-origin"}, 201),  # a proxy that does not tell the host
    ({"origin": "http://testserver:9999", "sec-fetch-site": "same-site"}, 403),
])  # fmt: skip
def test_a_page_of_another_site_cannot_act_for_who_looks_at_it(settings, headers, status):
    with TestClient(make_app(replace(settings, origins=("https://friends.example",)))) as client:
        client.get("/api/me")  # the browser has its cookie
        body = '{"system": "drill"}'  # as a form of another page can send it
        answer = client.post("/api/games", content=body, headers={"content-type": "text/plain", **headers})
        assert answer.status_code == status, answer.text
        assert len(client.get("/api/me").json()["games"]) == (status == 201)
        assert client.get("/api/systems", headers=headers).status_code == 200


def test_a_page_with_a_token_is_kept_by_nobody_else(client):
    page = client.get("/")
    assert "echelon=" in page.headers["set-cookie"]
    assert "private" in page.headers["cache-control"]


# --- files of the page --------------------------------------------------------------------------------------------------
def test_files_are_kept_for_good_under_their_digest_and_asked_for_again_elsewhere(client):
    page = client.get("/").text
    address = page.partition('src="')[2].partition('"')[0]
    assert address.startswith("/static/~")
    kept = client.get(address)
    assert "immutable" in kept.headers["cache-control"]
    assert kept.headers["content-type"].startswith("text/javascript")
    assert kept.headers["content-encoding"] == "gzip"
    plain = client.get("/static/js/theme.js")
    assert plain.headers["cache-control"] == "no-cache"
    assert plain.text == kept.text
    assert client.get("/static/~000000000000/js/theme.js").headers["cache-control"] == "no-cache"
    assert client.get("/static/js/theme.js", headers={"if-none-match": plain.headers["etag"]}).status_code == 304
    bare = client.get("/static/js/theme.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in bare.headers
    assert bare.text == plain.text


@pytest.mark.parametrize("path", [
    "../app.py", "%2e%2e/server/app.py", "..%2f..%2fpyproject.toml", "%00", "js", "js/", "~/js/theme.js/..", "/etc/passwd",
    "//etc/passwd", "js%5c..%5c..%5cserver%5capp.py", "~x/../../server/app.py",
])  # fmt: skip
def test_nothing_else_is_on_the_shelf(client, path):
    answer = client.get(f"/static/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_a_file_that_was_changed_is_read_again(tmp_path):
    from echelon.server.files import Shelf

    (tmp_path / "js").mkdir()
    file = tmp_path / "js" / "a.js"
    file.write_text("one")
    shelf = Shelf(tmp_path)
    before = shelf.digest()
    assert shelf.get("js/a.js").body == b"one"
    file.write_text("three")
    shelf._next = 0.0  # as if a second had passed
    assert shelf.get("js/a.js").body == b"three"
    assert shelf.digest() != before


# --- floods -------------------------------------------------------------------------------------------------------------
def test_so_many_games_an_hour_and_no_more(settings):
    with TestClient(make_app(replace(settings, games_an_hour=3))) as client:
        anna = Person(client)
        games = [anna.new("drill")["id"] for _ in range(2)]
        anna.post(f"/api/games/{games[0]}/branch", {"at": 0}, 201)
        assert anna.post(f"/api/games/{games[0]}/branch", {"at": 0}, 429)["code"] == "many"
        assert Person(client).post("/api/games", {"system": "drill"}, 429)["code"] == "many", "another cookie, the same place"
        assert anna.scene(games[0], "red")["yours"], "what is there goes on"


def test_so_many_newcomers_an_hour_and_no_more(settings):
    with TestClient(make_app(replace(settings, players_an_hour=2))) as client:
        anna = Person(client)
        client.cookies.clear()
        assert "set-cookie" in client.get("/").headers
        client.cookies.clear()
        page = client.get("/")
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
        assert client.get("/api/me").json()["code"] == "many"
        assert anna.get("/api/me")["player"] == anna.id


def test_an_allowance_fills_again(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("echelon.server.limits.time.monotonic", lambda: clock[0])
    few = Allowance(2)
    assert [few.take("a"), few.take("a"), few.take("a"), few.take("b")] == [True, True, False, True]
    clock[0] += 1800
    assert [few.take("a"), few.take("a")] == [True, False]


def test_so_many_watchers_and_no_more(settings):
    with TestClient(make_app(replace(settings, watchers=20))) as client:
        game = Person(client).new("drill")["id"]
        address = f"/api/games/{game}/live"
        with client.websocket_connect(address) as one, client.websocket_connect(address):
            with pytest.raises(WebSocketDisconnect) as told, client.websocket_connect(address):
                pass
            assert told.value.code == 1013
            assert one.receive_json()["number"] == 0
        with client.websocket_connect(address):
            pass


# --- what errors leave behind -------------------------------------------------------------------------------------------
def test_an_act_that_breaks_half_way_leaves_no_trace(anna, monkeypatch):
    game = anna.new("drill")["id"]
    before = anna.act(game, anna.scene(game, "red"), "mine 0404")["scene"]
    blue = anna.scene(game, "blue")
    whole = Table._automate

    def broken(table):
        if table.moves and table.auto:
            raise RuntimeError("planted")
        whole(table)

    monkeypatch.setattr(Table, "_automate", broken)
    anna.act(game, blue, "take b1", 500)
    monkeypatch.undo()
    assert anna.scene(game, "blue") == blue
    assert anna.scene(game, "red") == before
    anna.act(game, blue, "take b1")
    anna.client.app.state.server.desk.put_away(game)
    assert anna.scene(game, "blue")["moves"] == blue["moves"] + 1


def test_a_game_that_cannot_be_set_up_any_more_says_so_and_hides_no_other(anna):
    old, gone, other, fine = (anna.new("drill")["id"] for _ in range(4))
    server = anna.client.app.state.server
    with server.store.engine.begin() as c:
        moves = msgspec.msgpack.encode([("mine 9999", 1, False, "")])
        c.exec_driver_sql("update event set moves = ? where game_id = ?", (moves, old))
        c.exec_driver_sql("update game set system = 'chess' where id = ?", (gone,))
        c.exec_driver_sql("update game set scenario = 'none' where id = ?", (other,))
    for game in (old, gone, other, fine):
        server.desk.put_away(game)
    for game in (old, gone, other):
        assert anna.get(f"/api/games/{game}/scene", 409)["code"] == "version"
    assert {game["id"] for game in anna.get("/api/me")["games"]} == {old, fine}
    assert anna.scene(fine, "red")["yours"]


# --- uploads ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("system", ["tigers", "os.path", "echelon.nowhere"])
def test_a_record_whose_position_is_of_another_system_is_refused(anna, system):
    text = f"echelon 1 | drill 1.0.0 | crossing\n> system = '{system}'\ntake b1\n"
    assert "position" in anna.post("/api/games", {"system": "drill", "record": text}, 422)["error"]


def test_the_remark_on_a_secret_choice_is_as_secret_as_the_choice(anna):
    table = played(steps=30)
    secret = min(table.secret_moves())
    table.moves[secret].comment = "under the bridge at 0404"
    table.moves[secret + 1].comment = "a bold move"
    game = anna.new("drill", record=table.record().text())["id"]
    owner = table.start.rules.side_name(table.moves[secret].side)
    assert "under the bridge" in anna.get(f"/api/games/{game}/record", side=owner)
    for query in ({"side": "blue"}, {}):
        text = anna.get(f"/api/games/{game}/record", **query)
        assert "a bold move" in text
        assert "under the bridge" not in text


def test_a_sealed_record_is_called_what_it_is(anna):
    sealed = played(steps=40).record(0).text()
    notice = anna.new("drill", record=sealed)["notice"]
    assert "hidden choice" in notice
    assert "damaged" not in notice


def test_dice_that_somebody_chose_prove_nothing(anna):
    assert anna.new("drill")["seedHash"]
    chosen = anna.new("drill", seed=7)
    assert chosen["seedHash"] == ""
    assert "seed" not in anna.get(f"/api/games/{chosen['id']}/record", side="blue")


# --- what once was a 500 ------------------------------------------------------------------------------------------------
def test_half_an_origin_is_refused(client):
    answer = client.post("/api/games", json={"system": "drill"}, headers={"origin": "http://["})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/games/x/live", headers={"origin": "http://["}):
        pass


def test_a_sign_that_no_database_knows_is_in_no_name(client):
    """On PostgreSQL this was a 500; here it is the same answer as for any other name that does not exist."""
    assert client.get("/art/game/%00/counters-light.svg").status_code == 404
    with pytest.raises(WebSocketDisconnect) as caught, client.websocket_connect("/api/games/%00/live"):
        pass
    assert caught.value.code == 4404


@pytest.mark.parametrize("name", ["nope.svg", "sheet-nope.svg", "counters-nope.svg", "x" * 4000])
def test_a_picture_that_is_not_there_is_said_in_french(client, name):
    answer = client.get(f"/art/drill/crossing/{name}", params={"lang": "fr"})
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("Cette image")
    assert len(answer.json()["error"]) < 600


@pytest.mark.parametrize(("system", "side"), [("drill", "blue"), ("tigers", "german"), ("colonnes", "allied")])
def test_the_preview_of_an_illegal_action_says_why(client, system, side):
    """Of every kind of question on the way, and every unit and hex in its answers, whatever is legal: a panel, or a ruling."""
    import random

    import echelon
    from echelon.core.errors import EchelonError
    from echelon.core.views import View
    from echelon.server import scene as scenes

    table, rng = Table(echelon.load(system).new(seed=1), ("forced", "dice")), random.Random(1)
    refused = 0
    for _ in range(250):
        state = table.state
        if state.outcome is not None:
            break
        verbs, view = state.rules.verbs, View(state, state.frame.side)
        for name in state.frame.kind.verbs:
            domains = [field.domain(state.rules) for field in verbs[name].fields]
            if all(domains):
                line = state.text(verbs.make(name, *(rng.choice(domain) for domain in domains)))
                try:
                    scenes.panel(view, line, "fr")
                except EchelonError:
                    refused += 1
        table.do(rng.choice(list(state.legal())))
    assert refused > 20


def test_a_preview_of_a_hex_that_is_not_adjacent_is_a_422(client):
    anna = Person(client)
    start = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }'
    game = anna.new("drill", position=start)["id"]
    answer = anna.get(f"/api/games/{game}/preview", 422, side="blue", line="take b1; move b1 0506")
    assert answer["code"] == "illegal"
    assert answer["rulings"]


def test_a_line_of_separators_is_no_line(client):
    anna = Person(client)
    game = anna.new("drill")
    scene = anna.scene(game["id"], game["asked"])
    answer = anna.act(game["id"], scene, ";;;", 422, said=["die"])
    assert answer["code"] == "invalid"


@pytest.mark.parametrize("length", ["9" * 5000, b"\xb2", "-1", "9" * 14])
def test_a_length_that_is_none_breaks_nothing(client, length):
    answer = client.post("/api/games", content=b"{}", headers={"content-length": length})
    assert answer.status_code in (400, 413)
