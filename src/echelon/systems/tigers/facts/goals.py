"""What wins a scenario: the `victory` table of `data/scenarios.toml`, read for the board in use."""

from __future__ import annotations

from typing import NamedTuple

from echelon.systems.tigers.facts.compiled import SIDES, TigersRules

__all__ = ["ALLIED_STEP", "GERMAN_STEP", "Goals", "Hold", "Level", "fought_for", "goals_of"]

ALLIED_STEP, GERMAN_STEP = "B2e", "C2f"  # the steps of the last turn in which hexes must be held (TIG-VIC-8)


class Hold(NamedTuple):
    """A result for the side that controls all these hexes in a step of the last turn."""

    step: str
    side: int
    level: str
    clause: str
    hexes: int


class Level(NamedTuple):
    """A result for at least so many German points after the last turn."""

    least: int
    side: int
    level: str
    clause: str


class Goals(NamedTuple):
    """Everything a scenario asks for on its last turn; levels from the most points to the fewest."""

    hold: tuple[Hold, ...]
    points: tuple[tuple[int, int], ...]
    levels: tuple[Level, ...]


def goals_of(rules: TigersRules) -> Goals:
    """The goals of the scenario, read once. What lies on hexes that a position's own board lacks can be won by nobody."""
    if rules.goals is None:
        rules.goals = _read_goals(rules)
    return rules.goals


def _read_goals(rules: TigersRules) -> Goals:
    table = rules.scenario.data["victory"]
    ids = rules.board.ids
    hold = tuple(
        Hold(row["step"], SIDES.index(row["side"]), row["level"], row["clause"], rules.board.hexes(row["hexes"]))
        for row in table.get("hold", ())
        if all(label in ids for label in row["hexes"].split())
    )
    points = tuple((ids[label], worth) for label, worth in table.get("points", {}).items() if label in ids)
    levels = tuple(Level(row["least"], SIDES.index(row["side"]), row["level"], row["clause"]) for row in table["level"])
    return Goals(hold, points, levels)


def fought_for(rules: TigersRules) -> tuple[int, ...]:
    """The hexes the scenario's result hangs on, in the order of their numbers."""
    goals = goals_of(rules)
    found = 0
    for goal in goals.hold:
        found |= goal.hexes
    for h, _worth in goals.points:
        found |= rules.board.bit[h]
    return tuple(sorted(rules.board.members(found)))
