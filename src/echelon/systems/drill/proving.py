"""What certify needs of drill: dense odd situations and a pushy player. The errors it must catch are in `planted`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from echelon.core.fields import bits_of, mask_of
from echelon.core.frames import CHANCE
from echelon.core.verbs import B_SHIFT, FIELD, VERB
from echelon.systems.drill.facts import STACK, friends_at, units_at
from echelon.systems.drill.frames import VERBS, Advance, Die, Join, Loss, Mine, Pick, Retreat, Step, Target
from echelon.systems.drill.law.combat import standing_obstacles
from echelon.systems.drill.law.course import who_may_advance
from echelon.systems.drill.law.order import problems
from echelon.systems.drill.law.supply import allowance_of
from echelon.systems.drill.law.zones import in_enemy_zone
from echelon.systems.drill.state import BLUE, FOUGHT, FRESH, MOVED, RED, SHAKEN, DrillState

__all__ = ["push", "scramble"]


def scramble(s: DrillState, rng: random.Random, kinds: tuple[str, ...] = ()) -> None:
    """Throw the units together in a small circle, with random status, supply, towns, minefield and an open question.

    Whatever the dice make of it, the law must have nothing against the state; a throw it refuses is thrown again.
    """
    lawful = False
    while not lawful:
        _throw(s, rng)
        side, opener = rng.choice((BLUE, RED)), rng.choice(_OPENERS)
        lawful = bool(_alive(s, BLUE) and _alive(s, RED)) and opener(s, side, rng) and not problems(s)


def _throw(s: DrillState, rng: random.Random) -> None:
    """Units, towns and the minefield, with nobody asked anything yet."""
    rules = s.rules
    board = rules.board
    crucial = board.members(rules.mines | rules.town)
    middle = rng.choice(crucial) if crucial and rng.random() < 0.4 else rng.randrange(board.n)
    radius = rng.choice((1, 2, 2, 2, 3))
    near = [h for h in range(board.n) if board.distance(h, middle) <= radius]
    s.pos[:] = bytes([rules.gone]) * len(s.pos)
    s.status[:] = bytes(len(s.status))
    order = list(range(len(s.pos)))
    rng.shuffle(order)
    shaken = rng.choice((0.0, 0.3, 0.6))
    besieged = rng.choice((None, BLUE, RED))  # one side in the middle, the other around it: high and low odds alike
    for u in order:
        side = rules.forces.side_of[u]
        room = [h for h in near if not friends_at(s, 1 - side, h) and len(friends_at(s, side, h)) < STACK]
        if besieged is not None:
            ring = 0 if side == besieged else 1
            room = [h for h in room if board.distance(h, middle) == ring] or room
        low, high = rules.forces.ranges[side]
        last = all(s.pos[v] == rules.gone for v in range(low, high))  # a side without units has lost
        if room and (last or rng.random() < 0.85):
            s.pos[u] = rng.choice(room)
            s.status[u] = rng.choice((SHAKEN, SHAKEN | FRESH)) if rng.random() < shaken else 0
    everybody = (1 << len(s.pos)) - 1
    s.supplied = rng.choice((everybody, rng.getrandbits(len(s.pos)), rng.getrandbits(len(s.pos))))
    s.blue_towns = sum(1 << b for b in bits_of(rules.town) if rng.random() < 0.5)
    for u in range(len(s.pos)):
        if s.pos[u] != rules.gone:
            bit = board.bit[s.pos[u]] & rules.town
            s.blue_towns = s.blue_towns | bit if rules.forces.side_of[u] == BLUE else (s.blue_towns | bit) ^ bit
    s.attacked, s.stack, s.outcome = 0, [], None
    s.turn = rng.choice((1, rules.turns, rng.randint(1, rules.turns)))
    _lay(s, rng)
    rules.rebuild(s)


def _lay(s: DrillState, rng: random.Random) -> None:
    """A minefield where Blue is not, some listed hexes known to be free; or one that was found."""
    board, listed = s.rules.board, s.rules.mines
    low, high = s.rules.forces.ranges[BLUE]
    entered = listed & sum({board.bit[h] for h in s.pos[low:high] if h != s.rules.gone})
    possible = board.members(listed & ~entered)
    s.mine, s.trodden = -1, listed
    if possible and rng.random() < 0.8:
        s.mine = rng.choice(possible)
        free = sum(board.bit[h] for h in possible if h != s.mine and rng.random() < 0.3)
        s.trodden = entered | free
    s.reveals = s.trodden.bit_count()


def _at_step(s: DrillState, side: int, number: int) -> None:
    s.step = [step.name for step in s.rules.sequence].index(f"{'BR'[side]}{number}")


def _alive(s: DrillState, side: int) -> list[int]:
    low, high = s.rules.forces.ranges[side]
    return [u for u in range(low, high) if s.pos[u] != s.rules.gone]


# --- a random question; each opener says whether the units allow it -----------------------------------------------------
def _mine(s: DrillState, side: int, rng: random.Random) -> bool:
    s.step, s.turn, s.mine, s.trodden, s.reveals = 0, 1, -1, 0, 0
    s.frame = Mine((RED,))
    return bool(s.rules.mines) and not s.blue & s.rules.mines


def _pick(s: DrillState, side: int, rng: random.Random) -> bool:
    _at_step(s, side, 2)
    for u in _alive(s, side):
        s.status[u] |= rng.choice((0, MOVED))
    s.frame = Pick((side,))
    return True


def _step(s: DrillState, side: int, rng: random.Random) -> bool:
    _pick(s, side, rng)
    unit = rng.choice(_alive(s, side))
    s.status[unit] |= MOVED
    s.stack = [s.frame]
    allowance = allowance_of(s, unit)
    entered = not in_enemy_zone(s, side, s.pos[unit])  # who has entered an enemy zone has stopped
    s.frame = Step((side, unit, rng.randint(0, allowance) if entered and rng.random() < 0.7 else allowance))
    return True


def _target(s: DrillState, side: int, rng: random.Random) -> bool:
    _at_step(s, side, 3)
    spent = rng.choice((0.0, 0.0, 0.4))
    for u in _alive(s, side):
        s.status[u] |= rng.choice((0, 0, MOVED)) | (FOUGHT if rng.random() < spent else 0)
    enemies = {s.pos[e] for e in _alive(s, 1 - side)}
    s.attacked = sum(s.rules.board.bit[h] for h in enemies if rng.random() < 0.3)
    s.frame = Target((side,))
    return True


def _join(s: DrillState, side: int, rng: random.Random) -> bool:
    """An attack on some hex, with some of those who can make it."""
    _target(s, side, rng)
    targets = [s.pos[e] for e in _alive(s, 1 - side)]
    rng.shuffle(targets)
    if rng.random() < 0.7:  # the hex that most can attack
        targets.sort(key=lambda h: -len(_able(s, side, h)))
    target = targets[0]
    s.attacked |= s.rules.board.bit[target]
    able = _able(s, side, target)
    keen = rng.choice((0.4, 0.7, 1.0))  # high odds need everybody who can
    joined = [u for u in able if rng.random() < keen]
    for u in joined:
        s.status[u] |= FOUGHT
    s.stack, s.frame = [s.frame], Join((side, target, mask_of(joined)))
    return bool(able)


def _able(s: DrillState, side: int, target: int) -> list[int]:
    """Who can attack a hex."""
    return [u for u in _alive(s, side) if not s.status[u] & FOUGHT and not list(standing_obstacles(s, u, target))]


def _combat(s: DrillState, side: int, rng: random.Random) -> Join | None:
    _join(s, side, rng)
    assert isinstance(s.frame, Join)
    return s.frame if s.frame.attackers else None


def _die(s: DrillState, side: int, rng: random.Random) -> bool:
    found = _combat(s, side, rng)
    if found:
        s.frame = Die((CHANCE, found.hex, found.attackers))
    return bool(found)


def _loss(s: DrillState, side: int, rng: random.Random) -> bool:
    found = _combat(s, side, rng)
    if found:
        _clear(s, found.hex)
        s.frame = Loss((side, found.hex, found.attackers))
    return bool(found)


def _retreat(s: DrillState, side: int, rng: random.Random) -> bool:
    """Defenders who retreat, or attackers."""
    found = _combat(s, side, rng)
    if not found:
        return False
    if rng.random() < 0.5:
        s.frame = Retreat((1 - side, found.hex, mask_of(units_at(s, found.hex)), found.attackers))
    else:
        s.frame = Retreat((side, found.hex, found.attackers, 0))
    return True  # the law refuses the state if nobody can go


def _advance(s: DrillState, side: int, rng: random.Random) -> bool:
    """An empty hex, or one into which somebody has advanced already."""
    found = _combat(s, side, rng)
    if not found:
        return False
    _clear(s, found.hex)
    left = found.attackers
    able = who_may_advance(s, side, found.hex, left)
    if able and rng.random() < 0.4 and not s.rules.board.bit[found.hex] & (s.rules.mines | s.rules.town):
        unit = rng.choice(able)
        s.pos[unit] = found.hex
        left &= ~(1 << unit)
        s.rules.rebuild(s)
    s.frame = Advance((side, found.hex, left))
    return bool(who_may_advance(s, side, found.hex, left))


def _clear(s: DrillState, place: int) -> None:
    """The defenders are gone."""
    for u in units_at(s, place):
        s.pos[u], s.status[u] = s.rules.gone, 0
    s.rules.rebuild(s)


_OPENERS: tuple[Callable[[DrillState, int, random.Random], bool], ...] = (
    _mine, _pick, _step, _step, _step, _step, _target, _join, _join, _die, _die, _die, _loss, _retreat, _retreat,
    _retreat, _advance, _advance,
)  # fmt: skip


# --- a player who seeks contact -----------------------------------------------------------------------------------------
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
