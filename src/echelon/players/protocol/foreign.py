"""The host's end: a player that lives in a program of its own and is asked over text.

It is given what its side may know and no more. What it answers is checked like anybody's answer; a program that breaks down,
hangs or talks nonsense is ended, and the error says so in one sentence.
"""

from __future__ import annotations

import math
import re
import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from echelon.core.errors import EchelonError, UnknownError
from echelon.players.parameters import NODES, TIME, Parameter
from echelon.players.player import Failed, IllegalAnswer, Player, checked
from echelon.players.protocol import messages as wire
from echelon.players.protocol.messages import WireError
from echelon.players.protocol.process import Process
from echelon.players.thinking import Limits, Thinking

if TYPE_CHECKING:
    from echelon.core.views import View

__all__ = ["Foreign", "read_command"]

GREETING = 10.0  # seconds until `ready`
GRACE = 5.0  # seconds for `best` after the time is over and `stop` was said
PATIENCE = 600.0  # seconds for an answer if nobody set a limit
_LOOK = 0.05  # how often a stop is looked for while an engine thinks


def read_command(words: str) -> tuple[dict[str, str], list[str]]:
    """What stands behind `engine:`: `./bot --fast`, or `time=2,depth=3:./bot --fast` with parameters before it."""
    found = re.fullmatch(r"((?:[\w-]+=[^,:]*)(?:,[\w-]+=[^,:]*)*):(.*)", words, re.DOTALL)
    given, command = (found[1], found[2]) if found else ("", words)
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise EchelonError(f"the command of the engine, {command!r}, cannot be parsed: {error}") from None
    if not argv:
        raise EchelonError("an engine is named with its command: engine:./bot, or engine:time=2:./bot")
    parameters = dict(pair.partition("=")[::2] for pair in given.split(",")) if given else {}
    for parameter in (TIME, NODES):
        if parameter.name in parameters:
            parameter.read(parameters[parameter.name])
    return parameters, argv


class Foreign(Player):
    """A player behind the protocol. Of its parameters `time` and `nodes` are its limits, the others options of the engine."""

    def __init__(
        self,
        argv: Sequence[str],
        parameters: Mapping[str, str] | None = None,
        seed: int = 0,
        *,
        greeting: float = GREETING,
        grace: float = GRACE,
        patience: float = PATIENCE,
    ) -> None:
        self.argv = tuple(argv)
        self.title = self.argv[0]  # until it tells its name
        self.author = ""
        self.options: dict[str, Parameter] = {}
        self._greeting, self._grace, self._patience = greeting, grace, patience
        words = dict(parameters or {})
        seconds, nodes = (p.read(words.pop(p.name)) if p.name in words else None for p in (TIME, NODES))
        assert not isinstance(seconds, str) and not isinstance(nodes, str | float)
        self._limits = Limits(seconds, nodes)
        self._process = Process(self.argv, shlex.join(self.argv))
        try:
            self._begin(words, seed)
        except BaseException:
            self._process.end()
            raise

    @property
    def name(self) -> str:
        """As the registry knows it."""
        return f"engine:{shlex.join(self.argv)}"

    @property
    def limits(self) -> Limits:
        """Those that were given with its name."""
        return self._limits

    def close(self) -> None:
        """Let the engine go."""
        with suppress(Failed):  # one that does not read its messages is ended all the same
            self._process.say("quit")
        self._process.end(politely=1.0)

    # --- the life of an engine ------------------------------------------------------------------------------------------
    def _begin(self, words: Mapping[str, str], seed: int) -> None:
        self._process.say(wire.HELLO)
        self._until_ready()
        for name, word in words.items():
            if name not in self.options:
                raise UnknownError(f"option of the engine {self.title}", name, tuple(self.options))
            self._set(self.options[name], word)
        if "seed" in self.options and "seed" not in words:
            option = self.options["seed"]
            most = 2**31 - 1 if option.most is None else int(option.most)
            self._set(option, str(seed % (most + 1)))
        self._process.say("newgame")
        self._until_ready()

    def _set(self, option: Parameter, word: str) -> None:
        try:
            self._process.say(wire.write_setoption(option, option.read(word)))
        except (WireError, UnknownError) as error:
            raise EchelonError(f"the engine {self.title}: {error}") from None

    def _until_ready(self) -> None:
        deadline = time.monotonic() + self._greeting
        while True:
            line = self._process.hear(deadline - time.monotonic())
            if line is None:
                self._give_up(f"did not say `ready` within {self._greeting:g} s")
            head, _, rest = line.strip().partition(" ")
            if head == "ready":
                return
            if head == "error":
                self._give_up(f"says: {rest}")
            if head == "id":
                what, _, told = rest.partition(" ")
                if what == "name" and told.strip():
                    self.title = told.strip()
                elif what == "author":
                    self.author = told.strip()
            elif head == "option":
                try:
                    option = wire.read_option(rest.split())
                except EchelonError as error:
                    self._give_up(f"offers an option that cannot be parsed: {error}")
                self.options[option.name] = option

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """The engine's answer, checked."""
        thinking = thinking or Thinking(self._limits)
        legal = view.legal()
        if view.side is None or not legal:
            raise EchelonError("nothing to decide here: the other side is to play, or the game is over")
        side = view.rules.sides[view.side]
        self._process.say(
            *wire.text_block(f"position {side}", view.position()),
            wire.write_go(thinking.limits.less(thinking.elapsed, thinking.nodes)),
        )
        text = self._best(view, thinking, legal)
        try:
            action = view.state.parse(text)
        except EchelonError as error:
            self._refuse(IllegalAnswer(f"the engine {self.title}", text, [str(error)]))
        try:
            return checked(f"the engine {self.title}", view, action)
        except IllegalAnswer as error:
            self._refuse(error)

    def _best(self, view: View, thinking: Thinking, legal: Sequence[int]) -> str:
        """Listen until `best`, handing out what the engine asks for, and telling its thoughts."""
        left = thinking.left
        end = time.monotonic() + (left if math.isfinite(left) else self._patience)
        stopped: float | None = None  # when `stop` was said
        while True:
            now = time.monotonic()
            if stopped is None and (now >= end or thinking.stopped()):
                self._process.say("stop")
                stopped = now
            if stopped is not None and now >= stopped + self._grace:
                self._give_up(f"did not reply within {self._grace:g} s of being stopped")
            line = self._process.hear(_LOOK)
            if line is None:
                continue
            head, _, rest = line.strip().partition(" ")
            if head == "best":
                return rest.strip()
            if head == "error":
                self._give_up(f"says: {rest}")
            if head == "legal":
                self._process.say(*(f"action {view.state.text(action)}" for action in legal), wire.END)
            elif head == "info":
                try:
                    info = wire.read_info(rest.split())
                except EchelonError as error:
                    self._process.say(f"error {error}")
                    continue
                thinking.spend(max(0, (info.nodes or 0) - thinking.nodes))
                thinking.tell(info)

    def _refuse(self, error: IllegalAnswer) -> NoReturn:
        """Tell the engine what was wrong with its answer, and end it: it plays by other rules than we do."""
        self._process.say(f"error {wire.one_line(str(error))}")
        self.close()
        raise error

    def _give_up(self, why: str) -> NoReturn:
        self._process.end()
        raise Failed(f"the engine {self.title} {why}, and was stopped")
