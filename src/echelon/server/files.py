"""The files of the page, kept in memory: read and packed once, read again when they have changed on disk.

A page names its files under an address with a digest of them all, `/static/~5f3a91c0/js/api.js`, so that a browser keeps them
for good and asks for none of them at its next visit; after an update of the program the digest is another. Under the plain
address, and under a digest of the past, a file is kept too but asked for again.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
import threading
import time
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["WEB", "File", "Shelf"]

WEB = Path(__file__).parent.parent / "web"
FOREVER, AGAIN = "public, max-age=31536000, immutable", "no-cache"
LOOK = 1.0  # seconds between two looks for files that have changed
PLAIN = "/static/"
_TYPES = {  # not left to what a machine happens to have registered
    ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".json": "application/json", ".svg": "image/svg+xml",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: bytes
    etag: str
    media: str
    stamp: tuple[int, int]  # of the file on disk: when it was changed, and its size


class Shelf:
    """The files of a folder. Nothing outside it can be named: only what was found in it is looked up."""

    def __init__(self, folder: Path = WEB) -> None:
        self.folder = folder
        self._files: dict[str, File] = {}
        self._digest = ""
        self._next = 0.0
        self._lock = threading.Lock()

    def digest(self) -> str:
        """Of all files together."""
        self._look()
        return self._digest

    def get(self, name: str) -> File | None:
        """A file by its path in the folder, with slashes."""
        self._look()
        return self._files.get(name)

    def page(self, name: str) -> bytes | None:
        """A page whose files stand under the present digest."""
        found = self.get(name)
        return None if found is None else found.body.replace(PLAIN.encode(), f"{PLAIN}~{self._digest}/".encode())

    def answer(self, request: Request) -> Response | None:
        """A file as it is asked for: `name`, or `~digest/name`; None if there is no such file."""
        path: str = request.path_params["path"]
        kept = AGAIN
        if path.startswith("~"):
            given, _, path = path.partition("/")
            kept = FOREVER if given[1:] == self.digest() else AGAIN
        found = self.get(path)
        if found is None:
            return None
        headers = {"cache-control": kept, "etag": found.etag, "vary": "accept-encoding"}
        if found.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(found.packed, headers={**headers, "content-encoding": "gzip"}, media_type=found.media)
        return Response(found.body, headers=headers, media_type=found.media)

    def _look(self) -> None:
        """Read what is new, if the last look was a while ago."""
        if time.monotonic() < self._next:
            return
        with self._lock:
            now = {name: (stat.st_mtime_ns, stat.st_size) for name, stat in _walk(self.folder)}
            if now != {name: file.stamp for name, file in self._files.items()}:
                self._files = {name: self._read(name, stamp) for name, stamp in now.items()}
                parts = "".join(f"{name} {file.etag}\n" for name, file in sorted(self._files.items()))
                self._digest = blake2b(parts.encode(), digest_size=6).hexdigest()
            self._next = time.monotonic() + LOOK

    def _read(self, name: str, stamp: tuple[int, int]) -> File:
        known = self._files.get(name)
        if known is not None and known.stamp == stamp:
            return known
        body = (self.folder / name).read_bytes()
        suffix = Path(name).suffix
        media = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        etag = f'"{blake2b(body, digest_size=10).hexdigest()}"'
        return File(body, gzip.compress(body, 9, mtime=0), etag, media, stamp)


def _walk(folder: Path) -> list[tuple[str, os.stat_result]]:
    """All files below a folder, by their path in it."""
    found: list[tuple[str, os.stat_result]] = []
    waiting = [""]
    while waiting:
        inner = waiting.pop()
        with os.scandir(folder / inner) as entries:
            for entry in entries:
                name = f"{inner}/{entry.name}" if inner else entry.name
                if entry.is_dir():
                    waiting.append(name)
                else:
                    found.append((name, entry.stat()))
    return found
