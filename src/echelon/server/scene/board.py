"""What never changes in a game, for a page: the board with its hexes and units, a system's card, its rule book, its lessons."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any

from echelon.core.text.book import Chapter, Clause, Grid, Heading, Prose
from echelon.core.text.names import (
    name_of,
    scenario_text,
    side_forms,
    side_name,
    status_said,
    step_title,
    summary_of,
    title_of,
    unit_label,
    unit_name,
    unit_short,
    value_words,
)  # fmt: skip
from echelon.draw.frame import side_colour, side_words, window
from echelon.draw.kinds import is_river, named, place_class
from echelon.draw.palettes import PALETTES
from echelon.players import DEFAULT, player_names
from echelon.players.registry import describe
from echelon.server.scene.marks import offered
from echelon.server.scene.pieces import groups_of
from echelon.server.scene.words import catalogue

if TYPE_CHECKING:
    from echelon.core.rules import Rules, Scenario
    from echelon.core.system import System

__all__ = ["board", "book", "card", "lessons"]

_DAY, _NIGHT = "summer", "dusk"
_OFF = 17.0  # how far from the middle of its hex a town is drawn at most
_GREAT = 16  # hexsides that make a river a great one
_APART = 60.0  # units between the middles of hexsides that are no longer neighbours
_COLOURS = (("#2B5C8A", "#7FB0DA"), ("#A63D2F", "#E08A7C"))  # of sides that nobody gave a colour


# --- the board --------------------------------------------------------------------------------------------------------
def board(rules: Rules, lang: str = "en") -> dict[str, Any]:
    """The sheet's size, hexes, numbered hexsides, units, groups, the sequence of play and what screens may offer."""
    system, ground = rules.system, rules.board
    view = window(ground, legend=False)
    palettes = _palettes(rules.system, ground.palette)
    return {
        "system": system.name,
        "scenario": rules.scenario.name,
        "width": view.width,
        "height": view.height,
        "hexes": _hexes(rules, view.x, view.y, lang),
        "hexsides": _hexsides(rules, view.x, view.y),
        "names": _names(rules, view.x, view.y, lang),
        "rivers": _rivers(rules, view.x, view.y, lang),
        "units": {unit.id: _unit(rules, i, lang) for i, unit in enumerate(rules.forces.units)},
        "groups": {name: {"name": title, "side": rules.sides[side]} for name, (title, side) in groups_of(rules, lang).items()},
        "sequence": _sequence(rules, lang),
        "sides": _sides(system, lang),
        "statuses": {status: status_said(system, status, lang) for status in system.show.statuses},
        "values": value_words(system, lang),
        "overlays": offered(system, lang),
        "main": list(system.play.main),
        "signs": dict(system.show.signs),
        "palettes": palettes,
    }


def _hexes(rules: Rules, left: float, top: float, lang: str) -> dict[str, Any]:
    ground = rules.board
    found: dict[str, Any] = {}
    named: dict[int, str] = {}
    for place in ground.places:
        named.setdefault(place.hex, name_of(rules.texts, place.name, lang))
    for h, label in enumerate(ground.labels):
        x, y = ground.center(h)
        kinds = [name for name, bits in ground.terrain.items() if bits & ground.bit[h]]
        words = [rules.texts.template("word", kind, lang) or kind for kind in kinds]
        row: dict[str, Any] = {"x": round(x - left, 2), "y": round(y - top, 2), "n": h, "terrain": ", ".join(words)}
        if h in named:
            row["place"] = named[h]
        edges = [name for name, bits in ground.edges.items() if bits & ground.bit[h]]
        if edges:
            row["edge"] = ", ".join(rules.texts.template("word", edge, lang) or edge for edge in edges)
        found[label] = row
    return found


def _hexsides(rules: Rules, left: float, top: float) -> dict[str, Any]:
    found = {}
    for side in rules.hexsides:
        (ax, ay), (bx, by) = rules.board.side_ends(*rules.board.side_hexes(side))
        found[rules.board.side_label(side)] = {
            "x": round((ax + bx) / 2 - left, 2),
            "y": round((ay + by) / 2 - top, 2),
            "angle": round(degrees(atan2(by - ay, bx - ax)), 1),
        }
    return found


