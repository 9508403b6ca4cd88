"""Games that players end: a side resigns, a draw is offered and answered; kept, told live, and closed to everybody else."""

import pytest
from serving import Person, fits, listen, played, until
from starlette.testclient import TestClient

from echelon.core.record.record import Record
from echelon.server.app import make_app

RESIGN, DRAW = "/api/games/{game}/resign", "/api/games/{game}/draw"


def two(anna, bert, system="drill"):
    """A game between two people: blue is Anna's, red is Bert's."""
    game = anna.new(system, seats={"red": "open"})["id"]
    bert.follow(anna.post(f"/api/games/{game}/invite", {"side": "red"})["url"])
    bert.act(game, bert.scene(game, "red"), "mine 0404")
    return game


def resign(person, game, side, status=200):
    return person.post(f"/api/games/{game}/resign", {"side": side}, status)


def draw(person, game, side, to, status=200):
    return person.post(f"/api/games/{game}/draw", {"side": side, "to": to}, status)


# --- resigning ----------------------------------------------------------------------------------------------------------
def test_who_resigns_has_lost_whoever_is_asked(anna, bert, nobody):
    game = two(anna, bert)
    told = resign(bert, game, "red")  # blue is asked
    fits(told, RESIGN, "POST")
    result = told["scene"]["result"]
    assert (result["winner"], result["level"], result["clause"]) == ("blue", "resigned", "")
    assert result["say"] == "The Red player concedes. Blue victory."
    for person, side in ((anna, "blue"), (nobody, None)):
        scene = person.scene(game, side)
        assert (scene["result"], scene["asked"], scene["legal"]) == (result, "over", [])
        assert scene["undo"]["can"] is False
    assert anna.get("/api/me")["games"][0]["result"] == result
    assert len(anna.get(f"/api/games/{game}/log", side="blue")) == 1  # no move was made
    assert anna.scene(game, "blue", lang="fr")["result"]["say"] == "Rouge abandonne. Victoire de Bleu."


def test_it_cannot_be_undone_nor_done_twice_nor_played_on(anna, bert):
    game = two(anna, bert)
    scene = anna.scene(game, "blue")
    number = resign(anna, game, "blue")["number"]
    assert anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": number}, 422)["error"]
    assert resign(anna, game, "blue", 409)["code"] == "over"
    assert resign(bert, game, "red", 409)["code"] == "over"
    assert draw(bert, game, "red", "offer", 409)["code"] == "over"
    assert anna.act(game, scene, "take b1", 409)["code"] == "stale"
    assert anna.act(game, {**scene, "number": number}, "take b1", 422)["error"] == "The game is over."


def test_only_players_may(anna, bert, nobody):
    game = two(anna, bert)
    for person, side, status in ((nobody, "blue", 403), (bert, "blue", 403), (anna, "red", 403), (anna, "green", 422)):
        resign(person, game, side, status)
        draw(person, game, side, "offer", status)
    anna.post(f"/api/games/{game}/draw", {"side": "blue", "to": "beg"}, 400)
    anna.post(f"/api/games/{game}/resign", {}, 400)
    assert anna.scene(game, "blue")["result"] is None


def test_it_is_kept_and_told_by_the_record(settings):
    with TestClient(make_app(settings)) as client:
        anna = Person(client)
        game = anna.new("drill", name="Over soon")["id"]
        anna.act(game, anna.scene(game, "red"), "mine 0404")
        resign(anna, game, "blue")
        text = anna.get(f"/api/games/{game}/record", side="blue")
    assert text.splitlines()[-1] == "! blue resigns"
    replay = Record.parse(text).replay()
    assert replay.damage is None
    assert replay.state.outcome == (1, "resigned", "")
    with TestClient(make_app(settings)) as client:
        anna = Person(client, anna.token)
        scene = anna.scene(game, "red")
        assert scene["result"]["winner"] == "red"
        assert scene["asked"] == "over"
        assert anna.get(f"/api/games/{game}/record", side="blue") == text
        again = anna.new("drill", record=text)
        assert again["result"] == scene["result"]
        assert "notice" not in again
    with TestClient(make_app(settings)) as client:  # the one that was brought as a file is kept, too
        assert Person(client, anna.token).scene(again["id"], "red")["result"] == scene["result"]


def test_a_false_closing_line_of_a_file_is_told(anna):
    text = played(steps=5).record().text()
    told = anna.new("drill", record=f"{text}! green resigns\n")
    assert told["result"] is None
    assert "green resigns" in told["notice"]


