"""What the page puts on the map, as one SVG of `symbol`s: every counter of a game in four steps of detail, badges, markers.

A counter is drawn here once, without its status; the page places it by `<use href="#u-28id-middle">` and lays the status
over it. `layout` says where the hexes of a board lie on its `sheet`. Needs no numpy, except for the sheet itself.

| symbol | what |
|---|---|
| `u-<unit>-tiny small middle large` | a counter without status, `viewBox` -12 -12 130 130: the body fills 0 to 100 |
| `u-<unit>_<face>-...` | the same for another face of a counter that has one (`u-28id_reduced-middle`) |
| `u-<unit>-body`, `u-<unit>-veil` | the bare body for the lower counters of a stack; the veil over one that has moved |
| `g-<group>-tiny small middle large` | an air group, same box |
| `m-<marker>` | a marker (`m-fuel-dump`), same box |
| `s-<status>` | a badge round the origin, `viewBox` -20 -20 40 40 |
| `o-entrenched`, `o-moved`, `o-moved-small` | sandbags and pennant where they lie on a counter, same box as a counter |
| `flag`, `flag-objective` | a flag, its foot at the origin: `viewBox` -3 -29 26 32; `flag` takes the current colour |
| `span`, `owner`, `broken` | bridges round the origin, `viewBox` -15 -15 30 30; the first two take the current colour |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from echelon.core.show.pieces import pieces_of
from echelon.draw import svg
from echelon.draw.counters import (
    LARGE,
    MARKERS,
    MIDDLE,
    PENNANT,
    SMALL,
    TINY,
    Piece,
    badge,
    bare,
    counter,
    marker,
    sandbags,
    veil,
)
from echelon.draw.frame import Window, window
from echelon.draw.marks import FLAG
from echelon.draw.palettes import DARK, LIGHT, STATUS, Palette
from echelon.draw.pictures import pieces_from

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.rules import Rules
    from echelon.draw.sheets import Plan

__all__ = [
    "BADGE_SLOTS",
    "BOX",
    "THEMES",
    "groups_of",
    "layout",
    "page_legend",
    "page_plan",
    "page_sheet",
    "sprite",
    "sprite_id",
    "units_of",
]

BOX = "-12 -12 130 130"
THEMES = {"light": False, "dusk": True}
LEVELS = (TINY, SMALL, MIDDLE, LARGE)
COUNTERS = 0.58  # hex heights: the size for which the names on a sheet make room
FACES = frozenset({"reduced"})  # states that are printed on a face of their own, not laid over a counter
BADGE_SLOTS = (
    (106, -5),
    (106, 36),
    (106, 72),
)  # where badges hang on a counter, in this order; 21/17 as large when it is small


# --- who is drawn -------------------------------------------------------------------------------------------------------
def units_of(rules: Rules) -> list[Piece]:
    """Every counter of a game, on the map or not, without status: as it looks once all of them stand on the map. One whose
    row names other `faces` (a word with the values printed there) comes once more for each."""
    state = rules.blank()
    places = getattr(state, state.layout.rows[0].name)
    for unit in range(len(rules.forces.units)):
        places[unit] = 0
    rules.rebuild(state)
    found = [replace(piece, status=frozenset()) for piece in pieces_from(state)]
    for piece, row in zip(tuple(found), pieces_of(state), strict=True):
        for face, values in row.get("faces", {}).items():
            found.append(replace(piece, key=f"{piece.key}_{face}", values=tuple(values), status=frozenset({face})))
    return found


def groups_of(rules: Rules) -> list[Piece]:
    """The air groups of a game: what its rules list as `air`, each in the colours of its side."""
    nations = {unit.side: unit.nation for unit in reversed(rules.forces.units) if unit.nation}
    return [
        Piece(
            0, group.id.rpartition("-")[2].upper(), nation=nations.get(group.side, ""), key=group.id, title=group.name, air=True
        )
        for group in getattr(rules, "air", ())
    ]


def sprite_id(piece: Mapping[str, Any]) -> str:
    """The symbol of a counter given as plain data (a row of `Show.pieces`), without the suffix of its size."""
    if piece.get("marker"):
        return f"m-{_word(piece['arm'])}"
    face = f"_{piece['face']}" if piece.get("face") else ""
    return f"{'g' if piece.get('air') else 'u'}-{piece['id']}{face}"


def _word(text: str) -> str:
    return text.lower().replace(" ", "-")


# --- the sprite ---------------------------------------------------------------------------------------------------------
def sprite(pieces: Iterable[Piece], theme: str = "light") -> str:
    """The symbols of these counters and of everything else that lies on a map, as one SVG."""
    dark = THEMES[theme]
    parts: list[str] = []
    for piece in pieces:
        if piece.marker:
            continue
        if piece.air:
            parts += [_symbol(f"g-{piece.key}-{level}", BOX, counter(piece, level, dark=dark)) for level in LEVELS]
            continue
        plain = replace(piece, status=piece.status & FACES)
        parts += [_symbol(f"u-{piece.key}-{level}", BOX, counter(plain, level, dark=dark)) for level in LEVELS]
        parts.append(_symbol(f"u-{piece.key}-body", BOX, bare(piece, MIDDLE, dark=dark)))
        parts.append(_symbol(f"u-{piece.key}-veil", BOX, veil(piece)))
    parts += [_symbol(f"m-{_word(kind)}", BOX, marker(kind)) for kind in sorted(MARKERS)]
    parts += [_symbol(f"s-{_word(word)}", "-20 -20 40 40", badge(word)) for word in STATUS]
    parts.append(_symbol("s-other", "-20 -20 40 40", badge("")))
    parts.append(_symbol("o-entrenched", BOX, sandbags()))
    parts.append(_symbol("o-moved", BOX, f'<g transform="translate(-8 70)">{PENNANT}</g>'))
    parts.append(_symbol("o-moved-small", BOX, f'<g transform="translate(-8 64) scale(1.25)">{PENNANT}</g>'))
    parts += [_symbol("flag", "-3 -29 26 32", _flag("currentColor")), _symbol("flag-objective", "-3 -29 26 32", _flag(FLAG))]
    parts += [_symbol(name, "-15 -15 30 30", content) for name, content in _bridges(dark).items()]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def _symbol(name: str, box: str, content: str) -> str:
    """One symbol; the font of its texts stands on it once."""
    font = svg.attributes({"font-family": svg.CONDENSED})
    inner = content.replace(font, "")
    return f'<symbol{svg.attributes({"id": name})} viewBox="{box}"{font if inner != content else ""}>{inner}</symbol>'


def _flag(fill: str) -> str:
    return (
        '<path d="M0-27V0" stroke="#FFFFFF" stroke-width="5.4" stroke-linecap="round"/>'
        '<path d="M0-27V0" stroke="#26241F" stroke-width="2.8" stroke-linecap="round"/>'
        f'<path d="M1-26.5H20L15.5-20L20-13.5H1Z" fill="{fill}" stroke="#26241F" stroke-width="1.6" stroke-linejoin="round"/>'
    )


def _bridges(dark: bool) -> dict[str, str]:
    """A bridge that engineers built, the disc that tells the owner of a printed one, and the cross over one that is gone."""
    bad = (DARK if dark else LIGHT).bad
    cross = "M-8-8L8 8M-8 8L8-8"
    built = marker("engineer bridge") + '<circle cx="84" cy="16" r="15" fill="currentColor" stroke="#FFFFFF" stroke-width="5"/>'
    return {
        "span": f'<g transform="translate(-13 -13) scale(.26)">{built}</g>',
        "owner": '<circle r="4.6" fill="currentColor" stroke="#FFFFFF" stroke-width="1.4"/>',
        "broken": svg.line(cross, "#FFFFFF", 6.4, stroke_linecap="round") + svg.line(cross, bad, 3.4, stroke_linecap="round"),
    }


# --- the sheet under it -------------------------------------------------------------------------------------------------
def layout(board: Board) -> tuple[float, float, dict[int, tuple[float, float]]]:
    """Width and height of the page's sheet, and the centre of every hex on it; its `viewBox` begins at 0 0."""
    view = window(board, legend=False)
    places = {h: board.center(h) for h in range(board.n)}
    return view.width, view.height, {h: (round(x - view.x, 2), round(y - view.y, 2)) for h, (x, y) in places.items()}


