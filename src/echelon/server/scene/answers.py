"""Answers: every legal action as data, its fields by type, with a sentence. What a page filters while somebody clicks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.frames import CHANCE, OVER
from echelon.core.show.leads import commits
from echelon.core.verbs import VERB

if TYPE_CHECKING:
    from echelon.core.frames import Frame
    from echelon.core.rules import Rules
    from echelon.core.show.panels import Caution
    from echelon.core.state import State
    from echelon.core.verbs import Field
    from echelon.core.views import View

__all__ = ["answers", "is_final", "ledgers", "ledgers_of", "legal_of", "main_action", "told_cautions", "under_way"]

Answer = dict[str, Any]
GROUP = "group"
_MANY = 150  # answers of one verb that are each tried
_PLACES = frozenset(("hex", "place", "hexside"))


# --- what may be done -------------------------------------------------------------------------------------------------
def legal_of(view: View) -> list[int]:
    """The answers a viewer may give to his own question."""
    state = view.state
    return [] if state.outcome is not None or state.frame.side != view.side else state.legal().main


def ledgers_of(view: View) -> list[Frame]:
    """The ledgers a viewer may write in, beside whatever is asked of whom."""
    state = view.state
    if state.outcome is not None or state.frame.side in (CHANCE, OVER):
        return []
    return [frame for frame in state.rules.beside(state) if frame.side == view.side]


def ledgers(view: View, unit: int | None = None, lang: str = "en") -> list[dict[str, Any]]:
    """The open ledgers as data; with a unit, the entries about it. All of them, for every subject, would be thousands."""
    state, verbs = view.state, view.rules.verbs
    found = []
    for frame in ledgers_of(view):
        row: dict[str, Any] = {"kind": frame.kind.name, "say": state.rules.texts.prompt(state, lang, frame)}
        if unit is not None:
            about = [a for a in frame.kind.legal(state, frame) if unit in verbs.values(a, "unit")]
            row["entries"] = answers(state, about, lang)
        found.append(row)
    return found


def answers(state: State, actions: Iterable[int], lang: str = "en") -> list[Answer]:
    """The actions as data. Names of units and hexes are worked out once each: a free set-up has hundreds of answers."""
    rules = state.rules
    verbs, beside = rules.verbs, rules.beside_codes
    cautions, say = rules.system.show.cautions, rules.texts.teller(rules, "caution", lang)
    forms: dict[int, _Form] = {}
    found = []
    for action in actions:
        code = action & VERB
        form = forms.get(code)
        if form is None:
            form = forms[code] = _Form(state, action, lang)
        row = form.row(verbs.fields(action))
        if code in beside:
            row["beside"] = True
        elif form.placed and form.final(state, action):
            row["final"] = True
        amiss = cautions(state, action, say)
        if amiss:
            row["warnings"] = told_cautions(amiss)
        found.append(row)
    return found


def told_cautions(amiss: Iterable[Caution]) -> list[dict[str, Any]]:
    """Cautions as data."""
    return [{"say": one.say, "clause": one.clause, "grave": one.grave} for one in amiss]


class _Form:
    """How the answers of one verb are written: its template and the words of its fields, each worked out once. The sentences
    are those of `state.describe`."""

    def __init__(self, state: State, action: int, lang: str) -> None:
        rules, texts = state.rules, state.rules.texts
        self.rules, self.lang = rules, lang
        self.verb = rules.verbs.verb(action)
        self.kind = (state.frame_of(action) or state.frame).kind.name
        self.template = texts.worded(rules, self.kind, self.verb, rules.verbs.fields(action), lang)
        self.numbered = any(field.type == "number" and not field.words for field in self.verb.fields)
        self.words: list[dict[int, tuple[str, str, str, int | str]]] = [{} for _ in self.verb.fields]
        self.placed = any(field.type in _PLACES for field in self.verb.fields)  # given by a press on the map
        self.tried, self.dies = 0, False

    def row(self, values: Sequence[int]) -> Answer:
        """One answer."""
        texts, facts = [self.verb.name], {}
        named: dict[str, int | str] = {}
        for field, value, known in zip(self.verb.fields, values, self.words, strict=True):
            word = known.get(value)
            if word is None:
                word = known[value] = self._word(field, value)
            text, facts[field.name], key, meant = word
            texts.append(text)
            if key in named and key in (GROUP, "unit"):
                key = "other"
            named.setdefault(key, meant)
        line = " ".join(texts)
        template = self.template
        if self.numbered:
            template = self.rules.texts.worded(self.rules, self.kind, self.verb, values, self.lang)
        say = line if template is None else template.format_map(facts)
        return {"line": line, "verb": self.verb.name, "say": say, **named}

    def final(self, state: State, action: int) -> bool:
        """Is it final? Of a verb with hundreds of answers, as in a free set-up, the first ones speak for all."""
        self.tried += 1
        if self.tried <= _MANY:
            self.dies = is_final(state, action)
        return self.dies

    def _word(self, field: Field, value: int) -> tuple[str, str, str, int | str]:
        """A value in the canonical text, in the sentence, and as what it is named to a page."""
        rules, texts = self.rules, self.rules.texts
        text = field.format(rules, value)
        said = texts.field(rules, field, value, self.lang)
        key = _key(rules, field, value)
        return text, said, key, value if key == "number" else text


def is_final(state: State, action: int) -> bool:
    """Does a die fall at once on an answer, or a battle begin, so that it cannot be taken back? A page asks first. It is tried
    on a copy."""
    after = state.copy()
    after.apply(action)
    return commits(state, action, after)


def _key(rules: Rules, field: Field, value: int) -> str:
    """As what a page knows the value of a field."""
    if field.words or field.type not in ("unit", "hex", "place", "hexside", "number", GROUP):
        return "word"
    if field.type == "place":
        return "hex" if value < rules.board.n else "word"
    return field.type


# --- the main button --------------------------------------------------------------------------------------------------
def main_action(state: State, legal: Sequence[int]) -> int | None:
    """The action that ends the open question, legal or not yet; None if none does, as for a plain choice."""
    rules, frame = state.rules, state.frame
    if frame.chance or frame.side == OVER:
        return None
    verbs = rules.verbs
    wanted = [name for name in rules.system.play.main if name in frame.kind.verbs]
    if not rules.system.play.main:
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
