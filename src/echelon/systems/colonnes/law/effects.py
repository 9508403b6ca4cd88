"""What an action brought about, held against what the rule book says it brings about. Certify asks after every action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.core.rulings import clause
from echelon.core.state import Problem
from echelon.systems.colonnes.facts.units import friends_at, phasing
from echelon.systems.colonnes.frames import Advance, Attackers, AttackSupport, CombatDie, DefenceSupport, Step
from echelon.systems.colonnes.law.advance import why_not_go_in
from echelon.systems.colonnes.law.course.deeds import went_on
from echelon.systems.colonnes.law.movement import move_cost
from echelon.systems.colonnes.law.odds import attack_in_numbers
from echelon.systems.colonnes.law.units import decode, enemy_of, is_column, members
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["transition"]


def transition(before: ColonnesState, action: int, after: ColonnesState) -> list[Problem]:
    """Everything in which the state after an action differs from what the rule book makes of the state before it."""
    want = before.copy()
    verb, fields = decode(before, action)
    told = [*_wrong_odds(before, action), *_wrong_cost(before, action)]
    cited = went_on(want, verb, fields)
    _settle_freedom(want, after)
    return [*told, *_differences(want, after, cited)]


def _settle_freedom(want: ColonnesState, after: ColonnesState) -> None:
    """The list of those who may still advance may name attackers who cannot, or leave them out; their going decides."""
    frame, found = want.frame, after.frame
    if isinstance(frame, Advance) and isinstance(found, Advance):
        never = [u for u in members(frame.units ^ found.units) if want.attackers >> u & 1 and not _could_go_in(want, frame, u)]
        free = sum(1 << u for u in never)
        want.frame = Advance((frame.side, frame.units & ~free | found.units & free, frame.unit))


def _could_go_in(want: ColonnesState, frame: Advance, unit: int) -> bool:
    return not [ruling for ruling in why_not_go_in(want, frame.side, unit) if ruling.clause != "COL-STK-1"]


# --- what was promised ------------------------------------------------------------------------------------------------
@clause("COL-ODD-1", "COL-ODD-2", "COL-ODD-3", "COL-CRT-1")
def _wrong_odds(before: ColonnesState, action: int) -> Iterator[Problem]:
    """The odds and chances shown with every answer on the way to the die are those of the attack so far."""
    frame = before.frame
    if not isinstance(frame, Attackers | AttackSupport | DefenceSupport | CombatDie):
        return
    verb, fields = decode(before, action)
    side = phasing(before)
    bit = 1 << fields[0] if verb in ("with", "spend", "support") else 0
    attackers = members(before.attackers | (bit if verb == "with" else 0))
    spent, backing = before.spent | (bit if verb == "spend" else 0), before.backing | (bit if verb == "support" else 0)
    there = friends_at(before, enemy_of(side), before.target)
    if not attackers or all(is_column(before, unit) for unit in there):
        return  # columns alone go without a die (COL-CL-20)
    wanted = attack_in_numbers(before, side, before.target, attackers, spent, backing)
    if wanted["basic"] is None:
        return  # below the table so far
    shown = frame.kind.preview(before, frame, action)
    for name, value in wanted.items():
        found = shown.get(name)
        if name == "shifts":
            found, value = (_nonzero(rows) for rows in (found, value))
        if found != value:
            facts = {"name": name, "wanted": str(value), "found": str(found)}
            yield Problem("COL-ODD-2", {"case": "effect.preview", **facts})


def _nonzero(rows: Any) -> dict[str, int]:
    return {cited: by for cited, by in (rows or {}).items() if by}


@clause("COL-MOV-1", "COL-TER-1", "COL-TER-2", "COL-TER-3", "COL-ZOC-2")
def _wrong_cost(before: ColonnesState, action: int) -> Iterator[Problem]:
    """The points shown for a step are those it costs."""
    frame = before.frame
    verb, fields = decode(before, action)
    if not isinstance(frame, Step) or verb != "move":
        return
    cost = move_cost(before, frame.unit, fields[1])
    shown = frame.kind.preview(before, frame, action)
    for name, value in (("cost", cost), ("left", max(0, frame.left - cost))):
        if shown.get(name) != value / 2:
            facts = {"name": name, "wanted": str(value / 2), "found": str(shown.get(name))}
            yield Problem("COL-MOV-1", {"case": "effect.preview", **facts})


# --- comparing --------------------------------------------------------------------------------------------------------
def _differences(want: ColonnesState, after: ColonnesState, cited: str) -> Iterator[Problem]:
    rules = want.rules
    for unit in range(len(want.pos)):
        if want.pos[unit] != after.pos[unit]:
            facts = {"case": "effect.pos", "unit": unit, "hex": want.pos[unit], "hex_found": after.pos[unit]}
            yield Problem(cited, facts)
        elif want.status[unit] != after.status[unit] and want.pos[unit] != rules.exited:
            row = next(row for row in want.layout.rows if row.name == "status")
            words = {"wanted": _dump(want, row, want.status[unit]), "found": _dump(want, row, after.status[unit])}
            yield Problem(cited, {"case": "effect.status", "unit": unit, **words})
    for slot in (*want.layout.values, *want.layout.shared):
        wanted, found = getattr(want, slot.name), getattr(after, slot.name)
        if slot.name == "ferried":
            wanted, found = sorted(wanted), sorted(found)  # the order of ferries means nothing
        if wanted != found:
            words = {"wanted": _dump(want, slot, wanted), "found": _dump(after, slot, found)}
            yield Problem(cited, {"case": "effect.value", "name": slot.name, **words})
    yield from _wrong_course(want, after, cited)


@clause("COL-SEQ-1", "COL-VIC-3")
def _wrong_course(want: ColonnesState, after: ColonnesState, cited: str) -> Iterator[Problem]:
    """The right question is open at the right step of the right turn, or the game has ended as it should."""
    if want.outcome != after.outcome:
        yield Problem("COL-VIC-3", {"case": "effect.result", "wanted": str(want.outcome), "found": str(after.outcome)})
        return
    for name in ("turn", "rolls", "reveals"):
        if getattr(want, name) != getattr(after, name):
            words = {"wanted": str(getattr(want, name)), "found": str(getattr(after, name))}
            yield Problem(cited, {"case": "effect.value", "name": name, **words})
    if want.outcome is None and (want.step, want.frame, list(want.stack)) != (after.step, after.frame, list(after.stack)):
        wanted, found = (" < ".join(map(repr, (s.frame, *reversed(s.stack)))) for s in (want, after))
        yield Problem(cited, {"case": "effect.frame", "wanted": wanted, "found": found})


def _dump(s: ColonnesState, slot: Any, value: Any) -> str:
    return str(slot.codec.dump(s.rules, value)) or "nothing"
