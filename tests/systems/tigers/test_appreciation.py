"""What computer players are told about Tigers in the Ardennes: small situations in which one answer is plainly better."""

import random

import pytest
from tigers_scenes import at_step, fed, historical, scene

from echelon.core.record.position import Position
from echelon.players.recruit import weigh
from echelon.systems.tigers.appreciation.chances import barriers
from echelon.systems.tigers.frames import Allocate, Blow, Bridges, Enter, Losses, Mode, Orders, Overstack, Pick, Step
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.state import ALLIED, DISRUPTED, GERMAN
from echelon.systems.tigers.system import SYSTEM

OWN_BOARD = """
system = "tigers"
board = { base = "blank" }
turn = 2
step = "B2a.move"
frame = { kind = "move.pick", side = "german" }

[units]
de-26vg = { at = "1105" }
us-1id = { at = "604" }
"""


def unit(s, name):
    return s.rules.names().unit(name)


def place(s, label):
    return s.rules.board.parse_hex(label)


def opinion(s, text):
    return s.rules.appreciation.opinions(s, [s.parse(text)])[0]


def best(s):
    """The answer of somebody who goes by the appreciation alone, as text."""
    return s.text(max(weigh(s, list(s.legal()), s.rules.appreciation, random.Random(1)))[2])


def moving(units, name, **rest):
    """A unit in hand at the start of its move."""
    side = GERMAN if name.startswith("de") else ALLIED
    s = scene(units, step=("B2a.move", "C2a.move")[side], **rest)
    u = unit(s, name)
    s.stack = [Pick((side,))]
    s.frame = Step((side, u, 1 << u, ((s.pos[u], 0),)))
    return s


# --- worth --------------------------------------------------------------------------------------------------------------
def test_a_goal_taken_and_a_division_off_the_map_are_worth_much_and_a_lost_division_costs():
    s = historical()
    judge = s.rules.appreciation
    start = judge.worth(s, GERMAN)
    assert judge.worth(s, ALLIED) == -start
    s.german |= s.rules.board.bit[place(s, "804")]
    bastogne = judge.worth(s, GERMAN)
    assert bastogne > start + 3
    s.exits = 4
    assert judge.worth(s, GERMAN) > bastogne + 5
    s.pos[unit(s, "de-2pz")] = s.rules.gone
    assert judge.worth(s, GERMAN) < bastogne + 12


@pytest.mark.parametrize("winner", [GERMAN, ALLIED])
def test_nothing_is_worth_more_than_victory(winner):
    s = historical()
    s.finish(winner, "historic", "TIG-VIC-3")
    assert s.rules.appreciation.worth(s, winner) >= 40


# --- movement -----------------------------------------------------------------------------------------------------------
def test_infantry_goes_into_a_goal_that_nobody_holds():
    s = moving({"de-26vg": "905", "us-1id": "604"}, "de-26vg")
    assert best(s) == "move de-26vg 804 normal"


def test_panzers_leave_the_map_across_the_meuse():
    s = moving({"de-2pz": "511", "us-1id": "201"}, "de-2pz")
    assert best(s).startswith("exit de-2pz")


def test_the_only_garrison_of_a_threatened_goal_stays():
    s = moving({"us-1id": "804", "de-2pz": "1005", "de-lehr": "1005"}, "us-1id", turn=3)
    assert best(s) == "stop us-1id"
    elsewhere = moving({"us-1id": "803", "de-2pz": "1005", "de-lehr": "1005"}, "us-1id", turn=3)
    assert best(elsewhere).startswith("move us-1id 804")


def test_nobody_is_pulled_into_a_full_hex():
    s = moving({"de-26vg": "905", "de-12ss": "804", "de-2pz": "804", "de-lehr": "804", "us-1id": "604"}, "de-26vg")
    good = s.rules.appreciation.pull(s, unit(s, "de-26vg"))
    roomy = moving({"de-26vg": "905", "de-12ss": "804", "us-1id": "604"}, "de-26vg")
    assert good(place(s, "804")) < roomy.rules.appreciation.pull(roomy, unit(roomy, "de-26vg"))(place(s, "804")) - 4


