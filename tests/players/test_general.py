"""The general: other plans, rehearsals with dice in common, a contest that doubts, and a clock that is kept."""

from __future__ import annotations

import random
from functools import cache
from types import SimpleNamespace

import pytest
from spoken import Spoken

import echelon
from echelon.players import Clock, Limits, make, player_names, thinking
from echelon.players.general.contest import Contest, Course
from echelon.players.general.orders import Orders
from echelon.players.general.rehearsal import Interrupted, Rehearsal, Steady, Yardstick, at_once
from echelon.players.general.variants import polished, tasks_of, variants, worth
from echelon.players.officer.assignment import NOBODY, Assignment
from echelon.players.officer.routes import movers, routes
from echelon.players.recruit import weigh
from echelon.players.saying import say

PLANNED = [name for name in echelon.system_names() if name != "drill"]


def never():
    return False


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
    """The officer's plan for the open movement, and how it is carried out."""
    side = state.frame.side
    estimate = state.rules.appreciation.estimate(state, side)
    stays = {u: state.pos[u] for u in range(*state.rules.forces.ranges[side]) if state.pos[u] < state.rules.board.n}
    ways = {u: routes(state, u, take, estimate) for u, take in movers(state, list(state.legal())).items()}
    plan = Assignment(estimate, stays, ways)
    plan.improve(never)
    return plan, Orders(state, estimate, stays, ways, lambda chosen, tasks: ())


def yardstick(state, plan=None):
    judge, meant = state.rules.appreciation, {unit: task.place for unit, task in plan.tasks.items()} if plan else {}
    return Yardstick(state, state.frame.side, judge, judge.rough(), meant)


# --- who it is ----------------------------------------------------------------------------------------------------------------
def test_it_is_offered_and_has_two_seconds():
    assert player_names()[0] == "general"
    assert make("general").limits == Limits(2.0)
    assert make("general:time=5").limits == Limits(5.0)
    assert make("general:nodes=40").limits == Limits(None, 40)  # nodes alone: the same game whatever the machine


# --- the contest --------------------------------------------------------------------------------------------------------------
def contest(means, noise=1.0, promises=None, common=0.0):
    """Courses that come to their means with noise of their own, and noise that all have in common."""
    rng = random.Random(5)
    shared = [rng.gauss(0, common) for _ in range(200)]
    own = {(i, n): rng.gauss(0, noise) for i in range(len(means)) for n in range(200)}
    promises = promises or [0.0] * len(means)
    courses = [Course(i, promise) for i, promise in enumerate(promises)]
    return Contest(courses, lambda i, n: means[i] + shared[n] + own[i, n])


def test_the_better_course_is_found_through_noise_in_common():
    found = contest([0.0, -1.0, 2.0, 0.5, -3.0], noise=0.5, common=20.0)
    found.run()
    assert found.best().deed == 2
    assert len(found.courses[4].values) < len(found.courses[2].values)  # the worst is not rehearsed to the end


def test_the_first_course_stays_if_no_other_is_surely_better():
    assert sum(_taken(seed) == 0 for seed in range(40)) >= 28


def _taken(seed):
    rng = random.Random(seed)
    found = Contest([Course(i, 0.0) for i in range(3)], lambda i, n: rng.gauss(0, 3))
    found.run()
    return found.best().deed


def test_what_looked_bad_before_needs_more_to_be_taken():
    for promise, best in ((0.0, 1), (-8.0, 0)):
        found = contest([0.0, 1.2], noise=0.3, promises=[0.0, promise])
        found.run()
        assert found.best().deed == best


def test_a_contest_can_end_at_any_time():
    for most in range(12):
        done = []

        def rehearse(i, n, done=done, most=most):
            if len(done) == most:
                raise Interrupted
            done.append((i, n))
            return 5.0 * i

        found = Contest([Course(i, 0.0) for i in range(3)], rehearse)
        found.run()
        assert found.best().deed in (0, 1, 2)
        assert sum(len(course.values) for course in found.courses) == most
    assert found.best().deed == 2


