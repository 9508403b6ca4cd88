"""What a press leads to, for the page: what its button has to say, and what is held because it did not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from echelon.core.show.leads import ASKS, DIE, OVER, STEP, TURN, Lead, lead_of
from echelon.core.text.names import step_title

if TYPE_CHECKING:
    from collections.abc import Collection

    from echelon.core.table import Table

__all__ = ["held", "to_say"]


def to_say(table: Table, side: int, action: int) -> list[str]:
    """What the button of an answer has to say beside its words; the end of the turn always."""
    lead = lead_of(table, action, side)
    return [one for one in lead.found if one in lead.unsaid or one in (TURN, OVER)]


def held(table: Table, side: int, line: str, said: Collection[str], lang: str = "en") -> dict[str, Any] | None:
    """A line that leads to more than its button said, as the page shows it before it is carried out; None if it says all."""
    state = table.state
    if state.outcome is not None or state.frame.side != side:
        return None
    lead = lead_of(table, line, side, said)
    if not lead.unsaid:
        return None
    found: dict[str, Any] = {
        "line": line,
        "say": lead.before.describe(lead.action, lang),
        "leads": list(lead.found),
        "does": _does(table, lead),
    }
    if STEP in lead.found:
        found["step"] = step_title(state.rules.texts, state.rules.sequence[state.step], lang)
    return found


def _does(table: Table, lead: Lead) -> str:
    """The word for the button that carries it out."""
    state = table.state
    if DIE in lead.found:
        return "fight" if lead.fights else "roll"
    if ASKS in lead.found and lead.fights:
        return "fight"
    if OVER in lead.found:
        return "over"
    if TURN in lead.found:
        return "setup" if state.step < state.rules.first else "turn"
    return "step" if STEP in lead.found else "go"
