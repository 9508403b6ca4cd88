"""What the server counts, as Prometheus reads it: https://prometheus.io/docs/instrumenting/exposition_formats/."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["MEDIA", "Meter", "Metered"]

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
_THOUGHT = ("hint", "report")
_SAMPLE = tuple[str, float]


class Meter:
    """Counts answers and their times by kind, and asks for the rest when it is read. Lives on the event loop."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()  # by kind and status
        self.open: Counter[str] = Counter()  # requests under way, by kind
        self._times: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}
        self._gauges: list[tuple[str, str, str, Callable[[], float | dict[str, float]]]] = []
        self._began = time.time()

    def watch(self, name: str, about: str, value: Callable[[], float | dict[str, float]], kind: str = "gauge") -> None:
        """Something that is looked up when the page is read; several values have a `kind` each."""
        self._gauges.append((name, about, kind, value))

    def note(self, kind: str, status: int, seconds: float) -> None:
        """One request was answered."""
        self.answers[kind, status] += 1
        times = self._times.setdefault(kind, [0] * (len(BOUNDS) + 1))
        times[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds

    def text(self) -> str:
        """All of it."""
        rows = [
            *_family("echelon_answers_total", "Replies, by kind and status.", "counter",
                     ((f'{{kind="{k}",status="{s}"}}', n) for (k, s), n in sorted(self.answers.items()))),
            *_family("echelon_acts_total", "Actions of players that were accepted.", "counter",
                     [("", self.answers["act", 200])]),
            *_family("echelon_refusals_total", "Requests that were refused, by kind and status.", "counter",
                     ((f'{{kind="{k}",status="{s}"}}', n) for (k, s), n in sorted(self.answers.items()) if s >= 400)),
            *_family("echelon_requests_open", "Requests in progress, by kind.", "gauge",
                     ((f'{{kind="{k}"}}', n) for k, n in sorted(self.open.items()))),
            *_family("echelon_answer_seconds", "Time to reply, by kind.", "histogram", self._histogram()),
        ]  # fmt: skip
        for name, about, kind, value in self._gauges:
            found = value()
            pairs = found.items() if isinstance(found, dict) else (("", found),)
            rows += _family(name, about, kind, ((f'{{kind="{k}"}}' if k else "", n) for k, n in pairs))
        start = [("", self._began)]
        rows += _family("process_start_time_seconds", "When the server was started.", "gauge", start)
        rows += _family("process_resident_memory_bytes", "Memory in use.", "gauge", _memory())
        return "\n".join(rows) + "\n"

    def _histogram(self) -> Iterable[_SAMPLE]:
        for kind, times in sorted(self._times.items()):
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), times, strict=True):
                total += count
                yield f'_bucket{{kind="{kind}",le="{bound}"}}', total
            yield f'_sum{{kind="{kind}"}}', self._seconds[kind]
            yield f'_count{{kind="{kind}"}}', total


def _family(name: str, about: str, kind: str, samples: Iterable[_SAMPLE]) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}", *(f"{name}{labels} {value:.10g}" for labels, value in samples)]


def _memory() -> list[_SAMPLE]:
    """As Linux tells it; elsewhere nothing is said."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return []
    return [("", pages * os.sysconf("SC_PAGE_SIZE"))]


def kind_of(method: str, path: str) -> str:
    """What sort of request it is: few kinds, so that no visitor can make new ones."""
    word = path.rpartition("/")[2]
    if not path.startswith("/api"):
        return {"static": "file", "art": "art"}.get(path.split("/")[1], "page")
    if word in _THOUGHT:
        return "think"
    if method in ("GET", "HEAD", "OPTIONS"):
        return "read"
    return "act" if word == "act" else "write"


class Metered:
    """Notes every answer, whoever gave it."""

    def __init__(self, app: ASGIApp, meter: Meter) -> None:
        self.app, self.meter = app, meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; live connections are counted where they are held."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        kind, began, status = kind_of(scope["method"], scope["path"]), time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self.meter.open[kind] += 1
        try:
            await self.app(scope, receive, noted)
        finally:
            self.meter.open[kind] -= 1
            self.meter.note(kind, status or 500, time.perf_counter() - began)
