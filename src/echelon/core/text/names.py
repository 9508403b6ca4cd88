"""What the data files name, in a reader's language: units, formations, scenarios, options, steps, statuses, the map.

A data file is written in English. A catalogue of another language gives its names in tables of its own: by id under `[unit]`,
`[label]`, `[short]`, `[option]`, `[status]`, `[scenario]` and `[query]`, and by the English name itself under `[name]`
(places, rivers, roads, formations, steps, titles). `untranslated` lists what is still missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from echelon.core.text.grammar import FIRST, bare, bent

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.forces import Unit
    from echelon.core.rules import Rules, Scenario, Step
    from echelon.core.system import System
    from echelon.core.text.texts import Texts

__all__ = [
    "board_in", "formation_label", "name_of", "scenario_text", "side_forms", "side_name", "status_said", "status_word",
    "step_title", "summary_of", "title_of", "unit_label", "unit_name", "unit_short", "untranslated", "value_words",
]  # fmt: skip

SCENARIO = ("title", "summary", "goal", "course")


def name_of(texts: Texts, plain: str, language: str) -> str:
    """A name of a data file."""
    return texts.named("name", plain, plain, language) if plain else plain


def title_of(system: System, language: str) -> str:
    """The game's name."""
    return system.texts.named("system", "title", system.title, language)


def summary_of(system: System, language: str) -> str:
    """The game in a sentence."""
    return system.texts.template("system", "summary", language) or system.summary


def scenario_text(system: System, scenario: Scenario, field: str, language: str) -> str:
    """A text of a scenario: its title, summary, goal or course; nothing if it has none."""
    own = {"title": scenario.title, "summary": scenario.summary}
    plain = str(own.get(field) or scenario.data.get(field, ""))
    return system.texts.template("scenario", f"{scenario.name}.{field}", language) or plain


def unit_name(texts: Texts, unit: Unit, language: str) -> str:
    """A unit's name."""
    return texts.named("unit", unit.id, unit.name, language)


def unit_label(texts: Texts, unit: Unit, language: str) -> str:
    """What is printed on its counter."""
    return texts.template("label", unit.id, language) or unit.label or unit_name(texts, unit, language)


def unit_short(texts: Texts, unit: Unit, language: str) -> str:
    """What it is called in a sentence that must be short: a bare number on a counter does not read as a unit."""
    return texts.template("short", unit.id, language) or unit.short or unit_label(texts, unit, language)


def formation_label(texts: Texts, formation: str, language: str) -> str:
    """What is printed of its formation beside it: the short form under `[label]` where the name is long."""
    return texts.template("label", formation, language) or name_of(texts, formation, language)


def side_name(texts: Texts, side: str, language: str) -> str:
    """The name of a side, without an article."""
    return texts.named("side", side, side, language)


def side_forms(texts: Texts, side: str, language: str) -> dict[str, str]:
    """The name of a side as sentences bend it: `les Allemands`, `des Allemands`; nothing in a language without articles."""
    return bent(texts.template("side", side, language) or side, language)


def step_title(texts: Texts, step: Step, language: str) -> str:
    """A line of the sequence of play: by its own name under `[step]`, else by its title."""
    return texts.template("step", step.name, language) or name_of(texts, step.title, language)


def status_word(system: System, status: str, language: str) -> str:
    """A state of a unit in the game's own word."""
    return system.texts.template("status", status, language) or system.show.statuses.get(status, status)


def status_said(system: System, status: str, language: str) -> str:
    """The same in a list of states; only English writes them with a capital there."""
    word = status_word(system, status, language)
    return word if language == FIRST else word[:1].lower() + word[1:]


def value_words(system: System, language: str) -> str:
    """What the numbers on a counter are called: `strength, movement`."""
    return system.texts.template("status", "values", language) or system.show.values


@lru_cache(maxsize=32)
def board_in(rules: Rules, language: str) -> Board:
    """The map with its names in a language, and the words for its kinds of terrain and lines."""
    own = rules.texts.catalogues.get(language, {})
    if not own.get("name"):
        return rules.board
    board = rules.board
    tables = [own.get("kind", {}), own.get("word", {})]
    kinds = {
        kind: table[kind] for kind in (*board.terrain, *board.sides, *board.links) for table in tables[::-1] if kind in table
    }
    return board.renamed({**{kind: bare(str(word), language) for kind, word in kinds.items()}, **own["name"]}, language)


# --- what is still missing ----------------------------------------------------------------------------------------------
def untranslated(system: System) -> list[str]:
    """The names of the data files that a further language of the system lacks: `fr unit.b1`."""
    _first, *others = system.texts.languages
    wanted = list(dict.fromkeys(_named(system)))
    return [
        f"{language} {group}.{key}"
        for language in others
        for group, key in wanted
        if key not in system.texts.catalogues[language].get(group, {})
    ]


def _named(system: System) -> Iterator[tuple[str, str]]:
    """Every name, as table and key."""
    yield from (("system", "title"), ("system", "summary"))
    for scenario in system.scenarios.values():
        for field in SCENARIO:
            if scenario_text(system, scenario, field, ""):
                yield "scenario", f"{scenario.name}.{field}"
    yield from (("option", name) for name in system.play.options)
    yield from (("status", name) for name in system.show.statuses)
    if system.show.values:
        yield "status", "values"
    yield from (("query", query.name) for query in system.play.queries)
    yield from (("name", step.title) for step in system.sequence)
    for scenario_name in system.scenarios:
        rules = system.rules(scenario_name)
        for unit in rules.forces.units:
            yield "unit", unit.id
            if unit.short:
                yield "short", unit.id
            if unit.parent:
                yield "name", unit.parent
        yield from (("name", name) for name in _drawn(rules.board))
        yield from (("name", group.name) for group in _groups(rules))


def _drawn(board: Board) -> Iterator[str]:
    """What stands in words on a map."""
    yield from (text for text in (board.title, board.subtitle) if text)
    names = [row.name for row in board.places]
    names += [row.name for row in board.courses]
    names += [row.name for row in board.chains]
    yield from (name for name in names if name)
    yield from board.edges


def _groups(rules: Any) -> Iterator[Any]:
    """What actions name beside units: air groups."""
    yield from getattr(rules, "air", ())
