"""Set-up, reinforcement, stacking, supply, air, bridges and entrenchment: what the law refuses, and why."""

from __future__ import annotations

from typing import Any

import pytest
from ardennes_law import hex_of, refused, situation, unit, units

from echelon.systems.tigers.frames import (
    Armor,
    Bomb,
    Bridges,
    Combine,
    Drop,
    Dump,
    Enter,
    Entrench,
    First,
    Intercept,
    Overstack,
    Place,
    Prayer,
    Resupply,
    Ruthless,
)  # fmt: skip
from echelon.systems.tigers.law.stacking import Load, fits, is_full, load_of, over
from echelon.systems.tigers.law.supply import is_blocked, is_supplied, supplied_hex
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ATTACKED,
    CLEAR,
    DISRUPTED,
    ENTRENCHED,
    FOG,
    HELD,
    MOVED,
    SHIFTED,
    SNOW,
)  # fmt: skip

ALLIED = 1


# --- reinforcement ----------------------------------------------------------------------------------------------------
def arriving(*names: str, where: dict[str, str] | None = None, side: int = ALLIED, turn: int = 2, **more: Any) -> Any:
    due = dict.fromkeys(names, "due")
    return situation({**due, **(where or {})}, Enter, side=side, turn=turn, step="BC"[side] + "1", **more)


@pytest.mark.clause("TIG-RNF-3", "TIG-RNF-12")
def test_who_is_due():
    s = arriving("us-7ad", "us-84id", "us-30id", where={"us-9id": "806"}, marks={"us-30id": HELD})
    assert refused(s, "hold us-7ad") == []
    assert refused(s, "hold us-84id") == ["enter.early"]
    assert refused(s, "hold us-30id") == ["TIG-RNF-12"]
    assert refused(s, "hold us-9id") == ["enter.arrived"]
    assert refused(s, "hold us-1id") == ["TIG-RNF-1"]
    assert refused(s, "end") == []


@pytest.mark.clause("TIG-RNF-8", "TIG-RNF-13")
def test_two_german_divisions_come_early_once_the_meuse_is_reached():
    s = arriving("de-9pz", "de-2ss", side=0, turn=3)
    assert refused(s, "hold de-9pz") == ["enter.early"]
    # the printed river is wiped off this map: only "across" is left
    s = arriving("de-9pz", "de-2ss", where={"de-2pz": "309"}, side=0, turn=3)
    assert refused(s, "hold de-9pz") == []
    assert refused(s, "hold de-2ss") == ["enter.early"]
    s = arriving("de-9pz", where={"de-150bde": "309"}, side=0, turn=3)
    assert refused(s, "hold de-9pz") == ["enter.early"]


@pytest.mark.clause("TIG-RNF-4", "TIG-RNF-5", "TIG-RNF-10")
def test_edges():
    s = arriving("us-7ad", "de-9ss", "br-43id", turn=2)
    assert refused(s, "enter us-7ad 1111 normal") == []
    assert refused(s, "enter us-7ad 601 normal") == ["TIG-RNF-5"]
    assert refused(s, "enter us-7ad 806 normal") == ["enter.edge"]
    assert refused(s, "enter us-7ad 1508 normal") == ["enter.edge"]
    s.turn = 3
    assert refused(s, "enter us-7ad 601 normal") == []
    s.turn = 6
    assert refused(s, "enter br-43id 711 normal") == []
    assert refused(s, "enter br-43id 810 normal") == ["enter.edge"]
    s.german = s.rules.board.hexes("711")
    assert refused(s, "enter br-43id 711 normal") == ["TIG-RNF-10"]
    g = arriving("de-9ss", side=0, turn=3)
    assert refused(g, "enter de-9ss 1508 normal") == []
    assert refused(g, "enter de-9ss 1408 normal") == ["enter.edge"]


@pytest.mark.clause("TIG-SET-6", "TIG-RNF-5")
def test_an_early_western_unit_may_change_its_edge_a_turn_after_its_earlier_turn():
    s = arriving("us-82abn", "us-7ad", turn=2, early=1)
    assert refused(s, "enter us-82abn 105 normal") == []
    assert refused(s, "enter us-82abn 601 normal") == ["TIG-RNF-5"]


