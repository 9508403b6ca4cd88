"""Reach: where a unit can go, what that costs, and the line that takes it there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from echelon.advice.reach import Reach
from echelon.advice.reach import reach as search
from echelon.server.scene.answers import legal_of, main_action, told_cautions, under_way
from echelon.server.scene.pieces import place_of
from echelon.server.scene.words import cost, generic

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.views import View

__all__ = ["after_main", "find", "reach", "share", "ways"]


def reach(view: View, unit: int, lang: str = "en") -> dict[str, Any]:
    """The hexes a unit can get to from the present question, each with its cost and a line to play.

    If another unit is under way, the lines begin by letting it stop. Nothing for somebody who is not asked.
    """
    state, rules = view.state, view.rules
    labels, at = rules.board.labels, place_of(state, unit)
    found, prefix = find(view, unit)
    warnings, say = rules.system.show.warnings, rules.texts.teller(rules, "inspect", lang)
    hexes: dict[str, Any] = {}
    for h, points in sorted(found.costs.items()):
        line = "; ".join([*prefix, *found.lines[h]])
        path = [labels[x] for x in found.paths[h] if x < rules.board.n]
        row: dict[str, Any] = {"cost": cost(view.rules, points), "line": line, "path": path}
        if h in found.chances or h in found.dice:
            row["final"] = True  # a die falls on the way: a page asks first
        note = _note(view, found, h, lang)
        if note:
            row["note"] = note
        amiss = warnings(found.ends[h], unit, say)
        if amiss:
            row["warnings"] = told_cautions(amiss)
        hexes[labels[h]] = row
    start = labels[at] if at < rules.board.n else None
    return {"unit": rules.forces.units[unit].id, "start": start, "hexes": hexes, "complete": found.complete}


def find(view: View, unit: int) -> tuple[Reach, list[str]]:
    """The search, and what has to be played before its lines."""
    return ways(view, unit, None)


def ways(view: View, unit: int, grave: Callable[[State], bool] | None) -> tuple[Reach, list[str]]:
    """The same, for a unit that ends its move where it goes: rather by a dearer way than where its end is `grave`."""
    state = view.state
    legal = legal_of(view)
    if not legal or state.frame.side != view.side:
        return Reach(place_of(state, unit)), []
    found = search(state, unit, grave=grave)
    if found.costs or any(unit in state.rules.verbs.values(a, "unit") for a in legal):
        return found, []
    after, line = after_main(state, legal)
    return (search(after, unit, grave=grave), [line]) if after is not None else (found, [])


def after_main(state: State, legal: list[int]) -> tuple[State | None, str]:
    """The state once the unit under way has stopped, and the line for it; None if that is not possible, or if a die falls, the
    step ends or another is asked then."""
    main = main_action(state, legal)
    if main is None or main not in legal or not under_way(state, main):
        return None, ""
    after = state.copy()
    after.apply(main)
    kept = (after.frame.side, after.step, after.rolls, after.reveals, after.outcome)
    return (after, state.text(main)) if kept == (state.frame.side, state.step, state.rolls, state.reveals, None) else (None, "")


def _note(view: View, found: Reach, h: int, lang: str) -> str:
    """What somebody should know before he goes there."""
    rules, notes = view.rules, []
    if h in found.chances:
        notes.append(generic(rules, lang, "reach", "chance", **share(found.chances[h])))
    if h in found.dice:
        notes.append(generic(rules, lang, "reach", "die"))
    if h in found.news:
        notes.append(generic(rules, lang, "reach", "news", hex=found.news[h]))
    if h in found.through:
        notes.append(generic(rules, lang, "reach", "through"))
    return " ".join(notes)


def share(chance: Fraction) -> dict[str, Any]:
    """A chance as a die shows it: in how many of six, where that comes out even."""
    of = 6 if 6 % chance.denominator == 0 else chance.denominator
    return {"number": str(chance * of), "of": str(of)}
