"""Building, dismantling and blowing bridges (chapter 17). What a die decides during moves and battles is with those."""

from __future__ import annotations

from typing import Any

from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, VERB
from echelon.mechanics.chance import in_six, succeeds
from echelon.systems.tigers.frames import ACTS, VERBS, Bridges, BridgeWork
from echelon.systems.tigers.play.places import destroy_bridge, forget
from echelon.systems.tigers.play.zones import grip
from echelon.systems.tigers.state import DISRUPTED, GERMAN, TigersState

__all__ = [
    "apply_bridge_work", "apply_bridges", "chance_of", "chance_row", "legal_bridges", "open_bridges", "preview_bridge",
]  # fmt: skip

BUILD, DISMANTLE, BLOW = range(3)
_CODES = tuple(VERBS.code(act) for act in ACTS)
_ACT = {code: act for act, code in enumerate(_CODES)}
_END = VERBS.code("end")


@clause("TIG-SEQ-10")
def open_bridges(s: TigersState, side: int) -> None:
    """The bridge step, after supply: a side is asked if there is a hexside it can work on."""
    s.closed, s.banks = 0, None
    if _anything(s, side):
        s.frame = Bridges((side,))
    else:
        _hand_over(s, side)


# --- where --------------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-4", "TIG-BRG-9", "TIG-BRG-10")
def workable(s: TigersState, side: int) -> int:
    """The river hexsides where a side may try something, bridge or none: next to one of its combat units; or within its
    lines, next to no enemy unit and not radiating from an UnDisrupted enemy division."""
    rules = s.rules
    lattice = rules.board.lattice
    sides_of = lattice.sides_of
    enemy = 1 - side
    river = rules.river
    friend = sides_of(s.strong[side]) & river
    theirs = s.german ^ lattice.all if side == GERMAN else s.german
    bad = sides_of(s.occupied[enemy] | theirs) | friend
    free = (river | bad) ^ bad
    if free:
        radiating = rules.crossings.radiating
        for h in lattice.members(grip(s, enemy)[2] & rules.crossings.radiant):
            free ^= radiating[h] & free
    return friend | free


def _banks(s: TigersState, side: int) -> int:
    """What `workable` says, known until a unit moves, is Disrupted or recovers: bridges themselves do not matter for it."""
    known = s.banks
    if known is None or known[0] != side:
        known = s.banks = (side, workable(s, side))
    return known[1]


@clause("TIG-BRG-3", "TIG-BRG-11", "TIG-BRG-12")
def legal_bridges(s: TigersState, f: Bridges) -> list[int]:
    """Build where no bridge stands, if a marker is left; blow any bridge; dismantle one's own; each hexside once a step."""
    side = f.side
    lists = s.rules.crossings
    bridges, closed = s.bridges, s.closed
    where = (_banks(s, side) | closed) ^ closed
    actions = lists.blows.of(where & bridges)
    if s.german_markers if side == GERMAN else s.us_markers:
        actions += lists.builds.of((where | bridges) ^ bridges)
    own = _own_engineer(s, side) & where
    if own:
        actions += lists.dismantles.of(own)
    actions.append(_END)
    return actions


def _own_engineer(s: TigersState, side: int) -> int:
    """Engineer bridges a side has built and still owns (TIG-BRG-11, TIG-BRG-12)."""
    if not s.engineer:
        return 0
    if side == GERMAN:
        return s.engineer & s.german_built & s.german_bridges
    theirs = s.german_built | s.german_bridges
    return (s.engineer | theirs) ^ theirs


def _anything(s: TigersState, side: int) -> bool:
    """Is there a hexside left to work on? The hexsides of the side's own units usually tell."""
    rules = s.rules
    closed = s.closed
    room = rules.river if (s.german_markers if side == GERMAN else s.us_markers) else s.bridges
    room = (room | closed) ^ closed
    return bool(room & rules.board.lattice.sides_of(s.strong[side]) or room & _banks(s, side))


# --- how likely ---------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-5", "TIG-BRG-6", "TIG-BRG-10")
def chance_row(s: TigersState, side: int, hexside: int) -> tuple[int, str]:
    """The chance in sixths of any work at a hexside that stands open to it, and the clause it comes from."""
    rules = s.rules
    enemy = 1 - side
    bit = rules.board.bit
    a, b = rules.board.side_hexes(hexside)
    friends, enemies = s.strong[side], s.occupied[enemy]
    ours: list[int] = []
    foes: list[int] = []
    for here, there in ((a, b), (b, a)):
        if friends & bit[here] and enemies & bit[there]:
            ours += [u for u in _units(s, side, here) if rules.factor[u] >= 1]
            foes += _units(s, enemy, there)
    if not ours:
        return 5, "TIG-BRG-4"
    down, foes_down = _all_disrupted(s, ours), _all_disrupted(s, foes)
    return 3 + foes_down - down, "TIG-BRG-6" if down or foes_down else "TIG-BRG-5"


