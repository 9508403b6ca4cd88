"""The door: who may come in, and how long a connection may do nothing.

The server accepts connections here and not through asyncio, whose own way of doing it logs two thousand tracebacks when files
run out and knows no limit for one address. Where there is no more room, the connection that has waited the longest gives way to
the newcomer: thousands of idle ones lock nobody out.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import uvicorn

from echelon.server.errors import say
from echelon.server.guest import Guest, Visit
from echelon.server.replies import origin_of, within

if TYPE_CHECKING:
    from asyncio.base_events import Server as Listening

    from echelon.server.settings import Settings

__all__ = ["Door", "House", "raise_limit"]

log = logging.getLogger(__name__)

BACKLOG = 2048
TURN = 4  # connections accepted before others may do something: what each begins with takes milliseconds
PAUSE = 0.2  # seconds until another try when files have run out
RESERVE = 128  # files that connections leave to the database, the pictures and the workers
_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def raise_limit() -> int:
    """Allow this process as many open files as the system lets it have; returns how many connections that leaves room for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS names a limit that it does not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return 1_000_000
    return max(soft - RESERVE, soft // 2)


@dataclass(slots=True)
class Refused:
    """How many were not let in, and how many had to leave."""

    full: int = 0
    evicted: int = 0
    late: int = 0


class Door:
    """Accepts connections at one socket, counts them by address, and closes those that have waited too long."""

    def __init__(self, settings: Settings, room: int) -> None:
        self.settings = settings
        self.most = min(settings.sockets, room)
        self.refused = Refused()
        self._visits: dict[str, dict[Visit, None]] = {}  # by address, in order of arrival
        self._idle: dict[Visit, None] = {}  # in the order in which their wait began
        self._count = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._arriving: Callable[[Visit], Guest] | None = None

    def __len__(self) -> int:
        return self._count

    def open(self, sockets: list[socket.socket], arriving: Callable[[Visit], Guest]) -> None:
        """Begin to accept."""
        self._arriving = arriving
        for listening in sockets:
            self._start(self._accept(listening))
        self._start(self._sweep())

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Accept no more."""
        for task in self._tasks:
            task.cancel()

    async def wait_closed(self) -> None:
        """Until nothing is accepted any more."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- who comes ----------------------------------------------------------------------------------------------------
    async def _accept(self, listening: socket.socket) -> None:
        loop, turn = asyncio.get_running_loop(), 0
        while True:
            try:
                found, peer = await loop.sock_accept(listening)
            except OSError as error:
                if error.errno in _OUT:
                    log.warning("no more connections can be opened (%s): some idle ones are closed", error.strerror)
                    for _ in range(len(self._idle) // 4 + 1):
                        self._evict(self._idle)
                await asyncio.sleep(PAUSE)
                continue
            self._admit(found, origin_of(peer[0]))
            turn += 1
            if turn % TURN == 0:
                await asyncio.sleep(0)

    def _admit(self, found: socket.socket, address: str) -> None:
        here = self._visits.get(address, {})
        crowd = len(here) >= self.settings.sockets_an_address and not within(address, self.settings.proxies)
        if (crowd and not self._evict(here)) or (self._count >= self.most and not self._evict(self._idle)):
            self.refused.full += 1
            _refuse(found)
            return
        visit = Visit(self, address)
        self._visits.setdefault(address, {})[visit] = None
        self._idle[visit] = None
        self._count += 1
        self._start(self._welcome(found, visit))

    async def _welcome(self, found: socket.socket, visit: Visit) -> None:
        assert self._arriving is not None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(partial(self._arriving, visit), found)
        except OSError:  # it is gone already
            self.leave(visit)
            found.close()

    def _evict(self, among: dict[Visit, None]) -> bool:
        """Close the connection that has waited the longest; False if none of them waits."""
        waiting = next((visit for visit in among if visit in self._idle), None)
        if waiting is None:
            return False
        self.refused.evicted += 1
        waiting.gone = True
        if waiting.guest is not None:
            waiting.guest.drop()
        self.leave(waiting)
        return True

    # --- what they do ---------------------------------------------------------------------------------------------------
    def waits(self, visit: Visit, waits: bool) -> None:
        """A connection begins to wait for a request, or has one."""
        if not waits:
            self._idle.pop(visit, None)
        elif visit in self._visits.get(visit.address, ()):
            self._idle.setdefault(visit)

    def leave(self, visit: Visit) -> None:
        """A connection is closed. May be said twice."""
        here = self._visits.get(visit.address, {})
        if visit not in here:
            return
        del here[visit]
        self._idle.pop(visit, None)
        self._count -= 1
        if not here:
            del self._visits[visit.address]

    async def _sweep(self) -> None:
        """Look from time to time for connections that are late with something."""
        known = self.settings
        limits = (known.header_seconds, known.body_seconds, known.idle_connection_seconds, known.stalled_seconds)
        while True:
            await asyncio.sleep(min(1.0, min(limits) / 4))
            now = asyncio.get_running_loop().time()
            for visit in [visit for here in self._visits.values() for visit in here]:
                if visit.guest is not None and visit.guest.late(now, known):
                    self.refused.late += 1


def _refuse(found: socket.socket) -> None:
    """One sentence for whoever finds no room; nothing waits for it to be read."""
    body = f"{say('room')}\n".encode()
    head = f"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: {len(body)}\r\nconnection: close\r\n"
    with contextlib.suppress(OSError):
        found.setblocking(False)
        found.send(f"{head}content-type: text/plain; charset=utf-8\r\n\r\n".encode() + body)
    found.close()


class House(uvicorn.Server):
    """uvicorn's server behind our door."""

    def __init__(self, config: uvicorn.Config, door: Door) -> None:
        super().__init__(config)
        self.door = door

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then open the door. Whoever comes meanwhile waits outside."""
        for listening in sockets or []:
            listening.setblocking(False)
            listening.listen(BACKLOG)
        await super().startup(sockets=[])

        def arriving(visit: Visit) -> Guest:
            return Guest(visit, self.config, self.server_state, self.lifespan.state)

        self.door.open(sockets or [], arriving)
        self.servers.append(cast("Listening", self.door))
