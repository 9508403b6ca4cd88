"""Why not: the clauses that forbid what somebody has pointed at, and how far he would come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

from echelon.advice.reach import reach as search
from echelon.core.errors import EchelonError, Illegal
from echelon.core.fields import is_points
from echelon.core.frames import CHANCE, OVER
from echelon.core.text.lines import run
from echelon.core.views import View
from echelon.server.scene.answers import ledgers_of, legal_of, under_way
from echelon.server.scene.pieces import place_of
from echelon.server.scene.reach import after_main, find, share
from echelon.server.scene.rulings import rulings_of
from echelon.server.scene.words import generic

if TYPE_CHECKING:
    from echelon.advice.reach import Reach
    from echelon.core.rules import Rules
    from echelon.core.rulings import Ruling
    from echelon.core.state import Event, State
    from echelon.core.verbs import Field

__all__ = ["why"]

NEAREST = 3  # so many of the nearest hexes it can come to are tried
MOST = 240  # candidates that are judged at most


class Verdict(NamedTuple):
    """An action that was judged: in which state, and what it breaks."""

    state: State
    action: int
    rulings: list[Ruling]


def why(
    view: View, unit: int | None = None, hex_: int | None = None, line: str | None = None, lang: str = "en"
) -> dict[str, Any]:
    """Why a line is refused, or why a unit cannot go to a hex or be chosen, or nothing be done in a hex.

    Everything is judged from what the viewer knows, so that an answer cannot tell a secret.
    """
    rules, frame = view.rules, view.state.frame
    if frame.side == OVER:
        return _said(generic(rules, lang, "why", "over"))
    if view.side is None:
        return _said(generic(rules, lang, "why", "watching"))
    if frame.side == CHANCE:
        return _said(generic(rules, lang, "why", "chance"))
    if frame.side != view.side and not ledgers_of(view):
        return _said(generic(rules, lang, "why", "asked", side=frame.side))
    if line is not None:
        return _line(view, line, lang)
    if unit is not None:
        view = _once_stopped(view, unit)
    if unit is not None and hex_ is not None:
        return _unit_to_hex(view, unit, hex_, lang)
    if unit is not None:
        return _unit(view, unit, lang)
    if hex_ is not None:
        return _hex(view, hex_, lang)
    return _said(generic(rules, lang, "why", "nobody"))


def _once_stopped(view: View, unit: int) -> View:
    """While another unit is under way: the moment when it has stopped, if nothing stands in the way of that."""
    state, legal = view.state, legal_of(view)
    if unit in under_way(state, None) or any(unit in state.rules.verbs.values(a, "unit") for a in legal):
        return view
    after, _ = after_main(state, legal)
    return view if after is None else View(after, view.side)


def _said(say: str, legal: bool = False) -> dict[str, Any]:
    return {"say": say, "rulings": [], "legal": legal}


def _refused(say: str, rules: Rules, rulings: Sequence[Ruling], lang: str, there: int | None = None) -> dict[str, Any]:
    return {"say": say, "rulings": rulings_of(rules, rulings, lang, there), "legal": False}


# --- a line -----------------------------------------------------------------------------------------------------------
def _line(view: View, line: str, lang: str) -> dict[str, Any]:
    """A line played on a copy, up to what is refused."""
    trial, rules = view.state.copy(), view.rules
    try:
        run(trial, line, trial.apply)
    except Illegal as error:
        action = trial.parse(error.text.removesuffix("?"))
        return _refused(_headline(trial, action, lang), rules, error.rulings, lang)
    except EchelonError as error:
        return _said(str(error))
    return _said(generic(rules, lang, "why", "legal", what=_first(view.state, line, lang)), legal=True)


def _first(state: State, line: str, lang: str) -> str:
    try:
        return state.describe(state.parse(line.partition(";")[0]), lang)
    except EchelonError:
        return line


def _headline(state: State, action: int, lang: str) -> str:
    """The act that is refused: the system's sentence for it if it has one, else its description."""
    rules = state.rules
    verb = rules.verbs.verb(action)
    frame = state.frame_of(action) or state.frame
    template = rules.texts.template("cannot", f"{frame.kind.name}.{verb.name}", lang)
    template = template or rules.texts.template("cannot", verb.name, lang)
    if template is None:
        return generic(rules, lang, "why", "not", what=state.describe(action, lang))
    facts: dict[str, Any] = {"side": frame.side, "turn": state.turn, **frame.kind.facts(state, frame)}
    for field, value in zip(verb.fields, rules.verbs.fields(action), strict=True):
        facts[field.name] = rules.texts.field(rules, field, value, lang)
    return rules.texts.fill(rules, template, facts, lang)