@pytest.mark.clause("TIG-RNF-11")
def test_us_units_need_a_way_to_the_west_edge():
    ring = {"de-26vg": "1109", "de-62vg": "1010", "de-18vg": "1410"}
    assert refused(arriving("us-7ad", where=ring), "enter us-7ad 1210 normal") == ["TIG-RNF-11"]
    gap = {"de-26vg": "1109", "de-62vg": "1010", "us-9id": "1310"}
    assert refused(arriving("us-7ad", where=gap), "enter us-7ad 1210 normal") == []
    s = arriving("us-7ad", turn=3, german="102-110")
    assert refused(s, "enter us-7ad 601 normal") == ["TIG-RNF-11"]


@pytest.mark.clause("TIG-RNF-6", "TIG-ZOC-14")
@pytest.mark.parametrize(
    ("where", "cases"),
    [
        ({"de-26vg": "1010"}, ["enter.zone"]),
        ({"de-kgp": "1010"}, ["enter.zone"]),
        ({"de-506": "1010"}, []),
        ({"de-26vg": "1010", "us-9id": "1111", "us-1id": "1009"}, []),
        ({"de-150bde": "1111"}, ["enter.enemy"]),
    ],
)
def test_no_entry_on_enemies_or_in_their_zones(where, cases):
    found = refused(arriving("us-7ad", where=where, status={"de-kgp": DISRUPTED}), "enter us-7ad 1111 normal")
    assert [case for case in found if case != "TIG-RNF-11"] == cases


@pytest.mark.clause("TIG-RNF-7", "TIG-RNF-9", "TIG-ROAD-2", "TIG-ROAD-3")
def test_the_price_of_entry():
    s = arriving("us-7ad", "us-30id", links={"road": "1111-1010"})
    assert refused(s, "enter us-7ad 1111 road") == []
    assert refused(s, "enter us-7ad 911 road") == ["TIG-RNF-9"]
    s.road_users = units(s, "us-1id", "us-2id")
    assert refused(s, "enter us-30id 1111 road") == ["TIG-ROAD-3"]
    near = {"de-26vg": "1010", "us-9id": "1111"}
    s = arriving("us-7ad", where=near, links={"road": "1111-1010"})
    assert "TIG-ROAD-2" in refused(s, "enter us-7ad 1111 road")


@pytest.mark.clause("TIG-RNF-17", "TIG-MOV-16")
def test_entry_where_the_move_could_not_end():
    # a bridge to the enemy over which the armor could not attack any more: full and swampy, the hex takes all its factors
    where = {"de-26vg": "1010", "us-9id": "1111", "us-84id": "1111"}
    more = {"terrain": {"venn": "1111"}, "sides": {"river": "1111|1010"}, "bridges": "1111|1010"}
    assert refused(arriving("us-7ad", where=where, **more), "enter us-7ad 1111 normal") == ["TIG-MOV-16"]
    more["bridges"] = ""  # then nothing is owed
    assert refused(arriving("us-7ad", where=where, **more), "enter us-7ad 1111 normal") == []


# --- combat commands --------------------------------------------------------------------------------------------------
COMMANDS = {"us-cc04": "pool", "us-cc05": "pool", "us-cc06": "pool"}


@pytest.mark.clause("TIG-RNF-14", "TIG-RNF-15", "TIG-RNF-18")
def test_breaking_down():
    s = situation({"us-7ad": "806", "br-guards": "806", "us-9id": "806", "us-3ad": "due", **COMMANDS}, Armor, side=ALLIED)
    assert refused(s, "break us-7ad") == []
    assert refused(s, "break br-guards") == ["armor.other"]
    assert refused(s, "break us-9id") == ["armor.other"]
    assert refused(s, "break us-3ad") == ["unit.off"]
    s.placed = units(s, "us-7ad")
    assert refused(s, "break us-7ad") == ["TIG-RNF-18"]
    s.placed, s.pos[unit(s, "us-cc04")] = 0, s.rules.gone
    assert refused(s, "break us-7ad") == ["armor.pool"]


@pytest.mark.clause("TIG-RNF-14", "TIG-RNF-18")
def test_combining():
    where = {"us-7ad": "broken", "us-4ad": "806", "us-cc04": "806", "us-cc05": "806", "us-cc06": "806", "us-cc07": "805"}
    s = situation(where, Armor, side=ALLIED)
    assert refused(s, "combine us-7ad 806") == []
    assert refused(s, "combine us-7ad 805") == ["armor.few"]
    assert refused(s, "combine us-4ad 806") == ["armor.box"]
    s.placed = units(s, "us-cc04")
    assert refused(s, "combine us-7ad 806") == ["armor.few"]
    s.placed = 0
    s.frame = Combine((ALLIED, unit(s, "us-7ad"), hex_of(s, "806"), units(s, "us-cc05")))
    assert refused(s, "add us-cc04") == []
    assert refused(s, "add us-cc05") == ["armor.chosen"]
    assert refused(s, "add us-cc07") == ["armor.elsewhere"]


