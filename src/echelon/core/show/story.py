"""The story: several events of one kind in one sentence, as the log tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.state import Event
    from echelon.core.text.texts import Texts

__all__ = ["gathered"]

MANY = ".many"  # ends the key of the sentence for several


def gathered(texts: Texts, events: Iterable[Event]) -> list[Event]:
    """Events that differ in nothing but their unit and follow on each other as one with all `units`, where the catalogue has a
    sentence for several: `entrenched.many` beside `entrenched`."""
    found: list[Event] = []
    for event in events:
        both = _both(found[-1], event) if found and texts.template("event", event.key + MANY) is not None else None
        if both is not None:
            found.pop()
        found.append(both or event)
    return found


def _both(last: Event, event: Event) -> Event | None:
    """Two events as one; None if they are not of one kind."""
    if last.key not in (event.key, event.key + MANY) or (last.clause, last.only) != (event.clause, event.only):
        return None
    one, other = dict(last.facts), dict(event.facts)
    units = one.pop("units", None) or (one.pop("unit"),)
    unit = other.pop("unit")
    return event._replace(key=event.key + MANY, facts={**one, "units": (*units, unit)}) if one == other else None
