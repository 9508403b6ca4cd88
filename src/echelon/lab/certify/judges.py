"""The two judges: the generator lists exactly the actions that the law lets pass, in every state, without doubles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable

from echelon.core.rulings import Ruling
from echelon.core.state import State
from echelon.lab.certify.finding import Finding, Findings, found
from echelon.lab.certify.universe import universe

__all__ = ["answers", "judges", "own_actions", "own_view"]

Heard = Callable[[State, int, list[Ruling]], None]  # told every verdict of the law: action and rulings


def judges(state: State, rng: random.Random, full: int, heard: Heard) -> Findings:
    """The generator and the law agree on every action of the universe."""
    legal = list(state.legal())
    before = state.content()
    kind = state.frame.kind.name
    doubles = [action for action, count in Counter(legal).items() if count > 1]
    for action in doubles:
        verb = state.rules.verbs.verb(action).name
        text = state.text(action)
        yield found("judges", f"double {kind} {verb}", f"{text!r} appears twice in the list of {kind}", state)
    listed = set(legal)
    for action in universe(state, legal, rng, full):
        rulings = state.why_not(action)
        heard(state, action, rulings)
        if bool(rulings) == (action in listed):
            yield _differ(state, action, rulings)
    for action in legal:
        if state.rules.verbs.verb(action).name not in state._verbs():
            yield found("judges", f"verb {kind}", f"{state.text(action)!r} is listed by {kind}, which has no such verb", state)
    if state.content() != before:
        yield found("judges", f"changed {kind}", f"listing the legal actions of {kind} changed the state", state)


def _differ(state: State, action: int, rulings: list[Ruling]) -> Finding:
    text, kind = state.text(action), state.frame.kind.name
    verb = state.rules.verbs.verb(action).name
    if rulings:
        clauses = sorted({r.clause for r in rulings})
        message = f"the generator lists {text!r} in {kind}, but the law refuses it: {' '.join(clauses)}"
        return found("judges", f"refused {kind} {verb} {clauses}", message, state, (), {"refused": {text: clauses}})
    message = f"the law allows {text!r} in {kind}, but the generator does not list it"
    return found("judges", f"missing {kind} {verb}", message, state, (), {"legal": [text]})


def answers(state: State) -> Findings:
    """Somebody can answer: a player has an action, chance has outcomes whose chances add up to one."""
    frame = state.frame
    kind = frame.kind.name
    if state.outcome is not None:
        if list(state.legal()) or state.stack:
            yield found("dead end", "over", "the game is over, but a question is open", state)
        return
    if frame.chance:
        outcomes = state.outcomes()
        if not outcomes:
            yield found("dead end", f"chance {kind}", f"the chance question {kind} has no outcomes", state)
        elif sum(chance for _action, chance in outcomes) != 1 or any(chance <= 0 for _action, chance in outcomes):
            yield found("dead end", f"chances {kind}", f"the chances of {kind} are not positive or do not add up to 1", state)
        elif len({action for action, _chance in outcomes}) != len(outcomes):
            yield found("dead end", f"outcomes {kind}", f"an outcome of {kind} appears twice", state)
    elif not state.legal().main:
        side = state.rules.side_name(frame.side)
        yield found("dead end", f"player {kind}", f"{side} has the question {kind} without a legal answer", state)


def own_actions(state: State, actions: Iterable[int], side: int) -> list[int]:
    """Those that answer a question put to this side: a ledger of another side's may stand open beside it."""
    return [a for a in actions if (frame := state.frame_of(a)) is not None and frame.side == side]


def own_view(state: State) -> Findings:
    """The answering side sees all its legal actions in its own view."""
    frame = state.frame
    if frame.chance or state.outcome is not None:
        return
    legal, seen = own_actions(state, state.legal(), frame.side), own_actions(state, state.view(frame.side).legal(), frame.side)
    if legal != seen:
        side = state.rules.side_name(frame.side)
        only = sorted(state.text(a) for a in set(legal) ^ set(seen))
        message = f"{side} has other legal actions in {frame.kind.name} than its own view shows: {', '.join(only[:4])}"
        yield found("view", f"legal {frame.kind.name}", message, state)
