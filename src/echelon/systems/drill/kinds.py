"""Each question with its generator and effect (from `play`) and its checker (from `law`)."""

from __future__ import annotations

from typing import Any

from echelon.core.frames import Kind
from echelon.systems.drill import frames
from echelon.systems.drill.law import combat as law_combat
from echelon.systems.drill.law import movement as law_movement
from echelon.systems.drill.law import retreat as law_retreat
from echelon.systems.drill.law import setup as law_setup
from echelon.systems.drill.play import combat, movement, retreat, setup
from echelon.systems.drill.state import DrillState

__all__ = ["KINDS"]


def _unit(s: DrillState, f: frames.Step) -> dict[str, Any]:
    return {"unit": f.unit, "mf": f.left, "hex": s.pos[f.unit]}


def _hex(s: DrillState, f: Any) -> dict[str, Any]:
    return {"hex": f.hex}


KINDS = (
    Kind(
        "setup.mine", frames.Mine, ("mine",),
        legal=setup.mine_hexes, apply=setup.lay_mine, why_not=law_setup.why_not_mine, secret=True,
    ),
    Kind(
        "move.pick", frames.Pick, ("take", "end"),
        legal=movement.legal_pick, apply=movement.apply_pick, why_not=law_movement.why_not_pick,
    ),
    Kind(
        "move.step", frames.Step, ("move", "stop"),
        legal=movement.legal_step, apply=movement.apply_step, why_not=law_movement.why_not_step, facts=_unit,
    ),
    Kind(
        "combat.target", frames.Target, ("attack", "end"),
        legal=combat.legal_target, apply=combat.apply_target, why_not=law_combat.why_not_target,
    ),
    Kind(
        "combat.join", frames.Join, ("with", "fight"),
        legal=combat.legal_join, apply=combat.apply_join, why_not=law_combat.why_not_join,
        facts=_hex, preview=combat.preview_join, defaults={"attackers": 0},
    ),
    Kind(
        "combat.die", frames.Die, ("die",),
        legal=lambda s, f: [a for a, _ in combat.outcomes(s, f)], apply=combat.apply_die, why_not=lambda s, f, a: [],
        outcomes=combat.outcomes, facts=_hex,
    ),
    Kind(
        "combat.loss", frames.Loss, ("lose",),
        legal=combat.legal_loss, apply=combat.apply_loss, why_not=law_combat.why_not_loss, facts=_hex,
    ),
    Kind(
        "combat.retreat", frames.Retreat, ("retreat",),
        legal=retreat.legal_retreat, apply=retreat.apply_retreat, why_not=law_retreat.why_not_retreat,
        facts=_hex, defaults={"attackers": 0},
    ),
    Kind(
        "combat.advance", frames.Advance, ("advance", "stay"),
        legal=retreat.legal_advance, apply=retreat.apply_advance, why_not=law_retreat.why_not_advance, facts=_hex,
    ),
)  # fmt: skip
