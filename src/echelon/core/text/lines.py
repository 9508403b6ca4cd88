"""Lines: short forms that join several actions of one side, such as `move b1 0203-0304` or `attack 0405 with b1 b2`.

A system declares them beside its verbs as a pattern and what it stands for:

    ("move unit path", "take unit; move unit *path; stop unit?")
    ("attack hex with units", "attack hex; with *units")
    ("drive unit path:full,r=road", "take unit; step unit *path; stop unit?")

In a pattern, the types of fields (`unit hex place hexside side number`) stand for one word each, `path` for hexes joined by
`-`, `units` and `hexes` for one or more words, every other word for itself. A starred word repeats its action. `stop unit?`
is left out where the action is not open any more. A path of one hex is a short form where its own verb is not open, but the
first one it stands for is; elsewhere it needs a dash: `0203-`.

What follows the colon of a path is a further word for each of its hexes: `full` unless a mark at the end of the hex says
otherwise, so that `drive b1 0203r-0204` stands for `step b1 0203 road; step b1 0204 full`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from echelon.core.errors import Illegal
from echelon.core.views import refusal

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.system import System

__all__ = ["as_meant", "expand", "path_marks", "run"]

_WORD = re.compile(r"[^\s,\[\]'\"(){}]+")
_ONE = ("unit", "hex", "place", "hexside", "side", "number")
_MANY = ("units", "hexes")


def expand(state: State, line: str) -> list[str]:
    """The canonical actions a line stands for, one text each. `;` separates actions and short forms alike."""
    return [step for part in _parts(line) for step in _short_form(state, part.split()) or [part]]


def run(state: State, line: str, apply: Callable[[int], None]) -> tuple[str, ...]:
    """Check and apply the actions of a line one by one, up to the first die, reveal or question to another side.

    Returns the texts that were left unplayed for that reason. The caller hands in a copy if all or none is wanted.
    """
    steps: list[str] = []  # canonical actions
    parts = _parts(line)  # not yet looked at: what a short form stands for may depend on what was played before it
    side, disclosed, played = state.frame.side, (state.rolls, state.reveals), False
    while steps or parts:
        if played and ((state.rolls, state.reveals) != disclosed or state.frame.side != side):
            return (*steps, *(step for part in parts for step in expand(state, part)))
        if not steps:
            words = parts.pop(0).split()
            steps = _short_form(state, words) or _lone_hex(state, words) or [" ".join(words)]
        text = steps.pop(0)
        action = state.parse(text.removesuffix("?"))
        if state.why_not(action):
            if text.endswith("?"):
                continue
            rulings = refusal(state, action)
            raise Illegal(text, rulings, [state.sentence(r) for r in rulings])
        apply(action)
        played = True
    return ()


def as_meant(state: State, text: str) -> str:
    """A line with its paths mended: one of a single hex, one that begins where the unit stands, one begun already."""
    words = text.split()
    paths = {pattern.split()[0] for pattern, _ in state.rules.system.play.forms if pattern.split()[-2:] == ["unit", "path"]}
    if len(words) == 3 and words[0] in paths and words[1] in state.rules.forces:
        place = getattr(state, state.layout.rows[0].name)[state.rules.forces.index(words[1])]
        hexes = words[2].split("-")
        if len(hexes) > 1 and place < state.rules.board.n and hexes[0] == state.rules.board.labels[place]:
            hexes = hexes[1:]
        if len(hexes) > 1 or words[0] not in state.frame.kind.verbs:
            words[2] = "-".join(hexes) + ("-" if len(hexes) == 1 else "")
        text = " ".join(words)
    steps = expand(state, text)
    verbs = state.frame.kind.verbs
    open_ = [i for i, step in enumerate(steps) if step.split()[0] in verbs]
    if len(steps) < 2 or not open_ or not _begun(state, steps[: open_[0]], steps[open_[0] :]):
        return text
    return "; ".join(steps[open_[0] :])


def _begun(state: State, done: list[str], rest: list[str]) -> bool:
    """Were the first steps of a line just taken? What they name stands in the open question, or in the steps to come, which
    are then judged for it: nobody attacks another hex than the one he has typed."""
    known = " ".join(map(str, state.frame.dump(state.rules).values()))
    words = {word for step in rest for word in step.split()} | set(_WORD.findall(known))
    return all(word in words for step in done for word in step.split()[1:])


def path_marks(system: System) -> tuple[str, ...]:
    """The marks that may stand behind the hexes of a path."""
    slots = [slot.partition(":")[2] for pattern, _ in system.play.forms for slot in pattern.split() if slot.startswith("path:")]
    return tuple(dict.fromkeys(mark for slot in slots for mark in _marks(slot) if mark))


def _parts(line: str) -> list[str]:
    return [" ".join(part.split()) for part in line.split(";") if part.split()]


def _short_form(state: State, words: list[str]) -> list[str] | None:
    for pattern, meaning in state.rules.system.play.forms:
        bound = _match(state, pattern.split(), words)
        if bound is not None:
            return _fill(meaning, bound)
    return None


def _lone_hex(state: State, words: list[str]) -> list[str] | None:
    """A path of one hex without its dash, where the line cannot be meant as the action itself."""
    open_now = state._verbs()
    for pattern, meaning in state.rules.system.play.forms:
        slots = pattern.split()
        at = next((i for i, slot in enumerate(slots) if slot.partition(":")[0] == "path"), len(words))
        if at < len(words) and words[0] not in open_now and meaning.split()[0] in open_now:
            bound = _match(state, slots, [*words[:at], f"{words[at]}-", *words[at + 1 :]])
            if bound is not None:
                return _fill(meaning, bound)
    return None


def _match(state: State, pattern: list[str], words: list[str]) -> dict[str, list[str]] | None:
    bound: dict[str, list[str]] = {}
    rest = list(words)
    for i, declared in enumerate(pattern):
        if not rest:
            return None
        slot, _, marks = declared.partition(":")
        if slot in _MANY:
            if i != len(pattern) - 1:
                raise ValueError(f"`{slot}` must be the last word of a short form")
            bound[slot] = rest
            return bound
        word = rest.pop(0)
        if slot == "path":
            if "-" not in word:
                return None
            bound[slot] = [_hex(state, part, _marks(marks)) for part in word.split("-") if part]
        elif slot in _ONE:
            bound[slot] = [word]
        elif slot != word:
            return None
    return None if rest else bound


def _marks(text: str) -> dict[str, str]:
    """`full,r=road` as a table from marks to words; the word without a mark stands for none."""
    marks: dict[str, str] = {}
    for choice in text.split(",") if text else ():
        mark, equals, word = choice.partition("=")
        marks[mark if equals else ""] = word if equals else choice
    return marks


def _hex(state: State, part: str, marks: dict[str, str]) -> str:
    """One hex of a path, followed by the word its mark stands for."""
    known = part in state.rules.board.ids
    mark = next((m for m in sorted(marks, key=len, reverse=True) if m and not known and part.endswith(m)), "")
    return f"{part.removesuffix(mark)} {marks.get(mark, '')}".strip()


def _fill(meaning: str, bound: dict[str, list[str]]) -> list[str]:
    steps: list[str] = []
    for action in meaning.split(";"):
        words = action.split()
        starred = [w[1:] for w in words if w.startswith("*")]
        for value in bound[starred[0]] if starred else [""]:
            filled = [value if w.startswith("*") else bound.get(w.rstrip("?"), [w])[0] for w in words]
            steps.append(" ".join(filled) + ("?" if words[-1].endswith("?") and not filled[-1].endswith("?") else ""))
    return steps
