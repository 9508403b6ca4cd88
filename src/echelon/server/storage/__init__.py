"""Storage: players, games, seats and the append-only log of what was done, in SQLite or PostgreSQL."""

from __future__ import annotations

from echelon.server.storage.rows import EventRow, GameRow, Invitation, PlayerRow, SeatRow, Snapshot, Stored
from echelon.server.storage.store import Clash, Store, Unavailable

__all__ = [
    "Clash", "EventRow", "GameRow", "Invitation", "PlayerRow", "SeatRow", "Snapshot", "Store", "Stored", "Unavailable",
]  # fmt: skip
