"""Labels read back what they write."""

import pytest

from echelon.hexes.labels import Labels, Sheet, compress

EUROPA = Labels("{s}:{c:02}{r:02}", (Sheet("18A", (28, 50)), Sheet("19A", (51, 75), 50)))


@pytest.mark.parametrize(
    ("template", "cell", "label"),
    [
        ("{c}{r:02}", (1, 10), "110"),
        ("{c}{r:02}", (14, 7), "1407"),
        ("{c:02}{r:02}", (4, 24), "0424"),
        ("{r:02}{c:02}", (4, 24), "2404"),
        ("{c}.{r}", (12, 3), "12.3"),
    ],
)
def test_both_ways(template, cell, label):
    scheme = Labels(template)
    assert scheme.format(cell) == label
    assert scheme.parse(label) == cell
    assert scheme.parse(label + "x") is None


def test_sheets():
    assert EUROPA.format((62, 18)) == "19A:1218"
    assert EUROPA.parse("18A:4817") == (48, 17)
    assert EUROPA.parse("1218") is None
    assert EUROPA.parse("1218", "19A") == (62, 18)
    assert EUROPA.parse("18A:6018") is None
    with pytest.raises(ValueError, match="no sheet covers column 90"):
        EUROPA.format((90, 1))


def test_lists_are_written_with_ranges_and_sheets_where_they_change():
    assert compress(Labels("{c}{r:02}"), [(1, 3), (1, 4), (1, 5), (2, 2), (3, 1), (3, 2)]) == "103-105 202 301 302"
    assert compress(EUROPA, [(50, 27), (50, 28), (50, 29), (51, 28), (51, 29)]) == "18A:5027-5029 19A:0128 0129"


@pytest.mark.parametrize("template", ["{c}", "{c} {r}", "{s}{c}{r}", "{c}|{r}"])
def test_bad_templates(template):
    with pytest.raises(ValueError, match="label"):
        Labels(template)