# --- other plans --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PLANNED)
def test_variants_differ_and_do_what_they_say(name):
    plan, orders = problem(movement(name, 3))
    before = dict(plan.tasks)
    seen = {tasks_of(plan)}
    found = list(variants(plan, never, seen, 1))
    assert len({candidate.key for candidate in found}) >= 3
    assert len({tasks_of(candidate.plan) for candidate in found} | {tasks_of(plan)}) == len(found) + 1
    assert plan.tasks == before  # the plan they start from is left as it is
    for candidate in found:
        targets = {task.target for task in candidate.plan.tasks.values()} - {NOBODY}
        if candidate.key == "without":
            assert candidate.target not in targets
        elif candidate.key == "with":
            assert candidate.target in targets
        elif candidate.key == "quiet":
            assert not targets & {task.target for task in plan.tasks.values()}
        after = orders.carried(candidate.plan)
        assert after.problems() == []
    assert list(variants(plan, never, seen, 1)) == []  # nothing twice


@pytest.mark.parametrize("name", PLANNED)
def test_a_plan_is_reckoned_from_nothing_as_by_its_changes(name):
    plan, _orders = problem(movement(name, 3))
    for candidate in list(variants(plan, never, {tasks_of(plan)}, 1))[:6]:
        changes = {unit: task for unit, task in candidate.plan.tasks.items() if task != plan.tasks[unit]}
        assert worth(plan, candidate.plan.tasks) - worth(plan, plan.tasks) == pytest.approx(plan.gain(changes), abs=1e-6)


@pytest.mark.parametrize("name", PLANNED)
def test_polishing_betters_a_plan_by_its_own_reckoning(name):
    better = 0
    for turn in (3, 4, 5):
        plan, orders = problem(movement(name, turn))
        before = dict(plan.tasks)
        found = polished(plan, never, 1)
        gain = worth(plan, found.tasks) - worth(plan, before)
        assert plan.tasks == before
        assert gain >= 0 and (found is plan) == (gain == 0)
        assert orders.carried(found).problems() == []
        assert polished(plan, lambda: True, 1) is plan  # no time, no change
        better += gain > 0
    assert better


# --- rehearsals ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PLANNED)
def test_a_rehearsal_ends_with_the_next_turn_and_is_the_same_again(name):
    state = movement(name, 3)
    side, turn = state.frame.side, state.turn
    plan, orders = problem(state)
    rod, after = yardstick(state), orders.carried(plan)
    values = []
    for number in (1, 2, 3, 1):
        trial = after.copy()
        values.append(Rehearsal(rod, number, never).value(trial))
        assert trial.outcome is not None or trial.turn > turn
        assert trial.outcome is not None or trial.rules.appreciation.estimate(trial, side) is not None
    assert values[0] == values[3]
    assert len(set(values)) > 1


@pytest.mark.parametrize("name", ["colonnes"])
def test_a_look_at_all_answers_sees_what_one_at_each_does(name):
    """Of two judges who have seen the same, one is asked of each answer by itself; what is remembered is what it was."""
    begun = movement(name, 3)
    quick, slow, fresh = (begun.rules.appreciation.rough() for _ in range(3))
    asked = set()
    for seed in range(2):
        state, rng, dice = begun.copy(), Steady(1), random.Random(seed)
        while state.outcome is None and state.turn <= begun.turn + 1:
            if state.frame.chance:
                state.apply(dice.choice([action for action, _chance in state.outcomes()]))
                continue
            answers = list(state.legal())
            if len(answers) > 1:
                asked.add(state.frame.kind.name)
                assert quick.deliberate(state, answers) == slow.deliberate(state, answers)
                for action, gain in zip(answers, quick.opinions(state, answers), strict=True):
                    assert gain in (None, weigh(state, [action], slow, rng)[0][0]), state.text(action)
                assert quick.worth(state, 0) == -fresh.worth(state, 1)
                fresh = state.rules.appreciation.rough()
            state.apply(dice.choice(answers) if dice.random() < 0.2 else at_once(state, answers, quick, rng))
    assert len(asked) > 8


