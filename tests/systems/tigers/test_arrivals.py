"""The start of a player-turn, reinforcements and combat commands (TIG-RNF)."""

import pytest
from ardennes import AFTER, ask, at, do, labels, number, situation, texts, words

from echelon.core.state import NOBODY
from echelon.systems.tigers.facts.ground import entry_rows, total
from echelon.systems.tigers.frames import Armor, Combine, Enter
from echelon.systems.tigers.play import armor, reinforcements
from echelon.systems.tigers.play.zones import grip
from echelon.systems.tigers.state import ALLIED, GERMAN, MARKS, STATUS

NORTH = {"110", "210", "311", "410", "511", "610", "711", "810", "911", "1010", "1111", "1210"}
WEST = {f"1{row:02}" for row in range(2, 11)}
SOUTH = {"102", "201", "302", "401", "502", "601", "702", "801", "902", "1001", "1102", "1201", "1302"}
BRITISH = {"110", "210", "311", "410", "511", "610", "711"}


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Where a reinforcement may end its move is movement's business: here it always may, and mechanized units use roads."""
    monkeypatch.setattr(reinforcements, "entry_may_end", lambda s, u, h, spent, road: True)
    monkeypatch.setattr(reinforcements, "may_use_road", lambda s, u: bool(s.rules.mechanized >> u & 1))


def due(*units, side=ALLIED, turn=5, **more):
    found = more.pop("units", {})
    s = situation({**dict.fromkeys(units, "due"), **found}, turn=turn, step="BC"[side] + "1", **more)
    return ask(s, Enter((side,)))


def hexes(s, unit, rate="normal"):
    return {t.split()[2] for t in texts(s, f"enter {unit} ") if t.endswith(rate)}


# --- the start of a player-turn ---------------------------------------------------------------------------------------
def test_a_player_turn_begins_with_a_clean_slate():
    every = (*STATUS.words, *MARKS.words)
    s = situation({"us-1id": ("910", *every), "de-12ss": ("1309", *every)}, step="C0")
    s.spent[number(s, "us-1id")] = s.spent[number(s, "de-12ss")] = 3
    s.placed, s.entered, s.duty, s.ready, s.touched, s.battles = 1, 1, 1, 1, 1, ((1, 1, 1),)
    s.peiper_attacks = s.peiper_since = s.peiper_worse = s.peiper_die = 1
    reinforcements.begin_player_turn(s, ALLIED)
    assert words(s, "us-1id") == {"disrupted", "entrenched", "airlifted"}
    assert words(s, "de-12ss") == set(every) - {"bombed", "skipped"}
    assert (s.spent[number(s, "us-1id")], s.spent[number(s, "de-12ss")]) == (0, 3)
    assert (s.placed, s.entered, s.duty, s.ready, s.touched, s.battles) == (0, 0, 0, 0, 0, ())
    assert s.peiper_attacks == 1
    reinforcements.begin_player_turn(s, GERMAN)
    assert s.peiper_attacks == s.peiper_since == s.peiper_worse == s.peiper_die == 0


# --- edges ------------------------------------------------------------------------------------------------------------
def test_each_unit_enters_on_its_edge_of_the_calendar():
    s = due("us-7ad", "us-10ad", turn=2)
    assert hexes(s, "us-7ad") == NORTH and hexes(s, "us-10ad") == SOUTH
    assert hexes(due("us-82abn", turn=3), "us-82abn") == WEST
    assert hexes(due("br-29bde", turn=5), "br-29bde") == BRITISH
    assert hexes(due("de-9ss", side=GERMAN, turn=3), "de-9ss") == {f"15{row:02}" for row in range(2, 12)}


def test_a_us_unit_that_waited_a_turn_may_use_another_edge():
    assert hexes(due("us-7ad", turn=3), "us-7ad") == NORTH | WEST | SOUTH
    assert hexes(due("br-29bde", turn=9), "br-29bde") == BRITISH
    # a turn earlier than the calendar: the wait is counted from the turn it is due
    assert hexes(due("us-10ad", turn=1, early=1), "us-10ad") == SOUTH
    assert hexes(due("us-10ad", turn=2, early=1), "us-10ad") == NORTH | WEST | SOUTH
    assert hexes(due("us-7ad", turn=2, early=1), "us-7ad") == NORTH


def test_an_allied_entry_hex_must_be_allied_a_german_one_need_not_be_german():
    s = due("us-7ad", turn=2)
    s.german |= s.rules.board.hexes("711 810")
    assert hexes(s, "us-7ad") == NORTH - {"711", "810"}
    s = due("us-7ad", turn=2)
    s.german &= ~s.rules.board.hexes("1311 1410")
    assert hexes(s, "us-7ad") == NORTH | {"1311", "1410"}
    s = due("de-9ss", side=GERMAN, turn=3)
    s.german = 0
    assert len(hexes(s, "de-9ss")) == 10


