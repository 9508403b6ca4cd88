"""Panels of single steps: movement with its costs, entry, retreat, advance, losses, and how far defenders are driven."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from echelon.core.rulings import Note
from echelon.core.show.panels import Chance, Fact, Panel, Part
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD
from echelon.systems.tigers.facts.ground import BONUS, entry_rows, step_rows, total
from echelon.systems.tigers.facts.units import omf, omf_rows, strong_at
from echelon.systems.tigers.frames import ROAD_RATE, Advance, Losses, Peiper, Route, Step
from echelon.systems.tigers.play import march
from echelon.systems.tigers.play.advance import pins
from echelon.systems.tigers.play.movement import preview_step
from echelon.systems.tigers.play.retreat import forced_off
from echelon.systems.tigers.play.stacking import counts, is_full, limits
from echelon.systems.tigers.play.steps import owed_by
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.play.zones import division_zone, zone_from
from echelon.systems.tigers.shown.dice import leads_to_die
from echelon.systems.tigers.shown.words import Words, shares
from echelon.systems.tigers.state import DISRUPTED, FATES, GERMAN, TigersState

__all__ = ["advance_panel", "distance_panel", "enter_panel", "losses_panel", "retreat_panel", "step_panel", "take_panel"]

FULL = 2  # half points that a full hex costs more (TIG-MOV-12)


def _id(s: TigersState, unit: int) -> str:
    return s.rules.forces.units[unit].id


# --- movement -----------------------------------------------------------------------------------------------------------
def take_panel(words: Words, s: TigersState, unit: int) -> Panel:
    """A unit before it moves: its movement factors and where they come from."""
    points = omf(s, unit)
    parts = tuple(Part(words.clause(row.clause), _signed(words, row.amount), row.clause) for row in omf_rows(s, unit))
    facts = [Fact(words.say("omf"), words.points(points), parts)]
    if s.spent[unit]:
        facts.append(Fact(words.say("spent"), words.points(s.spent[unit])))
    if not isinstance(s.frame, Peiper):  # who goes on after a battle has none (TIG-KGP-5)
        facts.append(Fact(words.say("bonus"), words.points(BONUS), (Part(words.clause("TIG-MOV-3"), "", "TIG-MOV-3"),)))
    return Panel(words.say("unit", unit=unit), state="move", attackers=(_id(s, unit),), facts=tuple(facts))


def _signed(words: Words, halves: int) -> str:
    return words.points(halves) if halves >= 0 else "−" + words.points(-halves)


def step_panel(words: Words, s: TigersState, f: Any, action: int, verb: str) -> Panel | None:
    """A step or the way off the map: what it costs and why, what is left, and what comes of it."""
    if not preview_step(s, f, action):
        return None
    unit, rules = action >> A_SHIFT & FIELD, s.rules
    found = s.preview(action)
    if verb == "exit":
        rate = action >> B_SHIFT
        rows: list[Note] = [Note("TIG-VIC-7", 1 if rate == ROAD_RATE else 2)]
        notes: list[str] = [words.say("exit.note")]
    else:
        b, rate = action >> B_SHIFT & FIELD, action >> C_SHIFT
        rows = list(step_rows(s, unit, s.pos[unit], b, rate))
        if is_full(s, f.side, b):
            rows.append(Note("TIG-MOV-12", FULL))
        notes = list(_on_arrival(words, s, f.side, unit, b, rate))
    cost = sum(row.amount for row in rows)
    parts = tuple(Part(words.clause(row.clause), words.points(row.amount), row.clause) for row in rows)
    spent = s.spent[unit]
    if spent:
        parts = (Part(words.say("spent.before"), words.points(spent)), *parts)
    bonus = march.bonus_of(s, unit, f.path) if isinstance(f, Step) else 0
    facts = [Fact(words.say("cost"), words.points(spent + cost), parts)]
    if verb == "exit" or not rules.board.bit[action >> B_SHIFT & FIELD] & division_zone(s, 1 - f.side):
        facts.append(_left(words, omf(s, unit) - spent - cost, bonus))  # a zone ends the move, whatever is left
    chances: tuple[Chance, ...] = ()
    if "holds" in found:
        holds = Fraction(found["holds"])
        chances = shares([
            ("holds", words.say("bridge.holds"), holds, "none", 0, ()),
            ("blown", words.say("bridge.blown"), 1 - holds, "attacker", 2, ()),
        ])  # fmt: skip
    elif (die := leads_to_die(words, s, action)) is not None:
        chances = die.chances  # Tigers that may break down where a zone stops them
    return Panel(words.action(action), state="move", attackers=(_id(s, unit),), facts=tuple(facts), chances=chances,
                 notes=tuple(notes))  # fmt: skip


def _left(words: Words, own: int, bonus: int) -> Fact:
    """What is left of a unit's own factor and of the bonus, in half points; its own is spent first (TIG-MOV-5)."""
    if own < 0:
        parts = [Part(words.say("left.bonus"), words.points(bonus + own), "TIG-MOV-5")]
    else:
        parts = [Part(words.say("left.own"), words.points(own), "TIG-MOV-5")]
        if bonus:
            parts.append(Part(words.say("left.open"), words.points(bonus), "TIG-MOV-3"))
    return Fact(words.say("left"), words.points(own + bonus), tuple(parts))


