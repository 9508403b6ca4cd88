"""What a player is: somebody who answers questions from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from echelon.core.errors import EchelonError
from echelon.players.thinking import FREE, Limits

if TYPE_CHECKING:
    from echelon.core.views import View
    from echelon.players.thinking import Thinking

__all__ = ["Failed", "IllegalAnswer", "Player", "checked"]


class Player(Protocol):
    """Somebody who answers questions. Who inherits from it need write no more than `name` and `choose`."""

    @property
    def name(self) -> str:
        """As the registry knows it."""

    @property
    def limits(self) -> Limits:
        """The player's own limits for a player-turn; the narrower of these and the table's hold."""
        return FREE

    @property
    def plans(self) -> bool:
        """Does it keep a plan from one question to the next? Then one and the same must be asked through a game."""
        return False

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """One of the legal actions of the open question."""

    def close(self) -> None:
        """The player is no longer needed."""
        return  # most have nothing to let go


class Failed(EchelonError):  # noqa: N818 - the player's fault, not an error of the call
    """A player that cannot go on: it broke down, it hung, it said something that makes no sense."""


class IllegalAnswer(Failed):
    """An answer that the rules forbid; says which clauses and why."""

    def __init__(self, player: str, text: str, reasons: Sequence[str]) -> None:
        self.player, self.text = player, text
        super().__init__(f"{player} chose {text!r}, which is not legal: {' '.join(reasons)}")


def checked(player: str, view: View, action: int) -> int:
    """The action, if it is a legal answer of the side that is asked; the refusal tells no more than that side may know."""
    state = view.state
    if action in view.legal():
        frame = state.frame_of(action)
        if frame is not None and frame.side == view.side:
            return action
        raise IllegalAnswer(player, state.text(action), ["the other side is to play."])
    reasons = [state.sentence(ruling) for ruling in view.why_not(action)]
    raise IllegalAnswer(player, state.text(action), reasons or ["it is not among the legal actions."])
