"""Supply, command, values and steps of `play` against a slow reading of the clauses, in strewn situations."""

import random

import pytest
from rhone import strewn
from rhone_oracle import Field

from echelon.core.verbs import A_SHIFT, B_SHIFT, VERB
from echelon.systems.colonnes.facts.units import attack, defence, movement
from echelon.systems.colonnes.frames import VERBS, Step
from echelon.systems.colonnes.play.places import put
from echelon.systems.colonnes.play.steps import legal_step
from echelon.systems.colonnes.play.supply import is_supplied, supplied_without
from echelon.systems.colonnes.play.values import allowance, attack_of, defence_of

MOVE, EXIT = VERBS.code("move"), VERBS.code("exit")
SEEDS = range(12)


def on_map(s):
    return [u for u in range(len(s.pos)) if s.pos[u] < s.rules.board.n]


@pytest.mark.parametrize("seed", SEEDS)
def test_supply_of_everybody_here_and_next_door(seed):
    s = strewn(seed, {"dominance": "off"} if seed % 4 == 3 else None)
    field, board, side_of = Field(s), s.rules.board, s.rules.forces.side_of
    for u in on_map(s):
        here = field.supplied(side_of[u], u, s.pos[u])
        assert is_supplied(s, u) == here == (not s.unsupplied >> u & 1)
        hexes = supplied_without(s, u)
        for b, bit, _side in (*board.near[s.pos[u]], (s.pos[u], board.bit[s.pos[u]], 0)):
            if not field.stands(1 - side_of[u], b, s.rules.holding):
                assert bool(hexes & bit) == field.supplied(side_of[u], u, b)


@pytest.mark.parametrize("seed", SEEDS)
def test_supply_is_kept_while_units_come_and_go(seed):
    """What is known of the lines is used again where it can be: it must be what a fresh state would find."""
    s = strewn(seed)
    rng = random.Random(seed)
    units = on_map(s)
    for _ in range(30):
        u = rng.choice(units)
        side = s.rules.forces.side_of[u]
        free = [b for b, bit, _side in s.rules.board.near[s.pos[u]] if not bit & s.counters[1 - side]]
        put(s, u, rng.choice([*free, s.rules.due]) if s.pos[u] < s.rules.board.n and free else s.pos[u])
        if s.pos[u] == s.rules.due:
            units.remove(u)
        for other in rng.sample(units, min(4, len(units))):
            fresh = s.copy()
            s.rules.rebuild(fresh)
            assert supplied_without(s, other) == supplied_without(fresh, other)
            assert (s.fighters, s.holders, s.counters) == (fresh.fighters, fresh.holders, fresh.counters)
            assert (s.full, s.crowded, s.fielded) == (fresh.full, fresh.crowded, fresh.fielded)


@pytest.mark.parametrize("seed", SEEDS)
def test_command(seed):
    s = strewn(seed)
    field, rules = Field(s), s.rules
    reach = dict(s.reach)
    assert list(reach) == [hq for hq in on_map(s) if rules.hq >> hq & 1]
    near = {
        (hq, u): far is not None and far <= rules.range[hq]
        for hq in reach
        for u in on_map(s)
        if rules.holding >> u & 1 and rules.forces.side_of[u] == rules.forces.side_of[hq]
        for far in (field.distance(hq, u),)
    }
    for (hq, u), found in near.items():
        assert bool(reach[hq] >> u & 1) == found
    assert sum(mask.bit_count() for mask in reach.values()) == sum(near.values())
    for u in on_map(s):
        if not rules.combat >> u & 1:
            wanted = True
        elif rules.formation[u]:
            wanted = near.get((rules.own_hq[u], u), False)
        else:
            wanted = any(near.get((hq, u)) for hq in reach)
        assert bool(s.commanded >> u & 1) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_values_are_the_sums_of_their_rows(seed):
    s = strewn(seed)
    for u in on_map(s):
        assert (attack_of(s, u), defence_of(s, u), allowance(s, u)) == (attack(s, u), defence(s, u), movement(s, u))


@pytest.mark.parametrize("seed", range(40))
def test_steps(seed):
    """Full hexes, ways off the map, zones and the ban, as a first step and later."""
    options = ({}, {"cl_bound": "off"}, {"dominance": "off"}, {"ferry_all": "on"})[seed % 4]
    s = strewn(seed, options, packed=seed % 3 > 0)
    rng = random.Random(seed)
    field, n = Field(s), s.rules.board.n
    units = on_map(s)
    for u in rng.sample(units, min(12, len(units))):
        a = s.pos[u]
        for path, left in (((a,), allowance(s, u)), ((n - 1, a), rng.randint(1, 8))):
            if len(path) > 1 and field.zone(1 - s.rules.forces.side_of[u], a):
                continue  # a move that goes on is never in an enemy zone
            first = len(path) == 1
            actions = legal_step(s, Step((s.rules.forces.side_of[u], u, left, path)))
            assert len(actions) == len(set(actions))
            steps = {action >> B_SHIFT for action in actions if action & VERB == MOVE}
            assert steps == set(field.steps(u, a, left, first)), s.rules.forces.units[u].id
            assert (EXIT | u << A_SHIFT in actions) == field.exits(u, a, left, first)
            assert (VERBS.make("stop", u) in actions) == (first or field.room(u, a))
