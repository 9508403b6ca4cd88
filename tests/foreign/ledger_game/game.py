"""The two ledgers: generators, the checker and effects."""

from __future__ import annotations

from typing import Any

from echelon.core.frames import CHANCE
from echelon.core.rulings import Ruling, clause
from echelon.core.state import NOBODY
from ledger_game.model import (
    ACTED,
    CORPS,
    FLOOD,
    FRESH,
    NAMES,
    NORTH,
    SOUTH,
    TURNS,
    VERBS,
    Act,
    Effect,
    Hold,
    Land,
    Ledger,
    March,
    Weather,
    between,
    cost,
    ledger,
    own,
    parts,
    rebuild,
    room,
    side_of,
    there,
)  # fmt: skip


def put(s: Any, unit: int, place: int) -> None:
    s.pos[unit] = place
    rebuild(s)


# --- generators: what may be done -------------------------------------------------------------------------------------
def landings(s: Any, unit: int) -> list[int]:
    return [h for h in s.rules.board.members(s.rules.coast[side_of(s, unit)]) if room(s, unit, h)]


def legal_land(s: Any, f: Land) -> list[int]:
    return [VERBS.make("land", f.unit, h) for h in landings(s, f.unit)]


def is_ready(s: Any, unit: int, side: int) -> bool:
    return s.pos[unit] == s.rules.camp[side] and not s.status[unit] & ACTED


def legal_act(s: Any, f: Act) -> list[int]:
    rules, found = s.rules, []
    for u in own(s, f.side):
        if s.status[u] & ACTED:
            continue
        h = s.pos[u]
        if h == rules.camp[f.side]:
            found += [VERBS.make("send", u, p) for p in landings(s, u)]
            if parts(s, u):
                found.append(VERBS.make("break", u))
        elif h < rules.board.n:
            found.append(VERBS.make("march", u))
            if rules.board.bit[h] & rules.coast[f.side]:
                found.append(VERBS.make("send", u, rules.camp[f.side]))
            if not rules.board.bit[h] & s.trenches:
                found.append(VERBS.make("dig", u))
            for other, bit, side in rules.board.near[h]:
                if bit & s.occupied and side_of(s, there(s, other)[0]) != f.side:
                    found.append(VERBS.make("fire", u, other))
                if side & rules.river & ~s.blown:
                    found.append(VERBS.make("blow", u, rules.hexsides.index(side)))
        elif h == rules.pool and parts(s, u) and all(is_ready(s, p, f.side) for p in parts(s, u)):
            found.append(VERBS.make("assemble", u))
    return [*found, VERBS.make("end")]


def legal_march(s: Any, f: March) -> list[int]:
    here, wet = s.pos[f.unit], s.rules.river if s.sky == FLOOD else s.blown
    near = [o for o, _bit, side in s.rules.board.near[here] if not side & wet and cost(s, here, o) <= f.left]
    return [*(VERBS.make("step", f.unit, o) for o in near if room(s, f.unit, o)), VERBS.make("halt", f.unit)]


def legal_ledger(s: Any, f: Ledger) -> list[int]:
    written = {entry[0] for entry in ledger(s, f.side)}
    alive = [u for u in own(s, f.side) if u not in written and s.pos[u] != s.rules.lost]
    return [VERBS.make("assign", u, c) for u in alive for c in range(len(CORPS)) if c != s.corps[u]]


# --- the checker: what forbids it -------------------------------------------------------------------------------------
def no(*cases: tuple[bool, str]) -> list[Ruling]:
    return [Ruling(cited) for broken, cited in cases if broken]


def why_not_land(s: Any, f: Land, a: int) -> list[Ruling]:
    unit, h = VERBS.fields(a)
    on_coast = bool(s.rules.board.bit[h] & s.rules.coast[f.side])
    return no((unit != f.unit, "LED-SEQ-2"), (not on_coast, "LED-ARR-1"), (not room(s, unit, h), "LED-STK-1"))


def why_not_act(s: Any, f: Act, a: int) -> list[Ruling]:
    name, fields = VERBS.verb(a).name, VERBS.fields(a)
    if name == "end":
        return []
    unit, rules = fields[0], s.rules
    h, camp, brigades = s.pos[unit], rules.camp[f.side], parts(s, unit)
    on_map = h < rules.board.n
    found = no((side_of(s, unit) != f.side, "LED-SEQ-1"), (bool(s.status[unit] & ACTED), "LED-SEQ-2"))
    if name == "send":
        out, back = h == camp and fields[1] < rules.board.n, on_map and fields[1] == camp
        hex_ = fields[1] if out else h if back else -1
        coast = hex_ >= 0 and rules.board.bit[hex_] & rules.coast[f.side]
        return found + no((not coast, "LED-ARR-2"), (out and not room(s, unit, fields[1]), "LED-STK-1"))
    if name == "break":
        return found + no((h != camp or not brigades, "LED-BRK-1"))
    if name == "assemble":
        ready = brigades and all(s.pos[p] == camp and not s.status[p] & ACTED for p in brigades)
        return found + no((h != rules.pool or not ready, "LED-BRK-2"))
    if not on_map:
        return [*found, Ruling("LED-SEQ-2")]
    if name == "blow":
        side = rules.hexsides[fields[1]]
        return found + no((h not in rules.board.side_hexes(side) or bool(side & s.blown), "LED-ENG-1"))
    if name == "dig":
        return found + no((bool(rules.board.bit[h] & s.trenches), "LED-TRN-1"))
    if name == "fire":
        enemies = [u for u in there(s, fields[1]) if side_of(s, u) != f.side]
        return found + no((not between(s, h, fields[1]) or not enemies, "LED-FIR-1"))
    return found


