"""Victory, how the game stands, questions and counters (TIG-VIC, TIG-BRK)."""

import pytest
from ardennes import number, situation

import echelon
from echelon.core.errors import UnknownError
from echelon.core.state import NOBODY
from echelon.draw.counters import ECHELONS
from echelon.draw.palettes import NATIONS
from echelon.draw.symbols import SYMBOLS, arm
from echelon.systems.tigers.facts.goals import fought_for, goals_of
from echelon.systems.tigers.play import victory
from echelon.systems.tigers.state import ALLIED, GERMAN

SEVEN = "909 907 804 507 201 802 1302"
FOUR = "1008 1107 804 507"


def last(scenario="campaign", german="", turn=None, units=None):
    s = situation(units, scenario=scenario, step="B2e")
    s.turn = s.rules.turns if turn is None else turn
    s.german = s.rules.board.hexes(german) if german else 0
    return s


# --- the campaign -----------------------------------------------------------------------------------------------------
def test_all_seven_held_in_b2e_of_the_last_turn_end_the_game():
    s = last(german=FOUR.replace("804", "").replace("507", ""))
    victory.allied_victory(s)
    assert s.outcome == (ALLIED, "strategic", "TIG-VIC-4")
    for label in SEVEN.split():
        s = last(german=label)
        victory.allied_victory(s)
        assert s.outcome is None and s.frame is NOBODY, label


def test_earlier_turns_decide_nothing():
    s = last(turn=11)
    victory.allied_victory(s)
    assert s.outcome is None
    s = last(turn=11, german=FOUR)
    victory.german_victory(s)
    assert s.outcome is None and s.turn == 12 and s.frame is NOBODY


def test_the_german_needs_all_four_after_the_last_allied_turn():
    s = last(german=FOUR)
    victory.german_victory(s)
    assert s.outcome == (GERMAN, "historic", "TIG-VIC-3") and s.turn == 12
    for label in FOUR.split():
        s = last(german=FOUR.replace(label, ""))
        victory.german_victory(s)
        assert s.outcome == (ALLIED, "historic", "TIG-VIC-4"), label


def test_c2f_does_not_ask_for_the_seven():
    s = last()
    victory.german_victory(s)
    assert s.outcome == (ALLIED, "historic", "TIG-VIC-4")


def test_if_it_ended_now():
    assert victory.verdict(last()) == (ALLIED, "strategic", "TIG-VIC-4")
    assert victory.verdict(last(german=FOUR)) == (GERMAN, "historic", "TIG-VIC-3")
    assert victory.verdict(last(german="804")) == (ALLIED, "historic", "TIG-VIC-4")


# --- breakthrough -----------------------------------------------------------------------------------------------------
WORTH = {"1008": 1, "1004": 1, "904": 1, "1302": 1, "1107": 2, "908": 2, "805": 2, "907": 3, "909": 3, "804": 4, "507": 6}


def everybody(s):
    """Nobody has been eliminated."""
    for u in range(len(s.pos)):
        s.pos[u] = s.rules.due
    return s


@pytest.mark.parametrize("label", [*WORTH, "711", "1105"])
def test_places_count(label):
    s = everybody(last("breakthrough", german=label))
    assert victory.points(s) == WORTH.get(label, 0)


def test_divisions_eliminated_count():
    s = everybody(last("breakthrough", german="804"))
    for unit in ("us-28id", "us-106id", "us-14cav", "us-cc04", "de-26vg", "de-kgp", "de-501ss", "br-29bde"):
        s.pos[number(s, unit)] = s.rules.gone
    assert victory.points(s) == 4 + 2 - 1
    for unit in ("de-1ss", "us-7ad"):
        s.pos[number(s, unit)] = s.rules.gone
    assert victory.points(s) == 4 + 3 - 2
    s.pos[number(s, "us-9ad")] = s.rules.broken
    s.pos[number(s, "de-2pz")] = s.rules.exited
    assert victory.points(s) == 5


@pytest.mark.parametrize(
    ("german", "result"),
    [
        ("804 507 907 909 1107 908 1008", (GERMAN, "strategic", "TIG-BRK-4")),  # 21
        ("804 507 907 909 1107 908", (GERMAN, "historic", "TIG-BRK-4")),  # 20
        ("804 507 907 909", (GERMAN, "historic", "TIG-BRK-4")),  # 16
        ("804 507 909 1107", (ALLIED, "historic", "TIG-BRK-4")),  # 15
        ("804 507 1008", (ALLIED, "historic", "TIG-BRK-4")),  # 11
        ("804 507", (ALLIED, "strategic", "TIG-BRK-4")),  # 10
    ],
)
def test_the_levels(german, result):
    s = everybody(last("breakthrough", german=german))
    victory.allied_victory(s)
    assert s.outcome is None  # TIG-VIC-8 is not used
    victory.german_victory(s)
    assert s.outcome == result and s.turn == 4


