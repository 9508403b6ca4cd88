"""A guest: one connection, what it is doing, and how long it may take over it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from echelon.server.handshake import Handshake

if TYPE_CHECKING:
    import asyncio

    import uvicorn
    from uvicorn.server import ServerState

    from echelon.server.door import Door
    from echelon.server.settings import Settings

__all__ = ["Guest", "Visit"]

_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass(eq=False, slots=True)
class Visit:
    """A place at the door, from accepting a connection until it is closed. A live connection has no guest any more."""

    door: Door
    address: str
    guest: Guest | None = None
    gone: bool = False  # it had to leave before it was through the door


class Guest(H11Protocol):
    """uvicorn's connection, with limits of time that it does not have itself."""

    def __init__(self, visit: Visit, config: uvicorn.Config, state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, state, app_state)
        self.visit = visit
        self.since = self.loop.time()  # it began to wait
        self.asked: float | None = None  # the first byte of a request came
        self.unread: float | None = None  # an answer began to wait for its reader
        if self.ws_protocol_class is not None:
            self.ws_protocol_class = partial(Line, visit)  # type: ignore[assignment]  # called as the class would be

    @property
    def busy(self) -> bool:
        """Is a request being received or answered?"""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """It is open."""
        super().connection_made(transport)
        self.visit.guest = self
        if self.visit.gone:
            self.drop()

    def data_received(self, data: bytes) -> None:
        """Something came."""
        if self.asked is None and not self.busy:
            self.asked = self.loop.time()
        super().data_received(data)
        if self.visit.guest is self:
            self.visit.door.waits(self.visit, not self.busy)

    def on_response_complete(self) -> None:
        """An answer is on its way; the next request may be here already."""
        self.since, self.asked = self.loop.time(), None
        super().on_response_complete()
        self.visit.door.waits(self.visit, not self.busy)

    def send_400_response(self, msg: str) -> None:
        """What follows the head of a request is no request. The answer that is being made must not follow this one."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        super().connection_lost(exc)
        self.visit.door.leave(self.visit)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a live connection: limits of another kind hold from here on."""
        self.visit.guest = None
        self.visit.door.waits(self.visit, False)
        super().handle_websocket_upgrade(event)

    def late(self, now: float, settings: Settings) -> bool:
        """Has it taken too long over what it is doing? Then it is closed."""
        if not self.transport.get_write_buffer_size():
            self.unread = None
        elif self.unread is None:
            self.unread = now
        elif now - self.unread > settings.stalled_seconds:
            return self.drop()
        if self.transport.is_closing():
            return False
        if self.busy:
            whole = settings.header_seconds + settings.body_seconds
            return self.cycle.more_body and self.asked is not None and now - self.asked > whole and self.drop()
        if self.asked is not None:
            if now - self.asked > settings.header_seconds:
                self.transport.write(_LATE)
                return self.drop(gently=True)
            return False
        limit = settings.header_seconds if self.cycle is None else settings.idle_connection_seconds
        return now - self.since > limit and self.drop(gently=True)

    def drop(self, gently: bool = False) -> bool:
        """Close it; gently, when what was written has been read."""
        if gently:
            self.transport.close()
        else:
            self.transport.abort()
        return True


class Line(Handshake):
    """A live connection, which keeps its place at the door until it is closed."""

    def __init__(self, visit: Visit, **words: Any) -> None:
        super().__init__(**words)
        self.visit = visit

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        super().connection_lost(exc)
        self.visit.door.leave(self.visit)
