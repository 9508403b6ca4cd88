"""The scene: everything one viewer needs to see the game at one moment, and to answer what he is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from echelon.core.frames import CHANCE, OVER
from echelon.server.scene import marks, panels
from echelon.server.scene.answers import answers, is_final, ledgers, legal_of, main_action, under_way
from echelon.server.scene.leads import to_say
from echelon.server.scene.moments import is_past, state_at
from echelon.server.scene.pieces import pieces, tray
from echelon.server.scene.reach import after_main
from echelon.server.scene.rulings import duties_of, result_of
from echelon.server.scene.sight import Sight, sight
from echelon.server.scene.words import generic

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.table import Table
    from echelon.core.views import View

__all__ = ["scene", "undo_of", "waiting_of"]


def scene(
    table: Table,
    side: int | None,
    at: int | None = None,
    lang: str = "en",
    *,
    game: str = "",
    number: int = 0,
    seen: Sight | None = None,
) -> dict[str, Any]:
    """The game as a side (None: a spectator) sees it after `at` moves, or now. In the past nothing can be done. `seen` is what
    the side sees then, if the caller has looked already."""
    seen = sight(table, side, at) if seen is None else seen
    view, past = seen.view, is_past(table, at)
    state, rules = view.state, view.rules
    frame = state.frame
    legal = [] if past else legal_of(view)
    asked = not past and side is not None and frame.side == side and state.outcome is None
    rows = answers(state, legal, lang)
    main = None if view.waiting else main_action(state, legal)
    found = {
        "game": game,
        "number": number,
        "at": len(table.moves) if at is None else at,
        "moves": len(table.moves),
        "side": None if side is None else rules.sides[side],
        "turn": state.turn,
        "turns": getattr(rules, "turns", 0),
        "step": rules.sequence[state.step].name if state.step >= 0 else "",
        "asked": rules.side_name(frame.side),
        "yours": asked,
        "kind": frame.kind.name,
        "prompt": state.prompt(lang) if frame.side in (side, OVER) else waiting_of(view, lang),
        "legal": rows,
        "ledgers": [] if past else ledgers(view, None, lang),
        "under_way": [] if view.waiting else [rules.forces.units[u].id for u in under_way(state, main)],
        "free": _free(state, legal),
        "pieces": pieces(rules, seen.pieces, lang),
        "tray": tray(state, rows, lang),
        "marks": seen.marks,
        "flags": marks.flags(state),
        "helps": marks.helpful(view) if asked else [],
        "panel": panels.standing_panel(view, main, lang),
        "main": None,
        "duties": [],
        "undo": undo_of(table, side, past, lang),
        **_kept(state, side, lang),
        "result": result_of(rules, state.outcome, lang),
    }
    if not asked and frame.side != OVER:
        found["waiting"] = waiting_of(view, lang)
    if asked and main is not None:
        allowed = main in legal
        final, leads = (is_final(state, main), to_say(table, frame.side, main)) if allowed else (False, [])
        found["main"] = {
            "line": state.text(main), "say": state.describe(main, lang), "legal": allowed, "final": final, "leads": leads,
            "ready": allowed and _ready(state, main, legal, found["panel"]),
        }  # fmt: skip
        if amiss := [row["warnings"] for row in rows if "warnings" in row and row["line"] == found["main"]["line"]]:
            found["main"]["warnings"] = amiss[0]
        found["duties"] = [] if allowed else duties_of(rules, view.why_not(main), lang)
    return found


def _free(state: State, legal: list[int]) -> list[str] | None:
    """Who can act once the unit under way has stopped; None if nobody is under way, or if a die decides first."""
    after, _ = after_main(state, legal)
    if after is None:
        return None
    named = {unit for action in after.legal().main for unit in state.rules.verbs.values(action, "unit")}
    return [state.rules.forces.units[unit].id for unit in sorted(named)]


def _ready(state: State, main: int, legal: list[int], panel: dict[str, Any] | None) -> bool:
    """Is ending the question what most players would do now: nothing else is left to do, or its system says so? Not a fight
    that another could join for better odds, or that can hurt nobody but the attacker."""
    if all(a == main for a in legal):
        return True
    if panel is not None and panel["ladder"] is not None:
        better = any(change["better"] and change["line"] and change["final"] != _final(panel) for change in panel["changes"])
        if better or not any(chance["tone"] == "defender" for chance in panel["chances"]):
            return False
    return state.rules.system.show.ready(state)


def _final(panel: dict[str, Any]) -> str:
    ladder = panel["ladder"]
    return str(ladder["columns"][ladder["final"]])


def _kept(state: State, side: int | None, lang: str) -> dict[str, Any]:
    """Turn track, books and standing, as the system keeps them."""
    system = state.rules.system
    books = system.show.books(state, side, state.rules.texts.teller(state.rules, "book", lang))
    remark = system.show.remark(state, lang) if state.step >= 0 else None
    return {
        "remark": None if remark is None else {"say": remark[0], "clause": remark[1]},
        "track": [panels.track_data(*row) for row in system.show.track(state, lang)],
        "books": [
            {"title": book.title, "tab": book.tab, "rows": [panels.row_data(row) for row in book.rows]} for book in books
        ],
        "standing": [{"what": what, "how": how} for what, how in system.show.standing(state, lang)],
        "outlook": panels.outlook_data(
            state.rules, system.show.outlook(state, state.rules.texts.teller(state.rules, "outlook", lang))
        ),
    }


def waiting_of(view: View, lang: str = "en") -> str:
    """What somebody reads who is not asked himself: the system's sentence for the question, or one that fits any game."""
    state, rules = view.state, view.rules
    frame = state.frame
    facts: dict[str, Any] = {"side": frame.side, "turn": state.turn}
    if frame.side == OVER:
        return generic(rules, lang, "waiting", "over")
    own = rules.texts.template("waiting", frame.kind.name, lang)
    if own is None and frame.side != CHANCE and not frame.kind.secret:
        own = rules.texts.template("waiting", "default", lang)
    if own is not None:
        if not view.waiting:
            facts |= frame.kind.facts(state, frame)
        return rules.texts.fill(rules, own, facts, lang)
    key = "secret" if frame.kind.secret and not frame.chance else "chance" if frame.side == CHANCE else "default"
    return generic(rules, lang, "waiting", key, **facts)


