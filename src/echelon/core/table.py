"""Table: what people at a table need and a search does not: the record, undo with its reasons, take-back, automation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.core import dice
from echelon.core.errors import EchelonError, Illegal
from echelon.core.frames import CHANCE, OVER
from echelon.core.lines import run
from echelon.core.record import Entry, Record
from echelon.core.views import refusal

if TYPE_CHECKING:
    from echelon.core.state import Event, State

__all__ = ["Move", "Table"]


@dataclass(slots=True)
class Move:
    """One applied action with the state before it and the events it caused."""

    action: int
    text: str
    side: int
    before: State
    events: list[Event]
    forced: bool = False
    comment: str = ""


class Table:
    """A game in progress. `auto` names what the table does by itself: `forced` answers, `dice`."""

    def __init__(self, state: State, auto: Collection[str] = (), seed: dice.Seed | None = None) -> None:
        self.start = state.copy()
        self.state = state.copy()
        if seed is not None:
            self.start.seed = self.state.seed = seed
        self.auto = frozenset(auto)
        self.moves: list[Move] = []
        self.rest: tuple[str, ...] = ()
        self._automate()

    @classmethod
    def resume(cls, record: Record, auto: Collection[str] = (), seed: dice.Seed | None = None) -> Table:
        """The table at the end of a record's main line. `seed` gives the dice to come if the record does not tell its own."""
        replay = record.replay()
        if replay.damage:
            raise EchelonError(f"this record cannot be taken up again: {replay.damage}")
        table = cls(record.start(seed))  # nothing happens by itself while the written actions are followed
        for entry in record.entries:
            table._apply(table.state.parse(entry.text), entry.forced)
            table.moves[-1].comment = entry.comment
        table.auto = frozenset(auto)
        table._automate()
        return table

    # --- doing ------------------------------------------------------------------------------------------------------
    def do(self, action: int | str) -> list[Move]:
        """Carry out an action, or a line of several, checked. Returns what happened, automation included.

        A line goes through whole or not at all, up to the first die, reveal or question to the other side; what it could not
        yet play stands in `rest`.
        """
        first = len(self.moves)
        self.rest = ()
        if isinstance(action, int):
            self._check(action)
            self._apply(action)
            self._automate()
            return self.moves[first:]
        trial = Table(self.state)
        self.rest = run(trial.state, action, trial._apply)
        self.moves += trial.moves
        self.state = trial.state
        self._automate()
        return self.moves[first:]

    def roll(self) -> Move:
        """Let the dice answer a chance frame."""
        if not self.state.frame.chance:
            raise EchelonError("there is nothing to roll for now")
        self._apply(self.state.draw())
        move = self.moves[-1]
        self._automate()
        return move

    def _check(self, action: int) -> None:
        rulings = refusal(self.state, action)
        if rulings:
            raise Illegal(self.state.text(action), rulings, [self.state.sentence(r) for r in rulings])

    def _apply(self, action: int, forced: bool = False) -> None:
        state = self.state
        before, text, side = state.copy(), state.text(action), (state.frame_of(action) or state.frame).side
        events: list[Event] = []
        state.log = events
        state.apply(action)
        state.log = None
        self.moves.append(Move(action, text, side, before, events, forced))

    def _automate(self) -> None:
        while self.state.outcome is None:
            if self.state.frame.chance:
                if "dice" not in self.auto:
                    return
                self._apply(self.state.draw())
            else:
                if "forced" not in self.auto:
                    return
                legal = self.state.legal()
                if len(legal.main) != 1 or self._could_write():
                    return
                self._apply(legal.main[0], forced=True)

    def _could_write(self) -> bool:
        """Has the side that is asked a ledger it could still write in? Then a forced answer must not close it."""
        state = self.state
        return any(f.kind.legal(state, f) for f in state.rules.beside(state) if f.side == state.frame.side)

    # --- taking back ------------------------------------------------------------------------------------------------
    def undo_target(self) -> tuple[int, str]:
        """The move undo would take back (its index), or -1 and why it cannot: start, dice, revealed, asked, over."""
        i = len(self.moves) - 1
        while i >= 0 and self.moves[i].forced:
            i -= 1
        reason = self.can_take_back(i)
        return (-1, reason) if reason else (i, "")

    def undo(self) -> str | None:
        """Take back the last choice and what followed from it by itself. None, or the reason why that cannot be."""
        i, reason = self.undo_target()
        if i < 0:
            return reason
        self._rewind(i)
        return None

    def can_take_back(self, i: int) -> str | None:
        """Why move `i` cannot be taken back (start, forced, dice, revealed, over, asked), or None."""
        if not 0 <= i < len(self.moves):
            return "start"
        before, now, side = self.moves[i].before, self.state, self.moves[i].side
        if self.moves[i].forced:
            return "forced"  # it would only be played again; the choice that led to it can be taken back
        if before.rolls != now.rolls or side == CHANCE:
            return "dice"
        if before.reveals != now.reveals:
            return "revealed"
        if now.frame.side == OVER:
            return "over"
        # a die that is asked for but not yet cast has told nobody anything
        if now.frame.side not in (side, CHANCE) or any(m.side != side for m in self.moves[i:]):
            return "asked"
        return None

    def take_back(self, i: int) -> list[str]:
        """Take back one earlier move out of order: rewind, play the rest again; returns what no longer applies."""
        reason = self.can_take_back(i)
        if reason:
            raise EchelonError(f"move {i + 1} cannot be taken back: {reason}")
        trial, lost = self._without(i)
        self._rewind(i)
        self.moves += trial.moves
        self.state = trial.state
        self._automate()
        return lost

    def after_take_back(self, i: int) -> tuple[list[int], list[str]]:
        """What would be kept and what lost if move `i` were taken back: to be shown before asking."""
        trial, lost = self._without(i)
        return [move.action for move in trial.moves], lost

    def _without(self, i: int) -> tuple[Table, list[str]]:
        """The moves after move `i` played again without it, forced answers included, as far as no die is asked for."""
        trial = Table(self.moves[i].before)
        trial.auto = self.auto - {"dice"}
        lost: list[str] = []
        for move in self.moves[i + 1 :]:
            if move.forced:
                continue
            if trial.state.outcome is None and not trial.state.frame.chance and move.action in trial.state.legal():
                trial._apply(move.action)
                trial.moves[-1].comment = move.comment
                trial._automate()
            else:
                lost.append(move.text)
        return trial, lost

    def _rewind(self, i: int) -> None:
        self.state = self.moves[i].before.copy()
        self.rest = ()
        del self.moves[i:]

    # --- keeping ----------------------------------------------------------------------------------------------------
    def record(self, side: int | None = None, **headers: str) -> Record:
        """The game so far as a record; for one side, or None for all that is known at the table.

        The other side's secret actions are sealed in it until the game is over; then the seed is published, and they with it.
        """
        entries = [Entry(m.text, chance=m.side == CHANCE, forced=m.forced, comment=m.comment) for m in self.moves]
        if self.state.outcome is not None:
            side = None
        if side is not None:
            for entry, move in zip(entries, self.moves, strict=True):
                frame = move.before.frame_of(move.action)
                if frame is not None and frame.kind.secret and move.side != side:
                    entry.seal(self.start.seed)
        return Record.of(self.start, entries, over=self.state.outcome is not None, headers=headers, side=side)

    @property
    def log(self) -> Sequence[Event]:
        """All events so far."""
        return [event for move in self.moves for event in move.events]
