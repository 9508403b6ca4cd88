"""Lines: short forms that join several actions of one side, such as `move b1 0203-0304` or `attack 0405 with b1 b2`.

A system declares them beside its verbs as a pattern and what it stands for:

    ("move unit path", "take unit; move unit *path; stop unit")
    ("attack hex with units", "attack hex; with *units")

In a pattern, `unit` and `hex` stand for one word each, `path` for hexes joined by `-` (one alone: `0203-`), `units` for one
or more words, every other word for itself. A starred word repeats its action. `stop unit?` is left out where the action is
not open any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from echelon.core.errors import Illegal

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["expand", "run"]

_SLOTS = ("unit", "hex", "path", "units")


def expand(state: State, line: str) -> list[str]:
    """The canonical actions a line stands for, one text each. `;` separates actions and short forms alike."""
    steps: list[str] = []
    for part in line.split(";"):
        words = part.split()
        if words:
            steps.extend(_short_form(state, words) or [" ".join(words)])
    return steps


def run(state: State, line: str, apply: Callable[[int], None]) -> tuple[str, ...]:
    """Check and apply the actions of a line one by one, up to the first die, reveal or question to another side.

    Returns the texts that were left unplayed for that reason. The caller hands in a copy if all or none is wanted.
    """
    steps = expand(state, line)
    side, disclosed = state.frame.side, (state.rolls, state.reveals)
    for i, text in enumerate(steps):
        if i and ((state.rolls, state.reveals) != disclosed or state.frame.side != side):
            return tuple(steps[i:])
        action = state.parse(text.removesuffix("?"))
        rulings = state.why_not(action)
        if rulings and text.endswith("?"):
            continue
        if rulings:
            raise Illegal(text, rulings, [state.sentence(r) for r in rulings])
        apply(action)
    return ()


def _short_form(state: State, words: list[str]) -> list[str] | None:
    for pattern, meaning in state.rules.system.lines:
        bound = _match(pattern.split(), words)
        if bound is not None:
            return _fill(meaning, bound)
    return None


def _match(pattern: list[str], words: list[str]) -> dict[str, list[str]] | None:
    bound: dict[str, list[str]] = {}
    rest = list(words)
    for i, slot in enumerate(pattern):
        if not rest:
            return None
        if slot == "units":
            if i != len(pattern) - 1:
                raise ValueError("`units` must be the last word of a short form")
            bound[slot] = rest
            return bound
        word = rest.pop(0)
        if slot == "path":
            if "-" not in word:
                return None
            bound[slot] = [label for label in word.split("-") if label]
        elif slot in _SLOTS:
            bound[slot] = [word]
        elif slot != word:
            return None
    return None if rest else bound


def _fill(meaning: str, bound: dict[str, list[str]]) -> list[str]:
    steps: list[str] = []
    for action in meaning.split(";"):
        words = action.split()
        starred = [w[1:] for w in words if w.startswith("*")]
        for value in bound[starred[0]] if starred else [""]:
            filled = [value if w.startswith("*") else bound.get(w.rstrip("?"), [w])[0] for w in words]
            steps.append(" ".join(filled) + ("?" if words[-1].endswith("?") and not filled[-1].endswith("?") else ""))
    return steps
