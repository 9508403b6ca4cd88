"""The law of effects: what an action brought about, compared with what the rule book says it brings about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.core.fields import Flags, bits_of
from echelon.core.frames import Over
from echelon.core.state import Problem
from echelon.mechanics.declared import movement as m
from echelon.mechanics.plain.odds import attack_in_numbers
from echelon.mechanics.plain.sets import Picture

__all__ = ["Effects"]

Problems = Iterator[Problem]


class Effects:
    """Holds the state after an action against the one the rule book makes of the state before it."""

    def __init__(self, plain: Any) -> None:
        self.plain, self.game, self.course = plain, plain.game, plain.course

    def transition(self, before: Any, action: int, after: Any) -> list[Problem]:
        """Everything in which they differ."""
        want = before.copy()
        verb, fields = self.plain.judge.decode(before, action)
        told = list(self._wrong_preview(before, verb, fields, action))
        cited = self.course.went_on(want, verb, fields)
        self._settle_freedom(before, want, after)
        return [
            *told,
            *self._wrong_units(want, after, cited),
            *self._wrong_fields(want, after, cited),
            *self._wrong_end(want, after),
            *self._wrong_frame(want, after, cited),
        ]

    def _settle_freedom(self, before: Any, want: Any, after: Any) -> None:
        """Where the rule book leaves the engine free, take the engine's choice, if it is one of those that are free.

        A unit that can go nowhere stops; the list of those who may advance may name others who attacked and cannot.
        """
        frame, kind = want.frame, want.frame.kind.name
        stage = self.plain.stage_of(kind)
        if isinstance(stage, m.Moves) and kind.endswith(".step") and after.frame.kind.name == f"{stage.name}.pick":
            if not self.course.can_go_on(want, stage, frame):
                *want.stack, want.frame = want.stack
        elif kind.endswith(".advance") and type(after.frame) is type(frame):
            idle = after.frame.attackers & getattr(before.frame, "attackers", 0)
            want.frame = type(frame)((frame.side, frame.hex, frame.attackers | idle, *frame[3:]))

    def _wrong_preview(self, before: Any, verb: str, fields: tuple[int, ...], action: int) -> Problems:
        """The odds and chances shown before a unit joins, or before the die, are those the attack will be fought at."""
        frame, combat = before.frame, self.game.combat
        if combat is None or frame.kind.name != f"{combat.name}.join":
            return
        attackers = bits_of(frame.attackers | (1 << fields[0] if verb == "with" else 0))
        shown = before.preview(action)
        if not shown and not attackers:
            return
        for name, value in attack_in_numbers(before, combat.odds, frame.side, frame.hex, attackers).items():
            if shown.get(name) != value:
                facts = {"number": name, "wanted": str(value), "found": str(shown.get(name))}
                yield Problem(combat.odds.clause, {"case": "effect.preview", "hex": frame.hex, **facts})

    def _wrong_units(self, want: Any, after: Any, cited: str) -> Problems:
        """Every unit is where it should be, and as it should be."""
        for unit in range(len(want.pos)):
            there, found = want.pos[unit], after.pos[unit]
            if there != found:
                yield Problem(cited, {"case": "effect.place", "unit": unit, "hex": there, "hex_found": found})
        for slot in want.layout.rows[1:]:
            ours, theirs = getattr(want, slot.name), getattr(after, slot.name)
            for unit in range(len(ours)):
                if ours[unit] != theirs[unit]:
                    words = [_words(slot, row[unit]) for row in (ours, theirs)]
                    yield Problem(cited, {"case": "effect.status", "unit": unit, "wanted": words[0], "found": words[1]})
        for mark in self.game.marks:
            if not mark.row:
                for unit in bits_of(getattr(want, mark.name) ^ getattr(after, mark.name)):
                    if Picture(want).on_map(unit):
                        yield Problem(mark.clause or cited, {"case": "effect.mark", "unit": unit, "word": mark.name})

    def _wrong_fields(self, want: Any, after: Any, cited: str) -> Problems:
        """Marks on hexes, hexes that are held, the game's own fields, dice and disclosures."""
        members = want.rules.board.members
        for field, clause in (
            *((holding.field, holding.clause) for holding in self.game.holdings),
            *((mark.name, mark.clause) for mark in self.game.hex_marks),
        ):
            wrong = getattr(want, field) ^ getattr(after, field)
            if wrong and not (isinstance(want.frame, Over) and field in {mark.name for mark in self.game.hex_marks}):
                yield Problem(clause or cited, {"case": "effect.hexes", "word": field, "hexes": tuple(members(wrong))})
        for name, _slot in self.game.fields:
            if getattr(want, name) != getattr(after, name):
                yield Problem(cited, {"case": "effect.field", "word": name})
        for name in ("rolls", "reveals"):
            wanted, found = getattr(want, name), getattr(after, name)
            if wanted != found:
                yield Problem(cited, {"case": f"effect.{name}", "wanted": wanted, "found": found})

    def _wrong_end(self, want: Any, after: Any) -> Problems:
        """The game ends when it should, and with the right winner, level and clause."""
        if want.outcome != after.outcome:
            cited = (want.outcome or after.outcome)[2]
            yield Problem(cited, {"case": "effect.result", "wanted": _result(want), "found": _result(after)})
        if want.turn != after.turn:
            yield Problem(self.game.order_clause, {"case": "effect.turn", "turn": want.turn, "found": after.turn})

    def _wrong_frame(self, want: Any, after: Any, cited: str) -> Problems:
        """The right question is open, with the right facts, at the right step of the sequence."""
        if want.frame != after.frame or list(want.stack) != list(after.stack) or want.step != after.step:
            yield Problem(cited, {"case": "effect.frame", "wanted": repr(want.frame), "found": repr(after.frame)})


def _words(slot: Any, value: int) -> str:
    if isinstance(slot.codec, Flags):
        return " ".join(word for i, word in enumerate(slot.codec.words) if value >> i & 1) or "unmarked"
    return str(value)


def _result(state: Any) -> str:
    if state.outcome is None:
        return "the game continues"
    winner = "no side" if state.outcome.winner is None else state.rules.sides[state.outcome.winner]
    return f"{winner}, {state.outcome.level}"
