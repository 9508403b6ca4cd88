"""Thoughts of computer players in words, in any language there is a catalogue for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from echelon.core.text.texts import Texts

if TYPE_CHECKING:
    from echelon.players.thinking import Info

__all__ = ["say"]


@cache
def _texts() -> Texts:
    return Texts.load("echelon.players")


def say(info: Info, language: str = "en") -> str:
    """A thought as a sentence; its own text if it has no key that the catalogues know."""
    template = _texts().template("thought", info.key, language) if info.key else None
    return info.text if template is None else template.format_map(info.fields)
