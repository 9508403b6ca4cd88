"""What the rules ask about is drawn where the board says it is."""

from __future__ import annotations

import numpy as np
import pytest

from echelon.core.board.board import Board
from echelon.draw import plan, sheet
from echelon.draw.curves import distance, inside
from echelon.draw.kinds import ground_class, line_class, line_rows, loose_sides, place_class, terrain_rows
from echelon.draw.names import overlap
from echelon.draw.regions import regions
from echelon.draw.roads import middle


def cover(board, h, rings):
    """The share of a hex that lies inside rings."""
    cx, cy = board.center(h)
    step = np.arange(-56, 57, 4.0)
    x, y = np.meshgrid(cx + step, cy + step)
    spots = np.column_stack([x.ravel(), y.ravel()])
    own = inside(spots, [np.asarray(board.corners(h))])
    return inside(spots[own], rings).mean()


def test_woods_cover_their_hexes_and_spare_the_others(tigers):
    board = tigers.board
    wood = set(board.members(board.terrain["forest"]))
    rings = tigers.woods.outline
    shares = {h: cover(board, h, rings) for h in range(board.n)}
    inner = [shares[h] for h in wood]
    outer = [shares[h] for h in range(board.n) if h not in wood]
    assert min(inner) >= 0.75
    assert max(outer) <= 0.20
    assert np.mean(inner) > 0.93
    assert np.mean(outer) < 0.06


@pytest.mark.parametrize("kind", ["marsh", "bocage", "sand", "rough", "mountain", "lava"])
def test_other_ground_covers_its_hexes_too(coast, kind):
    patch = next(p for p in coast.patches if p.name == kind)
    for h in range(coast.board.n):
        share = cover(coast.board, h, patch.area.outline)
        assert share >= 0.7 if h in patch.hexes else share <= 0.22


def test_the_sea_covers_its_hexes_and_no_place_stands_in_it(coast):
    board = coast.board
    wet = set(board.members(board.terrain["sea"] | board.terrain["lake"]))
    for h in range(board.n):
        share = cover(board, h, coast.sea.area.outline)
        assert share >= 0.7 if h in wet else share <= 0.22
    spots = [(place.x, place.y) for place in coast.places]
    assert not inside(spots, coast.sea.area.outline).any()


def test_rivers_keep_to_their_hexsides(any_plan):
    board = any_plan.board
    for reach in any_plan.rivers.reaches:
        sides = [np.asarray(board.side_ends(*side)) for side in reach.sides]
        gaps = distance(reach.course[reach.first : reach.last + 1], sides)
        assert gaps.max() <= 8.0
        assert np.quantile(gaps, 0.95) < 6.5


def test_every_river_hexside_is_drawn_and_its_middle_is_met(any_plan):
    board = any_plan.board
    drawn = {frozenset(side) for reach in any_plan.rivers.reaches for side in reach.sides}
    given = {frozenset(side) for kind in board.sides if line_class(kind) == "river" for side in loose_sides(board, kind)}
    assert drawn == given
    for reach in any_plan.rivers.reaches:
        assert distance([middle(board, *side) for side in reach.sides], [reach.course]).max() < 1.0


def test_rivers_flow_together_without_gaps(tigers):
    by_name = {reach.name: reach for reach in tigers.rivers.reaches}
    for small, large in (("Semois", "Meuse"), ("Lesse", "Meuse"), ("Ourthe", "Meuse"), ("Salm", "Amblève")):
        assert distance([by_name[small].course[-1]], [by_name[large].course])[0] < 2.0
    assert by_name["Meuse"].great
    assert not by_name["Ourthe"].great
    # The Sûre is listed from its mouth; it is drawn from its source.
    assert by_name["Sûre"].width[0] < by_name["Sûre"].width[-1]


def test_every_road_passes_each_middle_it_claims(any_plan):
    board = any_plan.board
    drawn: set[tuple[str, frozenset[int]]] = set()
    for road in any_plan.roads:
        pairs = list(zip(road.hexes, road.hexes[1:], strict=False))
        assert distance([middle(board, *pair) for pair in pairs], [road.course]).max() < 0.5
        assert distance([any_plan.nodes[h] for h in road.hexes], [road.course]).max() < 0.5
        drawn |= {(road.kind, frozenset(pair)) for pair in pairs}
    given = {
        (kind, frozenset((h, other)))
        for kind, bits in board.links.items()
        for h in range(board.n)
        for other, _, side in board.near[h]
        if bits & side
    }
    assert drawn == given


