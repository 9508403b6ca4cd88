"""Tactical advances of Tigers in the Ardennes: into vacated hexes, past them, and what must be done first."""

import random

import pytest
from tigers_battle import at, begin, do, label, legal, place, roll, scene, unit

from echelon.core.fields import bits_of
from echelon.systems.tigers.state import DISRUPTED, FATES, LATE, SHIFTED

DOWN = {"disrupted": True}


def is_down(s, name):
    return bool(s.status[unit(s, name)] & DISRUPTED)


def fates(s):
    return [FATES[row[4]] for row in s.targets]


def advances(s, name):
    """The hexes a unit may enter next."""
    return {text.split()[2] for text in legal(s) if text.startswith(f"advance {name} ")}


def won(units, result="DE", board=None, attackers=("de-2pz",), hexes=("T",), stand=(), **rest):
    """A battle up to the question after its die: the 28th in T attacked by 2.Pz from the north, and others."""
    s = scene({"us-28id": "T", "de-2pz": "N", **units}, board=board, **rest)
    return roll(begin(s, hexes, *attackers, stand=stand), result)


# --- fates --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ADV-7", "TIG-ADV-8", "TIG-ADV-15")
def test_fates():
    assert fates(won({})) == ["forced"]
    assert fates(won({}, "D2", stand=["T"])) == ["forced"]
    s = do(won({}, "D1"), "distance T 1", "retreat us-28id T.S", "finish")
    assert fates(s) == ["forced"]
    s = do(won({}, "D"), "withdraw us-28id T.S", "finish")
    assert fates(s) == ["left"] and "finish" in legal(s)
    s = do(won({"de-26vg": "N"}, "D3", attackers=("de-2pz", "de-26vg")), "distance T 0")
    assert fates(s) == ["pinned"]
    s = do(won({}, "D2"), "distance T 0", "finish")
    assert s.frame.kind.name == "combat.pick"  # no advance past a hex that is still held


# --- how far ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "most"), [("de-2pz", 3), ("de-506", 3), ("de-3pg", 2), ("de-5fj", 2), ("de-26vg", 1)])
@pytest.mark.clause("TIG-ADV-2", "TIG-ADV-6", "TIG-ADV-12", "TIG-ADV-13")
def test_long_advances_by_type(name, most):
    s = won({"de-2pz": "1405", name: "N"}, "D2", attackers=(name,), stand=["T"])
    do(s, f"advance {name} T")
    for n, way in enumerate(("T.S", "T.S.S", "T.S.S.S"), 1):
        if s.frame.kind.name == "combat.pick":
            assert n == most
            break
        assert legal(s) >= {f"halt {name}", f"advance {name} {way}"}
        do(s, f"advance {name} {way}")
    assert s.frame.kind.name == "combat.pick" and is_down(s, name) and s.status[unit(s, name)] & SHIFTED


@pytest.mark.clause("TIG-ADV-2", "TIG-ADV-12")
def test_a_cavalry_group_goes_as_far_as_armor():
    s = scene({"de-26vg": "T", "us-14cav": "N"}, side="allied")
    do(roll(begin(s, ["T"], "us-14cav"), "DE"), "advance us-14cav T", "advance us-14cav T.S", "advance us-14cav T.S.S")
    assert place(s, "us-14cav") == label(s, "T S S") and s.frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-ADV-3", "TIG-ADV-12")
def test_d1_gives_one_hex_and_the_defenders_own_steps_more():
    s = do(won({}, "D1"), "distance T 1", "retreat us-28id T.S", "finish", "advance de-2pz T")
    assert s.frame.kind.name == "combat.pick"
    s = do(won({}, "D1"), "distance T 1", "retreat us-28id T.S", "withdraw us-28id T.S.S", "finish", "advance de-2pz T")
    assert s.frame.kind.name == "combat.advance" and "advance de-2pz T.SE" in legal(s)


@pytest.mark.clause("TIG-ADV-3", "TIG-ADV-7", "TIG-ADV-12")
def test_example_12_a_voluntary_retreat_of_two():
    units = {"de-26vg": "NE"}
    s = won(units, "D", attackers=("de-2pz", "de-26vg"))
    do(s, "withdraw us-28id T.S", "withdraw us-28id T.S.S", "finish")
    assert {"advance de-2pz T", "advance de-26vg T", "finish"} <= legal(s)  # nobody has to
    do(s, "advance de-2pz T")
    assert advances(s, "de-2pz") == {"T.SE", "T.SW", "T.NE", "T.NW", "T.N", "T.S"}
    do(s, "advance de-2pz T.SW")
    assert "advance de-2pz T.SW.SW" not in legal(s) and is_down(s, "de-2pz")
    do(s, "advance de-26vg T")
    assert is_down(s, "de-26vg") and s.frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-ADV-2", "TIG-ADV-11")
