"""The facts that fill in the prompts of questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from echelon.core.fields import bits_of
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["FACTS"]

Facts = Callable[[ColonnesState, Any], dict[str, Any]]


def _step(s: ColonnesState, f: Any) -> dict[str, Any]:
    return {"unit": f.unit, "mf": f.left, "hex": s.pos[f.unit]}


def _target(s: ColonnesState, f: Any) -> dict[str, Any]:
    return {"hex": s.target, "units": tuple(bits_of(s.attackers))}


def _result(s: ColonnesState, f: Any) -> dict[str, Any]:
    return {"hex": s.target, "word_result": RESULTS[s.rolled], "steps": s.distance}


def _losses(s: ColonnesState, f: Any) -> dict[str, Any]:
    return {**_result(s, f), "owed": f.owed}


FACTS: Mapping[str, Facts] = {
    "renforts.cl": lambda s, f: {"number": f.number},
    "mouvement.pas": _step,
    "mouvement.reprise": lambda s, f: {"hex": f.hex},
    "combat.attaquants": _target,
    "combat.att_soutien": _target,
    "combat.def_soutien": _target,
    "combat.de": _target,
    "combat.pertes": _losses,
    "combat.tenir": _result,
    "combat.retraite": _result,
    "combat.avance": _result,
}