def undo_of(table: Table, side: int | None, past: bool = False, lang: str = "en") -> dict[str, Any]:
    """Whether a side can take something back now: what, in words, or why not. Tells nobody of another's choice."""
    rules = table.state.rules
    if past or side is None:
        return {"can": False, "say": generic(rules, lang, "undo", "past" if past else "watching")}
    target, reason = table.line_target()
    if target >= 0 and table.moves[target].side != side:
        target, reason = -1, "asked"
    key = reason if target < 0 else "action"
    facts: dict[str, Any] = {} if target < 0 else {"action": _undone(table, target, lang)}
    others = [move.side for move in table.moves if move.side not in (side, CHANCE)]
    if key == "asked" and others and table.state.frame.side == side:
        key, facts = "since", {"side": others[-1]}
    own = rules.texts.template("undo", key, lang)
    say = generic(rules, lang, "undo", key, **facts) if own is None else rules.texts.fill(rules, own, facts, lang)
    return {"can": target >= 0, "say": say}


def _undone(table: Table, target: int, lang: str) -> str:
    """The line that would be taken back, in words: its last deed that is more than an end."""
    rules = table.state.rules
    told = [i for i in range(target, len(table.moves)) if not table.moves[i].forced]
    deeds = [i for i in told if rules.verbs.verb(table.moves[i].action).name not in rules.system.play.main]
    last = (deeds or told)[-1]
    state, action = state_at(table, last), table.moves[last].action
    frame, name = state.frame_of(action) or state.frame, rules.verbs.verb(action).name
    own = rules.texts.template("undone", f"{frame.kind.name}.{name}", lang) or rules.texts.template("undone", name, lang)
    facts = {"side": frame.side, **frame.kind.facts(state, frame)}
    return state.describe(action, lang) if own is None else rules.texts.fill(rules, own, facts, lang)
