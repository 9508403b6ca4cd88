"""The host's end: foreign engines that play, and foreign engines that do not behave."""

import re
import sys
import threading
import time
from pathlib import Path

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.players import Clock, Failed, IllegalAnswer, Info, Limits, Thinking, make
from echelon.players.protocol.foreign import Foreign

ROOT = Path(__file__).parents[3]
MOCK = ROOT / "tests" / "support" / "mock_engine.py"
HELLO = "< echelon 1\n> id name Mock\n> id author nobody\n> ready\n< newgame\n> ready\n"


@pytest.fixture
def mock(tmp_path):
    """`mock(script)` is a player whose engine follows it; all are ended after the test."""
    made = []

    def call(script, parameters=None, seed=0, **times):
        path = tmp_path / f"script{len(made)}.txt"
        path.write_text(script)
        player = Foreign([sys.executable, str(MOCK), str(path)], parameters, seed, **{"greeting": 60.0, **times})
        made.append(player)
        return player

    yield call
    for player in made:
        player.close()


@pytest.fixture
def view():
    state = echelon.load("drill").new("ford", seed=3)
    return state.view(0)  # take b1, take b2, end


@pytest.fixture(scope="module")
def bot(tmp_path_factory):
    """The engine in shell, as it is printed in the docs."""
    (script,) = re.findall(r"^```sh\n(#!/bin/sh\n.*?)^```", (ROOT / "docs" / "engines.md").read_text("utf-8"), re.M | re.S)
    path = tmp_path_factory.mktemp("bots") / "bot"
    path.write_text(script)
    path.chmod(0o755)
    return path


def play(state, players, until=lambda state: state.result() is not None):
    """Let players answer, every answer checked by the law."""
    actions = []
    while not until(state):
        if state.frame.chance:
            action = state.draw()
        else:
            side = state.frame.side
            action = players[side].choose(state.view(side))
            assert state.why_not(action) == []
        actions.append(state.text(action))
        state.apply(action)
    return actions


# --- those that play ----------------------------------------------------------------------------------------------------
def test_a_bot_in_shell_plays_a_whole_game(bot):
    games = []
    for seed in (1, 1, 2):
        players = [make(f"engine:{bot}", seed), make("random", 5)]
        assert players[0].title == "shell bot" and players[0].author == "somebody"
        games.append(play(echelon.load("drill").new(seed=3), players))
        players[0].close()
    assert games[0] == games[1] != games[2]
    assert len(games[0]) > 50


def test_a_bot_in_shell_plays_a_player_turn_of_a_large_game(bot):
    state = echelon.load("tigers").new(seed=4)
    player = make(f"engine:{bot}", 6)
    actions = play(state, [player, make("random", 1)], lambda s: s.rules.sequence[s.step].name.startswith("C"))
    player.close()
    assert any(action.startswith("move ") for action in actions)
    assert len(actions) > 50


def test_an_engine_of_the_house_plays_as_it_would_inside():
    """The same game with the same player behind the protocol, in a process of its own, and without."""
    outside = make(f"engine:{sys.executable} -m echelon engine pushy", 9)
    try:
        over_text = play(echelon.load("drill").new(seed=6), [outside, make("random", 2)])
    finally:
        outside.close()
    assert over_text == play(echelon.load("drill").new(seed=6), [make("pushy", 9), make("random", 2)])


def test_thoughts_are_told_and_nodes_are_counted(mock, view):
    thoughts = "> info nodes 4 score 0.25 say plan.hold hex=0302\n> info nodes 9 line take b1; end\n> hum hum\n"
    player = mock(HELLO + "< position blue\n< go\n" + thoughts + "> best take b1\n")
    told = []
    thinking = Thinking(tell=told.append)
    assert view.state.text(player.choose(view, thinking)) == "take b1"
    assert told == [
        Info(nodes=4, score=0.25, key="plan.hold", fields={"hex": "0302"}),
        Info(nodes=9, line=("take b1", "end")),
    ]
    assert thinking.nodes == 9


def test_a_bad_thought_is_answered_with_an_error_and_passed_over(mock, view):
    player = mock(HELLO + "< position\n< go\n> info wind 5\n< error `info` has no 'wind'\n> best end\n")
    assert view.state.text(player.choose(view)) == "end"


