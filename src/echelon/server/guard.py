"""What every request passes: is this server called by one of its names? And the security headers that every answer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from echelon.server.errors import ApiError, say
from echelon.server.hosts import Hosts
from echelon.server.replies import language, refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard"]

HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
     b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)  # fmt: skip
_OWN = (b"cross-origin-resource-policy", b"same-origin")
_SHARED = (b"cross-origin-resource-policy", b"cross-origin")


class Guard:
    """Refuses what calls the server by another's name, and puts the security headers on every answer.

    With `shared`, pages of other sites may show the pictures.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts, shared: bool = False) -> None:
        self.app, self.hosts, self.shared = app, hosts, shared

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or live connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        host = connection.headers.get("host")
        app, policy = self.app, _SHARED if self.shared and scope["path"].startswith("/art/") else _OWN

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS, policy]
            await send(message)

        if not self.hosts.knows(host):
            sentence = say("host", language(connection), host=str(host)[:80])
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4421, "reason": sentence[:100]})
                return
            app = refusal(ApiError(421, "host", sentence))
        await app(scope, receive, guarded)
