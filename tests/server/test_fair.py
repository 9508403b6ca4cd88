"""Fair reading: long answers come in pages, what does not change is told once, nobody's game or line holds up another's."""

import asyncio
import random
import threading
import time
from dataclasses import replace

import pytest
from serving import Person, played
from starlette.testclient import TestClient

from echelon.server import kept, pool
from echelon.server.app import make_app
from echelon.server.pool import Full, Pool
from echelon.server.turns import Turns


# --- pages ----------------------------------------------------------------------------------------------------------------
@pytest.fixture
def settings(settings):
    return replace(settings, update_moves=7, log_moves=11)


@pytest.fixture
def long(anna):
    """A game of some length, and its number of moves."""
    for seed in range(20):
        game, rng = anna.new("drill", seed=seed)["id"], random.Random(seed)
        scene = anna.scene(game, "red")
        while scene["result"] is None and scene["moves"] < 40:
            scene = anna.act(game, scene, rng.choice(scene["legal"])["line"])["scene"]
            scene = anna.scene(game, scene["asked"]) if scene["result"] is None else scene
        if scene["moves"] >= 40:
            return game, scene["moves"]
    raise AssertionError("all games were short")


def pages(person, game, **query):
    found = [person.get(f"/api/games/{game}/update", **query)]
    while "next" in found[-1]:
        found.append(person.get(f"/api/games/{game}/update", **query, **{"from": found[-1]["next"]}))
    return found


