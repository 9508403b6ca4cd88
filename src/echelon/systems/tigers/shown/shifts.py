"""Column shifts in sentences: those that count, and those that narrowly do not, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from echelon.core.show.panels import Shift
from echelon.systems.tigers.play.odds import SHIFTS, Contest, rage
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.shown.words import Words
from echelon.systems.tigers.state import DISRUPTED, ENTRENCHED, GERMAN, TigersState

__all__ = ["KEYS", "shifts"]

LAST_OF_SKORZENY = 3  # TIG-SKZ-1
# the words of each row of the table, by its clause and amount
KEYS = {
    ("TIG-DIS-3", 1): "disrupted",
    ("TIG-SUP-3", 1): "unsupplied",
    ("TIG-SUP-3", -1): "supplies",
    ("TIG-SHF-3", -1): "river",
    ("TIG-TGR-1", 1): "tigers",
    ("TIG-SKZ-1", 1): "skorzeny",
    ("TIG-SSR-1", 1): "ruthless",
    ("TIG-SSR-3", -1): "rage",
    ("TIG-SET-9", 1): "barrage",
}


def shifts(words: Words, s: TigersState, b: Contest) -> tuple[Shift, ...]:
    """Every shift of the table that counts in this battle, and every one that nearly does."""
    found = []
    for cited, amount, applies, _word in SHIFTS:
        key = KEYS[cited, amount]
        if applies(s, b):
            found.append(Shift(amount, words.say(f"shift.{key}", units=_who(s, b, key)), cited))
        else:
            found += [Shift(0, sentence, clause, applies=False) for sentence, clause in _NEARLY[key](words, s, b)]
    return tuple(found)


def _who(s: TigersState, b: Contest, key: str) -> tuple[int, ...]:
    """The units on which a shift rests."""
    rules = s.rules
    if key == "disrupted":
        return tuple(u for u in b.defenders if s.status[u] & DISRUPTED and not rules.approaches.steadfast >> u & 1)
    if key in ("unsupplied", "supplies"):
        units = b.defenders if key == "unsupplied" else b.attackers
        return tuple(u for u in units if not is_supplied(s, u))
    masks = {"tigers": rules.tiger, "skorzeny": 1 << rules.skorzeny, "ruthless": rules.ss, "rage": rules.ss | rules.airborne}
    return tuple(u for u in b.attackers if masks.get(key, 0) >> u & 1)


# --- those that nearly count --------------------------------------------------------------------------------------------
Reasons = Iterator[tuple[str, str]]  # a sentence and its clause


def _disrupted(words: Words, s: TigersState, b: Contest) -> Reasons:
    down = [u for u in b.defenders if s.status[u] & DISRUPTED]
    firm = tuple(u for u in down if s.rules.approaches.steadfast >> u & 1)
    small = tuple(u for u in down if u not in firm)
    if firm:
        yield words.say("nearly.steadfast", units=firm), "TIG-DIS-3"
    if small:
        yield words.say("nearly.small", units=small), "TIG-SHF-2"


def _unsupplied(words: Words, s: TigersState, b: Contest) -> Reasons:
    small = tuple(u for u in b.defenders if not is_supplied(s, u))
    if small:
        yield words.say("nearly.small_unsupplied", units=small), "TIG-SHF-2"


def _nothing(words: Words, s: TigersState, b: Contest) -> Reasons:
    yield from ()


def _river(words: Words, s: TigersState, b: Contest) -> Reasons:
    """Some attack across a river, but from somewhere the hex is reached on dry ground."""
    dry, bit = s.rules.approaches.dry, s.rules.board.bit
    across = [u for u in b.attackers if any(not bit[s.pos[u]] & dry[h] for h in b.hexes)]
    ashore = tuple(u for u in b.attackers if u not in across)
    if across and ashore:
        yield words.say("nearly.river", units=ashore), "TIG-SHF-3"


def _tigers(words: Words, s: TigersState, b: Contest) -> Reasons:
    tigers = tuple(u for u in b.attackers if s.rules.tiger >> u & 1)
    if not tigers:
        return
    dug_in = tuple(u for u in b.defenders if s.status[u] & ENTRENCHED)
    brave = tuple(u for u in b.defenders if not s.rules.approaches.frightened >> u & 1)
    if dug_in:
        yield words.say("nearly.entrenched", units=dug_in), "TIG-TGR-2"
    elif brave:
        yield words.say("nearly.brave", units=brave), "TIG-TGR-2"


def _skorzeny(words: Words, s: TigersState, b: Contest) -> Reasons:
    if b.units >> s.rules.skorzeny & 1:
        yield words.say("nearly.skorzeny", turn=LAST_OF_SKORZENY), "TIG-SKZ-1"


def _ruthless(words: Words, s: TigersState, b: Contest) -> Reasons:
    if b.units & s.rules.ss and not s.ruthless:
        yield words.say("nearly.ruthless"), "TIG-SSR-1"


def _rage(words: Words, s: TigersState, b: Contest) -> Reasons:
    if s.rules.remind_malmedy and rage(s, b.units):
        yield words.say("nearly.rage"), "TIG-SSR-3"


def _barrage(words: Words, s: TigersState, b: Contest) -> Reasons:
    if s.turn == 1 and b.side == GERMAN:
        bit, front = s.rules.board.bit, s.rules.approaches.at_front
        behind = tuple(h for h in b.hexes if not bit[h] & front)
        yield words.say("nearly.barrage", hexes=behind), "TIG-SET-10"


_NEARLY: dict[str, Callable[[Words, TigersState, Contest], Reasons]] = {
    "disrupted": _disrupted,
    "unsupplied": _unsupplied,
    "supplies": _nothing,
    "river": _river,
    "tigers": _tigers,
    "skorzeny": _skorzeny,
    "ruthless": _ruthless,
    "rage": _rage,
    "barrage": _barrage,
}
