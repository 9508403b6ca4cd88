"""`echelon rules`: clauses of a rule book by id, chapter code or words; the whole book without."""

from __future__ import annotations

from itertools import groupby

import click

from echelon.cli.common import clean, console, emit, json_flag, language_flag, system_of
from echelon.core.errors import EchelonError
from echelon.core.text.book import Clause, RuleBook
from echelon.core.text.grammar import FIRST

__all__ = ["found_clauses", "rules"]


@click.command()
@click.argument("system")
@click.argument("words", nargs=-1)
@language_flag
@json_flag
def rules(system: str, words: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Print clauses of a rule book: by id, by chapter code, or by words of their text.

    Without words, print the whole rule book as Markdown.

    \b
    Example: echelon rules drill DRL-ZOC-3
             echelon rules drill ZOC
             echelon rules drill river armour
             echelon rules drill ZOC --lang fr
    """
    book = system_of(system).book_in(lang or FIRST)
    if not words and not as_json:
        click.echo(book.text)
        return
    found = found_clauses(book, words) if words else list(book.clauses.values())
    if as_json:
        keys = ("id", "mark", "text", "chapter", "defines", "line")
        emit([{**{k: getattr(c, k) for k in keys}, "cites": list(c.cites)} for c in found])
        return
    screen = console()
    for chapter, group in groupby(found, key=lambda c: c.chapter):
        screen.print(f"[dim]{clean(chapter)}[/]")
        for clause in group:
            screen.print(f"  [bold cyan]{clause.id}[/] {clean(clause.text)}")


def found_clauses(book: RuleBook, words: tuple[str, ...]) -> list[Clause]:
    """The clauses that several words name: each by itself if all are ids or codes, else those that hold all words."""
    known = [book.find(word) for word in words if _is_code(book, word)]
    found = [c for group in known for c in group] if len(known) == len(words) else book.find(" ".join(words))
    if not found:
        codes = sorted({clause_id.split("-")[1] for clause_id in book.clauses})
        raise EchelonError(f"no clause contains {' '.join(words)!r}; chapters are {', '.join(codes)}")
    return list(dict.fromkeys(found))


def _is_code(book: RuleBook, word: str) -> bool:
    key = word.upper()
    return key in book.clauses or any(key == clause_id.split("-")[1] for clause_id in book.clauses)
