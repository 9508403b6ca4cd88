"""State: all that changes in play. Cheap to copy, complete to save, without history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from echelon.core import dice
from echelon.core.errors import EchelonError, Invalid
from echelon.core.fields import PLACE
from echelon.core.frames import CHANCE, OVER, Frame, Kind, Outcomes, Over
from echelon.core.layout import Layout
from echelon.core.record.pack import PackError, pack, unpack
from echelon.core.rulings import Answer, Ruling
from echelon.core.verbs import VERB

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.views import View

__all__ = ["Event", "Legal", "Problem", "Result", "State"]


class Result(NamedTuple):
    """How a game ended: who won (None for a draw), by how much, and the clause that decided."""

    winner: int | None
    level: str
    clause: str


class Event(NamedTuple):
    """Something that happened, for the log: a key of the text catalogue, its facts, and the side that alone may read it."""

    key: str
    facts: Mapping[str, Any]
    clause: str = ""
    only: int | None = None


class Problem(NamedTuple):
    """Something in a state that contradicts the rules."""

    clause: str
    facts: Mapping[str, Any]


class Legal:
    """The legal actions of a state, worked out when asked for: `bool()`, `len()`, iteration, `in`, `.of(unit)`, `.at(hex)`.

    `.main` answers the top frame; `.beside` is what may also be done next to it (ledgers that stand open); `.choices` is what
    a computer player chooses from.
    """

    __slots__ = ("_beside", "_main", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._main: list[int] | None = None
        self._beside: list[int] | None = None

    @property
    def main(self) -> list[int]:
        """The answers to the top frame."""
        if self._main is None:
            frame = self.state.frame
            self._main = frame.kind.legal(self.state, frame)
        return self._main

    @property
    def beside(self) -> list[int]:
        """What may be done beside the top frame."""
        if self._beside is None:
            state = self.state
            self._beside = [a for f in state.rules.beside(state) for a in f.kind.legal(state, f)]
        return self._beside

    @property
    def choices(self) -> list[int]:
        """The answers to the top frame, and of the thousands that ledgers may hold only what the system's clerk proposes."""
        clerk = self.state.rules.system.judgement.clerk
        return self.main if clerk is None or self.state.frame.chance else [*self.main, *clerk(self.state)]

    # `list()` asks for both, at every decision of a play-out: no generator, and nothing beside where no ledger can be open
    def __iter__(self) -> Iterator[int]:
        main = self.main if self._main is None else self._main
        return chain(main, self.beside) if self.state.rules.beside_codes else iter(main)

    def __len__(self) -> int:
        main = self.main if self._main is None else self._main
        return len(main) + len(self.beside) if self.state.rules.beside_codes else len(main)

    def __bool__(self) -> bool:
        return bool(self.main or self.beside)

    def __contains__(self, action: object) -> bool:
        return action in self.main or action in self.beside

    def of(self, unit: int) -> list[int]:
        """The actions that name a unit."""
        verbs = self.state.rules.verbs
        return [a for a in self if unit in verbs.values(a, "unit")]

    def at(self, hex_: int) -> list[int]:
        """The actions that name a hex, as such, as a place, or by one of its hexsides."""
        rules = self.state.rules
        verbs, ends = rules.verbs, rules.board.side_hexes
        return [
            a
            for a in self
            if hex_ in verbs.values(a, "hex")
            or hex_ in verbs.values(a, "place")
            or any(hex_ in ends(rules.hexsides[i]) for i in verbs.values(a, "hexside"))
        ]

    def texts(self) -> list[str]:
        """The canonical texts, in order."""
        return [self.state.text(a) for a in self]

    def __repr__(self) -> str:
        return f"<Legal {', '.join(self.texts())}>"


