"""What can go wrong, as types with data. Each prints as one sentence a player can use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.rulings import Ruling

__all__ = ["Ambiguous", "EchelonError", "Illegal", "Invalid", "PositionError", "UnknownError"]


class EchelonError(Exception):
    """The base of everything Echelon raises on purpose; its text is one sentence for a person."""


class UnknownError(EchelonError):
    """A name that does not exist: a system, scenario, option, unit, hex or clause."""

    def __init__(self, what: str, name: str, known: Sequence[str] = (), hint: str = "") -> None:
        self.what, self.name, self.known = what, name, tuple(known)
        near = nearest(name, known)
        advice = hint or (f"did you mean {near!r}?" if near else known_list(known))
        super().__init__(f"there is no {what} {name!r}{'; ' + advice if advice else ''}")


class Invalid(EchelonError):  # noqa: N818 - the three words of the notation, as python-chess has them
    """A text that is not an action at all: wrong verb, missing field, unknown name."""

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(f"{text!r}: {reason}")


class Ambiguous(EchelonError):  # noqa: N818
    """A text that fits several actions; `candidates` are their canonical texts."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        self.text, self.candidates = text, tuple(candidates)
        super().__init__(f"{text!r} could mean {' or '.join(map(repr, self.candidates))}")


class Illegal(EchelonError):  # noqa: N818
    """A well-formed action that the rules forbid now; `rulings` say which clauses and why."""

    def __init__(self, text: str, rulings: Sequence[Ruling], sentences: Sequence[str] = ()) -> None:
        self.text, self.rulings = text, tuple(rulings)
        reasons = sentences or [str(r) for r in rulings]
        super().__init__(f"{text!r} is not legal: {' '.join(reasons)}")


class PositionError(EchelonError):
    """A position or record text that cannot be read; names source, line and remedy."""

    def __init__(self, message: str, source: str = "", line: int | None = None) -> None:
        self.message, self.source, self.line = message, source, line
        where = f"line {line}" if line and not source else ":".join(str(x) for x in (source, line) if x)
        super().__init__(f"{where}: {message}" if where else message)


def nearest(name: str, known: Sequence[str]) -> str | None:
    """The known name most like `name`, if any is close."""
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return found[0] if found else None


def known_list(known: Sequence[str], most: int = 12) -> str:
    """`known: a, b, c` for an error message, shortened if long."""
    if not known:
        return ""
    names = ", ".join(sorted(known)[:most])
    return f"known: {names}{' ...' if len(known) > most else ''}"