# --- a unit and a hex -------------------------------------------------------------------------------------------------
def _unit_to_hex(view: View, unit: int, hex_: int, lang: str) -> dict[str, Any]:
    """A unit that was meant to go to a hex, attack it, be put there: whatever the question allows."""
    state, rules = view.state, view.rules
    verbs = rules.verbs
    for action in legal_of(view):
        if unit in verbs.values(action, "unit") and hex_ in verbs.values(action, "hex"):
            return _said(generic(rules, lang, "why", "legal", what=state.describe(action, lang)), legal=True)
    if place_of(state, unit) == hex_ and _moves_units(state):
        return _said(generic(rules, lang, "why", "there", unit=unit, hex=hex_))
    found, prefix = find(view, unit)
    if hex_ in found.costs:
        return _said(generic(rules, lang, "why", "can_go", unit=unit, hex=hex_), legal=True)
    if _walks(view, unit, found):
        return _too_far(view, unit, hex_, found, prefix, lang)
    both = _best(view, state, unit, hex_)
    if both is not None and both.rulings:
        return _refused(_headline(both.state, both.action, lang), rules, both.rulings, lang)
    joined = _in_attack(view, unit, hex_)
    if joined is not None:
        if not joined.rulings:
            return _said(generic(rules, lang, "why", "legal", what=joined.state.describe(joined.action, lang)), legal=True)
        return _refused(_headline(joined.state, joined.action, lang), rules, joined.rulings, lang)
    chosen = _unit(view, unit, lang)
    return chosen if not chosen["legal"] else _hex(view, hex_, lang)


def _moves_units(state: State) -> bool:
    """Is the question about units that go somewhere? Then pointing at their own hex is no mistake of the rules."""
    verbs = state.rules.verbs
    return any([f.type for f in verbs[name].fields][:1] == ["unit"] for name in state.frame.kind.verbs)


def _walks(view: View, unit: int, found: Reach) -> bool:
    """Does the unit go from hex to hex now? Not if it is put down somewhere, as in a set-up."""
    board = view.rules.board
    if any(
        len(line) == 1 and (found.start >= board.n or board.distance(found.start, h) > 1) for h, line in found.lines.items()
    ):
        return False
    return bool(found.costs) or unit in under_way(_played(view, unit, ()), None)


def _too_far(view: View, unit: int, hex_: int, found: Reach, prefix: list[str], lang: str) -> dict[str, Any]:
    """How far the unit comes, and what forbids the next step from there: of the nearest hexes the one where the fewest clauses
    stand in the way."""
    state, rules = view.state, view.rules
    board = rules.board
    ends = [h for h in (found.start, *found.costs) if h < board.n]
    ends.sort(key=lambda h: (board.distance(h, hex_), found.costs.get(h) or 0))
    die = _behind_a_die(unit, hex_, found)
    if die is not None:
        say = generic(rules, lang, "why", "die", unit=unit, hex=hex_, hex_far=die, **share(found.chances[die]))
        return {**_said(say), "far": board.labels[die]}
    nearest = [h for h in ends if board.distance(h, hex_) == board.distance(ends[0], hex_)][:NEAREST] if ends else []
    best, far = _next_step(view, unit, hex_, nearest, found, prefix)
    if best is None:
        best = _best(view, state, unit, hex_)
        far = nearest[0] if nearest else far
        if not found.costs and (best is None or not best.rulings):
            return _unit(view, unit, lang)
    if far < board.n and far != found.start:
        key = "far_die" if far in found.chances else "far"
        say = generic(rules, lang, "why", key, unit=unit, hex=hex_, hex_far=far)
    else:
        say = generic(rules, lang, "why", "go", unit=unit, hex=hex_)
    there = far if far < board.n and far != found.start else None
    row = _refused(say, rules, best.rulings if best is not None else [], lang, there)
    return {**row, "far": board.labels[far]} if far < board.n else row


