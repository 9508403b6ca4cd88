"""Sentences per language: prompts, actions, rulings, events. Made on request from ids and numbers, never in play-outs."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["Texts", "halves"]

# The few words that join facts and remedies; a catalogue may give its own under [grammar].
_GRAMMAR: Mapping[str, Mapping[str, str]] = {
    "en": {"and": "and", "or": "; or ", "legal": "Legal if {remedies}.", "unknown": "?"},
    "fr": {"and": "et", "or": " ; ou ", "legal": "Permis si {remedies}.", "unknown": "?"},
}


class _Facts(dict[str, str]):
    """Facts in words. One that a template wants and nobody gave stays in braces, for certify to find; it is no traceback."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


class Texts:
    """The text catalogues of a system by language; a text missing in one language is taken from the first."""

    def __init__(self, catalogues: Mapping[str, Mapping[str, Any]]) -> None:
        self.catalogues = dict(catalogues)
        self.languages = tuple(catalogues)
        self._found: dict[tuple[str, str, str], str | None] = {}

    @classmethod
    def load(cls, package: str, languages: Sequence[str] = ("en",)) -> Texts:
        """Read `texts/<language>.toml` of a package."""
        folder = files(package) / "texts"
        return cls({lang: tomllib.loads((folder / f"{lang}.toml").read_text("utf-8")) for lang in languages})

    def template(self, group: str, key: str, language: str = "en") -> str | None:
        """One template, or None."""
        wanted = group, key, language
        if wanted not in self._found:
            texts = (self.catalogues.get(lang, {}).get(group, {}).get(key) for lang in (language, *self.languages))
            self._found[wanted] = next((str(text) for text in texts if text is not None), None)
        return self._found[wanted]

    def gaps(self) -> list[str]:
        """The texts of the first language that another lacks: `fr prompt.move.pick`."""
        first, *others = self.languages
        return [
            f"{language} {group}.{key}"
            for language in others
            for group, texts in self.catalogues[first].items()
            if isinstance(texts, Mapping)
            for key in texts
            if key not in self.catalogues[language].get(group, {})
        ]

    def fill(self, rules: Rules, template: str, facts: Mapping[str, Any], language: str = "en") -> str:
        """A template with its facts put in words."""
        return template.format_map(_Facts({k: self._word(rules, k, v, language) for k, v in facts.items()}))

    def teller(self, rules: Rules, group: str, language: str = "en") -> Callable[..., str]:
        """A function that says the texts of one table of the catalogue: `say("weather", turn=3)`. A key without one is said."""

        def say(key: str, **facts: Any) -> str:
            return self.fill(rules, self.template(group, key, language) or key, facts, language)

        return say

    def _grammar(self, key: str, language: str) -> str:
        own = self.catalogues.get(language, {}).get("grammar", {}).get(key)
        return str(own if own is not None else _GRAMMAR.get(language, _GRAMMAR["en"])[key])

    def _word(self, rules: Rules, key: str, value: Any, language: str) -> str:
        if isinstance(value, tuple | list):
            words = [self._word(rules, key, v, language) for v in value]
            joint = self._grammar("and", language)
            return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)
        if key.startswith("word"):
            return self.template("word", str(value), language) or str(value)
        if not isinstance(value, int) or isinstance(value, bool):
            return str(value)
        if value < 0 and key.startswith(("unit", "hex", "side")):
            return self._grammar("unknown", language)  # a field that a view left bare
        if key.startswith("unit"):
            return rules.forces.units[value].name
        if key.startswith("hexside"):
            return rules.board.side_label(value)
        if key.startswith("hex"):
            return rules.board.labels[value] if value < rules.board.n else rules.boxes[value - rules.board.n]
        if key.startswith("side"):
            return self.template("side", rules.side_name(value), language) or rules.side_name(value)
        if key.startswith("mf"):
            return halves(value)
        return str(value).replace("-", "−")

    def sentence(self, rules: Rules, item: Any, language: str = "en") -> str:
        """A ruling, event or problem as a sentence, its clause in brackets."""
        from echelon.core.state import Event, Problem

        facts = dict(item.facts)
        group = {Event: "event", Problem: "problem"}.get(type(item), "ruling")
        key = item.key if isinstance(item, Event) else str(facts.pop("case", "")) or item.clause
        template = self.template(group, key, language)
        if template is None:
            template = self.template(group, item.clause, language) or rules.system.book[item.clause].text.replace("{", "(")
            template = template.replace("}", ")") if "(" in template and "{" not in template else template
        text = self.fill(rules, template, facts, language)
        remedies = [
            self.fill(rules, self.template("remedy", r, language) or r, facts, language) for r in getattr(item, "remedy", ())
        ]
        if remedies:
            text += " " + self._grammar("legal", language).format(remedies=self._grammar("or", language).join(remedies))
        return f"{text} [{item.clause}]" if item.clause else text

    def prompt(self, state: State, language: str = "en") -> str:
        """What the open frame asks."""
        rules, frame = state.rules, state.frame
        template = self.template("prompt", frame.kind.name, language) or frame.kind.name
        facts = {"turn": state.turn, "side": frame.side, **frame.kind.facts(state, frame)}
        return self.fill(rules, template, facts, language)

    def action(self, state: State, action: int, language: str = "en") -> str:
        """An action in words."""
        rules = state.rules
        verb = rules.verbs.verb(action)
        frame = state.frame_of(action) or state.frame
        template = self.template("action", f"{frame.kind.name}.{verb.name}", language)
        template = template or self.template("action", verb.name, language)
        if template is None:
            return rules.verbs.format(rules, action)
        facts: dict[str, Any] = {}
        for field, value in zip(verb.fields, rules.verbs.fields(action), strict=True):
            if field.type in ("unit", "hex", "side", "number") and not field.words:
                facts[field.name] = self._word(rules, field.type, value, language)  # whatever the field is called
            else:
                word = field.format(rules, value)
                facts[field.name] = self.template("word", word, language) or word
        return self.fill(rules, template, facts, language)


def halves(value: int) -> str:
    """Half points as people write them: 3 -> 1½."""
    whole = Fraction(value, 2)
    if whole.denominator == 1:
        return str(whole.numerator)
    return f"{value // 2 or ''}½"
