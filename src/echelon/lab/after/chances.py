"""The chance of winning, from what the appreciation says a state is worth.

A logistic curve whose height and steepness change with the turn, fitted to games of computer players; its four numbers for each
scenario lie beside the system's rules, so that nobody waits for a thousand games to read a report.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from echelon.core.errors import EchelonError
from echelon.core.frames import CHANCE
from echelon.core.system import load
from echelon.players import make

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.core.system import System

__all__ = ["FILE", "Chances", "Curve", "Sample", "calibrate", "fit"]

FILE = "chances.toml"
_RIDGE = 1e-3  # keeps the fit finite where one side won everything
_ROUNDS = 50


class Sample(NamedTuple):
    """A moment of a finished game: how far it had come (0 to 1), what it was worth to the first side, and how it ended for
    it: 1, ½ or 0."""

    time: float
    worth: float
    score: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance of the first side: logistic of `constant + turn * t + (worth + steeper * t) * w`."""

    constant: float
    turn: float
    worth: float
    steeper: float

    def at(self, time: float, worth: float) -> float:
        """The chance at a time from 0 to 1."""
        x = self.constant + self.turn * time + (self.worth + self.steeper * time) * worth
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))


class Chances:
    """Of the games under one set of rules. A system without an appreciation, or without a curve, has none."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        appreciation, curve = rules.appreciation, _curve(rules)
        if appreciation is None:
            raise EchelonError(f"nobody can say how a game of {rules.system.name} stands: it has no appreciation")
        self.appreciation, self.curve = appreciation, curve
        self.turns = turns_of(rules)

    @property
    def fitted(self) -> bool:
        """Is the curve fitted to games, or a guess?"""
        return self.curve is not None

    def of(self, state: State) -> float:
        """The chance that the first side wins, from 0 to 1; ½ of a draw is a win."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0.5 if winner is None else float(winner == 0)
        return (self.curve or _GUESS).at(time_of(state, self.turns), self.appreciation.worth(state, 0))


_GUESS = Curve(0.0, 0.0, 0.1, 0.1)


def turns_of(rules: Rules) -> int:
    """How many turns a game can last, by its turn track."""
    return max((row[0] for row in rules.system.track(rules.blank(), "en")), default=1)


def time_of(state: State, turns: int) -> float:
    """How far the game has come, from 0 to 1."""
    return min(1.0, (state.turn - 1 + state.step / len(state.rules.sequence)) / turns)


def _curve(rules: Rules) -> Curve | None:
    place = files(rules.system.package) / FILE
    if not place.is_file():
        return None
    row = tomllib.loads(place.read_text("utf-8")).get(rules.scenario.name)
    return None if row is None else Curve(*(float(row[key]) for key in Curve.__slots__))


# --- fitting ------------------------------------------------------------------------------------------------------------
def calibrate(
    system: System,
    scenario: str,
    games: int,
    players: Sequence[str] = ("recruit", "recruit"),
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Curve:
    """A curve fitted to so many games of computer players."""
    samples: list[Sample] = []
    for number in range(games):
        samples += _sampled(system, scenario, players, seed + number)
        if progress:
            progress(number + 1, games)
    return fit(samples)


def _sampled(system: System, scenario: str, players: Sequence[str], seed: int) -> list[Sample]:
    """One game, looked at once in each step of the sequence."""
    state = load(system.name).new(scenario, seed=seed)
    appreciation = state.rules.appreciation
    if appreciation is None:
        raise EchelonError(f"{system.name} has no appreciation to fit a curve to")
    seated = [make(name, seed * len(players) + i) for i, name in enumerate(players)]
    rng, turns = random.Random(seed), turns_of(state.rules)
    looks: list[tuple[float, float]] = []
    last = (-1, -1)
    while state.outcome is None:
        if (state.turn, state.step) != last and state.step >= state.rules.first:
            last = state.turn, state.step
            if rng.random() < 0.3:
                looks.append((time_of(state, turns), appreciation.worth(state, 0)))
        side = state.frame.side
        state.apply(state.draw() if side == CHANCE else seated[side].choose(state.view(side)))
    winner = state.outcome.winner
    score = 0.5 if winner is None else float(winner == 0)
    return [Sample(time, worth, score) for time, worth in looks]


def fit(samples: Sequence[Sample]) -> Curve:
    """The curve that makes the samples most likely (Newton's method, with a little ridge)."""
    import numpy as np

    if not samples:
        raise EchelonError("a curve cannot be fitted to no games at all")
    rows = np.array([(1.0, s.time, s.worth, s.worth * s.time) for s in samples])
    wanted = np.array([s.score for s in samples])
    scale = np.maximum(np.abs(rows).max(axis=0), 1e-9)
    rows = rows / scale
    weights = np.zeros(4)
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -40, 40)))
        slope = rows.T @ (wanted - chance) - _RIDGE * len(rows) * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + _RIDGE * len(rows) * np.eye(4)
        step = np.linalg.solve(bend, slope)
        weights += step
        if float(np.abs(step).max()) < 1e-9:
            break
    return Curve(*(float(w) for w in weights / scale))
