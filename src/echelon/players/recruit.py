"""The recruit: plausible and fast. Every question by itself: uphill, the best odds, the lesser evil. It has no plan."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.players.player import Player
from echelon.players.random_player import Pushy, answers_of

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation
    from echelon.core.state import State
    from echelon.core.views import View
    from echelon.players.thinking import Thinking

__all__ = ["Recruit", "told", "weigh"]

Pull = Callable[[int], float]
MOST = 24  # answers that are tried out; of more than these, some
DEPTH = 3  # forced answers and dice that are followed after an answer


class Recruit(Player):
    """Answers each question for itself, by what the system's appreciation says; without one it is `pushy`."""

    name = "recruit"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self._pushy = Pushy(seed)

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """The answer that looks best at once."""
        answers = answers_of(view)
        if len(answers) == 1:
            return answers[0]
        appreciation = view.rules.appreciation
        if appreciation is None:
            return self._pushy.choose(view)
        state = view.sample(self.rng) if view.state.layout.secrets else view.state
        return max(weigh(state, answers, appreciation, self.rng))[2]


def weigh(state: State, answers: list[int], appreciation: Appreciation, rng: random.Random) -> list[tuple[float, float, int]]:
    """Each answer with what it gains the side that is asked, ties broken by chance."""
    return told(state, answers, appreciation.opinions(state, answers), appreciation, rng)


def told(
    state: State, answers: Sequence[int], opinions: Sequence[float | None], appreciation: Appreciation, rng: random.Random
) -> list[tuple[float, float, int]]:
    """The same for whoever knows already what is thought of each answer at once: the others are looked at."""
    side = state.frame.side
    found: list[tuple[float, float, int]] = []
    untold = []
    pulls: dict[int, Pull] = {}
    for action, gain in zip(answers, opinions, strict=True):
        if gain is None:
            gain = _uphill(state, action, appreciation, pulls)
        if gain is None:
            untold.append(action)
        else:
            found.append((gain, rng.random(), action))
    if untold:
        now = appreciation.worth(state, side)
        for action in untold if len(untold) <= MOST else rng.sample(untold, MOST):
            found.append((_after(state, action, appreciation, side, DEPTH) - now, rng.random(), action))
    return found


def _uphill(state: State, action: int, appreciation: Appreciation, pulls: dict[int, Pull]) -> float | None:
    """Of an answer that sends a unit to a hex: how much better it is there. None for any other."""
    fields = state.rules.verbs.all[action & VERB].fields
    if len(fields) < 2 or fields[0].type != "unit" or fields[1].type != "hex":
        return None
    unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
    if unit not in pulls:
        pulls[unit] = appreciation.pull(state, unit)
    here = getattr(state, state.layout.rows[0].name)[unit]
    return pulls[unit](to) - (pulls[unit](here) if here < state.rules.board.n else 0.0)


def _after(state: State, action: int, appreciation: Appreciation, side: int, depth: int) -> float:
    """The worth of a state after an answer, dice expected and forced answers given."""
    after = state.copy()
    after.apply(action)
    while depth and after.outcome is None:
        depth -= 1
        if after.frame.chance:
            return sum(float(chance) * _after(after, die, appreciation, side, depth) for die, chance in after.outcomes())
        forced = after.legal().main
        if len(forced) != 1:
            break
        after.apply(forced[0])
    return appreciation.worth(after, side)
