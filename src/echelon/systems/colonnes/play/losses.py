"""Steps lost in combat (chapter 8.3): who loses them, and what comes next."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.colonnes.facts.units import friends_at, phasing
from echelon.systems.colonnes.frames import VERBS, Losses
from echelon.systems.colonnes.play.places import lose_step
from echelon.systems.colonnes.play.sequel import after_fighting, end_combat
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["apply_losses", "candidates", "legal_losses", "open_losses"]

LOSE = VERBS.code("lose")
EXCHANGE = RESULTS.index("EX")
_TO_ATTACKER = (RESULTS.index("A1"), RESULTS.index("A2"))


@clause("COL-RES-3")
def candidates(s: ColonnesState, side: int) -> list[int]:
    """Who may lose a step: combat units, then convoys, then headquarters of those in the combat; never a column."""
    rules = s.rules
    units = bits_of(s.attackers) if side == phasing(s) else friends_at(s, side, s.target)
    for sort in (rules.combat, rules.convoys, rules.hq):
        found = [u for u in units if sort >> u & 1]
        if found:
            return found
    return []


@clause("COL-RES-1", "COL-RES-2", "COL-RES-6")
def open_losses(s: ColonnesState, side: int, owed: int, held: int = 0) -> None:
    """A side owes steps: it is asked as long as it has any; what is beyond is ignored."""
    if owed and candidates(s, side):
        s.frame = Losses((side, owed, held))
    else:
        _after_losses(s, side, held)


@clause("COL-RES-3")
def legal_losses(s: ColonnesState, f: Losses) -> list[int]:
    """Everybody who may lose the next step."""
    return [LOSE | u << A_SHIFT for u in candidates(s, f[0])]


@clause("COL-RES-3", "COL-RES-5", "COL-RES-7")
def apply_losses(s: ColonnesState, f: Losses, action: int) -> None:
    """A unit loses a step. If EX takes the last combat unit of the attacked hex, those left there will have to go."""
    side, owed, held = f
    unit = action >> A_SHIFT
    lives = lose_step(s, unit, "COL-RES-4" if held else "COL-RES-3")
    if s.rolled == EXCHANGE and not lives and s.rules.fights[unit] and side != phasing(s):
        bit = s.rules.board.bit[s.target]
        if bit & s.counters[side] and not bit & s.fighters[side]:
            s.distance = 1
    open_losses(s, side, owed - 1, held)


@clause("COL-RES-1", "COL-RES-2", "COL-RES-4", "COL-RES-5", "COL-RES-6")
def _after_losses(s: ColonnesState, side: int, held: int) -> None:
    """What follows the losses of a side: in EX those of the attacker; then holding or retreat, if there is one to make."""
    from echelon.systems.colonnes.play.retreat import open_hold, open_retreat

    if held or s.rolled in _TO_ATTACKER:
        end_combat(s)
    elif s.rolled != EXCHANGE:
        open_hold(s, side)
    elif side != phasing(s):
        open_losses(s, 1 - side, 1)
    elif s.distance:
        open_retreat(s, 1 - side)
    else:
        after_fighting(s)
