"""A request on its way: what was asked, by whom, and what must be told afterwards. Handlers are plain functions of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from echelon.server.errors import ApiError, say

if TYPE_CHECKING:
    from echelon.server.games import Desk, Live
    from echelon.server.limits import Allowance
    from echelon.server.reading import Answer, Job
    from echelon.server.requests import Query, Request
    from echelon.server.seats import Players
    from echelon.server.settings import Settings
    from echelon.server.storage import PlayerRow

__all__ = ["Call", "Endpoint", "Later", "Reply", "Upload"]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that is more than JSON with status 200."""

    body: Any
    status: int = 200
    media: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Later:
    """An answer that takes thought: `work` is done on a job in a process of its own, then `tell` makes the answer of it."""

    kind: str
    work: Callable[[Any], Any]
    job: Any
    home: Hashable  # what the worker that did the last such job remembers
    patience: float  # seconds that it is worth to wait for that worker
    tell: Callable[[Call, Any], Any]
    game: str = ""
    number: int = 0  # of the game, if the answer is worth nothing after it has moved on


@dataclass(frozen=True, slots=True)
class Upload:
    """A text that a stranger sent: the reader reads it in a process of its own, then `tell` makes the answer of it."""

    job: Job
    tell: Callable[[Call, Answer], Any]


@dataclass(slots=True)
class Call:
    """One request. Handlers run in a thread; what they leave in `changed` and `waiting` is told on the event loop."""

    desk: Desk
    players: Players
    player: PlayerRow | None
    path: Mapping[str, str]
    query: Any
    body: Any
    lang: str
    address: str  # where this server is reached: scheme and host
    settings: Settings
    visitor: str = ""  # from where it was sent
    games: Allowance | None = None  # how many games a visitor may open
    newcomers: Allowance | None = None  # how many players may be made for a visitor
    hints: Allowance | None = None  # how often a visitor may ask for advice
    return_days: float = 30.0  # how long a return link can be followed
    routed: bool = False  # a proxy sends the requests of a game to another process, perhaps
    token: str = ""  # of a player who was made for this request
    changed: dict[str, int] = field(default_factory=dict)  # games with news, by their number
    waiting: set[str] = field(default_factory=set)  # games where a computer player is asked

    @property
    def who(self) -> str | None:
        """The player's id."""
        return self.player.id if self.player else None

    def me(self) -> PlayerRow:
        """The player; a new one if nobody is known yet."""
        if self.player is None:
            if self.newcomers is not None and not self.newcomers.take(self.visitor):
                raise ApiError(429, "many", say("many_players", self.lang))
            self.player, self.token = self.players.make()
        return self.player

    def opening(self) -> PlayerRow:
        """The player, who is about to open a game: that takes memory and room on the disk, so it is counted."""
        if self.games is not None and not self.games.take(self.visitor):
            raise ApiError(429, "many", say("many", self.lang))
        return self.me()

    def asking(self) -> None:
        """Somebody wants to be advised: that takes the machine a while, so it is counted."""
        if self.hints is not None and not self.hints.take(self.visitor):
            raise ApiError(429, "many", say("many_hints", self.lang))

    @contextmanager
    def game(self) -> Iterator[Live]:
        """The game that the address names, held; it is noted if a computer player has to move afterwards."""
        with self.desk.open(self.path["game"], self.lang) as live:
            number = live.row.number
            yield live
            if live.row.number != number:
                self.changed[live.row.id] = live.row.number
            if live.computer():
                self.waiting.add(live.row.id)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One row of the interface: routes and documentation are made from it."""

    method: str
    path: str
    handler: Callable[[Call], Any]
    answer: Any  # the type of what is sent back; `str` for plain text
    summary: str
    body: type[Request] | None = None
    query: type[Query] | None = None
    status: int = 200
    errors: tuple[int, ...] = ()
