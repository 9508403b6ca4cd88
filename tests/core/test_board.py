"""The board: what a file says is what the engine sees."""

from pathlib import Path

import pytest

import echelon
from echelon.core.board.board import Board, Chain, Place
from echelon.core.board.faults import HexError

TIGERS = Path(echelon.__file__).parent / "systems" / "tigers" / "board.txt"


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(TIGERS)


def test_tigers_agrees_with_the_catalogue(board):
    assert (board.name, board.palette, board.n) == ("tigers", "winter", 149)
    assert board.terrain["forest"].bit_count() == 63
    assert board.terrain["clear"] == board.all & ~board.terrain["forest"]
    assert board.sides["river"].bit_count() == 83
    assert board.links["road"].bit_count() == 154
    assert board.sides["bridge"].bit_count() == 28
    assert board.sides["broken"].bit_count() == 2
    assert board.sides["front"].bit_count() == 24
    assert board.sides["siegfried"].bit_count() == 18
    assert not board.sides["siegfried"] & ~board.sides["front"]
    assert board.zones["german"] ^ board.zones["allied"] == board.all


def test_tigers_front_line_parts_the_two_zones(board):
    """The listed front is exactly the border between German and Allied hexes."""
    assert board.lattice.border(board.zones["german"]) == board.sides["front"]


def test_tigers_broken_roads_are_the_only_ones_on_the_front_river(board):
    """Catalogue: only two roads cross a river on the front line."""
    on_front = board.links["road"] & board.sides["river"] & board.sides["front"]
    assert on_front == board.sides["broken"]
    assert board.sides["broken"] == board.parse_side("1105|1204") | board.parse_side("1302|1303")


def test_tigers_every_river_road_has_a_bridge_standing_or_broken(board):
    crossings = board.links["road"] & board.sides["river"]
    assert crossings == board.sides["bridge"] | board.sides["broken"]


def test_tigers_places_lie_where_their_coordinates_say(board):
    for place in board.places:
        assert board.hex_at(place.lat, place.lon) == place.hex, place
    assert Place("Liège", "city", board.ids["711"], 50.64, 5.57) in board.places


def test_tigers_neighbours_of_the_catalogue(board):
    """TIG-MAP-2, in the order N NE SE S SW NW."""

    def around(label):
        return [board.labels[x[0]] for x in board.near[board.ids[label]]]

    assert around("505") == ["506", "605", "604", "504", "404", "405"]
    assert around("604") == ["605", "705", "704", "603", "504", "505"]
    assert around("909") == ["910", "1009", "1008", "908", "808", "809"]  # TIG-FUEL-2


def test_tigers_geography_is_the_fitted_grid(board):
    """TIG-MAP-4: latitude = 49.570 + 0.1007 y, longitude = 4.770 + 0.1360 (c - 1)."""
    lat, lon = board.latlon(board.ids["1204"])
    assert lat == pytest.approx(49.570 + 0.1007 * 4.5)
    assert lon == pytest.approx(4.770 + 0.1360 * 11)


def test_near_bits_and_sides_agree(board):
    for h in range(board.n):
        assert board.ring_of[h] == sum(bit for _, bit, _ in board.near[h])
        for other, bit, side in board.near[h]:
            assert board.bit[other] == bit
            assert board.side(h, other) == board.side(other, h) == side
            assert board.side_hexes(side) == (min(h, other), max(h, other))
            assert board.parse_side(board.side_label(side)) == side
            assert not side & board.all


def test_hexes_and_sides_never_share_a_bit(board):
    bits = list(board.bit) + board.lattice.side_members(board.lattice.all_sides)
    assert len(set(bits)) == len(bits)
    assert all(bit.bit_count() == 1 for bit in bits)


def test_side_ends_are_shared_by_both_hexes(board):
    for h in range(board.n):
        for other, _, _ in board.near[h]:
            one = {(round(x, 6), round(y, 6)) for x, y in board.side_ends(h, other)}
            two = {(round(x, 6), round(y, 6)) for x, y in board.side_ends(other, h)}
            assert one == two
            assert len(one) == 2


def test_steps_by_direction(board):
    h = board.ids["1105"]
    assert board.labels[board.step(h, "SE")] == "1204"
    assert board.labels[board.step(h, "se")] == "1204"
    assert board.step(board.ids["102"], "S") is None
    with pytest.raises(HexError, match="write one of N, NE, SE, S, SW, NW"):
        board.step(h, "W")


def test_errors_say_what_to_do(board):
    with pytest.raises(HexError, match="there is no hex '1115'; did you mean 1111 or 1110 or 1105"):
        board.parse_hex("1115")
    with pytest.raises(HexError, match="there is no hex '1205x'"):
        board.parse_side("1105|1205x")
    with pytest.raises(ValueError, match="1105 and 1304 are not adjacent; 1105 is next to 1106 1205 1204"):
        board.parse_side("1105|1304")
    with pytest.raises(HexError, match="is not a hexside"):
        board.parse_side("1105")


def test_lists_and_ranges(board):
    assert board.hexes("103 105-107, 201") == board.hexes("103 105 106 107 201")
    assert board.hexes("") == 0
    assert board.labels_of(board.hexes("103 104 105 203 204")) == "103-105 203 204"
    assert sorted(board.labels[h] for h in board.members(board.hexes("203-304"))) == ["203", "204", "303", "304"]


def test_round_trip(board):
    again = Board.parse(board.text())
    assert again == board
    assert again.text() == board.text()
    assert dict(again.terrain) == dict(board.terrain)
    assert again.courses == board.courses


def test_blank_with_features(board):
    small = board.with_features(
        "blank", terrain={"forest": "505 506"}, sides={"river": "505|506"}, links={"road": ["504-505-605"]}
    )
    assert small.terrain["forest"] == board.hexes("505 506")
    assert small.terrain["clear"] == board.all & ~small.terrain["forest"]
    assert "venn" not in small.terrain
    assert dict(small.sides) == {"river": board.parse_side("505|506")}
    assert small.chains == (Chain("road", "", (board.ids["504"], board.ids["505"], board.ids["605"])),)
    assert dict(small.edges) == dict(board.edges)
    assert not small.places
    assert small.lattice is board.lattice
    assert Board.parse(small.text()) == small


def test_a_bare_board_is_written_and_read(board):
    bare = board.with_features("blank")
    again = Board.parse(bare.text())
    assert dict(again.terrain) == dict(bare.terrain) == {"clear": board.all}
    assert again.text() == bare.text()


def test_added_features_keep_the_rest(board):
    more = board.with_features(terrain={"forest": board.hexes("102")}, sides={"bridge": board.parse_side("102|202")})
    assert more.terrain["forest"] == board.terrain["forest"] | board.hexes("102")
    assert not more.terrain["clear"] & board.hexes("102")
    assert more.sides["bridge"].bit_count() == 29
    assert board.sides["bridge"].bit_count() == 28
    with pytest.raises(ValueError, match="base"):
        board.with_features("empty")  # type: ignore[arg-type]


def test_category_of_a_feature(board):
    assert [board.category(kind) for kind in ("forest", "clear", "river", "road")] == [
        "terrain",
        "terrain",
        "sides",
        "links",
    ]
    assert board.category("swamp") is None


def test_the_hash_of_equal_boards_is_equal(board):
    again = Board.load(TIGERS)
    assert again == board
    assert hash(again) == hash(board)
    assert board.with_features(terrain={"forest": "102"}) != board
    assert board != "tigers"
