"""The map: every hex and hexside, place and road against the reference lists, which this test holds in a form of its own."""

from __future__ import annotations

from itertools import pairwise

import pytest

from echelon.core.system import load

# wooded hills: rows of each column; 1105, the butte de Brézème, besides
HILLS = {
    "01": "01-24",
    "02": "01-15",
    "03": "01-14",
    "04": "01-11, 22-23",
    "05": "01-04",
    "06": "01-02",
    "07": "01, 13-14, 20-24",
    "08": "10-14, 20-24",
    "09": "10-14, 20-24",
    "10": "10-13, 20-24",
    "11": "10-12, 21-24",
    "12": "20-22",
    "13": "09-13",
    "14": "09-12",
    "15": "10-12, 20-24",
    "16": "09-11, 18-24",
    "17": "17-18, 21-24",
    "18": "05-06, 16-17, 20-24",
    "19": "04-07, 17-18, 21-24",
    "20": "03-07, 16-17, 20-24",
    "21": "03-08, 16-18, 21-24",
}
MOUNTAIN = """
    1810 1811 1812 1911 1912 1913 2010 2011 2012 2013 2111 2112 2113 2114
"""
RHONE = """
    0222|0323 0223|0323 0223|0324 0224|0324 0316|0416 0317|0416 0317|0417 0318|0417 0318|0418 0319|0418 0319|0419
    0320|0419 0320|0420 0321|0420 0321|0421 0322|0323 0322|0421 0322|0422 0414|0515 0415|0416 0415|0515 0415|0516
    0507|0607 0508|0607 0513|0613 0514|0515 0514|0613 0514|0614 0604|0705 0605|0705 0605|0706 0606|0607 0606|0706
    0606|0707 0607|0608 0608|0708 0608|0709 0609|0709 0609|0710 0610|0710 0610|0711 0611|0711 0611|0712 0612|0613
    0612|0712 0612|0713 0703|0803 0704|0705 0704|0803 0704|0804 0801|0902 0802|0803 0802|0902 0802|0903 0901|0902
    0901|1001
"""
DROME = """
    0706|0707 0706|0806 0805|0806 0806|0906 0906|0907 0906|1006 1005|1006 1006|1106 1106|1107 1107|1206 1206|1207
    1207|1307 1307|1308 1308|1407 1407|1408 1407|1508 1507|1508 1508|1607 1607|1608 1608|1708 1708|1709 1709|1808
    1808|1809 1809|1909 1909|1910 1909|2009 2008|2009 2009|2109 2109|2110
"""
ROUBION = """
    0418|0419 0418|0519 0518|0519 0518|0618 0617|0618 0617|0718 0716|0816 0717|0718 0717|0816 0717|0817 0815|0816
    0816|0916 0916|0917 0916|1016 1015|1016 1016|1116 1116|1117 1116|1216 1215|1216 1216|1316 1316|1317 1316|1416
    1415|1416 1416|1516 1516|1517 1516|1616 1615|1616 1615|1716 1714|1814 1715|1716 1715|1814 1715|1815 1813|1814
    1814|1914 1914|1915 1915|2014 2014|2015 2015|2115 2115|2116
"""
JABRON = """
    0618|0718 0718|0719 0718|0818 0817|0818 0818|0918 0918|0919 0918|1018 1017|1018 1018|1118 1118|1119 1118|1218
    1217|1218 1218|1318 1318|1319 1319|1418 1418|1419 1418|1519 1518|1519 1519|1618 1618|1619 1619|1719 1719|1720
    1719|1819 1818|1819 1819|1919 1919|1920
"""
BRIDGES = "0906|0907 1709|1808 0518|0519 0617|0718 1416|1516"
FERRIES = {"Le Teil": "0318|0418", "Baix": "0609|0710", "Le Pouzin": "0606|0707"}
# hex, latitude and longitude, T for a town
PLACES = """
    Montélimar 0518 44.555 4.755 T
    Ancône 0416 44.581 4.727
    L'Homme-d'Armes 0615 44.597 4.755
    Savasse 0715 44.604 4.777
    La Coucourde 0713 44.649 4.783 T
    Saulce-sur-Rhône 0809 44.704 4.801 T
    Loriol 0807 44.747 4.817 T
    Livron 1005 44.777 4.842 T
    Étoile 1202 44.839 4.891
    Mirmande 0910 44.699 4.835
    Cliousclat 0909 44.717 4.832
    Marsanne 1113 44.642 4.875 T
    Condillac 0813 44.630 4.815
    Sauzet 0915 44.604 4.821 T
    Bonlieu 1116 44.592 4.868
    Saint-Gervais 1216 44.582 4.888
    Cléon-d'Andran 1414 44.611 4.935 T
    Puy-Saint-Martin 1514 44.629 4.973 T
    Charols 1516 44.590 4.952
    Roynac 1513 44.648 4.962
    Grane 1308 44.733 4.922 T
    Chabrillan 1408 44.723 4.940
    Autichamp 1510 44.69 4.96
    Allex 1206 44.768 4.898 T
    Eurre 1606 44.758 4.988
    Crest 1808 44.726 5.015 T
    Aouste 1909 44.718 5.054
    Montoison 1404 44.796 4.941
    Upie 1604 44.803 4.977
    La Bâtie-Rolland 1118 44.554 4.865
    La Bégude-de-Mazenc 1418 44.543 4.934 T
    Le Poët-Laval 1719 44.537 5.015
    Pont-de-Barret 1715 44.603 5.013
    Espeluche 0920 44.517 4.822
    Allan 0721 44.497 4.791
    Malataverne 0522 44.485 4.753
    Châteauneuf-du-Rhône 0421 44.489 4.717
    Donzère 0424 44.443 4.711 T
    Viviers 0322 44.483 4.689
    Le Teil 0218 44.545 4.682 T
    Rochemaure 0316 44.588 4.704
    Meysse 0414 44.610 4.723
    Cruas 0612 44.657 4.763
    Baix 0609 44.712 4.764
    Le Pouzin 0507 44.752 4.748 T
    La Voulte 0704 44.800 4.779 T
    Beauchastel 0802 44.826 4.803
"""
ROADS = {
    "N7": (
        "0424 0423 0523 0522 0521 0520 0519 0518 0517 0516 0615 0614 0613 0713 0712 0711 0710 0809 0808 0807 "
        "0907 0906 1005 1004 1104 1103 1202 1201"
    ),
    "N86": (
        "0224 0223 0222 0322 0221 0220 0219 0218 0217 0317 0316 0415 0414 0514 0513 0612 0611 0610 0609 0608 "
        "0508 0507 0606 0605 0604 0704 0703 0802 0801"
    ),
    "Montélimar-Sauzet-Cléon-Puy-Crest": (
        "0518 0617 0717 0716 0815 0915 1015 1115 1215 1315 1414 1514 1613 1612 1611 1711 1710 1709 1808"
    ),
    "Sauzet-Marsanne-Cléon": "0915 1014 1013 1113 1213 1314 1414",
    "Condillac": "0713 0813 0814 0915",
    "Saulce-Mirmande-Marsanne": "0809 0910 1010 1111 1112 1113",
    "Loriol-Grane-Crest (south bank)": "0807 0907 1007 1107 1207 1308 1408 1508 1608 1709",
    "Livron-Allex-Crest-Die (north bank)": "1005 1106 1206 1306 1406 1506 1606 1707 1708 1808 1909 2008 2109",
    "Crest-Chabeuil": "1707 1706 1605 1604 1603 1602 1601",
    "Montélimar-Dieulefit": "0617 0718 0817 0918 1017 1118 1217 1318 1418 1518 1618 1719 1818 1919 2018 2119",
    "La Bégude-Charols-Puy": "1418 1417 1416 1516 1515 1514",
    "Montélimar-Allan-Grignan": "0519 0619 0720 0721 0722 0723 0724",
    "Grane-Marsanne": "1308 1309 1209 1210 1211 1112 1113",
    "Bonlieu": "1115 1116",
    "Le Pouzin-Privas": "0507 0406 0307 0207 0107",
    "Le Teil-Aubenas": "0218 0118",
}

