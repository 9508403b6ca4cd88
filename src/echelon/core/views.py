"""Views: what one side may know. The other's secrets are absent from the data, not masked on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.frames import Frame
from echelon.core.rulings import Answer, Ruling

if TYPE_CHECKING:
    import random

    from echelon.core.state import Event, State

__all__ = ["View", "visible"]


class View:
    """A state as one side sees it: questions, previews and refusals are answered from it and cannot tell more.

    `sample(rng)` guesses what is hidden, so that a computer player can search without peeping.
    """

    def __init__(self, state: State, side: int) -> None:
        self.side = side
        self.rules = state.rules
        hidden = state.copy()
        hidden.seed = b""
        for slot in state.layout.secrets:
            if slot.secret != side and not state.rules.revealed(state, slot.name, side):
                setattr(hidden, slot.name, slot.unknown)
        frame = hidden.frame
        self.waiting = frame.kind.secret and frame.side != side
        if self.waiting:
            hidden.frame = type(frame)((frame.side, *([0] * (len(frame) - 1))))
        self.state = hidden

    @property
    def frame(self) -> Frame:
        """The open question; of another side's secret question only that it is open."""
        return self.state.frame

    @property
    def turn(self) -> int:
        """The game turn."""
        return self.state.turn

    def legal(self) -> list[int]:
        """The legal answers as far as this side may know them: none for another side's secret question."""
        return [] if self.waiting else list(self.state.legal())

    def why_not(self, action: int | str) -> list[Ruling]:
        """Rulings from this side's knowledge."""
        if self.waiting:
            return [Ruling(self.rules.order_clause, {"verb": "", "kind": self.frame.kind.name})]
        return self.state.why_not(action)

    def preview(self, action: int | str) -> dict[str, Any]:
        """A preview from this side's knowledge."""
        return {} if self.waiting else self.state.preview(action)

    def ask(self, question: str) -> Answer:
        """A question answered from this side's knowledge."""
        return self.state.ask(question)

    def prompt(self, language: str = "en") -> str:
        """What is asked, in words."""
        return self.state.prompt(language)

    def position(self) -> str:
        """A position file of what this side knows."""
        return self.state.position()

    def content(self) -> tuple[Any, ...]:
        """All of it as one comparable tuple."""
        return self.state.content()

    def sample(self, rng: random.Random) -> State:
        """A full state that agrees with everything this side knows, its secrets guessed."""
        if self.waiting:
            raise EchelonError("the other side is making a secret choice; there is nothing to search yet")
        guess = self.state.copy()
        guess.seed = rng.randbytes(16)
        self.rules.system.guess(guess, self.side, rng)
        return guess


def visible(event: Event, side: int | None) -> bool:
    """May this side read the event? `None` is a spectator, who may read only what is public."""
    return event.only is None or event.only == side
