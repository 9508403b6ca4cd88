"""Panels and books: they can always be made, their chances add up, and they tell no secret."""

import random
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest
from playing import answer

import echelon
from echelon.core.record.position import Position
from echelon.core.show.panels import Panel
from echelon.core.table import Table
from echelon.server.scene.answers import answers
from echelon.systems.tigers.frames import Battle
from echelon.systems.tigers.shown.effects import ORDER
from echelon.systems.tigers.shown.shifts import KEYS
from echelon.systems.tigers.state import ALLIED, GERMAN

SYSTEM = echelon.load("tigers")
TEXTS = SYSTEM.texts
OPTIONS = ({}, {"forgotten_question": "on", "remind_malmedy": "on", "die_index": "B"}, {"auto_entrench": "off"})


def games(seeds, scenario="", options=None):
    for seed in seeds:
        state = SYSTEM.new(scenario, options, seed=seed)
        rng = random.Random(seed)
        while state.outcome is None:
            yield state, rng
            state.apply(answer(state, rng))


def strings(value):
    """All the words in a panel or a book."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from strings(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from strings(getattr(value, name))


def check_panel(state, panel):
    assert isinstance(panel, Panel) and panel.title
    rules = state.rules
    for word in strings(panel):
        assert "{" not in word and not word.startswith(("row.", "shift.", "effect.", "note.", "nearly.", "air.")), word
    for name in (*panel.attackers, *panel.defenders):
        assert name in rules.forces
    cited = [part.clause for fact in panel.facts for part in fact.parts] + [shift.clause for shift in panel.shifts]
    assert all(clause in SYSTEM.clauses for clause in cited if clause)
    if panel.chances:
        assert sum(Fraction(chance.n, chance.of) for chance in panel.chances) == 1
    assert all(chance.tone in ("defender", "attacker", "none") and 0 <= chance.weight <= 4 for chance in panel.chances)
    if panel.ladder:
        columns = rules.columns
        assert panel.ladder.columns == columns
        net = sum(shift.amount for shift in panel.shifts)
        assert panel.ladder.final == min(max(panel.ladder.basic + net, 0), len(columns) - 1)
        assert all((shift.amount != 0) == shift.applies for shift in panel.shifts)
        results = [chance.result for chance in panel.chances]
        assert results == [result for result in ORDER if result in results]  # the worst for the defender first
        table = [row[panel.ladder.final] for row in rules.combat]
        assert {c.result: c.n for c in panel.chances} == {word: table.count(word) for word in table}
        assert all(chance.effects for chance in panel.chances)
        assert panel.facts[0].value == str(sum(int(part.amount) for part in panel.facts[0].parts))
        assert panel.facts[1].value == str(sum(int(part.amount) for part in panel.facts[1].parts))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "standard")
def test_panels_of_random_games(options):
    kinds = set()
    for state, rng in games((11, 12), "breakthrough", options):
        actions = [a for a, _chance in state.outcomes()][:1] if state.frame.chance else list(state.legal())
        for action in rng.sample(actions, min(2, len(actions))):
            panel = SYSTEM.show.panel(state, action)
            if panel is not None:
                check_panel(state, panel)
                kinds.add(state.frame.kind.name)
    assert len(kinds) > 15


def test_changes_are_what_the_answer_would_bring():
    """The column told for one more unit is that of the panel after it has joined."""
    checked = 0
    for state, _rng in games((13, 14), "breakthrough"):
        if not isinstance(state.frame, Battle) or not state.frame.units:
            continue
        panel = SYSTEM.show.panel(state, SYSTEM.verbs.make("set"))
        for change in panel.changes:
            if change.line:
                after = state.copy()
                after.apply(after.parse(change.line))
                told = SYSTEM.show.panel(after, SYSTEM.verbs.make("set"))
                none = TEXTS.template("panel", "odds.none")
                assert change.final == (told.ladder.columns[told.ladder.final] if told.ladder else none)
                checked += 1
    assert checked > 20


def test_both_orders_stand_side_by_side():
    for state, _rng in games((15,), "breakthrough"):
        if state.frame.kind.name == "combat.no_retreat":
            panels = [SYSTEM.show.panel(state, action) for action in state.legal()]
            assert panels[0] == panels[1] and panels[0].state == "orders"
            worse = [c for c in panels[0].chances if c.result in ("D2", "D3", "DD")]
            assert all(len(c.effects) == 2 for c in worse)
            return
    raise AssertionError("nobody was asked")


@pytest.mark.clause("TIG-FUEL-8")
def test_nothing_shown_to_the_german_betrays_the_dump():
    checked = 0
    for state, rng in games((16, 17), "breakthrough"):
        hidden = [h for h in state.rules.board.members(state.rules.dump_hexes & ~state.searched) if h != state.dump]
        if state.dump < 0 or state.dump_known or not hidden or rng.random() > 0.1:
            continue
        other = state.copy()
        other.dump = rng.choice(hidden)
        say = TEXTS.teller(state.rules, "book")
        for reader in (GERMAN, None):
            assert SYSTEM.show.books(state, reader, say) == SYSTEM.show.books(other, reader, say)
        assert SYSTEM.show.books(state, ALLIED, say) != SYSTEM.show.books(other, ALLIED, say)
        for name in ("supply", "zones", "control", "objectives", "front"):
            assert SYSTEM.show.marks[name](state) == SYSTEM.show.marks[name](other)
        unit = rng.randrange(len(state.pos))
        assert SYSTEM.show.ranges(state, unit) == SYSTEM.show.ranges(other, unit)
        assert SYSTEM.show.track(state) == SYSTEM.show.track(other)
        if state.frame.side == GERMAN:
            for action in rng.sample(list(state.legal()), min(3, len(state.legal()))):
                assert SYSTEM.show.panel(state, action) == SYSTEM.show.panel(other, action)
        checked += 1
    assert checked > 20


def test_books_are_whole():
    seen = set()
    for state, rng in games((18, 19), "breakthrough"):
        if rng.random() > 0.03:
            continue
        say = TEXTS.teller(state.rules, "book")
        for reader in (GERMAN, ALLIED, None):
            for book in SYSTEM.show.books(state, reader, say):
                title = book.title
                assert title and book.rows and book.tab
                seen.add(title)
                for row in book.rows:
                    assert row.what and row.how and row.clause in SYSTEM.clauses
                    assert all(name in state.rules.forces for name in row.units)
                    assert not any("{" in word or "." in word.split()[0][1:-1] for word in (row.what, title))
                    assert "{" not in row.how
        days = SYSTEM.show.track(state)
        assert [day[0] for day in days] == list(range(1, state.rules.turns + 1))
        assert days[0][1:3] == ("16", "snow")
    assert len(seen) > 8


# --- words --------------------------------------------------------------------------------------------------------------
def holes(text):
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


def test_every_question_says_what_the_other_side_reads_meanwhile():
    for kind in SYSTEM.kinds:
        text = TEXTS.template("waiting", kind.name)
        assert text, kind.name
        assert holes(text) <= {"side", "turn"}, "a fact of the question could be a secret"
    assert TEXTS.template("waiting", "default")


def test_prompts_are_short():
    for kind in SYSTEM.kinds:
        text = TEXTS.template("prompt", kind.name)
        assert len(text) <= 165, kind.name
        ends = text.replace("1st.", "").replace("No Retreat!", "").count(". ") + text.count("? ")
        assert ends <= 1 or text.startswith("Result"), (kind.name, text)


def test_every_shift_and_result_has_words():
    from echelon.systems.tigers.play.odds import SHIFTS

    assert {(clause, amount) for clause, amount, _applies, _word in SHIFTS} == set(KEYS)
    assert all(TEXTS.template("panel", f"shift.{key}") for key in KEYS.values())
    words = {word for row in SYSTEM.rules().combat for word in row}
    assert words == set(ORDER) and all(TEXTS.template("panel", f"result.{word}") for word in words)


def test_the_main_button_has_a_verb_wherever_a_question_can_be_ended():
    assert all(verb in SYSTEM.verbs for verb in SYSTEM.play.main)
    ended = {kind.name for kind in SYSTEM.kinds if set(kind.verbs) & set(SYSTEM.play.main)}
    assert {"move.pick", "move.step", "attack.allocate", "attack.battle", "air.bomb", "bridge.act", "combat.advance"} <= ended


def test_every_reason_against_undo_has_words():
    for reason in ("start", "forced", "dice", "revealed", "asked", "over", "action"):
        assert TEXTS.template("undo", reason)


EMPTIED = """
system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "combat.pick"
hexes = { T = "605", A = "T S", U = "608" }
board = { base = "blank" }
state = { battles = [{ hexes = "T", units = "g", state = "open" }] }
[units]
g = { at = "A", side = "german", arm = "infantry", factor = 7 }
d = { at = "U", side = "allied", arm = "infantry", factor = 1 }
"""


def test_a_battle_whose_defenders_have_gone_promises_nothing():
    state = echelon.Position.parse(EMPTIED).state()
    fight = state.parse("fight 605")
    assert "results" not in state.preview(fight)
    panel = state.rules.system.show.panel(state, fight, "en")
    assert panel.title.endswith("605")
    assert panel.subtitle == "No defenders left: this battle will not take place."
    assert not panel.chances


def test_the_last_battle_is_not_fought_before_somebody_says_so():
    """Calling it off is no longer allowed, so that to fight is the only answer: still the player gives it."""
    file = Path(__file__).parents[2] / "positions" / "tigers" / "atk-10-required-by-a-battle-fought.toml"
    table = echelon.Table(echelon.Position.parse(file.read_text("utf-8")).state(), auto=("forced",))
    for line in ("fight 606", "orders 606 yield", "die 4"):
        table.do(line)
    assert [table.state.text(a).split()[0] for a in table.state.legal()] == ["fight"]
    assert not any(move.forced for move in table.moves)


def test_an_attack_of_peiper_asks_before_it_begins():
    file = Path(__file__).parents[2] / "positions" / "tigers" / "kgp-11-preview.toml"
    state = echelon.Position.parse(file.read_text("utf-8")).state()
    final = {row["line"]: row.get("final", False) for row in answers(state, list(state.legal()))}
    assert {line for line, asked in final.items() if asked} == {line for line in final if line.startswith("attack ")}


def test_tigers_that_come_through_say_so():
    file = Path(__file__).parents[2] / "positions" / "tigers" / "example-20-tiger-breakdown.toml"
    state = echelon.Position.parse(file.read_text("utf-8")).state()
    state.play("take de-506")
    for place in (704, 705, 706, 707):
        state.play(f"move de-506 {place} normal")
    state.play("stop de-506")
    assert state.frame.kind.name == "move.breakdown_die"
    state.log = []
    state.apply(state.parse("die 6"))
    assert [event.key for event in state.log] == ["breakdown.none"]


def test_a_tiger_that_stops_is_told_its_chances():
    """Three points spent: a 1 or a 2 is lower, and the Tigers break down on the way (TIG-TGR-6)."""
    text = """
        system = "tigers"
        turn = 5
        side = "german"
        frame = "move.pick"
        assume = { supplied = "all" }
        board = { base = "blank" }
        units = { de-506 = "605", de-2pz = "205" }
    """
    state = Position.parse(text).state()
    for line in ("take de-506", "move de-506 606 normal", "move de-506 607 normal", "move de-506 608 normal"):
        state.play(line)
    panel = SYSTEM.show.panel(state, state.parse("stop de-506"), "en")
    assert [(chance.result, chance.n, chance.of) for chance in panel.chances] == [("1", 1, 6), ("2", 1, 6), ("3-6", 4, 6)]


def test_the_drop_does_not_speak_of_the_weather():
    state = next(s for s, _ in games((1,)) if s.frame.kind.name == "setup.drop")
    drop = next(a for a in state.legal().main if state.rules.verbs.verb(a).name == "drop")
    panel = SYSTEM.show.panel(state, drop, "en")
    assert panel.chances and not any("weather" in chance.say.lower() for chance in panel.chances)


def test_a_battle_does_not_close_before_its_odds_are_seen():
    """Nobody else can join, and nothing else can be done: it is closed by a press all the same."""
    text = """
        system = "tigers"
        turn = 5
        side = "german"
        frame = "attack.allocate"
        assume = { supplied = "all" }
        board = { base = "blank" }
        units = { de-2pz = "605", us-9id = "606" }
    """
    table = Table(Position.parse(text).state(), auto=("forced", "dice"))
    table.do("attack 606")
    assert [table.state.text(a) for a in table.state.legal().main] == ["set"]
    table.do("set")
    assert table.state.frame.kind.name != "attack.battle"
