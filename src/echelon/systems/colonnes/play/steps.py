"""The steps a unit under way may make (chapter 6), and whether a way leads on through a full hex."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT
from echelon.systems.colonnes.facts.ground import LEAVING, exit_rows, total
from echelon.systems.colonnes.frames import VERBS, Step
from echelon.systems.colonnes.play.prepared import PlayRules
from echelon.systems.colonnes.play.stacking import has_room, no_room
from echelon.systems.colonnes.play.supply import supplied_without
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import GERMAN, ColonnesState

__all__ = ["barred_to", "bound_by", "exit_cost", "legal_step"]

FERRY, EXIT, STOP = (VERBS.code(v) for v in ("ferry", "exit", "stop"))
FERRY_POINTS = 2  # stacking points a ferry carries in a player phase (COL-MOV-2)


@clause("COL-ZOC-3", "COL-ZOC-4", "COL-GEN-4")
def barred_to(s: ColonnesState, unit: int) -> int:
    """The hexes a unit may not enter because of who is there: enemy units; for all but combat units, any enemy counter."""
    rules = s.rules
    enemy = 1 - rules.forces.side_of[unit]
    return s.holders[enemy] if rules.fights[unit] else s.counters[enemy]


@clause("COL-MOV-5", "COL-MOV-7", "COL-CL-21")
def bound_by(s: ColonnesState, unit: int) -> int:
    """The hexes where the unit would be supplied, if it is bound to stay in them whenever it is in one; -1 if it is free."""
    rules = s.rules
    if not rules.cl_bound and rules.columns >> unit & 1:
        return -1
    return supplied_without(s, unit)


@clause("COL-MOV-4", "COL-MOV-9", "COL-ZOC-2")
def exit_cost(s: ColonnesState, unit: int) -> int:
    """What leaving the map costs, in half points."""
    rules = s.rules
    cost = total(exit_rows(rules, unit)) or 0
    return cost + LEAVING if rules.board.bit[s.pos[unit]] & zone(s, 1 - rules.forces.side_of[unit]) else cost


@clause(
    "COL-MOV-1", "COL-MOV-5", "COL-MOV-6", "COL-MOV-10", "COL-ZOC-2", "COL-ZOC-3", "COL-ZOC-4", "COL-STK-3", "COL-STK-5",
    "COL-TER-1", "COL-TER-4",
)  # fmt: skip
def legal_step(s: ColonnesState, f: Step) -> list[int]:
    """Where the unit under way may go, and whether it may stop."""
    side, unit, left, path = f
    rules = s.rules
    board = rules.board
    a = s.pos[unit]
    bit, way = board.bit[a], rules.way[unit]
    enemy_zone = s.zones[1 - side]
    if enemy_zone is None:
        enemy_zone = zone(s, 1 - side)
    first = len(path) == 1
    reach = rules.enterable[way][a]
    ground = reach & ~(s.holders[1 - side] if rules.fights[unit] else s.counters[1 - side])
    supplied = bound_by(s, unit)
    if supplied & bit:
        ground &= supplied
    full = s.full[side] if rules.stack[unit] == 1 else no_room(s, unit)
    base = unit << A_SHIFT
    budget = left
    if bit & enemy_zone:
        budget = left - LEAVING
        if not first:
            ground &= ~enemy_zone
    if ground == reach and not reach & full:
        if first:
            steps = rules.first_steps[way][a]
        else:
            steps = rules.later_steps.get((a << 1 | way) << 8 | budget if budget > 0 else -1, ())
            if not steps and budget > 0:
                steps = rules.remember_steps(way, a, budget)
        actions = [action | base for action in steps]
    else:
        actions = []
        for b, to, cost, action in rules.rows[way][a]:
            if to & ground and (first or cost <= budget):
                if to & full and not (
                    to & ~enemy_zone and _Way(s, unit, supplied, full, enemy_zone).leads_on(b, budget - cost)
                ):
                    continue
                actions.append(action | base)
    if side == GERMAN:
        if first and rules.ferries_of[a]:
            _ferries(s, unit, a, supplied, actions)
        if bit & rules.exits and _may_exit(rules, unit) and (first or exit_cost(s, unit) <= left):
            actions.append(EXIT | base)
    if first or not bit & full or has_room(s, unit, a):
        actions.append(STOP | base)
    return actions


@clause("COL-MOV-4", "COL-MOV-9")
def _may_exit(rules: PlayRules, unit: int) -> bool:
    """German units leave the map, logistic columns do not."""
    return bool(rules.of_side[GERMAN] & ~rules.columns & 1 << unit)


@clause("COL-MOV-2", "COL-MOV-8", "COL-MOV-11")
def _ferries(s: ColonnesState, unit: int, a: int, supplied: int, actions: list[int]) -> None:
    """The ferry crossings open to a unit that has not moved yet."""
    rules = s.rules
    if not rules.ferriable >> unit & 1:
        return
    barred = barred_to(s, unit)
    bound = supplied & rules.board.bit[a]
    used = dict(s.ferried)
    for b, bit, hexside in rules.ferries_of[a]:
        if bit & barred or (bound and not bit & supplied):
            continue
        if used.get(hexside, 0) + rules.stack[unit] <= FERRY_POINTS and has_room(s, unit, b):
            actions.append(FERRY | unit << A_SHIFT | b << B_SHIFT)


class _Way:
    """The search for a way on from a full hex. The unit is under way, so that where it stands counts without it."""

    __slots__ = ("barred", "bits", "exit_cost", "exits", "full", "rows", "seen", "supplied", "zone")

    def __init__(self, s: ColonnesState, unit: int, supplied: int, full: int, enemy_zone: int) -> None:
        rules = s.rules
        here = rules.board.bit[s.pos[unit]]
        self.bits, self.rows = rules.board.bit, rules.rows[rules.way[unit]]
        self.barred, self.supplied, self.zone = barred_to(s, unit), supplied, enemy_zone
        self.full = full & ~here if full & here and has_room(s, unit, s.pos[unit]) else full
        self.exits = rules.exits if _may_exit(rules, unit) else 0
        self.exit_cost = total(exit_rows(rules, unit)) or 0
        self.seen: set[tuple[int, int]] = set()

    @clause("COL-STK-3", "COL-STK-5")
    def leads_on(self, h: int, left: int) -> bool:
        """Can a unit that has come to a full hex, with so many half points left, go on to one with room or off the map?"""
        bit = self.bits[h]
        if left <= 0 or bit & self.zone or (h, left) in self.seen:
            return False
        self.seen.add((h, left))
        if bit & self.exits and self.exit_cost <= left:
            return True
        bound = bit & self.supplied
        further = []
        for b, to, cost, _action in self.rows[h]:
            if cost > left or to & self.barred or (bound and not to & self.supplied):
                continue
            if not to & self.full:
                return True
            further.append((b, left - cost))
        return any(self.leads_on(b, rest) for b, rest in further)
