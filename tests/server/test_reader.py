"""What strangers send is read elsewhere: with little memory, in bounded time, in turns; and the server goes on meanwhile."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from serving import Person, played
from starlette.testclient import TestClient

from echelon.server.app import make_app
from echelon.server.errors import ApiError
from echelon.server.places import BusyError, Places
from echelon.server.reader import Reader
from echelon.server.reading import Answer, Job

POSITION = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\n'
JOB = Job("position", "drill", POSITION, "en")


@pytest.fixture(scope="module")
def anna(tmp_path_factory):
    from echelon.server.settings import Settings

    settings = Settings(data=tmp_path_factory.mktemp("reader"), warm=False, allowed_hosts=("testserver",))
    with TestClient(make_app(settings)) as client:
        yield Person(client)


@pytest.mark.parametrize(("kind", "text", "status", "said"), [
    ("position", POSITION + ".".join(["a"] * 100_000) + " = 1", 413, "200000"),  # 200 KB that took 24 GB
    ("position", POSITION + ".".join(["a"] * 9_000) + " = 1", 422, "4 parts"),
    ("position", POSITION + "turn = " + "9" * 9_000, 422, "100 characters"),
    ("position", POSITION + "rolls = 9223372036854775807", 422, "1000000"),
    ("position", POSITION + "board = { road = '" + "-".join(["0202", "0203"] * 900) + "' }", 422, "at most 168"),
    ("position", POSITION.replace('"0202"', '{ at = "0202", movement = 9999999 }'), 422, "at most 1000"),
    ("position", POSITION.replace('"0202"', '{ at = "0202", short = "' + "x" * 99 + '" }'), 422, "short names"),
    ("record", "echelon 1 | drill 1.0.0 | crossing\n" + "> ##\n" * 90_000, 413, "200000"),
    ("record", "echelon 1 | drill 1.0.0 | crossing\nend\n" + "(\nend\n" * 50_000, 422, "20 deep"),
], ids=range(9))  # fmt: skip
def test_what_costs_too_much_is_refused_with_a_sentence(anna, kind, text, status, said):
    for lang in ("en", "fr"):
        found = anna.client.post("/api/games", params={"lang": lang}, json={"system": "drill", kind: text})
        assert found.status_code == status
        assert found.json()["code"] == "upload"
        assert len(found.json()["error"]) < 600
        assert lang == "fr" or said in found.json()["error"], found.json()["error"]
    assert anna.client.app.state.server.reader.started == 1, "no process was lost over it"


def test_a_file_is_not_read_by_the_server_itself(anna, monkeypatch):
    """What the reader has not accepted is never parsed in the server's own process."""
    import echelon.core.record.position as core

    seen, usual = [], core.check_toml
    monkeypatch.setattr(core, "check_toml", lambda text, source="": (seen.append(text), usual(text, source)))
    text = POSITION + "title = 'mine'  # as it was sent\n"
    game = anna.new("drill", position=text)
    anna.client.app.state.server.desk.put_away(game["id"])
    anna.scene(game["id"], "blue")
    assert seen
    assert not any("as it was sent" in one for one in seen)


def test_a_whole_game_comes_back_as_it_was(anna):
    table = played()
    game = anna.new("drill", record=table.record().text())
    log = anna.get(f"/api/games/{game['id']}/log", side="blue")
    assert len(log) == len(table.moves)
    anna.client.app.state.server.desk.put_away(game["id"])
    assert anna.get(f"/api/games/{game['id']}/log", side="blue") == log


def test_a_resigned_game_comes_back_resigned(anna):
    game = anna.new("drill")["id"]
    anna.post(f"/api/games/{game}/resign", {"side": "blue"})
    again = anna.new("drill", record=anna.get(f"/api/games/{game}/record"))
    assert again["result"]["level"] == anna.get(f"/api/games/{game}")["result"]["level"]


# --- the processes ------------------------------------------------------------------------------------------------------
def run(work, **limits):
    """Do something with a reader, on a loop of its own."""

    async def whole():
        reader = Reader(**limits)
        try:
            return await work(reader)
        finally:
            await reader.close()

    return asyncio.run(whole())


def test_a_process_is_started_when_it_is_needed_and_kept():
    async def work(reader):
        assert reader.started == 0
        for _ in range(3):
            assert (await reader.read(JOB, "anna")).position
        assert reader.started == 1

    run(work)


