"""Texts that ask for more than any game needs are refused before a parser pays for them, each with a sentence and a line."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from echelon.core.board.board import Board
from echelon.core.board.faults import BoardError
from echelon.core.record.position import Position
from echelon.core.record.record import Record
from echelon.core.text.bounds import BoundsError
from echelon.core.text.texts import Texts

GOOD = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0202", r1 = "0706" }\n'
GAME = "echelon 1 | drill 1.0.0 | crossing\n"
GRID = "name: x\n[grid]\ncolumns: {}\nrows: {}\n"


def short(value):
    """Some of the texts are a megabyte long: no name for a test."""
    return f"{value:.30}" if isinstance(value, str) else None


@pytest.mark.parametrize(("more", "bound"), [
    (".".join(["a"] * 90) + " = 1", "key"), ("[" + ".".join(["a"] * 9000) + "]", "key"),
    ('"a" . b . c . "d.e" . f = 1', "key"), ("title = '''x''''\n" + ".".join(["a"] * 9), "key"),
    ('title = """\\"""."""""\n' + ".".join(["a"] * 9), "key"), ("title = 'a.b.c.d.e.f'  # a.b.c.d.e.f\n[a.b.c.d.e]", "key"),
    ("".join(f"a{i}.b = 1\n" for i in range(6000)), "dots"), ("a = " + "[" * 5000, "depth"), ("a = " + "{b=" * 20, "depth"),
    ("turn = " + "9" * 5000, "word"), ("turn = 0x" + "f" * 5000, "word"), ("turn = 2000000", "number"),
    ("state = { mine = inf }", "number"), ("state = { mine = 99999999999999999999 }", "number"), ("rolls = 1000001", "number"),
    ("clauses = [" + "\n'a'," * 3000 + "]", "entries"), ("".join(f"k{i} = 1\n" for i in range(3000)), "entries"),
    ("title = '" + "x" * 30_000 + "'", "line"), ("# x\n" * 60_000, "text"),
], ids=short)  # fmt: skip
def test_a_position_is_measured_before_it_is_parsed(more, bound):
    with pytest.raises(BoundsError) as caught:
        Position.parse(GOOD + more)
    assert caught.value.bound == bound


@pytest.mark.parametrize(("board", "bound"), [
    ("road = '" + "-".join(["0202", "0203"] * 300) + "'", "feature"), ("wood = '" + "0101-0706 " * 100 + "'", "feature"),
    ("river = '" + "0202|0203 " * 300 + "'", "feature"), ("road = ['" + "', '".join(["0202-0203"] * 200) + "']", "feature"),
    (", ".join(f"k{i} = '0202'" for i in range(70)), "kinds"),
], ids=short)  # fmt: skip
def test_a_map_feature_has_an_end(board, bound):
    with pytest.raises(BoundsError) as caught:
        Position.parse(f"{GOOD}board = {{ {board} }}").state()
    assert caught.value.bound == bound


def test_a_made_up_unit_has_numbers_that_fit_on_a_counter():
    with pytest.raises(Exception, match="movement may be at most 1000"):
        Position.parse(GOOD.replace('"0202"', '{ at = "0202", movement = 1000000 }')).state()


@pytest.mark.parametrize(("more", "bound"), [
    ("end\n" * 401_000, "actions"), ("end;" * 4000 + "\n", None), (("end;" * 4000 + "\n") * 101, "actions"),
    ("end\n" + "(\nend\n" * 50, "branches"), ("end\n" + "# why\n" * 2000, "remark"), ("end # " + "x" * 5000, "remark"),
    ("x" * 30_000, "line"), (">\n" * 499_000, None), ("end\n" * 2_010_000, "text"),
], ids=short)  # fmt: skip
def test_a_record_is_measured_too(more, bound):
    if bound is None:  # long, but a record; it is read in no time all the same
        assert Record.parse(GAME + more)
        return
    with pytest.raises(BoundsError) as caught:
        Record.parse(GAME + more)
    assert caught.value.bound == bound


@pytest.mark.parametrize("text", [
    GRID.format("1-9999", "1-9999"), GRID.format("1-20", "odd 1-9, even 1-9999"),
    GRID.format("1-9", "1-9") + "labels: {c:04}{r:04}\nmissing: 00010001-99999999",
], ids=short)  # fmt: skip
def test_a_map_has_an_end(text):
    with pytest.raises(BoundsError) as caught:
        Board.parse(text)
    assert caught.value.bound == "hexes"


@pytest.mark.parametrize("text", [
    GRID.format("1-" + "9" * 5000, "1-9"), GRID.format("1-9", "1-9") + "labels: {c:0999999999}{r:02}",
    GRID.format("1-9", "1-9") + "[places]\ncity: a" + " " * 15_000 + "b,\n",
    GRID.format("1-30", "1-30") + "[terrain]\nwood: " + "9x " * 6000,
    GRID.format("1-9", "1-9") + "[terrain]\nkey: a=b\nmap:\n  ² aaa",
], ids=short)  # fmt: skip
def test_faults_of_a_board_file_are_told_not_suffered(text):
    with pytest.raises(BoardError) as caught:
        Board.parse(text)
    assert len(caught.value.problems) <= 100


@pytest.mark.parametrize("package", ["echelon.server", "echelon.cli"])
def test_every_bound_has_a_sentence_in_both_languages(package):
    texts = Texts.load(package)
    error = BoundsError("depth", 10, line=7)
    assert texts.error(error) == "line 7: lists and tables may be nested at most 10 deep"
    assert "ligne 7" in texts.error(error, "fr")
    assert "10 niveaux" in texts.error(error, "fr")
    from echelon.core.text.bounds import _SAID

    assert not [key for key in _SAID if not texts.template("bounds", key, "fr") or texts.template("bounds", key) != _SAID[key]]


def test_the_command_line_refuses_it_in_little_memory(tmp_path):
    """200 KB of it took 24 GB: with a gigabyte the command must come to its sentence."""
    resource = pytest.importorskip("resource")
    file = tmp_path / "x.toml"
    file.write_text(GOOD + ".".join(["a"] * 90_000) + " = 1")
    said = subprocess.run(
        [sys.executable, "-m", "echelon", "check", str(file)], capture_output=True, text=True, check=False,
        cwd=Path(__file__).parent, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
    )  # fmt: skip
    assert said.returncode == 1, said.stderr
    assert "characters" in said.stdout + said.stderr
    assert "Traceback" not in said.stderr


def test_of_thousands_of_variants_those_in_use_are_kept_and_shared():
    """4,608 combinations of options of a megabyte each: whoever opens a game of every one must not fill the memory."""
    import gc
    from itertools import islice, product

    import echelon

    system = replace(echelon.load("colonnes"), version="0")  # with a cache of its own
    held = system.new().rules
    names = list(system.play.options)
    for values in islice(product(*(system.play.options[name].values for name in names)), 40):
        system.rules("", dict(zip(names, values, strict=True)))
    gc.collect()
    assert len(system._cache._used) <= system._cache.most + 1
    assert system.new().rules is held
