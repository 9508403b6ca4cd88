"""Defence factors, odds and shifts of Tigers in the Ardennes: the worked examples, and each number alone."""

import random
import sys
import types

import pytest
from tigers_scenes import at_step, dense, fed, hexes, historical, ids, scene

from echelon.core.fields import bits_of
from echelon.core.rulings import Note
from echelon.systems.tigers.play.allocation import open_allocation
from echelon.systems.tigers.play.defence import defence_from, defence_rows
from echelon.systems.tigers.play.forecast import converted
from echelon.systems.tigers.play.odds import allowed, basic_column, column, defence, rage
from echelon.systems.tigers.play.previews import of_battle
from echelon.systems.tigers.state import ALLIED, DISRUPTED, GERMAN
from echelon.systems.tigers.system import SYSTEM

RULES = SYSTEM.rules()


@pytest.fixture
def no_routes(monkeypatch):
    """Nobody has a route of more than one hex, nor a way off the map."""
    module = types.ModuleType("retreat")
    module.forced_off = lambda s, unit, k, rolled: False
    module.routes_of = lambda s, unit, k, rolled: [] if k > 1 else [(0, 1)]
    monkeypatch.setitem(sys.modules, "echelon.systems.tigers.play.retreat", module)


def fought(s, where, *units):
    """The column of a battle, with the shifts that apply."""
    notes: list[Note] = []
    at = column(s, hexes(s, where), ids(s, *units), notes)
    return s.rules.columns[at], {(note.clause, note.amount) for note in notes}


def name_of(at):
    return RULES.columns[at]


# --- worked examples ----------------------------------------------------------------------------------------------------
def test_example_1_seven_against_four():
    s = scene({})
    at = basic_column(s, 7, 4)
    assert name_of(at) == "3:2"
    assert RULES.combat[4 - 1][at] == "D"


def test_example_2_below_one_to_five():
    units = {"de-272vg": "905", "us-2ad": "906", "us-3ad": "906", "us-4cav": "906"}  # 5, 5 and 1
    s = scene(units, turn=1)
    assert not allowed(s, hexes(s, "906"), ids(s, "de-272vg"))
    s = scene({"de-272vg": "905", "us-2ad": "906", "us-4ad": "906"})  # 9
    assert allowed(s, hexes(s, "906"), ids(s, "de-272vg"))
    assert name_of(basic_column(s, 2, 9)) == "1:5"


def test_example_3_the_99th_at_1208():
    s = historical()
    assert defence(s, *_args(s, "1208", "de-277vg", "de-12ss", "de-12vg")) == 4
    assert fought(s, "1208", "de-277vg", "de-12ss", "de-12vg") == ("3:1", {("TIG-SET-9", 1)})
    assert RULES.combat[2 - 1][RULES.columns.index("3:1")] == "D2"


def _args(s, label, *units):
    return s.rules.board.parse_hex(label), bits_of(ids(s, *units))


def test_example_4_across_the_our():
    s = historical()
    assert fought(s, "1105", "de-26vg", "de-560vg") == ("3:2", {("TIG-SHF-3", -1), ("TIG-SET-9", 1)})


def test_example_5_echternach():
    s = historical()
    assert defence(s, *_args(s, "1302", "de-276vg", "de-212vg")) == 5
    assert fought(s, "1302", "de-276vg", "de-212vg") == ("1:1", {("TIG-SHF-3", -1), ("TIG-SET-9", 1)})
    assert RULES.combat[5 - 1][RULES.columns.index("1:1")] == "AD"


def test_example_6_the_106th():
    s = historical()
    attack = ("de-18vg", "de-62vg", "de-kgp", "de-501ss", "de-150bde")
    assert fought(s, "1307", *attack) == ("4:1", {("TIG-SET-9", 1), ("TIG-SKZ-1", 1)})
    s.ruthless = 1
    assert fought(s, "1307", *attack)[0] == "5:1"
    s.status[s.rules.names().unit("us-106id")] = 0
    assert ("TIG-TGR-1", 1) in fought(s, "1307", *attack)[1]


