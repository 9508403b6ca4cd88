"""Retreats of Tigers in the Ardennes: routes, required and voluntary retreats, bridges blown."""

import random

import pytest
from tigers_battle import allot, at, begin, do, label, legal, place, roll, scene, unit

from echelon.systems.tigers.law.retreat import is_driven_off
from echelon.systems.tigers.play.retreat import forced_off, routes_of
from echelon.systems.tigers.state import DISRUPTED, OPEN, RESULTS, SHIFTED
from echelon.systems.tigers.system import SYSTEM

RULES = SYSTEM.rules()
D1, D2, D3 = (RESULTS.index(r) for r in ("D1", "D2", "D3"))
DOWN = {"disrupted": True}


def is_down(s, name):
    return bool(s.status[unit(s, name)] & DISRUPTED)


def ends(s, name, k, rolled=D2):
    """Where the routes kept for a unit end, by label."""
    return {s.rules.board.labels[path[-1]] for path in routes_of(s, unit(s, name), k, rolled)}


def around(s, *ways):
    return {label(s, way) for way in ways}


def attacked(units, board=None, attackers=("de-2pz",), hexes=("T",), **rest):
    """A battle up to the die, the 28th in T attacked by 2.Pz from the north, and others."""
    s = scene({"us-28id": "T", "de-2pz": "N", **units}, board=board, **rest)
    return begin(s, hexes, *attackers)


def driven(s, result, distance):
    return do(roll(s, result), f"distance T {distance}")


# --- which routes -------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-RET-1", "TIG-RET-2", "TIG-RET-8")
def test_away_from_the_attackers_if_possible():
    s = attacked({})
    assert ends(s, "us-28id", 1) == around(s, "T S", "T SE", "T SW")
    assert ends(s, "us-28id", 2) == around(s, "T S S", "T S SE", "T S SW", "T SE SE", "T SW SW")


@pytest.mark.clause("TIG-RET-2", "TIG-RET-8")
def test_a_step_that_gains_nothing_is_taken_only_if_it_must_be():
    s = attacked({"de-26vg": {"at": "S", **DOWN}, "de-12vg": {"at": "SE", **DOWN}, "de-18vg": {"at": "SW", **DOWN}})
    # the hexes beside the attacker are in its zone
    assert ends(s, "us-28id", 1) == set()
    s = attacked({"de-2pz": {"at": "T N N"}, "de-26vg": {"at": "S", **DOWN}}, attackers=())
    s.attack_from = s.rules.board.bit[at(s, "T N N")]
    assert ends(s, "us-28id", 1) == around(s, "T SE", "T SW")


@pytest.mark.clause("TIG-RET-7", "TIG-RET-8")
def test_between_two_attackers_every_way_gains_on_one_only():
    # brigades have no zone that bars
    s = attacked({"de-2pz": "1405", "de-fbb": "N", "de-fgb": "S"}, attackers=("de-fbb", "de-fgb"))
    assert ends(s, "us-28id", 1) == around(s, "T NE", "T SE", "T SW", "T NW")
    s = attacked({"de-2pz": "1405", "de-fbb": "N", "de-fgb": "SE"}, attackers=("de-fbb", "de-fgb"))
    assert ends(s, "us-28id", 1) == around(s, "T SW")


@pytest.mark.clause("TIG-RET-1", "TIG-RET-7")
def test_zones_of_undisrupted_divisions_bar_unless_a_friend_is_there():
    far = {"de-26vg": "T S S"}
    s = attacked(far)
    assert ends(s, "us-28id", 1) == around(s, "T SE", "T SW")  # S is in the zone of 26.VG
    assert ends(attacked({"de-26vg": {"at": "T S S", **DOWN}}), "us-28id", 1) == around(s, "T S", "T SE", "T SW")
    assert ends(attacked({**far, "us-14cav": {"at": "S", **DOWN}}), "us-28id", 1) == around(s, "T S", "T SE", "T SW")
    s = scene({"de-26vg": "T", "us-2ad": "N", "us-28id": "T S S", "de-150bde": "S"}, side="allied")
    begin(s, ["T"], "us-2ad")
    assert ends(s, "de-26vg", 1) == around(s, "T SE", "T SW")  # Skorzeny is no such friend


