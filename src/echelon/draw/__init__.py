"""Boards and counters as SVG that look like a printed wargame map.

    from echelon.draw import draw, Piece, Target
    svg = draw(board, [Piece("1105", "28", "infantry", "division", (2, 2), "us")], [Target("1105")])

`sheet` is the printed part, which never changes during a game; `overlay` the live part over it, with the same
`viewBox`. Drawing is pure: it knows boards and plain values, no rule system, and the same input gives the same bytes.
Numpy is needed for the sheet alone and is not imported before one is drawn.
"""

from echelon.draw.counters import Piece, counter, fan, stack
from echelon.draw.marks import (
    Attack,
    Control,
    Mark,
    Marker,
    Objective,
    Odds,
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
from echelon.draw.picture import MissingNumpyError, draw, overlay, plan, sheet

__all__ = [
    "NATIONS",
    "PALETTES",
    "Attack",
    "Control",
    "Mark",
    "Marker",
    "MissingNumpyError",
    "Objective",
    "Odds",
    "Palette",
    "Piece",
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
    "overlay",
    "palette",
    "plan",
    "sheet",
    "stack",
]
