"""Counters as a page needs them: where each stands, in what state, and a sentence for those who hear it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from echelon.core.text.names import name_of, side_name, status_word, unit_label, unit_name, value_words
from echelon.core.text.texts import SAID
from echelon.server.scene.answers import GROUP
from echelon.server.scene.words import catalogue, generic

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["changes", "groups_of", "pieces", "place_of", "tray"]

Piece = dict[str, Any]


def place_of(state: State, unit: int) -> int:
    """Where a unit is: a hex, or a box beyond the last hex."""
    return int(getattr(state, state.layout.rows[0].name)[unit])


def groups_of(rules: Rules, lang: str = "en") -> dict[str, tuple[str, int]]:
    """What actions name that is no unit on the map, by id with its name and side: air groups, which the rules list as `air`."""
    return {group.id: (name_of(rules.texts, group.name, lang), group.side) for group in getattr(rules, "air", ())}


def pieces(rules: Rules, rows: Iterable[Mapping[str, Any]], lang: str = "en") -> list[Piece]:
    """The counters on the map, from the rows in which the system describes what the viewer may know."""
    return [_piece(rules, row, lang) for row in rows]


def _piece(rules: Rules, row: Mapping[str, Any], lang: str) -> Piece:
    unit = rules.forces.get(row["id"])
    marker = bool(row.get("marker"))
    side = rules.sides[row["side"]]
    label = rules.board.labels[row["hex"]]
    values = tuple(row["values"])
    if marker:
        sprite = f"m-{row['arm'].lower().replace(' ', '-')}"
        name = name_of(rules.texts, row["name"], lang)
        title = generic(rules, lang, "piece", "marker", name=name, place=label)
    else:
        face = f"_{row['face']}" if row.get("face") else ""
        sprite = f"{'g' if row.get('air') else 'u'}-{row['id']}{face}"
        name = unit_label(rules.texts, unit, lang) if unit else name_of(rules.texts, row["name"], lang)
        full = unit_name(rules.texts, unit, lang) if unit else name
        title = _title(rules, lang, "unit", full, row["side"], values, row["status"], label)
    return {
        "id": row["id"],
        "hex": label,
        "side": side,
        "kind": "marker" if marker else "unit",
        "name": name,
        "sprite": sprite,
        "status": list(row["status"]),
        "strength": values[0] if values else None,
        "title": title,
    }


def _title(
    rules: Rules, lang: str, key: str, name: str, side: int, values: tuple[Any, ...], status: Iterable[str], place: str
) -> str:
    """A counter in words: its name, side, values and states, and where it stands. A scene has sixty of them, and after an act
    nearly all are the same."""
    states = tuple(status)
    known = ("piece", lang, key, name, side, values, states, place)
    title = rules.said.get(known)
    if title is None:
        if len(rules.said) >= SAID:
            rules.said.clear()
        title = rules.said[known] = _titled(rules, lang, key, name, side, values, states, place)
    return title


def _titled(
    rules: Rules, lang: str, key: str, name: str, side: int, values: tuple[Any, ...], status: tuple[str, ...], place: str
) -> str:
    """All facts are words already, so the template is filled directly."""
    system = rules.system
    words = [word.strip() for word in value_words(system, lang).split(",")]
    pairs = zip(words, values, strict=True) if len(words) == len(values) else ()
    return (catalogue().template("piece", key, lang) or "{name}").format(
        name=name,
        side=side_name(rules.texts, rules.sides[side], lang),
        place=place,
        values="".join(f", {word} {value}" for word, value in pairs),
        states="".join(f", {status_word(system, word, lang).lower()}" for word in status),
    )


def tray(state: State, answers: Iterable[Mapping[str, Any]], lang: str = "en") -> list[Piece]:
    """What answers name and the map does not show: units still to be placed, and groups. In the order of the answers."""
    rules = state.rules
    units: dict[str, None] = {}
    groups: dict[str, None] = {}
    for row in answers:
        for key in ("unit", "other", GROUP):
            name = row.get(key)
            if name is not None:
                (units if name in rules.forces else groups)[name] = None
    found: list[Piece] = []
    for name in units:
        i = rules.forces.index(name)
        if place_of(state, i) < rules.board.n:
            continue
        unit = rules.forces.units[i]
        found.append(
            {
                "id": name,
                "hex": None,
                "side": rules.sides[unit.side],
                "kind": "unit",
                "name": unit_label(rules.texts, unit, lang),
                "sprite": f"u-{name}",
                "status": [],
                "strength": None,
                "title": _title(rules, lang, "box", unit_name(rules.texts, unit, lang), unit.side, (), (), ""),
            }
        )
    known = groups_of(rules, lang)
    for name in groups:
        title, side = known.get(name, (rules.texts.template("word", name, lang) or name, 0))
        found.append(
            {
                "id": name,
                "hex": None,
                "side": rules.sides[side],
                "kind": "group",
                "name": title,
                "sprite": f"g-{name}",
                "status": [],
                "strength": None,
                "title": generic(rules, lang, "piece", "group", name=title, side=side),
            }
        )
    return found


def changes(
    rules: Rules, before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]], lang: str = "en"
) -> tuple[list[Piece], list[str]]:
    """What an action changed on the map: the counters that are new or different, and the ids of those that are gone. Takes the
    rows of the system by id, so that only what changed is put in words."""
    new = [_piece(rules, row, lang) for name, row in after.items() if before.get(name) != row]
    return new, [name for name in before if name not in after]