def test_forest_without_a_road_and_unbridged_rivers_end_a_long_advance():
    s = do(won({}, board={"forest": "T"}), "advance de-2pz T")
    assert s.frame.kind.name == "combat.pick"  # the first hex included
    s = do(won({}, board={"forest": "T", "road": ["N-T"]}), "advance de-2pz T")
    assert advances(s, "de-2pz") == {"T.N", "T.NE", "T.SE", "T.S", "T.SW", "T.NW"}
    s = do(won({}, board={"forest": "S SE", "road": ["T-SE"], "river": "T|SW"}), "advance de-2pz T")
    assert advances(s, "de-2pz") == {"T.N", "T.NE", "T.SE", "T.NW"}
    s = do(won({"de-5fj": "N"}, board={"river": "T|N"}, attackers=("de-5fj",)), "advance de-5fj T")
    assert s.frame.kind.name == "combat.pick"


# --- zones --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ADV-1", "TIG-ADV-10")
def test_zones_do_not_count_in_the_vacated_hex_and_stop_elsewhere():
    units = {"us-4id": "T SE SE"}
    s = do(won(units), "advance de-2pz T", "advance de-2pz T.SE")
    assert s.frame.kind.name == "combat.pick"  # stopped in the zone of the 4th
    # next to T: T is in its zone, and that stops nobody, but no step leads from there along its zone
    s = do(won({"us-4id": "SE"}), "advance de-2pz T")
    assert advances(s, "de-2pz") == {"T.N", "T.SW", "T.NW"}
    s = do(won({"us-4id": {"at": "SE", **DOWN}}), "advance de-2pz T")
    assert advances(s, "de-2pz") == {"T.N", "T.SW", "T.NW"}


@pytest.mark.clause("TIG-ADV-1", "TIG-ADV-16")
def test_the_first_hex_ignores_zones_and_a_friend_opens_none():
    # N and T are both in the zone of the 4th at NE
    s = won({"us-4id": "NE"})
    assert advances(s, "de-2pz") == {"T"}
    s = do(won({"us-4id": "SE", "de-18vg": "S"}), "advance de-2pz T")
    assert "T.S" not in advances(s, "de-2pz")


# --- what is owed -------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ADV-4", "TIG-ADV-5", "TIG-ADV-7")
def test_strength_equal_to_the_defence_must_enter():
    units = {"us-4id": "T", "de-26vg": "N", "de-272vg": "NE"}  # 2 + 3 against 4, 3 and 2
    s = won(units, attackers=("de-2pz", "de-26vg", "de-272vg"))
    assert legal(s) == {"advance de-2pz T", "advance de-26vg T", "advance de-272vg T"}
    do(s, "advance de-2pz T", "halt de-2pz")
    assert legal(s) == {"advance de-26vg T", "advance de-272vg T"}
    do(s, "advance de-272vg T")  # 6
    assert "finish" in legal(s) and {"T.NW", "T"} <= advances(s, "de-26vg")


@pytest.mark.clause("TIG-ADV-7")
def test_all_go_if_they_total_less():
    s = won({"us-2ad": "T", "us-3ad": "T", "de-26vg": "N"}, attackers=("de-2pz", "de-26vg"))
    do(s, "advance de-2pz T", "halt de-2pz")
    assert legal(s) == {"advance de-26vg T"}
    assert do(s, "advance de-26vg T").frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-ADV-4", "TIG-ADV-7")
def test_who_passes_through_counts():
    s = won({"de-26vg": "N"}, attackers=("de-2pz", "de-26vg"))
    do(s, "advance de-2pz T", "advance de-2pz T.S", "halt de-2pz")
    assert "finish" in legal(s)


@pytest.mark.clause("TIG-ADV-7", "TIG-ADV-11", "TIG-STK-6")
def test_example_35_never_more_than_the_hex_may_hold():
    units = {"us-2id": "T", "us-2ad": "T", "de-2pz": "1405", "us-28id": "1406", "de-26vg": "N", "de-12vg": "NE", "de-5fj": "NW"}
    attackers = ("de-26vg", "de-12vg", "de-5fj")  # 9 needed, 3 + 3 + 3; forest holds two
    s = won(units, board={"forest": "T"}, attackers=attackers)
    do(s, "advance de-26vg T")
    assert "finish" not in legal(s)
    do(s, "advance de-12vg T")
    assert "finish" in legal(s) and "T" in advances(s, "de-5fj")  # stacking is not checked, only not demanded
    assert {"T.N", "T.SW"} & advances(s, "de-5fj")


