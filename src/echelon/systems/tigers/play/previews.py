"""What an answer means before it is given: odds with the rows behind them, exact chances, and what each result would do.

Everything is reckoned from the state handed in, so the view of a side tells that side no more than it may know: a hidden dump
is never counted.
"""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.core.frames import Frame
from echelon.core.rulings import Note, clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.odds import chances, ratio_column
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.play.allocation import brought_by, standard_after, strikers
from echelon.systems.tigers.play.defence import defence_rows, dump_counts
from echelon.systems.tigers.play.duties import chain, lowest, required
from echelon.systems.tigers.play.forecast import Orders, outcomes
from echelon.systems.tigers.play.odds import Contest, attack_strength, contest, rage, shifted, total_defence
from echelon.systems.tigers.state import DISRUPTED, OPEN, TigersState

__all__ = ["of_allocation", "of_battle", "of_combat"]

ATTACK, ALSO, WITH, SET, STANDARD, FIGHT, CANCEL, ASK, ORDERS, CLAIM, DIE = (
    VERBS.code(v)
    for v in ("attack", "also", "with", "set", "standard", "fight", "cancel", "ask", "orders", "claim", "die")
)  # fmt: skip


# --- attack.allocate, attack.battle -------------------------------------------------------------------------------------
def of_allocation(s: TigersState, f: Frame, action: int) -> dict[str, Any]:
    """The battle as it would be with this answer; of the standard allocation the battles it makes."""
    verb, value = action & VERB, action >> A_SHIFT
    if verb == STANDARD:
        return {"battles": [_listed(s, row[0], row[1]) for row in standard_after(s, f.side)]}
    if verb not in (ATTACK, ALSO, WITH, SET):
        return {}
    hexes, units = (0, 0) if verb == ATTACK else (f[1], f[2])
    if verb in (ATTACK, ALSO):
        hexes |= s.rules.board.bit[value]
    elif verb == WITH:
        units |= brought_by(s, value)
    return of_battle(s, f.side, hexes, units)


def _listed(s: TigersState, hexes: int, units: int) -> dict[str, Any]:
    """A battle by its names."""
    board, forces = s.rules.board, s.rules.forces.units
    return {"hexes": [board.labels[h] for h in sorted(board.members(hexes))], "units": [forces[u].id for u in bits_of(units)]}


# --- the combat step ----------------------------------------------------------------------------------------------------
def of_combat(s: TigersState, f: Frame, action: int) -> dict[str, Any]:
    """The battle that is fought next, or is being fought, up to its die."""
    verb = action & VERB
    if verb in (FIGHT, CANCEL):
        return _of_choice(s, f.side, verb, action >> A_SHIFT)
    if not s.attackers:
        return {}  # all battles are fought
    board = s.rules.board
    fought = [row for row in s.targets if row[1]]
    hexes = sum(board.bit[row[0]] for row in fought)
    given = {row[0]: row[2] for row in fought}
    orders: Orders = dict(given)
    if verb == ASK:
        asked = not action >> A_SHIFT
        orders = dict.fromkeys(given) if asked else dict.fromkeys(given, 0)
        s = s.copy()
        s.asked = int(asked)
    elif verb == ORDERS:
        orders |= dict.fromkeys(board.members(f[1]))
        orders[action >> A_SHIFT & FIELD] = int(not action >> B_SHIFT)
    elif verb == CLAIM:
        s = s.copy()
        s.claimed = int(not action >> A_SHIFT)
    found = of_battle(
        s, s.rules.forces.side_of[bits_of(s.attackers)[0]], hexes, s.attackers, orders, len(fought) < len(s.targets)
    )
    if verb == DIE and "column" in found:
        at = s.rules.columns.index(found["column"])
        found["result"] = s.rules.combat[s.rules.read[action >> A_SHIFT] - 1][at]
    return found


