"""The staff: as many workers as the machine has cores, and who of them does what. Lives on the event loop and is used from
nowhere else.

A planning player keeps its plan in the memory of the worker that asked it first, so its next question goes there; if that
worker has been busy with something else for longer than making a new plan would take, another one asks a new player.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from echelon.server.tasks import HINT, KINDS, MOVE, REPORT, Queue, Task
from echelon.server.worker import Failed, Gone, Worker

__all__ = ["Count", "Crowded", "Failed", "Moved", "Staff", "Stuck", "Unstaffed", "cores"]

log = logging.getLogger(__name__)

GROW = 0.05  # seconds that a question waits before another worker is started for it
REST = 5.0  # seconds between two attempts to start one, if it cannot be
STARTING = 60.0  # seconds that a start may take
HOMES = 4096  # seats whose worker is remembered


class Crowded(Exception):  # noqa: N818 - a refusal, like the next two
    """Too many requests of this address wait already."""


class Moved(Exception):  # noqa: N818
    """The game has moved on, or nobody wants to know any more."""


class Stuck(Exception):  # noqa: N818
    """No answer within the time that a question may take."""


class Unstaffed(Exception):  # noqa: N818
    """There is no worker, and none can be started now."""


@dataclass(slots=True)
class Count:
    """What became of the questions of one kind, since the server started."""

    waiting: int = 0  # now
    running: int = 0  # now
    done: int = 0
    dropped: int = 0  # nobody waited for them any more
    failed: int = 0  # an error, or no answer in time
    refused: int = 0  # too many at once
    waited: float = 0.0  # seconds in line, of all that were begun
    longest: float = 0.0  # seconds in line, at most
    worked: float = 0.0  # seconds of workers


class Staff:
    """Takes questions, lets workers answer them. They start when they are needed: one, then others if the line is long.

    Beside them, one more process takes only quick questions of people, if all others are busy with long ones.
    """

    def __init__(self, workers: int = 0, seconds: float = 30.0, requests: int = 20) -> None:
        self.most = workers or cores()
        self.seconds, self.requests = seconds, requests
        self.counts = {kind: Count() for kind in KINDS}
        self.killed = 0  # workers that took too long over a question
        self.lost = 0  # workers that ended by themselves, or were ended by somebody
        self._queue = Queue()
        self._workers: list[Worker] = []
        self._homes: OrderedDict[Hashable, Worker] = OrderedDict()
        self._errands: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._starting = False
        self._rested = 0.0  # when a start may be tried again
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The processes of all workers."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def do(self, task: Task) -> Any:
        """The answer to a question; whoever stops waiting for it takes it out of the line."""
        count = self.counts[task.kind]
        if task.kind in (HINT, REPORT) and self._queue.requests(task.visitor[0]) >= self.requests:
            count.refused += 1
            raise Crowded
        if self._closed:
            raise Unstaffed
        self._put(task)
        self._assign()
        try:
            return await task.answer
        finally:
            self._drop(task)

    def moved(self, game: str, number: int) -> None:
        """A game stands at this number now: what is asked about it as it was is not wanted any more."""
        for task in self._queue.before(game, number):
            self._drop(task)

    def close(self) -> None:
        """Stop; what is being done is left undone."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._queue):
            self._drop(task)
        for worker in self._workers:
            worker.kill()
        for errand in self._errands:
            errand.cancel()

    # --- the line ---------------------------------------------------------------------------------------------------
    def _put(self, task: Task, first: bool = False) -> None:
        self._queue.put(task, first)
        self.counts[task.kind].waiting += 1

    def _drop(self, task: Task) -> None:
        """Take it out of the line, if it is in it."""
        if self._queue.remove(task):
            self.counts[task.kind].waiting -= 1
            self._not_wanted(task)

    def _not_wanted(self, task: Task) -> None:
        self.counts[task.kind].dropped += 1
        _fail(task, Moved())

    def _assign(self) -> None:
        """Give everybody who is idle something to do; see to more workers."""
        if self._closed:
            return
        now = time.monotonic()
        for worker in sorted(self._workers, key=lambda worker: worker.hasty):
            fits, ripe = partial(self._fits, worker), partial(self._ripe, worker, now)
            while not worker.busy and (task := self._queue.take(fits, ripe)) is not None:
                self.counts[task.kind].waiting -= 1
                if task.wanted is None or task.wanted():
                    worker.busy = True
                    self._spawn(self._run(worker, task))
                else:
                    self._not_wanted(task)
        if self._queue and (self._grow(now) or not all(worker.busy for worker in self._workers)) and self._timer is None:
            # somebody may have waited long enough in a moment
            self._timer = asyncio.get_running_loop().call_later(GROW, self._look_again)

    def _look_again(self) -> None:
        self._timer = None
        self._assign()

    def _fits(self, worker: Worker, task: Task) -> bool:
        """Is it for this worker as much as for any other?"""
        return _may(worker.hasty, task) and self._homes.get(task.home) in (None, worker)

    def _ripe(self, worker: Worker, now: float, task: Task) -> bool:
        """Has it waited long enough for the worker that remembers, so that another may do it?"""
        home = self._homes.get(task.home)
        return _may(worker.hasty, task) and now - task.since > task.patience and (home is None or home.busy)

    # --- workers ----------------------------------------------------------------------------------------------------
    def _grow(self, now: float) -> bool:
        """Start one more worker if a question needs it. Could one more be started, now or in a moment?"""
        usual = [worker for worker in self._workers if not worker.hasty]
        hasty = len(usual) == self.most
        if not all(worker.busy for worker in usual) or (hasty and len(self._workers) > self.most):
            return False
        late = now - GROW if usual else now
        if not self._starting and now >= self._rested and any(self._needs(task, hasty, late, now) for task in self._queue):
            self._starting = True
            self._workers.append(worker := Worker(hasty))
            self._spawn(self._start(worker))
        return True

    def _needs(self, task: Task, hasty: bool, late: float, now: float) -> bool:
        """Would one more worker be the one for this question?"""
        free = task.home not in self._homes or now - task.since > task.patience
        return free and task.since <= late and _may(hasty, task)

    async def _start(self, worker: Worker) -> None:
        try:
            async with asyncio.timeout(STARTING):
                await worker.start()
        except (OSError, RuntimeError, Gone, TimeoutError) as error:
            log.error("a worker could not be started: %s", str(error) or type(error).__name__)
            self._dismiss(worker)
            self._rested = time.monotonic() + REST
            if not self._workers:
                self._nobody()
        else:
            worker.busy = False
        finally:
            self._starting = False
        self._assign()

    def _nobody(self) -> None:
        """There is no worker: nobody should wait for one."""
        for task in list(self._queue):
            self._queue.remove(task)
            self.counts[task.kind].waiting -= 1
            self._give_up(task, Unstaffed())

    async def _run(self, worker: Worker, task: Task) -> None:
        """One question to one worker."""
        count, begun = self.counts[task.kind], time.monotonic()
        count.waited += begun - task.since
        count.longest = max(count.longest, begun - task.since)
        count.running += 1
        try:
            async with asyncio.timeout(self.seconds):
                found = await worker.do(task.work, self._job(task, worker))
        except TimeoutError:
            log.warning("a %s took longer than %g s; its worker was ended", task.kind, self.seconds)
            self.killed += 1
            self._dismiss(worker)
            self._give_up(task)
        except Gone:
            self.lost += 1
            self._dismiss(worker)
            self._once_more(task)
        except Exception as error:  # of the job, told as `Failed`; whatever else it is, who asked must hear of it
            count.failed += 1
            _fail(task, error)
        else:
            if task.answer.done():  # who asked has gone, or its game was left
                count.dropped += 1
            else:
                count.done += 1
                task.answer.set_result(found)
        finally:
            count.running -= 1
            count.worked += time.monotonic() - begun
            worker.busy = False
            if self._closed:
                _fail(task, Unstaffed())
        self._assign()

    def _job(self, task: Task, worker: Worker) -> Any:
        """The job as this worker should see it."""
        if task.home is None:
            return task.job
        fresh = self._homes.get(task.home) is not worker
        self._homes[task.home] = worker
        self._homes.move_to_end(task.home)
        while len(self._homes) > HOMES:
            self._homes.popitem(last=False)
        return replace(task.job, fresh=True) if fresh else task.job

    def _once_more(self, task: Task) -> None:
        """Its worker ended. Somebody may have ended it: another one is asked, but no third."""
        if task.answer.done():
            return
        if task.again or self._closed:
            self._give_up(task)
        else:
            task.again = True
            self._put(task, first=True)

    def _give_up(self, task: Task, why: Exception | None = None) -> None:
        self.counts[task.kind].failed += 1
        _fail(task, why or Stuck())

    def _dismiss(self, worker: Worker) -> None:
        """It is gone, and what it remembered with it."""
        worker.kill()
        if worker in self._workers:
            self._workers.remove(worker)
        for home in [home for home, known in self._homes.items() if known is worker]:
            del self._homes[home]

    def _spawn(self, errand: Any) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


def _may(hasty: bool, task: Task) -> bool:
    """Does such a worker do such things at all?"""
    return not hasty or (task.quick and task.kind == MOVE)


def _fail(task: Task, error: Exception) -> None:
    if not task.answer.done():
        task.answer.set_exception(error)


def cores() -> int:
    """Of this machine, as far as this process may use them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
