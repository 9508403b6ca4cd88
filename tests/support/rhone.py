"""Situations of Colonnes for tests: a few units on a blank or the printed map, and units strewn over a part of it."""

import json
import random

from echelon.core.record.position import Position
from echelon.core.system import load
from echelon.systems.colonnes.state import REDUCED, UNKNOWN

# T is a hex in the middle of the map; one ring around it by direction
HEXES = {"T": "1212", "N": "T N", "NE": "T NE", "SE": "T SE", "S": "T S", "SW": "T SW", "NW": "T NW"}


def toml(value):
    """A value as TOML, inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)


def scene(units, side="allied", turn=5, frame="mouvement", board=None, printed=False, options=None, hexes=None, **rest):
    """A situation, the units by hex or as a table. `supplied` and `commanded` are assumed as given ("": found);
    the rest is the state."""
    assume = {k: rest.pop(k) for k in ("supplied", "commanded") if k in rest}
    assume = {k: v for k, v in assume.items() if v}
    lines = {
        "system": "colonnes",
        "side": side,
        "turn": turn,
        "step": rest.pop("step", ""),
        "hexes": {**HEXES, **(hexes or {})},
        "board": {} if printed else {"base": "blank", **(board or {})},
        "options": options or {},
        "units": units,
        "frame": frame,
        "assume": assume,
        "state": rest,
    }
    return Position.parse("\n".join(f"{k} = {toml(v)}" for k, v in lines.items() if v not in ({}, ""))).draft()


def made(side, arm, at, attack=3, defence=3, movement=4, steps=2, **more):
    """A made-up unit."""
    values = {"attack": attack, "defence": defence, "movement": movement, "steps": steps}
    return {"at": at, "side": side, "arm": arm, **values, **more}


def unit(s, name):
    """A unit by its id."""
    return s.rules.names().unit(name)


def where(s, name):
    """Where a unit is: the label of its hex, or its box."""
    at, n = s.pos[unit(s, name)], s.rules.board.n
    return s.rules.board.labels[at] if at < n else s.rules.boxes[at - n]


def at(s, label):
    """A hex by label."""
    return s.rules.board.ids[label]


def near(*ways):
    """Hexes around T, by direction."""
    board = load("colonnes").rules().board
    found = set()
    for way in ways:
        h = board.ids["1212"]
        for step in way.split():
            h = board.step(h, step)
        found.add(board.labels[h])
    return found


def do(s, *lines):
    """Apply actions, each of which must be legal."""
    for line in lines:
        action = s.parse(line)
        assert action in s.legal(), f"{line} is not among {s.legal().texts()}"
        s.apply(action)
    return s


def legal(s):
    """The legal actions as texts."""
    return set(s.legal().texts())


def hexes_of(s, verb, name):
    """The hexes that a verb offers a unit."""
    return {text.split()[2] for text in s.legal().texts() if text.startswith(f"{verb} {name} ")}


def strewn(seed, options=None, packed=False):
    """Units of both sides strewn over a few neighbouring hexes of the printed map and over the sources, as a rebuilt state.

    Packed, they stand in stacks about as high as the limit, most of them of one side, often around a way off the map.
    """
    rng = random.Random(seed)
    system = load("colonnes")
    rules = system.rules("", options or {})
    s = rules.blank()
    board = rules.board
    centre = rng.choice(board.members(rules.exits if packed and rng.random() < 0.4 else rules.roads))
    reach = 2 if packed else rng.choice((2, 3, 4, 6))
    area = [h for h in range(board.n) if board.distance(centre, h) <= reach]
    if packed:
        area = rng.sample(area, min(8, len(area)))
        most = rng.randint(0, 1)
        owner = {h: most if rng.random() < 0.85 else 1 - most for h in area}
    else:
        area += board.members(rules.sources[0] | rules.sources[1] | rules.exits)
        owner = {h: rng.randint(0, 1) for h in area}
    for u in range(len(s.pos)):
        mine = [h for h in area if owner[h] == rules.forces.side_of[u]]
        if mine and rng.random() < (min(1, len(mine) / 6) if packed else 0.6):
            s.pos[u] = rng.choice(mine)
            s.status[u] = REDUCED if rules.steps[u] == 2 and rng.random() < 0.3 else 0
    s.unsupplied = s.commanded = UNKNOWN
    rules.rebuild(s)
    return s
