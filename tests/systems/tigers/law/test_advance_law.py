"""Chapter 14 of the law: who advances how far, what must be occupied, what must be contained."""

from __future__ import annotations

from typing import Any

from hand_made import act, battle, cited, hexes, ids, state_of

from echelon.systems.tigers.frames import Advance
from echelon.systems.tigers.law.advance import allowance, unsatisfied, why_not_advance
from echelon.systems.tigers.state import ALLIED, ATTACHED, DISRUPTED, GERMAN

NOBODY = Advance((GERMAN, -1, ()))


def why(s: Any, text: str, frame: Advance = NOBODY) -> set[str]:
    return cited(why_not_advance(s, frame, act(s, text, "advance", "halt", "finish")))


def goes_in(s: Any, name: str, label: str) -> Advance:
    """The unit has entered the hex and may go on."""
    (unit,), (place,) = ids(s, name), hexes(s, label)
    start = s.pos[unit]
    s.pos[unit] = place
    s.advanced |= 1 << unit
    if any(row[0] == place for row in s.targets):
        s.occupiers = (*s.occupiers, (unit, place))
    return Advance((s.rules.forces.side_of[unit], unit, (start, place)))


def test_a_voluntary_retreat_lets_armor_follow_and_obliges_nobody() -> None:
    s = state_of({"de-12ss": "707", "de-12vg": "707", "us-1id": "704"})
    battle(s, "D", ("de-12ss", "de-12vg"), ("706", 4, 0, 0, "left"))
    s.retreats = ((ids(s, "us-1id")[0], hexes(s, "706")[0], 2),)
    assert allowance(s, ids(s, "de-12ss")[0]) == 2
    assert allowance(s, ids(s, "de-12vg")[0]) == 1
    assert why(s, "finish") == set()
    assert why(s, "advance de-12vg 706") == set()
    frame = goes_in(s, "de-12ss", "706")
    assert why(s, "advance de-12ss 806", frame) == set()
    assert why(s, "halt de-12ss", frame) == set()
    assert why(s, "advance de-12vg 706", frame) == {"TIG-ADV-1"}
    assert why(s, "finish", frame) == {"TIG-ADV-1"}


def test_two_of_three_divisions_must_enter_a_forest_that_holds_two() -> None:
    s = state_of({"us-9id": "707", "us-4id": "707", "us-26id": "707"}, step="C2c", terrain={"forest": "706"})
    battle(s, "D2", ("us-9id", "us-4id", "us-26id"), ("706", 9, 0, 2, "forced"))
    nobody = Advance((ALLIED, -1, ()))
    assert why(s, "finish", nobody) == {"TIG-ADV-7"}
    goes_in(s, "us-9id", "706")
    assert why(s, "finish", nobody) == {"TIG-ADV-7"}
    goes_in(s, "us-4id", "706")
    assert why(s, "finish", nobody) == set()
    assert not unsatisfied(s)


def test_nobody_must_enter_with_the_option_but_bypassing_still_needs_it() -> None:
    s = state_of({"de-12ss": "707", "de-12vg": "707"}, options={"occupation_optional": "on"})
    battle(s, "D2", ("de-12ss", "de-12vg"), ("706", 4, 0, 2, "forced"))
    assert why(s, "finish") == set()
    assert why(s, "advance de-12vg 806") == {"TIG-ADV-16"}
    assert why(s, "advance de-12vg 807") == {"TIG-ADV-10", "TIG-ADV-16"}  # not beside the defended hex either
    goes_in(s, "de-12ss", "706")
    assert why(s, "advance de-12vg 806") == set()


def test_a_pin_on_turn_one_holds_the_panzers_and_lets_the_infantry_pass() -> None:
    s = state_of({"de-12ss": "707", "de-12vg": "707", "us-14cav": "706", "us-99id": "706"}, turn=1)
    battle(s, "D1", ("de-12ss", "de-12vg"), ("706", 4, 0, 0, "pinned"))
    assert why(s, "advance de-12ss 806") == {"TIG-ADV-8"}
    assert why(s, "advance de-12vg 806") == set()
    assert why(s, "advance de-12vg 706") == {"TIG-ADV-15"}
    assert why(s, "finish") == set()
    # on a later turn the defenders who stay give no advance
    battle(s, "D1", ("de-12ss", "de-12vg"), ("706", 4, 0, 0, "held"))
    assert why(s, "advance de-12vg 806") == {"TIG-ADV-10"}


