"""A request that waits for a worker's answer, for as long as somebody waits for the request."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from echelon.server.calls import Call, Later
from echelon.server.errors import ApiError, say
from echelon.server.staff import Crowded, Failed, Moved, Staff, Stuck, Unstaffed
from echelon.server.tasks import Task

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["thought"]

log = logging.getLogger(__name__)

SOON = 5  # seconds after which it may be asked again


async def thought(staff: Staff, request: Request, call: Call, later: Later) -> Any:
    """What the staff makes of a question. If the other end goes away it is taken out of the line."""
    task = Task(
        later.kind, (call.visitor, call.who or ""), later.work, later.job, home=later.home, patience=later.patience,
        game=later.game, number=later.number,
    )  # fmt: skip
    answer = asyncio.ensure_future(staff.do(task))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise ApiError(499, "gone", say("stale", call.lang))  # nobody reads it
        return answer.result()
    except Crowded:
        raise ApiError(429, "many", say("many_waiting", call.lang), wait=SOON) from None
    except Moved:
        raise ApiError(409, "stale", say("stale", call.lang)) from None
    except (Failed, Stuck, Unstaffed) as error:
        log.error("a %s for game %s was not answered: %s", later.kind, call.path.get("game"), error)
        raise ApiError(503, "late", say("late", call.lang), wait=SOON) from None
    finally:
        answer.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Returns when the other end has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
