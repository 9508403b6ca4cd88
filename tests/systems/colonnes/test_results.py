"""Results of Colonnes' combats: losses, holding, retreats, advances."""

import pytest
from rhone import do, hexes_of, legal, made, near, scene, unit, where

from echelon.systems.colonnes.state import REDUCED

RING = ("N", "NE", "SE", "S", "SW", "NW")


def fought(units, result, attack=12, **rest):
    """The Allied a in the N and all others who can attack T, at 4:1 if alone, and the die brings the result."""
    rest = {"supplied": "all", "commanded": "all", **rest}
    s = scene({"a": made("allied", "bld", "N", attack=attack), **units}, frame="combat.cible", **rest)
    names = [text.partition(" ")[2] for text in legal(do(s, "attack 1212")) if text.startswith("with")]
    do(s, *(f"with {name}" for name in sorted(names)), "fight")
    if s.frame.kind.name != "combat.de":
        do(s, "done")
    column = s.rules.column_names.index(s.ask("odds").value["column"])
    die = next(die for die, row in enumerate(s.rules.combat_table, 1) if row[column] == result)
    return do(s, f"die {die}")


def one(arm="inf", **more):
    return {"d": made("german", arm, "T", **more)}


# --- losses ---------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-RES-1", "COL-RES-3", "COL-RES-6", "COL-RES-7", "COL-VIC-7", "COL-UNI-2", "COL-UNI-3")
def test_attackers_lose():
    units = {
        "q": made("allied", "qg", "N", attack=1, steps=1, level="corps", range=6),
        "d": made("german", "inf", "T", defence=12),
    }
    s = fought(units, "A2", attack=4)
    assert legal(s) == {"lose a"}
    do(s, "lose a", "lose a")
    assert (where(s, "a"), s.allied_steps, s.frame.kind.name) == ("gone", 2, "combat.cible")
    one_step = {**units, "a": made("allied", "bld", "N", attack=4, steps=1)}
    s = do(fought(one_step, "A2", attack=4), "lose a")
    assert legal(s) == {"lose q"}  # combat units first, then headquarters
    do(s, "lose q")
    assert (where(s, "q"), s.allied_steps) == ("returning", 2)


@pytest.mark.clause("COL-RES-1", "COL-RES-6", "COL-ADV-1")
def test_exchange():
    s = fought(one(), "EX")
    assert s.frame.side == 1
    do(s, "lose d")
    assert s.frame.side == 0
    do(s, "lose a")
    assert s.status[unit(s, "a")] & s.status[unit(s, "d")] & REDUCED
    assert where(s, "d") == "1212"  # nobody retreats
    assert s.frame.kind.name == "combat.cible"
    s = do(fought(one(steps=1), "EX"), "lose d", "lose a")
    assert legal(s) == {"advance a 1212", "finish"}


@pytest.mark.clause("COL-RES-5")
def test_exchange_that_takes_the_last_combat_unit():
    units = {**one(steps=1), "h": made("german", "qg", "T", steps=1, level="corps", range=6), "G-CL1": "T"}
    s = do(fought(units, "EX"), "lose d", "lose a")
    assert s.frame.kind.name == "combat.retraite"
    do(s, "retreat h 1213", "retreat G-CL1 1213")
    assert legal(s) == {"advance a 1212", "finish"}
    # a headquarters alone loses its step and nobody is left to go
    s = do(fought({"h": units["h"], "G-CL1": "T"}, "EX"), "lose h", "lose a")
    assert (where(s, "h"), where(s, "G-CL1"), s.frame.kind.name) == ("returning", "1212", "combat.cible")


@pytest.mark.clause("COL-RES-3", "COL-VIC-5")
def test_convoys_before_headquarters():
    units = {"G-C1": "T", "h": made("german", "qg", "T", steps=1, level="corps", range=6), "G-CL1": "T"}
    s = fought(units, "D2*", attack=16)
    assert legal(s) == {"lose G-C1"}
    do(s, "lose G-C1")
    assert (s.german_prizes, s.german_steps) == (1, 0)


# --- holding --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-RES-4", "COL-RES-8")
def test_hold():
    two = {"d": made("german", "inf", "T", defence=2), "e": made("german", "inf", "T", defence=1)}
    s = fought(two, "D2")
    assert legal(s) == {"hold", "yield"}
    do(s, "hold", "lose d")
    do(s, "lose d")
    assert (where(s, "d"), where(s, "e"), s.german_steps, s.frame.kind.name) == ("gone", "1212", 2, "combat.cible")
    assert fought(one(), "D2").frame.kind.name == "combat.retraite"  # two steps for two hexes: nobody would survive
    assert fought(one(), "D1").frame.kind.name == "combat.tenir"
    assert fought(one(steps=1), "D1").frame.kind.name == "combat.retraite"
    assert do(fought(one(), "D1*"), "lose d").frame.kind.name == "combat.retraite"  # the loss of the result counts first
    assert fought(one(), "D1", options={"hold": "off"}).frame.kind.name == "combat.retraite"
    assert do(fought(one(), "D1"), "yield").frame.kind.name == "combat.retraite"


