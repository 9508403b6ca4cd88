"""A run over all mutants of a system: what kills each, what is accepted, what slips through."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from multiprocessing import Process, Queue
from pathlib import Path
from queue import Empty
from typing import Any, NamedTuple

from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.core.system import System, load
from echelon.lab.certify.clauses import counts_path
from echelon.lab.coverage import find_tests
from echelon.lab.mutants.accepted import Accepted
from echelon.lab.mutants.subjects import subjects
from echelon.lab.mutants.trial import Court, Proof, Verdict, proofs, read_positions

__all__ = ["MutantReport", "Row", "accepted_path", "results_path", "run_mutants"]

Progress = Callable[[int, int, str], None]
_MEMORY = 3 << 30  # bytes that a process may take up: a mutant may pile up what never ends
_SAVED = 10.0  # seconds between two savings
_GONE = 5.0  # seconds of silence after which it is asked whether anybody is still at work


class _Task(NamedTuple):
    """What a mutant has still to withstand: which positions, the law in which positions (None: all), seconds of certify."""

    mutant: str
    positions: frozenset[str] | None
    law: frozenset[str] | None
    seconds: float

    @property
    def nothing(self) -> bool:
        """Is there nothing left to try?"""
        return self.positions == self.law == frozenset() and not self.seconds


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one mutant; `reason` is why it is accepted, if it is."""

    name: str
    clauses: tuple[str, ...]
    verdict: Verdict
    reason: str = ""


@dataclass(slots=True)
class MutantReport:
    """All mutants of a system; `ok` if each is killed or accepted, and nothing is accepted that is not there any more."""

    system: System
    rows: list[Row] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Is there nothing to look at?"""
        return not self.survivors and not self.stale

    @property
    def survivors(self) -> list[Row]:
        """Those that nothing kills and nobody has accepted."""
        return [row for row in self.rows if not row.verdict.by and not row.reason]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many were killed by what, and how many of the others are accepted for what reason."""
        return Counter(row.verdict.by or row.reason or "survived" for row in self.rows)

    def json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "system": self.system.name, "ok": self.ok, "made": len(self.rows), "counts": dict(self.counts),
            "survivors": [{"name": row.name, "clauses": row.clauses} for row in self.survivors],
            "stale": self.stale, "seconds": round(self.seconds, 1),
        }  # fmt: skip


def accepted_path(system: System, tests: Path) -> Path:
    """The file of a system's accepted mutants."""
    return tests / "mutants" / f"{system.name}.toml"


def results_path(system: str) -> Path:
    """Where the verdicts of the last run are kept: the user's cache directory."""
    return counts_path(system).parents[1] / "mutants" / f"{system}.json"


def run_mutants(
    system: System,
    tests: Path | None = None,
    *,
    jobs: int = 1,
    only: str = "",
    seconds: float = 20.0,
    fresh: bool = False,
    progress: Progress | None = None,
) -> MutantReport:
    """Put every mutant on trial whose name contains `only`.

    Verdicts that still hold are taken from the last run, broken off or not, unless `fresh`. `seconds` bounds the work of
    certify on each; those that somebody has accepted with a reason are spared it.
    """
    tests = tests or find_tests(system)
    if tests is None:
        raise EchelonError(
            f"{system.name} has no tests here, and mutants are killed by positions; work in a clone of its sources"
        )
    began, report = time.monotonic(), MutantReport(system)
    accepted = Accepted.read(accepted_path(system, tests))
    made = {subject.name: (subject, subject.mutants()) for subject in subjects(system)}
    positions = read_positions(tests / "positions" / system.name)
    store = _Store.read(system, positions, fresh)
    work: dict[str, list[_Task]] = {}
    for name, (_subject, mutants) in made.items():
        wanted = [m.name for m in mutants if only in m.name and not store.owed(m.name, accepted, seconds).nothing]
        if wanted:
            work[name] = [store.owed(m, accepted, seconds) for m in wanted]
    if work:
        files = frozenset(file for subject, _mutants in made.values() for file in subject.spots or ())
        _judge(system, files, work, positions, store, jobs, progress)
    for subject, mutants in made.values():
        for mutant in mutants:
            if mutant.name in store.verdicts and only in mutant.name:
                verdict = store.verdicts[mutant.name]
                report.rows.append(Row(mutant.name, subject.clauses, verdict, accepted.reason(mutant.name)))
    known = {mutant.name for _subject, mutants in made.values() for mutant in mutants}
    proved = {row.name for row in report.rows if row.verdict.by in ("position", "law", "load")}  # certify may kill by chance
    for name, (_subject, mutants) in made.items():
        if all(mutant.name in proved for mutant in mutants):
            proved.add(name)  # nothing is open in it any more
    report.stale = sorted(name for name in accepted.rows if (name not in {*known, *made} and not only) or name in proved)
    report.seconds = time.monotonic() - began
    return report


