"""Chapters 5, 7.2 and 8 of the law: targets, attackers, odds, columns and support."""

from __future__ import annotations

import pytest
from colonnes_made import ask, combat, do, hex_, mask, place, state_of, troubles, unit, why

from echelon.core.frames import CHANCE
from echelon.systems.colonnes.frames import Attackers, AttackSupport, CombatDie, DefenceSupport, Target
from echelon.systems.colonnes.law.odds import attack_in_numbers, basic_column, combat_result, is_concentric
from echelon.systems.colonnes.law.units import members
from echelon.systems.colonnes.state import ALLIED, ATTACKED, GERMAN, SUPPORTED

EASY = {"supplied": "all", "commanded": "all"}


def numbers(s, side=ALLIED):
    return attack_in_numbers(s, side, s.target, members(s.attackers), s.spent, s.backing)


# --- who attacks what ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-CBT-1", "COL-CBT-2", "COL-CBT-11", "COL-CBT-12", "COL-TER-4", "COL-ODD-1")
def test_targets():
    where = {"A-117": "0606", "A-CL1": "0606", "G-SI": "0605", "G-I15": "0607", "G-II15": "0607", "G-CL1": "0506"}
    s = state_of({**where, "G-61": "0202", "G-11H": "0706"}, sides={"majorriver": "0606|0706", "ferry": "0606|0706"})
    assert why(s, "end") == why(s, "attack 0605") == why(s, "attack 0506") == set()
    assert why(s, "attack 0604") == {"COL-CBT-1"}  # nothing there
    assert why(s, "attack 0202") == {"COL-CBT-1"}  # nobody near
    assert why(s, "attack 0706") == {"COL-TER-4", "COL-CBT-11"}
    s.status[unit(s, "A-117")] = ATTACKED
    assert why(s, "attack 0605") == {"COL-CBT-3", "COL-CBT-11"}
    weak = state_of({"A-F1": "0606", "G-I15": "0607"})
    assert why(weak, "attack 0607") == {"COL-ODD-1"}
    cut_off = {"supplied": "none", "commanded": "all"}
    nothing = do(state_of({"A-F1": "0606", "A-117": "0608", "G-SI": "0607"}, assume=cut_off), "attack 0607", "with A-F1")
    assert why(nothing, "fight") == {"COL-ODD-1"}  # half of 1 is 0
    assert why(do(nothing, "with A-117"), "fight") == set()


@pytest.mark.clause("COL-CBT-3", "COL-CBT-4", "COL-CBT-7", "COL-CBT-8", "COL-CBT-9", "COL-CBT-10", "COL-UNI-5")
def test_attackers_join_once():
    where = {"A-117": "0606", "A-753": "0606", "A-1/157": "0506", "A-6C": "0606", "G-I15": "0605", "G-SI": "0607"}
    s = do(state_of({**where, "A-191": "0202"}, assume=EASY), "attack 0605")
    assert s.frame == Attackers((ALLIED,))
    assert why(s, "fight") == {"COL-ODD-1"}
    do(s, "with A-117")
    assert why(s, "with A-117") == {"COL-CBT-3"}
    assert why(s, "with A-6C") == {"COL-UNI-5"}
    assert why(s, "with A-191") == {"COL-CBT-1"}
    assert why(s, "with G-SI") >= {"COL-SEQ-1"}
    assert why(s, "with A-1/157") == set()
    do(s, "fight")
    assert s.status[unit(s, "A-117")] == ATTACKED
    assert s.status[unit(s, "A-753")] == 0
    assert s.frame == AttackSupport((ALLIED,))  # the corps can help
    again = state_of(where, assume=EASY, status={"A-117": ATTACKED})
    assert why(again, "attack 0605") == set()  # others may, on a hex attacked before
    do(again, "attack 0605")
    assert why(again, "with A-117") == {"COL-CBT-3"}
    assert why(again, "with A-753") == set()


@pytest.mark.clause("COL-CL-20", "COL-UNI-5")
def test_columns_alone_are_removed_without_a_die():
    s = state_of({"A-117": "0606", "A-753": "0606", "G-CL1": "0605", "G-CL2": "0605"}, assume=EASY)
    do(s, "attack 0605", "with A-117", "fight")
    assert place(s, "G-CL1") == place(s, "G-CL2") == "pool"
    assert s.frame.kind.name == "combat.avance"
    assert s.german_prizes == s.rolls == 0
    do(s, "advance A-117 0605")
    assert s.frame == Target((ALLIED,))
    assert (s.target, s.attackers) == (-1, 0)


