"""Settings of a server, and where a user's data belong on each platform."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Settings", "data_folder"]


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


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server needs to know. The defaults serve one machine and need nothing set up."""

    data: Path = field(default_factory=data_folder)
    database_url: str = ""  # without one, a file in `data`
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()  # further origins that may open live connections, as `https://games.example.org`
    body_limit: int = 1_000_000  # bytes of one request
    games_an_hour: int = 600  # that may be opened from one address
    players_an_hour: int = 3000  # that may be made for one address: whoever comes without a token is a new one
    hints_an_hour: int = 1200  # and reports, that may be asked for from one address
    watchers: int = 2000  # live connections in all, a tenth of them to one game
    live_games: int = 1200  # how many games stay in memory
    kept_bytes: int = 64_000_000  # of moves and scenes in words, for whoever asks for the same again
    idle_seconds: float = 900.0  # a game nobody touched for so long is put away
    warm: bool = field(default_factory=lambda: not os.environ.get("ECHELON_NO_ART"))  # draw before it is asked for
    threads: int = 4  # that judge; the event loop only listens, and one thread of the store's own writes
    waiting: int = 120  # requests that may wait for one of them; further ones are told to come back
    update_moves: int = 100  # of one answer with news; it says how to go on
    log_moves: int = 500  # of one answer with the log
    patience: float = 0.5  # seconds one may wait before it is told to come back
    address_requests: int = 64  # that may be under way for one address; files of the page do not count

    @property
    def url(self) -> str:
        """Of the database."""
        return self.database_url or f"sqlite:///{(self.data / 'echelon.db').as_posix()}"
