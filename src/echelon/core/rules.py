"""Rules: all that never changes in one game, compiled once and shared by every copy of its state."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakValueDictionary

from echelon.core.errors import EchelonError, UnknownError
from echelon.core.fields import Names
from echelon.core.frames import CHANCE, OVER, OVER_KIND, Frame, Kind
from echelon.core.text.grammar import fraction

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation
    from echelon.core.board.board import Board
    from echelon.core.forces import Forces, Unit
    from echelon.core.rulings import Answer
    from echelon.core.state import Problem, State
    from echelon.core.system import System
    from echelon.core.text.texts import Texts
    from echelon.core.verbs import Verbs

__all__ = ["Compiled", "Option", "Query", "Rules", "Scenario", "Step"]


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
class Query:
    """A named query of a state: `supplied unit`. Words are parsed by type before the function is called.

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
        self.boxes: tuple[str, ...] = system.play.boxes
        self.verbs: Verbs = system.verbs
        self.kinds: tuple[Kind, ...] = (*system.kinds, OVER_KIND)
        self.kind_numbers = {kind.name: i for i, kind in enumerate(self.kinds)}
        self.sequence: tuple[Step, ...] = system.sequence
        self.first = system.play.first
        self.order_clause = system.play.order_clause
        self.texts: Texts = system.texts
        self.hexsides: tuple[int, ...] = ()  # numbered hexsides, for systems whose verbs name them
        self.words: Mapping[str, tuple[str, ...]] = {}  # words of verbs' fields that come from data: areas, corps
        self.beside_codes = frozenset(self.verbs.code(v) for k in system.play.beside_kinds for v in k.verbs)
        shared = {v for k in system.play.beside_kinds for v in k.verbs} & {
            v for k in system.kinds if k not in system.play.beside_kinds for v in k.verbs
        }
        if shared:
            raise ValueError(f"the verb {min(shared)!r} answers frames on the stack and beside it; give one another name")
        self.assume: Mapping[str, Any] = {}  # derived facts fixed by a position file
        self.said: dict[tuple[Any, ...], str] = {}  # sentences of these rules, remembered by `Texts.fill`
        self.hexes: dict[str, Sequence[str]] = {}  # what its hexes are called, by language, remembered by `Texts.hexes`
        self.extra: Mapping[str, Any] = {}  # a position's own board, to be written again with it

    @classmethod
    def from_data(
        cls, system: System, scenario: Scenario, options: Mapping[str, str], board: Board | None, units: Sequence[Unit]
    ) -> Self:
        """The rules of a scenario whose map is `data/<board>.txt` of the package, its units all of `data/forces.csv`."""
        from echelon.core.board.board import Board
        from echelon.core.forces import Forces

        if board is None:
            name = f"{scenario.data.get('board', 'board')}.txt"
            board = Board.parse(_data(system, name), name)
        forces = Forces.parse(_data(system, "forces.csv"), system.sides, "forces.csv")
        return cls(system, scenario, options, board, forces.plus(units))

    @cached_property
    def appreciation(self) -> Appreciation | None:
        """What the game is about, for computer players; None if the system does not say."""
        return None if self.system.judgement.appreciate is None else self.system.judgement.appreciate(self)

    def names(self, aliases: Mapping[str, int] | None = None) -> Names:
        """What words of a text mean under these rules."""
        return Names(self, aliases or {})

    def in_points(self, parts: int) -> str:
        """Movement points in words, from the parts they are counted in: 3 halves are `1½`."""
        return fraction(Fraction(parts, self.system.play.per))

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

    def query(self, name: str) -> Callable[..., Answer]:
        """A named query, ready to be asked with words."""
        for query in self.system.play.queries:
            if query.name == name:
                return lambda state, *words: query.answer(state, *self._arguments(query, words))
        raise UnknownError("question", name, tuple(q.name for q in self.system.play.queries))

    def _arguments(self, query: Query, words: Sequence[str]) -> list[Any]:
        types = [word.partition("=")[2] or word for word in query.spec.split()[1:]]
        many = types.pop() if types and types[-1] in ("units", "words") else ""
        if len(words) < len(types) or (len(words) > len(types) and not many):
            raise UnknownError("form of the question", " ".join([query.name, *words]), (), f"ask `{query.spec}`")
        names = self.names()
        parse: dict[str, Callable[[str], Any]] = {
            "unit": names.unit, "hex": names.hex, "side": names.side, "place": names.place, "hexside": self.board.parse_side,
        }  # fmt: skip
        found = [parse.get(t, str)(w) for t, w in zip(types, words, strict=False)]
        rest = words[len(types) :]
        return [*found, tuple(map(names.unit, rest) if many == "units" else rest)] if many else found

    def beside(self, state: Any) -> Sequence[Frame]:
        """The frames that stand open beside the top one."""
        return self.system.play.beside(state) if self.beside_codes else ()

    def blank(self) -> State:
        """A state with nobody on the map."""
        return self.system.play.blank(self)

    def rebuild(self, state: State) -> None:
        """Bring the derived fields of a state in step with the rest, and forget its caches."""
        self.system.play.rebuild(state)

    def problems(self, state: State) -> list[Problem]:
        """What in a state contradicts the rules."""
        return self.system.proof.problems(state)

    def revealed(self, state: State, field: str, side: int) -> bool:
        """May a side know another's secret field by now, because it was revealed?"""
        return self.system.play.revealed(state, field, side)


def _data(system: System, name: str) -> str:
    """A data file of a system's package."""
    file = files(system.package) / "data" / name if system.package else None
    if file is None or not file.is_file():
        home = f"the package {system.package}" if system.package else "a system without a package"
        raise EchelonError(f"{system.name}: {home} has no data/{name}; write it, or give `Play.compile`")
    return file.read_text("utf-8")
