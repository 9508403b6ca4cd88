"""Planted errors: rule errors put in on purpose, one at a time, each of which certify must catch.

They are the errors people make: an exception forgotten, `any` for `all`, a mark not cleared, a set not kept in step, a rounding
the wrong way. Each replaces one function wherever the package refers to it (modules, kinds of question, steps of the
sequence, hooks of the system) and puts it back.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.system import Planted
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.drill import facts
from echelon.systems.drill.facts import ARMOUR, INFANTRY, PACKAGE
from echelon.systems.drill.frames import VERBS, Pick, Retreat
from echelon.systems.drill.play import combat, movement, odds, places, retreat, setup, supply, tables, victory
from echelon.systems.drill.state import BLUE, FOUGHT, FRESH, MOVED, RED, SHAKEN, DrillState

__all__ = ["planted"]

Function = Callable[..., Any]
MOVE, END, STOP, FIGHT = (VERBS.code(v) for v in ("move", "end", "stop", "fight"))


# --- replacing a function ---------------------------------------------------------------------------------------------
def _instead(module: ModuleType, name: str, make: Callable[[Function], Function], only: ModuleType | None = None) -> Any:
    """A plant that puts `make(right)` in place of a function, everywhere or in one module only."""

    def plant() -> Callable[[], None]:
        right = getattr(module, name)
        wrong = make(right)
        places_ = [only] if only else list(_holders())
        swapped = [(h, n) for h in places_ for n in _names(h) if getattr(h, n, None) is right]
        for holder, attribute in swapped:
            object.__setattr__(holder, attribute, wrong)

        def take_out() -> None:
            for holder, attribute in swapped:
                object.__setattr__(holder, attribute, right)

        return take_out

    return plant


def _holders() -> Iterator[Any]:
    from echelon.systems.drill.system import SYSTEM  # which imports this module

    yield from [m for n, m in sys.modules.items() if m is not None and (n == PACKAGE or n.startswith(f"{PACKAGE}."))]
    yield from SYSTEM.kinds
    yield from SYSTEM.sequence
    yield SYSTEM


def _names(holder: Any) -> list[str]:
    return list(vars(holder)) if hasattr(holder, "__dict__") else list(holder.__slots__)


def _constant(module: ModuleType, name: str, wrong: Callable[[Any], Any]) -> Any:
    def plant() -> Callable[[], None]:
        right = getattr(module, name)
        setattr(module, name, wrong(right))
        return lambda: setattr(module, name, right)

    return plant


# --- wrong generators: the right one, asked about a state that is a little other ------------------------------------------
def _blind_to(**fields: Any) -> Callable[[Function], Function]:
    """The generator does not see some sets of the state."""

    def make(right: Function) -> Function:
        def wrong(s: DrillState, f: Any) -> Any:
            other = s.copy()
            for name, value in fields.items():
                setattr(other, name, value)
            return right(other, f)

        return wrong

    return make


def _blind_to_flag(flag: int) -> Callable[[Function], Function]:
    def make(right: Function) -> Function:
        def wrong(s: DrillState, f: Any) -> Any:
            other = s.copy()
            other.status[:] = bytes(status & ~flag for status in s.status)
            return right(other, f)

        return wrong

    return make


def _without(refused: Callable[[DrillState, Any, int], bool]) -> Callable[[Function], Function]:
    """The generator leaves out some actions."""
    return lambda right: lambda s, f: [a for a in right(s, f) if not refused(s, f, a)]


def _to_a_friend(s: DrillState, f: Any, action: int) -> bool:
    """A step from zone to zone into a hex with a friend."""
    if action & VERB != MOVE:
        return False
    bit, here = s.rules.board.bit, s.pos[f.unit]
    zone = places.enemy_zone(s, f.side)
    return bool(bit[here] & zone and bit[action >> B_SHIFT] & zone)


def _free_first_hex(right: Function) -> Function:
    def wrong(s: DrillState, f: Any) -> Any:
        whole = f.left == movement.allowance(s, f.unit)
        return right(s, type(f)((f.side, f.unit, 99)) if whole else f)

    return wrong


def _hill_walkers(right: Function) -> Function:
    """Advance: armour goes into any wood."""

    def wrong(s: DrillState, f: Any) -> Any:
        able = [u for u in bits_of(f.attackers) if not s.status[u] & SHAKEN and not s.rules.board.bit[f.hex] & s.full]
        return [*(retreat.ADVANCE | u << A_SHIFT for u in able), retreat.STAY]

    return wrong


# --- wrong tables -------------------------------------------------------------------------------------------------------
def _armour_in_woods(right: Function) -> Function:
    return lambda rules, arm, a, b: right(rules, INFANTRY if rules.board.bit[b] & rules.wood else arm, a, b)


def _armour_swims(right: Function) -> Function:
    def wrong(rules: Any, arm: int, a: int, b: int) -> Any:
        cost = right(rules, arm, a, b)
        dry = not rules.board.bit[b] & rules.wood
        return 4 if cost is None and dry else cost

    return wrong


def _compiled(change: Callable[[Any], None]) -> Callable[[Function], Function]:
    """The compiled tables of play are changed after the fact."""

    def make(right: Function) -> Function:
        def wrong(*args: Any) -> Any:
            rules = right(*args)
            change(rules)
            return rules

        return wrong

    return make


def _cheap_woods(rules: Any) -> None:
    """What is paid for a wood is not what is asked for it."""
    rules.price = tuple(tuple({h: min(cost, 2) for h, cost in row.items()} for row in table) for table in rules.price)


def _zone_over_river(rules: Any) -> None:
    rules.zone_reach = tuple(rules.board.ring_of[h] for h in range(rules.board.n))


def _supply_over_river(rules: Any) -> None:
    rules.open_sides |= rules.ford


def _frost_forgotten(rules: Any) -> None:
    """The option `frozen` does not reach the zones of play."""
    ford = rules.board.sides.get("river", 0)
    ford = (ford | rules.road) ^ rules.road
    rules.zone_reach = tuple(sum(bit for _o, bit, side in rules.board.near[h] if not side & ford) for h in range(rules.board.n))


def _slip_of_the_pen(right: Function) -> Function:
    def wrong() -> Any:
        rows = [list(row) for row in right()["combat"]]
        rows[3][1] = "AR"
        return {"combat": rows}

    return wrong


# --- wrong effects --------------------------------------------------------------------------------------------------------
def _then(change: Callable[[DrillState, bytes, Any], None]) -> Callable[[Function], Function]:
    """The right effect, then something more; `change` is given the status of all units before."""

    def make(right: Function) -> Function:
        def wrong(s: DrillState, *rest: Any) -> Any:
            before = (bytes(s.status), s.blue_towns, s.reveals, s.rolls, s.supplied, s.blue_zone, s.red_zone, s.mine)
            result = right(s, *rest)
            change(s, bytes(s.status), (before, rest))
            return result

        return wrong

    return make


def _walks_on(right: Function) -> Function:
    """The step does not see enemy zones, so nobody stops in them."""

    def wrong(s: DrillState, f: Any, action: int) -> None:
        s.blue_zone = s.red_zone = 0
        right(s, f, action)
        s.blue_zone = s.red_zone = None

    return wrong


def _says_no(right: Function) -> Function:
    """Enters rightly, but does not tell that the mine was there."""

    def wrong(s: DrillState, unit: int, h: int) -> bool:
        right(s, unit, h)
        return False

    return wrong


def _mine_for_all(right: Function) -> Function:
    """Red runs into his own mine."""

    def wrong(s: DrillState, unit: int, h: int) -> bool:
        hit = h == s.mine
        found = right(s, unit, h)
        if hit and s.mine == h:
            places.shake(s, unit)
        return bool(found)

    return wrong


def _quiet_entry(s: DrillState, status: bytes, was: Any) -> None:
    """A listed hex without a mine discloses nothing: undo would then find the mine for free."""
    if s.mine == was[0][7]:
        s.reveals = was[0][2]


def _towns_kept(s: DrillState, status: bytes, was: Any) -> None:
    s.blue_towns = was[0][1]


def _no_dice_counted(s: DrillState, status: bytes, was: Any) -> None:
    s.rolls = was[0][3]


def _zones_kept(s: DrillState, status: bytes, was: Any) -> None:
    s.blue_zone, s.red_zone = was[0][5], was[0][6]


def _unfresh(s: DrillState, status: bytes, was: Any) -> None:
    for u, flags in enumerate(status):
        s.status[u] = flags & ~FRESH


def _fresh_of_others_kept(s: DrillState, status: bytes, was: Any) -> None:
    """Only the side whose turn ends loses the mark, so the others do not recover in their own turn."""
    (side,) = was[1]
    for u, flags in enumerate(was[0][0]):
        if s.rules.forces.side_of[u] != side and s.pos[u] != s.rules.gone:
            s.status[u] |= flags & FRESH


def _everybody_recovers(right: Function) -> Function:
    def wrong(s: DrillState, side: int) -> None:
        right(s, side)
        s.status[:] = bytes(flags & ~SHAKEN for flags in s.status)

    return wrong


def _fresh_recover(right: Function) -> Function:
    def wrong(s: DrillState, side: int) -> None:
        s.status[:] = bytes(flags & ~FRESH for flags in s.status)
        right(s, side)

    return wrong


def _may_move_again(right: Function) -> Function:
    """Who stops without a step may be picked again: random play would never end."""

    def wrong(s: DrillState, f: Any, action: int) -> None:
        if action & VERB == STOP and f.left == movement.allowance(s, f.unit):
            s.status[f.unit] &= ~MOVED
        right(s, f, action)

    return wrong


def _attacks_again(right: Function) -> Function:
    def wrong(s: DrillState, f: Any, action: int) -> None:
        right(s, f, action)
        if action & VERB != FIGHT:
            s.status[action >> A_SHIFT] &= ~FOUGHT

    return wrong


def _old_hex_kept(right: Function) -> Function:
    """The board of the side is not cleared where its last unit left."""

    def wrong(s: DrillState, side: int, h: int) -> None:
        kept = s.blue if side == BLUE else s.red
        right(s, side, h)
        if side == BLUE:
            s.blue |= kept
        else:
            s.red |= kept

    return wrong


def _full_for_ever(right: Function) -> Function:
    def wrong(s: DrillState, side: int, h: int) -> None:
        full = s.full
        right(s, side, h)
        s.full |= full

    return wrong


def _status_kept(right: Function) -> Function:
    def wrong(s: DrillState, unit: int) -> None:
        status = s.status[unit]
        right(s, unit)
        s.status[unit] = status

    return wrong


def _one_at_a_time(right: Function) -> Function:
    """Retreat: the first unit without a way is lost at once, although a friend could still go."""

    def wrong(s: DrillState, side: int, h: int, units: int, attackers: int) -> None:
        for u in bits_of(units):
            frame = Retreat((side, h, 1 << u, attackers))
            if units != 1 << u and not retreat.legal_retreat(s, frame):
                places.eliminate(s, u)
                units &= ~(1 << u)
        right(s, side, h, units, attackers)

    return wrong


def _both_marked(right: Function) -> Function:
    """Supply is found for both sides in every supply step."""

    def wrong(s: DrillState, side: int) -> None:
        right(s, side)
        right(s, 1 - side)

    return wrong


# --- wrong numbers --------------------------------------------------------------------------------------------------------
def _own_hex_tested(right: Function) -> Function:
    """Supply: a unit in an enemy zone is cut off even if the path begins beyond it, unless it is on the edge."""

    def wrong(s: DrillState, side: int) -> int:
        return int(right(s, side)) & ~(places.enemy_zone(s, side) & ~s.rules.edge[side])

    return wrong


def _friends_do_not_help(right: Function) -> Function:
    """Supply: an enemy zone closes a hex even where a friend stands."""

    def wrong(s: DrillState, side: int) -> int:
        other = s.copy()
        if side == BLUE:
            other.blue = 0
        else:
            other.red = 0
        return int(right(other, side))

    return wrong


def _limits_at_each_shift(right: Function) -> Function:
    """Shifts are applied one by one, each within the limits of the table."""

    def wrong(s: DrillState, h: int, attackers: list[int], notes: Any = None) -> int:
        attack = sum(odds.attack_strength(s, u) for u in attackers)
        defence = sum(s.rules.strength[u] for u in facts.units_at(s, h))
        at = odds.basic_column(attack, defence)
        for _clause, amount, applies in odds.SHIFTS:
            if applies(s, h, attackers):
                at = min(max(at + amount, 0), odds.LAST)
        return int(at)

    return wrong


def _shift(number: int, applies: Callable[[DrillState, int, list[int]], bool]) -> Callable[[Any], Any]:
    """One row of the shifts with another test."""

    def wrong(rows: Any) -> Any:
        clause_id, amount, _right = rows[number]
        return (*rows[:number], (clause_id, amount, applies), *rows[number + 1 :])

    return wrong


def _some_over_river(s: DrillState, h: int, attackers: list[int]) -> bool:
    return any(s.rules.board.side(s.pos[u], h) & s.rules.river for u in attackers)


def _ford_only(s: DrillState, h: int, attackers: list[int]) -> bool:
    return all(s.rules.board.side(s.pos[u], h) & s.rules.ford for u in attackers)


def _some_shaken(s: DrillState, h: int, attackers: list[int]) -> bool:
    return any(s.status[u] & SHAKEN for u in facts.units_at(s, h))


def _combined_everywhere(s: DrillState, h: int, attackers: list[int]) -> bool:
    return {s.rules.arm[u] for u in attackers} == {INFANTRY, ARMOUR}


def _wood_only(s: DrillState, h: int, attackers: list[int]) -> bool:
    return bool(s.rules.board.bit[h] & s.rules.wood)


def _one_turn_more(right: Function) -> Function:
    def wrong(s: DrillState) -> None:
        if s.turn == s.rules.turns:
            s.turn += 1
            return
        right(s)

    return wrong


def _any_town_is_decisive(right: Function) -> Function:
    def wrong(s: DrillState) -> None:
        if s.turn == s.rules.turns and s.blue_towns:
            s.finish(BLUE, "decisive", "DRL-VIC-1")
        else:
            right(s)

    return wrong


def _losses_forgiven(right: Function) -> Function:
    def wrong(s: DrillState) -> None:
        right(s)
        if s.outcome and s.outcome.winner == RED:
            s.finish(RED, "decisive", "DRL-VIC-1")

    return wrong


def _no_draw(right: Function) -> Function:
    def wrong(s: DrillState) -> bool:
        found = bool(right(s))
        if found and s.outcome and s.outcome.winner is None:
            s.finish(RED, "decisive", "DRL-VIC-2")
        return found

    return wrong


# --- told what nobody may know ----------------------------------------------------------------------------------------------
def _public_mine(right: Function) -> Function:
    def wrong(s: DrillState, f: Any, action: int) -> None:
        s.note("mine.laid", "DRL-SET-1", hex=action >> A_SHIFT)
        right(s, f, action)

    return wrong


def _scouts(s: DrillState, f: Any, action: int) -> bool:
    """Blue is not offered the mined hex."""
    return f.side == BLUE and action & VERB == MOVE and action >> B_SHIFT & FIELD == s.mine


def _five_faces(right: Function) -> Function:
    return lambda s, f: tuple((a, Fraction(1, 6)) for a, _chance in right(s, f)[:5])


def _doubled(right: Function) -> Function:
    return lambda s, f: [*right(s, f), right(s, f)[-1]]


def planted() -> Sequence[Planted]:
    """Deliberate errors, each in one place."""
    zones = _blind_to(blue_zone=0, red_zone=0)
    rows = (
        # generators
        ("a unit goes from zone to zone", "DRL-ZOC-3", _instead(movement, "legal_step", zones)),
        ("a friend does not open an enemy zone", "DRL-ZOC-3", _instead(movement, "legal_step", _without(_to_a_friend))),
        ("full hexes may be passed", "DRL-STK-1", _instead(movement, "legal_step", _blind_to(full=0))),
        ("the first hex is free", "DRL-MOV-1", _instead(movement, "legal_step", _free_first_hex)),
        ("a unit may be picked twice", "DRL-SEQ-2", _instead(movement, "legal_pick", _blind_to_flag(MOVED))),
        ("movement cannot be ended", "DRL-SEQ-2", _instead(movement, "legal_pick", _without(_end_while_waiting))),
        ("a hex is attacked twice", "DRL-CBT-2", _instead(combat, "legal_target", _blind_to(attacked=0))),
        ("Shaken units attack", "DRL-GEN-4", _instead(combat, "legal_join", _blind_to_flag(SHAKEN))),
        ("Shaken units open an attack", "DRL-GEN-4", _instead(combat, "legal_target", _blind_to_flag(SHAKEN))),
        ("a unit joins two attacks", "DRL-CBT-2", _instead(combat, "legal_join", _blind_to_flag(FOUGHT))),
        ("nobody can say fight", "DRL-RES-1", _instead(combat, "legal_join", _without(lambda s, f, a: a == FIGHT))),
        ("a loss is listed twice", "DRL-RES-3", _instead(combat, "legal_loss", _doubled)),
        ("retreat into enemy zones", "DRL-RET-2", _instead(retreat, "legal_retreat", zones)),
        ("retreat into full hexes", "DRL-RET-2", _instead(retreat, "legal_retreat", _blind_to(full=0))),
        ("three advance into a hex", "DRL-ADV-1", _instead(retreat, "legal_advance", _blind_to(full=0))),
        ("armour advances into woods", "DRL-ADV-2", _instead(retreat, "legal_advance", _hill_walkers)),
        # tables
        ("armour enters woods off the road", "DRL-MOV-5", _instead(facts, "total_cost", _armour_in_woods, tables)),
        ("armour swims", "DRL-MOV-4", _instead(facts, "total_cost", _armour_swims, tables)),
        ("armour attacks across rivers", "DRL-CBT-3", _constant(tables, "ARMOUR", lambda arm: 99)),
        ("zones reach across rivers", "DRL-ZOC-1", _instead(tables, "compile_rules", _compiled(_zone_over_river))),
        ("ice does not carry zones", "DRL-MOV-6", _instead(tables, "compile_rules", _compiled(_frost_forgotten))),
        ("woods are paid as clear", "DRL-MOV-2", _instead(tables, "compile_rules", _compiled(_cheap_woods))),
        ("a slip in the combat table", "DRL-RES-1", _instead(facts, "load_tables", _slip_of_the_pen)),
        ("the die has five faces", "DRL-RES-1", _instead(combat, "outcomes", _five_faces)),
        # effects
        ("enemy zones do not stop", "DRL-ZOC-2", _instead(movement, "apply_step", _walks_on)),
        ("the mine does not stop", "DRL-SET-2", _instead(places, "enter", _says_no, movement)),
        ("the mine hits Red", "DRL-SET-2", _instead(places, "enter", _mine_for_all)),
        ("who stops at once may move again", "DRL-SEQ-2", _instead(movement, "apply_step", _may_move_again)),
        ("the attack of a unit is not marked", "DRL-CBT-2", _instead(combat, "apply_join", _attacks_again)),
        ("retreat does not shake", "DRL-RET-1", _instead(places, "shake", lambda right: lambda s, u: None, retreat)),
        ("who is shaken is not marked fresh", "DRL-SEQ-3", _instead(places, "shake", _then(_unfresh))),
        ("towns do not change in retreat and advance", "DRL-GEN-3", _instead(places, "enter", _then(_towns_kept), retreat)),
        ("the lost keep their status", "DRL-GEN-4", _instead(places, "eliminate", _status_kept)),
        ("the stuck are lost too early", "DRL-RET-3", _instead(retreat, "begin_retreat", _one_at_a_time)),
        ("fresh units recover", "DRL-SEQ-3", _instead(victory, "recover", _fresh_recover)),
        ("everybody recovers", "DRL-SEQ-3", _instead(victory, "recover", _everybody_recovers)),
        ("the mark of the others stays", "DRL-SEQ-3", _instead(victory, "recover", _then(_fresh_of_others_kept))),
        # sets and caches
        ("the hex left behind stays occupied", "DRL-STK-2", _instead(places, "_refresh", _old_hex_kept)),
        ("a full hex stays full", "DRL-STK-1", _instead(places, "_refresh", _full_for_ever)),
        ("a zone stays where its unit was", "DRL-ZOC-1", _instead(places, "_refresh", _then(_zones_kept))),
        ("a zone does not wake with recovery", "DRL-ZOC-1", _instead(victory, "recover", _then(_zones_kept))),
        # odds
        ("half strength is rounded down", "DRL-SUP-3", _instead(odds, "attack_strength", _rounded_down)),
        ("odds favour the attacker", "DRL-CBT-4", _instead(odds, "basic_column", _generous)),
        ("a town is no cover", "DRL-SHF-1", _constant(odds, "SHIFTS", _shift(0, _wood_only))),
        ("one attacker over the river is enough", "DRL-SHF-2", _constant(odds, "SHIFTS", _shift(1, _some_over_river))),
        ("a bridge is no river", "DRL-SHF-2", _constant(odds, "SHIFTS", _shift(1, _ford_only))),
        ("combined arms in woods", "DRL-SHF-3", _constant(odds, "SHIFTS", _shift(2, _combined_everywhere))),
        ("one Shaken defender is enough", "DRL-SHF-4", _constant(odds, "SHIFTS", _shift(3, _some_shaken))),
        ("limits at each shift", "DRL-CBT-5", _instead(odds, "column", _limits_at_each_shift)),
        (
            "the chances shown are wrong",
            "DRL-RES-1",
            _constant(odds, "Fraction", lambda right: lambda a, b=1: right(a, b + (b == 6))),
        ),
        # supply
        ("supply crosses rivers", "DRL-SUP-2", _instead(tables, "compile_rules", _compiled(_supply_over_river))),
        ("enemy zones do not cut supply", "DRL-SUP-2", _instead(supply, "supplied_hexes", _blind_zones)),
        ("friends do not keep supply open", "DRL-SUP-2", _instead(supply, "supplied_hexes", _friends_do_not_help)),
        ("the unit's own hex is tested", "DRL-SUP-2", _instead(supply, "supplied_hexes", _own_hex_tested)),
        ("supply is found for both sides", "DRL-SUP-1", _instead(supply, "mark_supply", _both_marked)),
        ("the unsupplied move in full", "DRL-SUP-3", _instead(movement, "allowance", _full_allowance)),
        # victory
        ("one turn more", "DRL-VIC-1", _instead(victory, "end_turn", _one_turn_more)),
        ("any town is decisive", "DRL-VIC-1", _instead(victory, "end_turn", _any_town_is_decisive)),
        ("Red's losses are forgiven", "DRL-VIC-1", _instead(victory, "end_turn", _losses_forgiven)),
        ("the last exchange is not drawn", "DRL-VIC-2", _instead(victory, "destroyed", _no_draw)),
        ("destruction goes unnoticed in retreat", "DRL-VIC-2", _instead(victory, "destroyed", _unnoticed, retreat)),
        # secrets and undo
        ("the log tells the mine", "DRL-SET-1", _instead(setup, "lay_mine", _public_mine)),
        ("Blue is warned of the mine", "DRL-SET-2", _instead(movement, "legal_step", _without(_scouts))),
        ("undo finds the mine", "DRL-SET-2", _instead(places, "enter", _then(_quiet_entry))),
        ("dice are not counted", "DRL-RES-1", _instead(combat, "apply_die", _then(_no_dice_counted))),
    )
    return [Planted(name, clause_id, plant) for name, clause_id, plant in rows]


def _end_while_waiting(s: DrillState, f: Pick, action: int) -> bool:
    low, high = s.rules.forces.ranges[f.side]
    return action == END and any(s.pos[u] != s.rules.gone and not s.status[u] & MOVED for u in range(low, high))


def _rounded_down(right: Function) -> Function:
    return lambda s, u: s.rules.strength[u] if s.supplied >> u & 1 else max(s.rules.strength[u] >> 1, 1)


def _generous(right: Function) -> Function:
    return lambda attack, defence: right(attack, defence) if attack >= defence else right(attack, -(-defence // 2) or 1)


def _blind_zones(right: Function) -> Function:
    def wrong(s: DrillState, side: int) -> int:
        other = s.copy()
        other.blue_zone = other.red_zone = 0
        return int(right(other, side))

    return wrong


def _full_allowance(right: Function) -> Function:
    return lambda s, u: s.rules.allowance[u]


def _unnoticed(right: Function) -> Function:
    return lambda s: False
