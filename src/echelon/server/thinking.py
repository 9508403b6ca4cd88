"""Computer players: they think in processes of their own, from what their side may know, and answer through the same gate as
everybody else. A game that no person plays goes on only while somebody looks at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.core.system import load
from echelon.players import make
from echelon.players.thinking import Clock
from echelon.server.errors import ApiError
from echelon.server.staff import Failed, Moved, Staff, Stuck, Unstaffed
from echelon.server.tasks import MACHINE, MOVE, Task
from echelon.server.thoughts import made

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.views import View
    from echelon.players.player import Player
    from echelon.players.thinking import Info
    from echelon.server.games import Desk, Live
    from echelon.server.live import Hub

__all__ = ["Asked", "Chosen", "Job", "Seats", "Thinker", "choose", "job_for", "question", "view_of"]

log = logging.getLogger(__name__)

SEATS = 500  # players at work in one worker; each takes some ten kilobytes
PATIENCE = 2.5  # seconds that a question waits for the worker where its player sits: to plan anew takes two
HURRY = 0.1  # the same of a player who does not search
SIMPLE = ("recruit", "random")  # who answers for a player that fails or does not come to an end
MOST_HOPELESS = 1000  # questions that are remembered because nobody could answer them
LOOKERS = 20  # who look at a game, as far as they are remembered


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
    fresh: bool = False  # what the worker remembers of this seat is of an earlier time


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

    def __init__(self, most: int = SEATS) -> None:
        self.most = most
        self._taken: OrderedDict[tuple[str, int, str], tuple[Player, Clock]] = OrderedDict()

    def ask(self, job: Job, view: View, tell: Callable[[Info], None] | None = None) -> int:
        """The answer of the player in the job's seat. Who plans is heard; the others have nothing to tell."""
        key = (job.game, job.side, job.player)
        if job.fresh and key in self._taken:
            self._taken.pop(key)[0].close()
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


@dataclass(frozen=True, slots=True)
class Asked:
    """What a computer player is asked; `people` are those whose game it is, none if nobody but computers plays."""

    job: Job
    machines: bool
    people: frozenset[str]


def job_for(desk: Desk, game: str) -> Asked | None:
    """The question that a computer player is asked now in a game, if it is one."""
    with desk.open(game) as live:
        asked = live.computer()
        if asked is None:
            return None
        players = frozenset(seat.player for seat in live.seats.values() if seat.player)
        return Asked(question(live, *asked), not players, players | {live.row.owner})


@lru_cache(maxsize=64)
def _nature(player: str) -> tuple[bool, bool]:
    """Does a player answer without a search, and does it make plans?"""
    one = make(player, 0)
    return one.limits.seconds is None, one.plans


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


@dataclass(slots=True)
class _Game:
    """A game in which a computer player is asked: who looks at it, and who sees to it that it is answered."""

    lookers: dict[str, str] = field(default_factory=dict)  # by player, the address
    again: bool = False  # something happened while it was looked at
    errand: asyncio.Task[None] | None = None

    def visitor(self, people: frozenset[str]) -> tuple[str, str]:
        """For whom it is played: those whose game it is, before those who look on."""
        player = next((player for player in self.lookers if player in people), next(iter(self.lookers), ""))
        return self.lookers.get(player, ""), player


class Thinker:
    """Lets the computer players of all games play: of each game one answer at a time."""

    def __init__(self, desk: Desk, hub: Hub, run: Callable[..., Awaitable[Any]], staff: Staff, idle: float = 30.0) -> None:
        self.desk, self.hub, self.run, self.staff = desk, hub, run, staff
        self.idle = idle  # seconds after the last look until a game that no person plays is left alone
        self._games: dict[str, _Game] = {}
        self._looked: OrderedDict[str, float] = OrderedDict()  # when somebody last did, by game
        self._hopeless: set[tuple[str, int]] = set()  # questions that nobody could answer
        self._closed = False

    def wake(self, game: str, address: str = "", player: str = "") -> None:
        """Somebody looks at a game: if a computer player is asked there, let it play."""
        now = time.monotonic()
        self._looked[game] = now
        self._looked.move_to_end(game)
        while self._looked[oldest := next(iter(self._looked))] < now - self.idle:
            del self._looked[oldest]
        if self._closed:
            return
        known = self._games.setdefault(game, _Game())
        if player in known.lookers or len(known.lookers) < LOOKERS:
            known.lookers[player] = address
        known.again = True
        if known.errand is None:
            known.errand = asyncio.create_task(self._play(game, known), name=f"thinking {game}")

    def __len__(self) -> int:
        """In how many games a computer player thinks, or waits to."""
        return len(self._games)

    def busy(self, game: str) -> bool:
        """Is a computer player at work there?"""
        return game in self._games

    def watched(self, game: str) -> bool:
        """Does anybody look at it?"""
        return self.hub.watched(game) or time.monotonic() - self._looked.get(game, float("-inf")) < self.idle

    async def _play(self, game: str, known: _Game) -> None:
        try:
            while known.again:
                known.again = False
                asked = await self.run(job_for, self.desk, game)
                if asked is None or (game, asked.job.number) in self._hopeless:
                    continue
                if asked.machines and not self.watched(game):
                    return
                known.again = True  # after this answer another may be due
                self.hub.thinks(game, asked.job.name)
                try:
                    chosen = await self._think(asked, known)
                except Moved:
                    continue
                number = await self.run(answer, self.desk, asked.job, chosen)
                if number is not None:
                    self.staff.moved(game, number)
                self.hub.tell(game, number)
        except asyncio.CancelledError:
            raise
        except Unstaffed:
            log.error("no worker for the computer player in game %s; it waits until the game is opened again", game)
        except ApiError as error:
            if error.code not in ("game", "stale"):
                log.error("a computer player was refused in game %s: %s", game, error)
        except Exception:
            log.exception("a computer player failed in game %s", game)
        finally:
            del self._games[game]
            self.hub.thinks(game, None)

    async def _think(self, asked: Asked, known: _Game) -> Chosen:
        """What the player answers; what a simple one does if it cannot."""
        job = asked.job
        for player in dict.fromkeys((job.player, *SIMPLE)):
            try:
                quick, plans = _nature(player)
                task = Task(
                    MACHINE if asked.machines else MOVE, known.visitor(asked.people), choose, replace(job, player=player),
                    quick, (job.game, job.side, player) if plans else None, HURRY if quick else PATIENCE, job.game,
                    job.number, (lambda: self.watched(job.game)) if asked.machines else None,
                )  # fmt: skip
                chosen: Chosen = await self.staff.do(task)
                return chosen
            except (EchelonError, Failed, Stuck) as error:
                log.error("the computer player %s failed in game %s: %s", player, job.game, error or "it took too long")
        if len(self._hopeless) >= MOST_HOPELESS:
            self._hopeless.clear()
        self._hopeless.add((job.game, job.number))
        raise Moved

    async def close(self) -> None:
        """Stop. Questions that are open stay open; they are asked again when the game is."""
        self._closed = True
        errands = [known.errand for known in self._games.values() if known.errand is not None]
        for errand in errands:
            errand.cancel()
        await asyncio.gather(*errands, return_exceptions=True)
