"""The chance of winning, by games that computer players play on from positions of the very game that is looked at.

Where a system has an appreciation, all that such games came through is used: a logistic curve of what a state is worth, whose
height and steepness change with the turn, is fitted to how they ended. So a few dozen games tell of every state, and a die can
be judged by all its faces. Where there is none, games are played on from the state itself, the same dice falling for each.
Nothing is kept in files: any scenario, option or new system gets its curve when it is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from echelon.advice.playouts import play_out, score_of

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["Chances", "Curve", "Fitted", "Sample", "Tried", "fit", "logistic", "time_of", "turns_of"]

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
    """The chance of the first side: logistic of `constant + turn * t + bend * t² + (worth + steeper * t) * w`, where w is how
    much more a state is worth than is usual at its time.

    A state is measured against others of its time, because what it is worth grows and shrinks through a game that nobody wins:
    who has still to take everything is not lost on the first day.
    """

    constant: float
    turn: float = 0.0
    worth: float = 0.0
    steeper: float = 0.0
    bend: float = 0.0
    usual: tuple[float, float, float] = (0.0, 0.0, 0.0)  # what a state is worth at its time, as a polynomial

    def at(self, time: float, worth: float) -> float:
        """The chance at a time from 0 to 1."""
        more = worth - _at(self.usual, time)
        x = self.constant + self.turn * time + self.bend * time * time + (self.worth + self.steeper * time) * more
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))

    @property
    def rises(self) -> bool:
        """Is more worth never a worse chance?"""
        return self.worth >= 0 and self.worth + self.steeper >= 0


class Chances(Protocol):
    """Of the first side to win, from 0 to 1; ½ of a draw is a win."""

    def of(self, state: State) -> float:
        """In a state."""


class Fitted:
    """By a curve of what a state is worth."""

    def __init__(self, rules: Rules, appreciation: Appreciation, curve: Curve) -> None:
        self.appreciation, self.curve, self.turns = appreciation, curve, turns_of(rules)

    def of(self, state: State) -> float:
        """On the curve, or what the game has brought."""
        if state.outcome is not None:
            return score_of(state)
        return self.curve.at(time_of(state, self.turns), self.appreciation.worth(state, 0))


class Tried:
    """By games played on from the state itself."""

    def __init__(self, games: int, seed: int = 0) -> None:
        self.games, self.seed = games, seed
        self.played = 0

    def of(self, state: State) -> float:
        """The share of the games that the first side won."""
        if state.outcome is not None:
            return score_of(state)
        self.played += self.games
        return sum(play_out(state, self.seed + number) for number in range(self.games)) / self.games


def turns_of(rules: Rules) -> int:
    """How many turns a game can last, by its turn track."""
    return max((row[0] for row in rules.system.show.track(rules.blank(), "en")), default=1)


def time_of(state: State, turns: int) -> float:
    """How far the game has come, from 0 to 1."""
    return min(1.0, (state.turn - 1 + state.step / len(state.rules.sequence)) / turns)


# --- fitting ------------------------------------------------------------------------------------------------------------
def fit(samples: Sequence[Sample]) -> Curve:
    """The curve that makes the samples most likely. It never falls where worth rises: few games may seem to say so by chance,
    and then a simpler curve has to do."""
    if not samples:
        return Curve(0.0)
    usual = _usual(samples)
    rows = [(s.time, s.worth - _at(usual, s.time)) for s in samples]
    scores = [s.score for s in samples]
    shapes = (
        lambda time, more: (1.0, time, more, more * time, time * time),
        lambda time, more: (1.0, time, more),
        lambda time, more: (1.0, time),
    )
    for shape in shapes:
        weights = logistic([shape(*row) for row in rows], scores)
        constant, turn, worth, steeper, bend = (*weights, *[0.0] * (5 - len(weights)))
        curve = Curve(constant, turn, worth, steeper, bend, usual)
        if curve.rises:
            return curve
    raise AssertionError("a curve without values cannot be fitted to them")


def _at(usual: Sequence[float], time: float) -> float:
    """A polynomial at a time."""
    return sum(weight * time**power for power, weight in enumerate(usual))


def _usual(samples: Sequence[Sample]) -> tuple[float, float, float]:
    """What states are worth at their time: least squares of a parabola."""
    powers = range(3)
    matrix = [[sum(s.time ** (i + j) for s in samples) + _RIDGE * (i == j) for j in powers] for i in powers]
    constant, slope, bend = _solve(matrix, [sum(s.worth * s.time**i for s in samples) for i in powers])
    return constant, slope, bend


def logistic(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Logistic regression by Newton's method, with a little ridge; small enough to need no library."""
    width, count = len(rows[0]), len(rows)
    scale = [max(1e-9, *(abs(row[k]) for row in rows)) for k in range(width)]
    scaled = [[row[k] / scale[k] for k in range(width)] for row in rows]
    weights = [0.0] * width
    for _ in range(_ROUNDS):
        slope = [-_RIDGE * count * weight for weight in weights]
        bend = [[_RIDGE * count * (i == j) for j in range(width)] for i in range(width)]
        for row, score in zip(scaled, wanted, strict=True):
            x = sum(w * v for w, v in zip(weights, row, strict=True))
            chance = 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))
            spread = chance * (1 - chance)
            for i in range(width):
                slope[i] += row[i] * (score - chance)
                for j in range(width):
                    bend[i][j] += spread * row[i] * row[j]
        step = _solve(bend, slope)
        weights = [w + s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return [w / s for w, s in zip(weights, scale, strict=True)]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Linear equations by elimination, the largest pivot first."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= factor * rows[k][j]
    found = [0.0] * n
    for k in reversed(range(n)):
        found[k] = (rows[k][n] - sum(rows[k][j] * found[j] for j in range(k + 1, n))) / rows[k][k]
    return found
