"""How the game stands, for people: the turn, who holds the towns, what is lost, and who would win now."""

from __future__ import annotations

from echelon.systems.drill.facts import on_map
from echelon.systems.drill.play.victory import end_turn
from echelon.systems.drill.state import BLUE, RED, DrillState

__all__ = ["held", "standing"]


def held(s: DrillState) -> dict[int, int]:
    """The towns with the side that holds each (DRL-GEN-3)."""
    board = s.rules.board
    return {h: BLUE if board.bit[h] & s.blue_towns else RED for h in board.members(s.rules.town)}


def standing(s: DrillState, language: str = "en") -> list[tuple[str, str]]:
    """What chapter 10 of the rule book reckons with, one row each."""
    rules = s.rules
    say = rules.texts.teller(rules, "standing", language)
    rows = [(say("turn"), say("turn.value", turn=s.turn, turns=rules.turns))]
    names = {p.hex: p.name for p in rules.board.places}
    for h, side in held(s).items():
        rows.append((say("town", place=names.get(h, ""), hex=h).strip(), say("town.value", side=side)))
    for side in (BLUE, RED):
        lost = [u for u in range(*rules.forces.ranges[side]) if not on_map(s, u)]
        rows.append((say("lost", side=side), say("lost.value", units=lost) if lost else say("lost.none")))
    if s.outcome is None:
        after = s.copy()
        after.turn = rules.turns
        end_turn(after)  # the reckoning of the last turn, if it were over now
        found = after.result()
        if found is not None and found.winner is not None:
            rows.append((say("now"), say("now.value", side=found.winner, word_level=found.level)))
    return rows