def test_example_7_the_ends_of_the_table():
    big = {f"de-{n}": "905" for n in ("2ss", "9ss", "12ss", "lehr")} | {"de-212vg": "905"}
    s = scene(big | {"us-4id": "906 disrupted"})
    s.supply = (s.rules.board.all, 0)
    at, shifts = fought(s, "906", *big)
    assert name_of(basic_column(s, 20, 3)) == "6:1"
    assert (at, shifts) == ("7:1", {("TIG-DIS-3", 1), ("TIG-SUP-3", 1)})
    s = scene({"de-501ss": "1204", "us-3ad": "1105"})
    s.bridges |= s.rules.board.parse_side("1105|1204")
    s.ruthless = 4
    assert fought(s, "1105", "de-501ss") == ("1:5", {("TIG-SHF-3", -1), ("TIG-SSR-3", -1)})


# --- defence factors ----------------------------------------------------------------------------------------------------
CLEAR, TOWN, FOREST, VENN, CITY = "906", "1302", "1106", "1109", "201"


@pytest.mark.parametrize(
    ("units", "where", "rows"),
    [
        ({"us-99id": "{} entrenched"}, CLEAR, ["TIG-DEF-1"]),
        ({"us-99id": "{}", "us-82abn": "{}"}, TOWN, ["TIG-DEF-2"]),
        ({"us-99id": "{}", "us-82abn": "{}", "us-3ad": "{}"}, CITY, ["TIG-DEF-3", "TIG-DEF-3"]),
        ({"de-3fj": "{}", "de-3pg": "{} disrupted", "de-2pz": "{}"}, FOREST, ["TIG-DEF-4"]),
        ({"us-30id": "{}", "us-99id": "{}"}, FOREST, ["TIG-DEF-4"]),
        ({"br-43id": "{}"}, FOREST, []),
        ({"us-2cav": "{}", "de-150bde": "1204"}, TOWN, []),
    ],
)
def test_each_bonus_alone(units, where, rows):
    assert _kinds_of_ground(where)
    s = scene({u: text.format(where) for u, text in units.items()})
    side = GERMAN if next(iter(units)).startswith("de") else ALLIED
    h = s.rules.board.parse_hex(where)
    found = [note.clause for note in defence_rows(s, side, h, 0) if note.clause != "TIG-GEN-4"]
    assert sorted(found) == rows


def _kinds_of_ground(label):
    bit, r = RULES.board.hexes(label), RULES
    expected = {CLEAR: 0, TOWN: r.town, FOREST: r.forest, VENN: r.venn, CITY: r.city}[label]
    others = (r.town | r.forest | r.venn | r.city) & ~expected
    return not bit & others and (not expected or bit & expected)


def test_the_venn_adds_to_the_forest():
    venn = RULES.board.labels[min(RULES.board.members(RULES.venn & RULES.forest))]
    s = scene({"de-3fj": venn, "us-2ad": venn})
    rows = defence_rows(s, GERMAN, s.rules.board.parse_hex(venn), 0)
    assert [note.clause for note in rows] == ["TIG-GEN-4", "TIG-DEF-4", "TIG-DEF-5"]


def test_the_siegfried_line_serves_only_if_every_attacker_comes_across_it():
    s = scene({"de-2pz": "1308", "de-501ss": "1308", "us-99id": "1208", "us-2id": "1308 disrupted"})
    h = s.rules.board.parse_hex("1308")
    s.pos[s.rules.names().unit("us-2id")] = s.rules.gone
    behind, beside = hexes(s, "1208"), hexes(s, "1407")
    assert defence_from(s, GERMAN, h, behind) == 5 + 2
    assert defence_from(s, GERMAN, h, behind | beside) == 5
    assert defence_from(s, GERMAN, h, hexes(s, "1307")) == 5  # 1307 faces no Siegfried hexside