def test_a_hex_without_supply_is_worse_than_one_with():
    s = moving({"de-26vg": "905", "us-1id": "604"}, "de-26vg")
    h, u = place(s, "804"), unit(s, "de-26vg")
    fed(s)
    with_supply = s.rules.appreciation.pull(s, u)(h)
    s.supply = (s.rules.board.all & ~s.rules.board.bit[h], s.rules.board.all)
    assert s.rules.appreciation.pull(s, u)(h) < with_supply - 2


def test_alone_nobody_walks_up_to_a_stronger_enemy():
    crowd = {"us-2id": "1008", "us-30id": "1008", "us-1id": "1008", "de-272vg": "1110"}
    s = moving(crowd, "de-272vg")
    good = s.rules.appreciation.pull(s, unit(s, "de-272vg"))
    alone = moving({"de-272vg": "1110", "us-102cav": "1008"}, "de-272vg")
    free = alone.rules.appreciation.pull(alone, unit(alone, "de-272vg"))
    assert good(place(s, "1108")) - good(place(s, "1110")) < free(place(s, "1108")) - free(place(s, "1110"))
    assert not best(s).startswith(("move de-272vg 1009", "move de-272vg 1109"))


def test_an_allied_division_comes_between_the_panzers_and_the_meuse():
    s = scene({"de-2ss": "908", "de-9ss": "908", "us-84id": "408"}, step="C2a.move")
    ahead = s.rules.appreciation.ways.thrusts(s)
    assert ahead
    good = s.rules.appreciation.pull(s, unit(s, "us-84id"))
    in_the_way = max(good(h) for h in ahead)
    assert in_the_way > good(place(s, "601"))


def test_reinforcements_come_where_they_are_needed():
    s = scene({"de-2pz": "1006", "de-lehr": "1006", "us-1id": "910"}, turn=5, step="C1")
    for name in ("us-4ad", "us-84id"):
        s.pos[unit(s, name)] = s.rules.due
    s.stack, s.frame = [], Enter((ALLIED,))
    assert best(s).startswith("enter")
    assert opinion(s, "enter us-84id 810 normal") > opinion(s, "enter us-84id 110 normal")


# --- battles ------------------------------------------------------------------------------------------------------------
def declared(units, side=GERMAN, **rest):
    s = scene(units, step=("B2a.attack", "C2a.attack")[side], **rest)
    s.stack, s.frame = [], Allocate((side,))
    return s


def test_no_hopeless_attack_is_begun_by_choice():
    s = declared({"de-272vg": "1311", "us-2id": "1210", "us-1id": "1210", "us-9id": "1210"})
    assert opinion(s, "attack 1210") < 0
    assert best(s) == "confirm"


def test_a_good_attack_is_begun_with_those_who_make_it_good():
    s = declared({"de-2pz": "905", "de-lehr": "905", "de-26vg": "804", "us-28id": "904 disrupted"})
    assert best(s) == "attack 904"
    s.apply(s.parse("attack 904"))
    assert best(s).startswith("with de-")


def test_what_a_duty_adds_counts_against_an_attack():
    """The unit that could beat the cavalry touches a strong division, too, which would have to be attacked."""
    free = declared({"de-18vg": "1107", "us-14cav": "1007"})
    bound = declared({"de-18vg": "1107", "us-14cav": "1007", "us-1id": "1108", "us-2id": "1108"})
    assert opinion(free, "attack 1007") > opinion(bound, "attack 1007")


def test_a_battle_is_worth_more_on_a_better_column_and_against_a_trapped_defender():
    battles = historical().rules.appreciation.battles
    columns = range(len(battles.rules.columns))
    values = [battles.value(at, 6, 3, 4, 1.0, False) for at in columns]
    assert values == sorted(values)
    assert values[0] < 0 < values[-1]
    assert all(battles.value(at, 6, 3, 4, 1.0, True) >= values[at] for at in columns[7:])


