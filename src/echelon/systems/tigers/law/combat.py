"""Chapters 9, 11 and 12: which battle is next, what is called off, orders and claims before the die, and losses after it."""

from __future__ import annotations

from collections.abc import Iterable

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.frames import Ask, Claim, Fight, Losses, Orders
from echelon.systems.tigers.law.duties import chain, required
from echelon.systems.tigers.law.units import decode, members, not_yours, off_map
from echelon.systems.tigers.state import OPEN, TigersState

__all__ = ["can_be_lost", "why_not_ask", "why_not_claim", "why_not_fight", "why_not_losses", "why_not_orders"]


# --- which battle -----------------------------------------------------------------------------------------------------
@clause("TIG-SEQ-12", "TIG-SEQ-13", "TIG-ATK-12")
def battle_named(s: TigersState, place: int) -> int | None:
    """The battle, by its place on the list, that is still to be fought and has this lowest hex."""
    for i, (hexes, _units, state) in enumerate(s.battles):
        if state == OPEN and min(s.rules.board.members(hexes)) == place:
            return i
    return None


@clause("TIG-SEQ-12", "TIG-SEQ-13", "TIG-SEQ-14", "TIG-ATK-10", "TIG-ATK-17")
def why_not_fight(s: TigersState, frame: Fight, action: int) -> list[Ruling]:
    """`fight HEX`: any battle still open, in any order; `cancel HEX`: unless a duty requires it, or one it takes with it; `end`
    when none is open."""
    verb, fields = decode(s, action)
    if verb == "end":
        return _why_not_end(s, frame)
    (place,) = fields
    index = battle_named(s, place)
    if index is None:
        return [Ruling("TIG-SEQ-13", {"case": "battle.none", "hex": place})]
    return [] if verb == "fight" else _why_not_cancel(s, frame, index)


@clause("TIG-SEQ-12", "TIG-ATK-10")
def _why_not_end(s: TigersState, frame: Fight) -> list[Ruling]:
    """Every battle still open stands in the way, named by its lowest hex; the case says whether they may be cancelled."""
    still = [i for i, (_hexes, _units, state) in enumerate(s.battles) if state == OPEN]
    if not still:
        return []
    hexes = tuple(sorted(_lowest(s, i) for i in still))
    optional = sum(not _why_not_cancel(s, frame, i) for i in still)
    case = {} if not optional else {"case": "battles.optional" if optional == len(still) else "battles.some"}
    return [Ruling("TIG-SEQ-12", {**case, "hexes": hexes})]


def _lowest(s: TigersState, index: int) -> int:
    return min(s.rules.board.members(s.battles[index][0]))


@clause("TIG-ATK-10", "TIG-ATK-17")
def _why_not_cancel(s: TigersState, frame: Fight, index: int) -> list[Ruling]:
    """A duty requires this battle, or one that would be called off with it."""
    rulings = required(s, frame.side, s.battles[index])
    for other in chain(s, frame.side, index):
        if other != index and required(s, frame.side, s.battles[other]):
            rulings.append(Ruling("TIG-ATK-17", {"hex": _lowest(s, index), "hex_other": _lowest(s, other)}))
    return rulings


# --- before the die ---------------------------------------------------------------------------------------------------
@clause("TIG-NRT-2")
def why_not_ask(s: TigersState, frame: Ask, action: int) -> list[Ruling]:
    """`ask yes` or `ask no`: the attacker is free to forget."""
    return []


@clause("TIG-NRT-2", "TIG-NRT-3", "TIG-FUEL-3")
def why_not_orders(s: TigersState, frame: Orders, action: int) -> list[Ruling]:
    """`orders HEX stand` or `yield`: hex by hex, the lowest first."""
    _verb, (place, _answer) = decode(s, action)
    lowest = min(s.rules.board.members(frame.hexes), default=-1)
    return [] if place == lowest else [Ruling("TIG-NRT-3", {"hex": place, "hex_asked": lowest})]


@clause("TIG-SSR-3")
def why_not_claim(s: TigersState, frame: Claim, action: int) -> list[Ruling]:
    """`claim yes` or `claim no`: the U.S. player may remind the German."""
    return []


# --- losses -----------------------------------------------------------------------------------------------------------
@clause("TIG-RES-5", "TIG-RES-8")
def why_not_losses(s: TigersState, frame: Losses, action: int) -> list[Ruling]:
    """`lose UNIT`: a participant, as long as the losses can be completed so that no chosen unit could be spared."""
    _verb, (unit,) = decode(s, action)
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "TIG-RES-8")]
    if frame.units >> unit & 1:
        rulings.append(Ruling("TIG-RES-8", {"case": "loss.again", "unit": unit}))
    elif not s.attackers >> unit & 1:
        rulings.append(Ruling("TIG-RES-8", {"case": "loss.other", "unit": unit}))
    elif not can_be_lost(s, frame, unit):
        rulings.append(Ruling("TIG-RES-8", {"case": "loss.spared", "unit": unit, "owed": frame.owed}))
    return rulings


@clause("TIG-RES-8")
def can_be_lost(s: TigersState, frame: Losses, unit: int) -> bool:
    """Is there a set of attackers with the unit and those chosen before that reaches the defence and spares nobody it could?

    Skorzeny, worth nothing, could always be spared: it dies only if everybody else does, and then it is not asked about.
    """
    factor = s.rules.factor
    chosen = [factor[u] for u in members(frame.units)]
    need = frame.owed + sum(chosen)
    rest = [factor[u] for u in members(s.attackers & ~frame.units) if u != unit and factor[u] >= 1]
    return _can_cover(need, [*chosen, factor[unit]], rest)


def _can_cover(need: int, chosen: list[int], rest: Iterable[int]) -> bool:
    """Can `chosen` be filled up from `rest` to at least `need`, each of them indispensable? That is so when the sum is less
    than `need` and the smallest of them."""
    spare = list(rest)
    for smallest in range(1, min(chosen) + 1):
        sums = {sum(chosen)}
        for value in spare:
            if value >= smallest:
                sums |= {total + value for total in sums}
        if any(need <= total < need + smallest for total in sums):
            return True
    return False
