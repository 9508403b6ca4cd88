"""Playing through the interface: turns, numbers, keys, undo, refusals, seats."""

import random

import pytest
from serving import fits

GAME = "/api/games/{game}"


def start(person, line="mine 0404", **wish):
    game = person.new("drill", **wish)
    told = person.act(game["id"], person.scene(game["id"], "red"), line)
    return game["id"], told


def test_a_whole_game_at_one_screen_fits_its_documented_types(anna):
    game = anna.new("drill", name="  Sunday   game ")
    assert game["name"] == "Sunday game"
    assert [seat["held"] for seat in game["seats"]] == ["you", "you"]
    fits(game, "/api/games", "POST")
    rng, known, seen = random.Random(4), [], 0
    scene = anna.scene(game["id"], game["asked"])
    while scene["result"] is None:
        if not scene["yours"]:
            scene = anna.scene(game["id"], scene["asked"])
        fits(scene, f"{GAME}/scene")
        told = anna.act(game["id"], scene, rng.choice(scene["legal"])["line"])
        fits(told, f"{GAME}/act", "POST")
        scene = told["scene"]
        news = anna.get(f"/api/games/{game['id']}/update", since=seen, side=scene["side"])
        known[news["base"] :] = news["moves"]
        seen = news["number"]
        assert [move["i"] for move in known] == list(range(scene["moves"]))
    over = anna.get(f"/api/games/{game['id']}")
    fits(over, GAME)
    assert over["asked"] == "over"
    assert over["result"]["say"]
    assert anna.get("/api/me")["games"][0]["result"] == over["result"]
    log = anna.get(f"/api/games/{game['id']}/log")
    fits(log, f"{GAME}/log")
    assert [m["line"] for m in log if m["side"] == "blue"] == [m["line"] for m in known if m["side"] == "blue"]
    anna.act(game["id"], scene, "end", 422)


@pytest.mark.parametrize("system", ["drill", "tigers"])
def test_everything_that_can_be_looked_at_fits_its_type(anna, system):
    game = anna.new(system)
    rng = random.Random(1)
    scene = anna.scene(game["id"], game["asked"])
    for _ in range(14 if system == "drill" else 60):  # a game of drill may be over soon
        if not scene["yours"]:
            scene = anna.scene(game["id"], scene["asked"])
        scene = anna.act(game["id"], scene, rng.choice(scene["legal"])["line"])["scene"]
    side = scene["asked"]
    path = f"/api/games/{game['id']}"
    board = anna.get(f"/api/systems/{system}/{game['scenario']}/board")
    fits(board, "/api/systems/{system}/{scenario}/board")
    unit, hex_ = next((p["id"], p["hex"]) for p in scene["pieces"] if p["kind"] == "unit")
    for name, query in {
        "scene": {"side": side, "at": 12}, "update": {"side": side, "since": 3}, "reach": {"side": side, "unit": unit},
        "why": {"side": side, "unit": unit, "hex": hex_}, "inspect": {"side": side, "hex": hex_}, "log": {"from": 3, "to": 9},
    }.items():  # fmt: skip
        fits(anna.get(f"{path}/{name}", **query), f"{GAME}/{name}")
    for line in [a["line"] for a in anna.scene(game["id"], side)["legal"]][:5]:
        found = anna.get(f"{path}/preview", side=side, line=line)
        if found is not None:
            fits(found, f"{GAME}/preview")
    for overlay in board["overlays"]:
        found = anna.get(f"{path}/overlay/{overlay['name']}", side=side, unit=unit)
        fits(found, f"{GAME}/overlay/{{name}}")
    for answer, where in [(anna.get("/api/systems"), "/api/systems"), (anna.get("/api/me"), "/api/me"),
                          (anna.get(f"/api/systems/{system}/book"), "/api/systems/{system}/book"),
                          (anna.get(f"/api/systems/{system}/lessons"), "/api/systems/{system}/lessons")]:  # fmt: skip
        fits(answer, where)


