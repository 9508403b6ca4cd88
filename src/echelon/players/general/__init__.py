"""The general: searches on top of the officer, and says what it rejected and why."""

from echelon.players.general.player import General

__all__ = ["General"]
