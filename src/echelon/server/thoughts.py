"""What computer players thought while they played, kept in memory: the plan of a movement, what was weighed against an answer.

What others may read of it follows one rule: a thought is told to everybody if the side that had it knew nothing then that a
spectator does not know, since it cannot rest on a secret, and was not asked to make one. All other thoughts are told when the
game is over, and to whoever sits on that side. Thoughts are not stored: after a restart of the server those of before are gone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.advice import single_answer
from echelon.core.views import View

if TYPE_CHECKING:
    from echelon.core.table import Table
    from echelon.players.thinking import Info
    from echelon.server.games import Live

__all__ = ["Thought", "Thoughts", "made", "may_read"]

GAMES, LONGEST = 200, 3000  # games that are remembered, and thoughts of each


@dataclass(frozen=True, slots=True)
class Thought:
    """What a side thought before a move; `open` if it neither knew nor made a secret then."""

    at: int  # moves made before it
    side: int
    player: str
    infos: tuple[Info, ...]
    open: bool
    line: str  # the move that was thought about, to know it again after an undo
    turn: int
    step: int

    @property
    def plan(self) -> tuple[Info, ...]:
        """The part of it that looks ahead."""
        return tuple(info for info in self.infos if not single_answer(info))


def made(live: Live, side: int, player: str, infos: Sequence[Info], line: str) -> Thought:
    """A thought on the question that is open now, which the line is to answer."""
    state = live.table.state
    known = not state.frame.kind.secret and View(state, side).content() == View(state, None).content()
    return Thought(len(live.table.moves), side, player, tuple(infos), known, line, state.turn, state.step)


def may_read(thought: Thought, viewer: int | None, table: Table) -> bool:
    """May somebody read a thought now?"""
    return thought.open or viewer == thought.side or table.state.outcome is not None


class Thoughts:
    """By game, in the order in which they were had."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, list[Thought]] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, game: str, thought: Thought) -> None:
        """One more. What was thought about moves that have been taken back since is forgotten."""
        with self._lock:
            rows = self._games.setdefault(game, [])
            while rows and rows[-1].at >= thought.at:
                rows.pop()
            rows.append(thought)
            del rows[:-LONGEST]
            self._games.move_to_end(game)
            while len(self._games) > GAMES:
                self._games.popitem(last=False)

    def of(self, game: str, table: Table) -> Iterator[Thought]:
        """Those that belong to the moves of a game as they stand."""
        with self._lock:
            rows = list(self._games.get(game, ()))
        moves = table.moves
        return (row for row in rows if row.at < len(moves) and (moves[row.at].side, moves[row.at].text) == (row.side, row.line))
