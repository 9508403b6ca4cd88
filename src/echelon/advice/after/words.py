"""The report in words: what was found, a sentence each, with the moment of the game it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError
from echelon.core.text.grammar import Word, counted
from echelon.core.text.texts import Texts

if TYPE_CHECKING:
    from echelon.advice.after.report import Die, Missed, Phase, Report
    from echelon.core.record.record import Record
    from echelon.core.state import Event, State

__all__ = ["Row", "Told", "heading", "legend", "side_word", "words"]


@dataclass(frozen=True, slots=True)
class Row:
    """One finding: its heading, its sentence, what it brought the first side, and how many moves had been made by then."""

    title: str
    say: str
    change: float
    at: int


@dataclass(frozen=True, slots=True)
class Told:
    """The report as people read it."""

    title: str
    summary: tuple[str, ...]
    points: tuple[Row, ...]
    dice: tuple[Row, ...]
    missed: tuple[Row, ...]


@cache
def _texts() -> Texts:
    return Texts.load("echelon.advice")


def heading(key: str, language: str = "en", **facts: Any) -> str:
    """A heading of the report."""
    return _texts().plain("heading", key, language, **facts)


def legend(texts: Texts, sides: Sequence[str], language: str = "en") -> str:
    """What the picture shows, with the sides by the names that a game's texts have for them."""
    first, second = (side_word(texts, side, language) for side in sides[:2])
    return heading("legend", language, first=first, second=second)


def side_word(texts: Texts, side: str, language: str) -> Word:
    """A side by the name a game's texts have for it, to be bent as a sentence needs it."""
    name = texts.template("side", side, language) or side
    return Word([name], counted(name, language), language)


def _say(key: str, language: str, **facts: Any) -> str:
    return _texts().plain("report", key, language, **facts)


def words(record: Record, found: Report, language: str = "en") -> Told:
    """The report of a record in a language."""
    points, dice = found.turning_points(), found.great_dice()
    missed = [row for side in range(len(found.sides)) for row in found.best_missed(side)]
    heaviest = {phase: _heaviest(found, phase) for phase in points}
    wanted = {die.number for die in (*dice, *heaviest.values()) if die is not None} | {row.number for row in missed}
    told = _sentences(record, wanted, {row.number: row.action for row in missed}, language)
    teller = _Teller(record, found, told, language)
    return Told(
        heading("title", language),
        tuple(teller.summary()),
        tuple(teller.point(phase, heaviest[phase]) for phase in points),
        tuple(teller.die(die) for die in dice),
        tuple(teller.missed(row) for row in missed),
    )


def _heaviest(found: Report, phase: Phase) -> Die | None:
    """The die of a phase that bent the chances most."""
    inside = [die for die in found.dice if phase.first <= die.number < phase.last]
    return max(inside, key=lambda die: abs(die.luck), default=None)


def _sentences(record: Record, wanted: set[int], actions: Mapping[int, str], language: str) -> dict[int, str]:
    """What happened at some entries of the record, or, where an action is given, what that would have been."""
    state, found = record.start(), dict[int, str]()
    for number, entry in enumerate(record.entries):
        if number in actions:
            found[number] = state.describe(state.parse(actions[number]), language)
        elif number in wanted:
            found[number] = _happened(state, entry.text, language)
        if record._step(state, entry):
            break
    return found


def _happened(state: State, text: str, language: str) -> str:
    """What a die brought: in brief where the game has words for that, such as a battle and its result; else in full."""
    events: list[Event] = []
    after = state.copy()
    after.log = events
    try:
        action = after.parse(text)
        said = state.describe(action, language)
        after.apply(action)
    except EchelonError:
        return text
    rules, found = state.rules, state.rules.system.show.told(state, events)
    for event in found:
        brief = rules.texts.template("brief", event.key, language)
        if brief is not None:
            return rules.texts.fill(rules, brief, event.facts, language)
    told = [state.sentence(event, language).removesuffix(f" [{event.clause}]") for event in found]
    return " ".join(told) or f"{said}."


class _Teller:
    """Numbers and sides in a language."""

    def __init__(self, record: Record, found: Report, told: Mapping[int, str], language: str) -> None:
        self.found, self.told, self.language = found, told, language
        texts = record.start().rules.texts
        self.sides = [side_word(texts, side, language) for side in found.sides]

    def share(self, value: float, sign: bool = False) -> str:
        """A share of a hundred; with its sign where it is a change."""
        number = round(100 * value)
        text = f"{abs(number)}\u202f%" if self.language == "fr" else f"{abs(number)}%"
        return f"{'+' if number > 0 else '−' if number < 0 else ''}{text}" if sign else text

    def say(self, key: str, **facts: Any) -> str:
        """A sentence of the report."""
        return _say(key, self.language, **facts)

    def gainer(self, change: float) -> str:
        """Whom a change helped."""
        return self.sides[0] if change >= 0 else self.sides[1]

    def summary(self) -> list[str]:
        """How the chances were found, how they went, and luck."""
        found = self.found
        share = self.share(found.won)
        margin = self.share(found.margin)
        key = "fitted" if found.fitted else "tried"
        how = self.say(key, games=found.games, side=self.sides[0], share=share, margin=margin)
        start, end = self.share(found.course[0][2]), self.share(found.course[-1][2])
        rows = [how, self.say("course", side=self.sides[0], start=start, end=end)]
        if abs(found.luck) < 0.005:
            rows.append(self.say("even", dice=len(found.dice)))
        elif found.dice:
            rows.append(self.say("luck", dice=len(found.dice), side=self.gainer(found.luck), share=self.share(abs(found.luck))))
        return rows

    def point(self, phase: Phase, die: Die | None) -> Row:
        """A turning point."""
        side = self.sides[phase.side] if phase.side < len(self.sides) else "–"
        before, after = self.share(phase.before), self.share(phase.after)
        sign = 1 if phase.change >= 0 else -1
        play = phase.change - phase.luck
        parts = [
            self.say(
                "turned", change=self.share(sign * phase.change), gainer=self.gainer(phase.change),
                luck=self.share(sign * phase.luck, True), play=self.share(sign * play, True),
            )
        ]  # fmt: skip
        if die is not None and abs(die.luck) >= 0.01:
            parts.append(self.say("heaviest", told=self.told.get(die.number, "")))
        title = self.say("phase", turn=phase.turn, side=side, before=before, after=after)
        return Row(title, " ".join(parts), phase.change, phase.first)

    def die(self, die: Die) -> Row:
        """A die that mattered."""
        odds = self.share(die.odds)
        title = self.say(
            "die", share=self.share(die.luck if die.luck >= 0 else -die.luck, True), side=self.gainer(die.luck), odds=odds
        )
        return Row(title, self.told.get(die.number, ""), die.luck, die.number + 1)

    def missed(self, row: Missed) -> Row:
        """An attack that was left undone."""
        title = self.say("missed", turn=row.turn, action=self.told.get(row.number, row.action))
        text = f"{row.gain:.1f}".removesuffix(".0")
        shown = text.replace(".", ",") if self.language == "fr" else text
        gain = Word([shown], Fraction(text), self.language)
        return Row(title, self.say("worth", gain=gain, side=self.sides[row.side]), 0.0, row.number)
