"""Running the expectations inside a position file: each from a fresh copy, each failure one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError, Illegal, PositionError
from echelon.core.fields import Codec, Flags
from echelon.core.text.lines import path_marks, run

if TYPE_CHECKING:
    from echelon.core.record.position import Position
    from echelon.core.state import State

__all__ = ["Failure", "Words", "check", "play_lines"]

_KEYS = (
    "do", "legal", "not_legal", "only", "refused", "odds", "ask", "units", "frame", "side", "state", "problems", "result",
    "preview", "view", "turn", "error", "title",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that does not hold."""

    number: int  # of the [[expect]] table, from 1
    message: str
    line: int | None = None

    def __str__(self) -> str:
        return f"expectation {self.number}{f' (line {self.line})' if self.line else ''}: {self.message}"


def check(position: Position, state: State | None = None) -> list[Failure]:
    """Every expectation of a position that does not hold; an unreadable position raises PositionError.

    `state` is its state, where that has been built already.
    """
    failures: list[Failure] = []
    start = state or position.state()
    wanted = position.data.get("problems")
    if wanted is not None:
        found = sorted({p.clause for p in start.problems()})
        if found != sorted(wanted):
            failures.append(Failure(0, f"problems: expected {sorted(wanted)}, found {found}"))
    names = position.names() if position.data.get("hexes") else start.rules.names()
    for number, table in enumerate(position.data.get("expect", ()), 1):
        unknown = sorted(set(table) - set(_KEYS))
        if unknown:
            raise PositionError(f"an expectation has no key {unknown[0]!r}; it has {', '.join(_KEYS)}", position.source)
        state = start.copy()
        messages = _one(state, table, names.aliases, list(position.data.get("dice", ())))
        failures += [Failure(number, message, _line(position, number)) for message in messages]
    return failures


def _line(position: Position, number: int) -> int | None:
    lines = [i for i, line in enumerate(position.text.splitlines(), 1) if line.strip() == "[[expect]]"]
    return lines[number - 1] if number <= len(lines) else position.line_of("expect")


def _one(state: State, table: Mapping[str, Any], aliases: Mapping[str, int], dice: list[int]) -> list[str]:
    words = Words(state, aliases)
    try:
        play_lines(state, table.get("do", ()), aliases, dice)
    except Illegal as error:
        clauses = " ".join(r.clause for r in error.rulings)
        if "error" in table:
            return [] if table["error"] in clauses.split() else [f"refused by {clauses}, expected {table['error']}"]
        return [f"could not do {error.text!r}: {clauses}: {error}"]
    except EchelonError as error:
        return [str(error)]
    if "error" in table:
        return [f"expected a refusal by {table['error']}, but everything was legal"]
    try:
        if isinstance(table.get("view"), str):  # everything else is asked of what that side knows
            view = state.view(table["view"])
            state = view.state
            if view.waiting and table.get("only") == []:  # as it should be: nothing is his to answer
                table = {key: wanted for key, wanted in table.items() if key != "only"}
            if view.waiting and set(table) & {"legal", "not_legal", "only", "refused", "preview"}:
                return [f"{table['view']} cannot see the question: it is the other side's secret"]
        return [m for key in table if key in _CHECKS for m in _CHECKS[key](state, table[key], words)]
    except EchelonError as error:
        return [str(error)]


def play_lines(
    state: State,
    lines: Iterable[str],
    aliases: Mapping[str, int],
    dice: list[int],
    apply: Callable[[int], None] | None = None,
) -> None:
    """Play lines one after another, in place. `roll` lets the dice fall: first those given, then the game's own.

    `apply` is how an action is carried out on the state, where somebody wants to look at each.
    """
    words, apply = Words(state, aliases), apply or state.apply
    for line in lines:
        rest: tuple[str, ...] = (line,)
        while rest:
            named = rest[0].split()[0] in state.frame.kind.verbs
            if rest[0].strip() == "roll" or (state.frame.chance and dice and not named):
                apply(_roll(state, dice))
                rest = rest[1:] if rest[0].strip() == "roll" else rest
                continue
            rest = run(state, words.labels("; ".join(rest)), apply)


