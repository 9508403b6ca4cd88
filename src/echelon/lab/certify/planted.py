"""Planted errors: the battery is worth something only if it catches rule errors that were put in on purpose."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from echelon.core.parts import Planted
from echelon.core.system import System, load
from echelon.lab.certify.battery import SHARP, Rates
from echelon.lab.certify.run import Progress, certify

__all__ = ["Caught", "PlantedReport", "certify_planted"]


@dataclass(frozen=True, slots=True)
class Caught:
    """What became of one planted error: the check that caught it (empty if none did), and after how much work."""

    name: str
    clause: str
    check: str
    message: str
    games: int
    states: int
    seconds: float
    position: str = ""

    @property
    def ok(self) -> bool:
        """Was it caught?"""
        return bool(self.check)

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {name: getattr(self, name) for name in ("name", "clause", "check", "message", "games", "states")}


@dataclass
class PlantedReport:
    """All planted errors of a system; `ok` if each was caught."""

    system: System
    rows: list[Caught] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Were there any, and was each of them caught?"""
        return bool(self.rows) and all(row.ok for row in self.rows)

    @property
    def failures(self) -> list[Caught]:
        """Those that slipped through."""
        return [row for row in self.rows if not row.ok]

    def table(self) -> list[tuple[str, str, str, int, int]]:
        """For each error: its name, the clause it breaks, the check that caught it, after how many games and states."""
        return [(row.name, row.clause, row.check, row.games, row.states) for row in self.rows]

    def json(self) -> dict[str, Any]:
        """As plain data."""
        rows = [row.data() for row in self.rows]
        return {"system": self.system.name, "ok": self.ok, "seconds": round(self.seconds, 1), "planted": rows}


def certify_planted(
    system: System,
    games: int = 100,
    seed: int = 0,
    *,
    seconds: float = 240.0,
    only: Collection[str] = (),
    progress: Progress | None = None,
    rates: Rates = SHARP,
    jobs: int = 1,
) -> PlantedReport:
    """Plant each error in turn and run the battery until something is found; take it out again, whatever happens.

    `games` and `seconds` bound the search for one error; `only` names some of them; `jobs` processes share them.
    """
    report, began = PlantedReport(system), time.monotonic()
    errors = [error for error in system.proof.planted() if not only or error.name in only]
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        tries: Iterator[Caught]
        if pool is None:
            tries = (_try(system, error, games, seed, seconds, rates) for error in errors)
        else:
            tries = pool.map(_part, [(system.name, error.name, games, seed, seconds, rates) for error in errors])
        for number, error in enumerate(errors):
            if progress:
                progress(number, len(errors), error.name)
            report.rows.append(next(tries))
    if progress:
        progress(len(errors), len(errors), "done")
    report.seconds = time.monotonic() - began
    return report


def _part(work: tuple[str, str, int, int, float, Rates]) -> Caught:
    """One error, in a process of its own."""
    name, error, games, seed, seconds, rates = work
    return certify_planted(load(name), games, seed, seconds=seconds, only=[error], rates=rates).rows[0]


def _try(system: System, error: Planted, games: int, seed: int, seconds: float, rates: Rates) -> Caught:
    # compiled rules may hold what the error changes: none may be older than it, none may outlive it
    system._cache.clear()
    take_out = error.plant()
    try:
        found = certify(system, games, seed, rates=rates, count=False, first_only=True, seconds=seconds, kinds=error.kinds)
    finally:
        take_out()
        system._cache.clear()
    first = found.failures[0] if found.failures else None
    check, message, position = (first.check, first.message, first.position) if first else ("", "", "")
    return Caught(error.name, error.clause, check, message, found.games + 1, found.states, found.seconds, position)
