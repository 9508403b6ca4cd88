"""A foreign system, written against the public contracts only: what drill does not have, core carries."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from ledger_game.model import Hold
from playing import answer, states, table, universe

import echelon
from echelon.advice.reach import reach
from echelon.core.errors import Invalid
from echelon.core.frames import CHANCE, Frame, Kind
from echelon.core.ledgers import closes_ledger
from echelon.core.parts import Judgement
from echelon.core.record.record import Record
from echelon.lab import survey
from echelon.lab.certify.secrets import Guesses, secrets
from echelon.players import make
from echelon.server.scene import inspect, scene, why

NAME = "ledger_game.system"
NORTH, SOUTH = 0, 1


def start(**options):
    """The first question of a game after clear weather."""
    state = echelon.load(NAME).new(options=options)
    state.play("weather clear")
    return state


def test_random_games_end_within_their_turns_without_a_problem():
    verbs = set()
    for seed in range(60):
        for state in states(NAME, seed, options={"mud": seed % 2 == 1}, most=400):
            assert state.problems() == []
        assert state.turn == 3
        verbs |= {m.text.split()[0] for m in table(NAME, seed).moves}
    assert verbs == {v.name for v in state.rules.verbs.all}, "every verb was used"


def test_checker_agrees_with_generator_over_every_well_formed_action():
    for seed in range(25):
        for state in states(NAME, seed, options={"mud": seed % 2 == 1}):
            if state.outcome is None:
                legal = set(state.legal())
                for action in universe(state):
                    assert (action in legal) is not bool(state.why_not(action)), state.text(action)
                    assert state.parse(state.text(action)) == action


def test_derived_boards_agree_with_a_rebuild_after_every_action():
    for state in states(NAME, 3):
        again = state.copy()
        again.rules.rebuild(again)
        assert again.occupied == state.occupied


def test_records_replay_with_their_seed_to_the_same_state():
    for seed in range(10):
        game = table(NAME, seed, options={"mud": True})
        record = Record.parse(game.record(Players="two").text())
        assert record.damage is None
        replay = record.replay()
        assert replay.damage is None
        assert replay.state == game.state
        assert record.options == {"mud": "on"}


def test_positions_round_trip_at_every_step_with_entries_boxes_steps_and_hexsides():
    seen = set()
    for seed in range(30):
        for state in states(NAME, seed):
            text = state.position()
            back = echelon.Position.parse(text).state()
            assert back == state
            assert list(back.legal()) == list(state.legal())
            seen.add(state.frame.kind.name)
            seen |= {w for w in ("corps = ", "blown", "sea", "steps = 1", "acted", "due = 2") if w in text}
    assert {"weather", "land", "act", "march", "answer", "effect", "over"} <= seen
    assert {"corps = ", "blown", "sea", "steps = 1", "acted", "due = 2"} <= seen


def test_a_position_writes_whatever_differs_from_an_empty_state_zeros_and_noes_too():
    text = """system = "ledger_game.system"
