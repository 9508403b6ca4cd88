"""What each result of a battle would do to the units in it (chapters 12 to 14), for the previews. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.play.duties import crosses_river
from echelon.systems.tigers.play.odds import Contest
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import (
    ATTACHED,
    DISRUPTED,
    ENTRENCHED,
    FOUGHT,
    GERMAN,
    OPEN,
    RESULTS,
    SKIPPED,
    TigersState,
)  # fmt: skip

__all__ = ["STEPS", "Orders", "converted", "outcomes"]

Orders = dict[int, int | None]  # by hex: 1 stand, 0 yield, None: both are still possible
STEPS = {"D1": 1, "D2": 2, "D3": 3, "DD": 3}  # hexes of retreat, at most
HITS = ("D", "D/AE", "D1", "D2", "D3", "DD", "DE")
WITHDRAWALS = ("D", "D1", "D2", "D/AE")  # TIG-RES-4
COSTLY = ("AE", "D/AE")
FARTHEST = 3  # hexes that a defender retreats in all (TIG-RES-4)
LONG = ("D2", "D3", "DD", "DE")  # TIG-ADV-2


class _Case(NamedTuple):
    """One result of a battle under one set of orders."""

    battle: Contest
    attack: int
    parts: Mapping[int, int]  # modified defence by hex
    rolled: str
    by_hex: Mapping[int, str]  # the result after conversion
    stand: frozenset[int]
    routes: _Routes
    lone: bool  # Skorzeny, alone in a hex of the battle, is removed without a die


@clause("TIG-NRT-1", "TIG-NRT-2", "TIG-NRT-3", "TIG-NRT-6")
def converted(rolled: str, stand: bool) -> str:
    """A result as it falls on a hex: No Retreat! turns D1 into D, and D2, D3, DD into DE."""
    if rolled == "D1" and stand:
        return "D"
    return "DE" if stand and rolled in ("D2", "D3", "DD") else rolled


def outcomes(
    s: TigersState,
    b: Contest,
    attack: int,
    parts: Mapping[int, int],
    results: Iterable[str],
    orders: Orders,
    lone: bool = False,
) -> dict[str, Any]:
    """By result: what happens if the defenders `yield`, and, where it differs, if they `stand`; `ordered` once it is known.

    `lone`: Skorzeny stands or stood alone in a further hex of the battle, which is empty whatever the die says.
    """
    routes = _Routes(s, b, parts)

    def told(rolled: str, stand: frozenset[int]) -> dict[str, Any]:
        if rolled == "D1" and not s.asked:
            rolled = "D"  # in everything (TIG-NRT-2)
        by_hex = {h: converted(rolled, h in stand) for h in b.hexes}
        return _told(s, _Case(b, attack, parts, rolled, by_hex, stand, routes, lone))

    undecided = [h for h, order in orders.items() if order is None and _can_stand(b, s, h)]
    given = frozenset(h for h, order in orders.items() if order)
    found: dict[str, Any] = {}
    for rolled in results:
        first = told(rolled, given)
        found[rolled] = {"yield" if undecided else "ordered": first}
        if undecided:
            other = told(rolled, given | set(undecided))
            if other != first:
                found[rolled]["stand"] = other
    return found


@clause("TIG-FUEL-3")
def _can_stand(b: Contest, s: TigersState, h: int) -> bool:
    """The dump alone cannot be given No Retreat! orders."""
    return any(s.pos[u] == h for u in b.defenders)


def _told(s: TigersState, c: _Case) -> dict[str, Any]:
    return {"defender": _defender(s, c), "attacker": _attacker(s, c), "advance": _advance(s, c)}


# --- the defender -------------------------------------------------------------------------------------------------------
@clause("TIG-RES-1", "TIG-RES-2", "TIG-RES-3", "TIG-RES-6", "TIG-RES-9", "TIG-RES-11", "TIG-DIS-2", "TIG-ENT-3", "TIG-ENT-5")
def _defender(s: TigersState, c: _Case) -> dict[str, Any]:
    names = s.rules.forces.units
    eliminated, disrupted, lost, recovered, cut_off = [], [], [], [], []
    steps = 0
    for u in c.battle.defenders:
        result = c.by_hex[s.pos[u]]
        if _dies(s, u, result):
            eliminated.append(names[u].id)
        elif result in HITS:
            disrupted.append(names[u].id)
            if s.status[u] & ENTRENCHED and (c.rolled in STEPS or s.status[u] & DISRUPTED):
                lost.append(names[u].id)
            steps = max(steps, STEPS.get(result, 0))
            cut_off += [[names[u].id, k, fate] for k, fate in c.routes.missing(u, result)]
        elif s.marks[u] & SKIPPED and not s.rules.blitz[s.step] and is_supplied(s, u):
            recovered.append(names[u].id)
    found = {
        "eliminated": eliminated, "disrupted": disrupted, "retreat": f"0-{steps}" if steps else "0", "cut_off": cut_off,
        "entrenchment_lost": lost, "recovered": recovered,
        "may_withdraw": any(_may_withdraw(s, c, u) for u in c.battle.defenders),
    }  # fmt: skip
    if any(_dump_alone(s, c, h) for h in c.battle.hexes):
        found["dump_falls"] = c.rolled in STEPS or c.rolled == "DE"
    return found


@clause("TIG-RES-1", "TIG-RES-2")
def _dies(s: TigersState, unit: int, result: str) -> bool:
    return result == "DE" or (result == "DD" and bool(s.status[unit] & DISRUPTED))


@clause("TIG-FUEL-9")
def _dump_alone(s: TigersState, c: _Case, h: int) -> bool:
    return not any(s.pos[u] == h for u in c.battle.defenders)


@clause("TIG-RES-4", "TIG-NRT-3", "TIG-SET-8", "TIG-RET-11")
def _may_withdraw(s: TigersState, c: _Case, unit: int) -> bool:
    """May a defender go farther of his own will? Not under orders to stand, no American on turn 1, and not without a way."""
    if c.rolled not in WITHDRAWALS or s.pos[unit] in c.stand or (s.turn == 1 and s.rules.us >> unit & 1):
        return False
    return c.routes.has(unit, 1, c.rolled)


class _Routes:
    """Retreat routes as they would be in this battle, on a copy of the state with the battle laid out."""

    def __init__(self, s: TigersState, b: Contest, parts: Mapping[int, int]) -> None:
        self.known: dict[tuple[int, int, str], bool] = {}
        self.s = s = s.copy()
        s.attackers, s.attack_from = b.units, b.origin
        s.defenders = sum(1 << u for u in b.defenders)
        s.targets = tuple((h, parts.get(h, 0), 0, -1, 0) for h in b.hexes)
        s.battles = tuple((row[0], row[1], FOUGHT if row[1] & b.units else row[2]) for row in s.battles)

    @clause("TIG-NRT-4", "TIG-NRT-5")
    def missing(self, unit: int, result: str) -> list[tuple[int, str]]:
        """The distances for which the unit has no route, and what then becomes of it."""
        fate = "stays" if result == "D1" else "eliminated"
        cut = [k for k in range(1, STEPS.get(result, 0) + 1) if not self.has(unit, k, result)]
        return [(k, "off_map" if self.off(unit, k, result) else fate) for k in cut]

    def off(self, unit: int, k: int, result: str) -> bool:
        """Would the unit be forced off the map on this result?"""
        from echelon.systems.tigers.play.retreat import forced_off

        self.s.rolled = RESULTS.index(result)
        return forced_off(self.s, unit, k, self.s.rolled)

    def has(self, unit: int, k: int, result: str) -> bool:
        """Has the unit a route of so many hexes on this result?"""
        from echelon.systems.tigers.play.retreat import routes_of

        key = unit, k, result
        if key not in self.known:
            s = self._after_losses() if result == "D/AE" else self.s
            s.rolled = RESULTS.index(result)
            self.known[key] = bool(routes_of(s, unit, k, s.rolled))
        return self.known[key]

    @clause("TIG-RES-5", "TIG-RES-7", "TIG-RES-10", "TIG-RET-1")
    def _after_losses(self) -> TigersState:
        """The state when the attackers have had their AE: none of them is UnDisrupted any more, so their zones bar nobody."""
        s = self.s.copy()
        for u in bits_of(s.attackers):
            s.status[u] |= DISRUPTED
        return s


# --- the attacker -------------------------------------------------------------------------------------------------------
@clause("TIG-RES-5", "TIG-RES-7", "TIG-RES-8")
def _attacker(s: TigersState, c: _Case) -> dict[str, Any]:
    """The factors he loses at least, whether that is everybody, and whether those who are left are Disrupted."""
    owed = sum(c.parts.values()) if c.rolled in COSTLY else 0
    factors = [s.rules.factor[u] for u in c.battle.attackers if s.rules.factor[u]]
    everybody = bool(owed) and c.attack - min(factors) < owed
    return {
        "eliminated": c.attack if everybody else _least(factors, owed),
        "all": everybody,
        "disrupted": c.rolled == "AD" or c.rolled in COSTLY,
    }


def _least(factors: list[int], owed: int) -> int:
    """The smallest sum of some of the factors that reaches what is owed."""
    sums = {0}
    for factor in factors:
        sums |= {one + factor for one in sums}
    return min(one for one in sums if one >= owed)


@clause("TIG-ADV-7", "TIG-ADV-14", "TIG-SKZ-3")
def _advance(s: TigersState, c: _Case) -> dict[str, Any]:
    """Can anybody advance, how far may each at most, and how many factors must enter if the defenders are driven out?"""
    opened = [] if c.rolled == "AD" or c.rolled in COSTLY else [h for h in c.by_hex if _opens(s, c, h)]
    lone = c.lone and c.rolled != "AD" and c.rolled not in COSTLY
    if not opened and not lone:
        return {"possible": False, "hexes": {}, "owed": 0}
    far = max([1, *(_far(s, c, h) for h in opened)])
    reach = {s.rules.forces.units[u].id: _hexes(s, c, u, far) for u in c.battle.attackers}
    owed = 0 if s.rules.occupation_optional else min(sum(c.parts[h] for h in opened if c.by_hex[h] != "D"), c.attack)
    return {"possible": True, "hexes": reach, "owed": owed}


@clause("TIG-ADV-4", "TIG-ADV-8", "TIG-ADV-15", "TIG-FUEL-9", "TIG-NRT-5")
def _opens(s: TigersState, c: _Case, h: int) -> bool:
    """Can the hex come to be vacated, or its defenders to be pinned?"""
    result = c.by_hex[h]
    defenders = [u for u in c.battle.defenders if s.pos[u] == h and s.rules.factor[u]]
    if result in LONG:
        return True
    if (
        result == "D1"
    ):  # who has no way, not even off the map, stays; but on turn 1 the German may pin him; the dump alone falls
        ways = (c.routes.has(u, 1, result) or c.routes.off(u, 1, result) for u in defenders)
        return (c.battle.side == GERMAN and s.turn == 1) or all(ways)
    return result == "D" and bool(defenders) and all(_may_withdraw(s, c, u) for u in defenders)


@clause("TIG-ADV-2", "TIG-ADV-3", "TIG-ADV-12")
def _far(s: TigersState, c: _Case, h: int) -> int:
    """How many hexes the result allows at most: three, or on D and D1 as many as the defenders could go back."""
    if c.by_hex[h] in LONG:
        return FARTHEST
    units = [u for u in c.battle.defenders if s.pos[u] == h and _may_withdraw(s, c, u)]
    return max([1, *(k for k in range(2, FARTHEST + 1) for u in units if c.routes.has(u, k, c.rolled))])


@clause("TIG-ADV-12", "TIG-KGP-7", "TIG-KGP-12")
def _hexes(s: TigersState, c: _Case, unit: int, far: int) -> int:
    """A unit's own limit: its type, and the OMF of Kampfgruppe Peiper for it and those attached to it."""
    rules, peiper = s.rules, s.rules.peiper
    if unit != peiper and not s.marks[unit] & ATTACHED:
        return min(far, rules.reach[unit])
    paid = s.targets or any(row[1] >> peiper & 1 and row[2] == OPEN for row in s.battles)
    price = 0 if paid or not crosses_river(s, peiper, sum(rules.board.bit[h] for h in c.battle.hexes)) else 2
    return min(far, rules.reach[peiper], (omf(s, peiper) - s.spent[peiper] - price) // 2 + 1)
