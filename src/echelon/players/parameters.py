"""Players with parameters: `general:time=2`. The same declarations are the options an engine offers to its host."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from echelon.core.errors import EchelonError, UnknownError

__all__ = ["NODES", "TIME", "Parameter", "Value", "read_parameters", "split_name", "split_names"]

Value = int | float | bool | str | None
Kind = Literal["count", "number", "switch", "choice", "text"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing about a player that can be set: its type, and what it is if nobody sets it."""

    name: str
    kind: Kind
    default: Value
    text: str = ""
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def read(self, word: str) -> Value:
        """The value a word means, checked."""
        if self.kind == "text":
            return word
        if self.kind == "choice":
            if word not in self.choices:
                raise UnknownError(f"value of {self.name}", word, self.choices)
            return word
        if self.kind == "switch":
            if word not in ("on", "off"):
                raise EchelonError(f"{self.name} is on or off, not {word!r}")
            return word == "on"
        try:
            value = int(word) if self.kind == "count" else float(word)
        except ValueError:
            what = "a whole number" if self.kind == "count" else "a number"
            raise EchelonError(f"{self.name} is {what}, not {word!r}") from None
        low, high = self.least is not None and not value >= self.least, self.most is not None and not value <= self.most
        if low or high:
            span = " ".join(
                f"{word} {bound:g}" for word, bound in (("from", self.least), ("to", self.most)) if bound is not None
            )
            raise EchelonError(f"{self.name} is a number {span}, not {word}")
        return value

    def write(self, value: Value) -> str:
        """The word for a value; empty for None."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return "" if value is None else f"{value:.15g}" if isinstance(value, float) else str(value)


# what every player who thinks can be given with its name
TIME = Parameter("time", "number", None, "seconds per player turn", least=0, most=86_400)
NODES = Parameter("nodes", "count", None, "nodes per player turn", least=0)


def split_name(spec: str) -> tuple[str, str]:
    """`general:time=2` as `("general", "time=2")`."""
    name, _, rest = spec.partition(":")
    return name, rest


def split_names(specs: str) -> list[str]:
    """`random,general:time=2,nodes=9` as two players: a comma before a parameter does not part them."""
    return re.split(r",(?![\w-]+=)", specs)


def read_parameters(player: str, known: Sequence[Parameter], words: str) -> Mapping[str, Value]:
    """The parameters of a player, those left out as they are by default. `words` is what stands behind its name."""
    values = {parameter.name: parameter.default for parameter in known}
    by_name = {parameter.name: parameter for parameter in known}
    for word in words.split(",") if words else ():
        name, equals, value = word.partition("=")
        if not known:
            raise EchelonError(f"the player {player} takes no parameters, so {word!r} means nothing to it")
        if not equals:
            raise EchelonError(f"{word!r} is not a parameter of {player}; write {player}:{known[0].name}=...")
        if name not in by_name:
            raise UnknownError(f"parameter of {player}", name, tuple(by_name))
        try:
            values[name] = by_name[name].read(value)
        except EchelonError as error:
            raise EchelonError(f"{player}: {error}") from None
    return values
