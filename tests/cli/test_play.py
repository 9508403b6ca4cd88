"""A game at the terminal, typed line by line."""

from pathlib import Path

import pytest

from echelon.cli.play.saves import Saves
from echelon.core.record.record import Record

NEW = ("play", "drill", "--text", "--seed", "3")


def running() -> Path:
    return Saves().running


def test_the_first_screen_welcomes_and_says_what_to_do(run):
    output = run("play", "--text", "--seed", "3").output
    assert "Welcome to The crossing of the Sarce." in output
    assert "Your side: Blue. Computer: Red (recruit: plays like a sensible beginner, one move at a time" in output
    assert "How to win: Blue wins by holding a town at the end of turn 5" in output
    assert "Type the number of your choice" in output
    assert "Each turn: Blue movement, combat; then Red movement, combat." in output
    assert output.count("Red-held") == 1, "the signs are explained once"
    assert "Turn 1 · Movement · Blue" in output
    assert "1  Move 1st Rifles" in output
    assert "b1 3-3" in output and "Pontsarc" in output


def test_the_end_of_the_input_saves_and_says_so(run):
    result = run(*NEW, input="take b1\nmove b1 0202\n")
    assert result.exit_code == 0
    assert "Your game is saved." in result.output
    texts = [e.text for e in Record.parse(running().read_text()).entries]
    assert texts[1:] == ["take b1", "move b1 0202"]


def test_the_next_start_offers_to_go_on(run):
    run(*NEW, input="take b1\nmove b1 0202\n")
    result = run("play", "--text", input="y\n")
    assert "Resume your game of The crossing of the Sarce (turn 1)?" in result.output
    assert "choose the next hex for 1st Rifles (2 MP left)" in result.output


def test_a_game_put_aside_is_not_lost(run):
    run(*NEW, input="take b1\n")
    before = running().read_text()
    result = run("play", "--text", input="n\n")
    kept = running().parent / "unfinished-1.txt"
    assert kept.read_text() == before
    assert "It is saved as" in result.output and "Welcome" in result.output


def test_leaving_at_the_offer_changes_nothing(run):
    run(*NEW, input="take b1\n")
    before = running().read_text()
    assert run("play", "--text", input="").exit_code == 0
    assert running().read_text() == before


def test_numbers_words_units_and_short_forms_are_understood(run):
    run(*NEW, input="1\n0202\nstop\nb2\nundo\nmove b2 0103-0203-0303\nmove b4 0204\n")
    texts = [e.text for e in Record.parse(running().read_text()).entries][1:]
    assert texts == [
        "take b1", "move b1 0202", "stop b1",
        "take b2", "move b2 0203", "move b2 0303", "stop b2",
        "take b4", "move b4 0204", "stop b4",
    ]  # fmt: skip


def test_a_path_may_be_continued_in_the_middle_of_a_move(run):
    run(*NEW, input="take b3\nmove b3 0203-0303\n")
    texts = [e.text for e in Record.parse(running().read_text()).entries][1:]
    assert texts == ["take b3", "move b3 0203", "move b3 0303", "stop b3"]


def test_a_refusal_gives_the_clauses_and_changes_nothing(run):
    result = run(*NEW, input="take b1\nmove b1 0503\n")
    assert "move b1 0503: not allowed." in result.output
    assert "[DRL-MOV-1]" in result.output and "[DRL-STK-2]" in result.output
    assert [e.text for e in Record.parse(running().read_text()).entries][1:] == ["take b1"]


def test_a_line_that_breaks_down_halfway_says_where(run):
    result = run(*NEW, input="move b2 0203-0303-0302-0202\n")
    assert "That would come after “Move 2nd Rifles to 0302”" in result.output
    assert len(Record.parse(running().read_text()).entries) == 1


def test_a_line_stops_where_it_might_have_met_the_minefield(run):
    result = run(*NEW, input="move b2 0203-0303-0403-0503\n")
    assert "Not played, because something intervened" in result.output
    texts = [e.text for e in Record.parse(running().read_text()).entries][1:]
    assert texts == ["take b2", "move b2 0203", "move b2 0303", "move b2 0403"]


