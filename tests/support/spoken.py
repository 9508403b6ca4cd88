"""An engine of the house in a thread, spoken to line by line as a host would."""

from __future__ import annotations

import io
import queue
import threading
from collections.abc import Iterator

from echelon.players.protocol.engine import Engine

__all__ = ["Spoken"]


class _Lines(io.TextIOBase):
    """A stream that keeps what is written as lines."""

    def __init__(self) -> None:
        self.lines: queue.Queue[str] = queue.Queue()
        self._rest = ""

    def write(self, text: str, /) -> int:
        *whole, self._rest = (self._rest + text).split("\n")
        for line in whole:
            self.lines.put(line)
        return len(text)


class Spoken:
    """`with Spoken("random") as engine: engine.say("echelon 1"); engine.hear()`."""

    def __init__(self, player: str) -> None:
        self.output = _Lines()
        self._input: queue.Queue[str | None] = queue.Queue()
        self.engine = Engine(player, self.output)  # type: ignore[arg-type]
        self._thread = threading.Thread(target=self.engine.run, args=(self._lines(),), daemon=True)

    def _lines(self) -> Iterator[str]:
        while (line := self._input.get()) is not None:
            yield line + "\n"

    def __enter__(self) -> Spoken:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._input.put(None)
        self._thread.join(60)
        assert not self._thread.is_alive(), "the engine does not end"

    def say(self, *messages: str) -> None:
        """Send messages; one with line breaks is several lines."""
        for message in messages:
            for line in message.splitlines():
                self._input.put(line)

    def hear(self, seconds: float = 60) -> str:
        """The next line; queue.Empty if none comes."""
        return self.output.lines.get(timeout=seconds)

    def until(self, *ends: str) -> list[str]:
        """The lines up to one that begins with one of these words."""
        found = [self.hear()]
        while found[-1].split()[0] not in ends:
            found.append(self.hear())
        return found

    def silent(self, seconds: float = 0.1) -> bool:
        """Does it say nothing for so long?"""
        try:
            self.hear(seconds)
        except queue.Empty:
            return True
        return False
