"""Laws that hold in every game: random play of drill, each action checked."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import answer, universe

import echelon
from echelon.core.record.position import Position

SEEDS = st.integers(0, 2**32)
SCENARIOS = st.sampled_from(["crossing", "ford"])
OPTIONS = st.sampled_from([{"frozen": "off"}, {"frozen": "on"}])
slow = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def play(seed, scenario, options):
    """Each (state before, action, state after) of a random game."""
    state = echelon.load("drill").new(scenario, options, seed=seed)
    rng = random.Random(seed)
    for _ in range(3000):
        if state.outcome is not None:
            return
        before, action = state.copy(), answer(state, rng)
        state.apply(action)
        yield before, action, state
    raise AssertionError("the game does not end")


@slow
@given(SEEDS, SCENARIOS, OPTIONS)
def test_random_games_end_and_contradict_nothing(seed, scenario, options):
    for before, action, after in play(seed, scenario, options):
        assert before.why_not(action) == []
        assert after.problems() == []
        assert after.turn <= after.rules.turns
    assert after.result().clause in ("DRL-VIC-1", "DRL-VIC-2")
    assert not after.legal()


@slow
@given(SEEDS, SCENARIOS, OPTIONS)
def test_derived_boards_and_caches_agree_with_a_rebuild(seed, scenario, options):
    for _before, _action, after in play(seed, scenario, options):
        again = after.copy()
        again.rules.rebuild(again)
        assert (again.own0, again.own1, again.full, again.at) == (after.own0, after.own1, after.full, after.at)
        for label in again.rules.board.labels:
            assert again.ask(f"zone {label}") == after.ask(f"zone {label}")


@slow
@given(SEEDS, SCENARIOS, OPTIONS)
def test_the_checker_agrees_with_the_generator(seed, scenario, options):
    for i, (before, _action, _after) in enumerate(play(seed, scenario, options)):
        if i % 5 == 0:
            legal = list(before.legal())
            assert len(legal) == len(set(legal)), "no doubles"
            for action in universe(before):
                assert (action in legal) is not bool(before.why_not(action)), before.text(action)


@slow
@given(SEEDS)
def test_looking_changes_nothing(seed):
    """Lists, refusals, previews, questions, views, texts and positions leave the state as it was."""
    for i, (before, _action, _after) in enumerate(play(seed, "crossing", {})):
        if i % 9 == 0:
            copy, packed = before.copy(), before.pack()
            for action in before.legal():
                before.preview(action)
                before.describe(action)
                before.why_not(action)
            before.prompt()
            before.position()
            before.problems()
            for side in (0, 1):
                before.view(side).position()
            assert before == copy
            assert before.pack() == packed


@slow
@given(SEEDS, SCENARIOS)
def test_the_same_seed_and_actions_give_the_same_game(seed, scenario):
    first = [(a, s.key()) for _b, a, s in play(seed, scenario, {})]
    assert first == [(a, s.key()) for _b, a, s in play(seed, scenario, {})]


@slow
@given(SEEDS)
def test_a_game_goes_on_alike_from_its_position_and_from_its_packed_bytes(seed):
    moves = list(play(seed, "crossing", {}))
    at = len(moves) // 2
    before, _action, _after = moves[at]
    from_text = Position.parse(before.position()).state()
    from_bytes = type(before).unpack(before.rules, before.pack())
    for state in (from_text, from_bytes):
        for _before, action, _ in moves[at:]:
            assert action in state.legal()
            state.apply(action)
        assert state == moves[-1][2]


@slow
@given(SEEDS, SCENARIOS, OPTIONS)
def test_what_is_lost_stays_lost_and_dice_only_add_up(seed, scenario, options):
    for before, _action, after in play(seed, scenario, options):
        gone = before.rules.gone
        for unit in range(len(before.pos)):
            if before.pos[unit] == gone:
                assert after.pos[unit] == gone
        assert after.rolls - before.rolls == (1 if before.frame.chance else 0)
        assert after.reveals >= before.reveals
        assert after.turn in (before.turn, before.turn + 1)
        assert before.blue_towns & ~before.rules.town == 0


@pytest.mark.clause("DRL-CBT-1", "DRL-SEQ-2")
@slow
@given(SEEDS)
def test_a_player_may_always_end_or_stay(seed):
    """Nobody must move, attack or advance: those questions always have a way out."""
    ways = {"move.pick": "end", "combat.target": "end", "combat.advance": "stay"}
    for before, _action, _after in play(seed, "crossing", {}):
        if before.frame.kind.name in ways:
            assert before.parse(ways[before.frame.kind.name]) in before.legal()


@pytest.mark.clause("DRL-RES-1", "DRL-RES-2", "DRL-RES-3", "DRL-RES-4")
def test_the_combat_table_of_the_rule_book_is_the_one_that_is_played():
    system = echelon.load("drill")
    rows = [line.strip("| ").split(" | ") for line in system.book.text.splitlines() if line.startswith("| ")]
    header = next(row for row in rows if row[0] == "die")
    book = {(row[0], column): cell for row in rows if row[0].isdigit() for column, cell in zip(header, row, strict=True)}
    rules = system.rules()
    assert len(book) == 6 * 7
    (fighting,) = rules.fast.fighting.values()
    for die, results in fighting.odding.rows.items():
        for column, result in zip(header[1:], results, strict=True):
            assert book[str(die), column] == result
