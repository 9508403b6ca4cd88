"""A mutant on trial: the positions that come by its lines, quickest first; what the law says of all that is done in them;
then a short run of certify.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.proof.expect import check, play_lines
from echelon.core.record.position import Position
from echelon.core.system import System, load
from echelon.lab.certify.battery import SHARP, Battery, Rates, Stop
from echelon.lab.certify.run import certify
from echelon.lab.mutants.subject import Mutant, Spots, Subject

if TYPE_CHECKING:
    from echelon.core.fields import Names
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["Court", "Proof", "Verdict", "holds", "objection", "passes", "proofs", "read_positions"]

Lines = Mapping[str, frozenset[int]]  # by file
_PATIENCE = 5.0  # seconds in which a position must be played, or it is held to go on for ever
# a position need not say what is secret in it, and may so contradict it
_LAW = Rates(judges=1.0, copies=0.0, derived=1.0, words=0.0, secrets=0.0, views=0.0, positions=0.0, first=0)
_ASKED = 30  # positions of which the law is asked
_KINDS = 6  # kinds of question that are worth seeking out; more than that are met anyway


@dataclass(frozen=True, slots=True)
class Verdict:
    """What killed a mutant: `position`, `law`, `certify`, `load` (it cannot even be made) or nothing; and which one, or how."""

    by: str = ""
    what: str = ""
    law: bool = False  # it has withstood the law in positions
    certified: float = 0.0  # and so many seconds of certify


@dataclass(frozen=True, slots=True)
class Proof:
    """A position with the lines of each file that it comes by, and the seconds it takes."""

    position: Position
    lines: Lines
    compiled: Lines  # those of them that run when its rules are compiled
    judged: Lines | None  # those that run when the law is asked; None if it has something to say as things are
    seconds: float

    @property
    def name(self) -> str:
        """The file it was read from."""
        return self.position.source


class _Compiled(Position):
    """A position whose rules are compiled once, for mutants that have no part in that."""

    __slots__ = ("found",)
    found: tuple[Rules, Names]

    def __init__(self, position: Position) -> None:
        super().__init__(position.data, position.text, position.source)
        object.__setattr__(self, "found", position._compile())

    def _compile(self) -> tuple[Rules, Names]:
        return self.found


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


def objection(position: Position) -> str:
    """What certify has to say of a position and of all that is done in it; the first, or nothing."""
    battery = Battery(position.system, 0, _LAW, 1_000, first_only=True)
    battery.where = position.source
    try:
        start, names = position.state(), position.names()
        battery.look(start, always=True)
        for table in position.data.get("expect", ()):
            state = start.copy()
            dice = list(position.data.get("dice", ()))
            with suppress(EchelonError):  # it is meant to be refused
                play_lines(state, table.get("do", ()), names.aliases, dice, partial(_judged, battery, state))
            battery.look(state, always=True)
    except Stop:
        first = battery.report.failures[0]
        return f"{first.check}: {first.message}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _judged(battery: Battery, state: State, action: int) -> None:
    battery.step(state, action)


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
        with _watching(wanted) as compiled:
            position.rules()
        with _watching(wanted) as lines:
            passes(position)
        with _watching(wanted) as judged:
            sound = not objection(position)
        plain = _both(lines, compiled)
        found.append(Proof(position, plain, _both(compiled, {}), _both(judged, plain) if sound else None, seconds))
    return found


def _both(lines: Mapping[str, set[int]], others: Mapping[str, Collection[int]]) -> Lines:
    return {file: frozenset(seen.union(others.get(file, ()))) for file, seen in lines.items()}


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


# --- the trial ----------------------------------------------------------------------------------------------------------
class Court:
    """Where the mutants of a system are tried. It keeps the compiled rules of positions, and what has killed lately."""

    def __init__(self, system: System, proofs: Sequence[Proof]) -> None:
        self.system, self.proofs = system, proofs
        self._compiled: dict[str, Position] = {}
        self._killers: list[str] = []

    def trial(
        self,
        subject: Subject,
        mutant: Mutant,
        *,
        only: Collection[str] | None = None,
        law: Collection[str] | None = None,
        seconds: float = 0.0,
    ) -> Verdict:
        """Plant a mutant, see what kills it, and take it out again, whatever happens.

        `only` names the positions that are tried, `law` those of which the law is asked: all that come by, if it is None.
        `seconds` bounds the work of certify.
        """
        own = set(subject.clauses)
        near = [p for p in self.proofs if _comes_by(p.judged or p.lines, mutant.spots)]
        # what killed its neighbour is likely to kill it, too; then those about its clauses, the quickest first
        late = {name: -n for n, name in enumerate(self._killers, 1)}
        near.sort(key=lambda p: (late.get(p.name, 0), own.isdisjoint(p.position.clauses), p.seconds))
        witnesses = [p for p in near if (only is None or p.name in only) and _comes_by(p.lines, mutant.spots)]
        sound = [p for p in near if p.judged is not None and (law is None or p.name in law)][:_ASKED]
        fixed = not any(_comes_by(p.compiled, subject.spots) for p in self.proofs)
        played = {p.name: self._kept(p.position) if fixed else p.position for p in (*witnesses, *sound)}
        try:
            take_out = mutant.plant()
        except Exception as error:
            return Verdict("load", f"{type(error).__name__}: {error}"[:200])
        try:
            if not fixed:  # compiled rules hold what the error changes: none may be older than it, none may outlive it
                self.system._cache.clear()
            for proof in witnesses:
                if not holds(played[proof.name], _PATIENCE + 20 * proof.seconds):
                    self._remember(proof.name)
                    return Verdict("position", proof.name)
            for proof in sound:
                found = _objected(played[proof.name])
                if found:
                    self._remember(proof.name)
                    return Verdict("law", f"{proof.name}: {found}")
            return self._certified(near, seconds) if seconds else Verdict(law=True)
        finally:
            take_out()
            if not fixed or seconds:
                self.system._cache.clear()

    def _remember(self, name: str) -> None:
        self._killers = [*(killer for killer in self._killers if killer != name), name]

    def _kept(self, position: Position) -> Position:
        if position.source not in self._compiled:
            self._compiled[position.source] = _Compiled(position)
        return self._compiled[position.source]

    def _certified(self, near: Sequence[Proof], seconds: float) -> Verdict:
        """A short run of certify, in the questions that the positions about these lines open."""
        kinds = {_kind(proof.position) for proof in near} - {""}
        self.system._cache.clear()
        try:
            with _within(3 * seconds + 30):
                found = certify(
                    load(self.system.name), rates=SHARP, count=False, first_only=True, seconds=seconds,
                    kinds=tuple(sorted(kinds)) if len(kinds) <= _KINDS else (),
                )  # fmt: skip
        except _OverdueError:
            return Verdict("certify", "never ends")
        except Exception as error:
            return Verdict("certify", f"{type(error).__name__}: {error}")
        first = found.failures[0] if found.failures else None
        return Verdict("certify", f"{first.check}: {first.message}") if first else Verdict(law=True, certified=seconds)


def _comes_by(lines: Lines, spots: Spots | None) -> bool:
    """Does a position run any of these lines?"""
    return spots is None or any(not lines.get(file, frozenset()).isdisjoint(wanted) for file, wanted in spots.items())


def holds(position: Position, seconds: float) -> bool:
    """Does a position hold, in good time?"""
    try:
        with _within(seconds):
            return passes(position)
    except _OverdueError:
        return False


def _objected(position: Position) -> str:
    """What the law has to say, in good time."""
    try:
        with _within(_PATIENCE * 4):
            return objection(position)
    except _OverdueError:
        return "never ends"


def _kind(position: Position) -> str:
    frame = position.data.get("frame", "")
    return str(frame.get("kind", "") if isinstance(frame, dict) else frame)