# --- odds ----------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-ODD-1")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (2, 7, -1),
        (3, 9, 0),
        (1, 2, 1),
        (5, 5, 2),
        (11, 5, 3),
        (8, 4, 3),
        (25, 4, 7),
        (0, 0, -1),
        (1, 0, 2),
        (9, 10, 1),
        (60, 1, 7),
    ],
)
def test_odds_are_read_down(attack, defence, column):
    assert basic_column(attack, defence) == column


@pytest.mark.clause("COL-CRT-1")
def test_the_printed_table():
    s = state_of({})
    assert [combat_result(s, column, 6) for column in range(8)] == ["D1", "EX", "D1", "D2", "D1*", "D2*", "D2*", "DE"]
    assert combat_result(s, 0, 1) == "A2"


@pytest.mark.clause("COL-CL-5", "COL-CL-6", "COL-CL-10", "COL-CL-15", "COL-QG-1", "COL-ODD-2", "COL-TER-5")
def test_the_limit_of_three():
    where = {"A-2/143": "0606", "A-636C": "0606", "A-36H": "0606", "G-I15": "0605"}
    columns = {f"A-CL{n}": "0606" for n in (1, 2, 3, 4)}
    rest = {"assume": EASY, "terrain": {"wooded-hills": "0605"}}
    s = combat(state_of({**where, **columns, "G-CL1": "0604"}, **rest), "0605", "A-2/143", "A-636C")
    s.spent, s.backing = mask(s, *columns, "G-CL1"), mask(s, "A-36H")
    found = numbers(s)
    assert (found["attack"], found["defence"], found["basic"]) == (5, 5, "1:1")
    assert found["shifts"] == {"COL-CL-5": 4, "COL-CL-6": -1, "COL-QG-1": 2, "COL-TER-5": -1}
    assert (found["net"], found["column"]) == (3, "4:1")
    assert found["results"] == {"D1": "1/3", "EX": "1/6", "D2": "1/6", "D1*": "1/6", "D2*": "1/6"}
    s = combat(state_of({**where, **columns}, options={"cap": "cl_only"}, **rest), "0605", "A-2/143", "A-636C")
    s.spent, s.backing = mask(s, *columns), mask(s, "A-36H")
    assert (numbers(s)["net"], numbers(s)["column"]) == (4, "5:1")


@pytest.mark.clause("COL-TER-5", "COL-TER-6", "COL-MOV-3")
def test_ground_and_rivers():
    where = {"A-117": "0606", "A-753": "0506", "G-I15": "0605"}
    for terrain, shift in (({"wooded-hills": "0605", "town": "0605"}, -1), ({"mountain": "0605"}, -2), ({"town": "0605"}, -1)):
        s = combat(state_of(where, assume=EASY, terrain=terrain), "0605", "A-117")
        assert numbers(s)["shifts"] == {"COL-TER-5": shift}
    sides = {"river": "0605|0606", "bridge": "0605|0606"}
    s = combat(state_of(where, assume=EASY, sides=sides, links={"road": "0605-0606"}), "0605", "A-117")
    assert numbers(s)["shifts"] == {"COL-TER-6": -1}
    assert numbers(combat(s, "0605", "A-117", "A-753"))["shifts"] == {}
    both = {"river": "0605|0606", "stream": "0605|0506"}
    s = combat(state_of(where, assume=EASY, sides=both), "0605", "A-117", "A-753")
    assert numbers(s)["shifts"] == {"COL-TER-6": -1}