def _names(rules: Rules, left: float, top: float, lang: str) -> list[dict[str, Any]]:
    """Cities and towns where the sheet draws them, for a map so small that the sheet's own letters cannot be read."""
    ground, found = rules.board, []
    for place in ground.places:
        kind = "capital" if named(place.kind, ("capital",)) else place_class(place.kind)
        if kind not in ("capital", "city", "town"):
            continue
        cx, cy = ground.center(place.hex)
        spot = ground.project(place.lat, place.lon) if place.lat is not None and place.lon is not None else None
        x, y = spot or (cx, cy)
        nearer = min(1.0, _OFF / max(hypot(x - cx, y - cy), 1e-6))
        x, y = cx + (x - cx) * nearer, cy + (y - cy) * nearer
        text = name_of(rules.texts, place.name, lang)
        found.append(
            {"text": text, "kind": kind, "hex": ground.labels[place.hex], "x": round(x - left, 1), "y": round(y - top, 1)}
        )
    return found


def _rivers(rules: Rules, left: float, top: float, lang: str) -> list[dict[str, Any]]:
    """The great rivers with the middles of their hexsides, as they flow: the longest run of each."""
    ground, found = rules.board, []
    for course in ground.courses:
        great = named(course.kind, ("great", "major")) or len(course.sides) >= _GREAT
        if not (course.name and is_river(course.kind) and great):
            continue
        runs: list[list[list[float]]] = [[]]
        for a, b in course.sides:
            (ax, ay), (bx, by) = ground.side_ends(a, b)
            point = [round((ax + bx) / 2 - left, 1), round((ay + by) / 2 - top, 1)]
            if runs[-1] and hypot(point[0] - runs[-1][-1][0], point[1] - runs[-1][-1][1]) > _APART:
                runs.append([])
            runs[-1].append(point)
        found.append({"text": name_of(rules.texts, course.name, lang), "line": max(runs, key=len)})
    return found


def _unit(rules: Rules, i: int, lang: str) -> dict[str, Any]:
    unit, texts = rules.forces.units[i], rules.texts
    return {
        "name": unit_name(texts, unit, lang),
        "label": unit_label(texts, unit, lang),
        "short": unit_short(texts, unit, lang),
        "side": rules.sides[unit.side],
        "nation": unit.nation,
        "arm": texts.template("word", unit.arm, lang) or unit.arm,
        "size": unit.size,
        "parent": name_of(texts, unit.parent, lang),
        "values": {key: value for key, value in unit.values.items() if value not in ("", None)},
    }


def _sequence(rules: Rules, lang: str) -> list[dict[str, Any]]:
    """The steps, with what the catalogue calls them, and the group they belong to: `B2a.move` is part of `B2a`."""
    clauses, texts = rules.system.book_in(lang).clauses, rules.texts
    rows = []
    for step in rules.sequence:
        row = {
            "name": step.name,
            "title": step_title(texts, step, lang),
            "side": rules.side_name(step.side),
            "clause": step.clause,
            "chapter": clauses[step.clause].chapter if step.clause in clauses else "",
        }
        group = texts.template("step", step.name.partition(".")[0], lang)
        rows.append({**row, "group": group} if group else row)
    return rows


def _palettes(system: System, own: str) -> dict[str, str]:
    """The palettes of the map by theme."""
    chosen = {theme: name for theme, name in system.show.card.palettes.items() if name in PALETTES}
    return {"light": own, "dark": _NIGHT, **chosen}


def _sides(system: System, lang: str) -> list[dict[str, Any]]:
    found = []
    for i, name in enumerate(system.sides):
        light, dark = system.show.card.colours.get(name) or _colours(name, i)
        title = (system.texts.template("side", name, lang) and side_name(system.texts, name, lang)) or name.capitalize()
        forms = side_forms(system.texts, name, lang)
        found.append({"name": name, "title": title, "forms": forms, "colour": light, "colourDark": dark})
    return found