def _judge(
    system: System, files: frozenset[str], work: Mapping[str, list[_Task]],
    positions: list[Position], store: _Store, jobs: int, progress: Progress | None,
) -> None:  # fmt: skip
    """Share the subjects out over processes."""
    total, done, saved = sum(map(len, work.values())), 0, time.monotonic()

    def tell(number: int) -> None:
        if progress:
            progress(number, len(positions), "positions")

    known = store.proofs(positions, files, tell)
    results: Queue[tuple[str, Verdict]] = Queue()
    tasks: Queue[tuple[str, list[_Task]] | None] = Queue()
    for part in [*work.items(), *[None] * jobs]:
        tasks.put(part)
    workers = [Process(target=_work, args=(system.name, known, tasks, results), daemon=True) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    try:
        while done < total:
            try:
                result = results.get(timeout=_GONE)
            except Empty:
                if any(worker.exitcode for worker in workers):
                    raise EchelonError(
                        "a process that tried mutants ended unexpectedly; run the command again to resume"
                    ) from None
                continue
            store.add(*result)
            done += 1
            if progress:
                progress(done, total, result[0].partition(" ")[0])
            if time.monotonic() - saved > _SAVED:
                store.save()
                saved = time.monotonic()
    finally:
        for worker in workers:
            worker.terminate()
        store.save()


def _work(
    name: str,
    known: list[Proof],
    tasks: Queue[tuple[str, list[_Task]] | None],
    results: Queue[tuple[str, Verdict]],
) -> None:
    """A process of its own: one subject after another."""
    _bounded()
    system = load(name)
    court, mutated = Court(system, known), {subject.name: subject for subject in subjects(system)}
    while part := tasks.get():
        subject, rows = mutated[part[0]], part[1]
        mutants = {mutant.name: mutant for mutant in subject.mutants()}
        for task in rows:
            found = court.trial(subject, mutants[task.mutant], only=task.positions, law=task.law, seconds=task.seconds)
            results.put((task.mutant, found))


def _bounded() -> None:
    """Bound the memory of this process, where the system can."""
    try:
        resource: Any = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    except (ImportError, OSError, ValueError):
        pass


# --- verdicts kept ------------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Store:
    """The verdicts of the last run that still hold: as long as the sources are the same, and the positions behind them."""

    path: Path
    sources: str
    positions: dict[str, str]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    survivors: dict[str, Verdict] = field(default_factory=dict)  # of the last run
    before: dict[str, str] = field(default_factory=dict)  # its positions
    changed: frozenset[str] = frozenset()  # those that are new or others since then

    @classmethod
    def read(cls, system: System, positions: list[Position], fresh: bool) -> _Store:
        store = cls(results_path(system.name), _digest(system), {p.source: _hash(p.text.encode()) for p in positions})
        try:
            data = json.loads(store.path.read_text("utf-8"))
            if fresh or data["sources"] != store.sources:
                return store
            store.before = data["positions"]
            store.changed = frozenset(n for n, mark in store.positions.items() if store.before.get(n) != mark)
            for name, row in data["verdicts"].items():
                verdict = Verdict(**row)
                killer = verdict.what.partition(":")[0] if verdict.by in ("position", "law") else ""
                if not verdict.by:
                    store.survivors[name] = verdict
                held = killer not in store.changed and (not killer or killer in store.positions)
                if held and (verdict.by or not store.changed):
                    store.verdicts[name] = verdict
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass
        return store

    def proofs(self, positions: list[Position], files: frozenset[str], tell: Callable[[int], None]) -> list[Proof]:
        """The positions with the lines they come by; those found before are kept beside the verdicts."""
        path = self.path.with_suffix(".lines.json")
        try:
            data = json.loads(path.read_text("utf-8"))
            rows = data["positions"] if data["sources"] == self.sources else {}
        except (OSError, ValueError, KeyError, TypeError):
            rows = {}
        rows = {name: row for name, row in rows.items() if self.positions.get(name) == row["mark"]}
        told = iter(range(len(positions)))
        fresh = proofs([p for p in positions if p.source not in rows], files, lambda _n: tell(len(rows) + next(told)))
        for proof in fresh:
            parts = (proof.lines, proof.compiled, proof.judged)
            kept = [part and [[file, sorted(seen)] for file, seen in part.items()] for part in parts]
            rows[proof.name] = {"mark": self.positions[proof.name], "seconds": proof.seconds, "lines": kept}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"sources": self.sources, "positions": rows}), "utf-8")
        found = []
        for position in positions:
            row = rows[position.source]
            lines, compiled, judged = (p and {file: frozenset(seen) for file, seen in p} for p in row["lines"])
            found.append(Proof(position, lines, compiled, judged, row["seconds"]))
        return found

    def owed(self, mutant: str, accepted: Accepted, seconds: float) -> _Task:
        """What a mutant has still to withstand. Those that somebody has judged are tried by positions only."""
        if mutant in self.verdicts and self.verdicts[mutant].by:
            return _Task(mutant, frozenset(), frozenset(), 0.0)
        before, judged = self.survivors.get(mutant), mutant in accepted.judged
        return _Task(
            mutant,
            None if before is None else self.changed,
            frozenset() if judged else None if before is None or not before.law else self.changed,
            0.0 if judged or (before is not None and before.certified >= seconds) else seconds,
        )

    def add(self, name: str, verdict: Verdict) -> None:
        before = self.survivors.get(name, verdict)
        if not verdict.by:
            verdict = replace(verdict, certified=max(verdict.certified, before.certified))
        self.verdicts[name] = verdict

    def save(self) -> None:
        waiting = self.survivors.keys() - self.verdicts.keys()  # for the positions that are new
        rows = {name: asdict(self.verdicts.get(name) or self.survivors[name]) for name in (*self.verdicts, *waiting)}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        data = {"sources": self.sources, "positions": self.before if waiting else self.positions, "verdicts": rows}
        draft = self.path.with_suffix(".part")
        draft.write_text(json.dumps(data), "utf-8")
        draft.replace(self.path)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _digest(system: System) -> str:
    """A mark of everything that the rules of a system are made of: its package and the kit."""
    marks = []
    for package in (system.package, "echelon.mechanics"):
        root = Path(str(import_module(package).__file__)).parent
        files = [p for p in sorted(root.rglob("*")) if p.suffix in (".py", ".toml", ".csv", ".txt", ".md")]
        marks += [
            f"{p.relative_to(root)} {_hash(p.read_bytes())}" for p in files if not {"planted", "planted.py"} & set(p.parts)
        ]
    return _hash("\n".join(marks).encode())