class State:
    """The state of a game. A system's own fields are declared in its subclass (see `layout`).

    `apply` trusts its caller and works in place; `play` parses and checks. Copy first if both are wanted.
    """

    __slots__ = ("frame", "log", "outcome", "reveals", "rolls", "rules", "seed", "stack", "step", "turn")
    layout: ClassVar[Layout]

    rules: Rules
    frame: Frame  # the open question
    stack: list[Frame]  # the questions it interrupts, innermost last
    step: int  # where in the sequence of play
    turn: int
    rolls: int  # dice so far: the counter of the next
    reveals: int  # disclosures so far
    outcome: Result | None
    seed: dice.Seed  # never part of a view, a pack or a comparison
    log: list[Event] | None  # events are written only if somebody wants them

    @classmethod
    def fresh(cls, rules: Rules) -> Self:
        """A state with nobody on the map, at the start of turn 1; every field as it is before anything has happened."""
        state = cls()
        state.rules, state.frame, state.stack, state.step, state.turn = rules, NOBODY, [], 0, 1
        state.rolls = state.reveals = 0
        state.outcome, state.seed, state.log = None, bytes(16), None
        for row in cls.layout.rows:
            setattr(state, row.name, row.fresh(len(rules.forces), rules.board.n if row.codec is PLACE and rules.boxes else 0))
        for name, start in cls.layout.starts.items():
            setattr(state, name, start)
        return state

    # generated by `layout`
    def copy(self) -> Self:
        """An independent copy, without the log."""
        raise NotImplementedError("decorate the state class with @layout")

    def content(self) -> tuple[Any, ...]:
        """All that is compared and saved, as one hashable tuple."""
        raise NotImplementedError("decorate the state class with @layout")

    def same(self, other: Self) -> bool:
        """Equal in everything that is compared."""
        raise NotImplementedError("decorate the state class with @layout")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.same(other)

    __hash__ = None  # type: ignore[assignment]

    # --- the engine -------------------------------------------------------------------------------------------------
    def legal(self) -> Legal:
        """The legal actions, as a lazy view."""
        return Legal(self)

    def apply(self, action: int) -> None:
        """Carry out a legal action, in place."""
        codes = self.rules.beside_codes
        frame = self.frame
        if codes and action & VERB in codes:
            found = self.frame_of(action)
            if found is None:
                raise Invalid(self.text(action), "no such ledger is open now")
            frame = found
        frame.kind.apply(self, frame, action)

    def frame_of(self, action: int) -> Frame | None:
        """The open frame that an action answers: the top one, one beside it, or None if its verb is not open now."""
        name = self.rules.verbs.verb(action).name
        if name in self.frame.kind.verbs:
            return self.frame
        return next((f for f in self.rules.beside(self) if name in f.kind.verbs), None)

    def push(self, frame: Frame) -> None:
        """Open a question on top of the present one."""
        self.stack.append(self.frame)
        self.frame = frame

    def close(self) -> None:
        """The top question is settled: back to the one below, or on in the sequence of play."""
        if self.stack:
            self.frame = self.stack.pop()
        else:
            self.advance()

    def advance(self) -> None:
        """Go on in the sequence of play until somebody is asked or the game is over."""
        sequence, first = self.rules.sequence, self.rules.first
        self.frame = NOBODY
        while self.frame is NOBODY:
            self.step += 1
            if self.step == len(sequence):
                self.step = first
            sequence[self.step].run(self)

    def finish(self, winner: int | None, level: str, clause: str) -> None:
        """End the game."""
        self.outcome = Result(winner, level, clause)
        self.stack = []
        self.frame = Over((OVER,))

    def result(self) -> Result | None:
        """None while the game goes on."""
        return self.outcome

    def outcomes(self) -> Outcomes:
        """What a chance frame can bring, each with its exact chance; empty for a player's frame."""
        frame = self.frame
        return frame.kind.outcomes(self, frame) if frame.kind.outcomes else ()

    def draw(self) -> int:
        """The outcome that this game's dice bring next."""
        return dice.pick(self.seed, self.rolls, self.outcomes())

    def note(self, key: str, clause: str = "", only: int | None = None, **facts: Any) -> None:
        """Write an event, if a log is kept."""
        if self.log is not None:
            self.log.append(Event(key, facts, clause, only))

    # --- words ------------------------------------------------------------------------------------------------------
    def text(self, action: int) -> str:
        """The canonical text of an action."""
        return self.rules.verbs.format(self.rules, action)

    def parse(self, text: str) -> int:
        """The one action a text names; Invalid or Ambiguous if it names none or several."""
        return self.rules.verbs.parse(self.rules.names(), text, self._verbs())

    def _verbs(self) -> tuple[str, ...]:
        beside = [v for f in self.rules.beside(self) for v in f.kind.verbs]
        return (*self.frame.kind.verbs, *beside)

    def play(self, line: str) -> tuple[str, ...]:
        """Play a line of one or more actions, checked, all or none up to the first die or reveal.

        Returns the texts that were not played because a die, a reveal or another side's question came between.
        """
        from echelon.core.text.lines import run

        trial = self.copy()
        rest = run(trial, line, trial.apply)
        self.become(trial)
        return rest

    def become(self, other: Self) -> None:
        """Take over everything of another state of the same rules; the log stays."""
        log = self.log
        fresh = other.copy()
        for cls in type(self).__mro__:
            for name in getattr(cls, "__slots__", ()):
                setattr(self, name, getattr(fresh, name))
        self.log = log

    def why_not(self, action: int | str) -> list[Ruling]:
        """Every clause the action breaks, with the facts; an empty list if it is legal."""
        if isinstance(action, str):
            action = self.parse(action)
        rules, frame = self.rules, self.frame_of(action)
        name = rules.verbs.verb(action).name
        if frame is None:
            return [Ruling(rules.order_clause, {"verb": name, "kind": self.frame.kind.name})]
        if frame.chance:
            return [] if any(action == a for a, _ in self.outcomes()) else [Ruling(rules.order_clause, {"verb": name})]
        return frame.kind.why_not(self, frame, action)

    def preview(self, action: int | str) -> dict[str, Any]:
        """What an action means: factors, shifts with their clauses, exact chances; depends on the kind of question."""
        if isinstance(action, str):
            action = self.parse(action)
        frame = self.frame_of(action)
        return frame.kind.preview(self, frame, action) if frame else {}

    def ask(self, question: str) -> Answer:
        """A named question, such as `supplied b1`: its value and the clauses behind it."""
        name, *words = question.split() or [""]
        return self.rules.query(name)(self, *words)

    def sentence(self, ruling: Ruling | Event | Problem, language: str = "en") -> str:
        """A ruling, event or problem in words."""
        return self.rules.texts.sentence(self.rules, ruling, language)

    def prompt(self, language: str = "en") -> str:
        """What the top frame asks, in words."""
        return self.rules.texts.prompt(self, language)

    def describe(self, action: int, language: str = "en") -> str:
        """An action as a sentence."""
        return self.rules.texts.action(self, action, language)

    # --- other sides, saving ----------------------------------------------------------------------------------------
    def view(self, side: int | str) -> View:
        """What a side may know."""
        from echelon.core.views import View

        return View(self, side if isinstance(side, int) else self.rules.names().side(side))

    def problems(self) -> list[Problem]:
        """What in this state contradicts the rules; empty after every legal action."""
        return self.rules.problems(self)

    def position(self) -> str:
        """The state as the text of a position file."""
        from echelon.core.record.position import dump

        return dump(self)

    def pack(self) -> bytes:
        """The state as few bytes; `unpack` with the same rules brings it back."""
        kinds = self.rules.kind_numbers
        *fields, outcome, frame, stack = self.content()
        frames = tuple((kinds[f.kind.name], *f) for f in (*stack, frame))
        return pack((*fields, tuple(outcome) if outcome else None, frames))

    @classmethod
    def unpack(cls, rules: Rules, data: bytes) -> Self:
        """A state from its packed bytes."""
        state = rules.blank()
        if not isinstance(state, cls):
            raise PackError("the packed state belongs to another system")
        try:
            state._fill(unpack(data))
        except (LookupError, TypeError, ValueError, AttributeError, MemoryError) as error:
            raise PackError(f"the packed state is damaged, or belongs to other rules: {error}") from None
        return state

    def _fill(self, content: Any) -> None:
        """Take over unpacked fields, in the order of `content`."""
        declared, rules = self.layout, self.rules
        fields = list(content)
        expected = len(declared.rows) + 4 + len(declared.values) + len(declared.shared) + 2
        if len(fields) != expected:
            raise PackError(f"the packed state has {len(fields)} fields, these rules have {expected}")
        for row in declared.rows:
            numbers = row.load(fields.pop(0))
            if len(numbers) != len(getattr(self, row.name)):
                raise PackError(f"the row {row.name!r} does not match these forces: {len(numbers)} numbers")
            setattr(self, row.name, numbers)
        self.turn, self.step, self.rolls, self.reveals = (fields.pop(0) for _ in range(4))
        for slot in (*declared.values, *declared.shared):
            setattr(self, slot.name, fields.pop(0))
        outcome, frames = fields
        self.outcome = Result(*outcome) if outcome else None
        self.stack = [rules.kinds[i].frame(tuple(rest)) for i, *rest in frames]
        self.frame = self.stack.pop()
        rules.rebuild(self)

    def key(self) -> str:
        """A short fingerprint of everything that is compared: equal states have equal keys."""
        return blake2b(self.pack(), digest_size=6).hexdigest()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} turn {self.turn}, {self.frame!r}>"


class _Nobody(Frame):
    """No question is open: the sequence of play goes on."""


def _nobody(state: Any, frame: Any, action: int) -> None:
    raise EchelonError("no decision is open")


_NOBODY_KIND = Kind("nobody", _Nobody, (), apply=_nobody, legal=lambda s, f: [], why_not=lambda s, f, a: [])
NOBODY = _Nobody((CHANCE,))
