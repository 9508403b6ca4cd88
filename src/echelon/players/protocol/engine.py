"""The engine's end: any player of the house, answering a host over text. `echelon engine` is this on stdin and stdout."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO

from echelon.core.errors import EchelonError, UnknownError
from echelon.core.record.position import Position
from echelon.core.record.record import Record
from echelon.players import registry
from echelon.players.parameters import Parameter, Value, read_parameters, split_name
from echelon.players.player import checked
from echelon.players.protocol import messages as wire
from echelon.players.protocol.messages import WireError
from echelon.players.thinking import Info, Limits, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.views import View
    from echelon.players.player import Player

__all__ = ["AUTHOR", "SEED", "Engine"]

MESSAGES = ("echelon", "setoption", "newgame", "position", "record", "legal", "go", "stop", "quit")
PATIENCE = 2.0  # seconds a player that is told to stop may take before it is left behind
AUTHOR = "the Echelon authors"
SEED = Parameter("seed", "count", 0, "the same seed gives the same choices", least=0)


class Engine:
    """A player behind the protocol. Messages are read in one thread; the player thinks in another, so that it can be stopped.

    Whatever goes wrong becomes an `error` line with one sentence.
    """

    def __init__(self, spec: str, output: TextIO) -> None:
        self.name, rest = split_name(spec)
        entry = registry.entry_of(self.name)
        given = read_parameters(self.name, entry.parameters, rest)
        self.parameters = {parameter.name: parameter for parameter in (*entry.parameters, SEED)}
        self.values: dict[str, Value] = {**given, SEED.name: SEED.default}
        self._output, self._writing = output, threading.Lock()
        self._greeted = False
        self._view: View | None = None
        self._player: Player | None = None
        self._thought: threading.Thread | None = None
        self._busy = False
        self._stop = threading.Event()

    def run(self, lines: Iterator[str]) -> None:
        """Answer messages until `quit`, or until there are no more."""
        try:
            while (line := next(lines, None)) is not None:
                words = line.split()
                if words == ["quit"]:
                    return
                if words:
                    self._say(*_sentence(words[0], partial(self._answer, words[0], words[1:], lines)))
        finally:
            self._stop.set()
            if self._thought is not None:
                self._thought.join(PATIENCE)
            self._let_go()

    def _answer(self, head: str, words: list[str], lines: Iterator[str]) -> Sequence[str]:
        """What a message is answered with at once."""
        text = _body(lines) if head in ("position", "record") else ""  # read on whatever is wrong with it
        if head == "echelon":
            return self._greet(words)
        if not self._greeted:
            raise WireError(f"a host starts with `{wire.HELLO}`, not with {head!r}")
        if head == "stop":
            self._stop.set()
            return ()
        if self._busy:
            raise WireError(f"the engine is thinking; send `stop` and wait for `best` before {head!r}")
        if head in ("position", "record"):
            self._view = None  # a position that cannot be read must not leave the last one behind
            self._view = _view(head, words, text)
        elif head == "go":
            self._go(wire.read_go(words))
        elif head == "legal":
            view = self._known()
            return [*(f"action {view.state.text(action)}" for action in view.legal()), wire.END]
        elif head == "setoption":
            self._set(*wire.read_setoption(words))
        elif head == "newgame":
            self._let_go()
            self._view = None
            return ["ready"]
        else:
            raise UnknownError("message", head, MESSAGES)
        return ()

    # --- the messages ---------------------------------------------------------------------------------------------------
    def _greet(self, words: list[str]) -> Sequence[str]:
        if words != [str(wire.VERSION)]:
            raise WireError(f"this engine speaks version {wire.VERSION} of the protocol: begin with `{wire.HELLO}`")
        self._greeted = True
        options = [wire.write_option(parameter) for parameter in self.parameters.values()]
        return [f"id name {self.name}", f"id author {AUTHOR}", *options, "ready"]

    def _set(self, name: str, word: str) -> None:
        if name not in self.parameters:
            raise UnknownError("option", name, tuple(self.parameters))
        parameter = self.parameters[name]
        self.values[name] = parameter.read(word) if word or parameter.kind == "text" else parameter.default
        self._let_go()

    def _go(self, limits: Limits) -> None:
        thinking = partial(self._think, self._known(), limits)

        def answer() -> None:
            lines = _sentence("go", thinking)
            self._busy = False  # before the answer is written: the host may go on at once
            with suppress(BrokenPipeError):
                self._say(*lines)

        self._stop.clear()
        self._busy = True
        self._thought = threading.Thread(target=answer, daemon=True, name="thinking")
        self._thought.start()

    def _think(self, view: View, limits: Limits) -> Sequence[str]:
        if self._player is None:
            values = dict(self.values)
            self._player = registry.entry_of(self.name).make(values.pop(SEED.name), **values)
        player = self._player
        thinking = Thinking(player.limits.within(limits), self._tell, self._stop.is_set)
        action = checked(self.name, view, player.choose(view, thinking))
        return [f"best {view.state.text(action)}"]

    def _known(self) -> View:
        if self._view is None:
            raise WireError("no position is known; send one with `position SIDE`")
        return self._view

    # --- help -----------------------------------------------------------------------------------------------------------
    def _tell(self, info: Info) -> None:
        self._say(*wire.write_info(info))

    def _say(self, *lines: str) -> None:
        if not lines:
            return
        with self._writing:
            self._output.write("".join(f"{line}\n" for line in lines))
            self._output.flush()

    def _let_go(self) -> None:
        """Let the player go; the next question gets a new one."""
        if self._player is not None:
            self._player.close()
            self._player = None


def _sentence(head: str, answer: Callable[[], Sequence[str]]) -> Sequence[str]:
    """An answer; if it goes wrong, what went wrong, in one sentence."""
    try:
        return answer()
    except EchelonError as error:
        return [f"error {wire.one_line(str(error))}"]
    except Exception as error:  # a bug must not look like a crash to the host
        if isinstance(error, BrokenPipeError):
            raise  # nobody listens any more
        return [f"error the engine failed at {head!r}: {wire.one_line(f'{type(error).__name__}: {error}')}"]


def _body(lines: Iterator[str]) -> str:
    found: list[str] = []
    for line in lines:
        if line.strip() == wire.END:
            return "".join(found)
        found.append(line.rstrip("\r\n") + "\n")
    raise WireError(f"the text ends without a line with {wire.END!r} alone")


def _view(head: str, words: list[str], text: str) -> View:
    """What a side knows of the position, or of the end of the record, that was sent."""
    if len(words) != 1:
        raise WireError(f"`{head} SIDE` names the side whose knowledge it contains")
    state = _from_record(text) if head == "record" else Position.parse(text, "position").draft()
    side = state.rules.names().side(words[0])
    if state.outcome is not None:
        raise WireError("the game is over; there is nothing to decide")
    if state.frame.side != side:
        raise WireError(f"{state.rules.side_name(state.frame.side)} is to play, not {words[0]}")
    return state.view(side)


def _from_record(text: str) -> State:
    replay = Record.parse(text).replay()
    if replay.damage:
        raise WireError(f"the record cannot be replayed to its end: {replay.damage}")
    return replay.state
