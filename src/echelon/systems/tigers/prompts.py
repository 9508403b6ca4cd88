"""The facts each question's prompt is filled with: units, hexes, points left, and words for what is going on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, VERB
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import ACTS, VERBS
from echelon.systems.tigers.play.bridges import legal_bridges
from echelon.systems.tigers.play.duties import peiper_may_attack
from echelon.systems.tigers.state import OFF, RESULTS, TigersState

__all__ = ["CONVERTED", "FACTS", "result_word"]

CONVERTED = ("D1", "D2", "D3", "DD")  # the results that No Retreat! orders turn into others (TIG-NRT-1)
_WHOLE = 2  # half points of one MF
MOVE, EXIT, ATTACK, WAIT, STOP = (VERBS.code(v) for v in ("move", "exit", "attack", "wait", "stop"))


def _hexes(s: TigersState, mask: int) -> tuple[int, ...]:
    return tuple(s.rules.board.members(mask))


def _place(s: TigersState, f: Any) -> dict[str, Any]:
    return {"word_mode": "place.free" if s.free else "place.historical"}


def _step(s: TigersState, f: Any) -> dict[str, Any]:
    others = tuple(u for u in bits_of(f.units) if u != f.unit)
    left = omf(s, f.unit) - s.spent[f.unit]
    return {
        "unit": f.unit,
        "units": (f.unit, *others),
        "hex": s.pos[f.unit],
        "mf": max(left, 0),
        "mf_bonus": min(max(left + BONUS, 0), BONUS),
    }


def _breakdown(s: TigersState, f: Any) -> dict[str, Any]:
    return {"unit": f.unit, "word_when": "breakdown.before" if f.then else "breakdown.after"}


def _allocate(s: TigersState, f: Any) -> dict[str, Any]:
    """The battles declared so far, each as its hexes with the attackers' ids."""
    labels, units = s.rules.board.labels, s.rules.forces.units
    rows = [
        f"{' '.join(labels[h] for h in _hexes(s, hexes))} ({', '.join(units[u].label or units[u].name for u in bits_of(mask))})"
        for hexes, mask, state in s.battles
        if state != OFF
    ]
    return {"word_battles": tuple(rows) or "battles.none"}


def _battle(s: TigersState, f: Any) -> dict[str, Any]:
    return {"hexes": _hexes(s, f.hexes), "word_units": tuple(bits_of(f.units)) or "battle.nobody"}


def _fight(s: TigersState, f: Any) -> dict[str, Any]:
    hexes = tuple(row[0] for row in s.targets)
    return {"hexes": hexes, "word_result": result_word(s, RESULTS[s.rolled])}


def result_word(s: TigersState, result: str) -> str:
    """What a result is called: by what it became, where all who are attacked have No Retreat! orders."""
    attacked = [row for row in s.targets if row[1]]
    stand = result in CONVERTED and attacked and all(row[2] for row in attacked)
    return f"{result}.stand" if stand else result


def _orders(s: TigersState, f: Any) -> dict[str, Any]:
    hexes = _hexes(s, f.hexes)
    return {"hex": min(hexes, default=-1)}


def _losses(s: TigersState, f: Any) -> dict[str, Any]:
    return {"owed": f.owed, **_fight(s, f)}


def _route(s: TigersState, f: Any) -> dict[str, Any]:
    return {"units": tuple(bits_of(f.units)), **_fight(s, f)}


def _hex(s: TigersState, f: Any) -> dict[str, Any]:
    return {"hex": f.hex, **_fight(s, f)}


def _air(s: TigersState, f: Any) -> dict[str, Any]:
    air = s.rules.air
    where = f"air.{'prey' if f.prey >= 0 else 'unit' if f.unit >= 0 else 'target'}"
    prey = air[f.prey].name if f.prey >= 0 else ""
    return {"group": air[f.group].name if f.group >= 0 else "", "prey": prey, "unit": f.unit, "word_target": where}


def _peiper(s: TigersState, f: Any) -> dict[str, Any]:
    kgp = s.rules.peiper
    left = max(omf(s, kgp) - s.spent[kgp], 0)
    verbs = {action & VERB for action in f.kind.legal(s, f)}
    go = {
        "word_move": "peiper.move" if verbs & {MOVE, EXIT} else "",
        "word_attack": "peiper.attack" if ATTACK in verbs else "",
        "word_wait": _waiting(s, left) if WAIT in verbs else "",
    }
    stop = "peiper.no_stop" if STOP not in verbs else "peiper.or_stop" if any(go.values()) else "peiper.stop"
    return {"unit": kgp, "mf": left, "attacks": s.peiper_attacks, **go, "word_stop": stop}


def _waiting(s: TigersState, left: int) -> str:
    """What Peiper would wait for: movement less 1, a further attack, or nothing (TIG-KGP-8)."""
    return "peiper.wait" if left > _WHOLE else "peiper.wait.attack" if peiper_may_attack(s) else "peiper.wait.nothing"


def _works(s: TigersState, f: Any) -> dict[str, Any]:
    """How many hexsides are left to work at; the last answer ends the step."""
    return {"count": len({action >> A_SHIFT for action in legal_bridges(s, f)[:-1]})}


def _bridge(s: TigersState, f: Any) -> dict[str, Any]:
    return {"hexside": f.hexside, "word_act": ACTS[f.act]}


FACTS: Mapping[str, Callable[[Any, Any], dict[str, Any]]] = {
    "setup.place": _place,
    "setup.drop_die": lambda s, f: {"hex": f.hex, "word_stage": f"drop.{f.stage}"},
    "rnf.combine": lambda s, f: {"unit": f.division, "hex": f.hex},
    "move.step": _step,
    "move.bridge_die": lambda s, f: {"hex": f.hex},
    "move.breakdown_die": _breakdown,
    "move.overstack": lambda s, f: {"hex": f.hex},
    "attack.allocate": _allocate,
    "attack.battle": _battle,
    "air.die": _air,
    "combat.ask": _fight,
    "combat.no_retreat": _orders,
    "combat.claim": _fight,
    "combat.roll": _fight,
    "combat.losses": _losses,
    "combat.distance": _hex,
    "combat.route": _route,
    "combat.voluntary": _fight,
    "combat.bridge": _fight,
    "combat.advance": _fight,
    "kgp.continue": _peiper,
    "bridge.act": _works,
    "bridge.die": _bridge,
}
