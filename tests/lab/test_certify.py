"""Certify: drill is clean, errors put in on purpose are caught, and a failure leaves a position that shows it again."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import echelon
from echelon.core.parts import Planted
from echelon.core.proof.expect import check
from echelon.core.record.position import Position
from echelon.core.state import State
from echelon.core.table import Table
from echelon.core.text.texts import Texts
from echelon.core.views import View
from echelon.lab.certify import (
    CHECKS,
    Rates,
    certify,
    certify_in_parts,
    certify_planted,
    counts_path,
    read_counts,
    reproduce,
    save_counts,
)  # fmt: skip
from echelon.lab.certify.clauses import Tally, counting
from echelon.lab.certify.plan import planned
from echelon.lab.certify.secrets import Guesses, secrets
from echelon.lab.certify.universe import size, universe

SYSTEM = echelon.load("drill")


def planted(name: str) -> Any:
    return next(error for error in SYSTEM.proof.planted() if error.name == name)


@pytest.fixture
def plant():
    """Plants errors by name; they are taken out when the test ends."""
    undo = []

    def put(name: str) -> None:
        SYSTEM._cache.clear()
        undo.append(planted(name).plant())

    yield put
    for take_out in undo:
        take_out()
    SYSTEM._cache.clear()


def variant(**changes: Any) -> Any:
    """Drill with other hooks: another system as far as certify can tell."""
    parts = {
        name: replace(part, **{field: changes.pop(field) for field in list(changes) if field in vars(part)})
        for name, part in zip(("play", "show", "proof", "judgement"), SYSTEM.parts, strict=True)
    }
    return replace(SYSTEM, **parts, **changes)


# --- a clean system ---------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def report():
    steps: list[tuple[int, int, str]] = []
    found = certify(SYSTEM, games=30, seed=3, progress=lambda *step: steps.append(step))
    assert steps[0][:2] == (0, 30)
    assert steps[-1] == (30, 30, "done")
    return found


def test_drill_is_clean(report):
    assert report.ok, "\n".join(map(str, report.failures))
    assert report.games == 30
    assert report.scrambled == 150
    assert report.pairs > 10_000


def test_every_check_was_made(report):
    assert {name for name, _title, times, _failed in report.table() if times} == set(CHECKS)


def test_the_report_is_plain_data(report):
    data = json.loads(json.dumps(report.json()))
    assert data["ok"] is True
    assert data["failures"] == []
    assert set(data["clauses"]) == set(SYSTEM.clauses)


def test_every_clause_came_into_play(report):
    assert report.unexercised == []
    assert report.clauses["DRL-STK-1"].sole > 0
    assert report.clauses["DRL-ZOC-3"].called > 0


def test_the_same_seed_makes_the_same_run():
    one, two = (certify(SYSTEM, games=3, seed=5) for _ in range(2))
    assert (one.actions, one.states, one.pairs, one.clauses) == (two.actions, two.states, two.pairs, two.clauses)


def test_a_system_without_hooks_is_certified_too():
    bare = variant(scramble=None, push=None, transition=lambda before, action, after: [])
    found = certify(bare, games=3)
    assert found.ok
    assert found.scrambled == 0


def test_a_foreign_system_with_ledgers_is_clean():
    found = certify(echelon.load("ledger_game.system"), games=12, seed=2)
    assert found.ok, "\n".join(map(str, found.failures))
    assert found.unexercised == []
    assert {row[0]: row[2] for row in found.table()}["secret"] > 50


# --- the plan and the universe -----------------------------------------------------------------------------------------
def test_every_scenario_and_option_is_played_first():
    first = [(game.scenario, dict(game.options)) for game in planned(SYSTEM, 3, 0)]
    assert {scenario for scenario, _ in first} == set(SYSTEM.scenarios)
    assert {"frozen": "on"} in [options for _, options in first]
    assert certify(SYSTEM, games=1).uncovered == ["ford", "crossing frozen=on"]


def test_an_unknown_scenario_is_named():
    with pytest.raises(echelon.UnknownError, match="crosing"):
        certify(SYSTEM, scenario="crosing")


def test_the_universe_is_whole_where_small_and_near_where_large():
    state = SYSTEM.new(seed=1)
    state.play("mine 0404")
    state.play("take b1")
    legal = list(state.legal())
    whole = universe(state, legal, random.Random(0), full=400)
    assert len(whole) == size(state) == 7 * 42 + 7
    near = universe(state, legal, random.Random(0), full=0, most=60)
    assert set(legal) <= set(near) < set(whole)
    around = {state.parse(f"move b1 {label}") for label in ("0101", "0103", "0201", "0202")}
    assert around <= set(near)


# --- planted errors -----------------------------------------------------------------------------------------------------
CAUGHT = {
    "a friend does not open an enemy zone": {"judges"},
    "fight is never offered": {"dead end", "judges"},
    "half strength is rounded down": {"effects"},
    "the mark of the others stays": {"effects"},
    "the hex left behind stays occupied": {"derived"},
    "a zone does not wake with recovery": {"derived", "effects", "judges"},
    "the log tells the mine": {"secret"},
    "undo finds the mine": {"secret", "effects"},
    "Blue is warned of the mine": {"secret", "judges", "view"},
}


@pytest.mark.parametrize("name", CAUGHT)
def test_planted_errors_are_caught(name):
    (row,) = certify_planted(SYSTEM, seed=1, only=[name]).rows
    assert row.ok
    assert row.check in CAUGHT[name], row.message
    assert row.clause in SYSTEM.clauses


def test_there_are_many_planted_errors_and_their_clauses_exist():
    errors = SYSTEM.proof.planted()
    assert len(errors) >= 15
    assert len({error.name for error in errors}) == len(errors)
    assert {error.clause for error in errors} <= set(SYSTEM.clauses)


def test_planted_errors_are_taken_out_again():
    def functions() -> dict[str, int]:
        modules = {n: m for n, m in sys.modules.items() if n.startswith("echelon.systems.drill")}
        found = {f"{n}.{k}": id(v) for n, m in modules.items() for k, v in vars(m).items() if callable(v)}
        kinds = {f"{kind.name}.{k}": id(getattr(kind, k)) for kind in SYSTEM.kinds for k in ("legal", "apply", "why_not")}
        return {**found, **kinds, **{step.name: id(step.run) for step in SYSTEM.sequence}}

    errors = SYSTEM.proof.planted()  # the first call loads the list itself
    before = functions()
    for error in errors:
        take_out = error.plant()
        take_out()
    assert functions() == before


def test_an_error_that_slips_through_is_reported():
    harmless = Planted("nothing at all", "DRL-SEQ-1", lambda: lambda: None)
    found = certify_planted(variant(planted=lambda: [harmless]), games=1)
    assert not found.ok
    assert [row.name for row in found.failures] == ["nothing at all"]
    assert json.dumps(found.json())


# --- errors of the engine and of hooks ------------------------------------------------------------------------------------
def first(system: Any = SYSTEM, games: int = 12, **more: Any) -> str:
    """The check that fails first."""
    found = certify(system, games, 1, first_only=True, count=False, **more)
    return found.failures[0].check if found.failures else ""


def test_a_state_that_comes_back_is_a_runaway(plant):
    plant("who has moved may move again")
    assert first(variant(transition=lambda before, action, after: [])) == "runaway"


def test_a_game_without_end_is_a_runaway():
    assert first(limit=20) == "runaway"


def test_undo_over_dice(monkeypatch):
    monkeypatch.setattr(Table, "undo_target", lambda table: (len(table.moves) - 1, ""))
    found = certify(SYSTEM, 6, 1, count=False, rates=Rates(tables=1.0, scrambled=0))
    assert {failure.check for failure in found.failures} == {"undo"}


def test_a_copy_that_shares_its_units(monkeypatch):
    right = SYSTEM.state_type.copy

    def shared(state: Any) -> Any:
        copy = right(state)
        copy.status = state.status
        return copy

    monkeypatch.setattr(SYSTEM.state_type, "copy", shared)
    assert first() in {"copy", "effects"}


def test_a_crash_names_its_line():
    def broken(state: Any) -> Any:
        raise RuntimeError("no such luck")

    found = certify(variant(problems=broken), games=1)
    assert {failure.check for failure in found.failures} == {"crash"}
    assert "no such luck" in found.failures[0].message
    assert "test_certify.py" in found.failures[0].message


def test_a_set_up_that_crashes_is_a_failure_not_a_traceback():
    def broken(state: Any) -> Any:
        raise RuntimeError("no counters in the box")

    (failure,) = certify(variant(setup=broken), games=3).failures
    assert "no counters in the box" in str(failure)


def test_secrets_that_are_shown():
    assert first(variant(revealed=lambda state, field, side: True)) == "secret"


def test_secrets_that_are_never_guessed():
    found = certify(variant(guess=lambda state, side, rng: None), games=8, count=False)
    assert [failure.message for failure in found.failures if "never guessed" in failure.message]


def test_a_kept_set_that_holds_a_secret():
    def rebuild(state: Any) -> None:
        SYSTEM.play.rebuild(state)
        state.full |= state.rules.board.bit[state.mine] if state.mine >= 0 else 0

    state = variant(rebuild=rebuild).new(seed=1)
    state.play("mine 0404")
    assert not list(secrets(state, random.Random(1), Guesses()))  # nobody can be told anything by it yet
    state.play("take b3")
    state.play("move b3 0304")
    found = [finding for seed in range(9) for finding in secrets(state, random.Random(seed), Guesses())]
    assert {finding.check for finding in found} == {"secret"}
    assert "what it may do depends on it" in found[0].message


def test_a_text_that_is_missing(monkeypatch):
    texts = SYSTEM.texts
    monkeypatch.setattr(texts, "_found", {})
    monkeypatch.setitem(texts.catalogues["en"]["action"], "move", "{unit} moves to {nowhere}")
    assert first() in {"text", "crash"}


# --- dumped positions -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "name", ["a friend does not open an enemy zone", "half strength is rounded down", "full hexes may be passed"]
)
def test_a_dumped_position_shows_the_failure_again(name, plant, tmp_path):
    plant(name)
    found = certify(SYSTEM, 30, 2, first_only=True, count=False)
    (file,) = found.dump(tmp_path)
    text = file.read_text()
    failure = found.failures[0]
    assert text.startswith(f"# certify: {failure.check}\n# {failure.message}\n")
    assert failure.check in {again.check for again in reproduce(text).failures}


def test_the_expectation_of_a_dump_fails_with_the_error_and_holds_without():
    take_out = planted("a friend does not open an enemy zone").plant()
    try:
        found = certify(SYSTEM, 30, 2, first_only=True, count=False)
        position = Position.parse(found.failures[0].position)
        assert check(position)
    finally:
        take_out()
    assert not check(position)


def test_the_dump_of_a_right_program_reproduces_nothing():
    state = SYSTEM.new(seed=4)
    state.play("mine 0403")
    assert reproduce(state.position()).ok


# --- counting clauses -----------------------------------------------------------------------------------------------------
def test_counting_swaps_in_and_out_again():
    from echelon.systems.drill import minefield

    step = next(kind for kind in SYSTEM.kinds if kind.name == "move.step")
    rules: Any = SYSTEM.rules()
    known = rules.fast.sources["move.apply_step"].__globals__  # what generated code refers to is counted too
    before = (minefield.lay, step.legal, SYSTEM.setup, known["enter"])
    tally = Tally()
    with counting(SYSTEM, tally):
        assert minefield.lay is not before[0] and step.legal is not before[1] and known["enter"] is not before[3]
        state: State = SYSTEM.new(seed=1)
        state.play("mine 0404")
        state.play("take b1; move b1 0202")
    assert (minefield.lay, step.legal, SYSTEM.setup, known["enter"]) == before
    assert tally.counts(SYSTEM)["DRL-GEN-3"].called > 0


def test_counts_are_kept_for_the_same_version(report, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert read_counts(SYSTEM) is None
    path = save_counts(SYSTEM, report.clauses, report.games)
    assert path == counts_path("drill") == Path(tmp_path, "echelon", "certify", "drill.json")
    assert read_counts(SYSTEM) == report.clauses
    assert read_counts(variant(version="9.9")) is None
    path.write_text("{ damaged")
    assert read_counts(SYSTEM) is None


# --- errors in the engine itself ---------------------------------------------------------------------------------------
def test_an_undo_that_is_always_refused(monkeypatch):
    monkeypatch.setattr(Table, "undo_target", lambda self: (-1, "dice"))
    found = certify(SYSTEM, games=4, first_only=True, count=False)
    assert [f.check for f in found.failures] == ["undo"]
    assert "for no reason" in found.failures[0].message


def test_a_take_back_that_drops_what_followed(monkeypatch):
    monkeypatch.setattr(Table, "_without", lambda self, i: (Table(self.moves[i].before), []))
    found = certify(SYSTEM, games=20, first_only=True, count=False)
    assert [f.check for f in found.failures] == ["undo"]


def test_a_view_that_answers_a_secret_question(monkeypatch):
    monkeypatch.setattr(View, "legal", lambda self: list(self.state.legal()))
    found = certify(SYSTEM, games=2, first_only=True, count=False)
    assert [f.check for f in found.failures] == ["secret"]
    assert "secret question" in found.failures[0].message


def test_texts_missing_in_another_language(monkeypatch):
    texts = Texts({**SYSTEM.texts.catalogues, "fr": {"prompt": {}}})
    found = certify(variant(texts=texts), games=1, first_only=True, count=False)
    assert [f.check for f in found.failures] == ["text"]
    assert "'fr " in found.failures[0].message


def test_dice_that_are_not_counted_are_found_without_a_law_of_effects():
    """The counter of the dice is every system's own duty; forgotten, the same die would fall for ever."""
    system = variant(transition=lambda before, action, after: [])
    kind = next(kind for kind in system.kinds if kind.name == "combat.die")
    right = kind.apply

    def forgetful(state, frame, action):
        right(state, frame, action)
        state.rolls -= 1

    kind.apply = forgetful
    try:
        report = certify(system, games=20)
    finally:
        kind.apply = right
    assert any("dice were counted" in failure.message for failure in report.failures)


def test_parts_of_a_run_add_up_to_the_whole():
    drill = echelon.load("drill")
    whole, parts = certify(drill, 6), certify_in_parts(drill, 6, jobs=2)
    assert whole.ok
    assert parts.ok
    assert (parts.games, parts.uncovered) == (whole.games, whole.uncovered)
    assert parts.times["runaway"] == whole.times["runaway"]
    assert set(parts.clauses) == set(whole.clauses)
