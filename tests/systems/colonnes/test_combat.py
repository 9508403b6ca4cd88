"""Combat of Colonnes: targets, attackers, odds and shifts, columns and support, up to the die."""

import pytest
from rhone import do, legal, made, near, scene, unit, where

from echelon.systems.colonnes.estimate import worthwhile

RING = ("N", "NE", "SE", "S", "SW", "NW")


def battle(units, frame="combat.cible", supplied="all", commanded="all", **rest):
    """Units around T, the Allied player attacking."""
    return scene(units, frame=frame, supplied=supplied, commanded=commanded, **rest)


def joined(units, *names, **rest):
    s = do(battle(units, **rest), "attack 1212")
    return do(s, *(f"with {name}" for name in names))


def odds(s):
    return s.ask("odds").value


# --- who attacks what -----------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-CBT-1", "COL-CBT-11", "COL-CBT-12", "COL-ODD-1", "COL-UNI-5")
def test_targets_and_attackers():
    units = {
        "a": made("allied", "inf", "N"), "zero": made("allied", "inf", "N", attack=0), "A-CL1": "N",
        "q": made("allied", "qg", "S", attack=1, level="corps", range=6),
        "chief": made("allied", "qg", "S", attack=0, level="army", range=8), "far": made("allied", "inf", "S S"),
        "d": made("german", "inf", "T"), "strong": made("german", "inf", "N N", defence=10),
    }  # fmt: skip
    s = battle(units)
    assert legal(s) == {"attack 1212", "end"}  # 3 against 10 is below 1:3
    do(s, "attack 1212")
    assert legal(s) == {"with a", "with zero", "with q"}
    do(s, "with zero")
    assert legal(s) == {"with a", "with q"}  # 0 against 3 is no attack
    do(s, "with q")
    assert legal(s) == {"with a", "fight"}  # 1 against 3 is 1:3


@pytest.mark.clause("COL-CBT-11")
def test_computer_players_leave_worthless_units_out_unless_they_surround():
    units = {
        "a": made("allied", "inf", "N"), "b": made("allied", "inf", "N", attack=0),
        "c": made("allied", "inf", "S", attack=0), "e": made("allied", "inf", "S", attack=0), "d": made("german", "inf", "T"),
    }  # fmt: skip
    s = do(battle(units), "attack 1212")
    judge = s.rules.appreciation

    def wanted(*names):
        """Who is rather taken into the attack than left out, after these."""
        t = do(s.copy(), *(f"with {name}" for name in names))
        answers = t.legal().main
        rated = dict(zip(map(t.text, answers), judge.opinions(t, answers), strict=True))
        return {text for text, gain in rated.items() if gain > rated.get("fight", max(rated.values()) - 1e-9)}

    assert wanted() == {"with a"}
    assert wanted("a") == {"with c", "with e"}  # it becomes concentric
    assert wanted("a", "c") == set()
    assert {s.rules.forces.units[u].id for u in worthwhile(s, 0, s.target)} in ({"a", "c"}, {"a", "e"})


@pytest.mark.clause("COL-CBT-12", "COL-CBT-7", "COL-CBT-8")
def test_an_attack_is_made_once_it_reaches_one_to_three():
    s = joined(
        {
            "a": made("allied", "inf", "N", parent="36"),
            "b": made("allied", "inf", "S"),
            "d": made("german", "inf", "T", defence=12),
        },
        "a",
    )
    assert legal(s) == {"with b"}
    assert s.preview("with b")["basic"] == "1:2"
    assert "fight" in legal(do(s, "with b"))


@pytest.mark.clause("COL-TER-4", "COL-CBT-1")
def test_nobody_attacks_across_the_rhone():
    units = {"a": made("allied", "inf", "N"), "d": made("german", "inf", "T")}
    assert legal(battle(units, board={"majorriver": "T|N", "ferry": "T|N"})) == {"end"}


