"""The reader: a few processes that read what strangers send, each with a limit of memory and a limit of time for a job.

Visitors take turns: whoever sends twenty files waits for his own, not others for him, and one visitor never has all processes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter, OrderedDict, deque
from contextlib import suppress
from pathlib import Path

import msgspec

from echelon.server.errors import ApiError, say
from echelon.server.reading import Answer, Job

__all__ = ["Reader"]

START = 60.0  # seconds until a process that says nothing is given up
EACH = 4  # files of one visitor that may wait
MOST = 40  # files of all visitors that may wait
ROOT = Path(__file__).parent.parent.parent


class _GoneError(Exception):
    """A process ended before it answered."""


class Reader:
    """Starts its processes when they are first needed, and another for each that had to be ended. Lives on the event loop."""

    def __init__(self, processes: int = 2, seconds: float = 15.0, megabytes: int = 512) -> None:
        self.processes, self.seconds, self.megabytes = max(1, processes), seconds, megabytes
        self.started = 0  # processes so far
        self._idle: list[asyncio.subprocess.Process] = []
        self._busy: Counter[str] = Counter()  # jobs under way, by visitor
        self._lanes: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # who waits; the first is served next
        self._all: set[asyncio.subprocess.Process] = set()

    async def read(self, job: Job, visitor: str) -> Answer:
        """What a text holds, once it is this visitor's turn."""
        await self._turn(visitor, job.lang)
        try:
            answer = await self._ask(job)
        finally:
            self._busy[visitor] -= 1
            self._busy += Counter()  # drops the zeros
            self._next()
        if answer.error is not None:
            raise ApiError(*answer.error)
        return answer

    async def close(self) -> None:
        """Stop; what is being read is left unread."""
        for process in list(self._all):
            await self._end(process)

    # --- turns ------------------------------------------------------------------------------------------------------
    async def _turn(self, visitor: str, lang: str) -> None:
        lane = self._lanes.setdefault(visitor, deque())
        if len(lane) >= EACH:
            raise ApiError(429, "many", say("many_files", lang))
        if sum(map(len, self._lanes.values())) >= MOST:
            raise ApiError(503, "busy", say("busy_files", lang))
        turn = asyncio.get_running_loop().create_future()
        lane.append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given and is not taken
                self._busy[visitor] -= 1
                self._next()
            elif turn in lane:
                lane.remove(turn)
            raise

    def _next(self) -> None:
        """Give the free processes to those who wait, one each, those first who were served longest ago."""
        share = max(1, self.processes - 1)
        for visitor in list(self._lanes):
            lane = self._lanes[visitor]
            if not lane:
                del self._lanes[visitor]
            elif self._busy.total() < self.processes and self._busy[visitor] < share:
                lane.popleft().set_result(None)
                self._busy[visitor] += 1
                self._lanes.move_to_end(visitor)

    # --- processes --------------------------------------------------------------------------------------------------
    async def _ask(self, job: Job) -> Answer:
        costly = Answer((422, "upload", say("upload_costly", job.lang)))
        for attempt in (1, 2):
            fresh = not self._idle
            process = await self._start(job.lang) if fresh else self._idle.pop()
            done = False
            try:
                answer = await asyncio.wait_for(_exchange(process, msgspec.msgpack.encode(job)), self.seconds)
                done = not answer.last
                return answer
            except TimeoutError:
                return costly
            except _GoneError:
                if fresh or attempt == 2:  # it ended by this job; one that had waited may have been ended by somebody
                    return costly
            finally:
                if done:
                    self._idle.append(process)
                else:
                    await self._end(process)
        raise AssertionError("unreachable")

    async def _start(self, lang: str) -> asyncio.subprocess.Process:
        path = os.pathsep.join(p for p in (str(ROOT), os.environ.get("PYTHONPATH", "")) if p)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "echelon.server.reading", str(self.megabytes),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        self.started += 1
        self._all.add(process)
        try:
            await asyncio.wait_for(_message(process), START)
        except (TimeoutError, _GoneError):
            await self._end(process)
            raise ApiError(503, "busy", say("busy_files", lang)) from None
        except BaseException:
            await self._end(process)
            raise
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: asyncio.subprocess.Process, message: bytes) -> Answer:
    assert process.stdin is not None
    try:
        process.stdin.write(len(message).to_bytes(4, "big") + message)
        await process.stdin.drain()
    except (BrokenPipeError, ConnectionResetError):
        raise _GoneError from None
    try:
        return msgspec.msgpack.decode(await _message(process), type=Answer)
    except msgspec.DecodeError:
        raise _GoneError from None


async def _message(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(4)
        return await process.stdout.readexactly(int.from_bytes(head, "big"))
    except (asyncio.IncompleteReadError, ConnectionResetError):
        raise _GoneError from None
