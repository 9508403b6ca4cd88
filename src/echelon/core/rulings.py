"""Rulings: why an action is not legal, or how a number came about. Facts are ids and numbers; sentences are made later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

__all__ = ["Answer", "Note", "Ruling", "clause", "clauses_of"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})
F = TypeVar("F", bound=Callable[..., Any])


class Ruling(NamedTuple):
    """One broken clause with the facts of the case and what would make the action legal.

    The keys of `facts` tell how a value is named in a sentence: keys that start with `unit`, `hex`, `side` hold ids
    (several in a tuple), `mf` half movement points, `word` a word that the text catalogue may know, all others plain numbers
    or words.
    """

    clause: str
    facts: Mapping[str, Any] = _NOTHING
    remedy: tuple[str, ...] = ()

    def __str__(self) -> str:
        facts = ", ".join(f"{k} {v}" for k, v in self.facts.items())
        return f"[{self.clause}] {facts}".strip()


class Note(NamedTuple):
    """One row behind a number: the clause, what it added, and the facts it rests on."""

    clause: str
    amount: Any = None
    facts: Mapping[str, Any] = _NOTHING


class Answer(NamedTuple):
    """The answer to a named question: its value and the clauses behind it."""

    value: Any
    notes: tuple[Note, ...] = ()


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a function as the code that carries out these clauses. It returns the function itself and costs nothing in play.

    >>> @clause("DRL-ZOC-1")
    ... def zone(): ...
    >>> clauses_of(zone)
    ('DRL-ZOC-1',)
    """

    def mark(function: F) -> F:
        function.__clauses__ = ids  # type: ignore[attr-defined]
        return function

    return mark


def clauses_of(function: object) -> tuple[str, ...]:
    """The clauses a function was marked with."""
    found: tuple[str, ...] = getattr(function, "__clauses__", ())
    return found
