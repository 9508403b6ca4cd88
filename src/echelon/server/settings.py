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
    requests_waiting: int = 20  # for advice and reports, of one address at a time
    workers: int = 0  # processes that think, for computer players, hints and reports; 0: as many as this machine has cores
    think_seconds: float = 30.0  # that one question may take; a worker that takes longer is ended
    unwatched_seconds: float = 30.0  # after the last look at it, a game that no person plays pauses
    watchers: int = 2000  # live connections in all, a tenth of them to one game
    live_games: int = 500  # how many games stay in memory
    idle_seconds: float = 900.0  # a game nobody touched for so long is put away
    warm: bool = field(default_factory=lambda: not os.environ.get("ECHELON_NO_ART"))  # draw before it is asked for
    readers: int = 2  # processes that read uploaded files; one visitor has all but one of them at most
    reader_seconds: float = 15.0  # for one file, after which its process is ended
    reader_megabytes: int = 512  # of memory for each of them, where the system can limit it
    threads: int = 4  # that judge and store; the event loop only listens

    @property
    def url(self) -> str:
        """Of the database."""
        return self.database_url or f"sqlite:///{(self.data / 'echelon.db').as_posix()}"
