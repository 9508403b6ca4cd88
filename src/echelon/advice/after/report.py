"""The report of a game: how the chances went, what the dice did to them, and which attacks were left undone.

Luck is the chance after a die, less what it was on average over all its faces, each as likely as the rules say; the rest of
what changed is play. Both are reckoned once the questions that follow at once (losses, retreats, advances) have been answered
as a recruit would, the same way for every face.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from echelon.advice.after.chances import Chances, Fitted, Sample, Tried, fit, time_of, turns_of
from echelon.advice.playouts import play_out
from echelon.core.frames import CHANCE
from echelon.core.verbs import A_SHIFT, FIELD, VERB
from echelon.players.recruit import weigh

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation
    from echelon.core.record.record import Record
    from echelon.core.state import State

__all__ = ["Die", "Missed", "Phase", "Report", "Work", "report", "study"]

GAMES = 160  # play-outs for a curve, if there is time for them
LEAST = 24  # play-outs that are made however long they take
TRIED = 24  # play-outs of a single state, where there is no curve
LOOKS = 0.35  # share of the steps of a play-out that are looked at
SEQUEL = 12  # questions that are followed after a die
WORTH = 0.5  # what a missed attack must have promised, on the scale of the appreciation
MATTERS = 0.01  # a change of the chances that is worth a word


class Work(NamedTuple):
    """How far the report has come."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Die:
    """One die: the chance of the first side on average over its faces, and after it; how likely it was to fall so well, or
    better, for the side it helped."""

    number: int  # of the record's entries
    expected: float
    actual: float
    odds: float

    @property
    def luck(self) -> float:
        """What the die gave the first side."""
        return self.actual - self.expected