def test_news_come_in_pages(anna, long):
    game, length = long
    found = pages(anna, game, side="blue", since=0)
    assert len(found) == -(-length // 7)
    assert [move["i"] for page in found for move in page["moves"]] == list(range(length))
    assert {page["base"] for page in found} == {0}
    assert all(page["scene"] == anna.scene(game, "blue") for page in found)
    assert "next" not in found[-1]
    assert pages(anna, game, side="blue", since=10**6)[0]["moves"] == []


def test_the_log_comes_in_pages_and_says_where_to_go_on(client, anna, long):
    game, length = long
    rows, path = [], f"/api/games/{game}/log?side=red&lang=fr&to={length - 2}"
    headers = {"authorization": f"Bearer {anna.token}"}
    answers = 0
    while path:
        answer = client.get(path, headers=headers)
        rows += answer.json()
        path = answer.links.get("next", {}).get("url")
        answers += 1
    assert [row["i"] for row in rows] == list(range(length - 2))
    assert answers == -(-(length - 2) // 11)
    whole = client.app.state.server.settings
    assert len(client.get(f"/api/games/{game}/log", headers=headers).json()) == whole.log_moves


def test_what_was_told_once_is_not_put_into_words_again(anna, bert, long, monkeypatch):
    game, length = long
    worked = []

    class Counting:
        """The scenes, and a note of what they were asked for."""

        def __getattr__(self, name):
            return getattr(plain, name)

        def moves(self, table, side, start, end, pieces, lang, *, now=None):
            worked.append(end - start)
            return plain.moves(table, side, start, end, pieces, lang, now=now)

    plain = kept.scenes
    anna.client.app.state.server.desk.put_away(game)  # and with it what its players were told while they played
    monkeypatch.setattr(kept, "scenes", Counting())
    first = pages(anna, game, since=0)
    assert sum(worked) == length
    assert pages(bert, game, since=0) == first, "another spectator"
    assert pages(anna, game, since=0) == first
    assert sum(worked) == length
    pages(anna, game, side="blue", since=0)
    assert sum(worked) == 2 * length, "a side may see more"


def test_what_was_taken_back_is_not_told_again(anna):
    game = anna.new("drill")["id"]
    anna.act(game, anna.scene(game, "red"), "mine 0404")
    for line in ("take b1", "take b2", "take b1"):
        scene = anna.scene(game, "blue")
        told = anna.act(game, scene, line)
        for viewer in (None, "blue", "red"):
            seen = anna.get(f"/api/games/{game}/update", **({"side": viewer} if viewer else {}), since=scene["number"])
            assert [m["line"] for m in seen["moves"]] == [line]
            assert (
                seen["moves"]
                == anna.get(f"/api/games/{game}/update", **({"side": viewer} if viewer else {}), since=scene["number"])["moves"]
            )
        anna.post(f"/api/games/{game}/undo", {"side": "blue", "number": told["number"]})


def test_what_is_kept_is_bounded():
    found = kept.Kept(10_000)
    for i in range(1000):
        found.put(i, b"x" * 100)
    assert found.size <= 10_000
    assert found.get(999) == b"x" * 100
    assert found.get(0) is None
    found.put("huge", b"x" * 9000)
    assert found.get("huge") is None, "one text does not drive out all others"


# --- games and threads ------------------------------------------------------------------------------------------------------
class Held:
    """A pool, and a game that somebody holds for as long as the test wants."""

    def __init__(self, threads=2, waiting=50, patience=30.0):
        self.turns = Turns()
        self.pool = Pool(self.turns, threads, waiting, patience)
        self.let_go = threading.Event()
        self.done = []

    def at(self, game, note, wait=False):
        self.turns.take(game)
        try:
            if wait:
                assert self.let_go.wait(20)
            self.done.append(note)
        finally:
            self.turns.leave(game)

    def errand(self, game, note, wait=False, who="x"):
        return asyncio.create_task(self.pool.run(self.at, game, note, wait, who=who))


async def settled(until):
    for _ in range(2000):
        if until():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it never came to that")


def test_who_waits_for_a_game_takes_nobody_a_thread():
    async def go():
        held = Held()
        first = held.errand("a", 0, wait=True)
        await settled(lambda: "a" in held.turns._holders)
        others = [held.errand("a", i, who=f"v{i}") for i in range(1, 9)]
        await settled(lambda: len(held.turns._lines.get("a", ())) == 8)
        await asyncio.wait_for(held.errand("b", "b", who="y"), 20)
        assert held.done == ["b"], "one thread is held, eight wait for the same game, and the other game is played"
        held.let_go.set()
        await asyncio.gather(first, *others)
        assert held.done == ["b", *range(9)], "each in his turn"
        assert not held.turns._holders
        assert not held.pool.waiting
        held.pool.close()

    asyncio.run(go())


def test_who_goes_away_leaves_no_gap_in_the_line():
    async def go():
        held = Held()
        first = held.errand("a", 0, wait=True)
        await settled(lambda: "a" in held.turns._holders)
        others = [held.errand("a", i, who=f"v{i}") for i in range(1, 6)]
        await settled(lambda: len(held.turns._lines.get("a", ())) == 5)
        others[0].cancel()
        others[3].cancel()
        held.let_go.set()
        await asyncio.gather(first, *others, return_exceptions=True)
        assert held.done == [0, 2, 3, 5]
        await settled(lambda: not held.turns._holders and not held.turns._lines)
        held.pool.close()

    asyncio.run(go())


def test_visitors_are_served_in_turn_and_none_has_all_threads():
    async def go():
        held = Held(threads=2)
        held.errand("a", "slow", wait=True, who="greedy")
        await settled(lambda: "a" in held.turns._holders)
        for i in range(20):
            held.errand(f"g{i}", i, who="greedy")
        await asyncio.sleep(0)
        await asyncio.wait_for(held.errand("b", "modest", who="modest"), 20)
        assert held.done == ["modest"], "the greedy one has his share already"
        held.let_go.set()
        await settled(lambda: len(held.done) == 22)
        held.done.clear()
        held = Held(threads=1)
        held.errand("a", "slow", wait=True, who="greedy")
        await settled(lambda: "a" in held.turns._holders)
        for i in range(20):
            held.errand(f"g{i}", i, who="greedy")
        await asyncio.sleep(0)
        held.errand("b", "modest", who="modest")
        await asyncio.sleep(0)
        held.let_go.set()
        await settled(lambda: len(held.done) == 22)
        assert held.done.index("modest") <= 2
        held.pool.close()

    asyncio.run(go())


def test_nobody_waits_when_the_line_is_full_or_for_too_long():
    async def go():
        held = Held(threads=1, waiting=3, patience=0.05)
        slow = held.errand("a", "slow", wait=True)
        await settled(lambda: "a" in held.turns._holders)
        waiting = [held.errand(f"g{i}", i, who=f"v{i}") for i in range(3)]
        house = held.errand("h", "house", who="")
        await asyncio.sleep(0)
        assert held.pool.full("late")
        with pytest.raises(Full):
            await held.errand("late", "late")
        for one in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(one, Full)
        held.let_go.set()
        await asyncio.gather(slow, house)
        assert held.done == ["slow", "house"], "the server itself is in no hurry"
        assert not held.pool.waiting
        assert not held.pool._lines
        held.pool.close()

    asyncio.run(go())


def test_who_fills_the_line_gives_way_to_who_has_nothing_in_it():
    async def go():
        held = Held(threads=1, waiting=6)
        slow = held.errand("a", "slow", wait=True, who="")
        await settled(lambda: "a" in held.turns._holders)
        greedy = [held.errand(f"g{i}", i, who="greedy") for i in range(6)]
        await asyncio.sleep(0)
        assert held.pool.full("greedy")
        assert not held.pool.full("modest")
        modest = [held.errand(f"m{i}", f"m{i}", who=f"modest{i % 2}") for i in range(4)]
        with pytest.raises(Full):
            await greedy[-1]
        await asyncio.sleep(0)
        assert held.pool.waiting == 6
        assert held.pool.full("modest0"), "nobody has more than he"
        held.let_go.set()
        told = await asyncio.gather(slow, *greedy, *modest, return_exceptions=True)
        assert [type(one) for one in told] == [type(None)] * 3 + [Full] * 4 + [type(None)] * 4
        assert not held.pool.waiting
        assert not held.pool._lines
        held.pool.close()

    asyncio.run(go())


def test_long_lines_for_games_leave_threads_to_others():
    async def go():
        held = Held(threads=2, waiting=99)
        held.turns.take("g0")
        held.turns.take("g1")
        crowd = [held.errand(f"g{i % 2}", i, who=f"c{i % 20}") for i in range(60)]
        await settled(lambda: sum(map(len, held.turns._lines.values())) == 60)
        slow = [held.errand(f"s{i}", "slow", wait=True, who=f"s{i}") for i in range(2)]
        await settled(lambda: held.pool.busy == 2)
        modest = [held.errand(f"m{i}", f"m{i}", who="modest") for i in range(3)]
        held.turns.leave("g0")
        held.turns.leave("g1")
        await settled(lambda: len(held.pool._first) == 2)
        held.let_go.set()
        await asyncio.gather(*crowd, *slow, *modest)
        assert held.done.index("m2") < 30, held.done
        held.pool.close()

    asyncio.run(go())


def test_who_is_sent_away_often_waits_for_himself(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(pool.time, "monotonic", lambda: now[0])
    found = Pool(Turns(), 1, 1, 1.0)
    assert [found.later("greedy") for _ in range(300)][-1] == 4
    assert found.later("modest") == 1, "three hundred were sent away, but they were one"
    now[0] += 1
    assert found.later("greedy") == 1
    assert [found.later(f"v{i}") for i in range(250)][-1] == 3, "so many come again the later"
    now[0] += 1
    assert found.later("modest") == 3
    now[0] += 1
    assert found.later("modest") == 1
    found.close()


# --- the gate ---------------------------------------------------------------------------------------------------------------
async def ask(app, path, who, client_headers=()):
    """One request from an address; status, headers and body."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": [(b"host", b"localhost"), *client_headers],
        "client": (who, 1), "server": ("x", 80), "state": {},
    }  # fmt: skip
    told = {"body": b""}

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        if message["type"] == "http.response.start":
            told["status"], told["headers"] = message["status"], dict(message["headers"])
        else:
            told["body"] += message.get("body", b"")

    await app(scope, receive, send)
    return told


def test_one_address_has_so_much_under_way_and_others_are_answered(settings):
    async def go():
        app = make_app(replace(settings, address_requests=3, threads=2, patience=20.0))
        server = app.state.server
        go_on = threading.Event()
        slow = asyncio.create_task(server.pool.run(go_on.wait, 20, who="10.0.0.1"))
        await settled(lambda: server.pool.busy == 1)
        under = [asyncio.create_task(ask(app, "/api/me", "10.0.0.1")) for _ in range(3)]
        await asyncio.sleep(0.01)
        many = await ask(app, "/api/me", "10.0.0.1", [(b"accept-language", b"fr")])
        assert many["status"] == 429
        assert many["headers"][b"retry-after"] == b"1"
        assert b"content-security-policy" in many["headers"]
        assert "requêtes".encode() in many["body"]
        assert (await ask(app, "/api/systems", "10.0.0.2"))["status"] == 200, "his share does not touch another"
        assert (await ask(app, "/static/js/api.js", "10.0.0.1"))["status"] == 200
        go_on.set()
        assert [one["status"] for one in await asyncio.gather(*under)] == [200] * 3
        await slow
        assert (await ask(app, "/api/me", "10.0.0.1"))["status"] == 200
        await server.close()

    asyncio.run(go())


def test_a_full_server_sends_away(settings):
    async def go():
        app = make_app(replace(settings, waiting=2, patience=0.05, threads=1))
        server = app.state.server
        go_on = threading.Event()
        slow = asyncio.create_task(server.pool.run(go_on.wait, 20))
        await settled(lambda: server.pool.busy == 1)
        told = await asyncio.gather(*(ask(app, "/api/systems", f"10.0.0.{i}") for i in range(6)))
        assert [one["status"] for one in told] == [503] * 6
        assert all(one["headers"][b"retry-after"] == b"1" and b'"busy"' in one["body"] for one in told)
        assert (await ask(app, "/", "10.0.0.9"))["status"] == 200, "the page comes, and asks again for the rest"
        go_on.set()
        await slow
        assert (await ask(app, "/api/systems", "10.0.0.1"))["status"] == 200
        await server.close()

    asyncio.run(go())


def test_sixteen_readers_of_one_game_do_not_hold_up_another_visitor(settings):
    with TestClient(make_app(settings)) as client:
        anna = Person(client)
        game = anna.new("drill", record=played(steps=40).record().text())["id"]
        desk, busy = client.app.state.server.desk, client.app.state.server.pool
        desk.turns.take(game)  # somebody judges a long line there
        told = []
        threads = [
            threading.Thread(target=lambda: told.append(client.get(f"/api/games/{game}/update?since=0").status_code))
            for _ in range(16)
        ]
        for thread in threads:
            thread.start()
        try:
            until = time.monotonic() + 20
            while len(desk.turns._lines.get(game, ())) < 16 or busy.busy:  # all wait, and not one of them in a thread
                assert time.monotonic() < until
                time.sleep(0.005)
            assert anna.get("/api/systems")
            assert not told
        finally:
            desk.turns.leave(game)  # or they would wait for ever
        for thread in threads:
            thread.join(20)
        assert told == [200] * 16
