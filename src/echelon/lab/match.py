"""A match: two computer players, many games, sides swapped from game to game, the dice of each pair of games the same.

What a scenario gives one side, and what the dice give, both players get once. Two players who are the same get exactly half.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.synchronize import Event
from statistics import fmean

from echelon.core.record.record import Entry, Record
from echelon.core.state import State
from echelon.core.system import System, load
from echelon.lab.scores import Interval, elo, paired, wilson
from echelon.lab.survey import MOST, Endless
from echelon.players import FREE, Clock, Failed, IllegalAnswer, Limits, Player, make
from echelon.players.player import checked

__all__ = ["Game", "Match", "Thought", "match", "play_game"]

Progress = Callable[[int, "Game"], None]  # games done, the one just done
OVERRUN = 1.1  # a player-turn longer than this times its limit is too long


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player spent on the player-turns of a game."""

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    late: int = 0  # player-turns that took more than a tenth longer than they might

    def __add__(self, other: Thought) -> Thought:
        return Thought(
            self.turns + other.turns,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            self.late + other.late,
        )

    @property
    def mean(self) -> float:
        """Seconds for a player-turn."""
        return self.seconds / self.turns if self.turns else 0.0


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match. Player 0 is the first that was named, player 1 the second."""

    number: int
    seed: int
    seats: tuple[int, ...]  # which player sits on each side
    winner: int | None  # which player won; None for a draw
    side: str  # the side that won; empty for a draw
    level: str
    clause: str  # empty if the game was forfeited
    turn: int
    decisions: int  # questions with two or more answers
    worth: float = 1.0  # what the winner gets; the other gets the rest
    forfeit: str = ""  # why a player could not go on, in a sentence
    illegal: bool = False  # was it forfeited by an illegal answer?
    thoughts: tuple[Thought, ...] = field(default=(), compare=False)  # of each player; no two runs take the same time
    record: str = field(default="", repr=False)

    @property
    def points(self) -> float:
        """What the first player gets."""
        return 0.5 if self.winner is None else self.worth if self.winner == 0 else 1 - self.worth


@dataclass(frozen=True, slots=True)
class Plan:
    """What all games of a match share: only words, so that it can travel between processes."""

    system: str
    scenario: str
    options: Mapping[str, str]
    players: tuple[str, str]
    seed: int
    limits: Limits
    scores: Mapping[str, float]
    keep: bool


def play_game(plan: Plan, number: int, system: System | None = None, stop: Callable[[], bool] | None = None) -> Game:
    """Game `number` of a match, the same wherever it is played. The system is loaded by its name if it is not at hand.

    Players are seeded by the side they sit on: the same player on the same side of a pair plays the same game.
    """
    system = system or load(plan.system)
    pair, swapped = divmod(number, 2)
    seats = (1, 0) if swapped else (0, 1)
    seed = plan.seed + pair
    state = system.new(plan.scenario, plan.options, seed)
    start, entries = state.copy(), list[Entry]()
    players: list[Player] = []
    clocks: list[Clock] = []
    decisions, fault, guilty = 0, None, 0
    try:
        for side, player in enumerate(seats):
            guilty = player
            players.append(make(plan.players[player], seed * 2 + side))
            clocks.append(Clock(plan.limits.within(players[-1].limits)))
        while state.result() is None:
            if len(entries) >= MOST:
                raise Endless(f"game {number + 1} of {system.name} did not end within {MOST:,} actions")
            side = state.frame.side
            if state.frame.chance:
                action, forced = state.draw(), False
            else:
                legal = state.legal()
                forced = len(legal.choices) == 1
                decisions += not forced
                guilty = seats[side]
                if forced:
                    action = legal.main[0]
                else:
                    view = state.view(side)
                    action = clocks[side].ask(players[side], view, stop=stop)
                    if stop and stop():
                        raise _Stopped
                    if action not in legal.main:
                        checked(plan.players[guilty], view, action)
            entries.append(Entry(state.text(action), chance=state.frame.chance, forced=forced))
            state.apply(action)
    except Failed as error:
        fault = error
    finally:
        for player_ in players:
            player_.close()
    return _told(plan, number, seats, start, state, entries, decisions, clocks, fault, guilty)


def _told(
    plan: Plan, number: int, seats: tuple[int, ...], start: State, state: State, entries: list[Entry], decisions: int,
    clocks: Sequence[Clock], fault: Failed | None, guilty: int,
) -> Game:  # fmt: skip
    """A game as it is counted: by its result, or lost by the player who could not go on."""
    sides = start.rules.sides
    found = state.result()
    side = seats.index(1 - guilty) if fault else found.winner if found else None
    winner = None if side is None else seats[side]
    record = ""
    if plan.keep:
        headers = {name.capitalize(): plan.players[seats[i]] for i, name in enumerate(sides)}
        headers |= {"Game": str(number + 1)} | ({"Forfeit": str(fault)} if fault else {})
        record = Record.of(start, entries, over=True, headers=headers).text()
    level = "forfeit" if fault else found.level if found else ""
    worth = 1.0 if fault else plan.scores.get(level, 1.0)
    thoughts = dict(zip(seats, map(_thought, clocks), strict=False))  # an engine that did not start has none
    return Game(
        number, plan.seed + number // 2, seats, winner, "" if side is None else sides[side],
        level, "" if fault or not found else found.clause, state.turn, decisions, worth,
        str(fault) if fault else "", isinstance(fault, IllegalAnswer),
        tuple(thoughts.get(player, Thought()) for player in (0, 1)), record,
    )  # fmt: skip


def _thought(clock: Clock) -> Thought:
    spent, limit = clock.seconds, clock.limits.seconds
    late = 0 if limit is None else sum(seconds > limit * OVERRUN for seconds in spent)
    return Thought(len(spent), sum(spent), max(spent, default=0.0), late)


@dataclass(slots=True)
class Match:
    """The games of a match, in order, and what they say."""

    players: tuple[str, str]
    games: list[Game] = field(default_factory=list)
    wanted: int = 0

    @property
    def points(self) -> float:
        """What the first player has; a draw counts half."""
        return sum(game.points for game in self.games)

    @property
    def rate(self) -> float:
        """The first player's share."""
        return self.points / len(self.games) if self.games else 0.5

    @property
    def interval(self) -> Interval:
        """Where the first player's share lies with 95 % confidence, each game taken by itself (Wilson)."""
        return wilson(self.points, len(self.games))

    @property
    def pairs(self) -> list[float]:
        """The first player's share of each pair of games of which both were played."""
        games = {game.number: game.points for game in self.games}
        return [(games[n] + games[n + 1]) / 2 for n in sorted(games) if n % 2 == 0 and n + 1 in games]

    @property
    def pair_interval(self) -> Interval | None:
        """The same interval from pairs of games; None for few pairs."""
        return paired(self.pairs)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points, and the ends of its interval."""
        low, high = self.interval
        return elo(self.rate), elo(low), elo(high)

    @property
    def endings(self) -> list[tuple[tuple[str, str, str], tuple[int, int]]]:
        """(side, level, clause) with how often each player won so, most often first; a draw counts for both."""
        rows = Counter((game.side, game.level, game.clause) for game in self.games)
        return [(row, (self._won(row, 0), self._won(row, 1))) for row, _ in rows.most_common()]

    def _won(self, row: tuple[str, str, str], player: int) -> int:
        return sum((g.side, g.level, g.clause) == row and g.winner in (player, None) for g in self.games)

    def tally(self, player: int = 0) -> tuple[int, int, int]:
        """Games a player won, drew and lost."""
        won = sum(game.winner == player for game in self.games)
        drawn = sum(game.winner is None for game in self.games)
        return won, drawn, len(self.games) - won - drawn

    def as_side(self, player: int, side: int) -> tuple[float, int]:
        """A player's points on a side, and of how many games."""
        found = [g.points if player == 0 else 1 - g.points for g in self.games if g.seats[side] == player]
        return sum(found), len(found)

    def thought(self, player: int) -> Thought:
        """What a player spent."""
        return sum((g.thoughts[player] for g in self.games), Thought())

    @property
    def turns(self) -> float:
        """The mean length of a game, in turns."""
        return fmean(game.turn for game in self.games) if self.games else 0.0

    @property
    def decisions(self) -> float:
        """The mean length of a game, in questions with two or more answers."""
        return fmean(game.decisions for game in self.games) if self.games else 0.0

    def forfeits(self, player: int) -> list[Game]:
        """The games a player lost because it could not go on."""
        return [game for game in self.games if game.forfeit and game.winner == 1 - player]

    def illegal(self, player: int) -> int:
        """How many illegal answers a player gave."""
        return sum(game.illegal for game in self.forfeits(player))


