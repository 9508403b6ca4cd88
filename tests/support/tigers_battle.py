"""Battles of Tigers in the Ardennes for tests: a few units on a blank map, fought from the first question to the last."""

import json

from echelon.core.record.position import Position
from echelon.systems.tigers.frames import Fight
from echelon.systems.tigers.play import combat, results
from echelon.systems.tigers.state import FOUGHT, OPEN, RESULTS

# T is the hex attacked; two rings around it by direction
HEXES = {"T": "807", "N": "T N", "NE": "T NE", "SE": "T SE", "S": "T S", "SW": "T SW", "NW": "T NW"}
# somewhere else a battle waits, so that the combat step is not over
ELSEWHERE = {"de-340vg": "102", "us-87id": "103"}


def toml(value):
    """A value as TOML, inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)


def scene(
    units, side="german", turn=5, step="", board=None, options=None, frame="combat.pick", supplied=True, hexes=None, **state
):
    """A situation on a blank map, the units by hex or as a table; the hexes around T by name."""
    lines = {
        "system": "tigers",
        "side": side,
        "turn": turn,
        "step": step or {"german": "B2c", "allied": "C2c"}[side],
        "hexes": {**HEXES, **(hexes or {})},
        "board": {"base": "blank", **(board or {})},
        "options": options or {},
        "units": {**ELSEWHERE, **units},
        "frame": frame,
        "assume": {"supplied": "all"} if supplied else {},
        "state": state,
    }
    s = Position.parse("\n".join(f"{k} = {toml(v)}" for k, v in lines.items() if v != {})).state()
    far = s.rules.board.hexes("103" if side == "german" else "102")
    s.battles = ((far, ids(s, "de-340vg" if side == "german" else "us-87id"), OPEN),)
    return s


def ids(s, *names):
    """Units by their ids, as a mask."""
    return sum(1 << s.rules.names().unit(name) for name in names)


def unit(s, name):
    """A unit by its id."""
    return s.rules.names().unit(name)


def place(s, name):
    """Where a unit is: the label of its hex, or its box."""
    at = s.pos[unit(s, name)]
    return s.rules.board.labels[at] if at < s.rules.gone else s.rules.boxes[at - s.rules.gone]


def at(s, way):
    """A hex by label or by a way from T, as in "T N NE"."""
    first, *way = way.split()
    h = s.rules.board.parse_hex(HEXES[first] if first == "T" else first)
    for direction in way:
        h = s.rules.board.step(h, direction)
    return h


def label(s, way):
    """The label of a hex named by a way from T."""
    return s.rules.board.labels[at(s, way)]


def allot(s, hexes, *attackers):
    """A battle on the list."""
    bits = sum(s.rules.board.bit[at(s, way)] for way in hexes)
    s.battles = (*s.battles, (bits, ids(s, *attackers), OPEN))
    return bits


def begin(s, hexes, *attackers, stand=()):
    """Fight a battle up to its die: orders are `yield` but for the hexes named."""
    bits = allot(s, hexes, *attackers)
    s.battles = (*s.battles[:-1], (*s.battles[-1][:2], FOUGHT))
    side = s.frame.side
    s.stack.append(Fight((side,)))
    combat.begin_battle(s, side, bits, ids(s, *attackers))
    while s.frame.kind.name == "combat.no_retreat":
        h = min(s.rules.board.members(s.frame.hexes))
        do(s, f"orders {s.rules.board.labels[h]} {'stand' if h in [at(s, w) for w in stand] else 'yield'}")
    return s


def roll(s, result):
    """Throw the die so that it brings this result."""
    rows = s.rules.combat
    die, column = next((d, c) for d, row in enumerate(rows, 1) for c, word in enumerate(row) if word == result)
    old = results.column
    results.column = lambda *_args: column
    try:
        do(s, f"die {die}")
    finally:
        results.column = old
    return s


def do(s, *lines):
    """Play lines, hexes named by label or as `T.N.NE`."""
    for line in lines:
        words = [label(s, w.replace(".", " ")) if w == "T" or w.startswith("T.") else w for w in line.split()]
        s.play(" ".join(words))
    return s


def legal(s):
    """The legal actions as texts, hexes within two of T by their way from it."""
    names = {label(s, "T"): "T"}
    directions = ("N", "NE", "SE", "S", "SW", "NW")
    for a in directions:
        names[label(s, f"T {a}")] = f"T.{a}"
    for i, a in enumerate(directions):
        for b in (a, directions[(i + 1) % 6]):
            names.setdefault(label(s, f"T {a} {b}"), f"T.{a}.{b}")
            for c in (a, directions[(i + 1) % 6]):
                names.setdefault(label(s, f"T {a} {b} {c}"), f"T.{a}.{b}.{c}")
    return {" ".join(names.get(word, word) for word in text.split()) for text in s.legal().texts()}


def rolled(s):
    """The result of the battle."""
    return RESULTS[s.rolled]
