"""The map in the terminal: terrain as colour and sign, rivers and roads on hexsides, units as chips."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rich.text import Text

from echelon.cli.play.names import names_of
from echelon.cli.play.shapes import COMPACT, FULL, POINTED, Shape
from echelon.cli.play.voice import Voice
from echelon.core.show.pieces import pieces_of
from echelon.core.text.grammar import FIRST
from echelon.core.text.names import board_in, status_word, value_words

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.state import State

__all__ = ["SIDE_STYLES", "draw_map", "legend"]

SIDE_STYLES = ("bold white on #1f5fbf", "bold white on #b3261e", "bold white on #4a7a2c", "bold black on #c9a227")
_MARKED = "bold black on #ffd75f"
_PLAIN = "#8a8574"
_RIVER = "#cfe6ff on #1f7fe0"
_ROAD = "bold black on #d9a066"
_BRIDGE = "bold black on white"

# Words that terrains are called by, with sign and ground. One of another name is drawn as open ground with its first letter.
_GROUND: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "clear": ("", "#e3dfb8"), "open": ("", "#e3dfb8"), "plain": ("", "#e3dfb8"),
        "wood": ("♣", "#a9c58b"), "woods": ("♣", "#a9c58b"), "forest": ("♣", "#8fb573"),
        "town": ("■", "#d8c3b0"), "city": ("■", "#cdb09b"), "village": ("■", "#d8c3b0"),
        "hill": ("^", "#d2bd8c"), "rough": ("^", "#d2bd8c"), "mountain": ("▲", "#b9a184"), "mountains": ("▲", "#b9a184"),
        "swamp": ("≈", "#b5cbb0"), "marsh": ("≈", "#b5cbb0"), "flooded": ("≈", "#b5cbb0"),
        "bocage": ("#", "#bccb94"), "sea": ("~", "#9cc3dd"), "lake": ("~", "#9cc3dd"), "water": ("~", "#9cc3dd"),
    }
)  # fmt: skip
_WATER = ("river", "stream", "canal", "estuary", "lake", "coast")
_STATES: Mapping[str, str] = MappingProxyType({"disrupted": "!", "shaken": "!", "unsupplied": "?", "isolated": "?"})


class _Canvas:
    """Characters with styles, by place."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str) -> None:
        for i, char in enumerate(text):
            self.cells[x + i, y] = (char, style)

    def text(self, colour: bool = True) -> Text:
        """All of it, trimmed to what was drawn; characters alone where there is no colour."""
        if not self.cells:
            return Text("")
        xs, ys = [x for x, _ in self.cells], [y for _, y in self.cells]
        whole = Text(no_wrap=True, overflow="crop")
        for y in range(min(ys), max(ys) + 1):
            if y > min(ys):
                whole.append("\n")
            row = [self.cells.get((x, y), (" ", "")) for x in range(min(xs), max(xs) + 1)]
            while row and row[-1] == (" ", ""):
                row.pop()
            if not colour:
                whole.append("".join(char for char, _style in row))
                continue
            run, style = "", ""
            for char, its in row:
                if its != style:
                    whole.append(run, style or None)
                    run, style = "", its
                run += char
            whole.append(run, style or None)
        return whole


def draw_map(
    state: State,
    width: int = 120,
    height: int = 0,
    marks: Collection[int] = (),
    focus: int | None = None,
    compact: bool = False,
    colour: bool = True,
    language: str = FIRST,
) -> Text:
    """The map of a state; a window of it around `focus` where it is larger than the screen. `height` 0 means no limit.

    Without colour a river is drawn in waves on every side, since blue strokes could not be told from others.
    """
    board = board_in(state.rules, language)
    shape = POINTED if board.grid.orientation == "pointy" else COMPACT if compact else FULL
    places = {h: shape.place(board.center(h)) for h in range(board.n)}
    # the last stroke of a compact map may fall off the screen: nothing stands in it
    shown = _window(shape, places, width + (shape is COMPACT), height, focus if focus is not None else _middle(state))
    canvas = _Canvas()
    stacks: dict[int, list[dict[str, Any]]] = {}
    for piece in sorted(pieces_of(state), key=lambda p: -(p["values"] or (0,))[0]):  # the strongest on top
        stacks.setdefault(piece["hex"], []).append({**piece, "id": names_of(state.rules).short(str(piece.get("id", "")))})
    for h in shown:
        _ground(canvas, board, shape, places[h], h, colour)
    held = state.rules.system.show.held(state)
    for h in shown:
        _inside(canvas, board, shape, places[h], h, stacks.get(h, []), h in marks)
        if h in held:
            _holder(canvas, board, shape, places[h], h, state.rules.side_name(held[h]), held[h])
    return canvas.text(colour)


def _middle(state: State) -> int:
    """A hex to look at: where the first unit of the side that is asked stands."""
    pieces = pieces_of(state)
    own = [p for p in pieces if p["side"] == state.frame.side] or pieces
    return int(own[0]["hex"]) if own else state.rules.board.n // 2


