"""What strangers send, read in a process of its own: `python -m echelon.server.reading MEGABYTES`.

A position or record may be made to cost whatever a parser, a compiler or a replay can be brought to spend. So the server
does not read it: this process does, with no more memory than it was given, and the server ends it when it takes too long.
What comes back is what the store would hold of the game, written by us: the position as we write it, the moves in canonical
text, a packed state.

On its standard input come jobs, on its standard output go answers, each MessagePack after its length in four bytes. Data only:
whoever should take this process over can make it say nothing that would be run.
"""

from __future__ import annotations

import contextlib
import logging
import random
import re
import signal
import sys
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from echelon.core import dice
from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.core.record.record import Record, Replay
from echelon.core.system import System, load
from echelon.core.table import Table
from echelon.core.text.bounds import BoundsError
from echelon.server import scene as scenes
from echelon.server.errors import ApiError, say, sentence_of, told
from echelon.server.scene.words import languages
from echelon.server.stored import AUTO, brings_own, rows_of

if TYPE_CHECKING:
    from echelon.core.forces import Unit
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["Answer", "Job", "read", "receive", "send"]

log = logging.getLogger(__name__)

MOST_UNITS = 200  # that a position may make up
LONGEST = 80  # signs in each of their words
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
LONGEST_BOARD = 2_000_000  # bytes of a board as a page gets it
STEPS = 60  # moves at random that a position must survive
GROWN = 256 * 1024  # kilobytes after which a process is not used again


class Job(msgspec.Struct):
    """A text to be read: `kind` is record or position."""

    kind: str
    system: str
    text: str
    lang: str


class Answer(msgspec.Struct):
    """What was read, or why not: `error` is status, code and sentence. After an answer with `last` the process ends."""

    error: tuple[int, str, str] | None = None
    scenario: str = ""
    options: dict[str, str] = {}
    position: str = ""
    seed: bytes = b""
    proved: bool = True
    notice: str = ""
    closing: str = ""
    moves: tuple[tuple[str, int, bool, str], ...] = ()
    state: bytes = b""  # packed, after all moves
    last: bool = False


def read(job: Job) -> Answer:
    """The answer to a job, whatever its text holds."""
    try:
        system = load(job.system)
        return {"record": _record, "position": _position}[job.kind](system, job.text, job.lang)
    except ApiError as error:
        return Answer((error.status, error.code, error.sentence))
    except BoundsError as error:
        status = 413 if error.bound in ("text", "actions") else 422
        return Answer((status, "upload", say("upload", job.lang, reason=told(error, job.lang))))
    except EchelonError as error:
        return Answer((422, "upload", say("upload", job.lang, reason=_short(told(error, job.lang)))))
    except MemoryError:
        return Answer((422, "upload", say("upload_costly", job.lang)), last=True)
    except Exception:  # a file may hold anything, so nothing that it causes is our fault
        log.info("an upload could not be read", exc_info=True)
        return Answer((422, "upload", say("upload_broken", job.lang)))


def _short(sentence: str, most: int = 400) -> str:
    """A sentence that quotes what was sent, at a length that can be read."""
    return sentence if len(sentence) <= most else f"{sentence[:most]} ..."


def _record(system: System, text: str, lang: str) -> Answer:
    """A game taken up again. A damaged record is taken up to its first error; the notice says where that is."""
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
    proved = (over and bool(record.seed)) or not any(entry.chance for entry in record.entries)
    return _answer(table, written, proved, _notice(record, replay, lang))


def _notice(record: Record, replay: Replay, lang: str) -> str:
    """What whoever brings a record should know: how far it could be followed."""
    rest = record.entries[replay.applied :]
    if replay.damage and rest and rest[0].sealed:
        return say("sealed", lang, line=rest[0].line)
    if replay.damage:
        return say("damaged", lang, damage=_short(str(replay.damage).rstrip(".")))
    return sentence_of(replay.note) if replay.note else ""


