"""U.S. armored divisions and their combat commands (chapter 5, TIG-RNF-14 to TIG-RNF-16, TIG-RNF-18)."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.forces import at
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.tigers.frames import VERBS, Armor, Combine
from echelon.systems.tigers.play.places import forget, leave_map, put
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACKED,
    DISRUPTED,
    FRESH,
    MOVED,
    PICKED,
    ROAD,
    SHIFTED,
    TigersState,
)  # fmt: skip

__all__ = ["apply_armor", "apply_combine", "legal_armor", "legal_combine", "open_armor"]

BREAK, COMBINE, ADD, END = (VERBS.code(verb) for verb in ("break", "combine", "add", "end"))
PARTS = 3  # combat commands of a division
_STATUS = DISRUPTED | MOVED | ATTACKED | ROAD | SHIFTED
_MARKS = FRESH | PICKED | AIRLIFTED


@clause("TIG-RNF-14", "TIG-SEQ-14")
def open_armor(s: TigersState) -> None:
    """The U.S. player is asked if something can be broken down or combined."""
    if len(legal_armor(s, Armor((ALLIED,)))) > 1:
        s.frame = Armor((ALLIED,))


@clause("TIG-RNF-14", "TIG-RNF-15", "TIG-RNF-18")
def legal_armor(s: TigersState, f: Armor) -> list[int]:
    """Break a U.S. armored division, or combine three commands of one hex into a division from the box."""
    rules, pos = s.rules, s.pos
    low, high = rules.forces.ranges[ALLIED]
    free = rules.us & ~s.placed
    gone = rules.gone
    actions = []
    if pos.count(rules.pool, low, high) >= PARTS:
        actions = [BREAK | u << A_SHIFT for u in rules.us_armor if pos[u] < gone and free >> u & 1]
    if pos.find(rules.broken, low, high) >= 0:
        hexes = _assembled(s)
        if hexes:
            for u in at(pos, rules.broken, low, high):
                if free >> u & 1:
                    actions += [COMBINE | u << A_SHIFT | h << B_SHIFT for h in hexes]
    actions.append(END)
    return actions


@clause("TIG-RNF-14", "TIG-RNF-18")
def _assembled(s: TigersState) -> list[int]:
    """The hexes with three or more commands that were not made in this phase."""
    rules, pos = s.rules, s.pos
    gone, placed = rules.gone, s.placed
    number: dict[int, int] = {}
    for u in rules.us_commands:
        h = pos[u]
        if h < gone and not placed >> u & 1:
            number[h] = number.get(h, 0) + 1
    return sorted(h for h, n in number.items() if n >= PARTS)


def _commands_at(s: TigersState, h: int) -> list[int]:
    """The commands in a hex that may be combined."""
    return [u for u in s.rules.us_commands if s.pos[u] == h and not s.placed >> u & 1]


def apply_armor(s: TigersState, f: Armor, action: int) -> None:
    """A division is broken down or combined; the question is asked again while there is something to reorganise."""
    verb = action & VERB
    if verb == END:
        s.close()
        return
    if verb == BREAK:
        _break_down(s, action >> A_SHIFT)
    else:
        division, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
        commands = _commands_at(s, h)
        if len(commands) > PARTS:
            s.push(Combine((ALLIED, division, h, 0)))
            return
        _combine(s, division, h, commands)
    _ask_again(s)


def _ask_again(s: TigersState) -> None:
    if len(legal_armor(s, Armor((ALLIED,)))) == 1:
        s.close()


@clause("TIG-RNF-14", "TIG-RNF-15", "TIG-RNF-16", "TIG-RNF-18")
def _break_down(s: TigersState, division: int) -> None:
    """The division goes to its box; the three first commands of the pool stand in its place, as it stood."""
    rules, pos = s.rules, s.pos
    low, high = rules.forces.ranges[ALLIED]
    h, spent = pos[division], s.spent[division]
    status, marks = s.status[division] & _STATUS, s.marks[division] & _MARKS
    leave_map(s, division, rules.broken)
    s.spent[division] = 0
    s.placed |= 1 << division
    made = []
    for _ in range(PARTS):
        u = pos.find(rules.pool, low, high)
        put(s, u, h)
        s.status[u], s.marks[u], s.spent[u] = status, marks, spent
        s.placed |= 1 << u
        made.append(u)
    s.note("broken_down", "TIG-RNF-14", unit=division, hex=h, units=tuple(made))


@clause("TIG-RNF-14", "TIG-RNF-15", "TIG-RNF-16", "TIG-RNF-18")
def _combine(s: TigersState, division: int, h: int, commands: list[int]) -> None:
    """Three commands go to the pool; the division stands in their place: Disrupted if one of them was, the largest MF spent."""
    status = marks = spent = 0
    for u in commands:
        status |= s.status[u] & _STATUS
        marks |= s.marks[u] & _MARKS
        spent = max(spent, s.spent[u])
        leave_map(s, u, s.rules.pool)
        s.spent[u] = 0
    put(s, division, h)
    s.status[division], s.marks[division], s.spent[division] = status, marks, spent
    forget(s)  # it may stand there Disrupted
    s.placed |= 1 << division
    s.note("combined", "TIG-RNF-14", unit=division, hex=h, units=tuple(commands))


@clause("TIG-RNF-14")
def legal_combine(s: TigersState, f: Combine) -> list[int]:
    """The next of the three commands that form the division."""
    return [ADD | u << A_SHIFT for u in _commands_at(s, f.hex) if not f.units >> u & 1]


@clause("TIG-RNF-14")
def apply_combine(s: TigersState, f: Combine, action: int) -> None:
    """The third command completes the division."""
    _side, division, h, units = f
    units |= 1 << (action >> A_SHIFT)
    if units.bit_count() < PARTS:
        s.frame = Combine((ALLIED, division, h, units))
        return
    s.frame = s.stack.pop()
    _combine(s, division, h, list(bits_of(units)))
    _ask_again(s)