# --- stacking ---------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-STK-1", "TIG-STK-3", "TIG-STK-6")
@pytest.mark.parametrize(
    ("names", "place", "legal"),
    [
        ("de-26vg de-62vg de-506 de-150bde", "905", True),
        ("de-2pz de-116pz", "905", False),
        ("us-4ad us-cc04", "905", False),
        ("us-9id us-cc04 us-cc05 us-cc06", "905", True),
        ("us-9id us-cc04 us-cc05 us-cc06 us-cc07", "905", False),
        ("de-2pz de-116pz de-26vg", "806", True),
        ("de-2pz de-116pz de-lehr", "806", False),
        ("de-506 de-501ss", "806", False),
        ("de-3pg de-15pg", "905", True),
        ("us-102cav us-14cav", "905", True),
        ("de-kgp de-1ss de-26vg", "905", True),
        ("de-kgp de-1ss de-2pz", "905", False),
        ("de-kgp de-2pz", "905", False),
        ("de-kgp de-1ss de-2pz de-26vg", "806", True),
        ("de-26vg de-62vg de-18vg de-vdh", "806", True),
    ],
)
def test_what_a_hex_holds(names, place, legal):
    names = names.split()
    s = situation(dict.fromkeys(names, place), terrain={"forest": "905"})
    assert over(s, s.rules.forces.side_of[unit(s, names[0])], hex_of(s, place)) is not legal
    last = unit(s, names[-1])
    s.pos[last] = s.rules.due
    assert fits(s, last, hex_of(s, place)) is legal


@pytest.mark.clause("TIG-STK-6", "TIG-MOV-12")
def test_counts_in_thirds():
    s = situation(dict.fromkeys(["de-kgp", "de-1ss", "de-501ss", "de-26vg"], "806"), terrain={"forest": "806"})
    there = [unit(s, name) for name in ("de-kgp", "de-1ss", "de-501ss", "de-26vg")]
    assert load_of(s, there) == Load(6, 3, 1)
    assert is_full(s, 0, hex_of(s, "806"))
    assert not is_full(s, 0, hex_of(s, "806"), but=units(s, "de-26vg"))


@pytest.mark.clause("TIG-STK-7")
def test_only_what_is_in_excess_is_removed():
    names = ["de-2pz", "de-116pz", "de-26vg", "de-506", "de-150bde"]
    s = situation(dict.fromkeys(names, "905"), terrain={"forest": "905"})
    s.frame = Overstack((0, hex_of(s, "905")))
    assert refused(s, "remove de-2pz") == refused(s, "remove de-26vg") == []
    assert refused(s, "remove de-506") == refused(s, "remove de-150bde") == ["remove.spare"]
    assert refused(s, "remove de-12vg") == ["unit.off"]
    s = situation(dict.fromkeys(["de-kgp", "de-1ss", "de-26vg", "de-62vg"], "905"), terrain={"forest": "905"})
    s.frame = Overstack((0, hex_of(s, "905")))
    assert refused(s, "remove de-kgp") == refused(s, "remove de-1ss") == ["remove.spare"]
    assert refused(s, "remove de-62vg") == []
    s = situation(dict.fromkeys(["de-2pz", "de-116pz"], "905"), terrain={"forest": "905"})
    s.frame = Overstack((0, hex_of(s, "905")))
    assert refused(s, "remove de-2pz") == []


# --- supply -----------------------------------------------------------------------------------------------------------
def tracing(where: dict[str, str], **more: Any) -> Any:
    return situation(where, supplied=False, **more)


def river_south_of(height: float) -> str:
    """Every hexside between hex centres above and below a height (TIG-MAP-3)."""
    board = situation({}).rules.board
    high = {h for h, label in enumerate(board.labels) if int(label[-2:]) + (0.5 if int(label[:-2]) % 2 == 0 else 0) > height}
    pairs = [(a, b) for a in high for b, _bit, _side in board.near[a] if b not in high]
    return " ".join(f"{board.labels[a]}|{board.labels[b]}" for a, b in pairs)


