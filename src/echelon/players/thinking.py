"""What a player is given beside the view: how long it may think, whom it may tell its thoughts, and when to stop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from echelon.core.views import View
    from echelon.players.player import Player

__all__ = ["FREE", "Clock", "Info", "Limits", "Thinking", "player_turn"]

T = TypeVar("T", int, float)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a player may think in one player-turn; None is as much as it likes.

    A node is whatever the player counts as one: a plan looked at, a play-out, a state.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (self.seconds >= 0 and math.isfinite(self.seconds)):
            raise EchelonError(f"a player cannot think for {self.seconds} seconds; give a number of 0 or more")
        if self.nodes is not None and self.nodes < 0:
            raise EchelonError(f"a player cannot search {self.nodes} nodes; give a number of 0 or more")

    def within(self, other: Limits) -> Limits:
        """The narrower of both."""
        return Limits(_least(self.seconds, other.seconds), _least(self.nodes, other.nodes))

    def less(self, seconds: float, nodes: int) -> Limits:
        """What is left after so much of it was spent."""
        return Limits(
            None if self.seconds is None else max(0.0, self.seconds - seconds),
            None if self.nodes is None else max(0, self.nodes - nodes),
        )


FREE = Limits()


def _least(one: T | None, other: T | None) -> T | None:
    return one if other is None else other if one is None else min(one, other)


@dataclass(frozen=True, slots=True)
class Info:
    """One thought of a player while it thinks; whatever it has no word on stays empty.

    `key` and `fields` are a text of the catalogues with its facts, so that a thought can be told in every language; `text` is
    for players who have only one. `score` is the chance that the side which is asked wins, from 0 to 1.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    score: float | None = None
    plan: str = ""  # one word: the name of a plan
    key: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)  # plain, so that a thought can travel between processes
    line: tuple[str, ...] = ()  # canonical texts of the actions it means to take, first first
    text: str = ""


class Thinking:
    """The frame of one answer. A search asks `over()` again and again, and spends nodes as it goes."""

    __slots__ = ("_stop", "_tell", "begun", "limits", "nodes")

    def __init__(
        self,
        limits: Limits = FREE,
        tell: Callable[[Info], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.limits = limits  # of what is left of the player-turn
        self.nodes = 0
        self.begun = time.perf_counter()
        self._tell, self._stop = tell, stop

    @property
    def elapsed(self) -> float:
        """Seconds since the question was put."""
        return time.perf_counter() - self.begun

    @property
    def left(self) -> float:
        """Seconds left of the player-turn; infinite without a limit."""
        return math.inf if self.limits.seconds is None else self.limits.seconds - self.elapsed

    def spend(self, nodes: int = 1) -> None:
        """Count nodes."""
        self.nodes += nodes

    def stopped(self) -> bool:
        """Has somebody said stop?"""
        return self._stop is not None and self._stop()

    def over(self) -> bool:
        """Must the player answer now with the best it has? Time or nodes are spent, or somebody said stop."""
        nodes = self.limits.nodes
        return self.left <= 0 or (nodes is not None and self.nodes >= nodes) or self.stopped()

    @property
    def heard(self) -> bool:
        """Does anybody listen? Who says no need not find words."""
        return self._tell is not None

    def tell(self, info: Info) -> None:
        """Report a thought, to whoever listens."""
        if self._tell is not None:
            self._tell(info)


def player_turn(view: View) -> tuple[int, bool, int]:
    """The player-turn a question belongs to: the game turn, whether play has begun, and the side whose step it is.

    The answers a side gives in the other's steps (retreats, interceptions) are a player-turn of their own.
    """
    state, rules = view.state, view.rules
    return state.turn, state.step >= rules.first, rules.sequence[state.step].side


class Clock:
    """Asks a player, and keeps count of what it has spent in each player-turn, so that the limit holds for the whole of it."""

    def __init__(self, limits: Limits = FREE) -> None:
        self.limits = limits
        self._seconds: dict[tuple[int, bool, int], float] = {}
        self._nodes: dict[tuple[int, bool, int], int] = {}

    @property
    def seconds(self) -> tuple[float, ...]:
        """What the player spent in each player-turn in which it was asked, in order."""
        return tuple(self._seconds.values())

    def ask(
        self,
        player: Player,
        view: View,
        tell: Callable[[Info], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> int:
        """The player's answer, given in what the player-turn leaves it."""
        turn = player_turn(view)
        seconds, nodes = self._seconds.get(turn, 0.0), self._nodes.get(turn, 0)
        thinking = Thinking(player.limits.within(self.limits).less(seconds, nodes), tell, stop)
        try:
            return player.choose(view, thinking)
        finally:
            self._seconds[turn] = seconds + thinking.elapsed
            self._nodes[turn] = nodes + thinking.nodes
