"""Whose turn it is to be thought for: people before machines, and everybody in turn.

A visitor is an address, and each of its players in turn: whoever comes from one address cannot crowd out those who come from
another, however many players it makes, and people who share an address do not crowd out each other. A computer player's answer
is filed under whoever looks at the game, its own players first: no address is kept with a game, and it is they who wait.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["HINT", "KINDS", "MACHINE", "MOVE", "REPORT", "Queue", "Task"]

# for a person who plays, for a game without one, and for requests that somebody waits for
MOVE, MACHINE, HINT, REPORT = KINDS = ("move", "machine", "hint", "report")
SPARED = 8  # after so many questions of people one of the machines is let in, so that people cannot stop them for ever

Lines = OrderedDict[str, OrderedDict[str, list["Task"]]]  # by address, by player


@dataclass(eq=False, slots=True)
class Task:
    """A question on its way. `job` is a frozen dataclass with a field `fresh`: forget what you remember of this one."""

    kind: str
    visitor: tuple[str, str]  # address and player
    work: Callable[[Any], Any]
    job: Any
    quick: bool = False  # no search: answered in a moment
    home: Hashable = None  # what the worker that does it remembers afterwards
    patience: float = 0.0  # seconds that it waits for the worker which remembers
    game: str = ""
    number: int = 0  # of the game's state that it is about
    wanted: Callable[[], bool] | None = None  # is it still, now that its turn has come?
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    since: float = field(default_factory=time.monotonic)
    again: bool = False  # its worker ended while it was at it

    @property
    def people(self) -> bool:
        """Does a person wait for it?"""
        return self.kind != MACHINE


class Queue:
    """Tasks that wait. Within one player's line the quick ones go first, else the oldest."""

    def __init__(self) -> None:
        self._people: Lines = OrderedDict()
        self._machines: Lines = OrderedDict()
        self._games: dict[str, set[Task]] = {}
        self._passed = 0  # people that were preferred to a machine since one had its turn
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Task]:
        for lines in (self._people, self._machines):
            for line in lines.values():
                for tasks in line.values():
                    yield from tasks

    def put(self, task: Task, first: bool = False) -> None:
        """Get in line; `first` if it has had its turn already and nothing came of it."""
        address, player = task.visitor
        lines = self._lines(task)
        tasks = lines.setdefault(address, OrderedDict()).setdefault(player, [])
        tasks.insert(0 if first else len(tasks), task)
        if first:
            lines.move_to_end(address, last=False)
        self._games.setdefault(task.game, set()).add(task)
        self._length += 1

    def take(self, fits: Callable[[Task], bool], steal: Callable[[Task], bool]) -> Task | None:
        """The next one that fits; else one that may be stolen from the worker it would rather go to."""
        order = (self._people, self._machines)
        for lines in order if self._passed < SPARED else reversed(order):
            task = self._next(lines, fits) or self._next(lines, steal)
            if task is not None:
                self._passed = self._passed + 1 if lines is self._people and self._machines else 0
                return task
        return None

    def _next(self, lines: Lines, fits: Callable[[Task], bool]) -> Task | None:
        for address, line in lines.items():
            for player, tasks in line.items():
                found = min((task for task in tasks if fits(task)), key=lambda task: not task.quick, default=None)
                if found is not None:
                    line.move_to_end(player)
                    lines.move_to_end(address)
                    self.remove(found)
                    return found
        return None

    def remove(self, task: Task) -> bool:
        """Take one out, if it is still there."""
        if task not in self._games.get(task.game, ()):
            return False
        address, player = task.visitor
        lines = self._lines(task)
        lines[address][player].remove(task)
        if not lines[address][player]:
            del lines[address][player]
            if not lines[address]:
                del lines[address]
        self._games[task.game].remove(task)
        if not self._games[task.game]:
            del self._games[task.game]
        self._length -= 1
        return True

    def before(self, game: str, number: int) -> list[Task]:
        """Those about an earlier state of a game."""
        return [task for task in self._games.get(game, ()) if task.number < number]

    def requests(self, address: str) -> int:
        """How many requests of one address wait; the moves of its games are not counted."""
        return sum(task.kind != MOVE for tasks in self._people.get(address, {}).values() for task in tasks)

    def _lines(self, task: Task) -> Lines:
        return self._people if task.people else self._machines
