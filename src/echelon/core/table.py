"""Table: what people at a table need and a search does not: the record, undo with its reasons, take-back, automation.

A game of two thousand moves keeps its actions and little else: the state before a move and the events it caused are worked out
again when somebody asks, from the nearest state that was kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from echelon.core import dice
from echelon.core.errors import EchelonError, Illegal
from echelon.core.frames import CHANCE, OVER
from echelon.core.ledgers import closes_ledger
from echelon.core.record.closing import close, closing_text
from echelon.core.record.record import Entry, Record
from echelon.core.rulings import Ruling
from echelon.core.show.leads import commits
from echelon.core.text.lines import run
from echelon.core.verbs import VERB
from echelon.core.views import refusal

if TYPE_CHECKING:
    from echelon.core.state import Event, State

__all__ = ["Move", "Table", "only"]

STRIDE = 64  # a packed state is kept before every so many moves


class Move:
    """One applied action. The state before it and the events it caused are rebuilt on request."""

    __slots__ = ("_kept", "_number", "_reveals", "_rolls", "_stage", "_table", "action", "comment", "forced", "side")

    def __init__(self, table: Table, number: int, action: int, side: int, forced: bool = False, comment: str = "") -> None:
        self.action, self.side, self.forced, self.comment = action, side, forced, comment
        self._table, self._number = table, number
        self._kept: State | bytes | None = None  # the state before it, while it can be taken back and now and then
        self._rolls = self._reveals = -1  # dice and disclosures before it; -1 if nobody counted
        self._stage = (-1, -1)  # turn and step in which it was made

    def copy(self, table: Table) -> Move:
        """The same move at another table."""
        other = Move(table, self._number, self.action, self.side, self.forced, self.comment)
        other._kept, other._rolls, other._reveals, other._stage = self._kept, self._rolls, self._reveals, self._stage
        return other

    @property
    def text(self) -> str:
        """The canonical text of the action."""
        return self._table.start.text(self.action)

    @property
    def before(self) -> State:
        """The state before it: a copy of the caller's own."""
        kept = self._table._kept_state(self)
        return kept.copy() if kept is not None else self._table.before(self._number)

    @property
    def events(self) -> list[Event]:
        """What it caused."""
        kept = self._table._kept_state(self)
        return _events(kept.copy(), self.action) if kept is not None else self._table.events(self._number)

    def __repr__(self) -> str:
        return f"<Move {self._number} {self.text!r}{' forced' if self.forced else ''}>"