def test_a_refusal_cites_its_clauses_and_changes_nothing(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    refused = anna.act(game, scene, "take r1", 422)
    assert refused["code"] == "illegal"
    assert refused["rulings"][0]["clause"].startswith("DRL-")
    assert anna.scene(game, "blue") == scene
    assert anna.act(game, scene, "take b1; take b2", 422)["code"] == "illegal"
    for wrong in ("fly b1", "take", "take nobody", "move b1 9999", ";;", "   ", "take b1 b2 b3", "é" * 500):
        assert anna.act(game, scene, wrong, 422)["code"] == "invalid"
    assert anna.scene(game, "blue") == scene


def test_nobody_rolls_the_dice_himself(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    for forged in ("die 6", "take b1; die 6"):
        anna.act(game, scene, forged, 422)
    assert anna.scene(game, "blue")["number"] == scene["number"]


def test_an_act_that_answers_an_older_state_is_refused_with_the_present_number(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    anna.act(game, scene, "take b1")
    refused = anna.act(game, scene, "stop b1", 409)
    assert (refused["code"], refused["number"]) == ("stale", scene["number"] + 1)
    ahead = {**scene, "number": scene["number"] + 7}
    assert anna.act(game, ahead, "stop b1", 409)["code"] == "stale"
    assert anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": scene["number"]}, 409)["code"] == "stale"


def test_the_same_act_sent_again_counts_once_and_is_answered_as_before(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    first = anna.act(game, scene, "take b1", key="k1")
    again = anna.act(game, scene, "take b1", key="k1")
    assert again == first
    assert anna.get(f"/api/games/{game}")["number"] == first["number"]
    assert anna.act(game, scene, "take b2", 409, key="k1")["code"] == "key"
    later = {**scene, "number": first["number"]}
    assert anna.act(game, later, "stop b1", 409, key="k1")["code"] == "key"
    assert anna.scene(game, "blue") == first["scene"], "the refused act left no trace"
    anna.act(game, later, "stop b1", key="k2")


def test_undo_takes_back_and_says_when_it_cannot(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    assert not scene["undo"]["can"]
    refused = anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": scene["number"]}, 422)
    assert refused["error"] == scene["undo"]["say"]
    told = anna.act(game, scene, "take b1")
    assert told["scene"]["undo"]["can"]
    back = anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": told["number"]})
    fits(back, f"{GAME}/undo", "POST")
    assert back["base"] == scene["moves"]
    assert back["moves"] == []
    assert {**back["scene"], "number": 0} == {**scene, "number": 0}
    assert back["number"] == told["number"] + 1, "the number only ever grows"


def test_a_line_of_several_actions_is_one_act(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    told = anna.act(game, scene, "move b2 0203-0303")
    assert told["number"] == scene["number"] + 1
    assert [m["line"] for m in told["moves"]][:3] == ["take b2", "move b2 0203", "move b2 0303"]


def test_only_the_holder_of_a_seat_speaks_for_it(anna, bert, nobody):
    game, _ = start(anna)
    scene = anna.scene(game, "blue")
    for person in (bert, nobody):
        assert person.act(game, scene, "take b1", 403)["code"] == "seat"
        person.post(f"/api/games/{game}/undo", {"side": "blue", "number": scene["number"]}, 403)
        for name in ("scene", "update", "reach", "why", "preview", "inspect", "log", "record", "position", "overlay/zones"):
            person.get(f"/api/games/{game}/{name}", 403, side="blue")
        person.post(f"/api/games/{game}/seat", {"side": "blue", "to": "random"}, 403)
        person.post(f"/api/games/{game}/invite", {"side": "blue"}, 403)
        person.post(f"/api/games/{game}/branch", {"side": "blue", "at": 1}, 403)
        watching = person.scene(game)
        assert (watching["side"], watching["yours"], watching["legal"]) == (None, False, [])
    anna.get(f"/api/games/{game}/scene", 422, side="green")
    assert bert.post(f"/api/games/{game}/act", {"side": "green", "number": 0, "line": "end"}, 422)["code"] == "side"
    bert.token = "forged"
    assert bert.get(f"/api/games/{game}", 401)["code"] == "token"


def test_who_is_not_asked_cannot_act(anna):
    game, _ = start(anna)
    scene = anna.scene(game, "red")
    refused = anna.act(game, scene, "take b1", 422)
    assert refused["code"] == "turn"
    assert refused["rulings"]
    anna.act(game, scene, "take r1", 422)


def test_an_invitation_gives_the_open_seat_to_the_first_who_follows_it(anna, bert, client):
    game = anna.new("drill", seats={"blue": "me", "red": "open"})
    assert [seat["held"] for seat in game["seats"]] == ["you", "open"]
    bert.post(f"/api/games/{game['id']}/invite", {"side": "red"}, 403)
    anna.post(f"/api/games/{game['id']}/invite", {"side": "blue"}, 409)
    url = anna.post(f"/api/games/{game['id']}/invite", {"side": "red"})["url"]
    assert url.startswith(f"http://testserver/#join={game['id']}.")
    anna.follow(url)
    assert anna.get(f"/api/games/{game['id']}")["seats"][1]["held"] == "open", "one's own link is not used up"
    taken = bert.follow(url)
    fits(taken, f"{GAME}/join", "POST")
    assert [seat["held"] for seat in taken["seats"]] == ["player", "you"]
    assert bert.follow(url) == taken
    other = type(anna)(client)
    assert other.follow(url, 409)["code"] == "taken"
    other.follow(url + "x", 404)
    bert.act(game["id"], bert.scene(game["id"], "red"), "mine 0404")
    anna.act(game["id"], bert.scene(game["id"], "red"), "take r1", 403)
    assert bert.get("/api/me")["games"][0]["id"] == game["id"]


def test_a_seat_is_lent_to_a_computer_and_taken_back(anna, bert):
    game, _ = start(anna)
    told = anna.post(f"/api/games/{game}/seat", {"side": "red", "to": "pushy"})
    fits(told, f"{GAME}/seat", "POST")
    assert told["seats"][1]["held"] == "computer"
    bert.post(f"/api/games/{game}/seat", {"side": "red", "to": "me"}, 403)
    anna.get(f"/api/games/{game}/scene", 403, side="red")
    anna.post(f"/api/games/{game}/seat", {"side": "red", "to": "champion"}, 422)
    anna.post(f"/api/games/{game}/seat", {"side": "red", "to": "open"}, 422)
    assert anna.post(f"/api/games/{game}/seat", {"side": "red", "to": "me"})["seats"][1]["held"] == "you"


def test_a_return_link_takes_ones_seats_into_another_browser(anna, bert, client):
    game, _ = start(anna)  # both sides in one hand
    bert.post(f"/api/games/{game}/return", {}, 403)
    link = anna.post(f"/api/games/{game}/return", {})
    fits(link, f"{GAME}/return", "POST")
    assert [seat["held"] for seat in bert.follow(link["url"])["seats"]] == ["you", "you"]
    anna.get(f"/api/games/{game}/scene", 403, side="red")
    assert [seat["held"] for seat in anna.follow(link["url"])["seats"]] == ["you", "you"], "it is not used up"
    anna.post(f"/api/games/{game}/seat", {"side": "blue", "to": "pushy"})
    anna.post(f"/api/games/{game}/seat", {"side": "red", "to": "pushy"})
    assert bert.follow(link["url"], 409)["code"] == "taken", "whoever sits there now keeps the seat"
    open_seat = anna.new("drill", seats={"blue": "me", "red": "open"})["id"]
    invitation = anna.post(f"/api/games/{open_seat}/invite", {"side": "red"})["url"]
    bert.follow(invitation.replace(".", ".back-"), 404)


def test_a_name_is_shown_to_others(anna, bert):
    assert anna.ask("PUT", "/api/me", 200, {"name": " Anna  K. "})["name"] == "Anna K."
    game = anna.new("drill")
    assert bert.get(f"/api/games/{game['id']}")["seats"][0]["name"] == "Anna K."


def test_a_game_put_away_comes_back_as_it_was(anna, client):
    game, _ = start(anna)
    scene = anna.act(game, anna.scene(game, "blue"), "move b2 0203-0303")["scene"]
    desk = client.app.state.server.desk
    desk.put_away(game)
    assert len(desk) == 0
    assert anna.scene(game, "blue") == scene
    assert anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": scene["number"]})["scene"]["undo"]["say"]


def test_the_desk_keeps_no_more_games_than_it_may(anna, client):
    desk = client.app.state.server.desk
    desk.most = 3
    games = [anna.new("drill")["id"] for _ in range(6)]
    assert len(desk) == 3
    assert [anna.scene(game)["number"] for game in games] == [0] * 6
    desk.idle = -1
    desk.sweep()
    assert len(desk) == 0


@pytest.mark.parametrize(("path", "status"), [
    ("/api/games/none", 404), ("/api/games/none/scene", 404), ("/api/nothing", 404), ("/nothing", 404), ("/static/no.js", 404),
    ("/api/systems/chess/book", 404), ("/api/systems/drill/none/board", 404), ("/api/systems/os.path/book", 404),
    ("/art/drill/none/card.svg", 404), ("/art/drill/crossing/none.svg", 404), ("/static/../app.py", 404),
])  # fmt: skip
def test_unknown_addresses(anna, path, status):
    anna.get(path, status)


def test_names_in_an_address_that_the_game_does_not_know(anna):
    game, _ = start(anna)
    for name, query in {"reach": {"unit": "nobody"}, "inspect": {"hex": "9999"}, "why": {"unit": "b1", "hex": "zz"},
                        "overlay/none": {}, "scene": {"at": 9999}, "position": {"at": 9999}}.items():  # fmt: skip
        anna.get(f"/api/games/{game}/{name}", 422, side="blue", **query)
    anna.get(f"/api/games/{game}/scene", 400, side="blue", at="now")
    anna.get(f"/api/games/{game}/scene", 400, side="blue", At=3)
    anna.get(f"/api/games/{game}/scene", 400, at=-1)


def test_a_wrong_method_is_told_which_are_right(anna):
    assert "GET" in anna.ask("DELETE", "/api/me", 405)["error"]
    anna.ask("POST", "/api/systems", 405, {})
    anna.ask("PUT", "/api/games/none/act", 405, {})


@pytest.mark.parametrize("body", [
    b"", b"{", b"null", b"[]", b'"act"', b"\xff\xfe", b'{"side":"blue"}', b'{"side":"blue","number":"1","line":"end"}',
    b'{"side":"blue","number":1,"line":"end","extra":1}', b'{"side":"blue","number":-1,"line":"end"}', b"[" * 100_000,
    b'{"side":"blue","number":1e400,"line":"end"}', b'{"side":"\\u0000","number":1,"line":"end"}',
    b'{"side":"blue","number":1,"line":"' + b"x" * 3000 + b'"}', b'{"side":"\\ud800","number":1,"line":"end"}',
    b'{"side":"blue","number":99999999999999999999,"line":"end"}',
])  # fmt: skip
def test_a_body_that_cannot_be_read(anna, body):
    game, _ = start(anna)
    assert anna.ask("POST", f"/api/games/{game}/act", 400, body)["code"] == "body"


def test_a_body_that_is_too_large(anna, client):
    game = anna.new("drill")["id"]
    body = b'{"side":"blue","number":0,"line":"' + b"x" * 1_100_000 + b'"}'
    assert anna.ask("POST", f"/api/games/{game}/act", 413, body)["code"] == "large"

    def drip():
        for _ in range(200):
            yield b"x" * 10_000

    answer = client.post(f"/api/games/{game}/act", content=drip())
    assert answer.status_code == 413


def test_new_games_that_cannot_be(anna):
    for wish, status in (
        ({"system": "chess"}, 422), ({"system": "os.path"}, 422), ({"system": "drill", "scenario": "none"}, 422),
        ({"system": "drill", "options": {"frozen": "maybe"}}, 422), ({"system": "drill", "options": {"none": "on"}}, 422),
        ({"system": "drill", "seats": {"green": "me"}}, 422), ({"system": "drill", "seats": {"red": "champion"}}, 422),
        ({"system": "drill", "seed": 3, "seats": {"red": "open"}}, 422), ({"system": "drill", "record": "", }, 400),
        ({"system": "drill", "record": "x", "position": "y"}, 422), ({"system": ""}, 400), ({}, 400),
    ):  # fmt: skip
        anna.post("/api/games", wish, status)
    assert anna.get("/api/me")["games"] == []


def test_pages_come_with_a_token_and_headers(client):
    client.cookies.clear()
    page = client.get("/api/openapi.json")
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert page.headers["x-content-type-options"] == "nosniff"
    assert client.get("/api/openapi.json", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    assert "<table>" in client.get("/api").text
    told = client.get("/api/me")
    cookie = told.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert client.get("/api/me").json()["player"] == told.json()["player"]
    client.cookies.clear()
    client.cookies.set("echelon", "forged")
    assert client.get("/api/me").json()["player"] != told.json()["player"], "a browser with a wrong token gets a new one"
