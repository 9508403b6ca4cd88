"""Kampfgruppe Peiper after its battles (chapter 16): step, attack again, drop an attachment, wait, stop."""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import VERBS, Peiper
from echelon.systems.tigers.play import duties, march, odds
from echelon.systems.tigers.play.movement import preview_step
from echelon.systems.tigers.play.places import disrupt, dump_bars
from echelon.systems.tigers.play.previews import of_battle
from echelon.systems.tigers.play.steps import column, column_steps, owed_by
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACHED,
    DISRUPTED,
    DONE,
    FOUGHT,
    GERMAN,
    LATE,
    ROAD,
    TigersState,
)

__all__ = ["after_battle", "apply_peiper", "end_of_operations", "legal_peiper", "party", "preview_peiper", "tired"]

MOVE, EXIT, ATTACK, DETACH, WAIT, STOP = (VERBS.code(v) for v in ("move", "exit", "attack", "detach", "wait", "stop"))


@clause("TIG-KGP-1", "TIG-KGP-12")
def party(s: TigersState) -> list[int]:
    """KG Peiper and the units attached to it that go and fight with it."""
    rules = s.rules
    h = s.pos[rules.peiper]
    attached = [u for u in bits_of(rules.attachable) if s.marks[u] & ATTACHED and s.pos[u] == h]
    return [rules.peiper, *(u for u in attached if not s.status[u] & DISRUPTED)]


@clause("TIG-KGP-2", "TIG-KGP-5")
def after_battle(s: TigersState) -> None:
    """KG Peiper's battle and advance are over: what next, if it can still step or attack?"""
    rules = s.rules
    if s.pos[rules.peiper] >= rules.gone or s.status[rules.peiper] & DISRUPTED or s.marks[rules.peiper] & DONE:
        return
    s.closed = 0
    if _steps(s) or _attacks(s):
        s.push(Peiper((GERMAN, 0, 0)))


@clause("TIG-KGP-2", "TIG-KGP-5", "TIG-KGP-6")
def _steps(s: TigersState) -> list[int]:
    """The steps open to KG Peiper on its remaining OMF, without OMB, off the map too."""
    members = party(s)
    spent = tuple(s.spent[u] for u in members)
    force = column(s, GERMAN, members, 0, odds.allowed)
    leader = s.rules.peiper
    return column_steps(s, force, leader, spent) + march.exit_steps(s, force, leader, spent)


@clause("TIG-KGP-1", "TIG-KGP-6", "TIG-KGP-10", "TIG-KGP-11", "TIG-SSR-2", "TIG-SSR-4", "TIG-ROAD-7")
def _attacks(s: TigersState) -> list[int]:
    """The hexes KG Peiper may attack now, each together with every UnDisrupted division that it can attack."""
    rules = s.rules
    unit = rules.peiper
    if s.status[unit] & ROAD or s.spent[unit] > omf(s, unit) or not duties.peiper_may_attack(s):
        return []
    targets = s.occupied[ALLIED] | dump_bars(s, GERMAN)
    must = duties.division_hexes(s, unit)
    members = sum(1 << u for u in party(s))
    return [
        ATTACK | b << A_SHIFT
        for b, bit, _hexside in rules.board.near[s.pos[unit]]
        if bit & targets and duties.can_attack(s, unit, b) and odds.allowed(s, bit | must, members)
    ]


def _owes(s: TigersState) -> bool:
    """Does KG Peiper stand next to an UnDisrupted division that it owes an attack?"""
    return bool(owed_by(s, GERMAN, s.pos[s.rules.peiper]))


@clause("TIG-KGP-5", "TIG-KGP-6", "TIG-KGP-9", "TIG-KGP-11", "TIG-MOV-17")
def legal_peiper(s: TigersState, f: Peiper) -> list[int]:
    """Steps unless a zone has stopped it, further attacks, dropping an attachment; waiting or stopping where it may end."""
    _side, stepped, stopped = f
    rules = s.rules
    unit = rules.peiper
    actions = ([] if stopped else _steps(s)) + _attacks(s)
    if not stepped or not actions or not _owes(s):
        actions.append(STOP | unit << A_SHIFT)
        if not rules.blitz[s.step]:
            actions.append(WAIT | unit << A_SHIFT)
    actions += [DETACH | u << A_SHIFT for u in bits_of(rules.attachable) if s.marks[u] & ATTACHED]
    return actions


def apply_peiper(s: TigersState, f: Peiper, action: int) -> None:
    """What the German chose for KG Peiper."""
    verb = action & VERB
    if verb == MOVE:
        _move(s, action)
    elif verb == ATTACK:
        _attack(s, action >> A_SHIFT)
    elif verb == DETACH:
        march.detach(s, action >> A_SHIFT)
    elif verb == EXIT:
        units = sum(1 << u for u in party(s))
        if not march.needs_breakdown_die(s, units, action):
            s.frame = s.stack.pop()
            march.leave(s, units, action >> B_SHIFT)
            _back_to_battles(s)
    else:
        _rest(s, f, verb)