class Table:
    """A game in progress. `auto` names what the table does by itself: `forced` answers, `dice`.

    Some forced answers are left to their player all the same: see `_wants_a_press`.
    """

    def __init__(self, state: State, auto: Collection[str] = (), seed: dice.Seed | None = None) -> None:
        self.start = state.copy()
        self.state = state.copy()
        if seed is not None:
            self.start.seed = self.state.seed = seed
        self.auto = frozenset(auto)
        self.moves: list[Move] = []
        self.rest: tuple[str, ...] = ()
        self.closing = ""  # how the players ended the game, if they did: see `close`
        self.heads: list[int] = []  # the moves with which lines began: a line is taken back whole
        self._settled = 0  # the moves before this one can no longer be taken back
        self._fork = False  # it lives for one trial and lets go of nothing
        self._cursor: tuple[int, State] | None = None  # the state rebuilt last, and the number of the move it stands before
        self._automate()

    @classmethod
    def resume(
        cls, record: Record, auto: Collection[str] = (), seed: dice.Seed | None = None, most: int | None = None
    ) -> Table:
        """The table at the end of a record's main line. `seed` gives the dice to come if the record does not tell its own.

        A damaged record is refused, unless `most` says how many of its actions were found to be good (see `Record.replay`).
        """
        if most is None:
            replay = record.replay()
            if replay.damage:
                raise EchelonError(f"this game cannot be resumed: {replay.damage}")
        table = cls(record.start(seed))  # nothing happens by itself while the written actions are followed
        for entry in record.entries[:most]:
            table._apply(table.state.parse(entry.text), entry.forced)
            table.moves[-1].comment = entry.comment
        if record.closing and (most is None or most == len(record.entries)):
            table.close(record.closing)
        table.go_on(auto)
        return table

    @classmethod
    def restore(
        cls,
        start: State,
        moves: Iterable[tuple[int, int, bool, str]],
        auto: Collection[str] = (),
        known: tuple[int, bytes] | None = None,
    ) -> Table:
        """A table as it was, from moves that were checked when they were made: action, side, forced, comment.

        `known` is a packed state and how many moves stand before it: only what came after is then played again. Nothing
        happens by itself before the next action; `go_on` lets it.
        """
        table = cls(start)
        rows = list(moves)
        if known is not None and known[0] <= len(rows):
            n, packed = known
            table.moves = [Move(table, i, *row) for i, row in enumerate(rows[:n])]
            table.state = table._unpack(packed)
            table._settled = n
            rows = rows[n:]
        for action, _side, forced, comment in rows:
            table._apply(action, forced)
            table.moves[-1].comment = comment
        table.auto = frozenset(auto)
        return table

    # --- doing ------------------------------------------------------------------------------------------------------
    def do(self, action: int | str, side: int | None = None) -> list[Move]:
        """Carry out an action, or a line of several, checked. Returns what happened, automation included.

        A line goes through whole or not at all, up to the first die, reveal or question to the other side; what it could not
        yet play stands in `rest`. With a side, only what that side is asked may be answered.
        """
        first = len(self.moves)
        self.rest = ()
        if isinstance(action, int):
            self._check(action)
            only(self.state, action, side)
            self.heads.append(first)
            self._apply(action)
            self._automate()
            return self.moves[first:]
        trial = Table(self.state)

        def apply(step: int) -> None:
            only(trial.state, step, side)
            trial._apply(step)

        rest = run(trial.state, action, apply)
        self.heads.append(first)
        self._adopt(trial)
        self.rest = rest
        self._automate()
        return self.moves[first:]

    def fork(self, state: State | None = None) -> Table:
        """A table of its own with the same past, to try something at: no die falls there. `state` is what is known of the
        present one."""
        other = Table(self.state if state is None else state)
        other.start, other.auto, other._settled = self.start, self.auto - {"dice"}, self._settled
        other.heads, other._fork = self.heads[:], True
        other.moves = [*self.moves[: self._settled], *(move.copy(other) for move in self.moves[self._settled :])]
        return other

    def go_on(self, auto: Collection[str] | None = None) -> None:
        """Do what `auto` says happens by itself, until somebody has a choice."""
        if auto is not None:
            self.auto = frozenset(auto)
        self._automate()

    def roll(self) -> Move:
        """Let the dice answer a chance frame."""
        if not self.state.frame.chance:
            raise EchelonError("there is nothing to roll for now")
        self._apply(self.state.draw())
        move = self.moves[-1]
        self._automate()
        return move

    def resign(self, side: int) -> None:
        """A side gives the game up. It need not be asked, and it cannot be undone."""
        self.close(closing_text(self.state.rules, side))

    def agree(self) -> None:
        """The sides have agreed on a draw."""
        self.close(closing_text(self.state.rules, None))

    def close(self, text: str) -> None:
        """End the game by its closing line (see `closing`)."""
        close(self.state, text)
        self.closing = text
        self._settle()

    def _check(self, action: int) -> None:
        rulings = refusal(self.state, action)
        if rulings:
            raise Illegal(self.state.text(action), rulings, [self.state.sentence(r) for r in rulings])

    def _apply(self, action: int, forced: bool = False) -> None:
        state = self.state
        before, side = state.copy(), (state.frame_of(action) or state.frame).side
        state.apply(action)
        move = Move(self, len(self.moves), action, side, forced)
        move._kept = before
        move._rolls, move._reveals, move._stage = before.rolls, before.reveals, (before.turn, before.step)
        self.moves.append(move)
        told = (before.rolls, before.reveals) != (state.rolls, state.reveals)
        if told or side == CHANCE or state.frame.side not in (side, CHANCE):
            self._settle()

    def _adopt(self, trial: Table) -> None:
        """Take over the moves of a trial that began where this table stands."""
        for move in trial.moves:
            move._table, move._number = self, len(self.moves)
            self.moves.append(move)
        self.state = trial.state
        if trial._settled:
            self._settle()

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
                if len(legal.main) != 1 or closes_ledger(self.state, legal.main[0]) or self._wants_a_press(legal.main[0]):
                    return
                self._apply(legal.main[0], forced=True)

    def _wants_a_press(self, forced: int) -> bool:
        """Is a forced answer left to its player to give?

        Nothing that cannot be undone happens to a player who has not pressed for it: not while a choice of his could still be
        taken back, and never a die that comes of a deed such as an attack. Nor does a step of the turn in which he has chosen
        anything end behind his back, after a die either, nor a battle close before he has seen its odds. Who has just ended a
        step himself, though, has done with it: that nothing can be done in the next is no reason to ask again.
        """
        state, rules = self.state, self.state.rules
        side, step, told = state.frame.side, state.step, (state.rolls, state.reveals)
        after = state.copy()
        after.apply(forced)
        ends = {rules.verbs.code(name) for name in rules.system.play.main if name in rules.verbs}
        deed = forced & VERB not in ends and rules.verbs.all[forced & VERB].fields
        if deed and commits(state, forced, after):
            return True
        if not deed and len(after.stack) < len(state.stack) and "column" in state.preview(forced):
            return True
        if (after.outcome is not None or after.step != step) and self._chose(side):
            return True
        last, _reason = self.undo_target()
        if last < 0 or self.moves[last].side != side:
            return False
        if self.moves[last].action & VERB in ends and forced & VERB in ends and self._at(last).step != step:
            return False
        settled = after.outcome is not None or after.frame.side != side or (after.rolls, after.reveals) != told
        return settled or after.step != step

    def _chose(self, side: int) -> bool:
        """Has a side chosen anything in the present step?"""
        stage = (self.state.turn, self.state.step)
        for i in range(len(self.moves) - 1, -1, -1):
            move = self.moves[i]
            if move._rolls < 0:
                self._count(i)
            if move._stage != stage:
                return False
            if move.side == side and not move.forced:
                return True
        return False

    # --- looking back -----------------------------------------------------------------------------------------------
    def before(self, i: int) -> State:
        """The state before move `i`, a copy of the caller's own; with `i` the number of all moves, the present one."""
        if i == len(self.moves):
            return self.state.copy()
        return self._at(i).copy()

    def events(self, i: int) -> list[Event]:
        """What move `i` caused."""
        after = self._at(i).copy()
        found = _events(after, self.moves[i].action)
        self._cursor = (i + 1, after)  # whoever reads on is spared doing it again
        return found

    def _at(self, i: int) -> State:
        """The state before move `i`, not to be changed. Reading forwards costs one step a move."""
        kept = self._kept_state(self.moves[i])
        if kept is not None:
            return kept
        at, state = 0, self.start
        if self._cursor is not None and self._cursor[0] <= i:
            at, state = self._cursor
        for j in range(i - 1, max(at, i - STRIDE - 1), -1):
            found = self._kept_state(self.moves[j])
            if found is not None:
                at, state = j, found
                break
        state = state.copy()
        for j in range(at, i):
            if j % STRIDE == 0 and self.moves[j]._kept is None:
                self.moves[j]._kept = state.pack()
            state.apply(self.moves[j].action)
        self._cursor = (i, state)
        return state

    def _kept_state(self, move: Move) -> State | None:
        """The state before a move, if it was kept."""
        kept = move._kept
        return self._unpack(kept) if isinstance(kept, bytes) else kept

    def _unpack(self, packed: bytes) -> State:
        state = type(self.start).unpack(self.start.rules, packed)
        state.seed = self.start.seed
        return state

    def _settle(self) -> None:
        """Let go of the states before moves that no undo reaches any more, but for one now and then."""
        if self._fork:
            return
        for i in range(self._settled, len(self.moves)):
            move = self.moves[i]
            if i % STRIDE:
                move._kept = None
            elif move._kept is not None and not isinstance(move._kept, bytes):
                move._kept = move._kept.pack()
        self._settled = len(self.moves)

    # --- taking back ------------------------------------------------------------------------------------------------
    def undo_target(self) -> tuple[int, str]:
        """The move undo would take back (its index), or -1 and why it cannot: start, dice, revealed, asked, over."""
        i = len(self.moves) - 1
        while i >= 0 and self.moves[i].forced:
            i -= 1
        reason = self.can_take_back(i)
        return (-1, reason) if reason else (i, "")

    def line_target(self) -> tuple[int, str]:
        """The same for the whole line that was played last, as far back as it can be taken back."""
        last, reason = self.undo_target()
        head = max((h for h in self.heads if h <= last), default=last)
        i = next((i for i in range(head, last + 1) if self.can_take_back(i) is None), last)
        return i, reason

    def undo(self, line: bool = False) -> str | None:
        """Take back the last choice, or the last line, and what followed from it by itself. None, or why that cannot be."""
        i, reason = self.line_target() if line else self.undo_target()
        if i < 0:
            return reason
        self._rewind(i)
        return None

    def can_take_back(self, i: int) -> str | None:
        """Why move `i` cannot be taken back (start, forced, dice, revealed, over, asked), or None."""
        if not 0 <= i < len(self.moves):
            return "start"
        now, side = self.state, self.moves[i].side
        if self.moves[i].forced:
            return "forced"  # it would only be played again; the choice that led to it can be taken back
        if side == CHANCE or self._told(i)[0] != now.rolls:
            return "dice"
        if self._told(i)[1] != now.reveals:
            return "revealed"
        if now.frame.side == OVER:
            return "over"
        # a die that is asked for but not yet cast has told nobody anything
        if now.frame.side not in (side, CHANCE) or any(m.side != side for m in self.moves[i:]):
            return "asked"
        return None

    def _told(self, i: int) -> tuple[int, int]:
        """How many dice and disclosures came before move `i`."""
        move = self.moves[i]
        if move._rolls < 0:
            self._count(i)
        return move._rolls, move._reveals

    def _count(self, i: int) -> None:
        """Look again at the state before a move that was taken over from a store."""
        move, before = self.moves[i], self._at(i)
        move._rolls, move._reveals, move._stage = before.rolls, before.reveals, (before.turn, before.step)

    def take_back(self, i: int) -> list[str]:
        """Take back one earlier move out of order: rewind, play the rest again; returns what no longer applies."""
        reason = self.can_take_back(i)
        if reason:
            raise EchelonError(f"move {i + 1} cannot be undone: {reason}")
        trial, lost = self._without(i)
        self._rewind(i)
        self.heads += [i + head for head in trial.heads]  # what was played again is a line for each choice
        self._adopt(trial)
        self._automate()
        return lost

    def after_take_back(self, i: int) -> tuple[list[int], list[str]]:
        """What would be kept and what lost if move `i` were taken back: to be shown before asking."""
        trial, lost = self._without(i)
        return [move.action for move in trial.moves], lost

    def _without(self, i: int) -> tuple[Table, list[str]]:
        """The moves after move `i` played again without it, forced answers included, as far as no die is asked for."""
        trial = Table(self._at(i))
        trial.auto = self.auto - {"dice"}
        lost: list[str] = []
        for move in self.moves[i + 1 :]:
            if move.forced:
                continue
            if trial.state.outcome is None and not trial.state.frame.chance and move.action in trial.state.legal():
                trial.heads.append(len(trial.moves))
                trial._apply(move.action)
                trial.moves[-1].comment = move.comment
                trial._automate()
            else:
                lost.append(move.text)
        return trial, lost

    def _rewind(self, i: int) -> None:
        self.state = self.before(i)
        for number in range(i, len(self.moves)):  # whoever still holds one of them may ask it
            if self.moves[number]._kept is None:
                self.moves[number]._kept = self.before(number)
        self.rest = ()
        self._cursor = None
        self._settled = min(self._settled, i)
        self.heads = [head for head in self.heads if head < i]
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
            for i, owner in self.secret_moves().items():
                if owner != side:
                    entries[i].seal(self.start.seed)
        found = Record.of(self.start, entries, over=self.state.outcome is not None, headers=headers, side=side)
        found.closing = self.closing
        return found

    def secret_moves(self) -> dict[int, int]:
        """The moves that answered a secret question, by number, and who knows them: others may know that they were made."""
        verbs = self.start.rules.verbs
        secret = {verb for kind in self.start.rules.kinds if kind.secret for verb in kind.verbs}
        if not secret:
            return {}
        found = {}
        for i, move in enumerate(self.moves):
            if verbs.verb(move.action).name in secret:
                frame = self._at(i).frame_of(move.action)
                if frame is not None and frame.kind.secret:
                    found[i] = frame.owner
        return found

    @property
    def log(self) -> Sequence[Event]:
        """All events so far."""
        return [event for i in range(len(self.moves)) for event in self.events(i)]


def only(state: State, action: int, side: int | None) -> None:
    """Illegal unless the action answers a question to this side; None is anybody."""
    frame = state.frame_of(action)
    if side is None or frame is None or frame.side == side:
        return
    ruling = Ruling(state.rules.order_clause, {"verb": state.rules.verbs.verb(action).name, "kind": state.frame.kind.name})
    raise Illegal(state.text(action), [ruling], [state.sentence(ruling)])


def _events(state: State, action: int) -> list[Event]:
    """The events of an action, which is carried out in the state handed in."""
    events: list[Event] = []
    state.log = events
    state.apply(action)
    state.log = None
    return events
