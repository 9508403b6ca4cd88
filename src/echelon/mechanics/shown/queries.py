"""Named queries of a declared game: what a player asks while pointing at the map."""

from __future__ import annotations

from typing import Any

from echelon.core.rules import Query
from echelon.core.rulings import Answer, Note
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.game import Game
from echelon.mechanics.declared.units import Value
from echelon.mechanics.fast.engine import Fast
from echelon.mechanics.plain.engine import Plain
from echelon.mechanics.plain.ground import barring, price_rows
from echelon.mechanics.plain.sets import Picture, between

__all__ = ["queries", "step_notes"]


def queries(game: Game, fast: Fast, plain: Plain) -> tuple[Query, ...]:
    """Those that follow from what is declared, then the game's own."""
    found = []
    supply, combat = game.supply, game.combat
    if supply is not None:
        found.append(_supplied(supply, fast))
    defence = combat.odds.defence if combat else None
    for name, value in game.values:
        found.append(_summed(name, value, fast) if value == defence else _valued(name, value, fast, plain))
    if game.zone is not None:
        found.append(_zones(game, fast))
    for moves in game.moves[:1]:
        found.append(_cost(moves, plain))
    if combat is not None:
        found.append(Query("odds", lambda s: _odds(s, fast), "the odds of the attack being declared"))
    for holding in game.holdings:
        name = holding.event or holding.field
        found.append(Query(f"{name} hex", lambda s, h, holding=holding: _holder(s, holding, h), f"who holds the {name}?"))
    return (*found, *game.queries)


def _supplied(supply: m.Supply, fast: Fast) -> Query:
    clauses = dict.fromkeys(c for lines in supply.lines for c in (lines.clause, *(bar.clause for bar in lines.bars)))

    def answer(s: Any, unit: int) -> Answer:
        here, rules = s.pos[unit], s.rules
        good = here < rules.off and bool(rules.bit[here] & fast.supplying[supply].hexes(s, rules.side_of[unit]))
        return Answer(good, tuple(Note(clause) for clause in clauses))

    return Query("supplied unit", answer, "would the unit be in supply now?")


def _valued(name: str, value: Value, fast: Fast, plain: Plain) -> Query:
    ask = fast.value(value)

    def answer(s: Any, unit: int) -> Answer:
        found = ask(s, unit)
        return Answer(found / s.rules.system.play.per if value.points else found, plain.notes(s, value, unit))

    helps = {"allowance": "its movement allowance", "strength": "its attack strength"}
    return Query(f"{name} unit", answer, helps.get(name, f"its {name}"))


def _summed(name: str, value: Value, fast: Fast) -> Query:
    ask = fast.value(value)

    def answer(s: Any, h: int) -> Answer:
        units = [u for u in range(len(s.pos)) if s.pos[u] == h]
        return Answer(sum(ask(s, u) for u in units), (Note(value.clause),) if value.clause else ())

    return Query(f"{name} hex", answer, "the defence strength of the hex")


def _zones(game: Game, fast: Fast) -> Query:
    zone = game.zone
    assert zone is not None
    clause = zone.clause

    def answer(s: Any, h: int) -> Answer:
        bit = s.rules.bit[h]
        sides = [s.rules.sides[side] for side in (0, 1) if bit & fast.placing.find_zone(s, side)]
        return Answer(" ".join(sides), (Note(clause),))

    return Query("zone hex", answer, "which sides have a zone of control in the hex?")


def step_notes(moves: m.Moves, plain: Plain, s: Any, unit: int, a: int, b: int) -> list[Note]:
    """The rows that make up the cost of a step between adjacent hexes; an amount of None bars it."""
    hexside = between(s.rules, a, b)
    if hexside is None:
        return [Note(moves.clause, None)]
    rows = price_rows(Picture(s), moves.cost, unit, a, b, hexside)
    ground = [bar for bar in moves.bars if bar.of_ground]
    shut = [bar.clause for bar in ground if barring(Picture(s), bar, unit, b, hexside) is not None]
    return [*(row for row in rows if row.clause not in shut), *(Note(clause, None) for clause in shut)]


def _cost(moves: m.Moves, plain: Plain) -> Query:
    def answer(s: Any, unit: int, a: int, b: int) -> Answer:
        s.rules.board.side(a, b)  # says so if they are not adjacent
        rows = tuple(step_notes(moves, plain, s, unit, a, b))
        barred = any(row.amount is None for row in rows)
        return Answer("barred" if barred else sum(row.amount for row in rows) / s.rules.system.play.per, rows)

    return Query("cost unit hex hex", answer, "the cost for it to move from one hex to the next")


def _odds(s: Any, fast: Fast) -> Answer:
    f = s.frame
    combat = fast.game.combat
    assert combat is not None
    kinds = (f"{combat.name}.join", f"{combat.name}.die")
    if f.kind.name not in kinds or not f.attackers:
        return Answer("", ())
    side = s.rules.side_of[f.attackers.bit_length() - 1]
    found = fast.fighting[combat].odding.figures(s, side, f.hex, f.attackers)
    return Answer(found.data(), found.shifts)


def _holder(s: Any, holding: Any, h: int) -> Answer:
    bit = s.rules.bit[h]
    mine, every = getattr(s, holding.field), s.rules.fast.hexes(s, holding.hexes, 0)
    holder = "" if not bit & every else s.rules.sides[0 if bit & mine else 1]
    return Answer(holder, (Note(holding.clause),))
