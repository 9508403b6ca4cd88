"""The store: every question to the database, in one place. An act is on the disk before anybody hears that it was accepted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from echelon.core.errors import EchelonError
from echelon.server.storage import tables as t
from echelon.server.storage.migrate import upgrade
from echelon.server.storage.rows import EventRow, GameRow, Invitation, PlayerRow, SeatRow, Snapshot, Stored
from echelon.server.storage.writer import Clash, Unavailable, Writer

__all__ = ["Clash", "Store", "Unavailable", "games_of"]

log = logging.getLogger(__name__)

BUSY = 10.0  # seconds another process may keep SQLite to itself
_STANDING = ("updated", "number", "turn", "asked", "result")
# Built once: an act is the only thing that happens often. An event goes in if its number and key are free and it is the next,
# which also keeps two processes from playing the same game at once; a clash leaves the transaction as it was.
_ADD_EVENT = {
    True: sqlite.insert(t.event).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
    False: postgresql.insert(t.event).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
}
_SET_STANDING = (
    sa.update(t.game)
    .where((t.game.c.id == sa.bindparam("game")) & (t.game.c.number == sa.bindparam("last")))
    .values({k: sa.bindparam(f"new_{k}") for k in _STANDING})
)


class Store:
    """A database of games. Safe to use from several threads; all writes go through one of its own."""

    def __init__(self, url: str) -> None:
        try:
            found = sa.make_url(url)
        except sa.exc.ArgumentError:
            raise EchelonError("give the database as in sqlite:///games.db or postgresql+psycopg://user@host/name") from None
        self._sqlite = found.get_backend_name() == "sqlite"
        arguments = {"timeout": BUSY} if self._sqlite else {"connect_timeout": 5}
        try:
            self.engine = sa.create_engine(found, connect_args=arguments, pool_pre_ping=not self._sqlite, hide_parameters=True)
            if self._sqlite:
                sa.event.listen(self.engine, "connect", _pragmas)
            with self.engine.begin() as connection:
                upgrade(connection)
        except ModuleNotFoundError as error:
            raise EchelonError(
                f"this database needs the package {error.name!r}: pip install 'echelon-wargames[postgres]'"
            ) from None
        except sa.exc.OperationalError as error:
            raise EchelonError(f"the database cannot be opened: {str(error.orig).splitlines()[0]}") from None
        self._file = found.database if self._sqlite and found.database not in (None, "", ":memory:") else None
        self._known = _which(self._file)
        self._down: set[str] = set()  # what fails now: to read, to write
        self._writer = Writer(self._begin)

    def close(self) -> None:
        """Write what waits, and let go of all connections."""
        self._writer.close()
        self.engine.dispose()

    def ping(self) -> None:
        """Nothing, unless the database cannot be reached."""
        with self._read() as c:
            c.execute(sa.select(1))

    # --- the database, and when it is not there -----------------------------------------------------------------------
    @contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        """A transaction of the writer's."""
        with self._honest("write"), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        with self._honest("read"), self.engine.connect() as connection:
            yield connection

    def _write(self, work: Callable[[sa.Connection], Any]) -> Any:
        """Have something written, and wait until it is."""
        return self._writer.hand_in(work).result()

    @contextmanager
    def _honest(self, what: str) -> Iterator[None]:
        """Whatever the database is unable to do is told as one thing, and logged when it begins and when it is over."""
        try:
            self._look()
            yield
            self._look()
        except sa.exc.IntegrityError:
            raise
        except (sa.exc.DBAPIError, sa.exc.TimeoutError, Unavailable) as error:
            if what not in self._down:
                self._down.add(what)
                log.error("the database fails to %s: %s", what, str(getattr(error, "orig", error)).splitlines()[0])
            raise error if isinstance(error, Unavailable) else Unavailable(str(error)) from error
        if what in self._down:
            self._down.discard(what)
            log.warning("the database can %s again", what)

    def _look(self) -> None:
        """Is the file still the one that was opened? SQLite would go on with a file that has been taken away, and all that it
        stored there would be lost with it."""
        if self._file is None or (now := _which(self._file)) == self._known:
            return
        self.engine.dispose()
        if now is not None:
            self._known = now  # another one in its place: from the next time on
        raise Unavailable(f"the file {self._file} is gone" if now is None else f"the file {self._file} was replaced")

    # --- players ----------------------------------------------------------------------------------------------------
    def add_player(self, player: PlayerRow) -> None:
        """Keep a new player."""
        self._write(lambda c: c.execute(sa.insert(t.player).values(**asdict(player))))

    def player(self, token: bytes) -> PlayerRow | None:
        """The player with this token's hash."""
        return self._player(t.player.c.token == token)

    def player_named(self, ids: Sequence[str]) -> dict[str, str]:
        """The names of players."""
        with self._read() as c:
            rows = c.execute(sa.select(t.player.c.id, t.player.c.name).where(t.player.c.id.in_(ids)))
            return {row.id: row.name for row in rows}

    def _player(self, where: sa.ColumnElement[bool]) -> PlayerRow | None:
        with self._read() as c:
            row = c.execute(sa.select(t.player).where(where)).mappings().first()
            return PlayerRow(**row) if row else None

    def rename(self, player: str, name: str) -> None:
        """Give a player another name."""
        self._write(lambda c: c.execute(sa.update(t.player).where(t.player.c.id == player).values(name=name)))

    # --- games ------------------------------------------------------------------------------------------------------
    def add_game(self, game: GameRow, seats: Sequence[SeatRow], first: EventRow, snapshot: Snapshot | None = None) -> None:
        """Keep a new game with its seats and what happened by itself at its start."""

        def work(c: sa.Connection) -> None:
            c.execute(sa.insert(t.game).values(**_game_values(game)))
            c.execute(sa.insert(t.seat), [_seat_values(game.id, seat) for seat in seats])
            c.execute(sa.insert(t.event).values(game_id=game.id, **_event_values(first)))
            if snapshot is not None:
                c.execute(sa.insert(t.snapshot).values(game_id=game.id, **asdict(snapshot)))

        self._write(work)

    def load(self, game: str) -> Stored | None:
        """All that is kept of a game."""
        with self._read() as c:
            row = c.execute(sa.select(t.game).where(t.game.c.id == game)).mappings().first()
            if row is None:
                return None
            seats = c.execute(sa.select(t.seat).where(t.seat.c.game_id == game)).mappings()
            events = c.execute(sa.select(t.event).where(t.event.c.game_id == game).order_by(t.event.c.number)).mappings()
            shot = c.execute(sa.select(t.snapshot).where(t.snapshot.c.game_id == game)).mappings().first()
            return Stored(
                _game(row),
                tuple(map(_seat, seats)),
                tuple(map(_event, events)),
                Snapshot(shot["number"], shot["moves"], bytes(shot["state"])) if shot else None,
            )

    def games_of(self, player: str, most: int = 200) -> list[tuple[GameRow, tuple[SeatRow, ...]]]:
        """The games a player owns or sits at, the latest first."""
        with self._read() as c:
            games = [_game(row) for row in c.execute(games_of(player, most)).mappings()]
            seats: dict[str, list[SeatRow]] = {game.id: [] for game in games}
            for row in c.execute(sa.select(t.seat).where(t.seat.c.game_id.in_(list(seats)))).mappings():
                seats[row["game_id"]].append(_seat(row))
        return [(game, tuple(seats[game.id])) for game in games]

    def send(
        self, game: GameRow, event: EventRow, snapshot: Snapshot | None = None, after: Future[Any] | None = None
    ) -> Future[Any]:
        """Have one accepted event written, with how the game stands after it; `after` is the event before, if it is on its way
        too. Clash if its number or key is taken, or if it is not the next."""
        values = {"game_id": game.id, **_event_values(event)}
        standing = {f"new_{k}": getattr(game, k) for k in _STANDING} | {"new_result": _result(game), "new_number": event.number}

        def work(c: sa.Connection) -> None:
            if not c.execute(_ADD_EVENT[self._sqlite], values).rowcount:
                raise Clash
            if not c.execute(_SET_STANDING, {"game": game.id, "last": event.number - 1, **standing}).rowcount:
                c.execute(sa.delete(t.event).where((t.event.c.game_id == game.id) & (t.event.c.number == event.number)))
                raise Clash
            if snapshot is not None:
                c.execute(sa.delete(t.snapshot).where(t.snapshot.c.game_id == game.id))
                c.execute(sa.insert(t.snapshot).values(game_id=game.id, **asdict(snapshot)))

        return self._writer.hand_in(work, after)

    def append(self, game: GameRow, event: EventRow, snapshot: Snapshot | None = None) -> None:
        """Write one accepted event, and wait until it is on the disk."""
        self.send(game, event, snapshot).result()

    def event_with_key(self, game: str, side: str, key: str) -> EventRow | None:
        """The event that a side sent with this key."""
        where = (t.event.c.game_id == game) & (t.event.c.side == side) & (t.event.c.key == key)
        with self._read() as c:
            row = c.execute(sa.select(t.event).where(where)).mappings().first()
            return _event(row) if row else None

    # --- seats ------------------------------------------------------------------------------------------------------
    def set_seat(self, game: str, seat: SeatRow) -> None:
        """Somebody else sits there now."""
        where = (t.seat.c.game_id == game) & (t.seat.c.side == seat.side)
        self._write(lambda c: c.execute(sa.update(t.seat).where(where).values(**_seat_values(game, seat))))

    def invite(self, token: bytes, game: str, side: str, created: int) -> None:
        """Keep an invitation to a seat, or a link back to it; it takes the place of those given before."""

        def work(c: sa.Connection) -> None:
            c.execute(sa.delete(t.invitation).where(_unused(game, [side])))
            c.execute(sa.insert(t.invitation).values(token=token, game_id=game, side=side, created=created, used=False))

        self._write(work)

    def uninvite(self, game: str, sides: Sequence[str]) -> None:
        """No link that was given for these seats can be followed any more."""
        self._write(lambda c: c.execute(sa.delete(t.invitation).where(_unused(game, sides))))

    def invitation(self, token: bytes) -> Invitation | None:
        """The invitation with this token's hash."""
        with self._read() as c:
            row = c.execute(sa.select(t.invitation).where(t.invitation.c.token == token)).mappings().first()
            return Invitation(row["game_id"], row["side"], row["used"], row["created"]) if row else None

    def accept(self, token: bytes, game: str, seat: SeatRow) -> bool:
        """Give an open seat to whoever follows the invitation first; False if it is taken."""
        where = (t.seat.c.game_id == game) & (t.seat.c.side == seat.side)
        empty = t.seat.c.player_id.is_(None) & t.seat.c.computer.is_(None)

        def work(c: sa.Connection) -> bool:
            done = c.execute(sa.update(t.seat).where(where & empty).values(**_seat_values(game, seat)))
            if not done.rowcount:
                return False
            c.execute(sa.update(t.invitation).where(t.invitation.c.token == token).values(used=True))
            return True

        return bool(self._write(work))


