"""The questions the game asks, in playing order: one class for each, with the facts it holds.

What a combat has brought so far (target, attackers, columns spent, result, distance) is kept in the state, because several
questions in a row read it; a frame holds only what is its own.
"""

from __future__ import annotations

from typing import Annotated

from echelon.core.fields import COUNT, FLAG, HALVES, HEX, RAW, UNIT, UNITS
from echelon.core.frames import Frame
from echelon.core.verbs import Verbs

__all__ = [
    "VERBS", "Advance", "Arrivals", "AttackSupport", "Attackers", "ColumnDie", "Columns", "CombatDie", "DefenceSupport", "Hold",
    "Losses", "Pick", "Recall", "Retreat", "Step", "Target",
]  # fmt: skip

VERBS = Verbs(
    # reinforcement
    "place unit hex", "column hex",
    # chance
    "die number",
    # movement
    "take unit", "move unit hex", "ferry unit hex", "exit unit", "stop unit", "end", "recall unit",
    # combat
    "attack hex", "with unit", "fight", "spend unit", "support unit", "done", "lose unit", "hold", "yield",
    "retreat unit hex", "advance unit hex", "halt unit", "finish",
)  # fmt: skip


# --- reinforcement ----------------------------------------------------------------------------------------------------
class Arrivals(Frame):
    """On which source does each unit come in that has a choice? The others are put down, or wait, unasked. (COL-REN-1)"""


class ColumnDie(Frame):
    """How many logistic columns does the German receive? (COL-CL-4)"""


class Columns(Frame):
    """On which source does the next logistic column come in? `number` of them are still to enter. (COL-CL-19)"""

    number: Annotated[int, COUNT]


# --- movement ---------------------------------------------------------------------------------------------------------
class Pick(Frame):
    """Which unit moves next? (COL-MOV-1)"""


class Step(Frame):
    """Where does the picked unit go? `left` is what it may still spend, `path` the hexes so far, beginning where it stood.
    (chapter 6)"""

    unit: Annotated[int, UNIT]
    left: Annotated[int, HALVES]
    path: Annotated[tuple[int, ...], RAW]


class Recall(Frame):
    """Which unit or column is taken back from an over-full source hex? (COL-STK-3)"""

    hex: Annotated[int, HEX]


# --- combat -----------------------------------------------------------------------------------------------------------
class Target(Frame):
    """Which hex is attacked next? (COL-CBT-1)"""


class Attackers(Frame):
    """Which units attack the target? They only join; taking back is undo. (COL-CBT-7)"""


class AttackSupport(Frame):
    """Which logistic columns and which headquarters' support does the attacker put in? (COL-CL-16, COL-QG-1)"""


class DefenceSupport(Frame):
    """The same of the defender, who knows what the attacker has put in. (COL-CL-16, COL-QG-1)"""


class CombatDie(Frame):
    """The die of a combat. (COL-CRT-1)"""


class Losses(Frame):
    """Which unit loses a step? `owed` steps are still to be lost; `held`: this is the price of holding. (COL-RES-3)"""

    owed: Annotated[int, COUNT]
    held: Annotated[int, FLAG]


class Hold(Frame):
    """Do the defenders hold, at a step for each hex of retreat, or retreat? (COL-RES-4)"""


class Retreat(Frame):
    """Which unit retreats next, and where? `units` wait in the attacked hex; `unit` is under way, -1 for none: it has `gone`
    so many hexes, and has `paid` the step for a hex without supply. (COL-RET-1, COL-RET-2)"""

    units: Annotated[int, UNITS]
    unit: Annotated[int, UNIT]
    gone: Annotated[int, COUNT]
    paid: Annotated[int, FLAG]


class Advance(Frame):
    """Which attacker advances? `units` may still; `unit` stands in the attacked hex and may go one hex further, -1 for none.
    (COL-ADV-1)"""

    units: Annotated[int, UNITS]
    unit: Annotated[int, UNIT]
