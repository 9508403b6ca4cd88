"""Situations of Tigers in the Ardennes for tests: units put where the test wants them, one question open."""

import echelon
from echelon.core.state import NOBODY
from echelon.systems.tigers.frames import Ruthless
from echelon.systems.tigers.state import MARKS, STATUS

AFTER = Ruthless((0,))  # lies under the open question, so that the sequence of play stands still when it closes


def situation(units=None, *, scenario="", turn=5, step="B1", options=None, start=False, **fields):
    """A state with these units ({id: hex or (hex, status words...)}) on an empty map, or on that of the set-up."""
    system = echelon.load("tigers")
    rules = system.rules(scenario, options)
    s = rules.blank()
    if start:
        system.setup(s)
    s.turn = turn
    s.step = next(i for i, row in enumerate(rules.sequence) if row.name == step)
    for name, place in (units or {}).items():
        label, *words = (place,) if isinstance(place, str) else place
        u = rules.forces.index(name)
        s.pos[u] = rules.board.ids[label] if label in rules.board.ids else getattr(rules, label)
        s.status[u] = sum(1 << STATUS.words.index(word) for word in words if word in STATUS.words)
        s.marks[u] = sum(1 << MARKS.words.index(word) for word in words if word in MARKS.words)
    for name, value in fields.items():
        setattr(s, name, value)
    rules.rebuild(s)
    s.stack, s.frame, s.log = [], NOBODY, []
    return s


def ask(s, frame):
    """Open a question over the one that stands still."""
    s.stack, s.frame = [AFTER], frame
    return s


def number(s, unit):
    """A unit by id."""
    return s.rules.forces.index(unit)


def at(s, unit):
    """The label of the hex a unit is in, or the name of its box."""
    place = s.pos[number(s, unit)]
    return s.rules.board.labels[place] if place < s.rules.gone else s.rules.boxes[place - s.rules.board.n]


def words(s, unit):
    """A unit's status and marks in words."""
    u = number(s, unit)
    status = {word for i, word in enumerate(STATUS.words) if s.status[u] >> i & 1}
    return status | {word for i, word in enumerate(MARKS.words) if s.marks[u] >> i & 1}


def texts(s, start=""):
    """The legal actions that begin so."""
    found = s.legal().texts()
    assert len(found) == len(set(found)), "an action is offered twice"
    return {text for text in found if text.startswith(start)}


def do(s, *lines):
    """Carry out actions that must be legal."""
    for line in lines:
        action = s.parse(line)
        assert s.frame.chance or action in s.legal(), f"{line!r} is not legal: {sorted(s.legal().texts())[:40]}"
        s.apply(action)
    return s


def labels(s, hexes):
    """A set of hexes as a set of labels."""
    return {s.rules.board.labels[h] for h in s.rules.board.members(hexes)}
