"""Panels of battles: strengths with their rows, the ladder of odds, shifts, chances with effects, and what changes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.frames import Frame
from echelon.core.show.panels import Change, Fact, Ladder, Panel, Part
from echelon.core.verbs import A_SHIFT, FIELD, VERB
from echelon.mechanics.odds import ratio_column
from echelon.systems.tigers.frames import VERBS, Allocate, Battle, Orders
from echelon.systems.tigers.play.air import available
from echelon.systems.tigers.play.allocation import brought_by
from echelon.systems.tigers.play.duties import crosses_river, must_hexes, ready_hexes
from echelon.systems.tigers.play.odds import Contest, attack_strength, contest, shifted, total_defence
from echelon.systems.tigers.shown.effects import chances, elimination
from echelon.systems.tigers.shown.shifts import shifts
from echelon.systems.tigers.shown.words import Words
from echelon.systems.tigers.state import DISRUPTED, ENTRENCHED, GERMAN, OFF, TigersState

__all__ = ["battle_panel", "cancel_panel", "confirm_panel", "orders_panel", "standard_panel"]

ATTACK, WITH, CLAIM = (VERBS.code(v) for v in ("attack", "with", "claim"))


# --- one battle ---------------------------------------------------------------------------------------------------------
def battle_panel(words: Words, s: TigersState, f: Frame, action: int, found: Mapping[str, Any]) -> Panel:
    """A battle as it would be with this answer, or as it is."""
    rules = s.rules
    verb = action & VERB
    if verb == CLAIM:
        s = s.copy()
        s.claimed = int(not action >> A_SHIFT)
    hexes, attackers = words.hexes(found["hexes"]), words.units(found["units"])
    mask, units = sum(rules.board.bit[h] for h in hexes), sum(1 << u for u in attackers)
    if "automatic" in found:
        mask &= ~rules.board.bit[s.pos[rules.skorzeny]]
    side = rules.forces.side_of[attackers[0]] if attackers else f.side
    b = contest(s, mask, units, side)
    facts = tuple(_strengths(words, attackers, found))
    title = words.say("battle.title", hexes=hexes, side=side)
    ids = tuple(rules.forces.units[u].id for u in b.defenders)
    panel = Panel(
        title=title,
        attackers=tuple(found["units"]),
        defenders=(*ids, *found.get("automatic", ())),
        facts=facts,
        notes=tuple(_notes(words, s, b, found)),
        changes=tuple(_changes(words, s, f, b, found, verb)),
    )
    if not attackers:
        return replace(panel, state="open", subtitle=words.say("battle.open", number=found.get("available_attack", 0)))
    if found.get("empty"):
        return replace(panel, state="weak", subtitle=words.say("battle.empty"))
    if not found["allowed"]:
        return replace(panel, state="weak", subtitle=words.say("battle.weak", attack=found["attack"], defence=found["defence"]))
    told = chances(words, found)
    state = "fighting" if s.targets and s.attackers == units else "ready"
    if "column" not in found:
        return replace(panel, state=state, subtitle=words.say("battle.automatic"), chances=told)
    columns = rules.columns
    basic, final = columns.index(found["basic"]), columns.index(found["column"])
    key = "battle.odds" if basic == final else "battle.odds.shifted"
    odds = {"attack": found["attack"], "defence": found["defence"], "basic": found["basic"], "column": found["column"]}
    return replace(
        panel,
        state=state,
        subtitle=words.say(key, **odds),
        ladder=Ladder(columns, basic, final),
        shifts=shifts(words, s, b),
        chances=told,
    )


def _strengths(words: Words, attackers: tuple[int, ...], found: Mapping[str, Any]) -> Iterator[Fact]:
    """Attack by unit, defence by row."""
    factor = words.s.rules.factor
    parts = tuple(Part(words.say("unit", unit=u), str(factor[u]), "TIG-GEN-4") for u in attackers)
    yield Fact(words.say("attack"), str(found["attack"]), parts)
    rows = []
    for name, cited, amount in found["defence_rows"]:
        if name not in words.s.rules.forces:
            say = words.say("row.dump")
        elif cited == "TIG-GEN-4":
            say = words.say("unit", unit=words.units([name])[0])
        else:
            say = words.say("row.bonus", unit=words.units([name])[0], text=words.clause(cited))
        rows.append(Part(say, str(amount) if cited == "TIG-GEN-4" else f"+{amount}", cited))
    yield Fact(words.say("defence"), str(found["defence"]), tuple(rows))


# --- notes --------------------------------------------------------------------------------------------------------------
def _notes(words: Words, s: TigersState, b: Contest, found: Mapping[str, Any]) -> Iterator[str]:
    rules, say = s.rules, words.say
    if "automatic" in found:
        yield say("note.skorzeny", units=words.units(found["automatic"]))
    owed = _owed(s, b) if not s.targets else ()
    if owed:
        yield say("note.duty", hexes=owed)
    mask = sum(rules.board.bit[h] for h in b.hexes)
    wet = tuple(u for u in b.attackers if rules.mechanized >> u & 1 and crosses_river(s, u, mask))
    if wet and not s.targets:
        yield say("note.river", units=wet)
    dug_in = tuple(u for u in b.attackers if s.status[u] & ENTRENCHED)
    if dug_in:
        yield say("note.entrenched", units=dug_in)
    if b.side == GERMAN and not s.dump_known and not s.dump_gone:
        hidden = rules.dump_hexes & ~s.searched & mask
        if hidden:
            yield say("note.dump", hexes=tuple(sorted(rules.board.members(hidden))))
    lost = {row for told in found.get("outcomes", {}).values() for row in _no_way(told)}
    for key, off in (("note.cut_off", False), ("note.off_map", True)):
        units = sorted({unit for unit, fate in lost if (fate == "off_map") == off})
        if units:
            yield say(key, units=words.units(units))
    if "may_claim" in found:
        yield say("note.claim")


def _no_way(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The defenders that have not even one hex to retreat to, and what becomes of them."""
    for order, case in told.items():
        if order != "stand":
            yield from ((unit, fate) for unit, steps, fate in case["defender"]["cut_off"] if steps == 1)