def _position(system: System, text: str, lang: str) -> Answer:
    """A game that starts from a position."""
    found = Position.parse(text)
    _check_system(found, system)
    state = found.state()
    if problems := state.problems():  # it may say that it has some: fit for a test, not for a table
        raise EchelonError(f"it contradicts the rules: {state.sentence(problems[0])}")
    if state.outcome is None and not state.frame.chance and not state.legal().main:
        raise EchelonError("there is no legal action in this position")
    state.seed = dice.fresh_seed()
    return _answer(Table(state, AUTO), _written(state, lang))


def _check_system(found: Position, system: System) -> None:
    """A file names its system, and a name may be that of any module: it is compared before anything is loaded by it."""
    if found.data.get("system") != system.name:
        raise EchelonError(f"it is a position of {found.data.get('system')!r}, not of {system.name!r}")


def _written(state: State, lang: str) -> str:
    """The position that a game is set up from again whenever it is opened; what it could not be is refused now."""
    made_up = _own_units(state.rules)
    if len(made_up) > MOST_UNITS or not all(_plain(unit) for unit in made_up):
        raise ApiError(422, "upload", say("upload_units", lang, most=MOST_UNITS))
    written = state.position()
    again = Position.parse(written, "start").draft()
    if again.content() != state.content():
        raise EchelonError("it contains something that cannot be saved")
    return written


def _own_units(rules: Rules) -> list[Unit]:
    """The units that are not as the scenario has them."""
    usual = rules.system.rules(rules.scenario.name, rules.options).forces
    return [unit for unit in rules.forces.units if unit.id not in usual or usual[unit.id] != unit]


def _plain(unit: Unit) -> bool:
    """Is a made-up unit one that lines can name and counters can show?"""
    words = (unit.name, unit.label, unit.short, unit.arm, unit.size, unit.nation, unit.parent, *map(str, unit.values.values()))
    return bool(_ID.fullmatch(unit.id)) and all(len(word) <= LONGEST for word in words)


def _answer(table: Table, position: str, proved: bool = True, notice: str = "") -> Answer:
    """What the server needs to set the table up without reading the text. What it would do next is tried here."""
    rules = table.state.rules
    if position:
        _rehearse(table, brings_own(position))
    return Answer(
        None, rules.scenario.name, dict(rules.options), position, table.start.seed, proved, notice, table.closing,
        rows_of(table, 0), table.state.pack(),
    )  # fmt: skip


def _rehearse(table: Table, own: bool) -> None:
    """Show the game to everybody and play on at random: a position that breaks something breaks it here."""
    rules, rng = table.state.rules, random.Random(1)
    for lang in languages():
        if own and len(msgspec.json.encode(scenes.board(rules, lang))) > LONGEST_BOARD:
            raise MemoryError
        for side in (None, *range(len(rules.sides))):
            scenes.scene(table, side, None, lang, game="", number=0)
    state = table.state.copy()
    for _ in range(STEPS):
        if state.outcome is not None:
            return
        action = state.draw() if state.frame.chance else rng.choice(state.legal().choices)
        state.preview(action)
        state.apply(action)


# --- the process ----------------------------------------------------------------------------------------------------------
def send(pipe: BinaryIO, message: bytes) -> None:
    """One message, after its length."""
    pipe.write(len(message).to_bytes(4, "big") + message)
    pipe.flush()


def receive(pipe: BinaryIO) -> bytes | None:
    """The next message; None when the other end is gone."""
    head = pipe.read(4)
    return pipe.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def _bound(megabytes: int) -> None:
    """No more memory than that, and no core file. Where the system knows no such limit, the time limit is the only one."""
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows
        return
    most = megabytes * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):  # macOS accepts no limit of memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _peak() -> int:
    """The most kilobytes this process ever had. What was freed does not always go back, so another one starts small."""
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def main(words: list[str]) -> int:
    """Read jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    _bound(int(words[0]))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers goes there
    jobs = msgspec.msgpack.Decoder(Job)
    large = max(GROWN, _peak())  # on Linux it begins with what the server had when it started this process
    send(sink, b"")  # ready: the time it took to start is nobody's
    while message := receive(source):
        answer = read(jobs.decode(message))
        answer.last = answer.last or _peak() > large
        send(sink, msgspec.msgpack.encode(answer))
        if answer.last:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
