"""Air operations (chapter 18): who may fly, and against what. The dice are in `air_dice`."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.tigers.frames import VERBS, Bomb, Intercept, Resupply
from echelon.systems.tigers.play.air_dice import apply_air_die, preview_air, resolve_air
from echelon.systems.tigers.play.places import reveal_dump
from echelon.systems.tigers.state import AIRLIFTED, ALLIED, GERMAN, MISSIONS, TigersState

__all__ = [
    "apply_air_die", "apply_bomb", "apply_intercept", "apply_resupply", "available", "legal_bomb", "legal_intercept",
    "legal_resupply", "open_bomb", "open_intercept", "open_resupply", "preview_air", "resolve_air",
]  # fmt: skip

_BOMB, _BUST, _BURN = VERBS.code("bomb"), VERBS.code("bust"), VERBS.code("burn")
_INTERCEPT, _RESUPPLY, _PASS = VERBS.code("intercept"), VERBS.code("resupply"), VERBS.code("pass")
BOMB, BUST, BURN, RESUPPLY = range(len(MISSIONS))
ALL = 99
_NOT_AIRLIFTED = bytes(n & ~AIRLIFTED for n in range(256))
LIMITS = ((1, 0), (2, 3), (ALL, ALL))  # by weather and side: air units that may fly in a game-turn


# --- who ----------------------------------------------------------------------------------------------------------------
@clause("TIG-AIR-3", "TIG-AIR-17", "TIG-WX-2", "TIG-WX-3", "TIG-WX-4", "TIG-WX-7")
def available(s: TigersState, side: int) -> list[int]:
    """The air units a side can still send out: not used this turn, not shot down, and no more than the weather lets fly."""
    wings = s.rules.wings[side]
    used = s.air_used & wings
    if used.bit_count() >= LIMITS[s.weather][side]:
        return []
    left, back, turn = wings ^ used, s.air_back, s.turn
    return [g for g in range(len(back)) if left >> g & 1 and back[g] <= turn]


def _commit(s: TigersState, group: int, act: int, h: int, hexside: int) -> None:
    s.air_used |= 1 << group
    s.missions = (*s.missions, (group, act, h, hexside, 0))
    if s.log is not None:
        target = {"hexside": hexside} if act == BUST else {} if act == BURN else {"hex": h}
        s.note(f"air.{MISSIONS[act]}", "TIG-AIR-3", group=s.rules.air[group].name, **target)


# --- bombing ------------------------------------------------------------------------------------------------------------
@clause("TIG-AIR-18", "TIG-AIR-20")
def bombable(s: TigersState, side: int) -> int:
    """The hexes a side can bomb: an enemy unit other than von der Heydte's is there."""
    found = s.occupied[1 - side]
    if side == ALLIED:
        vdh = s.rules.vdh
        h = s.pos[vdh]
        if h < s.rules.gone and not s.rules.board.bit[h] & s.strong[GERMAN] and s.pos[s.rules.skorzeny] != h:
            found ^= s.rules.board.bit[h]
    return found


@clause("TIG-FUEL-5", "TIG-FUEL-10")
def burnable(s: TigersState, side: int) -> bool:
    """Can the dump be bombed? By the USAAF, whoever holds it, until it is gone."""
    return side == ALLIED and s.dump >= 0 and not s.dump_gone


@clause("TIG-AIR-15", "TIG-SEQ-9")
def open_bomb(s: TigersState, side: int) -> None:
    """A side that can bomb something is asked."""
    if available(s, side) and (s.bridges or bombable(s, side) or burnable(s, side)):
        s.frame = Bomb((side,))


