"""Wrong generators: the right one, asked about a state that is a little other, or told what nobody may know."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.proof.planting import Function
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.drill.frames import VERBS, Pick
from echelon.systems.drill.play import movement, places, retreat
from echelon.systems.drill.state import BLUE, MOVED, SHAKEN, DrillState

MOVE, END, FIGHT = (VERBS.code(v) for v in ("move", "end", "fight"))


def blind_to(**fields: Any) -> Callable[[Function], Function]:
    """The generator does not see some sets of the state."""

    def make(right: Function) -> Function:
        def wrong(s: DrillState, f: Any) -> Any:
            other = s.copy()
            for name, value in fields.items():
                setattr(other, name, value)
            return right(other, f)

        return wrong

    return make


def blind_to_flag(flag: int) -> Callable[[Function], Function]:
    """The generator does not see a flag of the units."""

    def make(right: Function) -> Function:
        def wrong(s: DrillState, f: Any) -> Any:
            other = s.copy()
            other.status[:] = bytes(status & ~flag for status in s.status)
            return right(other, f)

        return wrong

    return make


def without(refused: Callable[[DrillState, Any, int], bool]) -> Callable[[Function], Function]:
    """The generator leaves out some actions."""
    return lambda right: lambda s, f: [a for a in right(s, f) if not refused(s, f, a)]


def to_a_friend(s: DrillState, f: Any, action: int) -> bool:
    """A step from zone to zone into a hex with a friend."""
    if action & VERB != MOVE:
        return False
    bit, here = s.rules.board.bit, s.pos[f.unit]
    zone = places.enemy_zone(s, f.side)
    return bool(bit[here] & zone and bit[action >> B_SHIFT] & zone)


def free_first_hex(right: Function) -> Function:
    """The first step costs nothing."""

    def wrong(s: DrillState, f: Any) -> Any:
        whole = f.left == movement.allowance(s, f.unit)
        return right(s, type(f)((f.side, f.unit, 99)) if whole else f)

    return wrong


def hill_walkers(right: Function) -> Function:
    """Advance: armour goes into any wood."""

    def wrong(s: DrillState, f: Any) -> Any:
        able = [u for u in bits_of(f.attackers) if not s.status[u] & SHAKEN and not s.rules.board.bit[f.hex] & s.full]
        return [*(retreat.ADVANCE | u << A_SHIFT for u in able), retreat.STAY]

    return wrong


def fight(s: DrillState, f: Any, action: int) -> bool:
    """The word that lets the die roll."""
    return action == FIGHT


def end_while_waiting(s: DrillState, f: Pick, action: int) -> bool:
    """The end of movement, while a unit could still be picked."""
    low, high = s.rules.forces.ranges[f.side]
    return action == END and any(s.pos[u] != s.rules.gone and not s.status[u] & MOVED for u in range(low, high))


# --- secrets ----------------------------------------------------------------------------------------------------------
def public_mine(right: Function) -> Function:
    """The log tells everybody where the mine is."""

    def wrong(s: DrillState, f: Any, action: int) -> None:
        s.note("mine.laid", "DRL-SET-1", hex=action >> A_SHIFT)
        right(s, f, action)

    return wrong


def scouts(s: DrillState, f: Any, action: int) -> bool:
    """Blue is not offered the mined hex."""
    return f.side == BLUE and action & VERB == MOVE and action >> B_SHIFT & FIELD == s.mine


def five_faces(right: Function) -> Function:
    """The six never falls."""
    return lambda s, f: tuple((a, Fraction(1, 6)) for a, _chance in right(s, f)[:5])


def doubled(right: Function) -> Function:
    """The last action stands twice."""
    return lambda s, f: [*right(s, f), right(s, f)[-1]]