@dataclass(frozen=True, slots=True)
class Phase:
    """A player's part of a turn: the chances of the first side before and after, and what of the change was luck."""

    first: int
    last: int  # the entry after it
    turn: int
    side: int  # whose part it is; beyond the sides where it is nobody's
    before: float
    after: float
    luck: float

    @property
    def change(self) -> float:
        """What it brought the first side."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Missed:
    """A side that was done with its attacks although one more promised something."""

    number: int
    turn: int
    side: int
    action: str
    gain: float  # on the scale of the appreciation


@dataclass
class Report:
    """What can be said of a game. Chances are those of the first side."""

    sides: tuple[str, ...]
    games: int = 0  # that were played on from its positions
    won: float = 0.0  # of those, by the first side
    fitted: bool = False
    entries: int = 0
    course: list[tuple[int, int, float]] = field(default_factory=list)  # entry, turn, chance
    phases: list[Phase] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)

    @property
    def margin(self) -> float:
        """How far the chances may be off, as two times in three: they come from so many games."""
        games = self.games if self.fitted else TRIED
        return 0.5 / math.sqrt(max(1, games))

    @property
    def luck(self) -> float:
        """What the dice gave the first side in all."""
        return sum(die.luck for die in self.dice)

    def turning_points(self, most: int = 5) -> list[Phase]:
        """The phases that changed most, in the order of the game."""
        found = sorted(self.phases, key=lambda phase: -abs(phase.change))[:most]
        return sorted((p for p in found if abs(p.change) >= 2 * MATTERS), key=lambda phase: phase.first)

    def great_dice(self, most: int = 6) -> list[Die]:
        """The dice that mattered most, in the order of the game."""
        found = sorted(self.dice, key=lambda die: -abs(die.luck))[:most]
        return sorted((d for d in found if abs(d.luck) >= MATTERS), key=lambda die: die.number)

    def best_missed(self, side: int, most: int = 3) -> list[Missed]:
        """The attacks a side missed that promised most, the best first."""
        return sorted((m for m in self.missed if m.side == side), key=lambda missed: -missed.gain)[:most]

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "sides": self.sides,
            "games": self.games,
            "won": self.won,
            "fitted": self.fitted,
            "margin": self.margin,
            "luck": self.luck,
            "course": [{"entry": number, "turn": turn, "chance": chance} for number, turn, chance in self.course],
            "phases": [asdict(phase) for phase in self.phases],
            "dice": [{**asdict(die), "luck": die.luck} for die in self.dice],
            "missed": [asdict(missed) for missed in self.missed],
        }


def report(
    record: Record, progress: Callable[[Work], None] | None = None, seconds: float | None = None, games: int = GAMES
) -> Report:
    """The report of a record, as far as it can be followed. The play-outs take no longer than the seconds given."""
    for found in study(record, seconds, games):
        if isinstance(found, Report):
            return found
        if progress:
            progress(found)
    raise AssertionError("a study ends with its report")


def study(record: Record, seconds: float | None = None, games: int = GAMES) -> Iterator[Work | Report]:
    """The same in small pieces of work, so that it can be told how far it has come; the last is the report."""
    state = record.start()
    made = Report(tuple(state.rules.sides), entries=len(record.entries))
    appreciation = state.rules.appreciation
    of = games + len(record.entries)
    chances: Chances
    if appreciation is None:
        chances, done = Tried(TRIED), games
        yield Work(done, of)
    else:
        samples: list[Sample] = []
        scores: list[float] = []
        for done, played in enumerate(_played(record, appreciation, seconds, games), 1):
            samples += played
            scores.append(played[0].score)
            yield Work(done, of)
        made.games, made.won, made.fitted = len(scores), sum(scores) / max(1, len(scores)), True
        chances, done = Fitted(state.rules, appreciation, fit(samples)), games
    for number in _walk(record, state, chances, made, appreciation):
        yield Work(done + number + 1, of)
    if isinstance(chances, Tried):
        made.games = chances.played
    yield made


# --- play-outs ----------------------------------------------------------------------------------------------------------
def _played(record: Record, appreciation: Appreciation, seconds: float | None, games: int) -> Iterator[list[Sample]]:
    """Games from the positions of the record in turn, spread over its length; each with what it came through."""
    begun = time.perf_counter()
    starts = _starts(record)
    rng = random.Random(len(record.entries))
    for number in range(games):
        if seconds is not None and number >= LEAST and time.perf_counter() - begun > seconds:
            return
        # the golden ratio spreads any number of picks evenly; early ones are more, since they come through later times as well
        start = starts[int((number * 0.6180339887 % 1) ** 2 * len(starts))]
        turns, looks = turns_of(start.rules), [_look(start, appreciation, turns_of(start.rules))]

        def look(state: State, turns: int = turns, looks: list[tuple[float, float]] = looks) -> None:
            if state.step >= state.rules.first and rng.random() < LOOKS:
                looks.append(_look(state, appreciation, turns))

        score = play_out(start, number, look=look)
        yield [Sample(at, worth, score) for at, worth in looks]


def _look(state: State, appreciation: Appreciation, turns: int) -> tuple[float, float]:
    return time_of(state, turns), appreciation.worth(state, 0)


def _starts(record: Record) -> list[State]:
    """The positions where a player's part of a turn began."""
    state = record.start()
    found: list[State] = []
    seen: tuple[int, int] | None = None
    for entry in record.entries:
        if _part(state, seen) != seen and not state.frame.chance and state.step >= state.rules.first:
            seen = _part(state, seen)
            found.append(state.copy())
        if record._step(state, entry):
            break
    return found or [record.start()]


def _part(state: State, before: tuple[int, int] | None) -> tuple[int, int]:
    """The player's part of a turn that a state is in; a step that is nobody's belongs to the part before it."""
    side = state.rules.sequence[state.step].side
    nobody = side >= len(state.rules.sides)
    return state.turn, before[1] if nobody and before is not None else side


