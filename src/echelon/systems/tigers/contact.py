"""A player who seeks contact: towards enemies and objectives, and into questions that random play seldom meets."""

from __future__ import annotations

import random
from collections.abc import Sequence

from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.tigers.frames import VERBS, Drop, Place, Step
from echelon.systems.tigers.state import GERMAN, TigersState

__all__ = ["push"]

_MOVE_CODE, _PLACE_CODE = VERBS.code("move"), VERBS.code("place")
_WAITING = "end stop pass hold keep done finish halt cancel spare standard"
_SEEKING = "attack with also set confirm fight advance bomb intercept attach enter"
_RELUCTANT, _KEEN = (frozenset(VERBS.code(verb) for verb in words.split()) for words in (_WAITING, _SEEKING))


def push(s: TigersState, actions: Sequence[int], rng: random.Random) -> int:
    """The choice of a player who seeks contact: towards enemies and objectives; attack, fight, advance rather than wait."""
    if isinstance(s.frame, Place):
        return _crowded(s, actions, rng)
    if isinstance(s.frame, Drop) and rng.random() < 0.7:
        front = s.rules.board.lattice.ring(s.german)
        return rng.choice([a for a in actions if s.rules.board.bit[a >> A_SHIFT] & front] or list(actions))
    if isinstance(s.frame, Step):
        nearer = _towards(s, s.frame, actions, rng)
        if nearer >= 0 and rng.random() < 0.85:
            return nearer
    keen = [a for a in actions if a & VERB in _KEEN]
    if keen and rng.random() < 0.7:
        return rng.choice(keen)
    willing = [a for a in actions if a & VERB not in _RELUCTANT]
    return rng.choice(willing) if willing and rng.random() < 0.9 else rng.choice(list(actions))


def _crowded(s: TigersState, actions: Sequence[int], rng: random.Random) -> int:
    """A unit of the set-up where others stand already; in half of the games no SS unit south of TIG-SET-6's hex."""
    rules = s.rules
    board, taken = rules.board, s.occupied[GERMAN]
    places = [a for a in actions if a & VERB == _PLACE_CODE]
    if s.dump % 2 and "1407" in board.ids:
        line = board.center(board.ids["1407"])[1]
        places = [
            a for a in places if not rules.ss >> (a >> A_SHIFT & FIELD) & 1 or board.center(a >> B_SHIFT & FIELD)[1] <= line
        ]
    close = [a for a in places if board.bit[a >> B_SHIFT & FIELD] & taken]
    return rng.choice(close if close and rng.random() < 0.7 else places or list(actions))


def _towards(s: TigersState, f: Step, actions: Sequence[int], rng: random.Random) -> int:
    """A step to a hex nearer to an enemy or an objective, -1 for none."""
    rules = s.rules
    moves = [a for a in actions if a & VERB == _MOVE_CODE]
    towns = rules.town | rules.city
    goals = s.strong[1 - f.side] | towns & (~s.german if f.side == GERMAN else s.german)
    if not moves or not goals:
        return -1
    rows = [rules.far[goal] for goal in rules.board.members(goals)]

    def far(h: int) -> int:
        return min(row[h] for row in rows)

    best = min(moves, key=lambda a: (far(a >> B_SHIFT & FIELD), rng.random()))
    return best if far(best >> B_SHIFT & FIELD) < far(s.pos[best >> A_SHIFT & FIELD]) else -1