def why_not_march(s: Any, f: March, a: int) -> list[Ruling]:
    name, (unit, *rest) = VERBS.verb(a).name, VERBS.fields(a)
    found = no((unit != f.unit, "LED-SEQ-2"))
    if name == "halt" or found:
        return found
    side = between(s, s.pos[unit], rest[0])
    if not side:
        return [Ruling("LED-MOV-1", {"hex": rest[0], "mf": 99})]
    flood = s.sky == FLOOD and side & s.rules.river
    price = cost(s, s.pos[unit], rest[0])
    short = [Ruling("LED-MOV-1", {"hex": rest[0], "mf": price})] if price > f.left else []
    full = not room(s, unit, rest[0])
    return short + no((bool(flood), "LED-WEA-1"), (bool(side & s.blown), "LED-MOV-2"), (full, "LED-STK-1"))


def why_not_ledger(s: Any, f: Ledger, a: int) -> list[Ruling]:
    unit, corps = VERBS.fields(a)
    again = any(entry[0] == unit for entry in ledger(s, f.side)) or corps == s.corps[unit]
    idle = again or s.pos[unit] == s.rules.lost
    return no((side_of(s, unit) != f.side, "LED-SEQ-1"), (idle, "LED-LED-1"))


# --- effects ----------------------------------------------------------------------------------------------------------
def apply_weather(s: Any, f: Weather, a: int) -> None:
    s.rolls += 1
    s.sky = VERBS.fields(a)[0]
    s.close()


def arrive(s: Any) -> None:
    """The next arrival that can land, or on in the sequence."""
    side = s.rules.sequence[s.step].side
    for u in own(s, side):
        if s.pos[u] == s.rules.sea and s.due[u] <= s.turn and landings(s, u):
            s.frame = Land((side, u))
            return


def apply_land(s: Any, f: Land, a: int) -> None:
    put(s, f.unit, VERBS.fields(a)[1])
    s.frame = NOBODY
    arrive(s)
    if s.frame is NOBODY:
        s.advance()


def apply_act(s: Any, f: Act, a: int) -> None:
    name, fields = VERBS.verb(a).name, VERBS.fields(a)
    if name == "end":
        s.close()
        return
    unit, camp = fields[0], s.rules.camp[f.side]
    s.status[unit] |= ACTED
    if name == "march":
        s.push(March((f.side, unit, 8)))
    elif name == "fire":
        target = next(u for u in there(s, fields[1]))
        s.push(Hold((1 - f.side, target, fields[1])))
    elif name == "send":
        put(s, unit, fields[1])
    elif name == "blow":
        s.blown |= s.rules.hexsides[fields[1]]
    elif name == "dig":
        s.trenches |= s.rules.board.bit[s.pos[unit]]
    else:
        broken = name == "break"
        put(s, unit, s.rules.pool if broken else camp)
        for p in parts(s, unit):
            put(s, p, camp if broken else s.rules.pool)
            s.status[p] |= ACTED


def apply_march(s: Any, f: March, a: int) -> None:
    if VERBS.verb(a).name == "halt":
        s.close()
        return
    h = VERBS.fields(a)[1]
    left = f.left - cost(s, s.pos[f.unit], h)
    put(s, f.unit, h)
    s.frame = March((f.side, f.unit, left))


def apply_hold(s: Any, f: Hold, a: int) -> None:
    if VERBS.fields(a)[0] == 1:
        put(s, f.unit, s.rules.camp[f.side])
        s.close()
    else:
        s.frame = Effect((CHANCE, f.unit, f.hex))


@clause("LED-LOS-1")
def apply_effect(s: Any, f: Effect, a: int) -> None:
    s.rolls += 1
    for _ in range(VERBS.fields(a)[0]):
        if s.trenches & s.rules.board.bit[f.hex]:
            s.trenches ^= s.rules.board.bit[f.hex]
        elif s.steps[f.unit]:
            s.steps[f.unit] -= 1
    s.status[f.unit] &= ~FRESH
    if not s.steps[f.unit]:
        put(s, f.unit, s.rules.lost)
    s.close()


def write(s: Any, side: int, entries: tuple[Any, ...]) -> None:
    setattr(s, f"{NAMES[side]}_ledger", entries)


def apply_ledger(s: Any, f: Ledger, a: int) -> None:
    write(s, f.side, (*ledger(s, f.side), (*VERBS.fields(a), s.turn + 1)))


def take_effect(s: Any, side: int) -> None:
    """The start of a player-turn: entries that are due, and everybody may act again."""
    due = [entry for entry in ledger(s, side) if entry[2] <= s.turn]
    s.reveals += bool(due)  # what was written in secret is now on the map
    for unit, corps, turn in ledger(s, side):
        if turn <= s.turn:
            s.corps[unit] = corps
            s.note("effect", "LED-LED-2", unit=unit, corps=CORPS[corps])
    write(s, side, tuple(entry for entry in ledger(s, side) if entry[2] > s.turn))
    for u in own(s, side):
        s.status[u] &= ~ACTED


def end_turn(s: Any) -> None:
    s.turn += 1
    if s.turn > TURNS:
        s.turn = TURNS
        held = [sum(s.steps[u] for u in own(s, side) if in_town(s, u)) for side in (NORTH, SOUTH)]
        winner = None if held[0] == held[1] else NORTH if held[0] > held[1] else SOUTH
        s.finish(winner, "draw" if winner is None else "victory", "LED-VIC-1")


def in_town(s: Any, unit: int) -> bool:
    return s.pos[unit] < s.rules.board.n and bool(s.rules.board.bit[s.pos[unit]] & s.rules.town)
