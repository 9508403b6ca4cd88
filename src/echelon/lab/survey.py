"""A survey: many games played out by computer players, and how they ended: who won, by which clause, after how long."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from echelon.core.errors import EchelonError
from echelon.core.system import System, load
from echelon.players import Player, make
from echelon.players.player import checked

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["MOST", "Ending", "Endless", "Survey", "play_out", "survey"]

Progress = Callable[[int, int], None]  # games done, games in all
UNIFORM = "random"
MOST = 1_000_000  # actions of one game: a game that reaches this does not end


class Ending(NamedTuple):
    """How one game ended: side names and words, so that it can travel between processes."""

    winner: str  # empty for a draw
    level: str
    clause: str
    turn: int
    decisions: int  # questions with two or more answers
    dice: int


class Endless(EchelonError):  # noqa: N818 - the game's fault, not an error of the call
    """A game that does not end: a fault of its rules."""


def play_out(
    system: System, scenario: str, options: Mapping[str, str], seed: int, players: Sequence[str] = ("random", "random")
) -> Ending:
    """One game, the same for the same seed. Players are named as `echelon.players.make` knows them."""
    seated = [None if name == UNIFORM else make(name, seed * len(players) + i) for i, name in enumerate(players)]
    try:
        return _play(system.new(scenario, options, seed), seed, seated)
    finally:
        for player in seated:
            if player is not None:
                player.close()


def _play(state: State, seed: int, seated: Sequence[Player | None]) -> Ending:
    """A game to its end; None is the uniform player."""
    system = state.rules.system
    rng = random.Random(seed)
    decisions = dice = 0
    for _ in range(MOST):
        found = state.result()
        if found is not None:
            winner = "" if found.winner is None else system.sides[found.winner]
            return Ending(winner, found.level, found.clause, state.turn, decisions, dice)
        if state.frame.chance:
            dice += 1
            state.apply(state.draw())
            continue
        answers = state.legal().choices
        decisions += len(answers) > 1
        player = seated[state.frame.side]
        if player is None:  # a game without views, which is what makes a survey of random play fast
            state.apply(answers[int(rng.random() * len(answers))])
            continue
        view = state.view(state.frame.side)
        action = player.choose(view)
        state.apply(action if action in answers else checked(player.name, view, action))
    raise Endless(f"game {seed} of {system.name} {state.rules.scenario.name} did not end within {MOST:,} actions")


def _play_named(name: str, scenario: str, options: Mapping[str, str], players: Sequence[str], seed: int) -> Ending:
    return play_out(load(name), scenario, options, seed, players)


@dataclass
class Survey:
    """The games of a survey, counted."""

    endings: list[Ending] = field(default_factory=list)

    @property
    def results(self) -> list[tuple[tuple[str, str, str], int]]:
        """(winner, level, clause) with how often, most often first."""
        return Counter((e.winner, e.level, e.clause) for e in self.endings).most_common()

    @property
    def turns(self) -> list[tuple[int, int]]:
        """How many games ended in which turn."""
        return sorted(Counter(e.turn for e in self.endings).items())

    def decisions(self) -> tuple[int, float, int]:
        """The least, median and most decisions of a game."""
        counts = [e.decisions for e in self.endings] or [0]
        return min(counts), float(median(counts)), max(counts)


def _played(
    system: System, scenario: str, options: Mapping[str, str], seeds: Sequence[int], players: Sequence[str], jobs: int
) -> Iterator[Ending]:
    if jobs <= 1:
        yield from (play_out(system, scenario, options, seed, players) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        same = [repeat(x) for x in (system.name, scenario, dict(options), tuple(players))]
        yield from pool.map(_play_named, *same, seeds, chunksize=4)


def survey(
    system: System,
    games: int,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    players: Sequence[str] = ("random", "random"),
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Survey:
    """Play so many games, numbered from `seed` on. The counts do not depend on `jobs`."""
    found = Survey()
    seeds = range(seed, seed + games)
    for ending in _played(system, scenario, options or {}, seeds, players, jobs):
        found.endings.append(ending)
        if progress:
            progress(len(found.endings), games)
    return found
