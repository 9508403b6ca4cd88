"""Each question with its generator and effect (from `play`), its checker (from `law`) and the facts of its prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echelon.core.frames import Frame, Kind, Outcomes
from echelon.mechanics.chance import fair_die
from echelon.systems.colonnes import frames, law, play
from echelon.systems.colonnes.frames import VERBS
from echelon.systems.colonnes.prompts import FACTS

__all__ = ["KINDS"]

_SIX: Outcomes = fair_die(VERBS)


def _nothing(s: Any, f: Any) -> dict[str, Any]:
    return {}


def _no_preview(s: Any, f: Any, action: int) -> dict[str, Any]:
    return {}


def _outcomes(s: Any, f: Any) -> Outcomes:
    """A fair die."""
    return _SIX


def _asked(name: str, frame: type[Frame], verbs: str, chapter: str, stem: str, **rest: Any) -> Kind:
    """A question to a side: `legal_<stem>` and `apply_<stem>` of a chapter of play, `why_not_<stem>` of the law's."""
    played, judged = getattr(play, chapter), getattr(law, chapter)
    return Kind(
        name, frame, tuple(verbs.split()),
        legal=getattr(played, f"legal_{stem}"), apply=getattr(played, f"apply_{stem}"),
        why_not=getattr(judged, f"why_not_{stem}"), facts=FACTS.get(name, _nothing),
        preview=getattr(played, f"preview_{stem}", _no_preview), **rest,
    )  # fmt: skip


def _cast(name: str, frame: type[Frame], apply: Callable[[Any, Any, int], None], **rest: Any) -> Kind:
    """A die."""
    return Kind(
        name, frame, ("die",), legal=lambda s, f: [a for a, _ in _SIX], apply=apply, why_not=lambda s, f, a: [],
        outcomes=_outcomes, facts=FACTS.get(name, _nothing), **rest,
    )  # fmt: skip


KINDS = (
    _asked("renforts.unites", frames.Arrivals, "place", "reinforcements", "arrivals"),
    _cast("renforts.cl_de", frames.ColumnDie, play.reinforcements.apply_column_die),
    _asked("renforts.cl", frames.Columns, "column", "reinforcements", "columns"),
    _asked("mouvement", frames.Pick, "take end", "movement", "pick"),
    _asked("mouvement.pas", frames.Step, "move ferry exit stop", "movement", "step"),
    _asked("mouvement.reprise", frames.Recall, "recall", "stacking", "recall"),
    _asked("combat.cible", frames.Target, "attack end", "combat", "target"),
    _asked("combat.attaquants", frames.Attackers, "with fight", "combat", "attackers"),
    _asked("combat.att_soutien", frames.AttackSupport, "spend support done", "support", "attack_support"),
    _asked("combat.def_soutien", frames.DefenceSupport, "spend support done", "support", "defence_support"),
    _cast(
        "combat.de",
        frames.CombatDie,
        play.results.apply_combat_die,
        preview=play.results.preview_combat_die,
    ),
    _asked("combat.pertes", frames.Losses, "lose", "losses", "losses", defaults={"held": 0}),
    _asked("combat.tenir", frames.Hold, "hold yield", "retreat", "hold"),
    _asked("combat.retraite", frames.Retreat, "retreat", "retreat", "retreat", defaults={"unit": -1, "gone": 0, "paid": 0}),
    _asked("combat.avance", frames.Advance, "advance halt finish", "advance", "advance", defaults={"unit": -1}),
)
