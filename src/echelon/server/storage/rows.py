"""What the store hands out and takes: one frozen value a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["EventRow", "GameRow", "Invitation", "PlayerRow", "SeatRow", "Snapshot", "Stored"]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Somebody who plays. The token that proves it is kept only as its hash."""

    id: str
    token: bytes
    name: str
    created: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: what it started from, and how it stands for lists."""

    id: str
    owner: str
    system: str
    version: str
    scenario: str
    options: Mapping[str, str]
    name: str
    position: str
    seed: bytes
    proved: bool
    parent: str | None
    parent_at: int | None
    created: int
    updated: int
    number: int
    turn: int
    asked: str
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a player, a computer, or nobody yet. `lender` gets the seat back from the computer."""

    side: str
    player: str | None = None
    computer: str | None = None
    lender: str | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link that gives a seat to whoever follows it first."""

    game: str
    side: str
    used: bool = False
    created: int = 0


@dataclass(frozen=True, slots=True)
class EventRow:
    """One accepted event: the moves from `base` on gave way to these (text, side, forced, comment)."""

    number: int
    kind: str
    side: str
    line: str
    key: str | None
    at: int
    base: int
    moves: tuple[tuple[str, int, bool, str], ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A packed state after so many moves, taken with event `number`."""

    number: int
    moves: int
    state: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is kept of a game."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    events: tuple[EventRow, ...]
    snapshot: Snapshot | None
