"""System: a set of rules as one object, the only thing other layers know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from echelon.core import dice
from echelon.core.errors import UnknownError
from echelon.core.frames import Frame, Kind
from echelon.core.rules import Compiled, Option, Question, Rules, Scenario, Step
from echelon.core.show.panels import Card

if TYPE_CHECKING:
    import random
    from importlib.metadata import EntryPoint

    from echelon.core.appreciation import Appreciation
    from echelon.core.board.board import Board
    from echelon.core.forces import Unit
    from echelon.core.show.panels import Book, Caution, Outlook, Panel, Row
    from echelon.core.state import Event, Problem, State
    from echelon.core.text.book import RuleBook
    from echelon.core.text.texts import Texts
    from echelon.core.verbs import Verbs

__all__ = ["Planted", "System", "load", "system_names"]


@dataclass(frozen=True, slots=True)
class Planted:
    """A deliberate rule error that certify must catch: a patch of one function, and the clause it breaks."""

    name: str
    clause: str
    plant: Callable[[], Callable[[], None]]  # plants the error and returns what takes it out again
    kinds: tuple[str, ...] = ()  # how the questions begin in which it shows: while it is planted these are opened more often


@dataclass(frozen=True)
class System:
    """Everything a rule system brings. The engine composes these; it never asks which system it runs.

    `compile` makes the Rules of a scenario with options (and a position's own board and made-up units), `setup` fills a blank
    state, `rebuild` brings derived fields in step, `guess` fills in what a side cannot know, `scramble` throws the pieces of
    a state into a dense, odd but lawful situation for certify, often with a question open whose name
    begins with one of the words it is given.
    """

    name: str
    title: str
    version: str
    summary: str
    sides: tuple[str, ...]
    boxes: tuple[str, ...]
    verbs: Verbs
    kinds: tuple[Kind, ...]
    sequence: tuple[Step, ...]
    order_clause: str
    texts: Texts
    book: RuleBook
    scenarios: Mapping[str, Scenario]
    options: Mapping[str, Option]
    compile: Callable[[System, Scenario, Mapping[str, str], Board | None, Sequence[Unit]], Rules]
    blank: Callable[[Any], State]
    setup: Callable[[Any], None]
    rebuild: Callable[[Any], None]
    problems: Callable[[Any], list[Problem]]
    package: str
    state_type: type[State]
    below: Callable[[Any, Frame], list[Frame]] = lambda state, frame: []  # the frames a position leaves out under its own
    first: int = 0  # where the sequence starts again each turn; the steps before it are set-up
    lines: tuple[
        tuple[str, str], ...
    ] = ()  # short forms of several actions: ("move unit path", "take unit; move unit *path; stop")
    questions: tuple[Question, ...] = ()
    assumes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # derived facts a position may fix: name, values
    beside_kinds: tuple[Kind, ...] = ()
    beside: Callable[[Any], Sequence[Frame]] = lambda state: ()
    revealed: Callable[[Any, str, int], bool] = lambda state, field, side: False
    guess: Callable[[Any, int, random.Random], None] = lambda state, side, rng: None
    scramble: Callable[[Any, random.Random, tuple[str, ...]], None] | None = None
    push: Callable[[Any, Sequence[int], random.Random], int] | None = None  # the contact-seeking random player's choice
    appreciate: Callable[[Any], Appreciation] | None = None  # of a Rules: what computer players go by
    transition: Callable[[Any, int, Any], list[Problem]] = lambda before, action, after: []  # the law of effects, for certify
    planted: Callable[[], Sequence[Planted]] = lambda: ()
    pieces: Callable[[Any], Sequence[Any]] | None = None  # the counters of a state, as plain data for drawing
    standing: Callable[[Any, str], Sequence[tuple[str, str]]] = (
        lambda state, language: ()
    )  # how the game stands, in words: what, and how
    hexsides: Callable[[Any], Mapping[str, int]] = lambda state: {}  # kinds of hexsides that play changes, as they are now
    held: Callable[[Any], Mapping[int, int]] = lambda state: {}  # the hexes that are fought for, with the side that holds each
    marks: Mapping[str, Callable[[Any], Sequence[Mapping[str, Any]]]] = field(
        default_factory=dict
    )  # what pictures can show of a state, by name: rows of plain data such as {"mark": "attack", "source": 3, "target": 4}
    statuses: Mapping[str, str] = field(default_factory=dict)  # the states in `pieces`, each with the game's own word
    values: str = ""  # what the numbers in `pieces` are called: "strength, movement"
    tests: str = ""  # where its tests lie, if not under tests/
    learning: bool = False  # made to learn the program with: where a newcomer starts
    main: tuple[str, ...] = ()  # verbs that end a question, best first: what the main button of a screen does
    ready: Callable[[Any], bool] = lambda state: (
        False
    )  # would most players end the open question now, though more could be done? The main button is coloured then
    helps: Mapping[str, tuple[tuple[str, str], ...]] = field(
        default_factory=dict
    )  # overlays that help with a question: by its kind, names from `marks`, each of the side asked ("own") or of the "enemy"
    says: Mapping[str, str] = field(default_factory=dict)  # verbs, or kind.verb, with the leads that their words tell (`leads`)
    signs: Mapping[str, str] = field(default_factory=dict)  # verbs with the sign a map shows where they can be done: "build"
    ranges: Callable[[Any, int], Mapping[int, int]] = lambda state, unit: {}  # hexes a unit could move to, with half points
    books: Callable[[Any, int | None, Callable[..., str]], Sequence[Book]] = (
        lambda state, side, say: ()
    )  # book-keeping that is always visible
    outlook: Callable[[Any, Callable[..., str]], Outlook | None] = lambda state, say: (
        None
    )  # who would win if it ended now, and every way to win; only what everybody may know
    track: Callable[[Any, str], Sequence[tuple[int, str, str, str]]] = (
        lambda state, language: ()
    )  # the turn track: turn, label, sign, title
    panel: Callable[[Any, int, str], Panel | None] = lambda state, action, language: None  # what an action means, in words
    retell: Callable[[Any, Sequence[Event]], Sequence[Event]] | None = (
        None  # what an action brought to a state, as the log tells it: play may note less than the story needs
    )
    remark: Callable[[Any, str], tuple[str, str] | None] = lambda state, language: (
        None
    )  # what is peculiar to the present step, with its clause
    inspected: Callable[[Any, int, Callable[..., str]], Sequence[Row]] = (
        lambda state, unit, say: ()
    )  # what the card of a unit on the map says beside the answers to questions
    warnings: Callable[[Any, int, Callable[..., str]], Sequence[Caution]] = (
        lambda state, unit, say: ()
    )  # what to know of a unit where it has come to stand; asked of every hex it could reach
    cautions: Callable[[Any, int, Callable[..., str]], Sequence[Caution]] = (
        lambda state, action, say: ()
    )  # what an answer brings upon him who gives it, in a few words that go on its button; asked of every answer
    card: Card = field(default_factory=Card)
    lessons: str = ""  # a data file of its package with guided games
    _cache: Compiled = field(default_factory=Compiled, repr=False, compare=False)
    _books: dict[str, RuleBook] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        # `replace` would hand on the rules that were compiled for the system it copies
        object.__setattr__(self, "_cache", Compiled())
        object.__setattr__(self, "_books", {})

    @cached_property
    def clauses(self) -> Mapping[str, Any]:
        """The clauses of the rule book by id."""
        return self.book.clauses

    def book_in(self, language: str) -> RuleBook:
        """The rule book in a language: `rules.fr.md` beside `rules.md`; the first one where there is none."""
        if language not in self._books:
            from importlib.resources import files

            from echelon.core.text.book import RuleBook

            file = files(self.package) / f"rules.{language}.md"
            known = language in self.texts.languages and file.is_file()
            self._books[language] = RuleBook.parse(file.read_text("utf-8"), f"{self.name}/{file.name}") if known else self.book
        return self._books[language]

    def told(self, before: State, events: Sequence[Event]) -> Sequence[Event]:
        """The events that an action brought to a state, as they are told."""
        return events if self.retell is None else self.retell(before, events)

    def rules(
        self,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        board: Board | None = None,
        units: Sequence[Unit] = (),
    ) -> Rules:
        """The compiled rules of a scenario; kept while they are used, so that all its games share them."""
        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise UnknownError("scenario", name, tuple(self.scenarios))
        chosen = self.choose(options or {})
        if board is not None or units:
            return self.compile(self, self.scenarios[name], chosen, board, units)
        key = (name, tuple(sorted(chosen.items())))
        return self._cache.get(key, lambda: self.compile(self, self.scenarios[name], chosen, None, ()))

    def choose(self, options: Mapping[str, Any]) -> dict[str, str]:
        """All options with their values, the given ones checked."""
        chosen = {name: option.default for name, option in self.options.items()}
        for name, value in options.items():
            if name not in self.options:
                raise UnknownError("option", name, tuple(self.options))
            word = {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
            if word not in self.options[name].values:
                raise UnknownError(f"value of option {name}", word, self.options[name].values)
            chosen[name] = word
        return chosen

    def new(self, scenario: str = "", options: Mapping[str, Any] | None = None, seed: int | str | bytes = 0) -> State:
        """A new game, at its first question."""
        state = self.rules(scenario, options).blank()
        state.seed = dice.seed_bytes(seed)
        self.setup(state)
        state.step = -1
        state.advance()
        return state


def system_names() -> list[str]:
    """The systems that can be loaded: those that ship with Echelon and those other packages declare."""
    package = import_module("echelon.systems")
    own = [m.name for m in iter_modules(package.__path__) if m.ispkg]
    foreign = [e.name for e in _declared()]
    return sorted({*own, *foreign})


def _declared() -> Sequence[EntryPoint]:
    """The systems that other packages declare. Looked up only when asked for: the module takes 30 ms to import."""
    from importlib.metadata import entry_points

    return tuple(entry_points(group="echelon.systems"))


def load(name: str) -> System:
    """A system by name: one that ships with Echelon, one declared by an entry point, or a module path `package.module`."""
    package = import_module("echelon.systems")
    if name in {m.name for m in iter_modules(package.__path__) if m.ispkg}:
        module = import_module(f"echelon.systems.{name}")
    else:
        found = [e for e in _declared() if e.name == name]
        if found:
            module = found[0].load()
        elif "." in name:
            try:
                module = import_module(name)
            except ImportError:
                raise UnknownError("system", name, system_names()) from None
        else:
            raise UnknownError("system", name, system_names())
    system = module if isinstance(module, System) else getattr(module, "SYSTEM", None)
    if not isinstance(system, System):
        raise UnknownError("system", name, system_names(), "its package defines no SYSTEM")
    return system
