"""A state, a side's view of one, or a bare board as a picture that can be shown, printed and saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from echelon.core.board.board import Board
from echelon.core.errors import EchelonError, UnknownError
from echelon.core.show.pieces import pieces_of
from echelon.core.text.grammar import FIRST
from echelon.core.text.names import board_in, formation_label, status_word, unit_label, unit_name, value_words
from echelon.core.views import View
from echelon.draw.counters import Piece
from echelon.draw.drawing import draw
from echelon.draw.key import Key, key_of
from echelon.draw.marks import mark_from

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.draw.marks import Mark
    from echelon.draw.palettes import Palette

__all__ = ["Picture", "marks_from", "picture", "pieces_from"]


class MissingResvgError(EchelonError, ImportError):
    """PNG needs a renderer; SVG does not."""

    def __init__(self) -> None:
        super().__init__("PNG needs the package resvg-py: pip install 'echelon-wargames[png]', or save as SVG")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: `svg` is its text, a notebook shows it, `save` writes it."""

    svg: str = field(repr=False)

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self, *, small: bool = False) -> bytes:
        """The same as PNG, where resvg-py is installed; `small` in 256 colours."""
        try:
            import resvg_py
        except ImportError:
            raise MissingResvgError from None
        full = bytes(resvg_py.svg_to_bytes(svg_string=self.svg))
        if not small:
            return full
        from echelon.draw.reduce import reduce

        return reduce(full)

    def save(self, path: str | Path) -> Path:
        """Write it: as PNG if the name ends in .png, else as SVG."""
        target = Path(path)
        if target.suffix.lower() == ".png":
            target.write_bytes(self.png())
        else:
            target.write_text(self.svg, encoding="utf-8")
        return target


def picture(
    subject: State | View | Board,
    marks: Iterable[Mark] = (),
    *,
    palette: str | Palette | None = None,
    title: str | None = None,
    legend: bool = True,
    ids: bool = True,
    counters: float = 0.58,
    size: float | None = None,
    key: Key | None = None,
    around: Iterable[int | str] = (),
    radius: int = 3,
    language: str = FIRST,
) -> Picture:
    """A state with all its counters, what one side sees of it (`state.view(side)`), or a board without counters.

    The legend explains the game's own counters and states in the game's words, which it has in each `language` it speaks.
    The other options are those of `draw`.
    """
    if isinstance(subject, Board):
        board, pieces = subject if language == subject.language else subject.renamed(subject.spoken, language), []
    else:
        state = subject.state if isinstance(subject, View) else subject
        system, board, pieces = state.rules.system, board_in(state.rules, language), pieces_from(state, language)
        statuses = {name: status_word(system, name, language) for name in system.show.statuses}
        key = key or key_of(pieces, statuses, value_words(system, language), language)
    return Picture(
        draw(
            board, pieces, marks, palette=palette, title=title, legend=legend, ids=ids, counters=counters, size=size, key=key,
            around=around, radius=radius,
        )
    )  # fmt: skip


def marks_from(state: State, words: Iterable[str]) -> list[Mark]:
    """The marks that go by these words: those the system offers (`Show.marks`), and `objectives` for every system."""
    system = state.rules.system
    offers = {"objectives": _objectives, **system.show.marks}
    found: list[Mark] = []
    for word in words:
        if word not in offers:
            raise UnknownError("mark", word, tuple(offers))
        found += [mark_from(row) for row in offers[word](state)]
    return found


def _objectives(state: State) -> list[Mapping[str, Any]]:
    return [{"mark": "objective", "hex": h} for h in state.rules.system.show.held(state)]


_PLAIN = ("hex", "name", "arm", "echelon", "nation", "formation", "stripe", "tag", "air", "marker")


def pieces_from(state: State, language: str = FIRST) -> list[Piece]:
    """The counters of a state, ready to be drawn, with what a language prints on them."""
    found: list[Piece] = []
    rules = state.rules
    for row in pieces_of(state):
        plain = {name: row[name] for name in _PLAIN if name in row}
        if language != FIRST:
            unit = rules.forces[row["id"]] if row.get("id") in rules.forces else None
            if unit and unit.label:
                plain["name"] = unit_label(rules.texts, unit, language)
            plain["formation"] = formation_label(rules.texts, plain.get("formation", ""), language)
        sentence = row.get("title") or _sentence(row, rules, language)
        status = frozenset(row["status"])
        found.append(Piece(**plain, values=tuple(row["values"]), status=status, title=sentence, key=row.get("id", "")))
    return found


def _sentence(row: Mapping[str, Any], rules: Rules, language: str) -> str:
    """What a reader hears of a counter: its full name, its values and its states in the game's words."""
    words = [word.strip() for word in value_words(rules.system, language).split(",") if word.strip()]
    if len(words) != len(row["values"]):
        return ""
    unit = rules.forces[row["id"]] if row.get("id") in rules.forces else None
    parts = [unit_name(rules.texts, unit, language) if unit else row["name"]]
    parts += [f"{word} {value}" for word, value in zip(words, row["values"], strict=True)]
    return ", ".join(parts + [status_word(rules.system, word, language).lower() for word in row["status"]])
