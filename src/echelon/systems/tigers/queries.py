"""Named queries of a state: what a player asks while pointing at the map."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.errors import UnknownError
from echelon.core.rules import Query
from echelon.core.rulings import Answer, Note
from echelon.systems.tigers.facts.units import friends_at, listed_turn, omf, omf_rows, on_map
from echelon.systems.tigers.frames import ACTS, Battle
from echelon.systems.tigers.play.bridges import chance_of
from echelon.systems.tigers.play.odds import defence, preview_fight
from echelon.systems.tigers.play.reinforcements import EARLY, EDGES, due_units
from echelon.systems.tigers.play.stacking import counts, limits
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import AIRLIFTED, ALLIED, GERMAN, TigersState

__all__ = ["QUERIES"]


def _supplied(s: TigersState, unit: int) -> Answer:
    found = on_map(s, unit) and is_supplied(s, unit)
    return Answer(found, (Note("TIG-AIR-13" if s.marks[unit] & AIRLIFTED else "TIG-SUP-1"),))


def _omf(s: TigersState, unit: int) -> Answer:
    rows = tuple(Note(row.clause, _points(row.amount)) for row in omf_rows(s, unit))
    return Answer(_points(omf(s, unit)), rows)


def _points(halves: int) -> float | int:
    """Half points as points, whole where they are."""
    return halves / 2 if halves & 1 else halves // 2


def _defence(s: TigersState, h: int) -> Answer:
    return Answer(defence(s, h, []), (Note("TIG-DEF-7"),))


def _stacking(s: TigersState, h: int) -> Answer:
    """What stands in the hex of each side against what may stand there, in divisions."""
    most, most_pure = limits(s.rules, h)
    rows: list[Note] = []
    for side in (GERMAN, ALLIED):
        if friends_at(s, side, h):
            total, pure, tigers = counts(s, side, h)
            facts = {"side": side, "pure": _thirds(pure), "tigers": tigers}
            rows.append(Note("TIG-STK-6", f"{_thirds(total)} of {_thirds(most)}", facts))
    if not rows:
        return Answer(f"0 of {_thirds(most)}", (Note("TIG-STK-6", None, {"pure": _thirds(most_pure)}),))
    return Answer("; ".join(row.amount for row in rows), tuple(rows))


def _thirds(number: int) -> str:
    """A number of thirds in words: 7 is `2 1/3`."""
    whole, rest = divmod(number, 3)
    return f"{whole} {rest}/3" if rest and whole else f"{rest}/3" if rest else str(whole)


def _chance(s: TigersState, words: Sequence[str]) -> Answer:
    """`chance build 1105|1204`: in how many of six the work of the side whose step it is would succeed."""
    if len(words) != 2 or words[0] not in ACTS:
        raise UnknownError("form of the question", " ".join(["chance", *words]), ACTS, "ask `chance build 1105|1204`")
    act, hexside = words
    number = chance_of(s, _phasing(s), s.rules.board.parse_side(hexside), ACTS.index(act))
    return Answer(f"{number}/6" if number else "none", (Note("TIG-BRG-10"),))


def _phasing(s: TigersState) -> int:
    """The side whose player-turn it is."""
    return ALLIED if s.rules.sequence[s.step].name.startswith("C") else GERMAN


def _control(s: TigersState, h: int) -> Answer:
    side = GERMAN if s.rules.board.bit[h] & s.german else ALLIED
    return Answer(s.rules.sides[side], (Note("TIG-GEN-8"),))


def _arrivals(s: TigersState, side: int) -> Answer:
    """Those that may enter this turn; behind them everybody still to come, with the turn."""
    rules = s.rules
    now = due_units(s, side)
    waiting = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.due and rules.start[u] in EDGES]
    waiting.sort(key=lambda u: listed_turn(s, u))
    rows = tuple(
        Note(
            "TIG-RNF-8" if rules.start[u] == EARLY else "TIG-RNF-3",
            listed_turn(s, u),
            {"unit": u, "edge": EDGES[rules.start[u]]},
        )
        for u in waiting
    )
    return Answer(" ".join(rules.forces.units[u].id for u in now), rows)


def _odds(s: TigersState) -> Answer:
    """The attack that is being put together, or the battle that is being fought."""
    frame, verbs = s.frame, s.rules.verbs
    found = frame.kind.preview(s, frame, verbs.make("set")) if isinstance(frame, Battle) else {}
    if not isinstance(frame, Battle) and s.targets and not s.rolled:
        found = preview_fight(s, frame, verbs.make("die", 1))
    notes = tuple(Note(clause, amount) for clause, amount in found.get("shifts", {}).items())
    return Answer(found or None, notes)


QUERIES = (
    Query("odds", _odds, "the odds of the attack being declared, or of the battle being fought"),
    Query("supplied unit", _supplied, "is the unit in supply now, by land or air?"),
    Query("omf unit", _omf, "its operational movement factor in this phase", card=False),
    Query("defence hex", _defence, "the modified defence factor of the hex"),
    Query("stacking hex", _stacking, "the number of divisions in the hex, and its stacking limit"),
    Query("chance words", _chance, "the chance of bridge work: `chance build 1105|1204`"),
    Query("control hex", _control, "which side controls the hex?"),
    Query("arrivals side", _arrivals, "units that may enter this turn, and units still to arrive"),
)
