"""Small hand-made states of Colonnes for the tests of its law: a bare board, a few units, nobody asks play for anything."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from echelon.core.board.board import Board
from echelon.core.rulings import Ruling
from echelon.core.state import Problem
from echelon.systems.colonnes.frames import VERBS, Pick, Step, Target
from echelon.systems.colonnes.law.command import find_command
from echelon.systems.colonnes.law.course.deeds import went_on
from echelon.systems.colonnes.law.supply import find_unsupplied
from echelon.systems.colonnes.law.units import movement_of
from echelon.systems.colonnes.state import ALLIED, GERMAN, RESULTS
from echelon.systems.colonnes.system import SYSTEM

# around 0606 (an even column): N 0605, NE 0706, SE 0707, S 0607, SW 0507, NW 0506
BARE = """
name: colonnes-bare
[grid]
orientation: flat
columns: 1-11
rows: 1-11
rows from: north
shift: even down
labels: {c:02}{r:02}
[edges]
allied-supply-north: 0401 0801
allied-supply-east: 1106
german-supply-south: 0411 0811
german-supply-west: 0106
german-exit: 0601
"""


def state_of(
    where: Mapping[str, str],
    side: int = ALLIED,
    segment: int = 7,
    *,
    status: Mapping[str, int] | None = None,
    options: Mapping[str, str] | None = None,
    assume: Mapping[str, str] | None = None,
    printed: bool = False,
    turn: int = 5,
    find: bool = True,
    **features: Any,
) -> Any:
    """A state with these units by hex or box; the others are gone. Supply and command are found as things stand."""
    board = None if printed else Board.parse(BARE).with_features(**features)
    shared = SYSTEM.rules("montelimar", options or {})
    rules: Any = SYSTEM.play.compile(SYSTEM, shared.scenario, shared.options, board, ())  # its own: what is assumed stays here
    rules.assume = MappingProxyType(dict(assume or {}))
    s = rules.blank()
    for name, label in where.items():
        s.pos[rules.forces.index(name)] = rules.names().place(label)
    for name, flags in (status or {}).items():
        s.status[rules.forces.index(name)] = flags
    s.turn = turn
    s.step = next(i for i, one in enumerate(rules.sequence) if one.name == f"{'AG'[side]}{segment}")
    s.stack, s.frame = [], Pick((side,)) if segment == 4 else Target((side,))
    if find:
        find_status(s)
    return s


def find_status(s: Any) -> Any:
    s.unsupplied = find_unsupplied(s)
    s.commanded, s.reach = find_command(s)
    return s


def unit(s: Any, name: str) -> int:
    return int(s.rules.forces.index(name))


def mask(s: Any, *names: str) -> int:
    return sum(1 << unit(s, name) for name in names)


def hex_(s: Any, label: str) -> int:
    return int(s.rules.board.parse_hex(label))


def labels(s: Any, hexes: Any) -> set[str]:
    return {s.rules.board.labels[h] for h in hexes}


def place(s: Any, name: str) -> str:
    h = s.pos[unit(s, name)]
    return str(s.rules.board.labels[h] if h < s.rules.board.n else s.rules.boxes[h - s.rules.board.n])


def on_the_move(s: Any, name: str, left: int | None = None, path: str = "") -> Any:
    """The unit is under way, with all its points unless told; `path` are the hexes before the one it is in."""
    mover = unit(s, name)
    hexes = (*(hex_(s, label) for label in path.split()), s.pos[mover])
    side = s.rules.forces.side_of[mover]
    s.stack = [Pick((side,))]
    s.frame = Step((side, mover, movement_of(s, mover) if left is None else left, hexes))
    return s


def combat(s: Any, target: str, *attackers: str, result: str = "none", distance: int = 0) -> Any:
    """An attack is under way."""
    s.target, s.attackers = hex_(s, target), mask(s, *attackers)
    s.rolled, s.distance = RESULTS.index(result), distance
    return s


def ask(s: Any, frame: Any) -> Any:
    """Put a question on top of the segment's own."""
    base = Target if s.rules.sequence[s.step].name[1:] == "7" else Pick
    side = ALLIED if s.rules.sequence[s.step].name.startswith("A") else GERMAN
    s.stack, s.frame = [base((side,))], frame
    return s


def act(s: Any, text: str) -> int:
    return VERBS.parse(s.rules.names(), text, s.frame.kind.verbs)


def why(s: Any, text: str) -> set[str]:
    """The clauses that the law holds against an action."""
    rulings: list[Ruling] = s.frame.kind.why_not(s, s.frame, act(s, text))
    for ruling in rulings:
        sentence = s.sentence(ruling)
        assert "{" not in sentence, sentence
    return {ruling.clause for ruling in rulings}


def do(s: Any, *texts: str) -> Any:
    """Carry actions out by the law's own course of play."""
    for text in texts:
        assert not why(s, text), text
        action = act(s, text)
        went_on(s, VERBS.verb(action).name, VERBS.fields(action))
    return s


def roll(s: Any, die: int) -> Any:
    went_on(s, "die", (die,))
    return s


def troubles(s: Any) -> set[str]:
    """The clauses that a state contradicts; every problem can be said."""
    found: list[Problem] = s.problems()
    for problem in found:
        sentence = s.sentence(problem)
        assert "{" not in sentence, sentence
    return {problem.clause for problem in found}
