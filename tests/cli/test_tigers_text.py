"""Tigers in the Ardennes at the terminal: what somebody sees and types who has never seen the program before."""

import random
import re
from io import StringIO

import pytest
from rich.console import Console

import echelon
from echelon.cli.play.answers import rows
from echelon.cli.play.desk import Desk
from echelon.cli.play.game import Game
from echelon.cli.play.map import draw_map
from echelon.cli.play.names import names_of
from echelon.cli.play.saves import Saves
from echelon.cli.play.screen import Screen
from echelon.core.record.record import Record

NEW = ("play", "tigers", "--text", "--seed", "3", "--new")
SET_UP = "1\ndone\ndrop 1008\n\ninvoke no\n"  # up to the attacks of turn 1


def played() -> list[str]:
    return [entry.text for entry in Record.parse(Saves().running.read_text()).entries]


def refused(run, setup: str, line: str) -> str:
    """What is said about a line that must not change anything."""
    run(*NEW, input=setup)
    before = played()
    output = run("play", "tigers", "--text", input=f"y\n{line}\n").output.split(f"German> {line}\n")[1]
    assert played() == before, "a refusal changes nothing"
    return " ".join(output.split("German>")[0].split())


# --- input that is not legal ------------------------------------------------------------------------------------------
def test_an_unknown_unit(run):
    told = refused(run, SET_UP, "attack 1307 with 77vg")
    assert "no unit '77vg'" in told and "did you mean" in told


def test_a_path_through_the_enemy(run):
    moving = f"{SET_UP}confirm\npass\n"
    told = refused(run, moving, "move kgp 1307-1207")
    assert "1307 is enemy-occupied (106th Infantry Division) and cannot be entered. [TIG-GEN-9]" in told


def test_an_attack_that_leaves_a_duty_unmet(run):
    told = refused(run, f"{SET_UP}attack 1207 with 12vg\n", "confirm")
    assert "99th Infantry Division in 1208 is adjacent to attacking units (12. Volksgrenadier-Division)" in told
    assert "Legal if a battle for 1208 is declared" in told and told.count("[TIG-ATK-8]") == 2


def test_a_bridge_that_does_not_exist(run):
    told = refused(run, f"{SET_UP}confirm\n", "bust jg26 1105|1205")
    assert "There is no bridge at 1105|1205. [TIG-AIR-20]" in told


def test_a_word_that_is_not_asked_for_now_says_what_is(run):
    told = refused(run, SET_UP, "fight 1207")
    assert "“fight a battle” is not allowed in this phase. [TIG-SEQ-1]" in told
    assert "Next decision: German attacks" in told


def test_a_line_about_another_hex_is_not_taken_for_this_one(run):
    told = refused(run, f"{SET_UP}attack 1209\n", "attack 1208 with 277vg 12ss")
    assert "attack 1208: not allowed." in told


def test_an_answer_begun_but_not_finished(run):
    told = refused(run, f"{SET_UP}confirm\n", "bomb jg26")
    assert "That could be any of: bomb jg26 910, bomb jg26 1005," in told


# --- names ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("word", ["de-kgp", "kgp", "KGP", "peiper", "kg"])
def test_units_have_short_names(word):
    assert names_of(echelon.load("tigers").new().rules).full(word) == "de-kgp"


def test_names_that_could_mean_something_else_stay():
    names = names_of(echelon.load("tigers").new().rules)
    assert names.full("506") == "506" and names.short("de-506") == "de-506", "506 is a hex"
    assert names.full("1") == "1" and names.full("9ad") == "us-9ad" and names.full("cc") == "cc"
    assert names.meant("attack 1307 with kgp 12ss") == "attack 1307 with de-kgp de-12ss"
    assert names.meant("bomb jg26 1208") == "bomb de-jg26 1208"


def test_words_of_the_desk_take_short_names(run):
    output = run(*NEW, input=f"{SET_UP}confirm\npass\nrange lehr\nask supplied kgp\nrules ZOC\nrange zzz\nhelp\n").output
    assert re.search(r"1 MF  .*1305", output)
    assert "supplied kgp: yes" in output
    assert "TIG-ZOC-1 " in output
    assert "why    move 272vg" in output and "b1" not in output.split("German> help")[1]


