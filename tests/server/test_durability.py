"""What was answered is on the disk, and a database that fails is told as what it is."""

import contextlib
import re
import signal
import sqlite3
import sys
import threading
from concurrent.futures import Future

import pytest
import sqlalchemy as sa
from postgres import Postgres
from running import Running
from serving import Person
from starlette.testclient import TestClient
from storing import event, game

from echelon.server.app import make_app
from echelon.server.settings import Settings
from echelon.server.storage import Clash, Store, Unavailable

ROOM = 100_000  # bytes that are left when the disk is nearly full: a few acts
linux = pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are a matter of Linux")


@pytest.fixture
def store(tmp_path):
    found = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield found
    found.close()


@contextlib.contextmanager
def held(store):
    """The writer at work on something that takes as long as the block."""
    begun, go_on = threading.Event(), threading.Event()

    def work(_connection):
        begun.set()
        assert go_on.wait(20)

    busy = store._writer.hand_in(work)
    assert begun.wait(20)
    try:
        yield
    finally:
        go_on.set()
        busy.result(20)


def commits(store):
    """A list that grows with every transaction that is committed from now on."""
    made = []
    sa.event.listen(store.engine, "commit", made.append)
    return made


def test_every_transaction_is_synced(store):
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 2
        assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"


def test_acts_of_many_games_share_a_sync_and_a_clash_is_the_matter_of_one(store):
    rows = [game(store, f"g{i}") for i in range(20)]
    made = commits(store)
    with held(store):
        sent = [store.send(row, event(1, "k")) for row in rows]
        late = store.send(rows[3], event(1, "other"))
        assert not any(one.done() for one in sent)
    for one in sent:
        one.result(20)
    with pytest.raises(Clash):
        late.result(20)
    assert len(made) == 2, "what held the writer, and all that waited behind it"
    assert all(len(store.load(row.id).events) == 2 for row in rows)


def test_what_was_built_upon_a_lost_event_is_lost_with_it(store):
    row, other = game(store), game(store, "h")
    with held(store):
        first = store.send(row, event(1, "k"))
        lost = store.send(row, event(1, "k2"), after=first)
        upon = store.send(row, event(2, "k3"), after=lost)
        fine = store.send(other, event(1))
    for one in (lost, upon):
        with pytest.raises(Clash):
            one.result(20)
    fine.result(20)
    assert [e.number for e in store.load("g").events] == [0, 1]


def test_one_that_cannot_be_written_does_not_harm_the_others(store):
    row = game(store)

    def broken(_connection):
        raise ValueError("nobody thought of this")

    with held(store):
        bad, good = store._writer.hand_in(broken), store.send(row, event(1))
    good.result(20)
    with pytest.raises(ValueError, match="nobody"):
        bad.result(20)


def test_nobody_sees_what_is_not_on_the_disk(client, anna, bert, settings):
    name = anna.new("drill")["id"]
    other = sqlite3.connect(settings.data / "echelon.db", isolation_level=None)
    scene = anna.scene(name, scene_side := anna.get(f"/api/games/{name}")["asked"])
    other.execute("begin immediate")  # somebody else writes: nothing of ours gets to the disk
    told: dict[str, Future] = {}

    def ask(who, function):
        told[who] = Future()
        threading.Thread(target=lambda: told[who].set_result(function())).start()

    ask("actor", lambda: anna.act(name, scene, scene["legal"][0]["line"]))
    while client.app.state.server.desk._games[name].row.number == 0:
        pass  # until it is judged
    ask("spectator", lambda: bert.scene(name))
    assert not told["spectator"].done()
    assert sqlite3.connect(settings.data / "echelon.db").execute("select max(number) from event").fetchone() == (0,)
    with pytest.raises(TimeoutError):
        told["spectator"].result(0.3)
    assert not told["actor"].done()
    other.execute("rollback")
    other.close()
    assert told["actor"].result(20)["number"] == told["spectator"].result(20)["number"] == 1
    assert scene_side


class Playing:
    """Somebody who takes a unit and puts it down again at a server of its own process."""

    def __init__(self, running):
        self.running = running
        self.token = re.match(r"echelon=([^;]+)", running.ask("/api/me")[2]["set-cookie"]).group(1)
        self.game = running.ask("/api/games", self.token, {"system": "drill", "seed": 5})[1]["id"]
        self.number, self.keys = 0, 0
        self.act("red", "mine 0404")

    def act(self, side, line):
        self.keys += 1
        body = {"side": side, "number": self.number, "line": line, "key": f"k{self.keys}"}
        status, told, headers = self.running.ask(f"/api/games/{self.game}/act", self.token, body)
        if status == 200:
            self.number = told["number"]
        return status, told, headers

    def toggle(self):
        scene = self.running.ask(f"/api/games/{self.game}/scene?side=blue", self.token)[1]
        line = "take b1" if any(a["line"] == "take b1" for a in scene["legal"]) else "back b1"
        if line == "take b1":
            return self.act("blue", line)
        status, told, headers = self.running.ask(
            f"/api/games/{self.game}/undo", self.token, {"side": "blue", "number": self.number}
        )
        self.number = told["number"] if status == 200 else self.number
        return status, told, headers


