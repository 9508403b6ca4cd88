"""Places: a few places, and visitors who want one. Who asks for twenty waits for his own; the others go in between."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["BusyError", "Places"]


class BusyError(Exception):
    """Too many wait: of this visitor (`mine`), or in all."""

    def __init__(self, mine: bool) -> None:
        super().__init__()
        self.mine = mine


class Places:
    """So many places, of which one visitor never has all if there are several. Lives on the event loop."""

    def __init__(self, places: int, each: int = 4, most: int = 40) -> None:
        self.places, self.share, self.each, self.most = places, max(1, places - 1), each, most
        self._busy: Counter[str] = Counter()  # places taken, by visitor
        self._lanes: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # who waits; the first is served next

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """A place, once it is this visitor's turn, until the block ends."""
        await self._wait(visitor)
        try:
            yield
        finally:
            self._leave(visitor)

    async def _wait(self, visitor: str) -> None:
        lane = self._lanes.get(visitor, ())
        if len(lane) >= self.each or sum(map(len, self._lanes.values())) >= self.most:
            raise BusyError(len(lane) >= self.each)
        turn = asyncio.get_running_loop().create_future()
        self._lanes.setdefault(visitor, deque()).append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():  # it stands in its lane and is passed over
                self._next()
            else:  # it was given and is not taken
                self._leave(visitor)
            raise

    def _leave(self, visitor: str) -> None:
        self._busy[visitor] -= 1
        if not self._busy[visitor]:
            del self._busy[visitor]
        self._next()

    def _next(self) -> None:
        """Give the free places to those who wait, one each, those first who were served longest ago."""
        for visitor in list(self._lanes):
            lane = self._lanes[visitor]
            while lane and lane[0].done():
                lane.popleft()
            if not lane:
                del self._lanes[visitor]
            elif self._busy.total() < self.places and self._busy[visitor] < self.share:
                lane.popleft().set_result(None)
                self._busy[visitor] += 1
                self._lanes.move_to_end(visitor)
