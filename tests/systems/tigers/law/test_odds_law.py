"""Chapters 10 and 11 of the law: defence, odds and shifts, with the worked examples of the rule book."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import board, hexes, ids, state_of

from echelon.systems.tigers.law.odds import (
    allowed,
    basic_column,
    defence_of,
    defence_rows,
    final_column,
    shifts,
    total_defence,
)
from echelon.systems.tigers.state import ALLIED, DISRUPTED, ENTRENCHED, GERMAN


def column(s: Any, side: int, places: list[int], units: list[int]) -> str:
    return str(s.rules.columns[final_column(s, side, places, units)])


@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [
        (7, 4, "3:2"), (8, 3, "2:1"), (2, 9, "1:5"), (2, 10, "1:5"), (2, 11, None), (1, 4, "1:4"), (1, 8, None), (20, 3, "6:1"),
        (5, 5, "1:1"), (50, 1, "7:1"), (3, 2, "3:2"), (4, 5, "1:2"),
    ],
)  # fmt: skip
def test_the_odds_are_rounded_for_the_defender(attack: int, defence: int, wanted: str | None) -> None:
    s = state_of({})
    found = basic_column(s, attack, defence)
    assert (None if found is None else s.rules.columns[found]) == wanted


# --- the first turn ---------------------------------------------------------------------------------------------------
FRONT = {
    "de-277vg": "1309", "de-12ss": "1309", "de-12vg": "1308", "de-26vg": "1204", "de-560vg": "1205", "de-276vg": "1303",
    "de-212vg": "1402", "de-18vg": "1406", "de-62vg": "1306", "de-kgp": "1407", "de-501ss": "1407", "de-150bde": "1407",
    "us-99id": "1208", "us-2id": "1209", "us-106id": "1307", "us-28id": "1105", "us-4id": "1302", "us-14cav": "1207",
}  # fmt: skip
DUG_IN = dict.fromkeys(("us-99id", "us-106id", "us-28id", "us-4id"), ENTRENCHED)


@pytest.mark.parametrize(
    ("target", "attackers", "numbers", "wanted"),
    [
        ("1208", "de-277vg de-12ss de-12vg", (9, 4), "3:1"),  # forest gives an American nothing
        ("1105", "de-26vg de-560vg", (5, 3), "3:2"),  # river -1, barrage +1
        ("1302", "de-276vg de-212vg", (5, 5), "1:1"),  # entrenched in a town
        ("1307", "de-18vg de-62vg de-kgp de-501ss de-150bde", (8, 3), "4:1"),  # Skorzeny; no fright of Tigers in trenches
    ],
)
def test_the_attacks_of_the_first_turn(target: str, attackers: str, numbers: tuple[int, int], wanted: str) -> None:
    s = state_of(FRONT, DUG_IN, turn=1, printed=True)
    units, places = ids(s, *attackers.split()), hexes(s, target)
    assert sum(s.rules.factor[u] for u in units) == numbers[0]
    assert total_defence(s, GERMAN, places, units) == numbers[1]
    assert column(s, GERMAN, places, units) == wanted


def test_ruthlessness_adds_a_column() -> None:
    s = state_of(FRONT, DUG_IN, turn=1, printed=True)
    s.ruthless = 1
    units = ids(s, "de-18vg", "de-62vg", "de-kgp", "de-501ss", "de-150bde")
    assert column(s, GERMAN, hexes(s, "1307"), units) == "5:1"


def test_the_barrage_is_for_hexes_on_the_line() -> None:
    s = state_of({"de-12ss": "1109", "us-1id": "1009"}, turn=1, printed=True)
    assert "TIG-SET-9" not in dict(shifts(s, GERMAN, hexes(s, "1009"), ids(s, "de-12ss")))


# --- defence ------------------------------------------------------------------------------------------------------------
def test_bonuses_add_up_on_one_unit() -> None:
    s = state_of(
        {"de-12vg": "705"}, {"de-12vg": ENTRENCHED | DISRUPTED}, terrain={"forest": "705", "venn": "705", "town": "705"}
    )
    assert defence_of(s, ALLIED, hexes(s, "705")[0], []) == 3 + 1 + 1 + 1 + 1


def test_a_city_is_not_also_a_town() -> None:
    s = state_of({"us-1id": "705", "us-2id": "705", "us-7ad": "705"}, terrain={"city": "705", "town": "705"})
    assert [c for c, _ in defence_rows(s, GERMAN, hexes(s, "705")[0], [])].count("TIG-DEF-3") == 2
    assert defence_of(s, GERMAN, hexes(s, "705")[0], []) == 4 + 4 + 4 + 2


def test_forest_is_for_germans_and_the_thirtieth() -> None:
    s = state_of({"us-30id": "705", "us-1id": "705", "de-12vg": "905", "de-18vg": "905"}, terrain={"forest": "705 905"})
    assert defence_of(s, GERMAN, hexes(s, "705")[0], []) == 4 + 4 + 1
    assert defence_of(s, ALLIED, hexes(s, "905")[0], []) == 3 + 3 + 1


def test_the_siegfried_line_needs_every_attacker_in_front_of_it() -> None:
    s = state_of({"de-12vg": "1204", "de-2pz": "1204", "us-1id": "1105", "us-2id": "1104", "us-4ad": "1304"}, printed=True)
    place = hexes(s, "1204")[0]
    assert defence_of(s, ALLIED, place, ids(s, "us-1id", "us-2id")) == 3 + 4 + 1 + 2  # forest 1, the Line 2
    assert defence_of(s, ALLIED, place, ids(s, "us-1id", "us-4ad")) == 3 + 4 + 1


def test_no_line_in_front_of_germans_who_crossed_it() -> None:
    s = state_of({"de-12vg": "1105", "us-1id": "1204"}, printed=True)
    assert defence_of(s, ALLIED, hexes(s, "1105")[0], ids(s, "us-1id")) == 3


def test_the_dump_defends_once_it_is_known() -> None:
    s = state_of({"us-1id": "909", "de-12ss": "908"}, printed=True)
    (place,) = hexes(s, "909")
    s.dump = place
    plain = defence_of(s, GERMAN, place, [])
    s.dump_known = 1
    assert defence_of(s, GERMAN, place, []) == plain + 1
    s.german |= board(s, "909")
    assert defence_of(s, GERMAN, place, []) == plain


# --- shifts -------------------------------------------------------------------------------------------------------------
def test_shifts_add_up_and_the_table_ends() -> None:
    s = state_of({"us-2ad": "705", "us-3ad": "704", "us-1id": "804", "us-9id": "804", "us-11ad": "704", "de-12vg": "805"},
                 {"de-12vg": DISRUPTED})  # fmt: skip
    units, places = ids(s, "us-2ad", "us-3ad", "us-1id", "us-9id"), hexes(s, "805")
    assert column(s, ALLIED, places, units) == "7:1"  # 18 against 3 is 6:1
    s = state_of({"de-501ss": "705", "us-4ad": "706", "us-9ad-cca": "706"}, sides={"river": "705|706", "bridge": "705|706"})
    s.ruthless = 4
    assert list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-501ss"))) == [("TIG-SHF-3", -1), ("TIG-SSR-3", -1)]
    assert column(s, GERMAN, hexes(s, "706"), ids(s, "de-501ss")) == "1:5"


def test_a_tiger_does_not_taint_a_stack_but_pays_for_itself_when_alone() -> None:
    s = state_of({"us-1id": "705", "de-506": "706", "de-12vg": "706"}, {"de-506": DISRUPTED})
    assert not list(shifts(s, ALLIED, hexes(s, "706"), ids(s, "us-1id")))
    s = state_of({"us-1id": "705", "de-506": "706"}, {"de-506": DISRUPTED})
    assert list(shifts(s, ALLIED, hexes(s, "706"), ids(s, "us-1id"))) == [("TIG-DIS-3", 1)]


def test_the_ss_keep_their_nerve_british_airborne_do_not() -> None:
    s = state_of({"us-1id": "705", "de-12ss": "706"}, {"de-12ss": DISRUPTED})
    assert not list(shifts(s, ALLIED, hexes(s, "706"), ids(s, "us-1id")))
    for name, wanted in (("br-6abn", 1), ("us-82abn", 0)):
        s = state_of({"de-12vg": "705", name: "706"}, {name: DISRUPTED})
        assert len(list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-12vg")))) == wanted


def test_one_attacker_on_the_right_bank_is_enough_for_each_hex() -> None:
    where = {"de-12vg": "705", "de-18vg": "805", "us-1id": "706", "us-2id": "806"}
    s = state_of(where, sides={"river": "705|706"})
    assert list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-12vg"))) == [("TIG-SHF-3", -1)]
    s.pos[ids(s, "de-18vg")[0]] = hexes(s, "805")[0]
    assert not list(shifts(s, GERMAN, hexes(s, "806"), ids(s, "de-18vg")))


def test_tiger_fright() -> None:
    where = {"de-506": "705", "de-12vg": "705", "us-1id": "706"}
    s = state_of(where)
    assert ("TIG-TGR-1", 1) in list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-506", "de-12vg")))
    for spoiler in ("us-82abn", "us-9ad-cca", "br-43id"):
        s = state_of({**where, spoiler: "706"})
        assert ("TIG-TGR-1", 1) not in list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-506", "de-12vg")))


def test_rage_reaches_paratroopers_beside_the_ss() -> None:
    s = state_of({"de-3fj": "705", "de-12ss": "704", "us-1id": "706"}, options={"remind_malmedy": "on"})
    s.ruthless = 3
    assert not list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-3fj")))
    s.claimed = 1
    assert list(shifts(s, GERMAN, hexes(s, "706"), ids(s, "de-3fj"))) == [("TIG-SSR-3", -1)]


def test_below_one_to_five_no_shift_helps() -> None:
    s = state_of({"us-14cav": "705", "de-2ss": "706", "de-12vg": "706"}, {"de-12vg": DISRUPTED})
    assert not allowed(s, ALLIED, hexes(s, "706"), ids(s, "us-14cav"))
