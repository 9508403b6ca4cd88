"""The list of planted errors, in the order of the rule book's concerns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from echelon.core.parts import Planted
from echelon.core.proof.planting import constant, instead
from echelon.systems.drill import facts
from echelon.systems.drill.planted import choices, compiled, numbers, outcomes
from echelon.systems.drill.play import combat, movement, odds, places, prepared, retreat, setup, supply, victory
from echelon.systems.drill.state import FOUGHT, MOVED, SHAKEN

__all__ = ["rows"]


def _rules(change: Callable[[Any], None]) -> Any:
    """The compiled rules, changed after the fact."""
    return instead(prepared, "compile_rules", compiled.tables(change))


def _shift(number: int, applies: Callable[[Any, int, list[int]], bool]) -> Any:
    """One shift with another test."""
    return constant(odds, "SHIFTS", numbers.shift(number, applies))


def rows() -> Sequence[Planted]:
    """Deliberate errors, each in one place."""
    zones = choices.blind_to(blue_zone=0, red_zone=0)
    errors = (
        # generators
        ("a unit goes from zone to zone", "DRL-ZOC-3", instead(movement, "legal_step", zones)),
        (
            "a friend does not open an enemy zone",
            "DRL-ZOC-3",
            instead(movement, "legal_step", choices.without(choices.to_a_friend)),
        ),
        ("full hexes may be passed", "DRL-STK-1", instead(movement, "legal_step", choices.blind_to(full=0))),
        ("the first hex is free", "DRL-MOV-1", instead(movement, "legal_step", choices.free_first_hex)),
        ("a unit may be picked twice", "DRL-SEQ-2", instead(movement, "legal_pick", choices.blind_to_flag(MOVED))),
        ("movement cannot be ended", "DRL-SEQ-2", instead(movement, "legal_pick", choices.without(choices.end_while_waiting))),
        ("a hex is attacked twice", "DRL-CBT-2", instead(combat, "legal_target", choices.blind_to(attacked=0))),
        ("Shaken units attack", "DRL-GEN-4", instead(combat, "legal_join", choices.blind_to_flag(SHAKEN))),
        ("Shaken units open an attack", "DRL-GEN-4", instead(combat, "legal_target", choices.blind_to_flag(SHAKEN))),
        ("a unit joins two attacks", "DRL-CBT-2", instead(combat, "legal_join", choices.blind_to_flag(FOUGHT))),
        ("nobody can say fight", "DRL-RES-1", instead(combat, "legal_join", choices.without(choices.fight))),
        ("a loss is listed twice", "DRL-RES-3", instead(combat, "legal_loss", choices.doubled)),
        ("retreat into enemy zones", "DRL-RET-2", instead(retreat, "legal_retreat", zones)),
        ("retreat into full hexes", "DRL-RET-2", instead(retreat, "legal_retreat", choices.blind_to(full=0))),
        ("three advance into a hex", "DRL-ADV-1", instead(retreat, "legal_advance", choices.blind_to(full=0))),
        ("armour advances into woods", "DRL-ADV-2", instead(retreat, "legal_advance", choices.hill_walkers)),
        # tables
        ("armour enters woods off the road", "DRL-MOV-5", instead(facts, "total_cost", compiled.armour_in_woods, prepared)),
        ("armour swims", "DRL-MOV-4", instead(facts, "total_cost", compiled.armour_swims, prepared)),
        ("armour attacks across rivers", "DRL-CBT-3", constant(prepared, "ARMOUR", lambda arm: 99)),
        ("zones reach across rivers", "DRL-ZOC-1", _rules(compiled.zone_over_river)),
        ("ice does not carry zones", "DRL-MOV-6", _rules(compiled.frost_forgotten)),
        ("woods are paid as clear", "DRL-MOV-2", _rules(compiled.cheap_woods)),
        ("a slip in the combat table", "DRL-RES-1", instead(facts, "load_tables", compiled.slip_of_the_pen)),
        ("the die has five faces", "DRL-RES-1", instead(combat, "outcomes", choices.five_faces)),
        # effects
        ("enemy zones do not stop", "DRL-ZOC-2", instead(movement, "apply_step", outcomes.walks_on)),
        ("the mine does not stop", "DRL-SET-2", instead(places, "enter", outcomes.says_no, movement)),
        ("the mine hits Red", "DRL-SET-2", instead(places, "enter", outcomes.mine_for_all)),
        ("who stops at once may move again", "DRL-SEQ-2", instead(movement, "apply_step", outcomes.may_move_again)),
        ("the attack of a unit is not marked", "DRL-CBT-2", instead(combat, "apply_join", outcomes.attacks_again)),
        ("retreat does not shake", "DRL-RET-1", instead(places, "shake", lambda right: lambda s, u: None, retreat)),
        ("who is shaken is not marked fresh", "DRL-SEQ-3", instead(places, "shake", outcomes.then(outcomes.unfresh))),
        (
            "towns do not change in retreat and advance",
            "DRL-GEN-3",
            instead(places, "enter", outcomes.then(outcomes.towns_kept), retreat),
        ),
        ("the lost keep their status", "DRL-GEN-4", instead(places, "eliminate", outcomes.status_kept)),
        ("the stuck are lost too early", "DRL-RET-3", instead(retreat, "begin_retreat", outcomes.one_at_a_time)),
        ("fresh units recover", "DRL-SEQ-3", instead(victory, "recover", outcomes.fresh_recover)),
        ("everybody recovers", "DRL-SEQ-3", instead(victory, "recover", outcomes.everybody_recovers)),
        (
            "the mark of the others stays",
            "DRL-SEQ-3",
            instead(victory, "recover", outcomes.then(outcomes.fresh_of_others_kept)),
        ),
        # sets and caches
        ("the hex left behind stays occupied", "DRL-STK-2", instead(places, "_refresh", outcomes.old_hex_kept)),
        ("a full hex stays full", "DRL-STK-1", instead(places, "_refresh", outcomes.full_for_ever)),
        ("a zone stays where its unit was", "DRL-ZOC-1", instead(places, "_refresh", outcomes.then(outcomes.zones_kept))),
        ("a zone does not wake with recovery", "DRL-ZOC-1", instead(victory, "recover", outcomes.then(outcomes.zones_kept))),
        # odds
        ("half strength is rounded down", "DRL-SUP-3", instead(odds, "attack_strength", numbers.rounded_down)),
        ("odds favour the attacker", "DRL-CBT-4", instead(odds, "basic_column", numbers.generous)),
        ("a town is no cover", "DRL-SHF-1", _shift(0, numbers.wood_only)),
        ("one attacker over the river is enough", "DRL-SHF-2", _shift(1, numbers.some_over_river)),
        ("a bridge is no river", "DRL-SHF-2", _shift(1, numbers.ford_only)),
        ("combined arms in woods", "DRL-SHF-3", _shift(2, numbers.combined_everywhere)),
        ("one Shaken defender is enough", "DRL-SHF-4", _shift(3, numbers.some_shaken)),
        ("limits at each shift", "DRL-CBT-5", instead(odds, "column", numbers.limits_at_each_shift)),
        (
            "the chances shown are wrong",
            "DRL-RES-1",
            constant(odds, "Fraction", lambda right: lambda a, b=1: right(a, b + (b == 6))),
        ),
        # supply
        ("supply crosses rivers", "DRL-SUP-2", _rules(compiled.supply_over_river)),
        ("enemy zones do not cut supply", "DRL-SUP-2", instead(supply, "supplied_hexes", numbers.blind_zones)),
        ("friends do not keep supply open", "DRL-SUP-2", instead(supply, "supplied_hexes", numbers.friends_do_not_help)),
        ("the unit's own hex is tested", "DRL-SUP-2", instead(supply, "supplied_hexes", numbers.own_hex_tested)),
        ("supply is found for both sides", "DRL-SUP-1", instead(supply, "mark_supply", outcomes.both_marked)),
        ("the unsupplied move in full", "DRL-SUP-3", instead(movement, "allowance", numbers.full_allowance)),
        # victory
        ("one turn more", "DRL-VIC-1", instead(victory, "end_turn", numbers.one_turn_more)),
        ("any town is decisive", "DRL-VIC-1", instead(victory, "end_turn", numbers.any_town_is_decisive)),
        ("Red's losses are forgiven", "DRL-VIC-1", instead(victory, "end_turn", numbers.losses_forgiven)),
        ("the last exchange is not drawn", "DRL-VIC-2", instead(victory, "destroyed", numbers.no_draw)),
        ("destruction goes unnoticed in retreat", "DRL-VIC-2", instead(victory, "destroyed", numbers.unnoticed, retreat)),
        # secrets and undo
        ("the log tells the mine", "DRL-SET-1", instead(setup, "lay_mine", choices.public_mine)),
        ("Blue is warned of the mine", "DRL-SET-2", instead(movement, "legal_step", choices.without(choices.scouts))),
        ("undo finds the mine", "DRL-SET-2", instead(places, "enter", outcomes.then(outcomes.quiet_entry))),
        ("dice are not counted", "DRL-RES-1", instead(combat, "apply_die", outcomes.then(outcomes.no_dice_counted))),
    )
    return [Planted(name, clause_id, plant) for name, clause_id, plant in errors]