@pytest.mark.clause("COL-CBT-3", "COL-CBT-4", "COL-CBT-9", "COL-CBT-10")
def test_each_unit_attacks_once_a_hex_can_be_attacked_again():
    units = {
        "a": made("allied", "inf", "N"), "b": made("allied", "inf", "N"),
        "x": made("german", "inf", "T"), "y": made("german", "inf", "NE"),
    }  # fmt: skip
    s = do(battle(units), "attack 1212", "with a", "fight", "die 3")  # 1:1, NE
    assert legal(s) == {"attack 1212", f"attack {min(near('NE'))}", "end"}
    assert legal(do(s.copy(), "attack 1212")) == {"with b"}


@pytest.mark.clause("COL-CBT-6", "COL-ODD-1", "COL-UNS-3")
def test_sums():
    units = {
        "a": made("allied", "mot", "N"), "b": made("allied", "mot", "S"), "d": made("german", "bld", "T", defence=5),
        "h": made("german", "qg", "T", defence=2, level="corps", range=6), "G-C1": "T", "G-CL1": "T",
    }  # fmt: skip
    found = odds(joined(units, "a", "b"))
    assert (found["attack"], found["defence"], found["basic"]) == (6, 8, "1:2")
    # unsupplied: 1 + 1 against 3 + 1 + 1
    found = odds(joined(units, "a", "b", supplied="none"))
    assert (found["attack"], found["defence"]) == (2, 5)
    assert (
        odds(joined({"a": made("allied", "inf", "N", attack=7), "d": made("german", "inf", "T", defence=0)}, "a"))["basic"]
        == "6:1"
    )


# --- shifts ---------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-TER-5", "COL-TER-6", "COL-MOV-3", "COL-ODD-2")
def test_ground_and_rivers():
    units = {"a": made("allied", "inf", "N"), "b": made("allied", "inf", "NE"), "d": made("german", "inf", "T")}
    board = {"wooded-hills": "T", "town": "T", "stream": "T|N", "river": "T|NE", "road": "T-NE"}
    assert odds(joined(units, "a", "b", board=board))["shifts"] == {"COL-TER-5": -1, "COL-TER-6": -1}
    board["river"] = "T|S"
    assert odds(joined(units, "a", "b", board=board))["shifts"] == {"COL-TER-5": -1}
    assert odds(joined(units, "a", board={"mountain": "T"}))["shifts"] == {"COL-TER-5": -2}


@pytest.mark.clause("COL-CON-2", "COL-GEN-4")
def test_concentric():
    two = {"a": made("allied", "inf", "N"), "b": made("allied", "inf", "S"), "d": made("german", "inf", "T")}
    assert odds(joined(two, "a", "b"))["shifts"] == {"COL-CON-2": 1}
    assert odds(joined(two, "a"))["shifts"] == {}  # from one hex only
    assert odds(joined(two, "a", "b", options={"concentric": "off"}))["shifts"] == {}
    held = {**two, "g": made("german", "inf", "SE")}
    assert odds(joined(held, "a", "b"))["shifts"] == {}
    assert odds(joined({**two, "G-CL1": "SE"}, "a", "b"))["shifts"] == {"COL-CON-2": 1}
    # a headquarters covers its own hex and no other
    weak = {**two, "b": made("allied", "qg", "S", level="corps", range=6)}
    assert odds(joined(weak, "a", "b"))["shifts"] == {}
    assert odds(joined(weak, "a", "b", board={"majorriver": "T|SE T|SW"}))["shifts"] == {"COL-CON-2": 1}
    assert odds(joined(weak, "a", "b", board={"mountain": "SE SW"}))["shifts"] == {"COL-CON-2": 1}
    assert odds(joined(weak, "a", "b", board={"mountain": "SE SW", "road": "SE-S"}))["shifts"] == {}


