"""Forces: units sorted by side, their values, and the echelon tree."""

import pytest

from echelon.core.errors import PositionError, UnknownError
from echelon.core.forces import Forces, Unit

SIDES = ("blue", "red")
TEXT = """id,name,side,arm,parent,strength,nick
r1,Red One,red,foot,rc,2,
b2,Blue Two,blue,foot,bd,3,Ox
bd,Blue Division,blue,hq,bc,,
bc,Blue Corps,blue,hq,,,
b1,Blue One,blue,tank,bd,4,
"""


@pytest.fixture
def forces():
    return Forces.parse(TEXT, SIDES, "units.csv")


def test_a_sides_units_are_one_range_in_the_order_of_the_file(forces):
    assert [u.id for u in forces.units] == ["b2", "bd", "bc", "b1", "r1"]
    assert forces.ranges == ((0, 4), (4, 5))
    assert forces.side_of == (0, 0, 0, 0, 1)
    assert len(forces) == 5


def test_columns_become_values_and_numbers(forces):
    assert forces["b2"].number("strength") == 3
    assert forces["b2"].values["nick"] == "Ox"
    assert "nick" not in forces["b1"].values
    assert forces["bd"].number("strength") == 0
    assert forces["bd"].number("strength", 7) == 7


def test_the_echelon_tree_is_walked_down_and_up(forces):
    names = [forces.units[i].id for i in forces.under("bc")]
    assert names == ["bd", "b2", "b1"]
    assert [forces.units[i].id for i in forces.children("bd")] == ["b2", "b1"]
    assert forces.chain(forces.index("b1")) == ("bd", "bc")
    assert forces.chain(forces.index("r1")) == ("rc",), "a formation may be a name without a counter"


def test_a_circle_of_parents_does_not_hang(forces):
    circle = forces.plus([Unit("bc", "Blue Corps", 0, "hq", parent="bd")])
    assert circle.chain(circle.index("b1")) == ("bd", "bc")


def test_more_units_replace_those_of_the_same_id(forces):
    more = forces.plus([Unit("b1", "Other", 1, "tank"), Unit("r9", "Nine", 1, "foot")])
    assert more.ranges == ((0, 3), (3, 6))
    assert more["b1"].name == "Other"
    assert forces["b1"].name == "Blue One"


def test_an_unknown_unit_suggests_a_near_one(forces):
    with pytest.raises(UnknownError, match="there is no unit 'b12'; did you mean 'b"):
        forces.index("b12")
    assert "b12" not in forces
    assert forces.get("b12") is None


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("id,name,side\n", 1, "lacks the column 'arm'"),
        (TEXT + "b1,Again,blue,foot,,1,\n", 7, "'b1' appears twice"),
        (TEXT + "g1,Green,green,foot,,1,\n", 7, "unknown side 'green'"),
        (TEXT + "b 3,Three,blue,foot,,1,\n", 7, "leave out blanks"),
        (TEXT + ",Nobody,blue,foot,,1,\n", 7, "cannot be the id of a unit"),
    ],
)
def test_a_faulty_table_names_its_line(text, line, message):
    with pytest.raises(PositionError) as caught:
        Forces.parse(text, SIDES, "units.csv")
    assert (caught.value.line, caught.value.source) == (line, "units.csv")
    assert message in str(caught.value)


def test_formations_without_a_counter_carry_the_tree_on():
    above = "id,name,parent,size\nrc,Red Corps,ra,corps\nra,Red Army,,army\n"
    forces = Forces.parse(TEXT, SIDES, "units.csv", above)
    assert forces.chain(forces.index("r1")) == ("rc", "ra")
    assert forces.under("ra") == forces.under("rc") == (forces.index("r1"),)
    assert forces.children("ra") == ()
    assert forces.formations["ra"].name == "Red Army"
    more = forces.plus([Unit("r9", "Nine", 1, "foot", parent="rc")])
    assert [more.units[i].id for i in more.under("ra")] == ["r1", "r9"]
    with pytest.raises(PositionError, match="formation 'rc' appears twice"):
        Forces.parse(TEXT, SIDES, "units.csv", above + "rc,Again,,\n")


def test_a_circle_of_parents_is_walked_once(forces):
    circle = forces.plus([Unit("bc", "Blue Corps", 0, "hq", parent="bd")])
    assert sorted(circle.units[i].id for i in circle.under("bc")) == ["b1", "b2", "bc", "bd"]


TOML = """\
[[formation]]
id = "xx"
name = "20th Division"
[[unit]]
id = "a1"
name = "1st"
side = "blue"
arm = "infantry"
parent = "xx"
strength = 3
[[unit]]
id = "r1"
name = "First"
side = "red"
arm = "armour"
"""


def test_forces_may_be_toml():
    forces = Forces.parse(TOML, ("blue", "red"), "forces.toml")
    assert [u.id for u in forces.units] == ["a1", "r1"]
    assert forces["a1"].number("strength") == 3
    assert forces.under("xx") == (0,)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('side = "blue"\n', "", "forces.toml:4: unit 'a1' lacks its side"),
        ('id = "r1"', 'id = "a1"', "forces.toml:11: unit 'a1' appears twice"),
        ('side = "red"', 'side = "green"', "forces.toml:11: unit 'r1': unknown side 'green'"),
        ('name = "First"', "name = First", "forces.toml: this is not TOML"),
        ("[[formation]]", "[formation]", "forces.toml: formations are written one below another"),
    ],
)
def test_a_slip_in_toml_forces_is_one_sentence(old, new, words):
    with pytest.raises(PositionError) as caught:
        Forces.parse(TOML.replace(old, new), ("blue", "red"), "forces.toml")
    assert words in str(caught.value)
