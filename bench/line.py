"""A connection to a server that stays open, speaking just enough HTTP/1.1: the client must cost less than the server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

__all__ = ["Line"]

EMPTY: Mapping[str, str] = MappingProxyType({})


class Line:
    """One client, from an address of its own where the system has a whole network of them to itself, as Linux has."""

    def __init__(self, port: int, number: int = 0) -> None:
        self.port = port
        self.home = (f"127.1.{number // 250}.{number % 250 + 1}", 0) if sys.platform == "linux" else None
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.cookie = ""
        self.wait = 0.0  # seconds the last answer asked to wait

    async def ask(
        self, method: str, path: str, data: Mapping[str, Any] | None = None, more: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        """One request; status and JSON of its answer."""
        status, text = await self.send(method, path, b"" if data is None else msgspec.json.encode(data), more or {})
        return status, msgspec.json.decode(text) if text else None

    async def send(self, method: str, path: str, body: bytes = b"", more: Mapping[str, str] = EMPTY) -> tuple[int, bytes]:
        """One request, with more headers or others; status and body of its answer."""
        headers = {"Host": "localhost", "Content-Type": "application/json", "Content-Length": str(len(body))}
        headers |= ({"Cookie": self.cookie} if self.cookie else {}) | dict(more)
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {word}\r\n" for name, word in headers.items())
        first = await self._send(head.encode() + b"\r\n" + body)
        if not first:  # the server closed a connection that lay idle
            self.close()
            first = await self._send(head.encode() + b"\r\n" + body)
        assert self.reader is not None
        status = int(first.split()[1])
        length, chunked = 0, False
        self.wait = 0.0
        while (row := (await self.reader.readline()).rstrip()) != b"":
            name, _, value = row.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "transfer-encoding":
                chunked = "chunked" in value
            elif name.lower() == "retry-after":
                self.wait = float(value)
            elif name.lower() == "set-cookie" and not self.cookie:
                self.cookie = value.split(";")[0].strip()
        text = await (self._chunks() if chunked else self.reader.readexactly(length))
        return status, text

    async def _send(self, request: bytes) -> bytes:
        """The first line of the answer; nothing if the line is dead."""
        try:
            if self.writer is None or self.reader is None:
                opening = asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22, local_addr=self.home)
                self.reader, self.writer = await opening
            self.writer.write(request)
            return await self.reader.readline()
        except ConnectionError:
            return b""

    async def _chunks(self) -> bytes:
        assert self.reader is not None
        parts: list[bytes] = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readline()
        await self.reader.readline()
        return b"".join(parts)

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
