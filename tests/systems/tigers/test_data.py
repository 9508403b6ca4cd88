"""The data of Tigers in the Ardennes agree with its rule book and with each other."""

import csv
import re
import tomllib
from collections import Counter
from importlib.resources import files
from io import StringIO

import pytest

from echelon.core.board.board import Board
from echelon.core.forces import Forces
from echelon.core.text.book import RuleBook

HERE = files("echelon.systems") / "tigers"
SIDES = ("german", "allied")
# the arrivals of the calendar, added up: what each side has had by the turn
GERMAN = {1: 54, 3: 60, 4: 68, 5: 70, 6: 74, 8: 78, 9: 85, 10: 87, 12: 89}
ALLIED = {1: 26, 2: 38, 3: 46, 4: 55, 5: 72, 6: 85, 7: 97, 8: 106, 9: 112, 10: 119, 11: 126, 12: 129}


@pytest.fixture(scope="module")
def book():
    return RuleBook.parse((HERE / "rules.md").read_text("utf-8"), "tigers/rules.md")


@pytest.fixture(scope="module")
def tables():
    return tomllib.loads((HERE / "data" / "tables.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def forces():
    return Forces.parse((HERE / "data" / "forces.csv").read_text("utf-8"), SIDES, "forces.csv")


@pytest.fixture(scope="module")
def board():
    return Board.parse((HERE / "board.txt").read_text("utf-8"), "board.txt")


def printed(book, heading):
    """The rows of the table of the rule book whose head begins like this, first column left out."""
    lines = book.text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(heading))
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")][1:])
    return rows


def test_every_clause_is_in_the_rule_book(book):
    assert len(book.clauses) == 301 + 24  # those of the catalogue and our own
    marks = Counter(clause.mark for clause in book.clauses.values())
    assert set(marks) == {"seed", "ruling", "fill"}


def test_the_combat_table_is_the_printed_one(book, tables):
    assert tables["combat"] == printed(book, "| die (A) | 1:5 ")
    assert len(tables["columns"]) == 12


def test_the_weather_table_is_the_printed_one(book, tables):
    words = {"Clear": "clear", "Morning Fog": "fog", "Snow": "snow"}
    assert tables["weather"] == [[words[c] for c in row] for row in printed(book, "| die (A) | turns 3-8")]
    assert tables["historical_weather"][:2] == ["snow", "snow"]
    assert len(tables["historical_weather"]) == 12


def test_the_air_table_is_the_printed_one(book, tables):
    words = {"bridge busted": "busted", "Defender Downed": "downed", "Intercepted": "intercepted"}
    words |= {"Attacker Downed?": "attacker?", "Attacker Downed": "attacker"}
    assert tables["air"] == [[words.get(c, c) for c in row] for row in printed(book, "| die (A) | Bridge busting")]


def test_the_order_of_battle_adds_up(forces):
    for side, wanted in enumerate((GERMAN, ALLIED)):
        have = {}
        for turn in range(1, 13):
            arrived = [u for u in forces.units if u.side == side and u.number("turn") <= turn]
            have[turn] = sum(u.number("factor") for u in arrived if u.values.get("place") not in ("pool", "broken"))
        assert {turn: have[turn] for turn in wanted} == wanted


def test_there_are_three_combat_commands_for_each_armored_division(forces):
    divisions = [u for u in forces.units if u.nation == "us" and u.arm == "armor" and u.size == "XX"]
    commands = [u for u in forces.units if u.size == "CC"]
    assert len(divisions) == 9
    assert len(commands) == 27
    assert all(u.number("factor") == 1 for u in commands)


def test_units_start_on_the_map_on_their_own_side_of_the_line(forces, board):
    german = board.zones["german"]
    for unit in forces.units:
        place = str(unit.values["place"])
        if re.fullmatch(r"\d+", place):
            inside = bool(board.bit[board.parse_hex(place)] & german)
            assert inside == (unit.side == 0), unit
        else:
            assert place in {"N", "S", "W", "E", "E*", "NW", "pool", "broken", "drop"}


def test_the_four_divisions_of_the_line_are_entrenched(forces):
    assert [u.id for u in forces.units if u.number("entrenched")] == ["us-99id", "us-106id", "us-28id", "us-4id"]


def test_air_groups_are_two_german_and_six_american():
    rows = list(csv.DictReader(StringIO((HERE / "data" / "air.csv").read_text("utf-8"))))
    assert Counter((r["side"], r["aircraft"]) for r in rows) == {
        ("allied", "P-47"): 4,
        ("allied", "P-51"): 2,
        ("german", "FW-190"): 2,
    }


@pytest.mark.clause("TIG-MAP-4")
def test_hexes_lie_on_the_globe_where_the_rule_book_puts_them(board):
    for h, label in enumerate(board.labels):
        column, row = int(label[:-2]), int(label[-2:])
        height = row + 0.5 if column % 2 == 0 else row
        lat, lon = board.latlon(h)
        assert lat == pytest.approx(49.570 + 0.1007 * height)
        assert lon == pytest.approx(4.770 + 0.1360 * (column - 1))


@pytest.mark.clause("TIG-MAP-4")
def test_towns_fall_into_their_hexes(board):
    for place in board.places:
        if place.lat is not None:
            assert board.hex_at(place.lat, place.lon) == place.hex, place.name
