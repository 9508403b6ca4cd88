"""Arm pictograms, drawn by us as strokes inside a box of width w and height h with its corner at (0, 0)."""

from __future__ import annotations

from collections.abc import Callable

from echelon.draw.palettes import SYMBOL_GROUND, SYMBOL_INK
from echelon.draw.svg import num

Box = tuple[float, float, float]
"""Width, height and line width of a symbol box."""


def _cross(box: Box) -> str:
    w, h, _ = box
    return f'<path d="M0 0L{num(w)} {num(h)}M{num(w)} 0L0 {num(h)}"/>'


def _rising(box: Box) -> str:
    w, h, _ = box
    return f'<path d="M0 {num(h)}L{num(w)} 0"/>'


def _oval(box: Box, fill: str = "none") -> str:
    w, h, _ = box
    ow, oh = 0.66 * w, 0.52 * h
    return (
        f'<rect x="{num((w - ow) / 2)}" y="{num((h - oh) / 2)}" width="{num(ow)}" height="{num(oh)}" '
        f'rx="{num(oh / 2)}" fill="{fill}"/>'
    )


def _wheels(box: Box) -> str:
    w, h, line = box
    r = line * 0.95
    return "".join(f'<circle cx="{num(x)}" cy="{num(h + r + line / 2)}" r="{num(r)}"/>' for x in (0.25 * w, 0.75 * w))


def _gull(box: Box) -> str:
    w, h, _ = box
    r = 0.14 * w
    wing = f"a{num(r)} {num(r)} 0 0 1 {num(2 * r)} 0"
    return f'<path d="M{num(w / 2 - 2 * r)} {num(h)}{wing}{wing}"/>'


def _infantry(box: Box) -> str:
    return _cross(box)


def _motorised(box: Box) -> str:
    return _cross(box) + _wheels(box)


def _armour(box: Box) -> str:
    return _oval(box)


def _grenadier(box: Box) -> str:
    return _cross(box) + _oval(box)


def _recon(box: Box) -> str:
    return _rising(box)


def _cavalry(box: Box) -> str:
    return _rising(box) + _oval(box)


def _airborne(box: Box) -> str:
    return _cross(box) + _gull(box)


def _tiger(box: Box) -> str:
    w, h, line = box
    stripes = "".join(
        f"M{num(w * (0.5 + k * 0.145) - 0.05 * w)} {num(0.64 * h)}l{num(0.1 * w)} {num(-0.28 * h)}" for k in (-1, 0, 1)
    )
    return _oval(box, SYMBOL_INK) + f'<path d="{stripes}" stroke="{SYMBOL_GROUND}" stroke-width="{num(line * 0.8)}"/>'


def _commando(box: Box) -> str:
    w, h, _ = box
    x, y = w / 2, h
    blade = f"M{num(x)} {num(0.12 * y)}L{num(x + 0.055 * w)} {num(0.3 * y)}V{num(0.6 * y)}"
    blade += f"H{num(x - 0.055 * w)}V{num(0.3 * y)}Z"
    hilt = f"M{num(x - 0.15 * w)} {num(0.62 * y)}H{num(x + 0.15 * w)}M{num(x)} {num(0.62 * y)}V{num(0.86 * y)}"
    return f'<path d="{blade}" fill="{SYMBOL_INK}" stroke="none"/><path d="{hilt}"/>'


def _drop(box: Box) -> str:
    w, h, line = box
    x, r = w / 2, 0.25 * w
    top = 0.5 * h
    scallop = f"q{num(-r / 3)} {num(-0.12 * h)} {num(-2 * r / 3)} 0"
    dome = f"M{num(x - r)} {num(top)}a{num(r)} {num(0.36 * h)} 0 0 1 {num(2 * r)} 0{scallop}{scallop}{scallop}Z"
    cords = f"M{num(x - r)} {num(top)}L{num(x)} {num(0.86 * h)}L{num(x + r)} {num(top)}"
    return f'<path d="{dome}" fill="{SYMBOL_INK}" stroke="none"/><path d="{cords}" stroke-width="{num(line * 0.7)}"/>'


def _artillery(box: Box) -> str:
    w, h, _ = box
    return f'<circle cx="{num(w / 2)}" cy="{num(h / 2)}" r="{num(0.19 * h)}" fill="{SYMBOL_INK}" stroke="none"/>'


def _rocket(box: Box) -> str:
    w, h, _ = box
    return (
        f'<circle cx="{num(w / 2)}" cy="{num(0.68 * h)}" r="{num(0.15 * h)}" fill="{SYMBOL_INK}" stroke="none"/>'
        f'<path d="M{num(0.38 * w)} {num(0.42 * h)}L{num(w / 2)} {num(0.18 * h)}L{num(0.62 * w)} {num(0.42 * h)}"/>'
    )


def _anti_tank(box: Box) -> str:
    w, h, _ = box
    return f'<path d="M0 {num(h)}L{num(w / 2)} {num(0.08 * h)}L{num(w)} {num(h)}"/>'


def _anti_aircraft(box: Box) -> str:
    w, h, _ = box
    return f'<path d="M{num(0.14 * w)} {num(h)}A{num(0.36 * w)} {num(0.7 * h)} 0 0 1 {num(0.86 * w)} {num(h)}"/>'