@pytest.mark.clause("TIG-RET-1", "TIG-RET-4", "TIG-RET-7")
def test_not_into_attacked_hexes_nor_those_whose_attack_is_to_come():
    s = scene({"us-28id": "T", "us-4id": "S", "us-14cav": "SW", "de-2pz": "N"})
    allot(s, ["T S"], "de-2pz")
    begin(s, ["T"], "de-2pz")
    assert ends(s, "us-28id", 1) == around(s, "T SE", "T SW")
    # an empty hex on the list bars nobody
    s = scene({"us-28id": "T", "de-2pz": "N"})
    allot(s, ["T S"], "de-2pz")
    begin(s, ["T"], "de-2pz")
    assert ends(s, "us-28id", 1) == around(s, "T S", "T SE", "T SW")
    s = scene({"us-28id": "T", "us-4id": "SE", "de-fbb": "NE"})
    begin(s, ["T", "T SE"], "de-fbb")
    assert ends(s, "us-28id", 1) == around(s, "T S", "T SW", "T NW")
    assert ends(s, "us-4id", 1) == around(s, "T SE S", "T SE SE", "T S")


@pytest.mark.clause("TIG-RET-7", "TIG-NRT-4", "TIG-NRT-5")
def test_enemies_and_the_map_edge_are_barriers():
    s = attacked({"de-26vg": {"at": "S", **DOWN}})
    assert ends(s, "us-28id", 1) == around(s, "T SE", "T SW")
    s = scene({"us-28id": "102", "de-2pz": "202", "de-340vg": "805", "us-87id": "806"})
    begin(s, ["102"], "de-2pz")
    assert all(at(s, "102") != path[-1] for path in routes_of(s, unit(s, "us-28id"), 1, D1))
    assert ends(s, "us-28id", 2) <= {"104"}


@pytest.mark.clause("TIG-NRT-4", "TIG-NRT-5", "TIG-RET-7")
def test_forced_off_the_map_over_its_edge():
    # 511 is at the north edge, 510 behind it; rivers leave armor no other way than north
    rivers = {"river": "510|410 510|610 510|409 510|609 511|410 511|610"}
    s = begin(scene({"us-7ad": "510", "de-fbb": "509"}, board=rivers), ["510"], "de-fbb")
    tank = unit(s, "us-7ad")
    assert ends(s, "us-7ad", 1) == {"511"} and ends(s, "us-7ad", 2) == set()
    assert [forced_off(s, tank, k, D2) for k in (1, 2, 3)] == [False, True, True]
    # a bridge is a way on the map, and a friend whose attack is to come closes the way to the edge
    s.bridges = s.rules.board.side(at(s, "510"), at(s, "410"))
    assert not forced_off(s, tank, 2, D2)
    s = begin(scene({"us-7ad": "510", "us-28id": "511", "de-fbb": "509", "de-fgb": "610"}, board=rivers), ["510"], "de-fbb")
    s.battles = (*s.battles, (s.rules.board.bit[at(s, "511")], 1 << unit(s, "de-fgb"), OPEN))
    assert not routes_of(s, tank, 1, D2) and not forced_off(s, tank, 3, D2)


@pytest.mark.clause("TIG-NRT-4", "TIG-NRT-5")
@pytest.mark.parametrize("seed", range(40))
def test_both_judges_agree_who_is_forced_off_the_map(seed):
    rng = random.Random(seed)
    board = RULES.board
    start = rng.choice(
        [h for h in range(board.n) if RULES.beyond[h] or any(RULES.beyond[b] for b, _bit, _side in board.near[h])]
    )
    near = [h for h in range(board.n) if 0 < board.distance(start, h) < 3]
    rng.shuffle(near)
    attack = next(h for h in near if board.distance(start, h) == 1)
    near.remove(attack)
    units = {"us-28id": start, "us-7ad": start, "de-fbb": attack, "de-2pz": near[0], "de-26vg": near[1], "de-fgb": near[2]}
    ring = [(h, b) for h in (start, *near) for b, _bit, _side in board.near[h] if rng.random() < 0.3]
    river = " ".join(f"{board.labels[h]}|{board.labels[b]}" for h, b in ring)
    s = scene({name: board.labels[h] for name, h in units.items()}, board={"river": river})
    s = begin(s, [board.labels[start]], "de-fbb")
    for s.rolled in (D1, D2, D3):
        for k in range(1, s.rolled - D1 + 2):
            for name in ("us-28id", "us-7ad"):
                assert forced_off(s, unit(s, name), k, s.rolled) == is_driven_off(s, unit(s, name), k)


