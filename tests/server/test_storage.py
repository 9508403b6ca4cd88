"""The store, on SQLite and on a real PostgreSQL where there is one."""

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from postgres import Postgres
from storing import event, game

from echelon.core.errors import EchelonError
from echelon.server.settings import Settings, data_folder
from echelon.server.storage import Clash, PlayerRow, SeatRow, Snapshot, Store
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
