"""Errors in reinforcements and the arrival of logistic columns (chapters 7.2 and 9)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, slip
from echelon.systems.colonnes.play import prepared, reinforcements, stacking

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        (
            "units come a turn early",
            "REN-1",
            slip(reinforcements, "waiting", "rules.arrival[u] <= s.turn", "rules.arrival[u] <= s.turn + 1"),
        ),
        (
            "units arrive on either bank",
            "REN-1",
            slip(prepared, "PlayRules._sets", "self.other_sources[h] = edge & bank", "self.other_sources[h] = edge"),
        ),
        (
            "units arrive where the enemy is",
            "SUP-3",
            slip(reinforcements, "hexes_for", "rules.board.bit[named] & valid or", "rules.board.bit[named] or"),
        ),
        (
            "headquarters return to the source they are named",
            "QG-4",
            slip(reinforcements, "hexes_for", "if s.pos[unit] == rules.returning:", "if False:"),
        ),
        ("who arrives is not marked", "STK-3", slip(reinforcements, "_place", "s.status[unit] |= PLACED", "pass")),
        (
            "the Allied player receives three columns",
            "CL-3",
            slip(reinforcements, "open_columns", "s.rules.allied_received", "s.rules.allied_received - 1"),
        ),
        (
            "high dice bring no columns",
            "CL-4",
            slip(reinforcements, "apply_column_die", "s.rules.received[die - 1]", "s.rules.received[6 - die]"),
        ),
        ("the die for columns is not counted", "CL-4", slip(reinforcements, "apply_column_die", "s.rolls += 1", "pass")),
        (
            "columns come in at lost sources",
            "CL-19",
            slip(reinforcements, "legal_columns", "valid_sources(s, f[0])", "s.rules.sources[f[0]]"),
        ),
        (
            "the highest column comes first",
            "CL-25",
            slip(reinforcements, "_next_column", "in s.rules.own_columns[side]", "in reversed(s.rules.own_columns[side])"),
        ),
        ("six points are too many", "STK-1", slip(stacking, "is_over", "> LIMIT", ">= LIMIT")),
        (
            "what was there before is taken back",
            "STK-3",
            slip(stacking, "legal_recall", "_placed_at(s, f[0], f[1])", "friends_at(s, f[0], f[1])"),
        ),
        (
            "who is taken back is whole again",
            "STK-4",
            slip(stacking, "apply_recall", "s.status[unit] &= REDUCED", "s.status[unit] = 0"),
        ),
        (
            "columns taken back are due",
            "STK-3",
            slip(stacking, "apply_recall", "rules.pool if rules.columns >> unit & 1 else rules.due", "rules.due"),
        ),
    ]