SOURCES = {"allied": "1401 1601 2109 2119", "german": "0224 0424 0724 0107 0118"}
DOMINANT = "0714 0914 0912 0810 1105"


@pytest.fixture(scope="module")
def rules():
    return load("colonnes").rules()


@pytest.fixture(scope="module")
def board(rules):
    return rules.board


def labels(board, bits):
    return {board.labels[h] for h in board.members(bits)}


def sides(board, bits):
    return {frozenset(board.labels[h] for h in board.side_hexes(side)) for side in board.lattice.side_members(bits)}


def pairs(text):
    return {frozenset(word.split("|")) for word in text.split()}


def hills():
    found = {"1105"}
    for column, rows in HILLS.items():
        for part in rows.split(","):
            first, _, last = part.strip().partition("-")
            found |= {f"{column}{row:02}" for row in range(int(first), int(last or first) + 1)}
    return found


def neighbours(label):
    """By the reference formula: even columns lie half a hex lower."""
    c, r = int(label[:2]), int(label[2:])
    even = [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]
    odd = [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]
    return {f"{x:02}{y:02}" for x, y in (even if c % 2 == 0 else odd) if 1 <= x <= 21 and 1 <= y <= 24}


def test_grid_of_21_by_24_with_even_columns_half_a_hex_lower(board):
    assert set(board.labels) == {f"{c:02}{r:02}" for c in range(1, 22) for r in range(1, 25)}
    for h, label in enumerate(board.labels):
        assert {board.labels[other] for other, _, _ in board.near[h]} == neighbours(label), label


