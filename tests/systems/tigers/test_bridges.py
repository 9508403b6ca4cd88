"""Building, dismantling and blowing bridges in the bridge step (chapter 17)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from echelon.core.frames import CHANCE
from echelon.systems.tigers import SYSTEM
from echelon.systems.tigers.frames import VERBS, Bridges, BridgeWork, Fight
from echelon.systems.tigers.play.bridges import (
    BLOW,
    BUILD,
    DISMANTLE,
    apply_bridge_work,
    apply_bridges,
    chance_of,
    legal_bridges,
    open_bridges,
    preview_bridge,
)
from echelon.systems.tigers.play.places import put
from echelon.systems.tigers.state import ALLIED, DISRUPTED, GERMAN

END = VERBS.make("end")

BELOW = Fight((GERMAN,))  # stands for whatever comes after the step


def field(side: int = GERMAN, units: dict[str, str] | None = None, **options: Any) -> Any:
    """An empty map in the bridge step of a side, with these units on it."""
    s: Any = SYSTEM.rules("", options).blank()
    for name, label in (units or {}).items():
        put(s, s.rules.forces.index(name), s.rules.board.parse_hex(label))
    s.rules.rebuild(s)
    s.step = [step.name for step in s.rules.sequence].index(("B2f", "C2e")[side] + ".bridges")
    s.turn, s.frame, s.stack = 5, Bridges((side,)), [BELOW]
    return s


def side_of(s: Any, label: str) -> int:
    a, b = label.split("|")
    return int(s.rules.board.side(s.rules.board.parse_hex(a), s.rules.board.parse_hex(b)))


def act(s: Any, verb: str, label: str) -> int:
    return VERBS.make(verb, s.rules.hexsides.index(side_of(s, label)))


def chance(s: Any, label: str, work: int = BUILD) -> int:
    return chance_of(s, s.frame.side, side_of(s, label), work)


def disrupt(s: Any, *names: str) -> None:
    for name in names:
        s.status[s.rules.forces.index(name)] |= DISRUPTED


def attempt(s: Any, verb: str, label: str, die: int) -> None:
    apply_bridges(s, s.frame, act(s, verb, label))
    assert isinstance(s.frame, BridgeWork)
    assert s.frame.side == CHANCE
    apply_bridge_work(s, s.frame, VERBS.make("die", die))


# --- chances -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-BRG-5", "TIG-BRG-6")
@pytest.mark.parametrize(
    ("american", "down", "sixths"),
    [
        (True, (), 3),
        (True, ("us-28id",), 4),
        (True, ("de-26vg",), 2),
        (True, ("us-28id", "de-26vg"), 3),
        (False, (), 5),
    ],
)
def test_worked_example_21(american, down, sixths):
    units = {"de-26vg": "1204"} | ({"us-28id": "1105"} if american else {})
    s = field(GERMAN, units)
    disrupt(s, *down)
    assert chance(s, "1105|1204") == sixths
    for die in range(1, 7):
        trial = s.copy()
        attempt(trial, "build", "1105|1204", die)
        assert bool(trial.bridges & side_of(s, "1105|1204")) == (die <= sixths)
        assert trial.rolls == s.rolls + 1


@pytest.mark.clause("TIG-BRG-6")
def test_one_undisrupted_unit_on_a_bank_is_enough():
    s = field(GERMAN, {"de-26vg": "1204", "de-2pz": "1204", "us-28id": "1105", "us-106id": "1105"})
    disrupt(s, "de-26vg", "us-28id")
    assert chance(s, "1105|1204") == 3
    disrupt(s, "us-106id")
    assert chance(s, "1105|1204") == 4
    disrupt(s, "de-2pz")
    assert chance(s, "1105|1204") == 3


@pytest.mark.clause("TIG-BRG-5")
def test_the_die_index_b_reads_high_dice():
    s = field(GERMAN, {"de-26vg": "1204", "us-28id": "1105"}, die_index="B")
    low, high = s.copy(), s.copy()
    attempt(low, "build", "1105|1204", 3)
    attempt(high, "build", "1105|1204", 4)
    assert not low.bridges & side_of(s, "1105|1204")
    assert high.bridges & side_of(s, "1105|1204")


@pytest.mark.clause("TIG-BRG-4", "TIG-BRG-9", "TIG-BRG-10")
def test_without_a_friend_next_to_it():
    """Within the lines only, next to no enemy, and not radiating from an UnDisrupted enemy division."""
    s = field(ALLIED)
    side = "908|1008"
    assert chance(s, side, BLOW) == 5
    s.german |= s.rules.board.bit[s.rules.board.parse_hex("1008")]
    assert chance(s, side, BLOW) == 0, "one bank is not controlled"
    assert chance(field(ALLIED, {"de-18vg": "1008"}), side, BLOW) == 0, "an enemy stands next to it"
    down = field(ALLIED, {"de-18vg": "1008"})
    disrupt(down, "de-18vg")
    assert chance(down, side, BLOW) == 0, "Disrupted or not"


def corner_hex(s: Any, label: str) -> int:
    board = s.rules.board
    a, b = board.side_hexes(side_of(s, label))
    return int(board.members(board.ring_of[a] & board.ring_of[b])[0])


@pytest.mark.clause("TIG-BRG-9", "TIG-BRG-10")
@pytest.mark.parametrize(
    ("unit", "down", "sixths"),
    [("de-18vg", False, 0), ("de-18vg", True, 5), ("de-kgp", False, 5), ("de-501ss", False, 5), ("de-1ss", False, 0)],
)
def test_a_hexside_that_radiates_from_a_division(unit, down, sixths):
    s = field(ALLIED)
    put(s, s.rules.forces.index(unit), corner_hex(s, "908|1008"))
    if down:
        disrupt(s, unit)
    assert chance(s, "908|1008", BLOW) == sixths
    put(s, s.rules.forces.index("us-1id"), s.rules.board.parse_hex("908"))
    assert chance(s, "908|1008", BLOW) == 5, "a friend next to it"


@pytest.mark.clause("TIG-BRG-11")
def test_combat_units_have_a_factor():
    s = field(GERMAN, {"de-150bde": "908"})
    assert chance(s, "908|1008", BLOW) == 0, "Skorzeny alone is no combat unit, and the hexes are Allied"
    s = field(GERMAN, {"de-501ss": "908"})
    disrupt(s, "de-501ss")
    assert chance(s, "908|1008", BLOW) == 5


@pytest.mark.clause("TIG-BRG-4")
def test_skorzeny_next_to_a_bridge_is_an_enemy_unit():
    s = field(ALLIED, {"de-150bde": "908"})
    assert chance(s, "908|1008", BLOW) == 0
    put(s, s.rules.forces.index("us-1id"), s.rules.board.parse_hex("1008"))
    assert chance(s, "908|1008", BLOW) == 3
    put(s, s.rules.forces.index("us-1id"), s.rules.board.parse_hex("908"))
    assert chance(s, "908|1008", BLOW) == 5, "in one hex they do not face each other across the hexside"


# --- what may be tried ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-BRG-3", "TIG-BRG-11")
def test_build_where_no_bridge_is_with_a_marker_blow_where_one_is():
    s = field(GERMAN, {"de-26vg": "1204"})
    assert act(s, "build", "1105|1204") in legal_bridges(s, s.frame)
    assert act(s, "blow", "1105|1204") not in legal_bridges(s, s.frame)
    s.german_markers = 0
    assert act(s, "build", "1105|1204") not in legal_bridges(s, s.frame)
    assert chance(s, "1105|1204") == 0
    s.bridges |= side_of(s, "1105|1204")
    assert act(s, "blow", "1105|1204") in legal_bridges(s, s.frame), "whoever owns it"
    assert act(s, "dismantle", "1105|1204") not in legal_bridges(s, s.frame)
    assert chance(s, "1105|1204", BLOW) == 5


@pytest.mark.clause("TIG-BRG-11", "TIG-BRG-12")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("built_by", [GERMAN, ALLIED])
@pytest.mark.parametrize("owner", [GERMAN, ALLIED])
def test_only_an_own_engineer_bridge_that_is_still_held_is_dismantled(side, built_by, owner):
    s = field(side, {("de-26vg", "us-28id")[side]: "1204"})
    bit = side_of(s, "1105|1204")
    s.bridges |= bit
    s.engineer |= bit
    s.german_built |= bit if built_by == GERMAN else 0
    s.german_bridges |= bit if owner == GERMAN else 0
    legal = legal_bridges(s, s.frame)
    assert (act(s, "dismantle", "1105|1204") in legal) == (side == built_by == owner)
    assert act(s, "blow", "1105|1204") in legal
    assert bool(chance(s, "1105|1204", DISMANTLE)) == (side == built_by == owner)


@pytest.mark.clause("TIG-BRG-11")
def test_one_attempt_a_hexside_in_a_step():
    s = field(GERMAN, {"de-26vg": "1204"})
    attempt(s, "build", "1105|1204", 6)
    assert isinstance(s.frame, Bridges)
    assert act(s, "build", "1105|1204") not in legal_bridges(s, s.frame)
    assert chance(s, "1105|1204") == 0
    open_bridges(s, GERMAN)
    assert chance(s, "1105|1204") == 5, "the next step begins afresh"


# --- effects -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-BRG-3", "TIG-BRG-7", "TIG-BRG-8")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_building_takes_a_marker_until_next_turn_if_it_fails(side):
    s = field(side, {("de-26vg", "us-28id")[side]: "1204"})
    bit = side_of(s, "1105|1204")
    left = s.german_markers - (side == GERMAN), s.us_markers - (side == ALLIED)
    failed = s.copy()
    attempt(failed, "build", "1105|1204", 6)
    assert (failed.german_markers, failed.us_markers) == left
    assert failed.returning == ((6, side),)
    assert not failed.bridges & bit
    attempt(s, "build", "1105|1204", 5)
    assert (s.german_markers, s.us_markers) == left and s.returning == ()
    assert s.bridges & s.engineer & bit
    assert bool(s.german_bridges & bit) == bool(s.german_built & bit) == (side == GERMAN)


@pytest.mark.clause("TIG-BRG-13")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_dismantled_bridge_is_available_next_turn(side):
    s = field(side, {("de-26vg", "us-28id")[side]: "1204"})
    attempt(s, "build", "1105|1204", 1)
    s.closed = 0
    attempt(s, "dismantle", "1105|1204", 5)
    bit = side_of(s, "1105|1204")
    assert not (s.bridges | s.engineer | s.german_bridges | s.german_built) & bit
    assert s.returning == ((6, side),)


@pytest.mark.clause("TIG-BRG-12", "TIG-BRG-15")
def test_a_captured_engineer_bridge_that_is_blown_goes_back_to_its_first_side():
    s = field(GERMAN, {"de-26vg": "1204"})
    bit = side_of(s, "1105|1204")
    s.bridges |= bit
    s.engineer |= bit
    s.german_bridges |= bit
    attempt(s, "blow", "1105|1204", 5)
    assert not (s.bridges | s.engineer | s.german_bridges) & bit
    assert s.returning == ((11, ALLIED),)


@pytest.mark.clause("TIG-BRG-15", "TIG-BRG-8")
def test_a_pre_built_bridge_is_gone_for_good_a_failure_changes_nothing():
    s = field(ALLIED)
    failed = s.copy()
    attempt(failed, "blow", "908|1008", 6)
    assert failed.bridges == s.bridges
    attempt(s, "blow", "908|1008", 5)
    assert not s.bridges & side_of(s, "908|1008")
    assert s.returning == ()


@pytest.mark.clause("TIG-BRG-20")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_ownership_follows_the_line_at_the_end_of_the_own_step(side):
    s = field(side)
    bit, banks = side_of(s, "908|1008"), s.rules.board.hexes("908 1008")
    one_bank = s.rules.board.hexes("908")
    s.german_bridges = bit if side == ALLIED else 0
    for german, owner in ((one_bank, 1 - side), (banks if side == GERMAN else 0, side)):
        s.german = german
        trial = s.copy()
        apply_bridges(trial, trial.frame, VERBS.make("end"))
        assert trial.frame is BELOW
        assert trial.closed == 0
        assert bool(trial.german_bridges & bit) == (owner == GERMAN)
    s.german = banks if side == ALLIED else 0
    apply_bridges(s, s.frame, VERBS.make("end"))
    assert bool(s.german_bridges & bit) == (side == ALLIED), "it is not handed over to the other side in this step"


@pytest.mark.clause("TIG-SEQ-14", "TIG-BRG-20")
def test_nobody_is_asked_without_a_hexside_to_work_on():
    s = field(GERMAN)
    s.bridges = s.german = 0
    s.frame = BELOW
    open_bridges(s, GERMAN)
    assert s.frame is BELOW
    s.german = s.rules.board.hexes("1105 1204")
    open_bridges(s, GERMAN)
    assert s.frame == Bridges((GERMAN,))
    s.stack = [BELOW]
    attempt(s, "build", "1105|1204", 2)
    assert s.frame == Bridges((GERMAN,)) and legal_bridges(s, s.frame) == [END], "the only hexside has been tried"
    apply_bridges(s, s.frame, END)
    assert s.frame is BELOW
    assert s.german_bridges & side_of(s, "1105|1204")


# --- the list and the chances agree ------------------------------------------------------------------------------------------
def thrown(rng: random.Random) -> Any:
    """Units, control, bridges and markers anyhow."""
    s: Any = SYSTEM.rules().blank()
    board, rules = s.rules.board, s.rules
    for side in (GERMAN, ALLIED):
        for u in range(*rules.forces.ranges[side]):
            h = rng.randrange(board.n)
            if rng.random() < 0.5 and not s.occupied[1 - side] & board.bit[h]:
                put(s, u, h)
                s.status[u] |= DISRUPTED * (rng.random() < 0.4)
    s.german = sum(bit for bit in board.bit if rng.random() < 0.5)
    rules.rebuild(s)
    some = [sum(bit for bit in rules.hexsides if rng.random() < 0.5) for _ in range(5)]
    s.bridges = some[0]
    s.engineer, s.german_bridges = s.bridges & some[1], s.bridges & some[2]
    s.german_built, s.closed = s.engineer & some[3], some[4] & rng.choice((0, some[4]))
    s.us_markers, s.german_markers = rng.randint(0, 1), rng.randint(0, 1)
    side = rng.choice((GERMAN, ALLIED))
    s.frame, s.stack = Bridges((side,)), [BELOW]
    return s


def by_hand(s: Any, side: int, hexside: int) -> int:
    """TIG-BRG-10 read from the rule book, unit by unit."""
    rules, board = s.rules, s.rules.board
    a, b = board.side_hexes(hexside)
    everybody = range(len(s.pos))
    ours = [u for u in everybody if rules.forces.side_of[u] == side and s.pos[u] in (a, b) and rules.factor[u] >= 1]
    foes = [u for u in everybody if rules.forces.side_of[u] != side and s.pos[u] in (a, b)]
    if ours:
        if not foes:
            return 5
        return 3 + all(s.status[u] & 1 for u in foes) - all(s.status[u] & 1 for u in ours)
    corners = [h for h in range(board.n) if board.distance(h, a) == board.distance(h, b) == 1]
    radiates = any(
        s.pos[u] in corners and rules.forces.side_of[u] != side and rules.division >> u & 1 and not s.status[u] & 1
        for u in everybody
    )
    held = all(bool(s.german & board.bit[h]) == (side == GERMAN) for h in (a, b))
    return 5 if held and not foes and not radiates else 0


@pytest.mark.clause("TIG-BRG-10")
@pytest.mark.parametrize("seed", [21, pytest.param(22, marks=pytest.mark.long), pytest.param(23, marks=pytest.mark.long)])
def test_the_list_the_chance_and_the_rule_book_agree(seed):
    rng = random.Random(seed)
    for _ in range(40):
        s = thrown(rng)
        side = s.frame.side
        legal = legal_bridges(s, s.frame)
        assert len(legal) == len(set(legal))
        markers = (s.german_markers, s.us_markers)[side]
        for i, bit in enumerate(s.rules.hexsides):
            sixths = 0 if s.closed & bit else by_hand(s, side, bit)
            stands = bool(s.bridges & bit)
            built_here = bool(s.german_built & bit) == bool(s.german_bridges & bit) == (side == GERMAN)
            own = bool(s.engineer & bit) and built_here
            for verb, work, open_ in (
                ("build", BUILD, not stands and markers),
                ("blow", BLOW, stands),
                ("dismantle", DISMANTLE, own),
            ):
                expected = sixths if open_ else 0
                assert chance_of(s, side, bit, work) == expected
                action = VERBS.make(verb, i)
                assert (action in legal) == bool(expected)
                if expected:
                    assert preview_bridge(s, s.frame, action)["chance"] == {5: "5/6", 4: "2/3", 3: "1/2", 2: "1/3"}[expected]


def test_random_work_ends():
    rng = random.Random(3)
    for _ in range(20):
        s = thrown(rng)
        s.closed = 0
        open_bridges(s, s.frame.side)
        asked = 0
        while s.frame is not BELOW:
            if isinstance(s.frame, BridgeWork):
                apply_bridge_work(s, s.frame, VERBS.make("die", rng.randint(1, 6)))
            else:
                keen = legal_bridges(s, s.frame)
                assert len(keen) > 1 or asked, "asked only where something could be done"
                apply_bridges(s, s.frame, rng.choice(keen[:-1] or keen))
                asked += 1
        assert asked - 1 <= len(s.rules.hexsides)
        assert not s.bridges & ~s.rules.river
        assert not s.engineer & ~s.bridges
        assert not s.german_bridges & ~s.bridges
        assert not s.german_built & ~s.engineer
