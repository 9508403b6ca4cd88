"""The sentences of the table itself, in the reader's language, and numbers as people write them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from echelon.core.text.texts import Texts

if TYPE_CHECKING:
    from echelon.core.rules import Rules

__all__ = ["LANGUAGES", "catalogue", "cost", "generic", "languages"]

LANGUAGES = ("en", "fr")
PACKAGE = "echelon.server"


@cache
def catalogue() -> Texts:
    """The catalogues of this package that exist, English first."""
    folder = files(PACKAGE) / "texts"
    found = {}
    for language in LANGUAGES:
        file = folder / f"{language}.toml"
        if file.is_file():
            found[language] = tomllib.loads(file.read_text("utf-8"))
    return Texts(found)


def languages() -> tuple[str, ...]:
    """The languages in which the table speaks."""
    return catalogue().languages


def generic(rules: Rules, lang: str, group: str, key: str, **facts: Any) -> str:
    """A sentence of the table. Facts are named as in a game's catalogue, so that units, hexes and sides are put in words."""
    texts = catalogue()
    template = texts.template(group, key, lang)
    return rules.texts.fill(rules, template, facts, lang) if template is not None else ""


def cost(rules: Rules, points: int | None) -> str:
    """Parts of points in words, nothing where the rules count none: 3 halves are `1½`."""
    return "" if points is None else rules.in_points(points)
