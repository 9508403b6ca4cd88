"""Bodies on their way in. All of them together take no more than so many bytes of memory: whoever fills it with what never
ends loses the oldest that he has there, and nobody else anything."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from echelon.server.errors import ApiError, say
from echelon.server.pool import Full

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["Bodies"]


class Bodies:
    """Receives bodies. Lives on the event loop."""

    def __init__(self, longest: int, most: int) -> None:
        self.longest, self.most = longest, max(most, longest)
        self.size = 0
        self._of: dict[str, dict[asyncio.Timeout, int]] = {}  # by visitor, the bytes of each body, the oldest first

    async def read(self, request: Request, who: str, lang: str) -> bytes:
        """The body of a request; nothing longer than the limit is read."""
        length = request.headers.get("content-length", "")
        if length.isascii() and length.isdigit() and (len(length) > 15 or int(length) > self.longest):
            raise self._large(lang)
        chunks: list[bytes] = []
        try:
            async with asyncio.timeout(None) as end:
                self._of.setdefault(who, {})[end] = 0
                async for chunk in request.stream():
                    if end.when() is not None:  # it is one that had to go
                        raise Full
                    chunks.append(chunk)
                    self._of[who][end] += len(chunk)
                    self.size += len(chunk)
                    if self._of[who][end] > self.longest:
                        raise self._large(lang)
                    while self.size > self.most:
                        self._make_room()
        except TimeoutError:
            raise Full from None
        except ClientDisconnect:
            raise ApiError(400, "body", say("body", lang, reason="it ends too early")) from None
        finally:
            self._drop(who, end)
        return b"".join(chunks)

    def _make_room(self) -> None:
        """End the oldest body of the visitor who has sent most of what is here."""
        who = max(self._of, key=lambda who: sum(self._of[who].values()))
        oldest = next(iter(self._of[who]))
        oldest.reschedule(asyncio.get_running_loop().time())
        self._drop(who, oldest)

    def _drop(self, who: str, body: asyncio.Timeout) -> None:
        self.size -= self._of.get(who, {}).pop(body, 0)
        if not self._of.get(who, True):
            del self._of[who]

    def _large(self, lang: str) -> ApiError:
        return ApiError(413, "large", say("large", lang, limit=f"{self.longest:,}".replace(",", " ")))
