"""The board file: every catalogue's map can be written, and every slip is named with its line and a remedy."""

import pytest

from echelon.core.board.board import Board
from echelon.core.board.faults import BoardError, HexError, Problem

SMALL = """\
name: small
[grid]
columns: 1-4
rows: 1-4
labels: {c:02}{r:02}
[terrain]
wood: 0101 0202-0204
[sides]
needs: bridge river
river Aa: 0101|0102 0202|0203
bridge: 0202|0203
[links]
road: 0101-0201-0301
[places]
town: Old Mill 0202
[edges]
north: 0101-0401
[zones]
red: all
"""


def problems(text: str, source: str = "map.txt") -> list[Problem]:
    with pytest.raises(BoardError) as caught:
        Board.parse(text, source)
    assert str(caught.value).count("\n") == len(caught.value.problems)
    return list(caught.value.problems)


def one(text: str) -> str:
    found = problems(text)
    assert len(found) == 1, found
    return str(found[0])


def test_small_board():
    board = Board.parse(SMALL)
    assert board.n == 16
    assert board.palette == "summer"
    assert board.places[0].name == "Old Mill"
    assert board.zones["red"] == board.all
    assert board.edges["north"] == board.hexes("0101 0201 0301 0401")
    assert Board.parse(board.text()) == board
    assert board.latlon(0) is None
    assert board.project(50, 5) is None
    assert board.hex_at(50, 5) is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0101 0202-0204", "0101 0909", "map.txt:7: there is no hex '0909'; did you mean"),
        ("0101|0102 0202", "0101|0103 0202", "map.txt:10: 0101 and 0103 are not adjacent; 0101 is next to 0201 0102"),
        ("0101|0102 0202", "0101-0102 0202", "map.txt:10: '0101-0102' is not a hexside; write two neighbours"),
        ("0101|0102 0202", "0202|0203 0202", "map.txt:10: river 0202|0203 is given twice; see line 10"),
        ("bridge: 0202|0203", "bridge: 0101|0201", "map.txt:11: bridge 0101|0201 without river; add 0101|0201 there"),
        ("0101-0201-0301", "0101-0301", "map.txt:13: 0101 and 0301 are not adjacent"),
        ("0101-0201-0301", "0101", "map.txt:13: the chain '0101' has fewer than two hexes"),
        ("Old Mill 0202", "Old Mill 0902", "map.txt:15: Old Mill lies outside the map"),
        ("Old Mill 0202", "0202", "map.txt:15: '0202' is not a place; write  city: Liège 711"),
        ("[links]", "[linkz]", "map.txt:12: unknown section [linkz]; did you mean links?"),
        ("columns: 1-4", "colums: 1-4", "map.txt:3: unknown keyword 'colums'; did you mean columns?"),
        ("rows: 1-4", "rows: 4-1", "map.txt:4: '4-1' is not a range; write the first and the last"),
        ("rows: 1-4", "rows: 1-4\nrows: 1-5", "map.txt:5: 'rows' is given twice"),
        ("rows: 1-4", "rows: 1-4\nshift: even left", "map.txt:5: shift cannot be 'even left'; write even or odd"),
        ("rows: 1-4", "rows: 1-4\nrows from: est", "map.txt:5: rows from cannot be 'est'; "),
        ("rows: 1-4", "rows: 1-4\nmissing: 0909", "map.txt:5: 0909 is outside the grid anyway"),
        ("rows: 1-4", "rows: 1-4\nmissing: x", "map.txt:5: 'x' is not a label"),
        ("needs: bridge river", "needs: bridge rivers", "map.txt:9: there are no hexsides of kind 'rivers'; did you"),
        ("needs: bridge river", "needs: bridge", "map.txt:9: 'needs' names no kinds"),
        ("red: all", "red 0101", "map.txt:19: no colon in 'red 0101'"),
        ("red: all", "red: 0101\nred: 0102", "map.txt:20: 'red' is given twice; join the two lists"),
        ("name: small", " name: small", "map.txt:1: an indented line with nothing above it"),
        ("wood: 0101", "clear: all but wod\nwood: 0101", "map.txt:7: there is no terrain 'wod'; did you mean wood?"),
    ],
)  # fmt: skip
def test_slips(old, new, message):
    found = [str(problem) for problem in problems(SMALL.replace(old, new, 1))]
    assert any(text.startswith(message) for text in found), found


def test_all_problems_come_at_once_in_order():
    text = SMALL.replace("0101 0202-0204", "0909").replace("0101|0102", "0101|0103").replace("0101-0201", "0101-0401")
    assert [problem.line for problem in problems(text)] == [7, 10, 13]


def test_labels_that_cannot_be_told_apart():
    assert "fits both" in one("[grid]\ncolumns: 1-12\nrows: 1-12\nlabels: {c}{r}\n")
    assert "a label template needs" in one("[grid]\ncolumns: 1-2\nrows: 1-2\nlabels: {c}\n")


def test_a_grid_is_needed():
    assert [problem.fault for problem in problems("name: x\n")] == [
        "the section [grid] has no columns",
        "the section [grid] has no rows",
    ]


