"""The kit: what games are declared with. A game imports its words from here and nowhere else.

Declarations are frozen values (`declared`); each has a fast form (`fast`: generators and effects over bitboards, compiled), and
a plain form (`plain`: the second judge), which never meet. `build(GAME)` makes the System; `swap` changes one declaration.
"""

from __future__ import annotations

from echelon.core.rules import Option
from echelon.mechanics.build import build
from echelon.mechanics.declared.combat import (
    ATTACKERS,
    DEFENDERS,
    TARGET,
    Advance,
    Attack,
    Combat,
    Lose,
    Odds,
    OwnCondition,
    Pay,
    Result,
    Retreat,
    Shift,
)  # fmt: skip
from echelon.mechanics.declared.game import AtOnce, Entering, Game, Line, Listing, Look, Verdict, each_side
from echelon.mechanics.declared.ground import Bar, Cost, Leap, Price, Stop, prices
from echelon.mechanics.declared.movement import Arrivals, Choose, EndOfTurn, Lines, Moves, Recover, Supply
from echelon.mechanics.declared.printed import printed
from echelon.mechanics.declared.sets import (
    ALL,
    ENEMY,
    EVERYWHERE,
    FRIEND,
    Listed,
    Near,
    Nobody,
    OfSide,
    OwnHexes,
    Printing,
    Region,
    Standing,
    arms,
    edge,
    hexsides,
    links,
    terrain,
)  # fmt: skip
from echelon.mechanics.declared.tree import parts, swap
from echelon.mechanics.declared.units import HexMark, Holding, Mark, Stacking, Value, Zone

__all__ = [
    "ALL",
    "ATTACKERS",
    "DEFENDERS",
    "ENEMY",
    "EVERYWHERE",
    "FRIEND",
    "TARGET",
    "Advance",
    "Arrivals",
    "AtOnce",
    "Attack",
    "Bar",
    "Choose",
    "Combat",
    "Cost",
    "EndOfTurn",
    "Entering",
    "Game",
    "HexMark",
    "Holding",
    "Leap",
    "Line",
    "Lines",
    "Listed", "Listing",
    "Look",
    "Lose",
    "Mark",
    "Moves",
    "Near",
    "Nobody",
    "Odds",
    "OfSide",
    "Option",
    "OwnCondition",
    "OwnHexes",
    "Pay",
    "Price",
    "Printing",
    "Recover",
    "Region",
    "Result",
    "Retreat",
    "Shift",
    "Stacking",
    "Standing",
    "Stop",
    "Supply",
    "Value",
    "Verdict",
    "Zone",
    "arms",
    "build",
    "each_side",
    "edge",
    "hexsides",
    "links",
    "parts",
    "prices",
    "printed",
    "swap",
    "terrain",
]  # fmt: skip
