"""What each result of a battle would do, in sentences: from the data of `play.forecast`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from echelon.core.show.panels import Chance
from echelon.systems.tigers.prompts import result_word
from echelon.systems.tigers.shown.words import Words, shares

__all__ = ["ORDER", "chances", "effects", "elimination"]

# from the worst for the defender to the mildest: whom it hurts, and how badly
ORDER: Mapping[str, tuple[str, int]] = {
    "DE": ("defender", 4),
    "DD": ("defender", 4),
    "D3": ("defender", 3),
    "D2": ("defender", 3),
    "D1": ("defender", 2),
    "D": ("defender", 1),
    "-": ("none", 0),
    "AD": ("attacker", 2),
    "D/AE": ("attacker", 3),
    "AE": ("attacker", 4),
}


def chances(words: Words, found: Mapping[str, Any]) -> tuple[Chance, ...]:
    """The results of a battle with their exact chances and effects."""
    results: Mapping[str, str] = found.get("results", {})
    told: Mapping[str, Any] = found.get("outcomes", {})
    return shares(
        (
            result,
            words.say(f"result.{result_word(words.s, result)}" if "ordered" in told.get(result, ()) else f"result.{result}"),
            Fraction(results[result]),
            *ORDER[result],
            tuple(_of_result(words, told.get(result, {}))),
        )
        for result in ORDER
        if result in results
    )


def _of_result(words: Words, told: Mapping[str, Any]) -> Iterator[str]:
    """The effects of a result, once where orders do not matter, else for both."""
    if "stand" not in told:
        for case in told.values():
            yield from effects(words, case)
        return
    for order in ("yield", "stand"):
        yield words.say(f"orders.{order}", text=" ".join(effects(words, told[order])))


def effects(words: Words, case: Mapping[str, Any]) -> list[str]:
    """One case in sentences: the defenders, the attackers, the advance."""
    found = [*_defender(words, case["defender"]), *_attacker(words, case["attacker"]), *_advance(words, case["advance"])]
    return found or [words.say("effect.nothing")]


def _defender(words: Words, case: Mapping[str, Any]) -> Iterator[str]:
    say = words.say
    if case["eliminated"]:
        yield say("effect.eliminated", units=words.units(case["eliminated"]))
    if case["disrupted"]:
        most = int(case["retreat"].rpartition("-")[2])
        key = "effect.disrupted" if not most else "effect.retreat.one" if most == 1 else "effect.retreat"
        yield say(key, units=words.units(case["disrupted"]), steps=most)
    lost: dict[tuple[str, str], list[int]] = {}
    for unit, steps, fate in case["cut_off"]:
        lost.setdefault((unit, fate), []).append(steps)
    for (unit, fate), steps in lost.items():
        yield say(f"effect.cut_off.{fate}", unit=words.units([unit])[0], steps=min(steps))
    if case["entrenchment_lost"]:
        yield say("effect.entrenchment", units=words.units(case["entrenchment_lost"]))
    if case["recovered"]:
        yield say("effect.recovered", units=words.units(case["recovered"]))
    if case["may_withdraw"]:
        yield say("effect.withdraw")
    if "dump_falls" in case:
        yield say("effect.dump" if case["dump_falls"] else "effect.dump.stays")


def _attacker(words: Words, case: Mapping[str, Any]) -> Iterator[str]:
    if case["all"]:
        yield words.say("effect.attackers.all")
    elif case["eliminated"]:
        yield words.say("effect.attackers.some", number=case["eliminated"])
    elif case["disrupted"]:
        yield words.say("effect.attackers.disrupted")


def _advance(words: Words, case: Mapping[str, Any]) -> Iterator[str]:
    """Who may advance how far, those of one distance together."""
    if not case["possible"]:
        return
    by: dict[int, list[str]] = {}
    for unit, far in case["hexes"].items():
        by.setdefault(far, []).append(unit)
    for far in sorted(by, reverse=True):
        if far > 0:
            yield words.say("effect.advance.one" if far == 1 else "effect.advance", units=words.units(by[far]), steps=far)
    if case["owed"]:
        yield words.say("effect.owed", number=case["owed"])


def elimination(found: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    """The chances that a defender dies for certain, and that one dies or may be driven out, under one set of orders."""
    dies = leaves = Fraction(0)
    for result, chance in found.get("results", {}).items():
        case = next(iter(found["outcomes"][result].values()))["defender"]
        if case["eliminated"]:
            dies += Fraction(chance)
        if case["eliminated"] or case["retreat"] != "0":
            leaves += Fraction(chance)
    return dies, leaves
