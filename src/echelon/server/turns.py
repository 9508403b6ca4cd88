"""Who holds a game. Nobody waits for a game in a thread: whoever finds it held gives his thread back with a ticket, and comes
again when the game is kept for that ticket. What he has seen of games is told only when it is on the disk."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Errand", "Held", "Ticket", "Turns"]


@dataclass(eq=False, slots=True)
class Ticket:
    """A place in the line for a game. `turn` is done when the game is kept for it."""

    game: str
    turn: Future[None] = field(default_factory=Future)
    used: bool = False
    void: bool = False  # whoever had it has gone


class Held(Exception):  # noqa: N818 - no error: come again
    """Somebody else holds the game."""

    def __init__(self, ticket: Ticket) -> None:
        super().__init__(ticket.game)
        self.ticket = ticket


@dataclass(slots=True)
class Errand:
    """What somebody does in a thread: with which ticket he comes, and what must be on the disk before he is answered, each with
    what he is told if somebody was faster; with nothing if it is not his own deed."""

    ticket: Ticket | None = None
    waits: list[tuple[Future[Any], Exception | None]] = field(default_factory=list)


class Turns:
    """The holders of all games, and the lines before them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders: dict[str, Ticket] = {}
        self._lines: dict[str, deque[Ticket]] = {}
        self._here = threading.local()

    @property
    def errand(self) -> Errand | None:
        """What this thread is about; None for one that may as well wait, as that of a test."""
        return getattr(self._here, "errand", None)

    @contextmanager
    def about(self, errand: Errand) -> Iterator[None]:
        """This thread runs an errand. A ticket that it did not use goes to the next in line."""
        self._here.errand = errand
        try:
            yield
        finally:
            self._here.errand = None
            if errand.ticket is not None:
                self.give_up(errand.ticket)

    def take(self, game: str) -> None:
        """Hold a game, or be Held."""
        errand = self.errand
        ticket = errand.ticket if errand is not None else None
        with self._lock:
            holder = self._holders.get(game)
            if holder is None or (holder is ticket and not holder.used):
                if holder is None:
                    self._holders[game] = Ticket(game)
                self._holders[game].used = True
                return
            mine = Ticket(game)
            mine.turn.set_running_or_notify_cancel()  # nobody can cancel it: who goes away gives his ticket up
            self._lines.setdefault(game, deque()).append(mine)
        if errand is not None:
            raise Held(mine)
        mine.turn.result()
        mine.used = True

    def leave(self, game: str) -> None:
        """Let go of a game: it is kept for the next in line."""
        with self._lock:
            line = self._lines.get(game)
            following = line.popleft() if line else None
            if not line:
                self._lines.pop(game, None)
            if following is None:
                del self._holders[game]
                return
            self._holders[game] = following
        following.turn.set_result(None)

    def take_free(self, game: str) -> bool:
        """Hold a game only if nobody does."""
        with self._lock:
            if game in self._holders:
                return False
            self._holders[game] = Ticket(game, used=True)
            return True

    def give_up(self, ticket: Ticket) -> None:
        """Nobody will come with this ticket any more."""
        with self._lock:
            if ticket.used or ticket.void:
                return
            ticket.void = True
            if self._holders.get(ticket.game) is not ticket:
                line = self._lines.get(ticket.game)
                if line and ticket in line:
                    line.remove(ticket)
                return
        self.leave(ticket.game)
