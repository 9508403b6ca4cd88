"""Hints: for whoever is asked, from what he may know, in words, and a line that can be played."""

import random
import time
from dataclasses import replace

import pytest
from serving import Person
from starlette.testclient import TestClient

import echelon
from echelon.advice import Adviser, headline, reasons
from echelon.players.thinking import Limits
from echelon.server.app import make_app


@pytest.mark.parametrize(("system", "scenario"), [("drill", "ford"), ("tigers", "breakthrough"), ("colonnes", "montelimar")])
def test_a_hint_can_be_played_in_every_game(anna, system, scenario):
    game = anna.new(system, scenario=scenario, seed=5)["id"]
    for _ in range(3):
        asked = anna.get(f"/api/games/{game}")["asked"]
        scene = anna.scene(game, asked)
        told = anna.post(f"/api/games/{game}/hint", {"side": asked, "number": scene["number"]})
        assert told["number"] == scene["number"]
        assert anna.post(f"/api/games/{game}/hint", {"side": asked, "number": scene["number"]}) == told, "asked again"
        assert not told["say"][0].islower()
        assert all(reason.endswith((".", ")")) for reason in told["reasons"])
        assert told["reasons"]
        after = anna.act(game, scene, told["line"])
        assert after["number"] == scene["number"] + 1


def test_a_plan_is_told_with_its_ways(anna):
    """The first movement of the Germans: the march that is advised is part of a plan, whose ways lie on the map."""
    game = anna.new("colonnes", seed=5)["id"]
    for _ in range(12):
        asked = anna.get(f"/api/games/{game}")["asked"]
        scene = anna.scene(game, asked)
        told = anna.ask("POST", f"/api/games/{game}/hint", 200, {"side": asked, "number": scene["number"]}, lang="fr")
        if told["plan"]:
            break
        anna.act(game, scene, told["line"])
    assert told["by"] == "Général"
    assert told["path"][0] == next(p["hex"] for p in scene["pieces"] if p["id"] == told["units"][0])
    assert told["say"].startswith("Déplacer ")
    assert f"en {told['path'][-1]}" in told["say"]
    marches = [row for row in told["plan"] if row["path"]]
    assert any(row["unit"] == told["units"][0] and row["path"] == told["path"] for row in marches)
    assert all(len(row["path"]) > 1 for row in marches)
    assert " coûterait " in told["reasons"][0]
    assert not any(unit in told["reasons"][0].split() for unit in told["units"]), "ids are for programs"


def test_who_follows_a_hint_is_told_how_the_same_plan_goes_on(anna):
    game = anna.new("colonnes", seed=5)["id"]
    plans = []
    for _ in range(14):
        asked = anna.get(f"/api/games/{game}")["asked"]
        scene = anna.scene(game, asked)
        told = anna.post(f"/api/games/{game}/hint", {"side": asked, "number": scene["number"]})
        if told["plan"]:
            plans.append({row["unit"]: row["path"][-1] for row in told["plan"] if row["path"]})
        anna.act(game, scene, told["line"])
    assert len(plans) > 3
    assert plans[0] == plans[1] == plans[2], "the plan was dropped although it was followed"


def test_hints_are_refused_to_others(anna, bert, nobody):
    game = anna.new(seats={"blue": "me", "red": "me"}, seed=1)["id"]
    scene = anna.scene(game, "red")
    wish = {"side": "red", "number": scene["number"]}
    path = f"/api/games/{game}/hint"
    assert "someone else plays the Red side" in bert.post(path, wish, 403)["error"]
    assert "someone else plays the Red side" in nobody.post(path, wish, 403)["error"]
    assert anna.post(path, {**wish, "side": "green"}, 422)["code"] == "side"
    assert anna.post(path, {**wish, "side": "blue"}, 422)["code"] == "turn", "Red is asked first"
    assert anna.post(path, {**wish, "number": 7}, 409)["code"] == "stale"
    assert anna.post(path, {"side": "red"}, 400)["code"] == "body"
    assert anna.scene(game, "red")["number"] == scene["number"], "a refusal changes nothing"


def test_so_many_hints_and_no_more(settings):
    with TestClient(make_app(replace(settings, hints_an_hour=2))) as client:
        anna = Person(client)
        game = anna.new("drill", scenario="ford", seed=1)["id"]
        wish = {"side": "blue", "number": anna.scene(game, "blue")["number"]}
        for _ in range(2):
            anna.post(f"/api/games/{game}/hint", wish)
        assert "Too many" in anna.post(f"/api/games/{game}/hint", wish, 429)["error"]


def test_a_game_that_is_over_has_no_hints(anna):
    game = anna.new("drill", scenario="ford", seats={"blue": "random", "red": "random"}, seed=1)["id"]
    deadline = time.monotonic() + 60
    while not anna.get(f"/api/games/{game}")["result"] and time.monotonic() < deadline:
        time.sleep(0.02)
    anna.post(f"/api/games/{game}/seat", {"side": "blue", "to": "me"})
    number = anna.get(f"/api/games/{game}")["number"]
    assert anna.post(f"/api/games/{game}/hint", {"side": "blue", "number": number}, 422)["code"] == "turn"


@pytest.mark.parametrize(("system", "secret", "others"), [("drill", "mine", (7, 8)), ("tigers", "dump", (40, 60))])
def test_advice_is_the_same_whatever_the_other_side_hides(system, secret, others):
    """The same game with the secret swapped: who may not know it is told the same, word for word."""
    told = []
    for value in others:
        state = echelon.load(system).new(seed=2)
        rng = random.Random(4)
        while state.frame.kind.name.startswith("setup.") or state.frame.side != 0 or len(state.legal().main) < 2:
            state.apply(state.draw() if state.frame.chance else rng.choice(state.legal().main))
        setattr(state, secret, value)
        state.rules.rebuild(state)
        view = state.view(0)
        advice = Adviser(3).advise(view, Limits(nodes=200))
        told.append((advice.line, headline(view.state, advice), reasons(view.state, advice)))
    assert len({str(row) for row in told}) == 1
