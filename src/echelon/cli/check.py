"""`echelon check`: run the expectations inside position files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from echelon.cli.common import clean, console, emit, json_flag, plural, read_text
from echelon.core.errors import EchelonError

__all__ = ["check"]


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--quiet", "-q", is_flag=True, help="Print only failures and the summary.")
@json_flag
def check(paths: tuple[str, ...], quiet: bool, as_json: bool) -> None:
    """Run the expectations of position files, or of all *.toml files in a directory. Exit code 1 if one fails.

    \b
    Example: echelon check tests/positions/drill
    """
    files = [file for path in paths for file in _files(path)]
    rows = [_run(file) for file in files]
    failed = [row for row in rows if row["failures"]]
    if as_json:
        emit({"files": rows, "passed": len(rows) - len(failed), "failed": len(failed)})
    else:
        screen = console()
        for row in rows:
            if row["failures"]:
                screen.print(f"[red]failed[/]  {clean(row['file'])}")
                for message in row["failures"]:
                    screen.print(f"        {clean(message)}")
            elif not quiet:
                about = f"  [dim]{' '.join(row['clauses'])}[/]" if row["clauses"] else ""
                screen.print(f"[green]ok[/]      {clean(row['file'])}{about}")
        expectations = sum(row["expectations"] for row in rows)
        verdict = f"[red]{len(failed)} failed[/]" if failed else "all hold"
        screen.print(f"{plural(len(rows), 'position')}, {plural(expectations, 'expectation')}: {verdict}")
    sys.exit(1 if failed else 0)


def _files(path: str) -> list[str]:
    if path != "-" and Path(path).is_dir():
        found = [str(p) for p in sorted(Path(path).rglob("*.toml"))]
        if not found:
            raise EchelonError(f"there is no position file (*.toml) in {path}")
        return found
    return [path]


def _run(file: str) -> dict[str, Any]:
    from echelon.core.proof.expect import check as run
    from echelon.core.record.position import Position

    row: dict[str, Any] = {"file": file, "clauses": [], "expectations": 0, "failures": []}
    text = read_text(file)  # a file that is not there is bad input, not a failed expectation
    try:
        position = Position.parse(text, Path(file).name)
        row["clauses"] = list(position.clauses)
        row["expectations"] = len(position.data.get("expect", ()))
        row["failures"] = [str(f) for f in run(position)]
    except EchelonError as error:
        row["failures"] = [str(error)]
    return row
