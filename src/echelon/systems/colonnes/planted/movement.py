"""Errors in movement: ground, zones, the ban, full hexes, ferries, exits (chapters 4 to 6)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.colonnes.facts import ground, score
from echelon.systems.colonnes.play import movement, places, prepared, steps

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # ground
        (
            "everything goes on foot",
            "TER-1",
            slip(ground, "step_rows", "rules.cost[ground][way] or None", "rules.cost[ground][0] or None"),
        ),
        (
            "the Drôme is a small river",
            "TER-3",
            slip(ground, "step_rows", '"river" if side & rules.drome else "stream"', '"stream"'),
        ),
        (
            "there are no bridges",
            "TER-2",
            slip(ground, "step_rows", "if side & rules.road:", "if side & rules.road and not side & rules.rivers:"),
        ),
        # who moves, and how far
        ("a unit moves twice", "MOV-1", slip(movement, "apply_pick", "s.status[unit] |= MOVED", "pass")),
        ("the first hex has its price", "MOV-1", slip(steps, "legal_step", "(first or cost <= budget)", "cost <= budget")),
        ("the last half point is not enough", "MOV-1", slip(movement, "_apply_move", "if left > 0 and", "if left > 1 and")),
        # zones and enemies
        ("leaving a zone is free", "ZOC-2", slip(movement, "_apply_move", "left -= LEAVING", "pass")),
        ("zones do not stop", "ZOC-2", slip(movement, "_apply_move", "if left > 0 and not bit & enemy_zone:", "if left > 0:")),
        (
            "headquarters run over columns",
            "ZOC-4",
            slip(
                steps,
                "legal_step",
                "(s.holders[1 - side] if rules.fights[unit] else s.counters[1 - side])",
                "s.holders[1 - side]",
            ),
        ),
        (
            "nobody runs over columns",
            "ZOC-3",
            slip(
                steps,
                "legal_step",
                "(s.holders[1 - side] if rules.fights[unit] else s.counters[1 - side])",
                "s.counters[1 - side]",
            ),
        ),
        (
            "columns survive being run over",
            "ZOC-3",
            slip(
                places,
                "box_of",
                "return rules.pool if rules.columns >> unit & 1 else rules.gone",
                "return rules.due if rules.columns >> unit & 1 else rules.gone",
            ),
        ),
        (
            "a zone reaches across the Rhône",
            "ZOC-1",
            slip(prepared, "PlayRules._lines", "lambda a, b, side: bool(side & dry))", "lambda a, b, side: True)"),
        ),
        # the ban
        ("the ban is forgotten", "MOV-5", slip(steps, "legal_step", "if supplied & bit:", "if False:")),
        ("the cut-off are bound too", "MOV-6", slip(steps, "legal_step", "if supplied & bit:", "if True:")),
        ("columns are free of the ban", "CL-21", slip(steps, "bound_by", "if not rules.cl_bound and", "if")),
        (
            "ferries are free of the ban",
            "MOV-11",
            slip(steps, "_ferries", "if bit & barred or (bound and not bit & supplied):", "if bit & barred:"),
        ),
        # full hexes
        (
            "full hexes are entered without a way on",
            "STK-3",
            slip(steps, "legal_step", "if to & full and not (", "if False and not ("),
        ),
        ("full hexes are never passed", "STK-3", slip(steps, "_Way.leads_on", "if not to & self.full:", "if False:")),
        (
            "a move ends in a full hex",
            "STK-1",
            slip(steps, "legal_step", "if first or not bit & full or has_room(s, unit, a):", "if True:"),
        ),
        (
            "nobody stays in a full hex",
            "STK-5",
            slip(steps, "legal_step", "if first or not bit & full or", "if not bit & full or"),
        ),
        # ferries
        ("three points a ferry", "MOV-2", constant(steps, "FERRY_POINTS", lambda two: two + 1)),
        (
            "convoys use ferries",
            "MOV-8",
            slip(
                prepared,
                "PlayRules._steps",
                "light = self.infantry | self.hq | self.columns",
                "light = self.infantry | self.hq | self.columns | self.convoys",
            ),
        ),
        (
            "ferries are not counted",
            "MOV-2",
            slip(movement, "_cross", "carried.get(hexside, 0) + rules.stack[unit]", "carried.get(hexside, 0)"),
        ),
        # off the map
        (
            "columns leave the map",
            "MOV-9",
            slip(steps, "_may_exit", "rules.of_side[GERMAN] & ~rules.columns & 1 << unit", "rules.of_side[GERMAN] & 1 << unit"),
        ),
        (
            "reduced units leave as whole ones",
            "VIC-7",
            slip(movement, "_leave_map", "steps_left(s, unit)", "s.rules.steps[unit]"),
        ),
        (
            "fast units count once",
            "VIC-1",
            slip(score, "exit_points", '"exit_fast_step" if rules.fast >> unit & 1 else "exit_step"', '"exit_step"'),
        ),
    ]
