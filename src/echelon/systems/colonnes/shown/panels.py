"""What an answer means, in words: a combat with odds, shifts, chances and columns that could be spent; a step's cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.show.panels import Chance, Change, Fact, Ladder, Panel, Part, Shift
from echelon.core.text.texts import halves
from echelon.core.verbs import A_SHIFT, FIELD
from echelon.systems.colonnes.facts.units import attack_rows, defence_rows, friends_at, phasing, side_of
from echelon.systems.colonnes.frames import Attackers, AttackSupport, DefenceSupport, Target
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["panel"]

_COMBAT = frozenset(("attack", "with", "fight", "spend", "support", "done", "die"))
# whom a result hurts, and how badly
_TONES = {
    "A2": ("attacker", 2), "A1": ("attacker", 1), "NE": ("none", 0), "EX": ("none", 1), "D1": ("defender", 1),
    "D2": ("defender", 2), "D1*": ("defender", 2), "D2*": ("defender", 3), "DE": ("defender", 4),
}  # fmt: skip
Say = Any


def panel(s: ColonnesState, action: int, language: str = "en") -> Panel | None:
    """What an answer means, or None if there is nothing to say beyond its sentence."""
    f = s.frame_of(action)
    if f is None:
        return None
    say = s.rules.texts.teller(s.rules, "panel", language)
    name = s.rules.verbs.verb(action).name
    found = s.preview(action)
    if name in _COMBAT and "attack" in found:
        return _combat(s, action, name, found, say)
    if name in ("move", "ferry", "exit") and "rows" in found:
        return _step(s, action, found, language, say)
    return None


# --- movement -----------------------------------------------------------------------------------------------------------
def _step(s: ColonnesState, action: int, found: Mapping[str, Any], language: str, say: Say) -> Panel:
    """What a step costs, row by row, and what is left."""
    parts = tuple(Part(say(f"row.{clause}"), _points(amount), clause) for clause, amount in found["rows"].items())
    cost, left = (_points(found[key]) for key in ("cost", "left"))
    facts = (Fact(say("cost"), cost, parts), Fact(say("left"), left))
    return Panel(s.describe(action, language), state="step", facts=facts)


def _points(points: float) -> str:
    """Points as people write them: 1½."""
    return halves(int(2 * points))


# --- combat -------------------------------------------------------------------------------------------------------------
def _combat(s: ColonnesState, action: int, name: str, found: Mapping[str, Any], say: Say) -> Panel:
    """A combat as it would be with this answer, or as it is."""
    rules = s.rules
    target = action >> A_SHIFT & FIELD if name == "attack" else s.target
    attackers = s.attackers | (1 << (action >> A_SHIFT & FIELD) if name == "with" else 0)
    spent = s.spent | (1 << (action >> A_SHIFT & FIELD) if name == "spend" else 0)
    backing = s.backing | (1 << (action >> A_SHIFT & FIELD) if name == "support" else 0)
    side = phasing(s)
    defenders = friends_at(s, 1 - side, target)
    title = say("battle.title", hex=target, side=side)
    facts = (*_strengths(s, attackers, defenders, found, say), *_columns(s, spent, say))
    ids = tuple(rules.forces.units[u].id for u in bits_of(attackers)), tuple(rules.forces.units[u].id for u in defenders)
    if not attackers:
        return Panel(title, say("battle.open"), "open", *ids, facts)
    if all(rules.columns >> u & 1 for u in defenders):
        return Panel(title, say("battle.columns"), "ready", *ids, facts)
    if not found.get("column"):
        weak = say("battle.weak", attack=found["attack"], defence=found["defence"])
        return Panel(title, weak, "weak", *ids, facts, changes=tuple(_changes(s, action, name, found, say)))
    basic, final = (rules.column_names.index(found[key]) for key in ("basic", "column"))
    odds = {key: found[key] for key in ("attack", "defence", "basic", "column")}
    return Panel(
        title,
        say("battle.odds" if basic == final else "battle.odds.shifted", **odds),
        "fighting" if not isinstance(s.frame, Target | Attackers) else "ready",
        *ids,
        facts,
        Ladder(rules.column_names, basic, final),
        tuple(_shifts(s, spent, backing, found, say)),
        tuple(_chances(found["results"], say)),
        changes=tuple(_changes(s, action, name, found, say)),
    )


def _strengths(s: ColonnesState, attackers: int, defenders: list[int], found: Mapping[str, Any], say: Say) -> Iterator[Fact]:
    """Attack and defence, unit by unit, and what lack of supply takes away."""
    yield Fact(say("attack"), str(found["attack"]), tuple(_parts(bits_of(attackers), lambda u: attack_rows(s, u), say)))
    fighting = [u for u in defenders if not s.rules.columns >> u & 1]
    yield Fact(say("defence"), str(found["defence"]), tuple(_parts(fighting, lambda u: defence_rows(s, u), say)))


def _parts(units: list[int], rows: Any, say: Say) -> Iterator[Part]:
    for u in units:
        for n, row in enumerate(rows(u)):
            text = say("unit", unit=u) if not n else say("row.unit", unit=u, text=say(f"row.{row.clause}"))
            yield Part(text, str(row.amount).replace("-", "−"), row.clause)


def _columns(s: ColonnesState, spent: int, say: Say) -> Iterator[Fact]:
    """The logistic columns each side puts in, and those it still could."""
    offered = s.legal().main if isinstance(s.frame, AttackSupport | DefenceSupport) else []
    still = sorted(a >> A_SHIFT & FIELD for a in offered if s.rules.verbs.verb(a).name == "spend")
    for side, key, clause in ((phasing(s), "columns.attack", "COL-CL-5"), (1 - phasing(s), "columns.defence", "COL-CL-6")):
        put = [u for u in bits_of(spent) if side_of(s, u) == side]
        more = [u for u in still if side_of(s, u) == side and not spent >> u & 1]
        if put or more:
            parts = [Part(say("unit", unit=u), "1", clause) for u in put]
            parts += [Part(say("columns.more", unit=u), "", clause) for u in more]
            yield Fact(say(key), str(len(put)), tuple(parts))


def _shifts(s: ColonnesState, spent: int, backing: int, found: Mapping[str, Any], say: Say) -> Iterator[Shift]:
    side = phasing(s)
    units = {
        "COL-CL-5": tuple(u for u in bits_of(spent) if side_of(s, u) == side),
        "COL-CL-6": tuple(u for u in bits_of(spent) if side_of(s, u) != side),
        "COL-QG-1": tuple(bits_of(backing)),
    }
    for clause, amount in found["shifts"].items():
        yield Shift(amount, say(f"shift.{clause}", units=units.get(clause, ())), clause)
    whole = sum(found["shifts"].values())
    if whole != found["net"]:
        yield Shift(found["net"] - whole, say("shift.limit", number=s.rules.shift_limit), "COL-CL-15")


def _chances(results: Mapping[str, str], say: Say) -> Iterator[Chance]:
    for result, share in results.items():
        chance = Fraction(share)
        tone, weight = _TONES[result]
        yield Chance(result, say(f"result.{result}"), int(chance * 6), 6, tone, weight)


def _changes(s: ColonnesState, action: int, name: str, found: Mapping[str, Any], say: Say) -> Iterator[Change]:
    """The column with one unit, one logistic column or one headquarters' support more, after this answer."""
    asked = type(s.frame)
    if asked not in (Attackers, AttackSupport, DefenceSupport):
        return
    if name in ("with", "spend", "support"):
        s = s.copy()
        s.apply(action)
        if type(s.frame) is not asked:
            return
    names = s.rules.column_names
    now = names.index(found["column"]) if found.get("column") else -1
    for more in s.legal().main:
        if s.rules.verbs.verb(more).name in ("with", "spend", "support"):
            column = s.preview(more).get("column")
            after = names.index(column) if column else -1
            better = after < now if asked is DefenceSupport else after > now
            say_it = say("change.with", unit=more >> A_SHIFT & FIELD)
            yield Change(s.text(more), say_it, column or say("odds.none"), better)
