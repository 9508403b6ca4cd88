"""Kampfgruppe Peiper after its battles: what it may do, what it must, and how its turn ends."""

import pytest
from ardennes import AFTER, at, do, number, situation, texts, words

from echelon.systems.tigers.frames import Fight, Peiper
from echelon.systems.tigers.play.peiper import after_battle, end_of_operations, party
from echelon.systems.tigers.state import FOUGHT, OPEN


def continued(units, *, step="B2c", stepped=0, stopped=0, attacks=1, spent=0, battles=(), **fields):
    """The question of kgp.continue over that of the next battle."""
    s = situation(units, step=step, peiper_attacks=attacks, battles=battles, **fields)
    for name in ("de-kgp", "de-501ss", "de-150bde"):
        if name == "de-kgp" or "attached" in words(s, name):
            s.spent[number(s, name)] = spent
    s.stack, s.frame = [AFTER, Fight((0,))], Peiper((0, stepped, stopped))
    return s


ALONE = {"de-kgp": ("705", "attacked")}


def over(s):
    """No battle is left to be fought: the step is its player's to end."""
    return isinstance(s.frame, Fight) and s.legal().texts() == ["end"]


@pytest.mark.clause("TIG-KGP-2", "TIG-KGP-5")
def test_it_goes_on_with_its_remaining_omf_without_the_bonus():
    s = continued(ALONE, spent=4)
    do(s, "move de-kgp 805 normal")
    assert s.frame == Peiper((0, 1, 0)) and s.spent[s.rules.peiper] == 6 and s.peiper_since == 2
    do(s, "move de-kgp 905 normal")
    assert texts(s) == {"stop de-kgp", "wait de-kgp"}


@pytest.mark.clause("TIG-KGP-5", "TIG-ZOC-10")
def test_a_zone_stops_it_until_it_attacks_again():
    s = continued({**ALONE, "us-28id": "904"})
    do(s, "move de-kgp 804 normal")
    assert s.frame == Peiper((0, 1, 1))
    assert texts(s) == {"attack 904"}  # it owes the attack and must make it


@pytest.mark.clause("TIG-KGP-6", "TIG-KGP-10", "TIG-SSR-2", "TIG-SSR-4")
@pytest.mark.parametrize(
    ("attacks", "since", "ruthless", "worse", "may"),
    [(1, 0, 0, 0, True), (1, 0, 0, 1, True), (2, 2, 0, 0, False), (2, 2, 3, 0, True), (2, 1, 3, 0, False), (2, 2, 3, 1, False)],
)
def test_how_often_it_may_attack(attacks, since, ruthless, worse, may):
    s = continued(
        {**ALONE, "us-14cav": "804"}, attacks=attacks, peiper_since=since, ruthless=ruthless, peiper_worse=worse
    )  # fmt: skip
    assert (texts(s, "attack") == {"attack 804"}) is may


@pytest.mark.clause("TIG-KGP-6")
def test_with_no_attack_left_it_may_not_step_into_duty():
    s = continued({**ALONE, "us-28id": "904"}, attacks=2)
    assert "move de-kgp 804 normal" not in texts(s)
    s = continued({**ALONE, "us-28id": ("904", "disrupted")}, attacks=2)
    assert "move de-kgp 804 normal" in texts(s)
    # a whole OMF spent on the way gives the right back under Ruthlessness
    s = continued({**ALONE, "us-28id": "904"}, attacks=2, ruthless=2)
    assert "move de-kgp 804 normal" in texts(s)


@pytest.mark.clause("TIG-KGP-6")
def test_nor_where_its_attack_would_be_below_one_to_five():
    strong = {"us-2ad": "904", "us-3ad": "904", "us-82abn": "904"}
    s = continued({**ALONE, **strong})
    assert "move de-kgp 804 normal" not in texts(s)
    s = continued({"de-kgp": ("705", "attacked"), "de-501ss": ("705", "attacked", "attached"), **strong})
    assert "move de-kgp 804 normal" in texts(s)  # 3 against 14 is 1:5


@pytest.mark.clause("TIG-KGP-6", "TIG-KGP-11", "TIG-KGP-12")
def test_a_further_attack_takes_in_every_division_it_can_attack():
    units = {
        "de-kgp": ("705", "attacked"),
        "de-150bde": ("705", "attacked", "attached"),
        "us-28id": "804",
        "us-14cav": "706",
        "us-1id": "604",
    }
    s = continued(units)
    assert texts(s, "attack") == {"attack 804", "attack 706", "attack 604"}
    do(s, "attack 706")
    hexes, units, state = s.battles[-1]
    assert hexes == s.rules.board.hexes("706 804 604") and state == FOUGHT
    assert units == 1 << s.rules.peiper | 1 << s.rules.skorzeny
    assert s.peiper_attacks == 2 and s.stack[-1] == Fight((0,)) and not any(isinstance(f, Peiper) for f in s.stack)
    t = continued({"de-kgp": ("705", "attacked"), "us-14cav": "804", "us-102cav": "706"})
    do(t, "attack 706")
    assert t.battles[-1][0] == t.rules.board.hexes("706")