def _window(shape: Shape, places: Mapping[int, tuple[int, int]], width: int, height: int, focus: int) -> list[int]:
    """The hexes that fit, around the one in focus; kept from running over the edge of the map."""
    columns, lines = shape.size
    low_x, high_x = _span([x for x, _ in places.values()], places[focus][0], width - columns)
    low_y, high_y = _span([y for _, y in places.values()], places[focus][1], height - lines if height else 1 << 30)
    return [h for h, (x, y) in places.items() if low_x <= x <= high_x and low_y <= y <= high_y]


def _span(values: list[int], at: int, room: int) -> tuple[int, int]:
    low, high = min(values), max(values)
    if high - low <= room:
        return low, high
    first = min(max(at - room // 2, low), high - room)
    return first, first + room


def _ground(canvas: _Canvas, board: Board, shape: Shape, place: tuple[int, int], h: int, colours: bool) -> None:
    """The colour of a hex and its six sides."""
    x, y = place
    _sign, colour = _terrain(board, h)
    for dx, dy, length in shape.rows:
        canvas.put(x + dx, y + dy, " " * length, f"black on {colour}")
    for k, (kinds, wet, crossed) in enumerate(_hexsides(board, h)):
        for dx, dy, char in shape.sides[k]:
            ground = f" on {colour}" if char == "_" and k else ""  # the foot of a hex belongs to it, not to the one below
            if char == "_" and not k and (x + dx, y + dy) in canvas.cells:
                continue
            style = _RIVER if wet else f"bold magenta{ground}" if kinds else f"{_PLAIN}{ground}"
            canvas.put(x + dx, y + dy, ("≈" if char == "_" or not colours else shape.water or char) if wet else char, style)
        if crossed:
            style = _BRIDGE if wet else _ROAD
            for dx, dy, char in shape.crossings[k]:
                canvas.put(x + dx, y + dy, char, style)
        # a compact hex has no line of its own for its foot: the river runs under its text
        if not shape.sides[k] and wet and k == 3:
            dx, dy, length = shape.rows[-1]
            canvas.put(x + dx, y + dy, "▁" * length, f"bold #1f7fe0 on {colour}")
        # nor one for its head: a road that leaves it there stands behind its label
        if not shape.sides[k] and crossed and k == 0 and len(board.labels[h]) < shape.rows[0][2] - 2:
            dx, dy, _length = shape.rows[0]
            canvas.put(x + dx + len(board.labels[h]), y + dy, "║", _BRIDGE if wet else _ROAD)


@lru_cache(maxsize=4096)
def _hexsides(board: Board, h: int) -> tuple[tuple[bool, bool, bool], ...]:
    """Of each side of a hex: is anything there, is it water, does a road or bridge cross it?"""
    found = []
    for neighbour in board.lattice.around[h]:
        side = neighbour[2] if neighbour else 0
        kinds = [kind for kind, bits in board.sides.items() if bits & side]
        crossed = any(bits & side for bits in board.links.values())
        found.append((bool(kinds), any(kind in _WATER for kind in kinds), crossed))
    return tuple(found)


@lru_cache(maxsize=4096)
def _terrain(board: Board, h: int) -> tuple[str, str]:
    """Sign and ground colour: of the first terrain that is not open ground."""
    bit = board.bit[h]
    names = [name for name, bits in board.terrain.items() if bits & bit]
    names.sort(key=lambda name: _GROUND.get(name, ("x", ""))[0] == "")
    if not names:
        return _GROUND["clear"]
    return _GROUND.get(names[0], (names[0][:1].upper(), "#d9d2c0"))


def _inside(
    canvas: _Canvas, board: Board, shape: Shape, place: tuple[int, int], h: int, stack: list[dict[str, Any]], marked: bool
) -> None:
    """Label, sign, place name and chips."""
    x, y = place
    sign, colour = _terrain(board, h)
    dx, dy, length = shape.rows[0]
    label = board.labels[h][-length:]
    canvas.put(x + dx, y + dy, label, _MARKED if marked else f"#6b6650 on {colour}")
    if sign and len(label) < length:
        canvas.put(x + dx + length - 1, y + dy, sign, f"#3d5a2a on {colour}")
    rows = shape.rows[1:]
    chips = [(_chip(piece), _style(piece)) for piece in stack]
    if len(rows) == 1:
        dx, dy, length = rows[0]
        _in_one_row(canvas, x + dx, y + dy, length, stack)
        if not stack:  # a river at the foot of the hex shows behind a shorter name
            wet = canvas.cells.get((x + dx, y + dy), ("", ""))[0] == "▁"
            name = next((p.name for p in board.places if p.hex == h), "")[: length - 2 if wet else length]
            canvas.put(x + dx, y + dy, name, f"italic #4a3325 on {colour}")
        return
    for (dx, dy, length), (text, style) in zip(rows, chips, strict=False):
        canvas.put(x + dx, y + dy, text[:length], style)
    if len(chips) > len(rows):
        dx, dy, length = rows[-1]
        more = f"+{len(chips) - len(rows)}"
        canvas.put(x + dx + length - len(more), y + dy, more, f"bold black on {colour}")
    name = next((p.name for p in board.places if p.hex == h), "")
    if name and len(chips) < len(rows):
        dx, dy, length = rows[-1]
        canvas.put(x + dx, y + dy, name[:length], f"italic #4a3325 on {colour}")


def _holder(canvas: _Canvas, board: Board, shape: Shape, place: tuple[int, int], h: int, name: str, side: int) -> None:
    """Who holds a hex: the first letter of the side at the end of the first line, its sign before it, both in its colours."""
    x, y = place
    dx, dy, length = shape.rows[0]
    sign = _terrain(board, h)[0]
    room = length - len(board.labels[h])
    text = (sign + name[:1].upper())[-room:] if room > 0 else ""
    canvas.put(x + dx + length - len(text), y + dy, text, SIDE_STYLES[side % len(SIDE_STYLES)])


def _in_one_row(canvas: _Canvas, x: int, y: int, length: int, stack: list[dict[str, Any]]) -> None:
    """Chips of a compact hex side by side, if they fit: the id alone where there are several."""
    if not stack:
        return
    names = [str(piece.get("id") or piece["name"]) for piece in stack]
    if len(stack) == 1:
        canvas.put(x, y, _chip(stack[0], length), _style(stack[0]))
    elif len(" ".join(names)) <= length:
        at = x
        for name, piece in zip(names, stack, strict=True):
            canvas.put(at, y, name, _style(piece))
            at += len(name) + 1
    else:  # the one on top, and how many lie under it
        more = f"+{len(stack) - 1}"
        canvas.put(x, y, _chip({**stack[0], "values": ()}, length - len(more)), _style(stack[0]))
        canvas.put(x + length - len(more), y, more, "bold black on white")


def _style(piece: Mapping[str, Any]) -> str:
    """The side's colours; a unit that has moved is less bright."""
    style = SIDE_STYLES[piece["side"] % len(SIDE_STYLES)]
    return style.replace("bold ", "dim ") if "moved" in piece["status"] else style


def _chip(piece: Mapping[str, Any], length: int = 8) -> str:
    """`b1 3-3!`: the id a player types, what is printed on the counter, and a mark for its state."""
    values = "-".join(str(v) for v in piece["values"])
    marks = "".join(dict.fromkeys(_STATES[word] for word in piece["status"] if word in _STATES))
    room = length - len(marks)
    name = str(piece.get("id") or piece["name"])
    text = f"{name} {values}".strip()
    return (text if len(text) <= room else name[:room]) + marks


def legend(state: State, compact: bool = False, colour: bool = True, voice: Voice | None = None) -> Text:
    """What the signs on the map mean, for those that are on it: one line for the ground, one for the units."""
    voice = voice or Voice()
    board, texts, lang = state.rules.board, state.rules.texts, voice.language

    def word(name: str) -> str:
        return name if lang == FIRST else texts.template("kind", name, lang) or texts.template("word", name, lang) or name

    line = Text()
    for name in board.terrain:
        sign, ground = _GROUND.get(name, (name[:1].upper(), "#d9d2c0"))
        if not sign and not colour:
            continue  # an empty hex explains itself
        line.append(f" {sign or ' '} ", f"black on {ground}")
        line.append(f" {word(name)}  ", "dim")
    if any(k in _WATER for k in board.sides):
        shape = POINTED if board.grid.orientation == "pointy" else COMPACT if compact else FULL
        line.append("≈" if not colour else f"{shape.water} ▁" if shape.water else "≈ \\ /", _RIVER)
        line.append(f" {voice('screen.river')}  ", "dim")
    if board.links:
        line.append("═ ║", _ROAD)
        bridge = f", {voice('screen.bridge')}" if not colour and "bridge" in board.sides else ""
        line.append(f" {'/'.join(map(word, board.links))}{bridge}  ", "dim")
    if "bridge" in board.sides and colour:
        line.append("═", _BRIDGE)
        line.append(f" {voice('screen.bridge')}  ", "dim")
    for h, side in list(state.rules.system.show.held(state).items())[:1]:
        name = state.rules.side_name(side)
        line.append(f"{_terrain(board, h)[0]}{name[:1].upper()}", SIDE_STYLES[side % len(SIDE_STYLES)])
        line.append(f" {voice('screen.held', side=texts.word(state.rules, 'side', side, lang))}", "dim")
    for piece in pieces_of(state)[:1]:
        piece = {**piece, "id": names_of(state.rules).short(str(piece["id"]))}
        line.append("\n")
        line.append(_chip({**piece, "status": ()}), _style({**piece, "status": ()}))
        words = value_words(state.rules.system, lang).split(", ") if state.rules.system.show.values else []
        values = "".join(f", {word} {value}" for word, value in zip(words, piece["values"], strict=False))
        line.append(f" {voice('screen.unit', name=piece['id'])}{values}", "dim")
        states = list(state.rules.system.show.statuses or ("disrupted", "unsupplied"))
        for mark, said in ((_STATES[n], status_word(state.rules.system, n, lang)) for n in states if n in _STATES):
            line.append("   ")
            line.append(f"{piece['id']}{mark}", _style({**piece, "status": ()}))
            line.append(f" {said}", "dim")
    return line
