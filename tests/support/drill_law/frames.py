"""The questions of drill by name: the kit makes a class for each."""

from __future__ import annotations

from typing import Any

from echelon.systems.drill import SYSTEM

VERBS = SYSTEM.verbs
_BY_KIND: dict[str, Any] = {kind.name: kind.frame for kind in SYSTEM.kinds}
Mine, Pick, Step = (_BY_KIND[name] for name in ("setup.mine", "move.pick", "move.step"))
Target, Join, Die = (_BY_KIND[f"combat.{name}"] for name in ("target", "join", "die"))
Loss, Retreat, Advance = (_BY_KIND[f"combat.{name}"] for name in ("loss", "retreat", "advance"))