@pytest.mark.clause("TIG-KGP-6")
def test_all_those_divisions_count_for_the_odds():
    armor = {"us-14cav": "706", "us-2ad": "804", "us-3ad": "604"}
    assert texts(continued({**ALONE, **armor}), "attack") == {"attack 804", "attack 604"}  # 2:10, but 2:11 with the cavalry
    armor["us-3ad"] = ("604", "disrupted")
    assert texts(continued({**ALONE, **armor}), "attack") == {"attack 706", "attack 804", "attack 604"}


@pytest.mark.clause("TIG-ATK-5")
def test_no_attack_beyond_its_omf():
    units = {**ALONE, "us-14cav": "804"}
    assert texts(continued(units, step="B2d.combat", spent=6), "attack") == {"attack 804"}
    assert texts(continued(units, step="B2d.combat", spent=7), "attack") == set()


@pytest.mark.clause("TIG-MOV-14", "TIG-MOV-15", "TIG-BRG-14")
def test_attacking_over_a_bridge_costs_a_point():
    def at_the_ourthe(spent, bridge=True):
        s = continued({"de-kgp": ("707", "attacked"), "us-14cav": "606"}, spent=spent)
        if not bridge:
            s.bridges = 0
        return s

    s = do(at_the_ourthe(6), "attack 606")
    assert s.spent[s.rules.peiper] == 8
    assert texts(at_the_ourthe(7), "attack") == set() and texts(at_the_ourthe(0, bridge=False), "attack") == set()


@pytest.mark.clause("TIG-ROAD-7")
def test_no_attack_from_the_road():
    s = continued({"de-kgp": ("705", "attacked", "moved", "road"), "us-14cav": "804"})
    assert texts(s, "attack") == set()


@pytest.mark.clause("TIG-KGP-4", "TIG-KGP-8", "TIG-KGP-11")
def test_stopping_and_waiting():
    late = {"de-kgp": ("705", "attacked", "late"), "de-150bde": ("705", "attacked", "attached", "late")}
    s = do(continued(late), "stop de-kgp")
    assert {"disrupted", "done"} <= words(s, "de-kgp") and "disrupted" in words(s, "de-150bde") and over(s)
    s = do(continued(ALONE), "stop de-kgp")
    assert "disrupted" not in words(s, "de-kgp") and "done" in words(s, "de-kgp")
    s = do(continued(late), "wait de-kgp")
    assert "disrupted" not in words(s, "de-kgp") and "late" in words(s, "de-kgp") and over(s)
    s = do(continued({"de-kgp": ("705", "attacked", "moved", "road")}), "wait de-kgp")
    assert not {"late", "disrupted"} & words(s, "de-kgp")  # its last step may still be one at full price
    assert texts(continued(ALONE, step="B2d.combat"), "wait") == set()


def test_back_to_the_battles_that_are_left():
    s = continued(ALONE)
    s.battles = ((s.rules.board.hexes("910"), 1 << number(s, "de-2pz"), OPEN),)
    do(s, "stop de-kgp")
    assert s.frame == Fight((0,))


@pytest.mark.clause("TIG-KGP-6", "TIG-MOV-17", "TIG-ATK-15")
def test_left_where_it_owes_an_attack_it_cannot_make():
    s = continued({**ALONE, "us-28id": "804"}, attacks=2, stepped=1, stopped=1)
    assert texts(s) == {"stop de-kgp", "wait de-kgp"}
    do(s, "wait de-kgp")
    assert "disrupted" in words(s, "de-kgp")
    # an advance creates no duty: without a step it may simply stop
    s = do(continued({**ALONE, "us-28id": "804"}, attacks=2), "stop de-kgp")
    assert "disrupted" not in words(s, "de-kgp")


@pytest.mark.clause("TIG-TGR-5", "TIG-TGR-6")
def test_the_501_stays_behind_where_its_die_ends():
    units = {"de-kgp": ("705", "attacked"), "de-501ss": ("705", "attacked", "attached", "late")}
    s = continued(units, spent=2)
    do(s, "move de-kgp 805 normal", "die 2")
    assert at(s, "de-501ss") == "805" and s.peiper_die == 2 and at(s, "de-kgp") == "805"
    do(s, "move de-kgp 905 normal")
    assert at(s, "de-501ss") == "805" and at(s, "de-kgp") == "905" and s.rolls == 1
    assert words(s, "de-501ss") == {"moved", "attacked", "disrupted", "fresh"}
    assert party(s) == [s.rules.peiper]


@pytest.mark.clause("TIG-KGP-9")
def test_dropping_an_attachment():
    units = {"de-kgp": ("705", "attacked"), "de-150bde": ("705", "attached")}
    s = do(continued(units), "detach de-150bde")
    assert words(s, "de-150bde") == {"attacked"} and s.frame.kind.name == "kgp.continue"
    s = do(continued({**units, "de-150bde": ("705", "attached", "late")}), "detach de-150bde")
    assert "disrupted" in words(s, "de-150bde")


