"""How games begin: a scenario, a record taken up again, a position, or a branch of another game."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.core import dice
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.position import Position
from echelon.core.record import Record
from echelon.core.system import System, load, system_names
from echelon.core.table import Table
from echelon.core.views import View
from echelon.server.errors import ApiError, say, sentence_of
from echelon.server.games import AUTO
from echelon.server.seats import sits

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.server.games import Live

__all__ = ["Start", "branch", "from_position", "from_record", "from_scenario", "system_of"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Start:
    """A table to sit down at, and what must be known to set it up again."""

    table: Table
    position: str = ""
    proved: bool = True  # all its dice come from its seed
    notice: str = ""


def system_of(name: str, status: int = 404) -> System:
    """A system that is offered here. Unlike `load`, nothing is imported that a request names."""
    names = system_names()
    if name not in names:
        raise ApiError(status, "system", sentence_of(str(UnknownError("system", name[:40], names))))
    return load(name)


def from_scenario(system: System, scenario: str, options: Mapping[str, str], seed: int | None = None) -> Start:
    """A new game."""
    try:
        state = system.new(scenario, options, dice.fresh_seed() if seed is None else seed)
    except EchelonError as error:
        raise ApiError(422, "unknown", sentence_of(str(error))) from None
    return Start(Table(state, AUTO))


def from_record(system: System, text: str, lang: str = "en") -> Start:
    """A game taken up again. A damaged record is taken up to its first error; the notice says where that is."""
    try:
        record = Record.parse(text)
        if record.system != system.name:
            raise EchelonError(f"it is a record of {record.system!r}, not of {system.name!r}")
        replay = record.replay()
        over = replay.state.outcome is not None
        # whoever brings the file may know its seed: the dice to come must not follow from it
        record.seed = record.seed if over else ""
        start = record.start(dice.fresh_seed())
        if record.position:
            _check_board(start, lang)
        table = Table.resume(record, AUTO, start.seed, replay.applied)
    except ApiError:
        raise
    except Exception as error:
        raise _unreadable(error, lang) from None
    proved = (over and bool(record.seed)) or not any(entry.chance for entry in record.entries)
    notice = sentence_of(replay.note) if replay.note else ""
    if replay.damage:
        notice = say("damaged", lang, damage=str(replay.damage).rstrip("."))
    return Start(table, record.position, proved, notice)


def from_position(system: System, text: str, lang: str = "en") -> Start:
    """A game that starts from a position."""
    try:
        read = Position.parse(text)
        if read.data.get("system") != system.name:
            raise EchelonError(f"it is a position of {read.data.get('system')!r}, not of {system.name!r}")
        state = read.state()
        _check_board(state, lang)
        if state.outcome is None and not state.frame.chance and not state.legal():
            raise EchelonError("nothing can be done in this position")
        state.seed = dice.fresh_seed()
        written = state.position()
        return Start(Table(state, AUTO), written)
    except ApiError:
        raise
    except Exception as error:
        raise _unreadable(error, lang) from None


def _check_board(state: State, lang: str) -> None:
    """Only the scenario's own map and units can be shown."""
    rules = state.rules
    usual = rules.system.rules(rules.scenario.name, rules.options)
    if rules.board is not usual.board or rules.forces.units != usual.forces.units:
        raise ApiError(422, "upload", say("upload_board", lang))


def _unreadable(error: Exception, lang: str) -> ApiError:
    """What is wrong with a file, in one sentence. A file may hold anything, so nothing that it causes is our fault."""
    if not isinstance(error, EchelonError):
        log.info("an upload could not be read", exc_info=error)
    reason = sentence_of(str(error)) if isinstance(error, EchelonError) else sentence_of(type(error).__name__)
    return ApiError(422, "upload", say("upload", lang, reason=reason))


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
                rules.system.guess(state, each, rng)
        rules.rebuild(state)
        state.seed = dice.fresh_seed()
        return Start(Table(state, AUTO), state.position(), proved=False)
    except EchelonError:
        raise ApiError(422, "guess", say("guess", lang)) from None