def test_a_known_dump_defends_and_a_hidden_one_does_not_show():
    s = scene({"us-30id": "909", "de-2pz": "1008"})
    h = s.rules.board.parse_hex("909")
    plain = defence_from(s, ALLIED, h, 0)
    s.dump = h
    assert defence_from(s, ALLIED, h, 0) == plain
    assert defence_from(s, ALLIED, h, 0, hidden=True) == plain + 1
    s.dump_known = 1
    assert defence_from(s, ALLIED, h, 0) == plain + 1
    assert defence_rows(s, ALLIED, h, 0)[-1] == Note("TIG-FUEL-9", 1)
    s.german |= s.rules.board.bit[h]  # captured: it defends no more
    assert defence_from(s, ALLIED, h, 0) == plain


# --- each shift alone ---------------------------------------------------------------------------------------------------
def shifts_of(s, where, *units):
    return fought(s, where, *units)[1]


@pytest.mark.parametrize(
    ("defenders", "shifts"),
    [
        ({"us-99id": "906 disrupted"}, {("TIG-DIS-3", 1)}),
        ({"us-99id": "906 disrupted", "us-2ad": "906"}, {("TIG-DIS-3", 1)}),
        ({"us-82abn": "906 disrupted"}, set()),
        ({"br-6abn": "906 disrupted"}, {("TIG-DIS-3", 1)}),
        ({"us-99id": "906"}, set()),
    ],
)
def test_disrupted_defenders(defenders, shifts):
    assert shifts_of(scene(defenders | {"de-212vg": "905"}), "906", "de-212vg") == shifts


@pytest.mark.parametrize(
    ("defenders", "shifts"),
    [
        ({"de-12ss": "906 disrupted"}, set()),
        ({"de-3fj": "906 disrupted"}, set()),
        ({"de-2pz": "906 disrupted"}, {("TIG-DIS-3", 1)}),
        ({"de-2pz": "906", "de-506": "906 disrupted"}, set()),  # a broken-down Tiger does not taint a stack
        ({"de-506": "906 disrupted", "de-150bde": "906"}, {("TIG-DIS-3", 1)}),  # but pays for itself when alone
    ],
)
def test_disrupted_germans(defenders, shifts):
    s = scene(defenders | {"us-4ad": "905"}, step="C2a.attack")
    assert shifts_of(s, "906", "us-4ad") == shifts


def test_supply_of_both_sides():
    s = scene({"us-99id": "906", "de-212vg": "905", "de-506": "905"})
    board = s.rules.board
    s.supply = (board.all, 0)
    assert shifts_of(s, "906", "de-212vg") == {("TIG-SUP-3", 1)}
    s.supply = (0, board.all)
    assert shifts_of(s, "906", "de-212vg") == {("TIG-SUP-3", -1)}
    s.supply = (0, 0)
    assert shifts_of(s, "906", "de-212vg") == {("TIG-SUP-3", -1), ("TIG-SUP-3", 1)}


def test_the_river_counts_if_some_hex_is_reached_only_across_it():
    s = scene({"us-99id": "1105", "us-2id": "1005", "de-212vg": "1204", "de-276vg": "1106"})
    river = s.rules.river
    side = s.rules.board.parse_side
    assert side("1105|1204") & river
    assert not side("1105|1106") & river
    assert shifts_of(s, "1105", "de-212vg") == {("TIG-SHF-3", -1)}
    assert shifts_of(s, "1105", "de-212vg", "de-276vg") == set()
    s.bridges |= side("1105|1204")
    assert shifts_of(s, "1105", "de-212vg") == {("TIG-SHF-3", -1)}
    s.pos[s.rules.names().unit("de-276vg")] = s.rules.board.parse_hex("1104")
    s.pos[s.rules.names().unit("us-2id")] = s.rules.board.parse_hex("1004")
    assert side("1004|1104") & river
    assert shifts_of(s, "1105 1004", "de-276vg") == {("TIG-SHF-3", -1)}


