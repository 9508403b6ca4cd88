"""The curve of a report as SVG: the chances over the game, its turning points, and what each die did, below."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from echelon.draw.svg import num

if TYPE_CHECKING:
    from echelon.advice.after.report import Report
    from echelon.advice.after.words import Told

__all__ = ["chart"]

WIDTH, HEIGHT, LEFT, TOP, RIGHT = 860, 346, 52, 14, 14
CURVE, STRIP, GAP = 240, 56, 26  # heights of the curve and of the strip with the dice, and what lies between
LETTER, TALL, CLEAR = 9, 12, 5  # of a side's name: width and height of a letter at most, and what must be free around it
DOT = 11  # radius of a turning point
Point = tuple[float, float]
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#26241F}.r-first{fill:{first}}.r-second{fill:{second}}.r-grid{stroke:#8F887666}"
    ".r-half{stroke:#26241F99;stroke-dasharray:4 4}.r-line{fill:none;stroke:#26241F;stroke-width:2.5}"
    ".r-point circle{fill:#FCFAF4;stroke:#26241F;stroke-width:2}.r-point text{font-weight:700}"
)


def chart(report: Report, told: Told, names: tuple[str, str], colours: tuple[str, str] | None = None) -> str:
    """The picture. With colours of both sides it can stand alone; without, the page's style sheet has to give them.

    Below the line lie the chances of the first side, above it those of the second. Turning points are numbered as in the text;
    each names the moment of the game (`data-at`).
    """
    last = max(1, report.entries)

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / last

    def y(chance: float) -> float:
        return TOP + CURVE * (1 - chance)

    title = escape(f"{told.title}: {' '.join(told.summary[1:2])}")
    style = f"<style>{_STYLE.replace('{first}', colours[0]).replace('{second}', colours[1])}</style>" if colours else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="report-chart" role="group" '
        f'aria-label="{title}"><title>{title}</title>{style}'
    ]
    points = [(x(number), y(chance)) for number, _turn, chance in report.course]
    line = " ".join(f"{num(px)},{num(py)}" for px, py in points)
    bottom = TOP + CURVE
    parts.append(f'<rect class="r-second" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{CURVE}"/>')
    parts.append(f'<polygon class="r-first" points="{LEFT},{bottom} {line} {num(points[-1][0])},{bottom}"/>')
    for percent in (0, 25, 50, 75, 100):
        at = num(y(percent / 100))
        kind = "r-half" if percent == 50 else "r-grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {at}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="r-scale" x="{LEFT - 8}" y="{at}" dy="4" text-anchor="end">{percent}</text>')
    parts += _turns(report, x)
    parts.append(f'<polyline class="r-line" points="{line}"/>')
    dots = [(x(phase.last), y(phase.after)) for phase in report.turning_points()]
    parts += _names(names, points, dots)
    parts += _strip(report, x, bottom + GAP)
    for i, (phase, row) in enumerate(zip(report.turning_points(), told.points, strict=True), 1):
        cx, cy = num(x(phase.last)), num(y(phase.after))
        parts.append(
            f'<g class="r-point" data-at="{row.at}" tabindex="0" role="button" aria-label="{escape(f"{i}. {row.title}")}">'
            f'<title>{escape(f"{row.title}. {row.say}")}</title><circle cx="{cx}" cy="{cy}" r="{DOT}"/>'
            f'<text x="{cx}" y="{cy}" dy="4.5" text-anchor="middle">{i}</text></g>'
        )
    return "".join((*parts, "</svg>"))


def _names(names: tuple[str, str], points: Sequence[Point], dots: Sequence[Point]) -> list[str]:
    """Each side's name in its own field, as far to the left as the curve leaves room for it; the legend names them, too."""
    found = []
    for name, kind, at in ((names[1], "on-second", TOP + 20), (names[0], "on-first", TOP + CURVE - 10)):
        width = LETTER * len(name)
        below = kind == "on-first"
        for left in range(LEFT + 10, int(WIDTH - RIGHT - width) - 10, 10):
            ys = _heights(points, dots, left - CLEAR, left + width + CLEAR)
            if max(ys) < at - TALL - CLEAR if below else min(ys) > at + CLEAR:
                found.append(f'<text class="r-name {kind}" x="{left}" y="{at}">{escape(name)}</text>')
                break
    return found


def _heights(points: Sequence[Point], dots: Sequence[Point], left: float, right: float) -> list[float]:
    """How high and low the curve and the numbers on it lie between two verticals."""
    found = [y for x, y in points if left <= x <= right]
    for (x0, y0), (x1, y1) in pairwise(points):
        found += [y0 + (y1 - y0) * (at - x0) / (x1 - x0) for at in (left, right) if x0 <= at <= x1 and x0 < x1]
    for x, y in dots:
        if left - DOT <= x <= right + DOT:
            found += (y - DOT, y + DOT)
    return found or [points[0][1]]


def _turns(report: Report, x: object) -> list[str]:
    """Where each turn begins; figures that would lie on top of each other are left out."""
    assert callable(x)
    found, turn, free = [], 0, 0.0
    for number, now, _chance in report.course:
        if now > turn:
            turn, at = now, x(number)
            found.append(f'<path class="r-grid" d="M{num(at)} {TOP}V{TOP + CURVE}"/>')
            if at >= free:
                found.append(f'<text class="r-scale" x="{num(at + 3)}" y="{TOP + CURVE + 16}">{turn}</text>')
                free = at + 22
    return found


def _strip(report: Report, x: object, top: float) -> list[str]:
    """A bar for each die: up for what it gave the first side, down for the second."""
    assert callable(x)
    most = max((abs(die.luck) for die in report.dice), default=0.0) or 1.0
    middle = top + STRIP / 2
    found = [f'<path class="r-grid" d="M{LEFT} {num(middle)}H{WIDTH - RIGHT}"/>']
    for die in report.dice:
        size = STRIP / 2 * abs(die.luck) / most
        if size < 0.4:
            continue
        kind, upper = ("r-first", middle - size) if die.luck > 0 else ("r-second", middle)
        found.append(
            f'<rect class="{kind} r-die" x="{num(x(die.number) - 1.5)}" y="{num(upper)}" width="3" height="{num(size)}"/>'
        )
    return found
