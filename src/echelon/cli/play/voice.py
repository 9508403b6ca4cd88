"""The voice of the text table: its own sentences, and the errors of the engine, in the player's language."""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from typing import Any

from echelon.cli.common import percent
from echelon.core.errors import EchelonError
from echelon.core.text.grammar import FIRST
from echelon.core.text.texts import Texts

__all__ = ["Told", "Voice", "from_environment", "languages"]

PACKAGE = "echelon.cli"


@cache
def _texts() -> Texts:
    return Texts.load(PACKAGE)


def languages() -> tuple[str, ...]:
    """The languages of the text table."""
    return _texts().languages


def from_environment() -> str:
    """The language of the terminal, if the table speaks it; as `LC_ALL`, `LC_MESSAGES` and `LANG` say."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        word = os.environ.get(name, "")
        if word:
            code = word[:2].lower()
            return code if code in languages() else FIRST
    return FIRST


class Voice:
    """Says the sentences of the table in one language; it may be changed during a game."""

    def __init__(self, language: str = FIRST) -> None:
        self.language = language if language in languages() else FIRST

    def __call__(self, key: str, **facts: Any) -> str:
        """One sentence: `voice("desk.number", count=7)`."""
        group, _, name = key.partition(".")
        return _texts().plain(group, name, self.language, **facts)

    def word(self, group: str, key: str) -> str:
        """A word of the catalogue, or nothing."""
        return _texts().template(group, key, self.language) or ""

    def percent(self, chance: Fraction | float) -> str:
        """A chance in per cent as the language writes it."""
        said = percent(chance)
        return said.replace("%", "\u202f%") if self.language == "fr" else said

    def error(self, error: Exception) -> str:
        """What went wrong."""
        ours = isinstance(error, EchelonError) and not isinstance(error, Told)
        return _texts().error(error, self.language) if ours else str(error)


class Told(EchelonError):  # noqa: N818 - like the three words of the notation
    """An error whose sentence is in the player's language already."""
