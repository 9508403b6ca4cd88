"""The same judgement, rougher and faster, for games that are only played in the mind: where units are drawn to is kept as it
was found first in a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add

from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.colonnes.appreciation import ColonnesAppreciation
from echelon.systems.colonnes.frames import VERBS, Pick, Step
from echelon.systems.colonnes.play.odds import Combat
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED, ColonnesState

__all__ = ["RoughAppreciation"]

_VICTORY = 6.0  # in points
_PROGRESS = 0.3  # of the way that a unit has come, what counts beside the worth of a state
_STEPS = bytes(n & REDUCED for n in range(256))
_EXIT, _STOP = VERBS.code("exit"), VERBS.code("stop")


class _Field(dict[int, float]):
    """A field of pull, hex by hex as it is asked for."""

    def __init__(self, pull: Callable[[int], float]) -> None:
        super().__init__()
        self._pull = pull

    def __missing__(self, h: int) -> float:
        value = self[h] = self._pull(h)
        return value


class RoughAppreciation(ColonnesAppreciation):
    """For rehearsals."""

    def __init__(self, whole: ColonnesAppreciation) -> None:
        self.__dict__.update(vars(whole))  # distances are worked out already
        self._fields: dict[tuple[int, int], _Field] = {}
        self._eagerness: dict[int, dict[int, float]] = {}  # by turn; by the answer and where the unit stands
        self._leads: dict[tuple[int, ...], float] = {}
        self._parts: dict[int, dict[int, float]] = {}  # by turn; by unit, state and place: what it adds to the worth
        self._fights: tuple[tuple[object, ...], dict[Combat, float]] = ((), {})
        self._keys = [u << 20 for u in self.order]
        self._convoys = sum(1 << 8 * u for u in bits_of(self.rules.convoys))

    def worth(self, s: ColonnesState, side: int) -> float:
        """At the end of the game the victory counts beside the points: one that is sure is not risked for more of them."""
        total = self._standing(s) if side == GERMAN else -self._standing(s)
        if s.outcome is not None and s.outcome[0] is not None:
            total += _VICTORY if s.outcome[0] == side else -_VICTORY
        return total

    def _standing(self, s: ColonnesState) -> float:
        """What the whole appreciation says for the Germans: the same parts in the same order, each worked out once."""
        parts = self._parts.get(s.turn)
        if parts is None:
            parts = self._parts[s.turn] = {}
        known = parts.get
        (a, b), (c, d) = self.rules.forces.ranges[GERMAN], self.rules.forces.ranges[ALLIED]
        states, places = s.status.translate(_STEPS), s.pos
        rows = zip(self._keys, states[a:b] + states[c:d], places[a:b] + places[c:d], strict=True)
        keys = [u | state << 16 | h for u, state, h in rows]
        found = [known(key) for key in keys]
        if None in found:
            left = self.left(s)
            for at, key in enumerate(keys):
                if found[at] is None:
                    found[at] = parts[key] = self.part(s, key >> 20, left)
        return reduce(add, found, self._lead(s))

    def _lead(self, s: ColonnesState) -> float:
        """The points as they stand, by what they rest on."""
        rules = self.rules
        key = (
            s.exit_points, s.allied_steps, s.german_steps, s.german_prizes, s.cut_turns,
            (s.fielded & self._convoys).bit_count(), s.fighters[GERMAN] & rules.crest, s.fighters[ALLIED] & rules.montelimar,
        )  # fmt: skip
        found = self._leads.get(key)
        if found is None:
            found = self._leads[key] = self.lead(s)
        return found

    def heed(self, unit: int, side: int) -> float:
        """The worth of a state counts most of the way already."""
        return _PROGRESS

    def measure(self, s: ColonnesState, side: int, come: float) -> float:
        """What a state is worth, and how far everybody has come."""
        return self.worth(s, side) + come

    def foresee(self, s: ColonnesState, answers: Sequence[int]) -> dict[int, float]:
        """There is no such question in this game."""
        return {}

    # --- answers ----------------------------------------------------------------------------------------------------------
    def field(self, s: ColonnesState, unit: int) -> _Field:
        """Of every hex, how good it is; whoever has moved meanwhile."""
        key = (unit, s.turn)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = _Field(super().pull(s, unit))
        return found

    def pull(self, s: ColonnesState, unit: int) -> Callable[[int], float]:
        """The same of a hex that is asked for."""
        return self.field(s, unit).__getitem__

    def opinions(self, s: ColonnesState, answers: Sequence[int]) -> Sequence[float | None]:
        """Who is taken, and steps, by what is remembered of the fields."""
        if isinstance(s.frame, Pick):
            return self._eager_ones(s, answers)
        if isinstance(s.frame, Step):
            return self._steps(s, s.frame[1], answers)
        return super().opinions(s, answers)

    def fights(self, s: ColonnesState) -> dict[Combat, float]:
        """Whoever joins, the next question is about the same combat."""
        here = (s.pos.tobytes(), s.status.translate(_STEPS), s.unsupplied)
        if self._fights[0] != here:
            self._fights = (here, {})
        return self._fights[1]

    def _eager_ones(self, s: ColonnesState, answers: Sequence[int]) -> list[float | None]:
        known = self._eagerness.get(s.turn)
        if known is None:
            known = self._eagerness[s.turn] = {}
        pos, get = s.pos, known.get
        found = [get(action << 12 | pos[action >> A_SHIFT]) for action in answers]
        if None in found:
            for at, action in enumerate(answers):
                if found[at] is None:
                    found[at] = known[action << 12 | pos[action >> A_SHIFT]] = self.eager(s, action)
        return found

    def _steps(self, s: ColonnesState, unit: int, answers: Sequence[int]) -> list[float | None]:
        found: list[float | None] = []
        field, here, now = None, s.pos[unit], 0.0
        for action in answers:
            verb = action & VERB
            if verb == _STOP:
                found.append(0.0)
            elif verb == _EXIT:
                found.append(40.0)
            else:
                if field is None:
                    field = self.field(s, unit)
                    now = field[here]
                found.append(field[action >> B_SHIFT & FIELD] - now)
        return found
