"""Play-outs: a game played to its end by computer players, to see how a state stands. They need nothing but the rules, so they
serve every system; equal seeds throw equal dice, so that two states are compared by the same luck."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from echelon.core.dice import seed_bytes
from echelon.core.frames import CHANCE
from echelon.players import DEFAULT, make

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["play_out", "score_of"]


def score_of(state: State) -> float:
    """What a finished game brought the first side: 1, ½ or 0."""
    assert state.outcome is not None
    return 0.5 if state.outcome.winner is None else float(state.outcome.winner == 0)


def play_out(
    state: State, seed: int, player: str = DEFAULT, look: Callable[[State], None] | None = None, most: int = 20_000
) -> float:
    """What the first side gets if players of one kind go on from here; the state is left alone.

    `look` is shown the state whenever a new step of the sequence has begun. A game that does not end is a draw.
    """
    trial = state.copy()
    trial.seed = seed_bytes(seed)
    rng = random.Random(seed)
    simple = _simple(trial) if player == DEFAULT and trial.rules.appreciation is None else None
    seated = [make(player, rng.getrandbits(32)) for _ in trial.rules.sides]
    seen = (trial.turn, trial.step)
    for _ in range(most):
        if trial.outcome is not None:
            return score_of(trial)
        if look is not None and (trial.turn, trial.step) != seen:
            seen = trial.turn, trial.step
            look(trial)
        side = trial.frame.side
        if side == CHANCE:
            trial.apply(trial.draw())
        elif simple is not None:
            trial.apply(simple(trial, list(trial.legal().choices), rng))
        else:
            trial.apply(seated[side].choose(trial.view(side)))
    return 0.5


def _simple(state: State) -> Callable[[State, list[int], random.Random], int]:
    """The choice of a player who goes by no appreciation, without the view that he would be given: what is hidden was guessed
    before the play-out began, and a copy for each answer takes most of its time."""
    push = state.rules.system.judgement.push
    return push or (lambda _state, answers, rng: rng.choice(answers))
