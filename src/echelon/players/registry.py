"""Players by name: what a seat can be given to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from echelon.core.errors import UnknownError
from echelon.players.random_player import Pushy, Uniform
from echelon.players.recruit import Recruit

if TYPE_CHECKING:
    from echelon.core.views import View

__all__ = ["PLAYERS", "Player", "describe", "make", "player_names"]


class Player(Protocol):
    """Somebody who answers questions."""

    @property
    def name(self) -> str:
        """As the registry knows it."""

    def choose(self, view: View) -> int:
        """One of the legal actions of the open question."""


PLAYERS: Mapping[str, tuple[Callable[[int], Player], str]] = MappingProxyType(
    {
        "random": (Uniform, "any legal action, each as likely as the next"),
        "recruit": (Recruit, "a beginner: each question for itself, by what looks best at once"),
        "pushy": (Pushy, "goes for the enemy without thinking"),
    }
)


def player_names() -> list[str]:
    """The names a seat can be given to."""
    return list(PLAYERS)


def describe(name: str) -> str:
    """How a player plays, in a few words."""
    if name not in PLAYERS:
        raise UnknownError("player", name, player_names())
    return PLAYERS[name][1]


def make(name: str, seed: int = 0) -> Player:
    """A player by name. Equal seeds choose equally."""
    if name not in PLAYERS:
        raise UnknownError("player", name, player_names())
    return PLAYERS[name][0](seed)
