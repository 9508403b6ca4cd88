"""Which kinds of things a board has, and how each is drawn: from the words of a board file to drawing classes.

Needs no numpy. Names are matched by the words in them, so that a new board needs no new code; a name that nobody knows
is drawn plainly and explained in the legend rather than refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from echelon.draw.words import kind_name, say, title_case

if TYPE_CHECKING:
    from echelon.core.board.board import Board

Side = tuple[int, int]

CLASSES: dict[str, tuple[str, ...]] = {
    "wood": ("forest", "wood", "jungle"),
    "moor": ("moor", "venn", "heath", "bog"),
    "marsh": ("marsh", "swamp", "flood"),
    "bocage": ("bocage", "hedge"),
    "sand": ("sand", "dune", "beach"),
    "salt": ("salt", "sebkha"),
    "rough": ("rough", "broken", "hill", "stony"),
    "mountain": ("mountain", "alpine", "peak"),
    "lake": ("lake",),
    "sea": ("sea", "ocean", "water"),
    "neutral": ("neutral",),
    "place": ("city", "town", "village", "urban", "port"),
    "clear": ("clear", "plain", "open", "field", "flat"),
}

LEGEND_ORDER = (
    "clear", "wood", "moor", "marsh", "bocage", "sand", "salt", "rough", "mountain", "unknown", "lake", "sea",
    "neutral",
)  # fmt: skip


def named(kind: str, words: Sequence[str]) -> bool:
    """Whether a kind's name contains one of the words."""
    text = kind.lower()
    return any(word in text for word in words)


def ground_class(terrain: str) -> str:
    """How a terrain is drawn; a name nobody knows is `unknown` and gets a hatch, not an error.

    >>> ground_class("Hohes Venn"), ground_class("woods"), ground_class("lava")
    ('moor', 'wood', 'unknown')
    """
    for kind, words in CLASSES.items():
        if named(terrain, words):
            return kind
    return "unknown"


def terrain_hexes(board: Board) -> dict[str, dict[str, list[int]]]:
    """Terrain names and their hexes, by class."""
    out: dict[str, dict[str, list[int]]] = {}
    for name, bits in board.terrain.items():
        hexes = list(board.members(bits))
        if hexes:
            out.setdefault(ground_class(name), {})[name] = hexes
    return out


def is_river(kind: str) -> bool:
    """Whether a hexside kind is running water."""
    return named(kind, ("river", "stream", "creek", "canal", "wadi"))


def is_ferry(kind: str) -> bool:
    """Whether a hexside kind is a ferry."""
    return named(kind, ("ferry", "ferries"))


def is_bridge(kind: str) -> bool:
    """Whether a hexside kind is a bridge, whole or broken, or a ferry in its place."""
    return named(kind, ("bridge", "broken", "blown")) or is_ferry(kind)


def is_broken(kind: str) -> bool:
    """Whether a bridge kind is a broken one."""
    return named(kind, ("broken", "blown", "destroyed"))


def is_rail(kind: str) -> bool:
    """Whether a link kind is a railway."""
    return "rail" in kind.lower()


def is_minor(kind: str) -> bool:
    """Whether a link kind is a road of the second class."""
    return named(kind, ("minor", "secondary", "track", "trail", "path"))


def line_class(kind: str) -> str:
    """How a hexside kind is drawn: river, bridge, front, fort, ridge or (plainly) other."""
    if is_bridge(kind):  # before ridge, which is part of the word
        return "bridge"
    if is_river(kind):
        return "river"
    for name, words in (
        ("front", ("front", "border")),
        ("fort", ("fort", "siegfried", "wall", "line")),
        ("ridge", ("ridge", "escarpment", "cliff")),
    ):
        if named(kind, words):
            return name
    return "other"


def place_class(kind: str) -> str:
    """City, town, village, height or region, from a place's kind in any wording."""
    text = kind.lower()
    for word, found in (
        ("city", "city"),
        ("capital", "city"),
        ("town", "town"),
        ("port", "town"),
        ("region", "region"),
    ):
        if word in text:
            return found
    if named(text, ("height", "hill", "peak", "mount")):
        return "height"
    return "region" if text in ("area", "country", "ridge", "sea", "bay") else "village"


def summit_hexes(board: Board) -> list[int]:
    """The hexes of a zone of dominant positions: heights that bear on the rules."""
    return [h for zone, bits in board.zones.items() if named(zone, ("dominant", "summit")) for h in board.members(bits)]


def loose_sides(board: Board, kind: str) -> list[Side]:
    """All hexsides of a kind, each once."""
    bits = board.sides.get(kind, 0)
    return [(h, other) for h in range(board.n) for other, _, side in board.near[h] if h < other and bits & side]


def terrain_rows(board: Board) -> list[tuple[str, str]]:
    """Class and legend name of every terrain on the board, then town and city."""
    found = terrain_hexes(board)
    rows = [(kind, kind_name(board, name)) for kind in LEGEND_ORDER for name in found.get(kind, {})]
    present = {place_class(place.kind) for place in board.places}
    return rows + [(kind, say("legend", kind, board.language)) for kind in ("town", "city") if kind in present]


def _river_rows(board: Board, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """One row for all rivers; where a board knows several kinds, one for each with the names of its rivers."""
    if len(kinds) < 2:
        return [("river", say("legend", "river", board.language))] if kinds else []
    rows = []
    for kind in kinds:
        names = [course.name for course in board.courses if course.kind == kind and course.name]
        size = next((word for word in ("major", "great", "stream") if word in kind.lower()), "")
        rows.append((f"{size} river".strip(), ", ".join(names) or kind_name(board, kind)))
    return rows


def line_rows(board: Board) -> list[tuple[str, str]]:
    """Class and legend name of every line on the board: rivers, links, bridges, then the rest."""
    kinds = [kind for kind, bits in board.sides.items() if bits]
    rows: list[tuple[str, str]] = []
    rows += _river_rows(board, [kind for kind in kinds if is_river(kind)])
    for kind in board.links:
        shape = "rail" if is_rail(kind) else "minor road" if is_minor(kind) else "road"
        plain = kind in ("rail", "minor", "secondary")
        rows.append((shape, say("legend", kind, board.language) if plain else kind_name(board, kind)))
    for broken, name in ((False, "bridge"), (True, "broken bridge")):
        if any(is_bridge(kind) and not is_ferry(kind) and is_broken(kind) == broken for kind in kinds):
            rows.append((name, say("legend", name, board.language)))
    if any(is_ferry(kind) for kind in kinds):
        rows.append(("ferry", say("legend", "ferry", board.language)))
    if summit_hexes(board):
        rows.append(("summit", say("legend", "summit", board.language)))
    given = {course.kind: course.name for course in board.courses if course.name}
    for kind in kinds:
        shape = line_class(kind)
        if shape in ("river", "bridge"):
            continue
        name = given.get(kind) or kind_name(board, kind)
        if shape == "front" and "front" not in name.lower():
            name = say("legend", "front", board.language, name=name)
        rows.append((shape, title_case(name)))
    return rows
