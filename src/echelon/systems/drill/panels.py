"""What an answer means, in words: odds with their rows, chances and effects, and what a step costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.show.panels import Chance, Change, Fact, Ladder, Panel, Part, Shift
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.drill.facts import ARMOUR, COLUMNS, INFANTRY, step_cost, units_at
from echelon.systems.drill.frames import VERBS, Die, Join, Retreat, Step
from echelon.systems.drill.play.combat import legal_join
from echelon.systems.drill.play.movement import allowance
from echelon.systems.drill.play.odds import SHIFTS, attack_strength, column, odds
from echelon.systems.drill.play.places import enemy_zone
from echelon.systems.drill.play.retreat import legal_retreat
from echelon.systems.drill.state import SHAKEN, DrillState

__all__ = ["ORDER", "panel"]

WITH = VERBS.code("with")
# from the worst for the defender to the mildest: whom it hurts, and how badly
ORDER = {
    "DE": ("defender", 4),
    "EX": ("defender", 3),
    "DR": ("defender", 2),
    "-": ("none", 0),
    "AR": ("attacker", 2),
    "AE": ("attacker", 4),
}


class _Words:
    """The texts of `[panel]` in one language."""

    def __init__(self, s: DrillState, language: str) -> None:
        self.language = language
        self.say = s.rules.texts.teller(s.rules, "panel", language)


def panel(s: DrillState, action: int, language: str = "en") -> Panel | None:
    """What an answer means, or None if there is nothing to say beyond its sentence."""
    f: Any = s.frame_of(action)
    if f is None:
        return None
    words = _Words(s, language)
    name = s.rules.verbs.verb(action).name
    unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
    if name in ("with", "fight", "die") and isinstance(f, Join | Die):
        return _attack(words, s, f, f.hex, f.attackers | (1 << unit if name == "with" else 0))
    if name == "attack":
        return _attack(words, s, Join((f.side, unit, 0)), unit, 0, f"attack {s.rules.board.labels[unit]}; ")
    if name == "move":
        return _step(words, s, f, action)
    if name in ("take", "stop"):
        return Panel(words.say("unit", unit=unit), state="move", attackers=(_id(s, unit),), facts=(_points(words, s, unit),))
    if name == "retreat":
        note = words.say("retreat.note")
        notes = (note, *_ground(words, s, h))
        return Panel(s.describe(action, language), state="retreat", defenders=(_id(s, unit),), notes=notes)
    if name == "advance":
        note = words.say("advance.note")
        return Panel(s.describe(action, language), state="advance", attackers=(_id(s, unit),), notes=(note,))
    if name == "lose":
        return Panel(s.describe(action, language), state="losses", attackers=(_id(s, unit),), notes=(words.say("loss.note"),))
    return None


def _id(s: DrillState, unit: int) -> str:
    return s.rules.forces.units[unit].id


# --- an attack ----------------------------------------------------------------------------------------------------------
def _attack(words: _Words, s: DrillState, f: Any, h: int, mask: int, before: str = "") -> Panel:
    """The attack of these units on a hex: strengths, odds, shifts, chances with effects, and what one more would change."""
    rules = s.rules
    say = words.say
    attackers, defenders = bits_of(mask), units_at(s, h)
    parts = tuple(
        Part(say("unit", unit=u), str(attack_strength(s, u)), "DRL-CBT-4" if s.supplied >> u & 1 else "DRL-SUP-3")
        for u in attackers
    )
    facts = (
        Fact(say("attack"), str(sum(attack_strength(s, u) for u in attackers)), parts),
        Fact(
            say("defence"),
            str(sum(rules.strength[u] for u in defenders)),
            tuple(Part(say("unit", unit=u), str(rules.strength[u]), "DRL-CBT-1") for u in defenders),
        ),
    )
    ids = tuple(_id(s, u) for u in attackers), tuple(_id(s, u) for u in defenders)
    changes = tuple(_changes(words, s, f, h, mask, before)) if isinstance(f, Join) else ()
    title = say("attack.title", hex=h)
    if not attackers:
        return Panel(title, say("attack.open"), "open", *ids, facts, changes=changes)
    found = odds(s, h, attackers)
    key = "attack.odds" if found.basic == found.column else "attack.odds.shifted"
    subtitle = say(key, attack=found.attack, defence=found.defence, basic=found.basic, column=found.column)
    results = dict(found.results)
    told = tuple(
        Chance(
            result,
            say(f"result.{result}"),
            int(results[result] * 6),
            6,
            *ORDER[result],
            tuple(_effects(words, s, h, mask, result)),
        )
        for result in ORDER
        if result in results
    )
    ladder = Ladder(COLUMNS, COLUMNS.index(found.basic), COLUMNS.index(found.column))
    notes = tuple(_notes(words, s, h))
    state = "fighting" if isinstance(f, Die) else "ready"
    return Panel(title, subtitle, state, *ids, facts, ladder, tuple(_shifts(words, s, h, attackers)), told, notes, changes)


def _shifts(words: _Words, s: DrillState, h: int, attackers: list[int]) -> Iterator[Shift]:
    """Those that count, and those that nearly do."""
    rules = s.rules
    bit = rules.board.bit[h]
    arms = {rules.arm[u] for u in attackers}
    across = [u for u in attackers if rules.board.side(s.pos[u], h) & rules.river]
    shaken = [u for u in units_at(s, h) if s.status[u] & SHAKEN]
    nearly = {
        "DRL-SHF-2": bool(across),
        "DRL-SHF-3": arms == {INFANTRY, ARMOUR} and bool(bit & rules.wood),
        "DRL-SHF-4": bool(shaken),
    }
    for cited, amount, applies in SHIFTS:
        if applies(s, h, attackers):
            yield Shift(amount, words.say(f"shift.{cited}"), cited)
        elif nearly.get(cited):
            yield Shift(0, words.say(f"nearly.{cited}"), cited, applies=False)


def _effects(words: _Words, s: DrillState, h: int, mask: int, result: str) -> Iterator[str]:
    """What a result does, in sentences."""
    say = words.say
    attackers, defenders = bits_of(mask), units_at(s, h)
    side = s.rules.forces.side_of[attackers[0]]
    if result in ("DE", "EX"):
        yield say("effect.eliminated", units=defenders)
    if result == "EX":
        yield say("effect.exchange", units=attackers)
    if result == "AE":
        yield say("effect.eliminated", units=attackers)
    if result in ("DR", "AR"):
        units = defenders if result == "DR" else attackers
        yield say("effect.retreat", units=units)
        lost = _without_way(s, 1 - side if result == "DR" else side, h, units)
        if lost:
            yield say("effect.cut_off", units=lost)
    if result in ("DE", "EX", "DR"):
        yield say("effect.advance")
    if result == "-":
        yield say("effect.nothing")


def _without_way(s: DrillState, side: int, h: int, units: list[int]) -> list[int]:
    """The units that have no hex to retreat to as things stand (DRL-RET-2)."""
    mask = sum(1 << u for u in units)
    going = {a >> A_SHIFT & FIELD for a in legal_retreat(s, Retreat((side, h, mask, 0)))}
    return [u for u in units if u not in going]


def _notes(words: _Words, s: DrillState, h: int) -> Iterator[str]:
    defenders = units_at(s, h)
    lost = _without_way(s, s.rules.forces.side_of[defenders[0]], h, defenders) if defenders else []
    if lost:
        yield words.say("effect.cut_off", units=lost)


def _changes(words: _Words, s: DrillState, f: Any, h: int, mask: int, before: str) -> Iterator[Change]:
    """The column with one unit more, and with one less."""
    now = column(s, h, bits_of(mask)) if mask else -1
    for action in legal_join(s, f):
        u = action >> A_SHIFT
        if action & VERB == WITH and not mask >> u & 1:
            after = column(s, h, bits_of(mask | 1 << u))
            yield Change(before + s.text(action), words.say("change.with", unit=u), COLUMNS[after], after > now)
    if mask & mask - 1:
        for u in bits_of(mask):
            after = column(s, h, bits_of(mask & ~(1 << u)))
            yield Change("", words.say("change.without", unit=u), COLUMNS[after], after > now)


# --- movement -----------------------------------------------------------------------------------------------------------
def _points(words: _Words, s: DrillState, unit: int) -> Fact:
    f = s.frame
    points = f.left if isinstance(f, Step) and f.unit == unit else allowance(s, unit)
    part = Part(words.say("points.why"), "", "DRL-MOV-1" if s.supplied >> unit & 1 else "DRL-SUP-3")
    return Fact(words.say("points"), words.say("mp", mf=points), (part,))


def _step(words: _Words, s: DrillState, f: Step, action: int) -> Panel | None:
    """A step: what it costs and why, what is left, and whether a zone ends the move."""
    unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
    here = s.pos[unit]
    if all(other != h for other, _bit, _side in s.rules.board.near[here]):
        return None
    rows = step_cost(s.rules, s.rules.arm[unit], here, h)
    if any(row.amount is None for row in rows):
        return None
    cost = sum(row.amount for row in rows)
    parts = tuple(Part(words.say(f"row.{row.clause}"), words.say("mp", mf=row.amount), row.clause) for row in rows)
    facts = (
        Fact(words.say("cost"), words.say("mp", mf=cost), parts),
        Fact(words.say("left"), words.say("mp", mf=max(0, f.left - cost)), ()),
    )
    notes = tuple(_ground(words, s, h))
    if s.rules.board.bit[h] & enemy_zone(s, f.side):
        notes = (words.say("zone.stops"), *notes)
    return Panel(s.describe(action, words.language), state="move", attackers=(_id(s, unit),), facts=facts, notes=notes)


def _ground(words: _Words, s: DrillState, h: int) -> Iterator[str]:
    """A minefield may be in the hex, as far as Blue knows; towns count for victory."""
    bit = s.rules.board.bit[h]
    if bit & s.rules.mines & ~s.trodden:
        yield words.say("mine.note")
    if bit & s.rules.town:
        yield words.say("town.note")
