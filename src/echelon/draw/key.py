"""The key to the counters of a game: one of them explained, and the states they can be in, in the game's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from echelon.core.text.grammar import FIRST
from echelon.draw import svg
from echelon.draw.counters import LARGE, STATUS_WORDS, Piece, badge, counter
from echelon.draw.palettes import Palette
from echelon.draw.words import say

STATES = ("disrupted", "unsupplied", "no retreat", "out of command", "reduced", "moved", "entrenched")
"""The states that have a drawing."""

LINE = 25
ROW = 34
NOTE = 20  # letters that fit beside a counter
WORD = 14  # letters of a state that fit into half the legend


@dataclass(frozen=True)
class Key:
    """What the legend says of counters.

    `example` is drawn as it is given; without one the legend speaks of no counters at all. `statuses` are the states to
    list, each with the game's word for it; `values` names the numbers on a counter ("strength, movement"); `language` is
    that of the words the legend adds.
    """

    example: Piece | None = None
    statuses: Mapping[str, str] = field(default_factory=dict)
    values: str = ""
    language: str = FIRST

    def rows(self) -> list[tuple[str, str]]:
        """The states to list: those that have a drawing, once each."""
        found = {STATUS_WORDS.get(name.lower(), name.lower()): word for name, word in self.statuses.items()}
        return [(name, word) for name, word in found.items() if name in STATES]

    def notes(self) -> list[tuple[str, float, float]]:
        """What the parts of the example are called, top to bottom, and the spot each line points at."""
        piece = self.example
        if piece is None:
            return []
        found: list[tuple[str, float, float]] = []
        said = partial(say, "key", language=self.language)
        name = said("number" if piece.name.isdigit() else "name")
        if piece.formation:
            # The number of a corps is Roman by custom.
            found.append((f"{name}, {said('corps' if set(piece.formation) <= set('IVXLC') else 'formation')}", 87, 13))
        elif piece.name:
            found.append((name, min(66.0, 14 + 8.2 * len(piece.name)), 12))
        found.append((f"{said('size')}, {said('arm')}" if piece.echelon else said("arm"), 78, 42))
        if piece.values:
            found.append((self.values or said(f"values{min(len(piece.values), 3)}"), 76, 74))
        if "entrenched" in piece.states():
            found.append((self.statuses.get("entrenched", said("entrenched")).lower(), 104, 92))
        return found

    @property
    def columns(self) -> int:
        """How many states stand side by side: one where a word is long."""
        return 1 if any(len(word) > WORD for _, word in self.rows()) else 2

    @property
    def tall(self) -> float:
        """The height it needs in the legend."""
        if self.example is None:
            return 0.0
        rows = -(-len(self.rows()) // self.columns)
        return 158 + (28 + ROW * rows if rows else -16)


def key_of(pieces: Sequence[Piece], statuses: Mapping[str, str] | None = None, values: str = "", language: str = FIRST) -> Key:
    """The key to these counters: the strongest explained, with the states given, or those that are on the map."""
    faces = [piece for piece in pieces if not piece.air and not piece.marker]
    if not faces:
        return Key()
    example = max(faces, key=lambda piece: piece.strength)  # the first of the strongest
    if not statuses:
        shown = frozenset().union(*(piece.states() for piece in faces))
        statuses = {name: say("state", name, language) for name in STATES if name in shown}
    return Key(replace(example, status=frozenset(), selected=False), statuses, values, language)


def key_svg(key: Key, x: float, y: float, palette: Palette) -> str:
    """The counter explained, and the states under it."""
    if key.example is None:
        return ""
    rows = key.rows()
    return _explained(key, key.example, x, y, palette) + (_status(key, x, y + 158, palette) if rows else "")


def heads(text: str, x: float, y: float, palette: Palette) -> str:
    """The heading of a part of the legend."""
    return svg.text(text.upper(), x, y, 10.5, palette.ink, font_weight=700, letter_spacing=2.4, font_family=svg.CONDENSED)


def _explained(key: Key, example: Piece, x: float, y: float, palette: Palette) -> str:
    """One counter with lines to its parts."""
    ink = palette.ink
    parts = [heads(say("legend", "counter", key.language), x, y, palette)]
    top = y + 18
    drawing = counter(example, LARGE, dark=palette.dark)
    parts.append(f'<g transform="translate({svg.num(x + 8)} {svg.num(top)}) scale(.92)">{drawing}</g>')
    ty = top + 10.0
    for note, px, py in key.notes():
        parts.append(
            svg.line(f"M{svg.num(x + 8 + px)} {svg.num(top + py)}L{svg.num(x + 128)} {svg.num(ty)}", ink, 0.8)
            + f'<circle cx="{svg.num(x + 8 + px)}" cy="{svg.num(top + py)}" r="1.5" fill="{ink}"/>'
        )
        for line in _lines(note):
            parts.append(svg.text(line, x + 133, ty + 4, 12.5, ink))
            ty += 15
        ty += LINE - 15
    return svg.group(parts)


def _lines(note: str) -> list[str]:
    """A note in lines that fit beside the counter, parted after commas."""
    lines: list[str] = []
    for part in note.replace(", ", ",\0").split("\0"):
        if lines and len(lines[-1]) + len(part) + 1 <= NOTE:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def _status(key: Key, x: float, y: float, palette: Palette) -> str:
    parts = [heads(say("legend", "status", key.language), x, y, palette)]
    for index, (name, word) in enumerate(key.rows()):
        px, py = x + 14 + 132 * (index % key.columns), y + 28 + ROW * (index // key.columns)
        parts.append(f'<g transform="translate({svg.num(px)} {svg.num(py)}) scale(.72)">{badge(name)}</g>')
        parts.append(svg.text(word, px + 20, py + 4.5, 13, palette.ink))
    return svg.group(parts)
