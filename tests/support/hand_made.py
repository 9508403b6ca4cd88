"""Small hand-made states for the tests of the law: a bare board, a few units, everybody supplied."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from echelon.core.board.board import Board
from echelon.core.rulings import Ruling
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.state import FATES, GERMAN, RESULTS
from echelon.systems.tigers.system import SYSTEM

BARE = """
name: tigers-bare
[grid]
orientation: flat
columns: 1-15
rows: odd 2-11, even 1-10
rows from: south
shift: even up
labels: {c}{r:02}
missing: 111
[edges]
east: 1502-1511
west: 102-110
north: 110 210 311
south: 102 201
northwest: 110
west-north: 106-110
"""


def state_of(
    where: Mapping[str, str],
    status: Mapping[str, int] | None = None,
    marks: Mapping[str, int] | None = None,
    step: str = "B2c",
    turn: int = 5,
    printed: bool = False,
    options: Mapping[str, str] | None = None,
    **features: Any,
) -> Any:
    """A state with these units by hex label; the rest are gone. Features go on the bare board, or on the printed one."""
    text = (files("echelon.systems.tigers") / "board.txt").read_text("utf-8") if printed else BARE
    rules: Any = SYSTEM.rules("campaign", options or {}, Board.parse(text).with_features(**features))
    rules.assume = MappingProxyType({"supplied": "all"})
    s = rules.blank()
    for unit in range(len(s.pos)):
        s.pos[unit], s.status[unit], s.marks[unit], s.spent[unit] = rules.gone, 0, 0, 0
    for name, label in where.items():
        unit, place = rules.forces.index(name), rules.board.parse_hex(label)
        s.pos[unit] = place
        bit = rules.board.bit[place]
        if rules.factor[unit]:
            s.german = s.german | bit if rules.forces.side_of[unit] == GERMAN else s.german & ~bit
    for name, flags in (status or {}).items():
        s.status[rules.forces.index(name)] = flags
    for name, flags in (marks or {}).items():
        s.marks[rules.forces.index(name)] = flags
    s.turn = turn
    s.step = next(i for i, one in enumerate(rules.sequence) if one.name == step)
    return s


def ids(s: Any, *names: str) -> list[int]:
    return [s.rules.forces.index(name) for name in names]


def mask(s: Any, *names: str) -> int:
    return sum(1 << unit for unit in ids(s, *names))


def hexes(s: Any, *labels: str) -> list[int]:
    return [s.rules.board.parse_hex(label) for label in labels]


def board(s: Any, *labels: str) -> int:
    return sum(s.rules.board.bit[h] for h in hexes(s, *labels))


def battle(s: Any, result: str, attackers: tuple[str, ...], *rows: tuple[str, int, int, int, str]) -> None:
    """The battle behind the open question: result, attackers, and hex, defence, stand, distance, fate of each target."""
    s.rolled = RESULTS.index(result)
    s.attackers = mask(s, *attackers)
    s.attack_from = 0
    for unit in ids(s, *attackers):
        s.attack_from |= s.rules.board.bit[s.pos[unit]]
    s.targets = tuple((s.rules.board.parse_hex(h), d, stand, k, FATES.index(fate)) for h, d, stand, k, fate in rows)


def act(s: Any, text: str, *verbs: str) -> int:
    return VERBS.parse(s.rules.names(), text, verbs)


def cited(rulings: list[Ruling]) -> set[str]:
    return {ruling.clause for ruling in rulings}
