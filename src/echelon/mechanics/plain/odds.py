"""Odds asked plainly: the strengths unit by unit, the shifts hexside by hexside, the result as it is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from echelon.mechanics.declared import combat as c
from echelon.mechanics.plain.sets import Picture, between, in_sides, is_one, units_at, within

__all__ = ["attack_in_numbers", "attack_result", "basic_column", "final_column", "holds", "shifts"]


def holds(s: Any, x: c.Condition, side: int, place: int, attackers: Sequence[int]) -> bool:
    """Is something so of an attack?"""
    if isinstance(x, c.If):
        a, b = holds(s, x.a, side, place, attackers), holds(s, x.b, side, place, attackers)
        return a and b if x.sign == "and" else a or b if x.sign == "or" else a and not b
    if isinstance(x, c.TargetIn):
        return within(Picture(s), x.hexes, side, place) is not None
    if isinstance(x, c.AllAcross | c.SomeAcross):
        over = [between(s.rules, s.pos[u], place) for u in attackers]
        found = [hexside is not None and in_sides(s.rules, x.sides, hexside) for hexside in over]
        return all(found) if isinstance(x, c.AllAcross) else any(found)
    if isinstance(x, c.SomeOf | c.AllOf):
        group = attackers if x.group == "attackers" else units_at(s, place, 1 - side)
        found = [is_one(s, x.who, u) for u in group]
        return all(found) if isinstance(x, c.AllOf) else any(found)
    return isinstance(x, c.OwnCondition) and x.plain(s, side, place, list(attackers))


def basic_column(heads: Sequence[str], attack: int, defence: int) -> int:
    """The column of the bare odds: the last whose head the attacker reaches, else the first."""
    found = 0
    for i, head in enumerate(heads):
        ours, colon, theirs = head.partition(":")
        reached = attack * int(theirs) >= int(ours) * defence if colon else attack - defence >= int(head.replace("−", "-"))
        if reached:
            found = i
    return found


def shifts(
    s: Any, odds: c.Odds, side: int, place: int, attackers: Sequence[int], die: bool = False
) -> Iterator[tuple[str, int]]:
    """Every shift of an attack with its clause: of the column, or of the die."""
    for shift in odds.shifts:
        if shift.die == die and holds(s, shift.when, side, place, attackers):
            yield shift.clause, shift.amount


def _strengths(s: Any, odds: c.Odds, side: int, place: int, attackers: Sequence[int]) -> tuple[int, int]:
    plain = s.rules.plain
    defenders = units_at(s, place, 1 - side)
    return sum(plain.value(s, odds.attack, u) for u in attackers), sum(plain.value(s, odds.defence, u) for u in defenders)


def _heads(s: Any, odds: c.Odds) -> Sequence[str]:
    return list(s.rules.tables[odds.table].heads[1:])


def final_column(s: Any, odds: c.Odds, side: int, place: int, attackers: Sequence[int]) -> int:
    """The column of the table: shifts are added up, then applied; all units in the hex defend together."""
    heads = _heads(s, odds)
    net = sum(by for _clause, by in shifts(s, odds, side, place, attackers))
    net = min(max(net, -odds.most), odds.most)
    column = basic_column(heads, *_strengths(s, odds, side, place, attackers)) + net
    return min(max(column, 0), len(heads) - 1)


def attack_result(s: Any, odds: c.Odds, side: int, place: int, attackers: Sequence[int], number: int) -> str:
    """What the printed table says to the dice."""
    number += sum(by for _clause, by in shifts(s, odds, side, place, attackers, die=True))
    table = s.rules.tables[odds.table]
    number = min(max(number, odds.dice), 6 * odds.dice)
    return str(table.cell(str(number), _heads(s, odds)[final_column(s, odds, side, place, attackers)]))


def attack_in_numbers(s: Any, odds: c.Odds, side: int, place: int, attackers: Sequence[int]) -> dict[str, Any]:
    """All that a player is told of an attack before the die."""
    attack, defence = _strengths(s, odds, side, place, attackers)
    heads = _heads(s, odds)
    throws = [sum(faces) for faces in product(range(1, 7), repeat=odds.dice)]
    counted = Counter(attack_result(s, odds, side, place, attackers, number) for number in throws)
    return {
        "attack": attack,
        "defence": defence,
        "basic": heads[basic_column(heads, attack, defence)],
        "shifts": dict([*shifts(s, odds, side, place, attackers), *shifts(s, odds, side, place, attackers, die=True)]),
        "column": heads[final_column(s, odds, side, place, attackers)],
        "results": {word: str(Fraction(count, len(throws))) for word, count in counted.items()},
    }
