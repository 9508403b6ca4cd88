"""Exact values of small scenarios: expectiminimax with every die expanded, in fractions, equal states solved once.

The value of a game is counted from the first side: 1 if it wins, 0 if another side wins, ½ for a draw. `scores` may weigh
levels of victory: with `{"decisive": 1, "marginal": 3/4}` a marginal win counts ¾ for the winner and ¼ for the other.
Everybody sees everything: a secret choice is solved as if it were made openly, which `Solution.secret` tells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from echelon.core.state import Result, State

__all__ = ["Solution", "TooLarge", "score", "solve"]

HALF = Fraction(1, 2)
ONE, ZERO = Fraction(1), Fraction(0)


class TooLarge(EchelonError):  # noqa: N818
    """The scenario has more states than the limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(
            f"the scenario is too large to solve: more than {limit:,} states; raise --limit, or choose a smaller scenario"
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a game under best play, and what best play looks like."""

    value: Fraction  # from the first side
    states: int  # different states that were solved
    choices: tuple[tuple[str, Fraction], ...]  # the answers to the first question with their values, best first
    line: tuple[str, ...]  # best play up to the first die or the other side's first question, as short as it can be
    results: tuple[tuple[Result, Fraction], ...]  # how the game ends under best play, with exact chances
    secret: bool = False  # a secret choice was treated as open

    @property
    def best(self) -> str:
        """The first action of best play."""
        return self.line[0] if self.line else ""


def score(result: Result, scores: Mapping[str, Fraction] | None = None) -> Fraction:
    """What a result is worth to the first side."""
    if result.winner is None:
        return HALF
    worth = (scores or {}).get(result.level, ONE)
    return worth if result.winner == 0 else ONE - worth


def solve(
    state: State,
    scores: Mapping[str, Fraction] | None = None,
    limit: int = 2_000_000,
    progress: Callable[[int], None] | None = None,
) -> Solution:
    """The exact value of a state; TooLarge if it has more states than the limit."""
    search = _Search(scores, limit, progress)
    root = state.copy()
    value = search.value(root)
    choices = search.choices(root)
    results = sorted(search.results(root).items(), key=lambda row: -row[1])
    return Solution(value, len(search.known), tuple(choices), search.line(root), tuple(results), search.secret)


class _Search:
    """One run: what is known so far, and how results are counted."""

    def __init__(self, scores: Mapping[str, Fraction] | None, limit: int, progress: Callable[[int], None] | None) -> None:
        self.scores, self.limit, self.progress = scores, limit, progress
        self.known: dict[tuple[Any, ...], Fraction] = {}
        self.ends: dict[tuple[Any, ...], dict[Result, Fraction]] = {}
        self.secret = False

    @staticmethod
    def key(state: State) -> tuple[Any, ...]:
        """What the value depends on: everything but how many dice were rolled on the way here."""
        state.rolls = 0
        return state.content()

    def value(self, state: State) -> Fraction:
        if state.outcome is not None:
            return score(state.outcome, self.scores)
        key = self.key(state)
        known = self.known.get(key)
        if known is not None:
            return known
        frame = state.frame
        if frame.chance:
            value = sum((chance * self.value(self.after(state, a)) for a, chance in state.outcomes()), ZERO)
        else:
            self.secret = self.secret or frame.kind.secret
            value = self._choose(state, frame.side == 0)
        self.known[key] = value
        if len(self.known) > self.limit:
            raise TooLarge(self.limit)
        if self.progress and not len(self.known) % 5_000:
            self.progress(len(self.known))
        return value

    def _choose(self, state: State, first: bool) -> Fraction:
        """The best answer; stops as soon as nothing better is possible."""
        best, ceiling = (ZERO, ONE) if first else (ONE, ZERO)
        for action in state.legal():
            value = self.value(self.after(state, action))
            if value > best if first else value < best:
                best = value
                if best == ceiling:
                    break
        return best

    @staticmethod
    def after(state: State, action: int) -> State:
        after = state.copy()
        after.apply(action)
        return after

    def choices(self, state: State) -> list[tuple[str, Fraction]]:
        """Every answer to the open question with its value, best for the one who is asked first."""
        if state.outcome is not None or state.frame.chance:
            return []
        rows = [(state.text(a), self.value(self.after(state, a))) for a in state.legal()]
        return sorted(rows, key=lambda row: row[1], reverse=state.frame.side == 0)

    def best(self, state: State) -> int:
        """The first of the best answers."""
        wanted = self.value(state)
        return next(a for a in state.legal() if self.value(self.after(state, a)) == wanted)

    def line(self, state: State) -> tuple[str, ...]:
        """The shortest best play until chance, the other side or the end takes over: without idle wandering."""
        wanted, side = self.value(state), state.frame.side
        queue: deque[tuple[State, tuple[str, ...]]] = deque([(state.copy(), ())])
        seen = set()
        while queue:
            at, line = queue.popleft()
            if at.outcome is not None or at.frame.side != side:
                return line
            for action in at.legal():
                after = self.after(at, action)
                key = self.key(after)
                if key not in seen and self.value(after) == wanted:
                    seen.add(key)
                    queue.append((after, (*line, at.text(action))))
        return ()

    def results(self, state: State) -> dict[Result, Fraction]:
        """How the game ends under best play."""
        if state.outcome is not None:
            return {state.outcome: ONE}
        key = self.key(state)
        if key not in self.ends:
            rows = state.outcomes() if state.frame.chance else ((self.best(state), ONE),)
            found: dict[Result, Fraction] = {}
            for action, chance in rows:
                for result, share in self.results(self.after(state, action)).items():
                    found[result] = found.get(result, ZERO) + chance * share
            self.ends[key] = found
        return self.ends[key]