def _colours(name: str, i: int) -> tuple[str, str]:
    known = side_words(name)
    if known:
        return side_colour(known, PALETTES[_DAY]), side_colour(known, PALETTES[_NIGHT])
    return _COLOURS[i % len(_COLOURS)]


# --- a system ---------------------------------------------------------------------------------------------------------
def card(system: System, lang: str = "en") -> dict[str, Any]:
    """A system as it presents itself on the first page."""
    texts, words = system.texts, catalogue()
    first = system.rules()
    return {
        "name": system.name,
        "title": title_of(system, lang),
        "summary": summary_of(system, lang),
        "period": texts.template("card", "period", lang) or system.show.card.period,
        "hours": texts.template("card", "hours", lang) or system.show.card.hours,
        "difficulty": system.show.card.difficulty,
        "learning": system.learning,
        "palette": _palettes(system, first.board.palette),
        "sides": [row | {"text": texts.template("side_text", row["name"], lang) or ""} for row in _sides(system, lang)],
        "scenarios": [_scenario(system, scenario, lang) for scenario in system.scenarios.values()],
        "options": [
            {
                "name": option.name,
                "title": texts.template("option", option.name, lang) or option.title or option.name,
                "default": option.default,
                "values": [
                    {"value": v, "title": texts.template("word", v, lang) or words.template("value", v, lang) or v}
                    for v in option.values
                ],
                "clauses": [{"id": c, "text": system.book_in(lang)[c].text} for c in option.clauses],
            }
            for option in system.play.options.values()
        ],
        "players": [
            {
                "name": name,
                "title": words.template("player", name, lang) or name.capitalize(),
                "text": words.template("player", f"{name}.text", lang) or describe(name),
                "default": name == DEFAULT,
            }
            for name in player_names()
        ],
    }


def _scenario(system: System, scenario: Scenario, lang: str) -> dict[str, Any]:
    rules = system.rules(scenario.name)
    return {
        "name": scenario.name,
        "title": scenario_text(system, scenario, "title", lang),
        "summary": scenario_text(system, scenario, "summary", lang),
        "turns": getattr(rules, "turns", 0),
        "hexes": rules.board.n,
    }


def book(system: System, lang: str = "en") -> dict[str, Any]:
    """The rule book by chapters: their clauses, each with those it names, and everything else in the order it is printed."""
    found = system.book_in(lang)
    front, *rest = [Chapter("", ()), *found.chapters()]
    if rest and not rest[0].title:
        front = rest.pop(0)
    return {
        "title": found.title,
        "intro": next((part.text for part in front.parts if isinstance(part, Prose)), ""),
        "chapters": [
            {
                "title": chapter.title,
                "clauses": [_clause(part) for part in chapter.parts if isinstance(part, Clause)],
                "parts": [_part(part) for part in chapter.parts],
            }
            for chapter in rest
        ],
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {"id": clause.id, "mark": clause.mark, "text": clause.text, "see": list(clause.cites)}


def _part(part: Clause | Heading | Prose | Grid) -> dict[str, Any]:
    """One passage of a chapter; a clause only by its id."""
    if isinstance(part, Clause):
        return {"clause": part.id}
    if isinstance(part, Grid):
        return {"table": [list(row) for row in part.rows]}
    return {"head" if isinstance(part, Heading) else "text": part.text}


def lessons(system: System, lang: str = "en") -> list[dict[str, Any]]:
    """The guided games of a system, from its data file; `lessons.fr.toml` beside it has the sentences of another language,
    lesson by lesson and step by step."""
    if not system.show.lessons:
        return []
    folder = files(system.package)
    stem, _, ending = system.show.lessons.rpartition(".")
    found: list[dict[str, Any]] = tomllib.loads((folder / system.show.lessons).read_text("utf-8"))["lesson"]
    file = folder / f"{stem}.{lang}.{ending}"
    if not file.is_file():
        return found
    said = {row["id"]: row for row in tomllib.loads(file.read_text("utf-8"))["lesson"]}
    for lesson in found:
        own = said.get(lesson["id"], {})
        steps = [{**step, **words} for step, words in zip(lesson["steps"], own.get("steps", lesson["steps"]), strict=True)]
        lesson |= own | {"steps": steps}
    return found
