"""Wrong numbers: odds, supply, the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echelon.core.proof.planting import Function
from echelon.systems.drill import facts
from echelon.systems.drill.facts import ARMOUR, INFANTRY
from echelon.systems.drill.play import odds, places
from echelon.systems.drill.state import BLUE, RED, SHAKEN, DrillState


def own_hex_tested(right: Function) -> Function:
    """Supply: a unit in an enemy zone is cut off even if the path begins beyond it, unless it is on the edge."""

    def wrong(s: DrillState, side: int) -> int:
        return int(right(s, side)) & ~(places.enemy_zone(s, side) & ~s.rules.edge[side])

    return wrong


def friends_do_not_help(right: Function) -> Function:
    """Supply: an enemy zone closes a hex even where a friend stands."""

    def wrong(s: DrillState, side: int) -> int:
        other = s.copy()
        if side == BLUE:
            other.blue = 0
        else:
            other.red = 0
        return int(right(other, side))

    return wrong


def limits_at_each_shift(right: Function) -> Function:
    """Shifts are applied one by one, each within the limits of the table."""

    def wrong(s: DrillState, h: int, attackers: list[int], notes: Any = None) -> int:
        attack = sum(odds.attack_strength(s, u) for u in attackers)
        defence = sum(s.rules.strength[u] for u in facts.units_at(s, h))
        at = odds.basic_column(attack, defence)
        for _clause, amount, applies in odds.SHIFTS:
            if applies(s, h, attackers):
                at = min(max(at + amount, 0), odds.LAST)
        return int(at)

    return wrong


def shift(number: int, applies: Callable[[DrillState, int, list[int]], bool]) -> Callable[[Any], Any]:
    """One row of the shifts with another test."""

    def wrong(rows: Any) -> Any:
        clause_id, amount, _right = rows[number]
        return (*rows[:number], (clause_id, amount, applies), *rows[number + 1 :])

    return wrong


def some_over_river(s: DrillState, h: int, attackers: list[int]) -> bool:
    """The river shift for one attacker across it."""
    return any(s.rules.board.side(s.pos[u], h) & s.rules.river for u in attackers)


def ford_only(s: DrillState, h: int, attackers: list[int]) -> bool:
    """The river shift not for bridges."""
    return all(s.rules.board.side(s.pos[u], h) & s.rules.ford for u in attackers)


def some_shaken(s: DrillState, h: int, attackers: list[int]) -> bool:
    """The shift for Shaken defenders if one is."""
    return any(s.status[u] & SHAKEN for u in facts.units_at(s, h))


def combined_everywhere(s: DrillState, h: int, attackers: list[int]) -> bool:
    """The shift for combined arms in woods too."""
    return {s.rules.arm[u] for u in attackers} == {INFANTRY, ARMOUR}


def wood_only(s: DrillState, h: int, attackers: list[int]) -> bool:
    """The shift for cover not for towns."""
    return bool(s.rules.board.bit[h] & s.rules.wood)


def one_turn_more(right: Function) -> Function:
    """The game lasts a turn too long."""

    def wrong(s: DrillState) -> None:
        if s.turn == s.rules.turns:
            s.turn += 1
            return
        right(s)

    return wrong


def any_town_is_decisive(right: Function) -> Function:
    """One town is as good as all."""

    def wrong(s: DrillState) -> None:
        if s.turn == s.rules.turns and s.blue_towns:
            s.finish(BLUE, "decisive", "DRL-VIC-1")
        else:
            right(s)

    return wrong


def losses_forgiven(right: Function) -> Function:
    """Red wins decisively whatever he lost."""

    def wrong(s: DrillState) -> None:
        right(s)
        if s.outcome and s.outcome.winner == RED:
            s.finish(RED, "decisive", "DRL-VIC-1")

    return wrong


def no_draw(right: Function) -> Function:
    """Red wins if nobody is left."""

    def wrong(s: DrillState) -> bool:
        found = bool(right(s))
        if found and s.outcome and s.outcome.winner is None:
            s.finish(RED, "decisive", "DRL-VIC-2")
        return found

    return wrong


def rounded_down(right: Function) -> Function:
    """Half strength is rounded down."""
    return lambda s, u: s.rules.strength[u] if s.supplied >> u & 1 else max(s.rules.strength[u] >> 1, 1)


def generous(right: Function) -> Function:
    """Odds below 1:1 are rounded for the attacker."""
    return lambda attack, defence: right(attack, defence) if attack >= defence else right(attack, -(-defence // 2) or 1)


def blind_zones(right: Function) -> Function:
    """Supply does not see enemy zones."""

    def wrong(s: DrillState, side: int) -> int:
        other = s.copy()
        other.blue_zone = other.red_zone = 0
        return int(right(other, side))

    return wrong


def full_allowance(right: Function) -> Function:
    """The unsupplied have their whole allowance."""
    return lambda s, u: s.rules.allowance[u]


def unnoticed(right: Function) -> Function:
    """Nobody looks whether a side is destroyed."""
    return lambda s: False
