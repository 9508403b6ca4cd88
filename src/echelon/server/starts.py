"""How games begin: a scenario, a record taken up again, a position, or a branch of another game."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.core import dice
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.position import Position
from echelon.core.record import Record, Replay
from echelon.core.system import System, load, system_names
from echelon.core.table import Table
from echelon.core.views import View
from echelon.server.errors import ApiError, say, sentence_of, told
from echelon.server.games import AUTO
from echelon.server.seats import sits

if TYPE_CHECKING:
    from echelon.core.forces import Unit
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.server.games import Live

__all__ = ["Start", "branch", "from_position", "from_record", "from_scenario", "system_of"]

log = logging.getLogger(__name__)

MOST_UNITS = 200  # that a position may make up
LONGEST = 80  # signs in each of their words
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


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


def from_record(system: System, text: str, lang: str = "en") -> Start:
    """A game taken up again. A damaged record is taken up to its first error; the notice says where that is."""
    try:
        record = Record.parse(text)
        if record.system != system.name:
            raise EchelonError(f"it is a record of {record.system!r}, not of {system.name!r}")
        if record.position:
            _check_system(Position.parse(record.position, "start position"), system)
        replay = record.replay()
        over = replay.state.outcome is not None
        # whoever brings the file may know its seed: the dice to come must not follow from it
        record.seed = record.seed if over else ""
        start = record.start(dice.fresh_seed())
        written = _written(start, lang) if record.position else ""
        record.closing = "" if replay.damage else record.closing
        table = Table.resume(record, AUTO, start.seed, replay.applied)
    except ApiError:
        raise
    except Exception as error:
        raise _unreadable(error, lang) from None
    proved = (over and bool(record.seed)) or not any(entry.chance for entry in record.entries)
    return Start(table, written, proved, _notice(record, replay, lang))


def _notice(record: Record, replay: Replay, lang: str) -> str:
    """What whoever brings a record should know: how far it could be followed."""
    rest = record.entries[replay.applied :]
    if replay.damage and rest and rest[0].sealed:
        return say("sealed", lang, line=rest[0].line)
    if replay.damage:
        return say("damaged", lang, damage=str(replay.damage).rstrip("."))
    return sentence_of(replay.note) if replay.note else ""


def from_position(system: System, text: str, lang: str = "en") -> Start:
    """A game that starts from a position."""
    try:
        read = Position.parse(text)
        _check_system(read, system)
        state = read.state()
        if problems := state.problems():  # it may say that it has some: fit for a test, not for a table
            raise EchelonError(f"it contradicts the rules: {state.sentence(problems[0])}")
        if state.outcome is None and not state.frame.chance and not state.legal():
            raise EchelonError("there is no legal action in this position")
        state.seed = dice.fresh_seed()
        return Start(Table(state, AUTO), _written(state, lang))
    except ApiError:
        raise
    except Exception as error:
        raise _unreadable(error, lang) from None


def _check_system(read: Position, system: System) -> None:
    """A file names its system, and a name may be that of any module: it is compared before anything is loaded by it."""
    if read.data.get("system") != system.name:
        raise EchelonError(f"it is a position of {read.data.get('system')!r}, not of {system.name!r}")


def _written(state: State, lang: str) -> str:
    """The position that a game is set up from again whenever it is opened; what it could not be is refused now."""
    made_up = own_units(state.rules)
    if len(made_up) > MOST_UNITS or not all(_plain(unit) for unit in made_up):
        raise ApiError(422, "upload", say("upload_units", lang, most=MOST_UNITS))
    written = state.position()
    again = Position.parse(written, "start").draft()
    if again.content() != state.content():
        raise EchelonError("it contains something that cannot be saved")
    return written


def own_units(rules: Rules) -> list[Unit]:
    """The units that are not as the scenario has them."""
    usual = rules.system.rules(rules.scenario.name, rules.options).forces
    return [unit for unit in rules.forces.units if unit.id not in usual or usual[unit.id] != unit]


def _plain(unit: Unit) -> bool:
    """Is a made-up unit one that lines can name and counters can show?"""
    words = (unit.name, unit.label, unit.arm, unit.size, unit.nation, unit.parent, *map(str, unit.values.values()))
    return bool(_ID.fullmatch(unit.id)) and all(len(word) <= LONGEST for word in words)


def _unreadable(error: Exception, lang: str) -> ApiError:
    """What is wrong with a file, in one sentence. A file may hold anything, so nothing that it causes is our fault."""
    if not isinstance(error, EchelonError):
        log.info("an upload could not be read", exc_info=error)
    reason = told(error, lang) if isinstance(error, EchelonError) else sentence_of(type(error).__name__)
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