@pytest.mark.parametrize("name", PLANNED)
def test_dice_belong_to_what_they_are_cast_for(name):
    """Other dice before it do not change a die."""
    state = movement(name, 3)
    rod = yardstick(state)
    dice, seen = {}, 0
    for lost in range(6):
        trial, rehearsal, cast = state.copy(), Rehearsal(rod, 7, never), []
        inner = rehearsal._draw

        def draw(s, inner=inner, cast=cast, rehearsal=rehearsal):
            cast.append((repr((s.turn, s.step, s.frame, rehearsal._last, s.outcomes())), inner(s)))
            return cast[-1][1]

        rehearsal._draw = draw
        for _ in range(lost):  # some units move, or not: the same battles come sooner or later
            trial.apply(next(iter(trial.legal())))
        rehearsal.value(trial)
        first = {}
        for what, die in cast:
            first.setdefault(what, die)
        seen += sum(what in dice for what in first)
        for what, die in first.items():
            assert dice.setdefault(what, die) == die
    assert seen


@pytest.mark.parametrize("name", PLANNED)
def test_the_yardstick_measures_from_where_the_movement_began(name):
    state = movement(name, 3)
    plan, orders = problem(state)
    rod = yardstick(state, plan)
    assert rod.measure(state) == rod.rough.measure(state, state.frame.side, 0.0)
    found = []
    for route in orders.routes(plan).values():
        trial = state.copy()
        for action in route.actions:
            trial.apply(action)
        found.append(rod.measure(trial) - rod.measure(state))
    assert max(found) > 0  # some come nearer to what they are wanted for


def test_a_rehearsal_is_broken_off_when_time_is_over():
    state = movement("colonnes", 3)
    left = iter([False] * 5)
    with pytest.raises(Interrupted):
        Rehearsal(yardstick(state), 1, lambda: next(left, True)).value(state)


# --- playing ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "most"),
    [("drill", 999), ("tigers", 150), *(pytest.param(name, 9999, marks=pytest.mark.long) for name in PLANNED)],
)
def test_games_are_legal_and_the_same_again(name, most):
    found = []
    for _ in range(2):
        system = echelon.load(name)
        state, answers = system.new(list(system.scenarios)[-1], seed=4), []  # the shortest
        seats = [make("general:nodes=6", 7), make("recruit", 8)]
        clock = Clock()
        while state.result() is None and len(answers) < most:
            side = state.frame.side
            if state.frame.chance:
                state.apply(state.draw())
                continue
            view = state.view(side)
            action = clock.ask(seats[0], view) if side == 0 else seats[1].choose(view)
            assert action in state.legal()
            answers.append(action)
            state.apply(action)
            if found and len(answers) > 150:  # the second time, far enough to be sure
                break
        found.append(answers)
    assert found[0][: len(found[1])] == found[1]


@pytest.mark.parametrize("name", PLANNED)
def test_it_keeps_to_its_nodes_and_uses_them(name):
    state, clock, general = movement(name, 3), Clock(Limits(nodes=30)), make("general:nodes=30", 1)
    turn, side = state.turn, state.frame.side
    while state.turn == turn and state.rules.sequence[state.step].side != 1 - side and state.outcome is None:
        if state.frame.chance:
            state.apply(state.draw())
        elif state.frame.side == side:
            state.apply(clock.ask(general, state.view(side)))
        else:
            state.apply(next(iter(state.legal())))
    assert 15 <= max(clock._nodes.values()) <= 30


@pytest.mark.parametrize("name", PLANNED)
@pytest.mark.parametrize("seconds", [0.05, 0.5, 2.0])
def test_it_keeps_its_time_by_any_clock(name, seconds, monkeypatch):
    """A clock that goes on by a little whenever somebody looks at it: what is not looked at takes no time, so that only the
    general's own care is tried."""
    now = [0.0]

    def look():
        now[0] += 0.0005
        return now[0]

    monkeypatch.setattr(thinking, "time", SimpleNamespace(perf_counter=look))
    state, general, clock = movement(name, 3), make(f"general:time={seconds}", 1), Clock()
    turn, side = state.turn, state.frame.side
    while state.turn == turn and state.rules.sequence[state.step].side == side and state.outcome is None:
        if state.frame.chance:
            state.apply(state.draw())
        elif state.frame.side == side:
            action = clock.ask(general, state.view(side))
            assert action in state.legal()
            state.apply(action)
        else:
            state.apply(next(iter(state.legal())))
    assert max(clock.seconds) <= 1.1 * seconds + 0.1  # looks of the clock at the many answers themselves


