"""Players by name: what a seat can be given to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from echelon.core.errors import UnknownError
from echelon.players.general import General
from echelon.players.officer import Officer
from echelon.players.parameters import NODES, TIME, Parameter, read_parameters, split_name
from echelon.players.player import Player
from echelon.players.random_player import Pushy, Uniform
from echelon.players.recruit import Recruit

__all__ = ["DEFAULT", "ENGINE", "PLAYERS", "Entry", "check", "describe", "entry_of", "make", "player_names"]

DEFAULT = "recruit"  # whom a newcomer gets who asks for nobody
SECONDS = replace(TIME, text="seconds per player turn; 2 if neither time nor nodes are given")
ENGINE = "engine"  # `engine:COMMAND`: a foreign player, see `echelon.players.protocol`


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the house: how it is made (with a seed, and its parameters by name), and how it plays in a few words."""

    make: Callable[..., Player]
    text: str
    parameters: tuple[Parameter, ...] = ()


PLAYERS: Mapping[str, Entry] = MappingProxyType(  # the best first, as menus show them
    {
        "general": Entry(
            General, "tests several plans against the enemy's likely replies, as long as it has time", (SECONDS, NODES)
        ),
        "officer": Entry(
            Officer, "plans each movement as a whole: what to attack, with which units, and what to hold", (TIME, NODES)
        ),
        "recruit": Entry(Recruit, "plays like a sensible beginner: takes what looks best now, without a plan"),
        "pushy": Entry(Pushy, "attacks without thinking"),
        "random": Entry(Uniform, "plays any legal action at random; only for trying things out"),
    }
)


def player_names() -> list[str]:
    """The names a seat can be given to."""
    return list(PLAYERS)


def entry_of(name: str, others: Sequence[str] = ()) -> Entry:
    """The entry of a plain name; `others` are names that would also do, for the advice."""
    if name not in PLAYERS:
        raise UnknownError("player", name, (*others, *player_names()))
    return PLAYERS[name]


def describe(name: str) -> str:
    """How a player plays, in a few words."""
    return entry_of(split_name(name)[0]).text


def check(spec: str, others: Sequence[str] = (), foreign: bool = True) -> None:
    """Refuse a name that is nobody's, or parameters that make no sense. A foreign engine is not started for that.

    With `foreign` false engines are refused, too: a name that comes from a file or from afar must not start a program.
    """
    name, rest = split_name(spec)
    if name == ENGINE and foreign:
        from echelon.players.protocol.foreign import read_command

        read_command(rest)
    else:
        read_parameters(name, entry_of(name, (*others, *([ENGINE] if foreign else ()))).parameters, rest)


def make(spec: str, seed: int = 0) -> Player:
    """A player by name, `general:time=2` or `engine:./bot` among them. Equal seeds choose equally."""
    name, rest = split_name(spec)
    if name == ENGINE:
        from echelon.players.protocol.foreign import Foreign, read_command

        parameters, argv = read_command(rest)
        return Foreign(argv, parameters, seed)
    entry = entry_of(name)
    return entry.make(seed, **read_parameters(name, entry.parameters, rest))
