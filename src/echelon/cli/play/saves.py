"""Where games are kept, so that nothing is lost: one running game, and those finished or put aside."""

from __future__ import annotations

from pathlib import Path

from echelon.cli.common import write_text
from echelon.server.settings import data_folder

__all__ = ["Saves"]


class Saves:
    """The directory of saved games."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / "games"

    @property
    def running(self) -> Path:
        """The game that is being played."""
        return self.folder / "running.txt"

    def keep(self, text: str) -> None:
        """Save the running game."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_text(self.running, text)

    def put_aside(self, name: str) -> Path | None:
        """Give the running game a name of its own and start afresh; where it went, or None if there was none."""
        if not self.running.exists():
            return None
        number = 1
        while (target := self.folder / f"{name}-{number}.txt").exists():
            number += 1
        self.running.replace(target)
        return target