@pytest.mark.clause("COL-DOM-4", "COL-DOM-5", "COL-DOM-6")
def test_heights():
    units = {"a": made("allied", "inf", "0813"), "d": made("german", "inf", "0714")}
    s = do(battle(units, printed=True), "attack 0714", "with a")
    assert odds(s)["shifts"] == {"COL-TER-5": -1, "COL-DOM-4": -1}
    units = {"a": made("allied", "inf", "0714"), "d": made("german", "inf", "0614")}
    assert odds(do(battle(units, printed=True), "attack 0614", "with a"))["shifts"] == {"COL-DOM-5": 1}
    off = battle(units, printed=True, options={"dominance": "off"})
    assert odds(do(off, "attack 0614", "with a"))["shifts"] == {}
    units = {"a": made("allied", "inf", "0813"), "h": made("german", "qg", "0714", level="corps", range=6)}
    assert odds(do(battle(units, printed=True), "attack 0714", "with a"))["shifts"] == {"COL-TER-5": -1}


def spends(s):
    return {text for text in legal(s) if text.startswith("spend")}


# --- columns and support ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-CL-10", "COL-CL-15", "COL-CL-16", "COL-CL-7", "COL-CL-24", "COL-QG-1")
def test_the_limit_and_the_order_of_spending():
    units = {
        "a": made("allied", "inf", "N", attack=5, parent="36"), "A-36H": "N", "A-CL1": "N", "A-CL2": "N",
        "A-CL3": "NW", "A-CL4": "NW",
        "d": made("german", "inf", "T", defence=5), "G-CL1": "T", "G-11H": "T S S",
    }  # fmt: skip
    s = do(battle(units, board={"wooded-hills": "T"}), "attack 1212", "with a", "fight")
    assert s.frame.kind.name == "combat.att_soutien"
    assert s.preview("support A-36H")["shifts"] == {"COL-QG-1": 2, "COL-TER-5": -1}
    do(s, "support A-36H", *(f"spend A-CL{i}" for i in range(1, 5)))
    assert s.frame.kind.name == "combat.def_soutien"  # nothing was left to put in
    do(s, "spend G-CL1")
    found = odds(s)
    assert found["shifts"] == {"COL-CL-5": 4, "COL-CL-6": -1, "COL-QG-1": 2, "COL-TER-5": -1}
    assert (found["net"], found["column"]) == (3, "4:1")
    do(s, "die 2")  # EX
    assert {where(s, f"A-CL{i}") for i in range(1, 5)} | {where(s, "G-CL1")} == {"pool"}
    only = do(battle(units, board={"wooded-hills": "T"}, options={"cap": "cl_only"}), "attack 1212", "with a", "fight")
    do(only, "support A-36H", *(f"spend A-CL{i}" for i in range(1, 5)), "spend G-CL1")
    assert (odds(only)["net"], odds(only)["column"]) == (4, "5:1")


@pytest.mark.clause("COL-CL-5", "COL-CL-6", "COL-CL-17")
def test_columns_near_enough():
    units = {
        "a": made("allied", "inf", "N", parent="TFB"), "A-TFH": "N N", "A-CL1": "N N", "A-CL2": "T S", "A-CL3": "T N NE NE",
        "d": made("german", "inf", "T"), "h": made("german", "qg", "T", level="corps", range=6), "G-CL1": "SE",
        "G-CL2": "SE SE",
    }  # fmt: skip
    river = {"majorriver": "1211|1210"}
    assert spends(do(battle(units), "attack 1212", "with a", "fight")) == {"spend A-CL1"}
    parted = do(battle(units, board=river), "attack 1212", "with a", "fight")
    assert spends(parted) == set()
    ferried = do(battle(units, board={**river, "ferry": "1211|1210"}), "attack 1212", "with a", "fight")
    assert spends(ferried) == {"spend A-CL1"}
    assert spends(do(ferried, "done")) == {"spend G-CL1"}


