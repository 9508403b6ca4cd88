"""Lines as people write them: what is short or begun already is completed before the engine reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.core.lines import expand

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["as_meant"]


def as_meant(state: State, text: str) -> str:
    """A line with its paths mended: one of a single hex, one that begins where the unit stands, one begun already."""
    words = text.split()
    paths = {pattern.split()[0] for pattern, _ in state.rules.system.lines if pattern.split()[-2:] == ["unit", "path"]}
    if len(words) == 3 and words[0] in paths and words[1] in state.rules.forces:
        place = getattr(state, state.layout.rows[0].name)[state.rules.forces.index(words[1])]
        hexes = words[2].split("-")
        if len(hexes) > 1 and place < state.rules.board.n and hexes[0] == state.rules.board.labels[place]:
            hexes = hexes[1:]
        if len(hexes) > 1 or words[0] not in state.frame.kind.verbs:
            words[2] = "-".join(hexes) + ("-" if len(hexes) == 1 else "")
        text = " ".join(words)
    steps = expand(state, text)
    verbs = state.frame.kind.verbs
    open_ = [i for i, step in enumerate(steps) if step.split()[0] in verbs]
    return "; ".join(steps[open_[0] :]) if len(steps) > 1 and open_ else text