def _units(s: TigersState, side: int, h: int) -> list[int]:
    low, high = s.rules.forces.ranges[side]
    found = []
    u = s.pos.find(h, low, high)
    while u >= 0:
        found.append(u)
        u = s.pos.find(h, u + 1, high)
    return found


def _all_disrupted(s: TigersState, units: list[int]) -> bool:
    return all(s.status[u] & DISRUPTED for u in units)


def chance_of(s: TigersState, side: int, hexside_bit: int, act: int) -> int:
    """The chance in sixths that a side's work at a hexside succeeds; 0 if it is not allowed (once tried, or at all)."""
    if not workable(s, side) & hexside_bit or s.closed & hexside_bit:
        return 0
    if act == BUILD:
        allowed = not s.bridges & hexside_bit and (s.german_markers if side == GERMAN else s.us_markers)
    elif act == BLOW:
        allowed = s.bridges & hexside_bit
    else:
        allowed = _own_engineer(s, side) & hexside_bit
    return chance_row(s, side, hexside_bit)[0] if allowed else 0


def preview_bridge(s: TigersState, f: Bridges, action: int) -> dict[str, Any]:
    """The chance of an attempt, with its clause."""
    if action & VERB == _END:
        return {}
    hexside = s.rules.hexsides[action >> A_SHIFT]
    if not chance_of(s, f.side, hexside, _ACT[action & VERB]):
        return {"chance": "0"}
    n, cited = chance_row(s, f.side, hexside)
    return {"chance": str(in_six(n)), "clause": cited}


# --- what happens -------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-11")
def apply_bridges(s: TigersState, f: Bridges, action: int) -> None:
    """An attempt closes its hexside for the rest of the step; `end` ends the step."""
    code = action & VERB
    if code == _END:
        _hand_over(s, f.side)
        s.close()
        return
    hexside = s.rules.hexsides[action >> A_SHIFT]
    s.closed |= hexside
    s.push(BridgeWork((CHANCE, hexside, _ACT[code])))


@clause("TIG-BRG-4", "TIG-BRG-5", "TIG-BRG-7", "TIG-BRG-8")
def apply_bridge_work(s: TigersState, f: BridgeWork, action: int) -> None:
    """The die of an attempt: a failure changes nothing, but a marker that failed is in the pool again only next turn."""
    s.rolls += 1
    s.frame = asked = s.stack.pop()
    side = asked.side
    hexside, act = f.hexside, f.act
    if succeeds(s.rules.read[action >> A_SHIFT], chance_row(s, side, hexside)[0]):
        if act == BUILD:
            _build(s, side, hexside)
        elif act == DISMANTLE:
            _dismantle(s, side, hexside)
        else:
            destroy_bridge(s, hexside, "TIG-BRG-4")
    elif act == BUILD:
        _take_marker(s, side)
        s.returning = (*s.returning, (s.turn + 1, side))
        s.note("bridge.not_built", "TIG-BRG-8", hexside=hexside, side=side)
    else:
        s.note("bridge.failed", "TIG-BRG-8", hexside=hexside, word_act=ACTS[act])


@clause("TIG-BRG-3")
def _take_marker(s: TigersState, side: int) -> None:
    """A marker leaves the pool."""
    if side == GERMAN:
        s.german_markers -= 1
    else:
        s.us_markers -= 1


@clause("TIG-BRG-3")
def _build(s: TigersState, side: int, hexside: int) -> None:
    """An engineer bridge from the pool."""
    _take_marker(s, side)
    s.bridges |= hexside
    s.engineer |= hexside
    if side == GERMAN:
        s.german_bridges |= hexside
        s.german_built |= hexside
    forget(s)
    s.note("bridge.built", "TIG-BRG-4", hexside=hexside, side=side)


@clause("TIG-BRG-13")
def _dismantle(s: TigersState, side: int, hexside: int) -> None:
    """An own engineer bridge comes down; its marker is there again next turn."""
    s.bridges ^= hexside
    s.engineer ^= hexside
    if side == GERMAN:
        s.german_bridges ^= hexside
        s.german_built ^= hexside
    s.returning = (*s.returning, (s.turn + 1, side))
    forget(s)
    s.note("bridge.dismantled", "TIG-BRG-13", hexside=hexside, side=side)


@clause("TIG-BRG-20")
def _hand_over(s: TigersState, side: int) -> None:
    """The step is over: a bridge with both its hexes in a side's control is that side's."""
    s.closed = 0
    lattice = s.rules.board.lattice
    theirs = lattice.sides_of(s.german ^ lattice.all if side == GERMAN else s.german)
    bridges = (s.bridges | theirs) ^ theirs
    if side == GERMAN:
        s.german_bridges |= bridges
    else:
        s.german_bridges = (s.german_bridges | bridges) ^ bridges
