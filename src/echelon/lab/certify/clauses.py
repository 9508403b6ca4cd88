"""Clauses counted: how often each rule decided something while certify ran, and how often it alone refused an action.

Functions marked with `@clause` are counted by wrappers that stand in their place, in this process and only while counting: in
the modules of the system and of `echelon.mechanics`, in the kinds of question, the steps of the sequence and the hooks.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import update_wrapper
from pathlib import Path
from typing import Any

from echelon.core.rulings import Ruling, clauses_of
from echelon.core.system import System

__all__ = ["ClauseCount", "Tally", "counting", "counts_path", "read_counts", "save_counts"]

Swap = tuple[Any, str, Any]  # the object, the attribute, what stood there


@dataclass(slots=True)
class ClauseCount:
    """How often a clause was at work: code marked with it ran or an event cited it, it refused an action, it alone did."""

    called: int = 0
    refused: int = 0
    sole: int = 0

    @property
    def decided(self) -> int:
        """How often it decided something, in whatever way."""
        return self.called + self.refused


@dataclass(slots=True)
class Tally:
    """The counts of one run."""

    calls: dict[tuple[str, ...], list[int]] = field(default_factory=dict)  # by the clauses a function is marked with
    refused: Counter[str] = field(default_factory=Counter)
    sole: Counter[str] = field(default_factory=Counter)
    noted: Counter[str] = field(default_factory=Counter)  # events and results that cite a clause
    pairs: int = 0  # verdicts of the law that were compared

    def heard(self, rulings: list[Ruling]) -> None:
        """One verdict of the law."""
        self.pairs += 1
        if rulings:
            clauses = {ruling.clause for ruling in rulings}
            self.refused.update(clauses)
            if len(clauses) == 1:
                self.sole.update(clauses)

    def cell(self, clauses: tuple[str, ...]) -> list[int]:
        """The counter of calls of functions marked with these clauses."""
        return self.calls.setdefault(clauses, [0])

    def counts(self, system: System) -> dict[str, ClauseCount]:
        """For every clause of the rule book, in printed order."""
        called = self.noted.copy()
        for clauses, (number,) in self.calls.items():
            called.update(dict.fromkeys(clauses, number))
        return {c: ClauseCount(called[c], self.refused[c], self.sole[c]) for c in system.clauses}


# --- counting wrappers --------------------------------------------------------------------------------------------------
@contextmanager
def counting(system: System, tally: Tally) -> Iterator[None]:
    """Count the calls of marked functions while the block runs."""
    swaps: list[Swap] = []
    made: dict[int, Any] = {}
    try:
        for module in _modules(system):
            for name, value in list(vars(module).items()):
                _swap(module, name, value, tally, made, swaps)
        play = system.play
        holders: list[Any] = [*system.kinds, *play.beside_kinds, *system.sequence, *play.queries, *system.parts, system]
        for holder in holders:
            for slot in fields(holder):
                value = getattr(holder, slot.name)
                if callable(value):
                    _swap(holder, slot.name, value, tally, made, swaps)
        for holder in system.proof.holders():
            for name, value in list((holder if isinstance(holder, dict) else vars(holder)).items()):
                _swap(holder, name, value, tally, made, swaps)
        yield
    finally:
        for holder, name, value in reversed(swaps):
            _set(holder, name, value)


def _modules(system: System) -> list[Any]:
    roots = (system.package, "echelon.mechanics")
    return [m for name, m in list(sys.modules.items()) if m and any(name == r or name.startswith(f"{r}.") for r in roots)]


def _swap(holder: Any, name: str, value: Any, tally: Tally, made: dict[int, Any], swaps: list[Swap]) -> None:
    counted = _counted(value, tally, made)
    if counted is not value:
        swaps.append((holder, name, value))
        _set(holder, name, counted)


def _set(holder: Any, name: str, value: Any) -> None:
    # kinds are plain, steps and systems frozen: the engine never changes them, only this counter does, and puts them back
    if isinstance(holder, dict):
        holder[name] = value
    else:
        object.__setattr__(holder, name, value)


def _counted(value: Any, tally: Tally, made: dict[int, Any]) -> Any:
    """The value with every marked function in it counted; the value itself if there is none. Tables of functions are tuples."""
    if isinstance(value, tuple) and type(value) is tuple:
        items = [_counted(item, tally, made) for item in value]
        return tuple(items) if any(a is not b for a, b in zip(items, value, strict=True)) else value
    if not callable(value) or isinstance(value, type) or not clauses_of(value):
        return value
    if id(value) not in made:
        made[id(value)] = _wrapper(value, tally.cell(clauses_of(value)))
    return made[id(value)]


def _wrapper(function: Callable[..., Any], cell: list[int]) -> Callable[..., Any]:
    def counted(*args: Any, **named: Any) -> Any:
        cell[0] += 1
        return function(*args, **named)

    return update_wrapper(counted, function)


# --- kept for `echelon clauses` -----------------------------------------------------------------------------------------
def counts_path(system: str) -> Path:
    """Where the counts of the last run are kept: the user's cache directory."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    base = Path(home) if home else Path.home() / ".cache"
    return base / "echelon" / "certify" / f"{system}.json"


def save_counts(system: System, counts: Mapping[str, ClauseCount], games: int, path: Path | None = None) -> Path:
    """Write the counts of a run; returns where."""
    target = path or counts_path(system.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    rows = {c: [n.called, n.refused, n.sole] for c, n in counts.items()}
    data = {"system": system.name, "version": system.version, "games": games, "clauses": rows}
    target.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    return target


def read_counts(system: System, path: Path | None = None) -> dict[str, ClauseCount] | None:
    """The counts of the last run of this version of the rules, or None if there is none."""
    source = path or counts_path(system.name)
    try:
        data = json.loads(source.read_text("utf-8"))
        if data["version"] != system.version:
            return None
        return {str(c): ClauseCount(*map(int, row)) for c, row in data["clauses"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
