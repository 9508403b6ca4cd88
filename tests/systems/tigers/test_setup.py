"""Set-up, weather and the declaration of Ruthlessness (TIG-SET, TIG-VDH-1/2, TIG-FUEL-2, TIG-WX, TIG-SSR-1)."""

import random

import pytest
from ardennes import AFTER, ask, at, do, labels, number, situation, texts, words

import echelon
from echelon.core.state import NOBODY
from echelon.systems.tigers.frames import Drop, Dump, First, Mode, Place, Prayer, Ruthless, WeatherDie
from echelon.systems.tigers.play import setup, special, weather
from echelon.systems.tigers.state import ALLIED, CLEAR, FOG, GERMAN, SNOW

CHANCE = 2


def start(**options):
    return situation(start=True, turn=1, step="S1", options=options)


# --- who stands where -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("literal", "dug"), [("off", True), ("on", False)])
def test_four_divisions_begin_entrenched(literal, dug):
    s = start(entrench_9th_literal=literal)
    found = {u.id for i, u in enumerate(s.rules.forces.units) if s.status[i]}
    assert found == {"us-106id", "us-28id", "us-4id"} | ({"us-99id"} if dug else set())
    assert at(s, "us-9ad") == "broken" and at(s, "us-cc04") == "pool" and at(s, "us-7ad") == "due"


def test_the_questions_come_in_order():
    s = echelon.load("tigers").new(seed=3)
    found = []
    for answer in ("dump 909", "mode free"):
        found.append(s.frame.kind.name)
        do(s, answer)
    rng = random.Random(1)
    while s.frame.kind.name == "setup.place":
        s.apply(rng.choice(list(s.legal())))
    found += ["setup.place", s.frame.kind.name]
    do(s, "keep")
    found.append(s.frame.kind.name)
    assert found == ["setup.dump", "setup.mode", "setup.place", "setup.first_division", "setup.drop"]


# --- the dump ---------------------------------------------------------------------------------------------------------
def test_the_dump_is_at_spa_or_next_to_it_and_secret():
    s = ask(start(), Dump((ALLIED,)))
    assert texts(s) == {f"dump {h}" for h in ("909", "808", "809", "908", "910", "1008", "1009")}
    do(s, "dump 808")
    assert s.rules.board.labels[s.dump] == "808" and not s.dump_known and s.frame == AFTER
    assert s.view(GERMAN).state.dump == -1 and s.view(ALLIED).state.dump == s.dump
    assert [e.only for e in s.log if e.key == "dump.placed"] == [ALLIED]


def test_a_guess_puts_the_dump_where_it_could_still_be():
    s = do(ask(start(), Dump((ALLIED,))), "dump 808")
    s.searched = s.rules.board.hexes("909 809 908")
    rng = random.Random(1)
    found = {s.rules.board.labels[s.view(GERMAN).sample(rng).dump] for _ in range(60)}
    assert found == {"808", "910", "1008", "1009"}
    assert {s.rules.board.labels[s.view(ALLIED).sample(rng).dump] for _ in range(20)} == {"808"}


def test_an_open_dump_is_known_to_both():
    s = do(ask(start(open_dump="on"), Dump((ALLIED,))), "dump 808")
    assert s.dump_known and s.searched == s.rules.dump_hexes and s.view(GERMAN).state.dump == s.dump


# --- the German set-up ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("way", "free"), [("historical", 0), ("free", 1)])
def test_an_option_fixes_the_set_up(way, free):
    s = start(german_setup=way)
    setup.open_mode(s)
    assert s.frame is NOBODY and s.free == free
    s = start()
    setup.open_mode(s)
    assert s.frame == Mode((GERMAN,))
    assert texts(s) == {"mode historical", "mode free"}
    s = do(ask(start(), Mode((GERMAN,))), f"mode {way}")
    assert s.free == free and s.frame == AFTER


def test_historical_only_tigers_and_skorzeny_join_others_once():
    s = start()
    setup.open_place(s)
    ask(s, s.frame)
    movable = {t.split()[1] for t in texts(s, "place")}
    assert movable == {"de-501ss", "de-506", "de-150bde"} and "done" in texts(s)
    german = {at(s, u.id) for u in s.rules.forces.units if u.side == GERMAN} - {"due"}
    assert texts(s, "place de-150bde") == {f"place de-150bde {h}" for h in german - {"1407"}}
    # a second Tiger battalion in a hex is one too many
    assert texts(s, "place de-501ss") == {f"place de-501ss {h}" for h in german - {"1407", "1308"}}
    do(s, "place de-501ss 1309")
    assert at(s, "de-501ss") == "1309" and not texts(s, "place de-501ss")
    assert "place de-506 1407" in texts(s) and "place de-506 1309" not in texts(s)
    do(s, "place de-506 1407", "place de-150bde 1204")
    assert texts(s) == {"done"}
    do(s, "done")
    assert s.frame == AFTER and not s.placed