@clause("TIG-ATK-11", "TIG-ATK-16")
def _of_choice(s: TigersState, side: int, verb: int, h: int) -> dict[str, Any]:
    """A battle of the list: its odds with those who can still take part, or what is called off with it."""
    index = next((i for i, row in enumerate(s.battles) if row[2] == OPEN and lowest(s, row[0]) == h), None)
    if index is None:
        return {}
    if verb == CANCEL:
        off = sorted(chain(s, index))
        rows = [s.battles[i] for i in off]
        return {"cancelled": [_listed(s, row[0], row[1]) for row in rows], "required": any(required(s, row) for row in rows)}
    hexes, units, _state = s.battles[index]
    board = s.rules.board
    attackers = sum(1 << u for u in bits_of(units) if not s.status[u] & DISRUPTED)
    left = contest(s, hexes, attackers, side)
    held = {s.pos[u] for u in left.defenders}
    targets = sum(board.bit[x] for x in left.hexes if x in held or dump_counts(s, x))
    found = of_battle(s, side, targets, attackers)
    return {**found, **_listed(s, hexes, attackers)} if found.get("empty") else found


# --- one battle ---------------------------------------------------------------------------------------------------------
@clause("TIG-SKZ-2", "TIG-SKZ-3")
def _lone_skorzeny(s: TigersState, b: Contest) -> int:
    """The attacked hex where Skorzeny stands alone, as a set."""
    rules, pos = s.rules, s.pos
    if rules.skorzeny not in b.defenders or any(pos[u] == pos[rules.skorzeny] for u in b.defenders if u != rules.skorzeny):
        return 0
    return rules.board.bit[pos[rules.skorzeny]]


@clause("TIG-CRT-1")
def of_battle(
    s: TigersState, side: int, hexes: int, attackers: int, orders: Orders | None = None, removed: bool = False
) -> dict[str, Any]:
    """A battle as plain data: strengths, rows, columns, chances, and what every result would do.

    `orders` holds by hex what is known of No Retreat! orders: 1 stand, 0 yield, None not yet given. `removed`: Skorzeny, alone
    in a further hex, has been removed already.
    """
    rules = s.rules
    b = contest(s, hexes, attackers, side)
    lone = _lone_skorzeny(s, b)
    found: dict[str, Any] = _listed(s, hexes, attackers)
    if lone:
        found["automatic"] = [rules.forces.units[rules.skorzeny].id]
        b = contest(s, hexes & ~lone, attackers, side)
    rows = [(h, defence_rows(s, 1 - side, h, b.origin)) for h in b.hexes]
    attack, against = attack_strength(s, attackers), total_defence(s, b)
    found |= {"attack": attack, "defence": against, "defence_rows": [_row(s, note) for _h, notes in rows for note in notes]}
    if not attackers:
        able = [row for row in strikers(s, side, hexes) if row[3] & hexes == hexes]
        found["available"] = [rules.forces.units[row[0]].id for row in able]
        found["available_attack"] = sum(row[2] for row in able)
        return found
    if not hexes:  # those who were to be attacked have gone or fallen: there is no battle (TIG-ATK-11)
        return {**found, "allowed": False, "empty": True}
    basic = ratio_column(attack, against, rules.approaches.ratios)
    fighting = bool(s.targets) and s.attackers == attackers
    found["allowed"] = bool(attack) and (basic >= 0 or fighting)
    if not found["allowed"]:
        return found
    if not b.hexes:
        found |= {"results": {"DE": "1"}, "outcomes": outcomes(s, b, attack, {}, ["DE"], orders or {}, lone=True)}
        return found
    notes: list[Note] = []
    at = shifted(s, b, max(basic, 0), notes)
    results = chances(rules.combat, at)
    shifts: dict[str, int] = {}
    for note in notes:
        shifts[note.clause] = shifts.get(note.clause, 0) + note.amount
    found |= {
        "basic": rules.columns[max(basic, 0)],
        "shifts": shifts,
        "shift_rows": [[note.facts["shift"], note.clause, note.amount] for note in notes],
        "column": rules.columns[at],
        "results": {result: str(chance) for result, chance in results.items()},
    }
    if rules.remind_malmedy and not s.claimed and rage(s, attackers):
        found["may_claim"] = "TIG-SSR-3"
    parts = {h: sum(note.amount for note in notes) for h, notes in rows}
    found["outcomes"] = outcomes(s, b, attack, parts, list(results), orders or dict.fromkeys(b.hexes), bool(lone) or removed)
    return found


def _row(s: TigersState, note: Note) -> list[Any]:
    name = s.rules.forces.units[note.facts["unit"]].id if "unit" in note.facts else "fuel dump"
    return [name, note.clause, note.amount]