def _which(file: str | None) -> tuple[int, int] | None:
    """Which file stands under a name now."""
    if file is None:
        return None
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _unused(game: str, sides: Sequence[str]) -> sa.ColumnElement[bool]:
    return (t.invitation.c.game_id == game) & t.invitation.c.side.in_(sides) & ~t.invitation.c.used


def games_of(player: str, most: int) -> sa.Select[Any]:
    """The games a player owns or sits at, the latest first. Each way to a game has an index: asked for with `or`, a database
    would look at all games of all players."""
    mine = sa.union(
        sa.select(t.game.c.id).where(t.game.c.owner == player),
        sa.select(t.seat.c.game_id).where(t.seat.c.player_id == player),
        sa.select(t.seat.c.game_id).where(t.seat.c.lender_id == player),
    ).subquery("mine")
    return sa.select(t.game).join(mine, mine.c.id == t.game.c.id).order_by(t.game.c.updated.desc()).limit(most)


def _pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _game_values(game: GameRow) -> dict[str, Any]:
    values = asdict(game)
    values["options"] = msgspec.json.encode(dict(game.options)).decode()
    values["result"] = _result(game)
    return values


def _result(game: GameRow) -> str:
    return msgspec.json.encode(game.result).decode() if game.result else ""


def _game(row: Any) -> GameRow:
    values = dict(row)
    values["options"] = msgspec.json.decode(values["options"])
    values["result"] = msgspec.json.decode(values["result"]) if values["result"] else None
    values["seed"] = bytes(values["seed"])
    return GameRow(**values)


def _seat_values(game: str, seat: SeatRow) -> dict[str, Any]:
    return {
        "game_id": game, "side": seat.side, "player_id": seat.player, "computer": seat.computer, "lender_id": seat.lender,
    }  # fmt: skip


def _seat(row: Any) -> SeatRow:
    return SeatRow(row["side"], row["player_id"], row["computer"], row["lender_id"])


def _event_values(event: EventRow) -> dict[str, Any]:
    return {**{k: getattr(event, k) for k in ("number", "kind", "side", "line", "key", "at", "base")},
            "moves": msgspec.msgpack.encode(event.moves)}  # fmt: skip


_MOVES = msgspec.msgpack.Decoder(tuple[tuple[str, int, bool, str], ...])


def _event(row: Any) -> EventRow:
    values = {k: row[k] for k in ("number", "kind", "side", "line", "key", "at", "base")}
    return EventRow(**values, moves=_MOVES.decode(row["moves"]))