def test_drawn_terrain():
    """As dday77 and longest_day print it; # is a sign there, not a comment."""
    board = Board.parse(
        """\
[grid]
columns: 1-5
rows: 1-3
[terrain]
key: ~=sea -=clear #=impassable Z=mountain,fort
map:
  01 ~~-#Z
  02 ~---Z
  03 #####
fort: 0302      # a comment
"""
    )
    assert board.labels_of(board.terrain["sea"]) == "0101 0102 0201"
    assert board.terrain["impassable"].bit_count() == 6
    assert board.terrain["mountain"] == board.hexes("0501 0502")
    assert board.terrain["fort"] == board.hexes("0302 0501 0502")
    assert Board.parse(board.text()) == board


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("01 ~~", "row 01 has 2 signs; write one for each of 3 columns"),
        ("01 ~~?", "the key has no sign '?'; known are ~"),
        ("07 ~~~", "'07' is not a row of the map; rows run 1-2"),
    ],
)
def test_slips_in_drawn_terrain(row, message):
    text = f"[grid]\ncolumns: 1-3\nrows: 1-2\n[terrain]\nkey: ~=sea\nmap:\n  {row}\n"
    assert message in one(text)


def test_sheets_and_a_turned_map():
    """Europa: two sheets, columns that lean by ten degrees, labels that take the sheet of the one before."""
    board = Board.parse(
        """\
name: desert
[grid]
columns: 28-75
rows: 14-29
sheet 18A: columns 28-50
sheet 19A: columns 51-75 offset 50
[geography]
projection: equirectangular
center: 31.72
degree: 69.093
hex: 16
rotation: 10
anchor: 18A:4817 = 32.0833,23.9957
[terrain]
depression: 19A:1126-1128, 1224-1228
sand: 18A:4927-4929 5027-5029 19A:0128 0129
[sides]
escarpment Sollum: 19A:0319|0419 0320|0419 0420|0419
[links]
road: 18A:4817-4918-5017-19A:0118-0218
[places]
port: Mersa Matruh 19A:1218 31.353,27.237
fortress: Tobruk 18A:4817 32.090,23.954
"""
    )
    assert board.terrain["depression"].bit_count() == 8
    assert board.terrain["sand"].bit_count() == 8
    assert board.links["road"].bit_count() == 4
    assert board.latlon(board.ids["19A:1218"]) == pytest.approx((31.3677, 27.1989), abs=2e-3)
    for place in board.places:
        assert board.hex_at(place.lat, place.lon) == place.hex
    assert Board.parse(board.text()) == board


def test_a_label_without_its_sheet_names_the_only_hex_it_can_mean():
    board = Board.parse(
        """\
[grid]
columns: 49-54
rows: 17-18
sheet 18A: columns 49-50
sheet 19A: columns 51-52 offset 50
sheet WW14: columns 53-54 offset 52
"""
    )
    tobruk, here = board.ids["18A:4917"], board.ids["WW14:0117"]
    assert board.parse_hex("4917") == tobruk
    assert board.names.short(tobruk) == "4917" and board.names.short(here) == "WW14:0117"
    with pytest.raises(HexError, match="'0117' is on several sheets; write 19A:0117 or WW14:0117"):
        board.parse_hex("0117")
    assert board.names.hexes("WW14:0118 0117") == [board.ids["WW14:0118"], here], "it takes the sheet of the one before"
    assert board.names.chain("18A:5017-19A:0117") == board.names.chain("5017-19A:0117")
    with pytest.raises(HexError, match="no hex '5117'"):
        board.parse_hex("5117")


def test_azimuthal_projection():
    """dday77: centre of (c, r) given on the plane of the projection."""
    board = Board.parse(
        """\
[grid]
columns: 1-51
rows: 1-52
[geography]
projection: azimuthal
center: 48.0,2.0
hex: 24
anchor: 0101 = -540,612 plane
[places]
city: Aachen 4113 50.776,6.084
city: Trier 4318 49.757,6.641
city: Freiburg 4825 47.995,7.85
"""
    )
    assert board.n == 2652
    for place in board.places:
        assert board.hex_at(place.lat, place.lon) == place.hex, place
    for h in (0, 700, 2651):
        assert board.project(*board.latlon(h)) == pytest.approx(board.center(h))
    assert Board.parse(board.text()) == board


def test_local_projection_of_colonnes():
    text = """\
[grid]
columns: 1-21
rows: 1-24
[geography]
projection: equirectangular
center: 44.86
degree: 111.195
hex: 2
anchor: 0101 = 44.8600,4.6550
[places]
town: Montélimar 0518 44.555,4.755
town: Crest 1808 44.726,5.015
"""
    board = Board.parse(text)
    for place in board.places:
        assert board.hex_at(place.lat, place.lon) == place.hex, place
    assert board.latlon(board.ids["2124"]) == pytest.approx((44.446, 5.095), abs=2e-3)
    wrong = one(text.replace("Crest 1808", "Crest 0808"))
    assert "Crest is put in 0808; but its coordinates are in 1808" in wrong


@pytest.mark.parametrize(
    ("geography", "message"),
    [
        ("projection: degrees", "has no anchor; add  anchor: HEX"),
        ("anchor: 0101 = 50,5", "needs pitch"),
        ("anchor: 0901 = 50,5", "there is no hex '0901'"),
        ("anchor: 0101 = 50", "write 2 number(s)"),
        ("anchor: 0101 = 50,5\nprojection: mercator", "projection cannot be 'mercator'"),
        ("anchor: 0101 = 50,5\npitch: a,b", "pitch cannot be 'a,b'"),
    ],
)
def test_slips_in_geography(geography, message):
    found = problems(f"[grid]\ncolumns: 1-3\nrows: 1-2\n[geography]\n{geography}\n")
    assert any(message in str(problem) for problem in found), found


def test_pointed_hexes_round_trip():
    text = "[grid]\norientation: pointy\ncolumns: odd 1-5, even 1-4\nrows: 1-4\nrows from: south\nshift: even right\n"
    board = Board.parse(text)
    assert board.n == 18
    assert board.grid.names == ("NE", "E", "SE", "SW", "W", "NW")
    assert board.labels[board.step(board.ids["0101"], "NE")] == "0102"
    assert Board.parse(board.text()) == board
