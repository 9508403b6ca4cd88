"""The officer: routes of the engine, tasks by optimisation, a plan that is followed and told."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest

import echelon
from echelon.advice.reach import reach
from echelon.players import Clock, Limits, make
from echelon.players.officer.assignment import NOBODY, Assignment, Task
from echelon.players.officer.routes import Route, let_through, movers, routes
from echelon.players.saying import say

PLANNED = [name for name in echelon.system_names() if name != "drill"]


@cache
def _movement(name, turn, seed):
    state = echelon.load(name).new(seed=seed)
    recruit = make("recruit", seed)
    while True:
        frame = state.frame
        if frame.chance:
            state.apply(state.draw())
        elif state.turn >= turn and state.rules.appreciation.estimate(state, frame.side) is not None:
            return state
        else:
            state.apply(recruit.choose(state.view(frame.side)))


def movement(name, turn, seed=2):
    """A state in which a movement is open, some turns into a game of recruits."""
    return _movement(name, turn, seed).copy()


def problem(state):
    """The assignment of the open movement."""
    estimate = state.rules.appreciation.estimate(state, state.frame.side)
    takes = movers(state, list(state.legal()))
    stays = {u: state.pos[u] for u in range(*state.rules.forces.ranges[state.frame.side]) if state.pos[u] < state.rules.board.n}
    return Assignment(estimate, stays, {u: routes(state, u, take, estimate) for u, take in takes.items()})


def whole_worth(plan):
    """The worth of a plan from nothing: sites, stacks, battles, duties."""
    stacks, groups, owed = {}, {}, set()
    for unit, task in plan.tasks.items():
        stacks.setdefault(task.place, []).append(unit)
        owed.update(plan.owed(unit, task))
        if task.target != NOBODY:
            groups.setdefault(task.target, {})[unit] = task.place
    estimate = plan.estimate
    return (
        sum(plan.site(unit, task.place) for unit, task in plan.tasks.items())
        + sum(estimate.stand(place, tuple(sorted(units))) for place, units in stacks.items())
        + sum(estimate.battle(target, at) for target, at in groups.items())
        - estimate.neglect * len(owed - set(groups))
    )


@pytest.mark.parametrize("name", PLANNED)
def test_routes_are_legal_and_lead_where_they_say(name):
    state = movement(name, 2)
    estimate = state.rules.appreciation.estimate(state, state.frame.side)
    takes = movers(state, list(state.legal()))
    assert takes
    for unit in list(takes)[::4]:
        found = routes(state, unit, takes[unit], estimate)
        known = reach(state, unit)
        sure = {h for h in known.costs if h not in known.chances and h not in known.through}
        assert {h for h in found if h < state.rules.board.n} <= set(known.costs)
        assert len(sure - set(found)) <= 0.2 * len(sure)
        for place, route in found.items():
            trial = state.copy()
            for action in route.actions:
                assert action in trial.legal()
                trial.apply(action)
            assert trial.pos[unit] == place
            assert getattr(trial.frame, "unit", None) != unit  # its move is over


@pytest.mark.parametrize("name", PLANNED)
def test_a_change_gains_what_the_whole_plan_gains(name):
    plan = problem(movement(name, 3))
    rng = random.Random(4)
    plan.improve(lambda: plan.looked > 150)
    units = list(plan.options)
    for _ in range(40):
        changes = {unit: rng.choice(plan.options[unit]) for unit in rng.sample(units, min(3, len(units)))}
        before, gain = whole_worth(plan), plan.gain(changes)
        plan._change(changes)
        assert whole_worth(plan) - before == pytest.approx(gain, abs=1e-6)


@pytest.mark.parametrize("name", PLANNED)
def test_a_plan_is_better_than_staying(name):
    plan = problem(movement(name, 2))
    plan.improve(lambda: False)
    planned = whole_worth(plan)
    for unit in plan.options:
        plan._change({unit: Task(plan._stays[unit])})
    assert planned > whole_worth(plan) + 1


def test_a_way_that_hangs_on_a_die_is_one_for_who_dares():
    """Bridges of the enemy that nobody guards may be blown under one's nose."""
    for seed in range(2, 8):
        state = movement("tigers", 2, seed)
        if state.frame.side:
            continue
        estimate = state.rules.appreciation.estimate(state, state.frame.side)
        for unit, take in movers(state, list(state.legal())).items():
            sure, all_ways = (routes(state, unit, take, estimate, dare) for dare in (False, True))
            assert {place: all_ways[place] for place in sure} == sure
            for place in set(all_ways) - set(sure):
                route = all_ways[place]
                assert 0 < route.chance < 1
                assert not route.ready
                trial = state.copy()
                for action in route.actions:
                    if trial.frame.chance:
                        assert float(let_through(trial, unit)) == pytest.approx(route.chance)
                    assert action in trial.legal()
                    trial.apply(action)
                if trial.frame.chance:
                    let_through(trial, unit)
                assert trial.pos[unit] == place
                return
    pytest.fail("nowhere a bridge to be dared")