@pytest.mark.clause("TIG-SUP-1", "TIG-SUP-6")
@pytest.mark.parametrize(("rivers", "supplied"), [((), True), ((5.2,), True), ((5.2, 4.2), False)])
def test_four_hexes_to_the_road_an_unbridged_river_counting_one(rivers, supplied):
    # 805 is three hexes from the road's end in 802 and five from the north edge
    sides = {"river": " ".join(river_south_of(height) for height in rivers)}
    s = tracing({"us-9id": "805"}, links={"road": "802-801"}, sides=sides if rivers else {})
    assert is_supplied(s, unit(s, "us-9id")) is supplied
    s.bridges = s.rules.river
    assert is_supplied(s, unit(s, "us-9id"))


@pytest.mark.clause("TIG-SUP-7", "TIG-SUP-8", "TIG-ZOC-11")
@pytest.mark.parametrize(
    ("enemy", "status", "blocked"),
    [
        ("de-26vg", DISRUPTED, True),
        ("de-kgp", 0, True),
        ("de-kgp", DISRUPTED, False),
        ("de-506", 0, False),
        ("de-150bde", 0, False),
    ],
)
def test_which_zones_block(enemy, status, blocked):
    s = tracing({enemy: "805", "us-9id": "806"}, status={enemy: status})
    assert is_blocked(s, ALLIED, hex_of(s, "804")) is blocked
    assert is_blocked(s, ALLIED, hex_of(s, "805"))
    assert not is_blocked(s, ALLIED, hex_of(s, "806"))


@pytest.mark.clause("TIG-ZOC-3", "TIG-ZOC-12")
@pytest.mark.parametrize(("enemy", "links", "blocked"), [("us-2cav", {}, False), ("us-cc04", {}, False), ("us-9id", {}, True),
                                                        ("us-2cav", {"road": "805-804"}, True)])  # fmt: skip
def test_forest_and_supply(enemy, links, blocked):
    s = tracing({enemy: "805"}, terrain={"forest": "804"}, links=links)
    assert is_blocked(s, 0, hex_of(s, "804")) is blocked


@pytest.mark.clause("TIG-SUP-7", "TIG-SUP-9", "TIG-AIR-13")
def test_edges_and_air():
    s = tracing({"de-26vg": "1108", "us-9id": "806"}, german="1502-1511")
    assert supplied_hex(s, 0, hex_of(s, "1108"))
    assert not supplied_hex(s, 0, hex_of(s, "1008"))
    s.german = 0
    assert not supplied_hex(s, 0, hex_of(s, "1108"))
    s.marks[unit(s, "de-26vg")] = AIRLIFTED
    assert is_supplied(s, unit(s, "de-26vg"))
    assert supplied_hex(s, ALLIED, hex_of(s, "805"))
    s.german = s.rules.board.hexes("601 702 801 902 1001")  # the south edge hexes in reach
    assert not supplied_hex(s, ALLIED, hex_of(s, "805"))


# --- air --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-WX-2", "TIG-WX-3", "TIG-WX-4", "TIG-WX-7")
@pytest.mark.parametrize(
    ("weather", "used", "us", "german"),
    [
        (SNOW, 0, ["weather.limit"], []),
        (SNOW, 1 << 6, ["weather.limit"], ["weather.limit"]),
        (FOG, 0b11 | 1 << 6, [], []),
        (FOG, 0b111, ["weather.limit"], []),
        (CLEAR, 0b1111 | 1 << 6, [], []),
    ],
)
def test_weather_limits_count_the_whole_turn(weather, used, us, german):
    where = {"de-26vg": "806", "us-9id": "805"}
    s = situation(where, Bomb, side=ALLIED, weather=weather, air_used=used)
    assert refused(s, "bomb us-361fg 806") == us
    s.frame = Bomb((0,))
    assert refused(s, "bomb de-sg4 805") == german


@pytest.mark.clause("TIG-AIR-3", "TIG-AIR-17", "TIG-AIR-20", "TIG-FUEL-5", "TIG-FUEL-10")
def test_who_flies_and_against_what():
    s = situation({"de-26vg": "806", "de-vdh": "805"}, Bomb, side=ALLIED, weather=CLEAR, sides={"river": "806|805 806|807"},
                  bridges="806|805")  # fmt: skip
    s.air_used, s.air_back = 1, (1, 6, 5, 1, 1, 1, 1, 1)
    assert refused(s, "bomb us-365fg 806") == ["TIG-AIR-3"]
    assert refused(s, "bomb us-366fg 806") == ["group.down"]
    assert refused(s, "bomb us-368fg 806") == []
    assert refused(s, "bomb de-sg4 806") == ["group.enemy"]
    assert refused(s, "bomb us-368fg 805") == refused(s, "bomb us-368fg 807") == ["bomb.nobody"]
    assert refused(s, "bust us-368fg 805|806") == []
    assert refused(s, "bust us-368fg 806|807") == ["bust.none"]
    assert refused(s, "burn us-368fg") == ["burn.none"]
    s.dump = hex_of(s, "909")
    assert refused(s, "burn us-368fg") == []
    s.dump_gone = 1
    assert refused(s, "burn us-368fg") == ["burn.none"]
    s.dump_gone, s.frame = 0, Bomb((0,))
    assert refused(s, "burn de-sg4") == ["TIG-FUEL-5"]


