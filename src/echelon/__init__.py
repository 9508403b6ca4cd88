"""Echelon plays operational hex-and-counter wargames with every rule enforced.

>>> import echelon
>>> game = echelon.load("drill")
>>> state = game.new(seed=7)
>>> state.frame.kind.name
'setup.mine'
"""

from echelon.core.errors import Ambiguous, EchelonError, Illegal, Invalid, PositionError, UnknownError
from echelon.core.position import Position
from echelon.core.record import Record
from echelon.core.rulings import Answer, Note, Ruling
from echelon.core.state import Legal, Result, State
from echelon.core.system import System, load, system_names
from echelon.core.table import Table
from echelon.core.views import View

__version__ = "0.1.0"

__all__ = [
    "Ambiguous", "Answer", "EchelonError", "Illegal", "Invalid", "Legal", "Note", "Position", "PositionError", "Record",
    "Result", "Ruling", "State", "System", "Table", "UnknownError", "View", "load", "system_names",
]  # fmt: skip
