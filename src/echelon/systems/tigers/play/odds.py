"""Odds and column shifts (chapter 11). Each shift is a row with its clause; play adds them up, the previews show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from echelon.core.fields import bits_of
from echelon.core.frames import Frame
from echelon.core.rulings import Note, clause
from echelon.mechanics.odds import clamp, ratio_column
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.play.defence import attack_origin, defence, defence_from
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import DISRUPTED, ENTRENCHED, GERMAN, TigersState

__all__ = [
    "SHIFTS", "Contest", "allowed", "attack_strength", "basic_column", "column", "contest", "defence", "preview_battle",
    "preview_fight", "rage", "reaches", "shifted", "total_defence",
]  # fmt: skip


class Contest(NamedTuple):
    """One battle, as its odds are reckoned: who attacks which hexes from where, and who defends."""

    side: int  # of the attackers
    hexes: list[int]
    attackers: list[int]
    units: int  # the attackers as a mask
    origin: int
    defenders: list[int]  # von der Heydte takes no part (TIG-VDH-5)


def contest(s: TigersState, hexes: int, attackers: int, side: int = -1) -> Contest:
    """The battle of these attackers against these hexes; `side` is needed only while there is no attacker."""
    rules = s.rules
    units = bits_of(attackers)
    if units:
        side = rules.forces.side_of[units[0]]
    targets = sorted(rules.board.members(hexes))
    defenders = [u for h in targets for u in friends_at(s, 1 - side, h) if u != rules.vdh]
    return Contest(side, targets, units, attackers, attack_origin(s, units), defenders)


# --- strengths ----------------------------------------------------------------------------------------------------------
@clause("TIG-GEN-4")
def attack_strength(s: TigersState, attackers: int) -> int:
    """The plain sum of the attackers' factors."""
    factor = s.rules.factor
    return sum(factor[u] for u in bits_of(attackers))


def total_defence(s: TigersState, b: Contest) -> int:
    """The modified defence of all attacked hexes together."""
    return sum(defence_from(s, 1 - b.side, h, b.origin) for h in b.hexes)


@clause("TIG-CRT-2", "TIG-CRT-3", "TIG-FUEL-9")
def allowed(s: TigersState, hexes: int, attackers: int) -> bool:
    """Are these odds 1:5 or better, before shifts? A hidden dump does not count."""
    rules = s.rules
    units = bits_of(attackers)
    strength = 0
    for u in units:
        strength += rules.factor[u]
    if not strength:
        return False
    side = 1 - rules.forces.side_of[units[0]]
    origin = attack_origin(s, units)
    owed = 0
    for h in rules.board.members(hexes):
        owed += defence_from(s, side, h, origin)
    return reaches(s, strength, owed)


@clause("TIG-CRT-2", "TIG-CRT-3")
def reaches(s: TigersState, attack: int, against: int) -> bool:
    """Are strengths in a ratio that may be fought?"""
    a, d = s.rules.approaches.ratios[0]
    return attack > 0 and a * against <= attack * d


@clause("TIG-CRT-3", "TIG-FUEL-9")
def basic_column(s: TigersState, attack: int, against: int) -> int:
    """The column before shifts. An attack that only the hidden dump brought below 1:5 is fought from 1:5."""
    return max(ratio_column(attack, against, s.rules.approaches.ratios), 0)


# --- shifts -------------------------------------------------------------------------------------------------------------
@clause("TIG-SHF-2")
def _telling(s: TigersState, b: Contest) -> list[int]:
    """The defenders whose Disruption and supply count: those of sub-division size or more, or all if there are none."""
    below = s.rules.below
    return [u for u in b.defenders if not below >> u & 1] or b.defenders


@clause("TIG-DIS-3", "TIG-SHF-2")
def _defender_disrupted(s: TigersState, b: Contest) -> bool:
    steadfast = s.rules.approaches.steadfast
    return any(s.status[u] & DISRUPTED and not steadfast >> u & 1 for u in _telling(s, b))


@clause("TIG-SUP-3", "TIG-SHF-2")
def _defender_unsupplied(s: TigersState, b: Contest) -> bool:
    return any(not is_supplied(s, u) for u in _telling(s, b))


@clause("TIG-SUP-3")
def _attacker_unsupplied(s: TigersState, b: Contest) -> bool:
    return any(not is_supplied(s, u) for u in b.attackers)


@clause("TIG-SHF-3", "TIG-SHF-4")
def _river(s: TigersState, b: Contest) -> bool:
    """Some attacked hex is reached by all attackers only across rivers, bridged or not."""
    dry = s.rules.approaches.dry
    return any(not b.origin & dry[h] for h in b.hexes)


