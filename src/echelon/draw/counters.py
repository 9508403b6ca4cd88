"""Counters: bodies, names, symbols, values and status in three steps of detail; stacks, air discs, markers.

Everything is drawn in a box of 100 by 100 with its corner at (0, 0) and scaled by whoever places it. Needs no numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from echelon.draw import svg
from echelon.draw.palettes import BADGE_LINE, NATIONS, OUTLINE, STATUS, STRIPES, SYMBOL_INK, Nation
from echelon.draw.symbols import symbol

TINY, SMALL, MIDDLE, LARGE = "tiny", "small", "middle", "large"

ECHELONS: dict[str, str] = {
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "sub-division": "X",
    "sub-division (cc)": "X",
    "below": "II",
}

STATUS_WORDS: dict[str, str] = {
    "disorganised": "disrupted",
    "disorganized": "disrupted",
    "out of supply": "unsupplied",
    "oos": "unsupplied",
    "dug in": "entrenched",
    "done": "moved",
}


@dataclass(frozen=True)
class Piece:
    """A counter to draw: plain values, so that drawing needs no rule system.

    `hex` is a hex id or a label; `echelon` a word (division) or a mark (XX); `values` what is printed at the foot;
    `stripe` a colour or an index into the formation colours; `status` words such as disrupted, unsupplied,
    no retreat, moved, entrenched. `nation` is a key of `NATIONS`. `air` makes a disc, `marker` a hexagon.
    """

    hex: int | str
    name: str
    arm: str = "infantry"
    echelon: str = "division"
    values: tuple[int | str, ...] = ()
    nation: str = "us"
    formation: str = ""
    stripe: str | int | None = None
    tag: str = ""
    status: frozenset[str] = field(default_factory=frozenset)
    title: str = ""
    key: str = ""
    selected: bool = False
    air: bool = False
    marker: bool = False

    @property
    def strength(self) -> float:
        """The first value as a number, to put the strongest on top and to sum a stack."""
        try:
            return float(self.values[0]) if self.values else 0.0
        except ValueError:
            return 0.0

    def states(self) -> frozenset[str]:
        """Status in our own words."""
        return frozenset(STATUS_WORDS.get(word.lower(), word.lower()) for word in self.status)

    def sentence(self) -> str:
        """What a reader hears instead of the picture."""
        if self.title:
            return self.title
        parts = [self.name]
        if self.values:
            parts.append(" ".join(("combat", str(self.values[0]))))
        if len(self.values) > 1:
            parts.append(" ".join(("movement", str(self.values[-1]))))
        words = {"unsupplied": "out of supply"}
        parts += [words.get(word, word) for word in sorted(self.states())]
        return ", ".join(parts)


def detail(pixels: float) -> str:
    """The step of detail for a size on screen: nothing printed comes out under 9 pixels, and from 36 on all values stand."""
    if pixels < 29.5:
        return TINY
    return SMALL if pixels < 36 else MIDDLE if pixels <= 75 else LARGE


def nation(piece: Piece) -> Nation:
    """The nation of a piece; an unknown one gets a neutral look rather than an error."""
    return NATIONS.get(piece.nation.lower(), Nation(piece.nation, "#C9C4B4", "#23211C", False, piece.nation[:2].title()))


def body_path(axis: bool, inset: float = 0.0) -> str:
    """The outline: round for Allies, cut for Axis."""
    a, b = inset, 100 - inset
    n = svg.num
    if axis:
        c = 11 - inset * 0.42
        return (
            f"M{n(a + c)} {n(a)}H{n(b - c)}L{n(b)} {n(a + c)}V{n(b - c)}L{n(b - c)} {n(b)}H{n(a + c)}"
            f"L{n(a)} {n(b - c)}V{n(a + c)}Z"
        )
    r = 15 - inset * 0.8
    return (
        f"M{n(a + r)} {n(a)}H{n(b - r)}a{n(r)} {n(r)} 0 0 1 {n(r)} {n(r)}V{n(b - r)}a{n(r)} {n(r)} 0 0 1 {n(-r)} {n(r)}"
        f"H{n(a + r)}a{n(r)} {n(r)} 0 0 1 {n(-r)} {n(-r)}V{n(a + r)}a{n(r)} {n(r)} 0 0 1 {n(r)} {n(-r)}Z"
    )


def counter(piece: Piece, level: str = MIDDLE, *, dark: bool = False, face: bool = True) -> str:
    """One counter in its box, with status; `face` False draws the bare body of a lower counter in a stack."""
    if piece.marker:
        return marker(piece.arm)
    if piece.air:
        return air_disc(piece, level, dark=dark)
    look = nation(piece)
    states = piece.states()
    parts = [_body(look, level, dark)]
    if face:
        parts.append(_face(piece, look, level))
    if "reduced" in states and face:
        parts.append(SCAR)
    if "moved" in states:
        parts.append(veil(piece))
    tilted = svg.group(parts, transform="rotate(-7 50 50)" if "disrupted" in states else None)
    marks: list[str] = []
    if "entrenched" in states:
        marks.append(sandbags())
    if "moved" in states:
        marks.append(_pennant(level))
    return tilted + "".join(marks) + _badges(states, level)


def veil(piece: Piece) -> str:
    """What lies over the face of a counter that has moved."""
    axis = nation(piece).axis
    fill, opacity = ("#FFFFFF", ".22") if axis else ("#000000", ".3")
    return f'<path d="{body_path(axis, 1.2)}" fill="{fill}" opacity="{opacity}"/>'


def bare(piece: Piece, level: str = MIDDLE, *, dark: bool = False) -> str:
    """The body of a counter without its face, as it shows under another."""
    return _body(nation(piece), level, dark)


def _body(look: Nation, level: str, dark: bool) -> str:
    d = body_path(look.axis)
    width = 3.2 if level in (SMALL, TINY) else 2.4
    parts = [f'<path d="{d}" fill="#000000" opacity=".3" transform="translate(3 4.5)"/>']
    if dark:
        parts.append(f'<path d="{d}" fill="none" stroke="#D5DADD" stroke-width="{svg.num(width + 4)}"/>')
    parts.append(f'<path d="{d}" fill="{look.body}" stroke="{OUTLINE}" stroke-width="{svg.num(width)}"/>')
    shine = 0.20 if look.axis else 0.34
    parts.append(svg.line(body_path(look.axis, 3.2), "#FFFFFF", 1.6, opacity=shine))
    if look.line:
        parts.append(svg.line("M13 4.2H87", look.line, 2.6))
    return "".join(parts)


def _face(piece: Piece, look: Nation, level: str) -> str:
    ink = look.ink
    font = {"font_family": svg.CONDENSED}
    parts: list[str] = []
    if level == TINY:
        return svg.group((symbol(piece.arm, 72, 42, 5.6),), transform="translate(14 29)")
    if level == SMALL:
        parts.append(_fitted(piece.name, 50, 27, 31, ink, 76, **font))
        parts.append(svg.group((symbol(piece.arm, 60, 31, 4.6),), transform="translate(20 33)"))
        if piece.values:
            parts.append(svg.text(str(piece.values[0]), 50, 93, 34, ink, font_weight=700, text_anchor="middle", **font))
        return "".join(parts)
    mark = ECHELONS.get(piece.echelon.lower(), piece.echelon)
    tag = piece.tag or look.tag
    stripe = _stripe(piece.stripe)
    if stripe:
        parts.append(f'<rect x="4.6" y="28" width="7.4" height="40" fill="{stripe}" stroke="{OUTLINE}" stroke-width="1.2"/>')
    if level == MIDDLE:
        # Beside the symbol there is room for the size mark as large as the name; above it there is not.
        parts.append(_fitted(piece.name, 50, 23, 25, ink, 80, **font))
        if mark:
            parts.append(_fitted(mark, 77, 55.5, 25, ink, 21, **font))
        box, line, place = (47.0, 32.0), 3.6, (16.5, 31.0)
    else:
        parts.append(_heading(piece, ink))
        box, line, place = (48.0, 30.0), 2.6, (26.0, 34.0)
        if mark:
            parts.append(svg.text(mark, 50, place[1] - 2.8, 12, ink, font_weight=700, text_anchor="middle", **font))
        if tag:
            turned = f"translate(85.5 {svg.num(place[1] + box[1] / 2)}) rotate(90)"
            parts.append(svg.text(tag, 0, 0, 12, ink, font_weight=700, text_anchor="middle", transform=turned, **font))
    parts.append(svg.group((symbol(piece.arm, *box, line),), transform=f"translate({svg.num(place[0])} {svg.num(place[1])})"))
    parts.append(_values(piece.values, ink))
    return "".join(parts)


LETTER = 0.52  # of the size: how wide a letter of the condensed face is, on the average
HEAD, CORPS, APART = 78.0, 32.0, 5.0  # between the margins; at most for the formation; between it and the name
LEAST = 12.0  # no smaller, or a counter of 76 pixels prints it under 9
FOOT = 60.0  # between the pennant of one that has moved and the third badge
WIDE = 1.4  # how much wider the face of a reader may be who has no condensed one


def _heading(piece: Piece, ink: str) -> str:
    """Name and formation in one line: the formation takes what it needs up to its limit, the name is fitted to the rest.

    The name is set smaller first and squeezed only then. Where a wide face would make them meet, both are held to their room.
    """
    font = {"font_family": svg.CONDENSED}
    corps = min(len(piece.formation) * LEAST * LETTER, CORPS)
    room = HEAD - corps - APART if piece.formation else HEAD
    natural = len(piece.name) * 16.5 * LETTER
    size = max(LEAST, round(16.5 * min(1.0, room / natural), 1)) if natural else 16.5
    name = natural * size / 16.5
    tight = (name + corps) * WIDE + APART > HEAD
    parts = svg.text(piece.name, 11, 18.5, size, ink, font_weight=700, **_held(min(name, room), tight), **font)
    if piece.formation:
        parts += svg.text(piece.formation, 89, 18.5, LEAST, ink, text_anchor="end", **_held(corps, tight), **font)
    return parts


def _held(width: float, hold: bool) -> dict[str, str]:
    """What makes a text just so wide, whatever face it is printed in."""
    return {"textLength": svg.num(width), "lengthAdjust": "spacingAndGlyphs"} if hold else {}


def _fitted(text: str, x: float, y: float, size: float, ink: str, width: float, **font: str) -> str:
    """A name, squeezed only when it would be wider than its room."""
    natural = len(text) * size * LETTER
    return svg.text(text, x, y, size, ink, font_weight=700, text_anchor="middle", **_held(width, natural > width), **font)


def _values(values: Sequence[int | str], ink: str) -> str:
    font = {"font_family": svg.CONDENSED}
    if not values:
        return ""
    if len(values) == 1:
        return svg.text(str(values[0]), 50, 93, 31, ink, font_weight=700, text_anchor="middle", **font)
    if len(values) == 2:
        return (
            svg.text(str(values[0]), 43, 93, 32, ink, font_weight=700, text_anchor="end", **font)
            + svg.line("M47 83H54.5", ink, 2.6)
            + svg.text(str(values[1]), 58.5, 93, 29, ink, font_weight=500, text_anchor="start", **font)
        )
    return _fitted("-".join(str(v) for v in values), 51.5, 93, 29, ink, FOOT, **font)


def _stripe(stripe: str | int | None) -> str | None:
    if stripe is None:
        return None
    return STRIPES[stripe % len(STRIPES)] if isinstance(stripe, int) else stripe


def sandbags() -> str:
    """Six bags along the foot and two up each lower side, below the values."""
    rects: list[str] = []
    n = svg.num
    for x, y in ((-9.0, 74.0), (-8.2, 85.8), (90.4, 74.0), (89.6, 85.8)):
        rects.append(f'<rect x="{n(x)}" y="{n(y)}" width="18.6" height="12.5" rx="6"/>')
    for k in range(6):
        rects.append(f'<rect x="{n(-7.5 + 19.3 * k)}" y="97.5" width="18.6" height="12.5" rx="6"/>')
    inner = "".join(rects)
    return f'<g fill="{STATUS["entrenched"]}" stroke="{BADGE_LINE}" stroke-width="1.8">{inner}</g>'


PENNANT = (
    f'<path d="M0 0H22L29 11L22 22H0Z" fill="{STATUS["moved"]}" stroke="{BADGE_LINE}" stroke-width="2"/>'
    f'<path d="M5 5L11 11L5 17M13 5L19 11L13 17" fill="none" stroke="{BADGE_LINE}" stroke-width="3"/>'
)


def _pennant(level: str) -> str:
    top, scale = (64, 1.25) if level in (SMALL, TINY) else (70, 1.0)
    return f'<g transform="translate(-8 {top}) scale({svg.fine(scale)})">{PENNANT}</g>'


# the sign of a face with a step lost: a band in red and white down the right edge of the body
SCAR = (
    f'<path d="M92.5 29V69" stroke="{BADGE_LINE}" stroke-width="8.6"/>'
    '<path d="M92.5 30V68" stroke="#FFFFFF" stroke-width="6.4"/>'
    f'<path d="M92.5 30V68" stroke="{STATUS["reduced"]}" stroke-width="6.4" stroke-dasharray="5.5 5.3"/>'
)


# All hang over the edge, clear of name and values, tilted or not. The page has the same (counters.js, parts.js).
SLOTS = ((106.0, -5.0), (106.0, 36.0), (106.0, 72.0))


def _badges(states: frozenset[str], level: str) -> str:
    order = [word for word in ("disrupted", "unsupplied", "no retreat", "out of command") if word in states]
    scale = 21 / 17 if level in (SMALL, TINY) else 1.0
    out: list[str] = []
    for word, (x, y) in zip(order, SLOTS, strict=False):
        out.append(f'<g transform="translate({svg.num(x)} {svg.num(y)}) scale({svg.fine(scale)})">{badge(word)}</g>')
    return "".join(out)


def badge(word: str) -> str:
    """A status badge of radius 17 round the origin, each with a shape of its own."""
    line = f'stroke="{BADGE_LINE}" stroke-width="2.6" stroke-linejoin="round"'
    if word == "disrupted":
        return (
            f'<path d="M-17-13H17L0 17Z" fill="{STATUS["disrupted"]}" {line}/>'
            f'<path d="M2.5-11L-5 .5H-.5L-2.5 9L5.5-3H1Z" fill="{BADGE_LINE}"/>'
        )
    if word == "unsupplied":
        red = STATUS["unsupplied"]
        return (
            f'<circle r="17" fill="#FFFFFF" stroke="{BADGE_LINE}" stroke-width="2.2"/>'
            f'<circle r="13.6" fill="none" stroke="{red}" stroke-width="4"/>'
            f'<path d="M-5.5-6.5H2L5.5-3V8H-5.5Z" fill="{BADGE_LINE}"/>'
            f'<path d="M-10 10L10-10" stroke="{red}" stroke-width="3.6"/>'
        )
    if word == "no retreat":
        return (
            f'<rect x="-16" y="-16" width="32" height="32" rx="4" fill="{STATUS["no retreat"]}" {line}/>'
            '<rect x="-8.5" y="-2" width="17" height="12" rx="1.5" fill="#FFFFFF"/>'
            '<path d="M-5-2V-5.5A5 5 0 0 1 5-5.5V-2" fill="none" stroke="#FFFFFF" stroke-width="3"/>'
        )
    if word == "out of command":
        return (
            f'<path d="M0-17L17 0L0 17L-17 0Z" fill="{STATUS["out of command"]}" {line}/>'
            '<path d="M-4-7.5V8M-4-7H7L4-3.2L7 .6H-4" fill="none" stroke="#FFFFFF" stroke-width="2.8" stroke-linejoin="round"/>'
            '<path d="M-9 9L9-9" stroke="#FFFFFF" stroke-width="2.6"/>'
        )
    if word == "reduced":
        body = f'<rect x="-16" y="-16" width="32" height="32" rx="5" fill="#8B8F7A" {line}/>'
        return f'{body}<g transform="scale(.82) translate(-92.5 -49)">{SCAR}</g>'
    if word == "moved":
        return f'<g transform="translate(-14 -11)">{PENNANT}</g>'
    if word == "entrenched":
        bags = "".join(f'<rect x="{x}" y="{y}" width="18.6" height="12.5" rx="6"/>' for x, y in ((-19, 0), (0, 0), (-9.5, -12)))
        return f'<g fill="{STATUS["entrenched"]}" stroke="{BADGE_LINE}" stroke-width="1.8">{bags}</g>'
    return f'<circle r="12" fill="#C9C4B4" {line}/>'


def air_disc(piece: Piece, level: str, *, dark: bool = False) -> str:
    """An air unit: a disc with an aircraft seen from above, its name below it."""
    look = nation(piece)
    plane = (
        "M50 15c2.6 0 4 3 4 8v8.5l27 11v7l-27-3.5l-1.6 17l8.6 5v4.5l-11-2.5l-11 2.5v-4.5l8.6-5l-1.6-17"
        "l-27 3.5v-7l27-11v-8.5c0-5 1.4-8 4-8z"
    )
    rim = '<circle cx="50" cy="50" r="49" fill="none" stroke="#D5DADD" stroke-width="6.4"/>'
    parts = [
        '<circle cx="53" cy="54.5" r="49" fill="#000000" opacity=".3"/>',
        rim if dark else "",
        f'<circle cx="50" cy="50" r="49" fill="{look.body}" stroke="{OUTLINE}" stroke-width="2.4"/>',
        svg.line("M50 4.4a45.6 45.6 0 1 0 .1 0z", "#FFFFFF", 1.6, opacity=0.3),
        f'<path d="{plane}" fill="#F7F6EF" stroke="{SYMBOL_INK}" stroke-width="2" stroke-linejoin="round"/>',
    ]
    if level not in (SMALL, TINY):
        parts.append(_fitted(piece.name, 50, 90, 17, look.ink, 62, font_family=svg.CONDENSED))
    return "".join(parts)


MARKERS: dict[str, str] = {
    "fuel dump": (
        '<path d="M34 30H58L67 39V72H34Z" fill="#26241F"/>'
        '<path d="M42 46L58 63M58 46L42 63" stroke="#FCFAF4" stroke-width="4.5"/>'
    ),
    "engineer bridge": (
        '<path d="M20 44Q50 22 80 44" fill="none" stroke="#26241F" stroke-width="6"/>'
        '<path d="M17 55H83" stroke="#26241F" stroke-width="7"/>'
        '<path d="M30 38V68M43 33V68M57 33V68M70 38V68" stroke="#26241F" stroke-width="4.5"/>'
    ),
    "objective": (
        '<path d="M38 28V74" stroke="#26241F" stroke-width="5"/>'
        '<path d="M40 29L70 40L40 52Z" fill="#B3261E" stroke="#26241F" stroke-width="2"/>'
    ),
    "supply column": (
        '<path d="M20 38H56V64H20ZM58 46H70L78 55V64H58Z" fill="#26241F"/>'
        '<g fill="#26241F" stroke="#FCFAF4" stroke-width="2.5"><circle cx="33" cy="66" r="6.5"/>'
        '<circle cx="66" cy="66" r="6.5"/></g>'
    ),
}


def marker(kind: str) -> str:
    """A marker: a pointed hexagon with a pictogram."""
    drawing = MARKERS.get(kind.lower(), f'<circle cx="50" cy="50" r="12" fill="{SYMBOL_INK}"/>')
    d = "M50 2L91.6 26V74L50 98L8.4 74V26Z"
    return (
        f'<path d="{d}" fill="#000000" opacity=".25" transform="translate(3 4)"/>'
        f'<path d="{d}" fill="#FCFAF4" stroke="#26241F" stroke-width="4"/>{drawing}'
    )


STEP = 7.0
SHOWN = 4


def stack(pieces: Sequence[Piece], level: str = MIDDLE, *, dark: bool = False, numbered: bool = True) -> str:
    """Counters of one hex: the strongest on top (the selected one before it), each lower one a little right and up."""
    ordered = sorted(pieces, key=lambda p: (not p.selected, -p.strength, p.name))
    shown = ordered[:SHOWN]
    back = (len(shown) - 1) * STEP / 2
    parts: list[str] = []
    for depth in range(len(shown) - 1, -1, -1):
        x, y = depth * STEP - back, back - depth * STEP
        # Only the top counter needs its face: of the others a narrow rim is seen.
        piece = shown[depth]
        plain = depth > 0 and not piece.air and not piece.marker
        inner = bare(piece, level, dark=dark) if plain else counter(piece, level, dark=dark)
        parts.append(f'<g transform="translate({svg.num(x)} {svg.num(y)})">{inner}</g>' if len(shown) > 1 else inner)
    if numbered and len(ordered) > 1:
        parts.append(pill(ordered))
    return "".join(parts)


def fan(pieces: Sequence[Piece], level: str = MIDDLE, *, gap: float = 10.0, dark: bool = False) -> str:
    """A stack opened into one row, strongest first, every counter with its face."""
    ordered = sorted(pieces, key=lambda p: (not p.selected, -p.strength, p.name))
    return "".join(
        f'<g transform="translate({svg.num(index * (100 + gap))} 0)">{counter(piece, level, dark=dark)}</g>'
        for index, piece in enumerate(ordered)
    )


def pill(pieces: Sequence[Piece]) -> str:
    """Number and sum of a stack, at its lower left, clear of the values."""
    back = (min(len(pieces), SHOWN) - 1) * STEP / 2
    label = f"{len(pieces)}·{svg.num(sum(p.strength for p in pieces))}"
    width = 14 + 9.5 * len(label)
    return (
        f'<g transform="translate({svg.num(-back + 2)} {svg.num(back + 109)})">'
        f'<rect x="{svg.num(-width / 2)}" y="-13" width="{svg.num(width)}" height="26" rx="13" fill="#16140F" '
        'stroke="#FFFFFF" stroke-width="2"/>'
        + svg.text(label, 0, 7, 20, "#FFFFFF", font_weight=700, text_anchor="middle", font_family=svg.CONDENSED)
        + "</g>"
    )
