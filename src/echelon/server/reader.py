"""The reader: a few processes that read what strangers send, each with a limit of memory and a limit of time for a job.

Visitors take turns, and one of them never has all processes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from echelon.server.errors import ApiError, say
from echelon.server.places import BusyError, Places
from echelon.server.reading import Answer, Job

__all__ = ["Reader"]

START = 60.0  # seconds until a process that says nothing is given up
ROOT = Path(__file__).parent.parent.parent


class _GoneError(Exception):
    """A process ended before it answered."""


class Reader:
    """Starts its processes when they are first needed, and another for each that had to be ended. Lives on the event loop."""

    def __init__(self, processes: int = 2, seconds: float = 15.0, megabytes: int = 512) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self._turns = Places(max(1, processes))
        self.started = 0  # processes so far
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()

    async def read(self, job: Job, visitor: str) -> Answer:
        """What a text holds, once it is this visitor's turn."""
        try:
            async with self._turns.turn(visitor):
                answer = await self._ask(job)
        except BusyError as busy:
            error = (429, "many", "many_files") if busy.mine else (503, "busy", "busy_files")
            raise ApiError(error[0], error[1], say(error[2], job.lang)) from None
        if answer.error is not None:
            raise ApiError(*answer.error)
        return answer

    async def close(self) -> None:
        """Stop; what is being read is left unread."""
        for process in list(self._all):
            await self._end(process)

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