@pytest.mark.clause("TIG-AIR-16", "TIG-AIR-12")
def test_interception_and_resupply():
    s = situation({"us-9id": "806", "de-vdh": "805"}, Intercept, weather=CLEAR, missions=((0, 0, 5, 0, 0),), air_used=1)
    assert refused(s, "intercept de-sg4 us-365fg") == []
    assert refused(s, "intercept de-sg4 us-366fg") == ["intercept.none"]
    assert refused(s, "intercept us-366fg us-365fg") == ["group.enemy"]
    s.frame = Resupply((ALLIED,))
    assert refused(s, "resupply us-366fg 806") == []
    assert refused(s, "resupply us-366fg 807") == ["resupply.nobody"]
    s.frame = Resupply((0,))
    assert refused(s, "resupply de-sg4 805") == ["resupply.nobody"]


# --- bridges ----------------------------------------------------------------------------------------------------------
def bridging(where: dict[str, str], side: int = ALLIED, **more: Any) -> Any:
    """At the river 805|806, whose ends are 706 and 906."""
    return situation(
        where, Bridges, side=side, step="C2e.bridges", sides={"river": "805|806"}, us_markers=1, german_markers=1, **more
    )


@pytest.mark.clause("TIG-BRG-4", "TIG-BRG-5", "TIG-BRG-9", "TIG-BRG-10", "TIG-BRG-11")
@pytest.mark.parametrize(
    ("where", "german", "cases"),
    [
        ({}, "", []),
        ({"us-9id": "805"}, "806", []),
        ({"us-9id": "805", "de-26vg": "806"}, "806", []),
        ({"us-9id": "805", "de-26vg": "906"}, "", []),
        ({"de-26vg": "806"}, "806", ["bridge.enemy", "bridge.control"]),
        ({"de-26vg": "906"}, "906", ["bridge.radiates"]),
        ({"de-26vg": "706"}, "706", ["bridge.radiates"]),
        ({"de-2pz": "906"}, "906", []),  # Disrupted
        ({"de-kgp": "906"}, "906", []),
        ({"de-26vg": "807"}, "807", []),
        ({}, "806", ["bridge.control"]),
        ({"de-150bde": "806"}, "", ["bridge.enemy"]),
    ],
)
def test_where_bridges_are_worked_on(where, german, cases):
    s = bridging(where, german=german, status={"de-2pz": DISRUPTED})
    assert refused(s, "build 805|806") == cases


@pytest.mark.clause("TIG-BRG-4", "TIG-BRG-11")
def test_skorzeny_builds_nothing():
    assert refused(bridging({"de-150bde": "806"}, side=0), "build 805|806") == ["bridge.control"]
    assert refused(bridging({"de-506": "806"}, side=0), "build 805|806") == []


@pytest.mark.clause("TIG-BRG-3", "TIG-BRG-11", "TIG-BRG-12", "TIG-BRG-13")
def test_what_can_be_done_to_a_bridge():
    s = bridging({"us-9id": "805"})
    bridge = s.rules.board.parse_side("805|806")
    assert refused(s, "blow 805|806") == ["bridge.none"]
    assert refused(s, "dismantle 805|806") == ["bridge.engineer"]
    s.us_markers = 0
    assert refused(s, "build 805|806") == ["bridge.markers"]
    s.bridges = bridge
    assert refused(s, "build 805|806") == ["bridge.there", "bridge.markers"]
    assert refused(s, "blow 805|806") == []
    assert refused(s, "dismantle 805|806") == ["bridge.engineer"]
    s.engineer = bridge
    assert refused(s, "dismantle 805|806") == []
    s.german_bridges = bridge
    assert refused(s, "dismantle 805|806") == ["bridge.owner"]
    assert refused(s, "blow 805|806") == []
    s.german_bridges, s.german_built = 0, bridge
    assert refused(s, "dismantle 805|806") == ["TIG-BRG-12"]
    s.closed = bridge
    assert refused(s, "blow 805|806") == ["bridge.tried"]


