"""Backups: all that is stored, in one file, taken and put back while a server runs.

The file is an SQLite database with the tables of every server, whatever database it came from, so it can be put into any other,
looked into with any tool, or served as it is.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from alembic.util import CommandError

from echelon.core.errors import EchelonError
from echelon.server.storage import tables as t
from echelon.server.storage.migrate import upgrade
from echelon.server.storage.store import Store

__all__ = ["Restored", "backup", "restore"]

ROWS = 500  # that are held in memory at once
GAMES = 100  # that are put back in one go: meanwhile nobody else writes to SQLite
_TABLES = (t.player, t.game, t.seat, t.invitation, t.event, t.snapshot)  # each after those it refers to


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup brought: games and players that were not there, and games that were."""

    games: int
    players: int
    known: int


def backup(url: str, file: Path) -> int:
    """Write all that is stored now into a new file. Returns how many games it has."""
    if file.exists():
        raise EchelonError(f"{file} exists already; choose another name")
    found = sa.make_url(url)
    if found.get_backend_name() == "sqlite" and not Path(found.database or "").exists():
        raise EchelonError(f"there is no database at {found.database}")
    with _made(file) as unfinished:
        if found.get_backend_name() == "sqlite":
            with closing(sqlite3.connect(str(found.database))) as source, closing(sqlite3.connect(unfinished)) as copy:
                source.backup(copy)  # as it is at one moment, whoever writes meanwhile
                copy.execute("pragma journal_mode=delete")  # one file, with nothing beside it
        else:
            _copied(url, unfinished)
        with closing(sqlite3.connect(unfinished)) as copy:
            (count,) = copy.execute("select count(*) from game").fetchone()
    return int(count)


@contextmanager
def _made(file: Path) -> Iterator[Path]:
    """A file that has its name only when it is complete and on the disk. It holds secrets: only its owner may read it."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    unfinished = Path(name)
    try:
        yield unfinished
        os.fsync(handle)
        unfinished.rename(file)
    finally:
        os.close(handle)
        unfinished.unlink(missing_ok=True)


def _copied(url: str, file: Path) -> None:
    """All rows as they are at one moment, from a database that SQLite cannot copy by itself."""
    target = sa.create_engine(f"sqlite:///{file.as_posix()}")
    source = sa.create_engine(url, isolation_level="REPEATABLE READ")
    try:
        with source.connect() as there, target.begin() as here:
            upgrade(here)
            for table in _TABLES:
                rows = there.execution_options(yield_per=ROWS).execute(sa.select(table)).mappings()
                for some in rows.partitions(ROWS):
                    here.execute(sa.insert(table), [dict(row) for row in some])
    except sa.exc.DBAPIError as error:
        raise EchelonError(f"the database cannot be read: {str(error.orig).splitlines()[0]}") from None
    finally:
        source.dispose()
        target.dispose()


def restore(url: str, file: Path) -> Restored:
    """Put back what is in a backup and not in the database; what is there stays as it is.

    A game comes back whole or not at all, so this may be stopped and done again.
    """
    if not file.exists():
        raise EchelonError(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"  # an older one is brought up to date, and the file itself is never changed
        shutil.copyfile(file, copy)
        source, target = _opened(file, copy), Store(url)
        try:
            with source.connect() as there:
                return _restored(there, target)
        finally:
            source.dispose()
            target.close()


def _opened(file: Path, copy: Path) -> sa.Engine:
    engine = sa.create_engine(f"sqlite:///{copy.as_posix()}")
    try:
        with engine.begin() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                raise EchelonError(f"{file} is not a backup of Echelon")
            upgrade(connection)
    except CommandError:
        raise EchelonError(f"{file} was made by a newer version of Echelon; update this one first") from None
    except sa.exc.DatabaseError:
        raise EchelonError(f"{file} is not a backup of Echelon, or it is damaged") from None
    return engine


def _restored(there: sa.Connection, target: Store) -> Restored:
    players = 0
    for some in _batches(_new(there, target, t.player), ROWS):
        with target.engine.begin() as here:
            _put(there, here, t.player, t.player.c.id, some)
        players += len(some)
    new = _new(there, target, t.game)
    for some in _batches(new, GAMES):
        with target.engine.begin() as here:
            _put(there, here, t.game, t.game.c.id, some)
            for table in (t.seat, t.invitation, t.event, t.snapshot):
                _put(there, here, table, table.c.game_id, some)
    total = there.execute(sa.select(sa.func.count()).select_from(t.game)).scalar_one()
    return Restored(len(new), players, total - len(new))


def _new(there: sa.Connection, target: Store, table: sa.Table) -> list[str]:
    """What only the backup has."""
    with target.engine.connect() as here:
        known = set(here.execute(sa.select(table.c.id)).scalars())
    return [id_ for id_ in there.execute(sa.select(table.c.id)).scalars() if id_ not in known]


def _batches(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (ids[i : i + size] for i in range(0, len(ids), size))


def _put(there: sa.Connection, here: sa.Connection, table: sa.Table, column: sa.ColumnElement[str], ids: Sequence[str]) -> None:
    rows = there.execution_options(yield_per=ROWS).execute(sa.select(table).where(column.in_(ids))).mappings()
    for some in rows.partitions(ROWS):
        here.execute(sa.insert(table), [dict(row) for row in some])
