"""Open ledgers: questions that a side may answer besides the one it is asked, until an answer closes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.frames import Frame
    from echelon.core.state import State

__all__ = ["closes_ledger"]


def closes_ledger(state: State, action: int) -> bool:
    """Does an answer close a ledger of the side asked in which it could still write? What stays open stops nobody, and is not
    worked out: a ledger may have thousands of entries."""
    frame = state.frame
    ledgers = [f for f in state.rules.beside(state) if f.side == frame.side]
    if not ledgers:
        return False
    after = state.copy()
    after.apply(action)
    open_ = _open_after(after, frame.side)
    return any(type(f) not in open_ and f.kind.legal(state, f) for f in ledgers)


def _open_after(state: State, side: int) -> set[type[Frame]]:
    """The ledgers a side can write in now; while a die is asked for, those that are open whatever it brings."""
    if not state.frame.chance:
        return {type(f) for f in state.rules.beside(state) if f.side == side}
    found = []
    for action, _chance in state.outcomes():
        after = state.copy()
        after.apply(action)
        found.append(set() if after.frame.chance else _open_after(after, side))  # not through dice upon dice
    return set.intersection(*found)
