"""A program that is spoken to in lines, and that can be given up: no call here waits longer than it is told to."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO

from echelon.players.player import Failed
from echelon.players.protocol.messages import LONGEST

__all__ = ["Process"]

_MOST = 10_000  # lines that wait to be read or written; a program that talks on and on is held back by its pipe


class Process:
    """A program with a queue of lines in each direction. It is ended with this object at the latest."""

    def __init__(self, argv: Sequence[str], name: str) -> None:
        self.name = name
        try:
            self._child = subprocess.Popen(
                list(argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",  # so that its own children end with it, and Ctrl-C is ours alone
            )  # fmt: skip
        except OSError as error:
            raise Failed(f"the engine {name} cannot be started: {error.strerror or error}") from None
        except ValueError as error:
            raise Failed(f"the engine {name} cannot be started: {error}") from None
        self._heard: queue.Queue[str | None] = queue.Queue(_MOST)
        self._to_say: queue.Queue[str | None] = queue.Queue(_MOST)
        self._complaints: deque[str] = deque(maxlen=20)
        self._ended = False
        child = self._child
        assert child.stdin and child.stdout and child.stderr
        self._threads = [
            threading.Thread(target=target, args=args, daemon=True, name=f"{target.__name__} {name}")
            for target, args in (
                (_listen, (child.stdout, self._heard)), (_speak, (child.stdin, self._to_say)),
                (_note, (child.stderr, self._complaints)),
            )
        ]  # fmt: skip
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _end, child)

    def say(self, *lines: str) -> None:
        """Send lines. They are handed to the program as it reads them."""
        try:
            self._to_say.put("".join(f"{line}\n" for line in lines), timeout=5)
        except queue.Full:
            self.end()
            raise Failed(f"the engine {self.name} does not read its input, and was stopped") from None

    def hear(self, seconds: float) -> str | None:
        """The next line, or None if it does not come in time. A program that has ended raises Failed."""
        if self._ended:
            raise Failed(f"the engine {self.name} was ended")
        try:
            line = self._heard.get(timeout=max(0.0, seconds)) if seconds > 0 else self._heard.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            raise Failed(self._epitaph())
        return line

    def _epitaph(self) -> str:
        """Why there is nothing more to hear."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(1)
        self._threads[-1].join(0.5)
        code, last = self._child.poll(), self._complaints[-1] if self._complaints else ""
        how = (
            "closed its output" if code is None
            else f"was ended by signal {-code}" if code < 0
            else f"ended with exit code {code}"
        )  # fmt: skip
        self.end()
        return f"the engine {self.name} {how} while a reply was expected{f': {last}' if last else ''}"

    def end(self, politely: float = 0.0) -> None:
        """End the program: let it go by itself for so many seconds, then kill it with its children."""
        if politely and self._end.alive:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(politely)
        self._end()
        self._ended = True
        with contextlib.suppress(queue.Full):
            self._to_say.put_nowait(None)
        deadline = time.monotonic() + 1
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                while True:
                    self._heard.get_nowait()  # a listener that waits for room must see the end, too
            for thread in self._threads:
                thread.join(0.02)


def _listen(stream: IO[bytes], heard: queue.Queue[str | None]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while raw := stream.readline(LONGEST + 1):
            if len(raw) > LONGEST:
                heard.put(f"error a line of more than {LONGEST:,} bytes")
                break
            heard.put(raw.decode("utf-8", "replace").rstrip("\r\n"))
    heard.put(None)


def _speak(stream: IO[bytes], to_say: queue.Queue[str | None]) -> None:
    with contextlib.suppress(OSError, ValueError):  # it went away: the listener says so
        while (text := to_say.get()) is not None:
            stream.write(text.encode())
            stream.flush()
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _note(stream: IO[bytes], complaints: deque[str]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while raw := stream.readline(LONGEST):
            if line := raw.decode("utf-8", "replace").strip():
                complaints.append(line[:300])


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kill a program that still runs, and those it started."""
    with contextlib.suppress(OSError):
        if child.poll() is not None:
            return
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(5)
