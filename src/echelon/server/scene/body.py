"""Bodies: several units that go to a hex by one press, each by its own cheapest safe way, and why others stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from echelon.core.views import View
from echelon.server.scene.answers import under_way
from echelon.server.scene.reach import after_main, reach, share, ways
from echelon.server.scene.why import why
from echelon.server.scene.words import cost, generic

if TYPE_CHECKING:
    from echelon.advice.reach import Reach
    from echelon.core.state import Event, State

__all__ = ["march", "together"]

Row = dict[str, Any]


def together(view: View, units: Sequence[int], lang: str = "en") -> Row:
    """The hexes that all of a body can get to without a die, as `reach` tells them for one unit: with the cost of who pays most
    and what awaits each. Who can go to none of them `stays`, and why; of those who can, the first says where."""
    found = {unit: _safe(view, unit) for unit in units}
    goers: list[int] = []
    shared: set[int] = set()
    for unit, (own, _) in found.items():
        sure = {h for h in own.costs if not _needs_a_die(own, h)}
        common = shared & sure if goers else sure
        if common:
            goers.append(unit)
            shared = common
    if not goers:
        return {**reach(view, units[0], lang), "units": [], "stays": []}
    row = reach(view, goers[0], lang)
    labels = view.rules.board.labels
    hexes: Row = {}
    for h in sorted(shared):
        points = [own.costs[h] for own, _ in (found[unit] for unit in goers)]
        counted = [one for one in points if one is not None]
        way = {**row["hexes"][labels[h]], "cost": cost(view.rules, max(counted) if counted else None)}
        own, prefix = found[goers[0]]
        way |= {"line": "; ".join([*prefix, *own.lines[h]]), "path": [labels[x] for x in own.paths[h]]}
        way.pop("warnings", None)
        if amiss := _amiss(view, goers, [found[unit][0].ends[h] for unit in goers], lang):
            way["warnings"] = amiss
        hexes[labels[h]] = way
    stays = [_why_not(view, unit, found[unit][0], lang) for unit in units if unit not in goers]
    return {**row, "hexes": hexes, "units": _ids(view, goers), "stays": stays}


def march(view: View, units: Sequence[int], goal: int, lang: str = "en") -> Row:
    """One line that takes several units to a hex, each by its own cheapest safe way, in this order, but last who cannot stop
    there without a die. Who cannot get there once the others have, or only with a die, is `left` where he is, and why."""
    state = view.state
    lines: list[str] = []
    gone: list[int] = []
    left: list[Row] = []
    order, late = list(units), len(units)
    while order:
        unit = order.pop(0)
        late -= 1
        here = View(state, view.side)
        found, prefix = _safe(here, unit)
        if goal not in found.costs or _needs_a_die(found, goal):
            left.append(_why_not(here, unit, found, lang, goal))
            continue
        line = "; ".join([*prefix, *found.lines[goal]])
        after = state.copy()
        after.play(line)
        if order and late >= 0 and under_way(after, None) and after_main(after, after.legal().main)[0] is None:
            order.append(unit)
            continue
        lines.append(line)
        gone.append(unit)
        if (after.frame.side, after.step, after.outcome) != (state.frame.side, state.step, None):
            # the other is asked, or the step is over: nobody else of them goes on
            left += [{"unit": id_, "say": "", "clause": ""} for id_ in _ids(view, order)]
            break
        state = after
    return {"hex": view.rules.board.labels[goal], "line": "; ".join(lines), "units": _ids(view, gone), "left": left}


def _safe(view: View, unit: int) -> tuple[Reach, list[str]]:
    """The ways of a unit that ends its move where it goes: the cheapest of those that bring nothing grave upon it."""
    rules = view.rules
    warnings, say = rules.system.show.warnings, rules.texts.teller(rules, "inspect", "en")
    return ways(view, unit, lambda end: any(one.grave for one in warnings(end, unit, say)))


def _needs_a_die(found: Reach, h: int) -> bool:
    return h in found.chances or h in found.dice


def _ids(view: View, units: Sequence[int]) -> list[str]:
    return [view.rules.forces.units[unit].id for unit in units]


def _amiss(view: View, units: Sequence[int], ends: Sequence[State], lang: str) -> list[Row]:
    """What awaits each of a body, the same said once with the names of all of them."""
    rules = view.rules
    say = rules.texts.teller(rules, "inspect", lang)
    found: dict[tuple[str, str, bool], list[int]] = {}
    for unit, end in zip(units, ends, strict=True):
        for one in rules.system.show.warnings(end, unit, say):
            found.setdefault((one.say, one.clause, one.grave), []).append(unit)
    return [
        {"say": generic(rules, lang, "body", "each", units=tuple(of), say=said), "clause": clause, "grave": grave}
        for (said, clause, grave), of in found.items()
    ]


def _why_not(view: View, unit: int, found: Reach, lang: str, goal: int | None = None) -> Row:
    """Why a unit does not go with the others: what forbids it, or that only a die takes it there."""
    rules = view.rules
    row: Row = {"unit": rules.forces.units[unit].id, "say": "", "clause": ""}
    if goal is not None and _needs_a_die(found, goal):
        chance = found.chances.get(goal)
        say = generic(rules, lang, "reach", "chance", **share(chance)) if chance else generic(rules, lang, "reach", "die")
        return row | {"say": say, "clause": _clause_of_die(found.ends[goal])}
    if goal is None and found.costs:
        return row | {"say": generic(rules, lang, "body", "apart")}
    told = why(view, unit, goal, lang=lang)
    ruling = next(iter(told["rulings"]), {"say": told["say"], "clause": ""})
    return row | {"say": ruling["say"], "clause": ruling["clause"]}


def _clause_of_die(end: State) -> str:
    """The clause by which a die falls, from what its faces would do."""
    for action, _ in end.outcomes() if end.frame.chance else ():
        after = end.copy()
        events: list[Event] = []
        after.log = events
        after.apply(action)
        for event in events:
            if event.clause:
                return event.clause
    return ""
