"""Advice where a system has no appreciation: every answer is tried by playing games to their end.

A unit that could be taken in hand is tried in every hex it can reach, since taking it says nothing yet. The same dice fall for
every candidate; after some rounds the worse ones are dropped, so that the time goes to those between which it is close.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from echelon.advice.playouts import play_out
from echelon.advice.reach import reach
from echelon.core.verbs import A_SHIFT, FIELD, VERB
from echelon.players.thinking import Info

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.views import View
    from echelon.players.thinking import Thinking

__all__ = ["Trial", "try_out"]

MOST = 24  # candidates
ROUND = 2  # games of each between two cuts
KEPT = 4  # candidates that are never cut
SHOWN = 3


class Trial(NamedTuple):
    """A line that could be played, and the state it leads to."""

    line: tuple[str, ...]
    after: State


def try_out(view: View, thinking: Thinking, rng: random.Random) -> tuple[str, ...]:
    """The line that did best in the games there was time for; tells what it and the next best won."""
    state = view.sample(rng) if view.state.layout.secrets else view.state
    side = state.frame.side
    candidates = _candidates(state, rng)
    if len(candidates) == 1:
        return candidates[0].line
    scores = dict.fromkeys(range(len(candidates)), (0.0, 0))
    seed = rng.getrandbits(32)
    number = 0
    while not (thinking.over() and number):
        for i, (won, games) in scores.items():
            score = play_out(candidates[i].after, seed + number)
            scores[i] = (won + (score if side == 0 else 1 - score), games + 1)
            thinking.spend()
            if number and thinking.over():
                break
        number += 1
        if number % ROUND == 0 and len(scores) > KEPT:
            order = sorted(scores, key=lambda i: -scores[i][0] / scores[i][1])
            scores = {i: scores[i] for i in order[: max(KEPT, len(order) // 3)]}
    most = max(games for _won, games in scores.values())
    ranked = sorted((-won / games, i) for i, (won, games) in scores.items() if games >= most - 1)
    if thinking.heard:
        _tell(thinking, [(-loss, candidates[i].line, scores[i][1]) for loss, i in ranked[:SHOWN]])
    return candidates[ranked[0][1]].line


def _candidates(state: State, rng: random.Random) -> list[Trial]:
    """The answers, those that take a unit in hand as the marches that follow."""
    found: list[Trial] = []
    verbs = state.rules.verbs
    for action in state.legal().main:
        fields = verbs.all[action & VERB].fields
        ways = reach(state, action >> A_SHIFT & FIELD, 400) if [f.type for f in fields] == ["unit"] else None
        marches = [] if ways is None else [Trial(ways.lines[h], ways.ends[h]) for h in ways.costs if h not in ways.chances]
        if marches and marches[0].line[0] == state.text(action):
            found += marches
        else:
            after = state.copy()
            after.apply(action)
            found.append(Trial((state.text(action),), after))
    return found if len(found) <= MOST else rng.sample(found, MOST)


def _tell(thinking: Thinking, ranked: list[tuple[float, tuple[str, ...], int]]) -> None:
    (share, line, games), *others = ranked
    fields = {"share": f"{share:.0%}", "games": str(games)}
    for i, (value, texts, _games) in enumerate(others, 1):
        fields |= {f"other{i}": "; ".join(texts), f"share{i}": f"{value:.0%}"}
    thinking.tell(
        Info(nodes=thinking.nodes, seconds=thinking.elapsed, score=share, plan="tried", key="tried", fields=fields, line=line)
    )