def orders(label, turn):
    """An attack at 3:2 or so on a hex, before the order is given."""
    s = scene({"de-2pz": "905", "us-101abn": label}, turn=turn, step="B2c")
    board = s.rules.board
    h = place(s, label)
    s.stack, s.frame = [], Orders((ALLIED, board.bit[h]))
    s.attackers, s.attack_from = 1 << unit(s, "de-2pz"), board.bit[place(s, "905")]
    s.defenders = 1 << unit(s, "us-101abn")
    s.targets = ((h, 4, 0, -1, 0),)
    return s


def test_a_goal_is_held_at_all_costs_rather_than_any_hex_and_more_so_at_the_end():
    early, late, elsewhere = orders("804", 2), orders("804", 12), orders("1005", 12)
    stand = "orders {} stand"
    assert opinion(late, stand.format("804")) > opinion(early, stand.format("804"))
    assert opinion(late, stand.format("804")) > opinion(elsewhere, stand.format("1005"))


def test_the_weakest_is_lost_first():
    s = scene({"de-2ss": "905", "de-272vg": "905", "us-1id": "804"}, step="B2c")
    s.stack, s.frame = [], Losses((GERMAN, 2, 0))
    s.attackers = 1 << unit(s, "de-2ss") | 1 << unit(s, "de-272vg")
    assert opinion(s, "lose de-272vg") > opinion(s, "lose de-2ss")
    s.frame = Overstack((GERMAN, place(s, "905")))
    assert opinion(s, "remove de-272vg") > opinion(s, "remove de-2ss")


# --- bridges, and the rest ------------------------------------------------------------------------------------------------
def test_a_bridge_goes_up_before_the_enemy_but_not_behind_a_friend():
    s = scene({"de-2pz": "509", "us-84id": "409"}, step="C2e.bridges")
    s.stack, s.frame = [], Bridges((ALLIED,))
    assert opinion(s, "blow 409|509") > 0
    friend = scene({"de-2pz": "609", "us-84id": "409", "us-7ad": "509"}, step="C2e.bridges")
    friend.stack, friend.frame = [], Bridges((ALLIED,))
    assert opinion(friend, "blow 409|509") < 0
    s.step, s.frame = s.rules.sequence.index(next(x for x in s.rules.sequence if x.name == "B2f.bridges")), Bridges((GERMAN,))
    assert opinion(s, "blow 409|509") < 0


def test_the_bridges_of_the_meuse_go_up_in_time_and_others_stay():
    s = scene({"de-2pz": "606", "us-84id": "110"}, step="C2e.bridges")
    s.stack, s.frame = [], Bridges((ALLIED,))
    assert opinion(s, "blow 208|308") > 0
    assert opinion(s, "blow 102|201") < 0
    assert opinion(s, "blow 1102|1103") < 0


def test_a_bridge_over_which_an_attack_came_is_blown():
    s = scene({"de-2pz": "509", "us-84id": "409"}, step="B2c")
    s.stack, s.frame = [], Blow((ALLIED, s.rules.board.side(place(s, "409"), place(s, "509"))))
    assert opinion(s, "blow 409|509") > opinion(s, "spare")


def test_engineers_bridge_the_our_for_the_panzers():
    s = scene({"de-2pz": "1204", "de-26vg": "1105", "us-28id": "904"}, step="B2f.bridges")
    s.stack, s.frame = [], Bridges((GERMAN,))
    assert opinion(s, "build 1105|1204") > 0


def test_the_allies_build_no_bridge_over_the_meuse_for_the_panzers():
    """Their own vehicles would like it, but the Germans could come to it first."""
    told = {}
    for german in ("706", "1505"):
        s = scene({"de-2pz": german, "us-3ad": "409", "us-1id": "109"}, step="C2e.bridges", turn=9)
        s.german |= s.rules.board.hexes("507 804")  # which have to be won back
        s.bridges = 0
        s.stack, s.frame = [], Bridges((ALLIED,))
        told[german] = opinion(s, "build 409|509")
    assert told["706"] < 0 < told["1505"]


