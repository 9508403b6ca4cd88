"""System: a set of rules as one object, the only thing other layers know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from echelon.core import dice
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.frames import Kind
from echelon.core.parts import Judgement, Play, Proof, Show
from echelon.core.rules import Compiled, Rules, Scenario, Step
from echelon.core.text.book import RuleBook
from echelon.core.text.texts import Texts

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType

    from echelon.core.board.board import Board
    from echelon.core.forces import Unit
    from echelon.core.state import State
    from echelon.core.verbs import Verbs

__all__ = ["System", "load", "system_names"]


@dataclass(frozen=True)
class System:
    """Everything a rule system brings. The engine composes these; it never asks which system it runs.

    What every game must have stands here; the rest is in four parts, each with defaults. Texts and rule book are those of
    its package (`texts/`, `rules.md`) unless they are given; a package without them has none. `setup` fills a blank state.
    """

    name: str
    title: str
    sides: tuple[str, ...]
    verbs: Verbs
    kinds: tuple[Kind, ...]
    sequence: tuple[Step, ...]
    scenarios: Mapping[str, Scenario]
    state_type: type[State]
    setup: Callable[[Any], None]
    version: str = "0.1.0"
    summary: str = ""
    package: str = ""
    learning: bool = False  # made to learn the program with: where a newcomer starts
    play: Play = field(default_factory=Play)
    show: Show = field(default_factory=Show)
    proof: Proof = field(default_factory=Proof)
    judgement: Judgement = field(default_factory=Judgement)
    texts: Texts = field(default_factory=lambda: Texts({}))  # those of the package
    book: RuleBook = field(default_factory=lambda: RuleBook("", ""))  # that of the package
    _cache: Compiled = field(default_factory=Compiled, repr=False, compare=False)
    _books: dict[str, RuleBook] = field(default_factory=dict, repr=False, compare=False)
    _checked: list[bool] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        # `replace` would hand on the rules that were compiled for the system it copies
        object.__setattr__(self, "_cache", Compiled())
        object.__setattr__(self, "_books", {})
        object.__setattr__(self, "_checked", [])
        if not self.texts.languages:
            found = bool(self.package) and (files(self.package) / "texts").is_dir()
            object.__setattr__(self, "texts", Texts.load(self.package) if found else Texts({"en": {}}))
        if not self.book.text:
            object.__setattr__(self, "book", self._book("rules.md") or RuleBook(self.title, ""))

    def _book(self, name: str) -> RuleBook | None:
        """A rule book of the package."""
        file = files(self.package) / name if self.package else None
        return RuleBook.parse(file.read_text("utf-8"), f"{self.name}/{name}") if file is not None and file.is_file() else None

    def check(self) -> None:
        """Say the first mistake in what the system declares; looked for once."""
        if not self._checked:
            from echelon.core.proof.check import faults

            fault = next(faults(self), None)
            if fault is not None:
                raise EchelonError(f"{self.name}: {fault}")
            self._checked.append(True)

    @property
    def parts(self) -> tuple[Play, Show, Proof, Judgement]:
        """The four parts, for whoever goes through all that a system refers to."""
        return self.play, self.show, self.proof, self.judgement

    @cached_property
    def clauses(self) -> Mapping[str, Any]:
        """The clauses of the rule book by id."""
        return self.book.clauses

    def book_in(self, language: str) -> RuleBook:
        """The rule book in a language: `rules.fr.md` beside `rules.md`; the first one where there is none."""
        if language not in self._books:
            own = self._book(f"rules.{language}.md") if language in self.texts.languages else None
            self._books[language] = own or self.book
        return self._books[language]

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
            return self.play.compile(self, self.scenarios[name], chosen, board, units)
        key = (name, tuple(sorted(chosen.items())))
        return self._cache.get(key, lambda: self.play.compile(self, self.scenarios[name], chosen, None, ()))

    def choose(self, options: Mapping[str, Any]) -> dict[str, str]:
        """All options with their values, the given ones checked."""
        chosen = {name: option.default for name, option in self.play.options.items()}
        for name, value in options.items():
            if name not in self.play.options:
                raise UnknownError("option", name, tuple(self.play.options))
            word = {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
            if word not in self.play.options[name].values:
                raise UnknownError(f"value of option {name}", word, self.play.options[name].values)
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
        module = _imported(name, lambda: import_module(f"echelon.systems.{name}"))
    else:
        found = [e for e in _declared() if e.name == name]
        if not found and "." not in name:
            raise UnknownError("system", name, system_names())
        module = _imported(name, found[0].load if found else lambda: import_module(name))
    system = module if isinstance(module, System) else getattr(module, "SYSTEM", None)
    if not isinstance(system, System):
        raise UnknownError("system", name, system_names(), "its package defines no SYSTEM")
    system.check()
    return system


def _imported(name: str, bring: Callable[[], ModuleType | System]) -> ModuleType | System:
    """A system's module. Where it cannot be imported, the reason is told: a module that lacks another one is not missing."""
    try:
        return bring()
    except EchelonError:
        raise
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
            raise UnknownError("system", name, system_names()) from None
        place, at = "", error.__traceback__
        while at is not None:  # the innermost line that is no part of the import machinery
            file = at.tb_frame.f_code.co_filename
            place = place if file.startswith("<") else f" ({file}, line {at.tb_lineno})"
            at = at.tb_next
        place = "" if isinstance(error, SyntaxError) else place  # it tells its line itself
        raise EchelonError(f"system {name!r} cannot be loaded: {type(error).__name__}: {error}{place}") from error