@clause("TIG-TGR-1", "TIG-TGR-2")
def _tiger_fright(s: TigersState, b: Contest) -> bool:
    """Tigers attack, and every hex holds U.S. infantry or cavalry, un-entrenched, and nobody else."""
    if not b.units & s.rules.tiger:
        return False
    frightened, status, pos = s.rules.approaches.frightened, s.status, s.pos
    if any(status[u] & ENTRENCHED or not frightened >> u & 1 for u in b.defenders):
        return False
    return {pos[u] for u in b.defenders} == set(b.hexes)


@clause("TIG-SKZ-1")
def _skorzeny(s: TigersState, b: Contest) -> bool:
    return s.turn <= 3 and bool(b.units >> s.rules.skorzeny & 1)


@clause("TIG-SSR-1")
def _ruthless(s: TigersState, b: Contest) -> bool:
    return s.ruthless == s.turn and bool(b.units & s.rules.ss)


@clause("TIG-SSR-3", "TIG-SSR-4")
def rage(s: TigersState, attackers: int) -> bool:
    """Does GI rage answer this attack: SS units in it, or parachute divisions stacked with or next to SS units?"""
    if not 0 < s.ruthless < s.turn:
        return False
    rules = s.rules
    if attackers & rules.ss:
        return True
    paratroopers = attackers & rules.approaches.paratroopers
    if not paratroopers:
        return False
    gone, bit, ring = rules.gone, rules.board.bit, rules.board.ring_of
    ss = 0
    for u in bits_of(rules.ss):
        if s.pos[u] < gone:
            ss |= bit[s.pos[u]]
    return any(ss & (ring[s.pos[u]] | bit[s.pos[u]]) for u in bits_of(paratroopers))


@clause("TIG-SSR-3")
def _rage_counts(s: TigersState, b: Contest) -> bool:
    """With option `remind_malmedy` the U.S. player has to claim it."""
    return bool(s.claimed or not s.rules.remind_malmedy) and rage(s, b.units)


@clause("TIG-SET-9", "TIG-SET-10")
def _barrage(s: TigersState, b: Contest) -> bool:
    """Turn 1, a German attack, and every attacked hex lies at the initial front line."""
    if s.turn != 1 or b.side != GERMAN:
        return False
    front, bit = s.rules.approaches.at_front, s.rules.board.bit
    return all(bit[h] & front for h in b.hexes)


Shift = tuple[str, int, Callable[[TigersState, Contest], bool], str]
# clause, columns, when, and the word for it
SHIFTS: tuple[Shift, ...] = (
    ("TIG-DIS-3", +1, _defender_disrupted, "defender Disrupted"),
    ("TIG-SUP-3", +1, _defender_unsupplied, "defender unsupplied"),
    ("TIG-SUP-3", -1, _attacker_unsupplied, "attacker unsupplied"),
    ("TIG-SHF-3", -1, _river, "across a river"),
    ("TIG-TGR-1", +1, _tiger_fright, "Tiger Fright"),
    ("TIG-SKZ-1", +1, _skorzeny, "Skorzeny"),
    ("TIG-SSR-1", +1, _ruthless, "Ruthlessness"),
    ("TIG-SSR-3", -1, _rage_counts, "GI rage"),
    ("TIG-SET-9", +1, _barrage, "opening barrage"),
)


@clause("TIG-SHF-1", "TIG-CRT-4", "TIG-SHF-5")
def column(s: TigersState, hexes: int, attackers: int, notes: list[Note] | None = None) -> int:
    """The column a battle is fought on as things stand; the shifts that apply are added to `notes` if wanted."""
    b = contest(s, hexes, attackers)
    return shifted(s, b, basic_column(s, attack_strength(s, attackers), total_defence(s, b)), notes)


def shifted(s: TigersState, b: Contest, at: int, notes: list[Note] | None = None) -> int:
    """A basic column moved by all shifts together, then held within the table."""
    for cited, amount, applies, word in SHIFTS:
        if applies(s, b):
            at += amount
            if notes is not None:
                notes.append(Note(cited, amount, {"shift": word}))
    return clamp(at, len(s.rules.columns))


# --- previews -----------------------------------------------------------------------------------------------------------
def preview_battle(s: TigersState, f: Frame, action: int) -> dict[str, Any]:
    """What an answer to `attack.allocate` or `attack.battle` means (see `previews`)."""
    from echelon.systems.tigers.play.previews import of_allocation

    return of_allocation(s, f, action)


def preview_fight(s: TigersState, f: Frame, action: int) -> dict[str, Any]:
    """What an answer to a question of the combat step means, up to the die (see `previews`)."""
    from echelon.systems.tigers.play.previews import of_combat

    return of_combat(s, f, action)
