"""The days of the battle: turn 1 is 16 December 1944."""

from __future__ import annotations

from datetime import date, timedelta

__all__ = ["EVE", "day_of"]

EVE = 15  # the day before turn 1


def day_of(turn: int) -> date:
    """The day of a turn."""
    return date(1944, 12, EVE) + timedelta(days=turn)
