"""Wrong tables: what play compiles once a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echelon.core.proof.planting import Function
from echelon.systems.drill.facts import INFANTRY


def armour_in_woods(right: Function) -> Function:
    """Armour pays for woods as infantry does."""
    return lambda rules, arm, a, b: right(rules, INFANTRY if rules.board.bit[b] & rules.wood else arm, a, b)


def armour_swims(right: Function) -> Function:
    """Armour crosses unbridged rivers for 2 MP."""

    def wrong(rules: Any, arm: int, a: int, b: int) -> Any:
        cost = right(rules, arm, a, b)
        dry = not rules.board.bit[b] & rules.wood
        return 4 if cost is None and dry else cost

    return wrong


def tables(change: Callable[[Any], None]) -> Callable[[Function], Function]:
    """The compiled tables of play are changed after the fact."""

    def make(right: Function) -> Function:
        def wrong(*args: Any) -> Any:
            rules = right(*args)
            change(rules)
            return rules

        return wrong

    return make


def cheap_woods(rules: Any) -> None:
    """What is paid for a wood is not what is asked for it."""
    rules.price = tuple(tuple({h: min(cost, 2) for h, cost in row.items()} for row in table) for table in rules.price)


def zone_over_river(rules: Any) -> None:
    """Zones of control reach over unbridged rivers."""
    rules.zone_reach = tuple(rules.board.ring_of[h] for h in range(rules.board.n))


def supply_over_river(rules: Any) -> None:
    """Supply paths cross unbridged rivers."""
    rules.open_sides |= rules.ford


def frost_forgotten(rules: Any) -> None:
    """The option `frozen` does not reach the zones of play."""
    ford = rules.board.sides.get("river", 0)
    ford = (ford | rules.road) ^ rules.road
    rules.zone_reach = tuple(sum(bit for _o, bit, side in rules.board.near[h] if not side & ford) for h in range(rules.board.n))


def slip_of_the_pen(right: Function) -> Function:
    """One cell of the combat table is wrong."""

    def wrong() -> Any:
        rows = [list(row) for row in right()["combat"]]
        rows[3][1] = "AR"
        return {"combat": rows}

    return wrong