def page_plan(board: Board) -> Plan:
    """The geometry of the page's sheet: without a legend, names clear of counters. Print it in several palettes."""
    from echelon.draw.drawing import plan

    return plan(board, legend=False, counters=COUNTERS)


def page_legend(board: Board, palette: Palette) -> str:
    """What the signs of the map mean, for the panel beside it: terrain in two columns, lines below, on the map's paper."""
    from echelon.draw.samples import line_entries, terrain_entries
    from echelon.draw.woods import canopy

    wide, y, parts = 208.0, 26.0, list[str]()
    terrain = terrain_entries(board, palette)
    for index, (name, drawing) in enumerate(terrain):
        x = wide / 2 * (index % 2)
        parts.append(f'<g transform="translate({svg.num(x + 24)} {svg.num(y)}) scale(.62)">{drawing}</g>')
        words = name.split(" ", 1) if len(name) > 9 else [name]
        for row, word in enumerate(words):
            parts.append(svg.text(word, x + 47, y + 4 + 12 * (row - (len(words) - 1) / 2), 11, palette.ink, font_weight=500))
        if index % 2 or index == len(terrain) - 1:
            y += 40
    y -= 2
    for name, drawing in line_entries(board, palette):
        parts.append(f'<g transform="translate(8 {svg.num(y)}) scale(.62)">{drawing}</g>')
        parts.append(svg.text(name, 56, y + 4, 11, palette.ink, font_weight=500))
        y += 21
    paper = f'<rect width="{svg.num(wide)}" height="{svg.num(y)}" rx="8" fill="{palette.margin}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {svg.num(wide)} {svg.num(y)}" width="{svg.num(wide)}" '
        f'height="{svg.num(y)}" font-family="Inter, system-ui, sans-serif"><defs>{canopy(palette, board.name)}</defs>'
        f"{paper}{''.join(parts)}</svg>"
    )


# What is asked for as `sheet.svg#far` has no small letters: on a map that small the page writes the names itself.
_FAR = (
    '<g id="far"/><style>#far:target~g .ids,#far:target~g .places,#far:target~g .river-names,#far:target~g .villages'
    "{display:none}#far:target~g .grid{opacity:.7}</style>"
)


def page_sheet(found: Plan, palette: str | Palette | None = None) -> str:
    """The sheet that lies under the counters of the page, with the origin of `layout`."""
    from echelon.draw.drawing import sheet

    view: Window = found.view
    text = sheet(found, palette, legend=False)
    head, body = text.split(">", 1)
    head = head.replace(f'viewBox="{view.view_box}"', f'viewBox="0 0 {svg.num(view.width)} {svg.num(view.height)}"')
    shift = f"translate({svg.num(-view.x)} {svg.num(-view.y)})"
    return f'{head}><g transform="{shift}">{_FAR}{body.removesuffix("</svg>")}</g></svg>'