side = "north"
frame = { kind = "effect", unit = "sd", hex = "20A:0118" }
units = { nd = "19A:1218", sd = { at = "20A:0118", steps = 1 }, sc = "20A:0217" }"""
    state = echelon.Position.parse(text).state()
    state.play("effect 2")
    written = state.position()
    assert 'sd = { at = "lost", steps = 0, fresh = false }' in written
    assert "fresh = true" not in written
    assert echelon.Position.parse(written).state() == state


def test_a_ledger_entry_reads_as_a_row_with_its_date():
    state = start()
    state.play("assign nd II")
    assert '{ unit = "nd", corps = "II", turn = 2 }' in state.position()
    view = echelon.Position.parse(state.view(SOUTH).position()).state()
    assert view.north_ledger == ()


def test_packing_brings_back_two_byte_places_and_ledgers():
    for state in states(NAME, 5):
        assert type(state).unpack(state.rules, state.pack()) == state


def test_copies_are_independent_in_wide_rows_too():
    state = start()
    copy = state.copy()
    copy.apply(copy.parse("break nd"))
    assert state.pos != copy.pos
    assert state == start()


# --- the ledger beside the top frame ------------------------------------------------------------------------------------
@pytest.mark.parametrize("lines", [(), ("send nd 19A:1118",), ("march sd 19A:1218-19A:1118",)])
def test_the_ledger_stands_open_beside_every_question(lines):
    state = start()
    for line in lines:
        if line.startswith("march"):
            state.play("end")
            state.play("land sc 20A:0219")
        state.play(line)
    main = list(state.legal().main)
    assert state.legal().beside
    assert not set(state.legal().beside) & set(main)
    assert list(state.legal()) == main + state.legal().beside


def test_an_entry_is_pending_until_the_owners_next_player_turn():
    state = start()
    unit = state.rules.forces.index("nd")
    state.play("assign nd II")
    assert state.north_ledger == ((unit, 1, 2),)
    assert state.frame.kind.name == "act", "the question on top is still open"
    for line in ("end", "land sc 20A:0217", "end"):
        assert state.corps[unit] == 0
        state.play(line)
    assert state.corps[unit] == 0, "South's player-turn does not bring it into effect"
    state.play("weather rain")
    assert state.corps[unit] == 1
    assert state.north_ledger == ()


def test_each_unit_is_written_once_a_turn():
    state = start()
    state.play("assign nd II")
    assert [r.clause for r in state.why_not("assign nd II")] == ["LED-LED-1"]
    assert [r.clause for r in state.why_not("assign sd II")] == ["LED-SEQ-1"]


def test_the_owner_writes_while_the_other_side_is_asked():
    state = echelon.Position.parse("""
