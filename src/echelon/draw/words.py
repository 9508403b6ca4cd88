"""The few words of a drawing that no board gives it, in the language of the map."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from echelon.core.text.grammar import FIRST
from echelon.core.text.texts import Texts

if TYPE_CHECKING:
    from echelon.core.board.board import Board

__all__ = ["kind_name", "say", "title_case"]


@cache
def _texts() -> Texts:
    return Texts.load("echelon.draw")


def say(group: str, key: str, language: str = FIRST, **facts: int | str) -> str:
    """A text of the drawings' own catalogue: `say("legend", "town", "fr")`."""
    return _texts().plain(group, key, language, **facts)


def title_case(name: str) -> str:
    """A name for the legend: its first letter large, the rest as the board writes it."""
    return name[:1].upper() + name[1:]


def kind_name(board: Board, kind: str) -> str:
    """What the map's language calls a kind of terrain or line, for the legend."""
    return title_case(board.spoken.get(kind, kind.replace("-", " ")))
