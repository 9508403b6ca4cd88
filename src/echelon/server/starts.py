"""How games begin: a scenario, a file that the reader has read, or a branch of another game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.core import dice
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.record.position import Position
from echelon.core.system import System, load, system_names
from echelon.core.table import Table
from echelon.core.views import View
from echelon.server.errors import ApiError, say, sentence_of, told
from echelon.server.games import AUTO
from echelon.server.seats import sits

if TYPE_CHECKING:
    from echelon.server.games import Live
    from echelon.server.reading import Answer

__all__ = ["Start", "branch", "from_scenario", "system_of", "taken_up"]


@dataclass(frozen=True, slots=True)
class Start:
    """A table to sit down at, and what must be known to set it up again."""

    table: Table
    position: str = ""
    proved: bool = True  # all its dice come from its seed, which nobody knew before
    notice: str = ""


def system_of(name: str, status: int = 404, lang: str = "en") -> System:
    """A system that is offered here. Unlike `load`, nothing is imported that a request names."""
    names = system_names()
    if name not in names:
        raise ApiError(status, "system", told(UnknownError("system", name[:40], names), lang))
    return load(name)


def from_scenario(
    system: System, scenario: str, options: Mapping[str, str], seed: int | None = None, lang: str = "en"
) -> Start:
    """A new game."""
    try:
        state = system.new(scenario, options, dice.fresh_seed() if seed is None else seed)
    except EchelonError as error:
        raise ApiError(422, "unknown", told(error, lang)) from None
    return Start(Table(state, AUTO), proved=seed is None)


def taken_up(system: System, found: Answer) -> Start:
    """A game from a file that the reader has read: set up as the store would, nothing of the file itself is looked at."""
    if found.position:
        state = Position.parse(found.position, "start").draft()
        state.seed = found.seed
    else:
        state = system.new(found.scenario, found.options, found.seed)
    names, verbs = state.rules.names(), state.rules.verbs
    rows = [(verbs.parse(names, text), side, forced, comment) for text, side, forced, comment in found.moves]
    table = Table.restore(state, rows, AUTO, (len(rows), found.state))
    if found.closing and table.state.outcome is None:
        table.close(found.closing)
    table.closing = found.closing
    return Start(table, found.position, found.proved, found.notice)


def branch(live: Live, side: int | None, at: int, player: str, lang: str = "en") -> Start:
    """A what-if board from a moment of a game. Who knows all of it gets all of it; anybody else gets what he may know, the
    rest guessed."""
    table, rules = live.table, live.rules
    if not 0 <= at <= len(table.moves):
        raise ApiError(422, "at", sentence_of(f"the game has {len(table.moves)} moves; there is no moment {at}"))
    hidden = bool(table.state.layout.secrets) or any(kind.secret for kind in rules.kinds)
    mine = all(sits(live.seats.values(), name, player) for name in rules.sides)
    if not hidden or mine or table.state.outcome is not None:
        start = table.start.copy()
        start.seed = dice.fresh_seed()
        rows = [(m.action, m.side, m.forced, m.comment) for m in table.moves[:at]]
        made = Table.restore(start, rows, AUTO)
        made.go_on()
        return Start(made, live.row.position, proved=False)
    try:
        view, rng = View(table.before(at), side), random.Random(random.SystemRandom().getrandbits(64))
        if view.waiting:
            raise EchelonError("the other side is making a secret choice")
        if side is not None:
            state = view.sample(rng)
        else:  # from a spectator the secrets of every side are hidden
            state = view.state.copy()
            for each in range(len(rules.sides)):
                rules.system.play.guess(state, each, rng)
        rules.rebuild(state)
        state.seed = dice.fresh_seed()
        return Start(Table(state, AUTO), state.position(), proved=False)
    except EchelonError:
        raise ApiError(422, "guess", say("guess", lang)) from None
