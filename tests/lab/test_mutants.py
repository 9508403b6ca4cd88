"""Mutants: which small errors are made, that each goes in and comes out, what kills them; and a sample of each system's own."""

from __future__ import annotations

import ast
import doctest
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from echelon.systems.drill.play import odds, places

import echelon
from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.lab.mutants import Accepted, accepted_path, results_path, run_mutants, subjects, variants
from echelon.lab.mutants.changes import changes
from echelon.lab.mutants.trial import Court, Proof, passes, proofs, read_positions
from echelon.systems.drill import facts

TESTS = Path(__file__).parents[1]
DRILL = echelon.load("drill")


def told(source: str, *words: str) -> list[str]:
    return [f"{c.kind}: {c.old} -> {c.new}" for c in changes(ast.parse(source), words)]


# --- changes of sources -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["changes", "variants"])
def test_examples(name):
    result = doctest.testmod(import_module(f"echelon.lab.mutants.{name}"))
    assert result.attempted and not result.failed


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a <= b", ["compare: a <= b -> a < b"]),
        ("x = a & ~b", ["bits: a & ~b -> a", "bits: a & ~b -> ~b", "not: ~b -> b"]),
        ("x = a - b", ["sum: a - b -> a + b", "sum: a - b -> a"]),
        ("x = a // b", ["rounding: a // b -> -(-a // b)"]),
        ("x = a >> 1", ["rounding: a >> 1 -> a + 1 >> 1", "number: a >> 1 -> a >> 2", "number: a >> 1 -> a >> 0"]),
        ("x = -c if a else b", ["branch: -c if a else b -> -c", "branch: -c if a else b -> b"]),
        ("if a: b()", ["if: a -> True", "if: a -> False", "drop: b() -> pass"]),
        ("s.units[u] = v", ["drop: s.units[u] = v -> pass"]),
        ("x = [h for h in y if h]", ["if: h -> True"]),
        ("x = any(y)", ["any: any(y) -> all(y)"]),
        ("x = f('inf', 'mot')", ["element: f('inf', 'mot') -> f('mot')", "element: f('inf', 'mot') -> f('inf')"]),
        ("x = y['wood']", ["name: y['wood'] -> y['town']"]),
        ("x = y[0]", ["number: y[0] -> y[1]"]),
    ],
)
def test_the_errors_people_make(source, found):
    assert told(source, "wood", "town") == found


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: int = 3) -> int:\n    'words, 3'",
        "s.note('moved', 'DRL-MOV-1', mf=3)",
        "if s.log is not None:\n    x = 3",
        "assert a > 3, 'words'",
        "raise ValueError(f'{a + 1}')",
    ],
)
def test_what_only_says_something_is_left_alone(source):
    assert told(source) == []


def test_a_change_is_made_and_taken_back():
    tree = ast.parse("a < 3")
    first = next(changes(tree))
    with first.made():
        assert ast.unparse(tree) == "a <= 3"
    assert ast.unparse(tree) == "a < 3"


# --- variants of declarations -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Cost:
    clause: str
    terrain: str
    points: int
    unless: str | None = None


class Shift(NamedTuple):
    name: str
    amount: int


@dataclass(frozen=True)
class Movement:
    costs: tuple[Cost, ...]
    shifts: tuple[Shift, ...] = ()
    by_road: bool = True
    reach: Mapping[str, int] | None = None
    closed: frozenset[str] = frozenset()


TREE = Movement(
    (Cost("MYG-1", "wood", 2, unless="road"), Cost("MYG-2", "marsh", 3)),
    (Shift("river", -1),),
    reach={"foot": 1, "tank": 3},
    closed=frozenset({"lake"}),
)


def test_every_part_of_a_declaration_is_changed_once():
    found = {v.name: v.value for v in variants(TREE, ("wood", "marsh"))}
    assert list(found) == [
        "costs[MYG-1]: left out",
        "costs[MYG-1].terrain: wood -> marsh",
        "costs[MYG-1].points: 2 -> -2",
        "costs[MYG-1].points: 2 -> 3",
        "costs[MYG-1].points: 2 -> 1",
        "costs[MYG-1].unless: left out",
        "costs[MYG-2]: left out",
        "costs[MYG-2].terrain: marsh -> wood",
        "costs[MYG-2].points: 3 -> -3",
        "costs[MYG-2].points: 3 -> 4",
        "costs[MYG-2].points: 3 -> 2",
        "shifts[river]: left out",
        "shifts[river].amount: -1 -> 1",
        "shifts[river].amount: -1 -> 0",
        "shifts[river].amount: -1 -> -2",
        "by_road: True -> False",
        "reach: left out",
        "reach[foot]: left out",
        "reach[foot]: swapped with tank",
        "reach[foot]: 1 -> -1",
        "reach[foot]: 1 -> 2",
        "reach[foot]: 1 -> 0",
        "reach[tank]: left out",
        "reach[tank]: 3 -> -3",
        "reach[tank]: 3 -> 4",
        "reach[tank]: 3 -> 2",
        "closed[lake]: left out",
    ]
    assert found["costs[MYG-1].unless: left out"].costs == (Cost("MYG-1", "wood", 2), TREE.costs[1])
    assert found["reach[foot]: swapped with tank"].reach == {"foot": 3, "tank": 1}
    assert TREE not in found.values()


