"""Columns and headquarters' support in a combat (chapters 5 and 7.2): who may put in what, attacker first, then defender."""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE, Frame
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, VERB
from echelon.systems.colonnes.facts.units import friends_at, phasing
from echelon.systems.colonnes.frames import VERBS, AttackSupport, CombatDie, DefenceSupport
from echelon.systems.colonnes.play.odds import combat, odds
from echelon.systems.colonnes.state import SUPPORTED, ColonnesState

__all__ = [
    "apply_attack_support", "apply_defence_support", "helpful_columns", "helpful_hqs", "legal_attack_support",
    "legal_defence_support", "open_attack_support", "participants", "preview_attack_support", "preview_defence_support",
]  # fmt: skip

SPEND, SUPPORT, DONE = (VERBS.code(v) for v in ("spend", "support", "done"))


@clause("COL-QG-5", "COL-CL-14")
def participants(s: ColonnesState, side: int) -> int:
    """The units of a side in the combat: the attackers, or the units in the attacked hex."""
    if side == phasing(s):
        return s.attackers
    return sum(1 << u for u in friends_at(s, side, s.target) if s.rules.holds[u])


@clause("COL-CL-8", "COL-CL-9", "COL-CL-13", "COL-CL-14", "COL-CL-22", "COL-CL-23")
def _columns_open(s: ColonnesState, units: int) -> bool:
    """Does one of the units let its side use columns: in command, of a formation or independent, or itself a headquarters?
    One of each kind that fights, if option `cl_command` asks for it."""
    rules = s.rules
    formed, independent = rules.formation_units | rules.formation_hq, rules.independent | rules.high_hq
    able = units & (s.commanded & rules.combat | rules.hq)
    if not rules.each_command:
        return bool(able)
    return bool(able) and not any(units & kind and not able & kind for kind in (formed, independent))


@clause("COL-CL-5", "COL-CL-6", "COL-CL-17")
def helpful_columns(s: ColonnesState, side: int, units: int) -> list[int]:
    """The columns of a side that may be spent now: in a hex with those who fight, or next to it."""
    rules = s.rules
    bits, n = rules.board.bit, rules.board.n
    columns = [u for u in rules.own_columns[side] if s.pos[u] < n and not s.spent >> u & 1]
    if not columns or not _columns_open(s, units):
        return []
    hexes = 0
    for u in bits_of(units):
        hexes |= bits[s.pos[u]]
    hexes |= rules.by_ferry.into(hexes)
    return [u for u in columns if bits[s.pos[u]] & hexes]


@clause("COL-QG-1", "COL-QG-2", "COL-QG-3", "COL-QG-5", "COL-CMD-3")
def helpful_hqs(s: ColonnesState, side: int, units: int) -> list[int]:
    """The headquarters of a side that may support the combat."""
    rules = s.rules
    if rules.command_penalty:
        units &= s.commanded
    found = []
    for hq, reach in s.reach:
        if not rules.of_side[side] >> hq & 1 or not rules.support[hq] or s.pos[hq] >= rules.board.n:
            continue
        if s.status[hq] & SUPPORTED or s.unsupplied >> hq & 1:
            continue
        if units & reach & (rules.formed[hq] if rules.formation_hq >> hq & 1 else -1):
            found.append(hq)
    return found


def _offers(s: ColonnesState, side: int) -> list[int]:
    units = participants(s, side)
    actions = [SPEND | u << A_SHIFT for u in helpful_columns(s, side, units)]
    actions += [SUPPORT | hq << A_SHIFT for hq in helpful_hqs(s, side, units)]
    return actions


# --- the two questions ----------------------------------------------------------------------------------------------------
@clause("COL-CL-16", "COL-ODD-3")
def open_attack_support(s: ColonnesState, side: int) -> None:
    """The attacker is asked first, if he has anything to put in."""
    if _offers(s, side):
        s.frame = AttackSupport((side,))
    else:
        _open_defence_support(s, 1 - side)


@clause("COL-CL-16", "COL-ODD-3")
def _open_defence_support(s: ColonnesState, side: int) -> None:
    """Then the defender; then the die is rolled."""
    s.frame = DefenceSupport((side,)) if _offers(s, side) else CombatDie((CHANCE,))


@clause("COL-CL-16", "COL-QG-1")
def legal_attack_support(s: ColonnesState, f: AttackSupport) -> list[int]:
    """What the attacker may put in."""
    return [*_offers(s, f[0]), DONE]


@clause("COL-CL-16", "COL-QG-1")
def legal_defence_support(s: ColonnesState, f: DefenceSupport) -> list[int]:
    """What the defender may put in."""
    return [*_offers(s, f[0]), DONE]


@clause("COL-CL-5", "COL-CL-6", "COL-QG-1")
def _put_in(s: ColonnesState, action: int) -> None:
    """A column is spent, or a headquarters gives its support, whole."""
    verb, unit = action & VERB, action >> A_SHIFT
    if verb == SPEND:
        s.spent |= 1 << unit
        s.note("spend", "COL-CL-5" if s.rules.of_side[phasing(s)] >> unit & 1 else "COL-CL-6", unit=unit, hex=s.target)
    else:
        s.status[unit] |= SUPPORTED
        s.backing |= 1 << unit
        s.note("support", "COL-QG-1", unit=unit, hex=s.target, number=s.rules.support[unit])


def apply_attack_support(s: ColonnesState, f: AttackSupport, action: int) -> None:
    """Something is put in; with nothing left, or enough, the defender is asked."""
    if action != DONE:
        _put_in(s, action)
        if _offers(s, f[0]):
            return
    _open_defence_support(s, 1 - f[0])


def apply_defence_support(s: ColonnesState, f: DefenceSupport, action: int) -> None:
    """Something is put in; with nothing left, or enough, the die is rolled."""
    if action != DONE:
        _put_in(s, action)
        if _offers(s, f[0]):
            return
    s.frame = CombatDie((CHANCE,))


# --- previews -----------------------------------------------------------------------------------------------------------
def _preview(s: ColonnesState, f: Frame, action: int) -> dict[str, Any]:
    """The odds with what would be put in."""
    verb, bit = action & VERB, 1 << (action >> A_SHIFT)
    return odds(s, combat(s, phasing(s), spent=bit if verb == SPEND else 0, backing=bit if verb == SUPPORT else 0))


preview_attack_support = preview_defence_support = _preview
