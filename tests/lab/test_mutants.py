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
from typing import Any, Literal, NamedTuple

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.core.record.position import Position
from echelon.lab.mutants import Accepted, accepted_path, results_path, run_mutants, subjects, variants
from echelon.lab.mutants.changes import changes
from echelon.lab.mutants.trial import Court, Proof, passes, proofs, read_positions
from echelon.systems.colonnes.facts import compiled
from echelon.systems.colonnes.play import places
from echelon.systems.drill import game, minefield, victory

TESTS = Path(__file__).parents[1]
DRILL, COLONNES = echelon.load("drill"), echelon.load("colonnes")


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
    whose: Literal["own", "enemy"] = "own"


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
        "costs[MYG-1].whose: own -> enemy",
        "costs[MYG-2]: left out",
        "costs[MYG-2].terrain: marsh -> wood",
        "costs[MYG-2].points: 3 -> -3",
        "costs[MYG-2].points: 3 -> 4",
        "costs[MYG-2].points: 3 -> 2",
        "costs[MYG-2].whose: own -> enemy",
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
def mutant(name: str, system: Any = DRILL) -> tuple[Any, Any]:
    (subject,) = subjects(system, name.partition(" ")[0])
    return subject, next(m for m in subject.mutants() if m.name == name)


def test_what_carries_a_clause_is_mutated_and_the_law_is_not():
    found = {subject.name: subject for subject in subjects(COLONNES)}
    assert found["play.odds.basic_column"].clauses == ("COL-ODD-1",)
    assert "COL-TER-4" in found["facts.ground.step_rows"].clauses  # both judges read it
    assert found["facts.compiled.LIMIT"].clauses == ("COL-STK-1",)
    assert "facts.compiled.tables" in found
    assert not [name for name in found if name.startswith(("law.", "planted."))]


def test_declarations_are_subjects_and_so_are_tables_and_the_games_own_functions():
    found = {subject.name: subject for subject in subjects(DRILL)}
    assert found["DRL-ZOC-1.Zone"].clauses == ("DRL-ZOC-1",)
    assert found["DRL-RET-1.Retreat"].clauses == ("DRL-RET-1", "DRL-RET-2", "DRL-RET-3", "DRL-RES-4")
    assert {"DRL-SUP-2.Bar#3", "DRL-GEN-4.Mark", "DE.Result", "DRL-RES-1.printed", "victory.last_turn"} <= set(found)
    assert not [name for name in found if name.startswith(("game.", "planted.")) or "Listing" in name]  # a list is no rule


def test_a_declaration_is_changed_with_what_has_no_clause_in_it():
    (zone,) = subjects(DRILL, "DRL-ZOC-1.Zone")
    found = [m.name.removeprefix("DRL-ZOC-1.Zone ") for m in zone.mutants()]
    assert found[:6] == [
        "[exception] of: left out",
        "[term] of: second alone",
        "[name] of.sign: - -> |",
        "[name] of.sign: - -> &",
        "[name] of.b: shaken -> fresh",
        "[not] of.b: all others",
    ]
    assert "[exception] not_across.a: left out" in found  # the option
    assert not [name for name in found if "lapses" in name]  # the mark has mutants of its own


def test_names_of_mutants_are_all_different():
    for system in (DRILL, COLONNES):
        names = [m.name for subject in subjects(system) for m in subject.mutants()]
        assert len(set(names)) == len(names) > 500


def test_a_mutant_of_code_goes_in_and_comes_out():
    right = victory.last_turn.__code__
    _subject, wrong = mutant("victory.last_turn [if] view.held(TOWNS, BLUE) -> True")
    take_out = wrong.plant()
    assert victory.last_turn.__code__ is not right
    take_out()
    assert victory.last_turn.__code__ is right


def test_a_mutant_of_a_number_goes_in_wherever_it_is_imported():
    _subject, wrong = mutant("facts.compiled.LIMIT [number] 6 -> 7", COLONNES)
    take_out = wrong.plant()
    assert compiled.LIMIT == places.LIMIT == 7
    take_out()
    assert compiled.LIMIT == places.LIMIT == 6


def test_a_mutant_of_a_table_goes_in_and_comes_out():
    _subject, wrong = mutant("facts.compiled.tables [name] [columns][0]: 1:3 -> 1:2", COLONNES)
    take_out = wrong.plant()
    assert compiled.load_tables()["columns"][0] == "1:2"
    take_out()
    assert compiled.load_tables()["columns"][0] == "1:3"


def test_a_mutant_of_a_declaration_goes_in_wherever_it_is_read_and_comes_out():
    right = game.GAME
    _subject, wrong = mutant("DRL-GEN-3.Holding [name] hexes: town -> clear")
    take_out = wrong.plant()
    built: Any = echelon.load("drill")
    assert built is not DRILL
    assert built.rules().fast.game == game.GAME != right
    assert victory.TOWNS.hexes.names == ("clear",)  # the verdict asks for it by name
    take_out()
    assert echelon.load("drill") is DRILL
    assert game.GAME is right and victory.TOWNS.hexes.names == ("town",)


