"""What an action brought about, held against what the rule book says it brings about. Certify asks after every action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.core.frames import Over
from echelon.core.rulings import clause
from echelon.core.state import Problem
from echelon.systems.tigers.frames import Battle, CombatDie
from echelon.systems.tigers.law.course.automatic import go_on
from echelon.systems.tigers.law.course.deeds import went_on
from echelon.systems.tigers.law.odds import attack_of, defenders_of, final_column, shifts, total_defence
from echelon.systems.tigers.law.units import decode, members
from echelon.systems.tigers.state import TigersState

__all__ = ["transition"]

ROWS = ("pos", "status", "marks", "spent")


def transition(before: TigersState, action: int, after: TigersState) -> list[Problem]:
    """Everything in which the state after an action differs from what the rule book makes of the state before it."""
    want = before.copy()
    want.rules.rebuild(want)
    verb, fields = decode(before, action)
    told = [*_wrong_preview(before, action, verb), *_wrong_forecast(before, action, after)]
    cited = went_on(want, verb, fields, action)
    moved_on = want.outcome is None and (after.step != want.step or after.turn != want.turn or after.outcome is not None)
    if moved_on:
        told += [Problem("TIG-SEQ-14", {"case": "effect.passed", "step": name}) for name in go_on(want, after.step)]
    return [*told, *_differences(want, after, cited, moved_on)]


@clause("TIG-CRT-1", "TIG-CRT-3", "TIG-CRT-4", "TIG-SHF-1")
def _wrong_preview(before: TigersState, action: int, verb: str) -> Iterator[Problem]:
    """What a player is shown of a battle: factors, shifts and column."""
    frame = before.frame
    if isinstance(frame, Battle) and verb == "set":
        side, units = frame.side, members(frame.units)
        alone = [before.rules.skorzeny]  # removed without a die, it has no part in the odds (TIG-SKZ-3)
        hexes = [h for h in sorted(before.rules.board.members(frame.hexes)) if defenders_of(before, side, h) != alone]
    elif isinstance(frame, CombatDie):
        side = before.rules.sequence[before.step].side
        hexes, units = [row[0] for row in before.targets if row[4] == 0], members(before.attackers)
    else:
        return
    if not total_defence(before, side, hexes, units):
        return  # a lone Skorzeny goes without a die (TIG-SKZ-3)
    shown = frame.kind.preview(before, frame, action)
    moved: dict[str, int] = {}
    for row in shifts(before, side, hexes, units):
        moved[row[0]] = moved.get(row[0], 0) + row[1]
    right = {
        "attack": attack_of(before, units),
        "defence": total_defence(before, side, hexes, units),
        "column": before.rules.columns[final_column(before, side, hexes, units)],
        "shifts": {clause_id: n for clause_id, n in moved.items() if n},
    }
    for name, wanted in right.items():
        found = shown.get(name)
        if name == "shifts":
            found = {clause_id: n for clause_id, n in (found or {}).items() if n}
        if found != wanted:
            yield Problem("TIG-CRT-4", {"case": "effect.preview", "name": name, "wanted": str(wanted), "found": str(found)})


@clause("TIG-RES-1", "TIG-RES-2", "TIG-NRT-1")
def _wrong_forecast(before: TigersState, action: int, after: TigersState) -> Iterator[Problem]:
    """Who is eliminated and who is Disrupted by a result must be what was shown before the die."""
    frame = before.frame
    if not isinstance(frame, CombatDie) or not before.targets:
        return
    die = before.rules.read[before.rules.verbs.fields(action)[0]]
    shown = frame.kind.preview(before, frame, action)
    word = before.rules.combat[die - 1][before.rules.columns.index(shown["column"])]
    told = shown["outcomes"][word].get("ordered")
    if told is None:
        return
    ids = {before.rules.forces.units[u].id: u for u in members(before.defenders)}
    gone = sorted(name for name, u in ids.items() if after.pos[u] == after.rules.gone)
    if gone != sorted(told["defender"]["eliminated"]):
        words = {"wanted": " ".join(gone), "found": " ".join(told["defender"]["eliminated"])}
        yield Problem("TIG-RES-1", {"case": "effect.preview", "name": f"{word}: eliminated", **words})


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
    if want.reveals != after.reveals:  # undo ends where something came to light
        words = {"wanted": str(want.reveals), "found": str(after.reveals)}
        yield Problem("TIG-FUEL-8", {"case": "effect.value", "name": "reveals", **words})
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
