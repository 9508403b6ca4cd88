"""The officer in the Ardennes: the Meuse, the towns that must be held, and who waits for Blitzkrieg."""

import random

import pytest
from tigers_scenes import scene

from echelon.core.fields import bits_of
from echelon.core.state import Result
from echelon.players import make
from echelon.players.general.variants import variants
from echelon.players.officer import Officer
from echelon.players.officer.assignment import Assignment, Task
from echelon.players.officer.routes import movers, routes
from echelon.players.recruit import weigh
from echelon.systems.tigers.frames import Allocate, Pick
from echelon.systems.tigers.state import ALLIED, GERMAN


def movement(units, side=GERMAN, step="", **rest):
    """A movement that has just begun, with the enemy far away."""
    s = scene(units, step=step or ("B2a.move", "C2a.move")[side], **rest)
    s.stack, s.frame = [], Pick((side,))
    return s


def carried_out(s, seed=1):
    """The answers of an officer to the movement that is open, as texts; the state is played on."""
    officer, side, step, told = make("officer", seed), s.frame.side, s.step, []
    while s.outcome is None and s.step == step and s.frame.side == side and not s.frame.chance:
        answers = list(s.legal())
        action = answers[0] if len(answers) == 1 else officer.choose(s.view(side))
        assert action in answers
        told.append(s.text(action))
        s.apply(action)
    return told


def number(s, name):
    return s.rules.names().unit(name)


# --- across the Meuse ---------------------------------------------------------------------------------------------------
def test_the_exit_that_wins_is_taken():
    s = movement({"de-2pz": "209", "us-1id": "804"})
    s.exits = 4
    carried_out(s)
    assert s.outcome == Result(GERMAN, "strategic", "TIG-VIC-1")


def test_two_divisions_leave_together():
    s = movement({"de-2pz": "209", "de-lehr": "310", "us-1id": "804"})
    told = carried_out(s)
    assert s.outcome == Result(GERMAN, "strategic", "TIG-VIC-1")
    assert sum(text.startswith("exit") for text in told) == 2


def test_of_two_ways_off_the_map_the_one_that_counts_in_full():
    s = movement({"de-2pz": "109", "us-1id": "804"})
    judge = s.rules.appreciation.estimate(s, GERMAN)
    unit = number(s, "de-2pz")
    found = routes(s, unit, movers(s, list(s.legal()))[unit], judge)
    out = found[s.rules.exited]
    for action in out.actions:
        s.apply(action)
    assert s.exits == 4
    assert out.reward > 0


# --- the towns ----------------------------------------------------------------------------------------------------------
def test_a_town_that_must_be_held_is_not_left_to_the_enemy():
    units = {"de-3fj": "507", "de-26vg": "804", "us-7ad": "508", "us-82abn": "407", "us-101abn": "305", "us-4ad": "704"}
    for turn in (8, 12):
        s = movement(units, turn=turn)
        s.german |= s.rules.appreciation.aims.must
        carried_out(s)
        assert s.rules.board.labels[s.pos[number(s, "de-3fj")]] == "507"
        assert s.rules.board.labels[s.pos[number(s, "de-26vg")]] == "804"


def test_the_more_comes_against_a_town_the_more_it_needs():
    units = {"de-3fj": "507", "us-7ad": "407", "us-82abn": "407"}
    few = movement(units, turn=9)
    many = movement({**units, "us-101abn": "305", "us-30id": "306", "us-1id": "408", "us-10ad": "408"}, turn=9)
    worth = []
    for s in (few, many):
        estimate = s.rules.appreciation.estimate(s, GERMAN)
        h = s.rules.board.parse_hex("507")
        alone, both = (tuple(number(s, name) for name in names) for names in (("de-3fj",), ("de-3fj", "de-26vg")))
        worth.append(estimate.stand(h, both) - estimate.stand(h, alone))
        assert estimate.stand(h, alone) > 0
    assert worth[1] > worth[0]


# --- what was planned is declared --------------------------------------------------------------------------------------------
def declared(s, intent):
    """The battles that are declared by who means to make these attacks, hex by hex with the names of the attackers."""
    judge, step = s.rules.appreciation, s.step
    while s.step == step and s.frame.kind.name.startswith("attack."):
        answers = list(s.legal().main)
        known = judge.deliberate(s, answers, intent)
        found = [(gain, action) for action, gain in known.items()]
        found += [(gain, a) for gain, _tie, a in weigh(s, [a for a in answers if a not in known], judge, random.Random(1))]
        action = max(found)[1] if len(answers) > 1 else answers[0]
        if s.text(action) == "confirm":
            break
        s.apply(action)
    board, units = s.rules.board, s.rules.forces.units
    return {
        board.labels[h]: {units[u].id for u in bits_of(row[1])} for row in s.battles for h in board.members(row[0])
    }  # fmt: skip


def test_the_last_town_is_attacked_as_planned_whatever_the_odds():
    """On the last day Marche is worth an attack at bad odds, which a glance does not see."""
    s = scene({"de-352vg": "506", "de-15pg": "607", "us-7ad": "507", "us-101abn": "507"}, step="B2a.attack", turn=12)
    s.german |= s.rules.appreciation.aims.must & ~s.rules.board.hexes("507")
    s.stack, s.frame = [], Allocate((GERMAN,))
    intent = {s.rules.board.parse_hex("507"): {number(s, "de-352vg"): s.pos[number(s, "de-352vg")]}}
    intent[s.rules.board.parse_hex("507")][number(s, "de-15pg")] = s.pos[number(s, "de-15pg")]
    assert declared(s.copy(), intent).get("507") == {"de-352vg", "de-15pg"}
    assert "507" not in declared(s.copy(), {})