def _behind_a_die(unit: int, hex_: int, found: Reach) -> int | None:
    """The hex where a die has to fall in a unit's favour before it can go on to the hex it is wanted in, if there is one."""
    nearest = sorted(found.chances, key=lambda h: found.ends[h].rules.board.distance(h, hex_))[:NEAREST]
    return next((h for h in nearest if hex_ in search(found.ends[h], unit).costs), None)


def _next_step(
    view: View, unit: int, hex_: int, ends: Sequence[int], found: Reach, prefix: list[str]
) -> tuple[Verdict | None, int]:
    """What forbids the step towards a hex from the ends of some ways, and from which of them."""
    board = view.rules.board
    best: Verdict | None = None
    far = found.start
    for h in ends:
        line = [*prefix, *found.lines.get(h, ())]
        there: State | None = found.ends[h] if h in found.chances else _played(view, unit, line)
        if line and there is not None and h not in found.chances and unit not in under_way(there, None):
            before = _played(view, unit, line[:-1])
            if type(there.frame) is not type(before.frame):  # else the same question goes on, and names the unit by itself
                there = _reopened(before, there, unit)
        if there is None:
            continue  # what is asked now is not where the unit goes
        closer = [other for other, _, _ in board.near[h] if board.distance(other, hex_) < board.distance(h, hex_)]
        for other in sorted(closer, key=lambda other: board.distance(other, hex_)):
            verdict = _best(View(there, view.side), there, unit, other)
            if verdict is not None and verdict.rulings and (best is None or len(verdict.rulings) < len(best.rulings)):
                best, far = verdict, h
    return best, far


def _played(view: View, unit: int, line: Sequence[str]) -> State:
    """The state at the end of a way; without a way, once the unit has been taken."""
    state = view.state.copy()
    for text in line:
        state.apply(state.parse(text))
    if not line and unit not in under_way(state, None):
        taking = [a for a in state.legal().main if unit in state.rules.verbs.values(a, "unit")]
        single = [a for a in taking if len(state.rules.verbs.fields(a)) == 1]
        trial = state.copy()
        if single:
            trial.apply(single[0])
            if trial.frame.side == state.frame.side and trial.step == state.step and unit in under_way(trial, None):
                return trial
    return state


def _reopened(before: State, after: State, unit: int) -> State | None:
    """A way that ended by itself, with its last question open once more, so that the law can say why it ended: the unit stands
    where it came to, the last hex is on its path, its points are spent. None if the question was not about its way."""
    frame = before.frame
    at = place_of(after, unit)
    moved = unit in under_way(before, None) or at != place_of(before, unit)
    if not moved or after.frame.chance or after.step != before.step:
        return None
    cost = _paid(before, after, unit)
    values = list(frame)
    for i, (name, codec) in enumerate(zip(frame.fields, frame._codecs(), strict=True)):
        if is_points(codec):
            values[i] = max(values[i] - cost, 0)
        elif name == "path" and values[i]:
            last = values[i][-1]
            values[i] = (*values[i], (at, last[1] + cost) if isinstance(last, tuple) else at)
    state = after.copy()
    state.push(type(frame)(tuple(values)))
    return state


def _paid(before: State, after: State, unit: int) -> int:
    """The points, in parts, that the last step cost, from a row of points or, by trying it again, from its events."""
    for row in before.layout.rows:
        if is_points(row.codec):
            return int(getattr(after, row.name)[unit]) - int(getattr(before, row.name)[unit])
    at = place_of(after, unit)
    for action in before.legal().main:
        if unit in before.rules.verbs.values(action, "unit") and at in before.rules.verbs.values(action, "hex"):
            trial = before.copy()
            events: list[Event] = []
            trial.log = events
            trial.apply(action)
            return sum(e.facts["mf"] for e in events if e.facts.get("unit") == unit and isinstance(e.facts.get("mf"), int))
    return 0


def _in_attack(view: View, unit: int, hex_: int) -> Verdict | None:
    """A hex is chosen by itself, and then the unit joins: what forbids the hex, or the unit once the hex is chosen."""
    verdict = _best(view, view.state, None, hex_)
    if verdict is None or verdict.rulings:
        return verdict
    after = view.state.copy()
    after.apply(verdict.action)
    if after.frame.side != view.side:
        return verdict
    return _best(View(after, view.side), after, unit, None) or verdict


