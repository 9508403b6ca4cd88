"""Situations of Tigers in the Ardennes for tests: a few units on the printed map, or many thrown together."""

import random

from echelon.systems.tigers.play.places import rebuild
from echelon.systems.tigers.state import (
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    ENTRENCHED,
    FRESH,
    GERMAN,
    MOVED,
    PICKED,
    ROAD,
)
from echelon.systems.tigers.system import SYSTEM


def at_step(s, name):
    """Put the game at a step of the sequence."""
    s.step = [step.name for step in s.rules.sequence].index(name)


def historical(**options):
    """The historical set-up on turn 1, at the first German allocation."""
    s = SYSTEM.rules(options=options).blank()
    SYSTEM.setup(s)
    at_step(s, "B2a.attack")
    return s


def scene(units, turn=5, step="B2a.attack", **options):
    """A blank map with these units: `{"de-2pz": "1105 disrupted"}`; flags after the hex. Everybody is in supply."""
    flags = {"disrupted": DISRUPTED, "entrenched": ENTRENCHED, "moved": MOVED, "attacked": ATTACKED, "road": ROAD}
    s = SYSTEM.rules(options=options).blank()
    board, names = s.rules.board, s.rules.names()
    s.turn = turn
    for name, text in units.items():
        place, *words = text.split()
        u = names.unit(name)
        s.pos[u] = board.parse_hex(place)
        for word in words:
            if word == "fresh":
                s.marks[u] |= FRESH | PICKED
                s.status[u] |= MOVED
            elif word == "attached":
                s.marks[u] |= ATTACHED
            else:
                s.status[u] |= flags[word]
    at_step(s, step)
    rebuild(s)
    fed(s)
    return s


def fed(s):
    """Everybody is in supply until something moves."""
    s.supply = (s.rules.board.all, s.rules.board.all)


def ids(s, *names):
    """Units by their ids, as a mask."""
    return sum(1 << s.rules.names().unit(name) for name in names)


def hexes(s, labels):
    """Hexes by their labels, as a set."""
    return s.rules.board.hexes(labels)


def dense(rules, rng: random.Random):
    """Both sides thrown together in a small circle, in all states a unit can be in when attacks are allocated."""
    s = rules.blank()
    board = rules.board
    side = rng.randrange(2)
    at_step(s, rng.choice(("B2a.attack", "B2d.attack") if side == GERMAN else ("C2a.attack", "C2d.attack")))
    middle = board.parse_hex(rng.choice(("1105", "1206", "1307", "1009", "907", "1302", "1008", "804")))
    near = [h for h in range(board.n) if board.distance(h, middle) <= rng.choice((1, 2, 2, 3))]
    owner = {h: rng.randrange(2) for h in near}
    for u in rng.sample(range(len(rules.forces)), rng.choice((8, 14, 24, 40))):
        room = [h for h in near if owner[h] == rules.forces.side_of[u]]
        if room and (u not in (rules.vdh,) or rng.random() < 0.5):
            s.pos[u] = rng.choice(room)
    s.turn = rng.randint(1, 12)
    s.bridges = sum(side for side in board.lattice.side_members(rules.river) if rng.random() < 0.5)
    s.short = int(rng.random() < 0.2)
    s.ruthless = rng.choice((0, 0, 3, 5))
    s.peiper_attacks = rng.choice((0, 0, 1, 2))
    _moods(s, rng, side)
    if rng.random() < 0.3:
        s.dump = rng.choice(board.members(rules.dump_hexes))
        s.dump_known = int(rng.random() < 0.5)
    rebuild(s)
    return s, side


def _moods(s, rng, side):
    rules = s.rules
    blitz = rules.blitz[s.step]
    for u in range(len(s.pos)):
        if s.pos[u] >= rules.gone:
            continue
        if rng.random() < 0.2:
            s.status[u] |= DISRUPTED
        if rules.infantry_type & rules.division & 1 << u and rng.random() < 0.3:
            s.status[u] |= ENTRENCHED
        if rules.forces.side_of[u] != side or s.status[u] & DISRUPTED or u == rules.vdh:
            continue
        if rng.random() < 0.5:
            s.status[u] |= MOVED | (ROAD if rng.random() < 0.1 else 0)
            s.marks[u] |= PICKED | (0 if blitz and rng.random() < 0.3 else FRESH)
            s.spent[u] = rng.randint(1, rules.omf[u] + 1)
        elif rng.random() < 0.1 and blitz:
            s.status[u] |= ATTACKED
    kgp = rules.peiper
    for u in (rules.tigers_501, rules.skorzeny):
        if side == GERMAN and s.pos[kgp] < rules.gone and rng.random() < 0.6:
            s.pos[u], s.status[u], s.spent[u] = s.pos[kgp], s.status[kgp], s.spent[kgp]
            s.marks[u] = s.marks[kgp] | ATTACHED
