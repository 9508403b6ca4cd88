"""The law of effects: it has nothing against what play does, and notices everything that is done otherwise."""

from __future__ import annotations

import random
from typing import Any

import pytest
from drill_law.facts import COLUMNS, FRESH, MOVED, SHAKEN, facts_of, units_at
from drill_law.frames import Pick
from drill_law.odds import attack_result, basic_column, final_column, shifts, strength_in_attack
from drill_law.supply import allowance_of, is_supplied
from drill_law.zones import in_enemy_zone

from echelon.core.state import Result
from echelon.mechanics.kit import printed
from echelon.systems.drill import SYSTEM

transition = SYSTEM.proof.transition


def game(*lines: str, mine: str = "0405", **options: Any) -> Any:
    state: Any = SYSTEM.new("crossing", options, seed=1)
    state.play(f"mine {mine}")
    for line in lines:
        state.play(line)
    return state


def after(state: Any, text: str) -> tuple[Any, int, Any]:
    """The state, the action, and the state it leads to."""
    action, then = state.parse(text), state.copy()
    then.apply(action)
    return state, action, then


def cases(before: Any, action: int, then: Any) -> set[tuple[str, str]]:
    return {(p.clause, str(p.facts["case"])) for p in transition(before, action, then)}


def test_whole_games_are_as_the_rule_book_says():
    for seed in range(20):
        rng = random.Random(seed)
        state = SYSTEM.new(("crossing", "ford")[seed % 2], {"frozen": seed % 3 == 0}, seed=seed)
        while state.outcome is None:
            before = state.copy()
            assert SYSTEM.judgement.push is not None
            action = state.draw() if state.frame.chance else SYSTEM.judgement.push(state, list(state.legal()), rng)
            state.apply(action)
            found = transition(before, action, state)
            assert not found, (state.sentence(found[0]), before.position(), before.text(action))


# --- everything that is done otherwise is noticed ---------------------------------------------------------------------
def put(name: str, value: Any) -> Any:
    return lambda s: setattr(s, name, value)


def row(name: str, unit: int, value: int) -> Any:
    def change(s: Any) -> None:
        getattr(s, name)[unit] = value

    return change


@pytest.mark.parametrize(
    ("change", "clause", "case"),
    [
        (row("pos", 0, 9), "DRL-MOV-1", "effect.place"),
        (row("pos", 5, 42), "DRL-MOV-1", "effect.place"),
        (row("status", 1, SHAKEN | FRESH), "DRL-MOV-1", "effect.status"),
        (row("status", 1, MOVED), "DRL-MOV-1", "effect.status"),
        (put("supplied", 0), "DRL-SUP-1", "effect.mark"),
        (put("blue_towns", 1 << 40), "DRL-GEN-3", "effect.hexes"),
        (put("mine", -1), "DRL-MOV-1", "effect.field"),
        (put("reveals", 1), "DRL-MOV-1", "effect.reveals"),
        (put("rolls", 1), "DRL-MOV-1", "effect.rolls"),
        (put("turn", 2), "DRL-SEQ-1", "effect.turn"),
        (put("frame", Pick((0,))), "DRL-MOV-1", "effect.frame"),
        (put("step", 3), "DRL-MOV-1", "effect.frame"),
        (put("outcome", Result(0, "decisive", "DRL-VIC-1")), "DRL-VIC-1", "effect.result"),
    ],
)
def test_a_step_does_nothing_else(change, clause, case):
    before, action, then = after(game("take b1"), "move b1 0202")
    assert cases(before, action, then) == set()
    if case == "effect.hexes":
        change = put("blue_towns", then.rules.town)
    change(then)
    found = transition(before, action, then)
    assert (clause, case) in {(p.clause, p.facts["case"]) for p in found}
    assert all(then.sentence(p) for p in found)


@pytest.mark.clause("DRL-SET-2")
def test_the_mine_shakes_stops_and_is_known():
    before, action, then = after(game("take b3; move b3 0304; move b3 0404"), "move b3 0405")
    assert then.frame == Pick((0,))
    assert then.status[2] == SHAKEN | FRESH | MOVED
    assert then.trodden == then.rules.mines
    assert cases(before, action, then) == set()
    then.status[2] = MOVED
    assert ("DRL-MOV-1", "effect.status") in cases(before, action, then)


@pytest.mark.clause("DRL-SET-2")
def test_a_listed_hex_without_the_mine_is_a_disclosure_too():
    before, action, then = after(game("take b3; move b3 0304"), "move b3 0404")
    assert then.reveals == before.reveals + 1
    then.reveals = before.reveals
    assert cases(before, action, then) == {("DRL-MOV-1", "effect.reveals")}


@pytest.mark.clause("DRL-SEQ-3")
def test_recovery_spares_the_fresh_of_the_side_whose_turn_it_was():
    state = game("end")
    state.status[0], state.status[1], state.status[4] = SHAKEN, SHAKEN | FRESH, SHAKEN | FRESH
    state.rules.rebuild(state)
    before, action, then = after(state, "end")
    assert cases(before, action, then) == set()
    assert (then.status[0], then.status[1], then.status[4]) == (0, SHAKEN, SHAKEN)
    for unit, wrong in ((0, SHAKEN), (1, 0), (4, 0), (4, SHAKEN | FRESH)):
        other = then.copy()
        other.status[unit] = wrong
        assert ("DRL-SEQ-1", "effect.status") in cases(before, action, other)