@pytest.mark.clause("TIG-RET-2", "TIG-RET-8")
def test_open_ground_comes_before_rough_and_a_road_before_all():
    s = attacked({}, {"forest": "S", "venn": "SE"})
    assert ends(s, "us-28id", 1) == around(s, "T SW")
    s = attacked({}, {"forest": "S", "road": ["T-S"]})
    assert ends(s, "us-28id", 1) == around(s, "T S")
    s = attacked({}, {"forest": "SW S", "venn": "SE"})
    assert ends(s, "us-28id", 1) == around(s, "T S", "T SW")
    s = attacked({}, {"town": "S"})
    assert ends(s, "us-28id", 1) == around(s, "T S", "T SE", "T SW")


@pytest.mark.clause("TIG-RET-8")
def test_distance_from_the_attackers_comes_before_the_ground():
    # from NE and NW: only S is farther from both, though it is forest
    s = attacked({"de-2pz": "1405", "de-fbb": "NE", "de-fgb": "NW"}, {"forest": "S"}, attackers=("de-fbb", "de-fgb"))
    assert ends(s, "us-28id", 1) == around(s, "T S")


@pytest.mark.clause("TIG-RET-5", "TIG-RET-8", "TIG-RET-13")
def test_supply_decides_last():
    s = attacked({}, supplied=False)
    bit = s.rules.board.bit
    s.supply = (0, bit[at(s, "T SE")])
    assert ends(s, "us-28id", 1) == around(s, "T SE")
    s.supply = (0, bit[at(s, "T N")])
    assert ends(s, "us-28id", 1) == around(s, "T S", "T SE", "T SW")


@pytest.mark.clause("TIG-RET-3", "TIG-RET-9")
def test_rivers():
    board = {"river": "T|S T|SE T|SW"}
    s = attacked({"us-7ad": "T"}, board)
    assert ends(s, "us-7ad", 1) == set() and ends(s, "us-28id", 1, D2) == around(s, "T S", "T SE", "T SW")
    assert ends(s, "us-28id", 1, D3) == set()
    s.bridges = s.rules.board.side(at(s, "T"), at(s, "T S"))
    assert ends(s, "us-7ad", 1) == ends(s, "us-28id", 1, D3) == around(s, "T S")


@pytest.mark.clause("TIG-RET-8")
def test_an_unbridged_road_is_no_road():
    s = attacked({}, {"river": "T|S", "road": ["T-S"], "forest": "S"})
    assert ends(s, "us-28id", 1) == around(s, "T SE", "T SW")


# --- going --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("result", "panzers", "infantry"), [("D1", "stay", "go"), ("D2", "gone", "go"), ("D3", "gone", "gone")]
)
@pytest.mark.clause("TIG-NRT-5", "TIG-RET-3", "TIG-RET-9")
def test_example_11_a_river_stops_armor_and_not_infantry(result, panzers, infantry):
    s = scene({"de-2pz": "T", "de-26vg": "T", "us-2ad": "N"}, side="allied", board={"river": "T|S T|SE T|SW"})
    driven(begin(s, ["T"], "us-2ad"), result, 1)
    if infantry == "go":
        assert legal(s) == {f"retreat de-26vg T.{way}" for way in ("S", "SE", "SW")}
        do(s, "retreat de-26vg T.S")
        assert place(s, "de-26vg") == label(s, "T S") and is_down(s, "de-26vg")
    else:
        assert place(s, "de-26vg") == "gone"
    if panzers == "stay":
        assert place(s, "de-2pz") == label(s, "T") and is_down(s, "de-2pz")
    else:
        assert place(s, "de-2pz") == "gone"


