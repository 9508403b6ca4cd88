"""Combat (chapters 9, 11, 12): which battle is fought next or called off, the orders before the die, the die."""

from __future__ import annotations

from itertools import compress

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, VERB
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.frames import VERBS, Ask, Claim, CombatDie, Fight, Orders
from echelon.systems.tigers.play import duties
from echelon.systems.tigers.play.advance import begin_advance
from echelon.systems.tigers.play.aftermath import DE, FORCED, UNDECIDED, end_battle, set_target
from echelon.systems.tigers.play.odds import allowed, defence, rage
from echelon.systems.tigers.play.places import disrupt, dump_bars, eliminate, reveal_dump
from echelon.systems.tigers.play.recovery import recover_unattacked
from echelon.systems.tigers.play.results import apply_combat_die, apply_losses, legal_losses
from echelon.systems.tigers.play.roster import having
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACKED,
    DISRUPTED,
    ENTRENCHED,
    FOUGHT,
    GERMAN,
    IDLE,
    OFF,
    OPEN,
    TigersState,
)  # fmt: skip

__all__ = [
    "apply_ask", "apply_claim", "apply_combat_die", "apply_fight", "apply_losses", "apply_orders", "begin_battle", "end_battle",
    "legal_ask", "legal_claim", "legal_fight", "legal_losses", "legal_orders", "open_combat",
]  # fmt: skip

FIGHT, CANCEL, ASK, ORDERS, CLAIM, END = (VERBS.code(v) for v in ("fight", "cancel", "ask", "orders", "claim", "end"))
YES, NO = 0, 1  # `ask`, `claim`
STAND, YIELD = 0, 1  # `orders`
_IDLE = having(IDLE)


@clause("TIG-ATK-9", "TIG-ATK-15", "TIG-SEQ-12", "TIG-SEQ-14")
def open_combat(s: TigersState, side: int) -> None:
    """Step c, or the combat of step d: idle units are Disrupted, then battles are resolved one at a time."""
    status = s.status
    low, high = s.rules.forces.ranges[side]
    for u in compress(range(low, high), status[low:high].translate(_IDLE)):
        status[u] &= ~IDLE
        disrupt(s, u, "TIG-ATK-9")
    if any(state == OPEN for _hexes, _units, state in s.battles):
        s.frame = Fight((side,))


# --- which battle -------------------------------------------------------------------------------------------------------
@clause("TIG-SEQ-13", "TIG-SEQ-14", "TIG-ATK-3", "TIG-ATK-10", "TIG-ATK-17")
def legal_fight(s: TigersState, f: Fight) -> list[int]:
    """Every battle not yet resolved, by its lowest hex; `cancel` if neither it nor what goes with it is required. When all are
    resolved, the end of the step."""
    members = s.rules.board.members
    actions = []
    for i, (hexes, _units, state) in enumerate(s.battles):
        if state == OPEN:
            named = min(members(hexes)) << A_SHIFT
            actions.append(FIGHT | named)
            if not any(duties.required(s, s.battles[j]) for j in duties.chain(s, i)):
                actions.append(CANCEL | named)
    return actions or [END]


@clause("TIG-ATK-10", "TIG-ATK-11", "TIG-ATK-12", "TIG-ATK-16", "TIG-ATK-17", "TIG-SEQ-7")
def apply_fight(s: TigersState, f: Fight, action: int) -> None:
    """A battle is fought, found void, or called off with those that go with it; with none left, the step ends."""
    if action == END:
        s.close()
        return
    side, h = f[0], action >> A_SHIFT
    bit = s.rules.board.bit[h]
    i = next(i for i, (hexes, _u, state) in enumerate(s.battles) if state == OPEN and hexes & bit)
    if action & VERB == CANCEL:
        for j in sorted(duties.chain(s, i)):
            _call_off(s, side, j, "battle.cancelled", "TIG-ATK-10")
        return
    hexes, units = _targets_left(s, side, s.battles[i][0]), _participants(s, s.battles[i][1])
    if _is_void(s, side, hexes, units):
        _call_off(s, side, i, "battle.void", "TIG-ATK-16")
        return
    _mark(s, i, FOUGHT)
    s.stack.append(f)
    begin_battle(s, side, hexes, units)


def _mark(s: TigersState, i: int, state: int) -> None:
    """Write the state of a battle."""
    hexes, units, _old = s.battles[i]
    s.battles = (*s.battles[:i], (hexes, units, state), *s.battles[i + 1 :])


