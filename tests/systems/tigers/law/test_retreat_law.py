"""Chapters 12 and 13 of the law: distances, routes, voluntary retreats, bridges blown behind them."""

from __future__ import annotations

from typing import Any

from hand_made import act, battle, board, cited, hexes, ids, mask, state_of

from echelon.systems.tigers.frames import Blow, Distance, Route, Withdraw
from echelon.systems.tigers.law.retreat import (
    kept_routes,
    routes,
    why_not_blow,
    why_not_distance,
    why_not_route,
    why_not_withdraw,
)
from echelon.systems.tigers.state import ALLIED, DISRUPTED, GERMAN, OPEN


def route(s: Any, frame: Route, text: str) -> set[str]:
    return cited(why_not_route(s, frame, act(s, text, "retreat")))


def ends(s: Any, name: str, length: int) -> set[str]:
    left = kept_routes(s, ids(s, name)[0], length)[-1][1]
    return {s.rules.board.labels[path[-1]] for path in left}


# the attacker in 707 drives the defender of 706 south: 705, or sideways 605 and 805
HEXES = {"us-1id": "706", "de-12vg": "707"}


def test_distance_is_up_to_n_and_for_the_hex_asked_about() -> None:
    s = state_of(HEXES)
    battle(s, "D2", ("de-12vg",), ("706", 4, 0, 0, "open"))
    frame = Distance((GERMAN, *hexes(s, "706")))

    def why(text: str) -> set[str]:
        return cited(why_not_distance(s, frame, act(s, text, "distance")))

    assert why("distance 706 0") == why("distance 706 2") == set()
    assert why("distance 706 3") == {"TIG-RES-3"}
    assert why("distance 705 1") == {"TIG-RES-9"}


def test_a_river_stops_armor_and_on_a_d3_infantry_too() -> None:
    # every way out but 705 is in the zone of a German division; 705 lies across the river
    where = {"us-7ad": "706", "us-1id": "706", "de-12vg": "707", "de-18vg": "507", "de-62vg": "907"}
    for result, infantry, wheels in (("D1", 1, 0), ("D2", 1, 0), ("D3", 0, 0)):
        s = state_of(where, sides={"river": "705|706"})
        battle(s, result, ("de-12vg",), ("706", 8, 0, 1, "open"))
        ways = {name: {path[-1] for path in routes(s, ids(s, name)[0], 1)} for name in ("us-1id", "us-7ad")}
        (south,) = hexes(s, "705")
        assert (south in ways["us-1id"]) == infantry
        assert (south in ways["us-7ad"]) == wheels
        s.bridges = s.rules.river
        assert south in {path[-1] for path in routes(s, ids(s, "us-7ad")[0], 1)}


def test_routes_lead_away_and_not_nearer() -> None:
    s = state_of(HEXES)
    battle(s, "D2", ("de-12vg",), ("706", 4, 0, 2, "open"))
    frame = Route((ALLIED, mask(s, "us-1id"), -1, ()))
    assert route(s, frame, "retreat us-1id 705") == set()
    assert route(s, frame, "retreat us-1id 707") == {"TIG-GEN-9", "TIG-RET-7"}
    assert route(s, frame, "retreat us-1id 704") == {"TIG-RET-7"}
    assert route(s, frame, "retreat de-12vg 706") == {"TIG-SEQ-1", "TIG-RET-12"}
    under_way = Route((ALLIED, mask(s, "us-1id"), ids(s, "us-1id")[0], tuple(hexes(s, "706", "705"))))
    assert route(s, under_way, "retreat us-1id 704") == set()
    assert "TIG-RET-7" in route(s, under_way, "retreat us-1id 706")


def test_away_from_the_attackers_before_open_ground_before_supply() -> None:
    s = state_of(HEXES, terrain={"forest": "705"})
    battle(s, "D1", ("de-12vg",), ("706", 4, 0, 1, "open"))
    assert ends(s, "us-1id", 1) == {"605", "805"}  # 606 and 806 stay beside the attacker, 705 is forest
    s = state_of(HEXES, terrain={"forest": "705"}, links={"road": "706-705"})
    battle(s, "D1", ("de-12vg",), ("706", 4, 0, 1, "open"))
    assert ends(s, "us-1id", 1) == {"705"}
    assert route(s, Route((ALLIED, mask(s, "us-1id"), -1, ())), "retreat us-1id 605") == {"TIG-RET-8"}


def test_a_zone_bars_unless_a_friend_who_is_not_attacked_is_there() -> None:
    s = state_of({**HEXES, "de-18vg": "604"})
    battle(s, "D1", ("de-12vg",), ("706", 4, 0, 1, "open"))
    frame = Route((ALLIED, mask(s, "us-1id"), -1, ()))
    assert route(s, frame, "retreat us-1id 705") == {"TIG-RET-1"}
    s.status[ids(s, "de-18vg")[0]] = DISRUPTED
    assert route(s, frame, "retreat us-1id 705") == set()
    s.status[ids(s, "de-18vg")[0]] = 0
    s.pos[ids(s, "us-14cav")[0]] = hexes(s, "705")[0]
    assert route(s, frame, "retreat us-1id 705") == set()
    s.battles = ((board(s, "705"), mask(s, "de-18vg"), OPEN),)
    assert route(s, frame, "retreat us-1id 705") == {"TIG-RET-1", "TIG-RET-4"}


def test_voluntary_retreat_is_three_hexes_in_all_and_none_on_turn_one() -> None:
    s = state_of(HEXES)
    battle(s, "D", ("de-12vg",), ("706", 4, 0, 0, "open"))
    frame = Withdraw((ALLIED, mask(s, "us-1id")))

    def why(text: str) -> set[str]:
        return cited(why_not_withdraw(s, frame, act(s, text, "withdraw", "finish")))

    assert why("withdraw us-1id 705") == why("finish") == set()
    s.turn = 1
    assert why("withdraw us-1id 705") == {"TIG-SET-8"}
    s.turn = 5
    s.pos[ids(s, "us-1id")[0]] = hexes(s, "703")[0]
    s.retreats = ((ids(s, "us-1id")[0], hexes(s, "706")[0], 3),)
    assert why("withdraw us-1id 702") == {"TIG-RES-4"}
    s.retreats = ()
    s.pos[ids(s, "us-1id")[0]] = hexes(s, "706")[0]
    battle(s, "D", ("de-12vg",), ("706", 4, 1, 0, "open"))
    assert why("withdraw us-1id 705") == {"TIG-NRT-3"}


def test_only_the_attackers_bridges_are_blown() -> None:
    s = state_of(HEXES, sides={"river": "706|707 705|706", "bridge": "706|707 705|706"})
    s.bridges = s.rules.river
    side = s.rules.board.side(*hexes(s, "706", "707"))
    frame = Blow((ALLIED, side))

    def why(text: str) -> set[str]:
        return cited(why_not_blow(s, frame, act(s, text, "blow", "spare")))

    s.german_bridges = 0
    assert why("blow 706|707") == {"TIG-BRG-18"}
    s.german_bridges = side
    assert why("blow 706|707") == why("spare") == set()
    assert why("blow 705|706") == {"TIG-BRG-18"}
