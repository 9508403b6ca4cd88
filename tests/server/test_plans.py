"""Plans of computer players: kept while they play, told in words, and nothing of them that rests on a secret."""

import json
import time

import pytest

from echelon.core.views import View
from echelon.players.thinking import Info
from echelon.server.thoughts import Thought, Thoughts, made

KEPT = ("move", "advance", "leave", "attack")


def server(client):
    return client.app.state.server


def waited(person, game, side):
    """Wait until a side is asked, or the game is over; its scene."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        scene = person.scene(game, side)
        if scene["yours"] or scene["result"]:
            return scene
        time.sleep(0.05)
    raise AssertionError(f"{side} is never asked")


def through(person, game, side, until):
    """Play on with what ends each question until a condition on the plans holds; the plans."""
    for _ in range(200):
        scene = waited(person, game, side)
        told = person.get(f"/api/games/{game}/plans", side=side)
        if until(told) or scene["result"]:
            return told
        legal = scene["main"] if scene["main"] and scene["main"]["legal"] else scene["legal"][0]
        person.act(game, scene, legal["line"])
    raise AssertionError("nothing of the kind was planned")


@pytest.fixture
def planned(anna):
    """A game of Colonnes, where nothing is hidden, in which the officer has moved."""
    game = anna.new("colonnes", seats={"allied": "me", "german": "officer"}, seed=5)["id"]
    return game, through(anna, game, "allied", lambda told: told["plans"])


def test_a_plan_is_told_with_reasons_ways_and_odds(anna, planned):
    game, told = planned
    plan = told["plans"][-1]
    assert (plan["side"], plan["by"], plan["hidden"]) == ("german", "Officer", False)
    assert plan["at"] < plan["until"]
    marches = [row for row in plan["reasons"] if row["path"]]
    assert marches
    assert all(row["say"].endswith(".") and row["kind"] in KEPT for row in plan["reasons"])
    log = anna.get(f"/api/games/{game}/log", side="allied")
    for row in marches:  # nothing came in between: every unit went where the plan sent it
        went = [m["path"][-1] for m in log[plan["at"] : plan["until"]] if m.get("unit") == row["unit"]]
        assert went
        assert went[-1] == row["path"][-1]


def test_every_move_that_is_said_to_have_a_reason_has_one(anna, planned):
    game, told = planned
    moves = anna.get(f"/api/games/{game}/log", side="allied")
    assert told["told"]
    for number in told["told"]:
        assert moves[number]["side"] == "german"
        found = anna.get(f"/api/games/{game}/reasons", side="allied", move=number)
        assert found["reasons"]
        assert all(row["say"] for row in found["reasons"])
    silent = next(move["i"] for move in moves if move["side"] == "allied")
    assert "No explanation is available" in anna.get(f"/api/games/{game}/reasons", 404, side="allied", move=silent)["error"]
    anna.get(f"/api/games/{game}/reasons", 404, side="allied", move=999_999)


def test_plans_are_told_to_spectators_where_nothing_is_hidden_and_to_no_false_seat(anna, bert, nobody, planned):
    game, told = planned
    assert nobody.get(f"/api/games/{game}/plans")["plans"] == told["plans"]
    bert.get(f"/api/games/{game}/plans", 403, side="allied")
    bert.get(f"/api/games/{game}/reasons", 403, side="german", move=1)


def test_whoever_plays_without_a_plan_tells_none(anna):
    game = anna.new("drill", scenario="ford", seats={"blue": "me", "red": "random"}, seed=1)["id"]
    waited(anna, game, "blue")
    assert anna.get(f"/api/games/{game}/plans", side="blue") == {"plans": [], "told": []}


# --- secrets ------------------------------------------------------------------------------------------------------------
def test_a_plan_that_may_rest_on_a_secret_is_kept_back_until_the_game_is_over(client, anna, bert, nobody):
    """The Allied player of Tigers knows where his dump is. What he thinks is shown to nobody else; the ways that his units have
    gone before everybody's eyes are."""
    game = anna.new("tigers", scenario="breakthrough", seats={"german": "me", "allied": "officer"}, seed=3)["id"]
    told = through(anna, game, "german", lambda told: any(p["side"] == "allied" and p["reasons"] for p in told["plans"]))
    desk = server(client).desk
    with desk.open(game) as live:
        mine = [t for t in desk.thoughts.of(game, live.table) if t.side == 1]
        plan = next(t for t in reversed(mine) if t.plan)
        assert not plan.open
        secret = [info.fields.get("stay", "") for info in plan.plan]
    assert secret
    log = anna.get(f"/api/games/{game}/log", side="german")
    for heard in (told, nobody.get(f"/api/games/{game}/plans")):
        rows = [p for p in heard["plans"] if p["side"] == "allied"]
        assert rows
        assert all(p["hidden"] for p in rows)
        for p in rows:
            assert all((r["kind"], r["say"], r["target"], r["odds"]) == ("gone", "", "", "") for r in p["reasons"])
            seen = {step for m in log[p["at"] : p["until"]] for step in m.get("path", ())}
            assert all(set(r["path"]) <= seen for r in p["reasons"])
        assert not any(log[i]["side"] == "allied" for i in heard["told"])
    answer = next(m["i"] for m in log if m["side"] == "allied" and plan.at <= m["i"])
    anna.get(f"/api/games/{game}/reasons", 404, side="german", move=answer)
    # once it is over everybody may read it
    for side in ("german", "allied"):
        anna.post(f"/api/games/{game}/seat", {"side": side, "to": "random"})
    deadline = time.monotonic() + 120
    while not anna.get(f"/api/games/{game}")["result"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    with desk.open(game) as live:
        desk.thoughts.keep(game, made(live, 1, "officer", [], "x"))  # one of no move of the game
        kept = [t for t in desk.thoughts.of(game, live.table) if t.side == 1 and t.plan]
        assert kept
    text = json.dumps(nobody.get(f"/api/games/{game}/reasons", move=kept[-1].at))
    assert "staying put would cost" in text or "Worth" in text


def test_what_side_knows_decides(client, anna):
    game = anna.new("tigers", scenario="breakthrough", seats={"german": "me", "allied": "random"}, seed=3)["id"]
    waited(anna, game, "german")
    with server(client).desk.open(game) as live:
        state = live.table.state
        assert made(live, 0, "officer", [], "").open, "the German knows no more than a spectator"
        assert not made(live, 1, "officer", [], "").open, "the Allied knows where his dump is"
        assert View(state, 1).content() != View(state, None).content()


def test_the_making_of_a_secret_is_thought_about_in_secret(client, anna):
    """The thought on where to hide the dump names the hex, although nothing is hidden yet when it is had."""
    game = anna.new("tigers", scenario="breakthrough", seed=3)["id"]
    with server(client).desk.open(game) as live:
        assert live.table.state.frame.kind.name == "setup.dump"
        assert (
            View(live.table.state, 1).content() == View(live.table.state, None).content() or live.table.state.frame.kind.secret
        )
        assert not made(live, 1, "officer", [], "").open


def test_thoughts_on_moves_that_were_taken_back_are_forgotten(client, anna):
    game = anna.new("drill", scenario="ford", seed=1)["id"]
    scene = anna.scene(game, "blue")
    line = scene["legal"][0]["line"]
    anna.act(game, scene, line)
    thoughts = Thoughts()
    with server(client).desk.open(game) as live:
        thoughts.keep(game, Thought(0, 0, "officer", (Info(key="move"),), True, live.table.moves[0].text, 1, 0))
        assert list(thoughts.of(game, live.table))
    anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": 1})
    other = next(a["line"] for a in scene["legal"] if a["line"] != line)
    anna.act(game, anna.scene(game, "blue"), other)
    with server(client).desk.open(game) as live:
        assert not list(thoughts.of(game, live.table))
