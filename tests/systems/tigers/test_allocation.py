"""Attack allocation of Tigers in the Ardennes: worked examples, who may and who must, and properties of odd situations."""

import random

import pytest
from tigers_scenes import dense, hexes, historical, ids, scene

from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, VERB
from echelon.systems.tigers.facts.ground import bridged, river_between, unbridged
from echelon.systems.tigers.facts.units import friends_at, omf, on_map
from echelon.systems.tigers.frames import VERBS, Allocate, Battle, Fight
from echelon.systems.tigers.play.allocation import apply_allocate, apply_battle, legal_allocate, legal_battle, open_allocation
from echelon.systems.tigers.play.duties import (
    able,
    can_attack,
    chain,
    division_hexes,
    duties_met,
    owed_hexes,
    ready_hexes,
    required,
    waived,
)
from echelon.systems.tigers.play.odds import allowed, defence
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    DONE,
    FOUGHT,
    FRESH,
    GERMAN,
    IDLE,
    MOVED,
    OFF,
    OPEN,
    ROAD,
)
from echelon.systems.tigers.system import SYSTEM

RULES = SYSTEM.rules()
BELOW = Fight((GERMAN,))  # what lies under the allocation in these tests


def asked(s, side=GERMAN):
    """The allocation, opened."""
    s.stack = [BELOW]
    open_allocation(s, side)
    assert s.frame == Allocate((side,))
    return s


def do(s, *texts):
    for text in texts:
        action = s.parse(text)
        assert action in s.frame.kind.legal(s, s.frame), (text, s.legal())
        s.frame.kind.apply(s, s.frame, action)
    return s


def offered(s):
    return set(s.legal().texts())


def listed(s):
    """The battles as labels and unit ids."""
    units = s.rules.forces.units
    return {(s.rules.board.labels_of(row[0]), " ".join(units[u].id for u in bits_of(row[1]))) for row in s.battles}


def unit(s, name):
    return s.rules.names().unit(name)


# --- worked examples ----------------------------------------------------------------------------------------------------
def test_example_2_below_one_to_five_is_not_offered():
    s = asked(scene({"de-272vg": "905", "us-2ad": "906", "us-3ad": "906", "us-4cav": "906", "us-99id": "1005"}))
    assert offered(s) == {"attack 1005", "confirm"}


def test_example_3_neighbours_touched_must_be_attacked_too():
    s = asked(historical())
    do(s, "attack 1208", "with de-277vg", "with de-12vg", "set")
    assert "confirm" not in offered(s)
    do(s, "attack 1209", "with de-12ss", "set")
    assert "confirm" not in offered(s)
    do(s, "attack 1307", "with de-18vg", "set")
    assert "confirm" in offered(s)  # the cavalry in 1207 need not be
    do(s, "confirm")
    assert s.frame == BELOW
    assert s.ready == sum(1 << u for u in bits_of(s.rules.division & s.rules.of_side[ALLIED]) if on_map(s, u))
    assert s.duty == 0  # nobody has moved


def test_example_4_no_bridge_for_the_panzers():
    s = asked(historical())
    do(s, "attack 1105")
    assert offered(s) == {"with de-560vg", "with de-26vg"}


def test_example_6_peiper_brings_its_attached_units_along():
    s = asked(historical())
    do(s, "attach de-501ss", "attach de-150bde", "attack 1307")
    assert {"with de-kgp", "with de-501ss", "with de-150bde"} & offered(s) == {"with de-kgp"}
    do(s, "with de-kgp", "with de-18vg", "with de-62vg", "set")
    assert listed(s) == {("1307", "de-kgp de-501ss de-150bde de-18vg de-62vg")}
    assert not {"attach de-501ss", "attach de-150bde"} & offered(s)


def test_example_32_the_cavalry_group_is_let_off():
    far = {"de-2pz": "1006", "de-lehr": "906", "us-4cav": "1005 fresh"}
    s = asked(scene(far, step="C2a.attack"), ALLIED)
    assert "confirm" in offered(s)
    do(s, "confirm")
    assert s.status[unit(s, "us-4cav")] & IDLE
    assert s.duty == 0
    s = asked(scene({"de-2pz": "1006", "us-4cav": "1005 fresh"}, step="C2a.attack"), ALLIED)
    assert offered(s) == {"attack 1006", "standard"}
    do(s, "standard")
    assert listed(s) == {("1006", "us-4cav")}
    assert s.duty == ids(s, "de-2pz")


