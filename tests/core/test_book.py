"""The rule book: every clause with its id and mark, and every slip named with its line."""

import pytest

import echelon
from echelon.core.errors import PositionError, UnknownError
from echelon.core.text.book import Chapter, Clause, Grid, Heading, Prose, RuleBook

TEXT = """# A game

## 1 Zones

- `ABC-ZOC-1` fill — A unit exerts a zone.
- `ABC-ZOC-2` ruling — See `ABC-ZOC-1`; not ABC-MOV-1.
- `ABC-GEN-1` seed word — A word.
- an ordinary point

## 2 Movement

- `ABC-MOV-1` seed — A unit moves.
"""


def test_clauses_have_mark_chapter_line_and_citations():
    book = RuleBook.parse(TEXT)
    assert book.title == "A game"
    assert list(book.clauses) == ["ABC-ZOC-1", "ABC-ZOC-2", "ABC-GEN-1", "ABC-MOV-1"]
    second = book["ABC-ZOC-2"]
    assert (second.mark, second.chapter, second.line, second.defines) == ("ruling", "1 Zones", 6, False)
    assert second.cites == ("ABC-ZOC-1", "ABC-MOV-1")
    assert book["ABC-GEN-1"].defines is True
    assert book["ABC-MOV-1"].chapter == "2 Movement"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("- `ABC-ZOC-3` printed — A mark that is none.", "a clause reads"),
        ("- `ABC-ZOC-3` fill A dash is missing.", "a clause reads"),
        ("- `ABC-ZOC-1` fill — Once more.", "appears twice"),
        ("- `ABC-ZOC-3` fill — As in ABC-ZOC-9.", "cites ABC-ZOC-9, which does not exist"),
    ],
)
def test_a_bad_clause_is_named_with_its_line(line, message):
    with pytest.raises(PositionError) as caught:
        RuleBook.parse(TEXT + line + "\n", "book.md")
    assert message in str(caught.value)
    assert caught.value.line == 13
    assert str(caught.value).startswith("book.md:13:")


def test_clauses_are_found_by_id_chapter_and_words():
    book = RuleBook.parse(TEXT)
    assert [c.id for c in book.find("abc-zoc-1")] == ["ABC-ZOC-1"]
    assert [c.id for c in book.find("ZOC")] == ["ABC-ZOC-1", "ABC-ZOC-2"]
    assert [c.id for c in book.find("unit moves")] == ["ABC-MOV-1"]
    assert book.find("nothing of the sort") == []
    with pytest.raises(UnknownError, match="did you mean 'ABC-ZOC-1'"):
        book["ABC-ZOC-11"]


def test_a_clause_is_found_without_its_prefix():
    book = RuleBook.parse(echelon.load("drill").book.text)
    assert [c.id for c in book.find("zoc-2")] == ["DRL-ZOC-2"] == [c.id for c in book.find("DRL-ZOC-2")]
    assert {c.id for c in book.find("ZOC")} == {"DRL-ZOC-1", "DRL-ZOC-2", "DRL-ZOC-3"}


PRINTED = """# A game

What it is
about.

## 1 Combat
Attackers add up.
- `ABC-CRT-1` fill — The table:

| die | 1:1 | 2:1 |
|---|---|---|
| 1 | AE | - |
| 2 | a `0101\\|0102` | DE |

### Shifts
- `ABC-SHF-1` fill — One column.
"""


def test_a_book_is_read_as_it_is_printed_with_headings_paragraphs_and_tables():
    book = RuleBook.parse(PRINTED)
    front, combat = book.chapters()
    assert (front.title, front.parts) == ("", (Prose("What it is about."),))
    assert combat == Chapter(
        "1 Combat",
        (
            Prose("Attackers add up."),
            book["ABC-CRT-1"],
            Grid((("die", "1:1", "2:1"), ("1", "AE", "-"), ("2", "a `0101|0102`", "DE"))),
            Heading("Shifts"),
            book["ABC-SHF-1"],
        ),
    )


@pytest.mark.parametrize("name", ["drill", "tigers"])
def test_every_clause_of_a_game_stands_in_its_chapters_once(name):
    book = echelon.load(name).book
    parts = [part for chapter in book.chapters() for part in chapter.parts]
    assert [part.id for part in parts if isinstance(part, Clause)] == list(book.clauses)
    grids = [part for part in parts if isinstance(part, Grid)]
    assert grids and all(len({len(row) for row in grid.rows}) == 1 for grid in grids)
