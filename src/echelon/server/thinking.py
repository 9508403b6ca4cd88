"""Computer players: they think in a process of their own, from what their side may know, and answer through the same gate as
everybody else."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from echelon.core.position import Position
from echelon.core.system import load
from echelon.players import make
from echelon.players.thinking import Clock
from echelon.server.errors import ApiError
from echelon.server.thoughts import made
from echelon.server.worker import Worker

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.views import View
    from echelon.players.player import Player
    from echelon.players.thinking import Info
    from echelon.server.games import Desk, Live
    from echelon.server.live import Hub

__all__ = ["Chosen", "Job", "Seats", "Thinker", "choose", "job_for", "question", "view_of"]

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

    def ask(self, job: Job, view: View, tell: Callable[[Info], None] | None = None) -> int:
        """The answer of the player in the job's seat. Who plans is heard; the others have nothing to tell."""
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
        return clock.ask(player, view, tell)


_SEATS = Seats()  # of the worker


@dataclass(frozen=True, slots=True)
class Chosen:
    """The answer of a player as text, and what it thought."""

    text: str
    thoughts: tuple[Info, ...] = ()


def view_of(job: Job) -> View:
    """The view that a job brings: nothing is in it that was not there already."""
    rules = _rules(job.system, job.scenario, job.options, job.position)
    return rules.system.state_type.unpack(rules, job.view).view(job.side)


def choose(job: Job, seats: Seats = _SEATS) -> Chosen:
    """The player's answer. Runs in the worker."""
    view = view_of(job)
    told: list[Info] = []
    return Chosen(view.state.text(seats.ask(job, view, told.append)), tuple(told))


def job_for(desk: Desk, game: str) -> Job | None:
    """The question that a computer player is asked now in a game, if it is one."""
    with desk.open(game) as live:
        asked = live.computer()
        if asked is None:
            return None
        return question(live, *asked)


def question(live: Live, side: int, player: str) -> Job:
    """What a computer player is asked who answers for a side, with what that side may know."""
    row, rules = live.row, live.rules
    usual = rules.system.rules(row.scenario, row.options)
    return Job(
        row.id, row.number, side, rules.sides[side], player, _seed(row.seed, f"{row.number} {side}"),
        _seed(row.seed, f"seat {side}"), row.system, row.scenario, tuple(sorted(row.options.items())),
        "" if rules is usual else row.position, live.table.state.view(side).state.pack(),
    )  # fmt: skip


def _seed(secret: bytes, purpose: str) -> int:
    return int.from_bytes(blake2b(purpose.encode(), key=secret, digest_size=8).digest(), "big")


def answer(desk: Desk, job: Job, chosen: Chosen) -> int | None:
    """Let the answer in, if the question is still the same and the seat still the computer's. What was thought is kept."""
    with desk.open(job.game) as live:
        if live.row.number != job.number or live.computer() != (job.side, job.player):
            return None
        thought = made(live, job.side, job.player, chosen.thoughts, chosen.text) if chosen.thoughts else None
        desk.act(live, job.name, job.number, chosen.text)
        if thought is not None:
            desk.thoughts.keep(job.game, thought)
        return live.row.number


class Thinker:
    """Lets the computer players of all games play, one after the other, in one worker that starts when it is needed."""

    def __init__(self, desk: Desk, hub: Hub, run: Callable[..., Awaitable[Any]]) -> None:
        self.desk, self.hub, self.run = desk, hub, run
        self._worker = Worker()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # games where something happened while they were looked at
        self._closed = False

    def wake(self, game: str) -> None:
        """Look whether a computer player is asked in a game; if so, let it play."""
        if game in self._tasks:
            self._again.add(game)
        elif not self._closed:
            self._tasks[game] = asyncio.create_task(self._play(game), name=f"thinking {game}")

    def __len__(self) -> int:
        return len(self._tasks)

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
                chosen = await self._worker.do(choose, job)
                number = await self.run(answer, self.desk, job, chosen)
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

    async def close(self) -> None:
        """Stop. Questions that are open stay open; they are asked again when the game is."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._worker.close()
