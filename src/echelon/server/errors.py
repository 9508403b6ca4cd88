"""What a request can be refused for: a status, a word for programs, and one sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError, Illegal
from echelon.server.scene.rulings import rulings_of
from echelon.server.scene.words import catalogue

if TYPE_CHECKING:
    from echelon.core.rules import Rules

__all__ = ["ApiError", "illegal", "out_of_turn", "say", "sentence_of", "told"]


def say(key: str, lang: str = "en", **facts: object) -> str:
    """A sentence of the catalogue."""
    template = catalogue().template("error", key, lang)
    return template.format(**facts) if template is not None else key


class ApiError(Exception):
    """A request that is refused. `code` is a word that never changes, for programs."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        rulings: Sequence[Mapping[str, Any]] | None = None,
        number: int | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status, self.code, self.sentence, self.rulings, self.number = status, code, sentence, rulings, number
        self.wait = wait  # seconds after which the same may be asked again

    def body(self) -> dict[str, Any]:
        """As it is sent."""
        found: dict[str, Any] = {"error": self.sentence, "code": self.code}
        if self.rulings is not None:
            found["rulings"] = list(self.rulings)
        if self.number is not None:
            found["number"] = self.number
        return found


def illegal(rules: Rules, error: EchelonError, lang: str = "en") -> ApiError:
    """A line that cannot be played: every clause it breaks, or what about it could not be understood."""
    if not isinstance(error, Illegal):
        return ApiError(422, "invalid", told(error, lang), [])
    rows = rulings_of(rules, error.rulings, lang)
    reasons = " ".join(row["say"] for row in rows)
    return ApiError(422, "illegal", say("illegal", lang, line=error.text, reasons=reasons), rows)


def out_of_turn(rules: Rules, sentence: str) -> ApiError:
    """Somebody who is not asked."""
    return ApiError(422, "turn", sentence, [{"clause": rules.order_clause, "say": sentence, "remedy": []}])


def told(error: EchelonError, lang: str = "en") -> str:
    """An error of the engine in the reader's language."""
    return sentence_of(catalogue().error(error, lang))


def sentence_of(text: str) -> str:
    """An error of the engine as a sentence: one line, a capital, a full stop."""
    line = " ".join(text.split())
    line = line[:1].upper() + line[1:]
    return line if line.endswith((".", "?", "!")) else f"{line}."
