"""Answers: every legal action as data, its fields by type, with a sentence. What a page filters while somebody clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.frames import CHANCE, OVER
from echelon.core.verbs import VERB

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.core.verbs import Field
    from echelon.core.views import View

__all__ = ["answers", "fields_of", "legal_of", "main_action", "under_way"]

Answer = dict[str, Any]
GROUP = "group"


# --- what may be done -------------------------------------------------------------------------------------------------
def legal_of(view: View) -> list[int]:
    """The answers a viewer may give himself: to his own question, and in ledgers of his that stand open beside another's."""
    state, side = view.state, view.side
    if side is None or state.outcome is not None or state.frame.side in (CHANCE, OVER):
        return []
    legal = state.legal()
    found = list(legal.main) if state.frame.side == side else []
    frames = [f for f in state.rules.beside(state) if f.side == side]
    return [*found, *(a for f in frames for a in f.kind.legal(state, f))]


def answers(state: State, actions: Iterable[int], lang: str = "en") -> list[Answer]:
    """The actions as data. Names of units and hexes are worked out once each: a free set-up has hundreds of answers."""
    rules = state.rules
    say, beside = _sayer(state, lang), rules.beside_codes
    found = []
    for action in actions:
        row: Answer = {"line": state.text(action), "verb": rules.verbs.verb(action).name, "say": say(action)}
        row |= fields_of(rules, action)
        if action & VERB in beside:
            row["beside"] = True
        found.append(row)
    return found


def _sayer(state: State, lang: str) -> Callable[[int], str]:
    """`state.describe`, with the templates of verbs and the words of fields kept: equal to it, and quicker for a long list."""
    rules, texts = state.rules, state.rules.texts
    templates: dict[int, str | None] = {}
    words: dict[tuple[Field, int], str] = {}

    def word(field: Field, value: int) -> str:
        key = (field, value)
        if key not in words:
            if field.type in ("unit", "hex", "side", "number") and not field.words:
                words[key] = texts.fill(rules, f"{{{field.type}}}", {field.type: value}, lang)
            else:
                plain = field.format(rules, value)
                words[key] = texts.template("word", plain, lang) or plain
        return words[key]

    def say(action: int) -> str:
        verb = rules.verbs.verb(action)
        if verb.code not in templates:
            kind = (state.frame_of(action) or state.frame).kind.name
            template = texts.template("action", f"{kind}.{verb.name}", lang)
            templates[verb.code] = template or texts.template("action", verb.name, lang)
        template = templates[verb.code]
        if template is None:
            return state.text(action)
        facts = {f.name: word(f, v) for f, v in zip(verb.fields, rules.verbs.fields(action), strict=True)}
        return template.format_map(facts)

    return say


def fields_of(rules: Rules, action: int) -> dict[str, Any]:
    """What an action names, by type: `unit`, `hex`, `hexside`, `group`, `word`, `number`; a second unit or group is `other`."""
    row: dict[str, Any] = {}
    verb = rules.verbs.verb(action)
    for field, value in zip(verb.fields, rules.verbs.fields(action), strict=True):
        key, text = field.type, field.format(rules, value)
        if field.words or key not in ("unit", "hex", "place", "hexside", "side", "number", GROUP):
            key = "word"
        elif key == "place":
            key = "hex" if value < rules.board.n else "word"
        elif key == "side":
            key = "word"
        if key in (GROUP, "unit") and key in row:
            key = "other"
        row.setdefault(key, value if key == "number" else text)
    return row


# --- the main button --------------------------------------------------------------------------------------------------
def main_action(state: State, legal: Sequence[int]) -> int | None:
    """The action that ends the open question, legal or not yet; None if none does, as for a plain choice."""
    rules, frame = state.rules, state.frame
    if frame.chance or frame.side == OVER:
        return None
    verbs = rules.verbs
    wanted = [name for name in rules.system.main if name in frame.kind.verbs]
    if not rules.system.main:
        wanted = [name for name in reversed(frame.kind.verbs) if not verbs[name].fields]
    for name in wanted:
        code = verbs.code(name)
        found = [a for a in legal if a & VERB == code]
        if len(found) == 1:
            return found[0]
    for name in wanted:
        fields = verbs[name].fields
        if not fields:
            return verbs.make(name)
        leader = _leader(state)
        if leader is not None and [f.type for f in fields] == ["unit"]:
            return verbs.make(name, leader)
    return None


def _leader(state: State) -> int | None:
    """The unit that the open question is about."""
    unit = getattr(state.frame, "unit", None)
    return unit if isinstance(unit, int) and unit >= 0 and not state.frame.chance else None


def under_way(state: State, main: int | None) -> list[int]:
    """The units that are on the move: the one the question is about, first, and those that go along with it."""
    leader = _leader(state)
    if leader is None:
        if main is None:
            return []
        leader = next(state.rules.verbs.values(main, "unit"), None)
        return [] if leader is None else [leader]
    party = getattr(state.frame, "units", 0)
    others = [u for u in range(len(state.rules.forces.units)) if party >> u & 1 and u != leader] if party >> leader & 1 else []
    return [leader, *others]
