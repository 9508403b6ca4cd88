"""The report of a game: how the chances went, what the dice did to them, and which answers a better player would have given.

Luck is the chance after a die, less what it was on average over all its faces; the rest is play. Both are reckoned after the
questions that follow at once (losses, retreats, advances) have been answered as a recruit would, the same way for every face.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from echelon.core.frames import CHANCE
from echelon.lab.after.chances import Chances
from echelon.players.recruit import weigh

if TYPE_CHECKING:
    from echelon.core.record import Record
    from echelon.core.state import Event, State

__all__ = ["Missed", "Moment", "Report", "report"]

SEQUEL = 12  # questions that are followed after a die
ODDS = {"column", "battles", "results"}  # what a preview of fighting tells
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Moment:
    """One die: the chance of the first side before it, on average over its faces, and after it."""

    number: int  # of the record's entries
    turn: int
    heading: str
    die: str
    sentences: tuple[str, ...]
    expected: float
    actual: float

    @property
    def luck(self) -> float:
        """What the die gave the first side."""
        return self.actual - self.expected


@dataclass(frozen=True, slots=True)
class Missed:
    """An attack that promised more than the answer that was given."""

    number: int
    turn: int
    side: int
    given: str
    better: str
    loss: float  # on the scale of the appreciation


@dataclass
class Report:
    """What can be said of a game. Chances are those of the first side."""

    sides: tuple[str, ...]
    fitted: bool
    course: list[tuple[int, int, float]] = field(default_factory=list)  # entry, turn, chance
    moments: list[Moment] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)

    @property
    def luck(self) -> float:
        """What the dice gave the first side in all."""
        return sum(moment.luck for moment in self.moments)

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "sides": self.sides,
            "fitted": self.fitted,
            "luck": self.luck,
            "course": [{"entry": number, "turn": turn, "chance": chance} for number, turn, chance in self.course],
            "moments": [{**asdict(moment), "luck": moment.luck} for moment in self.moments],
            "missed": [asdict(missed) for missed in self.missed],
        }

    def turning_points(self, most: int = 5) -> list[Moment]:
        """The dice that mattered most, in the order of the game."""
        found = sorted(self.moments, key=lambda moment: -abs(moment.luck))[:most]
        return sorted((m for m in found if abs(m.luck) >= 0.005), key=lambda moment: moment.number)

    def best_missed(self, side: int, most: int = 5) -> list[Missed]:
        """The worst answers of a side, worst first."""
        return sorted((m for m in self.missed if m.side == side), key=lambda missed: -missed.loss)[:most]


def report(record: Record, progress: Progress | None = None, language: str = "en") -> Report:
    """The report of a record, as far as it can be followed."""
    state = record.start()
    chances = Chances(state.rules)
    made = Report(tuple(state.rules.sides), chances.fitted)
    rng = random.Random(0)
    seen = (-1, -1)
    for number, entry in enumerate(record.entries):
        if progress:
            progress(number, len(record.entries))
        if (state.turn, state.step) != seen:
            seen = state.turn, state.step
            made.course.append((number, state.turn, chances.of(state)))
        action = state.parse(entry.text)
        if state.frame.chance:
            made.moments.append(_moment(state, action, number, chances, language))
        elif not entry.forced:
            made.missed += _missed(state, action, number, chances, rng, language)
        if record._step(state, entry):
            break
    made.course.append((len(record.entries), state.turn, chances.of(state)))
    return made


# --- dice ---------------------------------------------------------------------------------------------------------------
def _moment(state: State, action: int, number: int, chances: Chances, language: str) -> Moment:
    faces = {face: (float(odds), _afterwards(state, face, chances)) for face, odds in state.outcomes()}
    expected = sum(odds * chance for odds, chance in faces.values())
    events: list[Event] = []
    after = state.copy()
    after.log = events
    after.apply(action)
    after.log = None
    sentences = tuple(after.sentence(event, language) for event in events if event.only is None)
    step = state.rules.sequence[state.step]
    actual = faces[action][1] if action in faces else _afterwards(state, action, chances)
    return Moment(number, state.turn, step.title, state.describe(action, language), sentences, expected, actual)


def _afterwards(state: State, action: int, chances: Chances) -> float:
    """The chance after an answer of fate, once the questions that follow from it have been answered."""
    after = state.copy()
    after.apply(action)
    step, rng = after.step, random.Random(1)
    for _ in range(SEQUEL):
        if after.outcome is not None or after.frame.side == CHANCE or after.step != step or not after.stack:
            break
        answers = list(after.legal().main)
        if len(answers) > 1:
            after.apply(max(weigh(after, answers, chances.appreciation, rng))[2])
        else:
            after.apply(answers[0])
    return chances.of(after)


# --- answers ------------------------------------------------------------------------------------------------------------
def _missed(state: State, action: int, number: int, chances: Chances, rng: random.Random, language: str) -> Iterator[Missed]:
    """The answer compared with the best attack there was, by the appreciation of the side that gave it.

    Single steps of a march are not compared: what they are worth shows only when the march is over.
    """
    answers = list(state.legal().main)
    if len(answers) < 2 or action not in answers:
        return
    weighed = {answer: gain for gain, _chance, answer in weigh(state, answers, chances.appreciation, rng)}
    if action not in weighed:
        return
    best = max(weighed, key=lambda answer: weighed[answer])
    loss = weighed[best] - weighed[action]
    if loss > 0 and ODDS & state.preview(best).keys():
        yield Missed(
            number, state.turn, state.frame.side, state.describe(action, language), state.describe(best, language), loss
        )
