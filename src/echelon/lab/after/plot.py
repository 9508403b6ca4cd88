"""The report as one page: a curve of the chances with the dice that bent it, and what else there is to say, for any browser."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from echelon.draw.svg import num, path

if TYPE_CHECKING:
    from echelon.lab.after.report import Report

__all__ = ["chart"]

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 860, 320, 56, 16, 16, 36
_INK, _FAINT, _FIRST, _SECOND = "#2b2a26", "#d8d2c2", "#3d6b4f", "#8a3b2e"


def chart(report: Report, first: str, title: str) -> str:
    """The chances of the first side over the game as SVG; a dot for each die that mattered, up or down as it fell."""
    last = max(1, report.course[-1][0]) if report.course else 1

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / last

    def y(chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="system-ui,sans-serif" '
        f'font-size="12" fill="{_INK}"><title>{escape(title)}</title>'
    ]
    for percent in (0, 25, 50, 75, 100):
        at = num(y(percent / 100))
        parts.append(f'<path d="M{LEFT} {at}H{WIDTH - RIGHT}" stroke="{_FAINT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at}" dy="4" text-anchor="end">{percent} %</text>')
    turn = 0
    for number, now, _chance in report.course:
        if now > turn:
            turn = now
            parts.append(f'<path d="M{num(x(number))} {TOP}V{HEIGHT - BOTTOM}" stroke="{_FAINT}"/>')
            parts.append(f'<text x="{num(x(number) + 3)}" y="{HEIGHT - BOTTOM + 16}">{turn}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 4}" font-size="11">{escape(first)}</text>')
    line = path([(x(number), y(chance)) for number, _turn, chance in report.course])
    parts.append(f'<path d="{line}" fill="none" stroke="{_INK}" stroke-width="2"/>')
    for moment in report.turning_points(8):
        colour, sign = (_FIRST, "+") if moment.luck > 0 else (_SECOND, "−")
        where = f'cx="{num(x(moment.number))}" cy="{num(y(moment.actual))}"'
        words = f"{sign}{abs(moment.luck):.0%}: {' '.join(moment.sentences) or moment.die}"
        parts.append(f'<circle {where} r="5" fill="{colour}"><title>{escape(words)}</title></circle>')
    return "".join((*parts, "</svg>"))