# --- odds -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("DRL-CBT-4")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (5, 3, "1:1"),
        (3, 5, "1:2"),
        (1, 4, "1:3"),
        (1, 9, "1:3"),
        (9, 2, "4:1"),
        (12, 1, "4:1"),
        (6, 3, "2:1"),
        (3, 3, "1:1"),
        (2, 6, "1:3"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack, defence, column):
    assert basic_column(attack, defence) == column


@pytest.mark.clause("DRL-SUP-3")
def test_half_strength_is_rounded_up():
    state = game()
    state.supplied = 0
    assert [strength_in_attack(state, unit) for unit in range(4)] == [2, 2, 2, 1]


@pytest.mark.clause("DRL-SHF-1", "DRL-SHF-2", "DRL-SHF-3", "DRL-SHF-4", "DRL-CBT-5")
def test_shifts_are_counted_unit_by_unit():
    state = game()
    at = state.rules.board.parse_hex
    state.pos[0], state.pos[2] = at("0402"), at("0403")  # infantry over the river, armour on the bridge, against the town
    found = dict(shifts(state, at("0503"), [0, 2]))
    assert found == {"DRL-SHF-1": -1, "DRL-SHF-2": -1, "DRL-SHF-3": 1}
    assert COLUMNS[final_column(state, at("0503"), [0, 2])] == "2:1"  # 7 against 2 is 3:1, less one
    state.status[4] = SHAKEN
    assert dict(shifts(state, at("0503"), [0]))["DRL-SHF-4"] == 1
    ice = game(frozen=True)
    ice.pos[0] = at("0402")
    assert dict(shifts(ice, at("0503"), [0])) == {"DRL-SHF-1": -1}


@pytest.mark.clause("DRL-RES-1")
def test_the_printed_table_is_the_table_that_is_played():
    state = game()
    at = state.rules.board.parse_hex
    state.pos[2] = at("0403")
    column = final_column(state, at("0503"), [2])
    for die in range(1, 7):
        assert attack_result(state, at("0503"), [2], die) == state.rules.tables[printed("DRL-RES-1")].cell(
            str(die), COLUMNS[column]
        )


@pytest.mark.clause("DRL-CBT-4", "DRL-RES-1")
def test_what_is_shown_before_the_die_is_judged_too():
    state = game("take b3; move b3 0203; move b3 0303; move b3 0403", "end", "attack 0503", mine="0405")
    before, action, then = after(state, "with b3")
    assert cases(before, action, then) == set()
    odding = before.rules.fast.fighting[before.rules.fast.game.combat].odding
    right = odding.strength
    try:
        odding.strength = lambda s, u: 9
        assert ("DRL-CBT-4", "effect.preview") in cases(before, action, then)
    finally:
        odding.strength = right


# --- questions and the log --------------------------------------------------------------------------------------------
def scrambled(count: int) -> Any:
    rng = random.Random(5)
    start = game()
    for _ in range(count):
        state = start.copy()
        assert SYSTEM.proof.scramble is not None
        SYSTEM.proof.scramble(state, rng)
        yield state, rng


@pytest.mark.clause("DRL-SUP-1", "DRL-SUP-2", "DRL-SUP-3", "DRL-ZOC-1", "DRL-GEN-3", "DRL-MOV-2")
def test_questions_are_answered_as_the_law_would():
    for state, rng in scrambled(200):
        rules = state.rules
        for number, unit in enumerate(rules.forces.units):
            assert state.ask(f"supplied {unit.id}").value == is_supplied(state, number)
            assert state.ask(f"allowance {unit.id}").value == allowance_of(state, number) / 2
            assert state.ask(f"strength {unit.id}").value == strength_in_attack(state, number)
        place = rng.randrange(rules.board.n)
        label = rules.board.labels[place]
        zones = [name for side, name in enumerate(rules.sides) if in_enemy_zone(state, 1 - side, place)]
        assert state.ask(f"zone {label}").value == " ".join(zones)
        assert state.ask(f"defence {label}").value == sum(facts_of(state).strength[u] for u in units_at(state, place))


def test_the_log_tells_everything_that_happened_to_a_unit():
    told_moves = {"step", "retreats", "advances", "eliminated"}
    for state, rng in scrambled(300):
        for _ in range(4):
            if state.outcome is not None:
                break
            actions = [a for a, _ in state.outcomes()] if state.frame.chance else list(state.legal())
            before = state.copy()
            state.log = []
            state.apply(rng.choice(actions))
            told = {(e.key, e.facts.get("unit")) for e in state.log}
            for unit in range(len(state.pos)):
                if state.pos[unit] != before.pos[unit]:
                    assert {key for key, named in told if named == unit} & told_moves
                gained = state.status[unit] & ~before.status[unit]
                lost = before.status[unit] & ~state.status[unit]
                assert not gained & SHAKEN or ("shaken", unit) in told
                assert not lost & SHAKEN or {("recovers", unit), ("eliminated", unit)} & told
            assert (state.mine < 0) == (before.mine < 0) or {"mine.found", "mine.laid"} & {key for key, _ in told}
            assert (state.outcome is None) or {"victory", "draw"} & {key for key, _ in told}
            assert (state.blue_towns == before.blue_towns) or "town" in {key for key, _ in told}
