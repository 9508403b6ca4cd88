"""The answers to a question as rows for the screen: long lists in groups, and beside each answer what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from echelon.cli.play.names import names_of
from echelon.cli.play.voice import Voice
from echelon.core.show.pieces import pieces_of
from echelon.core.text.grammar import FIRST
from echelon.core.text.names import name_of, unit_label
from echelon.core.text.texts import fraction

if TYPE_CHECKING:
    from echelon.core.state import Event, State

__all__ = ["Row", "names_it", "odds_lines", "points", "result_codes", "rows", "singles"]

FEW = 3  # so many alike answers are still shown one by one
MINUS = "−"
Pieces = Sequence[Mapping[str, Any]]


class Row(NamedTuple):
    """One line of the list: a number or `3-17`, a sentence, what to type, and a few words beside it."""

    numbers: str
    sentence: str
    text: str
    beside: str = ""


# --- lists ------------------------------------------------------------------------------------------------------------
def rows(
    state: State, options: Sequence[int], most: int, everything: bool = False, voice: Voice | None = None
) -> tuple[list[Row], int]:
    """The answers as rows, and how many of them are left out. More than `most` answers are grouped; an answer without
    fields, which mostly ends the step, is never left out."""
    if everything or len(options) <= most:
        return singles(state, options, range(len(options)), voice), 0
    groups = _groups(state, options)
    if len(groups) > most:
        plain = [i for i, group in enumerate(groups) if not state.rules.verbs.fields(options[group[0]])]
        groups = [groups[i] for i in sorted({*range(most - len(plain)), *plain})]
    alone = iter(singles(state, options, [group[0] for group in groups if len(group) == 1], voice))
    found = [next(alone) if len(group) == 1 else _together(state, options, group, voice or Voice()) for group in groups]
    return found, len(options) - sum(map(len, groups))


def singles(state: State, options: Sequence[int], places: Sequence[int], voice: Voice | None = None) -> list[Row]:
    """Some of the answers, one row each, with the numbers they have in the whole list."""
    voice = voice or Voice()
    pieces = pieces_of(state)  # once: it may be slow
    several = len({unit for action in options for unit in state.rules.verbs.values(action, "unit")}) > 1
    found = []
    for i in places:
        beside = brief(state, options[i], pieces, voice) or (counter(state, options[i], pieces, voice) if several else "")
        text = names_of(state.rules).shorten(state.text(options[i]))
        found.append(Row(str(i + 1), state.describe(options[i], voice.language), text, beside))
    return found


def _groups(state: State, options: Sequence[int]) -> list[list[int]]:
    """Answers that differ only in their last words, by their places in the list; neighbours only, so that numbers run on."""
    found: list[list[int]] = []
    last: list[str] | None = None
    for i, action in enumerate(options):
        words = state.text(action).split()
        key = words[: max(1, min(2, len(words) - 1))] if len(words) > 1 else None
        if found and key is not None and key == last:
            found[-1].append(i)
        else:
            found.append([i])
        last = key
    return [part for group in found for part in ([group] if len(group) > FEW else [[i] for i in group])]


def _together(state: State, options: Sequence[int], group: Sequence[int], voice: Voice) -> Row:
    """Several answers on a line: what they have in common, and in what they differ."""
    texts = [names_of(state.rules).shorten(state.text(options[i])).split() for i in group]
    known = len(state.text(options[group[0]]).split()) > 2
    start = texts[0][: 2 if known else 1]
    values: dict[str, list[str]] = {}
    for words in texts:
        values.setdefault(words[len(start)], []).append(" ".join(words[len(start) + 1 :]))
    ends = {tuple(rest) for rest in values.values()}
    parts = [value if len(ends) == 1 else f"{value} {'/'.join(rest)}".strip() for value, rest in values.items()]
    sentence = _common([state.describe(options[i], voice.language) for i in group])
    return Row(f"{group[0] + 1}-{group[-1] + 1}", sentence, f"{' '.join(start)} …", " ".join(parts))


def _common(sentences: Sequence[str]) -> str:
    """The words that sentences begin with, all of them."""
    words = [sentence.split() for sentence in sentences]
    n = next((i for i, column in enumerate(zip(*words, strict=False)) if len(set(column)) > 1), len(words[0]))
    return f"{' '.join(words[0][:n])} …"


def names_it(state: State, action: int, word: str) -> bool:
    """Does an answer name this word: its verb, a unit, a hex, or one of the hexes of a hexside?"""
    return any(word == part or word in part.split("|") for part in state.text(action).split())


# --- beside an answer -------------------------------------------------------------------------------------------------
def brief(state: State, action: int, pieces: Pieces, voice: Voice) -> str:
    """A few words beside an answer: the column and chances of an attack, the chance of a mission, or what a step costs."""
    preview = state.preview(action)
    if preview:
        return _few_words(state, preview, voice)
    units = list(state.rules.verbs.values(action, "unit"))
    if not units:
        there = set(state.rules.verbs.values(action, "hex"))
        return ", ".join(f"{_label(state, p, voice)} {'-'.join(map(str, p['values']))}" for p in pieces if p["hex"] in there)
    if state.frame.chance:
        return ""
    after = state.copy()
    events: list[Event] = []
    after.log = events
    after.apply(action)
    spent = [e.facts["mf"] for e in events if e.facts.get("unit") in units and isinstance(e.facts.get("mf"), int)]
    return f"{state.rules.in_points(sum(spent))} {points(state, voice)}" if spent else ""


def _label(state: State, piece: Mapping[str, Any], voice: Voice) -> str:
    """What is printed on a counter."""
    unit = state.rules.forces.get(str(piece["id"]))
    return unit_label(state.rules.texts, unit, voice.language) if unit else str(piece["name"])


def points(state: State, voice: Voice) -> str:
    """What movement points are called."""
    return state.rules.texts.template("word", "points", voice.language) or voice("screen.points")


def counter(state: State, action: int, pieces: Pieces, voice: Voice) -> str:
    """What is printed on the counter an answer names, and where it stands, to choose between units."""
    verbs, labels = state.rules.verbs, state.rules.board.labels
    ids = {state.rules.forces.units[unit].id for unit in verbs.values(action, "unit")}
    placed = not list(verbs.values(action, "hex"))
    return ", ".join(
        f"{labels[p['hex']] + ' ' if placed else ''}{_arm(state, p, voice)} {'-'.join(map(str, p['values']))}".strip()
        for p in pieces
        if p["id"] in ids
    )


def _arm(state: State, piece: Mapping[str, Any], voice: Voice) -> str:
    arm = str(piece.get("arm", ""))
    return arm if voice.language == FIRST else state.rules.texts.template("word", arm, voice.language) or arm


def _few_words(state: State, preview: Mapping[str, Any], voice: Voice) -> str:
    """`7 against 3, 2:1: DR 50%, AR 33%, DE 17%` where the preview has such rows, else its plain values."""
    results = preview.get("results")
    parts = []
    if preview.get("attack") and "defence" in preview:
        parts.append(voice("odds.against", attack=preview["attack"], defence=preview["defence"]))
    elif "available_attack" in preview:
        return voice("odds.all_join", attack=preview["available_attack"], defence=preview.get("defence", "?"))
    if preview.get("allowed") is False:
        return ", ".join([*parts, voice("odds.weak")])
    if "column" in preview:
        parts.append(str(preview["column"]))
    if isinstance(results, Mapping):
        return voice("screen.colon").join(part for part in (", ".join(parts), _chances(results, voice)) if part)
    return ", ".join(parts) or ", ".join(_plain(state, preview, voice))


def _chances(results: Mapping[str, Any], voice: Voice) -> str:
    return ", ".join(f"{key} {voice.percent(Fraction(str(value)))}" for key, value in results.items())


def _plain(state: State, preview: Mapping[str, Any], voice: Voice) -> Iterator[str]:
    """Values that are no battle: costs as they are, chances in per cent; rows by unit; what is nothing is left out."""
    for key, value in preview.items():
        word = voice.word("preview", key) or key.replace("_", " ")
        if key == "clause" or (key == "lost" and value in (0, "0")):
            continue
        if key in ("cost", "left") and isinstance(value, int | float):
            number = fraction(Fraction(value).limit_denominator(100))
            yield f"{number} {points(state, voice)}" if key == "cost" else voice("odds.left", number=number)
        elif isinstance(value, list) and all(isinstance(row, Mapping) and "hexes" in row for row in value):
            yield f"{word}{voice('screen.colon')}{', '.join(' '.join(row['hexes']) for row in value) or voice('odds.none')}"
        elif isinstance(value, str | int) and not isinstance(value, bool):
            yield f"{word} {_share(value, voice)}"
        elif key == "units" and value and all(isinstance(row, Mapping) for row in value):
            for row in value:
                said = ((voice.word("preview", k) or k, v) for k, v in row.items() if k not in ("unit", "clause"))
                shares = [f"{word} {_share(v, voice)}" for word, v in said if "/" in str(v)]
                yield f"{names_of(state.rules).short(str(row.get('unit', '')))} {' '.join(shares)}".strip()


def _share(value: str | int, voice: Voice) -> str:
    with suppress(ValueError):
        if isinstance(value, str) and "/" in value:
            return voice.percent(Fraction(value))
    return str(value)


# --- in full ----------------------------------------------------------------------------------------------------------
def odds_lines(state: State, preview: Mapping[str, Any], voice: Voice) -> list[str]:
    """A preview in full: strengths with what they are made of, shifts with their clauses, column and chances."""
    if "defence" not in preview or not ("attack" in preview or "available_attack" in preview):
        from echelon.cli.query import preview_words

        return [preview_words(preview) if voice.language == FIRST else ", ".join(_plain(state, preview, voice))]
    short = names_of(state.rules).short
    lines = []
    defence = ", ".join(f"{short(str(name))} {amount} [{cited}]" for name, cited, amount in preview.get("defence_rows", ()))
    attack = preview.get("attack") or preview.get("available_attack", 0)
    against = voice("odds.against", attack=attack, defence=preview["defence"]) + (
        voice("screen.colon") + defence if defence else ""
    )
    if preview.get("attack"):
        lines.append(against)
    else:
        names = " ".join(map(short, preview.get("available", ()))) or voice("odds.nobody")
        lines.append(against + voice("screen.semicolon") + voice("odds.can", names=names))
    if "column" in preview:
        shifts = [
            f"{name_of(state.rules.texts, word, voice.language)} {_signed(by)} [{cited}]"
            for word, cited, by in preview.get("shift_rows", ())
        ]
        shifts = shifts or [f"{_signed(by)} [{cited}]" for cited, by in dict(preview.get("shifts", {})).items()]
        made = f"{preview.get('basic', preview['column'])}, {', '.join(shifts)}" + voice("screen.colon") if shifts else ""
        lines.append(made + voice("odds.column", column=preview["column"]))
    elif preview.get("allowed") is False:
        lines.append(voice("odds.low"))
    if isinstance(preview.get("results"), Mapping):
        lines.append(", ".join(f"{k} {voice.percent(Fraction(str(v)))} ({v})" for k, v in preview["results"].items()))
    return lines


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", MINUS)


def result_codes(state: State, codes: Sequence[str], voice: Voice) -> str:
    """What the codes of a combat table mean, on a line; a code that its meaning begins with is not said twice."""
    found = []
    for key in codes:
        word = state.rules.texts.template("word", key, voice.language) or ""
        if word:
            found.append(word if word.startswith((f"{key},", f"{key} ")) else f"{key} {word}")
    return voice("screen.semicolon").join(found)
