"""Thoughts in words, with what a map needs to show them: units by name, answers as sentences, ways as hexes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.text.grammar import Word
from echelon.core.text.texts import Texts
from echelon.players.saying import say

if TYPE_CHECKING:
    from echelon.advice.adviser import Advice
    from echelon.core.state import State
    from echelon.players.thinking import Info

__all__ = ["Reason", "headline", "plan_words", "reasons", "way_of"]

_SIGNED = re.compile(r"[+-]?\d+(\.\d+)?")
_OTHER = re.compile(r"(?:^|, )(.+?) \(([+-]?[\d.]+)\)")
_NUMBERS = ("gain", "stay", "value", "lead", "difference")
_HEXES = ("from", "to", "target", "room")
_COUNTS = ("games", "count", "plans", "total")
NEEDED = 40  # points beyond what any place is worth: whoever reckons so only means that it has to be


@dataclass(frozen=True, slots=True)
class Reason:
    """One thought: its sentence, and where on the map it belongs."""

    kind: str
    say: str
    unit: str = ""
    path: tuple[str, ...] = ()  # hexes from where to where
    target: str = ""  # the hex that is to be attacked
    odds: str = ""
    sources: tuple[str, ...] = field(default=())  # the hexes it is to be attacked from


@cache
def _texts() -> Texts:
    return Texts.load("echelon.players")


def reasons(state: State, advice: Advice, language: str = "en") -> list[str]:
    """Why this is advised, a sentence each."""
    if advice.only:
        return [_fill(state, "only", {}, language)]
    found = [row.say for row in plan_words(state, advice.reasons, language)]
    return found or [_fill(state, "rest", {}, language)]


def headline(state: State, advice: Advice, language: str = "en") -> str:
    """What to do, in one sentence: a march by its end, anything else as the game says it."""
    unit, path = way_of(state, advice.line) if len(advice.line) > 1 else ("", ())
    if unit and len(path) > 1:
        facts = {"unit": state.rules.forces.index(unit), "to": path[-1]}
        return _fill(state, "march", facts, language)
    if unit:
        return _fill(state, "march_off", {"unit": state.rules.forces.index(unit)}, language)
    return _sentence(state.describe(state.parse(advice.line[0]), language))


def plan_words(state: State, infos: Sequence[Info], language: str = "en", whole: Sequence[Info] = ()) -> list[Reason]:
    """A plan, or some thoughts of a whole one, as it looks from the state it was made for."""
    goers = [info.fields for info in whole or infos if "unit" in info.fields and "to" in info.fields]
    ends = {told["unit"]: told["to"] for told in goers}
    return [_reason(state, info, ends, language) for info in infos]


def _reason(state: State, info: Info, ends: Mapping[str, str], language: str) -> Reason:
    told = info.fields
    path: tuple[str, ...] = ()
    if "unit" in told and info.line:
        path = way_of(state, info.line)[1]
    sources: dict[str, None] = {}
    if "units" in told:
        sources = {ends.get(unit) or _place(state, unit): None for unit in told["units"].split(", ")}
    return Reason(
        info.key, _say(state, info, language), told.get("unit", ""), path, told.get("target", ""), told.get("odds", ""),
        tuple(place for place in sources if place),
    )  # fmt: skip


def _place(state: State, unit: str) -> str:
    rules = state.rules
    at = getattr(state, state.layout.rows[0].name)[rules.forces.index(unit)] if unit in rules.forces else rules.board.n
    return rules.board.labels[at] if at < rules.board.n else ""


def way_of(state: State, line: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The unit that a line is about first of all, and the hexes it comes through; as far as the line can be played."""
    rules = state.rules
    place = state.layout.rows[0].name
    try:
        unit = next(rules.verbs.values(state.parse(line[0]), "unit"), None)
        if unit is None:
            return "", ()
        trial, path = state.copy(), [getattr(state, place)[unit]]
        for text in line:
            if trial.outcome is not None or trial.frame.chance:
                break
            action = trial.parse(text)
            if action not in trial.legal():
                continue  # it followed by itself
            trial.apply(action)
            at = getattr(trial, place)[unit]
            if at != path[-1]:
                path.append(at)
    except EchelonError:
        return "", ()
    return rules.forces.units[unit].id, tuple(rules.board.labels[h] for h in path if h < rules.board.n)