def test_fewer_than_no_points_is_an_allied_strategic_victory():
    s = everybody(last("breakthrough"))
    for u in range(*s.rules.forces.ranges[GERMAN]):
        s.pos[u] = s.rules.gone
    victory.german_victory(s)
    assert s.outcome == (ALLIED, "strategic", "TIG-BRK-4")


# --- for people -------------------------------------------------------------------------------------------------------
def test_every_scenario_says_how_it_is_won():
    system = echelon.load("tigers")
    for name, scenario in system.scenarios.items():
        rules = system.rules(name)
        goals = goals_of(rules)
        assert goals.levels[-1].least < -20 and list(goals.levels) == sorted(goals.levels, reverse=True)
        assert {row.clause for row in (*goals.hold, *goals.levels)} <= set(system.clauses)
        assert len(scenario.data["goal"]) > 100
        assert list(fought_for(rules)) == sorted(fought_for(rules))


def rows(s):
    return dict(s.rules.system.show.standing(s))


def test_standing():
    s = last(german="804")
    found = rows(s)
    assert found["Turn"] == "12 of 12, 27 December 1944" and found["Bastogne (804)"] == "German"
    assert found["If the game ended now"] == "Allied historic victory" and "German victory points" not in found
    assert not [text for row in s.rules.system.show.standing(s) for text in row if "{" in text or ".value" in text]
    s.exits = 7
    assert rows(s)["Divisions across the Meuse"] == "1 3/4 of 2"
    s = everybody(last("breakthrough", german="804 1107 507 909 907"))
    assert rows(s)["German victory points"] == "18" and rows(s)["Allied losses"] == "none"
    assert rows(s)["If the game ended now"] == "German historic victory"
    held = s.rules.system.show.held(s)
    assert {s.rules.board.labels[h] for h, side in held.items() if side == GERMAN} == {"804", "1107", "507", "909", "907"}
    assert len(held) == 11


def test_standing_and_counters_do_not_betray_the_dump():
    s = situation(start=True, turn=1, step="B1")
    s.dump = s.rules.board.ids["909"]
    before = (s.rules.system.show.standing(s), s.rules.system.show.pieces(s))
    s.dump = s.rules.board.ids["808"]
    assert (s.rules.system.show.standing(s), s.rules.system.show.pieces(s)) == before
    s.dump_known = 1
    assert rows(s)["Fuel dump"] == "808, Allied" and s.rules.system.show.pieces(s)[-1]["id"] == "dump"
    s.dump_gone = 1
    assert rows(s)["Fuel dump"] == "destroyed" and s.rules.system.show.pieces(s)[-1]["id"] != "dump"


def test_every_counter_can_be_drawn():
    s = situation({u.id: "804" for u in echelon.load("tigers").rules().forces.units}, german=0)
    system = s.rules.system
    for piece in system.show.pieces(s):
        assert arm(piece["arm"]) in SYMBOLS and piece["nation"] in NATIONS and piece["echelon"] in ECHELONS.values()
        assert set(piece["status"]) <= set(system.show.statuses)
        assert len(piece["values"]) == len(system.show.values.split(","))
    by_id = {piece["id"]: piece for piece in system.show.pieces(s)}
    assert by_id["de-12ss"]["values"] == (4, 4) and by_id["us-14cav"]["arm"] == "armored cavalry"
    assert "unsupplied" in by_id["de-12ss"]["status"] and "unsupplied" not in by_id["de-vdh"]["status"]


# --- questions --------------------------------------------------------------------------------------------------------
def test_questions():
    units = {"de-2pz": "507", "de-12ss": "1407", "us-7ad": "due", "us-3ad": "due", "us-cc04": "804", "us-1id": "1508"}
    s = situation(units, turn=2, step="C1", short=1)
    assert s.ask("supplied de-2pz").value is True
    assert situation(units, german=0).ask("supplied de-2pz").value is False
    assert s.ask("supplied us-7ad").value is False
    found = s.ask("omf de-12ss")
    assert found.value == 2 and [(n.clause, n.amount) for n in found.notes] == [("TIG-MOV-1", 4), ("TIG-FUEL-1", -2)]
    assert s.ask("control 1407").value == "german" and s.ask("control 711").value == "allied"
    assert s.ask("control 507").value == "german"
    assert s.ask("stacking 1407").value == "1 of 3" and s.ask("stacking 804").value == "1/3 of 3"
    assert s.ask("stacking 703").value == "0 of 2"
    found = s.ask("arrivals allied")
    assert found.value == "us-7ad" and [n.amount for n in found.notes] == [2, 4]

    assert s.ask("defence 507").value == 4  # armor has nothing from the town
    assert s.ask("defence 1508").value == 4
    assert s.ask("chance blow 802|803").value == "5/6"
    assert s.ask("chance build 802|803").value == "none"  # a bridge stands there
    with pytest.raises(UnknownError):
        s.ask("chance paint 1105|1204")