@pytest.mark.parametrize(
    ("defenders", "fright"),
    [
        ({"us-99id": "906"}, True),
        ({"us-2cav": "906", "us-99id": "906"}, True),
        ({"us-99id": "906 entrenched"}, False),
        ({"us-99id": "906", "us-9ad-cca": "906"}, False),
        ({"us-82abn": "906"}, False),
        ({"br-43id": "906"}, False),
    ],
)
def test_tiger_fright(defenders, fright):
    s = scene(defenders | {"de-506": "905", "de-2pz": "905"})
    assert (("TIG-TGR-1", 1) in shifts_of(s, "906", "de-506", "de-2pz")) == fright
    assert ("TIG-TGR-1", 1) not in shifts_of(s, "906", "de-2pz")


def test_tiger_fright_needs_somebody_to_frighten_in_every_hex():
    s = scene({"us-99id": "908", "de-506": "1008", "de-2pz": "1008"})
    s.dump, s.dump_known = s.rules.board.parse_hex("909"), 1
    s.bridges |= s.rules.river
    assert ("TIG-TGR-1", 1) in shifts_of(s, "908", "de-506", "de-2pz")
    assert ("TIG-TGR-1", 1) not in shifts_of(s, "908 909", "de-506", "de-2pz")


@pytest.mark.parametrize(("turn", "helps"), [(1, True), (3, True), (4, False)])
def test_skorzeny_helps_until_turn_3(turn, helps):
    s = scene({"us-99id": "906", "de-2pz": "905", "de-150bde": "905"}, turn=turn)
    assert (("TIG-SKZ-1", 1) in shifts_of(s, "906", "de-2pz", "de-150bde")) == helps


@pytest.mark.parametrize(("turn", "shift"), [(4, set()), (5, {("TIG-SSR-1", 1)}), (6, {("TIG-SSR-3", -1)})])
def test_ruthlessness_and_rage(turn, shift):
    s = scene({"us-99id": "906", "de-12ss": "905", "de-2pz": "905"}, turn=turn)
    s.ruthless = 5 if turn >= 5 else 0
    assert shifts_of(s, "906", "de-12ss", "de-2pz") == shift
    assert shifts_of(s, "906", "de-2pz") == set()


@pytest.mark.parametrize(("ss", "angry"), [("905", True), ("1004", True), ("1008", False)])
def test_rage_at_paratroopers_next_to_the_ss(ss, angry):
    s = scene({"us-99id": "906", "de-3fj": "905", "de-501ss": ss}, turn=6)
    s.ruthless = 5
    assert rage(s, ids(s, "de-3fj")) == angry


def test_rage_must_be_claimed_with_the_option():
    s = scene({"us-99id": "906", "de-12ss": "905"}, turn=6, remind_malmedy="on")
    s.ruthless = 5
    assert shifts_of(s, "906", "de-12ss") == set()
    s.claimed = 1
    assert shifts_of(s, "906", "de-12ss") == {("TIG-SSR-3", -1)}


def test_the_barrage_needs_every_hex_at_the_front():
    s = historical()
    assert ("TIG-SET-9", 1) in fought(s, "1209", "de-277vg", "de-12ss")[1]
    s = scene({"us-99id": "906", "de-2pz": "905"}, turn=1)
    assert shifts_of(s, "906", "de-2pz") == set()
    s = scene({"us-99id": "1105", "us-28id": "1005", "de-352vg": "1106"}, turn=1)  # 1005 lies behind the front
    assert shifts_of(s, "1105", "de-352vg") == {("TIG-SET-9", 1)}
    assert shifts_of(s, "1105 1005", "de-352vg") == set()