def test_the_pinned_defenders_zone_counts_without_the_option() -> None:
    s = state_of({"de-12ss": "707", "de-12vg": "707", "us-99id": "706"}, turn=1, options={"pin_ignores_own_zoc": "off"})
    battle(s, "D1", ("de-12ss", "de-12vg"), ("706", 4, 0, 0, "pinned"))
    assert why(s, "advance de-12vg 806") == {"TIG-ADV-10"}


def test_zones_are_ignored_in_the_vacated_hex_only() -> None:
    s = state_of({"de-12ss": "707", "us-2id": "805"})
    battle(s, "D2", ("de-12ss",), ("706", 3, 0, 2, "forced"))
    frame = goes_in(s, "de-12ss", "706")  # beside 805
    assert why(s, "advance de-12ss 806", frame) == {"TIG-ADV-10"}  # from one hex beside it to another
    assert why(s, "advance de-12ss 606", frame) == set()


def test_long_advances_need_open_ground_or_a_road() -> None:
    s = state_of({"de-12ss": "707"}, terrain={"forest": "706"}, sides={"river": "705|706"})
    battle(s, "D2", ("de-12ss",), ("706", 3, 0, 2, "forced"))
    assert why(s, "advance de-12ss 706") == set()
    frame = goes_in(s, "de-12ss", "706")
    assert why(s, "advance de-12ss 806", frame) == {"TIG-ADV-11"}
    s = state_of({"de-12ss": "707"}, terrain={"forest": "706"}, sides={"river": "705|706"}, links={"road": "707-706"})
    battle(s, "D2", ("de-12ss",), ("706", 3, 0, 2, "forced"))
    frame = goes_in(s, "de-12ss", "706")
    assert why(s, "advance de-12ss 806", frame) == set()
    assert why(s, "advance de-12ss 705", frame) == {"TIG-ADV-11"}


def test_peiper_pays_and_takes_its_attachments_along() -> None:
    s = state_of({"de-kgp": "707", "de-501ss": "707", "us-1id": "703"}, marks={"de-501ss": ATTACHED})
    battle(s, "D2", ("de-kgp", "de-501ss"), ("706", 3, 0, 2, "forced"))
    (kgp,) = ids(s, "de-kgp")
    assert allowance(s, kgp) == 3
    s.spent[kgp] = 6
    assert allowance(s, kgp) == 2
    s.spent[kgp] = 8
    assert allowance(s, kgp) == 1
    assert why(s, "advance de-501ss 706") == {"TIG-KGP-12"}
    assert why(s, "advance de-kgp 706") == set()


def test_the_disrupted_and_the_others_do_not_advance() -> None:
    s = state_of({"de-12ss": "707", "de-12vg": "707"}, {"de-12ss": DISRUPTED})
    battle(s, "D/AE", ("de-12ss",), ("706", 3, 0, 0, "left"))
    assert why(s, "advance de-12ss 706") == {"TIG-ADV-14"}
    assert why(s, "advance de-12vg 706") == {"TIG-ADV-1", "TIG-ADV-14"}


def test_a_lone_skorzeny_gives_one_hex_and_no_duty() -> None:
    s = state_of({"us-2ad": "707"}, step="C2c")
    battle(s, "DE", ("us-2ad",), ("706", 0, 0, 0, "forced"))
    assert allowance(s, ids(s, "us-2ad")[0]) == 1
    assert why(s, "finish", Advance((ALLIED, -1, ()))) == set()


def test_the_fallen_dump_may_be_entered() -> None:
    s = state_of({"de-12ss": "908"}, printed=True)
    (s.dump,) = hexes(s, "909")
    s.dump_known = 1
    battle(s, "D1", ("de-12ss",), ("909", 1, 0, 0, "forced"))
    assert why(s, "advance de-12ss 909") == set()
    battle(s, "D", ("de-12ss",), ("909", 1, 0, 0, "held"))
    assert why(s, "advance de-12ss 909") == {"TIG-ADV-15"}
