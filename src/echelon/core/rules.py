"""Rules: all that never changes in one game, compiled once and shared by every copy of its state."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from echelon.core.errors import UnknownError
from echelon.core.fields import Names
from echelon.core.frames import CHANCE, OVER, OVER_KIND, Frame, Kind

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation
    from echelon.core.board.board import Board
    from echelon.core.forces import Forces
    from echelon.core.rulings import Answer
    from echelon.core.state import Problem, State
    from echelon.core.system import System
    from echelon.core.text.texts import Texts
    from echelon.core.verbs import Verbs

__all__ = ["Compiled", "Option", "Question", "Rules", "Scenario", "Step"]


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that can be switched; its value stands in the header of every record."""

    name: str
    default: str
    values: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A board, forces and a start. `data` is the scenario's own table, read by the system."""

    name: str
    title: str
    data: Mapping[str, Any]
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sequence of play. `run` opens a frame or acts at once; `opens` names the frames it may open."""

    name: str
    title: str
    side: int  # whose step it is; CHANCE for steps of the engine
    run: Callable[[Any], None]
    opens: tuple[str, ...] = ()
    clause: str = ""
    part: int = -1  # the side whose part of the turn it belongs to, if that is not `side`

    @property
    def whose(self) -> int:
        """The side whose part of the turn it belongs to; CHANCE if it is nobody's."""
        return self.side if self.part < 0 else self.part


@dataclass(frozen=True, slots=True)
class Question:
    """A named question about a state: `supplied unit`. Words are parsed by type before the function is called.

    Types are `unit hex place side hexside`, with a name before them if need be (`from=hex`); a hexside comes as its bit.
    `units` or `words`, at the end, take all the words that are left, as a tuple. Everything else is handed on as written.
    """

    spec: str
    answer: Callable[..., Answer]
    help: str = ""
    card: bool = True  # answered on the card of the hex or unit it asks about

    @property
    def name(self) -> str:
        """The first word."""
        return self.spec.split()[0]


class Compiled:
    """Rules by what they were compiled from: all that somebody uses, and the few that were used last.

    Eleven options make thousands of games, each of a megabyte: to keep them all would fill any memory.
    """

    def __init__(self, most: int = 16) -> None:
        self.most = most
        self._used: WeakValueDictionary[Any, Rules] = WeakValueDictionary()
        self._last: OrderedDict[Any, Rules] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any, make: Callable[[], Rules]) -> Rules:
        """The rules kept under a key, compiled if nobody has them; all games with the same key share them."""
        with self._lock:
            found = self._used.get(key)
        made = make() if found is None else found
        with self._lock:
            made = self._used.setdefault(key, made)
            self._last[key] = made
            self._last.move_to_end(key)
            if len(self._last) > self.most:
                self._last.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget them."""
        with self._lock:
            self._used.clear()
            self._last.clear()


class Rules:
    """The compiled rules of one game. A system subclasses it to hang its own tables on it."""

    def __init__(self, system: System, scenario: Scenario, options: Mapping[str, str], board: Board, forces: Forces) -> None:
        self.system, self.scenario, self.options = system, scenario, dict(options)
        self.board, self.forces = board, forces
        self.sides: tuple[str, ...] = system.sides
        self.boxes: tuple[str, ...] = system.boxes
        self.verbs: Verbs = system.verbs
        self.kinds: tuple[Kind, ...] = (*system.kinds, OVER_KIND)
        self.kind_numbers = {kind.name: i for i, kind in enumerate(self.kinds)}
        self.sequence: tuple[Step, ...] = system.sequence
        self.first = system.first
        self.order_clause = system.order_clause
        self.texts: Texts = system.texts
        self.hexsides: tuple[int, ...] = ()  # numbered hexsides, for systems whose verbs name them
        self.words: Mapping[str, tuple[str, ...]] = {}  # words of verbs' fields that come from data: areas, corps
        self.beside_codes = frozenset(self.verbs.code(v) for k in system.beside_kinds for v in k.verbs)
        shared = {v for k in system.beside_kinds for v in k.verbs} & {
            v for k in system.kinds if k not in system.beside_kinds for v in k.verbs
        }
        if shared:
            raise ValueError(f"the verb {min(shared)!r} answers frames on the stack and beside it; give one another name")
        self.assume: Mapping[str, Any] = {}  # derived facts fixed by a position file
        self.said: dict[tuple[Any, ...], str] = {}  # sentences of these rules, remembered by `Texts.fill`
        self.hexes: dict[str, Sequence[str]] = {}  # what its hexes are called, by language, remembered by `Texts.hexes`
        self.extra: Mapping[str, Any] = {}  # a position's own board, to be written again with it

    @cached_property
    def appreciation(self) -> Appreciation | None:
        """What the game is about, for computer players; None if the system does not say."""
        return None if self.system.appreciate is None else self.system.appreciate(self)

    def names(self, aliases: Mapping[str, int] | None = None) -> Names:
        """What words of a text mean under these rules."""
        return Names(self, aliases or {})

    def side_name(self, side: int) -> str:
        """A side by name, `chance` and `over` included."""
        return {CHANCE: "chance", OVER: "over"}.get(side) or self.sides[side]

    def side_number(self, name: str) -> int:
        """The number of a side."""
        if name in self.sides:
            return self.sides.index(name)
        special = {"chance": CHANCE, "over": OVER}
        if name in special:
            return special[name]
        raise UnknownError("side", name, self.sides)

    def kind(self, name: str) -> Kind:
        """A kind of question by name."""
        if name not in self.kind_numbers:
            raise UnknownError("frame", name, tuple(self.kind_numbers))
        return self.kinds[self.kind_numbers[name]]

    def question(self, name: str) -> Callable[..., Answer]:
        """A named question, ready to be asked with words."""
        for question in self.system.questions:
            if question.name == name:
                return lambda state, *words: question.answer(state, *self._arguments(question, words))
        raise UnknownError("question", name, tuple(q.name for q in self.system.questions))

    def _arguments(self, question: Question, words: Sequence[str]) -> list[Any]:
        types = [word.partition("=")[2] or word for word in question.spec.split()[1:]]
        many = types.pop() if types and types[-1] in ("units", "words") else ""
        if len(words) < len(types) or (len(words) > len(types) and not many):
            raise UnknownError("form of the question", " ".join([question.name, *words]), (), f"ask `{question.spec}`")
        names = self.names()
        parse: dict[str, Callable[[str], Any]] = {
            "unit": names.unit, "hex": names.hex, "side": names.side, "place": names.place, "hexside": self.board.parse_side,
        }  # fmt: skip
        found = [parse.get(t, str)(w) for t, w in zip(types, words, strict=False)]
        rest = words[len(types) :]
        return [*found, tuple(map(names.unit, rest) if many == "units" else rest)] if many else found

    def beside(self, state: Any) -> Sequence[Frame]:
        """The frames that stand open beside the top one."""
        return self.system.beside(state) if self.beside_codes else ()

    def blank(self) -> State:
        """A state with nobody on the map."""
        return self.system.blank(self)

    def rebuild(self, state: State) -> None:
        """Bring the derived fields of a state in step with the rest, and forget its caches."""
        self.system.rebuild(state)

    def problems(self, state: State) -> list[Problem]:
        """What in a state contradicts the rules."""
        return self.system.problems(state)

    def revealed(self, state: State, field: str, side: int) -> bool:
        """May a side know another's secret field by now, because it was revealed?"""
        return self.system.revealed(state, field, side)
