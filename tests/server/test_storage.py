"""The store, on SQLite and on a real PostgreSQL where there is one."""

import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from postgres import Postgres
from storing import event, game

import echelon
from echelon.core.errors import EchelonError
from echelon.server.settings import Settings, data_folder
from echelon.server.storage import Clash, GameRow, PlayerRow, SeatRow, Snapshot, Store, tables
from echelon.server.storage.backup import Restored, backup, restore
from echelon.server.storage.store import games_of
from echelon.server.storage.tables import metadata


@pytest.fixture(scope="module")
def postgres(tmp_path_factory):
    """The address of a PostgreSQL of our own."""
    with Postgres(tmp_path_factory.mktemp("pg")) as found:
        yield found.url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    found = request.getfixturevalue("postgres")
    yield found
    engine = sa.create_engine(found)
    with engine.begin() as connection:
        connection.execute(sa.text("drop schema public cascade"))
        connection.execute(sa.text("create schema public"))
    engine.dispose()


@pytest.fixture
def store(url):
    found = Store(url)
    yield found
    found.close()


def test_the_migrations_make_the_declared_tables(store):
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_a_database_is_brought_up_to_date_once(store, url):
    game(store)
    again = Store(url)
    assert again.load("g").game.name == "Zoë’s game"
    again.close()


def test_a_game_comes_back_as_it_was_put_in(store):
    row = game(store)
    moves = (("take b1", 0, False, ""), ("die 6", 2, True, "a remark — with signs"))
    store.append(row, event(1, "k1", moves=moves), Snapshot(1, 2, b"\0\xff"))
    store.append(row, event(2, None, "undo", 1, ()))
    found = store.load("g")
    assert found.game == replace(row, number=2)
    assert {s.side: s for s in found.seats} == {"blue": SeatRow("blue", "p"), "red": SeatRow("red")}
    assert [e.number for e in found.events] == [0, 1, 2]
    assert found.events[1].moves == moves
    assert found.snapshot == Snapshot(1, 2, b"\0\xff")
    assert store.load("none") is None
    assert store.event_with_key("g", "blue", "k1") == found.events[1]
    assert store.event_with_key("g", "red", "k1") is None


def test_no_number_is_left_out_and_no_key_used_twice(store):
    row = game(store)
    store.append(row, event(1, "k1"))
    with pytest.raises(Clash):
        store.append(row, event(1, "k2"))
    with pytest.raises(Clash):
        store.append(row, event(2, "k1"))
    with pytest.raises(Clash):
        store.append(row, event(3, "k3"))
    assert [e.number for e in store.load("g").events] == [0, 1]
    store.append(row, event(2))
    store.append(row, event(3))  # without keys there is nothing to compare


