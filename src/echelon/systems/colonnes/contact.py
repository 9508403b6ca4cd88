"""A player who seeks contact: towards enemies and objectives, and into questions that random play seldom meets."""

from __future__ import annotations

import random
from collections.abc import Sequence

from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.colonnes.facts.units import friends_at, is_holder
from echelon.systems.colonnes.frames import VERBS, Columns, Pick, Step
from echelon.systems.colonnes.state import GERMAN, ColonnesState

__all__ = ["push"]

_MOVE = VERBS.code("move")
_WAITING, _SEEKING = "end stop done finish halt yield", "attack with fight spend support advance exit ferry hold"
_RELUCTANT, _KEEN = (frozenset(VERBS.code(verb) for verb in words.split()) for words in (_WAITING, _SEEKING))


def push(s: ColonnesState, actions: Sequence[int], rng: random.Random) -> int:
    """The choice of a player who seeks contact: towards enemies and exits; attack, spend, advance rather than wait."""
    frame = s.frame
    if isinstance(frame, Step):
        nearer = _towards(s, frame, actions, rng)
        if nearer >= 0 and rng.random() < 0.8:
            return nearer
    elif isinstance(frame, Columns) and rng.random() < 0.5:
        return max(actions, key=lambda a: (len(friends_at(s, frame.side, a >> A_SHIFT & FIELD)), a))
    elif isinstance(frame, Pick) and rng.random() < 0.08:
        return VERBS.make("end")
    keen = [a for a in actions if a & VERB in _KEEN]
    if keen and rng.random() < 0.75:
        return rng.choice(keen)
    willing = [a for a in actions if a & VERB not in _RELUCTANT]
    return rng.choice(willing) if willing and rng.random() < 0.9 else rng.choice(list(actions))


def _towards(s: ColonnesState, f: Step, actions: Sequence[int], rng: random.Random) -> int:
    """A step to a hex nearer to an enemy, an exit or the road, -1 for none."""
    rules = s.rules
    board = rules.board
    moves = [a for a in actions if a & VERB == _MOVE]
    low, high = rules.forces.ranges[1 - f.side]
    goals = {s.pos[u] for u in range(low, high) if s.pos[u] < board.n and is_holder(s, u)}
    goals.update(board.members(rules.exits if f.side == GERMAN else rules.cut))
    if not moves or not goals:
        return -1

    def far(h: int) -> int:
        return min(board.distance(h, goal) for goal in goals)

    best = min(moves, key=lambda a: (far(a >> B_SHIFT & FIELD), rng.random()))
    return best if far(best >> B_SHIFT & FIELD) < far(s.pos[f.unit]) else -1