# --- turns ------------------------------------------------------------------------------------------------------------
def test_nobody_comes_before_the_calendar():
    s = due("us-82abn", "us-10ad", "us-7ad", turn=1)
    assert texts(s) == {"end"}
    s = due("us-82abn", "us-10ad", "us-7ad", turn=1, early=1)
    assert {t.split()[1] for t in texts(s, "hold")} == {"us-10ad"}
    s = due("us-82abn", "us-10ad", "us-7ad", "br-29bde", turn=2, early=1)
    assert {t.split()[1] for t in texts(s, "hold")} == {"us-82abn", "us-10ad", "us-7ad"}


@pytest.mark.parametrize(
    ("hex_", "found"),
    [(label, True) for label in ("308", "207", "710", "209", "509", "810")]
    + [(label, False) for label in ("307", "709", "809")],
)
def test_9_panzer_and_15_pg_come_when_the_meuse_is_reached(hex_, found):
    s = due("de-9pz", "de-15pg", "de-167vg", side=GERMAN, turn=4, units={"de-2pz": hex_})
    assert bool(hexes(s, "de-9pz")) == bool(hexes(s, "de-15pg")) == found
    assert not hexes(s, "de-167vg")


def test_skorzeny_at_the_meuse_brings_nobody():
    s = due("de-9pz", side=GERMAN, turn=4, units={"de-150bde": "308", "de-vdh": "308"})
    assert texts(s) == {"end"}
    assert hexes(due("de-9pz", side=GERMAN, turn=8), "de-9pz")


def test_von_der_heydte_and_the_eliminated_never_enter():
    s = due("de-vdh", side=GERMAN, units={"de-9ss": "gone", "de-2ss": "exited"})
    assert texts(s) == {"end"}


# --- enemies ----------------------------------------------------------------------------------------------------------
def test_no_entry_in_the_zone_of_a_division_or_brigade():
    for unit in ("de-2pz", "de-fbb", "de-kgp"):
        for state in ((), ("disrupted",)):
            s = due("us-4ad", units={unit: ("1002", *state)})
            assert SOUTH - hexes(s, "us-4ad") == {"902", "1001", "1102"}, unit
    s = due("us-4ad", units={"de-501ss": "1002"})
    assert hexes(s, "us-4ad") == SOUTH  # a Tiger battalion has no zone


def test_armor_has_no_zone_in_forest_without_a_road():
    # 702 is forest without a road from 602; infantry reaches it, armor does not
    assert "702" in hexes(due("us-4ad", units={"de-2pz": "602"}), "us-4ad")
    assert "702" not in hexes(due("us-4ad", units={"de-12vg": "602"}), "us-4ad")
    assert "601" not in hexes(due("us-4ad", units={"de-2pz": "602"}), "us-4ad")  # along the road


def test_cavalry_bars_forest_to_arrivals():
    """Its forest limit is for supply only (TIG-ZOC-3, TIG-ZOC-14)."""
    assert "1505" not in hexes(due("de-9ss", side=GERMAN, units={"us-14cav": "1404"}), "de-9ss")
    assert "1505" in hexes(due("de-9ss", side=GERMAN, units={"us-cc04": "1404"}), "de-9ss")


def test_the_seventh_armored_enters_at_1111_by_road():
    """Worked example 18, from the historical set-up."""
    s = ask(situation(start=True, turn=2, step="C1"), Enter((ALLIED,)))
    do(s, "enter us-7ad 1111 road")
    assert s.spent[number(s, "us-7ad")] == 1 and "picked" not in words(s, "us-7ad")


def test_a_friend_in_the_hex_opens_it():
    s = due("us-4ad", units={"de-2pz": "1002", "us-26id": "902"})
    assert "902" in hexes(s, "us-4ad") and "1001" not in hexes(s, "us-4ad")
    s = due("de-9ss", side=GERMAN, turn=3, units={"us-1id": "1406", "de-12vg": "1507"})
    assert {"1506", "1507"} & hexes(s, "de-9ss") == {"1507"}


def test_no_entry_on_an_enemy_unit():
    s = due("us-82abn", turn=3, units={"de-501ss": "105", "de-vdh": "108", "us-101abn": "108"})
    assert hexes(s, "us-82abn") == WEST - {"105", "108"}
    s = due("de-9ss", side=GERMAN, turn=3, units={"us-cc04": "1505"})
    assert not hexes(s, "de-9ss") & {"1504", "1505"}  # the unit, and its zone; it does not reach into the forest of 1506
    assert {"1503", "1506"} <= hexes(s, "de-9ss")