def test_names_of_variants_outlive_other_edits():
    before = {v.name for v in variants(TREE)}
    more = replace(TREE, costs=(Cost("MYG-0", "hill", 4), *TREE.costs))
    assert before < {v.name for v in variants(more)}


def test_a_word_of_a_table_becomes_the_next_in_its_row():
    assert [v.value for v in variants(["AE", "DR"]) if v.kind == "name"] == [["DR", "DR"], ["AE", "AE"]]


# --- mutants of a system ------------------------------------------------------------------------------------------------
def mutant(name: str) -> tuple[Any, Any]:
    (subject,) = subjects(DRILL, name.partition(" ")[0])
    return subject, next(m for m in subject.mutants() if m.name == name)


def test_what_carries_a_clause_is_mutated_and_the_law_is_not():
    found = {subject.name: subject for subject in subjects(DRILL)}
    assert found["play.odds.basic_column"].clauses == ("DRL-CBT-4",)
    assert "DRL-MOV-5" in found["facts.step_cost"].clauses  # both judges read it
    assert found["facts.STACK"].clauses == ("DRL-STK-1",)
    assert "facts.tables" in found
    assert not [name for name in found if name.startswith(("law.", "planted."))]


def test_a_mutant_of_code_goes_in_and_comes_out():
    right = odds.basic_column.__code__
    _subject, wrong = mutant("play.odds.basic_column [sum] min(attack // defence, 4) + 1 -> min(attack // defence, 4)")
    take_out = wrong.plant()
    assert odds.basic_column(3, 1) == 3
    take_out()
    assert odds.basic_column(3, 1) == 4
    assert odds.basic_column.__code__ is right


def test_a_mutant_of_a_number_goes_in_wherever_it_is_imported():
    _subject, wrong = mutant("facts.STACK [number] 2 -> 3")
    take_out = wrong.plant()
    assert facts.STACK == places.STACK == 3
    take_out()
    assert facts.STACK == places.STACK == 2


def test_a_mutant_of_a_table_goes_in_and_comes_out():
    _subject, wrong = mutant("facts.tables [name] [combat][0][0]: AE -> AR")
    take_out = wrong.plant()
    assert facts.load_tables()["combat"][0][0] == "AR"
    take_out()
    assert facts.load_tables()["combat"][0][0] == "AE"


def test_names_of_mutants_are_all_different():
    names = [m.name for subject in subjects(DRILL) for m in subject.mutants()]
    assert len(set(names)) == len(names) > 500


# --- trials -------------------------------------------------------------------------------------------------------------
def court(*names: str) -> Court:
    found = [p for p in read_positions(TESTS / "positions" / "drill") if p.source.startswith(names)]
    return Court(DRILL, proofs(found, {file for subject in subjects(DRILL) for file in subject.spots or ()}))


WOODS = "facts.step_cost [drop] rows.append(Note('DRL-MOV-5', None))"


def test_a_position_kills_and_is_named():
    verdict = court("mov-2", "cbt-1").trial(*mutant(WOODS), law=())
    assert verdict.by == ""  # neither is about armour and woods
    verdict = court("mov-2", "mov-5").trial(*mutant(WOODS), law=())
    assert (verdict.by, verdict.what) == ("position", "mov-5-armour-and-woods")


def test_the_law_kills_in_a_position_that_expects_nothing_of_it():
    verdict = court("gen-4-shaken-moves").trial(*mutant("play.movement.legal_pick [bits] status[u] & MOVED -> status[u]"))
    assert verdict.by == "law"
    assert verdict.what.startswith("gen-4-shaken-moves-defends-retreats: judges: ")


def test_a_wrong_price_that_both_judges_read_is_killed():
    dear = "facts.step_cost [branch] 4 if bit & rules.wood else 2 -> 2"
    assert court("mov-2").trial(*mutant(dear)).by == "position"


