"""Views: what one side may know. The other's secrets are absent from the data, not masked on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.frames import Frame
from echelon.core.rulings import Answer, Ruling

if TYPE_CHECKING:
    import random

    from echelon.core.record.record import Record
    from echelon.core.state import Event, State

__all__ = ["View", "public", "refusal", "sees", "visible"]


class View:
    """A state as one side sees it: questions, previews and refusals are answered from it and cannot tell more.

    The side `None` is a spectator, who knows what both sides know. `sample(rng)` guesses what is hidden, so that a computer
    player can search without peeping.
    """

    def __init__(self, state: State, side: int | None) -> None:
        self.side = side
        self.rules = state.rules
        hidden = state.copy()
        hidden.seed = b""
        secrets = [s for s in state.layout.secrets if s.secret != side and not self._revealed(state, s.name, s.secret)]
        for slot in secrets:
            setattr(hidden, slot.name, slot.unknown)
        if any(slot.derives for slot in secrets):
            state.rules.rebuild(hidden)  # nothing derived from a secret may stay behind either
        self.waiting = self._is_secret(hidden.frame)
        hidden.frame = self._hide(hidden.frame)
        hidden.stack = [self._hide(frame) for frame in hidden.stack]
        self.state = hidden

    def _revealed(self, state: State, name: str, owner: int | None) -> bool:
        """Does this side know another's secret by now? A spectator does once every other side knows it."""
        others = [side for side in range(len(self.rules.sides)) if side != owner] if self.side is None else [self.side]
        return all(self.rules.revealed(state, name, side) for side in others)

    def _is_secret(self, frame: Frame) -> bool:
        return frame.kind.secret and frame.owner != self.side

    def _hide(self, frame: Frame) -> Frame:
        return frame.without_fields() if self._is_secret(frame) else frame

    def _may_see(self, action: int) -> bool:
        """No: the action answers another side's secret question, open beside the top one."""
        frame = self.state.frame_of(action)
        return frame is None or not self._is_secret(frame)

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
        return [] if self.waiting else [a for a in self.state.legal() if self._may_see(a)]

    def choices(self) -> list[int]:
        """What a computer player chooses from: see `Legal.choices`."""
        return [] if self.waiting else self.state.legal().choices

    def why_not(self, action: int | str) -> list[Ruling]:
        """Rulings from this side's knowledge."""
        if isinstance(action, str):
            action = self.state.parse(action)
        if self.waiting or not self._may_see(action):
            verb = self.rules.verbs.verb(action).name
            return [Ruling(self.rules.order_clause, {"verb": verb, "kind": self.frame.kind.name})]
        return self.state.why_not(action)

    def preview(self, action: int | str) -> dict[str, Any]:
        """A preview from this side's knowledge."""
        if isinstance(action, str):
            action = self.state.parse(action)
        return {} if self.waiting or not self._may_see(action) else self.state.preview(action)

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
        for side in range(len(self.rules.sides)) if self.side is None else (self.side,):
            self.rules.system.play.guess(guess, side, rng)
        return guess


def refusal(state: State, action: int) -> list[Ruling]:
    """Why an action is refused, as the side that wants to take it may know it: a refusal must not tell a secret."""
    rulings = state.why_not(action)
    frame = state.frame_of(action)
    if not rulings or frame is None or frame.chance or not state.layout.secrets:
        return rulings
    known = View(state, frame.side).why_not(action)
    return known or [Ruling(state.rules.order_clause, {"verb": state.rules.verbs.verb(action).name})]


def sees(state: State, action: int, side: int | None) -> bool:
    """May a side know which action was taken here? Not if it answers another side's secret question."""
    frame = state.frame_of(action)
    return frame is None or not frame.kind.secret or frame.owner == side


def public(record: Record, start: State, secret: Iterable[int]) -> Record:
    """A record for spectators, made from a whole one: the secret choices, by number, are sealed, the seed is kept back, and
    the position it starts from, if it has one, holds only what both sides know."""
    for i in secret:
        if not record.entries[i].sealed:
            record.entries[i].seal(start.seed)
    record.seed = ""
    if record.position:
        record.position = View(start, None).position()
    return record


def visible(event: Event, side: int | None) -> bool:
    """May this side read the event? `None` is a spectator, who may read only what is public."""
    return event.only is None or event.only == side