# --- the path to the west edge ----------------------------------------------------------------------------------------
def wall():
    """German divisions that cut the south-east off from the west edge: zones from 710 down to 702."""
    return {"de-272vg": "610", "de-326vg": "608", "de-277vg": "606", "de-12vg": "604", "de-18vg": "602"}


def test_a_us_unit_needs_a_path_to_the_west_edge():
    s = due("us-4ad", "us-26id", turn=5, units=wall())
    assert hexes(s, "us-4ad") == SOUTH - {"502", "601", "702", "801", "902", "1001", "1102", "1201", "1302"}
    # a friend in the wall opens a way
    s = due("us-4ad", turn=5, units={**wall(), "us-26id": "703"})
    assert "902" not in hexes(s, "us-4ad")
    s = due("us-4ad", turn=5, units={**wall(), "us-26id": "703", "us-80id": "503", "us-5id": "603"})
    assert "902" in hexes(s, "us-4ad")


def test_the_path_may_be_long_and_cross_rivers_but_must_end_in_an_allied_west_hex():
    s = due("us-4ad", turn=5)
    s.german |= s.rules.board.hexes("102-109")
    assert "1302" in hexes(s, "us-4ad")
    s.german |= s.rules.board.hexes("110")
    s.rules.rebuild(s)
    assert hexes(s, "us-4ad") == set()


def test_british_units_need_no_path():
    s = due("br-43id", "us-2ad", turn=7)
    s.german |= s.rules.board.hexes("102-110")
    assert hexes(s, "br-43id") == BRITISH - {"110"} and not hexes(s, "us-2ad")


# --- price and effect -------------------------------------------------------------------------------------------------
def test_the_price_is_that_of_the_table_of_costs():
    s = due("us-4ad", "us-26id", "de-15pg")
    for unit in ("us-4ad", "us-26id", "de-15pg"):
        for label in ("1302", "601", "801", "1009", "1109", "1503", "902"):
            h = s.rules.board.ids[label]
            for rate in (0, 1):
                rows = total(entry_rows(s, number(s, unit), h, rate))
                assert rows is None or reinforcements.entry_cost(s, number(s, unit), h, rate) == rows


def entered(line, *units, **more):
    s = due(line.split()[1], **more)
    do(s, line)
    return s


def test_entering_is_a_step_of_movement():
    s = entered("enter us-4ad 902 normal")
    u = number(s, "us-4ad")
    assert at(s, "us-4ad") == "902" and s.spent[u] == 2 and words(s, "us-4ad") == {"moved", "fresh"}
    assert s.frame == AFTER  # nobody else is due
    s = entered("enter us-4ad 702 normal")  # forest
    assert s.spent[u] == 4
    s = entered("enter us-4ad 801 normal")  # forest, but a road leads into it
    assert s.spent[u] == 2
    s = entered("enter us-4ad 801 road")
    assert s.spent[u] == 1 and words(s, "us-4ad") == {"moved", "fresh", "road"} and not s.road_users
    s = entered("enter us-26id 801 normal")
    assert s.spent[number(s, "us-26id")] == 2


def test_a_german_entry_takes_the_hex():
    s = due("de-9ss", side=GERMAN, turn=3)
    s.german = 0
    do(s, "enter de-9ss 1505 normal")
    assert labels(s, s.german) == {"1505"} and s.spent[number(s, "de-9ss")] == 4


def test_a_full_hex_costs_one_more():
    s = due("us-4ad", units={"us-26id": "801", "us-80id": "801"})
    do(s, "enter us-4ad 801 normal")
    assert s.spent[number(s, "us-4ad")] == 4
    s = due("us-4ad", units={"us-26id": "801", "us-80id": "801"})
    do(s, "enter us-4ad 801 road")
    assert s.spent[number(s, "us-4ad")] == 3
    s = due("us-4ad", units={"us-26id": "801", "us-cc04": "801", "us-cc05": "801"})
    do(s, "enter us-4ad 801 normal")
    assert s.spent[number(s, "us-4ad")] == 2


def test_the_road_rate_needs_a_road_and_leave(monkeypatch):
    s = due("us-4ad", "us-26id")
    assert hexes(s, "us-4ad", "road") == {"102", "201", "302", "601", "801", "1102", "1302"}
    assert not hexes(s, "us-26id", "road")
    monkeypatch.setattr(reinforcements, "may_use_road", lambda s, u: True)
    do(s, "enter us-26id 801 road")
    assert s.road_users == 1 << number(s, "us-26id") and s.spent[number(s, "us-26id")] == 1


