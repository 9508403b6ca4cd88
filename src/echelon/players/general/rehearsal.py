"""A rehearsal: the game played on from a state by quick policies until the side's next turn, and what that is worth.

Dice belong to what they are cast for, not to when: two plans that fight the same battle in the same rehearsal throw the same,
whatever else they do before it. So the difference between two plans is theirs, and not luck.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING

from echelon.core.appreciation import NO_INTENT
from echelon.core.dice import pick
from echelon.players.recruit import told

if TYPE_CHECKING:
    from echelon.core.appreciation import Estimate, Intent, Planned, Rough
    from echelon.core.state import State

__all__ = ["Interrupted", "Rehearsal", "Yardstick", "at_once"]

LONGEST = 3000  # answers; no player-turn is so long


class Interrupted(Exception):  # noqa: N818 - nobody's error
    """Time was over in the middle."""


class Steady(random.Random):
    """Breaks no ties: what decides between equal answers must be the same for every plan."""

    def random(self) -> float:
        """Always the same."""
        return 0.5

    def getrandbits(self, k: int, /) -> int:
        """As usual: samples are drawn with it."""
        return super().getrandbits(k)


class Rehearsal:
    """One way the dice may fall. Asked again with another plan, they fall the same way."""

    def __init__(self, yardstick: Yardstick, number: int, over: Callable[[], bool], intent: Intent = NO_INTENT) -> None:
        """`intent`: the attacks of the plan that the side carries out first."""
        self.yardstick, self.over, self.intent = yardstick, over, intent
        self.key = number.to_bytes(8, "big")
        self.rng = Steady(number)
        self._cast: dict[bytes, int] = {}
        self._last = 0

    def value(self, state: State) -> float:
        """What a state comes to when the side moves next, or at the end of the game; the state is played on in place."""
        yardstick = self.yardstick
        side, appreciation = yardstick.side, yardstick.rough
        begun = -1 if state.rules.sequence[state.step].side == 1 - side else state.turn  # its own turn is played to the end
        for _ in range(LONGEST):
            if state.outcome is not None:
                break
            frame = state.frame
            if frame.chance:
                state.apply(self._draw(state))
                continue
            if self.over():
                raise Interrupted
            asked = state.rules.sequence[state.step].side
            if state.turn != begun and asked == side and appreciation.estimate(state, side) is not None:
                break
            answers = list(state.legal().choices)
            if len(answers) == 1:
                action = answers[0]
            else:
                intent = self.intent if state.turn == begun and asked == side == frame.side else NO_INTENT
                action = at_once(state, answers, appreciation, self.rng, intent)
            if frame.side == asked:
                self._last = action
            state.apply(action)
        return self.yardstick.measure(state)

    def _draw(self, state: State) -> int:
        """The die for just this: by the step, the question and the deed that led to it."""
        what = blake2b(repr((state.turn, state.step, state.frame, self._last)).encode(), digest_size=8).digest()
        count = self._cast[what] = self._cast.get(what, 0) + 1
        return pick(self.key + what, count, state.outcomes())


def at_once(state: State, answers: list[int], appreciation: Rough, rng: random.Random, intent: Intent = NO_INTENT) -> int:
    """What the officer would answer, had he no plan but these attacks."""
    known = appreciation.deliberate(state, answers, intent)
    rest = [action for action in answers if action not in known] if known else answers
    opinions = appreciation.opinions(state, rest) if rest else ()
    if None in opinions:
        found = told(state, rest, opinions, appreciation, rng)
        found += [(gain, 0.5, action) for action, gain in known.items()]
        return max(found)[2]
    ranked = [*zip(opinions, rest, strict=True), *((gain, action) for action, gain in known.items())]
    return max(ranked)[1]


class Yardstick:
    """What a state has come to, measured from where a movement began: its worth, and how far the units of both sides have come
    on the way to what they were wanted for then.

    Fields of pull change with every place that is taken, so they are looked at once, for all states that are compared: as they
    are when the side's units have gone where they are meant to go, and the enemy's stand where they stood.
    """

    def __init__(self, state: State, side: int, appreciation: Planned, rough: Rough, meant: Mapping[int, int]) -> None:
        """`state` is one in which a movement is open; who plays on from there judges roughly."""
        self.side, self.appreciation, self.rough = side, appreciation, rough
        self.turn = state.turn
        self._row, self._board = state.layout.rows[0].name, state.rules.board.n
        self._begun = list(getattr(state, self._row))
        self._home = {**dict(enumerate(self._begun)), **meant}
        self._judges: dict[int, tuple[Estimate, float]] = {}
        for whose, sign in ((side, 1.0), (1 - side, -1.0)):
            estimate = appreciation.estimate(state, whose)
            if estimate is not None:
                units = [unit for unit in range(*state.rules.forces.ranges[whose]) if self._begun[unit] < self._board]
                estimate.settle({unit: self._home[unit] for unit in units})
                for unit in units:
                    weight = sign * rough.heed(unit, side)
                    if weight:
                        self._judges[unit] = estimate, weight
        self._known: dict[tuple[int, int], float] = {}

    def measure(self, state: State) -> float:
        """How a state stands for the side."""
        come = 0.0
        if state.outcome is None:
            at, begun, known = getattr(state, self._row), self._begun, self._known
            for unit in self._judges:
                place = at[unit]
                if place != begun[unit]:
                    key = (unit, place)
                    value = known.get(key)
                    if value is None:
                        value = known[key] = self._come(unit, place)
                    come += value
        return self.rough.measure(state, self.side, come)

    def _come(self, unit: int, place: int) -> float:
        """How far a unit has come that is in a place now. Who is lost has nothing to say; who is out has arrived."""
        estimate, sign = self._judges[unit]
        before, after = estimate.site(unit, self._begun[unit]), estimate.site(unit, place)
        estimate.site(unit, self._home[unit])  # it stands where it is meant to while others are judged
        return sign * (after - before) if after > 0 or place < self._board else 0.0
