"""One run of the battery over many games, and a second look at what it found."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import nullcontext

from echelon.core.errors import UnknownError
from echelon.core.position import Position
from echelon.core.system import System
from echelon.lab.certify.battery import SHARP, Battery, Rates, Stop
from echelon.lab.certify.clauses import counting, save_counts
from echelon.lab.certify.plan import planned, uncovered
from echelon.lab.certify.report import Report

__all__ = ["Progress", "certify", "reproduce"]

Progress = Callable[[int, int, str], None]  # games done, games in all, what is being played


def certify(
    system: System,
    games: int = 100,
    seed: int = 0,
    *,
    scenario: str = "",
    progress: Progress | None = None,
    rates: Rates | None = None,
    limit: int = 20_000,
    count: bool = True,
    save: bool = False,
    first_only: bool = False,
    seconds: float = float("inf"),
) -> Report:
    """Run the battery over `games` games and their scrambled states.

    `save` keeps the counts of the clauses for `echelon clauses`; `first_only` and `seconds` stop early.
    """
    if scenario and scenario not in system.scenarios:
        raise UnknownError("scenario", scenario, tuple(system.scenarios))
    battery = Battery(system, seed, rates or Rates(), limit, first_only)
    report, began = battery.report, time.monotonic()
    battery.deadline = began + seconds
    with counting(system, battery.tally) if count else nullcontext():
        try:
            for game in planned(system, games, seed, scenario):
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
    report.uncovered = uncovered(system, report.games, scenario)
    if save and count:
        save_counts(system, report.clauses, report.games)
    return report


def reproduce(text: str, tries: int = 20) -> Report:
    """Look again at a dumped position: every check, and every action that its expectation names or the state offers."""
    found = Position.parse(text)
    start = found.state()
    battery = Battery(found.system, 0, SHARP, 20_000)
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
