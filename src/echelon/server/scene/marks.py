"""Marks and overlays: what lies on the map besides counters, with hexes by label and units by id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.errors import UnknownError
from echelon.server.scene.answers import legal_of
from echelon.server.scene.pieces import place_of
from echelon.server.scene.words import catalogue, cost

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.core.system import System
    from echelon.core.views import View

__all__ = ["ALWAYS", "always", "flags", "helpful", "labelled", "offered", "overlay"]

Mark = dict[str, Any]
ALWAYS = ("battles", "moves", "bridges", "rails")  # shown whatever overlays are on
RANGE, TRAILS, OBJECTIVES, THREAT = "range", "trails", "objectives", "threat"
_ONE = ("hex", "source", "target", "a", "b", "cut")
_MANY = ("hexes", "path")
# the overlays with the key that switches each, and whether they are shown for a side, or for a unit
_OVERLAYS = (
    ("zones", "z", True, False),
    ("supply", "s", True, False),
    (RANGE, "r", False, True),
    (THREAT, "t", True, False),
    ("front", "f", False, False),
    ("control", "c", False, False),
    ("command", "k", True, False),
    ("dominance", "d", True, False),
    (OBJECTIVES, "o", False, False),
    (TRAILS, "p", False, False),
)


def labelled(rules: Rules, row: Mapping[str, Any]) -> Mark:
    """A mark with labels instead of numbers, as it travels to a page."""
    labels, units = rules.board.labels, rules.forces.units

    def place(value: Any) -> Any:
        return labels[value] if isinstance(value, int) and value < rules.board.n else value

    def unit(value: Any) -> Any:
        return units[value].id if isinstance(value, int) else value

    found: Mark = {}
    for key, value in row.items():
        if key in _ONE:
            found[key] = place(value)
        elif key in _MANY:
            found[key] = [place(h) for h in value]
        elif key == "unit":
            found[key] = unit(value)
        elif key == "units":
            found[key] = [unit(u) for u in value]
        elif key == "side" and isinstance(value, int):
            found[key] = rules.sides[value]
        else:
            found[key] = value
    return found


def always(state: State) -> list[Mark]:
    """The marks that are always shown. `state` is what the viewer may know."""
    marks = state.rules.system.show.marks
    return [labelled(state.rules, row) for name in ALWAYS if name in marks for row in marks[name](state)]


def flags(state: State) -> list[dict[str, str]]:
    """The hexes that are fought for, with the side that holds each."""
    rules = state.rules
    return [{"hex": rules.board.labels[h], "side": rules.sides[side]} for h, side in rules.system.show.held(state).items()]


# --- overlays ---------------------------------------------------------------------------------------------------------
def offered(system: System, lang: str = "en") -> list[dict[str, Any]]:
    """The overlays of a game: those the system draws, and those that every game has."""
    texts = catalogue()
    has = {*system.show.marks, OBJECTIVES, TRAILS, RANGE, THREAT}
    known = {name for name, _, _, _ in _OVERLAYS}
    rows = [row for row in _OVERLAYS if row[0] in has]
    rows += [(name, "", True, False) for name in system.show.marks if name not in known and name not in ALWAYS]
    return [
        {
            "name": name,
            "title": system.texts.template("overlay", name, lang) or texts.template("overlay", name, lang) or name,
            "key": key,
            "sides": sides,
            "unit": unit,
        }
        for name, key, sides, unit in rows
    ]


def overlay(
    view: View,
    name: str,
    of: int | None = None,
    unit: int | None = None,
    moves: Sequence[Mapping[str, Any]] = (),
    lang: str = "en",
) -> list[Mark]:
    """The marks of an overlay, of one side's units or of both; `range` is for a unit; `trails` takes the last moves."""
    state, rules = view.state, view.rules
    if name == RANGE:
        return [] if unit is None else _range(view, unit)
    if name == TRAILS:
        return _trails(moves)
    if name in rules.system.show.marks:
        rows = [labelled(rules, row) for row in rules.system.show.marks[name](state)]
    elif name == OBJECTIVES:
        return [{"mark": "objective", **row} for row in flags(state)]
    elif name == THREAT:
        rows = _threat(state)
    else:
        raise UnknownError("overlay", name, [row["name"] for row in offered(rules.system)])
    return rows if of is None else [row for row in rows if row.get("side", rules.sides[of]) == rules.sides[of]]


def helpful(view: View) -> list[dict[str, Any]]:
    """The overlays that help with the open question, as its system declares them; a page shows them unasked."""
    state, rules = view.state, view.rules
    side = state.frame.side
    found = []
    for name, whose in rules.system.show.helps.get(state.frame.kind.name, ()):
        of = side if whose == "own" else 1 - side
        found.append({"name": name, "of": rules.sides[of], "marks": overlay(view, name, of)})
    return found


def _range(view: View, unit: int) -> list[Mark]:
    """Where a unit could move: as its system reckons it; else, if it is its side's turn, as the engine's own steps show."""
    state, labels = view.state, view.rules.board.labels
    found: Mapping[int, int | None] = view.rules.system.show.ranges(state, unit)
    if not found and state.outcome is None and not state.frame.chance and legal_of(view):
        from echelon.advice.reach import reach

        found = reach(state, unit).costs
    marks: list[Mark] = [
        {"mark": "reachable", "hex": labels[h], "cost": cost(view.rules, points)} for h, points in found.items()
    ]
    at = place_of(state, unit)
    return [{"mark": "selected", "hex": labels[at]}, *marks] if at < view.rules.board.n else marks


def _threat(state: State) -> list[Mark]:
    """For each side, the hexes its units could move next to: for systems that know ranges and draw no threat themselves."""
    rules = state.rules
    board, found = rules.board, []
    for side, (first, last) in enumerate(rules.forces.ranges):
        near: dict[int, list[str]] = {}
        for unit in range(first, last):
            at = place_of(state, unit)
            if at >= board.n:
                continue
            reached = {at, *rules.system.show.ranges(state, unit)}
            for h in {other for here in reached for other, _, _ in board.near[here]}:
                near.setdefault(h, []).append(rules.forces.units[unit].id)
        for h, units in sorted(near.items()):
            row = {"mark": "threat", "hex": board.labels[h], "attackers": len(units), "units": units, "side": rules.sides[side]}
            found.append(row)
    return found


def _trails(moves: Iterable[Mapping[str, Any]]) -> list[Mark]:
    """The ways of the units in some moves, the steps of one unit joined."""
    ways: list[tuple[str, str, list[str]]] = []
    for move in moves:
        path = move.get("path")
        if not path:
            continue
        last = next((way for way in reversed(ways) if way[0] == move["unit"]), None)
        if last is not None and last[2][-1] == path[0]:
            last[2].extend(path[1:])
        else:
            ways.append((move["unit"], move["side"], list(path)))
    return [{"mark": "trail", "hexes": way, "unit": unit, "side": side} for unit, side, way in ways]