@pytest.mark.clause("COL-CL-8", "COL-CL-9", "COL-CL-14", "COL-CL-22", "COL-CL-23")
def test_who_lets_columns_be_used():
    base = {"A-CL1": "N", "d": made("german", "inf", "T")}
    division = {**base, "A-1/141": "N", "A-6C": "N N"}

    def opens(units, *names, options=None):
        s = scene(units, frame="combat.cible", supplied="all", options=options)
        s = do(s, "attack 1212", *(f"with {name}" for name in names), "fight")
        return s.frame.kind.name == "combat.att_soutien" and "spend A-CL1" in legal(s)

    assert not opens(division, "A-1/141")  # the corps does not serve for a division's battalion
    assert opens({**division, "A-36H": "N N"}, "A-1/141")
    assert not opens({**division, "A-36H": "T N N N N N N"}, "A-1/141")
    assert opens({**base, "A-191": "N", "A-6C": "N N"}, "A-191")
    assert opens({**base, "A-191": "N", "A-36H": "N N"}, "A-191")
    mixed = {**division, "A-191": "NE"}
    assert opens(mixed, "A-1/141", "A-191")
    assert not opens(mixed, "A-1/141", "A-191", options={"cl_command": "each"})
    assert opens({**mixed, "A-36H": "N N"}, "A-1/141", "A-191", options={"cl_command": "each"})
    assert opens({**base, "A-36H": "N"}, "A-36H")  # a headquarters is in its own range


@pytest.mark.clause("COL-QG-1", "COL-QG-2", "COL-QG-3", "COL-QG-5", "COL-CL-13")
def test_support_of_headquarters():
    units = {"A-1/141": "N", "A-36H": "N N", "A-6C": "N N", "A-TFH": "N N", "A-CL1": "N", "d": made("german", "inf", "T")}

    def offers(**rest):
        s = do(scene(units, frame="combat.cible", **rest), "attack 1212", "with A-1/141", "fight")
        return {text for text in legal(s) if text != "done" and not text.startswith("die")}

    assert offers(supplied="all") == {"spend A-CL1", "support A-36H", "support A-6C"}
    assert offers(supplied="none") == {"spend A-CL1"}
    # out of command: the corps would reach it, but it opens nothing; without the penalty it does
    units["A-36H"] = "T N N N N N N"
    assert offers(supplied="all") == set()
    assert offers(supplied="all", options={"command_penalty": "off"}) == {"support A-6C"}


@pytest.mark.clause("COL-QG-1")
def test_support_is_given_once_in_a_segment():
    units = {
        "A-1/141": "N", "A-2/141": "N", "A-36H": "N N", "d": made("german", "inf", "T"), "e": made("german", "inf", "NE"),
    }  # fmt: skip
    s = scene(units, frame="combat.cible", supplied="all")
    do(s, "attack 1212", "with A-1/141", "fight", "support A-36H", "die 1")
    do(s, f"attack {min(near('NE'))}", "with A-2/141", "fight")
    assert s.frame.kind.name == "combat.de"


@pytest.mark.clause("COL-CL-20")
def test_columns_alone_are_removed():
    s = joined({"a": made("allied", "inf", "N"), "G-CL1": "T", "G-CL2": "T"}, "a")
    do(s, "fight")
    assert where(s, "G-CL1") == where(s, "G-CL2") == "pool"
    assert legal(s) == {"advance a 1212", "finish"}
    do(s, "advance a 1212")
    assert legal(s) == {"end"}
    assert s.german_prizes == s.german_steps == 0
    assert s.status[unit(s, "a")] & 4


@pytest.mark.clause("COL-CL-22")
def test_convoys_alone_have_no_use_of_columns():
    s = joined({"a": made("allied", "inf", "N"), "G-C1": "T", "G-C2": "T", "G-CL1": "S"}, "a")
    assert do(s, "fight").frame.kind.name == "combat.de"