@pytest.mark.clause("TIG-RET-6", "TIG-RET-8", "TIG-RET-10", "TIG-ENT-6")
def test_a_route_is_chosen_hex_by_hex_and_walked_when_complete():
    s = attacked({"us-14cav": "S", "us-4id": "T S S"})
    driven(s, "D2", 2)
    do(s, "retreat us-28id T.S")
    assert place(s, "us-28id") == label(s, "T") and not is_down(s, "us-14cav")
    assert s.frame.path == (at(s, "T"), at(s, "T S"))
    assert legal(s) == {"retreat us-28id T.S.S", "retreat us-28id T.S.SW", "retreat us-28id T.SE.S"}
    do(s, "retreat us-28id T.S.S")
    assert place(s, "us-28id") == label(s, "T S S") and s.status[unit(s, "us-28id")] & SHIFTED
    assert is_down(s, "us-14cav") and not is_down(s, "us-4id")  # passed through; the last hex is not
    assert s.retreats == ((unit(s, "us-28id"), at(s, "T"), 2),)


@pytest.mark.clause("TIG-RET-12")
def test_the_defender_chooses_the_order():
    s = attacked({"us-4id": "T"})
    driven(s, "D3", 1)
    assert len(legal(s)) == 6
    do(s, "retreat us-4id T.S")
    assert legal(s) == {f"retreat us-28id T.{way}" for way in ("S", "SE", "SW")}


@pytest.mark.clause("TIG-RET-12", "TIG-NRT-1", "TIG-NRT-5")
def test_units_without_a_route_wait_for_one():
    # S is the only way out, in a zone; the infantry cannot go there until ... nobody opens it: both stay on a D1
    board = {"river": "T|SE T|SW"}
    s = scene({"us-7ad": "T", "us-28id": "T", "de-2pz": "N", "de-26vg": "T S S"}, board=board)
    driven(begin(s, ["T"], "de-2pz"), "D1", 1)
    assert legal(s) == {"retreat us-28id T.SE", "retreat us-28id T.SW"}
    do(s, "retreat us-28id T.SE", "finish")
    assert place(s, "us-7ad") == label(s, "T") and is_down(s, "us-7ad")
    assert s.frame.kind.name == "combat.pick"  # the hex is still held


@pytest.mark.clause("TIG-GEN-8", "TIG-BRG-19")
def test_retreat_changes_control_and_captures_bridges():
    s = scene(
        {"de-26vg": "T", "us-2ad": "N"}, side="allied", board={"river": "T|S T|SE T|SW", "bridge": "T|S", "road": ["T-S"]}
    )
    s.bridges = s.rules.board.side(at(s, "T"), at(s, "T S"))
    s.german = s.rules.board.bit[at(s, "T")]
    driven(begin(s, ["T"], "us-2ad"), "D3", 1)
    do(s, "retreat de-26vg T.S")
    assert s.german & s.rules.board.bit[at(s, "T S")] and s.german_bridges == s.bridges != 0


@pytest.mark.clause("TIG-FUEL-8")
def test_a_hidden_dump_sends_the_retreat_another_way():
    hexes = {"T": "907", "N": "T N", "NE": "T NE", "SE": "T SE", "S": "T S", "SW": "T SW", "NW": "T NW"}
    s = scene({"de-26vg": "907", "us-2ad": "906"}, side="allied", dump="908", hexes=hexes)
    begin(s, ["907"], "us-2ad")
    do(roll(s, "D3"), "distance 907 1")
    assert "retreat de-26vg 908" in s.legal().texts()
    do(s, "retreat de-26vg 908")
    assert s.dump_known and place(s, "de-26vg") == "907" and s.reveals == 1
    assert s.frame.kind.name == "combat.route" and "retreat de-26vg 908" not in s.legal().texts()
    s = scene({"de-26vg": "907", "us-2ad": "906"}, side="allied", dump="909", hexes=hexes)
    begin(s, ["907"], "us-2ad")
    do(roll(s, "D3"), "distance 907 1", "retreat de-26vg 908")
    assert place(s, "de-26vg") == "908" and s.reveals == 1 and not s.dump_known


