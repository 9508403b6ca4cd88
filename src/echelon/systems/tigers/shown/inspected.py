"""What a unit's card says of its movement, what is amiss with it where it could go, and what an answer brings upon it.

`say` fills texts of the catalogue's `[inspect]`.
"""

from __future__ import annotations

from collections.abc import Callable

from echelon.core.show.panels import Caution, Row
from echelon.core.verbs import VERB
from echelon.systems.tigers.facts.units import omf, on_map
from echelon.systems.tigers.frames import VERBS, Peiper, Pick, Step
from echelon.systems.tigers.play.march import bonus_of
from echelon.systems.tigers.play.peiper import party, tired
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import LATE, ROAD, TigersState

__all__ = ["cautions", "inspected", "resting", "warnings"]

Say = Callable[..., str]
STOP, WAIT = VERBS.code("stop"), VERBS.code("wait")


def inspected(s: TigersState, unit: int, say: Say) -> list[Row]:
    """What a unit on the move has left, what one that may move now can spend, and what is printed on any other."""
    f = s.frame
    left = omf(s, unit) - s.spent[unit]
    if isinstance(f, Step) and f.units >> unit & 1:
        return [Row(say("left"), _points(left, bonus_of(s, unit, f.path), say), "TIG-MOV-5")]
    if isinstance(f, Peiper) and unit in party(s):
        return [Row(say("left"), say("points", mf=max(0, left)), "TIG-KGP-5")]
    if isinstance(f, Pick) and VERBS.make("take", unit) in f.kind.legal(s, f):
        bonus = bonus_of(s, unit, ((s.pos[unit], s.spent[unit]),))
        return [Row(say("now"), _points(left, bonus, say), "TIG-MOV-3" if bonus else "TIG-KGP-5")]
    return [Row(say("printed"), say("points", mf=s.rules.omf[unit]), "TIG-MOV-1")]


def _points(left: int, bonus: int, say: Say) -> str:
    """What is left of a unit's own factor, and of the bonus where it may have one."""
    more = min(bonus, bonus + left)
    return say("points.bonus" if more > 0 else "points", mf=max(0, left), mf_all=max(0, left) + more)


def warnings(s: TigersState, unit: int, say: Say) -> list[Caution]:
    """A unit that would end its move by road or on the bonus, or could trace no supply line from there as things stand."""
    if unit == s.rules.vdh or not on_map(s, unit):
        return []
    found = []
    if s.status[unit] & ROAD:
        found.append(Caution(say("by_road"), "TIG-ROAD-4"))
    if s.spent[unit] > omf(s, unit):
        found.append(Caution(say("on_bonus"), "TIG-MOV-5", grave=False))
    if not is_supplied(s, unit):
        found.append(Caution(say("unsupplied"), "TIG-SUP-1"))
    return found


def cautions(s: TigersState, action: int, say: Say) -> list[Caution]:
    """That Kampfgruppe Peiper pays for its advances with Disruption: now if it stops, at the end of Blitzkrieg if it waits."""
    f, verb = s.frame, action & VERB
    if not isinstance(f, Peiper) or verb not in (STOP, WAIT):
        return []
    when = resting(s, f, verb == WAIT)
    return [Caution(say(when[0]), when[1])] if when else []


def resting(s: TigersState, f: Peiper, waits: bool) -> tuple[str, str, tuple[int, ...]] | None:
    """When Kampfgruppe Peiper's rest Disrupts (`now`, `later`, or `later.road`: only if it does not leave the road), by which
    clause, and whom; None for nobody."""
    due = tired(s, f)
    stuck = [(u, cited) for u, cited in due if cited == "TIG-ATK-15"]
    units = tuple(u for u, _cited in stuck if waits) or tuple(u for u, _cited in due)
    if not units:
        return None
    if stuck or not waits:
        return "now", (stuck or due)[0][1], units
    return "later" if any(s.marks[u] & LATE for u in units) else "later.road", "TIG-KGP-8", units
