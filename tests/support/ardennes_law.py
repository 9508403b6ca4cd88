"""Small hand-made situations of Tigers in the Ardennes, on a map wiped of everything but its hexes and edges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from echelon.core.board.board import Board
from echelon.core.fields import mask_of
from echelon.core.frames import Frame
from echelon.systems.tigers import SYSTEM
from echelon.systems.tigers.facts.compiled import board_and_forces

_PRINTED: Board = board_and_forces(None, ())[0]


def situation(
    where: Mapping[str, str],
    frame: type[Frame] | None = None,
    *fields: Any,
    side: int = 0,
    step: str = "B2a.move",
    turn: int = 5,
    options: Mapping[str, str] | None = None,
    supplied: bool = True,
    german: str = "",
    bridges: str = "",
    status: Mapping[str, int] | None = None,
    marks: Mapping[str, int] | None = None,
    spent: Mapping[str, int] | None = None,
    **more: Any,
) -> Any:
    """Units by hex label or box, nobody else anywhere; all hexes Allied but `german`; rivers unbridged but at `bridges`."""
    features = {kind: more.pop(kind) for kind in ("terrain", "sides", "links") if kind in more}
    board = _PRINTED.with_features("blank", **features)
    rules: Any = SYSTEM.rules("campaign", dict(options or {}), board)
    rules.assume = {"supplied": "all"} if supplied else {}
    s: Any = rules.blank()
    for unit in range(len(s.pos)):
        s.pos[unit], s.status[unit], s.marks[unit], s.spent[unit] = rules.gone, 0, 0, 0
    boxes = {name: board.n + i for i, name in enumerate(rules.boxes)}
    for name, place in where.items():
        s.pos[rules.forces.index(name)] = boxes[place] if place in boxes else board.parse_hex(place)
    for row, values in ((s.status, status), (s.marks, marks), (s.spent, spent)):
        for name, value in (values or {}).items():
            row[rules.forces.index(name)] = value
    s.turn, s.step = turn, [line.name for line in rules.sequence].index(step)
    s.german = board.hexes(german) if german else 0
    s.bridges = sum(board.parse_side(text) for text in bridges.split())
    s.german_bridges = s.engineer = s.german_built = s.closed = 0
    s.dump, s.dump_known, s.dump_gone = -1, 0, 0
    for name, value in more.items():
        setattr(s, name, value)
    if frame is not None:
        s.frame = frame((side, *fields))
    return s


def unit(s: Any, name: str) -> int:
    return int(s.rules.forces.index(name))


def units(s: Any, *names: str) -> int:
    return mask_of(unit(s, name) for name in names)


def hex_of(s: Any, label: str) -> int:
    return int(s.rules.board.parse_hex(label))


def refused(s: Any, text: str) -> list[str]:
    """The cases, or clauses where there is but one, for which the law refuses an action; the frame must be set."""
    action = s.parse(text)
    return [r.facts.get("case", r.clause) for r in s.frame.kind.why_not(s, s.frame, action)]


__all__ = ["hex_of", "refused", "situation", "unit", "units"]