# --- previews -----------------------------------------------------------------------------------------------------------
def test_the_preview_shows_every_number_with_its_clause(no_routes):
    s = historical()
    found = of_battle(s, GERMAN, hexes(s, "1208"), ids(s, "de-277vg", "de-12ss", "de-12vg"))
    assert (found["attack"], found["defence"], found["basic"], found["column"]) == (9, 4, "2:1", "3:1")
    assert found["defence_rows"] == [["us-99id", "TIG-GEN-4", 3], ["us-99id", "TIG-DEF-1", 1]]
    assert found["shifts"] == {"TIG-SET-9": 1}
    assert found["results"] == {"D3": "1/6", "D2": "1/3", "D1": "1/3", "D": "1/6"}
    d2 = found["outcomes"]["D2"]
    assert d2["yield"]["defender"] == {
        "eliminated": [], "disrupted": ["us-99id"], "retreat": "0-2", "cut_off": [["us-99id", 2, "eliminated"]],
        "entrenchment_lost": ["us-99id"], "recovered": [], "may_withdraw": False,
    }  # fmt: skip
    assert d2["yield"]["advance"] == {"possible": True, "hexes": {"de-277vg": 1, "de-12ss": 3, "de-12vg": 1}, "owed": 4}
    assert d2["stand"]["defender"]["eliminated"] == ["us-99id"]
    d = found["outcomes"]["D"]
    assert list(d) == ["yield"]  # on turn 1 nobody withdraws, so orders change nothing
    assert d["yield"]["defender"]["entrenchment_lost"] == []
    assert not d["yield"]["advance"]["possible"]


def test_on_d1_who_cannot_go_stays(no_routes, monkeypatch):
    monkeypatch.setattr(sys.modules["echelon.systems.tigers.play.retreat"], "routes_of", lambda *a: [])
    s = scene({"us-99id": "906", "us-3ad": "906 disrupted", "de-2pz": "905", "de-lehr": "905", "de-2ss": "905"})
    found = of_battle(s, GERMAN, hexes(s, "906"), ids(s, "de-2pz", "de-lehr", "de-2ss"))
    assert found["outcomes"]["D1"]["yield"]["defender"]["cut_off"] == [["us-99id", 1, "stays"], ["us-3ad", 1, "stays"]]
    assert not found["outcomes"]["D1"]["yield"]["defender"]["may_withdraw"]
    assert not found["outcomes"]["D1"]["yield"]["advance"]["possible"]


@pytest.mark.clause("TIG-NRT-4", "TIG-NRT-5")
def test_who_can_go_only_off_the_map_is_lost_on_d1():
    s = scene({"us-99id": "511", "de-2pz": "510", "de-lehr": "510", "de-2ss": "510"})
    found = of_battle(s, GERMAN, hexes(s, "511"), ids(s, "de-2pz", "de-lehr", "de-2ss"))
    for result, most in (("D1", 1), ("D2", 2)):
        told = found["outcomes"][result]["yield"]
        assert told["defender"]["cut_off"] == [["us-99id", k, "off_map"] for k in range(1, most + 1)]
        assert told["advance"]["possible"]


def test_losses_of_the_attacker(no_routes):
    s = scene({"us-3ad": "906", "de-12vg": "905", "de-272vg": "905"})
    found = of_battle(s, GERMAN, hexes(s, "906"), ids(s, "de-12vg", "de-272vg"))
    assert found["outcomes"]["D/AE"]["yield"]["attacker"] == {"eliminated": 5, "all": True, "disrupted": True}
    assert not found["outcomes"]["D/AE"]["yield"]["advance"]["possible"]
    assert found["outcomes"]["AD"]["yield"]["attacker"] == {"eliminated": 0, "all": False, "disrupted": True}


def test_everybody_is_lost_if_nobody_can_be_spared(no_routes):
    s = scene({"us-3ad": "906", "de-12vg": "905", "de-26vg": "905"})
    found = of_battle(s, GERMAN, hexes(s, "906"), ids(s, "de-12vg", "de-26vg"))  # 3 and 3 against 5
    assert found["outcomes"]["D/AE"]["yield"]["attacker"] == {"eliminated": 6, "all": True, "disrupted": True}