def test_an_engine_is_told_how_much_is_left(mock, view):
    player = mock(HELLO + "< position blue\n< go time 5\n> best end\n", {"time": "60", "nodes": "100"})
    assert player.limits == Limits(60, 100)
    assert view.state.text(Clock(Limits(90)).ask(player, view)) == "end"


def test_nodes_are_what_the_player_turn_leaves(mock, view):
    player = mock(HELLO + "< position\n< go nodes 100\n> info nodes 30\n> best end\n< position\n< go nodes 70\n> best end\n",
                  {"nodes": "100"})  # fmt: skip
    clock = Clock()
    for _ in range(2):
        assert view.state.text(clock.ask(player, view)) == "end"


def test_options_are_set_and_the_seed_comes_by_itself(mock):
    options = (
        "< echelon 1\n> option name depth type count default 3 min 1 max 9\n> option name seed type count max 99\n> ready\n"
    )
    player = mock(options + "< setoption name depth value 5\n< setoption name seed value 7\n< newgame\n> ready\n",
                  {"depth": "5"}, seed=107)  # fmt: skip
    assert set(player.options) == {"depth", "seed"}
    for parameters, said in (
        ({"deapth": "5"}, "did you mean 'depth'"),
        ({"depth": "10"}, "from 1 to 9"),
        ({"depth": "x"}, "whole"),
    ):
        with pytest.raises(EchelonError, match=said):
            mock(options + "sleep 5\n", parameters)


def test_the_engine_is_sent_nothing_its_side_may_not_know(tmp_path):
    """Whatever Red mined, the bytes that Blue's engine gets are the same; and the seed is not among them."""
    heard = set()
    for i, mine in enumerate(("0402", "0405")):
        log = tmp_path / f"log{i}"
        script = tmp_path / f"tee{i}"
        script.write_text(f"#!/bin/sh\nexec 3>{log}\necho ready\necho ready\nwhile read -r line; do\n  echo \"$line\" >&3\n"
                          "  case $line in go*) echo 'best take b1' ;; esac\ndone\n")  # fmt: skip
        script.chmod(0o755)
        state = echelon.load("drill").new(seed=bytes.fromhex("abad1dea5eed"))
        state.play(f"mine {mine}")
        player = make(f"engine:{script}")
        player.choose(state.view("blue"))
        player.close()
        heard.add(log.read_text())
    (text,) = heard
    assert "position blue" in text and "abad1dea" not in text


def test_a_position_tells_no_secret_of_the_other_side():
    """Wherever the Allies put their fuel dump, the German's engine is sent the same words."""
    start = echelon.load("tigers").new(seed=1)
    told, whole = set(), set()
    for action in start.legal():
        state = start.copy()
        state.apply(action)
        told.add(state.view(0).position())
        whole.add(state.position())
    assert len(told) == 1 < len(whole)


# --- those that do not behave -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 3\n", "ended with exit code 3"),
        ("fail no licence found\nexit 1\n", "ended with exit code 1 while a reply was expected: no licence found"),
        ("< echelon 1\n> error I only speak version 9\n", "says: I only speak version 9, and was stopped"),
        ("< echelon 1\n> option name x type spin\nsleep 60\n", "offers an option that cannot be parsed"),
        ("< echelon 1\nsleep 60\n", "did not say `ready` within 0.5 s, and was stopped"),
        ("< echelon 1\n> id name Late\n> ready\n< newgame\nsleep 60\n", "did not say `ready` within 0.5 s"),
        ("flood\n", "did not say `ready` within 0.5 s"),
    ],
)
def test_an_engine_that_does_not_begin(mock, script, said):
    begun = time.monotonic()
    with pytest.raises(Failed) as error:
        mock(script, greeting=0.5 if "within" in said else 60.0)
    assert said in str(error.value) and "\n" not in str(error.value)
    assert time.monotonic() - begun < 30  # a machine may be busy; the script would have slept longer


