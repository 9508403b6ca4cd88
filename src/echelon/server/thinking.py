"""Computer players: they think in a process of their own, from what their side may know, and answer through the same gate as
everybody else."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from echelon.core.position import Position
from echelon.core.system import load
from echelon.players import make
from echelon.players.thinking import Clock
from echelon.server.errors import ApiError

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.views import View
    from echelon.players.player import Player
    from echelon.server.games import Desk
    from echelon.server.live import Hub

__all__ = ["Job", "Seats", "Thinker", "choose", "job_for"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """A question to a computer player: the packed view of its side, and the rules it was made under."""

    game: str
    number: int
    side: int
    name: str
    player: str
    seed: int  # of this question
    seat: int  # of the whole game
    system: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    position: str
    view: bytes


@lru_cache(maxsize=16)
def _rules(system: str, scenario: str, options: tuple[tuple[str, str], ...], position: str) -> Rules:
    if position:
        return Position.parse(position, "start").draft().rules
    return load(system).rules(scenario, dict(options))


class Seats:
    """The players at work in this process: who makes plans stays the same through a game, with a clock for each turn.

    A seat that is not found, because the worker was started anew or many other games came between, is taken by a new player,
    who plans from what it sees.
    """

    def __init__(self, most: int = 32) -> None:
        self.most = most
        self._taken: OrderedDict[tuple[str, int, str], tuple[Player, Clock]] = OrderedDict()

    def ask(self, job: Job, view: View) -> int:
        """The answer of the player in the job's seat."""
        key = (job.game, job.side, job.player)
        if key in self._taken:
            self._taken.move_to_end(key)
        else:
            player = make(job.player, job.seat)
            if not player.plans:
                return make(job.player, job.seed).choose(view)
            self._taken[key] = player, Clock()
            if len(self._taken) > self.most:
                self._taken.popitem(last=False)[1][0].close()
        player, clock = self._taken[key]
        return clock.ask(player, view)


_SEATS = Seats()  # of the worker


def choose(job: Job, seats: Seats = _SEATS) -> str:
    """The player's answer as text. Runs in the worker."""
    rules = _rules(job.system, job.scenario, job.options, job.position)
    state = rules.system.state_type.unpack(rules, job.view)
    return state.text(seats.ask(job, state.view(job.side)))  # nothing is in the view that was not there already


def job_for(desk: Desk, game: str) -> Job | None:
    """The question that a computer player is asked now in a game, if it is one."""
    with desk.open(game) as live:
        asked = live.computer()
        if asked is None:
            return None
        side, player = asked
        row, rules = live.row, live.rules
        usual = rules.system.rules(row.scenario, row.options)
        return Job(
            row.id, row.number, side, rules.sides[side], player, _seed(row.seed, f"{row.number} {side}"),
            _seed(row.seed, f"seat {side}"), row.system, row.scenario, tuple(sorted(row.options.items())),
            "" if rules is usual else row.position, live.table.state.view(side).state.pack(),
        )  # fmt: skip


def _seed(secret: bytes, purpose: str) -> int:
    return int.from_bytes(blake2b(purpose.encode(), key=secret, digest_size=8).digest(), "big")


def answer(desk: Desk, job: Job, text: str) -> int | None:
    """Let the answer in, if the question is still the same and the seat still the computer's."""
    with desk.open(job.game) as live:
        if live.row.number != job.number or live.computer() != (job.side, job.player):
            return None
        desk.act(live, job.name, job.number, text)
        return live.row.number


class Thinker:
    """Lets the computer players of all games play, one after the other, in one worker that starts when it is needed."""

    def __init__(self, desk: Desk, hub: Hub, run: Callable[..., Awaitable[Any]]) -> None:
        self.desk, self.hub, self.run = desk, hub, run
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # games where something happened while they were looked at
        self._closed = False

    def wake(self, game: str) -> None:
        """Look whether a computer player is asked in a game; if so, let it play."""
        if game in self._tasks:
            self._again.add(game)
        elif not self._closed:
            self._tasks[game] = asyncio.create_task(self._play(game), name=f"thinking {game}")

    def busy(self, game: str) -> bool:
        """Is a computer player at work there?"""
        return game in self._tasks

    async def _play(self, game: str) -> None:
        try:
            while not self._closed:
                self._again.discard(game)
                job = await self.run(job_for, self.desk, game)
                if job is None:
                    if game in self._again:
                        continue
                    return
                self.hub.thinks(game, job.name)
                text = await self._choose(job)
                number = await self.run(answer, self.desk, job, text)
                self.hub.tell(game, number)
        except asyncio.CancelledError:
            raise
        except ApiError as error:
            if error.code not in ("game", "stale"):
                log.error("a computer player was refused in game %s: %s", game, error)
        except Exception:
            log.exception("a computer player failed in game %s", game)
        finally:
            del self._tasks[game]
            self.hub.thinks(game, None)

    async def _choose(self, job: Job) -> str:
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, choose, job)
            except BrokenProcessPool:  # somebody ended the worker: start another, once
                if self._pool is pool:  # another game may have started one already
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    async def close(self) -> None:
        """Stop. Questions that are open stay open; they are asked again when the game is."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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
