"""Players and seats: who somebody is, where he sits, and for whom he may speak."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from echelon.players import player_names
from echelon.server.errors import ApiError, say
from echelon.server.storage import PlayerRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from echelon.server.storage import Store

__all__ = ["Players", "digest", "fresh_id", "fresh_token", "now", "seat_for", "sits"]

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that are mistaken for others
OPEN, ME = "open", "me"


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def fresh_id(length: int = 12) -> str:
    """A name that nobody can guess, fit to be read aloud."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def fresh_token() -> str:
    """What proves who somebody is."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


class Players:
    """The players of a store. Those seen last are remembered, so that a request need not ask the database who sent it."""

    def __init__(self, store: Store, most: int = 10_000) -> None:
        self.store, self.most = store, most
        self._known: OrderedDict[bytes, PlayerRow] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, token: str) -> PlayerRow | None:
        """Whose token this is."""
        key = digest(token)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        found = self.store.player(key)
        return found and self._remember(found)

    def make(self) -> tuple[PlayerRow, str]:
        """A new player, and the token that is told once."""
        token = fresh_token()
        player = PlayerRow(fresh_id(), digest(token), "", now())
        self.store.add_player(player)
        return self._remember(player), token

    def rename(self, player: PlayerRow, name: str) -> PlayerRow:
        """The player under another name."""
        self.store.rename(player.id, name)
        return self._remember(replace(player, name=name))

    def _remember(self, player: PlayerRow) -> PlayerRow:
        with self._lock:
            self._known[player.token] = player
            while len(self._known) > self.most:
                self._known.popitem(last=False)
        return player


def seat_for(side: str, who: str, player: str, lang: str = "en") -> SeatRow:
    """A seat as it was asked for: `me`, `open` or the name of a computer player."""
    if who == ME:
        return SeatRow(side, player=player)
    if who == OPEN:
        return SeatRow(side)
    if who not in player_names():
        raise ApiError(422, "computer", say("computer", lang, name=who, names=", ".join(player_names())))
    return SeatRow(side, computer=who, lender=player)


def sits(seats: Iterable[SeatRow], side: str, player: str | None) -> bool:
    """Does the player hold this seat?"""
    return player is not None and any(s.side == side and s.player == player for s in seats)
