"""The law of effects: what an action brought about, compared with what the rule book says it brings about.

`course` carries the action out a second time, from the rule book, on a copy of the state before it; here the two outcomes are
held against each other. Certify asks after every action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drill_law.course import combat_settled, eliminate, went_on
from drill_law.facts import FOUGHT, FRESH, MOVED, SHAKEN, on_map
from drill_law.frames import Advance, Join, Loss, Pick, Step
from drill_law.movement import why_not_move
from drill_law.odds import attack_in_numbers
from drill_law.units import decode
from echelon.core.fields import bits_of
from echelon.core.frames import Frame, Over
from echelon.core.rulings import clause
from echelon.core.state import Problem

__all__ = ["transition"]

Problems = Iterator[Problem]


def transition(before: Any, action: int, after: Any) -> list[Problem]:
    """Everything in which the state after an action differs from what the rule book makes of the state before it."""
    want = before.copy()
    verb, fields = decode(before, action)
    told = list(_wrong_preview(before, action))
    cited = went_on(want, verb, fields)
    _settle_freedom(before, want, after)
    return [
        *told,
        *_wrong_units(want, after, cited),
        *_wrong_marks(want, after),
        *_wrong_end(want, after),
        *_wrong_frame(want, after, cited),
    ]


def _settle_freedom(before: Any, want: Any, after: Any) -> None:
    """Where the rule book leaves the engine free, take the engine's choice, if it is one of those that are free.

    A question that has only one answer left may be answered by the engine: a unit that can go nowhere stops, a lone attacker
    pays for the exchange. The list of those who may advance may also name others who attacked and cannot.
    """
    frame = want.frame
    if isinstance(frame, Step) and isinstance(after.frame, Pick) and not _can_go_on(want, frame):
        *want.stack, want.frame = want.stack
    elif isinstance(frame, Loss) and not isinstance(after.frame, Loss) and frame.attackers.bit_count() == 1:
        eliminate(want, frame.attackers.bit_length() - 1)
        combat_settled(want, frame.side, frame.hex, 0)
    elif isinstance(frame, Advance) and isinstance(after.frame, Advance):
        idle = after.frame.attackers & getattr(before.frame, "attackers", 0)
        want.frame = Advance((frame.side, frame.hex, frame.attackers | idle))


def _can_go_on(want: Any, frame: Step) -> bool:
    near = want.rules.board.near[want.pos[frame.unit]]
    return any(not why_not_move(want, frame.unit, other, frame.left) for other, _bit, _side in near)


# --- what was promised ------------------------------------------------------------------------------------------------
@clause("DRL-CBT-4", "DRL-CBT-5", "DRL-RES-1")
def _wrong_preview(before: Any, action: int) -> Problems:
    """The odds and chances shown before a unit joins, or before the die, are those the attack will be fought at."""
    frame = before.frame
    if not isinstance(frame, Join):
        return
    verb, fields = decode(before, action)
    attackers = bits_of(frame.attackers | (1 << fields[0] if verb == "with" else 0))
    shown = before.preview(action)
    if not shown and not attackers:
        return
    wanted = attack_in_numbers(before, frame.hex, attackers)
    for name, value in wanted.items():
        if shown.get(name) != value:
            facts = {"number": name, "wanted": str(value), "found": str(shown.get(name))}
            yield Problem("DRL-CBT-4", {"case": "effect.preview", "hex": frame.hex, **facts})


# --- comparing --------------------------------------------------------------------------------------------------------
def _wrong_units(want: Any, after: Any, cited: str) -> Problems:
    """Every unit is where it should be, and as it should be."""
    watched = SHAKEN | FRESH | _mark_that_counts(want.frame)
    for unit in range(len(want.pos)):
        there, found = want.pos[unit], after.pos[unit]
        if there != found:
            yield Problem(cited, {"case": "effect.place", "unit": unit, "hex": there, "hex_found": found})
        if (want.status[unit] ^ after.status[unit]) & watched:
            words = (_status(want.status[unit] & watched), _status(after.status[unit] & watched))
            yield Problem(cited, {"case": "effect.status", "unit": unit, "wanted": words[0], "found": words[1]})


def _mark_that_counts(frame: Frame) -> int:
    """That a unit has moved matters while its side moves, that it attacked while its side attacks; both lapse afterwards."""
    if isinstance(frame, Over):
        return 0
    return MOVED if isinstance(frame, Pick | Step) else FOUGHT


def _status(status: int) -> str:
    words = ((SHAKEN, "Shaken"), (FRESH, "fresh"), (MOVED, "moved"), (FOUGHT, "fought"))
    return " ".join(word for bit, word in words if status & bit) or "fit"


def _wrong_marks(want: Any, after: Any) -> Problems:
    """Towns, minefield, supply, attacked hexes, dice and disclosures."""
    members = want.rules.board.members
    for place in members(want.blue_towns ^ after.blue_towns):
        yield Problem("DRL-GEN-3", {"case": "effect.town", "hex": place})
    if want.mine != after.mine:
        yield Problem("DRL-SET-2", {"case": "effect.mine"})
    if want.trodden != after.trodden:
        yield Problem("DRL-SET-2", {"case": "effect.trodden", "hexes": tuple(members(want.trodden ^ after.trodden))})
    if want.reveals != after.reveals:
        yield Problem("DRL-SET-2", {"case": "effect.reveals", "wanted": want.reveals, "found": after.reveals})
    for unit in range(len(want.pos)):
        if on_map(want, unit) and (want.supplied ^ after.supplied) >> unit & 1:
            yield Problem("DRL-SUP-1", {"case": "effect.supplied", "unit": unit})
    if not isinstance(want.frame, Over) and want.attacked != after.attacked:
        wrong = tuple(members(want.attacked ^ after.attacked))
        if not isinstance(want.frame, Pick | Step) or after.attacked:
            yield Problem("DRL-CBT-2", {"case": "effect.attacked", "hexes": wrong})
    if want.rolls != after.rolls:
        yield Problem("DRL-RES-1", {"case": "effect.rolls", "wanted": want.rolls, "found": after.rolls})


def _wrong_end(want: Any, after: Any) -> Problems:
    """The game ends when it should, and with the right winner, level and clause."""
    if want.outcome != after.outcome:
        cited = (want.outcome or after.outcome or ("", "", "DRL-VIC-1"))[2]
        facts = {"wanted": _result(want), "found": _result(after)}
        yield Problem(cited, {"case": "effect.result", **facts})
    if want.turn != after.turn:
        yield Problem("DRL-SEQ-1", {"case": "effect.turn", "turn": want.turn, "found": after.turn})


def _result(state: Any) -> str:
    if state.outcome is None:
        return "the game continues"
    winner = "no side" if state.outcome.winner is None else state.rules.sides[state.outcome.winner]
    return f"{winner}, {state.outcome.level}"


def _wrong_frame(want: Any, after: Any, cited: str) -> Problems:
    """The right question is open, with the right facts, at the right step of the sequence."""
    if want.frame != after.frame or list(want.stack) != list(after.stack) or want.step != after.step:
        yield Problem(cited, {"case": "effect.frame", "wanted": repr(want.frame), "found": repr(after.frame)})
