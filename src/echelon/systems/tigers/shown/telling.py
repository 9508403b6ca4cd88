"""What dice brought, told in full: the log says which clause made a worse fate of a result than its sign promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from echelon.core.state import Event
from echelon.systems.tigers.prompts import CONVERTED, result_word
from echelon.systems.tigers.state import TigersState

__all__ = ["TELLS", "retell"]

_RESULTS = frozenset(("result", "result.shifted"))
# how much is told of a battle: that it will be, who fights it, how it ended
TELLS: Mapping[str, int] = MappingProxyType({"declared": 0, "battle": 1, "result": 2, "result.shifted": 2, "result.level": 2})


def retell(s: TigersState, events: Sequence[Event]) -> Sequence[Event]:
    """The events that followed on a state, eliminations by No Retreat! orders (TIG-NRT-1), over the edge of the map
    (TIG-NRT-4) and for want of a way back (TIG-NRT-5) under names of their own."""
    standing = {row[0] for row in s.targets if row[1] and row[2]}
    turned = any(event.key in _RESULTS and event.facts["word_result"] in CONVERTED for event in events)
    return [_told(s, event, standing if turned else set()) for event in events]


def _told(s: TigersState, event: Event, standing: set[int]) -> Event:
    if event.key in _RESULTS:
        facts = {**event.facts, "word_result": result_word(s, event.facts["word_result"])}
        return event._replace(key=_level(event), facts=facts)
    if event.key != "eliminated":
        return event
    if event.clause == "TIG-NRT-4":
        return event._replace(key="eliminated.off_map")
    if event.clause == "TIG-NRT-5":
        return event._replace(key="eliminated.cut_off")
    if event.clause in ("TIG-RES-1", "TIG-RES-2") and event.facts["hex"] in standing:
        return event._replace(key="eliminated.stand", clause="TIG-NRT-1")
    return event


def _level(event: Event) -> str:
    """A result whose shifts leave the odds where they were is not said to be shifted."""
    return "result.level" if event.key == "result.shifted" and event.facts["basic"] == event.facts["odds"] else event.key