# --- the walk -----------------------------------------------------------------------------------------------------------
def _walk(record: Record, state: State, chances: Chances, made: Report, appreciation: Appreciation | None) -> Iterator[int]:
    """Through the game once: the chances at each part of a turn, the luck of each die, attacks that were missed."""
    rng = random.Random(0)
    part: tuple[int, int] | None = None
    first, before, luck = 0, 0.0, 0.0

    def close(number: int, now: float) -> None:
        if part is not None:
            made.phases.append(Phase(first, number, part[0], part[1], before, now, luck))

    for number, entry in enumerate(record.entries):
        if _part(state, part) != part:
            now = chances.of(state)
            close(number, now)
            part, first, before, luck = _part(state, part), number, now, 0.0
            made.course.append((number, state.turn, now))
        if entry.sealed:
            break
        action = state.parse(entry.text)
        if state.frame.chance:
            die = _die(state, action, number, chances, appreciation)
            luck += die.luck
            made.dice.append(die)
            made.course.append((number + 1, state.turn, die.actual))
        elif not entry.forced and appreciation is not None:
            made.missed += _missed(state, action, number, appreciation, rng)
        if record._step(state, entry):
            break
        yield number
    end = chances.of(state)
    close(len(record.entries), end)
    made.course.append((len(record.entries), state.turn, end))


def _die(state: State, action: int, number: int, chances: Chances, appreciation: Appreciation | None) -> Die:
    faces = {face: (float(odds), _afterwards(state, face, chances, appreciation)) for face, odds in state.outcomes()}
    expected = sum(odds * chance for odds, chance in faces.values())
    actual = faces[action][1] if action in faces else _afterwards(state, action, chances, appreciation)
    sign = 1 if actual >= expected else -1
    odds = sum(share for share, chance in faces.values() if sign * chance >= sign * actual - 1e-9)
    return Die(number, expected, actual, min(1.0, odds))


def _afterwards(state: State, action: int, chances: Chances, appreciation: Appreciation | None) -> float:
    """The chance after an answer of fate, once the questions that follow from it have been answered."""
    after = state.copy()
    after.apply(action)
    if appreciation is None:
        return chances.of(after)  # who plays on answers them
    step, rng = after.step, random.Random(1)
    for _ in range(SEQUEL):
        if after.outcome is not None or after.frame.side == CHANCE or after.step != step or not after.stack:
            break
        answers = list(after.legal().main)
        after.apply(max(weigh(after, answers, appreciation, rng))[2] if len(answers) > 1 else answers[0])
    return chances.of(after)


def _missed(state: State, action: int, number: int, appreciation: Appreciation, rng: random.Random) -> Iterator[Missed]:
    """An attack that was open and promising when its side said that it was done; by that side's own appreciation."""
    rules = state.rules
    if rules.verbs.verb(action).name not in rules.system.play.main:
        return
    answers = list(state.legal().main)
    attacks = [a for a in answers if _attacks(state, a)]
    if action not in answers or not attacks:
        return
    deliberate = getattr(appreciation, "deliberate", None)
    known = dict(deliberate(state, answers)) if deliberate else {}
    rest = [a for a in (action, *attacks) if a not in known]
    weighed = {**known, **{a: gain for gain, _tie, a in weigh(state, rest, appreciation, rng)}} if rest else known
    best = max(attacks, key=lambda answer: weighed.get(answer, 0.0))
    gain = weighed.get(best, 0.0) - weighed.get(action, 0.0)
    if gain >= WORTH:
        yield Missed(number, state.turn, state.frame.side, state.text(best), gain)


def _attacks(state: State, action: int) -> bool:
    """Does an answer name a hex where the enemy stands, and nothing else?"""
    verbs = state.rules.verbs
    if [field.type for field in verbs.all[action & VERB].fields] != ["hex"]:
        return False
    place, target = getattr(state, state.layout.rows[0].name), action >> A_SHIFT & FIELD
    ranges = state.rules.forces.ranges
    return any(
        place[unit] == target for side in range(len(ranges)) if side != state.frame.side for unit in range(*ranges[side])
    )