def _owed(s: TigersState, b: Contest) -> tuple[int, ...]:
    """The hexes that the attackers' duty B brings into the phase and that no battle attacks yet (TIG-ATK-8)."""
    attacked = sum(s.rules.board.bit[h] for h in b.hexes)
    for hexes, _units, state in s.battles:
        if state != OFF:
            attacked |= hexes
    must = 0
    for u in b.attackers:
        must |= must_hexes(s, u)
    return tuple(sorted(s.rules.board.members(must & ready_hexes(s, 1 - b.side) & ~attacked)))


# --- what would change it -----------------------------------------------------------------------------------------------
def _column(s: TigersState, mask: int, units: int, side: int) -> int:
    """The column of these attackers, -1 if it is not allowed."""
    if not units:
        return -1
    b = contest(s, mask, units, side)
    strength = attack_strength(s, units)
    basic = ratio_column(strength, total_defence(s, b), s.rules.approaches.ratios) if strength and b.hexes else -1
    return -1 if basic < 0 else shifted(s, b, basic)


def _changes(words: Words, s: TigersState, f: Frame, b: Contest, found: Mapping[str, Any], verb: int) -> Iterator[Change]:
    """The column with one unit more, with one less, and with the defenders Disrupted from the air."""
    if not isinstance(f, Battle | Allocate):
        return
    rules = s.rules
    mask = sum(rules.board.bit[h] for h in b.hexes)
    if not mask:
        return
    now = _column(s, mask, b.units, b.side)

    def word(column: int) -> str:
        return rules.columns[column] if column >= 0 else words.say("odds.none")

    for u, line in _joiners(words, s, f, b, found, verb):
        after = _column(s, mask, b.units | brought_by(s, u), b.side)
        yield Change(line, words.say("change.with", unit=u), word(after), after > now)
    if len(b.attackers) > 1:
        for u in b.attackers:
            after = _column(s, mask, b.units & ~(1 << u), b.side)
            yield Change("", words.say("change.without", unit=u), word(after), after > now)
    if now >= 0 and available(s, b.side):
        t = s.copy()
        for u in b.defenders:
            t.status[u] |= DISRUPTED
        after = _column(t, mask, b.units, b.side)
        if after != now:
            yield Change("", words.say("change.air"), word(after), after > now)


