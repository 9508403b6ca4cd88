"""What suites return, how they measure, and how a table is printed and compared."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Row:
    """One measured number."""

    suite: str
    subject: str  # what is done: "movement 8 points, hexsides"
    case: str  # on what: "40x40"
    technique: str  # how: "bucket queue"
    value: float
    unit: str = "us"
    ours: bool = False
    note: str = ""

    @property
    def key(self) -> str:
        """The name under which runs are compared."""
        return f"{self.suite} | {self.subject} | {self.case} | {self.technique}"


@dataclass(frozen=True)
class Bar:
    """A promise about a ratio: kept or not."""

    suite: str
    text: str
    ratio: float
    wanted: float

    @property
    def met(self) -> bool:
        """Whether the promise is kept."""
        return self.ratio >= self.wanted


@dataclass
class Result:
    """What a suite found."""

    rows: list[Row] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "rows": [asdict(row) | {"key": row.key} for row in self.rows],
            "bars": [asdict(bar) | {"met": bar.met} for bar in self.bars],
            "notes": self.notes,
        }


def microseconds(calls: Mapping[str, Callable[[], object]], rounds: int, slice_ms: float) -> dict[str, list[float]]:
    """The time of each call in each round; rounds alternate, so that a busy machine slows all alike."""
    counts: dict[str, int] = {}
    for name, call in calls.items():
        call()
        start = time.perf_counter()
        call()
        once = max(time.perf_counter() - start, 2e-7)
        counts[name] = max(1, int(slice_ms / 1e3 / once))
    times: dict[str, list[float]] = {name: [] for name in calls}
    gc.disable()
    try:
        for _ in range(rounds):
            for name, call in calls.items():
                repeat = range(counts[name])
                start = time.thread_time()  # processor time: what others do on the machine does not count
                for _ in repeat:
                    call()
                times[name].append((time.thread_time() - start) / len(repeat) * 1e6)
    finally:
        gc.enable()
    return times


def ratio(peer: list[float], own: list[float]) -> float:
    """How many times longer the peer takes: the median over rounds, each compared with its own neighbour in time."""
    return statistics.median(a / b for a, b in zip(peer, own, strict=True))


def print_result(result: Result, before: Mapping[str, float]) -> None:
    """A table with ratios: how many times as long as our row of the same subject and case."""
    last = ""
    for row in result.rows:
        head = f"{row.subject}, {row.case}"
        if head != last:
            print(f"\n{head}")
            last = head
        ours = next((r.value for r in result.rows if r.ours and (r.subject, r.case) == (row.subject, row.case)), None)
        ratio = f"{row.value / ours:8.1f} x" if ours and row.unit == "us" else " " * 10
        old = before.get(row.key)
        change = f"   {row.value / old - 1:+7.1%} against before" if old else ""
        mark = "*" if row.ours else " "
        print(f" {mark} {row.technique:44s} {row.value:12.2f} {row.unit} {ratio}  {row.note}{change}")
    if result.bars:
        print("\nbars")
        for bar in result.bars:
            print(f"  {'PASS' if bar.met else 'FAIL'}  {bar.text}: {bar.ratio:.2f} x, wanted {bar.wanted:g} x")
    for note in result.notes:
        print(f"note: {note}")
