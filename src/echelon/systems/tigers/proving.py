"""What certify needs of Tigers: dense odd situations with any question open.

A situation is thrown (units, status, bridges, control, the turn), a step of the sequence is begun in it, and it is played on,
with contact sought, until a question of the wanted kind stands open: so whatever the question rests on has come about by play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from echelon.core.fields import bits_of
from echelon.core.state import NOBODY
from echelon.core.verbs import A_SHIFT, B_SHIFT, VERB
from echelon.systems.tigers.contact import push
from echelon.systems.tigers.facts.compiled import NEVER
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.situations import WAYS, room
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACKED,
    CLEAR,
    DISRUPTED,
    ENTRENCHED,
    FOG,
    GERMAN,
    SNOW,
    TigersState,
)  # fmt: skip

__all__ = ["scramble"]

_TAKE, _ATTACH, _DISTANCE = (VERBS.code(verb) for verb in ("take", "attach", "distance"))
THROWS = 400  # after so many refusals any question will do


def scramble(s: TigersState, rng: random.Random, kinds: tuple[str, ...] = ()) -> None:
    """Throw units of both sides together in a small circle and open a question.

    Whatever the dice make of it, the law must have nothing against the state; a throw it refuses is thrown again.
    """
    wanted, aimed = "", [name for name in _EVERY if kinds and name.startswith(kinds)]
    for number in range(1, 10 * THROWS):
        if number % 20 == 1:  # some kinds are rare: a wish is kept for a while
            wanted = rng.choice(aimed if aimed and rng.random() < 0.6 else _KINDS if rng.random() < 0.7 else _EVERY)
        prepare, begins = rng.choice(WAYS[wanted])
        side = rng.choice((GERMAN, ALLIED))
        names = [step.name for step in s.rules.sequence]
        begin = begins.replace("X", "BC"[side]).replace("Y", ("B2f", "C2e")[side])
        if begin not in names:
            continue
        s.turn = _turn(s, wanted, rng)
        s.step = names.index(begin)
        _throw(s, rng, wanted)
        prepare(s, side, rng)
        _searched(s)
        _peiper_record(s, rng)
        s.rules.rebuild(s)
        s.rules.sequence[s.step].run(s)
        if s.frame is NOBODY:
            continue
        if (_play_on(s, rng, wanted) or number > THROWS) and s.outcome is None and not s.problems():
            return
    raise AssertionError("no arrangement was legal")


def _turn(s: TigersState, wanted: str, rng: random.Random) -> int:
    """Any turn, but often one at which a rule begins or ends."""
    turns = s.rules.turns
    if wanted.startswith("weather"):
        return min(rng.choice((3, 8, 9, rng.randint(3, turns))), turns)
    if wanted in _PINS and rng.random() < 0.25:
        return 1  # the Germans pin more easily then (TIG-ADV-8)
    turn = rng.choice((1, 2, 3, 4, 8, 9, turns - 1, turns, rng.randint(1, turns), rng.randint(3, turns)))
    return min(turn, turns)


def _searched(s: TigersState) -> None:
    """Germans do not hold the hex of a hidden dump, and have searched what they hold of the hexes where it might be."""
    if s.dump >= 0 and not (s.dump_known or s.dump_gone):
        s.german &= ~s.rules.board.bit[s.dump]
        s.searched |= s.german & s.rules.dump_hexes


def _peiper_record(s: TigersState, rng: random.Random) -> None:
    """What Kampfgruppe Peiper has on record agrees with what it has done."""
    peiper = s.rules.peiper
    if s.pos[peiper] >= s.rules.gone:
        return
    s.peiper_since = min(s.spent[peiper], s.rules.omf[peiper])
    if s.status[peiper] & ATTACKED:
        s.peiper_attacks = rng.choice((1, 2, 2, 2, 3) if s.ruthless else (1, 2))
        s.peiper_worse = int(rng.random() < 0.5)
        s.peiper_since = rng.choice((0, 1, s.peiper_since, s.peiper_since, s.peiper_since))


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
            action = _famous(s, actions, rng) or _pin(actions, wanted, rng) or push(s, actions, rng)
        s.apply(action)
    return False


def _famous(s: TigersState, actions: Sequence[int], rng: random.Random) -> int:
    """Sometimes the unit with the longest rules is chosen, and who goes with it; 0 for none."""
    if rng.random() < 0.6:
        return 0
    peiper = s.rules.peiper
    taken = [a for a in actions if a & VERB == _TAKE and a >> A_SHIFT == peiper]
    return rng.choice(taken or [a for a in actions if a & VERB == _ATTACH] or [0])


def _pin(actions: Sequence[int], wanted: str, rng: random.Random) -> int:
    """Before an advance the defenders are often named to stay where they are, which may pin them (TIG-ADV-8); 0 for none."""
    if wanted not in _PINS or rng.random() < 0.5:
        return 0
    return next((a for a in actions if a & VERB == _DISTANCE and not a >> B_SHIFT), 0)


def _die(s: TigersState, rng: random.Random, wanted: str) -> int:
    """A die; if some lead to the wanted question, often one of those, and often the one with the hardest result."""
    faces = [action for action, _chance in s.outcomes()]
    if rng.random() < 0.7:
        leading = []
        for action in faces:
            then = s.copy()
            then.apply(action)
            if then.frame.kind.name == wanted or (wanted in _PINS and then.frame.kind.name == "combat.distance"):
                leading.append((then.rolled, rng.random(), action))
        if leading:
            return max(leading)[2] if rng.random() < 0.4 else rng.choice(leading)[2]
    return rng.choice(faces)


# --- the throw ----------------------------------------------------------------------------------------------------------
def _throw(s: TigersState, rng: random.Random, wanted: str) -> None:
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
    _place(s, rng, lax=rng.random() < _LAX.get(wanted, 0.1))
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


def _place(s: TigersState, rng: random.Random, lax: bool) -> None:
    """Units in and around a hex, the others in their boxes; a lax throw does not look at stacking."""
    rules = s.rules
    board = rules.board
    middle, radius = _middle(s, rng), rng.choice((1, 2, 2, 2, 3))
    far = rules.far[middle]
    near = [h for h in range(board.n) if far[h] <= radius]
    besieged = rng.choice((None, None, GERMAN, ALLIED))  # one side in the middle, the other around it
    facing = _pair(s, rng) if rng.random() < 0.3 else ()  # or face to face across a hexside
    if facing:
        near = sorted({*facing, *(h for place in facing for h, _bit, _side in board.near[place])})
    crowds = rng.choice(_CROWDS)
    shaken, dug = rng.choice((0.0, 0.2, 0.5)), rng.choice((0.0, 0.3, 0.7))
    for u in range(len(s.pos)):
        s.pos[u], s.status[u], s.marks[u], s.spent[u] = _box(s, u, rng), 0, 0, 0
    held: dict[int, list[int]] = {h: [] for h in near}
    for side in (GERMAN, ALLIED):
        units = list(range(*rules.forces.ranges[side]))
        if rng.random() < 0.15:
            units = [u for u in units if rules.pure >> u & 1]
        famous = (rules.peiper, rules.first_ss, rules.tigers_501, rules.skorzeny) if side == GERMAN else ()
        if lax and side == GERMAN:
            famous = (*famous, *(u for u in bits_of(rules.tiger) if u != rules.tigers_501))
        together = rng.random() < 0.4
        chosen = [u for u in famous if rng.random() < 0.5] + rng.sample(units, min(crowds[side], len(units)))
        for u in dict.fromkeys(chosen):
            free = [h for h in near if room(s, u, held[h], h, lax)]
            if facing and rng.random() < 0.8:
                free = [h for h in free if h == facing[side]] or free
            elif besieged is not None:
                free = [h for h in free if far[h] == (0 if side == besieged else 1)] or free
            if u in famous and together:
                free = [h for h in free if any(v in famous for v in held[h])] or free
            elif u == rules.skorzeny and rng.random() < 0.4:
                free = [h for h in free if not held[h]] or free
            if free:
                h = rng.choice(free)
                s.pos[u] = h
                held[h].append(u)
                _status(s, u, rng, shaken, dug)


_CROWDS = ((3, 3), (5, 5), (8, 8), (12, 12), (10, 2), (2, 10), (10, 3), (18, 3), (3, 18))  # of the Germans and the Allies


def _pair(s: TigersState, rng: random.Random) -> list[int]:
    """Two neighbours with a river, a bridge or the Siegfried Line between them, or behind one of them: the Germans' hex and the
    Allies'."""
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
    if rng.random() < 0.4:  # whoever stands there has it in his back
        there, far = pair[0], rules.far[pair[1]]
        opposite = [h for h, _bit, _side in rules.board.near[there] if far[h] == 2]
        pair = rng.choice(([there, rng.choice(opposite)], [rng.choice(opposite), there])) if opposite else pair
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
        late = min(rng.choice((0, 0, 1, markers[side])), markers[side])
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


_LAX = {"move.overstack": 0.8, "move.pick": 0.4}  # how often a throw overfills hexes
_PINS = ("combat.voluntary", "combat.advance")  # the questions that come after a pin
_SHALLOW = (0, 0, 0, 0, 0, 0, 1, 2, 4)
_DEEP = {"setup.place": (0, 3, 12, 30, 99), "setup.drop_die": (0, 1, 2), "attack.allocate": (0, 0, 1, 2, 3)}
# moves, odds and what follows a battle are where errors hide
_OFTEN = {
    "move.step": 10, "attack.allocate": 8, "attack.battle": 8, "combat.roll": 18, "combat.losses": 3,
    "combat.distance": 4, "combat.route": 6, "combat.voluntary": 4, "combat.advance": 6,
    "kgp.continue": 6, "setup.place": 2, "ssr.declare": 2,
}  # fmt: skip
_EVERY = tuple(WAYS)
_KINDS = tuple(name for name in WAYS for _ in range(2 + _OFTEN.get(name, 0)))
