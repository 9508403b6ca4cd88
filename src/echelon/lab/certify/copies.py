"""Copies of a state in every form: copy, packed bytes, position text, rebuilt sets. All are equal and behave alike."""

from __future__ import annotations

import random

from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.core.state import State
from echelon.lab.certify.finding import Findings, found

__all__ = ["copies", "derived", "position"]


def copies(state: State, rng: random.Random) -> Findings:
    """A copy is equal and independent; packed bytes bring the state back; the same action does the same to each."""
    content, kind = state.content(), state.frame.kind.name
    copy = state.copy()
    if copy != state or copy.content() != content:
        yield found("copy", f"unequal {kind}", "a copy is not equal to its state", state)
        return
    unpacked = type(state).unpack(state.rules, state.pack())
    if unpacked != state or unpacked.content() != content or unpacked.key() != state.key():
        yield found("copy", f"pack {kind}", "the packed bytes restore a different state", state)
        return
    action = _some_action(state, rng)
    if action is None:
        return
    text = state.text(action)
    unpacked.seed = state.seed
    for other in (copy, unpacked):
        other.apply(action)
    if state.content() != content:
        verb = text.split()[0]
        yield found("copy", f"shared {kind} {verb}", f"{text!r} applied to a copy changed the original", unpacked, (text,))
    elif copy.content() != unpacked.content():
        differs = (
            f"{text!r} has a different effect on a copy than to the same state packed and unpacked: {_unlike(copy, unpacked)}"
        )
        yield found("copy", f"behaves {kind}", differs, state, (text,))


def position(state: State) -> Findings:
    """The text of the position brings the state back."""
    kind = state.frame.kind.name
    text = state.position()
    try:
        back = Position.parse(text).state()
    except EchelonError as error:
        yield found("position", f"unreadable {kind}", f"the text of a position cannot be read: {error}", state)
        return
    if back.content() != state.content():
        message = f"the text of a position restores a different state: {_unlike(state, back)}"
        yield found("position", f"unequal {kind}", message, state)
    elif back.position() != text:
        yield found("position", f"text {kind}", "a position read and written again has a different text", state)


def derived(state: State, rng: random.Random, deep: bool = True, caches: bool = False) -> Findings:
    """The sets that effects keep in step equal those rebuilt from the units, and caches hold what would be worked out anew.
    With `caches`, nothing else."""
    fresh = state.copy()
    state.rules.rebuild(fresh)
    for name in state.layout.derived:
        if getattr(fresh, name) != getattr(state, name):
            message = f"the set {name!r} no longer matches the units"
            yield found("derived", f"set {name}", message, state)
            return
    if fresh.content() != state.content():
        yield found("derived", "rebuild", "rebuilding the derived sets changed the state itself", state)
        return
    if caches:
        _show(fresh)
        yield from _stale_caches(state, fresh, "")
    if caches or not deep:
        return
    kind = state.frame.kind.name
    if list(fresh.legal()) != list(state.legal()):
        message = f"with the caches cleared {kind} has other legal actions"
        yield found("derived", f"legal {kind}", message, state)
    _show(fresh)
    yield from _stale_caches(state, fresh, "")
    action = _some_action(state, rng)
    if action is not None:
        one, two, text = state.copy(), fresh.copy(), state.text(action)
        state.rules.rebuild(two)
        one.apply(action)
        two.apply(action)
        if one.content() != two.content():
            message = f"{text!r} has a different effect once the caches are cleared: {_unlike(one, two)}"
            yield found("derived", f"effect {kind}", message, state, (text,))
            return
        fresh.apply(action)  # it knew everything before: what it still knows must hold after the action
        state.rules.rebuild(two)
        _show(two)
        yield from _stale_caches(fresh, two, text)


def _show(state: State) -> None:
    """Have units and zones shown, so that whatever is worked out and kept for them is there. (Dearer overlays add nothing.)"""
    system = state.rules.system
    for show in (system.show.pieces, system.show.marks.get("zones")):
        if show is not None:
            show(state)


def _stale_caches(kept: State, anew: State, text: str) -> Findings:
    for name in kept.layout.caches:
        if _stale(getattr(kept, name), getattr(anew, name)):
            message = f"the cache {name!r} is stale{f' after {text!r}' if text else ''}"
            yield found("derived", f"cache {name}", message, kept)


def _stale(kept: object, anew: object) -> bool:
    """Do two caches know different things? What one of them does not know (None) says nothing."""
    if isinstance(kept, tuple) and isinstance(anew, tuple) and len(kept) == len(anew):
        return any(_stale(a, b) for a, b in zip(kept, anew, strict=True))
    return kept is not None and anew is not None and kept != anew


def _some_action(state: State, rng: random.Random) -> int | None:
    if state.outcome is not None:
        return None
    actions = [a for a, _chance in state.outcomes()] if state.frame.chance else list(state.legal())
    return rng.choice(actions) if actions else None


def _unlike(one: State, two: State) -> str:
    """The fields in which two states differ."""
    layout = one.layout
    names = ["turn", "step", "rolls", "reveals", "outcome", "frame", "stack"]
    names += [slot.name for slot in (*layout.rows, *layout.values, *layout.shared)]
    return ", ".join(name for name in names if getattr(one, name) != getattr(two, name))
