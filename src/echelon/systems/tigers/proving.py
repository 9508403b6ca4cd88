"""What certify needs of Tigers: dense odd situations with any question open.

A situation is thrown (units, status, bridges, control, the turn), a step of the sequence is begun in it, and it is played on,
with contact sought, until a question of the wanted kind stands open: so whatever the question rests on has come about by play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from echelon.core.fields import bits_of
from echelon.core.state import NOBODY
from echelon.systems.tigers.contact import push
from echelon.systems.tigers.facts.compiled import NEVER
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

__all__ = ["scramble"]

THROWS = 400  # after so many refusals any question will do


def scramble(s: TigersState, rng: random.Random) -> None:
    """Throw units of both sides together in a small circle and open a question.

    Whatever the dice make of it, the law must have nothing against the state; a throw it refuses is thrown again.
    """
    wanted = ""
    for number in range(1, 10 * THROWS):
        if number % 20 == 1:  # some kinds are rare: a wish is kept for a while
            wanted = rng.choice(_KINDS)
        prepare, begins = rng.choice(_WAYS[wanted])
        side = rng.choice((GERMAN, ALLIED))
        names = [step.name for step in s.rules.sequence]
        begin = begins.replace("X", "BC"[side]).replace("Y", ("B2f", "C2e")[side])
        if begin not in names:
            continue
        turns = s.rules.turns
        turn = rng.choice((1, 2, 3, 4, 8, 9, turns - 1, turns, rng.randint(1, turns), rng.randint(3, turns)))
        s.turn = min(turn, turns)
        s.step = names.index(begin)
        _throw(s, rng)
        prepare(s, side, rng)
        _peiper_record(s)
        s.rules.rebuild(s)
        s.rules.sequence[s.step].run(s)
        if s.frame is NOBODY:
            continue
        if (_play_on(s, rng, wanted) or number > THROWS) and s.outcome is None and not s.problems():
            return
    raise AssertionError("no throw was lawful")


def _peiper_record(s: TigersState) -> None:
    """What Kampfgruppe Peiper has on record agrees with what it has done."""
    peiper = s.rules.peiper
    if s.pos[peiper] < s.rules.gone:
        s.peiper_attacks = int(bool(s.status[peiper] & ATTACKED))
        s.peiper_since = 0 if s.peiper_attacks else min(s.spent[peiper], s.rules.omf[peiper])


def _play_on(s: TigersState, rng: random.Random, wanted: str, most: int = 150) -> bool:
    """Play until a question of the wanted kind is open; not always the first."""
    step, passed = s.step, rng.choice(_DEEP.get(wanted, _SHALLOW))  # so many of the wanted kind are let pass
    for _ in range(most):
        if s.outcome is not None:
            return False
        if s.frame.kind.name == wanted:
            passed -= 1
            if passed < 0 or len(s.frame.kind.legal(s, s.frame)) == 1:  # the last, if only one answer is left
                return True
        if s.step < step:  # a new turn
            return False
        if s.frame.chance:
            action = _die(s, rng, wanted)
        else:
            actions = s.frame.kind.legal(s, s.frame)
            if not actions:
                return True  # a dead end: let it be seen
            action = push(s, actions, rng)
        s.apply(action)
    return False


def _die(s: TigersState, rng: random.Random, wanted: str) -> int:
    """A die; if one leads to the wanted question, often that one."""
    faces = [action for action, _chance in s.outcomes()]
    rng.shuffle(faces)
    if rng.random() < 0.7:
        for action in faces:
            then = s.copy()
            then.apply(action)
            if then.frame.kind.name == wanted:
                return action
    return faces[0]


# --- the throw ----------------------------------------------------------------------------------------------------------
def _throw(s: TigersState, rng: random.Random) -> None:
    """Everything but what belongs to the step: nobody is asked anything yet."""
    for name in ("closed", "placed", "entered", "road_users", "air_used", "short"):
        setattr(s, name, 0)
    for name in ("peiper_attacks", "peiper_since", "peiper_worse", "peiper_die", "duty", "ready", "touched", "attackers"):
        setattr(s, name, 0)
    for name in ("attack_from", "defenders", "claimed", "rolled", "advanced"):
        setattr(s, name, 0)
    s.battles = s.targets = s.retreats = s.occupiers = s.missions = s.returning = ()
    s.asked, s.stack, s.outcome, s.frame = 1, [], None, NOBODY
    s.occupied = s.strong = s.divisions = (0, 0)
    _place(s, rng)
    _control(s, rng)
    s.rules.rebuild(s)
    _bridges(s, rng)
    _dump(s, rng)
    _calendar(s, rng)
    if s.rules.sequence[s.step].name[0] in "AC" and rng.random() < 0.4:
        columns = [u for u in bits_of(s.rules.road_divisions) if s.pos[u] < s.rules.gone]
        s.road_users = sum(1 << u for u in rng.sample(columns, min(len(columns), rng.choice((1, 2)))))


def _middle(s: TigersState, rng: random.Random) -> int:
    """A hex where rules meet: rivers, woods, the Venn, towns, edges, the hexes of the dump, the front."""
    rules = s.rules
    board = rules.board
    ends = board.lattice.ends
    edges = 0
    for edge in rules.edges.values():
        edges |= edge
    sets = (
        ends(rules.river), ends(rules.start_bridges), rules.forest, rules.venn, rules.town, rules.city, rules.dump_hexes,
        edges, rules.meuse, ends(rules.front), ends(rules.siegfried), ends(rules.siegfried) & rules.german_start,
        rules.edges.get("northwest", 0), rules.dump_hexes | board.lattice.ring(rules.dump_hexes), board.all,
    )  # fmt: skip
    return rng.choice(board.members(rng.choice([hexes for hexes in sets if hexes])))


def _place(s: TigersState, rng: random.Random) -> None:
    """Units in and around a hex, the others in their boxes."""
    rules = s.rules
    board = rules.board
    middle, radius = _middle(s, rng), rng.choice((1, 2, 2, 2, 3))
    far = rules.far[middle]
    near = [h for h in range(board.n) if far[h] <= radius]
    besieged = rng.choice((None, None, GERMAN, ALLIED))  # one side in the middle, the other around it
    facing = _pair(s, rng) if rng.random() < 0.3 else ()  # or face to face across a hexside
    if facing:
        near = sorted({*facing, *(h for place in facing for h, _bit, _side in board.near[place])})
    crowds = rng.choice(((3, 3), (5, 5), (8, 8), (12, 12), (10, 2), (2, 10), (10, 3)))  # of the Germans and the Allies
    shaken, dug = rng.choice((0.0, 0.2, 0.5)), rng.choice((0.0, 0.3, 0.7))
    lax = rng.random() < 0.1
    for u in range(len(s.pos)):
        s.pos[u], s.status[u], s.marks[u], s.spent[u] = _box(s, u, rng), 0, 0, 0
    held: dict[int, list[int]] = {h: [] for h in near}
    for side in (GERMAN, ALLIED):
        units = list(range(*rules.forces.ranges[side]))
        if rng.random() < 0.15:
            units = [u for u in units if rules.pure >> u & 1]
        famous = (rules.peiper, rules.first_ss, rules.tigers_501, rules.skorzeny) if side == GERMAN else ()
        together = rng.random() < 0.4
        chosen = [u for u in famous if rng.random() < 0.5] + rng.sample(units, min(crowds[side], len(units)))
        for u in dict.fromkeys(chosen):
            room = [h for h in near if _room(s, u, held[h], h, lax)]
            if facing and rng.random() < 0.8:
                room = [h for h in room if h == facing[side]] or room
            elif besieged is not None:
                room = [h for h in room if far[h] == (0 if side == besieged else 1)] or room
            if u in famous and together:
                room = [h for h in room if rules.peiper in held[h]] or room
            elif u == rules.skorzeny and rng.random() < 0.4:
                room = [h for h in room if not held[h]] or room
            if room:
                h = rng.choice(room)
                s.pos[u] = h
                held[h].append(u)
                _status(s, u, rng, shaken, dug)


def _pair(s: TigersState, rng: random.Random) -> list[int]:
    """Two neighbours with a river, a bridge or the Siegfried Line between them: the Germans' hex and the Allies'."""
    rules = s.rules
    forest_roads = 0  # over a river into forest: armor reaches there only while the bridge stands
    for row in rules.armor_bridges:
        for _bit, side in row:
            forest_roads |= side
    kinds = [sides for sides in (rules.river, rules.start_bridges, rules.siegfried, forest_roads) if sides]
    if not kinds:
        return []
    pair = list(rules.board.side_hexes(rng.choice(rules.board.lattice.side_members(rng.choice(kinds)))))
    rng.shuffle(pair)
    return pair


def _box(s: TigersState, u: int, rng: random.Random) -> int:
    """Where a unit is that is not on the map."""
    rules = s.rules
    start = rules.start[u]
    if start == "pool":
        return rules.pool
    if start == "broken":
        return rng.choice((rules.broken, rules.gone))
    if start in rules.board.ids or u == rules.vdh:
        return rules.gone
    return rules.due if rules.arrival[u] > s.turn or rng.random() < 0.3 else rules.gone


def _room(s: TigersState, u: int, there: Sequence[int], h: int, lax: bool) -> bool:
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


def _status(s: TigersState, u: int, rng: random.Random, shaken: float, dug: float) -> None:
    rules = s.rules
    if u == rules.vdh:
        return
    if rng.random() < shaken:
        s.status[u] |= DISRUPTED
    if (rules.division & rules.infantry_type) >> u & 1 and rng.random() < dug:
        s.status[u] |= ENTRENCHED
    if rng.random() < 0.05:
        s.marks[u] |= AIRLIFTED


def _control(s: TigersState, rng: random.Random) -> None:
    """The line: as at start, by the nearest unit, or patches."""
    rules = s.rules
    board = rules.board
    way = rng.choice(("start", "near", "near", "patches"))
    s.german = rules.german_start
    if way == "patches":
        s.german = sum(bit for bit in board.bit if rng.random() < 0.5)
    elif way == "near":
        where = [
            (s.pos[u], rules.forces.side_of[u])
            for u in range(len(s.pos))
            if s.pos[u] < rules.gone and rules.strong_units >> u & 1
        ]
        if where:
            rows = [(rules.far[place], side) for place, side in where]
            nearest = [min((row[h], side) for row, side in rows)[1] for h in range(board.n)]
            s.german = sum(board.bit[h] for h in range(board.n) if nearest[h] == GERMAN)


def _bridges(s: TigersState, rng: random.Random) -> None:
    """Some of the old bridges, some engineer bridges, owned by anybody; markers on the map, in the pools, on their way."""
    rules = s.rules
    lattice = rules.board.lattice
    keep = rng.choice((1.0, 0.7, 0.3))
    old = sum(side for side in lattice.side_members(rules.start_bridges) if rng.random() < keep)
    free = [side for side in rules.hexsides if not side & old]
    s.engineer = sum(rng.sample(free, rng.choice((0, 2, 8))))
    built = [side for side in lattice.side_members(s.engineer) if rng.random() < 0.5][:8]
    s.german_built = sum(built)
    s.bridges = old | s.engineer
    both = s.bridges & ~lattice.sides_of(rules.board.all & ~s.german)
    s.german_bridges = both if rng.random() < 0.5 else sum(x for x in lattice.side_members(s.bridges) if rng.random() < 0.5)
    markers = [8 - s.german_built.bit_count(), 14 - (s.engineer & ~s.german_built).bit_count()]
    for side in (GERMAN, ALLIED):
        late = rng.choice((0, 0, 1, markers[side]))
        soonest = 0 if s.rules.sequence[s.step].name == "A" else 1
        s.returning = (*s.returning, *((s.turn + rng.randint(soonest, 6), side) for _ in range(late)))
        markers[side] -= late
    s.german_markers, s.us_markers = markers


def _dump(s: TigersState, rng: random.Random) -> None:
    """The dump, hidden, known or gone; what Germans hold of its hexes they have searched."""
    rules = s.rules
    board, listed = rules.board, rules.dump_hexes
    beside = listed & board.lattice.ring(s.strong[GERMAN]) & ~s.strong[ALLIED] & ~s.strong[GERMAN]
    s.dump = rng.choice(board.members(beside if beside and rng.random() < 0.4 else listed))
    bit = board.bit[s.dump]
    s.dump_gone = int(rng.random() < 0.15)
    known = s.dump_gone or rules.open_dump or bit & s.german or rng.random() < 0.4
    s.dump_known = int(bool(known))
    some = sum(board.bit[h] for h in board.members(listed) if rng.random() < 0.3)
    s.searched = listed if known else (some | s.german & listed) & ~bit
    s.fuel = rng.choice((6, 8, 10, max(6, s.turn), max(6, s.turn)))


def _calendar(s: TigersState, rng: random.Random) -> None:
    """Weather, what was used of it, and what is done once a game."""
    rules = s.rules
    s.weather = SNOW if s.turn <= 2 else rng.choice((SNOW, FOG, CLEAR, CLEAR))
    if rules.fixed_weather:
        s.weather = ("snow", "fog", "clear").index(rules.historical_weather[s.turn - 1])
    s.prayed = int(s.turn >= 3 and rng.random() < 0.3)
    s.ruthless = rng.choice((0, 0, s.turn, rng.randint(1, s.turn), rng.randint(1, s.turn)))
    s.free = int(rules.set_up_as == "free" or (rules.set_up_as == "choice" and rng.random() < 0.3))
    s.early, s.exits = int(rng.random() < 0.3), rng.choice((0, 0, 3, 7))
    back = [1] * len(rules.air)
    for g, unit in enumerate(rules.air):
        if s.turn > 1 and rng.random() < 0.15:
            back[g] = s.turn + 1 if unit.side == ALLIED else NEVER
    s.air_back = tuple(back)
    limits = ((1, 0), (2, 3), (2, 6))[s.weather]
    for side in (GERMAN, ALLIED):
        able = [g for g in bits_of(rules.wings[side]) if back[g] <= s.turn]
        used = rng.choice((0, 0, rng.randint(0, limits[side])))
        s.air_used |= sum(1 << g for g in rng.sample(able, min(used, len(able))))


# --- what a step finds ----------------------------------------------------------------------------------------------------
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
            s.status[u] = (s.status[u] | MOVED) & ~ENTRENCHED
            s.marks[u] |= FRESH | PICKED
            s.spent[u] = rng.choice((2, 2, 4, most, most + rng.choice((1, 2, 4))))
        s.marks[u] &= ~AIRLIFTED if s.status[u] & (MOVED | SHIFTED) else 255


def _entered(s: TigersState, side: int, rng: random.Random) -> None:
    """Some units have spent points already, as if they had entered the map in this player-turn."""
    for u in _on_map(s, side):
        if not s.status[u] & DISRUPTED and rng.random() < 0.4:
            by_road = s.rules.mechanized >> u & 1 and rng.random() < 0.3
            s.status[u] = (s.status[u] | MOVED | (ROAD if by_road else 0)) & ~ENTRENCHED
            s.marks[u] = (s.marks[u] | FRESH) & ~AIRLIFTED
            s.spent[u] = rng.randint(1, s.rules.omf[u] + 2)


def _peiper(s: TigersState, side: int, rng: random.Random) -> None:
    """Kampfgruppe Peiper, ready and next to an enemy."""
    _moved(s, side, rng)
    rules = s.rules
    ring = rules.board.lattice.ring(s.strong[ALLIED]) & ~s.strong[ALLIED] & ~rules.dump_hexes
    if ring:
        h = rng.choice(rules.board.members(ring))
        for u in (rules.peiper, *(u for u in (rules.tigers_501, rules.skorzeny) if rng.random() < 0.4)):
            s.pos[u], s.status[u], s.marks[u], s.spent[u] = h, 0, 0, 0


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
_ATTACK: tuple[tuple[Prepare, str], ...] = ((_moved, "X2a.attack"), (_moved, "X2d.attack"), (_nothing, "X2a.attack"))
_AIR: tuple[tuple[Prepare, str], ...] = ((_flown, "X2a.bomb"), (_flown, "X2d.bomb"), (_flown, "Y.fly"))
_WAYS: dict[str, tuple[tuple[Prepare, str], ...]] = {
    "setup.dump": ((_new_game, "S1"),),
    "setup.mode": ((_new_game, "S2"),),
    "setup.place": ((_new_game, "S2"), (_new_game, "S3")),
    "setup.first_division": ((_new_game, "S4"),),
    "setup.drop": ((_new_game, "S5"),),
    "setup.drop_die": ((_new_game, "S5"),),
    "weather.prayer": ((_nothing, "A"),),
    "weather.roll": ((_nothing, "A"),),
    "rnf.enter": ((_nothing, "X1"),),
    "rnf.armor": ((_nothing, "C1.armor"), (_commands, "C1.armor")),
    "rnf.combine": ((_commands, "C1.armor"),),
    "ssr.declare": ((_nothing, "B2a.ssr"),),
    "move.pick": _MOVE,
    "move.step": _MOVE,
    "move.bridge_die": _MOVE,
    "move.breakdown_die": _MOVE,
    "move.overstack": ((_moved, "X2a.stack"),),
    "attack.allocate": (*_ATTACK, (_peiper, "B2a.attack")),
    "attack.battle": (*_ATTACK, (_peiper, "B2a.attack")),
    "air.bomb": _AIR[:2],
    "air.intercept": _AIR,
    "air.die": _AIR,
    "supply.air": _AIR[2:],
    "bridge.act": ((_spent, "Y.bridges"),),
    "bridge.die": ((_spent, "Y.bridges"),),
    "entrench": ((_spent, "Y.entrench"),),
    **{
        f"combat.{name}": _ATTACK
        for name in (
            "pick", "ask", "no_retreat", "claim", "roll", "losses", "distance", "route", "voluntary", "bridge", "advance",
        )
    },
    "kgp.continue": ((_peiper, "B2a.attack"), (_peiper, "B2d.attack"), (_moved, "B2a.attack")),
}  # fmt: skip
_SHALLOW = (0, 0, 0, 0, 0, 0, 1, 2, 4)
_DEEP = {"setup.place": (0, 3, 12, 30, 99), "setup.drop_die": (0, 1, 2), "attack.allocate": (0, 0, 1, 2, 3)}
# moves, odds and what follows a battle are where errors hide
_OFTEN = {
    "move.step": 10, "attack.allocate": 8, "attack.battle": 8, "combat.roll": 18, "combat.losses": 3,
    "combat.distance": 4, "combat.route": 6, "combat.voluntary": 2, "combat.advance": 6,
    "kgp.continue": 6, "setup.place": 2, "ssr.declare": 2,
}  # fmt: skip
_KINDS = tuple(name for name in _WAYS for _ in range(2 + _OFTEN.get(name, 0)))
