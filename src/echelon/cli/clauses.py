"""`echelon clauses`: for every clause the code that enforces it, the tests that prove it, and how often it decided."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import clean, console, emit, json_flag, plural, system_of

if TYPE_CHECKING:
    from echelon.core.system import System
    from echelon.lab.coverage import Coverage, Place

__all__ = ["clauses"]


@click.command()
@click.argument("system")
@click.argument("words", nargs=-1)
@click.option("--tests", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The directory of the tests.")
@click.option("--missing", is_flag=True, help="List only clauses without code or tests.")
@json_flag
def clauses(system: str, words: tuple[str, ...], tests: Path | None, missing: bool, as_json: bool) -> None:
    """List for every clause the code that enforces it, the tests that prove it, and how often it applied in the last certify.

    Exit code 1 if a clause lacks code or tests, unless it only defines a term.

    \b
    Example: echelon clauses drill
             echelon clauses drill ZOC --json
    """
    from echelon.lab.coverage import coverage, find_tests

    loaded = system_of(system)
    folder = tests or find_tests(loaded)
    rows = coverage(loaded, folder, _decided(loaded))
    if words:
        from echelon.cli.rules import found_clauses

        wanted = {c.id for c in found_clauses(loaded.book, words)}
        rows = [row for row in rows if row.clause.id in wanted]
    shown = [row for row in rows if row.lacks] if missing else rows
    if as_json:
        emit([_data(row) for row in shown])
    else:
        _print(shown, rows)
    if folder is None:
        click.echo("No tests found here; run this in a clone of the repository, or give --tests DIR.", err=True)
    sys.exit(1 if any(row.lacks for row in rows) else 0)


def _decided(system: System) -> dict[str, int] | None:
    """How often each clause decided something in the last certify of these rules, where one was run."""
    try:
        lab = import_module("echelon.lab.certify")
    except ModuleNotFoundError:
        return None
    counts = lab.read_counts(system)
    return None if counts is None else {clause: count.decided for clause, count in counts.items()}


def _data(row: Coverage) -> dict[str, Any]:
    return {
        "id": row.clause.id,
        "mark": row.clause.mark,
        "defines": row.clause.defines,
        "code": [str(p) for p in row.code],
        "tests": [str(p) for p in row.tests],
        "decided": row.decided,
        "lacks": list(row.lacks),
    }


def _print(shown: list[Coverage], rows: list[Coverage]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("clause", "mark", "code", "tests", "decided", ""):
        table.add_column(name, justify="right" if name == "decided" else "left", no_wrap=name in ("clause", "mark"))
    for row in shown:
        mark = f"{row.clause.mark}{' word' if row.clause.defines else ''}"
        decided = "" if row.decided is None else f"{row.decided:,}"
        lacks = f"[red]no {' and no '.join(row.lacks)}[/]" if row.lacks else ""
        table.add_row(row.clause.id, mark, clean(_places(row.code)), clean(_places(row.tests)), decided, lacks)
    screen = console()
    if shown:
        screen.print(table)
    incomplete = sum(1 for row in rows if row.lacks)
    words = sum(1 for row in rows if row.clause.defines)
    screen.print(
        f"{plural(len(rows), 'clause')}, {words} of them words; "
        + (f"[red]{plural(incomplete, 'clause')} incomplete[/]" if incomplete else "all complete")
    )


def _places(places: tuple[Place, ...], most: int = 1) -> str:
    """The first few places, short: a file and its folder are enough to find it."""
    words = [f"{'/'.join(Path(p.file).parts[-2:])}:{p.line}" for p in places[:most]]
    more = len(places) - most
    return ", ".join(words) + (f" +{more}" if more > 0 else "")
