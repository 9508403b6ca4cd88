"""What does not change is put into words once: a move that has been made, a scene by its number. Kept as it is sent, for all
games together up to so many bytes; what was asked for longest ago goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

import msgspec

from echelon.server import scene as scenes

if TYPE_CHECKING:
    from echelon.server.games import Live
    from echelon.server.scene.sight import Sight

__all__ = ["Kept", "moves_of"]

ENTRY = 200  # bytes that an entry takes beside its text, about


class Kept:
    """Texts by what they are of. A key names the loading of the game and the event, so that nothing that was taken back, or was
    never stored, is found again."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._texts: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> bytes | None:
        """The text, if it is kept."""
        with self._lock:
            found = self._texts.get(key)
            if found is not None:
                self._texts.move_to_end(key)
            return found

    def put(self, key: Hashable, text: bytes) -> None:
        """Keep a text."""
        with self._lock:
            if key in self._texts or len(text) > self.most // 8:
                return
            self._texts[key] = text
            self.size += len(text) + ENTRY
            while self.size > self.most:
                _, old = self._texts.popitem(last=False)
                self.size -= len(old) + ENTRY

    def of(self, key: Hashable, make: Callable[[], Any]) -> msgspec.Raw:
        """What is kept under a key, or is now made and kept."""
        found = self.get(key)
        if found is None:
            found = msgspec.json.encode(make())
            self.put(key, found)
        return msgspec.Raw(found)


def moves_of(
    kept: Kept,
    live: Live,
    side: int | None,
    span: tuple[int, int],
    lang: str,
    pieces: bool,
    now: Callable[[], Sight] | None = None,
) -> list[msgspec.Raw]:
    """The moves of a span as they are sent to a side. Those that are not kept are told in one go."""
    first, end = span
    keys = [(live.serial, live.made[i], i, side, lang, pieces) for i in range(first, end)]
    texts = [kept.get(key) for key in keys]
    missing = [i for i, text in enumerate(texts) if text is None]
    if missing:
        start, stop = first + missing[0], first + missing[-1] + 1
        seen = now() if now is not None and stop == len(live.table.moves) else None
        for i, row in enumerate(scenes.moves(live.table, side, start, stop, pieces, lang, now=seen), missing[0]):
            text = texts[i] = msgspec.json.encode(row)
            kept.put(keys[i], text)
    return [msgspec.Raw(text) for text in texts if text is not None]
