"""From a state to what can be drawn: counters as plain data, and as the pieces of `echelon.draw`. Converted only here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from echelon.core.board import Board
    from echelon.core.state import State

__all__ = ["pieces_of", "png", "svg"]


def pieces_of(state: State) -> list[dict[str, Any]]:
    """The counters on the map as the system describes them; from places and printed values alone if it does not."""
    system, rules = state.rules.system, state.rules
    if system.pieces is not None:
        found = [dict(piece) for piece in system.pieces(state)]
    else:
        place = getattr(state, state.layout.rows[0].name)
        found = [
            {"hex": place[i], "id": unit.id, "name": unit.label or unit.name, "arm": unit.arm, "echelon": unit.size}
            for i, unit in enumerate(rules.forces.units)
            if place[i] < rules.board.n
        ]
    for piece in found:
        unit = rules.forces[piece["id"]] if piece.get("id") in rules.forces else None
        piece.setdefault("side", unit.side if unit else 0)
        piece.setdefault("values", ())
        piece.setdefault("status", [])
    return found


def svg(board: Board, state: State | None = None, palette: str | None = None) -> str:
    """The map as SVG, with the counters of a state if there is one."""
    try:
        lab = import_module("echelon.draw")  # needs more than the standard library, and time: only when a map is drawn
        make, draw = lab.Piece, lab.draw
    except (ImportError, AttributeError) as error:
        raise EchelonError(f"this installation cannot draw maps ({error}): pip install 'echelon-wargames[draw]'") from None
    pieces = []
    for row in pieces_of(state) if state is not None else ():
        plain = {k: row[k] for k in ("hex", "name", "arm", "echelon", "nation", "formation") if k in row}
        pieces.append(make(**plain, values=tuple(row["values"]), status=frozenset(row["status"])))
    extra: dict[str, Any] = {"palette": palette} if palette else {}
    try:
        return str(draw(board, pieces, **extra))
    except ImportError as error:
        raise EchelonError(f"this installation cannot draw maps: {error}") from None
    except ValueError as error:  # an unknown palette
        raise EchelonError(str(error)) from None


def png(picture: str) -> bytes:
    """An SVG as PNG, where the renderer is installed."""
    try:
        import resvg_py
    except ImportError:
        raise EchelonError("PNG needs the package resvg-py: pip install 'echelon-wargames[png]', or write SVG") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))
