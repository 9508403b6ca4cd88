"""The engine's end, spoken to message by message; the session printed in the docs among them."""

import re
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType

import pytest
from spoken import Spoken

import echelon
from echelon.core.errors import EchelonError
from echelon.core.table import Table
from echelon.players import Info, Limits, make, registry
from echelon.players.parameters import NODES, TIME, Parameter
from echelon.players.player import Player
from echelon.players.protocol.engine import Engine

DOCS = Path(__file__).parents[3] / "docs" / "engines.md"


class Thinker(Player):
    """Thinks until it must answer, aloud."""

    name = "thinker"

    def __init__(self, seed, time=None, nodes=None, mood="calm"):
        self._limits, self.mood = Limits(time, nodes), mood

    @property
    def limits(self):
        return self._limits

    def choose(self, view, thinking=None):
        if self.mood == "broken":
            raise ZeroDivisionError("division by\nzero")
        if self.mood == "cheating":
            return view.state.parse("take b2")
        while not thinking.over():
            thinking.spend()
            if thinking.nodes < 4:
                thinking.tell(Info(nodes=thinking.nodes, score=0.5, line=(view.state.text(view.legal()[0]),)))
        return view.legal()[0]


@pytest.fixture
def thinker(monkeypatch):
    mood = Parameter("mood", "choice", "calm", choices=("calm", "broken", "cheating"))
    entry = registry.Entry(Thinker, "thinks", (TIME, NODES, mood))
    monkeypatch.setattr(registry, "PLAYERS", MappingProxyType({**registry.PLAYERS, "thinker": entry}))


@pytest.fixture
def position():
    state = echelon.load("drill").new("ford", seed=3)
    state.play("take b1")
    return "position blue\n" + state.view(0).position() + "."


def test_the_session_in_the_docs_happens_as_printed():
    (text,) = re.findall(r"^```text\n(> echelon 1\n.*?)^```", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line for line in text.splitlines() if line.strip()]
    assert sum(line.startswith("<") for line in lines) > 10
    with Spoken("pushy") as engine:
        for line in lines:
            if line.startswith("> "):
                assert engine.output.lines.empty(), "it said more than the docs print"
                engine.say(line[2:])
            else:
                assert engine.hear() == line[2:]
        assert engine.silent()


def test_the_docs_name_every_message():
    from echelon.players.protocol.engine import MESSAGES

    text = DOCS.read_text("utf-8")
    for word in (*MESSAGES, "id", "option", "ready", "action", "info", "best", "error"):
        assert re.search(rf"^\| `{word}\b", text, re.MULTILINE), f"docs/engines.md has no row for {word}"


def test_an_engine_plays_as_the_player_inside_would():
    """A whole game over text equals the game of the same players without it."""
    system = echelon.load("drill")
    state = system.new(seed=5)
    inside = [make("pushy", 11), make("pushy", 11)]
    with Spoken("pushy") as blue, Spoken("pushy") as red:
        for engine in (blue, red):
            engine.say("echelon 1", "setoption name seed value 11", "newgame")
            assert engine.until("ready")[-1] == engine.hear() == "ready"
        while state.result() is None:
            if state.frame.chance:
                state.apply(state.draw())
                continue
            side = state.frame.side
            engine, view = (blue, red)[side], state.view(side)
            engine.say(f"position {state.rules.sides[side]}\n{view.position()}.", "go")
            action = inside[side].choose(view)
            assert engine.hear() == f"best {state.text(action)}"
            state.apply(action)


def test_the_legal_actions_are_those_of_the_view(position):
    state = echelon.load("drill").new("ford", seed=3)
    state.play("take b1")
    with Spoken("random") as engine:
        engine.say("echelon 1", position, "legal")
        lines = engine.until(".")
    assert [line for line in lines if line.startswith("action ")] == [f"action {text}" for text in state.legal().texts()]


def test_thoughts_are_info_lines_and_nodes_are_a_limit(thinker, position):
    with Spoken("thinker") as engine:
        engine.say("echelon 1")
        told = engine.until("ready")
        assert "option name time type number min 0 max 86400" in told
        assert "option name mood type choice default calm var calm var broken var cheating" in told
        engine.say(position, "go nodes 2")
        *infos, best = engine.until("best")
        assert [line.split()[:5] for line in infos] == [["info", "nodes", str(n), "score", "0.5"] for n in (1, 2)]
        assert infos[0].endswith(f"line {best.removeprefix('best ')}")


def test_stop_brings_the_answer_of_an_endless_thought(thinker, position):
    with Spoken("thinker") as engine:
        engine.say("echelon 1", position)
        engine.until("ready")
        engine.say("go")
        assert [engine.hear().split()[0] for _ in range(3)] == ["info"] * 3
        assert engine.silent()
        engine.say("newgame")
        assert engine.hear() == "error the engine is thinking; send `stop` and wait for `best` before 'newgame'"
        engine.say("stop")
        assert engine.hear().startswith("best ")
        engine.say("stop", "newgame")  # one more does no harm
        assert engine.hear() == "ready"


