"""What a step of the sequence finds when certify begins it in a thrown situation: who has moved, is due, stands where."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from echelon.core.fields import bits_of
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACKED,
    BOMBED,
    CLEAR,
    DISRUPTED,
    ENTRENCHED,
    FOG,
    FRESH,
    GERMAN,
    MOVED,
    PICKED,
    ROAD,
    SHIFTED,
    SNOW,
    TigersState,
)  # fmt: skip

__all__ = ["WAYS", "room"]


def room(s: TigersState, u: int, there: Sequence[int], h: int, lax: bool) -> bool:
    """May the unit be thrown into this hex? Enemies of factor 1 bar it; friends within the limits, unless the throw is lax."""
    rules = s.rules
    side = rules.forces.side_of
    strong = rules.strong_units
    if any(side[v] != side[u] and (strong >> v & 1 and strong >> u & 1) for v in there):
        return False
    friends = [v for v in (*there, u) if side[v] == side[u]]
    narrow = bool(rules.board.bit[h] & (rules.forest | rules.venn))
    total = sum(rules.thirds[v] for v in friends)
    pure = sum(rules.thirds[v] for v in friends if rules.pure >> v & 1)
    tigers = sum(rules.tiger >> v & 1 for v in friends)
    most, armor = ((6, 3) if narrow else (9, 6)) if not lax else (12, 12)
    return total <= most and pure <= armor and (tigers <= 1 or lax)


def _nothing(s: TigersState, side: int, rng: random.Random) -> None:
    """The units as they were thrown."""


def _on_map(s: TigersState, side: int) -> list[int]:
    return [u for u in range(*s.rules.forces.ranges[side]) if s.pos[u] < s.rules.gone and u != s.rules.vdh]


def _moved(s: TigersState, side: int, rng: random.Random) -> None:
    """Some units of the side have moved in this step, or, in step d, moved or fought before."""
    rules = s.rules
    second = rules.blitz[s.step]
    if s.turn == 1 and side == GERMAN and not second:
        return  # TIG-SET-11
    for u in _on_map(s, side):
        if s.status[u] & DISRUPTED or rng.random() < 0.5:
            continue
        most = rules.omf[u] - 2 * second
        if second and rng.random() < 0.4:  # before
            s.status[u] = rng.choice((MOVED, ATTACKED, MOVED | ATTACKED, ATTACKED | SHIFTED | DISRUPTED)) | s.status[u]
            s.status[u] &= ~ENTRENCHED
            s.spent[u] = rng.choice((2, 4, most)) if s.status[u] & MOVED else 0
        elif not second or not s.marks[u] & FRESH:
            by_road = ROAD if rules.mechanized >> u & 1 and rng.random() < 0.15 else 0
            s.status[u] = (s.status[u] | MOVED | by_road) & ~ENTRENCHED
            s.marks[u] |= FRESH | PICKED
            s.spent[u] = rng.choice((2, 2, 4, most, most + rng.choice((1, 2, 4))))
        s.marks[u] &= ~AIRLIFTED if s.status[u] & (MOVED | SHIFTED) else 255


def _entered(s: TigersState, side: int, rng: random.Random) -> None:
    """Some units away from the enemy have spent points already, as if they had entered the map in this player-turn."""
    ring = s.rules.board.lattice.ring(s.strong[1 - side])
    for u in _on_map(s, side):
        if not s.status[u] & DISRUPTED and not s.rules.board.bit[s.pos[u]] & ring and rng.random() < 0.4:
            by_road = s.rules.mechanized >> u & 1 and rng.random() < 0.3
            s.status[u] = (s.status[u] | MOVED | (ROAD if by_road else 0)) & ~ENTRENCHED
            s.marks[u] = (s.marks[u] | FRESH) & ~AIRLIFTED
            s.spent[u] = rng.randint(1, s.rules.omf[u] + 2)


def _peiper(s: TigersState, side: int, rng: random.Random) -> None:
    """Kampfgruppe Peiper, ready and next to an enemy; in step d often after battles."""
    _moved(s, side, rng)
    rules = s.rules
    ring = rules.board.lattice.ring(s.strong[ALLIED]) & ~s.strong[ALLIED] & ~rules.dump_hexes
    if ring:
        h = rng.choice(rules.board.members(ring))
        for u in (rules.peiper, *(u for u in (rules.tigers_501, rules.skorzeny) if rng.random() < 0.4)):
            s.pos[u], s.status[u], s.marks[u], s.spent[u] = h, 0, 0, 0
        if rules.blitz[s.step] and rng.random() < 0.8:
            s.ruthless = s.ruthless or rng.randint(0, s.turn)
            s.status[rules.peiper], s.spent[rules.peiper] = ATTACKED | MOVED, rng.choice((2, 4, 6))


def _commands(s: TigersState, side: int, rng: random.Random) -> None:
    """Three to five combat commands in one hex, and a division to combine them to."""
    rules = s.rules
    ours = [u for u in _on_map(s, ALLIED) if rules.strong_units >> u & 1 and not rules.command >> u & 1]
    spare = [u for u in bits_of(rules.command) if s.pos[u] >= rules.gone]
    divisions = [u for u in bits_of(rules.armor & rules.division & rules.us) if s.pos[u] >= rules.gone]
    if ours and len(spare) >= 3 and divisions:
        h = s.pos[rng.choice(ours)]
        for u in rng.sample(spare, min(len(spare), rng.choice((3, 4, 5)))):
            s.pos[u] = h
            s.status[u] = DISRUPTED if rng.random() < 0.2 else 0
        s.pos[rng.choice(divisions)] = rules.broken


def _crowded_edge(s: TigersState, side: int, rng: random.Random) -> None:
    """Units due at an edge whose hexes are full already, or nearly."""
    rules = s.rules
    edge = rules.edges[rng.choice(sorted(rules.edges))]
    hexes = [h for h in rules.board.members(edge) if not rules.board.bit[h] & s.strong[1 - side]]
    waiting = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.due]
    free = [u for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.gone and rules.division >> u & 1]
    held: dict[int, list[int]] = {h: [u for u in _on_map(s, side) if s.pos[u] == h] for h in hexes}
    for u in rng.sample(free, min(len(free), 12)):
        open_ = [h for h in hexes if room(s, u, held[h], h, False)]
        if open_ and waiting:
            fullest = max(open_, key=lambda h: (len(held[h]), h))
            s.pos[u] = fullest
            held[fullest].append(u)
            s.german = s.german | rules.board.bit[fullest] if side == GERMAN else s.german & ~rules.board.bit[fullest]


def _leaving(s: TigersState, side: int, rng: random.Random) -> None:
    """Germans at the edges by which they leave for victory, most of what is needed having left."""
    rules = s.rules
    hexes = [h for h in rules.board.members(rules.exit_hexes) if not rules.board.bit[h] & s.strong[ALLIED]]
    gone = [u for u in range(*rules.forces.ranges[GERMAN]) if s.pos[u] == rules.gone and u != rules.vdh]
    for u in rng.sample(gone, min(len(gone), 4)):
        if hexes:
            s.pos[u] = rng.choice(hexes)
            s.german |= rules.board.bit[s.pos[u]]
    s.exits = rng.choice((0, 4, 6, 7))


def _at_dump(s: TigersState, side: int, rng: random.Random) -> None:
    """Germans, often nobody else to move, next to a hex where the dump is, known or hidden, or might be; sometimes Allies in
    it."""
    rules = s.rules
    board = rules.board
    listed = board.members(rules.dump_hexes)
    place = rng.choice(listed)
    bit = board.bit[place]
    known = int(rules.open_dump or rng.random() < 0.4)
    s.dump = place if known or rng.random() < 0.6 else rng.choice(listed)
    s.dump_known, s.dump_gone = known, 0
    s.searched = rules.dump_hexes if known else s.searched & ~(bit | board.bit[s.dump])
    alone = rng.random() < 0.6
    for u in range(len(s.pos)):
        german = rules.forces.side_of[u] == GERMAN
        if (german and alone and s.pos[u] < rules.gone) or (s.pos[u] == place and (german or rng.random() < 0.7)):
            s.pos[u], s.status[u], s.marks[u], s.spent[u] = rules.gone, 0, 0, 0
    s.german &= ~(bit | board.bit[s.dump])
    beside = [h for h, _bit, _side in board.near[place] if not board.bit[h] & s.strong[ALLIED] and h != s.dump]
    gone = {who: [u for u in range(*rules.forces.ranges[who]) if s.pos[u] == rules.gone and u != rules.vdh] for who in (0, 1)}
    for u in rng.sample(gone[GERMAN], min(len(gone[GERMAN]), 3)):
        if beside:
            s.pos[u] = rng.choice(beside)
            s.german |= board.bit[s.pos[u]]
    if gone[ALLIED] and rng.random() < (0.4 if known else 0.7):
        s.pos[rng.choice(gone[ALLIED])] = place


def _swarm(s: TigersState, side: int, rng: random.Random) -> None:
    """Units of the other side crowded in one hex, in woods, at a river or at the edge of the map, and as many of this one
    around it, or on some of its sides: the weak against the strong, or the other way round."""
    rules = s.rules
    board = rules.board
    river = board.lattice.ends(rules.river)
    edge = sum(bit for bit, beyond in zip(board.bit, rules.beyond, strict=True) if beyond)
    middle = rng.choice(board.members(rng.choice([hexes for hexes in (rules.forest, river, river, edge, board.all) if hexes])))
    around = [h for h, _bit, _side in board.near[middle]]
    around = rng.sample(around, rng.randint(2, len(around)))
    order = rng.choice((-1, -1, 0, 1, 1))
    for u in range(len(s.pos)):
        if s.pos[u] in (middle, *around):
            s.pos[u], s.status[u], s.marks[u], s.spent[u] = rules.gone, 0, 0, 0
    for who, places, first in ((1 - side, [middle], -order), (side, around, order)):
        held: dict[int, list[int]] = {h: [] for h in places}
        units = [u for u in range(*rules.forces.ranges[who]) if s.pos[u] == rules.gone and rules.factor[u] and u != rules.vdh]
        for u in sorted(units, key=lambda u: (first * rules.factor[u], rng.random())):
            free = [h for h in places if room(s, u, held[h], h, False)]
            if free and rng.random() < 0.8:
                s.pos[u] = rng.choice(free)
                held[s.pos[u]].append(u)
                s.status[u] = DISRUPTED if who != side and rng.random() < 0.4 else 0
                s.german = s.german | board.bit[s.pos[u]] if who == GERMAN else s.german & ~board.bit[s.pos[u]]


def _river_in_the_back(s: TigersState, side: int, rng: random.Random) -> None:
    """Infantry of the other side with unbridged river behind it, and the strongest of this side on two or three of the hexes
    before it, with empty ground around: the hardest results are likely, and where a retreat may go hangs on them."""
    rules = s.rules
    board = rules.board
    rivers = board.lattice.side_members(rules.river)
    if not rivers:
        return
    hexside = rng.choice(rivers)
    middle, behind = rng.sample(list(board.side_hexes(hexside)), 2)
    clear = [h for h in range(board.n) if rules.far[middle][h] <= 3]
    for u in range(len(s.pos)):
        if s.pos[u] in clear:
            s.pos[u], s.status[u], s.marks[u], s.spent[u] = rules.gone, 0, 0, 0
    for h in clear:
        s.german = s.german | board.bit[h] if side != GERMAN else s.german & ~board.bit[h]
    s.bridges &= ~hexside
    s.german_bridges &= ~hexside
    before = [h for h, _bit, _side in board.near[middle] if rules.far[behind][h] == 2]
    gone = [u for u in range(len(s.pos)) if s.pos[u] == rules.gone and rules.factor[u] and u != rules.vdh]
    foot = [u for u in gone if rules.forces.side_of[u] != side and rules.foot >> u & 1]
    held: dict[int, list[int]] = {h: [] for h in (middle, *before)}
    for u in rng.sample(foot, min(len(foot), rng.choice((1, 1, 2)))):
        if room(s, u, held[middle], middle, False):
            s.pos[u] = middle
            held[middle].append(u)
            s.status[u] = DISRUPTED if rng.random() < 0.5 else 0
    places = rng.sample(before, min(len(before), rng.choice((1, 2, 2, 3))))
    for u in sorted(gone, key=lambda u: (-rules.factor[u], rng.random())):
        free = [h for h in places if room(s, u, held[h], h, False)]
        if rules.forces.side_of[u] == side and free and rng.random() < 0.7:
            s.pos[u] = rng.choice(free)
            held[s.pos[u]].append(u)
            s.german = s.german | board.bit[s.pos[u]] if side == GERMAN else s.german & ~board.bit[s.pos[u]]


def _blitz(s: TigersState, side: int, rng: random.Random) -> None:
    """Step d begins: some have moved or fought before."""
    for u in _on_map(s, side):
        if not s.status[u] & DISRUPTED and rng.random() < 0.4:
            s.status[u] = rng.choice((MOVED, ATTACKED, MOVED | ATTACKED)) | s.status[u] & ~ENTRENCHED
            s.spent[u] = rng.choice((2, 4)) if s.status[u] & MOVED else 0
            s.marks[u] &= ~AIRLIFTED


def _flown(s: TigersState, side: int, rng: random.Random) -> None:
    """A sky to fly in."""
    if not s.rules.fixed_weather:
        s.weather = SNOW if s.turn <= 2 else rng.choice((FOG, CLEAR, CLEAR))
    s.air_used = 0
    s.air_back = tuple(1 if rng.random() < 0.9 else back for back in s.air_back)


def _spent(s: TigersState, side: int, rng: random.Random) -> None:
    """The end of a player-turn: who has moved, fought, advanced, retreated."""
    for u in _on_map(s, side):
        if rng.random() < 0.4:
            done = rng.choice((MOVED, ATTACKED, MOVED | ATTACKED, SHIFTED, MOVED | ROAD | DISRUPTED))
            s.status[u] = (s.status[u] | done) & ~ENTRENCHED
            s.spent[u] = 2 if done & MOVED else 0
    for u in _on_map(s, 1 - side):
        if rng.random() < 0.1:
            s.status[u] |= BOMBED & (0 if not s.status[u] & DISRUPTED else BOMBED)


def _caught(s: TigersState, side: int, rng: random.Random) -> None:
    """The end of a German player-turn, Skorzeny in a hex where Allied units have stopped."""
    _spent(s, GERMAN, rng)
    rules = s.rules
    board = rules.board
    skorzeny, held = rules.skorzeny, [s.pos[u] for u in _on_map(s, ALLIED) if rules.factor[u]]
    if held:
        s.pos[skorzeny], s.status[skorzeny], s.marks[skorzeny], s.spent[skorzeny] = rng.choice(held), 0, 0, 0
        s.german &= ~board.bit[s.pos[skorzeny]]


def _new_game(s: TigersState, side: int, rng: random.Random) -> None:
    """Before the first turn."""
    rules = s.rules
    fresh = rules.blank()
    for row in type(s).layout.rows:
        getattr(s, row.name)[:] = getattr(fresh, row.name)
    for name in (*(v.name for v in type(s).layout.values), *(v.name for v in type(s).layout.shared)):
        setattr(s, name, getattr(fresh, name))
    s.turn, s.rolls, s.reveals = 1, 0, 0
    rules.system.setup(s)
    if rules.sequence[s.step].name != "S1":
        s.dump = rng.choice(rules.board.members(rules.dump_hexes))
        if rules.open_dump:
            s.dump_known, s.searched = 1, rules.dump_hexes
    if rules.sequence[s.step].name in ("S4", "S5"):
        s.free = int(rules.set_up_as == "free" or (rules.set_up_as == "choice" and rng.random() < 0.7))


Prepare = Callable[[TigersState, int, random.Random], None]
_MOVE: tuple[tuple[Prepare, str], ...] = ((_nothing, "X2a.move"), (_blitz, "X2d.move"), (_entered, "X2a.move"))
_STEP: tuple[tuple[Prepare, str], ...] = (
    *_MOVE, *_MOVE, (_leaving, "B2a.move"), (_peiper, "B2d.move"), (_peiper, "B2a.move"), (_at_dump, "B2a.move"),
)  # fmt: skip
_ATTACK: tuple[tuple[Prepare, str], ...] = ((_moved, "X2a.attack"), (_moved, "X2d.attack"), (_nothing, "X2a.attack"))
_AIR: tuple[tuple[Prepare, str], ...] = ((_flown, "X2a.bomb"), (_flown, "X2d.bomb"), (_flown, "Y.fly"))
WAYS: dict[str, tuple[tuple[Prepare, str], ...]] = {
    "setup.dump": ((_new_game, "S1"),),
    "setup.mode": ((_new_game, "S2"),),
    "setup.place": ((_new_game, "S2"), (_new_game, "S3")),
    "setup.first_division": ((_new_game, "S4"),),
    "setup.drop": ((_new_game, "S5"),),
    "setup.drop_die": ((_new_game, "S5"),),
    "weather.prayer": ((_nothing, "A"),),
    "weather.roll": ((_nothing, "A"),),
    "rnf.enter": ((_nothing, "X1"), (_crowded_edge, "X1")),
    "rnf.armor": ((_nothing, "C1.armor"), (_commands, "C1.armor")),
    "rnf.combine": ((_commands, "C1.armor"),),
    "ssr.declare": ((_nothing, "B2a.ssr"),),
    "move.pick": _MOVE,
    "move.step": _STEP,
    "move.bridge_die": _MOVE,
    "move.breakdown_die": (*_MOVE, (_peiper, "B2a.attack")),
    "move.overstack": ((_moved, "X2a.stack"), (_moved, "X2d.stack")),
    "attack.allocate": (*_ATTACK, (_peiper, "B2a.attack"), (_peiper, "B2d.attack"), (_at_dump, "B2a.attack")),
    "attack.battle": (*_ATTACK, (_peiper, "B2a.attack"), (_at_dump, "B2a.attack"), (_at_dump, "B2a.attack")),
    "air.bomb": _AIR[:2],
    "air.intercept": _AIR,
    "air.die": _AIR,
    "supply.air": _AIR[2:],
    "bridge.act": ((_spent, "Y.bridges"),),
    "bridge.die": ((_spent, "Y.bridges"),),
    "entrench": ((_spent, "Y.entrench"), (_spent, "Y.entrench"), (_caught, "B2f.entrench")),
    **{
        f"combat.{name}": (*_ATTACK, (_at_dump, "B2a.attack")) if name == "pick" else _ATTACK
        for name in (
            "pick", "ask", "no_retreat", "claim", "roll", "losses", "distance", "route", "voluntary", "bridge", "advance",
        )
    },
    **{
        f"combat.{name}": (*_ATTACK, (_swarm, "X2a.attack"), (_river_in_the_back, "X2a.attack"))
        for name in ("distance", "route", "voluntary", "advance")
    },
    "combat.roll": (*_ATTACK, *_ATTACK, (_swarm, "X2a.attack"), (_swarm, "X2a.attack"), (_at_dump, "B2a.attack")),
    "kgp.continue": ((_peiper, "B2a.attack"), (_peiper, "B2d.attack"), (_moved, "B2a.attack")),
}  # fmt: skip
