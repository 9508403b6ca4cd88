"""Sentences per language: prompts, actions, rulings, events. Made on request from ids and numbers, never in play-outs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from echelon.core.errors import Ambiguous, Invalid, UnknownError, nearest
from echelon.core.text.bounds import BoundsError
from echelon.core.text.grammar import FIRST, Word, bare, counted, dated, fraction, halves, signed

if TYPE_CHECKING:
    from echelon.core.frames import Frame
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.core.verbs import Verb

__all__ = ["SAID", "Texts", "fraction", "halves"]

_DOUBLED = re.compile(r"(?<!\.)\.\.(?!\.)")
# The few words that join facts and remedies; a catalogue may give its own under [grammar].
_GRAMMAR: Mapping[str, Mapping[str, str]] = {
    "en": {
        "and": "and",
        "or": "; or ",
        "legal": "Legal if {remedies}.",
        "unknown": "?",
        "barred": "“{verb}” is not allowed now.",
    },
    "fr": {
        "and": "et",
        "or": "\u202f; ou ",
        "legal": "Possible si {remedies}.",
        "unknown": "?",
        "barred": "«\u202f{verb}\u202f» n’est pas permis maintenant.",
    },
}
_FEW = 3  # hexes of a list that are named as well; of more, the numbers alone
_TOWNS = ("city", "town")  # places by which people call a hex
SAID = 4096  # sentences that rules remember: a table says nearly the same after every move
_PLAIN = frozenset((int, str, date))  # facts that are equal only if they are said alike; True equals 1, and a Word its text
_NAMED = ("unit", "hex", "side", "word")  # beginnings of facts whose numbers stand for names


def _key(template: str, facts: Mapping[str, Any], language: str) -> tuple[Any, ...] | None:
    """What a sentence hangs on, to remember it by; None if it must be made anew."""
    found: list[Any] = [template, language]
    for name, value in facts.items():
        kind = type(value)
        if kind is list or kind is tuple:
            if not all(type(one) in _PLAIN for one in value):
                return None
            value = tuple(value)
        elif kind not in _PLAIN:
            return None
        found += (name, value)
    return tuple(found)


def _hexes(key: str) -> bool:
    """Is this the name of a fact that is a hex, or several?"""
    return key.startswith("hex") and not key.startswith("hexside")


def _numbered(rules: Rules, verb: str, fields: Iterable[tuple[Any, int]]) -> list[str]:
    """The keys of a verb with a number: `distance.0` is said in other words than `distance`."""
    return [f"{verb}.{f.format(rules, value)}" for f, value in fields if f.type == "number" and not f.words]


class _Facts(dict[str, str]):
    """Facts in words. One that a template wants and nobody gave stays in braces, for certify to find; it is no traceback."""

    def __missing__(self, key: str) -> str:
        return Word([f"{{{key}}}"])


class Texts:
    """The text catalogues of a system by language; a text missing in one language is taken from the first."""

    def __init__(self, catalogues: Mapping[str, Mapping[str, Any]]) -> None:
        self.catalogues = dict(catalogues)
        self.languages = tuple(catalogues)
        self._found: dict[tuple[str, str, str], str | None] = {}

    @classmethod
    def load(cls, package: str, languages: Sequence[str] = ()) -> Texts:
        """Read `texts/<language>.toml` of a package: those languages, or all it has, English first."""
        folder = files(package) / "texts"
        found = [file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")]
        wanted = languages or sorted(found, key=lambda code: (code != FIRST, code))
        return cls({code: tomllib.loads((folder / f"{code}.toml").read_text("utf-8")) for code in wanted})

    def template(self, group: str, key: str, language: str = "en") -> str | None:
        """One template, or None."""
        wanted = group, key, language
        if wanted not in self._found:
            texts = (self.catalogues.get(lang, {}).get(group, {}).get(key) for lang in (language, *self.languages[:1]))
            self._found[wanted] = next((str(text) for text in texts if text is not None), None)
        return self._found[wanted]

    def named(self, group: str, key: str, plain: str, language: str = "en") -> str:
        """What something is called that a data file names `plain`: the catalogue's name without its article, or that."""
        found = self.template(group, key, language)
        return plain if found is None else bare(found, language)

    def gaps(self) -> list[str]:
        """The texts that one language has and another lacks: `fr prompt.move.pick`. What the first leaves to the rule book and
        the data files (whole groups, and single words) it need not have."""
        first, *others = self.languages
        pairs = [(first, other) for other in others] + [(other, first) for other in others]
        return [
            f"{lacking} {group}.{key}"
            for having, lacking in pairs
            for group, texts in self.catalogues[having].items()
            if isinstance(texts, Mapping) and (having == first or (group in self.catalogues[first] and group != "word"))
            for key in texts
            if key not in self.catalogues[lacking].get(group, {})
        ]

    def fill(self, rules: Rules, template: str, facts: Mapping[str, Any], language: str = "en") -> str:
        """A template with its facts put in words."""
        if "{" not in template:
            return template
        key = _key(template, facts, language) if self is rules.texts else None
        text = None if key is None else rules.said.get(key)
        if text is None:
            wanted = {k: self.word(rules, k, v, language) for k, v in facts.items() if f"{{{k}" in template}
            text = template.format_map(_Facts(wanted))
            text = _DOUBLED.sub(".", text) if ".." in text else text  # a name that ends in a point closes its sentence
            if key is not None:
                if len(rules.said) >= SAID:
                    rules.said.clear()
                rules.said[key] = text
        return text

    def plain(self, group: str, key: str, language: str = "en", **facts: Any) -> str:
        """A text whose facts are words and numbers, without a game behind it; the key itself if there is none."""
        template = self.template(group, key, language)
        if template is None:
            return key
        words = {k: self._plain(k, v, language) for k, v in facts.items()}
        return template.format_map(_Facts(words))

    def _plain(self, key: str, value: Any, language: str) -> Word:
        if isinstance(value, int):
            return Word([signed(value)], value, language)
        known = self._known(key, str(value), language)
        return value if isinstance(value, Word) else Word([known or str(value)], 1, language if known else FIRST)

    def error(self, error: Exception, language: str = "en") -> str:
        """What went wrong, from the table `[error]`. English says errors as they are: their own words are in it."""
        if language == FIRST or language not in self.languages:
            return str(error)
        if isinstance(error, BoundsError):
            said = self.plain("bounds", error.bound, language, most=error.most)
            return self.plain("bounds", "at", language, line=error.line, said=said) if error.line else said
        if isinstance(error, UnknownError):
            near, names = nearest(error.name, error.known), ", ".join(sorted(error.known)[:12])
            key = "near" if near else "known" if names else ""
            advice = self.plain("error", key, language, near=near, names=names) if key else ""
            return self.plain("error", "unknown", language, word_what=error.what, name=error.name, advice=advice).strip()
        if isinstance(error, Invalid):
            return self.plain("error", "invalid", language, text=error.text)
        if isinstance(error, Ambiguous):
            return self.plain("error", "ambiguous", language, text=error.text, candidates=", ".join(error.candidates))
        return self.plain("error", "other", language, error=str(error))

    def teller(self, rules: Rules, group: str, language: str = "en") -> Callable[..., str]:
        """A function that says the texts of one table of the catalogue: `say("weather", turn=3)`. A key without one is said."""

        def say(key: str, **facts: Any) -> str:
            return self.fill(rules, self.template(group, key, language) or key, facts, language)

        return say

    def _grammar(self, key: str, language: str) -> str:
        own = self.catalogues.get(language, {}).get("grammar", {}).get(key)
        return str(own if own is not None else _GRAMMAR.get(language, _GRAMMAR["en"])[key])

    def word(self, rules: Rules, key: str, value: Any, language: str = "en") -> Word:
        """A fact in words; the beginning of its key says what it is: a unit, a hex, a side, points, a date …"""
        if isinstance(value, Word):
            return value
        if isinstance(value, str) and not self._known(key, value, language):
            return Word([value])  # a text as it stands, no name of the catalogue's
        if isinstance(value, tuple | list):
            many = len(value) > _FEW and _hexes(key) and all(isinstance(h, int) and 0 <= h < rules.board.n for h in value)
            names = [rules.board.labels[one] if many else self._name(rules, key, one, language) for one in value]
            return Word(names, len(names), language, self._grammar("and", language))
        name = self._name(rules, key, value, language)
        if not isinstance(value, int) or isinstance(value, bool) or key.startswith(_NAMED):
            return Word((name,), counted(name, language), language)
        return Word((name,), Fraction(value, rules.system.play.per) if key.startswith("mf") else value, language)

    def _known(self, key: str, text: str, language: str) -> str | None:
        """The catalogue's word or name for a text."""
        table = "word" if key.startswith("word") else "verb" if key == "verb" else ""
        known = self.template(table, text, language) if table else None
        return known or self.template("name", text, language)

    def _name(self, rules: Rules, key: str, value: Any, language: str) -> str:
        """One value in words, a name with its article."""
        if isinstance(value, date):
            return dated(value, language)
        if not isinstance(value, int) or isinstance(value, bool):
            return self._known(key, str(value), language) or str(value)
        key = key.removeprefix("word_")
        if value < 0 and key.startswith(("unit", "hex", "side")):
            return self._grammar("unknown", language)  # a field that a view left bare
        if key.startswith("unit"):
            unit = rules.forces.units[value]
            return self.template("unit", unit.id, language) or unit.name
        if key.startswith("hexside"):
            return rules.board.side_label(value)
        if _hexes(key):
            if value < rules.board.n:
                return self.hexes(rules, language)[value]
            return self.template("box", rules.boxes[value - rules.board.n], language) or rules.boxes[value - rules.board.n]
        if key.startswith("side"):
            return self.template("side", rules.side_name(value), language) or rules.side_name(value)
        return rules.in_points(value) if key.startswith("mf") else signed(value)

    def hexes(self, rules: Rules, language: str = "en") -> Sequence[str]:
        """What the hexes are called in a sentence: by number, and a town by its name as well, `Malmédy (1008)`."""
        found = rules.hexes.get(language)
        if found is None:
            labels = list(rules.board.labels)
            for place in reversed([place for kind in _TOWNS for place in rules.board.places if place.kind == kind]):
                labels[place.hex] = f"{self.named('name', place.name, place.name, language)} ({rules.board.labels[place.hex]})"
            found = rules.hexes[language] = tuple(labels)
        return found

    def sentence(self, rules: Rules, item: Any, language: str = "en") -> str:
        """A ruling, event or problem as a sentence, its clause in brackets."""
        from echelon.core.state import Event, Problem

        facts = dict(item.facts)
        group = {Event: "event", Problem: "problem"}.get(type(item), "ruling")
        key = item.key if isinstance(item, Event) else str(facts.pop("case", "")) or item.clause
        template = self.template(group, key, language)
        if template is None and group == "ruling" and not item.clause:  # a game whose rule book is still to be written
            template = self._grammar("barred", language)
        if template is None:
            clause = rules.system.book_in(language)[item.clause].text
            template = self.template(group, item.clause, language) or clause.replace("{", "(")
            template = template.replace("}", ")") if "(" in template and "{" not in template else template
        text = self.fill(rules, template, facts, language)
        remedies = [
            self.fill(rules, self.template("remedy", r, language) or r, facts, language) for r in getattr(item, "remedy", ())
        ]
        if remedies:
            text += " " + self._grammar("legal", language).format(remedies=self._grammar("or", language).join(remedies))
        return f"{text} [{item.clause}]" if item.clause else text

    def prompt(self, state: State, language: str = "en", beside: Frame | None = None) -> str:
        """What the open frame asks, or one that stands open beside it."""
        rules, frame = state.rules, beside or state.frame
        template = self.template("prompt", frame.kind.name, language) or frame.kind.name
        ended = self.template("prompt", f"{frame.kind.name}.end", language)
        if ended is not None and [rules.verbs.verb(one).name in rules.system.play.main for one in state.legal().main] == [True]:
            template = ended  # nothing is left to do in the step but to end it: the last mandatory battle does not
        facts = {"turn": state.turn, "side": frame.side, **frame.kind.facts(state, frame)}
        return self.fill(rules, template, facts, language)

    def worded(self, rules: Rules, kind: str, verb: Verb, values: Sequence[int], language: str = "en") -> str | None:
        """The template of an action: that of `[action]` for the question, for the number it was given, or for its verb."""
        numbered = _numbered(rules, verb.name, zip(verb.fields, values, strict=True))
        keys = (f"{kind}.{verb.name}", *numbered, verb.name)
        return next(filter(None, (self.template("action", key, language) for key in keys)), None)

    def action(self, state: State, action: int, language: str = "en") -> str:
        """An action in words."""
        rules = state.rules
        verb = rules.verbs.verb(action)
        frame = state.frame_of(action) or state.frame
        values = rules.verbs.fields(action)
        template = self.worded(rules, frame.kind.name, verb, values, language)
        if template is None:
            return rules.verbs.format(rules, action)
        fields = zip(verb.fields, values, strict=True)
        return template.format_map(_Facts({f.name: self.field(rules, f, value, language) for f, value in fields}))

    def told(self, state: State, action: int, language: str = "en") -> str:
        """An answer as a sentence of what was done: that of `[told]` for the question, for the word or the number it was given,
        or for its verb; else as it stands on its button, which is then a sentence but for its full stop."""
        rules, frame = state.rules, state.frame_of(action) or state.frame
        verb = rules.verbs.verb(action)
        fields = list(zip(verb.fields, rules.verbs.fields(action), strict=True))
        words = [f"{verb.name}.{f.format(rules, value)}" for f, value in fields if f.words]
        for key in (f"{frame.kind.name}.{verb.name}", *words, *_numbered(rules, verb.name, fields), verb.name):
            template = self.template("told", key, language)
            if template is not None:
                facts = {f.name: self.field(rules, f, value, language) for f, value in fields}
                return self.fill(rules, template, {"side": frame.side, **facts}, language)
        plain = self.action(state, action, language)
        return plain if plain.endswith((".", "!", "?")) else f"{plain}."

    def field(self, rules: Rules, field: Any, value: int, language: str = "en") -> Word:
        """The value of a field of an action in words, whatever the field is called."""
        if field.type in ("unit", "hex", "side", "number") and not field.words:
            return self.word(rules, field.type, value, language)
        return self.word(rules, "word", field.format(rules, value), language)