def test_a_misprint_goes_in_and_comes_out():
    _subject, wrong = mutant("DRL-MOV-2.printed [number] [wood]: 2 -> 3")
    take_out = wrong.plant()
    built: Any = echelon.load("drill")
    assert built.rules().tables.amount(game.COSTS("wood")) == 3
    take_out()
    assert echelon.load("drill") is DRILL


def test_what_cannot_be_built_leaves_nothing_behind():
    right = game.GAME
    verdict = court("vic-2-draw").trial(*mutant("DRL-RES-1.printed [element] [1]: left out"))
    assert verdict.by == "load"
    verdict = court("vic-2-draw").trial(*mutant("DRL-SUP-1.Lines [element] to.names[west]: left out"))
    assert verdict.by == "load"
    assert game.GAME is right and echelon.load("drill") is DRILL


@pytest.mark.parametrize("name", ["drill.Game [exception] zone: left out", "DE.Result [element] sequel[DRL-ADV-1]: left out"])
def test_what_has_no_clause_of_its_own_is_changed_too(name):
    right = game.GAME
    take_out = mutant(name)[1].plant()
    assert right != game.GAME
    take_out()
    assert game.GAME is right


# --- trials -------------------------------------------------------------------------------------------------------------
OWN = frozenset(str(module.__file__) for module in (minefield, victory))


def court(*names: str) -> Court:
    return Court(DRILL, proofs([p for p in read_positions(TESTS / "positions" / "drill") if p.source.startswith(names)], OWN))


WOODS = "DRL-MOV-1.Moves [element] bars[DRL-MOV-5]: left out"


def test_a_position_kills_and_is_named():
    verdict = court("mov-2", "cbt-1").trial(*mutant(WOODS), law=())
    assert verdict.by == ""  # neither is about armour and woods
    verdict = court("mov-2", "mov-5").trial(*mutant(WOODS), law=())
    assert (verdict.by, verdict.what) == ("position", "mov-5-armour-and-woods")


def test_the_law_kills_in_a_position_that_expects_nothing_of_it():
    verdict = court("set-2-mine-by-movement").trial(*mutant("minefield.trodden [drop] want.reveals += 1"))
    assert verdict.by == "law"
    assert verdict.what.startswith("set-2-mine-by-movement: ")


def test_a_wrong_price_that_both_judges_read_is_killed():
    assert court("mov-2").trial(*mutant("DRL-MOV-2.printed [number] [wood]: 2 -> 3")).by == "position"


def test_certify_kills_what_no_position_minds():
    verdict = court("set-1-no").trial(*mutant("minefield.trodden [drop] want.trodden |= bit"), seconds=20)
    assert verdict.by == "certify"
    assert verdict.what


def test_certify_is_asked_of_the_wrong_game(monkeypatch):
    asked: list[Any] = []
    monkeypatch.setattr("echelon.lab.mutants.trial.certify", lambda system, **_how: asked.append(system) or 1 / 0)
    verdict = court("set-1-no").trial(*mutant("DRL-CBT-4.Odds [number] most: 99 -> 98"), seconds=1)
    assert verdict.by == "certify"
    assert [system.name for system in asked] == ["drill"] and asked[0] is not DRILL


def test_what_changes_nothing_survives():
    assert court("cbt-5").trial(*mutant("DRL-CBT-4.Odds [number] most: 99 -> 98")).by == ""


def test_what_goes_on_for_ever_is_broken_off(monkeypatch):
    monkeypatch.setattr("echelon.lab.mutants.trial._PATIENCE", 0.2)
    subject, some = mutant("victory.last_turn [if] view.held(TOWNS, BLUE) -> True")

    def for_ever(view: Any) -> Any:
        while True:
            pass

    def plant() -> Any:
        right = victory.last_turn.__code__
        victory.last_turn.__code__ = for_ever.__code__
        return lambda: setattr(victory.last_turn, "__code__", right)

    assert court("vic-1-blue-marginal").trial(subject, replace(some, plant=plant)).by == "position"


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
    for path in (TESTS / "positions" / "drill").glob("cbt-5*.toml"):
        (tmp_path / "positions" / "drill" / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "mutants").mkdir()
    accepted_path(DRILL, tmp_path).write_text('[words]\n"DRL-CBT-9.Odds [if] x -> True" = "x"\n')
    only = "DRL-CBT-4.Odds"
    report = run_mutants(DRILL, tmp_path, only=only, seconds=0)
    assert f"{only} [number] most: 99 -> 98" in [row.name for row in report.survivors]
    assert not report.ok and report.counts["position"] > 2 and report.counts["load"] > 0
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
