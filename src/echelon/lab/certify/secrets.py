"""Secrets: whatever a side cannot know makes no difference to anything it can see, ask, do or take back.

The other side's secrets are replaced by another possible value; the side's view of both states must be the same, and stay the
same through any action, unless the action discloses something in both.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from echelon.core.errors import EchelonError
from echelon.core.parts import Play
from echelon.core.state import Event, State
from echelon.core.views import View, visible
from echelon.lab.certify.copies import derived
from echelon.lab.certify.finding import Finding, Findings, found
from echelon.lab.certify.judges import own_actions
from echelon.lab.certify.sentences import questions
from echelon.lab.certify.universe import universe

__all__ = ["Guesses", "secrets"]

ENOUGH = 50  # after so many chances to guess a secret, a guess should have been made


class Guesses:
    """Whether secrets are guessed at all: if not, comparing a state with its guess proves little."""

    def __init__(self) -> None:
        self.hidden: Counter[str] = Counter()
        self.made: Counter[str] = Counter()

    def heard(self, state: State, guess: State, side: int) -> None:
        """A guess was made at a state of which the side does not know everything."""
        for slot in state.layout.secrets:
            known = slot.secret == side or state.rules.revealed(state, slot.name, side)
            if not known and getattr(state, slot.name) != slot.unknown:
                self.hidden[slot.name] += 1
                self.made[slot.name] += getattr(guess, slot.name) != slot.unknown

    def missing(self, state: State) -> Findings:
        """The secrets that were there to be guessed and never were."""
        unset = state.rules.system.play.guess is Play.guess
        for name, times in self.hidden.items():
            if not unset and times >= ENOUGH and not self.made[name]:
                yield found("secret", f"no guess {name}", f"{name!r} was hidden {times} times and never guessed", state)


def secrets(state: State, rng: random.Random, guesses: Guesses, deep: bool = False) -> Findings:
    """Nothing a side may not know shows in its view, its legal actions, questions and refusals, nor in what follows."""
    if not all(slot.derives for slot in state.layout.secrets):
        for side in range(len(state.rules.sides)):
            yield from derived(state.view(side).state, rng, caches=True)
    # sets and caches that hold a secret would be the same in a state and its guess, and go unseen: work them out in both
    state = state.copy()
    state.rules.rebuild(state)
    for side in range(len(state.rules.sides)):
        view = state.view(side)
        yield from _bare(state, view, side)
        if view.waiting:
            yield from _secret_answer(state, side, rng)
            continue
        other = view.sample(rng)
        state.rules.rebuild(other)
        guesses.heard(state, other, side)
        if other.content() == state.content():
            continue  # nothing hidden, or guessed right
        for problem in other.problems():
            name = state.rules.side_name(side)
            yield found("secret", f"guess {name}", f"what {name} guesses contradicts {problem.clause}", state)
            return
        yield from _alike(state, other, side, rng, deep)
        if state.outcome is None:
            yield from _stays_alike(state, other, side, rng)


def _finding(key: str, state: State, side: int, message: str, do: tuple[str, ...] = ()) -> Finding:
    name, kind = state.rules.side_name(side), state.frame.kind.name
    return found("secret", f"{key} {kind} {name}", f"{name} can find out what is hidden from it: {message}", state, do)


def _bare(state: State, view: View, side: int) -> Findings:
    """The view holds neither the seed nor another side's secret."""
    if view.state.seed:
        yield _finding("seed", state, side, "its view holds the seed of the dice")
    for slot in state.layout.secrets:
        hidden = slot.secret != side and not state.rules.revealed(state, slot.name, side)
        if hidden and getattr(view.state, slot.name) != slot.unknown:
            yield _finding(f"slot {slot.name}", state, side, f"its view holds {slot.name!r}")
    for action in list(state.legal())[:3] if view.waiting else ():
        if view.legal() or not view.why_not(action) or view.preview(action):
            yield _finding("waiting", state, side, "its view answers another side's secret question")
            break


