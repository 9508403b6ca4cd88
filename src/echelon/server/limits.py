"""How much one visitor may take: a bucket for each address, which fills again with time."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

__all__ = ["Allowance"]

HOUR = 3600.0
MOST = 10_000  # addresses that are remembered


class Allowance:
    """So many things an hour for each address. Whoever has taken none for an hour may take all of them at once."""

    def __init__(self, an_hour: int) -> None:
        self.an_hour = an_hour
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """Take one, if one is left."""
        now = time.monotonic()
        with self._lock:
            left, then = self._left.get(address, (float(self.an_hour), now))
            left = min(float(self.an_hour), left + (now - then) * self.an_hour / HOUR)
            fine = left >= 1.0
            self._left[address] = (left - 1.0 if fine else left, now)
            self._left.move_to_end(address)
            if len(self._left) > MOST:
                self._left.popitem(last=False)
        return fine
