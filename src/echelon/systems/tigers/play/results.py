"""Combat results (chapter 12): what the die brings to attackers and defenders."""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.core.rulings import Note, clause
from echelon.core.verbs import A_SHIFT
from echelon.mechanics.losses import cover
from echelon.systems.tigers.frames import VERBS, CombatDie, Losses
from echelon.systems.tigers.play.aftermath import AD, AE, D1, D_AE, DASH, DD, DE, FORCED, D, outcome_at
from echelon.systems.tigers.play.odds import attack_strength, basic_column, column
from echelon.systems.tigers.play.places import disrupt, eliminate
from echelon.systems.tigers.play.recovery import recover_after_result
from echelon.systems.tigers.play.retreat import begin_blow, begin_distance
from echelon.systems.tigers.state import DISRUPTED, ENTRENCHED, RESULTS, SKIPPED, TigersState

__all__ = ["apply_combat_die", "apply_losses", "legal_losses"]

LOSE = VERBS.code("lose")


@clause("TIG-CRT-1", "TIG-GEN-2", "TIG-SHF-5", "TIG-NRT-2", "TIG-GEN-10", "TIG-SSR-2", "TIG-RES-5", "TIG-RES-10", "TIG-DIS-2")
def apply_combat_die(s: TigersState, f: CombatDie, action: int) -> None:
    """Read the table; first what the attackers suffer, then the defenders."""
    s.rolls += 1
    rules, number = s.rules, action >> A_SHIFT
    attackers = bits_of(s.attackers)
    side = rules.forces.side_of[attackers[0]]
    hexes = 0
    for h, defence, _stand, _distance, _fate in s.targets:
        if defence:
            hexes |= rules.board.bit[h]
    shifts: list[Note] | None = None if s.log is None else []
    at = column(s, hexes, s.attackers, shifts)
    rolled = RESULTS.index(rules.combat[rules.read[number] - 1][at])
    if shifts is not None:
        _tell(s, side, at, shifts, number, rolled)
    if rolled == D1 and not s.asked:
        rolled = D
    s.rolled = rolled
    if rolled <= D_AE and s.attackers >> rules.peiper & 1:
        s.peiper_worse = 1
    if rolled <= AE:
        recover_after_result(s)
    if rolled == AD:
        for u in attackers:
            disrupt(s, u, "TIG-RES-5")
    if rolled in (AE, D_AE):
        _begin_losses(s, side, attackers)
    else:
        _defenders_next(s, side)


def _tell(s: TigersState, side: int, at: int, shifts: list[Note], number: int, rolled: int) -> None:
    """Note the result with the odds it came from."""
    rules = s.rules
    attack, against = attack_strength(s, s.attackers), sum(row[1] for row in s.targets)
    facts: dict[str, Any] = {
        "hexes": tuple(row[0] for row in s.targets if row[1]),
        "attack": attack,
        "defence": against,
        "side": side,
        "units": tuple(bits_of(s.attackers)),
    }
    facts |= {"odds": rules.columns[at], "die": number, "word_result": RESULTS[rolled]}
    if shifts:
        basic = rules.columns[basic_column(s, attack, against)]
        facts |= {"basic": basic, "shifts": [f"{note.facts['shift']} {note.amount:+}".replace("-", "−") for note in shifts]}
    s.note("result.shifted" if shifts else "result", "TIG-CRT-1", **facts)


# --- what the attackers lose --------------------------------------------------------------------------------------------
@clause("TIG-RES-5", "TIG-RES-7", "TIG-RES-8", "TIG-SEQ-14")
def _begin_losses(s: TigersState, side: int, attackers: list[int]) -> None:
    """Attackers worth the defence are lost. Nobody is asked if none of them can be spared."""
    factors = [x for x in (s.rules.factor[u] for u in attackers) if x]
    owed = sum(row[1] for row in s.targets)
    if sum(factors) - min(factors) < owed:
        for u in attackers:
            eliminate(s, u, "TIG-RES-8")
        _defenders_next(s, side)
    else:
        s.frame = Losses((side, owed, 0))


@clause("TIG-RES-8")
def legal_losses(s: TigersState, f: Losses) -> list[int]:
    """The attackers whose loss can be part of losses without a unit to spare."""
    _side, owed, lost = f
    factor = s.rules.factor
    units = bits_of(s.attackers | lost)
    values = [factor[u] for u in units]
    chosen = sum(1 << i for i, u in enumerate(units) if lost >> u & 1)
    need = owed + sum(factor[u] for u in bits_of(lost))
    return [LOSE | units[i] << A_SHIFT for i in bits_of(cover(need, values, chosen))]


@clause("TIG-RES-8", "TIG-RES-5")
def apply_losses(s: TigersState, f: Losses, action: int) -> None:
    """One unit is lost. When enough are, Skorzeny follows if nobody else is left, and the others are Disrupted."""
    side, owed, lost = f
    unit = action >> A_SHIFT
    eliminate(s, unit, "TIG-RES-8")
    owed -= s.rules.factor[unit]
    if owed > 0:
        s.frame = Losses((side, owed, lost | 1 << unit))
        return
    alone = not s.attackers & s.rules.strong_units
    for u in bits_of(s.attackers):
        if alone:
            eliminate(s, u, "TIG-RES-8")
        else:
            disrupt(s, u, "TIG-RES-5")
    _defenders_next(s, side)


# --- what the defenders suffer ------------------------------------------------------------------------------------------
@clause("TIG-RES-10")
def _defenders_next(s: TigersState, side: int) -> None:
    """After the attackers' losses: the defenders, hex by hex, then retreats and what follows."""
    if DASH <= s.rolled <= AE:
        begin_blow(s, side)
    else:
        s.targets = tuple(_strike(s, *row) for row in s.targets)
        begin_distance(s, side)


@clause("TIG-RES-1", "TIG-RES-2", "TIG-RES-3", "TIG-RES-6", "TIG-RES-9", "TIG-NRT-1", "TIG-NRT-6", "TIG-FUEL-3", "TIG-FUEL-9")
def _strike(s: TigersState, h: int, defence: int, stand: int, distance: int, fate: int) -> tuple[int, int, int, int, int]:
    """The result falls on the defenders of a hex. A distance of -1 is left where the attacker has to name one."""
    result = outcome_at(s.rolled, stand)
    units = [u for u in bits_of(s.defenders) if s.pos[u] == h]
    survivors = 0
    for u in units:
        if result == DE or (result == DD and s.status[u] & DISRUPTED):
            eliminate(s, u, "TIG-RES-1" if result == DE else "TIG-RES-2")
        else:
            _shake(s, u)
            survivors += 1
    if defence and not units and s.rolled >= D1:
        fate = FORCED  # the dump alone falls
        s.note("dump.fallen", "TIG-FUEL-9", hex=h)
    driven = survivors and result >= D1
    return h, defence, stand, -1 if driven else 0, fate


@clause("TIG-RES-3", "TIG-RES-11", "TIG-ENT-3", "TIG-ENT-4", "TIG-ENT-5", "TIG-DIS-4")
def _shake(s: TigersState, unit: int) -> None:
    """A defender is Disrupted; its entrenchment goes with a D1 or more as rolled, or with a second D."""
    if s.status[unit] & ENTRENCHED and (s.rolled >= D1 or s.status[unit] & DISRUPTED):
        s.status[unit] &= ~ENTRENCHED
        s.note("entrenchment.lost", "TIG-ENT-3" if s.rolled >= D1 else "TIG-ENT-5", unit=unit)
    s.marks[unit] &= ~SKIPPED
    disrupt(s, unit, "TIG-RES-3")