class Together:
    """An attack that is worth nothing with fewer than three."""

    neglect = 0.0

    def settle(self, at):
        pass

    def site(self, unit, place):
        return 0.0 if place == 0 else -0.5

    def targets(self, unit, place):
        return (9,) if place else ()

    def owes(self, unit, place):
        return ()

    def battle(self, target, at):
        return 5.0 if len(at) >= 3 else -1.0

    def stand(self, place, units):
        return 0.0 if len(units) < 3 or not place else -9.0


def test_units_are_gathered_where_none_would_go_alone():
    way = Route((), ready=True)
    plan = Assignment(Together(), dict.fromkeys(range(5), 0), {unit: {1: way, 2: way} for unit in range(5)})
    plan.improve(lambda: False)
    attackers = plan.attackers(9)
    assert len(attackers) == 3
    assert set(attackers.values()) == {1, 2}  # three would be too many for one place


@pytest.mark.parametrize("name", PLANNED)
def test_answers_are_legal_and_the_same_for_the_same_seed(name):
    start = movement(name, 3)
    found = ([], [])
    for answers in found:
        state, officer = start.copy(), make("officer", 7)
        while state.step == start.step:
            if state.frame.chance:
                state.apply(state.draw())
                continue
            action = officer.choose(state.view(state.frame.side))
            assert action in state.legal()
            answers.append(action)
            state.apply(action)
    assert found[0] == found[1]
    assert len(found[0]) > 3


def test_what_it_cannot_know_does_not_change_its_mind():
    state = movement("tigers", 2)
    while state.rules.sides[state.frame.side] != "german":
        state.apply(state.draw() if state.frame.chance else state.legal().main[-1])
    other = state.copy()
    ring = state.rules.board.ring_of[state.dump] & ~state.searched
    other.dump = next(h for h in state.rules.board.members(ring) if not state.rules.board.bit[h] & state.german)
    state.rules.rebuild(other)
    assert other != state
    officers = make("officer", 3), make("officer", 3)
    for _ in range(60):
        if state.frame.chance or state.frame.side != 0:
            break
        choices = [officer.choose(s.view(0)) for officer, s in zip(officers, (state, other), strict=True)]
        assert choices[0] == choices[1]
        state.apply(choices[0])
        other.apply(choices[1])


def test_a_plan_is_dropped_when_the_state_is_another():
    officer = make("officer", 1)
    first, second = movement("colonnes", 2), movement("colonnes", 3, seed=5)
    for state in (first, second, first):
        trial = state.copy()
        for _ in range(3):  # into the move of a unit, then somewhere else
            action = officer.choose(trial.view(trial.frame.side))
            assert action in trial.legal()
            trial.apply(action)


