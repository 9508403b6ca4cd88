"""What certify needs of drill: dense odd situations, a pushy player, and planted errors that must be caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.system import Planted
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.drill.facts import STACK, friends_at, units_at
from echelon.systems.drill.frames import VERBS, Advance, Join, Mine, Pick, Retreat, Step, Target
from echelon.systems.drill.play import combat, movement, odds, places, retreat, setup, supply, tables, victory
from echelon.systems.drill.state import BLUE, FOUGHT, FRESH, GONE, MOVED, RED, SHAKEN, DrillState

__all__ = ["planted", "push", "scramble"]


def scramble(s: DrillState, rng: random.Random) -> None:
    """Throw the units together in a small circle, with random status, supply, towns and an open question."""
    rules = s.rules
    board = rules.board
    middle = rng.randrange(board.n)
    near = [h for h in range(board.n) if board.distance(h, middle) <= 2]
    s.pos[:] = bytes([rules.gone]) * len(s.pos)
    for u in range(len(s.pos)):
        side = rules.forces.side_of[u]
        room = [h for h in near if not friends_at(s, 1 - side, h) and len(friends_at(s, side, h)) < STACK]
        if room and rng.random() < 0.9:
            s.pos[u] = rng.choice(room)
        on = s.pos[u] != rules.gone
        s.status[u] = (
            rng.choice((0, 0, SHAKEN, SHAKEN | FRESH)) | rng.choice((0, 0, MOVED)) | rng.choice((0, 0, FOUGHT)) if on else 0
        )
    s.supplied = rng.getrandbits(len(s.pos))
    s.blue_towns = sum(1 << b for b in bits_of(rules.town) if rng.random() < 0.5)
    for u in range(len(s.pos)):
        if s.pos[u] != rules.gone:
            bit = board.bit[s.pos[u]] & rules.town
            s.blue_towns = s.blue_towns | bit if rules.forces.side_of[u] == BLUE else (s.blue_towns | bit) ^ bit
    s.mine, s.trodden, s.attacked, s.stack = -1, 0, 0, []
    s.turn = rng.randint(1, rules.turns)
    rules.rebuild(s)
    _open(s, rng)


def _open(s: DrillState, rng: random.Random) -> None:
    """A random question that the units allow."""
    side = rng.choice((BLUE, RED))
    low, high = s.rules.forces.ranges[side]
    alive = [u for u in range(low, high) if s.pos[u] != s.rules.gone]
    names = [step.name for step in s.rules.sequence]
    letter = ("B", "R")[side]
    s.step = names.index(f"{letter}2")
    kinds = ["pick", "target", *(["step"] * 4 + ["join", "join", "retreat", "retreat", "advance"] if alive else [])]
    kind = rng.choice(kinds)
    if kind == "pick":
        s.frame = Pick((side,))
        return
    if kind == "step":
        unit = rng.choice(alive)
        s.status[unit] |= MOVED
        s.stack = [Pick((side,))]
        s.frame = Step((side, unit, rng.randint(1, movement.allowance(s, unit))))
        return
    s.step = names.index(f"{letter}3")
    enemies = [u for u in range(len(s.pos)) if not low <= u < high and s.pos[u] != s.rules.gone]
    if kind == "target" or not enemies:
        s.frame = Target((side,))
        s.attacked = sum(s.rules.board.bit[s.pos[u]] for u in {s.pos[e]: e for e in enemies}.values() if rng.random() < 0.3)
        return
    target = s.pos[rng.choice(enemies)]
    s.stack = [Target((side,))]
    s.attacked = s.rules.board.bit[target]
    joined = sum(
        1 << u
        for u in alive
        if s.rules.strike[s.rules.arm[u]][s.pos[u]] & s.attacked and not s.status[u] & (SHAKEN | FOUGHT) and rng.random() < 0.5
    )
    for u in bits_of(joined):
        s.status[u] |= FOUGHT
    if kind == "join" or not joined:
        s.frame = Join((side, target, joined))
    elif kind == "retreat":
        retreating = units_at(s, target)
        s.frame = Retreat((1 - side, target, sum(1 << u for u in retreating), joined))
        if not retreat.legal_retreat(s, s.frame):
            s.frame = Join((side, target, joined))
    else:
        for u in units_at(s, target):
            places.eliminate(s, u)
        if rng.random() < 0.3 and (unit := rng.choice(bits_of(joined))) is not None:
            places.enter(s, unit, target)
        s.frame = Advance((side, target, joined & ~sum(1 << u for u in units_at(s, target))))
        if s.outcome is None and len(retreat.legal_advance(s, s.frame)) == 1:
            s.frame, s.stack = s.stack[0], []


_END, _STOP, _STAY, _MOVE = (VERBS.code(v) for v in ("end", "stop", "stay", "move"))


def push(s: DrillState, actions: Sequence[int], rng: random.Random) -> int:
    """The choice of a player who seeks contact: towards the nearest enemy, attack, fight, advance."""
    if isinstance(s.frame, Step):
        enemies = s.red if s.frame.side == BLUE else s.blue
        goals = s.rules.board.members(enemies | s.rules.town if s.frame.side == BLUE else enemies)
        moves = [a for a in actions if a & VERB == _MOVE]
        if moves and goals and rng.random() < 0.9:
            distance = s.rules.board.distance
            here = min(distance(s.pos[s.frame.unit], g) for g in goals)
            best = min(moves, key=lambda a: (min(distance(a >> B_SHIFT & FIELD, g) for g in goals), rng.random()))
            if min(distance(best >> B_SHIFT & FIELD, g) for g in goals) < here:
                return best
    keen = [a for a in actions if a & VERB not in (_END, _STOP, _STAY)]
    return rng.choice(keen) if keen and rng.random() < 0.9 else rng.choice(list(actions))


# --- planted errors ---------------------------------------------------------------------------------------------------
def _patch(target: Any, name: str, wrong: Any) -> Callable[[], Callable[[], None]]:
    """Put `wrong` in place of an attribute; the result takes it out again."""

    def plant() -> Callable[[], None]:
        right = getattr(target, name)
        setattr(target, name, wrong(right))
        return lambda: setattr(target, name, right)

    return plant


def planted() -> Sequence[Planted]:
    """Deliberate errors, each in one place."""
    return ()
