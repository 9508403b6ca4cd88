"""Moves: what happened, one entry an action, in sentences, with what changed on the map so that a page can show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from echelon.core.frames import CHANCE
from echelon.core.views import View, sees, visible
from echelon.server.scene.moments import state_at
from echelon.server.scene.panels import track_data
from echelon.server.scene.pieces import changes, place_of
from echelon.server.scene.rulings import events_of
from echelon.server.scene.sight import Sight
from echelon.server.scene.words import generic

if TYPE_CHECKING:
    from echelon.core.state import Event, State
    from echelon.core.table import Table

__all__ = ["moves"]

Move = dict[str, Any]


def moves(
    table: Table,
    side: int | None,
    start: int = 0,
    end: int | None = None,
    pieces: bool = True,
    lang: str = "en",
    *,
    now: Sight | None = None,
) -> list[Move]:
    """The moves from `start` up to but not with `end`, as a side (None: a spectator) may know them.

    With `pieces`, each tells what it changed on the map: `set` (new or different counters), `gone`, `marks` if they changed.
    `now` is what the side sees at present, if the caller has looked already. The game is followed once from the first of
    them, so a long stretch costs no more than its moves.
    """
    last = len(table.moves) if end is None else min(end, len(table.moves))
    first = max(start, 0)
    if first >= last:
        return []
    state = state_at(table, first).copy()
    seen = Sight(View(state, side)) if pieces else None
    found = []
    for i in range(first, last):
        made = table.moves[i]
        row = _told(state, made.action, made.side, side, lang) | {"i": i, "forced": made.forced}
        unit, way = _way_before(state, made.action) if sees(state, made.action, side) else (None, [])
        sign = _sign(state) if made.side == CHANCE else ""
        before = state if state.rules.system.show.retell is None else state.copy()
        events: list[Event] = []
        state.log = events
        state.apply(made.action)
        state.log = None
        known = [event for event in state.rules.system.show.told(before, events) if visible(event, side)]
        row["events"] = events_of(state.rules, known, lang)
        row["clauses"] = list(dict.fromkeys(event.clause for event in known if event.clause))
        if made.side == CHANCE and _sign(state) != sign:
            row["track"] = _cell(state, lang)
        if unit is not None and way:
            row |= _way(state, unit, way)
        if seen is not None:
            last_seen, seen = seen, now if now is not None and i + 1 == len(table.moves) else Sight(View(state, side))
            row |= _changed(last_seen, seen, lang)
        found.append(row)
    return found


def _told(state: State, action: int, mover: int, side: int | None, lang: str) -> Move:
    """What a move is: whose, its line and sentence, the die. Of another's secret choice only that it was made."""
    rules = state.rules
    known = sees(state, action, side)
    verb = rules.verbs.verb(action)
    if known:
        line, say = state.text(action), rules.texts.told(state, action, lang)
    else:
        owner = frame.owner if (frame := state.frame_of(action)) else mover
        line, say = f"{verb.name} ?", generic(rules, lang, "move", "secret_die" if mover == CHANCE else "secret", side=owner)
    return {
        "side": rules.side_name(mover),
        "line": line,
        "say": say,
        "chance": mover == CHANCE,
        "die": _die(state, action) if mover == CHANCE and known else None,
        "turn": state.turn,
        "step": rules.sequence[state.step].name if state.step >= 0 else "",
    }


def _cell(state: State, lang: str) -> dict[str, Any]:
    """The cell of the turn track that stands for the present turn."""
    return next((track_data(*row) for row in state.rules.system.show.track(state, lang) if row[0] == state.turn), {})


def _sign(state: State) -> str:
    """Its sign, such as that of the weather. A die decides it, and a state need not remember it once the turn is over."""
    return str(_cell(state, "en").get("sign", ""))


def _die(state: State, action: int) -> dict[str, Any] | None:
    """The faces of the dice that a chance action names; none if it names no number."""
    verbs = state.rules.verbs
    verb = verbs.verb(action)
    dice = [(f, v) for f, v in zip(verb.fields, verbs.fields(action), strict=True) if f.type == "number" and not f.words]
    return {"faces": [v for _, v in dice], "of": dice[0][0].bounds[1]} if dice else None


# --- where a unit went ------------------------------------------------------------------------------------------------
def _way_before(state: State, action: int) -> tuple[int | None, list[int]]:
    """The first unit an action names and the way it has made: where it stands, then the hexes of a route begun but not yet
    taken (a retreat is put down when its route is complete)."""
    unit = next(state.rules.verbs.values(action, "unit"), None)
    if unit is None or place_of(state, unit) >= state.rules.board.n:
        return unit, []
    at, frame = place_of(state, unit), state.frame
    path = getattr(frame, "path", ()) if getattr(frame, "unit", None) == unit else ()
    begun = [step[0] if isinstance(step, tuple) else step for step in path]
    if at in begun:
        begun = begun[len(begun) - 1 - begun[::-1].index(at) + 1 :]
        return unit, [at, *begun]
    return unit, [at]


def _way(state: State, unit: int, way: list[int]) -> Move:
    """The unit's way on the map, if it has left its hex."""
    rules, end = state.rules, place_of(state, unit)
    if end == way[0] or end >= rules.board.n:
        return {}
    full = way if way[-1] == end else [*way, end]
    return {"unit": rules.forces.units[unit].id, "path": [rules.board.labels[h] for h in full]}


def _changed(before: Sight, after: Sight, lang: str) -> Move:
    """What is different on the map."""
    found, gone = changes(after.view.rules, before.rows, after.rows, lang)
    row: Move = {"set": found, "gone": gone}
    return row if before.marks == after.marks else {**row, "marks": after.marks}