@pytest.mark.parametrize("name", PLANNED)
def test_what_it_cannot_know_does_not_change_its_mind(name):
    state, rng = movement(name, 3), random.Random(4)
    side = state.frame.side
    other = state.view(side).sample(rng)
    generals = make("general:nodes=20", 3), make("general:nodes=20", 3)
    clocks, same = (Clock(), Clock()), 0
    for _ in range(40):
        if state.view(side).content() != other.view(side).content():
            break  # something came to light
        if state.frame.chance:
            die = state.draw()
            state.apply(die)
            other.apply(die)
            continue
        if state.frame.side != side:
            break
        first, second = (
            clock.ask(general, s.view(side)) for clock, general, s in zip(clocks, generals, (state, other), strict=True)
        )
        assert first == second
        same += 1
        state.apply(first)
        other.apply(second)
    assert same > 1  # the first holds the whole plan


def test_the_fuel_dump_does_not_change_its_mind():
    state = movement("tigers", 2)
    while state.rules.sides[state.frame.side] != "german":
        state.apply(state.draw() if state.frame.chance else state.legal().main[-1])
    other = state.copy()
    ring = state.rules.board.ring_of[state.dump] & ~state.searched
    other.dump = next(h for h in state.rules.board.members(ring) if not state.rules.board.bit[h] & state.german)
    state.rules.rebuild(other)
    assert other != state
    chosen = {Clock().ask(make("general:nodes=20", 3), s.view(0)) for s in (state, other)}
    assert len(chosen) == 1


# --- words --------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PLANNED)
def test_it_tells_what_it_rejected_in_both_languages(name):
    state, told = movement(name, 3), []
    Clock().ask(make("general:nodes=60", 1), state.view(state.frame.side), tell=told.append)
    plans = [info.plan for info in told]
    assert plans.count("taken") == 1
    assert {"rejected", "doubted"} & set(plans)
    assert {"move", "advance", "attack"} & set(plans)  # the plan itself, as the officer tells it
    for info in told:
        if info.plan in ("taken", "rejected", "doubted"):
            assert int(info.fields["count"]) > 0
            assert info.fields["count"] in info.text
            assert info.text.startswith(say(info, "en")[:10])
            assert say(info, "fr") != info.text
            assert "{" not in say(info, "fr") + info.text
        if info.plan in ("rejected", "doubted"):
            assert info.fields["difference"].startswith("+") == (info.plan == "doubted") or info.fields["difference"] == "+0.0"
            for change in filter(None, info.fields["changes"].split(", ")):
                unit, place = change.split(" ")
                assert unit in state.rules.forces and place in state.rules.board.ids
            assert info.fields["difference"] in info.text
            assert info.fields["difference"] in say(info, "fr")


def test_every_kind_of_plan_has_words():
    from echelon.players.general.variants import KINDS
    from echelon.players.saying import _texts

    for key in ("base", "with", "without", "quiet", "whim", *(key for key, _weights in KINDS)):
        for language in ("en", "fr"):
            for group in ("taken", "rejected", "doubted"):
                assert f"{group}.{key}" in _texts().catalogues[language]["thought"]
                assert f"{group}.{key}" in _texts().catalogues[language]["reason"], "for people"


def test_it_plays_through_the_engine_protocol():
    state = movement("colonnes", 3)
    side = state.frame.side
    with Spoken("general:nodes=20") as engine:
        engine.say("echelon 1", "newgame")
        told = engine.until("ready")
        assert "id name general" in told
        assert engine.hear() == "ready"
        for number in range(4):
            engine.say(f"position {state.rules.sides[side]}\n{state.view(side).position()}.", "go nodes 20")
            *infos, best = engine.until("best")
            action = state.parse(best.removeprefix("best "))
            assert action in state.legal()
            assert number or any(" plan taken" in line for line in infos)
            state.apply(action)
