"""Battles: what fighting, orders, the die, losses, distances and bridges bring about."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.systems.tigers.facts.ground import unbridged
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, on_map, strong_at
from echelon.systems.tigers.frames import Ask, Claim, CombatDie, Distance, Losses, Orders
from echelon.systems.tigers.law.course.happenings import demolish, disrupt, eliminate, recover
from echelon.systems.tigers.law.odds import (
    allowed,
    attack_of,
    defence_of,
    defenders_of,
    dump_defends,
    final_column,
    is_rage,
    is_target,
)  # fmt: skip
from echelon.systems.tigers.law.supply import is_supplied
from echelon.systems.tigers.law.units import is_mechanized
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACKED,
    BOMBED,
    DISRUPTED,
    ENTRENCHED,
    FATES,
    FOUGHT,
    GERMAN,
    OFF,
    OPEN,
    RESULTS,
    SKIPPED,
    TigersState,
)  # fmt: skip

__all__ = ["asked", "begin", "called_off", "claimed", "destroyed", "die_cast", "driven", "fight", "forget", "lost", "ordered"]

WORSE = ("-", "AD", "D/AE", "AE")  # worse than a D (TIG-GEN-10)


def phasing(want: TigersState) -> int:
    """Whose combat step it is."""
    return want.rules.sequence[want.step].side


def hexes_of(want: TigersState) -> list[int]:
    """The hexes of the battle being resolved."""
    return [row[0] for row in want.targets]


# --- fighting and calling off ---------------------------------------------------------------------------------------------
@clause("TIG-ATK-11", "TIG-ATK-16", "TIG-SKZ-3")
def fight(want: TigersState, place: int) -> str:
    """The battle begins, or is void."""
    board, side = want.rules.board, phasing(want)
    number = next(
        i for i, (hexes, _u, state) in enumerate(want.battles) if state == OPEN and min(board.members(hexes)) == place
    )
    hexes, units, _state = want.battles[number]
    attackers = [u for u in bits_of(units) if on_map(want, u) and not is_disrupted(want, u)]
    targets = [h for h in sorted(board.members(hexes)) if is_target(want, side, h)]
    strong = attack_of(want, attackers) > 0
    alone = [h for h in targets if _only_skorzeny(want, side, h)]
    rest = [h for h in targets if h not in alone]
    if not strong or not targets or (rest and not allowed(want, side, rest, attackers)):
        call_off(want, {number})
        return "TIG-ATK-16"
    want.battles = tuple((*row[:2], FOUGHT) if i == number else row for i, row in enumerate(want.battles))
    begin(want, side, targets, attackers)
    return "TIG-SEQ-12"


def _only_skorzeny(want: TigersState, side: int, place: int) -> bool:
    units = defenders_of(want, side, place)
    return units == [want.rules.skorzeny] and not dump_defends(want, side, place)


@clause("TIG-SEQ-5", "TIG-ENT-2", "TIG-FUEL-9", "TIG-KGP-1", "TIG-SKZ-2", "TIG-ATK-10")
def begin(want: TigersState, side: int, targets: Sequence[int], attackers: Sequence[int]) -> None:
    """Everybody who takes part has attacked; a dump among the defenders shows; a lone Skorzeny is gone."""
    rules = want.rules
    if side == GERMAN:
        _search(want, targets)
    want.touched |= sum(1 << d for d in bits_of(want.ready) if _owed_by_duty_b(want, attackers, d))
    for unit in attackers:
        want.status[unit] = (want.status[unit] | ATTACKED) & ~ENTRENCHED
    if rules.peiper in attackers:
        want.peiper_attacks += 1
        want.peiper_since = 0
    want.attackers = sum(1 << u for u in attackers)
    want.attack_from = 0
    for unit in attackers:
        want.attack_from |= rules.board.bit[want.pos[unit]]
    rows = []
    for h in targets:
        if _only_skorzeny(want, side, h):
            eliminate(want, rules.skorzeny)
            rows.append((h, 0, 0, 0, FATES.index("forced")))
        else:
            rows.append((h, defence_of(want, side, h, attackers), 0, -1, 0))
    want.targets = tuple(rows)
    want.defenders = sum(1 << u for h in targets for u in defenders_of(want, side, h))
    want.asked, want.claimed, want.rolled, want.advanced = 1, 0, 0, 0
    want.retreats = want.occupiers = ()


def _search(want: TigersState, targets: Sequence[int]) -> None:
    """A German attack on Allied units shows whether the dump is with them (TIG-FUEL-9)."""
    for h in targets:
        bit = want.rules.board.bit[h]
        if bit & want.rules.dump_hexes and not bit & want.searched and not want.dump_known and not want.dump_gone:
            if not strong_at(want, ALLIED, h):
                continue
            want.searched |= bit
            want.reveals += 1
            if h == want.dump:
                want.dump_known, want.searched = 1, want.rules.dump_hexes


@clause("TIG-ATK-1", "TIG-ATK-8")
def _owed_by_duty_b(want: TigersState, attackers: Sequence[int], division: int) -> bool:
    """An UnDisrupted division that an attacker touches and could attack as far as rivers are concerned."""
    if not on_map(want, division) or is_disrupted(want, division):
        return False
    place = want.pos[division]
    near = [u for u in attackers if any(h == place for h, _b, _s in want.rules.board.near[want.pos[u]])]
    return any(not is_mechanized(want, u) or not unbridged(want, want.pos[u], place) for u in near)


@clause("TIG-ATK-10", "TIG-ATK-17", "TIG-DIS-4")
def call_off(want: TigersState, numbers: set[int]) -> None:
    """Battles that are not fought: who waited for them to recover does so, if supplied and not bombed."""
    board = want.rules.board
    side = phasing(want)
    free = []
    for i in numbers:
        for h in board.members(want.battles[i][0]):
            free += [u for u in friends_at(want, 1 - side, h) if want.marks[u] & SKIPPED]
    want.battles = tuple((*row[:2], OFF) if i in numbers else row for i, row in enumerate(want.battles))
    if not want.rules.blitz[want.step]:
        able = [u for u in free if is_supplied(want, u) and not want.status[u] & BOMBED]
        for unit in able:
            recover(want, unit)
    for unit in free:
        want.marks[unit] &= ~SKIPPED


def called_off(want: TigersState, place: int, chain: set[int]) -> str:
    """The battle is called off, and those that hang on it."""
    call_off(want, chain)
    return "TIG-ATK-10"


# --- before the die -------------------------------------------------------------------------------------------------------
@clause("TIG-NRT-2", "TIG-NRT-3", "TIG-SSR-3")
def before_the_die(want: TigersState) -> None:
    """Orders for every hex with units, hex by hex; then a claim of rage where it must be made; then the die."""
    side = phasing(want)
    waiting = [h for h, _d, _s, _n, fate in want.targets if fate == 0 and defenders_of(want, side, h)]
    if want.rules.forgotten_question and waiting:
        want.frame = Ask((side,))
        return
    ask_orders(want, waiting)


def ask_orders(want: TigersState, waiting: Sequence[int]) -> None:
    """The next hex, or what follows."""
    side = phasing(want)
    if waiting:
        want.frame = Orders((1 - side, sum(want.rules.board.bit[h] for h in waiting)))
    else:
        ask_claim(want)


def ask_claim(want: TigersState) -> None:
    """With option `remind_malmedy` rage must be claimed."""
    if want.rules.remind_malmedy and phasing(want) == GERMAN and is_rage(want, bits_of(want.attackers)):
        want.frame = Claim((ALLIED,))
    else:
        want.frame = CombatDie((CHANCE,))


def asked(want: TigersState, answer: int) -> str:
    """The attacker remembers, or does not."""
    side = phasing(want)
    if answer == 0:
        ask_orders(want, [h for h in hexes_of(want) if defenders_of(want, side, h)])
    else:
        want.asked = 0
        ask_claim(want)
    return "TIG-NRT-2"


def ordered(want: TigersState, place: int, answer: int) -> str:
    """Orders for one hex."""
    frame = want.frame
    assert isinstance(frame, Orders)
    want.targets = tuple((h, d, int(answer == 0) if h == place else stand, n, fate) for h, d, stand, n, fate in want.targets)
    ask_orders(want, [h for h in want.rules.board.members(frame.hexes) if h != place])
    return "TIG-NRT-3"


def claimed(want: TigersState, answer: int) -> str:
    """The U.S. player reminds the German, or does not."""
    want.claimed = int(answer == 0)
    want.frame = CombatDie((CHANCE,))
    return "TIG-SSR-3"


# --- the die -------------------------------------------------------------------------------------------------------------
@clause("TIG-CRT-1", "TIG-RES-5", "TIG-RES-7", "TIG-DIS-2", "TIG-DIS-4", "TIG-GEN-10")
def die_cast(want: TigersState, die: int) -> str:
    """The result of the table, and what it does at once."""
    rules, side = want.rules, phasing(want)
    attackers = bits_of(want.attackers)
    hexes = [h for h, _d, _s, _n, fate in want.targets if fate == 0]
    column = final_column(want, side, hexes, attackers)
    word = rules.combat[rules.read[die] - 1][column]
    if word == "D1" and not want.asked:
        word = "D"
    want.rolled = RESULTS.index(word)
    if rules.peiper in attackers and word in WORSE:
        want.peiper_worse = 1
    if word in ("-", "AD", "AE") and not rules.blitz[want.step]:
        able = [u for u in bits_of(want.defenders) if want.marks[u] & SKIPPED and is_supplied(want, u)]
        for unit in able:
            recover(want, unit)
    if word != "D/AE":  # there the attackers' losses come first (TIG-RES-10)
        for unit in bits_of(want.defenders):
            want.marks[unit] &= ~SKIPPED
    if word == "AD":
        for unit in attackers:
            disrupt(want, unit)
    if word in ("AE", "D/AE"):
        owed = sum(row[1] for row in want.targets)
        if nobody_spared(want, attackers, owed):
            for unit in attackers:
                eliminate(want, unit)
        else:
            want.frame = Losses((side, owed, 0))
            return "TIG-RES-8"
    if word not in ("-", "AD", "AE"):
        defenders_suffer(want)
    return "TIG-CRT-1"


def nobody_spared(want: TigersState, attackers: Sequence[int], owed: int) -> bool:
    """Must everybody go, because without any one of them the losses would fall short?"""
    factors = [want.rules.factor[u] for u in attackers if want.rules.factor[u] >= 1]
    return all(sum(factors) - factor < owed for factor in factors)


@clause(
    "TIG-RES-1",
    "TIG-RES-2",
    "TIG-RES-3",
    "TIG-RES-6",
    "TIG-RES-9",
    "TIG-RES-11",
    "TIG-NRT-1",
    "TIG-NRT-6",
    "TIG-ENT-3",
    "TIG-ENT-5",
)
def defenders_suffer(want: TigersState) -> None:
    """Hex by hex: eliminated, or Disrupted."""
    word = RESULTS[want.rolled]
    held = {want.pos[u] for u in bits_of(want.defenders)}
    # the dump alone falls on a D1 or better (TIG-FUEL-9)
    falls = {row[0] for row in want.targets if row[0] not in held and word in ("D1", "D2", "D3", "DD", "DE")}
    for h, _defence, stand, _n, fate in want.targets:
        if fate:
            continue
        converted = convert(word, bool(stand))
        for unit in [u for u in bits_of(want.defenders) if want.pos[u] == h]:
            if converted == "DE" or (converted == "DD" and is_disrupted(want, unit)):
                eliminate(want, unit)
                continue
            if word not in ("D", "D/AE") or is_disrupted(want, unit):
                want.status[unit] &= ~ENTRENCHED
            want.status[unit] |= DISRUPTED
            want.marks[unit] &= ~SKIPPED
    named = [(h, d, s, n if row_names(want, (h, d, s, n, fate)) else 0, fate) for h, d, s, n, fate in want.targets]
    want.targets = tuple((*row[:4], FATES.index("forced")) if row[0] in falls else row for row in named)


def convert(word: str, stand: bool) -> str:
    """What No Retreat! orders make of a result."""
    if not stand:
        return "D" if word == "D/AE" else word
    return {"D1": "D", "D2": "DE", "D3": "DE", "DD": "DE", "D/AE": "D"}.get(word, word)


@clause("TIG-RES-8")
def lost(want: TigersState, frame: Losses, unit: int) -> str:
    """An attacker is chosen; when enough are, the others are Disrupted and the defenders suffer."""
    factor = want.rules.factor[unit]
    if frame.owed > factor:
        want.frame = Losses((frame.side, frame.owed - factor, frame.units | 1 << unit))
        eliminate(want, unit)
        return "TIG-RES-8"
    eliminate(want, unit)
    for other in bits_of(want.attackers):
        disrupt(want, other)
    if RESULTS[want.rolled] == "D/AE":
        defenders_suffer(want)
    return "TIG-RES-8"


# --- how far --------------------------------------------------------------------------------------------------------------
def farthest(want: TigersState, row: Sequence[int]) -> int:
    """The n of a Dn in a hex, 0 where no distance is named."""
    word = convert(RESULTS[want.rolled], bool(row[2]))
    return {"D1": 1, "D2": 2, "D3": 3, "DD": 3}.get(word, 0)


def row_names(want: TigersState, row: Sequence[int]) -> bool:
    """Does the attacker name a distance for a hex?"""
    here = any(on_map(want, u) and want.pos[u] == row[0] for u in bits_of(want.defenders))
    return here and bool(farthest(want, row)) and not row[2] and row[4] == 0


def next_distance(want: TigersState) -> Distance | None:
    """The lowest hex with defenders for which the attacker has still to name a distance."""
    for row in want.targets:
        here = [u for u in bits_of(want.defenders) if want.pos[u] == row[0]]
        if row[4] == 0 and row[3] < 0 and here and farthest(want, row) and not row[2]:
            return Distance((phasing(want), row[0]))
    return None


@clause("TIG-RES-3")
def driven(want: TigersState, place: int, steps: int) -> str:
    """The attacker names a distance."""
    want.targets = tuple((h, d, s, steps if h == place else n, fate) for h, d, s, n, fate in want.targets)
    return "TIG-RES-3"


# --- bridges behind the attacker -------------------------------------------------------------------------------------------
@clause("TIG-BRG-16", "TIG-BRG-18")
def exposed_bridges(want: TigersState) -> int:
    """Intact bridges the attacker owns between where he attacked from and what he attacked."""
    board, side = want.rules.board, phasing(want)
    found = 0
    for a in board.members(want.attack_from):
        for b in hexes_of(want):
            if b in [h for h, _bit, _side in board.near[a]]:
                found |= board.side(a, b) & want.bridges
    return found & want.german_bridges if side == GERMAN else found & ~want.german_bridges


def destroyed(want: TigersState, hexside: int) -> str:
    """The defender blows one of them up."""
    demolish(want, hexside)
    return "TIG-BRG-16"


# --- the end --------------------------------------------------------------------------------------------------------------
def forget(want: TigersState) -> None:
    """The battle is over: nothing of it is kept."""
    want.attackers = want.attack_from = want.defenders = want.claimed = want.rolled = want.advanced = 0
    want.targets = want.retreats = want.occupiers = ()
    want.asked = 1
