"""Leads: what a press brings with it up to the next choice of a person.

No press may throw a die, end a step or hand over the turn unless its button says so: what it does not say is held, and another
press that does say it carries it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from collections.abc import Collection

    from echelon.core.state import State
    from echelon.core.table import Table

__all__ = ["ASKS", "DIE", "LEADS", "OVER", "STEP", "TURN", "Lead", "LeadsTo", "commits", "lead_of", "part_of", "said_by"]

LeadsTo = Literal["die", "asks", "step", "turn", "over"]
DIE: Final = "die"  # a die is thrown
ASKS: Final = "asks"  # a battle or the like begins, and the other side is asked about it
STEP: Final = "step"  # the step of the sequence ends
TURN: Final = "turn"  # the other side's part of the turn begins
OVER: Final = "over"  # the game ends
LEADS: tuple[LeadsTo, ...] = (DIE, ASKS, STEP, TURN, OVER)


class Lead(NamedTuple):
    """What a line leads to, and which of it nothing has said yet."""

    found: tuple[LeadsTo, ...]
    unsaid: tuple[LeadsTo, ...]
    before: State  # before the last action of the line
    action: int  # that action; -1 if the line cannot be played

    @property
    def fights(self) -> bool:
        """Is it a battle that the die or the question belongs to?"""
        return self.action >= 0 and "column" in self.before.preview(self.action)


def commits(state: State, action: int, after: State) -> bool:
    """Does a die fall at once on an answer, or a battle begin that the other side answers? `after` is the state it leads to."""
    return after.frame.chance or (after.frame.side != state.frame.side and "column" in state.preview(action))


def part_of(state: State) -> int:
    """Whose part of the turn it is."""
    return state.rules.sequence[state.step].whose if state.step >= 0 else -1


def lead_of(table: Table, line: int | str, side: int | None = None, said: Collection[str] = ()) -> Lead:
    """What a line leads to when it is played here, as far as its side can know: up to the first die. `said` is what the button
    says by itself, beside what its verb says."""
    start = table.state
    view = start if side is None or not start.layout.secrets else start.view(side).state
    trial = table.fork(view)
    first = len(trial.moves)
    try:
        trial.do(line, side)
    except EchelonError:
        return Lead((), (), start, -1)  # whoever plays it hears why it cannot be done
    after = trial.state
    own = [i for i in range(first, len(trial.moves)) if not trial.moves[i].forced]
    if not own:  # a line of nothing but its separators
        return Lead((), (), start, -1)
    last, action = trial.before(own[-1]), trial.moves[own[-1]].action
    found = _crossed(view, after, trial.moves[own[-1]].side)
    known = {*said, *said_by(last, action)}
    return Lead(found, tuple(one for one in found if one not in known), last, action)


def said_by(state: State, action: int) -> tuple[LeadsTo, ...]:
    """What the words of an answer say it leads to: by its kind of question and verb, or by its verb alone."""
    says, name = state.rules.system.show.says, state.rules.verbs.verb(action).name
    frame = state.frame_of(action) or state.frame
    return says.get(f"{frame.kind.name}.{name}", says.get(name, ()))


def _crossed(before: State, after: State, asked: int) -> tuple[LeadsTo, ...]:
    """What lies between two states, the second of them before its die."""
    if after.outcome is not None:
        return (OVER,)
    if after.step != before.step and part_of(after) != part_of(before):
        return (TURN,)  # what comes then is the other side's
    found: list[LeadsTo] = []
    if after.frame.chance or after.rolls != before.rolls:
        found.append(DIE)
    elif after.frame.side != asked and asked == part_of(before):
        found.append(ASKS)
    if after.step != before.step:
        found.append(STEP)
    return tuple(found)
