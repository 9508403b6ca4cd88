"""Walks: how many sequences of actions lead on from a state, depth by depth. The counts guard every change of the engine.

Chance is expanded: each outcome of a die counts as one action, whatever its chance. A game that ends early has no continuation,
so it counts at the depth of its last action and no deeper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["continuations", "divide", "walk"]

Memo = dict[tuple[Any, ...], int]


def continuations(state: State) -> list[int]:
    """All that can happen next: a player's legal actions, or every outcome of chance."""
    if state.outcome is not None:
        return []
    if state.frame.chance:
        return [action for action, _chance in state.outcomes()]
    return list(state.legal())


def walk(state: State, depth: int, memo: Memo | None = None) -> int:
    """The number of action sequences of exactly this length. Equal states are counted once and remembered."""
    return _walk(state, depth, {} if memo is None else memo)


def _walk(state: State, depth: int, memo: Memo) -> int:
    if depth == 0:
        return 1
    actions = continuations(state)
    if depth == 1:
        return len(actions)
    key = (depth, *state.content())
    known = memo.get(key)
    if known is not None:
        return known
    total = 0
    for action in actions:
        after = state.copy()
        after.apply(action)
        total += _walk(after, depth - 1, memo)
    memo[key] = total
    return total


def divide(state: State, depth: int, progress: Callable[[str], None] | None = None) -> dict[str, int]:
    """The same count split by the first action: to find out where two engines part."""
    counts: dict[str, int] = {}
    memo: Memo = {}
    for action in continuations(state) if depth > 0 else ():
        text = state.text(action)
        after = state.copy()
        after.apply(action)
        counts[text] = _walk(after, depth - 1, memo)
        if progress:
            progress(text)
    return counts
