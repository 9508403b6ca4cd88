"""What an action brought about, held against what the rule book says it brings about. Certify asks after every action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.core.frames import Over
from echelon.core.state import Problem
from echelon.systems.tigers.law.course.automatic import go_on
from echelon.systems.tigers.law.course.deeds import went_on
from echelon.systems.tigers.law.units import decode
from echelon.systems.tigers.state import TigersState

__all__ = ["transition"]

ROWS = ("pos", "status", "marks", "spent")


def transition(before: TigersState, action: int, after: TigersState) -> list[Problem]:
    """Everything in which the state after an action differs from what the rule book makes of the state before it."""
    want = before.copy()
    want.rules.rebuild(want)
    verb, fields = decode(before, action)
    cited = went_on(want, verb, fields, action)
    moved_on = want.outcome is None and (after.step != want.step or after.turn != want.turn or after.outcome is not None)
    if moved_on:
        go_on(want, after.step)
    return list(_differences(want, after, cited, moved_on))


def _differences(want: TigersState, after: TigersState, cited: str, moved_on: bool) -> Iterator[Problem]:
    for name in ROWS:
        for unit, (wanted, found) in enumerate(zip(getattr(want, name), getattr(after, name), strict=True)):
            if wanted != found:
                yield Problem(cited, {"case": f"effect.{name}", "unit": unit, **_shown(want, name, wanted, found)})
    for slot in (*want.layout.values, *want.layout.shared):
        wanted, found = getattr(want, slot.name), getattr(after, slot.name)
        if wanted != found:
            words = {"wanted": _dump(want, slot, wanted), "found": _dump(after, slot, found)}
            yield Problem(cited, {"case": "effect.value", "name": slot.name, **words})
    if want.turn != after.turn:
        yield Problem("TIG-SEQ-1", {"case": "effect.turn", "turn": want.turn, "found": after.turn})
    if want.outcome != after.outcome:
        yield Problem("TIG-VIC-9", {"case": "effect.result", "wanted": str(want.outcome), "found": str(after.outcome)})
    elif want.outcome is None:
        yield from _wrong_question(want, after, moved_on)


def _wrong_question(want: TigersState, after: TigersState, moved_on: bool) -> Iterator[Problem]:
    if moved_on:
        step = after.rules.sequence[after.step]
        if after.frame.kind.name not in step.opens or isinstance(after.frame, Over):
            yield Problem("TIG-SEQ-1", {"case": "effect.frame", "wanted": step.name, "found": repr(after.frame)})
    elif (want.frame, want.stack) != (after.frame, after.stack):
        wanted, found = (" < ".join(map(repr, (s.frame, *reversed(s.stack)))) for s in (want, after))
        yield Problem("TIG-SEQ-1", {"case": "effect.frame", "wanted": wanted, "found": found})


def _shown(want: TigersState, name: str, wanted: int, found: int) -> dict[str, Any]:
    if name == "pos":
        return {"hex": wanted, "hex_found": found}
    if name == "spent":
        return {"mf": wanted, "mf_found": found}
    slot = next(row for row in want.layout.rows if row.name == name)
    return {"wanted": _dump(want, slot, wanted), "found": _dump(want, slot, found)}


def _dump(s: TigersState, slot: Any, value: Any) -> str:
    return str(slot.codec.dump(s.rules, value)) or "nothing"
