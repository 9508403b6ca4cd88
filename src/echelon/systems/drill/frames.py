"""The questions drill asks, in playing order: one class for each, with the facts it holds."""

from __future__ import annotations

from typing import Annotated

from echelon.core.fields import HALVES, HEX, UNIT, UNITS
from echelon.core.frames import Frame
from echelon.core.verbs import Verbs

__all__ = ["VERBS", "Advance", "Die", "Join", "Loss", "Mine", "Pick", "Retreat", "Step", "Target"]

VERBS = Verbs(
    "mine hex",
    "take unit", "move unit hex", "stop unit", "end",
    "attack hex", "with unit", "fight",
    "die number", "lose unit", "retreat unit hex", "advance unit", "stay",
)  # fmt: skip


class Mine(Frame):
    """Which hex does Red mine? Secret. (DRL-SET-1)"""


class Pick(Frame):
    """Which unit moves next? (DRL-SEQ-2)"""


class Step(Frame):
    """Where does the picked unit go? `left` is what it may still spend. (chapter 5)"""

    unit: Annotated[int, UNIT]
    left: Annotated[int, HALVES]


class Target(Frame):
    """Which hex is attacked next? (DRL-CBT-1)"""


class Join(Frame):
    """Which units attack the chosen hex? They only join; taking back is undo. (DRL-CBT-2)"""

    hex: Annotated[int, HEX]
    attackers: Annotated[int, UNITS]


class Die(Frame):
    """The die of a combat. (DRL-RES-1)"""

    hex: Annotated[int, HEX]
    attackers: Annotated[int, UNITS]


class Loss(Frame):
    """Which attacker pays for an exchange? (DRL-RES-3)"""

    hex: Annotated[int, HEX]
    attackers: Annotated[int, UNITS]


class Retreat(Frame):
    """Which unit retreats next, and where? `attackers` may advance afterwards; none if they retreat. (DRL-RET-1)"""

    hex: Annotated[int, HEX]
    units: Annotated[int, UNITS]
    attackers: Annotated[int, UNITS]


class Advance(Frame):
    """Which attacker advances next? (DRL-ADV-1)"""

    hex: Annotated[int, HEX]
    attackers: Annotated[int, UNITS]