@pytest.mark.clause("TIG-ADV-5", "TIG-ADV-7", "TIG-ADV-16")
def test_nobody_bypasses_before_and_the_option_frees():
    s = won({"de-26vg": "NE"}, attackers=("de-2pz", "de-26vg"))
    assert legal(s) == {"advance de-2pz T", "advance de-26vg T"}
    s = won({"de-26vg": "NE"}, attackers=("de-2pz", "de-26vg"), options={"occupation_optional": "on"})
    assert legal(s) == {"advance de-2pz T", "advance de-26vg T", "finish"}
    # left of his own will: no duty, but nobody bypasses an empty hex
    s = do(won({"de-26vg": "NE"}, "D", attackers=("de-2pz", "de-26vg")), "withdraw us-28id T.S", "finish")
    assert legal(s) == {"advance de-2pz T", "advance de-26vg T", "finish"}
    do(s, "advance de-2pz T")
    assert advances(s, "de-26vg") == {"T", "T.N", "T.SE"}  # SE is in the zone of the 28th, NE is not


@pytest.mark.clause("TIG-ADV-5", "TIG-ADV-11")
def test_past_the_hex_only_where_the_unit_could_attack():
    board = {"river": "NE|SE N|NE"}
    s = won({"de-26vg": "N", "de-lehr": "NE"}, board=board, attackers=("de-2pz", "de-26vg", "de-lehr"))
    do(s, "advance de-2pz T", "halt de-2pz")
    assert advances(s, "de-26vg") == {"T", "T.NE", "T.NW"}
    assert advances(s, "de-lehr") == {"T"}
    s.bridges = s.rules.board.side(at(s, "T NE"), at(s, "T SE"))
    assert advances(s, "de-lehr") == {"T", "T.SE"}


@pytest.mark.clause("TIG-ADV-1")
def test_disrupted_attackers_and_others_do_not_advance():
    s = scene({"us-28id": "T", "de-2pz": "N", "de-26vg": "N"})
    s = roll(begin(s, ["T"], "de-2pz"), "DE")
    assert legal(s) == {"advance de-2pz T"}


@pytest.mark.clause("TIG-GEN-8", "TIG-BRG-19")
def test_control_and_bridges_follow_the_advance():
    s = scene({"us-28id": "T", "de-2pz": "N"}, board={"river": "T|N"})
    s.bridges = s.rules.board.side(at(s, "T"), at(s, "T N"))
    s.german = s.rules.board.bit[at(s, "T N")]
    do(roll(begin(s, ["T"], "de-2pz"), "DE"), "advance de-2pz T")
    assert s.german & s.rules.board.bit[at(s, "T")] and s.german_bridges == s.bridges


# --- pins ---------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ADV-8", "TIG-ADV-12")
def test_example_13_pinning_on_turn_1_and_not_on_turn_5():
    units = {"us-14cav": "T", "us-28id": "1405", "us-99id": "T", "de-26vg": "NE"}  # 1 + 3 against 4 and 3
    s = do(won(units, "D1", attackers=("de-2pz", "de-26vg"), turn=1), "distance T 0")
    assert fates(s) == ["pinned"] and "finish" in legal(s)
    assert advances(s, "de-2pz") == set() and advances(s, "de-26vg") == {"T.SE", "T.N"}
    do(s, "advance de-26vg T.SE")
    assert is_down(s, "de-26vg") and not is_down(s, "de-2pz") and s.frame.kind.name == "combat.pick"
    s = do(won(units, "D1", attackers=("de-2pz", "de-26vg")), "distance T 0", "finish")
    assert s.frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-ADV-8")
def test_only_the_germans_pin_with_less_than_d3():
    s = scene({"de-26vg": "T", "us-2ad": "N", "us-4id": "NE"}, side="allied", turn=1)
    do(roll(begin(s, ["T"], "us-2ad", "us-4id"), "D2"), "distance T 0", "finish")
    assert s.frame.kind.name == "combat.pick"
    s = scene({"de-26vg": "T", "us-2ad": "N", "us-4id": "NE"}, side="allied", turn=7)
    do(roll(begin(s, ["T"], "us-2ad", "us-4id"), "DD"), "distance T 0")
    assert fates(s) == ["pinned"]