def test_undo_says_what_it_undid_or_why_it_cannot(run):
    output = run(*NEW, input="take b1\nundo\nundo\n").output
    assert "Undone: Move 1st Rifles." in output
    assert "Cannot undo: play has passed to the other side." in output


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("help", "Type the number or the words after it"),
        ("why move b1 0503", "not allowed"),
        ("why take b1", "That is allowed."),
        ("why", "Say what you want to do"),
        ("rules DRL-ZOC-3", "A unit may not move directly"),
        ("rules", "Zones of control"),
        ("rules zebra", "No rule contains “zebra”"),
        ("odds", "No odds to show yet: they appear when you choose attackers."),
        ("range b1", "1 MP  0101 0103 0202"),
        ("range", "Say which unit"),
        ("range b9", "there is no unit 'b9'"),
        ("ask supplied b1", "supplied b1: yes"),
        ("ask", "supplied unit"),
        ("ask nonsense", "there is no question 'nonsense'"),
        ("hint", "To play it, type: "),
        ("hint plan", "simulations of"),
        ("map", "river"),
        ("list b1", "Move 1st Rifles"),
        ("list r1", "No action names r1."),
        ("log", "The Red player has made a secret choice."),
        ("save", "Say where"),
        ("load", "Say which file"),
        ("load nowhere.txt", "nowhere.txt"),
        ("fly", "“fly” is not an action here. Actions begin with take or end."),
        ("tkae b1", "id you mean 'take'?"),
        ("udno", "did you mean undo?"),
        ("99", "There is no action 99: the numbers go from 1 to 5."),
        ("0404", "No action names 0404 now."),
        ("", "Type a number from 1 to 5, or help."),
        ("take b9", "There is no unit 'b9'"),
        (":quit", "Your game is saved."),
    ],
)
def test_what_can_be_typed(run, typed, says):
    result = run(*NEW, input=f"{typed}\n")
    assert result.exit_code == 0
    assert says in result.output
    assert len(Record.parse(running().read_text()).entries) == 1, "a question must not move the game"


def test_the_opponents_secret_never_reaches_the_screen(run):
    """The minefield lies in one of four hexes; nothing shown to Blue may depend on which."""
    outputs = set()
    for seed in range(6):
        start = run("play", "drill", "--text", "--new", "--seed", seed, input="log\nask zone 0403\nodds\nwhy move b1 0403\n")
        mined = next(e.text for e in Record.parse(running().read_text()).entries)
        outputs.add((mined, start.output))
    assert len({mined for mined, _ in outputs}) > 1
    assert len({output for _, output in outputs}) == 1


def test_a_whole_game_against_the_computer_ends_and_is_kept(run):
    result = run("play", "drill", "--text", "--seed", "3", input="end\nend\n" * 5 + "log\nsave end.txt\n\n")
    assert result.exit_code == 0
    assert "Game over" in result.output and "Red decisive victory." in result.output
    assert not running().exists()
    kept = running().parent / "finished-1.txt"
    assert run("record", "verify", kept).exit_code == 0
    assert run("record", "verify", "end.txt").exit_code == 0


def test_enter_gives_the_only_answer(run):
    run(*NEW, input="end\n\n")  # no attack is possible in turn 1: Enter ends the combat step
    state = Record.parse(running().read_text()).replay().state
    assert state.turn == 2


def test_forced_answers_never_roll_a_die(run):
    """Both units that can attack have joined; to fight is the only answer left, but it stays the player's own."""
    result = run(*NEW, "--scenario", "ford", input="move b1 0201-0301\nend\nattack 0302\nb1\nb2\n")
    assert "1  Fight" in result.output.split("Blue> b2")[-1]
    assert Record.parse(running().read_text()).replay().state.rolls == 0