def _roll(state: State, dice: list[int]) -> int:
    """The next die the position gives, else the next of the game's own."""
    if not dice:
        return state.draw()
    number = dice.pop(0)
    for action, _chance in state.outcomes():
        if number in state.rules.verbs.fields(action):
            return action
    raise EchelonError(f"a die roll of {number} is impossible here")


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of a position with its aliases put in labels."""

    state: State
    aliases: Mapping[str, int]

    def labels(self, text: str) -> str:
        """The text with labels for aliases, also inside paths and hexsides."""
        return " ".join(self._word(word) for word in text.split(" "))

    def _word(self, word: str) -> str:
        for mark in ("|", "-"):
            parts = [self._label(part) for part in word.split(mark)]
            if all(part is not None for part in parts):
                return mark.join(map(str, parts))
        return word

    def _label(self, part: str) -> str | None:
        """The label that a part of a word names, with the mark of a path behind it; None if it names no hex."""
        board = self.state.rules.board
        if part in self.aliases:
            return board.labels[self.aliases[part]]
        if part in board.ids or not part:
            return part
        for mark in path_marks(self.state.rules.system):
            found = self._label(part.removesuffix(mark)) if part.endswith(mark) else None
            if found:
                return found + mark
        return None


def _legal(state: State, wanted: Any, words: Words) -> list[str]:
    legal = set(state.legal().texts())
    return [f"{text!r} should be legal; legal are {sorted(legal)}" for text in map(words.labels, wanted) if text not in legal]


def _not_legal(state: State, wanted: Any, words: Words) -> list[str]:
    legal = set(state.legal().texts())
    return [f"{text!r} should not be legal" for text in map(words.labels, wanted) if text in legal]


def _only(state: State, wanted: Any, words: Words) -> list[str]:
    legal, named = sorted(state.legal().texts()), sorted(map(words.labels, wanted))
    return [] if legal == named else [f"legal should be exactly {named}, is {legal}"]


def _refused(state: State, wanted: Any, words: Words) -> list[str]:
    messages = []
    for text, clauses in wanted.items():
        named = {clauses} if isinstance(clauses, str) else set(clauses)
        try:
            action = state.parse(words.labels(text))
        except EchelonError as error:
            messages.append(str(error))
            continue
        found = {r.clause for r in state.why_not(action)}
        if not found:
            messages.append(f"{text!r} should be refused by {sorted(named)} but is legal")
        elif not named <= found:
            messages.append(f"{text!r} is refused by {sorted(found)}, expected {sorted(named)}")
        elif action in state.legal():
            messages.append(f"{text!r} is refused by {sorted(found)} but is in the list of legal actions")
    return messages


def _ask(state: State, wanted: Any, words: Words) -> list[str]:
    messages = []
    for question, value in wanted.items():
        found = state.ask(words.labels(question)).value
        if found != value and str(found) != str(value):
            messages.append(f"{question!r} gives {found!r}, expected {value!r}")
    return messages


def _odds(state: State, wanted: Any, words: Words) -> list[str]:
    return _compare("odds", state.ask("odds").value or {}, wanted)


def _preview(state: State, wanted: Any, words: Words) -> list[str]:
    return [m for text, rows in wanted.items() for m in _compare(text, state.preview(words.labels(text)), rows)]


def _compare(what: str, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    return [f"{what}.{k} is {found.get(k)!r}, expected {v!r}" for k, v in wanted.items() if found.get(k) != v]


def _canonical(words: Words, table: Mapping[str, Any], codecs: Mapping[str, Codec]) -> dict[str, Any]:
    """What is wanted, written as the state would write it: aliases as labels, sets in their order."""
    rules = words.state.rules
    names = rules.names(words.aliases)
    return {k: codecs[k].dump(rules, codecs[k].load(names, v)) if k in codecs else v for k, v in table.items()}


def _units(state: State, wanted: Any, words: Words) -> list[str]:
    rules, layout = state.rules, state.layout
    place, *rows = layout.rows
    codecs = {"at": place.codec, **{slot.name: slot.codec for slot in rows if not isinstance(slot.codec, Flags)}}
    messages = []
    for name, spec in wanted.items():
        unit = rules.forces.index(name)
        facts: dict[str, Any] = {"at": place.codec.dump(rules, getattr(state, place.name)[unit])}
        for slot in rows:
            value = getattr(state, slot.name)[unit]
            if isinstance(slot.codec, Flags):
                facts.update({w: bool(value >> i & 1) for i, w in enumerate(slot.codec.words)})
            else:
                facts[slot.name] = slot.codec.dump(rules, value)
        table = spec if isinstance(spec, Mapping) else {"at": spec}
        messages += _compare(name, facts, _canonical(words, table, codecs))
    return messages


def _frame(state: State, wanted: Any, words: Words) -> list[str]:
    frame, table = state.frame, dict(wanted) if isinstance(wanted, Mapping) else {"kind": wanted}
    if table.get("kind", frame.kind.name) != frame.kind.name:
        return [f"frame.kind is {frame.kind.name!r}, expected {table['kind']!r}"]
    codecs = dict(zip(frame.fields, frame._codecs(), strict=True))
    return _compare("frame", frame.dump(state.rules), _canonical(words, table, codecs))


def _state(state: State, wanted: Any, words: Words) -> list[str]:
    slots = {s.name: s.codec for s in (*state.layout.values, *state.layout.shared)}
    found = {k: slots[k].dump(state.rules, getattr(state, k)) for k in wanted if k in slots}
    return _compare("state", found, _canonical(words, wanted, slots))


def _view(state: State, wanted: Any, words: Words) -> list[str]:
    """`view = { blue = { mine = "" } }`: what a side sees of the state. `view = "blue"` is for the whole table."""
    if isinstance(wanted, str):
        return []
    return [m for side, rows in wanted.items() for m in _state(state.view(side).state, rows, words)]


def _problems(state: State, wanted: Any, words: Words) -> list[str]:
    found = sorted({p.clause for p in state.problems()})
    return [] if found == sorted(wanted) else [f"problems are {found}, expected {sorted(wanted)}"]


def _result(state: State, wanted: Any, words: Words) -> list[str]:
    if state.outcome is None:
        return [] if wanted in ("", False) else ["the game is not over"]
    winner, level, clause = state.outcome
    found = ["draw" if winner is None else state.rules.sides[winner], level, clause]
    named = [wanted] if isinstance(wanted, str) else list(wanted)
    return [] if found[: len(named)] == named else [f"the result is {found}, expected {named}"]


def _plain(name: str) -> Any:
    def compare(state: State, wanted: Any, words: Words) -> list[str]:
        found = state.rules.side_name(state.frame.side) if name == "side" else state.turn
        return [] if found == wanted else [f"{name} is {found!r}, expected {wanted!r}"]

    return compare


_CHECKS = {
    "legal": _legal, "not_legal": _not_legal, "only": _only, "refused": _refused, "ask": _ask, "odds": _odds,
    "preview": _preview, "units": _units, "frame": _frame, "state": _state, "view": _view, "problems": _problems,
    "result": _result, "side": _plain("side"), "turn": _plain("turn"),
}  # fmt: skip
