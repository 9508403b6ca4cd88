"""A worker: one process beside the server's own, where somebody thinks while the page stays awake."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

__all__ = ["Worker"]

T = TypeVar("T")
J = TypeVar("J")


class Worker:
    """Starts when it is first needed, does one job after the other, and is started anew if somebody ends it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, function: Callable[[J], T], job: J) -> T:
        """What the function makes of a job, over there."""
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, function, job)
            except BrokenProcessPool:  # somebody ended the worker: start another, once
                if self._pool is pool:  # another game may have started one already
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Stop; what is being done is left undone."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """The worker leaves Ctrl-C to the server, which ends it, and does not outlive a server that was killed."""
    import os
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    if server is not None:

        def watch() -> None:
            server.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True, name="server watch").start()
