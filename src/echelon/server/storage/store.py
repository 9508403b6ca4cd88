"""The store: every question to the database, in one place. An act is in the log before anybody hears that it was accepted."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import msgspec
import sqlalchemy as sa

from echelon.core.errors import EchelonError
from echelon.server.storage import tables as t
from echelon.server.storage.migrate import upgrade
from echelon.server.storage.rows import EventRow, GameRow, Invitation, PlayerRow, SeatRow, Snapshot, Stored

__all__ = ["Clash", "Store", "games_of"]

_STANDING = ("updated", "number", "turn", "asked", "result")
# built once: an act is the only thing that happens often
_ADD_EVENT = sa.insert(t.event)
_SET_STANDING = (
    sa.update(t.game).where(t.game.c.id == sa.bindparam("game")).values({k: sa.bindparam(f"new_{k}") for k in _STANDING})
)


class Clash(Exception):  # noqa: N818 - it is no error of ours: somebody else was faster
    """This event number or key is in the log already."""


class Store:
    """A database of games. Safe to use from several threads; writes go one after the other."""

    def __init__(self, url: str) -> None:
        try:
            found = sa.make_url(url)
        except sa.exc.ArgumentError:
            raise EchelonError("give the database as in sqlite:///games.db or postgresql+psycopg://user@host/name") from None
        self._sqlite = found.get_backend_name() == "sqlite"
        arguments = {"timeout": 30.0} if self._sqlite else {}
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
        self._writing = threading.Lock()  # SQLite has one writer; waiting here is cheaper than being told to try again

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def ping(self) -> None:
        """Nothing, unless the database cannot be reached."""
        with self.engine.connect() as c:
            c.execute(sa.select(1))

    @contextmanager
    def _write(self) -> Iterator[sa.Connection]:
        with self._writing, self.engine.begin() as connection:
            yield connection

    # --- players ----------------------------------------------------------------------------------------------------
    def add_player(self, player: PlayerRow) -> None:
        """Keep a new player."""
        with self._write() as c:
            c.execute(sa.insert(t.player).values(**asdict(player)))

    def player(self, token: bytes) -> PlayerRow | None:
        """The player with this token's hash."""
        return self._player(t.player.c.token == token)

    def player_named(self, ids: Sequence[str]) -> dict[str, str]:
        """The names of players."""
        with self.engine.connect() as c:
            rows = c.execute(sa.select(t.player.c.id, t.player.c.name).where(t.player.c.id.in_(ids)))
            return {row.id: row.name for row in rows}

    def _player(self, where: sa.ColumnElement[bool]) -> PlayerRow | None:
        with self.engine.connect() as c:
            row = c.execute(sa.select(t.player).where(where)).mappings().first()
            return PlayerRow(**row) if row else None

    def rename(self, player: str, name: str) -> None:
        """Give a player another name."""
        with self._write() as c:
            c.execute(sa.update(t.player).where(t.player.c.id == player).values(name=name))

    # --- games ------------------------------------------------------------------------------------------------------
    def add_game(self, game: GameRow, seats: Sequence[SeatRow], first: EventRow, snapshot: Snapshot | None = None) -> None:
        """Keep a new game with its seats and what happened by itself at its start."""
        with self._write() as c:
            c.execute(sa.insert(t.game).values(**_game_values(game)))
            c.execute(sa.insert(t.seat), [_seat_values(game.id, seat) for seat in seats])
            c.execute(sa.insert(t.event).values(game_id=game.id, **_event_values(first)))
            if snapshot is not None:
                c.execute(sa.insert(t.snapshot).values(game_id=game.id, **asdict(snapshot)))

    def load(self, game: str) -> Stored | None:
        """All that is kept of a game."""
        with self.engine.connect() as c:
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
        with self.engine.connect() as c:
            games = [_game(row) for row in c.execute(games_of(player, most)).mappings()]
            seats: dict[str, list[SeatRow]] = {game.id: [] for game in games}
            for row in c.execute(sa.select(t.seat).where(t.seat.c.game_id.in_(list(seats)))).mappings():
                seats[row["game_id"]].append(_seat(row))
        return [(game, tuple(seats[game.id])) for game in games]

    def append(self, game: GameRow, event: EventRow, snapshot: Snapshot | None = None) -> None:
        """Write one accepted event, with how the game stands after it. Clash if its number or key is taken."""
        standing = {f"new_{k}": getattr(game, k) for k in _STANDING[:-1]} | {"new_result": _result(game)}
        try:
            with self._write() as c:
                c.execute(_ADD_EVENT, {"game_id": game.id, **_event_values(event)})
                c.execute(_SET_STANDING, {"game": game.id, **standing})
                if snapshot is not None:
                    c.execute(sa.delete(t.snapshot).where(t.snapshot.c.game_id == game.id))
                    c.execute(sa.insert(t.snapshot).values(game_id=game.id, **asdict(snapshot)))
        except sa.exc.IntegrityError:
            raise Clash from None

    def event_with_key(self, game: str, side: str, key: str) -> EventRow | None:
        """The event that a side sent with this key."""
        where = (t.event.c.game_id == game) & (t.event.c.side == side) & (t.event.c.key == key)
        with self.engine.connect() as c:
            row = c.execute(sa.select(t.event).where(where)).mappings().first()
            return _event(row) if row else None

    # --- seats ------------------------------------------------------------------------------------------------------
    def set_seat(self, game: str, seat: SeatRow) -> None:
        """Somebody else sits there now."""
        where = (t.seat.c.game_id == game) & (t.seat.c.side == seat.side)
        with self._write() as c:
            c.execute(sa.update(t.seat).where(where).values(**_seat_values(game, seat)))

    def invite(self, token: bytes, game: str, side: str, created: int) -> None:
        """Keep an invitation to a seat, or a link back to it; it takes the place of those given before."""
        with self._write() as c:
            c.execute(sa.delete(t.invitation).where(_unused(game, [side])))
            c.execute(sa.insert(t.invitation).values(token=token, game_id=game, side=side, created=created, used=False))

    def uninvite(self, game: str, sides: Sequence[str]) -> None:
        """No link that was given for these seats can be followed any more."""
        with self._write() as c:
            c.execute(sa.delete(t.invitation).where(_unused(game, sides)))

    def invitation(self, token: bytes) -> Invitation | None:
        """The invitation with this token's hash."""
        with self.engine.connect() as c:
            row = c.execute(sa.select(t.invitation).where(t.invitation.c.token == token)).mappings().first()
            return Invitation(row["game_id"], row["side"], row["used"], row["created"]) if row else None

    def accept(self, token: bytes, game: str, seat: SeatRow) -> bool:
        """Give an open seat to whoever follows the invitation first; False if it is taken."""
        where = (t.seat.c.game_id == game) & (t.seat.c.side == seat.side)
        empty = t.seat.c.player_id.is_(None) & t.seat.c.computer.is_(None)
        with self._write() as c:
            done = c.execute(sa.update(t.seat).where(where & empty).values(**_seat_values(game, seat)))
            if not done.rowcount:
                return False
            c.execute(sa.update(t.invitation).where(t.invitation.c.token == token).values(used=True))
        return True


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
    for pragma in ("journal_mode=wal", "synchronous=normal", "foreign_keys=on"):
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