system = "ledger_game.system"
side = "north"
step = "N2"
frame = { kind = "answer", side = "south", unit = "sd", hex = "20A:0118" }
units = { nd = "19A:1218", sd = "20A:0118" }
""").state()
    assert state.frame.side == SOUTH
    assert {state.frame_of(a).side for a in state.legal().beside} == {NORTH}
    state.play("assign nd II")
    assert state.frame.kind.name == "answer"
    assert state.north_ledger


def test_a_preview_of_a_ledger_entry_comes_from_the_ledger():
    assert start().preview("assign nd II") == {"effective": 2}
    assert start().preview("send nd 19A:1118") == {}


def test_no_ledger_stands_open_while_the_dice_roll_or_after_the_end():
    state = echelon.load(NAME).new()
    assert not state.legal().beside
    assert [r.clause for r in state.why_not("assign nd II")] == ["LED-SEQ-1"]
    with pytest.raises(Invalid, match="no such ledger"):
        state.apply(state.parse("assign nd II"))


# --- secrets ------------------------------------------------------------------------------------------------------------
def test_pending_entries_are_absent_from_the_other_sides_view():
    plain, written = start(), start()
    written.play("assign nd II")
    assert plain.view(SOUTH).content() == written.view(SOUTH).content()
    assert plain.view(NORTH).content() != written.view(NORTH).content()
    assert written.view(SOUTH).ask("ledger north").value == 0


def test_a_view_is_not_rebuilt_for_secrets_that_derive_nothing_and_certify_checks_the_word(monkeypatch):
    state = start()
    state.play("assign nd II")
    monkeypatch.setattr(state.rules, "rebuild", lambda s: pytest.fail("rebuilt"))
    assert state.view(SOUTH).state.north_ledger == ()
    system = echelon.load(NAME)

    def rebuild(s):  # a set that rests on a ledger after all
        system.play.rebuild(s)
        s.occupied |= len(s.north_ledger) << s.rules.board.lattice.n

    lying = replace(system, play=replace(system.play, rebuild=rebuild)).new()
    lying.play("weather clear")
    lying.play("assign nd II")
    lying.rules.rebuild(lying)
    assert "derived" in {found.check for found in secrets(lying, random.Random(1), Guesses())}


def test_the_other_side_cannot_learn_entries_from_refusals_and_lists():
    plain, written = start(), start()
    written.play("assign nd II")
    seen = [(v.legal(), v.why_not("assign nd II"), v.preview("assign nd II")) for v in (plain.view(1), written.view(1))]
    assert seen[0] == seen[1]
    assert seen[0][1], "it is not South's ledger"
    assert not [a for a in seen[0][0] if plain.text(a).startswith("assign")]
    assert [a for a in plain.view(NORTH).legal() if plain.text(a).startswith("assign")]
    assert start().view(NORTH).why_not("assign nd II") == []


def test_a_record_for_the_other_side_seals_ledger_entries():
    game = echelon.Table(start())
    game.do("assign nd II")
    game.do("send nd 19A:1118")
    own, other = game.record(NORTH), game.record(SOUTH)
    assert [e.text for e in own] == ["assign nd II", "send nd 19A:1118"]
    assert other.entries[0].sealed
    assert "assign nd II" not in other.text()
    assert other.entries[1].text == "send nd 19A:1118"


# --- undo ---------------------------------------------------------------------------------------------------------------
def test_undo_works_around_entries_beside():
    game = echelon.Table(start())
    before = game.state.copy()
    game.do("assign nd II")
    game.do("send nd 19A:1118")
    game.do("assign n1 II")
    assert [game.undo(), game.undo(), game.undo()] == [None] * 3
    assert game.state == before
    assert game.undo() == "start"


def test_taking_back_an_entry_out_of_order_keeps_what_came_after():
    game = echelon.Table(start())
    game.do("assign nd II")
    game.do("send nd 19A:1118")
    assert game.take_back(0) == []
    assert game.state.north_ledger == ()
    assert [m.text for m in game.moves] == ["send nd 19A:1118"]


def test_undo_stops_at_the_question_to_the_other_side_and_at_the_dice():
    text = 'system = "ledger_game.system"\nside = "north"\nframe = "act"\nunits = { nd = "19A:1218", sd = "20A:0118" }'
    game = echelon.Table(echelon.Position.parse(text).state())
    game.do("fire nd 20A:0118")
    assert game.undo() == "asked"
    game.do("answer hold")
    assert game.state.frame.side == CHANCE
    assert game.undo() is None, "South may think again before the die is cast"
    assert game.state.frame.side == SOUTH
    game.do("answer hold")
    game.do("effect 2")
    assert game.undo() == "dice"
    assert game.state.frame.kind.name == "act"


def test_undone_and_redone_games_are_identical():
    for seed in range(10):
        game = echelon.Table(echelon.load(NAME).new(seed=seed))
        rng = random.Random(seed)
        while game.state.outcome is None:
            action = answer(game.state, rng)
            before = game.state.copy()
            game.do(action)
            after = game.state.copy()
            if game.undo() is None:
                assert game.state == before
                game.do(action)
            assert game.state == after


def test_automation_waits_while_the_owner_could_still_write():
    text = 'system = "ledger_game.system"\nside = "south"\nframe = "act"\nunits = { sd = "lost", sc = "lost" }'
    game = echelon.Table(echelon.Position.parse(text).state(), auto=("forced",))
    assert game.moves[0].text == "end", "South has nothing to do and nobody to write about"
    game = echelon.Table(start(), auto=("forced",))
    assert game.moves == []


def test_an_only_answer_does_not_close_a_ledger_that_could_still_be_written(monkeypatch):
    state = start()
    monkeypatch.setattr(state.frame.kind, "legal", lambda s, f: [s.rules.verbs.make("end")])
    assert len(state.legal().main) == 1
    assert state.legal().beside
    assert echelon.Table(state, auto=("forced",)).moves == []


def test_a_forced_answer_that_leaves_the_ledger_open_is_given():
    text = (
        f'system = "{NAME}"\nside = "north"\nframe = {{ kind = "march", unit = "nd", left = 0 }}\nunits = {{ nd = "19A:1218" }}'
    )
    state = echelon.Position.parse(text).state()
    assert state.legal().beside
    game = echelon.Table(state, auto=("forced",))
    assert [(m.text, m.forced) for m in game.moves] == [("halt nd", True)]
    assert game.state.legal().beside


def test_a_die_that_brings_the_ledger_back_does_not_close_it():
    state = echelon.Position.parse(f"""
