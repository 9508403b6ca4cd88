"""The counters of a state, as plain data: who draws them need not know the rules."""

from __future__ import annotations

import re
from typing import Any

from echelon.systems.tigers.facts.compiled import TigersRules
from echelon.systems.tigers.facts.units import on_map
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import ALLIED, ATTACKED, DISRUPTED, ENTRENCHED, GERMAN, MOVED, TigersState

__all__ = ["STATUSES", "VALUES", "pieces"]

# our arms in the words of the drawing
_ARMS = {"pg": "panzer grenadier", "cavalry": "armored cavalry", "vdh": "von der Heydte"}
_SIZES = {"CC": "X"}  # a combat command is drawn as a brigade
_FLAGS = (("disrupted", DISRUPTED), ("entrenched", ENTRENCHED), ("moved", MOVED | ATTACKED))
STATUSES = {"disrupted": "Disrupted", "entrenched": "Entrenched", "unsupplied": "Out of supply", "moved": "Moved or attacked"}
VALUES = "combat, movement"
_SHORT = re.compile(r"[ -](Pz|Abn)?(Corps|Div|Armee)$")  # what a counter has no room for
# the colours of corps, so that those beside each other in the line are told apart
_CORPS = (
    "V", "VIII", "I SS", "LXVI", "XLVII", "LVIII", "LXXXV", "LXVII", "XVIII", "XXX", "LXXX", "6.", "VII", "III", "XII", "II SS",
    "LIII", "XXXIX", "1. SS",
)  # fmt: skip


def pieces(s: TigersState) -> list[dict[str, Any]]:
    """One entry for each unit on the map, and one for the fuel dump once it is known."""
    rules = s.rules
    found: list[dict[str, Any]] = []
    for u, printed in enumerate(_printed(rules)):
        if on_map(s, u):
            status = [word for word, flags in _FLAGS if s.status[u] & flags]
            if u != rules.vdh and not is_supplied(s, u):
                status.append("unsupplied")
            found.append({"hex": s.pos[u], **printed, "status": status})
    if s.dump_known and not s.dump_gone and s.dump >= 0:
        side = GERMAN if rules.board.bit[s.dump] & s.german else ALLIED
        found.append({"hex": s.dump, "id": "dump", "name": "Fuel dump", "arm": "fuel dump", "marker": True, "side": side})
    return found


def _printed(rules: TigersRules) -> tuple[dict[str, Any], ...]:
    """What is printed on the counters, unit by unit, put together once: a table is shown after every move."""
    if rules.printed is None:
        rules.printed = tuple(_counter(rules, u) for u in range(len(rules.forces.units)))
    return rules.printed


def _counter(rules: TigersRules, u: int) -> dict[str, Any]:
    unit = rules.forces.units[u]
    corps = _SHORT.sub("", unit.parent)
    return {
        "id": unit.id,
        "name": unit.label or unit.name,
        "arm": _ARMS.get(unit.arm, unit.arm),
        "echelon": _SIZES.get(unit.size, unit.size),
        "values": (rules.factor[u], rules.omf[u] // 2),
        "nation": unit.nation or ("german" if unit.side == GERMAN else "us"),
        "formation": corps,
        "stripe": _CORPS.index(corps) if corps in _CORPS else None,
        "side": unit.side,
    }