def test_example_33_both_on_one_division_is_refused():
    units = {"us-26id": "1005 fresh", "us-75id": "1106 fresh", "de-276vg": "1006", "de-352vg": "905"}
    s = scene(units, step="C2a.attack")
    touched = {name: owed_hexes(s, unit(s, name)) for name in ("us-26id", "us-75id")}
    assert touched == {"us-26id": hexes(s, "1006 905"), "us-75id": hexes(s, "1006")}
    asked(s, ALLIED)
    t = do(s.copy(), "attack 1006", "with us-26id", "with us-75id", "set")
    assert offered(t) == {"standard"}
    t = do(s.copy(), "attack 1006", "with us-75id", "set", "attack 905", "with us-26id", "set")
    assert "confirm" in offered(t)
    do(s, "standard")
    assert listed(s) == {("905", "us-26id"), ("1006", "us-75id")}


# --- who may attack -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("flags", "spent", "step", "may"),
    [
        ("", 0, "B2a.attack", True),
        ("disrupted", 0, "B2a.attack", False),
        ("fresh", 8, "B2a.attack", True),
        ("fresh", 9, "B2a.attack", False),  # on its bonus
        ("fresh road", 3, "B2a.attack", False),
        ("attacked", 0, "B2d.attack", False),
        ("moved", 2, "B2d.attack", False),
        ("fresh", 6, "B2d.attack", True),
        ("fresh", 7, "B2d.attack", False),  # OMF is 1 lower
    ],
)
def test_who_may_attack(flags, spent, step, may):
    s = scene({"de-2pz": f"905 {flags}", "us-2cav": "906"}, step=step)
    s.spent[unit(s, "de-2pz")] = spent
    assert able(s, unit(s, "de-2pz")) == may


@pytest.mark.parametrize(
    ("attacks", "ruthless", "since", "worse", "may"),
    [(0, 0, 0, 0, True), (1, 0, 0, 1, True), (2, 0, 4, 0, False), (2, 4, 2, 0, True), (2, 4, 1, 0, False), (3, 4, 2, 1, False)],
)
def test_peiper_attacks_twice_or_more(attacks, ruthless, since, worse, may):
    s = scene({"de-kgp": "905 moved attacked", "de-501ss": "905 moved attacked attached", "us-99id": "906"}, step="B2d.attack")
    s.peiper_attacks, s.ruthless, s.peiper_since, s.peiper_worse = attacks, ruthless, since, worse
    assert able(s, unit(s, "de-kgp")) == may
    assert able(s, unit(s, "de-501ss")) == may
    s.marks[unit(s, "de-kgp")] |= DONE
    assert not able(s, unit(s, "de-kgp"))


def test_skorzeny_attacks_only_in_company():
    s = asked(scene({"de-150bde": "905", "de-506": "905", "us-99id": "906"}))
    do(s, "attack 906", "with de-150bde")
    assert offered(s) == {"with de-506"}
    alone = scene({"de-150bde": "905", "us-99id": "906"})
    alone.stack = [BELOW]
    alone.frame = BELOW
    open_allocation(alone, GERMAN)
    assert alone.frame == BELOW  # nobody is asked


def test_a_bridge_and_a_movement_factor():
    s = scene({"de-2pz": "1204", "de-26vg": "1204", "us-28id": "1105"})
    panzers, foot, h = unit(s, "de-2pz"), unit(s, "de-26vg"), s.rules.board.parse_hex("1105")
    assert can_attack(s, foot, h)
    assert not can_attack(s, panzers, h)
    s.bridges |= s.rules.board.parse_side("1105|1204")
    s.status[panzers] |= MOVED
    for spent, may in ((6, True), (7, False)):
        s.spent[panzers] = spent
        assert can_attack(s, panzers, h) == may
    s.spent[panzers] = 6
    do(asked(s), "attack 1105", "with de-2pz", "with de-26vg", "set")
    assert s.spent[panzers] == 8
    assert s.spent[foot] == 0


