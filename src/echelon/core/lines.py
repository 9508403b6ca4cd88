"""Lines: short forms that join several actions of one side, such as `move b1 0203-0304` or `attack 0405 with b1 b2`.

A system declares them beside its verbs as a pattern and what it stands for:

    ("move unit path", "take unit; move unit *path; stop unit")
    ("attack hex with units", "attack hex; with *units")

In a pattern, `unit` and `hex` stand for one word each, `path` for hexes joined by `-`, `units` for one or more words, every
other word for itself. A starred word repeats its action. `stop unit?` is left out where the action is not open any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["expand"]

_SLOTS = ("unit", "hex", "path", "units")


def expand(state: State, line: str) -> list[str]:
    """The canonical actions a line stands for, one text each. `;` separates actions and short forms alike."""
    steps: list[str] = []
    for part in line.split(";"):
        words = part.split()
        if words:
            steps.extend(_short_form(state, words) or [" ".join(words)])
    return steps


def _short_form(state: State, words: list[str]) -> list[str] | None:
    for pattern, meaning in state.rules.system.lines:
        bound = _match(pattern.split(), words)
        if bound is not None:
            return _fill(state, meaning, bound)
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
            bound[slot] = word.split("-")
        elif slot in _SLOTS:
            bound[slot] = [word]
        elif slot != word:
            return None
    return None if rest else bound


def _fill(state: State, meaning: str, bound: dict[str, list[str]]) -> list[str]:
    steps: list[str] = []
    for action in meaning.split(";"):
        words = action.split()
        starred = [w[1:] for w in words if w.startswith("*")]
        for value in bound[starred[0]] if starred else [""]:
            steps.append(" ".join(value if w.startswith("*") else bound.get(w, [w])[0] for w in words))
    return steps