def _on_arrival(words: Words, s: TigersState, side: int, unit: int, b: int, rate: int) -> Iterator[str]:
    """What happens in the hex: zones that stop, attacks that are owed, road mode, too many units, control."""
    rules = s.rules
    bit = rules.board.bit[b]
    if bit & division_zone(s, 1 - side):
        yield words.say("zone.stops", units=_zone_owners(s, 1 - side, bit))
    owed = owed_by(s, side, b) if rules.factor[unit] else 0
    if owed:
        yield words.say("owes", hexes=tuple(sorted(rules.board.members(owed))))
    if rate == ROAD_RATE:
        yield words.say("road.note")
    if counts(s, side, b)[0] + rules.thirds[unit] > limits(rules, b)[0]:
        yield words.say("stacking.note")


def _zone_owners(s: TigersState, enemy: int, bit: int) -> tuple[int, ...]:
    rules = s.rules
    units = [u for u in range(*rules.forces.ranges[enemy]) if rules.division >> u & 1 and s.pos[u] < rules.gone]
    return tuple(u for u in units if zone_from(s, s.pos[u], rules.pure >> u & 1) & bit)


def enter_panel(words: Words, s: TigersState, action: int) -> Panel | None:
    """A reinforcement that enters: the price, and what is left to move on."""
    unit, h, rate = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD, action >> C_SHIFT
    rows = entry_rows(s, unit, h, rate)
    side = s.rules.forces.side_of[unit]
    if is_full(s, side, h):
        rows = (*rows, Note("TIG-MOV-12", FULL))
    cost = total(rows)
    if cost is None:
        return None
    parts = tuple(Part(words.clause(row.clause), words.points(row.amount), row.clause) for row in rows)
    facts = (
        Fact(words.say("cost"), words.points(cost), parts),
        Fact(words.say("left"), words.points(max(0, omf(s, unit) + BONUS - cost)), ()),
    )
    notes = tuple(_on_arrival(words, s, side, unit, h, rate))
    return Panel(words.action(action), state="move", attackers=(_id(s, unit),), facts=facts, notes=notes)


# --- after the die ------------------------------------------------------------------------------------------------------
def distance_panel(words: Words, s: TigersState, action: int) -> Panel:
    """How far the defenders are driven: who has to go, and what distance 0 means."""
    h, steps = action >> A_SHIFT & FIELD, action >> B_SHIFT
    units = tuple(u for u in range(len(s.pos)) if s.pos[u] == h and s.defenders >> u & 1)
    key = "distance.none" if not steps else "distance.one" if steps == 1 else "distance"
    notes = [words.say(key, units=units, steps=steps)]
    if not steps and pins(s, s.frame.side):
        notes.append(words.say("distance.pin"))
    off = tuple(u for u in units if forced_off(s, u, steps, s.rolled))
    if off:
        notes.append(words.say("distance.off_map", units=off))
    return Panel(words.action(action), state="retreat", defenders=tuple(_id(s, u) for u in units), notes=tuple(notes))