# --- duties -------------------------------------------------------------------------------------------------------------
def test_an_unbridged_river_excuses_from_duty_a_and_panzers_from_duty_b():
    units = {"de-2pz": "1204 fresh", "us-28id": "1105", "de-26vg": "1204", "us-4id": "1203"}
    s = scene(units)
    there = s.rules.board.parse_hex("1105")
    assert owed_hexes(s, unit(s, "de-2pz")) == hexes(s, "1203")
    assert division_hexes(s, unit(s, "de-2pz")) == hexes(s, "1203")
    assert division_hexes(s, unit(s, "de-26vg")) == hexes(s, "1203 1105")
    assert waived(s, ids(s, "de-2pz"), there)
    assert not waived(s, ids(s, "de-2pz", "de-26vg"), there)
    asked(s)
    assert "confirm" in offered(do(s.copy(), "attack 1203", "with de-2pz", "set"))
    assert "confirm" not in offered(do(s.copy(), "attack 1203", "with de-2pz", "with de-26vg", "set"))


def test_a_unit_that_cannot_attack_what_it_owes_is_idle_at_once():
    s = scene({"de-2pz": "905 fresh", "us-99id": "906", "us-2cav": "1005"})
    s.spent[unit(s, "de-2pz")] = 9
    s.frame = BELOW
    s.stack = [BELOW]
    open_allocation(s, GERMAN)
    assert s.status[unit(s, "de-2pz")] & IDLE
    assert s.frame == BELOW


def test_the_group_that_lets_off_counts_all_its_divisions_not_only_the_owed_ones():
    # the 272nd owes 1203 only, but could also attack 1105 and 1104 across the river: 2 against 11
    units = {"de-272vg": "1204 fresh", "us-4cav": "1103", "us-2id": "1105", "us-3ad": "1104", "us-26id": "1203"}
    s = scene(units)
    assert owed_hexes(s, unit(s, "de-272vg")) == hexes(s, "1203")
    assert division_hexes(s, unit(s, "de-272vg")) == hexes(s, "1203 1105 1104")
    asked(s)
    assert "confirm" in offered(s)
    # together with its like in the hex it is strong enough, and not let off
    s = scene(units | {"de-560vg": "1204"})
    assert "confirm" not in offered(asked(s))


def test_who_is_let_off_must_still_join_a_battle_that_needs_nothing_more():
    units = {"us-4cav": "1005 fresh", "de-2pz": "1006", "de-lehr": "906", "us-3ad": "1106", "us-2ad": "907"}
    s = asked(scene(units, step="C2a.attack"), ALLIED)
    assert "confirm" in offered(s)
    assert owed_hexes(s, unit(s, "us-4cav")) == hexes(s, "1006 906")
    t = do(s.copy(), "attack 1006", "with us-3ad", "set", "attack 906", "with us-2ad", "set")
    assert "confirm" not in offered(t)
    do(t, "standard")  # nobody else owes anything: the cavalry is let off
    assert listed(t) == set()


def test_the_standard_allocation_adds_idle_units_to_the_first_battle():
    units = {"us-4cav": "1005 fresh", "de-2pz": "1006", "de-lehr": "906", "us-3ad": "1106 fresh", "us-2ad": "907 fresh"}
    s = do(asked(scene(units, step="C2a.attack"), ALLIED), "standard")
    assert listed(s) == {("906", "us-2ad us-4cav"), ("1006", "us-3ad")}
    assert s.duty == ids(s, "de-2pz", "de-lehr")
    assert not any(status & IDLE for status in s.status)


def test_a_group_leaves_a_crowded_battle_for_a_hex_that_is_left_over():
    # both groups can attack 906 and take it first; 1006 is left over, and the first group by hex goes there
    units = {"us-2ad": "907 fresh", "us-3ad": "1005 fresh", "de-2pz": "1006", "de-lehr": "906"}
    s = do(asked(scene(units, step="C2a.attack"), ALLIED), "standard")
    assert listed(s) == {("906", "us-3ad"), ("1006", "us-2ad")}
    # alone it takes both hexes into one battle
    del units["us-3ad"]
    s = do(asked(scene(units, step="C2a.attack"), ALLIED), "standard")
    assert listed(s) == {("906 1006", "us-2ad")}


def test_standard_gives_back_what_was_paid():
    units = {"de-2pz": "1204 fresh", "us-28id": "1105", "us-4id": "1203", "de-26vg": "1204"}
    s = scene(units)
    s.bridges |= s.rules.board.parse_side("1105|1204")
    s.spent[unit(s, "de-2pz")] = 4
    asked(s)
    t = do(s.copy(), "attack 1105", "with de-2pz", "set")
    assert t.spent[unit(t, "de-2pz")] == 6
    do(t, "standard")
    assert listed(t) == {("1105 1203", "de-2pz de-26vg")}
    assert t.spent[unit(t, "de-2pz")] == 6