@pytest.mark.parametrize(
    ("script", "kind", "said"),
    [
        ("fail Segmentation fault\nexit 139\n", Failed, "the engine .* ended with exit code 139 .*: Segmentation fault"),
        ("> error I am lost\n", Failed, "the engine Mock says: I am lost, and was stopped"),
        ("> best take r1\n", IllegalAnswer, r"the engine Mock chose 'take r1', which is not legal: .*\[DRL-"),
        ("> best fly b1\n", IllegalAnswer, "chose 'fly b1', which is not legal"),
        ("> best\n", IllegalAnswer, "chose ''"),
        ("> best take b9\n", IllegalAnswer, "'b9'"),
        ("raw 62657374 20ff fe0a\n", IllegalAnswer, "which is not legal"),
        ("sleep 60\n", Failed, "did not reply within 0.3 s of being stopped, and was stopped"),
        ("flood\n", Failed, "did not reply within 0.3 s of being stopped"),
        (f"> {'x' * 70_000}\nsleep 60\n", Failed, "a line of more than 65,536 bytes"),
    ],
)
def test_an_engine_that_does_not_answer_well(mock, view, script, kind, said):
    player = mock(HELLO + "< position blue\n< go\n" + script, {"time": "0.2"}, grace=0.3 if "of being" in said else 30.0)
    begun = time.monotonic()
    with pytest.raises(kind, match=said) as error:
        player.choose(view)
    assert "\n" not in str(error.value)
    assert time.monotonic() - begun < 30
    with pytest.raises(Failed):
        player.choose(view)  # it is gone, and says so at once


def test_the_engine_is_told_why_its_answer_is_refused(mock, view):
    player = mock(HELLO + "< position blue\n< go\n> best take r1\n< error the engine Mock chose 'take r1'\n< quit\nexit 0\n")
    with pytest.raises(IllegalAnswer):
        player.choose(view)
    assert player._process._child.returncode == 0, player._process._complaints


def test_an_engine_is_stopped_when_its_time_is_over(mock, view):
    player = mock(HELLO + "< position\n< go time\n< stop\n> best end\n", {"time": "0.2"})
    begun = time.monotonic()
    assert view.state.text(player.choose(view)) == "end"
    assert time.monotonic() - begun > 0.15


def test_an_engine_is_stopped_when_somebody_says_so(mock, view):
    player = mock(HELLO + "< position\n< go\n< stop\n> best take b2\n")
    event = threading.Event()
    threading.Timer(0.2, event.set).start()
    assert view.state.text(player.choose(view, Thinking(stop=event.is_set))) == "take b2"


def test_an_engine_without_a_limit_is_not_waited_for_for_ever(mock, view):
    player = mock(HELLO + "< position\n< go\nsleep 60\n", patience=0.2, grace=0.2)
    with pytest.raises(Failed, match="did not reply"):
        player.choose(view)


def test_an_engine_that_asks_and_does_not_read_is_ended(mock, view):
    """Its pipe fills up; the host does not hang."""
    player = mock(HELLO + "< position\n< go\n" + "> legal\n" * 3000 + "sleep 60\n", {"time": "0.5"}, grace=0.3)
    begun = time.monotonic()
    with pytest.raises(Failed, match="did not reply"):
        player.choose(view)
    assert time.monotonic() - begun < 30


def test_the_programs_an_engine_started_end_with_it(tmp_path):
    script = tmp_path / "family"
    script.write_text(f"#!/bin/sh\necho ready\necho ready\nsleep 300 &\necho $! >{tmp_path}/child\nwait\n")
    script.chmod(0o755)
    player = make(f"engine:{script}")
    while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text().strip():
        time.sleep(0.02)
    child = Path("/proc") / (tmp_path / "child").read_text().strip()
    if not child.parent.joinpath("self").exists():
        pytest.skip("no /proc to look into")
    assert child.exists()
    player.close()
    for _ in range(100):
        if not child.exists() or "Z" in child.joinpath("stat").read_text().split()[2]:
            return
        time.sleep(0.02)
    raise AssertionError("it is still there")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("engine:/nowhere/bot", "the engine /nowhere/bot cannot be started: No such file or directory"),
        ("engine:time=2:/nowhere/bot", "the engine /nowhere/bot cannot be started"),
        ("engine:", "named with its command"),
    ],
)
def test_an_engine_that_is_not_there(spec, said):
    with pytest.raises(EchelonError, match=said):
        make(spec)


def test_nobody_is_asked_for_the_other_side(mock):
    player = mock(HELLO + "sleep 5\n")
    state = echelon.load("drill").new(seed=1)  # Red is asked in secret
    with pytest.raises(EchelonError, match="the other side is to play"):
        player.choose(state.view("blue"))
