"""One action, carried out from the rule book: which chapter it belongs to, and whether its question is then settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from echelon.core.fields import bits_of
from echelon.systems.tigers import frames as f
from echelon.systems.tigers.facts.ground import river_between
from echelon.systems.tigers.law.course import falling, fighting, flying, moving
from echelon.systems.tigers.law.course.allotting import duty_divisions, idle_units, ready_divisions, sixths, standard_battles
from echelon.systems.tigers.law.course.happenings import companions, eliminate, own_units
from echelon.systems.tigers.law.duties import chain, division_hexes
from echelon.systems.tigers.law.stacking import over
from echelon.systems.tigers.law.units import is_mechanized
from echelon.systems.tigers.state import ATTACHED, ENTRENCHED, FOUGHT, GERMAN, IDLE, OPEN, PICKED, RESULTS, TigersState

__all__ = ["went_on"]

Fields = Sequence[int]


def went_on(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    """Carry out one action; returns the clause that is chiefly at work."""
    chapter = want.frame.kind.name
    for start, deed in DEEDS.items():
        if chapter.startswith(start):
            return deed(want, verb, fields, action)
    raise AssertionError(f"no chapter carries out {chapter}")


def _set_up(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    frame = want.frame
    if isinstance(frame, f.DropDie):
        return moving.dropped(want, frame, fields[0])
    return moving.set_up(want, verb, fields)


def _weather(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    return moving.weather(want, verb, fields)


def _arrivals(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    if isinstance(want.frame, f.Enter):
        return moving.arrivals(want, verb, fields)
    frame = want.frame
    cited = moving.reorganised(want, verb, fields)
    if isinstance(want.frame, f.Combine) and isinstance(frame, f.Armor):
        want.stack = [*want.stack, frame]
    elif isinstance(frame, f.Combine) and verb == "add" and len(bits_of(frame.units)) == 2:
        *want.stack, want.frame = want.stack
    return cited


def _ruthless(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    if fields[0] == 0:
        want.ruthless = want.turn
    return "TIG-SSR-4"


def _movement(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    frame = want.frame
    if isinstance(frame, f.BridgeDie):
        return moving.bridge_rolled(want, frame, fields[0])
    if isinstance(frame, f.BreakdownDie):
        cited = moving.breakdown(want, frame, fields[0])
        if frame.then:
            verbs = want.rules.verbs
            went_on(want, verbs.verb(frame.then).name, verbs.fields(frame.then), frame.then)
        return cited
    if isinstance(frame, f.Overstack):
        eliminate(want, fields[0])
        crowded = [h for h in _to_be_checked(want, frame.side) if over(want, frame.side, h)]
        if crowded:
            want.frame = f.Overstack((frame.side, crowded[0]))
        return "TIG-STK-7"
    return moving.moved(want, verb, fields, action)


def _to_be_checked(want: TigersState, side: int) -> list[int]:
    """Every hex at the end of step a; in step d those that were entered in it (TIG-STK-7)."""
    if want.rules.blitz[want.step]:
        return sorted(want.rules.board.members(want.entered))
    return sorted({want.pos[u] for u in own_units(want, side)})


# --- allocation ------------------------------------------------------------------------------------------------------------
def _attack(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    rules, frame = want.rules, want.frame
    bit = rules.board.bit
    if verb == "attach":
        want.marks[fields[0]] |= PICKED | ATTACHED
        return "TIG-KGP-9"
    if verb == "attack":
        want.stack = [*want.stack, frame]
        want.frame = f.Battle((frame.side, bit[fields[0]], 0))
        return "TIG-ATK-4"
    if isinstance(frame, f.Battle):
        if verb == "also":
            want.frame = f.Battle((frame.side, frame.hexes | bit[fields[0]], frame.units))
        elif verb == "with":
            joins = [fields[0], *(companions(want) if fields[0] == rules.peiper else ())]
            want.frame = f.Battle((frame.side, frame.hexes, frame.units | sum(1 << u for u in joins)))
        else:
            *want.stack, want.frame = want.stack
            want.battles = (*want.battles, (frame.hexes, frame.units, OPEN))
            _charge(want, [want.battles[-1]], 2)
        return "TIG-ATK-4"
    side = frame.side
    if verb == "standard":
        _charge(want, want.battles, -2)
        want.battles = ()
        want.battles = tuple((hexes, units, OPEN) for hexes, units in standard_battles(want, side))
        _charge(want, want.battles, 2)
    want.ready = sum(1 << d for d in ready_divisions(want, 1 - side))
    want.duty = sum(1 << d for d in duty_divisions(want, side))
    for unit in idle_units(want, side):
        want.status[unit] |= IDLE
    return "TIG-ATK-14" if verb == "standard" else "TIG-ATK-8"


def _charge(want: TigersState, battles: Sequence[tuple[int, int, int]], halves: int) -> None:
    """Mechanized units pay 1 MF for an attack across a river, bridge or not (TIG-MOV-14, TIG-MOV-15)."""
    for hexes, units, _state in battles:
        for unit in bits_of(units):
            over = any(river_between(want, want.pos[unit], h) for h in want.rules.board.members(hexes))
            if is_mechanized(want, unit) and over:
                want.spent[unit] += halves


# --- air, bridges, entrenchment --------------------------------------------------------------------------------------------
def _air(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    frame = want.frame
    if isinstance(frame, f.AirDie):
        cited = flying.air_die(want, frame, fields[0])
        step = want.rules.sequence[want.step].name
        following = flying.next_air_die(want, "BC".index(step[0]), frame)
        if following is not None:
            want.frame = following
        return cited
    return flying.committed(want, verb, fields)


def _bridges(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    frame = want.frame
    if isinstance(frame, f.BridgeWork):
        side = want.stack[-1].side
        return flying.bridge_die(want, frame, fields[0], sixths(want, side, frame.hexside))
    return flying.bridge_action(want, verb, fields)


def _entrench(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    if verb == "dig":
        want.status[fields[0]] |= ENTRENCHED
    return "TIG-ENT-6"


# --- combat ----------------------------------------------------------------------------------------------------------------
def _combat(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    frame = want.frame
    if isinstance(frame, f.Fight):
        return "TIG-SEQ-14" if verb == "end" else _picked(want, frame, verb, fields[0])
    if isinstance(frame, f.Ask):
        return fighting.asked(want, fields[0])
    if isinstance(frame, f.Orders):
        return fighting.ordered(want, fields[0], fields[1])
    if isinstance(frame, f.Claim):
        return fighting.claimed(want, fields[0])
    if isinstance(frame, f.CombatDie | f.Losses):
        cited = fighting.die_cast(want, fields[0]) if isinstance(frame, f.CombatDie) else fighting.lost(want, frame, fields[0])
        if not isinstance(want.frame, f.Losses) or (isinstance(frame, f.Losses) and frame.owed <= want.rules.factor[fields[0]]):
            falling.afterwards(want)
        return cited
    if isinstance(frame, f.Distance):
        cited = fighting.driven(want, fields[0], fields[1])
        falling.afterwards(want)
        return cited
    if isinstance(frame, f.Route):
        cited = falling.retreated(want, frame, fields[0], fields[1])
        if isinstance(want.frame, f.Route) and want.frame.unit < 0:
            falling.afterwards(want)
        return cited
    if isinstance(frame, f.Withdraw):
        cited = falling.withdrew(want, fields[0], fields[1]) if verb == "withdraw" else "TIG-RES-4"
        falling.afterwards(want, "withdraw" if verb == "finish" else "route")
        return cited
    if isinstance(frame, f.Blow):
        cited = fighting.destroyed(want, want.rules.hexsides[fields[0]]) if verb == "blow" else "TIG-BRG-16"
        falling.afterwards(want, "blow" if verb == "spare" else "withdraw")
        return cited
    assert isinstance(frame, f.Advance)
    if verb == "advance":
        return falling.advanced(want, frame, fields[0], fields[1], action)
    if verb == "halt":
        return falling.halted(want, fields[0])
    want.frame = falling.battle_over(want)
    return "TIG-ADV-7"


def _picked(want: TigersState, frame: f.Fight, verb: str, place: int) -> str:
    if verb == "cancel":
        number = next(
            i
            for i, (hexes, _units, state) in enumerate(want.battles)
            if state == OPEN and min(want.rules.board.members(hexes)) == place
        )
        return fighting.called_off(want, place, set(chain(want, frame.side, number)))
    cited = fighting.fight(want, place)
    if want.attackers:
        want.stack = [*want.stack, frame]
        _before_the_die(want)
    return cited


def _before_the_die(want: TigersState) -> None:
    if any(row[4] == 0 for row in want.targets):
        fighting.before_the_die(want)
    else:  # a lone Skorzeny only: no die (TIG-SKZ-3)
        want.rolled = RESULTS.index("DE")
        falling.afterwards(want)


def _peiper(want: TigersState, verb: str, fields: Fields, action: int) -> str:
    rules, frame = want.rules, want.frame
    if verb in ("move", "detach"):
        return moving.moved(want, verb, fields, action)
    if verb == "exit":
        return moving.exited(want, fields[1], action)
    if verb in ("stop", "wait"):
        moving.peiper_stopped(want, verb)
        return "TIG-KGP-8"
    group = [rules.peiper, *companions(want)]
    hexes = {fields[0], *division_hexes(want, GERMAN, rules.peiper)}  # TIG-KGP-6
    row = (sum(rules.board.bit[h] for h in hexes), sum(1 << u for u in group), FOUGHT)
    _charge(want, [row], 2)
    want.battles = (*want.battles, row)
    want.closed = 0
    assert isinstance(frame, f.Peiper)
    fighting.begin(want, GERMAN, sorted(hexes), sorted(group))
    _before_the_die(want)
    return "TIG-KGP-5"


DEEDS: Mapping[str, Callable[[TigersState, str, Fields, int], str]] = {
    "setup.": _set_up,
    "weather.": _weather,
    "rnf.": _arrivals,
    "ssr.": _ruthless,
    "move.": _movement,
    "attack.": _attack,
    "air.": _air,
    "supply.": _air,
    "combat.": _combat,
    "kgp.": _peiper,
    "bridge.": _bridges,
    "entrench": _entrench,
}
