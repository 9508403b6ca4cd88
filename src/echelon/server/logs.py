"""What a server writes down: warnings and errors, each no more than once a minute, and no secret of anybody."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

__all__ = ["Once", "log_config"]

MINUTE = 60.0
MOST = 500  # messages that are remembered
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")


class Once(logging.Filter):
    """Lets the same message through once a minute, and says with the next how many were left out.

    Messages are the same if they differ only in what was filled in and in numbers: one fault in a thousand games is one
    message.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self._seen: OrderedDict[tuple[str, int, str], list[float]] = (
            OrderedDict()
        )  # when it was last let through; left out since
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Is it new, or a minute old?"""
        first = str(record.msg).partition("\n")[0]
        key = (record.name, record.levelno, _NUMBER.sub("#", first)[:200])
        now = self.clock()
        with self._lock:
            seen = self._seen.get(key)
            if seen is not None and now - seen[0] < MINUTE:
                seen[1] += 1
                return False
            left = int(seen[1]) if seen else 0
            self._seen[key] = [now, 0]
            self._seen.move_to_end(key)
            if len(self._seen) > MOST:
                self._seen.popitem(last=False)
        if left:
            record.msg, record.args = f"{record.getMessage()} (and {left} more like it)", ()
        return True


def log_config() -> dict[str, Any]:
    """Everything goes to the error stream, where `systemd` and containers expect it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"once": {"()": "echelon.server.logs.Once"}},
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "filters": ["once"], "formatter": "line"}
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
    }
