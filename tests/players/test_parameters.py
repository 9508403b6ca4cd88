"""Players with parameters: names, types, and what is said about bad ones."""

from types import MappingProxyType

import pytest

from echelon.core.errors import EchelonError, UnknownError
from echelon.players import check, describe, make, registry
from echelon.players.parameters import NODES, TIME, Parameter, read_parameters, split_names

DEPTH = Parameter("depth", "count", 3, least=1, most=9)
STYLE = Parameter("style", "choice", "bold", choices=("bold", "wary"))
ALL = (TIME, NODES, DEPTH, STYLE, Parameter("book", "switch", True), Parameter("path", "text", ""))


@pytest.fixture
def thinker(monkeypatch):
    """A registry with one more player, which keeps what it was made with."""

    class Thinker:
        name = "thinker"

        def __init__(self, seed, **values):
            self.seed, self.values = seed, values

    entry = registry.Entry(Thinker, "thinks", ALL)
    monkeypatch.setattr(registry, "PLAYERS", MappingProxyType({**registry.PLAYERS, "thinker": entry}))


def test_values_are_read_by_type_and_the_rest_is_as_usual():
    assert read_parameters("x", ALL, "") == {
        "time": None, "nodes": None, "depth": 3, "style": "bold", "book": True, "path": "",
    }  # fmt: skip
    found = read_parameters("x", ALL, "time=0.5,nodes=100,depth=9,style=wary,book=off,path=a=b")
    assert found == {"time": 0.5, "nodes": 100, "depth": 9, "style": "wary", "book": False, "path": "a=b"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("time=soon", "time is a number, not 'soon'"),
        ("time=-1", "time is a number from 0 to 86400, not -1"),
        ("time=nan", "not nan"),
        ("depth=2.5", "depth is a whole number, not '2.5'"),
        ("depth=10", "from 1 to 9, not 10"),
        ("style=wory", "there is no value of style 'wory'; did you mean 'wary'?"),
        ("book=yes", "book is on or off, not 'yes'"),
        ("dapth=2", "there is no parameter of x 'dapth'; did you mean 'depth'?"),
        ("depth", "'depth' is not a parameter of x; write x:time=..."),
    ],
)
def test_bad_parameters_are_one_sentence(words, said):
    with pytest.raises(EchelonError) as error:
        read_parameters("x", ALL, words)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_player_without_parameters_says_so():
    for call in (make, check):
        with pytest.raises(EchelonError, match="random takes no parameters, so 'time=2' means nothing"):
            call("random:time=2")


def test_a_player_is_made_with_its_parameters(thinker):
    player = make("thinker:time=2,style=wary", 7)
    assert player.seed == 7
    assert player.values["time"] == 2.0 and player.values["style"] == "wary" and player.values["depth"] == 3
    assert describe("thinker:time=2") == "thinks"
    check("thinker:depth=4")
    with pytest.raises(EchelonError, match="thinker: depth is"):
        check("thinker:depth=x")


def test_names_in_a_list_keep_their_parameters():
    assert split_names("random,pushy") == ["random", "pushy"]
    assert split_names("thinker:time=2,depth=3,random") == ["thinker:time=2,depth=3", "random"]


def test_an_engine_is_checked_without_being_started():
    check("engine:/nowhere/at/all --fast")
    check("engine:time=2,depth=3:/nowhere/at/all")
    for spec, said in (("engine:", "named with its command"), ("engine", "named with its command"),
                       ("engine:'x", "cannot be parsed"), ("engine:time=x:bot", "time is a number")):  # fmt: skip
        with pytest.raises(EchelonError, match=said):
            check(spec)


def test_a_name_from_afar_starts_no_engine():
    with pytest.raises(UnknownError, match="no player 'engine'"):
        check("engine:/bin/true", foreign=False)
