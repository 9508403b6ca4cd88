"""Book-keeping that is always visible: weather, arrivals, air units, bridges, fuel, losses. Only what a side may know.

`say` fills texts of the catalogue's `[book]`. `side` is who reads; None is a spectator, who reads what both sides know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from echelon.core.show.panels import Book, Row
from echelon.systems.tigers.calendar import EVE, day_of
from echelon.systems.tigers.facts.compiled import NEVER
from echelon.systems.tigers.facts.units import listed_turn
from echelon.systems.tigers.play.air import ALL, LIMITS, available
from echelon.systems.tigers.play.reinforcements import EARLY, EDGES, due_units
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.shown.card import SNOWED_IN, today
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["books"]

Say = Callable[..., str]
_FLY = {"snow": "TIG-WX-2", "fog": "TIG-WX-3", "clear": "TIG-WX-4"}
_SKORZENY = 3  # turns of his column (TIG-SKZ-1)


def books(s: TigersState, side: int | None, say: Say) -> list[Book]:
    """All books, each with its title; books without a row are left out."""
    sides = (GERMAN, ALLIED) if side is None else (side,)
    both = (GERMAN, ALLIED) if side is None else (side, 1 - side)
    found = [
        _book(say("title.weather"), _weather(s, say), "weather"),
        _book(say("title.special"), _special(s, side, say), "turn"),
        _book(say("title.bridges"), _bridges(s, both, say), "turn"),
        _book(say("title.supply"), _supply(s, both, say), "supply"),
        _book(say("title.fuel"), _fuel(s, side, say), "supply"),
        *(_book(say("title.air", side=one), _air(s, one, say), "air") for one in both),
        _book(say("title.losses"), _losses(s, both, say), "forces"),
        *(_book(say("title.arrivals", side=one), _arrivals(s, one, say), "arrivals") for one in sides),
    ]
    return [book for book in found if book.rows]


def _book(title: str, rows: Iterable[Row], tab: str) -> Book:
    return Book(title, tuple(rows), tab)


def _ids(s: TigersState, units: Iterable[int]) -> tuple[str, ...]:
    names = s.rules.forces.units
    return tuple(names[u].id for u in units)


# --- weather ------------------------------------------------------------------------------------------------------------
def _weather(s: TigersState, say: Say) -> Iterator[Row]:
    now = today(s)
    if now:
        yield Row(say("today", day=EVE + s.turn, date=day_of(s.turn)), say(f"weather.{now}"), _FLY[now])
    else:
        yield Row(say("today", day=EVE + s.turn, date=day_of(s.turn)), say("weather.roll"), "TIG-WX-1")
    if s.turn < SNOWED_IN:
        yield Row(say("tomorrow"), say("weather.fixed"), "TIG-WX-1")
    yield Row(say("prayer"), say("prayer.used" if s.prayed else "prayer.left"), "TIG-WX-5")


# --- arrivals -----------------------------------------------------------------------------------------------------------
def _arrivals(s: TigersState, side: int, say: Say) -> Iterator[Row]:
    """Who may enter now, then turn by turn who is still to come, with his edge."""
    rules = s.rules
    now = due_units(s, side)
    asked = s.frame.kind.name == "rnf.enter" and s.frame.side == side
    waiting = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.due and rules.start[u] in EDGES]
    for edge, units in _by_edge(s, now):
        late = all(s.turn > listed_turn(s, u) for u in units)
        cited = "TIG-RNF-5" if late and side == ALLIED else "TIG-RNF-4"
        how = say(
            "arrival.any" if late and all(rules.us >> u & 1 for u in units) else "arrival",
            units=units,
            edge=say(f"edge.{EDGES.get(edge, edge)}"),
        )
        yield Row(say("arrival.now"), how, cited, _ids(s, units), asked)
    later = [u for u in waiting if u not in now]
    for turn in sorted({listed_turn(s, u) for u in later}):
        held = turn <= s.turn  # held back in this very step
        for edge, units in _by_edge(s, [u for u in later if listed_turn(s, u) == turn]):
            what = say("arrival.held" if held else "arrival.turn", turn=turn, day=EVE + turn, date=day_of(turn))
            early = edge == EARLY
            how = say("arrival.early" if early else "arrival", units=units, edge=say(f"edge.{EDGES.get(edge, edge)}"))
            cited = "TIG-RNF-12" if held else "TIG-RNF-8" if early else "TIG-RNF-3"
            yield Row(what, how, cited, _ids(s, units))
    if s.early and side == ALLIED:
        yield Row(say("early"), say("early.value"), "TIG-SET-6")


def _by_edge(s: TigersState, units: Iterable[int]) -> list[tuple[str, list[int]]]:
    found: dict[str, list[int]] = {}
    for u in units:
        found.setdefault(s.rules.start[u], []).append(u)
    return [(start if start == EARLY else EDGES[start], units) for start, units in found.items()]


# --- supply -------------------------------------------------------------------------------------------------------------
def _supply(s: TigersState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    """Units out of supply; a supply step Disrupts them (TIG-SUP-4)."""
    rules = s.rules
    for i, side in enumerate(sides):
        units = range(*rules.forces.ranges[side])
        cut = [u for u in units if s.pos[u] < rules.gone and u != rules.vdh and not is_supplied(s, u)]
        if cut:
            yield Row(say("unsupplied", side=side), say("units", units=cut), "TIG-SUP-4", _ids(s, cut), i == 0)


# --- air ----------------------------------------------------------------------------------------------------------------
def _air(s: TigersState, side: int, say: Say) -> Iterator[Row]:
    """Ready, flown, shot down and when back; and how many the weather still lets fly."""
    rules = s.rules
    groups = [g for g, unit in enumerate(rules.air) if unit.side == side]
    down = [g for g in groups if s.air_back[g] > s.turn]
    flown = [g for g in groups if s.air_used >> g & 1 and g not in down]
    ready = [g for g in groups if g not in down and g not in flown]

    def names(chosen: list[int]) -> str:
        return say("groups", word_groups=tuple(rules.air[g].id for g in chosen))

    if ready:
        yield Row(say("air.ready"), names(ready), "TIG-AIR-3")
    if flown:
        yield Row(say("air.flown"), names(flown), "TIG-AIR-3")
    for turn in sorted({s.air_back[g] for g in down}):
        what = say("air.lost") if turn >= NEVER else say("air.back", turn=turn, day=EVE + turn, date=day_of(turn))
        yield Row(what, names([g for g in down if s.air_back[g] == turn]), "TIG-RNF-2" if turn >= NEVER else "TIG-AIR-17")
    now = today(s)
    if now:
        most = LIMITS[s.weather][side]
        left = min(len(available(s, side)), max(0, most - (s.air_used & rules.wings[side]).bit_count()))
        key = "air.none" if not left else "air.all" if most == ALL else "air.some"
        yield Row(say("air.limit"), say(key, left=left, word_weather=now), _FLY[now])


# --- bridges ------------------------------------------------------------------------------------------------------------
def _bridges(s: TigersState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    for i, side in enumerate(sides):
        left = s.german_markers if side == GERMAN else s.us_markers
        yield Row(say("bridges.left", side=side), say("number", number=left), "TIG-BRG-3", warn=not left and i == 0)
        built = s.engineer & s.german_built if side == GERMAN else s.engineer & ~s.german_built
        if built:
            places = tuple(s.rules.board.lattice.side_members(built))
            yield Row(say("bridges.built", side=side), say("hexsides", hexsides=places), "TIG-BRG-11")
        for turn in sorted({t for t, owner in s.returning if owner == side}):
            number = sum(1 for t, owner in s.returning if owner == side and t == turn)
            yield Row(say("bridges.back", side=side, turn=turn), say("number", number=number), "TIG-BRG-15")


# --- fuel ---------------------------------------------------------------------------------------------------------------
def _fuel(s: TigersState, side: int | None, say: Say) -> Iterator[Row]:
    """The German limit, and the dump as far as the reader knows of it."""
    short = s.turn >= s.fuel
    how = say("fuel.short") if short else say("fuel.from", turn=s.fuel, day=EVE + s.fuel, date=day_of(s.fuel))
    yield Row(say("fuel"), how, "TIG-FUEL-1", warn=side == GERMAN and s.turn >= s.fuel - 1)
    board = s.rules.board
    if s.dump_gone:
        yield Row(say("dump"), say("dump.gone"), "TIG-FUEL-10")
    elif s.dump_known and s.dump >= 0:
        owner = GERMAN if board.bit[s.dump] & s.german else ALLIED
        yield Row(say("dump"), say("dump.known", hex=s.dump, side=owner), "TIG-FUEL-4")
    elif side == ALLIED and s.dump >= 0:
        yield Row(say("dump"), say("dump.yours", hex=s.dump), "TIG-FUEL-2")
    else:
        hexes = tuple(sorted(board.members(s.rules.dump_hexes & ~s.searched)))
        yield Row(say("dump"), say("dump.hidden", hexes=hexes), "TIG-FUEL-2")


# --- Peiper, the SS, Skorzeny -------------------------------------------------------------------------------------------
def _special(s: TigersState, side: int | None, say: Say) -> Iterator[Row]:
    rules = s.rules
    if not s.ruthless:
        if side != ALLIED:
            yield Row(say("ruthless"), say("ruthless.left"), "TIG-SSR-1")
    elif s.ruthless == s.turn:
        yield Row(say("ruthless"), say("ruthless.today"), "TIG-SSR-1")
    else:
        yield Row(say("rage"), say("rage.value", turn=s.ruthless), "TIG-SSR-3")
    kgp = rules.peiper
    german = 0 <= s.step < len(rules.sequence) and rules.sequence[s.step].name.startswith("B")
    if s.pos[kgp] < rules.gone and german and side != ALLIED:
        yield Row(say("peiper"), say("peiper.value", attacks=s.peiper_attacks, mf=s.spent[kgp]), "TIG-KGP-1", _ids(s, [kgp]))
    skorzeny = rules.skorzeny
    if s.pos[skorzeny] < rules.gone and s.turn <= _SKORZENY and side != ALLIED:
        yield Row(say("skorzeny"), say("skorzeny.value", turn=_SKORZENY), "TIG-SKZ-1", _ids(s, [skorzeny]))


# --- losses -------------------------------------------------------------------------------------------------------------
def _losses(s: TigersState, sides: Iterable[int], say: Say) -> Iterator[Row]:
    rules = s.rules
    for side in sides:
        lost = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.gone]
        how = say("units", units=lost) if lost else say("nothing")
        yield Row(say("lost", side=side, number=len(lost)), how, "TIG-RNF-1", _ids(s, lost))
    gone = [u for u in range(*rules.forces.ranges[GERMAN]) if s.pos[u] == rules.exited]
    if gone:
        yield Row(say("exited"), say("units", units=gone), "TIG-VIC-7", _ids(s, gone))