# --- set-up, weather, the rest ----------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-SET-3", "TIG-STK-6")
def test_tigers_and_skorzeny_join_others_in_the_historical_set_up():
    where = {"de-501ss": "806", "de-506": "805", "de-150bde": "806", "de-26vg": "805", "de-62vg": "807"}
    s = situation(where, Place, step="S3")
    assert refused(s, "place de-501ss 807") == []
    assert refused(s, "place de-501ss 805") == ["place.tigers"]
    assert refused(s, "place de-150bde 805") == []
    assert refused(s, "place de-501ss 806") == ["place.here"]
    assert refused(s, "place de-501ss 907") == ["place.nobody"]
    assert refused(s, "place de-26vg 807") == ["place.fixed"]
    assert refused(s, "done") == []
    s.placed = units(s, "de-501ss")
    assert refused(s, "place de-501ss 807") == ["place.again"]


@pytest.mark.clause("TIG-SET-5", "TIG-STK-6")
def test_the_free_set_up():
    where = {"de-26vg": "due", "de-2pz": "due", "de-116pz": "1204", "de-9ss": "due"}
    s = situation(where, Place, step="S3", german="1203-1205", free=1, terrain={"forest": "1204"})
    s.placed = units(s, "de-116pz")
    assert refused(s, "place de-26vg 1204") == []
    assert refused(s, "place de-2pz 1204") == ["TIG-STK-6"]
    assert refused(s, "place de-26vg 1104") == ["place.enemy"]
    assert refused(s, "place de-9ss 1203") == ["place.later"]
    assert refused(s, "done") == ["place.left"]
    s.placed = units(s, "de-26vg", "de-2pz", "de-116pz")
    assert refused(s, "done") == []


@pytest.mark.clause("TIG-SET-4", "TIG-FUEL-2", "TIG-VDH-2")
def test_relocation_dump_and_drop():
    s = situation(
        {"us-1id": "910", "us-2id": "805", "us-99id": "805"}, First, side=ALLIED, german="1203", terrain={"forest": "805"}
    )
    assert refused(s, "keep") == refused(s, "relocate 1103") == []
    assert refused(s, "relocate 1203") == ["relocate.enemy"]
    assert refused(s, "relocate 805") == ["TIG-STK-6"]
    s.frame = Dump((ALLIED,))
    assert refused(s, "dump 909") == refused(s, "dump 1009") == []
    assert refused(s, "dump 907") == ["TIG-FUEL-2"]
    s.frame = Drop((0,))
    assert refused(s, "drop 1009") == []
    assert refused(s, "drop 1203") == ["TIG-VDH-2"]


@pytest.mark.clause("TIG-WX-6", "TIG-SSR-1")
def test_prayer_and_ruthlessness_once():
    s = situation({}, Prayer, side=ALLIED, turn=3)
    assert refused(s, "pray yes") == refused(s, "pray no") == []
    s.prayed = 1
    assert refused(s, "pray yes") == ["prayer.again"]
    s.prayed, s.turn = 0, 2
    assert refused(s, "pray yes") == ["prayer.early"]
    s.frame = Ruthless((0,))
    assert refused(s, "invoke yes") == refused(s, "invoke no") == []
    s.ruthless = 1
    assert refused(s, "invoke yes") == ["TIG-SSR-1"]


@pytest.mark.clause("TIG-ENT-1", "TIG-ENT-6", "TIG-ENT-7")
def test_who_entrenches():
    status = {"de-62vg": MOVED, "de-18vg": ATTACKED, "de-12vg": SHIFTED, "de-3fj": DISRUPTED, "de-5fj": ENTRENCHED}
    names = ["de-26vg", "de-2pz", "de-fgb", "de-3pg", *status]
    s = situation(dict.fromkeys(names, "806"), Entrench, status=status)
    assert refused(s, "dig de-26vg") == refused(s, "dig de-3pg") == refused(s, "end") == []
    assert refused(s, "dig de-2pz") == ["dig.arm"]
    assert refused(s, "dig de-fgb") == ["dig.size"]
    assert refused(s, "dig de-62vg") == refused(s, "dig de-18vg") == ["dig.used"]
    assert refused(s, "dig de-12vg") == ["dig.shifted"]
    assert refused(s, "dig de-3fj") == ["dig.disrupted"]
    assert refused(s, "dig de-5fj") == ["dig.again"]
    assert refused(s, "dig de-352vg") == ["unit.off"]
