"""Air operations (chapter 18), the weather's limits on them, and what bombing does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from echelon.core.frames import CHANCE
from echelon.systems.tigers import SYSTEM
from echelon.systems.tigers.facts.compiled import NEVER
from echelon.systems.tigers.frames import VERBS, AirDie, Bomb, Fight, Intercept, Resupply
from echelon.systems.tigers.play.air import (
    apply_air_die,
    apply_bomb,
    apply_intercept,
    apply_resupply,
    available,
    legal_bomb,
    legal_intercept,
    legal_resupply,
    open_bomb,
    open_intercept,
    open_resupply,
    preview_air,
    resolve_air,
)
from echelon.systems.tigers.play.air_dice import bombed_units
from echelon.systems.tigers.play.places import put
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    BOMBED,
    CLEAR,
    DISRUPTED,
    ENTRENCHED,
    FOG,
    GERMAN,
    MISSIONS,
    SNOW,
)

BELOW = Fight((GERMAN,))  # stands for whatever comes after the step
P47, P51, JG26, SG4 = "us-365fg", "us-352fg", "de-jg26", "de-sg4"
BRIDGE = "908|1008"


def hex_where(wanted: Any, avoided: Any = ()) -> str:
    rules = SYSTEM.rules()
    masks: dict[str, int] = {n: getattr(rules, n) for n in ("forest", "venn", "town", "city", "roads")}
    for h, bit in enumerate(rules.board.bit):
        if all(masks[n] & bit for n in wanted) and not any(masks[n] & bit for n in avoided):
            return str(rules.board.labels[h])
    raise LookupError(wanted)


FOREST_ROAD, FOREST = hex_where(["forest", "roads"]), hex_where(["forest"], ["roads"])
VENN, CITY, TOWN = hex_where(["venn"]), hex_where(["city"]), hex_where(["town"], ["forest", "venn"])
OPEN = hex_where([], ["forest", "venn", "town", "city"])


def sky(step: str = "C2a.bomb", units: dict[str, str] | None = None, weather: int = CLEAR, **options: Any) -> Any:
    s: Any = SYSTEM.rules("", options).blank()
    for name, label in (units or {}).items():
        put(s, s.rules.forces.index(name), s.rules.board.parse_hex(label))
    s.rules.rebuild(s)
    at(s, step)
    s.turn, s.weather, s.frame, s.stack = 8, weather, BELOW, [BELOW]
    return s


def at(s: Any, step: str) -> None:
    s.step = [x.name for x in s.rules.sequence].index(step)


def phasing(s: Any) -> int:
    return GERMAN if s.rules.sequence[s.step].name.startswith("B") else ALLIED


def group(s: Any, name: str) -> int:
    return int(s.rules.words["group"].index(name))


def unit(s: Any, name: str) -> int:
    return int(s.rules.forces.index(name))


def side_number(s: Any, label: str) -> int:
    a, b = (s.rules.board.parse_hex(x) for x in label.split("|"))
    return int(s.rules.hexsides.index(s.rules.board.side(a, b)))


def send(s: Any, act: str, name: str, target: str = "") -> None:
    """Commit one group, whoever is asked."""
    g = group(s, name)
    side = s.rules.air[g].side
    s.frame, s.stack = Bomb((side,)), [BELOW]
    if act == "bomb":
        apply_bomb(s, s.frame, VERBS.make("bomb", g, s.rules.board.parse_hex(target)))
    elif act == "bust":
        apply_bomb(s, s.frame, VERBS.make("bust", g, side_number(s, target)))
    elif act == "burn":
        apply_bomb(s, s.frame, VERBS.make("burn", g))
    elif act == "resupply":
        s.frame = Resupply((side,))
        apply_resupply(s, s.frame, VERBS.make("resupply", g, s.rules.board.parse_hex(target)))
    else:
        s.frame = Intercept((side,))
        apply_intercept(s, s.frame, VERBS.make("intercept", g, group(s, target)))


def fly(s: Any, *dice: int) -> list[AirDie]:
    """Resolve with these dice; the questions that were asked, and no others are open afterwards."""
    asked = []
    s.frame, s.stack = BELOW, [BELOW]
    resolve_air(s, phasing(s))
    for die in dice:
        assert isinstance(s.frame, AirDie), "a die too many"
        assert s.frame.side == CHANCE
        asked.append(s.frame)
        apply_air_die(s, s.frame, VERBS.make("die", die))
    assert s.frame is BELOW, "a die too few"
    assert s.missions == ()
    return asked


def down(s: Any, name: str) -> bool:
    return bool(s.air_back[group(s, name)] > s.turn)


def bombs(name: str, target: str, where: str, die: int, entrenched: bool = False, **options: Any) -> Any:
    """One group bombs one unit."""
    s = sky(units={target: where}, **options)
    if entrenched:
        s.status[unit(s, target)] |= ENTRENCHED
    send(s, "bomb", name, where)
    fly(s, die)
    return s


# --- who may fly --------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-WX-2", "TIG-WX-3", "TIG-WX-4")
@pytest.mark.parametrize(
    ("weather", "side", "most"),
    [(SNOW, ALLIED, 0), (SNOW, GERMAN, 1), (FOG, ALLIED, 3), (FOG, GERMAN, 2), (CLEAR, ALLIED, 6), (CLEAR, GERMAN, 2)],
)
def test_how_many_may_fly(weather, side, most):
    s = sky(weather=weather, units={"us-28id": "1105", "de-26vg": "1204"})
    flown = 0
    open_bomb(s, side)
    while isinstance(s.frame, Bomb):
        keen = [a for a in legal_bomb(s, s.frame) if VERBS.verb(a).name != "pass"]
        apply_bomb(s, s.frame, keen[0])
        flown += 1
    assert flown == most
    assert len(s.missions) == most
    assert available(s, side) == []


@pytest.mark.clause("TIG-WX-3", "TIG-WX-7")
def test_worked_example_25():
    """Fog: one group in B2a and two in C2a leave none for resupply in C2e, nor for anything else."""
    s = sky("B2a.bomb", {"us-28id": "1105", "de-26vg": "1204"}, FOG)
    send(s, "bomb", "us-365fg", "1204")
    fly(s, 4)
    at(s, "C2a.bomb")
    send(s, "bomb", "us-366fg", "1204")
    assert isinstance(s.frame, Bomb)
    send(s, "bust", "us-368fg", BRIDGE)
    assert s.frame is BELOW, "nobody is left to be asked about"
    fly(s, 4, 4)
    at(s, "C2e.fly")
    s.frame = BELOW
    open_resupply(s, ALLIED)
    assert s.frame is BELOW
    s.weather = CLEAR
    open_resupply(s, ALLIED)
    assert s.frame == Resupply((ALLIED,))


@pytest.mark.clause("TIG-AIR-3", "TIG-AIR-17")
def test_once_a_turn_and_not_while_shot_down():
    s = sky(units={"de-26vg": "1204"})
    send(s, "bomb", P47, "1204")
    assert group(s, P47) not in available(s, ALLIED)
    s.air_used = 0
    s.air_back = (10, *s.air_back[1:])
    assert group(s, P47) not in available(s, ALLIED)
    s.turn = 10
    assert group(s, P47) in available(s, ALLIED)


# --- what they may attack -----------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-AIR-20", "TIG-AIR-18")
def test_targets_are_hexes_with_enemies_other_than_vdh_and_any_bridge():
    s = sky(units={"de-vdh": "1009", "de-150bde": "1008", "us-28id": "1105", "de-26vg": "1204"})
    texts = {s.text(a) for a in legal_bomb(s, Bomb((ALLIED,)))}
    assert {f"bomb {P47} 1204", f"bomb {P47} 1008", f"bust {P47} {BRIDGE}", "pass"} <= texts
    assert not {t for t in texts if t.endswith((" 1009", " 1105"))}
    assert len([t for t in texts if t.startswith(f"bust {P47}")]) == s.bridges.bit_count()
    german = {s.text(a) for a in legal_bomb(s, Bomb((GERMAN,)))}
    assert {t for t in german if t.startswith("bomb")} == {f"bomb {JG26} 1105", f"bomb {SG4} 1105"}
    put(s, unit(s, "de-150bde"), s.rules.board.parse_hex("1009"))
    assert f"bomb {P47} 1009" in {s.text(a) for a in legal_bomb(s, Bomb((ALLIED,)))}, "Skorzeny beside him is a target"


@pytest.mark.clause("TIG-FUEL-5", "TIG-FUEL-10")
def test_the_dump_is_bombed_by_americans_only_and_given_away_by_it():
    s = sky(units={"us-28id": "1105"})
    assert not [a for a in legal_bomb(s, Bomb((ALLIED,))) if VERBS.verb(a).name == "burn"]
    s.dump = s.rules.board.parse_hex("909")
    assert len([a for a in legal_bomb(s, Bomb((ALLIED,))) if VERBS.verb(a).name == "burn"]) == 6
    assert not [a for a in legal_bomb(s, Bomb((GERMAN,))) if VERBS.verb(a).name == "burn"]
    send(s, "burn", P47)
    assert s.dump_known
    assert s.reveals == 1
    assert s.missions == ((group(s, P47), MISSIONS.index("burn"), s.dump, 0, 0),)
    fuel = s.fuel
    missed = s.copy()
    fly(missed, 3)
    assert not missed.dump_gone
    fly(s, 2)
    assert s.dump_gone
    assert s.fuel == fuel
    s.air_used = 0
    assert not [a for a in legal_bomb(s, Bomb((ALLIED,))) if VERBS.verb(a).name == "burn"]


@pytest.mark.clause("TIG-AIR-14", "TIG-FUEL-5")
@pytest.mark.parametrize(
    ("units", "die", "name", "lost"),
    [
        ({"de-2pz": "909"}, 6, P47, True),
        ({"de-2pz": "909"}, 5, P47, False),
        ({"de-2pz": "909"}, 5, P51, True),
        ({"de-2pz": "908"}, 6, P47, False),
        ({"de-26vg": "909"}, 6, P47, False),
    ],
)
def test_flak_at_the_dump(units, die, name, lost):
    s = sky(units=units)
    s.dump = s.rules.board.parse_hex("909")
    send(s, "burn", name)
    fly(s, die)
    assert down(s, name) == lost
    assert not s.dump_gone


@pytest.mark.clause("TIG-AIR-4", "TIG-AIR-5", "TIG-AIR-14")
@pytest.mark.parametrize(
    ("units", "die", "name", "lost", "busted"),
    [
        ({}, 2, P47, False, True),
        ({}, 3, P47, False, False),
        ({"de-kgp": "1008"}, 6, P47, True, False),
        ({"de-kgp": "908"}, 6, P47, True, False),
        ({"de-3fj": "908"}, 5, P51, True, False),
        ({"de-3fj": "908"}, 5, P47, False, False),
        ({"de-fbb": "908"}, 6, P51, False, False),
        ({"us-2id": "908"}, 6, JG26, False, False),
        ({"de-2pz": "908"}, 6, JG26, False, False),
    ],
)
def test_bridge_busting(units, die, name, lost, busted):
    s = sky(units=units)
    side = s.rules.hexsides[side_number(s, BRIDGE)]
    assert s.bridges & side
    send(s, "bust", name, BRIDGE)
    assert s.missions[0][2:4] == (-1, side)
    fly(s, die)
    assert down(s, name) == lost
    assert bool(s.bridges & side) != busted


@pytest.mark.clause("TIG-AIR-16")
def test_groups_that_combine_against_a_bridge_roll_one_after_another():
    s = sky()
    send(s, "bust", "us-365fg", BRIDGE)
    send(s, "bust", "us-366fg", BRIDGE)
    assert [f.group for f in fly(s, 1, 1)] == [0, 1]
    assert not s.bridges & s.rules.hexsides[side_number(s, BRIDGE)]


# --- bombing ------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-AIR-1", "TIG-AIR-5", "TIG-AIR-16", "TIG-AIR-17")
def test_worked_example_26():
    s = sky(units={"de-26vg": OPEN, "de-2pz": OPEN})
    send(s, "bomb", P47, OPEN)
    asked = fly(s, 6)
    assert [f.unit for f in asked] == [unit(s, "de-2pz")], "26.VG is not attacked"
    assert s.air_back[group(s, P47)] == 10
    assert not s.status[unit(s, "de-2pz")]
    other = bombs(P47, "de-fbb", OPEN, 6)
    assert not down(other, P47)


@pytest.mark.clause("TIG-AIR-2", "TIG-AIR-5", "TIG-AIR-14")
@pytest.mark.parametrize("name", [P47, P51])
@pytest.mark.parametrize(
    ("target", "aa"),
    [
        ("de-2pz", True), ("de-1ss", True), ("de-kgp", True), ("de-3pg", True), ("de-3fj", True), ("de-fbb", False),
        ("de-fgb", False), ("de-26vg", False), ("de-501ss", False), ("de-150bde", False),
    ],
)  # fmt: skip
def test_the_open_column(name, target, aa):
    for die in range(1, 7):
        s = bombs(name, target, OPEN, die)
        assert bool(s.status[unit(s, target)] & DISRUPTED) == (die <= 3)
        assert down(s, name) == (aa and (die == 6 or (die == 5 and name == P51)))


@pytest.mark.clause("TIG-AIR-5")
def test_allied_ground_units_do_not_shoot_down_germans():
    for target in ("us-7ad", "us-82abn", "us-2id"):
        for die in (5, 6):
            assert not down(bombs(JG26, target, OPEN, die), JG26)


@pytest.mark.clause("TIG-AIR-10", "TIG-AIR-11")
@pytest.mark.parametrize(
    ("target", "where", "entrenched", "cover"),
    [
        ("de-2pz", FOREST_ROAD, False, False),
        ("de-501ss", FOREST_ROAD, False, False),
        ("de-fbb", FOREST_ROAD, False, False),
        ("de-2pz", FOREST, False, True),
        ("de-3pg", FOREST_ROAD, False, True),
        ("de-26vg", FOREST_ROAD, False, True),
        ("de-150bde", FOREST_ROAD, False, True),
        ("de-26vg", VENN, False, True),
        ("de-2pz", CITY, False, True),
        ("de-26vg", TOWN, False, False),
        ("de-3pg", OPEN, True, True),
        ("de-3pg", OPEN, False, False),
    ],
)
def test_the_column_of_a_ground_target(target, where, entrenched, cover):
    s = bombs(P47, target, where, 3, entrenched)
    assert bool(s.status[unit(s, target)] & DISRUPTED) != cover
    assert s.status[unit(s, target)] & ENTRENCHED == (ENTRENCHED if entrenched else 0)
    again = bombs(P47, target, where, 2, entrenched)
    assert again.status[unit(again, target)] & DISRUPTED


@pytest.mark.clause("TIG-AIR-11")
def test_pure_armor_on_a_venn_road_is_in_the_open():
    rules = SYSTEM.rules()
    roads = rules.board.members(rules.venn & rules.roads & ~rules.city)
    where = rules.board.labels[roads[0]] if roads else FOREST_ROAD
    s = bombs(P47, "de-2pz", where, 3)
    assert s.status[unit(s, "de-2pz")] & DISRUPTED


@pytest.mark.clause("TIG-AIR-6", "TIG-AIR-7", "TIG-AIR-10")
@pytest.mark.parametrize(
    ("name", "target", "where", "dice"),
    [
        (P47, "de-26vg", CITY, {6}),
        (P51, "de-26vg", CITY, {5, 6}),
        (P47, "de-2pz", CITY, {6}),
        (JG26, "us-2id", CITY, {6}),
        (JG26, "us-14cav", CITY, {6}),
        (P51, "de-2pz", FOREST, set()),
        (P51, "de-3fj", FOREST_ROAD, set()),
        (P51, "de-2pz", FOREST_ROAD, {5, 6}),
        (P47, "de-2pz", FOREST_ROAD, {6}),
        (P51, "de-501ss", FOREST_ROAD, set()),
        (JG26, "us-2id", FOREST, set()),
    ],
)
def test_flak_in_cities_and_forests(name, target, where, dice):
    assert {die for die in range(1, 7) if down(bombs(name, target, where, die), name)} == dice


@pytest.mark.clause("TIG-AIR-6")
def test_an_entrenched_unit_in_the_open_does_not_fire():
    assert not down(bombs(P51, "de-3pg", OPEN, 6, entrenched=True), P51)


@pytest.mark.clause("TIG-AIR-1", "TIG-AIR-19")
def test_the_stack_is_bombed_from_flak_down_to_the_weakest():
    names = ["de-vdh", "de-150bde", "de-26vg", "de-3fj", "de-kgp", "de-2ss", "de-506", "de-fbb", "de-501ss"]
    s = sky(units=dict.fromkeys(names, OPEN))
    order = [s.rules.forces.units[u].id for u in bombed_units(s, GERMAN, s.rules.board.parse_hex(OPEN))]
    assert order == ["de-2ss", "de-3fj", "de-kgp", "de-26vg", "de-fbb", "de-501ss", "de-506", "de-150bde"]
    send(s, "bomb", P47, OPEN)
    asked = fly(s, 1, 5, 4, 1, 6, 5, 6, 3)
    assert [s.rules.forces.units[f.unit].id for f in asked] == order
    hit = {s.rules.forces.units[u].id for u in range(len(s.pos)) if s.status[u] & DISRUPTED}
    assert hit == {"de-2ss", "de-26vg", "de-150bde"}, "Skorzeny is Disrupted by a D"


@pytest.mark.clause("TIG-AIR-16")
def test_a_second_group_goes_on_after_the_first_is_shot_down():
    s = sky(units={"de-26vg": OPEN, "de-2pz": OPEN})
    send(s, "bomb", "us-365fg", OPEN)
    send(s, "bomb", "us-366fg", OPEN)
    asked = fly(s, 6, 4, 1)
    assert [(f.group, s.rules.forces.units[f.unit].id) for f in asked] == [(0, "de-2pz"), (1, "de-2pz"), (1, "de-26vg")]
    assert down(s, "us-365fg")
    assert not down(s, "us-366fg")


@pytest.mark.clause("TIG-AIR-4", "TIG-ENT-4")
def test_a_second_d_destroys_the_entrenchment():
    s = sky(units={"de-26vg": OPEN})
    u = unit(s, "de-26vg")
    s.status[u] |= ENTRENCHED
    send(s, "bomb", "us-365fg", OPEN)
    send(s, "bomb", "us-366fg", OPEN)
    fly(s, 2, 2)
    assert s.status[u] & (DISRUPTED | ENTRENCHED) == DISRUPTED
    once = bombs(P47, "de-26vg", OPEN, 2, entrenched=True)
    assert once.status[u] & (DISRUPTED | ENTRENCHED) == DISRUPTED | ENTRENCHED
    assert once.pos[u] == s.rules.board.parse_hex(OPEN), "no retreat"


@pytest.mark.clause("TIG-DIS-6")
@pytest.mark.parametrize(("step", "bombed"), [("C2a.air", True), ("C2d.air", False), ("B2a.air", True), ("B2d.air", False)])
def test_worked_example_34_the_bombing_half(step, bombed):
    """A D in step a bars recovery in the step b that follows; a `-` does not, and step d has no b after it."""
    s = sky(step, {"de-26vg": "1204", "de-2pz": "1205"})
    s.status[unit(s, "de-2pz")] |= DISRUPTED
    send(s, "bomb", "us-365fg", "1204")
    send(s, "bomb", "us-366fg", "1205")
    fly(s, 1, 4)
    assert s.status[unit(s, "de-26vg")] == DISRUPTED | (BOMBED if bombed else 0)
    assert s.status[unit(s, "de-2pz")] == DISRUPTED
    send(s, "bomb", "us-368fg", "1205")
    fly(s, 1)
    assert s.status[unit(s, "de-2pz")] == DISRUPTED | (BOMBED if bombed else 0)


# --- interception -------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-AIR-2", "TIG-AIR-8", "TIG-AIR-9", "TIG-AIR-16")
@pytest.mark.parametrize(
    ("hunter", "prey", "falls"), [(JG26, P47, {6}), (JG26, P51, {5, 6}), (P47, JG26, {5, 6}), (P51, SG4, {5, 6})]
)
def test_interception(hunter, prey, falls):
    for die in range(1, 7):
        s = sky(units={"de-26vg": "1204", "us-28id": "1105"})
        send(s, "bomb", prey, "1204" if prey.startswith("us") else "1105")
        send(s, "intercept", hunter, prey)
        assert s.missions[0][4] == 1 << group(s, hunter)
        asked = fly(s, die) if die <= 3 else fly(s, die, 4)
        assert asked[0] == AirDie((CHANCE, group(s, hunter), group(s, prey), -1))
        assert down(s, prey) == (die <= 2)
        assert down(s, hunter) == (die in falls)
        for name in (hunter, prey):
            if down(s, name):
                assert s.air_back[group(s, name)] == (10 if name.startswith("us") else NEVER)


@pytest.mark.clause("TIG-AIR-16")
def test_several_hunters_roll_until_the_prey_is_stopped():
    s = sky(units={"us-28id": "1105"})
    send(s, "bomb", SG4, "1105")
    for name in (P51, P47, "us-366fg"):
        send(s, "intercept", name, SG4)
    asked = fly(s, 4, 3)
    assert [f.group for f in asked] == [group(s, P47), group(s, "us-366fg")], "in order of number; the third is wasted"
    assert not down(s, SG4)
    assert s.air_used == sum(1 << group(s, n) for n in (SG4, P51, P47, "us-366fg"))


@pytest.mark.clause("TIG-AIR-15", "TIG-SEQ-9")
@pytest.mark.parametrize("step", ["B2a.air", "C2a.air", "B2d.air", "C2d.air"])
def test_interceptions_come_first_and_the_phasing_side_before_the_other(step):
    s = sky(step, {"us-28id": "1105", "de-26vg": "1204"})
    send(s, "bomb", P47, "1204")
    send(s, "bomb", SG4, "1105")
    send(s, "intercept", P51, SG4)
    send(s, "intercept", JG26, P47)
    order = [f.group for f in fly(s, 4, 4, 4, 4)]
    german, american = [group(s, JG26), group(s, SG4)], [group(s, P51), group(s, P47)]
    first, second = (german, american) if step.startswith("B") else (american, german)
    assert order == [first[0], second[0], first[1], second[1]]


@pytest.mark.clause("TIG-AIR-1", "TIG-AIR-16")
def test_only_enemy_groups_on_a_mission_are_intercepted():
    s = sky(units={"us-28id": "1105", "de-26vg": "1204"})
    open_intercept(s, GERMAN)
    assert s.frame is BELOW
    send(s, "bomb", P47, "1204")
    send(s, "bomb", P51, "1204")
    s.frame = BELOW
    open_intercept(s, ALLIED)
    assert s.frame is BELOW
    open_intercept(s, GERMAN)
    assert s.frame == Intercept((GERMAN,))
    texts = {s.text(a) for a in legal_intercept(s, s.frame)}
    assert texts == {"pass", *(f"intercept {a} {b}" for a in (JG26, SG4) for b in (P47, P51))}
    s.weather = SNOW
    send(s, "intercept", JG26, P47)
    assert s.frame is BELOW, "one Luftwaffe unit flies in snow, interception counts"


# --- supply by air ------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-AIR-12", "TIG-AIR-13", "TIG-AIR-20")
def test_air_supply_reaches_every_friendly_unit_in_the_hex():
    s = sky("C2e.fly", {"us-28id": "1105", "us-14cav": "1105", "us-2id": "1207", "de-26vg": "1204"})
    s.marks[unit(s, "us-2id")] |= AIRLIFTED
    open_resupply(s, ALLIED)
    assert s.frame == Resupply((ALLIED,))
    assert not s.marks[unit(s, "us-2id")] & AIRLIFTED, "the last one ends with the owner's supply step"
    texts = {s.text(a) for a in legal_resupply(s, s.frame)}
    assert {f"resupply {P47} 1105", f"resupply {P51} 1207", "pass"} <= texts
    assert not {t for t in texts if t.endswith("1204") or "de-" in t}
    for die in range(1, 7):
        trial = s.copy()
        send(trial, "resupply", P47, "1105")
        fly(trial, die)
        flown = {trial.rules.forces.units[u].id for u in range(len(trial.pos)) if trial.marks[u] & AIRLIFTED}
        assert flown == ({"us-28id", "us-14cav"} if die <= 4 else set())
        assert not down(trial, P47)


@pytest.mark.clause("TIG-AIR-13")
def test_air_supply_is_lost_with_the_hex():
    s = sky("C2e.fly", {"us-28id": "1105"})
    s.marks[unit(s, "us-28id")] |= AIRLIFTED
    put(s, unit(s, "us-28id"), s.rules.board.parse_hex("1106"))
    assert not s.marks[unit(s, "us-28id")] & AIRLIFTED


@pytest.mark.clause("TIG-AIR-12", "TIG-AIR-13")
@pytest.mark.parametrize(
    ("units", "lost"),
    [
        ({"de-2pz": "1204", "de-lehr": "1104"}, True),
        ({"de-2pz": "1204", "de-lehr": "1204"}, False),
        ({"de-2pz": "1204", "de-26vg": "1104"}, False),
        ({"de-2pz": "1204", "de-fbb": "1104", "de-3fj": "1106"}, True),
    ],
)
def test_flak_around_a_supplied_hex(units, lost):
    s = sky("C2e.fly", {"us-28id": "1105"} | units)
    send(s, "resupply", P47, "1105")
    fly(s, 6)
    assert down(s, P47) == lost
    assert not s.marks[unit(s, "us-28id")] & AIRLIFTED
    german = sky("B2f.fly", {"de-26vg": "1105"} | units)
    send(german, "resupply", JG26, "1105")
    fly(german, 6)
    assert not down(german, JG26)


@pytest.mark.clause("TIG-AIR-12")
def test_supplies_can_be_intercepted():
    s = sky("C2e.intercept", {"us-28id": "1105"})
    send(s, "resupply", P47, "1105")
    s.frame = BELOW
    open_intercept(s, GERMAN)
    assert s.frame == Intercept((GERMAN,))
    send(s, "intercept", JG26, P47)
    fly(s, 3)
    assert not s.marks[unit(s, "us-28id")] & AIRLIFTED


@pytest.mark.clause("TIG-AIR-20")
def test_nothing_is_flown_to_von_der_heydte_alone():
    s = sky("B2f.fly", {"de-vdh": "1009"})
    open_resupply(s, GERMAN)
    assert s.frame is BELOW
    put(s, unit(s, "de-150bde"), s.rules.board.parse_hex("1009"))
    open_resupply(s, GERMAN)
    assert s.frame == Resupply((GERMAN,))


# --- the rest -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-GEN-2", "TIG-AIR-2")
def test_index_b():
    s = bombs(P47, "de-26vg", "1204", 6, die_index="B")
    assert s.status[unit(s, "de-26vg")] & DISRUPTED
    assert s.rolls == 1


@pytest.mark.clause("TIG-AIR-15", "TIG-SEQ-14")
def test_passing_closes_the_question():
    s = sky(units={"us-28id": "1105", "de-26vg": "1204"})
    for frame, apply in ((Bomb, apply_bomb), (Intercept, apply_intercept), (Resupply, apply_resupply)):
        s.frame, s.stack = frame((ALLIED,)), [BELOW]
        apply(s, s.frame, VERBS.make("pass"))
        assert s.frame is BELOW
    empty = sky()
    empty.bridges = 0
    open_bomb(empty, ALLIED)
    assert empty.frame is BELOW, "no target"


def test_previews():
    s = sky(units={"de-26vg": OPEN, "de-2pz": OPEN})
    s.dump = s.rules.board.parse_hex("909")
    bomb = Bomb((ALLIED,))

    def shown(text: str, frame: Any = bomb) -> Any:
        s.frame = frame
        return preview_air(s, frame, s.parse(text))

    found = shown(f"bomb {P51} {OPEN}")
    assert [(row["unit"], row["disrupted"]) for row in found["units"]] == [("de-2pz", "1/2"), ("de-26vg", "1/3")]
    assert found["lost"] == "1/3"
    assert shown(f"bomb {P47} {OPEN}")["lost"] == "1/6"
    assert shown(f"bust {P47} {BRIDGE}")["destroyed"] == "1/3"
    assert shown(f"burn {P51}")["lost"] == "0"
    hunt = shown(f"intercept {JG26} {P47}", Intercept((GERMAN,)))
    assert (hunt["downed"], hunt["stopped"], hunt["lost"]) == ("1/3", "1/2", "1/6")
    assert shown(f"intercept {JG26} {P51}", Intercept((GERMAN,)))["lost"] == "1/3"
    assert shown(f"resupply {P47} {OPEN}", Resupply((ALLIED,)))["supplied"] == "2/3"
    assert shown("pass") == {}


def test_random_flying_ends():
    rng = random.Random(5)
    for _ in range(60):
        s = sky(rng.choice(("B2a.bomb", "C2d.bomb")), weather=rng.choice((SNOW, FOG, CLEAR)))
        for u in rng.sample(range(len(s.pos)), 40):
            h = rng.randrange(s.rules.board.n)
            if not s.occupied[1 - s.rules.forces.side_of[u]] & s.rules.board.bit[h]:
                put(s, u, h)
        asks = (open_bomb, GERMAN), (open_bomb, ALLIED), (open_intercept, GERMAN), (open_intercept, ALLIED)
        for ask, side in asks:
            s.frame, s.stack = BELOW, [BELOW]
            ask(s, side)
            while s.frame is not BELOW:
                legal, apply = (legal_bomb, apply_bomb) if isinstance(s.frame, Bomb) else (legal_intercept, apply_intercept)
                actions = legal(s, s.frame)
                assert len(actions) == len(set(actions)) > 1
                apply(s, s.frame, rng.choice(actions))
        s.frame, s.stack = BELOW, [BELOW]
        resolve_air(s, phasing(s))
        while s.frame is not BELOW:
            apply_air_die(s, s.frame, VERBS.make("die", rng.randint(1, 6)))
        assert s.missions == ()