def _joiners(
    words: Words, s: TigersState, f: Frame, b: Contest, found: Mapping[str, Any], verb: int
) -> Iterator[tuple[int, str]]:
    """Who could still join, with the line that lets him: legal now, or after the attack has been named."""
    rules = s.rules
    if isinstance(f, Battle):
        for action in f.kind.legal(s, f):
            u = action >> A_SHIFT & FIELD
            if action & VERB == WITH and not b.units >> u & 1:
                yield u, s.text(action)
    elif verb == ATTACK:
        label = found["hexes"][0]
        for name in found.get("available", ()):
            yield rules.forces.index(name), f"attack {label}; with {name}"


# --- No Retreat! --------------------------------------------------------------------------------------------------------
def orders_panel(words: Words, s: TigersState, f: Orders, action: int) -> Panel:
    """The question of orders with both answers side by side, whichever of them is looked at."""
    h = action >> A_SHIFT & FIELD
    both = {answer: s.preview(VERBS.make("orders", h, i)) for i, answer in enumerate(("stand", "yield"))}
    merged = dict(both["yield"])
    merged["outcomes"] = {
        result: _side_by_side(told, both["stand"]["outcomes"][result]) for result, told in merged.get("outcomes", {}).items()
    }
    panel = battle_panel(words, s, f, action, merged)
    facts = []
    for answer, found in both.items():
        dies, leaves = elimination(found)
        parts = (
            Part(words.say("orders.dies"), _sixths(dies), "TIG-NRT-1"),
            Part(words.say("orders.leaves"), _sixths(leaves), "TIG-RES-3"),
        )
        facts.append(Fact(words.say(f"orders.{answer}.label"), _sixths(dies), parts))
    return replace(
        panel,
        title=words.say("orders.title", hex=h),
        state="orders",
        facts=(*panel.facts, *facts),
        notes=(*panel.notes, words.say("orders.note")),
    )


def _side_by_side(yields: Mapping[str, Any], stands: Mapping[str, Any]) -> dict[str, Any]:
    """One result under both orders; once if they are the same. Orders still open for other hexes are taken as yielding."""
    first, other = next(iter(yields.values())), next(iter(stands.values()))
    return {"ordered": first} if first == other else {"yield": first, "stand": other}


def _sixths(chance: Fraction) -> str:
    return f"{chance * 6}/6" if (chance * 6).denominator == 1 else str(chance)


# --- the whole list -----------------------------------------------------------------------------------------------------
def standard_panel(words: Words, s: TigersState, f: Frame, found: Mapping[str, Any]) -> Panel:
    """The battles that the standard allocation would declare."""
    rows = [(sum(s.rules.board.bit[h] for h in words.hexes(row["hexes"])), row["units"]) for row in found["battles"]]
    facts = tuple(_battle_fact(words, s, f.side, mask, sum(1 << u for u in words.units(units))) for mask, units in rows)
    return Panel(words.say("standard.title"), words.say("standard.subtitle"), "list", facts=facts)


def confirm_panel(words: Words, s: TigersState, f: Frame) -> Panel | None:
    """The battles declared so far, with their odds."""
    rows = [row for row in s.battles if row[2] != OFF]
    facts = tuple(_battle_fact(words, s, f.side, hexes, units) for hexes, units, _state in rows)
    key = "confirm.subtitle" if rows else "confirm.none"
    return Panel(words.say("confirm.title"), words.say(key, number=len(rows)), "list", facts=facts)


def cancel_panel(words: Words, s: TigersState, f: Frame, found: Mapping[str, Any]) -> Panel | None:
    """The battles that would be called off together."""
    if "cancelled" not in found:
        return None
    rows = [(sum(s.rules.board.bit[h] for h in words.hexes(row["hexes"])), row["units"]) for row in found["cancelled"]]
    facts = tuple(_battle_fact(words, s, f.side, mask, sum(1 << u for u in words.units(units))) for mask, units in rows)
    notes = (words.say("cancel.required"),) if found["required"] else ()
    return Panel(words.say("cancel.title"), words.say("cancel.subtitle"), "list", facts=facts, notes=notes)


def _battle_fact(words: Words, s: TigersState, side: int, mask: int, units: int) -> Fact:
    column = _column(s, mask, units, side)
    hexes = tuple(sorted(s.rules.board.members(mask)))
    factor = s.rules.factor
    parts = tuple(Part(words.say("unit", unit=u), str(factor[u]), "TIG-GEN-4") for u in bits_of(units))
    value = s.rules.columns[column] if column >= 0 else words.say("odds.none")
    return Fact(words.say("list.battle", hexes=hexes), value, parts)