@pytest.mark.clause("TIG-ADV-4", "TIG-ADV-8")
def test_a_pinned_hex_stays_contained():
    units = {"de-26vg": "NE", "de-272vg": "NE", "de-150bde": "N"}  # 2 against 4, 3, 2 and 0
    s = do(won(units, "D3", attackers=("de-2pz", "de-26vg", "de-272vg", "de-150bde")), "distance T 0")
    do(s, "advance de-2pz T.NW", "halt de-2pz")
    assert advances(s, "de-272vg") and advances(s, "de-26vg")
    do(s, "advance de-26vg T.SE")
    assert advances(s, "de-272vg") == set() and advances(s, "de-150bde")
    s = won({"us-2ad": "T", "de-150bde": "N"}, "D3", attackers=("de-2pz", "de-150bde"))  # 7 against 4
    assert do(s, "distance T 0").frame.kind.name == "combat.pick"  # all stay


@pytest.mark.clause("TIG-ADV-9", "TIG-ADV-10")
def test_the_pinned_defenders_own_zone_does_not_count_with_the_option():
    units = {"de-26vg": "NE"}
    both = ("de-2pz", "de-26vg")
    s = do(won(units, "D3", attackers=both), "distance T 0")
    assert advances(s, "de-2pz") == {"T.NE", "T.NW"}
    do(s, "advance de-2pz T.NW", "advance de-2pz T.SW", "advance de-2pz T.S")
    s = won(units, "D3", attackers=both, options={"pin_ignores_own_zoc": "off"})
    assert do(s, "distance T 0").frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-ADV-15")
def test_several_hexes_containment_first_then_the_vacated_one():
    units = {"us-4id": "SE", "de-2pz": "NE", "de-26vg": "NE", "de-12vg": "NE"}  # 2 in T, 3 in SE, against 4, 3, 3
    s = won(units, "D3", hexes=("T", "T SE"), attackers=("de-2pz", "de-26vg", "de-12vg"))
    do(s, "distance T 2", "distance T.SE 0", *["retreat us-28id T.SW", "retreat us-28id T.SW.SW"])
    assert fates(s) == ["forced", "pinned"]
    assert "finish" not in legal(s)
    do(s, "advance de-2pz T", "halt de-2pz")
    assert "finish" in legal(s)
    do(s, "advance de-26vg T")
    assert advances(s, "de-12vg") == set()


@pytest.mark.clause("TIG-ADV-15")
def test_each_unit_counts_for_one_hex():
    units = {"us-4id": "SE", "de-2pz": "NE", "de-26vg": "NE"}
    s = won(units, "DE", hexes=("T", "T SE"), attackers=("de-2pz", "de-26vg"))
    do(s, "advance de-2pz T", "advance de-2pz T.SE", "halt de-2pz")
    assert legal(s) == {"advance de-26vg T", "advance de-26vg T.SE"}
    assert do(s, "advance de-26vg T").frame.kind.name == "combat.pick"


# --- Kampfgruppe Peiper -------------------------------------------------------------------------------------------------
def kgp(spent, *attached, die=0, result="DE"):
    units = {"de-2pz": "1405", "de-kgp": {"at": "N", "spent": spent}}
    units.update({name: {"at": "N", "attached": True} for name in attached})
    s = won(units, result, attackers=("de-kgp", *attached), peiper_die=die)
    return s, unit(s, "de-kgp")


@pytest.mark.parametrize(("spent", "most", "after"), [(4, 1, 4), (3.5, 1, 3.5), (3, 2, 4), (2.5, 2, 3.5), (2, 3, 4), (0, 3, 3)])
@pytest.mark.clause("TIG-KGP-3", "TIG-KGP-4", "TIG-KGP-7")
def test_peiper_pays_an_omf_a_hex_and_one_hex_is_free(spent, most, after):
    s, u = kgp(spent)
    do(s, "advance de-kgp T")
    n = 1
    for way in ("T.S", "T.S.S"):
        if s.frame.kind.name == "combat.advance":
            do(s, f"advance de-kgp {way}")
            n += 1
    assert (n, s.spent[u] / 2) == (most, after) and s.frame.kind.name != "combat.advance"
    assert not is_down(s, "de-kgp") and s.marks[u] & LATE and s.status[u] & SHIFTED


@pytest.mark.clause("TIG-KGP-12", "TIG-KGP-4", "TIG-ADV-6")
def test_the_attached_go_along_and_are_disrupted_later():
    s, _u = kgp(0, "de-501ss", "de-150bde", die=6)
    assert legal(s) == {"advance de-kgp T"}
    do(s, "advance de-kgp T", "halt de-kgp")
    for name in ("de-kgp", "de-501ss", "de-150bde"):
        assert place(s, name) == label(s, "T") and not is_down(s, name) and s.marks[unit(s, name)] & LATE


