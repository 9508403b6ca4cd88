"""Two addresses for whoever looks after a server: is it well, and what does it do?"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from echelon.server.errors import ApiError, say
from echelon.server.metrics import MEDIA, Meter
from echelon.server.replies import language, refusal, visitor, within

if TYPE_CHECKING:
    from starlette.requests import Request

    from echelon.server.app import Server

__all__ = ["health", "measured", "metrics"]

log = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds for the database


async def health(server: Server, request: Request) -> Response:
    """200 if the database answers. It is asked in a thread of its own, so that nobody's game is waited for."""
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(server.store.ping)
    except Exception:
        log.exception("the database cannot be reached")
        return refusal(ApiError(503, "database", say("health", language(request))), {"retry-after": "10"})
    return JSONResponse({"ok": True}, headers={"cache-control": "no-store"})


async def metrics(server: Server, request: Request) -> Response:
    """What the server counts; it tells how much is played, so not everybody may read it."""
    if not within(visitor(request), server.settings.metrics_from):
        return refusal(ApiError(404, "nothing", say("nothing", language(request))))
    return Response(server.meter.text(), media_type=MEDIA, headers={"cache-control": "no-store"})


def measured(server: Server) -> Meter:
    """What is looked up when the metrics are read."""
    meter = Meter()
    hub, desk, thinker = server.hub, server.desk, server.thinker
    meter.watch("echelon_games_in_memory", "Games in memory.", lambda: len(desk))
    meter.watch("echelon_watchers", "Live connections.", lambda: len(hub))
    meter.watch("echelon_thinking", "Games in which a computer player thinks or waits to think.", lambda: len(thinker))
    meter.watch("echelon_desk_queue", "Requests waiting for a thread.", lambda: server.pool.waiting)
    meter.watch("echelon_questions_waiting", "Waiting requests to computer players.", lambda: _staff(server, "waiting"))
    meter.watch("echelon_questions_total", "Requests carried out.", lambda: _staff(server, "done"), "counter")
    meter.watch("echelon_questions_dropped_total", "Requests no one waited for.", lambda: _staff(server, "dropped"), "counter")
    meter.watch("echelon_sockets", "Open connections.", lambda: len(server.door) if server.door else 0)
    meter.watch("echelon_sockets_closed_total", "Connections that were closed, by reason.", lambda: _closed(server), "counter")
    return meter


def _staff(server: Server, what: str) -> dict[str, float]:
    return {kind: getattr(counts, what) for kind, counts in server.staff.counts.items()}


def _closed(server: Server) -> dict[str, float]:
    """No room for the newcomer; no room for one that was idle; too slow."""
    if server.door is None:
        return {}
    refused = server.door.refused
    return {"full": refused.full, "evicted": refused.evicted, "late": refused.late}
