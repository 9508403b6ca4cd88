"""The parts of a system beside its questions and its sequence: how it is played, shown, proved and judged.

Everything here has a default, so that a game can be loaded and walked about in when it is half made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from echelon.core.show.panels import Card
from echelon.core.show.story import gathered

if TYPE_CHECKING:
    import random

    from echelon.core.appreciation import Appreciation
    from echelon.core.board.board import Board
    from echelon.core.forces import Unit
    from echelon.core.frames import Frame, Kind
    from echelon.core.rules import Option, Query, Rules, Scenario
    from echelon.core.show.leads import LeadsTo
    from echelon.core.show.panels import Book, Caution, Outlook, Panel, Row
    from echelon.core.state import Event, Problem, State
    from echelon.core.system import System

__all__ = ["SIGNS", "Judgement", "Overlays", "Planted", "Play", "Proof", "Say", "Show", "Sign", "Whose"]

Options = Mapping[str, str]
Sign = Literal["build", "remove", "blast", "bomb", "fight", "cancel"]  # what a map can show where a verb can be done
SIGNS: tuple[Sign, ...] = get_args(Sign)
Whose = Literal["own", "enemy"]
Overlays = tuple[tuple[str, Whose], ...]  # names from `marks`, each of the side that is asked or of the enemy
Say = Callable[..., str]  # says the texts of one table of a catalogue: `say("weather", turn=3)`
Mark = Mapping[str, Any]  # what pictures can show, as plain data: {"mark": "attack", "source": 3, "target": 4}


def _from_data(
    system: System, scenario: Scenario, options: Mapping[str, str], board: Board | None, units: Sequence[Unit]
) -> Rules:
    from echelon.core.rules import Rules

    return Rules.from_data(system, scenario, options, board, units)


def _fresh(rules: Rules) -> State:
    return rules.system.state_type.fresh(rules)


@dataclass(frozen=True)
class Play:
    """How a game is played, beside its questions and its sequence.

    `compile` makes the Rules of a scenario with options (and a position's own board and made-up units): plain ones of the
    package's `data/<board>.txt` and `data/forces.csv`. `blank` makes a state with nobody on the map, `rebuild` brings derived
    fields in step.
    """

    boxes: tuple[str, ...] = ("gone",)  # places that are no hexes
    per: int = 2  # the parts in which movement points are counted, in every fact named `mf` and in `ranges`: halves
    options: Mapping[str, Option] = field(default_factory=dict)
    compile: Callable[[System, Scenario, Options, Board | None, Sequence[Unit]], Rules] = _from_data
    blank: Callable[[Any], State] = _fresh
    rebuild: Callable[[Any], None] = lambda state: None
    first: int = 0  # where the sequence starts again each turn; the steps before it are set-up
    order_clause: str = ""  # the clause that an answer breaks which is not asked for
    below: Callable[[Any, Frame], list[Frame]] = lambda state, frame: []  # the frames a position leaves out under its own
    main: tuple[str, ...] = ()  # verbs that end a question, best first: what the main button of a screen does
    forms: tuple[tuple[str, str], ...] = ()  # of several actions: ("move unit path", "take unit; move unit *path; stop")
    queries: tuple[Query, ...] = ()
    assumes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # derived facts a position may fix: name, values
    beside_kinds: tuple[Kind, ...] = ()
    beside: Callable[[Any], Sequence[Frame]] = lambda state: ()
    revealed: Callable[[Any, str, int], bool] = lambda state, field, side: False
    guess: Callable[[Any, int, random.Random], None] = lambda state, side, rng: None  # fills in what a side cannot know


@dataclass(frozen=True)
class Show:
    """How a game is shown. All this reads the state and decides nothing; nothing that a side may not know may influence it."""

    pieces: Callable[[Any], Sequence[Any]] | None = None  # the counters of a state, as plain data for drawing
    statuses: Mapping[str, str] = field(default_factory=dict)  # the states in `pieces`, each with the game's own word
    values: str = ""  # what the numbers in `pieces` are called: "strength, movement"
    # how the game stands, in words: what, and how
    standing: Callable[[Any, str], Sequence[tuple[str, str]]] = lambda state, language: ()
    held: Callable[[Any], Mapping[int, int]] = lambda state: {}  # the hexes that are fought for, with the side that holds each
    hexsides: Callable[[Any], Mapping[str, int]] = lambda state: {}  # kinds of hexsides that play changes, as they are now
    marks: Mapping[str, Callable[[Any], Sequence[Mark]]] = field(default_factory=dict)  # what pictures can show, by name
    # overlays that help with a question: by its kind, names from `marks`, each of the side asked ("own") or of the "enemy"
    helps: Mapping[str, Overlays] = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)  # verbs with the sign a map shows where they can be done: "build"
    says: Mapping[str, tuple[LeadsTo, ...]] = field(
        default_factory=dict
    )  # verbs, or kind.verb, with the leads that their words tell (`leads`)
    # would most players end the open question now, though more could be done? The main button is coloured then
    ready: Callable[[Any], bool] = lambda state: False
    ranges: Callable[[Any, int], Mapping[int, int]] = lambda state, unit: {}  # hexes a unit could move to, with parts of points
    # book-keeping that is always visible
    books: Callable[[Any, int | None, Say], Sequence[Book]] = lambda state, side, say: ()
    # who would win if it ended now, and every way to win; only what everybody may know
    outlook: Callable[[Any, Say], Outlook | None] = lambda state, say: None
    # the turn track: turn, label, sign, title
    track: Callable[[Any, str], Sequence[tuple[int, str, str, str]]] = lambda state, language: ()
    panel: Callable[[Any, int, str], Panel | None] = lambda state, action, language: None  # what an action means, in words
    # what an action brought to a state, as the log tells it: play may note less than the story needs
    retell: Callable[[Any, Sequence[Event]], Sequence[Event]] | None = None
    # how much events tell of a battle or the like: of those about one hex in a turn, an event that tells more stands for those
    # before it that tell less ("declared" 0, "result" 1); its sentence there is that of the table [log] of the catalogue
    tells: Mapping[str, int] = field(default_factory=dict)
    # what is peculiar to the present step, with its clause
    remark: Callable[[Any, str], tuple[str, str] | None] = lambda state, language: None
    # what the card of a unit on the map says beside the answers to queries
    inspected: Callable[[Any, int, Say], Sequence[Row]] = lambda state, unit, say: ()
    # what to know of a unit where it has come to stand; asked of every hex it could reach
    warnings: Callable[[Any, int, Say], Sequence[Caution]] = lambda state, unit, say: ()
    # what an answer brings upon him who gives it, in a few words that go on its button; asked of every answer
    cautions: Callable[[Any, int, Say], Sequence[Caution]] = lambda state, action, say: ()
    card: Card = field(default_factory=Card)
    lessons: str = ""  # a data file of its package with guided games

    def told(self, before: State, events: Sequence[Event]) -> Sequence[Event]:
        """The events that an action brought to a state, as they are told."""
        return gathered(before.rules.texts, events if self.retell is None else self.retell(before, events))


@dataclass(frozen=True, slots=True)
class Planted:
    """A deliberate rule error that certify must catch: a patch of one function, and the clause it breaks."""

    name: str
    clause: str
    plant: Callable[[], Callable[[], None]]  # plants the error and returns what takes it out again
    kinds: tuple[str, ...] = ()  # how the questions begin in which it shows: while it is planted these are opened more often


@dataclass(frozen=True)
class Proof:
    """What proves a game: the second judge of states and effects, odd situations, planted errors.

    `scramble` throws the pieces of a state into a dense, odd but lawful situation for certify, often with a question open whose
    name begins with one of the words it is given.
    """

    problems: Callable[[Any], list[Problem]] = lambda state: []  # what in a state contradicts the rules
    transition: Callable[[Any, int, Any], list[Problem]] = lambda before, action, after: []  # the law of effects
    scramble: Callable[[Any, random.Random, tuple[str, ...]], None] | None = None
    planted: Callable[[], Sequence[Planted]] = lambda: ()
    tests: str = ""  # where its tests lie, if not under tests/
    # what else holds functions that are marked with clauses, beside modules and parts: dictionaries of names, objects
    holders: Callable[[], Sequence[Any]] = lambda: ()


@dataclass(frozen=True)
class Judgement:
    """What computer players go by."""

    push: Callable[[Any, Sequence[int], random.Random], int] | None = None  # the contact-seeking random player's choice
    appreciate: Callable[[Any], Appreciation] | None = None  # of a Rules: what the game is about
    # few entries of open ledgers, legal now, that the side asked might write: all that computer players see of a ledger
    clerk: Callable[[Any], Sequence[int]] | None = None
