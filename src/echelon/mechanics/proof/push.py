"""A player who seeks contact: towards the nearest enemy or goal, attack, fight, advance."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from echelon.core.verbs import B_SHIFT, FIELD, VERB
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.game import Game
from echelon.mechanics.fast.engine import Fast

__all__ = ["pusher"]

IDLE = ("end", "stop", "stay")


def pusher(game: Game, fast: Fast) -> Callable[[Any, Sequence[int], random.Random], int]:
    """The choice of such a player among the legal actions."""
    idle = {fast.verbs.code(verb) for verb in IDLE if verb in fast.verbs}
    move = fast.verbs.code("move") if "move" in fast.verbs else -1
    steps = {f"{moves.name}.step" for moves in game.moves}

    def goals(s: Any, side: int) -> list[int]:
        found = fast.hexes(s, sets.ENEMY, side)
        for holding in game.holdings:
            found |= fast.hexes(s, holding.enemy, side)
        return list(s.rules.board.members(found))

    def push(s: Any, actions: Sequence[int], rng: random.Random) -> int:
        if s.frame.kind.name in steps:
            moves, wanted = [a for a in actions if a & VERB == move], goals(s, s.frame.side)
            if moves and wanted and rng.random() < 0.9:
                distance = s.rules.board.distance
                here = min(distance(s.pos[s.frame.unit], g) for g in wanted)
                best = min(moves, key=lambda a: (min(distance(a >> B_SHIFT & FIELD, g) for g in wanted), rng.random()))
                if min(distance(best >> B_SHIFT & FIELD, g) for g in wanted) < here:
                    return best
        keen = [a for a in actions if a & VERB not in idle]
        return rng.choice(keen) if keen and rng.random() < 0.9 else rng.choice(list(actions))

    return push
