"""Settings of a server, and where a user's data belong on each platform.

Each field is declared once, here: `echelon.server.configure` makes of it a flag of `echelon serve`, a variable of the
environment, and a key of the file of settings.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Settings", "data_folder", "setting"]


def data_folder(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Where a user's data belong: `ECHELON_HOME` if set, else the custom of the platform (XDG_DATA_HOME on Linux)."""
    known = os.environ if environ is None else environ
    if known.get("ECHELON_HOME"):
        return Path(known["ECHELON_HOME"])
    if platform == "win32":
        local = known.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "echelon"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "echelon"
    base = Path(known.get("XDG_DATA_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".local" / "share") / "echelon"


def setting(default: Any, about: str, least: float = 0) -> Any:
    """A field with what `echelon serve --help` says of it. A default that is a function is called anew each time."""
    more = {"about": about, "least": least}
    return field(default_factory=default, metadata=more) if callable(default) else field(default=default, metadata=more)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server needs to know. The defaults serve one machine and need nothing set up."""

    data: Path = setting(data_folder, "The directory for games and pictures.")
    database_url: str = setting("", "Another database, such as postgresql+psycopg://user@host/name.")
    host: str = setting("127.0.0.1", "The address to listen on; 0.0.0.0 for the whole network.")
    port: int = setting(8321, "The port; 0 for any that is free.")
    origins: tuple[str, ...] = setting((), "Another site whose pages may follow games and play, as https://games.example.org.")
    allowed_hosts: tuple[str, ...] = setting(
        (), "A name by which visitors reach this server, besides this machine's own; * for any."
    )
    proxies: tuple[str, ...] = setting(("127.0.0.1", "::1"), "The address of a proxy whose X-Forwarded-For header is trusted.")
    routed: bool = setting(False, "One of several processes behind a proxy that routes by game.")
    metrics_from: tuple[str, ...] = setting(("127.0.0.1", "::1"), "An address or network that may read /metrics.")
    body_limit: int = setting(1_000_000, "Bytes of one request.", 1)
    bodies_bytes: int = setting(64_000_000, "Bytes of memory for requests that are still arriving.", 1)
    games_an_hour: int = setting(600, "Games one address may open in an hour.", 1)
    # whoever comes without a token is a new player
    players_an_hour: int = setting(3000, "New players one address may create in an hour.", 1)
    hints_an_hour: int = setting(1200, "Hints and report steps one address may request in an hour.", 1)
    watchers: int = setting(2000, "Live connections in all; spectators of one game may hold a tenth of them.", 1)
    watchers_an_address: int = setting(200, "Live connections from one address.", 1)
    watchers_a_game: int = setting(40, "Live connections from one address to one game.", 1)
    # a browser has six connections to a host, and many people may share an address
    sockets: int = setting(4000, "Open connections in all; the limit of open files of the system may lower it.", 1)
    sockets_an_address: int = setting(400, "Open connections from one address, unless it is a proxy's.", 1)
    header_seconds: float = setting(10.0, "How long the headers of a request may take to arrive.", 0.05)
    body_seconds: float = setting(60.0, "How long the rest of a request may take to arrive.", 0.05)
    idle_connection_seconds: float = setting(30.0, "How long a connection may wait for its next request.", 0.05)
    stalled_seconds: float = setting(60.0, "How long a client may leave a reply unread before the connection is closed.", 0.05)
    ping_seconds: float = setting(
        20.0, "Between two pings of a live connection; one that does not reply in time is closed.", 0.05
    )
    return_days: float = setting(30.0, "How long a return link can be followed.")
    live_games: int = setting(1200, "Games that stay in memory.", 1)
    idle_seconds: float = setting(900.0, "How long a game without a visitor stays in memory.")
    warm: bool = setting(
        lambda: not os.environ.get("ECHELON_NO_ART"), "Draw all pictures at the first start, before they are requested."
    )
    kept_bytes: int = setting(64_000_000, "Bytes of memory for moves and scenes already put into words.")
    # the event loop only listens, and one thread of the store's own writes
    threads: int = setting(4, "Threads that check actions and build replies.", 1)
    waiting: int = setting(120, "Requests that may wait for a thread; further ones get 503.", 1)
    patience: float = setting(0.5, "How long a request may wait for a thread before it gets 503.", 0.05)
    address_requests: int = setting(64, "Requests of one address in progress at a time; files of the page do not count.", 1)
    update_moves: int = setting(100, "Moves in one update; the rest follows in further ones.", 1)
    log_moves: int = setting(500, "Moves in one page of the log.", 1)
    workers: int = setting(0, "Processes for computer players, hints and reports; 0 for as many as there are cores.")
    think_seconds: float = setting(30.0, "How long a computer player may think at a time; then its process is ended.", 0.05)
    requests_waiting: int = setting(20, "Hints and report steps of one address that may wait at a time.", 1)
    unwatched_seconds: float = setting(30.0, "How long a game between two computers continues when no one watches.")
    readers: int = setting(2, "Processes that read uploaded files; one visitor has all but one of them at most.", 1)
    reader_seconds: float = setting(15.0, "How long one file may take to read; then its process is ended.", 0.05)
    reader_megabytes: int = setting(512, "Memory of a process that reads files, where the system can limit it.", 64)

    @property
    def url(self) -> str:
        """Of the database."""
        return self.database_url or f"sqlite:///{(self.data / 'echelon.db').as_posix()}"