# --- retreat --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-RET-1", "COL-RET-5")
def test_where_a_retreat_goes():
    s = fought(one(steps=1), "D1")
    assert hexes_of(s, "retreat", "d") == near("SE", "S", "SW")  # the others are in the attacker's zone
    held = {**one(steps=1), "f": made("german", "inf", "NE")}
    assert hexes_of(fought(held, "D1"), "retreat", "d") == near("NE", "SE", "S", "SW")
    held = {**one(steps=1), "G-CL1": "NE"}  # a column opens nothing
    assert hexes_of(fought(held, "D1"), "retreat", "d") == near("SE", "S", "SW")
    board = {"majorriver": "T|S", "ferry": "T|S", "mountain": "SW"}
    assert hexes_of(fought(one(steps=1), "D1", board=board), "retreat", "d") == near("SE", "SW")
    assert hexes_of(fought(one("bld", steps=1), "D1", board=board), "retreat", "d") == near("SE")
    assert hexes_of(fought({**one(steps=1), "A-CL1": "S"}, "D1"), "retreat", "d") == near("SE", "SW")


@pytest.mark.clause("COL-RET-5", "COL-RET-1")
def test_two_hexes_each_one_farther():
    s = do(fought({**one(), "e": made("german", "inf", "T", defence=0)}, "D2"), "yield")
    assert {text.split()[1] for text in legal(s)} == {"d", "e"}
    do(s, "retreat d 1213")
    assert legal(s) == {f"retreat d {h}" for h in near("S S", "S SE", "S SW")}
    do(s, "retreat d 1214")
    assert {text.split()[1] for text in legal(s)} == {"e"}


@pytest.mark.clause("COL-RET-1", "COL-RET-8", "COL-RET-4")
def test_no_way_out():
    board = {"majorriver": "T|NE T|SE T|S T|SW T|NW"}
    s = fought({**one(), "e": made("german", "inf", "T", steps=1, defence=0), "G-CL1": "T"}, "D1", board=board)
    do(s, "yield")
    assert (where(s, "d"), where(s, "e"), where(s, "G-CL1")) == ("1212", "gone", "pool")
    assert s.status[unit(s, "d")] & REDUCED
    assert (s.german_steps, s.frame.kind.name) == (2, "combat.cible")
    s = fought(one(), "D2", board=board)
    assert (where(s, "d"), legal(s)) == ("gone", {"advance a 1212", "finish"})


@pytest.mark.clause("COL-RET-1", "COL-RET-9")
def test_a_unit_that_cannot_go_on_pays_for_the_rest():
    board = {"majorriver": "T|NE T|SE T|SW T|NW 1213|1214 1213|1313 1213|1314 1213|1113 1213|1114"}
    s = do(fought({**one(), "e": made("german", "inf", "T")}, "D2", board=board), "yield", "retreat d 1213")
    assert (where(s, "d"), s.german_steps) == ("1213", 1)
    assert {text.split()[1] for text in legal(s)} == {"e"}


@pytest.mark.clause("COL-RET-3", "COL-RET-9")
def test_a_full_hex_at_the_end_of_a_retreat():
    six = {f"f{i}": made("german", "inf", "S", defence=0) for i in range(6)}
    board = {"majorriver": "T|NE T|SE T|SW T|NW"}
    s = do(fought({**one(steps=1), **six}, "D1", board=board), "retreat d 1213")
    assert legal(s) == {f"retreat d {h}" for h in near("S S", "S SE", "S SW")}
    do(s, "retreat d 1214")
    assert where(s, "d") == "1214"
    board["majorriver"] += " 1213|1214 1213|1313 1213|1314 1213|1113 1213|1114"
    s = do(fought({**one(), **six}, "D1", board=board), "yield", "retreat d 1213")
    assert (where(s, "d"), s.german_steps) == ("gone", 2)


# from T the ways out lead S, into a pocket, and SE, where a German source is
POCKET = "T|NE T|NW T|SW 1213|1313 1213|1314 1213|1214 1213|1114 1213|1113"


@pytest.mark.clause("COL-RET-2")
def test_a_retreat_stays_in_supply_if_it_can():
    s = fought(one(steps=1), "D1", supplied="", board={"german-supply-south": "SE", "majorriver": POCKET})
    assert hexes_of(s, "retreat", "d") == near("SE")
    for assumed in ("all", "none"):
        s = fought(one(steps=1), "D1", supplied=assumed, board={"german-supply-south": "SE", "majorriver": POCKET}, attack=24)
        assert hexes_of(s, "retreat", "d") == near("SE", "S")