def refused(answer):
    """Is it the one honest sentence?"""
    status, told, headers = answer
    return status == 503 and told["code"] == "store" and "is saved" in told["error"] and int(headers["retry-after"]) >= 1


@linux
def test_a_full_disk_is_told_and_nothing_that_was_answered_is_lost(tmp_path):
    import resource

    running = Running(tmp_path)
    playing = Playing(running)
    assert playing.toggle()[0] == 200
    full = max(path.stat().st_size for path in tmp_path.glob("echelon.db*")) + ROOM
    _, hard = resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
    answers = [playing.toggle() for _ in range(30)]
    statuses = [answer[0] for answer in answers]
    assert set(statuses) == {200, 503}, statuses
    assert all(refused(answer) for answer in answers if answer[0] == 503)
    assert statuses[-1] == 503
    assert running.ask(f"/api/games/{playing.game}")[1]["number"] == playing.number, "what was refused has not happened"
    assert refused(running.ask("/api/games", playing.token, {"system": "drill"}))
    resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert playing.toggle()[0] == 200, "there is room again: it goes on without a restart"
    running.process.send_signal(signal.SIGKILL)
    _, log = running.process.communicate(timeout=20)
    assert log.count("the database fails to write") == log.count("the database can write again") == 1, log
    running = Running(tmp_path)
    assert running.ask(f"/api/games/{playing.game}")[1]["number"] == playing.number
    running.stop()


def test_a_file_that_is_taken_away_is_missed(client, anna, settings, caplog):
    name = anna.new("drill", seats={"red": "me"})["id"]
    side = anna.get(f"/api/games/{name}")["asked"]
    scene = anna.scene(name, side)
    file = settings.data / "echelon.db"
    away = file.rename(settings.data / "away.db")
    body = {"side": side, "number": scene["number"], "line": scene["legal"][0]["line"], "key": "k"}
    for _ in range(2):
        assert anna.post(f"/api/games/{name}/act", body, 503)["code"] == "store"
    assert anna.get("/api/me", 503)["code"] == "store"
    assert client.get("/").status_code == 200, "the page comes, and tells"
    assert not file.exists()
    away.rename(file)
    assert anna.post(f"/api/games/{name}/act", body)["number"] == scene["number"] + 1
    told = [r.message.split(":")[0] for r in caplog.records]
    fails = ["the database fails to write", "the database fails to read"]
    assert told == [*fails, "the database can read again", "the database can write again"]


def test_a_file_that_may_not_be_written_is_told(client, anna, caplog):
    name = anna.new("drill")["id"]
    side = anna.get(f"/api/games/{name}")["asked"]
    scene = anna.scene(name, side)
    engine = client.app.state.server.store.engine

    def only_read(connection, _record, _proxy):
        connection.execute("pragma query_only=on")

    sa.event.listen(engine, "checkout", only_read)
    body = {"side": side, "number": scene["number"], "line": scene["legal"][0]["line"]}
    assert anna.post(f"/api/games/{name}/act", body, 503)["code"] == "store"
    assert anna.scene(name, side) == scene
    sa.event.remove(engine, "checkout", only_read)
    engine.dispose()
    assert anna.post(f"/api/games/{name}/act", body)["number"] == scene["number"] + 1
    assert len(caplog.records) == 2


def test_a_postgresql_that_is_stopped_and_started_again(tmp_path_factory, tmp_path):
    with Postgres(tmp_path_factory.mktemp("pg")) as postgres:
        settings = Settings(data=tmp_path, warm=False, database_url=postgres.url, allowed_hosts=("testserver",))
        with TestClient(make_app(settings)) as client:
            anna = Person(client)
            name = anna.new("drill")["id"]
            side = anna.get(f"/api/games/{name}")["asked"]
            scene = anna.scene(name, side)
            body = {"side": side, "number": scene["number"], "line": scene["legal"][0]["line"], "key": "k"}
            postgres.stop()
            assert anna.post(f"/api/games/{name}/act", body, 503)["code"] == "store"
            assert anna.get(f"/api/games/{name}", 503)["code"] == "store"
            with pytest.raises(Unavailable):
                client.app.state.server.store.load(name)
            postgres.start()
            assert anna.post(f"/api/games/{name}/act", body)["number"] == scene["number"] + 1
            assert anna.get(f"/api/games/{name}")["number"] == scene["number"] + 1
