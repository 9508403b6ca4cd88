"""Rulings, events and results in words, with the clause apart from the sentence: a page makes a link of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from echelon.core.record.closing import AGREED, RESIGNED, loser_of
from echelon.core.rulings import Ruling
from echelon.server.scene.words import generic

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import Event, Result

__all__ = ["events_of", "plain", "result_of", "rulings_of"]


def plain(rules: Rules, item: Ruling | Event, lang: str = "en") -> str:
    """The sentence of a ruling or event without its clause and remedies."""
    bare = item._replace(remedy=()) if isinstance(item, Ruling) else item
    return rules.texts.sentence(rules, bare, lang).removesuffix(f" [{item.clause}]")


def rulings_of(rules: Rules, rulings: Iterable[Ruling], lang: str = "en", there: int | None = None) -> list[dict[str, Any]]:
    """Rulings as data: the clause, the sentence, and what would make it legal. `there` is the hex to which a unit would have
    to go first: what it would have left there it still has, which the catalogue says under [there]."""
    texts, found = rules.texts, []
    for ruling in rulings:
        remedy = [texts.fill(rules, texts.template("remedy", r, lang) or r, ruling.facts, lang) for r in ruling.remedy]
        other = None if there is None else texts.template("there", str(ruling.facts.get("case", "")), lang)
        say = (
            plain(rules, ruling, lang) if other is None else texts.fill(rules, other, {**ruling.facts, "hex_far": there}, lang)
        )
        row = {"clause": ruling.clause, "say": say, "remedy": remedy}
        if row not in found:
            found.append(row)
    return found


def duties_of(rules: Rules, rulings: Iterable[Ruling], lang: str = "en") -> list[dict[str, Any]]:
    """What is still owed before a question may end, as data, each with the hexes it speaks of, which a page marks,
    and in a few words where the catalogue has some under [owed]."""
    found: list[dict[str, Any]] = []
    for ruling in rulings:
        more: dict[str, Any] = {"hexes": _hexes(rules, ruling.facts)}
        short = rules.texts.template("owed", str(ruling.facts.get("case", "")) or ruling.clause, lang)
        if short is not None:
            more["short"] = rules.texts.fill(rules, short, ruling.facts, lang)
        rows = [{**row, **more} for row in rulings_of(rules, [ruling], lang)]
        found.extend(row for row in rows if row not in found)
    return found


def _hexes(rules: Rules, facts: Mapping[str, Any]) -> list[str]:
    """The hexes that facts name."""
    named = [v for key, value in facts.items() if key.startswith("hex") for v in _several(value)]
    return [rules.board.labels[v] for v in named if isinstance(v, int) and v < rules.board.n]


def _several(value: Any) -> Iterable[Any]:
    return value if isinstance(value, tuple | list) else (value,)


def events_of(rules: Rules, events: Iterable[Event], lang: str = "en") -> list[dict[str, Any]]:
    """Events as data; that a turn begins has its number, what may stand for earlier ones has its hexes, how much it tells, and
    the sentence that does."""
    tells, found = rules.system.show.tells, list[dict[str, Any]]()
    for event in events:
        row: dict[str, Any] = {"say": plain(rules, event, lang), "clause": event.clause}
        if event.key == "turn" and "turn" in event.facts:
            row["turn"] = event.facts["turn"]
        if event.key in tells:
            row |= {"tells": tells[event.key], "hexes": _hexes(rules, event.facts)}
            whole = rules.texts.template("log", event.key, lang)
            if whole is not None:
                row["whole"] = rules.texts.fill(rules, whole, event.facts, lang)
        found.append(row)
    return found


def result_of(rules: Rules, result: Result | None, lang: str = "en") -> dict[str, Any] | None:
    """How a game ended."""
    if result is None:
        return None
    texts = rules.texts
    level = texts.template("level", result.level, lang) or texts.template("standing", f"level.{result.level}", lang)
    level = level or texts.template("word", result.level, lang) or result.level
    if result.level == AGREED:
        level = say = generic(rules, lang, "result", "agreed")
    elif result.level == RESIGNED and result.winner is not None:
        level = generic(rules, lang, "result", "resigned", side=loser_of(result.winner))
        say = f"{level} {generic(rules, lang, 'result', 'wins', side=result.winner)}"
    elif result.winner is None:
        say = generic(rules, lang, "result", "draw", level=level)
    else:
        say = generic(rules, lang, "result", "winner", side=result.winner, level=level)
    winner = None if result.winner is None else rules.sides[result.winner]
    return {"winner": winner, "level": result.level, "word": level, "clause": result.clause, "say": say}