def _alike(state: State, other: State, side: int, rng: random.Random, deep: bool) -> Findings:
    """Two states that differ only in what the side cannot know look the same to it."""
    one, two = state.view(side), other.view(side)
    asked = questions(state, rng)
    near: list[int] = []
    if state.outcome is None and not state.frame.chance:
        near = universe(state, one.legal(), rng, full=0, most=12)
    looks: list[tuple[str, Callable[[View], Any]]] = [
        ("its view", lambda view: view.content()),
        ("the prompt", lambda view: view.prompt()),
        ("the legal actions", lambda view: view.legal()),
        ("the outcomes of chance", lambda view: view.state.outcomes()),
        *((f"the answer to {q!r}", lambda view, q=q: _reply(view, q)) for q in asked),
        *((f"the refusal of {state.text(a)!r}", lambda view, a=a: view.why_not(a)) for a in near),
        *((f"the preview of {state.text(a)!r}", lambda view, a=a: view.preview(a)) for a in one.legal()[:4]),
    ]
    if deep:
        looks.append(("the position of its view", lambda view: view.position()))
    for what, look in looks:
        if look(one) != look(two):
            yield _finding(what.split("'")[0], state, side, f"{what} differs with it")
            return
    if own_actions(state, state.legal(), side) != own_actions(other, other.legal(), side):
        yield _finding("own legal", state, side, "what it may do depends on it")


def _reply(view: View, question: str) -> Any:
    try:
        return view.ask(question)
    except EchelonError as error:
        return str(error)


def _stays_alike(state: State, other: State, side: int, rng: random.Random) -> Findings:
    """The same action leaves the two alike, or discloses something in both."""
    chance = state.frame.chance
    actions = [a for a, _chance in state.outcomes()] if chance else list(state.legal())
    possible = [a for a in actions if chance or not other.why_not(a)]
    if state.frame.kind.secret and state.frame.owner != side:
        return
    for action in rng.sample(possible, min(4, len(possible))):
        (one, seen_one), (two, seen_two) = _after(state, action, side), _after(other, action, side)
        same = one.view(side).content() == two.view(side).content() and seen_one == seen_two
        disclosed = one.reveals > state.reveals or two.reveals > other.reveals
        if not same and not (disclosed and _final(state, one) and _final(other, two)):
            text = state.text(action)
            message = (
                f"after {text!r} its view or log differs with it: a reveal that was not counted, or that undo would give away"
            )
            yield _finding(f"after {text.split()[0]}", state, side, message, (text,))
            return


def _final(before: State, after: State) -> bool:
    """Undo does not reach back behind what happened: else trying it would tell which of two cases it is."""
    same_side = after.frame.side == before.frame.side
    return after.reveals > before.reveals or after.rolls > before.rolls or not same_side


def _secret_answer(state: State, side: int, rng: random.Random) -> Findings:
    """Whatever the other side answers in secret, this side sees the same."""
    actions = [action for action, _ in state.outcomes()] if state.frame.chance else list(state.legal())
    if len(actions) < 2:
        return
    first, second = rng.sample(actions, 2)
    (one, seen_one), (two, seen_two) = _after(state, first, side), _after(state, second, side)
    if one.reveals > state.reveals and two.reveals > state.reveals:
        return  # by an option nothing is secret: the answer is disclosed at once
    if one.view(side).content() != two.view(side).content() or seen_one != seen_two:
        texts = f"{state.text(first)!r} and {state.text(second)!r}"
        yield _finding("answer", state, side, f"its view or log differs after the secret answers {texts}", (state.text(first),))


def _after(state: State, action: int, side: int) -> tuple[State, list[Event]]:
    after = state.copy()
    after.log = []
    after.apply(action)
    seen = [event for event in after.log if visible(event, side)]
    return after, seen