DEAD_END = {"german-supply-south": "T", "majorriver": f"{POCKET} T|SE"}


@pytest.mark.clause("COL-RET-2", "COL-RET-6", "COL-RET-7")
@pytest.mark.parametrize(
    ("steps", "marked", "after"), [(2, "", ("1213", 1)), (1, "", ("gone", 1)), (1, "d", ("1213", 0)), (2, "d", ("1213", 0))]
)
def test_a_retreat_out_of_supply_costs_a_step(steps, marked, after):
    s = fought(one(steps=steps), "D1", supplied="", board=DEAD_END, unsupplied=marked)
    do(s, *(["yield"] if steps == 2 else []))
    assert hexes_of(s, "retreat", "d") == near("S")
    do(s, "retreat d 1213")
    assert (where(s, "d"), s.german_steps) == after


@pytest.mark.clause("COL-RET-2", "COL-RET-4", "COL-GEN-4")
def test_who_goes_first_is_supplied_by_those_who_still_hold():
    units = {**one(steps=1), "e": made("german", "inf", "T", steps=1, defence=0), "G-CL1": "T"}
    s = do(fought(units, "D1", supplied="", board=DEAD_END, unsupplied=""), "yield", "retreat d 1213")
    assert (where(s, "d"), s.german_steps) == ("1213", 0)  # e keeps T open for it
    do(s, "retreat e 1213")  # a column keeps nothing open, and it pays with its only step
    assert (where(s, "e"), s.german_steps) == ("gone", 1)
    do(s, "retreat G-CL1 1213")
    assert where(s, "G-CL1") == "pool"  # without a step to pay with


# --- advance --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-ADV-1", "COL-ADV-3", "COL-STK-1")
def test_who_advances():
    staff = made("allied", "qg", "NE", attack=0, level="corps", range=6)
    units = {**one(steps=1), "b": staff, "c": made("allied", "inf", "NE", attack=1)}
    s = do(fought(units, "D1", attack=11), "retreat d 1213")
    assert legal(s) == {"advance a 1212", "advance c 1212", "finish"}  # b took no part
    do(s, "advance a 1212")
    assert legal(s) == {"advance c 1212", "finish"}  # after D1 nobody goes further
    assert legal(do(s, "finish")) == {"end"}
    board = {"mountain": "T"}
    s = do(fought({**one(steps=1), "c": made("allied", "inf", "NE", attack=11)}, "D1", board=board), "retreat d 1213")
    assert legal(s) == {"advance c 1212", "finish"}  # armour goes into mountains by road only


@pytest.mark.clause("COL-ADV-2", "COL-TER-4")
def test_nobody_goes_further_across_the_rhone():
    board = {"majorriver": "T|SE T|SW T|NE", "ferry": "T|SE"}
    s = do(fought(one(steps=1), "D2", board=board), "retreat d 1213", "retreat d 1214", "advance a 1212")
    assert hexes_of(s, "advance", "a") == near("N", "S", "NW")


@pytest.mark.clause("COL-ADV-1", "COL-ADV-4", "COL-ZOC-5")
def test_the_second_hex():
    units = {**one(steps=1), "G-C1": "SE", "c": made("allied", "inf", "NE", attack=1)}
    s = do(fought(units, "D2", attack=11), "retreat d 1213", "retreat d 1214")
    do(s, "advance a 1212")
    assert hexes_of(s, "advance", "a") == near(*RING)  # T is in no enemy zone
    do(s, f"advance a {min(near('SE'))}")
    assert where(s, "G-C1") == "gone"
    do(s, "advance c 1212")
    assert s.frame.kind.name == "combat.cible"  # infantry goes no further, and nobody else is left
    enemy = {**units, "e": made("german", "inf", "SW SW", defence=1)}
    s = fought({k: v for k, v in enemy.items() if k != "G-C1"}, "D2", attack=11, hexes={"X": "T SW SW"})
    do(s, "retreat d 1213", "retreat d 1214", "advance a 1212")
    assert "halt a" in legal(s)
    assert min(near("S")) in hexes_of(s, "advance", "a")
    closer = {**{k: v for k, v in enemy.items() if k not in ("G-C1", "e")}, "e": made("german", "inf", "SW", defence=1)}
    s = do(fought(closer, "D2", attack=11), "retreat d 1213", "retreat d 1214", "advance a 1212")
    assert hexes_of(s, "advance", "a") == {h for h in near(*RING) if not s.ask(f"zone {h} german").value} - near("SW")
    do(s, "halt a")
    assert where(s, "a") == "1212"