@clause("TIG-KGP-5", "TIG-ZOC-10")
def _move(s: TigersState, action: int) -> None:
    """One operational step after the battle; a zone stops it until it attacks again."""
    b, rate = action >> B_SHIFT & FIELD, action >> C_SHIFT
    units = sum(1 << u for u in party(s))
    a = s.pos[s.rules.peiper]
    if march.needs_breakdown_die(s, units, action) or march.needs_bridge_die(s, GERMAN, a, b, rate):
        return
    if march.finds_dump(s, GERMAN, b):
        return
    march.make_step(s, GERMAN, units, b, rate)
    stopped = s.rules.board.bit[b] & division_zone(s, ALLIED)
    s.frame = Peiper((GERMAN, 1, int(bool(stopped))))


@clause("TIG-KGP-6", "TIG-KGP-11")
def _taken_in(s: TigersState, h: int) -> int:
    """The hexes of a further attack: the chosen one, and all with UnDisrupted divisions it can attack."""
    return s.rules.board.bit[h] | duties.division_hexes(s, s.rules.peiper)


@clause("TIG-KGP-6", "TIG-KGP-11", "TIG-KGP-12", "TIG-MOV-14", "TIG-MOV-15")
def _attack(s: TigersState, h: int) -> None:
    """A further attack, at once: the chosen hex and all UnDisrupted divisions it can attack, in one battle."""
    from echelon.systems.tigers.play import combat  # which asks this module what follows a battle

    rules = s.rules
    hexes = _taken_in(s, h)
    members = party(s)
    if any(bit & hexes and side & rules.river for _, bit, side in rules.board.near[s.pos[rules.peiper]]):
        for u in members:
            s.spent[u] += 2
    units = sum(1 << u for u in members)
    s.battles = (*s.battles, (hexes, units, FOUGHT))
    s.closed = 0
    combat.begin_battle(s, GERMAN, hexes, units)


@clause("TIG-KGP-4", "TIG-KGP-8", "TIG-KGP-11", "TIG-ATK-15")
def _rest(s: TigersState, f: Peiper, verb: int) -> None:
    """KG Peiper stops for the turn, or waits for Blitzkrieg. Left where it owes an attack it cannot make, it is Disrupted."""
    rules = s.rules
    for u, cited in tired(s, f):
        if verb == STOP or cited == "TIG-ATK-15":
            disrupt(s, u, cited)
    if verb == STOP:
        s.marks[rules.peiper] |= DONE
    s.frame = s.stack.pop()
    _back_to_battles(s)


@clause("TIG-KGP-4", "TIG-KGP-8", "TIG-ATK-15")
def tired(s: TigersState, f: Peiper) -> list[tuple[int, str]]:
    """Who is Disrupted when KG Peiper rests here, each with the clause: at once where an attack is owed that cannot be made,
    else when it stops, or at the end of Blitzkrieg if it waits."""
    stuck = f[1] and _owes(s)
    found = []
    for u in _group(s):
        if stuck and s.rules.factor[u]:
            found.append((u, "TIG-ATK-15"))
        elif s.marks[u] & LATE or s.status[u] & ROAD:
            found.append((u, "TIG-KGP-8"))
    return found


def _group(s: TigersState) -> list[int]:
    """KG Peiper and all that are attached to it, on the map."""
    rules = s.rules
    attached = [u for u in bits_of(rules.attachable) if s.marks[u] & ATTACHED]
    return [u for u in (rules.peiper, *attached) if s.pos[u] < rules.gone]


def _back_to_battles(s: TigersState) -> None:
    """Back to the question which battle comes next."""
    s.closed = 0


@clause("TIG-KGP-4", "TIG-KGP-8", "TIG-ADV-6")
def end_of_operations(s: TigersState, side: int) -> None:
    """The end of step d: what was put off for KG Peiper comes now, and attachments end."""
    if side != GERMAN:
        return
    for u in _group(s):
        if s.marks[u] & LATE or s.status[u] & ROAD:
            disrupt(s, u, "TIG-KGP-8")
    for u in (s.rules.peiper, *bits_of(s.rules.attachable)):
        s.marks[u] &= ~(ATTACHED | LATE | DONE)


def preview_peiper(s: TigersState, f: Peiper, action: int) -> dict[str, Any]:
    """What a step costs, or the odds of a further attack."""
    if action & VERB == ATTACK:
        return of_battle(s, GERMAN, _taken_in(s, action >> A_SHIFT), sum(1 << u for u in party(s)))
    return preview_step(s, f, action)