def test_certify_kills_what_no_position_minds():
    verdict = court("set-1").trial(*mutant("play.retreat.legal_advance [if] not bit & s.full -> False"), seconds=20)
    assert verdict.by == "certify"
    assert verdict.what


def test_what_changes_nothing_survives():
    verdict = court("cbt-4").trial(*mutant("play.odds.basic_column [compare] attack >= defence -> attack > defence"))
    assert verdict.by == ""


def test_what_goes_on_for_ever_is_broken_off(monkeypatch):
    monkeypatch.setattr("echelon.lab.mutants.trial._PATIENCE", 0.2)
    subject, some = mutant("play.odds.basic_column [compare] attack >= defence -> attack > defence")

    def for_ever(attack: int, defence: int) -> int:
        while True:
            pass

    def plant() -> Any:
        right = odds.basic_column.__code__
        odds.basic_column.__code__ = for_ever.__code__
        return lambda: setattr(odds.basic_column, "__code__", right)

    assert court("cbt-4").trial(subject, replace(some, plant=plant)).by == "position"


def test_a_position_that_does_not_hold_is_no_proof():
    wrong = Position.parse('system = "drill"\nclauses = ["DRL-SEQ-1"]\nturn = 2\n[[expect]]\nturn = 3', "wrong")
    assert not passes(wrong)
    with pytest.raises(EchelonError, match="position wrong does not hold"):
        proofs([wrong], [])


# --- what is accepted ---------------------------------------------------------------------------------------------------
def test_accepted_mutants_are_read_and_written(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[equivalent]\n"a [if] x == \\"y\\" -> True" = "x is never z"\n[open]\nnames = ["b"]\n')
    found, known = Accepted.read(path), 'a [if] x == "y" -> True'
    assert [found.reason(name) for name in (known, "b [drop] c()", "a [drop] c()")] == ["equivalent", "open", ""]
    assert found.judged == {known}
    path.write_text(found.text("mine"))
    assert Accepted.read(path).rows == found.rows
    found.update(["e [drop] c()", "e [drop] d()"], [known])
    assert found.rows == {"b": ("open", ""), "e": ("open", "")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[silly]\na = "b"', "not accepted for 'silly'"),
        ('[speed]\na = ""', "without a sentence"),
        ('[speed]\na = "b"\n[open]\nnames = ["a"]', "listed twice"),
    ],
)
def test_a_wrong_list_is_refused(tmp_path, text, message):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(EchelonError, match=message):
        Accepted.read(path)


# --- whole runs ---------------------------------------------------------------------------------------------------------
def test_a_run_lists_survivors_and_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "positions" / "drill").mkdir(parents=True)
    for path in (TESTS / "positions" / "drill").glob("cbt-4*.toml"):
        (tmp_path / "positions" / "drill" / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "mutants").mkdir()
    accepted_path(DRILL, tmp_path).write_text('[words]\n"play.odds.gone [if] x -> True" = "x"\n')
    only = "play.odds.basic_column"
    report = run_mutants(DRILL, tmp_path, only=only, seconds=0)
    assert [row.name for row in report.survivors] == [f"{only} [compare] attack >= defence -> attack > defence"]
    assert not report.ok and report.counts["position"] == len(report.rows) - 1 > 10
    assert report.stale == []  # it was not asked about everything
    assert json.loads(results_path("drill").read_text())["verdicts"]
    monkeypatch.setattr("echelon.lab.mutants.run._judge", None)  # nothing is left to try
    again = run_mutants(DRILL, tmp_path, only=only, seconds=0)
    assert again.rows == report.rows


SAMPLE = tomllib.loads((TESTS / "mutants" / "sample.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sample_of_mutants_is_killed(name):
    """Each by the position that killed it in a whole run. If its lines have changed, put another one in its place."""
    system = echelon.load(name)
    for wrong, position in SAMPLE[name].items():
        (subject,) = subjects(system, wrong.partition(" ")[0])
        found = Position.parse((TESTS / "positions" / name / f"{position}.toml").read_text("utf-8"), position)
        alone = Court(system, [Proof(found, {}, {}, None, 0.0)])
        (planted,) = (replace(m, spots=None) for m in subject.mutants() if m.name == wrong)
        assert alone.trial(replace(subject, spots=None), planted).by == "position", wrong


@pytest.mark.parametrize("name", SAMPLE)
def test_what_is_accepted_is_there(name):
    system = echelon.load(name)
    accepted = Accepted.read(accepted_path(system, TESTS))
    assert {row.partition(" ")[0] for row in accepted.rows} <= {subject.name for subject in subjects(system)}
    assert not set(accepted.rows) & set(SAMPLE[name])
