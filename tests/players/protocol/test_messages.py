"""The words of the protocol: written and read back, and what is said about those that make no sense."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from echelon.core.errors import EchelonError
from echelon.players.parameters import Parameter
from echelon.players.protocol import messages as wire
from echelon.players.thinking import FREE, Info, Limits

words = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
plain = st.text(st.sampled_from("abc 019-:.'é"), max_size=20).map(lambda text: " ".join(text.split()))
actions = st.sampled_from(["take b1", "move b1 0203", "end", "with b1 b2"])
infos = st.builds(
    Info,
    depth=st.none() | st.integers(0, 99),
    nodes=st.none() | st.integers(0, 10**12),
    seconds=st.none() | st.integers(0, 10**6).map(lambda ms: ms / 1000),
    score=st.none() | st.integers(0, 1000).map(lambda n: n / 1000),
    plan=st.just("") | words,
    key=st.just("") | words,
    line=st.lists(actions, max_size=3).map(tuple),
)


@settings(deadline=None)
@given(infos, st.dictionaries(words, words, max_size=3), plain)
def test_a_thought_survives_the_wire(info, fields, text):
    given_ = Info(info.depth, info.nodes, info.seconds, info.score, info.plan, info.key, fields if info.key else {}, info.line,
                  "" if info.line else text)  # fmt: skip
    (line,) = wire.write_info(given_)
    assert "\n" not in line and line.split()[0] == "info"
    assert wire.read_info(line.split()[1:]) == given_


def test_a_thought_with_a_line_and_a_text_goes_as_two():
    lines = wire.write_info(Info(depth=2, line=("take b1", "end"), text="all quiet\nhere"))
    assert lines == ["info depth 2 line take b1; end", "info text all quiet here"]


@settings(deadline=None)
@given(st.builds(Limits, st.none() | st.integers(0, 10**7).map(lambda ms: ms / 1000), st.none() | st.integers(0, 10**9)))
def test_limits_survive_the_wire(limits):
    found = wire.read_go(wire.write_go(limits).split()[1:])
    assert found.nodes == limits.nodes
    assert (found.seconds is None) == (limits.seconds is None)
    assert abs((found.seconds or 0) - (limits.seconds or 0)) < 0.0011  # whole milliseconds, never more than is left
    assert (found.seconds or 0) <= (limits.seconds or 0)
    assert wire.write_go(FREE) == "go"


@pytest.mark.parametrize(
    ("parameter", "line"),
    [
        (Parameter("depth", "count", 3, least=1, most=9), "option name depth type count default 3 min 1 max 9"),
        (Parameter("time", "number", None, least=0), "option name time type number min 0"),
        (Parameter("book", "switch", True), "option name book type switch default on"),
        (
            Parameter("style", "choice", "wary", choices=("bold", "wary")),
            "option name style type choice default wary var bold var wary",
        ),
        (Parameter("path", "text", None), "option name path type text"),
    ],
)
def test_options_are_written_and_read(parameter, line):
    assert wire.write_option(parameter) == line
    assert wire.read_option(line.split()[1:]) == parameter


def test_setting_an_option():
    depth = Parameter("depth", "count", 3)
    assert wire.write_setoption(depth, 5) == "setoption name depth value 5"
    assert wire.read_setoption(["name", "path", "value", "a", "b", "c"]) == ("path", "a b c")
    assert wire.read_setoption(["name", "path", "value"]) == ("path", "")


@pytest.mark.parametrize(
    ("read", "line", "said"),
    [
        (wire.read_go, "time", "come in pairs"),
        (wire.read_go, "tome 5", "`go` has no 'tome'"),
        (wire.read_go, "time -5", "time must be a whole number of 0 or more"),
        (wire.read_go, "time 1e3", "time must be a whole number"),
        (wire.read_go, "nodes ٣", "nodes must be a whole number"),
        (wire.read_info, "depth x", "depth must be a whole number"),
        (wire.read_info, "depth", "nothing after"),
        (wire.read_info, "wind 5", "`info` has no 'wind'"),
        (wire.read_info, "score 1.2", "from 0 to 1"),
        (wire.read_info, "score nan", "score is a number"),
        (wire.read_option, "name x", "one of the types"),
        (wire.read_option, "name x type spin", "one of the types"),
        (wire.read_option, "name x type count default y", "whole number"),
        (wire.read_option, "name x type count size 5", "has no 'size'"),
        (wire.read_setoption, "depth 5", "setoption name NAME value VALUE"),
    ],
)
def test_nonsense_is_one_sentence(read, line, said):
    with pytest.raises(EchelonError) as error:
        read(line.split())
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_text_with_the_end_mark_is_not_sent():
    assert wire.text_block("position blue", "a = 1\nb = 2\n") == ["position blue", "a = 1", "b = 2", "."]
    with pytest.raises(EchelonError, match="full stop"):
        wire.text_block("position blue", "a\n.\nb")