def test_a_process_that_takes_too_long_is_ended_and_another_one_reads_on(monkeypatch):
    async def work(reader):
        assert (await reader.read(JOB, "anna")).position  # warm
        os.kill(next(iter(reader._all)).pid, signal.SIGSTOP)  # it will answer nothing any more
        reader.seconds = 0.2
        with pytest.raises(ApiError) as caught:
            await reader.read(JOB, "anna")
        assert (caught.value.status, caught.value.code) == (422, "upload")
        assert "more time or memory" in caught.value.sentence
        reader.seconds = 30
        assert (await reader.read(JOB, "anna")).position
        assert reader.started == 2

    run(work)


def test_a_process_that_somebody_ended_is_replaced_unnoticed():
    async def work(reader):
        await reader.read(JOB, "anna")
        process = next(iter(reader._all))
        process.kill()
        assert (await reader.read(JOB, "anna")).position
        assert reader.started == 2

    run(work)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to a limit of memory")
def test_memory_has_a_limit():
    """A record that takes more than its process may have: a sentence, and the next file is read as if nothing had been."""
    rows = "echelon 1 | drill 1.0.0 | crossing\n" + "end\n(\nend\n)\n" * 14_000

    async def size(reader):
        await reader.read(JOB, "anna")
        text = Path(f"/proc/{next(iter(reader._all)).pid}/status").read_text()
        return int(text.partition("VmPeak:")[2].split()[0]) // 1024

    async def work(reader):
        with pytest.raises(ApiError) as caught:
            await reader.read(Job("record", "drill", rows, "en"), "anna")
        assert "more time or memory" in caught.value.sentence
        assert (await reader.read(JOB, "anna")).position
        assert reader.started == 2

    run(work, megabytes=run(size) + 4)


# --- turns --------------------------------------------------------------------------------------------------------------
def test_who_sends_many_files_waits_for_his_own():
    """Ten jobs of one visitor, then one of another: with two places the other is served at once, with one after one more."""

    async def order(places):
        turns, served, doors = Places(places, each=20), [], []

        async def job(visitor):
            async with turns.turn(visitor):
                served.append(visitor)
                door = asyncio.Event()
                doors.append(door)
                await door.wait()

        tasks = [asyncio.create_task(job("eve")) for _ in range(10)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(job("anna")))
        while len(served) < 11 or not all(task.done() for task in tasks):
            for _ in range(3):
                await asyncio.sleep(0)
            if len(doors) < places and not served.count("anna") and places > 1:
                continue
            if doors:
                doors.pop(0).set()
        return served.index("anna")

    assert asyncio.run(order(2)) == 1
    assert asyncio.run(order(1)) == 2, "one of eve's was next when anna came"


def test_nobody_may_queue_without_end():
    async def work():
        turns = Places(1, each=2, most=3)
        async with turns.turn("eve"):
            waiting = [asyncio.create_task(turns._wait("eve")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(BusyError) as caught:
                await turns._wait("eve")
            assert caught.value.mine
            waiting.append(asyncio.create_task(turns._wait("anna")))
            await asyncio.sleep(0)
            with pytest.raises(BusyError) as caught:
                await turns._wait("bert")
            assert not caught.value.mine
            for task in waiting[:2]:
                task.cancel()  # who goes away leaves no gap
        await asyncio.wait_for(waiting[2], 5)

    asyncio.run(work())


def test_too_many_files_are_answered_on_purpose(client, monkeypatch):
    anna, reader = Person(client), client.app.state.server.reader
    for mine, status in ((True, 429), (False, 503)):

        async def wait(visitor, mine=mine):
            raise BusyError(mine)

        monkeypatch.setattr(reader._turns, "_wait", wait)
        answer = client.post("/api/games", json={"system": "drill", "position": POSITION})
        assert answer.status_code == status
        assert status == 429 or answer.headers["retry-after"]
    assert anna.get("/api/me")["games"] == []


def test_an_answer_is_data():
    """What the process says cannot be more than this."""
    assert Answer.__struct_fields__ == (
        "error", "scenario", "options", "position", "seed", "proved", "notice", "closing", "moves", "state", "last",
    )  # fmt: skip