def _engineer(box: Box) -> str:
    w, h, _ = box
    return (
        f'<path d="M{num(0.27 * w)} {num(0.72 * h)}V{num(0.33 * h)}H{num(0.73 * w)}V{num(0.72 * h)}'
        f'M{num(w / 2)} {num(0.33 * h)}V{num(0.72 * h)}"/>'
    )


def _headquarters(box: Box) -> str:
    w, h, _ = box
    return f'<rect x="0" y="0" width="{num(w)}" height="{num(h / 3)}" fill="{SYMBOL_INK}"/>' + (
        f'<path d="M0 0V{num(1.38 * h)}"/>'
    )


def _column(box: Box) -> str:
    w, h, _ = box
    return f'<path d="M0 {num(0.68 * h)}H{num(w)}"/>' + _wheels(box)


def _convoy(box: Box) -> str:
    w, h, _ = box
    carts = "".join(
        f'<rect x="{num(x * w)}" y="{num(0.34 * h)}" width="{num(0.2 * w)}" height="{num(0.34 * h)}" fill="{SYMBOL_INK}"/>'
        for x in (0.12, 0.4, 0.68)
    )
    return f'<path d="M{num(0.12 * w)} {num(0.68 * h)}H{num(0.88 * w)}"/>{carts}' + _wheels(box)


def _partisans(box: Box) -> str:
    w, h, _ = box
    d = ""
    for x0, x1 in ((0.0, 1.0), (1.0, 0.0)):
        d += f"M{num(x0 * w)} 0L{num((x0 + (x1 - x0) * 0.34) * w)} {num(0.34 * h)}"
        d += f"M{num((x0 + (x1 - x0) * 0.66) * w)} {num(0.66 * h)}L{num(x1 * w)} {num(h)}"
    return f'<path d="{d}"/>'


def _mountain(box: Box) -> str:
    w, h, _ = box
    d = f"M{num(0.38 * w)} {num(h)}L{num(w / 2)} {num(0.62 * h)}L{num(0.62 * w)} {num(h)}Z"
    return _cross(box) + f'<path d="{d}" fill="{SYMBOL_INK}"/>'


def _machine_gun(box: Box) -> str:
    w, h, _ = box
    d = f"M{num(w / 2)} {num(0.82 * h)}V{num(0.2 * h)}M{num(0.44 * w)} {num(0.34 * h)}L{num(w / 2)} {num(0.2 * h)}"
    d += f"L{num(0.56 * w)} {num(0.34 * h)}"
    return f'<path d="{d}M{num(0.4 * w)} {num(0.82 * h)}H{num(0.6 * w)}"/>'


def _garrison(box: Box) -> str:
    w, h, _ = box
    a, b = num(0.1 * w), num(0.12 * h)
    d = f"M{num(0.3 * w)} {num(0.74 * h)}V{num(0.3 * h)}h{a}v{b}h{a}v-{b}h{a}v{b}h{a}V{num(0.74 * h)}Z"
    return f'<path d="{d}"/>'


def _blank(box: Box) -> str:
    return ""


SYMBOLS: dict[str, Callable[[Box], str]] = {
    "infantry": _infantry,
    "motorised": _motorised,
    "armour": _armour,
    "panzer grenadier": _grenadier,
    "recon": _recon,
    "armoured cavalry": _cavalry,
    "airborne": _airborne,
    "tiger": _tiger,
    "commando": _commando,
    "parachute drop": _drop,
    "artillery": _artillery,
    "rocket": _rocket,
    "anti-tank": _anti_tank,
    "anti-aircraft": _anti_aircraft,
    "engineer": _engineer,
    "headquarters": _headquarters,
    "column": _column,
    "convoy": _convoy,
    "partisans": _partisans,
    "mountain": _mountain,
    "machine gun": _machine_gun,
    "garrison": _garrison,
}

SPELLINGS: dict[str, str] = {
    "armor": "armour",
    "tank": "armour",
    "panzer": "armour",
    "mechanised": "panzer grenadier",
    "mechanized": "panzer grenadier",
    "motorized": "motorised",
    "motorised infantry": "motorised",
    "armored cavalry": "armoured cavalry",
    "cavalry": "recon",
    "reconnaissance": "recon",
    "parachute": "airborne",
    "parachute/airborne": "airborne",
    "glider": "airborne",
    "hq": "headquarters",
    "supply": "column",
    "skorzeny": "commando",
    "von der heydte": "parachute drop",
    "flak": "anti-aircraft",
    "volksgrenadier": "infantry",
    "fort": "garrison",
}


def arm(name: str) -> str:
    """The pictogram's own name for an arm in any spelling; unknown arms get an empty box."""
    key = name.strip().lower()
    return SPELLINGS.get(key, key)


def symbol(name: str, width: float, height: float, line: float) -> str:
    """The pictogram of an arm in its box: dark on light, whatever the counter's colour."""
    drawing = SYMBOLS.get(arm(name), _blank)((width, height, line))
    return (
        f'<g fill="none" stroke="{SYMBOL_INK}" stroke-width="{num(line)}" stroke-linejoin="round" aria-hidden="true">'
        f'<rect width="{num(width)}" height="{num(height)}" fill="{SYMBOL_GROUND}"/>{drawing}'
        f'<rect width="{num(width)}" height="{num(height)}" stroke-linejoin="miter"/></g>'
    )