def foreseen(units, side=ALLIED, **rest):
    """The state at a side's work on bridges, and what a general foresees of each answer."""
    s = scene(units, step=("B2f.bridges", "C2e.bridges")[side], **rest)
    s.stack, s.frame = [], Bridges((side,))
    told = s.rules.appreciation.rough().foresee(s, list(s.legal()))
    return s, {s.text(action): gain for action, gain in told.items()}


SPEARHEAD = {"de-2pz": "806", "de-116pz": "905", "de-lehr": "906"}  # eight hexes and more from the Meuse at Namur


def test_a_general_blows_the_bridges_of_the_meuse_by_what_that_does_to_the_enemys_chances():
    """However far the panzers are: an officer waits until they are near."""
    s, _told = foreseen({**SPEARHEAD, "us-1id": "110"}, turn=2)
    s.bridges = s.rules.board.side(place(s, "208"), place(s, "308"))  # there is no other way over the river
    s.german_bridges = 0
    judge = s.rules.appreciation.rough()
    blow = s.parse("blow 208|308")
    assert judge.foresee(s, [blow])[blow] > max(1.0, opinion(s, "blow 208|308"))
    german, told = foreseen({**SPEARHEAD, "de-26vg": "1105"}, GERMAN)
    assert any(german.text(action).startswith("blow") for action in german.legal())
    assert not any(text.startswith("blow") for text in told)
    s, told = foreseen({**SPEARHEAD, "us-7ad": "308"}, turn=2)
    assert "blow 208|308" not in told  # its tanks would not come back
    assert SYSTEM.new("breakthrough", seed=1).rules.appreciation.rough().foresee(s, [blow]) == {}


def test_no_bridge_is_blown_by_which_friends_are_supplied(monkeypatch):
    from echelon.systems.tigers.appreciation import rough

    units = {**SPEARHEAD, "us-1id": "306"}
    s, told = foreseen(units, turn=2)
    assert "blow 208|308" in told
    across = s.rules.board.side(place(s, "208"), place(s, "308"))
    cut = s.strong[ALLIED]
    monkeypatch.setattr(rough, "supplied_hexes", lambda t, side: t.rules.board.all & (-1 if t.bridges & across else ~cut))
    assert "blow 208|308" not in foreseen(units, turn=2)[1]


def test_nobody_builds_a_bridge_back_to_where_it_comes_from():
    s = scene({"de-2pz": "1105", "us-28id": "904"}, step="B2f.bridges")
    s.stack, s.frame = [], Bridges((GERMAN,))
    assert opinion(s, "build 1105|1204") < 0


# --- the estimate of a movement -------------------------------------------------------------------------------------------
def estimated(units, side, **rest):
    s = scene(units, step=("B2a.move", "C2a.move")[side], **rest)
    s.stack, s.frame = [], Pick((side,))
    s.rules.rebuild(s)  # nothing is remembered, as after a move
    return s, s.rules.appreciation.estimate(s, side)


def test_trials_of_an_estimate_cut_nobody_off():
    """Units that are put here and there to look at a battle do not stand there: odds are those of the supply that there is."""
    units = {"us-28id": "804", "us-4id": "603", "de-2pz": "905", "de-lehr": "904", "de-26vg": "906", "de-116pz": "805"}
    s, estimate = estimated(units, GERMAN, turn=3)
    for name, h in (("de-26vg", "703"), ("de-116pz", "704"), ("de-2pz", "803"), ("de-lehr", "602")):
        assert estimate.targets(unit(s, name), place(s, h))
        estimate.battle(place(s, "804"), {unit(s, name): place(s, h)})
    for side in (GERMAN, ALLIED):
        assert supplied_hexes(estimate.trial, side) == supplied_hexes(s, side)


