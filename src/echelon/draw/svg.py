"""Small helpers that write SVG text: numbers, paths, attributes.

Every coordinate is rounded to one decimal, so that two runs give the same bytes, and paths use relative steps
computed from the *rounded* points, so that the rounding never adds up along a line.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape as escape

Point = tuple[float, float]

SERIF = 'Vollkorn,"Iowan Old Style",Georgia,serif'
CONDENSED = '"Roboto Condensed","Arial Narrow","Liberation Sans Narrow",sans-serif'
INTERFACE = "Inter,system-ui,sans-serif"


def num(value: float) -> str:
    """A number with at most one decimal and no needless sign, zero or point."""
    tenths = round(float(value) * 10)
    whole, rest = divmod(abs(tenths), 10)
    text = f"{whole}.{rest}" if rest else str(whole)
    return "-" + text if tenths < 0 else text


def fine(value: float) -> str:
    """A number with at most three decimals, for opacities and factors."""
    text = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _tenth(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    text = (f"{whole}.{rest}" if whole else f".{rest}") if rest else str(whole)
    return "-" + text if tenths < 0 else text


def _join(numbers: Iterable[str]) -> str:
    """Numbers in a row, with a space only where the next one does not open with its own minus sign."""
    out: list[str] = []
    for number in numbers:
        if out and number[0] != "-":
            out.append(" ")
        out.append(number)
    return "".join(out)


def path(points: Iterable[Sequence[float]], *, closed: bool = False) -> str:
    """The `d` of a polyline, with relative steps in tenths.

    >>> path([(0, 0), (10, 0), (10, 5.25)])
    'M0 0l10 0 0 5.2'
    """
    fixed: list[tuple[int, int]] = []
    for point in points:
        pair = (round(float(point[0]) * 10), round(float(point[1]) * 10))
        if not fixed or pair != fixed[-1]:
            fixed.append(pair)
    if not fixed:
        return ""
    if closed and len(fixed) > 1 and fixed[0] == fixed[-1]:
        fixed.pop()
    head = "M" + _join(_tenth(v) for v in fixed[0])
    steps: list[str] = []
    for before, after in itertools.pairwise(fixed):
        steps.append(_tenth(after[0] - before[0]))
        steps.append(_tenth(after[1] - before[1]))
    body = "l" + _join(steps) if steps else ""
    return head + body + ("z" if closed else "")


def paths(lines: Iterable[Iterable[Sequence[float]]], *, closed: bool = False) -> str:
    """Several polylines in one `d`."""
    return "".join(path(line, closed=closed) for line in lines)


def circles(spots: Iterable[tuple[float, float, float]]) -> str:
    """Circles (x, y, radius) as one path of arcs: far shorter than one element each."""
    out: list[str] = []
    for x, y, radius in spots:
        r, d = _tenth(round(radius * 10)), _tenth(round(radius * 10) * 2)
        out.append(f"M{_join([_tenth(round((x - radius) * 10)), _tenth(round(y * 10))])}")
        out.append(f"a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0")
    return "".join(out)


def attributes(values: dict[str, Any]) -> str:
    """Attributes from keyword arguments: `stroke_width=1.2` becomes `stroke-width="1.2"`; None is left out."""
    parts: list[str] = []
    for key, value in values.items():
        if value is None:
            continue
        name = key.rstrip("_").replace("_", "-")
        if isinstance(value, float):
            value = fine(value)
        parts.append(f' {name}="{escape(str(value), {chr(34): "&quot;"})}"')
    return "".join(parts)


def element(tag: str, content: str = "", **values: Any) -> str:
    """One element; `content` is SVG already, not text to be escaped."""
    head = f"<{tag}{attributes(values)}"
    return f"{head}>{content}</{tag}>" if content else head + "/>"


def line(d: str, stroke: str, width: float, **values: Any) -> str:
    """A stroked path without fill."""
    if not d:
        return ""
    return element("path", d=d, fill="none", stroke=stroke, stroke_width=float(width), **values)


def area(d: str, fill: str, **values: Any) -> str:
    """A filled path without stroke, even-odd so that rings inside rings are holes."""
    if not d:
        return ""
    return element("path", d=d, fill=fill, fill_rule="evenodd", **values)


def group(content: Iterable[str], **values: Any) -> str:
    """A group of elements; nothing at all when it would be empty."""
    inner = "".join(content)
    return element("g", inner, **values) if inner else ""


def text(content: str, x: float, y: float, size: float, fill: str, **values: Any) -> str:
    """One line of text; further attributes as keywords."""
    return element("text", escape(content), x=num(x), y=num(y), font_size=num(size), fill=fill, **values)


def halo_text(content: str, x: float, y: float, size: float, fill: str, halo: str, width: float, **values: Any) -> str:
    """Text with a halo under its letters, so that it stays legible on woods, roads and relief."""
    return text(
        content, x, y, size, fill, stroke=halo, stroke_width=float(width), stroke_linejoin="round",
        paint_order="stroke", **values,
    )  # fmt: skip