system = "{NAME}"
side = "north"
step = "N2"
frame = {{ kind = "answer", side = "north", unit = "sd", hex = "20A:0118" }}
units = {{ nd = "19A:1218", sd = "20A:0118" }}
""").state()
    assert not closes_ledger(state, state.parse("answer hold"))
    assert closes_ledger(start(), start().parse("end"))


# --- who keeps the ledgers ----------------------------------------------------------------------------------------------
def written(system, player, games=6):
    """The entries that two players of a name write in some games."""
    found = []
    for seed in range(games):
        state = system.new(seed=seed)
        seated = [make(player, seed + side) for side in (NORTH, SOUTH)]
        while state.outcome is None:
            action = state.draw() if state.frame.chance else seated[state.frame.side].choose(state.view(state.frame.side))
            found.append(state.text(action))
            state.apply(action)
    return [text for text in found if text.startswith("assign")]


@pytest.mark.parametrize("player", ["random", "pushy", "recruit", "officer"])
def test_computer_players_write_what_the_clerk_proposes_and_nothing_else(player):
    system = echelon.load(NAME)
    entries = written(system, player)
    assert entries and all(text.endswith(" I") for text in entries)
    assert written(replace(system, judgement=Judgement()), player) == []


def test_a_survey_of_random_play_asks_the_clerk(monkeypatch):
    asked = []
    system = echelon.load(NAME)
    clerk = system.judgement.clerk
    observed = replace(system, judgement=Judgement(clerk=lambda s: asked.append(s.frame.kind.name) or clerk(s)))
    survey.play_out(observed, "", {}, 3)
    assert "act" in asked


# --- ledgers on a page --------------------------------------------------------------------------------------------------
def test_a_scene_names_the_open_ledger_and_the_card_of_a_unit_holds_its_entries():
    game = echelon.Table(start())
    own, other = scene(game, NORTH), scene(game, SOUTH)
    assert not [row for row in own["legal"] if row["verb"] == "assign"]
    assert own["ledgers"] == [{"kind": "ledger", "say": "North: write in the ledger."}]
    assert other["ledgers"] == []
    unit = game.state.rules.forces.index("nd")
    card = inspect(game.state.view(NORTH), unit=unit)
    assert [[row["line"] for row in one["entries"]] for one in card["ledgers"]] == [["assign nd II"]]
    assert "ledgers" not in inspect(game.state.view(SOUTH), unit=unit)
    assert "ledgers" not in inspect(game.state.view(NORTH), unit=unit, past=True)


def test_who_is_not_asked_may_still_ask_why_not_about_his_ledger():
    state = start()
    state.frame = Hold((SOUTH, state.rules.forces.index("sd"), 0))
    view = state.view(NORTH)
    assert why(view, line="assign nd II")["legal"]
    assert [row["clause"] for row in why(view, line="assign sd II")["rulings"]] == ["LED-SEQ-1"]


class Aside(Frame):
    """A question beside the top one."""


def test_a_verb_answers_frames_on_the_stack_or_beside_it_not_both():
    system = echelon.load(NAME)
    with pytest.raises(ValueError, match="answers frames on the stack and beside it"):
        aside = Kind("aside", Aside, ("end",), apply=None, legal=None, why_not=None)
        replace(system, play=replace(system.play, beside_kinds=(aside,))).rules()


# --- boxes, steps, markers, hexsides --------------------------------------------------------------------------------------
def test_a_division_breaks_down_into_three_and_is_assembled_again():
    state = start()
    state.play("break nd")
    names = state.layout.rows[0].codec
    places = {u.id: names.dump(state.rules, state.pos[i]) for i, u in enumerate(state.rules.forces.units)}
    assert places["nd"] == "pool"
    assert {places["n1"], places["n2"], places["n3"]} == {"north-camp"}
    assert [r.clause for r in state.why_not("assemble nd")] == ["LED-SEQ-2", "LED-BRK-2"]
    for line in ("end", "land sc 20A:0217", "end", "weather clear", "land ng 19A:1117", "assemble nd"):
        state.play(line)
    assert names.dump(state.rules, state.pos[0]) == "north-camp"


def test_a_place_of_an_action_is_a_hex_or_a_box():
    state = start()
    state.play("send nd 19A:1118")
    assert state.rules.verbs.format(state.rules, state.rules.verbs.make("send", 0, state.rules.board.n)) == "send nd north-camp"
    assert state.describe(state.parse("send nd north-camp")) == "Send North Division to north-camp"


def test_a_hexside_of_an_action_is_named_by_its_two_hexes_in_either_order():
    state = start()
    state.play("end")
    state.play("land sc 20A:0217")
    action = state.parse("blow sd 19A:1218|20A:0118")
    assert action == state.parse("blow sd 20A:0118|19A:1218")
    assert state.text(action) == "blow sd 19A:1218|20A:0118"
    assert state.describe(action) == "Blow the bridge 19A:1218|20A:0118"
    assert action in state.legal().at(state.rules.board.parse_hex("19A:1218"))
    with pytest.raises(Invalid, match="no action is possible at the hexside"):
        state.parse("blow sd 20A:0118|20A:0217")
    with pytest.raises(Invalid, match="not adjacent"):
        state.parse("blow sd 20A:0118|19A:1117")
    state.apply(action)
    assert 'blown = "19A:1218|20A:0118"' in state.position()


def test_a_hex_may_be_named_without_its_sheet_where_only_one_can_be_meant():
    state = start()
    assert state.parse("send nd 1118") == state.parse("send nd 19A:1118")
    assert state.text(state.parse("send nd 1118")) == "send nd 19A:1118"


def test_a_word_from_the_data_is_checked_when_it_is_read():
    with pytest.raises(Invalid, match="expected I or II"):
        start().parse("assign nd III")


def test_chance_with_unequal_odds_sums_to_one_and_follows_the_seed():
    state = echelon.load(NAME).new(seed=1)
    assert [chance for _, chance in state.outcomes()] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    sky = [echelon.load(NAME).new(seed=seed).draw() for seed in range(600)]
    counts = [sky.count(a) for a, _ in state.outcomes()]
    assert 250 < counts[0] < 350
    assert 150 < counts[1] < 250
    assert 60 < counts[2] < 140


def test_the_option_changes_costs_by_a_quarter_in_rain_only():
    for mud, sky, wanted in (("off", "rain", 0.5), ("on", "rain", 0.75), ("on", "clear", 0.5)):
        state = echelon.load(NAME).new(options={"mud": mud})
        state.play(f"weather {sky}")
        assert state.ask("cost 19A:1118 19A:1218").value == wanted


def test_quarters_of_a_point_read_well_wherever_they_are_told():
    system = echelon.load(NAME)
    text = f'system = "{NAME}"\nside = "north"\noptions = {{ mud = true }}\nstate = {{ sky = "rain" }}\n'
    text += 'frame = { kind = "march", unit = "nd", left = 1.75 }\nunits = { nd = { at = "19A:1118", acted = true } }'
    state = echelon.Position.parse(text).state()
    assert state.frame.left == 7
    assert state.prompt() == "North: where does North Division go? 1¾ MP left."
    found = reach(state, 0)
    assert {state.rules.board.labels[h]: state.rules.in_points(c) for h, c in found.costs.items() if c is not None} == {
        "19A:1218": "¾", "20A:0118": "1½", "19A:1117": "1¼", "19A:1217": "1¼", "19A:1119": "1¼",
    }  # fmt: skip
    state.play("step nd 19A:1218")
    assert "left = 1" in state.position() and state.frame.left == 4
    (short,) = state.why_not("step nd 19A:1217")
    assert state.sentence(short) == "A step to 19A:1217 costs 1¼ MP. [LED-MOV-1]"
    assert system.play.per == 4


def test_a_unit_waits_in_its_box_until_its_turn_is_due():
    state = start()
    guns = state.rules.forces.index("ng")
    assert state.pos[guns] == state.rules.sea
    assert state.frame.kind.name == "act", "nothing arrives for North in turn 1"
    for line in ("end", "land sc 20A:0217", "end", "weather clear"):
        state.play(line)
    assert state.frame.dump(state.rules) == {"kind": "land", "side": "north", "unit": "ng"}