def test_a_divisions_zone_stops_the_unit_and_bars_the_road_rate():
    s = due("us-4ad", units={"de-12vg": "902", "us-26id": "801"})
    assert "801" in hexes(s, "us-4ad") and "801" not in hexes(s, "us-4ad", "road")
    do(s, "enter us-4ad 801 normal")
    assert words(s, "us-4ad") == {"moved", "fresh", "picked"}
    # a brigade's zone does not stop, once a friend lets the unit in
    s = due("us-4ad", units={"de-fbb": "902", "us-26id": "1001"})
    do(s, "enter us-4ad 1001 normal")
    assert words(s, "us-4ad") == {"moved", "fresh"}


def test_the_bonus_is_closed_where_a_division_stops_the_unit():
    """Short of fuel the full forest hex 1505 costs more than the OMF: it can be paid only where the OMB is open."""
    full = {"de-26vg": "1505", "de-18vg": "1505"}
    s = due("de-9ss", side=GERMAN, units=full, short=1)
    assert "1505" in hexes(s, "de-9ss")
    s = due("de-9ss", side=GERMAN, units={**full, "us-1id": "1404"}, short=1)
    assert "1505" not in hexes(s, "de-9ss")
    s = due("de-9ss", side=GERMAN, units={"de-26vg": "1505", "us-1id": "1404"}, short=1)
    assert "1505" in hexes(s, "de-9ss")  # not full: within the OMF
    s = due("de-9ss", side=GERMAN, units={**full, "us-1id": "1404"})
    assert "1505" in hexes(s, "de-9ss")  # fuel enough
    s = due("de-9ss", side=GERMAN, units={**full, "us-4ad": "1404"}, short=1)
    assert "1505" in hexes(s, "de-9ss")  # no zone of armor in the forest
    # a division across an unbridged river does not count: 1302|1401
    s = due("us-26id", units={"de-12vg": "1401"})
    assert not costs_the_bonus(s, "1302")
    s = due("us-26id", units={"de-12vg": "1401", "de-fbb": "1202", "de-501ss": "1202"})
    assert not costs_the_bonus(s, "1302")
    s = due("us-26id", units={"de-12vg": "1401", "de-18vg": "1202"})
    assert costs_the_bonus(s, "1302")


def costs_the_bonus(s, label):
    """Do German divisions close the bonus to whoever enters the hex?"""
    return bool(grip(s, GERMAN)[1] & s.rules.board.hexes(label))


def test_entry_next_to_a_division_asks_whether_the_unit_may_end(monkeypatch):
    asked = []
    monkeypatch.setattr(reinforcements, "entry_may_end", lambda s, u, h, spent, road: asked.append((h, spent, road)))
    s = due("us-4ad", units={"de-12vg": "902", "us-26id": "801"})
    found = hexes(s, "us-4ad")
    assert "801" not in found and "601" in found
    assert asked[0] == (s.rules.board.ids["801"], 2, False)


# --- the question -----------------------------------------------------------------------------------------------------
def test_units_are_held_back_one_by_one_or_all_at_once():
    s = due("us-4ad", "us-26id")
    assert texts(s, "hold") == {"hold us-4ad", "hold us-26id"} and "end" in texts(s)
    do(s, "hold us-4ad")
    assert not texts(s, "enter us-4ad") and texts(s, "hold") == {"hold us-26id"} and s.frame == Enter((ALLIED,))
    do(s, "hold us-26id")
    assert s.frame == AFTER and words(s, "us-4ad") == words(s, "us-26id") == set()
    s = do(due("us-4ad", "us-26id"), "end")
    assert s.frame == AFTER and at(s, "us-4ad") == "due"


def test_it_is_asked_only_where_somebody_can_enter():
    s = situation({"us-4ad": "due"}, turn=5, step="C1")
    reinforcements.open_enter(s, ALLIED)
    assert s.frame == Enter((ALLIED,))
    s = situation({"us-4ad": "due"}, turn=4, step="C1")
    reinforcements.open_enter(s, ALLIED)
    assert s.frame is NOBODY
    s = situation({"us-4ad": "due"}, turn=5, step="C1", german=s.rules.board.all)
    reinforcements.open_enter(s, ALLIED)
    assert s.frame is NOBODY and at(s, "us-4ad") == "due"
    # one unit has a way in, the other has none and waits: the question closes behind the first
    s = due("us-4ad", "br-29bde", german=s.rules.board.hexes("110 210 311 410 511 610 711"))
    do(s, "enter us-4ad 902 normal")
    assert s.frame == AFTER and at(s, "br-29bde") == "due"