def test_of_many_who_write_at_once_each_number_goes_to_one(store):
    row, won = game(store), []

    def write(who):
        for number in range(1, 11):
            try:
                store.append(row, event(number, f"{who}-{number}"))
                won.append(number)
            except Clash:
                pass

    threads = [threading.Thread(target=write, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(1, 11))
    assert len(store.load("g").events) == 11


def test_seats_and_invitations(store):
    game(store)
    store.add_player(PlayerRow("q", b"u" * 32, "", 1))
    store.invite(b"i" * 32, "g", "red", 1)
    store.invite(b"j" * 32, "g", "red", 1)
    assert store.invitation(b"i" * 32) is None, "a new link takes the place of the old"
    assert store.accept(b"j" * 32, "g", SeatRow("red", "q"))
    assert not store.accept(b"j" * 32, "g", SeatRow("red", "p"))
    assert store.invitation(b"j" * 32).used
    assert [(row.id, len(seats)) for row, seats in store.games_of("q")] == [("g", 2)]
    store.set_seat("g", SeatRow("red", None, "random", "q"))
    assert SeatRow("red", None, "random", "q") in store.load("g").seats
    assert [row.id for row, _ in store.games_of("q")] == ["g"]
    assert store.games_of("nobody") == []


def test_sqlite_writes_ahead(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    store.close()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    connection.close()


@pytest.mark.parametrize(("url", "words"), [
    ("nonsense", "give the database as"),
    ("sqlite:////no/such/folder/x.db", "cannot be opened"),
    ("postgresql+psycopg://nobody@127.0.0.1:1/none", "cannot be opened"),
    ("oracle://x/y", "needs the package"),
])  # fmt: skip
def test_a_database_that_cannot_be_opened(url, words):
    with pytest.raises(EchelonError, match=words):
        Store(url)


def test_where_data_belong():
    home = Path.home()
    assert data_folder({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/echelon")
    assert data_folder({"XDG_DATA_HOME": "not/absolute"}, "linux") == home / ".local/share/echelon"
    assert data_folder({}, "darwin") == home / "Library/Application Support/echelon"
    assert data_folder({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/echelon")
    assert data_folder({"ECHELON_HOME": "/mine", "XDG_DATA_HOME": "/data"}, "linux") == Path("/mine")
    assert Settings(data=Path("/x")).url == "sqlite:////x/echelon.db"


# --- many games, many servers -------------------------------------------------------------------------------------------
def test_the_home_page_looks_at_no_games_of_others(store):
    game(store)
    count, many = 20_000, "with recursive n(i) as (select 1 union all select i + 1 from n where i < {})"
    same = ", ".join(f"g.{column.name}" for column in tables.game.c if column.name not in ("id", "owner", "updated"))
    put = f"insert into game (id, owner, updated, {same.replace('g.', '')})"
    with store.engine.begin() as c:
        players = [{"id": f"p{i}", "token": b"%032d" % i, "name": "", "created": 1} for i in range(4000)]
        c.execute(sa.insert(tables.player), players)
        games = f"{many.format(count)} select 'g' || i, 'p' || (i % 4000), i, {same} from n, game g where g.id = 'g'"
        c.execute(sa.text(f"{put} {games}"))
        seats = f"{many.format(count)} select 'g' || i, 'red', 'p' || (i % 3999), 'p' || (i % 3989) from n"
        c.execute(sa.text(f"insert into seat (game_id, side, player_id, lender_id) {seats}"))
    with store.engine.begin() as c:
        c.exec_driver_sql("analyze")
        words = "explain query plan " if store.engine.dialect.name == "sqlite" else "explain "
        asked = games_of("p7", 20).compile(store.engine, compile_kwargs={"literal_binds": True})
        plan = "\n".join(str(tuple(row)) for row in c.exec_driver_sql(words + str(asked)))
    assert not re.search(r"SCAN (game|seat)|Seq Scan", plan), plan
    assert "ix_game_owner" in plan
    found = [row.id for row, _ in store.games_of("p7", 5)]
    mine = {f"g{i}" for i in range(1, count + 1) if i % 4000 == 7 or i % 3999 == 7 or i % 3989 == 7}
    assert found == sorted(mine, key=lambda g: -int(g[1:]))[:5]


def test_servers_that_start_at_once_make_one_database(url):
    code = "import sys; from echelon.server.storage import Store; input(); Store(sys.argv[1]).ping()"
    env = {**os.environ, "PYTHONPATH": str(Path(echelon.__file__).parent.parent)}
    words = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "env": env, "text": True}
    started = [subprocess.Popen([sys.executable, "-c", code, url], **words) for _ in range(4)]
    time.sleep(0.8)  # until all have read their modules, more or less
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in started:
        _, wrong = process.communicate(timeout=60)
        assert process.returncode == 0, wrong
    store = Store(url)
    with store.engine.connect() as c:
        assert compare_metadata(MigrationContext.configure(c), metadata) == []
    store.close()


# --- backups ------------------------------------------------------------------------------------------------------------
def test_a_backup_is_put_back_into_another_server(store, url, tmp_path):
    row = game(store)
    store.append(replace(row, number=1), event(1, "k1"), Snapshot(1, 2, b"\0\xff"))
    store.invite(b"i" * 32, "g", "red", 1)
    file = tmp_path / "kept.db"
    writing = threading.Thread(target=lambda: [store.append(replace(row, number=n), event(n)) for n in range(2, 60)])
    writing.start()  # nobody stops for it
    assert backup(url, file) == 1
    writing.join()
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(EchelonError, match="exists already"):
        backup(url, file)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert restore(other, file) == Restored(games=1, players=1, known=0)
    assert restore(other, file) == Restored(games=0, players=0, known=1)
    there = Store(other)
    found, now = there.load("g"), store.load("g")
    assert found.game.position == now.game.position
    assert found.events == now.events[: len(found.events)], "a beginning of what is there now, with no gap"
    assert len(found.events) >= 2
    assert found.game.number == found.events[-1].number
    assert (found.seats, found.snapshot) == (now.seats, now.snapshot)
    assert there.invitation(b"i" * 32) == store.invitation(b"i" * 32)
    there.close()


def test_a_backup_is_put_back_while_a_server_plays(store, url, tmp_path):
    old = Store(f"sqlite:///{tmp_path / 'old.db'}")
    row = game(old)
    for number in range(1, 20):
        old.append(row, event(number, f"k{number}"))
    assert backup(f"sqlite:///{tmp_path / 'old.db'}", tmp_path / "kept.db") == 1
    kept = old.load("g")
    old.close()
    store.add_player(PlayerRow("here", b"h" * 32, "", 1))
    played = GameRow("h", "here", *[getattr(row, name) for name in GameRow.__slots__[2:]])
    store.add_game(played, [SeatRow("blue", "here")], event(0, None, "start"))
    assert restore(url, tmp_path / "kept.db") == Restored(1, 1, 0)
    assert store.load("g") == kept
    assert store.load("h").game == played
    store.append(kept.game, event(20, "k20"))


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_what_is_no_backup_is_not_put_back(tmp_path, content):
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(EchelonError, match="not a backup of Echelon"):
        restore(f"sqlite:///{tmp_path / 'y.db'}", tmp_path / "x.db")
    with pytest.raises(EchelonError, match="no database"):
        backup(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "z.db")