def _call_off(s: TigersState, side: int, i: int, event: str, cited: str) -> None:
    """A battle is not fought: its units have not attacked, and whom it kept from recovering recovers now."""
    hexes = s.battles[i][0]
    _mark(s, i, OFF)
    if s.log is not None:
        s.note(event, cited, side=side, hex=min(s.rules.board.members(hexes)))
    recover_unattacked(s, 1 - side, hexes)


@clause("TIG-ATK-11")
def _participants(s: TigersState, units: int) -> int:
    """The units of a battle that can still take part: those Disrupted since have dropped out."""
    status, pos, gone = s.status, s.pos, s.rules.gone
    for u in bits_of(units):
        if status[u] & DISRUPTED or pos[u] >= gone:
            units ^= 1 << u
    return units


@clause("TIG-ATK-11", "TIG-VDH-5", "TIG-FUEL-9")
def _targets_left(s: TigersState, side: int, hexes: int) -> int:
    """Those of the hexes that still hold an enemy unit other than von der Heydte's, or the known Allied dump."""
    rules = s.rules
    left = hexes & s.occupied[1 - side]
    if side == ALLIED:
        h = s.pos[rules.vdh]
        if h < rules.gone and rules.board.bit[h] & left and len(friends_at(s, GERMAN, h)) == 1:
            left ^= rules.board.bit[h]
    return left | hexes & dump_bars(s, side)


@clause("TIG-ATK-16", "TIG-CRT-2", "TIG-SKZ-3", "TIG-FUEL-9")
def _is_void(s: TigersState, side: int, hexes: int, units: int) -> bool:
    """Nobody to attack, nobody to attack with, or odds below 1:5 against what is not removed without a die."""
    if not hexes or not units & s.rules.strong_units:
        return True
    defended = hexes & (s.strong[1 - side] | dump_bars(s, side))
    return bool(defended) and not allowed(s, defended, units)


# --- a battle begins ----------------------------------------------------------------------------------------------------
@clause("TIG-SEQ-5", "TIG-ENT-2", "TIG-ATK-1", "TIG-ATK-3", "TIG-KGP-1", "TIG-SSR-4")
def begin_battle(s: TigersState, side: int, hexes: int, units: int) -> None:
    """A battle is fought: who takes part, what is attacked, and the questions before the die.

    Its row in `battles` is marked already, and the question to come back to lies on the stack.
    """
    rules, pos, status = s.rules, s.pos, s.status
    bit = rules.board.bit
    if side == GERMAN:
        _search(s, hexes)
    attackers = bits_of(units)
    attack_from = 0
    for u in attackers:
        status[u] = status[u] & ~ENTRENCHED | ATTACKED
        attack_from |= bit[pos[u]]
    s.attackers, s.attack_from = units, attack_from
    s.asked, s.claimed, s.rolled, s.retreats, s.advanced, s.occupiers = 1, 0, 0, (), 0, ()
    s.touched |= _touched(s, units, attack_from)
    if units >> rules.peiper & 1:
        s.peiper_attacks += 1
        s.peiper_since = 0
    _set_targets(s, side, hexes, attackers)
    if s.log is not None:
        s.note("battle", "TIG-SEQ-12", side=side, hexes=tuple(row[0] for row in s.targets), units=tuple(attackers))
    if any(row[1] for row in s.targets):
        _before_the_die(s, side)
    else:
        s.rolled = DE
        begin_advance(s, side)


@clause("TIG-FUEL-9", "TIG-FUEL-8")
def _search(s: TigersState, hexes: int) -> None:
    """A German attack shows whether the dump lies with the Allied units of an attacked hex."""
    if s.dump_known or s.dump_gone:
        return
    board = s.rules.board
    for h in sorted(board.members(hexes & s.rules.dump_hexes)):
        if s.searched & board.bit[h]:
            continue
        if h == s.dump:
            reveal_dump(s)
        else:
            s.searched |= board.bit[h]
            s.reveals += 1


@clause("TIG-ATK-1", "TIG-ATK-8", "TIG-ATK-10")
def _touched(s: TigersState, units: int, attack_from: int) -> int:
    """The UnDisrupted divisions that this attack makes it a duty to attack as well."""
    rules, pos, status = s.rules, s.pos, s.status
    board = rules.board
    near = 0
    for h in board.members(attack_from):
        near |= board.ring_of[h]
    found = 0
    for d in bits_of(s.ready):
        h = pos[d]
        if h < rules.gone and board.bit[h] & near and not status[d] & DISRUPTED and not duties.waived(s, units, h):
            found |= 1 << d
    return found


