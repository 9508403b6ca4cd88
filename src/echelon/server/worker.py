"""A worker: one process beside the server's own, where somebody thinks while the page stays awake."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Failed", "Gone", "Worker"]

T = TypeVar("T")
J = TypeVar("J")

THINKERS = "echelon.server.thinking"  # what nearly every job needs: loaded before a worker says that it is ready


class Gone(Exception):  # noqa: N818 - somebody ended it; whoever asked decides what that means
    """The worker ended before it had answered."""


class Failed(Exception):  # noqa: N818 - as above
    """The job raised an error; its text is the traceback from over there."""


class Worker:
    """A process that does one job after the other. When it ends, or is ended, another takes its place: it never starts twice.

    A thread of its own talks to it, so that the event loop never waits for a pipe, on any platform.
    """

    def __init__(self, hasty: bool = False) -> None:
        self.hasty = hasty  # takes only quick questions of people
        self.busy = True  # it is starting
        self._ended = False
        self._lock = threading.Lock()
        self._pipe: Connection[Any, Any] | None = None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._thread = ThreadPoolExecutor(1, "worker")

    @property
    def pid(self) -> int | None:
        """Of the process, once it runs."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> None:
        """Start the process; returns when it is ready."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._start)

    async def do(self, function: Callable[[J], T], job: J) -> T:
        """What the function makes of a job, over there."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, function, job)

    def kill(self) -> None:
        """End it; what is being done is left undone."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
        self._thread.shutdown(wait=False)

    # --- in the thread ----------------------------------------------------------------------------------------------
    def _start(self) -> None:
        _hold_interrupts()
        context = multiprocessing.get_context("spawn")
        with self._lock:
            if self._ended:
                raise Gone
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True, name="echelon worker")
            self._process.start()
        theirs.close()  # only the process holds it now, so that its end is felt here
        with self._talk() as pipe:
            pipe.recv()

    def _ask(self, function: Callable[[Any], Any], job: Any) -> Any:
        with self._talk() as pipe:
            pipe.send((function, job))
            fine, found = pipe.recv()
        if not fine:
            raise Failed(found)
        return found

    @contextmanager
    def _talk(self) -> Iterator[Connection[Any, Any]]:
        """The pipe, as long as there is somebody at its other end."""
        assert self._pipe is not None
        assert self._process is not None
        try:
            yield self._pipe
        except (EOFError, OSError):
            self._process.join()  # or it stays in the table of processes
            raise Gone from None


def _hold_interrupts() -> None:
    """A process inherits what its thread holds back: Ctrl-C is for the server, from the worker's very first moment on."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # starting it later would let interrupts through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


# --- over there -----------------------------------------------------------------------------------------------------------
def _serve(pipe: Connection[Any, Any]) -> None:
    """Do one job after the other, until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _watch_the_server()
    import_module(THINKERS)
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            function, job = pipe.recv()
            try:
                answer = True, function(job)
            except Exception:  # as text: not every error survives the journey
                answer = False, traceback.format_exc()
            pipe.send(answer)


def _watch_the_server() -> None:
    """A worker does not outlive a server that was killed, whatever it is doing."""
    server = multiprocessing.parent_process()
    if server is not None:

        def watch() -> None:
            server.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True, name="server watch").start()