def test_every_bridge_lies_on_its_middle_and_on_water(any_plan):
    board = any_plan.board
    for bridge in any_plan.bridges:
        x, y = middle(board, *bridge.side)
        assert np.hypot(bridge.x - x, bridge.y - y) <= 3
        assert any_plan.rivers.distance([(x, y)])[0] < 3
    whole = sum(not bridge.broken for bridge in any_plan.bridges)
    assert whole == sum(len(loose_sides(board, kind)) for kind in board.sides if kind == "bridge")


def test_bridges_of_the_ardennes(tigers):
    assert sum(not bridge.broken for bridge in tigers.bridges) == 28
    assert sum(bridge.broken for bridge in tigers.bridges) == 2


def test_no_two_names_overlap_and_none_leaves_the_frame(any_plan):
    left, top, right, bottom = any_plan.view.frame
    boxes = [label.box for label in any_plan.names.labels]
    for i, box in enumerate(boxes):
        assert box[0] > left
        assert box[1] > top
        assert box[2] < right
        assert box[3] < bottom
        assert not any(overlap(box, other) for other in boxes[i + 1 :])
    for name in any_plan.names.rivers:
        for box in name.boxes:
            assert box[0] > left
            assert box[2] < right
            assert not any(overlap(box, other) for other in boxes)


def test_regions_stand_beside_other_names(tigers):
    text = tigers.board.text().replace("[places]\n", "[places]\nregion: Famenne 507\n")
    found = {region.text: region for region in regions(Board.parse(text), tigers.names)}
    own = {place.name.upper() for place in tigers.board.places if "region" in place.kind}
    assert set(found) == {"FAMENNE", *own}  # and no VENN: its region has a name already
    famenne = found["FAMENNE"]
    box = (famenne.x - 30, famenne.y - 8, famenne.x + 30, famenne.y)
    assert not any(overlap(box, label.box) for label in tigers.names.labels)


def test_all_cities_towns_and_rivers_and_most_villages_are_named(tigers):
    named = {label.text for label in tigers.names.labels}
    for place in tigers.places:
        if place.kind in ("city", "town"):
            assert (place.name.upper() if place.kind == "city" else place.name) in named
    assert len(tigers.names.unnamed) <= 5
    assert {name.text for name in tigers.names.rivers} == {reach.name for reach in tigers.rivers.reaches}


def test_places_stay_in_their_own_hex(tigers):
    board = tigers.board
    for place in tigers.places:
        cx, cy = board.center(place.hex)
        assert np.hypot(place.x - cx, place.y - cy) < 45


def test_houses_stand_off_the_road(tigers):
    lines = [road.course for road in tigers.roads]
    for place in tigers.places:
        if place.blocks:
            assert distance([(b.x, b.y) for b in place.blocks], lines).min() > 3.5
            assert len(place.blocks) >= (30 if place.kind == "city" else 7)


def test_front_and_fort_lines_know_whose_they_are(tigers):
    board = tigers.board
    german = [board.center(h) for h in board.members(board.zones["german"])]
    for line in tigers.lines:
        assert line_class(line.kind) in ("front", "fort")
        a, b = line.course[len(line.course) // 2 - 1], line.course[len(line.course) // 2 + 1]
        normal = np.array([-(b - a)[1], (b - a)[0]]) * line.owner
        spot = a + normal / np.hypot(*normal) * 30
        assert min(np.hypot(spot[0] - x, spot[1] - y) for x, y in german) < 58


def test_kinds_are_read_from_their_words():
    assert ground_class("Hohes Venn") == "moor"
    assert ground_class("lava") == "unknown"
    assert line_class("bridge") == "bridge"
    assert line_class("ridge") == "ridge"
    assert line_class("broken") == "bridge"
    assert line_class("siegfried") == "fort"
    assert place_class("port") == "town"
    assert place_class("hamlet") == "village"


def test_the_legend_lists_only_what_is_there(tigers, coast):
    assert [name for _, name in terrain_rows(tigers.board)] == ["Clear", "Forest", "Venn", "Town", "City"]
    assert "Siegfried Line" in [name for _, name in line_rows(tigers.board)]
    assert ("unknown", "Lava") in terrain_rows(coast.board)
    assert "Sand" in [name for _, name in terrain_rows(coast.board)]


def test_a_board_without_anything_can_be_drawn():
    bare = Board.parse("name: bare\n[grid]\ncolumns: 1-2\nrows: 1-2\nshift: even down\nlabels: {c:02}{r:02}\n")
    assert "<svg" in sheet(plan(bare))
    assert "<svg" in sheet(bare, legend=False, ids=False)