# --- sentences ----------------------------------------------------------------------------------------------------------
def _say(state: State, info: Info, language: str) -> str:
    """A thought as a sentence with names, and the answers that came next; as its player says it where there is none."""
    fields, forces = info.fields, state.rules.forces
    facts: dict[str, Any] = dict(fields)
    if facts.get("unit") in forces:
        facts["unit"] = forces.index(facts["unit"])
    units = [unit for unit in str(facts.get("units", "")).split(", ") if unit in forces]
    if units:
        facts["units"] = tuple(map(forces.index, units))
    for key in _NUMBERS:
        if _SIGNED.fullmatch(str(facts.get(key, ""))):
            text = facts[key].removeprefix("+") if key == "lead" else facts[key]
            facts[key] = Word([_number(text, language)], abs(Fraction(text)), language)
    for key in _COUNTS:
        if str(facts.get(key, "")).isdecimal():
            facts[key] = int(facts[key])
    if isinstance(facts.get("plans"), int):
        facts["rivals"] = facts["plans"] - 1
    if "changes" in facts:
        changes = filter(None, facts["changes"].split(", "))
        facts["changes"] = "".join(f", {_goes(state, change, language)}" for change in changes)
    if "best" in facts:
        facts["best"] = _answer(state, facts["best"], language)
    if "share" in facts:
        facts["share"] = _share(facts["share"], language)
    said = _fill(state, _key(info), facts, language)
    others = _others(state, fields, language)
    if others and said and _key(info) == "answer" and not _points(fields.get("gain")):
        return " ".join(others)  # that it gains nothing is not worth a sentence where another answer costs something
    return " ".join([said, *others]) if said else say(info, language)  # a foreign player's own words


def _key(info: Info) -> str:
    """The text that fits a thought. A number that is none of points, but says that something has to be, is not told."""
    key, fields = info.key, info.fields
    if key == "taken.base" and fields.get("plans") == "1":
        return "taken.alone"
    if key in ("advance", "move", "leave"):
        return f"{key}.room" if "room" in fields else f"{key}.needed" if _points(fields.get("stay")) >= NEEDED else key
    if key in ("answer", "rather"):
        gain = _points(fields.get("gain"))
        if abs(gain) < NEEDED:
            return "answer"
        entering = fields.get("best", "").startswith("enter ")
        return "answer.least" if gain < 0 else "answer.enter" if entering else "answer.needed"
    return key


def _points(text: str | None) -> float:
    return float(text) if text and _SIGNED.fullmatch(text) else 0.0


def _goes(state: State, change: str, language: str) -> str:
    """A unit and the hex it would have gone to, in words."""
    unit, _, to = change.partition(" ")
    if unit not in state.rules.forces:
        return change
    return _fill(state, "to", {"unit": state.rules.forces.index(unit), "to": to}, language)


def _others(state: State, fields: Mapping[str, str], language: str) -> list[str]:
    """The answers that were as good and those that were next best, in a sentence each; numbers only where they are points."""
    colon = "\u00a0: " if language == "fr" else ": "  # a hex may end in a bracket of its own
    if "others" in fields:
        best = fields.get("gain", "")
        needed = _points(best) >= NEEDED
        rows = [(text, n) for text, n in _OTHER.findall(fields["others"]) if needed == (abs(_points(n)) >= NEEDED)]
        shown = [(text, n, "" if needed else colon + _number(n, language)) for text, n in rows]
    else:
        best = fields.get("share", "")
        numbers = [n for n in range(1, 9) if f"other{n}" in fields]
        shown = [(fields[f"other{n}"], fields[f"share{n}"], colon + _share(fields[f"share{n}"], language)) for n in numbers]
    equal = [_answer(state, text, language) for text, n, _shown in shown if n == best]
    later = [_answer(state, text, language) + number for text, n, number in shown if n != best]
    joint = "\u202f; " if language == "fr" else "; "
    parts = {"as_good": equal, "next_best": later}
    return [_fill(state, key, {"others": joint.join(some)}, language) for key, some in parts.items() if some]


def _answer(state: State, line: str, language: str) -> str:
    """A line in words; as it stands if it is not understood."""
    texts = line.split("; ")
    try:
        if len(texts) > 1:
            unit, path = way_of(state, texts)
            if unit and len(path) > 1:
                return _fill(state, "to", {"unit": state.rules.forces.index(unit), "to": path[-1]}, language)
        return state.describe(state.parse(texts[0]), language)
    except EchelonError:
        return line


def _fill(state: State, key: str, facts: Mapping[str, Any], language: str) -> str:
    template = _texts().template("reason", key, language) or _texts().template("thought", key, language)
    if template is None:
        return ""
    facts = {name: _where(state, fact, language) if name in _HEXES else fact for name, fact in facts.items()}
    return state.rules.texts.fill(state.rules, template, facts, language)


def _where(state: State, label: str, language: str) -> Word:
    """A hex as sentences call it; `off` and other words that are none stay as they are."""
    h = state.rules.board.ids.get(label)
    return Word([label], 1, language) if h is None else state.rules.texts.word(state.rules, "hex", h, language)


def _number(text: str, language: str) -> str:
    """A number as people write it, nothing behind the point that says nothing."""
    shown = re.sub(r"\.?0+$", "", text) if "." in text else text
    shown = "0" if shown in ("+0", "-0", "", "+", "-") else shown.replace("-", "−")
    return shown.replace(".", ",") if language == "fr" else shown


def _share(text: str, language: str) -> str:
    return text.replace("%", " %") if language == "fr" else text


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