def test_free_every_unit_in_any_german_hex_within_stacking():
    s = start()
    s.free = 1
    setup.open_place(s)
    assert s.frame == Place((GERMAN,))
    ask(s, s.frame)
    units = {t.split()[1] for t in texts(s, "place")}
    assert len(units) == 22 and "de-vdh" not in units and "de-9ss" not in units and "done" not in texts(s)
    assert {at(s, u) for u in units} == {"due"} and not s.occupied[GERMAN]
    assert {t.split()[2] for t in texts(s, "place de-12vg")} == labels(s, s.german)
    do(s, "place de-12ss 1309")  # forest: 2 divisions, 1 of them armor
    assert "place de-116pz 1309" not in texts(s) and "place de-12vg 1309" in texts(s)
    do(s, "place de-12vg 1309")
    assert "place de-18vg 1309" not in texts(s)
    assert {"place de-501ss 1309", "place de-150bde 1309"} <= texts(s)
    do(s, "place de-501ss 1309")
    assert "place de-506 1309" not in texts(s)
    # KG Peiper and its parent count as one division together
    do(s, "place de-1ss 1308")
    assert "place de-kgp 1308" in texts(s) and "place de-2pz 1308" not in texts(s)
    assert not texts(s, "place de-12ss")
    for unit in sorted(units):
        if at(s, unit) == "due":
            do(s, min(texts(s, f"place {unit} ")))
    assert texts(s) == {"done"}


@pytest.mark.parametrize(
    ("hex_", "early"),
    [("1407", 0), ("1406", 1), ("1308", 0), ("1306", 1), ("1509", 0), ("1508", 0), ("1507", 1), ("1408", 0), ("1205", 1)],
)
def test_ss_south_of_1407_brings_south_and_west_a_turn_earlier(hex_, early):
    s = ask(start(), Place((GERMAN,)))
    s.free, s.placed = 1, setup.set_up_units(s)
    s.pos[number(s, "de-12ss")] = s.rules.board.ids[hex_]
    s.rules.rebuild(s)
    do(s, "done")
    assert s.early == early and s.placed == 0


def test_the_501_counts_as_ss_and_the_506_does_not():
    for unit, early in (("de-501ss", 1), ("de-506", 0), ("de-150bde", 0)):
        s = start()
        setup.open_place(s)
        ask(s, s.frame)
        do(s, f"place {unit} 1204", "done")
        assert s.early == early


# --- the 1st Division -------------------------------------------------------------------------------------------------
def test_the_first_division_is_asked_for_after_a_free_set_up_only():
    s = start()
    setup.open_first(s)
    assert s.frame is NOBODY
    s.free = 1
    setup.open_first(s)
    assert s.frame == First((ALLIED,))


def test_the_first_division_goes_anywhere_behind_the_line_entrenched():
    s = ask(start(), First((ALLIED,)))
    found = {t.split()[1] for t in texts(s, "relocate")}
    assert found == labels(s, s.rules.board.all & ~s.german) - {"1209"}  # forest, full with a division and a group
    do(s, "relocate 1107")
    assert at(s, "us-1id") == "1107" and words(s, "us-1id") == {"entrenched"} and s.frame == AFTER
    s = do(ask(start(), First((ALLIED,))), "keep")
    assert at(s, "us-1id") == "910" and words(s, "us-1id") == set() and s.frame == AFTER
    s = do(ask(start(), First((ALLIED,))), "relocate 910")
    assert at(s, "us-1id") == "910" and words(s, "us-1id") == {"entrenched"}


# --- the drop ---------------------------------------------------------------------------------------------------------
def dropped(hex_, *dice, **options):
    s = ask(start(**options), Drop((GERMAN,)))
    do(s, f"drop {hex_}")
    for die in dice:
        assert s.frame.chance
        do(s, f"die {die}")
    assert s.frame == AFTER and s.rolls == len(dice)
    return at(s, "de-vdh")


def test_the_drop_aims_at_any_allied_hex():
    s = start()
    setup.open_drop(s)
    assert s.frame == Drop((GERMAN,))
    ask(s, s.frame)
    assert {t.split()[1] for t in texts(s)} == labels(s, s.rules.board.all & ~s.german)


