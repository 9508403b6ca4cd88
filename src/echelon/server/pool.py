"""The threads that judge, and the line before them.

Each visitor has a line of his own and the lines are served in turn, so that who asks for much waits for himself. Nobody waits
for long: when there is no hope of an answer in time he is told to come back, which costs next to nothing. When all lines
together are full, the longest of them gives a place to whoever has hardly any.
What a thread has found is told when all of it is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from echelon.server.storage import Clash
from echelon.server.turns import Errand, Held, Ticket, Turns

__all__ = ["Full", "Pool"]

T = TypeVar("T")

AWAY, LATEST = 100, 8  # for so many sent away in a second one waits a second longer, but not longer than that
HOUSE = ""  # whoever is nobody's visitor: the computer players, and the server itself; they wait as long as it takes


class Full(Exception):  # noqa: N818 - a refusal, not a fault
    """Too many are waiting: come back later."""


@dataclass(eq=False, slots=True)
class _Place:
    """A place in a line."""

    who: str
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    seated: bool = False


class Pool:
    """So many threads. Lives on the event loop and is used from nowhere else."""

    def __init__(self, turns: Turns, threads: int, waiting: int, patience: float) -> None:
        self.turns, self.threads, self.most, self.patience = turns, threads, waiting, patience
        self.share = max(1, threads - 1)  # that one visitor may have at once
        self.waiting = 0
        self.busy = 0
        self._pool = ThreadPoolExecutor(threads, "desk")
        self._second, self._before = 0, 0  # the present second, and how many visitors were sent away in the one before
        self._away: Counter[str] = Counter()  # how often each was sent away in the present one
        self._of: Counter[str] = Counter()  # threads that a visitor has now
        self._lines: OrderedDict[str, deque[_Place]] = OrderedDict()
        self._first: deque[_Place] = deque()  # for them a game is kept: every other thread that is free is theirs
        self._others = False  # were they served last?

    def full(self, who: str) -> bool:
        """Is there no use in coming now? There is if another visitor has a longer line than one would have oneself."""
        return self.waiting >= self.most and len(self._longest()) <= len(self._lines.get(who, ())) + 1

    def _longest(self) -> deque[_Place]:
        """The line of the visitor who waits for the most; the server itself is no visitor."""
        return max((line for who, line in self._lines.items() if who != HOUSE), key=len, default=deque())

    def later(self, who: str) -> int:
        """Seconds after which somebody who is sent away may come again: the more visitors there are, the later, or to send
        them away would become most of the work. Who comes a hundred times waits for himself, and keeps nobody else away."""
        now = int(time.monotonic())
        if now != self._second:
            self._before = len(self._away) if now == self._second + 1 else 0
            self._second = now
            self._away.clear()
        self._away[who] += 1
        return min(LATEST, 1 + max(self._before, len(self._away), self._away[who]) // AWAY)

    def close(self) -> None:
        """Let what is being done be done, and drop the rest."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def run(self, function: Callable[..., T], *words: Any, who: str = HOUSE) -> T:
        """What the function finds, in a thread. It is begun again when it has come upon a game that somebody else holds, so it
        must not have done anything before that counts twice."""
        ticket: Ticket | None = None
        while True:
            errand, found, error = Errand(ticket), None, None
            try:
                async with self._thread(who, ticket is not None):
                    found = await self._do(errand, function, words)
            except Held as held:
                ticket = held.ticket
                await self._turn(ticket)
                continue
            except asyncio.CancelledError:
                if ticket is not None:
                    self.turns.give_up(ticket)
                raise
            except Exception as raised:  # a refusal tells of the game as well
                error = raised
            ticket = None
            if not await _stored(errand):
                continue
            if error is not None:
                raise error
            return found  # type: ignore[return-value]

    async def _do(self, errand: Errand, function: Callable[..., T], words: tuple[Any, ...]) -> T:
        work = self._pool.submit(self._go, errand, function, words)
        try:
            return await asyncio.wrap_future(work)
        except asyncio.CancelledError:
            work.add_done_callback(self._abandoned)
            raise

    def _go(self, errand: Errand, function: Callable[..., T], words: tuple[Any, ...]) -> T:
        """In the thread."""
        with self.turns.about(errand):
            return function(*words)

    def _abandoned(self, work: Future[Any]) -> None:
        """Nobody waits any more for what was done: nor for the game that it would have been done at."""
        if not work.cancelled() and isinstance(held := work.exception(), Held):
            self.turns.give_up(held.ticket)

    async def _turn(self, ticket: Ticket) -> None:
        """Until the game is kept for a ticket."""
        try:
            await asyncio.wrap_future(ticket.turn)
        except asyncio.CancelledError:
            self.turns.give_up(ticket)
            raise

    # --- the lines --------------------------------------------------------------------------------------------------
    @asynccontextmanager
    async def _thread(self, who: str, first: bool) -> AsyncIterator[None]:
        """A thread of one's own."""
        await self._enter(who, first)
        try:
            yield
        finally:
            self._leave(who)

    async def _enter(self, who: str, first: bool) -> None:
        if self.busy < self.threads and not self._first and self._of[who] < self.share:
            self._seat(who)
            return
        hurried = who != HOUSE and not first
        if hurried and self.waiting >= self.most:
            if self.full(who):
                raise Full
            self._push_out(self._longest())
        place = _Place(who)
        line = self._first if first else self._lines.setdefault(who, deque())
        line.append(place)
        self.waiting += 1
        try:
            async with asyncio.timeout(self.patience if hurried else None):
                await place.turn
        except BaseException as error:
            if place.seated:
                self._leave(who)
            elif place in line:
                self.waiting -= 1
                line.remove(place)
                if not line and not first:
                    del self._lines[who]
            if isinstance(error, TimeoutError):
                raise Full from None
            raise

    def _push_out(self, line: deque[_Place]) -> None:
        """The last of a line of several gives up his place."""
        place = line.pop()
        self.waiting -= 1
        if not place.turn.done():
            place.turn.set_exception(Full())

    def _seat(self, who: str) -> None:
        self.busy += 1
        self._of[who] += 1

    def _leave(self, who: str) -> None:
        self.busy -= 1
        self._of[who] -= 1
        if not self._of[who]:
            del self._of[who]
        while self.busy < self.threads and (place := self._next()) is not None:
            self.waiting -= 1
            place.seated = True
            self._seat(place.who)
            if not place.turn.done():
                place.turn.set_result(None)

    def _next(self) -> _Place | None:
        """Whose turn it is: by turns somebody for whom a game is kept, and the visitors in turn, but for those who have their
        share. Whoever waits for a game takes nobody's place for long, however many stand in line for it."""
        self._others = not self._others
        if self._others or not self._first:
            for who, line in self._lines.items():
                if self._of[who] < self.share:
                    place = line.popleft()
                    if line:
                        self._lines.move_to_end(who)
                    else:
                        del self._lines[who]
                    return place
        return self._first.popleft() if self._first else None


async def _stored(errand: Errand) -> bool:
    """Wait until all that was seen is on the disk. False if some of it never will be: then look again."""
    good = True
    for written, refusal in errand.waits:
        try:
            await asyncio.wrap_future(written)
        except Clash:
            if refusal is not None:
                raise refusal from None
            good = False
    return good
