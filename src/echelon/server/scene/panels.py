"""Panels as data: what an action means, in the words of its system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from echelon.core.errors import Illegal
from echelon.core.frames import OVER
from echelon.core.show.panels import Panel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from echelon.core.rules import Rules
    from echelon.core.show.panels import Outlook, Row
    from echelon.core.state import State
    from echelon.core.views import View

__all__ = ["outlook_data", "panel", "panel_data", "row_data", "standing_panel", "track_data"]

_PLACED = frozenset(("unit", "hex", "hexside", "place", "group"))


def panel_data(found: Panel | None) -> dict[str, Any] | None:
    """A panel ready for JSON, with the chances in per cent; nothing for none."""
    if found is None:
        return None
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))  # with lists for tuples, as a page gets it
    if not data["state"]:
        del data["state"]
    for row in data["chances"]:
        row["percent"] = round(100 * row["n"] / row["of"]) if row["of"] else 0
    return data


def row_data(row: Row) -> dict[str, Any]:
    """One line of a book; what is empty is left out."""
    found: dict[str, Any] = {"what": row.what, "how": row.how}
    if row.clause:
        found["clause"] = row.clause
    if row.units:
        found["units"] = list(row.units)
    if row.warn:
        found["warn"] = True
    return found


def outlook_data(rules: Rules, found: Outlook | None) -> dict[str, Any] | None:
    """Who would win now and how, with names for numbers of sides and hexes; nothing for a game that does not tell."""
    if found is None:
        return None
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    for row in (data, *data["victories"]):
        row["side"] = None if row["side"] is None else rules.sides[row["side"]]
    for victory in data["victories"]:
        for row in victory["conditions"]:
            row["hex"] = None if row["hex"] < 0 else rules.board.labels[row["hex"]]
    return data


def track_data(turn: int, label: str, sign: str, title: str) -> dict[str, Any]:
    """One cell of the turn track."""
    found: dict[str, Any] = {"turn": turn, "label": label, "title": title}
    return {**found, "sign": sign} if sign else found


def standing_panel(view: View, main: int | None, lang: str = "en") -> dict[str, Any] | None:
    """The panel of the question as it stands: of the action that ends it, of its die, or of the few answers it leaves. Where
    one points at the map to answer there is none: each place has its own. Everybody may see it unless the question is secret.
    """
    state = view.state
    frame = state.frame
    if view.waiting or frame.kind.secret or frame.side == OVER:
        return None
    found = _standing(view, main, lang)
    asked = frame.chance or view.side in (None, frame.side)
    return found if asked or (found is not None and found["ladder"] is not None) else None  # what the other side weighs is his


def _standing(view: View, main: int | None, lang: str) -> dict[str, Any] | None:
    state = view.state
    frame, tell = state.frame, state.rules.system.show.panel
    options = [a for a, _ in state.outcomes()] if frame.chance else list(frame.kind.legal(state, frame))
    if main is not None:
        shown = tell(state, main, lang)
        if shown is not None or main in options:  # an end that is not legal yet says nothing of the one battle that is left
            return panel_data(shown)
    if not options or (not frame.chance and len({_named(state, action) for action in options}) > 1):
        return None
    first = tell(state, options[0], lang)
    if frame.chance or first is None:
        return panel_data(first)
    found = {state.text(action): tell(state, action, lang) for action in options}
    return _side_by_side(found) if len(found) > 1 else panel_data(first)


def _named(state: State, action: int) -> tuple[tuple[str, int], ...]:
    """What an answer names on the map or among the units."""
    verbs = state.rules.verbs
    fields = zip(verbs.verb(action).fields, verbs.fields(action), strict=True)
    return tuple((field.type, value) for field, value in fields if not field.words and field.type in _PLACED)


def _side_by_side(found: Mapping[str, Panel | None]) -> dict[str, Any] | None:
    """Answers that are only words, by their lines, one beside the other; the first one's panel if they have more to tell."""
    told = {line: panel for line, panel in found.items() if panel is not None}
    first = next(iter(told.values()))
    if any(panel.facts or panel.chances or panel.ladder for panel in told.values()):
        return panel_data(first)
    data = panel_data(Panel("", attackers=first.attackers, defenders=first.defenders))
    assert data is not None
    rows = [{"line": line, "say": panel.title, "notes": list(panel.notes)} for line, panel in told.items()]
    return {**data, "options": rows}


def panel(view: View, line: str, lang: str = "en") -> dict[str, Any] | None:
    """What a line would mean: the panel of its last action, after the others were played on a copy. Where a die falls on the
    way, something comes to light or another is asked, nobody knows what comes after it: then that of the action it falls on.

    Invalid, Ambiguous or Illegal, as `state.play`, if the line cannot be played: systems reckon with legal actions only.
    """
    from echelon.core.text.lines import expand, run

    state = view.state.copy()
    *first, last = expand(state, line) or [line]
    if view.waiting or (state.frame.kind.secret and state.frame.side != view.side):
        return None
    trial, done = state.copy(), list[int]()

    def apply(action: int) -> None:
        done.append(action)
        trial.apply(action)

    known = (state.frame.side, state.rolls, state.reveals)
    if first:
        run(trial, "; ".join(first), apply)
    if (trial.frame.side, trial.rolls, trial.reveals) == known:
        state, action = trial, trial.parse(last.removesuffix("?"))
    else:
        action = done.pop()
        for before in done:
            state.apply(before)
    if state.frame_of(action) is None:
        return None
    if rulings := state.why_not(action):
        if last.endswith("?"):  # it is left out where it cannot be
            return None
        raise Illegal(last, rulings, [state.sentence(r) for r in rulings])
    return panel_data(state.rules.system.show.panel(state, action, lang))
