"""Findings: what a check found wrong with a state, and the position file that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from echelon.core.errors import EchelonError
from echelon.core.state import State
from echelon.core.text.toml import write

__all__ = ["Failure", "Finding", "Findings", "found", "position_text"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Finding(NamedTuple):
    """One thing that is wrong: which check says so, in a sentence, and the state in which it shows.

    Findings with the same `check` and `key` are the same defect seen again. `do` holds the actions that lead from the state to
    the defect; `expect` what a position's expectation would say if all were well.
    """

    check: str
    key: str
    message: str
    state: State
    do: tuple[str, ...] = ()
    expect: Mapping[str, Any] = _NOTHING


Findings = Iterator[Finding]


def found(
    check: str, key: str, message: str, state: State, do: tuple[str, ...] = (), expect: Mapping[str, Any] = _NOTHING
) -> Finding:
    """A finding with a copy of the state, which may change afterwards."""
    return Finding(check, key, message, state.copy(), do, expect)


@dataclass(slots=True)
class Failure:
    """A defect as the report keeps it: the first finding of its kind, where it turned up, and how often."""

    check: str
    key: str
    message: str
    where: str  # the game: scenario, options, player, number
    position: str  # a position file that shows it; empty if the state cannot be written
    times: int = 1
    game: int = 0

    def __str__(self) -> str:
        again = f" ({self.times} times)" if self.times > 1 else ""
        return f"{self.check}: {self.message} [{self.where}]{again}"

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "check": self.check, "message": self.message, "where": self.where, "times": self.times,
            "position": self.position,
        }  # fmt: skip


def position_text(finding: Finding, where: str = "") -> str:
    """The position file of a finding: the failed check in comments, the state, and an expectation to run."""
    state = finding.state
    remarks = [f"certify: {finding.check}", finding.message, where]
    head = "".join(f"# {line}\n" for remark in remarks if remark for line in remark.splitlines())
    try:
        text = state.position()
        problems = sorted({p.clause for p in state.problems()})
    except Exception as error:  # the state itself may be what is broken; the report still wants the rest
        return f"{head}# the state cannot be written: {error!r}\n"
    if problems:
        text = write({"problems": problems}) + text  # else the file would be refused on loading
    expect = {"title": f"certify: {finding.check}", **({"do": list(finding.do)} if finding.do else {}), **finding.expect}
    try:
        return f"{head}{text.rstrip()}\n\n{write({'expect': [expect]})}"
    except EchelonError as error:
        return f"{head}{text}\n# {error}\n"