@clause("TIG-SKZ-2", "TIG-SKZ-3", "TIG-VDH-5", "TIG-ATK-4")
def _set_targets(s: TigersState, side: int, hexes: int, attackers: list[int]) -> None:
    """The attacked hexes with their defence; Skorzeny alone in one is eliminated without a die."""
    rules = s.rules
    bit, vdh = rules.board.bit, rules.vdh
    alone = hexes & s.occupied[1 - side]
    alone = (alone | s.strong[1 - side]) ^ s.strong[1 - side]
    rows = []
    defenders = 0
    for h in sorted(rules.board.members(hexes)):
        units = [u for u in friends_at(s, 1 - side, h) if u != vdh]
        if bit[h] & alone:
            for u in units:
                eliminate(s, u, "TIG-SKZ-2")
            rows.append((h, 0, 0, 0, FORCED))
        else:
            rows.append((h, defence(s, h, attackers), 0, -1, UNDECIDED))
            for u in units:
                defenders |= 1 << u
    s.targets, s.defenders = tuple(rows), defenders


# --- before the die -----------------------------------------------------------------------------------------------------
@clause("TIG-NRT-2", "TIG-NRT-3", "TIG-FUEL-3")
def _before_the_die(s: TigersState, side: int) -> None:
    """The attacker asks (by himself, unless he may forget it), the defender answers for each hex with units."""
    pos, bit = s.pos, s.rules.board.bit
    hexes = 0
    for u in bits_of(s.defenders):
        hexes |= bit[pos[u]]
    if not hexes:  # the dump alone cannot be given orders
        _last_word(s, side)
    elif s.rules.forgotten_question:
        s.frame = Ask((side,))
    else:
        s.frame = Orders((1 - side, hexes))


def legal_ask(s: TigersState, f: Ask) -> list[int]:
    """Yes or no."""
    return [ASK | YES << A_SHIFT, ASK | NO << A_SHIFT]


@clause("TIG-NRT-2")
def apply_ask(s: TigersState, f: Ask, action: int) -> None:
    """Whoever does not ask gets no orders to hear, but a D1 will only be a D."""
    side = f[0]
    if action >> A_SHIFT == YES:
        hexes = 0
        for u in bits_of(s.defenders):
            hexes |= s.rules.board.bit[s.pos[u]]
        s.frame = Orders((1 - side, hexes))
    else:
        s.asked = 0
        _last_word(s, side)


def legal_orders(s: TigersState, f: Orders) -> list[int]:
    """Stand or yield, for the lowest hex."""
    h = min(s.rules.board.members(f[1])) << A_SHIFT
    return [ORDERS | h | STAND << B_SHIFT, ORDERS | h | YIELD << B_SHIFT]


@clause("TIG-NRT-3")
def apply_orders(s: TigersState, f: Orders, action: int) -> None:
    """The order binds all units of the hex; then the next hex is asked about."""
    side, hexes = f
    h = min(s.rules.board.members(hexes))
    if action >> B_SHIFT == STAND:
        set_target(s, h, stand=1)
        s.note("stand", "TIG-NRT-3", side=side, hex=h)
    hexes ^= s.rules.board.bit[h]
    if hexes:
        s.frame = Orders((side, hexes))
    else:
        _last_word(s, 1 - side)


@clause("TIG-SSR-3")
def _last_word(s: TigersState, side: int) -> None:
    """The U.S. player may remind the German of Malmedy; then the die is thrown."""
    if s.rules.remind_malmedy and side == GERMAN and rage(s, s.attackers):
        s.frame = Claim((ALLIED,))
    else:
        s.frame = CombatDie((CHANCE,))


def legal_claim(s: TigersState, f: Claim) -> list[int]:
    """Yes or no."""
    return [CLAIM | YES << A_SHIFT, CLAIM | NO << A_SHIFT]


@clause("TIG-SSR-3")
def apply_claim(s: TigersState, f: Claim, action: int) -> None:
    """GI rage is claimed or forgotten."""
    s.claimed = int(action >> A_SHIFT == YES)
    s.frame = CombatDie((CHANCE,))