@clause("TIG-AIR-1", "TIG-AIR-4", "TIG-AIR-20")
def legal_bomb(s: TigersState, f: Bomb) -> list[int]:
    """Every air unit that can fly against every hex with enemies, every intact bridge, and, American, the dump."""
    side = f.side
    rules = s.rules
    targets = [_BOMB | h << B_SHIFT for h in rules.board.members(bombable(s, side))]
    targets += rules.crossings.busts.of(s.bridges)
    if burnable(s, side):
        targets.append(_BURN)
    actions = [_PASS]
    for g in available(s, side):
        group = g << A_SHIFT
        actions += [group | target for target in targets]
    return actions


@clause("TIG-AIR-15", "TIG-FUEL-10")
def apply_bomb(s: TigersState, f: Bomb, action: int) -> None:
    """A group is committed; whoever sends it against the dump gives the dump away."""
    code, group = action & VERB, action >> A_SHIFT & FIELD
    if code == _PASS:
        s.close()
        return
    if code == _BOMB:
        _commit(s, group, BOMB, action >> B_SHIFT, 0)
    elif code == _BUST:
        _commit(s, group, BUST, -1, s.rules.hexsides[action >> B_SHIFT])
    else:
        reveal_dump(s)
        _commit(s, group, BURN, s.dump, 0)
    if not available(s, f.side):
        s.close()


# --- interception -------------------------------------------------------------------------------------------------------
@clause("TIG-AIR-12", "TIG-AIR-15")
def open_intercept(s: TigersState, side: int) -> None:
    """A side that has an air unit left while enemy groups are out is asked."""
    wings = s.rules.wings[1 - side]
    if any(wings >> mission[0] & 1 for mission in s.missions) and available(s, side):
        s.frame = Intercept((side,))


@clause("TIG-AIR-1", "TIG-AIR-16")
def legal_intercept(s: TigersState, f: Intercept) -> list[int]:
    """Every air unit that can fly against every enemy group on a mission; several may go for one."""
    wings = s.rules.wings[1 - f.side]
    preys = [_INTERCEPT | mission[0] << B_SHIFT for mission in s.missions if wings >> mission[0] & 1]
    return [_PASS, *(g << A_SHIFT | prey for g in available(s, f.side) for prey in preys)]


def apply_intercept(s: TigersState, f: Intercept, action: int) -> None:
    """An interceptor is committed."""
    if action & VERB == _PASS:
        s.close()
        return
    group, prey = action >> A_SHIFT & FIELD, action >> B_SHIFT
    s.air_used |= 1 << group
    s.missions = tuple((*m[:4], m[4] | 1 << group) if m[0] == prey else m for m in s.missions)
    s.note("air.intercept", "TIG-AIR-16", group=s.rules.air[group].name, prey=s.rules.air[prey].name)
    if not available(s, f.side):
        s.close()


# --- supply by air ------------------------------------------------------------------------------------------------------
@clause("TIG-AIR-12", "TIG-AIR-13")
def open_resupply(s: TigersState, side: int) -> None:
    """Earlier air supply ends; a side that can fly some in is asked."""
    low, high = s.rules.forces.ranges[side]
    s.marks[low:high] = s.marks[low:high].translate(_NOT_AIRLIFTED)
    if available(s, side) and bombable(s, 1 - side):
        s.frame = Resupply((side,))


@clause("TIG-AIR-12", "TIG-AIR-20")
def legal_resupply(s: TigersState, f: Resupply) -> list[int]:
    """Every air unit that can fly to every hex with a friendly unit other than von der Heydte's."""
    # the hexes that the enemy could bomb are those with a unit of one's own
    hexes = [_RESUPPLY | h << B_SHIFT for h in s.rules.board.members(bombable(s, 1 - f.side))]
    return [_PASS, *(g << A_SHIFT | h for g in available(s, f.side) for h in hexes)]


def apply_resupply(s: TigersState, f: Resupply, action: int) -> None:
    """A group is committed."""
    if action & VERB == _PASS:
        s.close()
        return
    _commit(s, action >> A_SHIFT & FIELD, RESUPPLY, action >> B_SHIFT, 0)
    if not available(s, f.side):
        s.close()