def test_the_dice_of_the_drop():
    assert dropped("1009", 1) == dropped("1009", 2) == "1009"
    assert dropped("1009", 5) == dropped("1009", 6) == "gone"
    assert dropped("1009", 4, 3, 5) == "1208"  # worked example 30
    assert dropped("1009", 3, 3, 3) == "1109"
    for die, (near, far) in enumerate(
        [("808", "809"), ("908", "1008"), ("907", "1006"), ("806", "805"), ("707", "606"), ("708", "608")], 1
    ):
        assert dropped("807", 3, die, 1) == near
        assert dropped("807", 3, die, 4) == far
    assert dropped("1009", 6, die_index="B") == "1009"
    assert dropped("1009", 3, 4, 2, die_index="B") == "1208"  # 7 − d throughout


def test_off_the_map_or_among_germans_they_are_lost():
    assert dropped("110", 3, 1, 1) == "gone"  # there is no 111
    assert dropped("109", 3, 1, 6) == "gone"
    assert dropped("1208", 3, 2, 1) == "gone"  # 1309
    assert dropped("1107", 3, 4, 6) == "1105"  # an Allied unit there does not matter
    assert dropped("1106", 3, 3, 4) == "gone"  # 1205, then 1305


# --- weather ----------------------------------------------------------------------------------------------------------
def test_snow_without_a_die_on_turns_1_and_2():
    for turn in (1, 2):
        s = situation(turn=turn, step="A", weather=CLEAR)
        weather.open_weather(s)
        assert s.frame is NOBODY and s.weather == SNOW


def test_the_prayer_is_asked_once_before_the_die():
    s = situation(turn=3, step="A")
    weather.open_weather(s)
    assert s.frame == Prayer((ALLIED,)) and texts(s) == {"pray yes", "pray no"}
    do(ask(s, s.frame), "pray no")
    assert s.frame == WeatherDie((CHANCE, 0)) and not s.prayed
    s = do(ask(situation(turn=3, step="A"), Prayer((ALLIED,))), "pray yes")
    assert s.frame == WeatherDie((CHANCE, 1)) and s.prayed
    s = situation(turn=4, step="A", prayed=1)
    weather.open_weather(s)
    assert s.frame == WeatherDie((CHANCE, 0))


def weather_of(turn, die, prayed=0, **options):
    s = do(ask(situation(turn=turn, step="A", options=options), WeatherDie((CHANCE, prayed))), f"die {die}")
    assert s.frame == AFTER and s.rolls == 1
    return s.weather


def test_the_weather_table():
    early, late = (CLEAR, FOG, FOG, SNOW, SNOW, SNOW), (CLEAR, CLEAR, FOG, FOG, SNOW, SNOW)
    for turn, row in ((3, early), (8, early), (9, late), (12, late)):
        assert tuple(weather_of(turn, die) for die in range(1, 7)) == row
        assert tuple(weather_of(turn, 7 - die, die_index="B") for die in range(1, 7)) == row
        assert tuple(weather_of(turn, die, 1) for die in range(1, 7)) == (row[0], *row[:5])


def test_the_weather_of_december_1944():
    for turn, found in ((1, SNOW), (3, FOG), (5, SNOW), (7, SNOW), (8, CLEAR), (11, CLEAR), (12, FOG)):
        s = situation(turn=turn, step="A", options={"historical_weather": "on"})
        weather.open_weather(s)
        assert s.frame is NOBODY and s.weather == found


def test_a_new_turn_brings_back_markers_and_air_units():
    s = situation(turn=7, step="A", air_used=5, road_users=3, us_markers=2, german_markers=1)
    s.returning, s.missions = ((6, GERMAN), (7, ALLIED), (7, ALLIED), (8, GERMAN)), ((0, 0, 0, 0, 0),)
    weather.open_weather(s)
    assert (s.us_markers, s.german_markers, s.returning) == (4, 2, ((8, GERMAN),))
    assert (s.air_used, s.road_users, s.missions) == (0, 0, ())


# --- Ruthlessness -----------------------------------------------------------------------------------------------------
def test_ruthlessness_is_asked_for_until_it_is_invoked():
    s = situation(turn=4, step="B2a.ssr")
    special.open_ruthless(s)
    assert s.frame == Ruthless((GERMAN,)) and texts(s) == {"invoke yes", "invoke no"}
    do(ask(s, s.frame), "invoke no")
    assert s.ruthless == 0
    do(ask(s, Ruthless((GERMAN,))), "invoke yes")
    assert s.ruthless == 4
    s.frame = NOBODY
    special.open_ruthless(s)
    assert s.frame is NOBODY
