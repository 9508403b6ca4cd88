"""Sentences per language: prompts, actions, rulings, events. Made on request from ids and numbers, never in play-outs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["Texts", "halves"]


class Texts:
    """The text catalogues of a system by language; a text missing in one language is taken from the first."""

    def __init__(self, catalogues: Mapping[str, Mapping[str, Any]]) -> None:
        self.catalogues = dict(catalogues)
        self.languages = tuple(catalogues)

    @classmethod
    def load(cls, package: str, languages: Sequence[str] = ("en",)) -> Texts:
        """Read `texts/<language>.toml` of a package."""
        folder = files(package) / "texts"
        return cls({lang: tomllib.loads((folder / f"{lang}.toml").read_text("utf-8")) for lang in languages})

    def template(self, group: str, key: str, language: str = "en") -> str | None:
        """One template, or None."""
        for lang in (language, *self.languages):
            text = self.catalogues.get(lang, {}).get(group, {}).get(key)
            if text is not None:
                return str(text)
        return None

    def fill(self, rules: Rules, template: str, facts: Mapping[str, Any], language: str = "en") -> str:
        """A template with its facts put in words."""
        return template.format_map({k: self._word(rules, k, v, language) for k, v in facts.items()})

    def _word(self, rules: Rules, key: str, value: Any, language: str) -> str:
        if isinstance(value, tuple | list):
            words = [self._word(rules, key, v, language) for v in value]
            joint = {"en": "and", "fr": "et"}.get(language, "and")
            return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)
        if not isinstance(value, int) or isinstance(value, bool):
            return str(value)
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
            text += f" Legal if {'; or '.join(remedies)}."
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
        template = self.template("action", f"{state.frame.kind.name}.{verb.name}", language)
        template = template or self.template("action", verb.name, language)
        if template is None:
            return rules.verbs.format(rules, action)
        facts: dict[str, Any] = {}
        for field, value in zip(verb.fields, rules.verbs.fields(action), strict=True):
            plain = field.type in ("unit", "hex", "side", "number") and not field.words
            facts[field.name] = value if plain else field.format(rules, value)
        return self.fill(rules, template, facts, language)


def halves(value: int) -> str:
    """Half points as people write them: 3 -> 1½."""
    whole = Fraction(value, 2)
    if whole.denominator == 1:
        return str(whole.numerator)
    return f"{value // 2 or ''}½"
