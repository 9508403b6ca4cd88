"""Every step offered to a unit alone, against a slow reading of the clauses, in scrambled situations."""

import random

import pytest
from ardennes import situation
from steps_oracle import Mover

from echelon.core.verbs import B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.frames import VERBS, Step
from echelon.systems.tigers.play.movement import legal_step
from echelon.systems.tigers.play.steps import can_end, column, column_steps, entry_may_end, may_end
from echelon.systems.tigers.state import ATTACKED, DISRUPTED, MOVED

MOVE = VERBS.code("move")


def scrambled(seed):
    """Units strewn over a few neighbouring columns, rivers and bridges in any state, some points spent."""
    rng = random.Random(seed)
    step = rng.choice(("B2a.move", "B2d.move", "C2a.move", "C2d.move"))
    s = situation(step=step, turn=rng.randint(2, 9))
    rules = s.rules
    board = rules.board
    centre = rng.randrange(board.n)
    crowd = [h for h in range(board.n) if board.distance(centre, h) <= rng.choice((2, 3, 4))]
    owner = {h: rng.randint(0, 1) for h in crowd}
    phasing = 0 if step.startswith("B") else 1
    # away from divisions; among armor, whose zones leave out the forest; anything
    left_out = (rules.division, rules.division & ~rules.pure, 0)[seed % 3] & rules.of_side[1 - phasing]
    for u in range(len(s.pos)):
        if rng.random() < 0.35 and not left_out >> u & 1:
            side = rules.forces.side_of[u]
            mine = [h for h in crowd if owner[h] == side]
            if mine:
                s.pos[u] = rng.choice(mine)
                s.status[u] = DISRUPTED if rng.random() < 0.3 else 0
                s.spent[u] = rng.choice((0, 0, 0, 1, 2, 3, 4, 5, 6))
    rivers = list(rules.hexsides)
    s.bridges = sum(side for side in rivers if rng.random() < 0.5)
    s.german_bridges = sum(side for side in rivers if side & s.bridges and rng.random() < 0.5)
    s.closed = sum(side for side in rivers if not side & s.bridges and rng.random() < 0.03)
    s.german = sum(board.bit[h] for h in range(board.n) if owner.get(h, rng.randint(0, 1)) == 0)
    s.short = rng.randint(0, 1)
    s.dump, s.dump_known = rng.choice(crowd), rng.randint(0, 1)
    allied_foot = [u for u in range(len(s.pos)) if rules.road_divisions >> u & 1]
    s.road_users = sum(1 << u for u in rng.sample(allied_foot, rng.randint(0, 2)))
    s.peiper_attacks, s.peiper_since, s.peiper_worse = rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 1)
    s.ruthless = rng.choice((0, 2))
    rules.rebuild(s)
    return s, rng


def movers(s):
    side = 0 if s.rules.sequence[s.step].name.startswith("B") else 1
    for u in range(*s.rules.forces.ranges[side]):
        if s.pos[u] < s.rules.gone and u != s.rules.vdh:
            yield side, u


def offered(actions):
    moves = [(a >> B_SHIFT & FIELD, a >> C_SHIFT) for a in actions if a & VERB == MOVE]
    assert len(moves) == len(set(moves))
    return set(moves)


@pytest.mark.clause("TIG-MOV-5", "TIG-MOV-16", "TIG-ZOC-7", "TIG-ZOC-8", "TIG-ZOC-9", "TIG-ZOC-14", "TIG-ROAD-2", "TIG-GEN-9")
@pytest.mark.parametrize("seed", range(240))
def test_steps_of_one_unit_are_those_of_the_clauses(seed):
    s, _rng = scrambled(seed)
    for side, u in movers(s):
        f = Step((side, u, 1 << u, ((s.pos[u], s.spent[u]),)))
        wanted = Mover(s, u).steps()
        assert offered(legal_step(s, f)) == wanted, s.rules.forces.units[u].id
        assert offered(column_steps(s, column(s, side, (u,)), u, (s.spent[u],))) == wanted


@pytest.mark.clause("TIG-KGP-5", "TIG-KGP-8")
@pytest.mark.parametrize("seed", range(40))
def test_peiper_moves_on_without_its_bonus(seed):
    s, rng = scrambled(seed)
    s.step = next(i for i, row in enumerate(s.rules.sequence) if row.name == "B2d.move")
    u = s.rules.peiper
    s.pos[u] = rng.choice([s.pos[v] for side, v in movers(s) if side == 0] or [100])
    s.status[u], s.spent[u] = rng.choice((MOVED, ATTACKED)), rng.randint(0, 5)
    s.rules.rebuild(s)
    f = Step((0, u, 1 << u, ((s.pos[u], s.spent[u]),)))
    assert offered(legal_step(s, f)) == Mover(s, u, 0).steps()


@pytest.mark.clause("TIG-ATK-7", "TIG-MOV-16")
@pytest.mark.parametrize("seed", range(30))
def test_where_a_move_may_end(seed):
    s, rng = scrambled(seed)
    for side, u in movers(s):
        mover = Mover(s, u)
        for h in rng.sample(range(s.rules.board.n), 12):
            spent, road = rng.randint(0, 10), rng.random() < 0.3
            assert may_end(s, u, h, spent, road) == mover.ends(h, spent, int(road))
            assert can_end(s, column(s, side, (u,), BONUS), h, (spent,), road) == mover.ends(h, spent, int(road))
            assert entry_may_end(s, u, h, spent, road) == mover.settles(h, spent, int(road), set())


@pytest.mark.clause("TIG-MOV-13")
@pytest.mark.parametrize("seed", range(30))
def test_a_stack_steps_where_each_member_may(seed):
    """Without the look-ahead this would be the common part of their steps; with it, no more than that."""
    s, _rng = scrambled(seed)
    places = {}
    for side, u in movers(s):
        if u != s.rules.peiper:
            places.setdefault((side, s.pos[u]), []).append(u)
    for (side, h), units in places.items():
        if len(units) < 2:
            continue
        pair = units[:2]
        f = Step((side, pair[0], sum(1 << u for u in pair), ((h, 0),)))
        found = offered(legal_step(s, f))
        common = set.intersection(*(Mover(s, u).steps() for u in pair))
        foot = [u for u in pair if s.rules.road_divisions >> u & 1 and not s.road_users >> u & 1]
        if s.road_users.bit_count() + len(foot) > 2:
            common = {(b, rate) for b, rate in common if rate != 1}
        assert found <= common
        ends = {
            (b, rate)
            for b, rate in common
            if all(Mover(s, u).ends(b, Mover(s, u).pays(h, b, rate, s.spent[u]), rate) for u in pair)
        }
        assert ends <= found