# --- combat commands --------------------------------------------------------------------------------------------------
POOL = {f"us-cc{n:02}": "pool" for n in range(4, 10)}


def organise(units, **more):
    return ask(situation({**POOL, **units}, step="C1.armor", **more), Armor((ALLIED,)))


def test_a_us_armored_division_breaks_down_where_it_stands():
    s = organise({"us-4ad": ("902", "moved", "road", "disrupted", "fresh", "picked"), "br-guards": "110", "us-1id": "910"})
    s.spent[number(s, "us-4ad")] = 3
    assert texts(s) == {"break us-4ad", "end"}  # neither British nor infantry
    do(s, "break us-4ad")
    assert at(s, "us-4ad") == "broken" and words(s, "us-4ad") == set() and s.spent[number(s, "us-4ad")] == 0
    for unit in ("us-cc04", "us-cc05", "us-cc06"):
        assert at(s, unit) == "902" and s.spent[number(s, unit)] == 3
        assert words(s, unit) == {"moved", "road", "disrupted", "fresh", "picked"}
    assert at(s, "us-cc07") == "pool"
    assert s.frame == AFTER  # neither it nor its commands are touched again in this phase


def test_three_commands_of_a_hex_combine_into_any_division_of_the_box():
    three = {"us-9ad-cca": "804", "us-9ad-ccb": ("804", "disrupted", "fresh"), "us-9ad-ccr": ("804", "moved", "airlifted")}
    s = organise({**three, "us-9ad": "broken", "us-4ad": "broken", "us-cc10": "703"})
    for unit, spent in (("us-9ad-cca", 1), ("us-9ad-ccb", 5), ("us-9ad-ccr", 2)):
        s.spent[number(s, unit)] = spent
    assert texts(s) == {"combine us-9ad 804", "combine us-4ad 804", "end"}
    do(s, "combine us-4ad 804")
    assert at(s, "us-4ad") == "804" and at(s, "us-9ad") == "broken"
    assert words(s, "us-4ad") == {"disrupted", "moved", "fresh", "airlifted"} and s.spent[number(s, "us-4ad")] == 5
    for unit in three:
        assert at(s, unit) == "pool" and words(s, unit) == set() and s.spent[number(s, unit)] == 0
    assert s.frame == AFTER  # combined in this phase: not broken down in it


def test_of_more_than_three_commands_the_player_chooses():
    four = dict.fromkeys(("us-9ad-cca", "us-9ad-ccb", "us-9ad-ccr", "us-cc10"), "804")
    s = organise({**four, "us-9ad": "broken"})
    do(s, "combine us-9ad 804")
    assert s.frame == Combine((ALLIED, number(s, "us-9ad"), s.rules.board.ids["804"], 0))
    assert texts(s) == {f"add {unit}" for unit in four}
    do(s, "add us-cc10", "add us-9ad-cca")
    assert texts(s) == {"add us-9ad-ccb", "add us-9ad-ccr"}
    do(s, "add us-9ad-ccr")
    assert at(s, "us-9ad") == "804" and at(s, "us-9ad-ccb") == "804"
    assert {at(s, u) for u in ("us-cc10", "us-9ad-cca", "us-9ad-ccr")} == {"pool"}
    assert s.frame == AFTER


def test_commands_made_in_a_phase_are_not_combined_in_it():
    s = organise({"us-4ad": "804", "us-9ad": "broken", "us-9ad-cca": "804", "us-9ad-ccb": "804"})
    do(s, "break us-4ad")
    assert s.frame == AFTER  # five commands, but only two may be combined
    s = organise({"us-4ad": "804", "us-9ad": "broken", "us-9ad-cca": "804", "us-9ad-ccb": "804", "us-9ad-ccr": "804"})
    do(s, "break us-4ad")
    assert texts(s) == {"combine us-9ad 804", "end"}
    do(s, "combine us-9ad 804")
    assert {at(s, u) for u in ("us-9ad-cca", "us-9ad-ccb", "us-9ad-ccr")} == {"pool"} and s.frame == AFTER


def test_without_commands_in_the_pool_nothing_breaks_down():
    s = organise({"us-4ad": "804", **dict.fromkeys(list(POOL)[:4], "gone")})
    assert texts(s) == {"end"}
    s = situation({"us-4ad": "804"}, step="C1.armor")
    armor.open_armor(s)
    assert s.frame is NOBODY
    s = situation({**POOL, "us-4ad": "804"}, step="C1.armor")
    armor.open_armor(s)
    assert s.frame == Armor((ALLIED,))
