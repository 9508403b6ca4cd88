"""Live news: who watches a game, and the short notices they get. A notice says that something is new; the page then asks."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Hub", "Watcher", "same_origin"]


@dataclass(eq=False, slots=True)
class Watcher:
    """One open connection. Notices that pile up are told as one: only the present counts."""

    game: str
    side: str | None
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """All watchers by game. Lives on the event loop and is used from nowhere else."""

    def __init__(self, most: int = 2000) -> None:
        self.most = most
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._numbers: dict[str, int] = {}
        self._thinking: dict[str, str] = {}

    def full(self, game: str) -> bool:
        """Are there as many watchers as can be, in all or of this game?"""
        return len(self) >= self.most or len(self._watchers.get(game, ())) >= max(1, self.most // 10)

    def join(self, game: str, side: str | None, number: int) -> Watcher:
        """Somebody begins to watch; everybody hears of it."""
        watcher = Watcher(game, side)
        self._watchers[game].add(watcher)
        self.tell(game, number)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Somebody is gone."""
        watchers = self._watchers[watcher.game]
        watchers.discard(watcher)
        if watchers:
            self._wake(watcher.game)
        else:
            del self._watchers[watcher.game]
            self._numbers.pop(watcher.game, None)

    def watched(self, game: str) -> bool:
        """Does anybody watch it?"""
        return game in self._watchers

    def tell(self, game: str, number: int | None = None) -> None:
        """Something happened."""
        if game in self._watchers:
            if number is not None:
                self._numbers[game] = max(number, self._numbers.get(game, 0))
            self._wake(game)

    def thinks(self, game: str, side: str | None) -> None:
        """A computer player begins or ends to think."""
        if self._thinking.get(game) == side:
            return
        if side is None:
            self._thinking.pop(game, None)
        else:
            self._thinking[game] = side
        self.tell(game)

    def news(self, game: str) -> dict[str, Any]:
        """The notice as it stands."""
        present = sorted({w.side for w in self._watchers.get(game, ()) if w.side})
        return {"number": self._numbers.get(game, 0), "thinking": self._thinking.get(game), "present": present}

    def _wake(self, game: str) -> None:
        for watcher in self._watchers.get(game, ()):
            watcher.news.set()

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))


def same_origin(origin: str | None, host: str | None, allowed: tuple[str, ...] = ()) -> bool:
    """May a page from there open a live connection? Programs send no origin; a browser always does."""
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == str(host).lower()
    except ValueError:  # half an IPv6 address
        return False