def test_hot_seat_has_a_curtain_while_there_are_secrets(run):
    result = run(*NEW, "--red", "human", input="\nmine 0402\n\n\nlog\n")
    first, second = result.output.split("Pass the screen to the Blue player")
    assert "Pass the screen to the Red player" in first
    assert "Mine 0402" in first
    assert "Only you know" not in second and "The Red player has made a secret choice." in second


def test_hot_seat_needs_no_curtain_without_secrets(run):
    result = run("play", "drill", "--text", "--scenario", "ford", "--red", "human", input="end\nend\n")
    assert "Pass the screen" not in result.output
    assert "Turn 1 · Movement · Red" in result.output


def test_each_side_hears_what_happened_since_its_own_turn(run):
    result = run(
        "play", "drill", "--text", "--scenario", "ford", "--red", "human", input="move b1 0101\nend\nend\nmove r1 0301\n"
    )
    reds = result.output.split("Turn 1 · Movement · Red")[1]
    assert "1st Rifles moves to 0101" in reds


def test_load_and_save_options(run, tmp_path):
    run(*NEW, "--save", "mine.txt", input="take b1\nmove b1 0202\nquit\n")
    assert "move b1 0202" in (tmp_path / "mine.txt").read_text()
    result = run("play", "--text", "--load", "mine.txt")
    assert "(2 MP left)" in result.output
    result = run(*NEW, "--new", input="load mine.txt\n")
    assert "(2 MP left)" in result.output


def test_options_and_scenario_reach_the_game(run):
    run(*NEW, "--option", "frozen=on")
    assert "frozen=on" in running().read_text().splitlines()[0]


def test_the_side_options_are_named_after_the_sides(run):
    output = run("play", "--help").output
    assert "--blue WHO" in output and "--red WHO" in output


def test_an_unreadable_save_is_put_aside_not_fatal(run):
    Saves().keep("echelon 1 | drill 1.0.0 | crossing\ntake b1\n")
    result = run("play", "--text", "--seed", "1")
    assert result.exit_code == 0
    assert "could not be loaded" in result.output and "Welcome" in result.output
    assert (running().parent / "unreadable-1.txt").exists()


def test_dice_of_a_record_without_its_seed_go_on(run, tmp_path):
    run(*NEW, "--save", "mine.txt", input="quit\n")
    text = "\n".join(line for line in (tmp_path / "mine.txt").read_text().splitlines() if not line.startswith("seed 0"))
    (tmp_path / "sealed.txt").write_text(text)
    run("play", "--text", "--load", "sealed.txt", "--save", "on.txt", input="end\nend\n")
    assert run("record", "verify", "on.txt").exit_code == 0


def test_a_move_into_the_minefield_breaks_off_and_says_what_was_left(run):
    result = run(*NEW, "--red", "human", input="\nmine 0404\n\n\nmove b3 0304-0404-0405\n")
    assert "3rd Lancers hits the minefield in 0404. [DRL-SET-2]" in result.output
    assert "Not played, because something intervened: move b3 0405." in result.output


def test_who_resigns_is_asked_once_and_the_record_says_so(run):
    output = run(*NEW, input="resign\nn\nresign\ny\n\n").output
    assert output.count("Concede? The game ends in a Red victory; this cannot be undone.") == 2
    assert "You have lost. The game is over: Red victory (the Blue player concedes)" in output
    kept = next(running().parent.glob("finished-*.txt"))
    assert kept.read_text().splitlines()[-1] == "! blue resigns"
    assert "Red victory (the Blue player concedes)" in run("record", "verify", str(kept)).output
    assert "Red victory (the Blue player concedes)" in run("record", "show", str(kept)).output


def test_a_draw_is_offered_to_the_other_at_the_screen_and_declined_by_a_computer(run):
    assert "The Red player declines the draw. Play continues." in run(*NEW, input="draw\n").output
    output = run("play", "drill", "--text", "--red", "human", "--seed", "3", input="n\n\ndraw\nn\ndraw\ny\n\n").output
    assert "declines the draw" in output
    assert "The game is over: a draw by agreement" in output