# --- calling off --------------------------------------------------------------------------------------------------------
def test_calling_off():
    s = scene({"us-26id": "1005", "us-75id": "1106", "de-276vg": "1006", "de-352vg": "905"}, step="C2c")
    first, second = (hexes(s, "1006"), ids(s, "us-75id"), OPEN), (hexes(s, "905"), ids(s, "us-26id"), OPEN)
    s.battles, s.ready = (first, second), ids(s, "de-276vg", "de-352vg")
    assert not required(s, first)
    assert chain(s, 0) == {0, 1}  # the 26th touches 1006, which nobody would attack any more
    assert chain(s, 1) == {1}  # the 75th does not touch 905
    s.status[unit(s, "de-276vg")] |= DISRUPTED
    assert chain(s, 0) == {0}
    s.status[unit(s, "de-276vg")] = 0
    s.touched = ids(s, "de-276vg")  # an attack made already owes it
    assert required(s, first)
    assert not required(s, second)
    s.touched = 0
    s.marks[unit(s, "us-26id")] |= FRESH
    s.duty = ids(s, "de-276vg", "de-352vg")
    assert required(s, first)  # the 26th owes both
    assert required(s, second)
    s.status[unit(s, "us-26id")] |= DISRUPTED  # bombed: it drops out
    assert not required(s, first)
    s.battles = (first, (second[0], second[1], FOUGHT))
    assert chain(s, 0) == {0}
    s.battles = (first, (second[0], second[1], OFF))
    assert chain(s, 0) == {0}


# --- odd situations, against a slow reading of the clauses ---------------------------------------------------------------
def slow_able(s, u):
    if not on_map(s, u) or u == RULES.vdh or s.status[u] & (DISRUPTED | IDLE):
        return False
    lead = RULES.peiper if s.marks[u] & ATTACHED else u
    if s.status[lead] & (DISRUPTED | IDLE):
        return False
    if lead == RULES.peiper:
        if s.peiper_attacks >= 2 and not (s.ruthless and s.peiper_since >= 2 and not s.peiper_worse):
            return False
    elif s.status[lead] & ATTACKED or (RULES.blitz[s.step] and s.status[lead] & MOVED and not s.marks[lead] & FRESH):
        return False
    return s.spent[lead] <= omf(s, lead) and not s.status[lead] & ROAD


def slow_can(s, u, h, spent=None):
    lead = RULES.peiper if s.marks[u] & ATTACHED else u
    here = s.pos[u]
    if RULES.board.distance(here, h) != 1:
        return False
    if RULES.foot >> u & 1 or not river_between(s, here, h):
        return True
    return bridged(s, here, h) and (s.spent[lead] if spent is None else spent[lead]) + 2 <= omf(s, lead)


def slow_divisions(s, side):
    return [d for d in bits_of(RULES.division & RULES.of_side[1 - side]) if on_map(s, d) and not s.status[d] & DISRUPTED]


def slow_confirm(s, side, spent):
    """May the allocation be confirmed? `spent` is what everybody had spent before any battle was set."""
    near, pos = RULES.board.distance, s.pos
    divisions = slow_divisions(s, side)
    attacked = {h for row in s.battles for h in RULES.board.members(row[0])}
    of = {u: row for row in s.battles for u in bits_of(row[1])}
    units = [u for u in bits_of(RULES.of_side[side]) if on_map(s, u)]

    def must(u):  # duty B on account of one attacker
        return {
            pos[d] for d in divisions
            if near(pos[u], pos[d]) == 1 and not (RULES.mechanized >> u & 1 and unbridged(s, pos[u], pos[d]))
        }  # fmt: skip

    def targets(u):  # D(u)
        return {pos[d] for d in divisions if slow_can(s, u, pos[d], spent)}

    for u in of:
        if must(u) - attacked:
            return False
    for u in units:
        if not s.marks[u] & FRESH or s.status[u] & (DISRUPTED | IDLE) or RULES.factor[u] < 1:
            continue
        owed = {pos[d] for d in divisions if near(pos[u], pos[d]) == 1 and not unbridged(s, pos[u], pos[d])}
        if not owed:
            continue
        if u in of:
            if owed - attacked or not {pos[d] for d in divisions} & set(RULES.board.members(of[u][0])):
                return False
            continue
        group = [v for v in friends_at(s, side, pos[u]) if slow_able(s, v) and targets(v) == targets(u)]
        if 5 * sum(RULES.factor[v] for v in group) >= sum(defence(s, h, group) for h in targets(u)):
            return False
        if s.marks[u] & ATTACHED:
            continue
        for row in s.battles:
            there = set(RULES.board.members(row[0]))
            if all(slow_can(s, u, h) for h in there) and there & {pos[d] for d in divisions} and not must(u) - attacked:
                return False
    return True