def test_only_who_counts_leaves_the_map_and_only_if_others_can_follow():
    out = SYSTEM.rules().exited
    near = {"de-2pz": "110", "de-116pz": "210", "de-501ss": "110"}
    s, estimate = estimated(near, GERMAN, turn=6)
    assert estimate.site(unit(s, "de-2pz"), out) > estimate.site(unit(s, "de-2pz"), place(s, "307"))
    assert estimate.site(unit(s, "de-501ss"), out) < 0  # Tigers count nothing there (TIG-VIC-6)
    s, estimate = estimated({"de-2pz": "110"}, GERMAN, turn=6)
    assert estimate.site(unit(s, "de-2pz"), out) < estimate.site(unit(s, "de-2pz"), place(s, "110"))


def test_each_of_a_stack_that_is_too_many_counts():
    """However crowded a hex is by those who cannot leave it, nobody more should come."""
    s, estimate = estimated({"de-26vg": "906", "us-1id": "804"}, GERMAN)
    foot = [unit(s, name) for name in ("de-12vg", "de-18vg", "de-26vg", "de-62vg", "de-272vg", "de-277vg")]
    forest = next(h for h in range(s.rules.board.n) if s.rules.board.bit[h] & s.rules.forest)
    values = [estimate.stand(forest, tuple(sorted(foot[:count]))) for count in range(2, 7)]
    assert values[0] > -10
    assert values == sorted(values, reverse=True) and len(set(values)) == 5


def test_posts_bar_the_ways_of_a_breakout_that_is_near():
    """One division after the other is thought to stand where most would pass, until not enough could be out soon."""
    near = {"de-12ss": "408", "de-116pz": "407", "de-2pz": "308", "de-lehr": "308", "us-1id": "109", "us-82abn": "309"}
    s, estimate = estimated(near, ALLIED, turn=4)
    fed(s)
    everywhere = dict.fromkeys((unit(s, "us-1id"), unit(s, "us-82abn")), range(s.rules.board.n))
    posts = estimate.posts(everywhere)
    assert 1 <= len(posts) <= 6
    assert not any(s.rules.board.bit[h] & s.strong[GERMAN] for h in posts)
    ways = s.rules.appreciation.ways
    first = s.rules.board.bit[next(iter(posts))]
    assert first & ~sum(s.rules.board.bit[h] for h in barriers(s, ways, s.rules.board.all & ~first))  # another takes its place
    open_way = s.rules.appreciation.rough().signs(s)
    for name, h in zip(("us-1id", "us-82abn", "us-101abn", "us-7ad", "us-9id", "us-30id"), posts, strict=False):
        s.pos[unit(s, name)] = h
    s.rules.rebuild(s)
    fed(s)
    assert s.rules.appreciation.rough().signs(s).spearhead < open_way.spearhead
    assert estimate.posts(dict.fromkeys([unit(s, "us-14cav")], range(s.rules.board.n))) == {}  # no division
    assert estimated(near, GERMAN, turn=4)[1].posts(everywhere) == {}
    one = {name: at for name, at in near.items() if not name.startswith("de") or name == "de-2pz"}
    assert estimated(one, ALLIED, turn=4)[1].posts(everywhere) == {}  # it takes two divisions
    assert estimate.bars((unit(s, "us-1id"),)) == 1.0 > estimate.bars((unit(s, "us-28id"),)) > 0
    assert estimate.bars((unit(s, "us-14cav"),)) == 0.0


def test_the_set_up_is_the_historical_one():
    s = SYSTEM.new(seed=1)
    at_step(s, "S2")
    s.frame = Mode((GERMAN,))
    assert best(s) == "mode historical"