def test_terrain_hex_for_hex(board, rules):
    wanted, mountain = hills(), set(MOUNTAIN.split())
    assert labels(board, board.terrain["wooded-hills"]) == wanted
    assert labels(board, board.terrain["mountain"]) == mountain
    assert labels(board, board.terrain["plain"]) == set(board.labels) - wanted - mountain
    assert (len(wanted), len(mountain), board.n) == (197, 14, 504)
    assert (labels(board, rules.hills), labels(board, rules.mountain)) == (wanted, mountain)


def test_rivers_hexside_for_hexside(board, rules):
    assert sides(board, rules.rhone) == pairs(RHONE)
    assert sides(board, rules.drome) == pairs(DROME)
    assert sides(board, rules.stream) == pairs(ROUBION) | pairs(JABRON)
    assert [len(pairs(text)) for text in (RHONE, DROME, ROUBION, JABRON)] == [56, 29, 39, 26]
    named = {course.name: {frozenset(board.labels[h] for h in side) for side in course.sides} for course in board.courses}
    assert named["Roubion"] & named["Jabron"] == set()


def test_the_rhone_parts_the_map_into_two_banks(board, rules):
    """Every hexside between a west-bank and an east-bank hex is Rhône, and no other."""
    west = labels(board, rules.west_bank)
    between = {frozenset((a, b)) for a in west for b in neighbours(a) - west}
    assert between == pairs(RHONE)


def test_crossings(board, rules):
    assert sides(board, board.sides["bridge"]) == pairs(BRIDGES)
    assert sides(board, rules.ferry) == pairs(" ".join(FERRIES.values()))
    assert sides(board, rules.road) & sides(board, rules.rivers) == pairs(BRIDGES)  # roads cross rivers there alone
    assert not rules.road & rules.rhone
    assert {
        c.name: {frozenset(board.labels[h] for h in side) for side in c.sides} for c in board.courses if c.kind == "ferry"
    } == {name: pairs(side) for name, side in FERRIES.items()}


def test_roads_chain_for_chain(board):
    chains = {chain.name: " ".join(board.labels[h] for h in chain.hexes) for chain in board.chains}
    assert chains == ROADS
    links = {frozenset(pair) for chain in ROADS.values() for pair in pairwise(chain.split())}
    assert sides(board, board.links["road"]) == links
    assert all(b in neighbours(a) for chain in ROADS.values() for a, b in pairwise(chain.split()))


def test_places_in_their_hexes_and_where_their_coordinates_say(board):
    places = {place.name: place for place in board.places if place.kind in ("city", "town", "village")}
    rows = [line.rsplit(" ", 3 + line.endswith(" T")) for line in PLACES.strip().splitlines()]
    assert len(rows) == len(places) == 47
    towns = set()
    for row in rows:
        name, label, lat, lon = (word.strip() for word in row[:4])
        place = places[name]
        assert (board.labels[place.hex], place.lat, place.lon) == (label, float(lat), float(lon))
        assert board.labels[board.hex_at(place.lat, place.lon)] == label, name
        if len(row) == 5:
            towns.add(label)
            assert place.kind in ("city", "town"), name
        else:
            assert place.kind == "village", name
    assert labels(board, board.terrain["town"]) == towns
    assert len(towns) == 17


def test_sources_exits_and_dominant_positions(board, rules):
    assert labels(board, rules.sources[0]) == set(SOURCES["allied"].split())
    assert labels(board, rules.sources[1]) == set(SOURCES["german"].split())
    assert labels(board, rules.exits) == {"1201", "0801"}
    assert not (rules.sources[0] | rules.sources[1]) & rules.exits  # no source is an exit
    assert {board.labels[h] for h, _ in rules.heights} == set(DOMINANT.split())
    for edge, test in (
        ("allied-supply-north", lambda x: x.endswith("01")),
        ("allied-supply-east", lambda x: x.startswith("21")),
        ("german-supply-south", lambda x: x.endswith("24")),
        ("german-supply-west", lambda x: x.startswith("01")),
    ):
        assert all(test(label) for label in labels(board, board.edges[edge])), edge


def test_corner_of_the_map_lies_where_the_projection_says(board):
    assert board.latlon(board.ids["0101"]) == pytest.approx((44.86, 4.655), abs=1e-6)
    assert board.latlon(board.ids["2124"]) == pytest.approx((44.446, 5.095), abs=0.001)


def test_what_the_dominant_positions_dominate(board, rules):
    """From the rule itself: plain and town hexes within 2, at 2 only over a plain or town hex that touches both."""
    high = (hills() | set(MOUNTAIN.split())) - {"0713"}
    found = {board.labels[h]: labels(board, mask) for h, mask in rules.heights}
    for summit in DOMINANT.split():
        wanted = set()
        for near in neighbours(summit):
            wanted |= {near} - high
            wanted |= {far for far in neighbours(near) - high if near not in high and far != summit}
        assert found[summit] == wanted, summit
    assert found["0912"] == set()
    assert {"0614", "0613", "0615", "0713"} <= found["0714"]
    assert "0516" not in found["0714"]
