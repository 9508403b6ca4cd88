"""Cards of units: the movement they tell is true in every phase; an air group has one; ways that end out of supply warn."""

from dataclasses import replace

import pytest
from tabled import table_of, until

import echelon
from echelon.advice.reach import reach
from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.core.text.lines import expand
from echelon.core.views import View
from echelon.server import scene as scenes
from echelon.systems.colonnes.play.supply import is_supplied as colonnes_supplied
from echelon.systems.tigers.play.supply import is_supplied as tigers_supplied
from echelon.systems.tigers.state import DISRUPTED

PICKS = {"tigers": "move.pick", "colonnes": "mouvement"}
SUPPLY = {"TIG-SUP-1", "COL-SUP-8"}
NOW, LEFT, PRINTED = "Movement in this", "Movement left", "Printed movement"


def movement(view, unit, lang="en"):
    """The rows of a unit's card that speak of movement: what, and how much."""
    rows = scenes.inspect(view, unit=unit, lang=lang)["rows"]
    return [(row[0], row[1]) for row in rows if row[0].startswith((NOW, LEFT, PRINTED))]


def taken(state):
    """The units that may be taken now."""
    return sorted({next(state.rules.verbs.values(a, "unit")) for a in state.legal() if state.text(a).startswith("take ")})


@pytest.mark.parametrize("system", PICKS)
def test_movement_is_told_for_this_phase_only_of_units_that_may_move(system):
    table = until(table_of(system, 2), PICKS[system])
    state = table.state
    view, can = View(state, state.frame.side), taken(state)
    on_map = [u for u in range(len(state.rules.forces.units)) if state.pos[u] < state.rules.board.n]
    assert can and set(on_map) - set(can)
    for unit in on_map:
        [(what, how)] = movement(view, unit)
        assert what.startswith(NOW if unit in can else PRINTED), (state.rules.forces.units[unit].id, what)
        assert how


def test_the_bonus_is_told_and_what_is_left_shrinks():
    table = until(table_of("tigers", 2), PICKS["tigers"])
    state = table.state
    unit = next(u for u in taken(state) if state.rules.omf[u] > 2)
    view = View(state, state.frame.side)
    [(what, how)] = movement(view, unit)
    assert what == "Movement in this phase" and how.endswith(", or 3 if it enters no enemy ZOC and does not attack")
    table.do(f"take {state.rules.forces.units[unit].id}")
    step = next(a for a in table.state.legal() if table.state.text(a).startswith("move "))
    table.do(step)
    if table.state.frame.kind.name == "move.step":
        [(what, left)] = movement(View(table.state, table.state.frame.side), unit)
        assert what == LEFT and left != how


def test_no_movement_of_this_phase_is_told_in_combat():
    table = until(table_of("tigers", 2), "attack.allocate")
    view = View(table.state, table.state.frame.side)
    on_map = [u for u in range(len(table.state.rules.forces.units)) if table.state.pos[u] < table.state.rules.board.n]
    assert {what for unit in on_map for what, _ in movement(view, unit)} == {PRINTED}


def test_an_air_group_has_a_card(anna):
    game = anna.new("tigers", seats={"german": "me", "allied": "me"}, options={"german_setup": "historical"})["id"]
    found = anna.get(f"/api/games/{game}/inspect", side="german", unit="de-jg26")
    assert found["title"] == "Jagdgeschwader 26" and ["Side", "German"] in found["rows"]
    assert anna.get(f"/api/games/{game}/inspect", side="german", unit="de-jg26", lang="fr")["rows"][-1] == ["Camp", "Allemands"]


def warned(view, supplied, units):
    """How many hexes in reach warn: those, and no others, where the rules find no supply once the line is played."""
    count = 0
    for unit in units:
        for label, way in scenes.reach(view, unit)["hexes"].items():
            if "note" in way:  # a die or something hidden may halt it
                continue
            after = view.state.copy()
            after.play("; ".join(expand(after, way["line"]) or [way["line"]]))
            cut_off = SUPPLY & {warning["clause"] for warning in way.get("warnings", ())}
            assert bool(cut_off) == (not supplied(after, unit)), (label, way)
            count += bool(cut_off)
    return count


def test_who_would_end_his_move_by_road_is_told():
    state = until(table_of("tigers", 2), PICKS["tigers"]).state
    unit = state.rules.forces.index("de-2pz")
    view = View(state, state.frame.side)
    by_road = 0
    for way in scenes.reach(view, unit)["hexes"].values():
        if "note" not in way:
            after = state.copy()
            after.play("; ".join([*(expand(after, way["line"]) or [way["line"]]), "stop de-2pz?"]))
            told = "TIG-ROAD-4" in {warning["clause"] for warning in way.get("warnings", ())}
            assert told == bool(after.status[unit] & DISRUPTED), way
            by_road += told
    assert by_road


