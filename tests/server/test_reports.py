"""The report of a finished game over the interface: in portions, to everybody, and to nobody before the end."""

import time
from pathlib import Path

from serving import fits

GAME = Path(__file__).parents[1] / "records" / "tigers-breakthrough.txt"


def finished(person, game, **query):
    """Ask until the report is there; it, and how far it had come each time."""
    seen = []
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        part = person.get(f"/api/games/{game}/report", **query)
        fits(part, "/api/games/{game}/report")
        seen.append(part["done"] / part["of"])
        if part["report"]:
            return part["report"], seen
    raise AssertionError("the report is never done")


def ended(anna, **wish):
    """A game of computer players that is over."""
    game = anna.new("drill", scenario="ford", seats={"blue": "random", "red": "random"}, seed=2, **wish)["id"]
    deadline = time.monotonic() + 60
    while not anna.get(f"/api/games/{game}")["result"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return game


def test_a_report_comes_in_portions_and_speaks_both_languages(anna, nobody):
    game = ended(anna)
    told, seen = finished(anna, game)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert told["chart"].startswith("<svg")
    moves = anna.get(f"/api/games/{game}/log")
    assert all(moves[row["at"] - 1]["chance"] for row in told["dice"]), "a finding leads to its moment"
    french, _ = finished(nobody, game, lang="fr")
    assert french["title"] == "Bilan de la partie"
    assert [row["at"] for row in french["points"]] == [row["at"] for row in told["points"]], "worked out once"


def test_there_is_no_report_before_the_end(anna, bert):
    game = anna.new("drill", seed=1)["id"]
    assert "when the game is over" in anna.get(f"/api/games/{game}/report", 422, side="red")["error"]
    assert anna.get(f"/api/games/{game}/report", 422)["code"] == "early"
    bert.get(f"/api/games/{game}/report", 403, side="red")
    bert.get("/api/games/nothing/report", 404)


def test_a_large_game_is_told_how_far_it_has_come(anna):
    game = anna.new("tigers", record=GAME.read_text("utf-8"))["id"]
    part = anna.get(f"/api/games/{game}/report")
    assert part["report"] is None
    assert 0 <= part["done"] < part["of"]
    later = anna.get(f"/api/games/{game}/report")
    assert later["done"] >= part["done"]
