"""Players who do not think: a uniform one, and one who seeks contact as the system suggests."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from echelon.core.errors import EchelonError
from echelon.players.player import Player

if TYPE_CHECKING:
    from echelon.core.views import View
    from echelon.players.thinking import Thinking

__all__ = ["Pushy", "Uniform", "answers_of"]


def answers_of(view: View) -> list[int]:
    """The legal answers, and what the system's clerk would write in a ledger; an error if this side is not asked."""
    answers = view.choices()
    if not answers:
        raise EchelonError("nothing to decide here: the other side is to play, or the game is over")
    return answers


class Uniform(Player):
    """Every legal action is as likely as the next."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """Any legal action."""
        return self.rng.choice(answers_of(view))


class Pushy(Player):
    """Goes for the enemy, in the way `Judgement.push` describes; uniform for a system that does not."""

    name = "pushy"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """The system's idea of a push."""
        answers = answers_of(view)
        push = view.rules.system.judgement.push
        return push(view.state, answers, self.rng) if push else self.rng.choice(answers)