def test_who_was_sent_against_one_hex_does_not_join_the_attack_on_another():
    s = scene(
        {"de-2pz": "605", "de-116pz": "605", "de-lehr": "705", "us-7ad": "606", "us-28id": "604"}, step="B2a.attack", turn=4
    )
    s.stack, s.frame = [], Allocate((GERMAN,))
    hexes, pos = s.rules.board.parse_hex, s.pos
    two, more, lehr = (number(s, name) for name in ("de-2pz", "de-116pz", "de-lehr"))
    intent = {hexes("606"): {two: pos[two], more: pos[more]}, hexes("604"): {lehr: pos[lehr]}}
    found = declared(s, intent)
    assert found["606"] == {"de-2pz", "de-116pz"}
    assert found["604"] == {"de-lehr"}


def test_an_attack_that_has_become_hopeless_is_not_declared():
    s = scene({"de-26vg": "605", "us-7ad": "606", "us-1id": "606"}, step="B2a.attack", turn=4)
    s.stack, s.frame = [], Allocate((GERMAN,))
    intent = {s.rules.board.parse_hex("606"): {number(s, "de-26vg"): s.pos[number(s, "de-26vg")]}}
    intent[s.rules.board.parse_hex("606")][number(s, "de-2pz")] = s.rules.board.parse_hex("607")  # it did not come
    assert s.rules.appreciation.deliberate(s, list(s.legal()), intent) == {}


# --- Blitzkrieg ---------------------------------------------------------------------------------------------------------
def test_who_can_go_as_well_after_the_battles_waits():
    s = movement({"de-12ss": "1107", "us-30id": "503"}, turn=3)
    unit = number(s, "de-12ss")
    estimate = s.rules.appreciation.estimate(s, GERMAN)
    near, far = (s.rules.board.parse_hex(label) for label in ("1007", "706"))
    assert estimate.can_wait(unit, near, 2)
    assert not estimate.can_wait(unit, far, 12)
    assert not estimate.can_wait(unit, s.rules.exited, 2)
    later = movement({"de-12ss": "1107", "us-30id": "503"}, turn=3, step="B2d.move")
    assert not later.rules.appreciation.estimate(later, GERMAN).can_wait(unit, near, 2)


def test_nobody_waits_where_too_many_would_stand():
    """Three stand in a forest hex for two: one who could go later goes now."""
    names = ("de-12vg", "de-18vg", "de-2pz")
    s = movement({**dict.fromkeys(names, "1008"), "us-30id": "503"}, turn=3)
    here, there = (s.rules.board.parse_hex(label) for label in ("1008", "1007"))
    estimate, units = s.rules.appreciation.estimate(s, GERMAN), [number(s, name) for name in names]
    stays, panzers = dict.fromkeys(units, here), number(s, "de-2pz")
    way = routes(s, panzers, movers(s, list(s.legal()))[panzers], estimate)[there]
    tasks = {unit: Task(there if unit == panzers else here) for unit in units}
    assert estimate.can_wait(panzers, there, way.cost)
    assert Officer._reserve({panzers: way}, tasks, stays, estimate) == []
    del tasks[units[0]], stays[units[0]]
    assert Officer._reserve({panzers: way}, tasks, stays, estimate) == [panzers]


# --- the general ----------------------------------------------------------------------------------------------------------
def test_among_the_plans_of_a_general_is_one_that_bars_the_way():
    units = {"de-12ss": "408", "de-116pz": "407", "de-2pz": "308", "de-lehr": "308"}
    s = movement({**units, "us-1id": "109", "us-82abn": "310", "us-7ad": "310", "us-101abn": "511"}, side=ALLIED, turn=4)
    estimate = s.rules.appreciation.estimate(s, ALLIED)
    stays = {u: s.pos[u] for u in range(*s.rules.forces.ranges[ALLIED]) if s.pos[u] < s.rules.board.n}
    ways = {u: routes(s, u, take, estimate) for u, take in movers(s, list(s.legal())).items()}
    plan = Assignment(estimate, stays, ways)
    plan.improve(lambda: False)
    posts = estimate.posts({unit: (stays[unit], *found) for unit, found in ways.items()})

    def barred(tasks):
        return len({task.place for task in tasks.values()} & set(posts))

    found = [each.plan for each in variants(plan, lambda: False, set(), 1) if each.key == "barred"]
    assert posts and found
    assert max(barred(each.tasks) for each in found) > barred(plan.tasks)


# --- what it may not know -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", [3, 8])
def test_secrets_swapped_change_nothing(seed):
    """In a game of officers every fifth question is put again with other secrets of the enemy: the answer is the same."""
    from echelon.systems.tigers.system import SYSTEM

    s, rng = SYSTEM.new(seed=seed), random.Random(seed)
    players = [make("officer", seed + side) for side in (GERMAN, ALLIED)]
    asked = swapped = 0
    while s.turn < 3 and s.outcome is None:
        if s.frame.chance:
            s.apply(s.draw())
            continue
        side = s.frame.side
        view = s.view(side)
        asked += 1
        if asked % 5 == 0 and not view.waiting and len(s.legal()) > 1:
            other = view.sample(rng)
            swapped += other.dump != s.dump
            answers = {make("officer", 1).choose(state.view(side)) for state in (s, other)}
            assert len(answers) == 1
        s.apply(players[side].choose(view))
    assert asked > 100
    assert swapped > 5