@pytest.mark.clause("TIG-ADV-3", "TIG-ADV-12")
def test_armor_may_follow_who_withdraws():
    s = scene({"us-99id": "906", "de-2pz": "905"})
    found = of_battle(s, GERMAN, hexes(s, "906"), ids(s, "de-2pz"))["outcomes"]
    assert found["D"]["yield"]["defender"]["may_withdraw"]
    assert found["D"]["yield"]["advance"] == {"possible": True, "hexes": {"de-2pz": 3}, "owed": 0}
    assert not found["D"]["stand"]["advance"]["possible"]


def test_a_miss_leaves_skorzenys_hex_open(no_routes):
    s = scene({"de-150bde": "906", "de-26vg": "1005", "us-1id": "905"}, step="C2a.attack")
    found = of_battle(s, ALLIED, hexes(s, "906 1005"), ids(s, "us-1id"))
    assert (found["automatic"], found["defence"]) == (["de-150bde"], 3)
    assert found["outcomes"]["-"]["yield"]["advance"] == {"possible": True, "hexes": {"us-1id": 1}, "owed": 0}
    assert not found["outcomes"]["AD"]["yield"]["advance"]["possible"]


def test_skorzeny_alone_needs_no_die(no_routes):
    s = scene({"de-150bde": "906", "us-99id": "905"}, step="C2a.attack")
    found = of_battle(s, ALLIED, hexes(s, "906"), ids(s, "us-99id"))
    assert found["automatic"] == ["de-150bde"]
    assert found["results"] == {"DE": "1"}
    assert found["outcomes"]["DE"]["ordered"]["advance"] == {"possible": True, "hexes": {"us-99id": 1}, "owed": 0}


def test_a_battle_below_one_to_five_has_no_column(no_routes):
    s = scene({"us-3ad": "906", "us-2ad": "906", "de-501ss": "905"})
    found = of_battle(s, GERMAN, hexes(s, "906"), ids(s, "de-501ss"))
    assert not found["allowed"]
    assert "column" not in found


def test_before_anybody_joins_the_preview_tells_who_could(no_routes):
    s = historical()
    open_allocation(s, GERMAN)
    found = s.preview("attack 1105")
    assert (found["attack"], found["defence"]) == (0, 3)
    assert found["available"] == ["de-560vg", "de-26vg"]


def test_previews_tell_the_german_nothing_of_a_hidden_dump(no_routes):
    s = scene({"us-30id": "909", "de-2pz": "1008", "de-lehr": "1008"})
    s.bridges |= s.rules.river
    told = []
    for label in ("909", "808"):
        s.dump = s.rules.board.parse_hex(label)
        fed(s)
        t = s.copy()
        open_allocation(t, GERMAN)
        view = t.view(GERMAN)
        assert view.state.dump == -1
        told.append((view.preview("attack 909"), view.legal()))
        assert told[-1][0] == t.preview("attack 909")
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("rolled", "stand", "result"),
    [("D1", 1, "D"), ("D1", 0, "D1"), ("D2", 1, "DE"), ("DD", 1, "DE"), ("D/AE", 1, "D/AE")],
)
def test_no_retreat(rolled, stand, result):
    assert converted(rolled, bool(stand)) == result


# --- many situations ----------------------------------------------------------------------------------------------------
def test_rows_add_up_to_the_defence_everywhere():
    for seed in range(150):
        s, side = dense(RULES, random.Random(seed))
        board = RULES.board
        for h in board.members(s.strong[1 - side]):
            for origin in (0, board.ring_of[h] & s.occupied[side], RULES.approaches.line[h]):
                rows = defence_rows(s, 1 - side, h, origin)
                assert sum(note.amount for note in rows) == defence_from(s, 1 - side, h, origin)


def test_disruption_does_not_lower_a_defence():
    s = scene({"us-99id": f"{TOWN} entrenched"})
    h = s.rules.board.parse_hex(TOWN)
    before = defence_from(s, ALLIED, h, 0)
    s.status[s.rules.names().unit("us-99id")] |= DISRUPTED
    assert defence_from(s, ALLIED, h, 0) == before == 5
    at_step(s, "B2c")
