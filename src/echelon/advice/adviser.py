"""The adviser: a planning player who is asked now and then, by somebody who may do as he is told or not."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.advice.trials import try_out
from echelon.players import make
from echelon.players.thinking import FREE, Info, Limits, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.views import View

__all__ = ["ADVISER", "Advice", "Adviser", "single_answer"]

ADVISER = "general"  # who is asked where the system says what its game is about
TRIALS = "trials"  # who answers where it does not: games played to their end
STEPS = 40  # answers of one march


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do now, as a line of canonical texts, and why: the thoughts on this answer, and the plan it is part of."""

    player: str
    line: tuple[str, ...]
    reasons: tuple[Info, ...] = ()
    plan: tuple[Info, ...] = ()
    only: bool = False  # there was nothing else to do


class Adviser:
    """Keeps one player through a game, so that his plan goes on as long as it is followed."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.player = make(ADVISER, seed)
        self.plan: tuple[Info, ...] = ()
        self._last: tuple[str, Advice] | None = None

    def advise(self, view: View, limits: Limits = FREE) -> Advice:
        """The next thing to do; the same if the same is asked again."""
        key = f"{view.side} {view.state.key()}"
        if self._last is None or self._last[0] != key:
            self._last = key, self._advise(view, limits)
        return self._last[1]

    def _advise(self, view: View, limits: Limits) -> Advice:
        """A unit's march is told as a whole, so that it is done with one press."""
        told: list[Info] = []
        answers = view.choices()
        if len(answers) == 1:
            return Advice("", (view.state.text(answers[0]),), only=True)
        if view.rules.appreciation is None:
            return Advice(TRIALS, try_out(view, Thinking(limits, told.append), self.rng), tuple(told))
        line = self._march(view, Thinking(self.player.limits if limits == FREE else limits, told.append))
        if not all(map(single_answer, told)):
            self.plan = tuple(info for info in told if not single_answer(info))
        single = tuple(info for info in told if single_answer(info) and info.line[:1] == line[:1])
        return Advice(ADVISER, line, single or self._reasons(line), () if single else self.plan)

    def _march(self, view: View, thinking: Thinking) -> tuple[str, ...]:
        """The player's answer; if it sends a unit on its way, all answers until that is done."""
        state = view.state
        side, step = state.frame.side, state.step
        action = self.player.choose(view, thinking)
        line = [state.text(action)]
        after = state.copy()
        after.apply(action)
        leader = _leader(after)
        quiet = Thinking(FREE if thinking.limits.seconds is None else Limits(max(0.2, thinking.left)))
        while len(line) < STEPS and _goes_on(after, state, side, step) and _leader(after) == leader is not None:
            action = self.player.choose(after.view(side), quiet)
            line.append(after.text(action))
            after.apply(action)
        return tuple(line)

    def _reasons(self, line: tuple[str, ...]) -> tuple[Info, ...]:
        """What the plan says of a march: why this unit goes, and the attack it goes for."""
        words = {word for text in line for word in text.split()[1:]}
        moves = [info for info in self.plan if info.line and info.fields.get("unit") in words]
        targets = {info.fields["target"] for info in moves if "target" in info.fields}
        return (*moves, *(info for info in self.plan if not info.line and info.fields.get("target") in targets))


def single_answer(info: Info) -> bool:
    """Is it a thought on one answer by itself? All others make up a plan."""
    return "best" in info.fields


def _leader(state: State) -> int | None:
    """The unit that the open question is about."""
    unit = getattr(state.frame, "unit", None)
    return unit if isinstance(unit, int) and unit >= 0 and not state.frame.chance else None


def _goes_on(after: State, before: State, side: int, step: int) -> bool:
    """Is the same side asked in the same step, no die cast and nothing come to light?"""
    same = (after.frame.side, after.step, after.rolls, after.reveals) == (side, step, before.rolls, before.reveals)
    return same and after.outcome is None and not after.frame.chance
