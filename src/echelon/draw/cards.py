"""A game on a card: the liveliest part of its map with the counters of the first turn, cut out and made small."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from echelon.draw import svg
from echelon.draw.drawing import draw
from echelon.draw.frame import window
from echelon.draw.marks import hex_id
from echelon.draw.pictures import marks_from, pieces_from

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.state import State
    from echelon.core.system import System
    from echelon.draw.counters import Piece

__all__ = ["HEIGHT", "WIDTH", "card", "crop", "opening", "trim"]

WIDTH, HEIGHT = 640, 250
SPAN = 680.0  # how much of the map a card shows, in units of a hundredth of a hex
COUNTERS = 0.62
SEARCH = 400  # questions answered at most to get the first turn going
Box = tuple[float, float, float, float]


def opening(system: System, scenario: str = "", seed: int = 7) -> State:
    """The game once everybody is set up: simple answers, always the same ones."""
    state = system.new(scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(SEARCH):
        if state.result() is not None or (state.step >= system.play.first and not state.frame.chance):
            break
        if state.frame.chance:
            state.apply(state.outcomes()[0][0])
        else:
            answers = state.legal().main
            state.apply(system.judgement.push(state, answers, rng) if system.judgement.push else rng.choice(answers))
    return state


def card(system: System, scenario: str = "", palette: str | None = None) -> str:
    """The card of a scenario as SVG, 640 by 250."""
    state = opening(system, scenario)
    board, pieces = state.rules.board, pieces_from(state)
    words = [word for word in ("front", "objectives") if word == "objectives" or word in system.show.marks]
    x, y, wide, high = crop(board, pieces, sides_of(state))
    text = draw(board, pieces, marks_from(state, words), palette=palette, legend=False, ids=False, counters=COUNTERS)
    box = " ".join(svg.num(v) for v in (x, y, wide, high))
    size = f'viewBox="{box}" width="{WIDTH}" height="{HEIGHT}"'
    text = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', size, text, count=1)
    return trim(text, (x, y, x + wide, y + high))


def sides_of(state: State) -> dict[str, int]:
    """The side of each unit, by its id."""
    return {unit.id: unit.side for unit in state.rules.forces.units}


def crop(board: Board, pieces: Sequence[Piece], sides: Mapping[str, int]) -> Box:
    """Left, top, width and height of the part with the most counters, those of the weaker side counting most."""
    view = window(board, legend=False)
    wide = min(SPAN, view.right - view.left)
    high = wide * HEIGHT / WIDTH
    camps: dict[int, list[tuple[float, float]]] = {}
    for piece in pieces:
        camps.setdefault(sides.get(piece.key, -1), []).append(board.center(hex_id(board, piece.hex)))
    found: list[tuple[float, float, float]] = []
    for h in range(board.n):
        cx, cy = board.center(h)
        x = min(max(cx - wide / 2, view.left), view.right - wide)
        y = min(max(cy - high / 2, view.top), max(view.bottom - high, view.top))
        middle = (x + wide / 2, y + high / 2)
        sums = [sum(_share(spot, middle, wide, high) for spot in spots) for spots in camps.values()]
        found.append((-round(sum(sums) + 5.0 * min(sums, default=0.0), 6), x, y))
    _, x, y = min(found)
    return x, y, wide, high


def _share(spot: tuple[float, float], middle: tuple[float, float], wide: float, high: float) -> float:
    """What a counter adds to a picture: nothing outside it or cut by its edge, most in the middle."""
    across, down = abs(spot[0] - middle[0]) / (wide / 2 - 30), abs(spot[1] - middle[1]) / (high / 2 - 30)
    return 1.0 - 0.5 * across * across if across <= 1 and down <= 1 else 0.0


_RUN = re.compile(r"M[^M]*")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_PATH = re.compile(r'(<path [^>]*?\bd=")(M[^"]{1500,})("[^>]*>)')
_PATTERN = re.compile(r"(<pattern.*?</pattern>)", re.DOTALL)
BEYOND = 40.0


def trim(text: str, box: Box) -> str:
    """Leave out the runs of the sheet's long paths that lie wholly outside a box: half of a sheet is not on its card.

    Only absolute starts followed by relative steps are looked at, as `svg.path` and `svg.circles` write them. What a pattern
    holds, and the short paths of counters and bridges, lie in boxes of their own and are left alone.
    """
    left, top, right, bottom = box[0] - BEYOND, box[1] - BEYOND, box[2] + BEYOND, box[3] + BEYOND

    def inside(run: str) -> bool:
        head, step, rest = run.partition("l")
        start = [float(v) for v in _NUMBER.findall(head)[:2]]
        if len(start) < 2 or any(letter.isupper() for letter in run[1:]):
            return True
        x, y = start
        x0, y0, x1, y1 = x, y, x, y
        if step:
            numbers = [float(v) for v in _NUMBER.findall(rest)]
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=False):
                x, y = x + dx, y + dy
                x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
        return x1 >= left and x0 <= right and y1 >= top and y0 <= bottom

    def path(found: re.Match[str]) -> str:
        before, d, after = found.groups()
        return f"{before}{''.join(run for run in _RUN.findall(d) if inside(run))}{after}"

    parts = _PATTERN.split(text)
    return "".join(part if part.startswith("<pattern") else _PATH.sub(path, part) for part in parts)