@pytest.mark.clause("COL-CON-2")
def test_concentric_attacks():
    # 0606: opposite neighbours 0605 and 0607
    where = {"A-117": "0605", "A-753": "0607", "G-I15": "0606"}
    s = combat(state_of(where, assume=EASY), "0606", "A-117", "A-753")

    def concentric(state):
        return is_concentric(state, ALLIED, hex_(state, "0606"), members(state.attackers))

    assert concentric(s)
    assert not concentric(combat(s, "0606", "A-117"))  # from one hex
    s = combat(state_of({**where, "G-11H": "0706"}, assume=EASY), "0606", "A-117", "A-753")
    assert not concentric(s)  # a unit of the defender's
    assert concentric(combat(state_of({**where, "G-CL1": "0706"}, assume=EASY), "0606", "A-117", "A-753"))
    assert not concentric(combat(state_of(where, options={"concentric": "off"}), "0606", "A-117", "A-753"))
    # a gap at 0507 is closed by the Rhône or by a mountain without road
    gap = {"A-117": "0605", "A-753": "0706", "G-I15": "0606"}
    open_ = {"0607", "0507"}
    s = combat(state_of(gap, assume=EASY), "0606", "A-117", "A-753")
    assert not concentric(s)
    walls = {"majorriver": " ".join(f"0606|{h}" for h in sorted(open_))}
    assert concentric(combat(state_of(gap, assume=EASY, sides=walls), "0606", "A-117", "A-753"))
    hills = {"mountain": "0607 0507"}
    assert concentric(combat(state_of(gap, assume=EASY, terrain=hills), "0606", "A-117", "A-753"))
    road = {"road": "0507-0508"}
    assert not concentric(combat(state_of(gap, assume=EASY, terrain=hills, links=road), "0606", "A-117", "A-753"))


@pytest.mark.clause("COL-DOM-4", "COL-DOM-5", "COL-DOM-6")
def test_dominant_positions_in_combat():
    s = combat(state_of({"G-I15": "0713", "A-117": "0714"}, GERMAN, printed=True, assume=EASY), "0714", "G-I15")
    assert numbers(s, GERMAN)["shifts"] == {"COL-TER-5": -1, "COL-DOM-4": -1}
    s = combat(state_of({"G-I15": "0713", "A-TFH": "0714"}, GERMAN, printed=True, assume=EASY), "0714", "G-I15")
    assert numbers(s, GERMAN)["shifts"] == {"COL-TER-5": -1}
    s = combat(state_of({"G-I15": "0614", "A-117": "0714"}, printed=True, assume=EASY), "0614", "A-117")
    assert numbers(s)["shifts"] == {"COL-DOM-5": 1}
    s = combat(state_of({"G-I15": "0614", "A-117": "0714"}, printed=True, options={"dominance": "off"}), "0614", "A-117")
    assert numbers(s)["shifts"] == {}


# --- columns and support -------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-CL-8", "COL-CL-9", "COL-CL-14", "COL-CL-17", "COL-CL-23")
def test_who_lets_a_column_be_spent():
    # 0611 is five hexes from 0606, two from 0609
    far = {"A-36H": "0606", "A-6C": "0609", "A-1/141": "0611", "A-CL1": "0611", "G-SI": "0711"}
    rest = {"assume": {"supplied": "all"}}
    s = combat(state_of(far, **rest), "0711", "A-1/141")
    ask(s, AttackSupport((ALLIED,)))
    assert why(s, "spend A-CL1") == {"COL-CL-8"}
    assert why(s, "done") == set()
    independent = {**far, "A-1/157": "0611"}
    del independent["A-1/141"]
    s = ask(combat(state_of(independent, **rest), "0711", "A-1/157"), AttackSupport((ALLIED,)))
    assert why(s, "spend A-CL1") == set()
    both = {**far, "A-1/157": "0710"}
    s = ask(combat(state_of(both, **rest), "0711", "A-1/141", "A-1/157"), AttackSupport((ALLIED,)))
    assert why(s, "spend A-CL1") == set()  # one is enough, and need not be next to the column
    s = ask(
        combat(state_of(both, options={"cl_command": "each"}, **rest), "0711", "A-1/141", "A-1/157"), AttackSupport((ALLIED,))
    )
    assert why(s, "spend A-CL1") == {"COL-CL-8"}


