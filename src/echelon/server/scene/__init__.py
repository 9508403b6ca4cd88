"""The scene: pure functions that turn a table, as one viewer may know it, into plain data for a page.

Each takes the game through a `View`, so that nothing a viewer may not know can be in what it returns; `side` None is a
spectator. What they return goes into JSON as it is.
"""

from echelon.server.scene.board import board, book, card, lessons
from echelon.server.scene.body import march, together
from echelon.server.scene.files import position, record
from echelon.server.scene.inspect import inspect
from echelon.server.scene.marks import overlay
from echelon.server.scene.moments import view_at
from echelon.server.scene.moves import moves
from echelon.server.scene.now import scene
from echelon.server.scene.panels import panel
from echelon.server.scene.pieces import groups_of
from echelon.server.scene.reach import reach
from echelon.server.scene.rulings import result_of, rulings_of
from echelon.server.scene.sight import sight
from echelon.server.scene.why import why

__all__ = [
    "board", "book", "card", "groups_of", "inspect", "lessons", "march", "moves", "overlay", "panel", "position",
    "reach", "record", "result_of", "rulings_of", "scene", "sight", "together", "view_at", "why",
]  # fmt: skip
