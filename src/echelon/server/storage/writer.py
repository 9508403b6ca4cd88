"""The one writer of a store. Whatever waits when it comes to look goes into one transaction, so that the acts of many games
share one sync of the disk; each of them is answered when that sync is done, and not before."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlalchemy as sa

__all__ = ["Clash", "Task", "Unavailable", "Writer"]

MOST = 500  # tasks of one transaction


class Clash(Exception):  # noqa: N818 - it is no error of ours: somebody else was faster
    """This event number or key is in the log already."""


class Unavailable(Exception):  # noqa: N818 - the server goes on, and so does the store when the database is back
    """The database cannot be reached, or takes nothing: it is gone, read-only, or its disk is full."""


@dataclass(eq=False, slots=True)
class Task:
    """Something to be written. `after` is what it was built upon: if that was not stored, neither is this."""

    work: Callable[[sa.Connection], Any]
    after: Future[Any] | None = None
    done: Future[Any] = field(default_factory=Future)


class Writer:
    """A thread with a queue. It starts with the first task."""

    def __init__(self, begin: Callable[[], AbstractContextManager[sa.Connection]]) -> None:
        self._begin = begin
        self._queue: SimpleQueue[Task | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def hand_in(self, work: Callable[[sa.Connection], Any], after: Future[Any] | None = None) -> Future[Any]:
        """Have it written. The future is done when it is on the disk, or when it is certain that nobody may rely on it."""
        task = Task(work, after)
        task.done.set_running_or_notify_cancel()  # who waits for it may go away; it is written all the same
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
            self._queue.put(task)
        return task.done

    def close(self) -> None:
        """Write what waits, and end."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._queue.put(None)
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while (task := self._queue.get()) is not None:
            batch = [task, *self._waiting()]
            write(self._begin, batch)

    def _waiting(self) -> Iterator[Task]:
        for _ in range(MOST - 1):
            try:
                task = self._queue.get_nowait()
            except Empty:
                return
            if task is None:  # the end: of the next round
                self._queue.put(None)
                return
            yield task


def write(begin: Callable[[], AbstractContextManager[sa.Connection]], batch: Sequence[Task]) -> None:
    """Store the tasks together. A clash is the matter of one; an error that nobody foresaw is looked for task by task, so that
    the others do not suffer from it; without a database there is nothing to look for."""
    try:
        told = _together(begin, batch)
    except Exception as error:
        if isinstance(error, Unavailable) or len(batch) == 1:
            for task in batch:
                task.done.set_exception(error)
        else:
            for task in batch:
                write(begin, [task])
        return
    for task, found in zip(batch, told, strict=True):  # the transaction is over: all this is on the disk
        if isinstance(found, Exception):
            task.done.set_exception(found)
        else:
            task.done.set_result(found)


def _together(begin: Callable[[], AbstractContextManager[sa.Connection]], batch: Sequence[Task]) -> list[Any]:
    told: list[Any] = []
    lost: dict[Future[Any], Exception] = {}
    with begin() as connection:
        for task in batch:
            error = _lost(task, lost)
            if error is None:
                try:
                    told.append(task.work(connection))
                    continue
                except Clash as clash:
                    error = clash
            lost[task.done] = error
            told.append(error)
    return told


def _lost(task: Task, lost: dict[Future[Any], Exception]) -> Exception | None:
    """Why what this task was built upon was not stored."""
    if task.after is None:
        return None
    if task.after in lost:
        return lost[task.after]
    error = task.after.exception() if task.after.done() else None
    return error if isinstance(error, Exception) else None