def test_an_endless_thought_ends_with_its_host(thinker, position):
    with Spoken("thinker") as engine:
        engine.say("echelon 1", position, "go")
        engine.until("info")
    # leaving the block is the end of the input; it asserts that the engine ends


def test_the_time_of_an_option_is_a_limit(thinker, position):
    with Spoken("thinker") as engine:
        engine.say("echelon 1", "setoption name time value 0.05", position, "go time 60000")
        assert engine.until("best")


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (["go"], "a host starts with `echelon 1`, not with 'go'"),
        (["echelon 2"], "speaks version 1"),
        (["echelon 1", "godo"], "there is no message 'godo'"),
        (["echelon 1", "go"], "no position is known"),
        (["echelon 1", "legal"], "no position is known"),
        (["echelon 1", "position\n."], "`position SIDE` names the side whose"),
        (["echelon 1", "position blue\nfoo = 1\n."], "unknown key 'foo'"),
        (["echelon 1", 'position green\nsystem = "drill"\n.'], "green"),
        (["echelon 1", 'position red\nsystem = "drill"\nside = "blue"\nframe = "move.pick"\n.'], "blue is to play, not red"),
        (["echelon 1", 'position blue\nsystem = "chess"\n.'], "there is no system 'chess'"),
        (["echelon 1", "record blue\nnonsense\n."], "a record begins"),
        (["echelon 1", "setoption name sead value 1"], "there is no option 'sead'; did you mean 'seed'?"),
        (["echelon 1", "setoption name seed value x"], "seed is a whole number, not 'x'"),
        (["echelon 1", "setoption seed 1"], "setoption name NAME value VALUE"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_one_error_line_and_the_engine_goes_on(messages, said):
    with Spoken("random") as engine:
        engine.say(*messages)
        line = engine.until("error")[-1]
        assert said in line
        engine.say("echelon 1")
        assert engine.until("ready")
        assert engine.silent()


def test_the_end_of_the_game_asks_nobody():
    state = echelon.load("drill").new("ford")
    state.finish(0, "decisive", "DRL-VIC-2")
    with Spoken("random") as engine:
        engine.say("echelon 1", f"position blue\n{state.position()}.")
        assert "the game is over" in engine.until("error")[-1]


def test_a_bad_position_leaves_none_behind(position):
    with Spoken("random") as engine:
        engine.say("echelon 1", position, "position blue\nx\n.", "go")
        engine.until("error")
        assert "no position is known" in engine.hear()


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        ("broken", "error the engine failed at 'go': ZeroDivisionError: division by zero"),
        ("cheating", "error thinker chose 'take b2', which is not legal"),
    ],
)
def test_a_player_that_fails_is_an_error_line(thinker, position, mood, said):
    with Spoken("thinker") as engine:
        engine.say("echelon 1", f"setoption name mood value {mood}", position, "go")
        assert engine.until("error")[-1].startswith(said)
        engine.say("newgame")
        assert engine.hear() == "ready"


def test_a_record_is_followed_to_its_end():
    table = Table(echelon.load("drill").new("ford", seed=2), auto=("dice",))
    table.do("take b1")
    with Spoken("random") as engine:
        engine.say("echelon 1", f"record blue\n{table.record(0).text()}.", "legal")
        told = engine.until(".")
    assert [line[7:] for line in told if line.startswith("action")] == table.state.legal().texts()


def test_a_record_with_a_sealed_choice_cannot_be_followed():
    """Blue's record does not tell where Red's mine lies; a position is what an engine gets then."""
    table = Table(echelon.load("drill").new(seed=2))
    table.do("mine 0404")
    text = table.record(0).text()
    assert "0404" not in text
    with Spoken("random") as engine:
        engine.say("echelon 1", f"record blue\n{text}.")
        assert "sealed" in engine.until("error")[-1]


def test_secrets_in_a_position_do_not_reach_the_player():
    """Whoever sends too much gets the same answer: the engine looks at it through the eyes of the side."""
    answers = set()
    for mine in ("0402", "0403", "0404", "0405"):
        state = echelon.load("drill").new(seed=1)
        state.play(f"mine {mine}")
        assert mine in state.position()
        with Spoken("pushy") as engine:
            engine.say("echelon 1", f"position blue\n{state.position()}.", "legal", "go")
            answers.add(tuple(engine.until("best")))
    assert len(answers) == 1


def test_an_engine_with_a_bad_name_does_not_start():
    with pytest.raises(EchelonError, match="did you mean 'random'"):
        Engine("randon", sys.stdout)
    with pytest.raises(EchelonError, match="takes no parameters"):
        Engine("random:depth=3", sys.stdout)


def run(*words, input=""):
    return subprocess.run([sys.executable, "-m", "echelon", "engine", *words], input=input, capture_output=True, text=True,
                          timeout=60, check=False)  # fmt: skip


def test_the_command_speaks_it(position):
    done = run("random", input=f"echelon 1\n{position}\ngo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("id name random\nid author the Echelon authors\n")
    assert re.search(r"^ready\nbest ", done.stdout, re.MULTILINE)


def test_the_command_refuses_a_bad_name_in_one_sentence():
    done = run("randon")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "echelon: there is no player 'randon'; did you mean 'random'?\n"
