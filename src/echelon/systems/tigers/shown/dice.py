"""Panels of dice and of what leads to one: weather, bridges, breakdowns, the drop, air missions. Every chance is exact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from echelon.core.show.panels import Fact, Panel, Part
from echelon.core.state import Event
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.play.air_dice import bombed_units
from echelon.systems.tigers.shown.words import Words, shares
from echelon.systems.tigers.state import TigersState

__all__ = ["air_panel", "die_panel", "leads_to_die"]

# the events that tell what a die has brought, with whom they hurt and how badly; what follows in the sequence is left out
TOLD: Mapping[str, tuple[str, int]] = {
    "weather": ("none", 0),
    "drop.landed": ("none", 0),
    "drop.off": ("attacker", 1),
    "drop.wind": ("none", 0),
    "drop.lost": ("attacker", 4),
    "bridge.captured": ("none", 0),
    "bridge.destroyed": ("none", 2),
    "bridge.built": ("none", 0),
    "bridge.dismantled": ("none", 0),
    "bridge.failed": ("none", 1),
    "bridge.not_built": ("none", 1),
    "breakdown": ("attacker", 3),
    "peiper.die": ("none", 0),
    "air.downed": ("attacker", 4),
    "air.intercepted": ("defender", 2),
    "air.supplied": ("none", 0),
    "disrupted": ("defender", 2),
    "entrenchment.lost": ("defender", 2),
}
_FAIR = 6


def die_panel(words: Words, s: TigersState, title: str = "") -> Panel:
    """The die that is asked for now: what its six faces bring, those with the same outcome together."""
    return Panel(
        title or s.prompt(words.language),
        state="die",
        chances=shares(
            (word, say, Fraction(n, _FAIR), *TOLD.get(key, ("none", 0)), ()) for word, say, key, n in _faces(words, s)
        ),
    )


def _faces(words: Words, s: TigersState) -> list[tuple[str, str, str, int]]:
    """By outcome: its faces (`1-2`), its sentence, the key of its first event, and how many faces."""
    found: dict[tuple[str, str], list[int]] = {}
    for action, _chance in s.outcomes():
        t = s.copy()
        events: list[Event] = []
        t.log = events
        t.apply(action)
        told = [event for event in events if event.key in TOLD and event.only is None]
        told = ([event for event in told if event.key != "weather"] or told)[:2]  # a turn may begin with it, unasked
        sentences = [_bare(words, s, event) for event in told]
        key = told[0].key if told else ""
        found.setdefault((key, " ".join(sentences) or words.say("die.nothing")), []).append(action >> A_SHIFT)
    return [(_run(faces), say, key, len(faces)) for (key, say), faces in found.items()]


def _bare(words: Words, s: TigersState, event: Event) -> str:
    """An event as a sentence without its clause."""
    return s.rules.texts.sentence(s.rules, event._replace(clause=""), words.language)


def _run(faces: list[int]) -> str:
    """Faces of a die as people write them: `1-3`, `2, 5`."""
    faces = sorted(faces)
    if len(faces) > 1 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]}-{faces[-1]}"
    return ", ".join(map(str, faces))


def leads_to_die(words: Words, s: TigersState, action: int) -> Panel | None:
    """An answer whose die comes at once: the panel of that die, under the answer's own sentence."""
    t = s.copy()
    t.apply(action)
    if not t.frame.chance:
        return None
    panel = die_panel(words, t, words.action(action))
    found = s.preview(action)
    if "clause" in found and found.get("chance"):
        part = Part(words.clause(found["clause"]), _in_words(found["chance"]), found["clause"])
        return Panel(panel.title, state=panel.state, facts=(Fact(words.say("chance"), _in_words(found["chance"]), (part,)),),
                     chances=panel.chances)  # fmt: skip
    return panel


def _in_words(chance: str) -> str:
    """A chance in sixths where it can be: 5/6."""
    sixths = Fraction(chance) * 6
    return f"{sixths}/6" if sixths.denominator == 1 else chance


# --- air ----------------------------------------------------------------------------------------------------------------
def air_panel(words: Words, s: TigersState, action: int, found: Mapping[str, Any]) -> Panel | None:
    """A mission: what it may bring, and the risk. Interceptors are not reckoned with."""
    if not found:
        return None
    rules, say = s.rules, words.say
    name = VERBS.verb(action).name
    group = rules.air[action >> A_SHIFT & FIELD]
    lost = Fraction(found["lost"])
    title = words.action(action)
    facts: tuple[Fact, ...] = (Fact(say("aircraft"), group.aircraft, ()),)
    notes = (say("air.note"),) if name != "intercept" else ()
    if name == "bomb":
        targets = bombed_units(s, 1 - group.side, action >> B_SHIFT)
        rows = tuple(_bombed(words, found["units"]))
        ids = tuple(rules.forces.units[u].id for u in targets)
        if len(rows) == 1:
            one = shares(_one_bomb(words, found["units"][0], lost))
            return Panel(title, say("air.bomb.one"), "air", (), ids, facts, chances=one, notes=notes)
        back = shares(_safe(words, lost))
        return Panel(title, say("air.bomb", number=len(rows)), "air", (), ids, (*facts, *rows), chances=back, notes=notes)
    if name == "intercept":
        downed, stopped = Fraction(found["downed"]), Fraction(found["stopped"])
        told = [
            ("downed", say("air.downed"), downed, "defender", 4, ()),
            ("intercepted", say("air.intercepted"), stopped - downed, "defender", 2, ()),
            ("nothing", say("air.nothing"), 1 - stopped - lost, "none", 0, ()),
            ("lost", say("air.lost"), lost, "attacker", 4, ()),
        ]
    else:
        key = "supplied" if name == "resupply" else "destroyed"
        hit = Fraction(found[key])
        told = [
            (key, say(f"air.{name}"), hit, "none" if name == "resupply" else "defender", 0 if name == "resupply" else 3, ()),
            ("nothing", say("air.nothing"), 1 - hit - lost, "none", 0, ()),
            ("lost", say("air.lost"), lost, "attacker", 4, ()),
        ]
    return Panel(title, words.clause(found["clause"]), "air", facts=facts, chances=shares(told), notes=notes)


def _bombed(words: Words, units: list[dict[str, Any]]) -> Iterator[Fact]:
    """One row a unit: its chance of being Disrupted, and the column of the air table."""
    for row in units:
        part = Part(words.say(f"air.{row['column']}"), "", row["clause"])
        yield Fact(words.say("air.target", unit=words.units([row["unit"]])[0]), _in_words(row["disrupted"]), (part,))


def _one_bomb(
    words: Words, row: Mapping[str, Any], lost: Fraction
) -> Iterator[tuple[str, str, Fraction, str, int, tuple[Any, ...]]]:
    """The one die against a unit that is alone: it decides about the unit and about the group."""
    unit, hit = words.units([row["unit"]])[0], Fraction(row["disrupted"])
    yield "D", words.say("air.target", unit=unit), hit, "defender", 2, (words.say(f"air.{row['column']}"),)
    yield "-", words.say("air.missed", unit=unit), 1 - hit - lost, "none", 0, ()
    yield "AA", words.say("air.lost"), lost, "attacker", 4, ()


def _safe(words: Words, lost: Fraction) -> Iterator[tuple[str, str, Fraction, str, int, tuple[Any, ...]]]:
    yield "back", words.say("air.back"), 1 - lost, "none", 0, ()
    yield "lost", words.say("air.lost"), lost, "attacker", 4, ()