@pytest.mark.clause("TIG-TGR-5", "TIG-TGR-6")
def test_the_501st_stays_behind_where_its_die_ends():
    s, _u = kgp(1, "de-501ss", die=2)
    do(s, "advance de-kgp T")
    assert place(s, "de-501ss") == label(s, "T")
    do(s, "advance de-kgp T.S")
    assert place(s, "de-501ss") == label(s, "T") and is_down(s, "de-501ss")
    assert place(s, "de-kgp") == label(s, "T S") and not is_down(s, "de-kgp")
    s, _u = kgp(4, "de-501ss", die=4)
    do(s, "advance de-kgp T")  # free: it counts nothing
    assert place(s, "de-501ss") == label(s, "T")


@pytest.mark.clause("TIG-TGR-5")
def test_the_die_of_the_501st_is_thrown_before_the_first_hex():
    s, _u = kgp(0, "de-501ss")
    do(s, "advance de-kgp T")
    assert s.frame.kind.name == "move.breakdown_die" and place(s, "de-kgp") == label(s, "T N")

    do(s, "die 3")
    assert s.peiper_die == 3 and place(s, "de-kgp") == place(s, "de-501ss") == label(s, "T")


# --- the hidden dump ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-FUEL-8")
def test_an_advance_finds_the_dump_and_does_not_enter():
    s = scene({"us-28id": "907", "de-2pz": "906"}, dump="908", hexes={"T": "907"})
    roll(begin(s, ["907"], "de-2pz"), "DE")
    do(s, "advance de-2pz 907", "advance de-2pz 908")
    assert s.dump_known and place(s, "de-2pz") == "907" and s.frame.kind.name == "combat.advance"
    assert "advance de-2pz 908" not in s.legal().texts()
    do(s, "halt de-2pz")
    assert is_down(s, "de-2pz")


# --- nobody is stuck ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.clause("TIG-SEQ-14")
def test_every_battle_ends(seed):
    rng = random.Random(seed)
    side = rng.choice(("german", "allied"))
    mine, theirs = ("de", "us") if side == "german" else ("us", "de")
    ring = ["N", "NE", "SE", "S", "SW", "NW"]
    s = scene({}, side=side, turn=rng.choice((1, 5)), board={"forest": "SE S", "river": "T|S SE|S T|N"})
    targets = ["T", *rng.sample(ring, rng.choice((0, 1)))]
    units = [u for u in range(len(s.pos)) if s.pos[u] >= s.rules.gone]
    named = s.rules.forces.units
    attackers = []
    for u in rng.sample(units, len(units)):
        name = named[u].id
        if s.rules.arm[u] == "vdh":
            continue
        if name.startswith(mine) and len(attackers) < 6:
            froms = [
                w
                for w in ring
                if w not in targets
                and all(
                    s.rules.board.bit[at(s, f"T {w}")] & s.rules.board.ring_of[at(s, f"T {t}" if t != "T" else "T")]
                    for t in targets
                )
            ]
            s.pos[u] = at(s, f"T {rng.choice(froms)}")
            attackers.append(name)
        elif name.startswith(theirs) and rng.random() < 0.2:
            s.pos[u] = at(s, "T" if (way := rng.choice(targets)) == "T" else f"T {way}")
            s.status[u] = rng.choice((0, 0, DISRUPTED))
    s.rules.rebuild(s)
    hexes = [
        w if w == "T" else f"T {w}"
        for w in targets
        if s.strong[1 - s.frame.side] & s.rules.board.bit[at(s, w if w == "T" else f"T {w}")]
    ]
    if not hexes or not any(s.rules.factor[unit(s, n)] for n in attackers):
        return
    start = s
    for _ in range(60):
        s = start.copy()
        begin(s, hexes, *attackers, stand=rng.choice(((), ("T",))))
        if s.frame.kind.name == "combat.roll":
            roll(s, rng.choice(["-", "AD", "AE", "D/AE", "D", "D1", "D2", "D3", "DD", "DE"]))
        for _n in range(200):
            if s.frame.kind.name in ("combat.pick", "kgp.continue"):
                break
            actions = list(s.legal())
            assert actions and len(actions) == len(set(actions))
            s.apply(s.draw() if s.frame.chance else rng.choice(actions))
        assert s.frame.kind.name in ("combat.pick", "kgp.continue")
        copy = s.copy()
        s.rules.rebuild(copy)
        assert (copy.occupied, copy.strong, copy.divisions) == (s.occupied, s.strong, s.divisions)
        assert copy.german == s.german
        assert all(s.status[u] == s.marks[u] == 0 for u in range(len(s.pos)) if s.pos[u] >= s.rules.gone)
        assert bits_of(s.attackers) == []
