"""Which panel an answer has: `panel(state, action)` for every kind of question, in words of the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from echelon.core.show.panels import Caution, Panel
from echelon.core.verbs import A_SHIFT
from echelon.systems.tigers.frames import Orders, Peiper
from echelon.systems.tigers.shown import battles, dice, marches
from echelon.systems.tigers.shown.inspected import resting
from echelon.systems.tigers.shown.words import Words
from echelon.systems.tigers.state import TigersState

__all__ = ["panel"]

_BATTLES = frozenset(("attack", "also", "with", "set", "fight", "ask", "claim"))
_AIR = frozenset(("bomb", "bust", "burn", "intercept", "resupply"))
_TO_DICE = frozenset(("pray", "drop", "build", "dismantle"))


def panel(s: TigersState, action: int, language: str = "en") -> Panel | None:
    """What an answer means, or None if there is nothing to say beyond its sentence."""
    f: Any = s.frame_of(action)
    if f is None:
        return None
    words = Words(s, language)
    name = s.rules.verbs.verb(action).name
    if name == "die":
        if f.kind.name != "combat.roll":
            return dice.die_panel(words, s)
        return battles.battle_panel(words, s, f, action, s.preview(action)) if s.attackers else None
    if name in _BATTLES:
        found = s.preview(action)
        return battles.battle_panel(words, s, f, action, found) if found else None
    if name in _AIR:
        return dice.air_panel(words, s, action, s.preview(action))
    if name in _TO_DICE or (name == "blow" and f.kind.name == "bridge.act"):
        return dice.leads_to_die(words, s, action)
    if name == "orders" and isinstance(f, Orders):
        return battles.orders_panel(words, s, f, action)
    return _single(words, s, f, action, name)


def _single(words: Words, s: TigersState, f: Any, action: int, name: str) -> Panel | None:
    """Steps of one unit, and the lists of battles."""
    if name in ("move", "exit"):
        return marches.step_panel(words, s, f, action, name)
    if isinstance(f, Peiper) and name in ("stop", "wait"):
        return _rest(words, s, f, action, name)
    if name == "stop":  # Tigers may break down then
        return dice.leads_to_die(words, s, action) or marches.take_panel(words, s, action >> A_SHIFT)
    if name in ("take", "join", "attach"):
        return marches.take_panel(words, s, action >> A_SHIFT)
    if name == "enter":
        return marches.enter_panel(words, s, action)
    if name in ("retreat", "withdraw"):
        return marches.retreat_panel(words, s, f, action)
    if name == "advance":
        return marches.advance_panel(words, s, f, action)
    if name == "distance":
        return marches.distance_panel(words, s, action)
    if name == "lose":
        return marches.losses_panel(words, s, f, action)
    if name == "standard":
        return battles.standard_panel(words, s, f, s.preview(action))
    if name == "confirm":
        return battles.confirm_panel(words, s, f)
    if name == "cancel":
        return battles.cancel_panel(words, s, f, s.preview(action))
    return _about(words, s, action, name)


def _rest(words: Words, s: TigersState, f: Peiper, action: int, name: str) -> Panel:
    """Kampfgruppe Peiper stops or waits: what it keeps by it, and whom it Disrupts when."""
    when = resting(s, f, name == "wait")
    notes = (words.say("about.wait"),) if name == "wait" else ()
    cautions = (Caution(words.say(f"rest.{when[0]}", units=when[2]), when[1]),) if when else ()
    taken = marches.take_panel(words, s, action >> A_SHIFT)
    return replace(taken, title=words.action(action), notes=notes, cautions=cautions)


def _about(words: Words, s: TigersState, action: int, name: str) -> Panel | None:
    """An answer whose meaning is a sentence of the catalogue: `about.invoke.yes`, or `about.dig` whatever it names."""
    verbs = s.rules.verbs
    chosen = [
        field.format(s.rules, value)
        for field, value in zip(verbs.verb(action).fields, verbs.fields(action), strict=True)
        if field.words
    ]
    key = ".".join(["about", name, *chosen])
    if s.rules.texts.template("panel", key, words.language) is None:
        return None
    return Panel(words.action(action), state="about", notes=(words.say(key),))