@pytest.mark.parametrize("name", PLANNED)
def test_it_keeps_to_its_nodes(name):
    state = movement(name, 3)
    clock = Clock(Limits(nodes=60))
    clock.ask(make("officer", 1), state.view(state.frame.side))
    assert 0 < sum(clock._nodes.values()) <= 66


def test_without_time_it_still_answers():
    state = movement("tigers", 3)
    officer = make("officer:time=0.02", 1)
    clock = Clock(officer.limits)
    step, answers = state.step, 0
    while state.step == step and not state.frame.chance:
        action = clock.ask(officer, state.view(state.frame.side))
        assert action in state.legal()
        state.apply(action)
        answers += 1
    assert answers


@pytest.mark.parametrize("name", PLANNED)
@pytest.mark.parametrize("seconds", [1.0])
def test_a_player_turn_takes_no_longer_than_it_may(name, seconds, monkeypatch):
    """By the processor's clock, so that other work on the machine does not count."""
    monkeypatch.setattr(time, "perf_counter", time.process_time)
    state = movement(name, 3)
    officer = make(f"officer:time={seconds}", 1)
    clock, turn = Clock(officer.limits), state.turn
    while state.turn <= turn + 1 and state.outcome is None:
        action = state.draw() if state.frame.chance else clock.ask(officer, state.view(state.frame.side))
        state.apply(action)
    assert len(clock.seconds) >= 2
    assert max(clock.seconds) <= 1.1 * seconds


@pytest.mark.parametrize("name", PLANNED)
def test_it_tells_its_plan(name):
    state = movement(name, 3)
    told = []
    Clock().ask(make("officer", 1), state.view(state.frame.side), tell=told.append)
    units = {unit.id for unit in state.rules.forces.units}
    moves = [info for info in told if info.plan in ("move", "advance", "leave")]
    assert moves
    for info in moves:
        assert info.fields["unit"] in units
        assert info.fields["from"] in state.rules.board.ids
        assert info.plan == "leave" or info.fields["to"] in state.rules.board.ids
        assert info.line[0] == f"take {info.fields['unit']}"
        assert info.fields["unit"] in info.text
        assert "{" not in say(info, "fr")
        assert say(info, "fr") != info.text
    for info in told:
        if info.plan == "attack":
            assert ":" in info.fields["odds"]
            assert float(info.fields["gain"]) != 0


def test_it_tells_who_goes_to_make_room():
    """Nobody else's place is said to cost the plan more than any place is worth."""
    room = 0
    for seed in range(2, 8):
        state, told = movement("tigers", 2, seed), []
        Clock().ask(make("officer:nodes=3000", 1), state.view(state.frame.side), tell=told.append)
        for info in told:
            if info.plan in ("move", "advance"):
                assert info.fields.get("room", info.fields["from"]) == info.fields["from"]
                assert ("room" in info.fields) == (float(info.fields["stay"]) >= 40)
                room += "room" in info.fields
    assert room


def test_attacks_of_colonnes_are_chosen_by_a_closer_look():
    """The officer attacks what gains most by the estimate, and nothing that costs more steps than it brings."""
    state, recruit, officer = movement("colonnes", 5), make("recruit", 1), make("officer", 1)
    declined = made = 0
    while state.turn < 9:
        if state.frame.chance:
            state.apply(state.draw())
            continue
        answers = list(state.legal())
        found = state.rules.appreciation.deliberate(state, answers)
        if found:
            assert set(found) == set(answers)
            chosen = answers[0] if len(answers) == 1 else officer.choose(state.view(state.frame.side))
            best = max(found.values())
            assert found[chosen] == best
            assert best >= 0  # to end the segment gains nothing and costs nothing
            made += state.text(chosen).startswith("attack")
            declined += len(answers) > 1 and state.text(chosen) == "end"
        state.apply(recruit.choose(state.view(state.frame.side)))
    assert made
    assert declined
