"""Computer players and hints on a server: nobody works for those who have gone, and games nobody looks at pause."""

import json
import re
import socket
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import replace

import pytest
import uvicorn
from serving import Person, listen, until
from starlette.testclient import TestClient

from echelon.server.app import make_app
from echelon.server.storage import SeatRow
from echelon.server.tasks import HINT

LATE = 60.0


def wait_for(true):
    late = time.monotonic() + LATE
    while not true():
        assert time.monotonic() < late
        time.sleep(0.005)


# --- games of computers -----------------------------------------------------------------------------------------------------
@pytest.fixture
def impatient(settings):
    """A server that takes nobody for a spectator who is not there."""
    with TestClient(make_app(replace(settings, unwatched_seconds=0.0))) as client:
        yield client


def test_a_game_of_computers_pauses_while_nobody_looks(impatient):
    anna, thinker = Person(impatient), impatient.app.state.server.thinker
    game = anna.new("tigers", seats={"german": "recruit", "allied": "recruit"})["id"]
    wait_for(lambda: not thinker.busy(game))
    assert anna.get(f"/api/games/{game}")["number"] == 0
    with listen(anna, game) as line:
        until(line, lambda news: news["number"] > 2 and news["thinking"])
    wait_for(lambda: not thinker.busy(game))
    number = anna.get(f"/api/games/{game}")["number"]
    wait_for(lambda: not thinker.busy(game))
    info = anna.get(f"/api/games/{game}")
    assert (info["number"], info["result"]) == (number, None)
    with listen(anna, game) as line:
        until(line, lambda news: news["number"] > number)


def test_who_asks_now_and_then_is_looking(client):
    anna, thinker = Person(client), client.app.state.server.thinker
    game = anna.new("drill", scenario="ford", seats={"blue": "random", "red": "random"})["id"]
    assert thinker.watched(game)
    assert not thinker.watched("another")


def test_a_computer_answers_a_player_who_is_away(impatient):
    anna, server = Person(impatient), impatient.app.state.server
    game = anna.new("drill", seats={"red": "recruit"})["id"]
    wait_for(lambda: not server.thinker.busy(game))
    assert anna.scene(game, "blue")["number"] == 1


def test_a_simple_player_answers_for_one_that_cannot(client):
    anna, server = Person(client), client.app.state.server
    game = anna.new("drill")["id"]
    with server.desk.open(game) as live:
        server.desk.sit(live, SeatRow("red", computer="no more here"))
    anna.get(f"/api/games/{game}")
    wait_for(lambda: anna.get(f"/api/games/{game}")["number"] == 1)


# --- hints ------------------------------------------------------------------------------------------------------------------
class Visitor:
    """Somebody with a connection for each request, who may close it before the answer comes."""

    def __init__(self, address):
        self.address = address
        with urllib.request.urlopen(f"http://{address}/api/me", timeout=LATE) as answer:
            self.token = re.match("echelon=([^;]+)", answer.headers["set-cookie"]).group(1)

    def ask(self, path, body=None):
        headers = {"authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=LATE) as answer:
                return answer.status, json.load(answer), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error), error.headers

    def game(self):
        """A game of one's own at its first move, for which a hint takes as long as any may take."""
        info = self.ask("/api/games", {"system": "drill", "scenario": "ford"})[1]
        return info["id"], {"side": info["asked"], "number": info["number"]}

    def hint(self, game, wish):
        return self.ask(f"/api/games/{game}/hint", wish)

    def hint_unread(self, game, wish):
        """A hint that is asked for on a connection, which is returned."""
        host, _, port = self.address.partition(":")
        body = json.dumps(wish).encode()
        head = f"POST /api/games/{game}/hint HTTP/1.1\r\nhost: {self.address}\r\nauthorization: Bearer {self.token}\r\n"
        line = socket.create_connection((host, int(port)))
        line.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        return line


@contextmanager
def serving(settings):
    """A server with real connections, in a thread."""
    app = make_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", timeout_graceful_shutdown=1))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        thread = threading.Thread(target=server.run, args=([bound],))
        thread.start()
        wait_for(lambda: server.started)
        try:
            yield app.state.server, f"127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def test_nobody_works_on_hints_for_those_who_have_gone(settings):
    with serving(replace(settings, workers=1, requests_waiting=2)) as (server, address):
        anna, told = Visitor(address), []
        count = server.staff.counts[HINT]

        def ask(game, wish):
            told.append(anna.hint(game, wish))

        first = threading.Thread(target=ask, args=anna.game())
        first.start()
        wait_for(lambda: count.running)
        closed = [anna.hint_unread(*anna.game()) for _ in range(2)]
        wait_for(lambda: count.waiting == 2)
        status, refused, headers = anna.hint(*anna.game())
        assert (status, refused["code"], headers["retry-after"]) == (429, "many", "5")
        for line in closed:
            line.close()
        wait_for(lambda: count.waiting == 0)
        game, wish = anna.game()
        second = threading.Thread(target=ask, args=(game, wish))
        second.start()
        wait_for(lambda: count.waiting == 1)
        assert anna.ask(f"/api/games/{game}/act", {**wish, "line": "end"})[0] == 200
        second.join()
        first.join()
        assert [(status, body.get("code")) for status, body, _ in told] == [(409, "stale"), (200, None)]
        assert (count.done, count.dropped, count.refused) == (1, 3, 1)


MARCH = 'system = "tigers"\nset_up = "campaign"\nturn = 2\nside = "german"\nframe = "move.pick"\n'


def test_a_hint_that_takes_too_long_is_refused_and_the_next_worker_answers(settings):
    with TestClient(make_app(replace(settings, think_seconds=0.2))) as client:
        anna, staff = Person(client), client.app.state.server.staff
        game = anna.new("tigers", position=MARCH)  # whose movement the general plans for seconds
        wish = {"side": "german", "number": 0}
        told = client.post(f"/api/games/{game['id']}/hint", json=wish, headers={"authorization": f"Bearer {anna.token}"})
        assert (told.status_code, told.json()["code"], told.headers["retry-after"]) == (503, "late", "5")
        assert staff.killed == 1
        other = anna.new("drill", seats={"red": "random"})["id"]
        wait_for(lambda: anna.get(f"/api/games/{other}")["number"] == 1)
