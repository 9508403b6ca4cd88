"""The gate: how many requests one address may have under way. Further ones are turned away before anything is read of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from echelon.server.errors import ApiError, say
from echelon.server.replies import language, refusal, visitor

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from echelon.server.pool import Pool

__all__ = ["SOON", "Gate", "busy"]

SOON = 1  # seconds until one may ask again
FREE = "/static/"  # files in memory: to send them costs less than to count them


def busy(pool: Pool, lang: str, who: str) -> ApiError:
    """The process has as much to do as it can."""
    return ApiError(503, "busy", say("busy", lang), wait=pool.later(who))


class Gate:
    """Counts what is under way, and turns away what would be too much: of one address, or when the line before the threads is
    full, of whoever has most in it."""

    def __init__(self, app: ASGIApp, pool: Pool, of_one: int) -> None:
        self.app, self.pool, self.of_one = app, pool, of_one
        self.under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; what is no HTTP passes as it is."""
        if scope["type"] != "http" or scope["path"].startswith(FREE):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        who = visitor(connection)
        if self.under_way[who] >= self.of_one:
            many = ApiError(429, "many", say("many_requests", language(connection)), wait=SOON)
            await refusal(many)(scope, receive, send)
            return
        if self.pool.full(who) and scope["path"].startswith("/api/"):
            await refusal(busy(self.pool, language(connection), who))(scope, receive, send)
            return
        self.under_way[who] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.under_way[who] -= 1
            if not self.under_way[who]:
                del self.under_way[who]