@pytest.mark.clause("TIG-KGP-5")
def test_it_is_asked_only_if_it_can_do_something():
    def asked(units, **settings):
        s = continued(units, **settings)
        s.frame = s.stack.pop()
        after_battle(s)
        return isinstance(s.frame, Peiper)

    assert asked(ALONE)
    assert not asked({"de-kgp": ("705", "attacked", "disrupted")})
    assert not asked({"de-kgp": "gone"})
    assert not asked(ALONE, spent=8)
    assert asked({**ALONE, "us-14cav": "804"}, spent=8)
    assert not asked({**ALONE, "us-14cav": "804"}, spent=8, attacks=2)


@pytest.mark.clause("TIG-KGP-5", "TIG-BRG-19")
def test_its_steps_meet_bridges_and_the_dump():
    s = continued({"de-kgp": ("1008", "attacked")}, turn=2)
    s.searched = s.rules.dump_hexes
    do(s, "move de-kgp 908 normal", "die 5")
    assert at(s, "de-kgp") == "1008" and s.frame == Peiper((0, 0, 0)) and "move de-kgp 908 normal" not in texts(s)
    s = continued({"de-kgp": ("1008", "attacked")}, turn=2)
    s.searched = s.rules.dump_hexes
    do(s, "move de-kgp 908 normal", "die 4")
    assert at(s, "de-kgp") == "908" and s.frame == Peiper((0, 1, 0))
    s = continued({"de-kgp": ("1008", "attacked")})
    s.dump = s.rules.board.ids["909"]
    do(s, "move de-kgp 909 normal")
    assert at(s, "de-kgp") == "1008" and s.frame == Peiper((0, 0, 0)) and "attack 909" in texts(s)


@pytest.mark.clause("TIG-VIC-7")
def test_it_may_leave_the_map():
    s = continued({"de-kgp": ("210", "attacked"), "de-150bde": ("210", "attacked", "attached")})
    do(s, "exit de-kgp road")
    assert at(s, "de-kgp") == at(s, "de-150bde") == "exited" and s.exits == 2 and over(s)


@pytest.mark.clause("TIG-KGP-4", "TIG-KGP-8", "TIG-ADV-6")
def test_the_end_of_step_d():
    units = {
        "de-kgp": ("705", "attacked", "late", "done"),
        "de-150bde": ("705", "attached", "late"),
        "de-501ss": ("705", "attached"),
    }
    s = situation(units, step="B2d.end")
    end_of_operations(s, 1)
    assert "late" in words(s, "de-kgp")
    end_of_operations(s, 0)
    assert words(s, "de-kgp") == {"attacked", "disrupted"} and words(s, "de-150bde") == {"disrupted"}
    assert words(s, "de-501ss") == set()


def test_previews():
    s = continued({**ALONE, "us-14cav": "804"}, spent=2)
    assert s.preview("move de-kgp 805 normal")["left"] in (2, "2")
    assert s.preview("attack 804")


def warned(s, verb):
    """What the button of an answer warns of."""
    system, action = s.rules.system, s.parse(f"{verb} de-kgp")
    return [(one.say, one.clause) for one in system.show.cautions(s, action, s.rules.texts.teller(s.rules, "caution"))]


RESTS = [
    (("attacked",), {}, [], []),
    (("attacked", "late"), {}, [("Disrupted immediately", "TIG-KGP-8")], [("Disrupted when Blitzkrieg ends", "TIG-KGP-8")]),
    (
        ("attacked", "road"),
        {},
        [("Disrupted immediately", "TIG-KGP-8")],
        [("Disrupted after Blitzkrieg if still on the road", "TIG-KGP-8")],
    ),
    (
        ("attacked", "late"),
        {"us-28id": "804"},
        [("Disrupted immediately", "TIG-ATK-15")],
        [("Disrupted immediately", "TIG-ATK-15")],
    ),
]


@pytest.mark.clause("TIG-KGP-4", "TIG-KGP-8", "TIG-ATK-15")
@pytest.mark.parametrize(("marks", "enemy", "stops", "waits"), RESTS)
def test_who_rests_is_warned_of_what_then_happens(marks, enemy, stops, waits):
    for verb, told in (("stop", stops), ("wait", waits)):
        s = continued({"de-kgp": ("705", *marks), **enemy}, attacks=2, stepped=1, stopped=1)
        assert warned(s, verb) == told
        panel = s.rules.system.show.panel(s, s.parse(f"{verb} de-kgp"), "en")
        assert [one.clause for one in panel.cautions] == [clause for _say, clause in told]
        assert all("Disrupted" in one.say and "Kampfgruppe Peiper" in one.say for one in panel.cautions)
        do(s, f"{verb} de-kgp")
        at_once = bool(told) and told[0][0] == "Disrupted immediately"
        assert ("disrupted" in words(s, "de-kgp")) is at_once
        end_of_operations(s, 0)
        assert ("disrupted" in words(s, "de-kgp")) is bool(told)