# --- the map and the lists ----------------------------------------------------------------------------------------------
def test_the_small_map_names_the_strongest_of_a_stack_and_all_columns_fit_120_characters():
    state = echelon.load("tigers").new()
    lines = draw_map(state, 120, compact=True).plain.splitlines()
    assert max(map(len, lines)) <= 121
    text = "\n".join(lines)
    for word in ("12ss +1", "116pz+1", "1ss  +3", "Bastogn", "│110", "1510"):
        assert word in text, word


def test_long_lists_are_grouped_and_can_be_narrowed(run):
    output = run(*NEW, input=f"{SET_UP}confirm\nlist 1208\nlist bust\n").output.split("German> confirm")[1]
    first, narrowed, *_ = output.split("German>")
    assert "2-12  Send Jagdgeschwader 26 to bomb …" in first and "1  Pass" in first
    assert "Type an action, for example “bomb jg26 910”" in first
    assert "8  Send Jagdgeschwader 26 to bomb 1208" in narrowed and "99id Disrupted 33%" in narrowed


def test_what_ends_a_step_is_never_cut_off():
    state = echelon.load("tigers").new(seed=3)
    state.play("dump 909")
    state.play("mode free")
    found, left = rows(state, list(state.legal()), 5)
    assert len(found) == 5 and left > 0
    options = [*list(state.legal())[:400:9], state.rules.verbs.make("done")]
    found, left = rows(state, options, 5)
    assert found[-1].text == "done" and found[-1].numbers == str(len(options))


def test_numbers_are_never_cut_off(run):
    output = run(*NEW, input=f"{SET_UP}confirm\npass\n").output
    assert re.search(r"^22  Move Kampfgruppe Peiper +take kgp +1407 armor 2-4", output, re.M)


def test_divisions_are_named_when_commands_form_them():
    state = echelon.load("tigers").new()
    action = state.rules.verbs.make("combine", state.rules.forces.index("us-9ad"), state.rules.board.ids["511"])
    assert state.describe(action) == "Combine three combat commands in 511 into 9th Armored Division"


# --- battles --------------------------------------------------------------------------------------------------------------
def test_a_battle_shows_its_odds_while_it_is_put_together(run):
    output = run(*NEW, input=f"{SET_UP}attack 1307\nwith 18vg\nodds\nset\n").output
    assert "So far: 18. Volksgrenadier-Division." in output
    assert re.search(r"Attack with Kampfgruppe Peiper +with kgp +5 to 3, 2:1: D2 33%, D1 33%, D 17%, - 17%", output)
    assert "5 to 3: 106id 2 [TIG-GEN-4], 106id 1 [TIG-DEF-1]" in output
    assert "3:2, opening barrage +1 [TIG-SET-9]: column 2:1" in output
    assert "Declared: 1307 (18)." in output
    assert "{" not in output.split("German> odds")[1].split("German>")[0], "no data of the program's"


def test_a_result_is_told_with_its_odds():
    game = Game.new(echelon.load("tigers"), "campaign", {}, ["human", "random"], 3)
    console = Console(file=StringIO(), width=120)
    desk = Desk(game, Screen(console))
    game.let_others_play()
    for line in ("1", "done", "drop 1008", "", "invoke no", "attack 1202 with 5fj 352vg", "confirm", "pass", "fight 1202"):
        assert desk.handle(line) or desk.held, (line, console.file.getvalue())
        game.let_others_play()
    told = [game.state.sentence(e) for m in game.table.moves for e in m.events if e.key.startswith("result")]
    odds = r"German attack on 1202: 5 to 1 is 5:1, shifted to 5:1 \(.*barrage \+1.*\)\. Die roll [1-6]: D.+ \[TIG-CRT-1\]"
    assert re.fullmatch(odds, told[0]), told


# --- a whole game ---------------------------------------------------------------------------------------------------------
def test_a_whole_game_by_numbers_alone(run):
    """A person who types nothing but numbers, some of them wrong, and Enter, comes to the end of the four days."""
    rng = random.Random(1)
    numbers = [n for _ in range(60) for n in range(rng.choice((3, 30, 30, 30)), 0, -1)]
    typed = "".join(f"{n}\n" + rng.choice(("\n", "")) for n in numbers)
    output = run(*NEW, "--scenario", "breakthrough", "--allied", "random", input=typed).output
    assert "The game is over:" in output and "[TIG-BRK-4]" in output
    assert "{" not in output and "Traceback" not in output
    assert "The game is over: there is nothing left to play." in output
