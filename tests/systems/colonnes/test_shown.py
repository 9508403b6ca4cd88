"""What screens show: counters, lines of supply and command, heights, books and the turn track, from facts alone."""

from __future__ import annotations

from echelon.core.record.position import Position
from echelon.core.system import load
from echelon.systems.colonnes.standing import held

FRONT = """system = "colonnes"
side = "german"
frame = "mouvement"
turn = 5
[state]
unsupplied = "G-I110"
commanded = "A-1/141 G-II110"
[units]
"A-1/141" = "0714"
A-36H = "0915"
G-11H = "0517"
G-I110 = { at = "0712", reduced = true }
G-II110 = { at = "0516", moved = true }
G-CL1 = "0517"
G-J71 = "0224"
G-209 = "0614"
"""


def draft(text=FRONT):
    return Position.parse(text).draft()


def rows(s, name):
    return s.rules.system.show.marks[name](s)


def test_counters_with_their_faces_and_states():
    found = {row["id"]: row for row in draft().rules.system.show.pieces(draft())}
    assert set(found) == {"A-1/141", "A-36H", "G-11H", "G-I110", "G-II110", "G-CL1", "G-J71", "G-209"}
    reduced = found["G-I110"]
    assert (reduced["values"], reduced["face"]) == ((2, 2, 5), "reduced")
    assert reduced["status"] == ["reduced", "unsupplied", "out of command"]
    assert found["G-II110"]["status"] == ["moved"]
    assert found["A-36H"]["status"] == []  # headquarters are always in command
    assert "faces" not in found["A-36H"]
    assert found["A-1/141"]["faces"] == {"reduced": (2, 2, 4)}


def test_a_supply_line_and_what_cuts_one():
    found = {row["unit"]: row for row in rows(draft(), "supply")}
    labels = draft().rules.board.labels
    below = found["G-209"]  # under Cote 300: a zone of control north of it, dominated ground south of it
    assert "cut" in below
    assert "A-1/141" in below["by"]
    assert "cut" not in found["G-I110"]  # over the ferry of Baix and the west bank
    south = found["G-II110"]
    assert "cut" not in south
    assert labels[south["hexes"][-1]] in {"0224", "0424", "0724", "0107", "0118"}
    assert [labels[h] for h in found["G-J71"]["hexes"]] == ["0224"]  # it stands on a source


def test_command_lines_and_who_has_none():
    found = {row["unit"]: row for row in rows(draft(), "command") if row["mark"] == "supply"}
    assert "cut" in found["G-I110"]  # beyond the enemy's zone of control
    assert len(found["G-II110"]["hexes"]) == 2
    assert len(found["A-1/141"]["hexes"]) == 3
    areas = [row["side"] for row in rows(draft(), "command") if row["mark"] == "control"]
    assert areas == ["allied", "german"]


def test_dominance_shows_the_height_and_what_it_overlooks():
    s = draft()
    flags = [s.rules.board.labels[row["hex"]] for row in rows(s, "dominance") if row["mark"] == "objective"]
    assert flags == ["0714"]
    (area,) = (row for row in rows(s, "dominance") if row["mark"] == "zone")
    assert {s.rules.board.labels[h] for h in area["hexes"]} >= {"0614", "0615", "0613"}
    assert rows(draft('options = { dominance = "off" }\n' + FRONT), "dominance") == []


def test_only_ones_own_arrivals_press():
    s = load("colonnes").new(seed=1)
    s.turn = 3
    say = s.rules.texts.teller(s.rules, "book", "en")
    pressing = [[row for book in s.rules.system.show.books(s, side, say) for row in book.rows if row.warn] for side in (0, 1)]
    units = [{s.rules.forces[u].side for row in rows for u in row.units if row.clause == "COL-REN-1"} for rows in pressing]
    assert units == [{0}, {1}]


def test_books_say_everything_in_words():
    s = draft()
    say = s.rules.texts.teller(s.rules, "book")
    found = s.rules.system.show.books(s, 1, say)
    assert found
    for book in found:
        for row in book.rows:
            text = f"{book.title} {row.what} {row.how}"
            assert "{" not in text
            assert "." not in book.title
            assert not row.clause or row.clause in s.rules.system.clauses
    columns = next(book for book in found if book.title == "Logistic columns")
    assert [row.how for row in columns.rows] == ["1 of 4 on the map", "0 of 4 on the map"]


def test_the_calendar():
    s = draft()
    track = s.rules.system.show.track(s, "en")
    assert [row[0] for row in track] == list(range(1, 16))
    assert [row[1] for row in track][:3] == ["21 PM", "22 AM", "22 PM"]
    assert track[-1][3] == "28 August 1944 · afternoon"


def test_who_holds_what_is_fought_for():
    s = draft(FRONT + 'G-I15 = "1808"\nA-117 = "0518"\n')
    labels = s.rules.board.labels
    assert {labels[h]: side for h, side in held(s).items()} == {"1808": 1, "0518": 0, "0712": 1, "0614": 1}
    assert ("Crest (1808)", "German") in s.rules.system.show.standing(s)


def test_every_option_and_clause_cited_by_it_exists():
    system = draft().rules.system
    for option in system.play.options.values():
        assert option.default in option.values
        assert all(clause in system.clauses for clause in option.clauses)
    for step in system.sequence:
        assert step.clause in system.clauses