def test_secrets_come_to_light_with_the_end_and_not_before(anna, bert):
    game = two(anna, bert)
    before = anna.get(f"/api/games/{game}/record", side="blue")
    assert "mine ?" in before
    draw(anna, game, "blue", "offer")
    draw(bert, game, "red", "decline")
    assert "mine ?" in anna.get(f"/api/games/{game}/record", side="blue")
    assert "0404" not in anna.get(f"/api/games/{game}/record", side="blue")
    resign(anna, game, "blue")
    assert "mine 0404" in anna.get(f"/api/games/{game}/record", side="blue")


def test_there_is_a_report_of_it(anna):
    game = anna.new("drill", scenario="ford")["id"]
    resign(anna, game, "blue")
    assert anna.get(f"/api/games/{game}/report", side="red")


# --- a draw -------------------------------------------------------------------------------------------------------------
def test_an_offer_is_heard_at_once_and_accepted(anna, bert, nobody):
    game = two(anna, bert)
    with listen(bert, game, "red") as red:
        number = anna.scene(game, "blue")["number"]
        told = draw(anna, game, "blue", "offer")
        fits(told, DRAW, "POST")
        assert told["moves"] == []
        assert until(red, lambda news: news["number"] > number)
    assert bert.scene(game, "red")["draw"] == {"offered": "blue", "declined": None}
    result = draw(bert, game, "red", "accept")["scene"]["result"]
    assert (result["winner"], result["level"], result["say"]) == (None, "agreed", "A draw by agreement.")
    assert nobody.scene(game)["result"] == result
    assert anna.get(f"/api/games/{game}/record", side="blue").splitlines()[-1] == "! draw agreed"


def test_an_offer_is_declined_and_may_be_made_again(anna, bert):
    game = two(anna, bert)
    draw(anna, game, "blue", "offer")
    assert draw(anna, game, "blue", "offer", 409)["code"] == "offered"
    assert draw(anna, game, "blue", "accept", 409)["code"] == "no_offer"
    draw(bert, game, "red", "decline")
    assert anna.scene(game, "blue")["draw"] == {"offered": None, "declined": "red"}
    assert draw(bert, game, "red", "accept", 409)["code"] == "no_offer"
    draw(anna, game, "blue", "offer")
    assert bert.scene(game, "red")["draw"]["offered"] == "blue"


def test_an_offer_lapses_when_the_other_plays_on(settings):
    with TestClient(make_app(settings)) as client:
        anna = Person(client)
        game = anna.new("drill")["id"]
        draw(anna, game, "blue", "offer")
        anna.act(game, anna.scene(game, "red"), "mine 0404")
        assert anna.scene(game, "blue")["draw"] == {"offered": None, "declined": None}
        draw(anna, game, "blue", "offer")
        anna.act(game, anna.scene(game, "blue"), "take b1")  # one's own act leaves it standing
        assert anna.scene(game, "red")["draw"]["offered"] == "blue"
    with TestClient(make_app(settings)) as client:  # as the server finds it after a new start
        anna = Person(client, anna.token)
        assert anna.scene(game, "red")["draw"]["offered"] == "blue"
        assert draw(anna, game, "red", "accept")["scene"]["result"]["level"] == "agreed"


def test_two_offers_are_an_agreement(anna, bert):
    game = two(anna, bert)
    draw(anna, game, "blue", "offer")
    assert draw(bert, game, "red", "offer")["scene"]["result"]["level"] == "agreed"


@pytest.mark.parametrize("player", ["random", "recruit"])
def test_a_computer_declines_and_says_so(anna, player):
    game = anna.new("drill", seats={"red": player})["id"]
    with listen(anna, game, "blue") as blue:
        until(blue, lambda news: news["thinking"] is None and news["number"] > 0)
    told = draw(anna, game, "blue", "offer")
    assert told["scene"]["draw"] == {"offered": None, "declined": "red"}
    assert told["scene"]["result"] is None


def test_nobody_answers_from_an_empty_chair(anna):
    game = anna.new("drill", seats={"red": "open"})["id"]
    assert draw(anna, game, "blue", "offer", 409)["code"] == "open"


def test_undo_goes_on_as_before_while_an_offer_stands(anna):
    game = anna.new("drill")["id"]
    anna.act(game, anna.scene(game, "red"), "mine 0404")
    anna.act(game, anna.scene(game, "blue"), "take b1")
    number = draw(anna, game, "blue", "offer")["number"]
    told = anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": number})
    assert told["scene"]["draw"]["offered"] == "blue"
    assert len(anna.get(f"/api/games/{game}/log", side="blue")) == 1