# --- a unit or a hex --------------------------------------------------------------------------------------------------
def _unit(view: View, unit: int, lang: str) -> dict[str, Any]:
    """A unit that was pointed at."""
    state, rules = view.state, view.rules
    if any(unit in rules.verbs.values(a, "unit") for a in legal_of(view)):
        return _said(generic(rules, lang, "why", "can", unit=unit), legal=True)
    verdict = _after_a_hex(view, unit)
    if verdict is not None and not verdict.rulings:
        return _said(generic(rules, lang, "why", "first", what=state.describe(verdict.action, lang)), legal=True)
    verdict = verdict or _best(view, state, unit, None)
    if verdict is None:
        return _said(generic(rules, lang, "why", "choose", unit=unit))
    # whose unit it is comes before everything that another unit might have been asked
    order = [ruling for ruling in verdict.rulings if ruling.clause == rules.order_clause]
    say = generic(rules, lang, "why", "choose", unit=unit) if order else _headline(verdict.state, verdict.action, lang)
    return _refused(say, rules, order or verdict.rulings, lang)


def _after_a_hex(view: View, unit: int) -> Verdict | None:
    """Where a hex is chosen before units: what forbids the unit once a hex beside it is chosen. Without rulings, the action is
    that of the hex."""
    state, rules = view.state, view.rules
    at = place_of(state, unit)
    if at >= rules.board.n or rules.forces.side_of[unit] != view.side:
        return None
    best: Verdict | None = None
    for action in legal_of(view):
        fields = rules.verbs.verb(action).fields
        if [field.type for field in fields] != ["hex"] or rules.board.distance(rules.verbs.fields(action)[0], at) != 1:
            continue
        after = state.copy()
        after.apply(action)
        if after.frame.side != view.side:
            continue
        verdict = _best(View(after, view.side), after, unit, None)
        if verdict is not None and not verdict.rulings:
            return Verdict(state, action, [])
        if verdict is not None and (best is None or len(verdict.rulings) < len(best.rulings)):
            best = verdict
    return best


def _hex(view: View, hex_: int, lang: str) -> dict[str, Any]:
    """A hex that was pointed at; while a unit is under way, as a place for it to go."""
    state, rules = view.state, view.rules
    if any(hex_ in rules.verbs.values(a, "hex") for a in legal_of(view)):
        return _said(generic(rules, lang, "why", "can_hex", hex=hex_), legal=True)
    moving = under_way(state, None)
    if moving:
        return _unit_to_hex(view, moving[0], hex_, lang)
    verdict = _best(view, state, None, hex_)
    if verdict is None:
        return _said(generic(rules, lang, "why", "hex", hex=hex_))
    return _refused(_headline(verdict.state, verdict.action, lang), rules, verdict.rulings, lang)


# --- candidates -------------------------------------------------------------------------------------------------------
def _best(view: View, state: State, unit: int | None, hex_: int | None) -> Verdict | None:
    """Of all actions that name what was pointed at, the one that breaks the fewest clauses; None if the question's verbs name
    nothing of the kind."""
    best: Verdict | None = None
    for action in islice(_candidates(state, unit, hex_), MOST):
        rulings = view.why_not(action)
        if best is None or len(rulings) < len(best.rulings):
            best = Verdict(state, action, rulings)
            if not rulings:
                break
    return best


def _candidates(state: State, unit: int | None, hex_: int | None) -> Iterator[int]:
    """Well-formed actions of the open question that name the unit and the hex, legal or not; those with the fewest further
    fields first."""
    rules, verbs = state.rules, state.rules.verbs
    names = sorted(state.frame.kind.verbs, key=lambda name: len(verbs[name].fields))
    for name in names:
        types = [field.type for field in verbs[name].fields]
        if (unit is not None) != ("unit" in types) or (hex_ is not None and "hex" not in types):
            continue
        values = [_values(rules, field, state, unit, hex_) for field in verbs[name].fields]
        for chosen in product(*values):
            yield verbs.make(name, *chosen)


def _values(rules: Rules, field: Field, state: State, unit: int | None, hex_: int | None) -> Sequence[int]:
    """What a field may hold in a candidate: what was pointed at, the hexes round the unit, else anything."""
    if field.type == "unit" and unit is not None:
        return [unit]
    if field.type == "hex":
        if hex_ is not None:
            return [hex_]
        at = place_of(state, unit) if unit is not None else rules.board.n
        return [other for other, _, _ in rules.board.near[at]] if at < rules.board.n else range(rules.board.n)
    return field.domain(rules)