# --- of his own will ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("result", "asked"), [("D", True), ("D/AE", True), ("D1", True), ("D2", True), ("D3", False), ("DD", False)]
)
@pytest.mark.clause("TIG-RES-4", "TIG-RES-6", "TIG-RES-7")
def test_who_may_go_farther(result, asked):
    s = roll(attacked({}), result)
    if s.frame.kind.name == "combat.distance":
        do(s, "distance T 0")
    assert (s.frame.kind.name == "combat.voluntary") == asked
    if asked:
        # when 2.Pz is dead its zone bars nobody
        ways = ("S", "SE", "SW", "NE", "NW") if result == "D/AE" else ("S", "SE", "SW")
        assert legal(s) == {f"withdraw us-28id T.{way}" for way in ways} | {"finish"}


@pytest.mark.clause("TIG-RES-4", "TIG-RET-6", "TIG-RET-11")
def test_three_hexes_in_all():
    s = driven(attacked({"us-14cav": "T S S", "us-4id": {"at": "S"}}), "D2", 1)
    do(s, "retreat us-28id T.S")
    assert not is_down(s, "us-4id")
    do(s, "withdraw us-28id T.S.S")
    assert is_down(s, "us-4id") and not is_down(s, "us-14cav")  # left behind, and not yet
    do(s, "withdraw us-28id T.S.S.S")
    assert is_down(s, "us-14cav") and s.retreats == ((unit(s, "us-28id"), at(s, "T"), 3),)
    assert s.frame.kind.name == "combat.advance"


@pytest.mark.clause("TIG-RES-9", "TIG-RET-11")
def test_each_unit_for_itself():
    s = roll(attacked({"us-14cav": "T"}), "D")
    do(s, "withdraw us-14cav T.S")
    assert {"withdraw us-28id T.S", "withdraw us-14cav T.S.S"} <= legal(s)
    do(s, "finish")
    assert s.frame.kind.name == "combat.pick" and place(s, "us-28id") == label(s, "T")


@pytest.mark.clause("TIG-SET-8", "TIG-NRT-3")
def test_no_american_on_turn_1_and_nobody_under_orders():
    assert roll(attacked({}, turn=1), "D").frame.kind.name == "combat.pick"
    s = scene({"de-26vg": "T", "us-2ad": "N"}, side="allied", turn=1)
    assert roll(begin(s, ["T"], "us-2ad"), "D").frame.kind.name == "combat.voluntary"
    s = scene({"us-28id": "T", "de-2pz": "N"})
    assert roll(begin(s, ["T"], "de-2pz", stand=["T"]), "D").frame.kind.name == "combat.pick"


# --- bridges ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("result", "asked"), [("-", True), ("AD", True), ("D/AE", True), ("AE", True), ("D", False), ("DE", False)]
)
@pytest.mark.clause("TIG-BRG-16", "TIG-BRG-18", "TIG-GEN-10")
def test_the_attackers_bridges_may_be_blown_after_a_result_worse_than_d(result, asked):
    board = {"river": "T|N T|NE T|NW"}
    s = scene({"us-28id": "T", "de-2pz": "N", "de-26vg": "NE", "de-lehr": "NW"}, board=board)
    side = s.rules.board.side
    north, east, west = (side(at(s, "T"), at(s, f"T {way}")) for way in ("N", "NE", "NW"))
    s.bridges, s.german_bridges = north | east | west, north | east
    begin(s, ["T"], "de-2pz", "de-26vg")
    roll(s, result)
    if s.frame.kind.name == "combat.losses":
        do(s, "lose de-26vg")
    if s.frame.kind.name == "combat.voluntary":
        do(s, "finish")
    assert (s.frame.kind.name == "combat.bridge") == asked
    if asked:
        over = {f"blow {s.rules.board.side_label(hexside)}" for hexside in (north, east)}
        assert s.frame.side == 1 and set(s.legal().texts()) == over | {"spare"}
        spared = do(s.copy(), "spare")
        assert spared.bridges == north | east | west and spared.frame.kind.name == "combat.pick"
        do(s, s.legal().texts()[0])
        assert s.frame.kind.name == "combat.bridge"
        do(s, s.legal().texts()[0])
        assert s.bridges == west and s.frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-BRG-18")
def test_his_own_bridges_he_does_not_blow():
    s = scene({"us-28id": "T", "de-2pz": "N"}, board={"river": "T|N"})
    s.bridges = s.rules.board.side(at(s, "T"), at(s, "T N"))
    assert roll(begin(s, ["T"], "de-2pz"), "-").frame.kind.name == "combat.pick"