def retreat_panel(words: Words, s: TigersState, f: Any, action: int) -> Panel:
    """A step of a retreat: the ground, friends on the way, and supply where it ends."""
    unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
    rules = s.rules
    side = rules.forces.side_of[unit]
    bit = rules.board.bit[h]
    here = f.path[-1] if isinstance(f, Route) and f.unit == unit and f.path else s.pos[unit]
    if rules.board.side(here, h) & rules.road & ~(rules.river & ~s.bridges):
        ground = words.say("ground.road")
    else:
        ground = words.say("ground.venn" if bit & rules.venn else "ground.forest" if bit & rules.forest else "ground.clear")
    supplied = bool(supplied_hexes(s, side) & bit)
    facts = (
        Fact(words.say("ground"), ground, (Part(words.say("ground.why"), "", "TIG-RET-8"),)),
        Fact(words.say("supply"), words.say("supply.yes" if supplied else "supply.no"), ()),
    )
    notes = []
    friends = tuple(u for u in strong_at(s, side, h) if not s.status[u] & DISRUPTED and u != unit)
    if friends:
        notes.append(words.say("retreat.friends", units=friends))
    return Panel(words.action(action), state="retreat", defenders=(_id(s, unit),), facts=facts, notes=tuple(notes))


def advance_panel(words: Words, s: TigersState, f: Advance, action: int) -> Panel:
    """An advance: the hex it leads into, the strength still owed to won hexes, and that it Disrupts."""
    unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
    rules = s.rules
    bit = rules.board.bit[h]
    notes = [words.say("advance.disrupts" if unit != rules.peiper else "advance.peiper")]
    if bit & division_zone(s, 1 - rules.forces.side_of[unit]):
        notes.append(words.say("advance.zone", units=_zone_owners(s, 1 - rules.forces.side_of[unit], bit)))
    if side_changes(s, unit, h):
        notes.append(words.say("advance.takes", hex=h))
    facts = tuple(_still_owed(words, s))
    return Panel(words.action(action), state="advance", attackers=(_id(s, unit),), facts=facts, notes=tuple(notes))


def _still_owed(words: Words, s: TigersState) -> Iterator[Fact]:
    """The factors that must still enter each hex emptied by force (TIG-ADV-7)."""
    if s.rules.occupation_optional:
        return
    for h, defence, _stand, _distance, fate in s.targets:
        left = defence - sum(s.rules.factor[u] for u, there in s.occupiers if there == h)
        if FATES[fate] == "forced" and left > 0:
            part = Part(words.clause("TIG-ADV-7"), "", "TIG-ADV-7")
            yield Fact(words.say("owed", hex=h), str(left), (part,))


def side_changes(s: TigersState, unit: int, h: int) -> bool:
    """Would the unit take the hex from the enemy by entering it? (TIG-GEN-8)"""
    german = s.rules.forces.side_of[unit] == GERMAN
    return bool(s.rules.factor[unit]) and bool(s.german & s.rules.board.bit[h]) != german


def losses_panel(words: Words, s: TigersState, f: Losses, action: int) -> Panel:
    """A unit to be lost: its factor against what is still owed."""
    unit = action >> A_SHIFT
    factor = s.rules.factor[unit]
    facts = (
        Fact(words.say("losses.owed"), str(f.owed), (Part(words.clause("TIG-RES-8"), "", "TIG-RES-8"),)),
        Fact(words.say("losses.worth"), str(factor), ()),
        Fact(words.say("losses.left"), str(max(0, f.owed - factor)), ()),
    )
    return Panel(words.action(action), state="losses", attackers=(_id(s, unit),), facts=facts)
