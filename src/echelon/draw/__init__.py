"""Boards and counters as SVG that look like a printed wargame map.

    from echelon.draw import draw, Piece, Target
    svg = draw(board, [Piece("1105", "28", "infantry", "division", (2, 2), "us")], [Target("1105")])

`picture` draws a state, a side's view or a board of any game, and gives an object that notebooks show.

`sheet` is the printed part, which never changes during a game; `overlay` the live part over it, with the same
`viewBox`. Drawing is pure: it knows boards, states and plain values, no rule system, and the same input gives the same bytes.
Numpy is needed for the sheet alone and is not imported before one is drawn.
"""

from echelon.draw.counters import Piece, counter, fan, stack
from echelon.draw.drawing import MissingNumpyError, draw, overlay, plan, sheet
from echelon.draw.key import Key, key_of
from echelon.draw.marks import (
    Attack,
    Broken,
    Control,
    Front,
    Mark,
    Marker,
    Objective,
    Odds,
    Rail,
    Reachable,
    Route,
    Selected,
    Span,
    Supply,
    Target,
    Threat,
    Trail,
    Zone,
)
from echelon.draw.palettes import NATIONS, PALETTES, Palette, high_contrast, palette
from echelon.draw.pictures import Picture, marks_from, picture, pieces_from

__all__ = [
    "NATIONS",
    "PALETTES",
    "Attack",
    "Broken",
    "Control",
    "Front",
    "Key",
    "Mark",
    "Marker",
    "MissingNumpyError",
    "Objective",
    "Odds",
    "Palette",
    "Picture",
    "Piece",
    "Rail",
    "Reachable",
    "Route",
    "Selected",
    "Span",
    "Supply",
    "Target",
    "Threat",
    "Trail",
    "Zone",
    "counter",
    "draw",
    "fan",
    "high_contrast",
    "key_of",
    "marks_from",
    "overlay",
    "palette",
    "picture",
    "pieces_from",
    "plan",
    "sheet",
    "stack",
]
