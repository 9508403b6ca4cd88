"""A game at the terminal: the table, who sits where, and what each of them may know. Nothing here prints."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.cli.common import read_text
from echelon.core import dice
from echelon.core.errors import EchelonError
from echelon.core.ledgers import closes_ledger
from echelon.core.record.record import Record
from echelon.core.table import Move, Table
from echelon.core.text.lines import run
from echelon.players import check, make

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.system import System
    from echelon.core.views import View
    from echelon.players import Player

__all__ = ["HUMAN", "Game", "check_seats"]

HUMAN = "human"


def check_seats(names: Iterable[str]) -> None:
    """Refuse a name that nobody who can play has."""
    for name in names:
        if name != HUMAN:
            check(name, (HUMAN,))


def _is_ours(name: str) -> bool:
    """Is this a player of the house? A record may come from anybody: it must not start a foreign engine."""
    try:
        check(name, foreign=False)
    except EchelonError:
        return False
    return True


class Game:
    """A table with seats. Dice roll by themselves; forced answers are given while they stay within the step."""

    def __init__(self, table: Table, seats: Sequence[str], seed: int | None = None, own_dice: bool = True) -> None:
        self.table = table
        self.seats = tuple(seats)
        self.stuck: tuple[str, str] | None = None  # how far the last refused line would have come: an action, then a prompt
        self.own_dice = own_dice  # False if the record we took up did not tell its seed: then its dice cannot be proved
        check_seats(self.seats)
        start = random.SystemRandom().randrange(1 << 30) if seed is None else seed
        self.players: dict[int, Player] = {
            side: make(name, start + side) for side, name in enumerate(self.seats) if name != HUMAN
        }

    @classmethod
    def new(cls, system: System, scenario: str, options: Mapping[str, str], seats: Sequence[str], seed: int | None) -> Game:
        """A new game; without a seed, with dice nobody can foresee."""
        state = system.new(scenario, options, dice.fresh_seed() if seed is None else seed)
        return cls(Table(state, auto=("dice",)), seats, seed)

    @classmethod
    def resume(cls, record: Record, seats: Mapping[int, str] | None = None) -> Game:
        """A game taken up from its record; who plays stands in its headers unless it is said anew."""
        table = Table.resume(record, auto=("dice",), seed=dice.fresh_seed())
        sides = table.state.rules.sides
        written = [record.headers.get(side.capitalize(), "") for side in sides]
        chosen = [(seats or {}).get(i) or (name if _is_ours(name) else HUMAN) for i, name in enumerate(written)]
        return cls(table, chosen, own_dice=bool(record.seed) or not record.entries)

    @classmethod
    def load(cls, path: str, seats: Mapping[int, str] | None = None) -> Game:
        """A game taken up from a file."""
        try:
            return cls.resume(Record.parse(read_text(path)), seats)
        except EchelonError as error:
            if str(error).startswith(path):
                raise
            raise EchelonError(f"{path}: {error}") from None

    # --- who ------------------------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The true state: not to be shown without asking who looks."""
        return self.table.state

    @property
    def humans(self) -> list[int]:
        """The sides people play."""
        return [side for side, name in enumerate(self.seats) if name == HUMAN]

    @property
    def viewer(self) -> int:
        """Whose knowledge the screen shows: the only person's, else that of the side that is asked."""
        side = self.state.frame.side
        if len(self.humans) == 1:
            return self.humans[0]
        return side if side < len(self.seats) else (self.humans or [0])[0]

    def view(self) -> View:
        """What the person at the screen may know."""
        return self.state.view(self.viewer)

    def secrets(self) -> bool:
        """Is anything hidden from somebody now?"""
        state = self.state
        if state.frame.kind.secret:
            return True
        return any(
            getattr(state, slot.name) != slot.unknown
            and not all(state.rules.revealed(state, slot.name, side) for side in range(len(self.seats)) if side != slot.secret)
            for slot in state.layout.secrets
        )

    def waiting_for_person(self) -> bool:
        """Is a person asked now?"""
        return self.state.outcome is None and self.state.frame.side in self.humans

    # --- doing ----------------------------------------------------------------------------------------------------------
    def try_line(self, line: str, language: str = "en") -> None:
        """Raise what is wrong with a line, judged from what the viewer knows, so that a refusal betrays nothing.

        `stuck` then says how far the line would have come: a refusal further on makes sense only with that.
        """
        trial = self.view().state.copy()
        done: list[str] = []

        def apply(action: int) -> None:
            done.append(trial.describe(action, language))
            trial.apply(action)

        self.stuck = None
        try:
            run(trial, line, apply)
        except EchelonError:
            if done:
                self.stuck = done[-1], trial.prompt(language)
            raise

    def do(self, line: str, language: str = "en") -> list[Move]:
        """Play a person's line, then whatever follows by itself."""
        self.try_line(line, language)
        done = self.table.do(line)
        return done + self._forced()

    def _forced(self) -> list[Move]:
        """Give a person's only possible answers, but never end a step, roll a die or disclose anything for him."""
        done: list[Move] = []
        while self.waiting_for_person():
            legal = self.state.legal()
            if len(legal.main) != 1 or closes_ledger(self.state, legal.main[0]) or self._is_final(legal.main[0]):
                break
            moves = self.table.do(legal.main[0])
            moves[0].forced = True
            done += moves
        return done

    def _is_final(self, action: int) -> bool:
        """Could the answer not be taken back, or does it hand over?"""
        now, after = self.state, self.state.copy()
        after.apply(action)
        kept = (after.step, after.rolls, after.reveals, after.frame.side)
        return kept != (now.step, now.rolls, now.reveals, now.frame.side)

    def let_others_play(self) -> list[Move]:
        """Computer players answer until a person is asked or the game is over."""
        done: list[Move] = []
        while self.state.outcome is None and not self.waiting_for_person():
            side = self.state.frame.side
            if side not in self.players:
                raise EchelonError("no player has the seat that is to play")
            done += self.table.do(self.players[side].choose(self.state.view(side)))
        return done + self._forced()

    def undo(self, language: str = "en") -> tuple[list[str], str]:
        """Take back the last choice: what was undone in words, or nothing and the word for the reason."""
        target, reason = self.table.undo_target()
        if target < 0:
            return [], reason
        words = [move.before.describe(move.action, language) for move in self.table.moves[target:]]
        self.table.undo()
        return words, ""

    # --- keeping --------------------------------------------------------------------------------------------------------
    def text(self, headings: bool = True) -> str:
        """The record, complete enough to go on from: with the seed, and both sides' secrets. Headings take a replay."""
        headers = {side.capitalize(): seat for side, seat in zip(self.state.rules.sides, self.seats, strict=True)}
        record = self.table.record()
        record.headers = headers
        record.seed = self.table.start.seed.hex() if self.own_dice else ""
        record.seal = record.seal if self.own_dice else ""
        return record.text(headings=headings)
