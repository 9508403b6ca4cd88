"""A mutant on trial: the positions that come by its lines, quickest first; then a short run of certify."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from echelon.core.errors import EchelonError
from echelon.core.proof.expect import check
from echelon.core.record.position import Position
from echelon.core.system import System
from echelon.lab.certify.battery import SHARP
from echelon.lab.certify.run import certify
from echelon.lab.mutants.subjects import Mutant, Subject

__all__ = ["Proof", "Verdict", "passes", "proofs", "read_positions", "trial"]

_PATIENCE = 5.0  # seconds in which a position must be played, or it is held to go on for ever
_KINDS = 6  # kinds of question that are worth seeking out; more than that are met anyway


@dataclass(frozen=True, slots=True)
class Verdict:
    """What killed a mutant: `position`, `certify`, `load` (it cannot even be made) or nothing; and which one, or how."""

    by: str = ""
    what: str = ""
    certified: float = 0.0  # seconds of certify that it has withstood


@dataclass(frozen=True, slots=True)
class Proof:
    """A position with the lines of each file that it comes by, and the seconds it takes."""

    position: Position
    lines: dict[str, frozenset[int]]
    seconds: float

    @property
    def name(self) -> str:
        """The file it was read from."""
        return self.position.source


class _OverdueError(BaseException):
    """A mutant may go round in circles; whoever waits for it gives up."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Break off whatever runs longer in the block. Only code in Python can be broken off, and rules are."""
    here = ctypes.c_ulong(threading.get_ident())
    timer = threading.Timer(seconds, lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc(here, ctypes.py_object(_OverdueError)))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# --- positions ----------------------------------------------------------------------------------------------------------
def read_positions(folder: Path) -> list[Position]:
    """The position files of a system, by name."""
    return [Position.parse(path.read_text("utf-8"), path.stem) for path in sorted(folder.glob("*.toml"))]


def passes(position: Position) -> bool:
    """Does everything that a position expects hold? An error is a no."""
    try:
        return not check(position, position.state())
    except Exception:
        return False


def proofs(positions: Iterable[Position], files: Iterable[str], tell: Callable[[int], None] = lambda n: None) -> list[Proof]:
    """Every position with the lines of these files that it comes by. It must hold while the rules are right."""
    found, wanted = [], frozenset(files)
    for number, position in enumerate(positions):
        tell(number)
        began = time.process_time()
        if not passes(position):
            raise EchelonError(f"position {position.source} does not hold as it is; run `echelon check` first")
        seconds = time.process_time() - began
        position.system._cache.clear()  # what is compiled only once counts for all
        with _watching(wanted) as lines:
            passes(position)
        found.append(Proof(position, {file: frozenset(seen) for file, seen in lines.items()}, seconds))
    return found


@contextmanager
def _watching(files: frozenset[str]) -> Iterator[dict[str, set[int]]]:
    """Note the lines of these files that run in the block."""
    seen: dict[str, set[int]] = {file: set() for file in files}

    def enter(frame: FrameType, _event: str, _arg: Any) -> Any:
        lines = seen.get(frame.f_code.co_filename)
        if lines is None:
            return None

        def line(frame: FrameType, _event: str, _arg: Any) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield seen
    finally:
        sys.settrace(before)


def _witnesses(proofs: Sequence[Proof], subject: Subject, mutant: Mutant) -> list[Proof]:
    """The positions that may mind a mutant: those about its clauses first, then the quickest."""
    own = set(subject.clauses)
    span = range(mutant.lines[0], mutant.lines[1] + 1)
    found = [p for p in proofs if subject.everywhere or not p.lines.get(subject.file, frozenset()).isdisjoint(span)]
    return sorted(found, key=lambda p: (own.isdisjoint(p.position.clauses), p.seconds))


# --- the trial ----------------------------------------------------------------------------------------------------------
def trial(
    system: System, subject: Subject, mutant: Mutant, proofs: Sequence[Proof], seconds: float = 0.0, before: Sequence[str] = ()
) -> Verdict:
    """Plant a mutant, see what kills it, and take it out again, whatever happens.

    `seconds` bounds the work of certify; positions named in `before` are tried first, where they come by.
    """
    witnesses = _witnesses(proofs, subject, mutant)
    witnesses.sort(key=lambda p: before.index(p.name) if p.name in before else len(before))
    try:
        take_out = mutant.plant()
    except (ValueError, TypeError, LookupError) as error:
        return Verdict("load", f"{type(error).__name__}: {error}")
    try:
        # compiled rules may hold what the error changes: none may be older than it, none may outlive it
        system._cache.clear()
        for proof in witnesses:
            try:
                with _within(_PATIENCE + 20 * proof.seconds):
                    if not passes(proof.position):
                        return Verdict("position", proof.name)
            except _OverdueError:
                return Verdict("position", proof.name)
        return _certified(system, witnesses, seconds) if seconds else Verdict()
    finally:
        take_out()
        system._cache.clear()


def _certified(system: System, witnesses: Sequence[Proof], seconds: float) -> Verdict:
    """A short run of certify, in the questions that the positions about these lines open."""
    kinds = {_kind(proof.position) for proof in witnesses} - {""}
    try:
        with _within(3 * seconds + 30):
            found = certify(
                system, rates=SHARP, count=False, first_only=True, seconds=seconds,
                kinds=tuple(sorted(kinds)) if len(kinds) <= _KINDS else (),
            )  # fmt: skip
    except _OverdueError:
        return Verdict("certify", "goes on for ever")
    except Exception as error:
        return Verdict("certify", f"{type(error).__name__}: {error}")
    first = found.failures[0] if found.failures else None
    return Verdict("certify", f"{first.check}: {first.message}") if first else Verdict(certified=seconds)


def _kind(position: Position) -> str:
    frame = position.data.get("frame", "")
    return str(frame.get("kind", "") if isinstance(frame, dict) else frame)