def test_ways_of_tigers_that_end_out_of_supply_warn_and_no_others():
    state = until(table_of("tigers", 2), PICKS["tigers"]).state
    units = [u for u in taken(state) if u != state.rules.vdh][::4]
    view = View(state, state.frame.side)
    warned(view, tigers_supplied, units)
    view.state.german &= ~state.rules.edges["east"]  # nothing left to draw supply from, but what is entered again
    view.state.supply = (None, None)
    assert warned(view, tigers_supplied, units) > 0


def test_ways_of_colonnes_that_end_out_of_supply_warn_and_no_others():
    state = until(table_of("colonnes", 2), PICKS["colonnes"]).state
    units = taken(state)[::6]
    view = View(state, state.frame.side)
    assert warned(view, colonnes_supplied, units) == 0
    view.state.captured = state.rules.sources[state.frame.side]  # nothing left to draw supply from
    view.state.supply = (None, None)
    assert warned(view, colonnes_supplied, units) > 0


def test_a_warning_has_words_and_clause_in_both_languages():
    table = until(table_of("tigers", 2), PICKS["tigers"])
    system = table.state.rules.system
    for lang in ("en", "fr"):
        say = table.state.rules.texts.teller(table.state.rules, "inspect", lang)
        state = table.state.copy()
        state.supply = (0, 0)  # as if nobody could trace a line
        [told] = system.show.warnings(state, taken(state)[0], say)
        assert told.say.endswith(".") and told.clause in system.clauses and told.grave


def test_a_hex_tells_its_bridges_as_they_are_now():
    text = """
        system = "tigers"
        turn = 5
        side = "german"
        frame = "bridge.act"
        assume = { supplied = "all" }
        board = { base = "blank", river = "705|706 605|705", bridge = "705|706" }
        units = { g = { at = "705", side = "german", arm = "infantry", factor = 3 } }
    """
    state = Position.parse(text).state()
    at = state.rules.board.ids["705"]

    def bridges():
        return {name: how for name, how, *_ in scenes.inspect(View(state, 0), hex_=at)["rows"] if "ridge" in name}

    assert bridges() == {"Allied bridge": "towards 706"}
    for line in ("blow 705|706", "die 1", "build 605|705", "die 1"):
        state.play(line)
    assert bridges() == {"German bridge": "towards 605", "Broken bridge": "towards 706"}


BLITZ = """
    system = "tigers"
    turn = 2
    side = "german"
    step = "B2d.move"
    frame = "move.pick"
    assume = { supplied = "all" }
    board = { base = "blank" }
    [units]
    de-kgp = { at = "605", moved = true, spent = 2 }
    de-2pz = "608"
    us-4id = "1401"
"""


def test_peiper_going_on_in_blitzkrieg_is_promised_no_bonus_that_he_cannot_have():
    state = Position.parse(BLITZ).state()
    view, index = View(state, 0), state.rules.forces.index
    assert movement(view, index("de-kgp")) == [("Movement in this phase", "1")]
    assert movement(view, index("de-2pz"))[0][1] == "3, or 5 if it enters no enemy ZOC and does not attack"
    assert max(reach(state, index("de-kgp")).costs.values()) == 2  # half points


@pytest.mark.parametrize(("lang", "word"), [("en", "Peiper in any case"), ("fr", "Peiper dans tous les cas")])
def test_the_sequence_tells_of_peipers_exception_in_blitzkrieg_only(lang, word):
    said = scenes.scene(Table(Position.parse(BLITZ).state()), 0, lang=lang)["remark"]["say"]
    assert word in said
    without = BLITZ.replace('{ at = "605", moved = true, spent = 2 }', '"gone"')
    for other in (BLITZ.replace("german", "allied").replace("B2d", "C2d"), without):
        assert "Peiper" not in scenes.scene(Table(Position.parse(other).state()), 0, lang=lang)["remark"]["say"]


@pytest.mark.parametrize(("lang", "row"), [("en", ["Location", "eliminated"]), ("fr", ["Situation", "éliminée"])])
def test_a_unit_that_is_gone_stands_nowhere(lang, row):
    state = Position.parse(BLITZ.replace('"608"', '"gone"')).state()
    assert row in scenes.inspect(View(state, 0), unit=state.rules.forces.index("de-2pz"), lang=lang)["rows"]


def test_a_railway_that_grows_is_told_and_drawn_as_it_is_now():
    drill = echelon.load("drill")
    board = drill.new().rules.board
    a, b = board.ids["0203"], board.ids["0303"]
    laid = [board.side(a, b)]

    def rails(state):
        return [{"mark": "rail", "hexes": [a, b]}] if laid[0] else []

    show = replace(drill.show, hexsides=lambda state: {"road": laid[0]}, marks={**drill.show.marks, "rails": rails})
    view = View(replace(drill, show=show).new(), 0)
    assert ["Road", "towards 0303"] in [list(row[:2]) for row in scenes.inspect(view, a)["rows"]]
    assert {"mark": "rail", "hexes": ["0203", "0303"]} in scenes.scene(Table(view.state), 0)["marks"]
    laid[0] = 0
    assert not [row for row in scenes.inspect(view, a)["rows"] if row[0] == "Road"]
    assert not [row for row in scenes.scene(Table(view.state), 0)["marks"] if row["mark"] == "rail"]