@pytest.mark.clause("COL-CL-5", "COL-CL-6", "COL-CL-17")
def test_how_near_a_column_has_to_be():
    where = {"A-117": "0711", "A-TFH": "0711", "A-CL1": "0610", "G-SI": "0712"}
    s = ask(combat(state_of(where, printed=True, assume=EASY), "0712", "A-117"), AttackSupport((ALLIED,)))
    assert why(s, "spend A-CL1") == {"COL-CL-5"}  # across the Rhône
    where = {"A-117": "0710", "A-CL1": "0609", "A-CL2": "0811", "A-CL3": "0710", "A-TFH": "0808", "G-SI": "0711"}
    s = ask(combat(state_of(where, printed=True, assume=EASY), "0711", "A-117"), AttackSupport((ALLIED,)))
    assert why(s, "spend A-CL1") == set()  # the ferry of Baix
    assert why(s, "spend A-CL2") == {"COL-CL-5"}  # next to the attacked hex only
    assert why(s, "spend A-CL4") == why(s, "spend A-117") == {"COL-CL-17"}
    do(s, "spend A-CL3")
    assert why(s, "spend A-CL3") == {"COL-CL-17"}


@pytest.mark.clause("COL-CL-13", "COL-CL-22", "COL-QG-2", "COL-QG-3")
def test_unsupplied_but_in_command():
    where = {"A-117": "0606", "G-I111": "0605", "G-11H": "0604", "G-CL1": "0604"}
    s = combat(state_of(where, assume={"supplied": "none"}), "0605", "A-117")
    ask(s, DefenceSupport((GERMAN,)))
    assert why(s, "spend G-CL1") == set()
    assert why(s, "support G-11H") == {"COL-QG-2"}
    s = ask(
        combat(state_of({"A-117": "0606", "G-C1": "0605", "G-C2": "0605", "G-CL1": "0604"}), "0605", "A-117"),
        DefenceSupport((GERMAN,)),
    )
    assert why(s, "spend G-CL1") == {"COL-CL-8"}
    assert troubles(s) == {"COL-CL-16"}
    s = ask(
        combat(state_of({"G-I15": "0606", "A-36H": "0605", "A-CL1": "0604"}, GERMAN), "0605", "G-I15"),
        DefenceSupport((ALLIED,)),
    )
    assert why(s, "spend A-CL1") == set()


@pytest.mark.clause("COL-QG-1", "COL-QG-5", "COL-CMD-3")
def test_support():
    where = {"A-1/141": "0606", "A-36H": "0607", "A-6C": "0608", "A-TFH": "0608", "G-SI": "0605"}
    s = ask(combat(state_of(where, assume={"supplied": "all"}), "0605", "A-1/141"), AttackSupport((ALLIED,)))
    assert why(s, "support A-36H") == why(s, "support A-6C") == set()
    assert why(s, "support A-TFH") == {"COL-QG-1"}  # another formation's
    assert why(s, "support A-1/141") == {"COL-QG-1"}
    do(s, "support A-36H")
    assert s.status[unit(s, "A-36H")] == SUPPORTED
    assert why(s, "support A-36H") == {"COL-QG-1"}
    do(s, "support A-6C")
    assert s.frame == CombatDie((CHANCE,))  # nothing is left to put in
    # a battalion that its own headquarters cannot reach does not open the corps' support, but for the option
    far = {"A-1/141": "0606", "A-36H": "0611", "A-6C": "0607", "G-SI": "0605"}
    for penalty, refused in (("on", {"COL-QG-1"}), ("off", set())):
        s = state_of(far, options={"command_penalty": penalty}, assume={"supplied": "all"})
        ask(combat(s, "0605", "A-1/141"), AttackSupport((ALLIED,)))
        assert why(s, "support A-6C") == refused
    # a headquarters that attacks opens its own
    alone = ask(
        combat(state_of({"A-36H": "0606", "G-SI": "0605"}, assume={"supplied": "all"}), "0605", "A-36H"),
        AttackSupport((ALLIED,)),
    )
    assert why(alone, "support A-36H") == set()


@pytest.mark.clause("COL-ODD-3", "COL-CL-16", "COL-CL-24", "COL-CL-7")
def test_the_order_of_a_combat():
    where = {"A-1/141": "0606", "A-36H": "0607", "A-CL1": "0606", "G-SI": "0605", "G-11H": "0605", "G-CL1": "0604"}
    s = do(state_of(where, assume=EASY), "attack 0605", "with A-1/141", "fight")
    assert s.frame == AttackSupport((ALLIED,))
    do(s, "spend A-CL1", "done")
    assert s.frame == DefenceSupport((GERMAN,))
    do(s, "spend G-CL1", "support G-11H")
    assert s.frame == CombatDie((CHANCE,))
    assert place(s, "A-CL1") == "0606"
    assert troubles(s) == set()
