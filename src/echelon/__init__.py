"""Echelon plays operational hex-and-counter wargames with every rule enforced.

>>> import echelon
>>> game = echelon.load("drill")
>>> state = game.new(seed=7)
>>> state.frame.kind.name
'setup.mine'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from echelon.core.errors import Ambiguous, EchelonError, Illegal, Invalid, PositionError, UnknownError
from echelon.core.rulings import Answer, Note, Ruling
from echelon.core.state import Legal, Result, State
from echelon.core.system import System, load, system_names

if TYPE_CHECKING:
    from echelon.core.record.position import Position
    from echelon.core.record.record import Record
    from echelon.core.table import Table
    from echelon.core.views import View

__version__ = "0.1.0"

__all__ = [
    "Ambiguous", "Answer", "EchelonError", "Illegal", "Invalid", "Legal", "Note", "Position", "PositionError", "Record",
    "Result", "Ruling", "State", "System", "Table", "UnknownError", "View", "load", "system_names",
]  # fmt: skip

# What files and tables need, a search does not: these are imported on first use.
_LATER = {"Position": "record.position", "Record": "record.record", "Table": "table", "View": "views"}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"echelon.core.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