def test_a_board_of_a_positions_own_can_be_judged():
    """Without roads or rivers the panzers still find the way towards what the scenario asks for."""
    s = Position.parse(OWN_BOARD).state()
    judge = s.rules.appreciation
    assert best(s).startswith(("take", "end"))
    good = judge.pull(s, unit(s, "de-26vg"))
    assert good(place(s, "905")) > good(place(s, "1105"))
    assert judge.worth(s, GERMAN) == -judge.worth(s, ALLIED)


# --- the chance of victory, at the end of a rehearsal -------------------------------------------------------------------------
NEAR, FAR = {"de-2pz": "408", "de-116pz": "507"}, {"de-2pz": "408", "de-116pz": "1505"}


def judged(units, turn=4, **rest):
    """The signs of a state in which everybody is supplied, and what it is worth to the German as his movement opens."""
    s = scene(units, step="B2a.move", turn=turn, **rest)
    fed(s)
    rough = s.rules.appreciation.rough()
    return rough.signs(s), rough.measure(s, GERMAN, 0.0)


def test_a_breakout_is_seen_by_ways_as_they_stand():
    """Two divisions have to come off the map: the farther of them counts, and who stands in its way."""
    near, far, alone = judged(NEAR)[0], judged(FAR)[0], judged({"de-2pz": "408"})[0]
    assert 1 >= near.breakout > far.breakout > alone.breakout >= 0
    assert near.spearhead > far.spearhead > alone.spearhead > 0
    line = {"us-82abn": "409", "us-101abn": "509", "us-1id": "309", "us-9id": "510"}
    shut = judged({**NEAR, **line})[0]
    assert shut.breakout < near.breakout and shut.spearhead < near.spearhead


def test_who_is_disrupted_or_cut_off_breaks_out_later():
    s = scene(NEAR, step="B2a.move", turn=4)
    fed(s)
    rough = s.rules.appreciation.rough()
    before = rough.signs(s).breakout
    s.status[unit(s, "de-116pz")] |= DISRUPTED
    assert rough.signs(s).breakout < before
    s.status[unit(s, "de-116pz")] &= ~DISRUPTED
    s.supply = (0, s.rules.board.all)
    assert rough.signs(s).breakout < before


def test_a_rehearsal_is_measured_by_the_chance_of_victory():
    assert judged(NEAR)[1] > judged(FAR)[1]
    s = scene(NEAR, step="C2a.move", turn=4)
    fed(s)
    rough = s.rules.appreciation.rough()
    chances = rough.chances
    for mover in (GERMAN, ALLIED):
        told = [chances.chance(turn, mover, 30.0) for turn in range(2, 8)]
        assert told == sorted(told, reverse=True)  # the later, the less of it
        assert 0 < chances.chance(4, mover, 0.0) < chances.chance(4, mover, 60.0) < 1
    # what is good for one is bad for the other, and the end is beyond all hopes and fears
    richer = rough.signs(s)._replace(worth=20.0)
    assert chances.value(4, GERMAN, richer, 0.0) > chances.value(4, GERMAN, rough.signs(s), 0.0)
    assert chances.value(4, ALLIED, richer, 0.0) < chances.value(4, ALLIED, rough.signs(s), 0.0)
    for side in (GERMAN, ALLIED):
        assert chances.decided(side, 1 - side) < chances.value(4, side, richer, 0.0) < chances.decided(side, side)


def test_ways_count_by_who_has_come_and_who_searches():
    s = scene(NEAR, step="B2a.move")
    rough = s.rules.appreciation.rough()
    panzers, foot, enemy = (unit(s, name) for name in ("de-2pz", "de-26vg", "us-1id"))
    assert rough.heed(panzers, GERMAN) > rough.heed(foot, GERMAN) > rough.heed(enemy, GERMAN) == 0
    assert rough.heed(enemy, ALLIED) > 0


def test_where_points_decide_points_are_the_measure():
    s = SYSTEM.new("breakthrough", seed=1)
    rough = s.rules.appreciation.rough()
    assert rough.measure(s, GERMAN, 1.5) == rough.worth(s, GERMAN) + 1.5
    assert rough.heed(0, GERMAN) == 1.0