def match(
    system: System,
    players: tuple[str, str],
    games: int,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    limits: Limits = FREE,
    scores: Mapping[str, float] | None = None,
    jobs: int = 1,
    keep: bool = False,
    progress: Progress | None = None,
) -> Match:
    """Play a match. Its results do not depend on `jobs`. Ctrl-C ends it: what has been played stands in what is returned.

    `scores` say what levels of victory are worth to the winner, 1 if left out. `keep` keeps the records of the games.
    """
    system.rules(scenario, options)  # bad words are refused before the first game
    for name in players:
        make(name).close()  # and so are players that cannot be made
    plan = Plan(system.name, scenario, dict(options or {}), players, seed, limits, dict(scores or {}), keep)
    found = Match(players, wanted=games)
    played = _played(plan, system, games, jobs)
    try:
        for game in played:
            found.games.append(game)
            if progress:
                progress(len(found.games), game)
    except KeyboardInterrupt:
        pass
    finally:
        played.close()
    return found


def _played(plan: Plan, system: System, games: int, jobs: int) -> Generator[Game, None, None]:
    if jobs <= 1:
        yield from (play_game(plan, number, system) for number in range(games))
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy the thread that draws a progress bar
    stop = context.Event()
    with ProcessPoolExecutor(min(jobs, games), context, _begin, (stop,)) as pool:
        try:
            numbers = iter(range(games))
            waiting = deque(pool.submit(_work, plan, number) for number in islice(numbers, 8 * jobs))
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(_work, plan, number) for number in islice(numbers, 1))
        finally:
            stop.set()  # the games under way are given up, and the engines in them let go
            pool.shutdown(cancel_futures=True)


class _Stopped(Exception):  # noqa: N818 - nobody's error
    """The match was ended while the game was played."""


_stop: Callable[[], bool] | None = None  # of a worker: has the match been ended?


def _begin(stop: Event) -> None:
    """A worker leaves Ctrl-C to the match, which tells it when to stop, and does not outlive a match that was killed."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop.is_set
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True, name="match watch").start()


def _work(plan: Plan, number: int) -> Game:
    return play_game(plan, number, stop=_stop)