def slow_attacks(s, side):
    taken = {u for row in s.battles for u in bits_of(row[1])}
    hit = {h for row in s.battles for h in RULES.board.members(row[0])}
    found = set()
    for h in range(RULES.board.n):
        enemies = [u for u in friends_at(s, 1 - side, h) if u != RULES.vdh]
        known = side == GERMAN and s.dump == h and s.dump_known and not s.german & RULES.board.bit[h]
        if h in hit or not (enemies or known):
            continue
        own = [u for u in bits_of(RULES.of_side[side]) if u not in taken and slow_able(s, u) and slow_can(s, u, h)]
        strength = sum(RULES.factor[u] for u in own)
        if strength and 5 * strength >= defence(s, h, own):
            found.add(h)
    return found


def check_battles(s, side):
    """Nobody twice, no hex twice, and 1:5 or better."""
    hit = taken = 0
    for where, who, state in s.battles:
        assert state == OPEN
        assert not where & hit
        assert not who & taken
        hit, taken = hit | where, taken | who
        assert allowed(s, where, who)
        assert all(RULES.forces.side_of[u] == side for u in bits_of(who))


ATTACK, STANDARD, CONFIRM = (VERBS.code(v) for v in ("attack", "standard", "confirm"))


def check_allocate(s, side, spent):
    actions = legal_allocate(s, s.frame)
    assert len(set(actions)) == len(actions)
    assert {a >> A_SHIFT for a in actions if a & VERB == ATTACK} == slow_attacks(s, side)
    assert (CONFIRM in actions) != (STANDARD in actions)
    assert (CONFIRM in actions) == slow_confirm(s, side, spent)
    if STANDARD in actions:
        t = s.copy()
        apply_allocate(t, t.frame, STANDARD)
        assert t.frame == BELOW
        check_battles(t, side)
        idle = [u for u in range(len(t.pos)) if t.status[u] & IDLE and not s.status[u] & IDLE]
        for u in idle:
            t.status[u] &= ~IDLE
        assert duties_met(t, side, ready_hexes(t, 1 - side))
        assert slow_confirm(t, side, spent)
    return actions


def play_out(s, side, rng):
    """Allocate at random to the end; every question is checked on the way."""
    spent = bytes(s.spent)
    count = 0
    while s.frame != BELOW:
        count += 1
        assert count < 300
        if isinstance(s.frame, Allocate):
            actions = check_allocate(s, side, spent)
            if len(actions) > 1 and rng.random() < 0.8:
                actions = actions[:-1]
            apply_allocate(s, s.frame, rng.choice(actions))
        else:
            actions = legal_battle(s, s.frame)
            assert actions, "stuck"
            apply_battle(s, s.frame, rng.choice(actions))
    check_battles(s, side)
    return count


def test_odd_situations_agree_with_a_slow_reading():
    questions = standards = 0
    for seed in range(300):
        rng = random.Random(seed)
        s, side = dense(RULES, rng)
        s.stack = [BELOW]
        s.frame = BELOW
        open_allocation(s, side)
        if s.frame == BELOW:
            continue
        standards += STANDARD in legal_allocate(s, s.frame)
        questions += play_out(s, side, rng)
    assert questions > 1500
    assert standards > 60


def test_a_battle_can_always_be_finished():
    for seed in range(300, 400):
        rng = random.Random(seed)
        s, side = dense(RULES, rng)
        s.stack = [BELOW]
        open_allocation(s, side)
        if not isinstance(s.frame, Allocate):
            continue
        for h in sorted(slow_attacks(s, side))[:4]:
            t = s.copy()
            apply_allocate(t, t.frame, ATTACK | h << A_SHIFT)
            also = [a for a in legal_battle(t, t.frame) if t.text(a).startswith("also")]
            if also and rng.random() < 0.7:
                apply_battle(t, t.frame, rng.choice(also))
            while isinstance(t.frame, Battle):
                actions = legal_battle(t, t.frame)
                joins = [a for a in actions if t.text(a).startswith("with")]
                apply_battle(t, t.frame, joins[0] if joins else actions[-1])
            check_battles(t, side)
