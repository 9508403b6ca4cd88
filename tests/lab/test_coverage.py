"""Which code and which tests cite a clause."""

import ast
from dataclasses import replace

import echelon
from echelon.core.parts import Proof
from echelon.lab.coverage import Place, cited_in_positions, cited_in_sources, cited_in_tests, coverage, find_tests

SOURCE = '''\
"""A module about DRL-AAA-1."""

from echelon.core.rulings import clause


# DRL-BBB-1 is only a comment
@clause("DRL-CCC-1", "DRL-CCC-2")
def rule():
    """Carries out DRL-DDD-1."""
    return f"see DRL-EEE-{1}", "as DRL-FFF-1 and DRL-GGG-1 say"


class Thing:
    """About DRL-HHH-1."""

    clause = "DRL-III-1"
'''


def test_only_literals_count_as_code(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(SOURCE)
    found = cited_in_sources([path], tmp_path)
    assert set(found) == {"DRL-CCC-1", "DRL-CCC-2", "DRL-FFF-1", "DRL-GGG-1", "DRL-III-1"}
    assert found["DRL-CCC-1"] == [Place("module.py", 7)]
    assert str(found["DRL-III-1"][0]) == "module.py:16"
    assert ast.get_docstring(ast.parse(SOURCE)) == "A module about DRL-AAA-1."


def test_a_mention_in_a_test_of_something_else_proves_nothing(tmp_path):
    text = 'import pytest\n\n\n@pytest.mark.clause("DRL-ZOC-1")\ndef test_it():\n    assert "DRL-ZOC-2"\n'
    for folder in ("drill", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "test_it.py").write_text(text)
    found = cited_in_tests(sorted(tmp_path.rglob("*.py")), tmp_path, "drill")
    assert found["DRL-ZOC-1"] == [Place("drill/test_it.py", 4), Place("other/test_it.py", 4)]
    assert found["DRL-ZOC-2"] == [Place("drill/test_it.py", 6)]


def test_positions_count_for_their_own_system(tmp_path):
    (tmp_path / "a.toml").write_text('system = "drill"\nclauses = ["DRL-ZOC-1", "DRL-ZOC-2"]\n')
    (tmp_path / "b.toml").write_text('system = "other"\nclauses = ["DRL-ZOC-3"]\n')
    (tmp_path / "c.toml").write_text("system = nonsense\n")
    found = cited_in_positions(sorted(tmp_path.glob("*.toml")), tmp_path, "drill")
    assert found == {"DRL-ZOC-1": [Place("a.toml", 2)], "DRL-ZOC-2": [Place("a.toml", 2)]}


def test_every_clause_is_listed_with_what_it_lacks(tmp_path):
    system = echelon.load("drill")
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text('import pytest\n\n\n@pytest.mark.clause("DRL-ZOC-1")\ndef test_it(): ...\n')
    rows = {row.clause.id: row for row in coverage(system, tests, {"DRL-ZOC-1": 5})}
    assert list(rows) == list(system.book.clauses)
    assert rows["DRL-ZOC-1"].lacks == () and rows["DRL-ZOC-1"].decided == 5
    assert rows["DRL-ZOC-1"].tests == (Place("tests/test_it.py", 4),)
    assert rows["DRL-ZOC-2"].lacks == ("tests",) and rows["DRL-ZOC-2"].decided == 0
    assert rows["DRL-GEN-1"].clause.defines and rows["DRL-GEN-1"].lacks == ()
    assert coverage(system)[3].decided is None


def test_every_clause_of_drill_has_code():
    assert [row.clause.id for row in coverage(echelon.load("drill")) if "code" in row.lacks] == []


def test_the_tests_of_a_checkout_are_found():
    found = find_tests(echelon.load("drill"))
    assert found is not None and (found / "lab" / "test_coverage.py").exists()


def test_a_system_may_say_where_its_tests_are(tmp_path):
    system = echelon.load("drill")
    assert find_tests(replace(system, proof=Proof(tests=str(tmp_path)))) == tmp_path
    assert find_tests(replace(system, proof=Proof(tests=str(tmp_path / "nowhere")))) is None
