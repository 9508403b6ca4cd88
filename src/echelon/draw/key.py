"""The key to the counters of a game: one of them explained, and the states they can be in, in the game's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from echelon.draw import svg
from echelon.draw.counters import LARGE, STATUS_WORDS, Piece, badge, counter
from echelon.draw.palettes import Palette

WORDS = {
    "disrupted": "Disrupted",
    "unsupplied": "Out of supply",
    "no retreat": "No retreat",
    "out of command": "Out of command",
    "reduced": "Reduced",
    "moved": "Moved",
    "entrenched": "Entrenched",
}
"""The states that have a drawing, and what they are called where a game gives no word of its own."""

VALUES = ("", "combat", "combat, movement", "attack, defence, movement")
LINE = 25
ROW = 34


@dataclass(frozen=True)
class Key:
    """What the legend says of counters.

    `example` is drawn as it is given; without one the legend speaks of no counters at all. `statuses` are the states to
    list, each with the game's word for it; `values` names the numbers on a counter ("strength, movement").
    """

    example: Piece | None = None
    statuses: Mapping[str, str] = field(default_factory=dict)
    values: str = ""

    def rows(self) -> list[tuple[str, str]]:
        """The states to list: those that have a drawing, once each."""
        found = {STATUS_WORDS.get(name.lower(), name.lower()): word for name, word in self.statuses.items()}
        return [(name, word) for name, word in found.items() if name in WORDS]

    def notes(self) -> list[tuple[str, float, float]]:
        """What the parts of the example are called, top to bottom, and the spot each line points at."""
        piece = self.example
        if piece is None:
            return []
        found: list[tuple[str, float, float]] = []
        name = "number" if piece.name.isdigit() else "name"
        if piece.formation:
            # The number of a corps is Roman by custom.
            found.append((f"{name}, {'corps' if set(piece.formation) <= set('IVXLC') else 'formation'}", 87, 13))
        elif piece.name:
            found.append((name, min(66.0, 14 + 8.2 * len(piece.name)), 12))
        found.append(("size, arm" if piece.echelon else "arm", 78, 42))
        words = self.values or VALUES[min(len(piece.values), 3)]
        if piece.values and words:
            found.append((words, 76, 74))
        if "entrenched" in piece.states():
            found.append((self.statuses.get("entrenched", "entrenched").lower(), 104, 92))
        return found

    @property
    def tall(self) -> float:
        """The height it needs in the legend."""
        if self.example is None:
            return 0.0
        rows = -(-len(self.rows()) // 2)
        return 158 + (28 + ROW * rows if rows else -16)


def key_of(pieces: Sequence[Piece], statuses: Mapping[str, str] | None = None, values: str = "") -> Key:
    """The key to these counters: the strongest explained, with the states given, or those that are on the map."""
    faces = [piece for piece in pieces if not piece.air and not piece.marker]
    if not faces:
        return Key()
    example = max(faces, key=lambda piece: piece.strength)  # the first of the strongest
    if not statuses:
        shown = frozenset().union(*(piece.states() for piece in faces))
        statuses = {name: word for name, word in WORDS.items() if name in shown}
    return Key(replace(example, status=frozenset(), selected=False), statuses, values)


def key_svg(key: Key, x: float, y: float, palette: Palette) -> str:
    """The counter explained, and the states under it."""
    if key.example is None:
        return ""
    rows = key.rows()
    return _explained(key, key.example, x, y, palette) + (_status(rows, x, y + 158, palette) if rows else "")


def heads(text: str, x: float, y: float, palette: Palette) -> str:
    """The heading of a part of the legend."""
    return svg.text(text.upper(), x, y, 10.5, palette.ink, font_weight=700, letter_spacing=2.4, font_family=svg.CONDENSED)


def _explained(key: Key, example: Piece, x: float, y: float, palette: Palette) -> str:
    """One counter with lines to its parts."""
    ink = palette.ink
    parts = [heads("Counter", x, y, palette)]
    top = y + 18
    drawing = counter(example, LARGE, dark=palette.dark)
    parts.append(f'<g transform="translate({svg.num(x + 8)} {svg.num(top)}) scale(.92)">{drawing}</g>')
    for index, (note, px, py) in enumerate(key.notes()):
        ty = top + 10 + LINE * index
        parts.append(
            svg.line(f"M{svg.num(x + 8 + px)} {svg.num(top + py)}L{svg.num(x + 128)} {svg.num(ty)}", ink, 0.8)
            + f'<circle cx="{svg.num(x + 8 + px)}" cy="{svg.num(top + py)}" r="1.5" fill="{ink}"/>'
        )
        parts.append(svg.text(note, x + 133, ty + 4, 12.5, ink))
    return svg.group(parts)


def _status(rows: Sequence[tuple[str, str]], x: float, y: float, palette: Palette) -> str:
    parts = [heads("Status", x, y, palette)]
    for index, (name, word) in enumerate(rows):
        px, py = x + 14 + 132 * (index % 2), y + 28 + ROW * (index // 2)
        parts.append(f'<g transform="translate({svg.num(px)} {svg.num(py)}) scale(.72)">{badge(name)}</g>')
        parts.append(svg.text(word, px + 20, py + 4.5, 13, palette.ink))
    return svg.group(parts)
