"""One run of the battery over many games, and a second look at what it found."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from typing import Any

from echelon.core.errors import UnknownError
from echelon.core.record.position import Position
from echelon.core.system import System, load
from echelon.lab.certify.battery import SHARP, Battery, Rates, Stop
from echelon.lab.certify.clauses import counting, save_counts
from echelon.lab.certify.plan import planned, uncovered
from echelon.lab.certify.report import Report

__all__ = ["Progress", "certify", "certify_in_parts", "reproduce"]

ENDLESS = 400_000  # actions: a game that is longer does not end
Progress = Callable[[int, int, str], None]  # games done, games in all, what is being played


def certify(
    system: System,
    games: int = 100,
    seed: int = 0,
    *,
    scenario: str = "",
    progress: Progress | None = None,
    rates: Rates | None = None,
    limit: int = ENDLESS,
    count: bool = True,
    save: bool = False,
    first_only: bool = False,
    seconds: float = float("inf"),
    part: tuple[int, int] = (0, 1),
    kinds: tuple[str, ...] = (),
) -> Report:
    """Run the battery over `games` games and their scrambled states.

    `save` keeps the counts of the clauses for `echelon clauses`; `first_only` and `seconds` (of work) stop early; `part` (k, n)
    plays only every nth of the games, from the kth on; questions whose names begin with one of `kinds` are opened more often.
    """
    if scenario and scenario not in system.scenarios:
        raise UnknownError("scenario", scenario, tuple(system.scenarios))
    battery = Battery(system, seed, rates or Rates(), limit, first_only, kinds)
    report, began = battery.report, time.monotonic()
    battery.deadline = time.process_time() + seconds
    with counting(system, battery.tally) if count else nullcontext():
        try:
            for game in planned(system, games, seed, scenario):
                if game.number % part[1] != part[0]:
                    continue
                if progress:
                    progress(game.number, games, f"{game.scenario} {game.player}")
                battery.play(game)
        except Stop:
            pass
    if progress:
        progress(games, games, "done")
    report.seconds = time.monotonic() - began
    report.pairs = battery.tally.pairs
    report.clauses = battery.tally.counts(system) if count else {}
    report.uncovered = uncovered(system, games if part[1] > 1 else report.games, scenario)
    if save and count:
        save_counts(system, report.clauses, report.games)
    return report


def certify_in_parts(
    system: System,
    games: int = 100,
    seed: int = 0,
    *,
    scenario: str = "",
    progress: Progress | None = None,
    jobs: int = 2,
    save: bool = False,
) -> Report:
    """The same games shared out over processes. Every part makes its own first checks, so a few more are made in all."""
    began, parts = time.monotonic(), min(4 * jobs, games)
    report, done = Report(system, seed), 0
    with ProcessPoolExecutor(jobs) as pool:
        runs = [pool.submit(_part, system.name, games, seed, scenario, (k, parts)) for k in range(parts)]
        for run in as_completed(runs):
            report.merge(run.result())
            done += 1
            if progress:
                progress(report.games, games, f"{done} of {parts} parts")
    report.failures.sort(key=lambda failure: failure.game)
    report.seconds = time.monotonic() - began
    if save:
        save_counts(system, report.clauses, report.games)
    return report


def _part(name: str, games: int, seed: int, scenario: str, part: tuple[int, int]) -> Any:
    found = certify(load(name), games, seed, scenario=scenario, part=part)
    found.system = None  # type: ignore[assignment]  # systems do not travel between processes; the receiver has its own
    return found


def reproduce(text: str, tries: int = 20) -> Report:
    """Look again at a dumped position: every check, and every action that its expectation names or the state offers."""
    found = Position.parse(text)
    start = found.state()
    battery = Battery(found.system, 0, SHARP, ENDLESS)
    battery.where = "the dumped position"
    for number in range(tries):
        battery.rng = random.Random(number)
        battery.look(start.copy(), always=True)
    named = [line for table in found.data.get("expect", ()) for line in table.get("do", ())]
    offered = [a for a, _chance in start.outcomes()] if start.frame.chance else list(start.legal())
    for action in [start.parse(line) for line in named] or offered:
        state = start.copy()
        if battery.step(state, action):
            battery.look(state, always=True)
    return battery.report
