"""`echelon mutants`: small errors made in everything that carries a clause, that a position or the law must kill."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from echelon.cli.certify import progress_bar
from echelon.cli.common import clean, console, emit, json_flag, plural, shown_path, system_of, write_text
from echelon.core.errors import EchelonError

__all__ = ["mutants"]


@click.command()
@click.argument("system")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="The number of processes.")
@click.option("--only", default="", metavar="NAME", help="Only mutants with this in their name: a function, a kind.")
@click.option(
    "--seconds", type=click.FloatRange(0), default=20, show_default=True,
    help="Seconds of certify for each that no position kills; 0 tries positions only.",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Try all of them anew, also those whose verdict is known.")
@click.option("--update", is_flag=True, help="Note the functions of new survivors as open, and forget what is stale.")
@json_flag
def mutants(system: str, jobs: int, only: str, seconds: float, fresh: bool, update: bool, as_json: bool) -> None:
    """Make small errors in the rules, one at a time, and see what catches them: a position, or a short run of certify.

    What nothing catches is listed, unless tests/mutants/SYSTEM.toml accepts it with a reason; exit code 1 if
    anything is listed. A run that was interrupted resumes where it stopped.

    \b
    Example: echelon mutants drill --jobs 2
             echelon mutants drill --only play.odds --seconds 0
    """
    try:
        lab = import_module("echelon.lab.mutants")
        tests_of = import_module("echelon.lab.coverage").find_tests
    except ModuleNotFoundError:
        raise EchelonError("this installation has no mutants") from None
    loaded = system_of(system)
    tests = tests_of(loaded)
    with progress_bar("mutants", quiet=as_json) as progress:
        report = lab.run_mutants(
            loaded, tests, jobs=jobs, only=only, seconds=seconds, fresh=fresh, progress=progress
        )  # fmt: skip
    if update:
        path = lab.accepted_path(loaded, tests)
        accepted = lab.Accepted.read(path)
        accepted.update([row.name for row in report.survivors], report.stale)
        path.parent.mkdir(exist_ok=True)
        write_text(path, accepted.text(loaded.name))
    if as_json:
        emit(report.json())
    else:
        _print(report, lab.REASONS)
        if update:
            console().print(f"Noted in {clean(shown_path(path))}.")
    sys.exit(0 if report.ok or update else 1)


def _print(report: Any, reasons: Any) -> None:
    from rich.table import Table

    screen = console()
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right")
    table.add_column()
    rows = {
        "position": "killed by a position", "law": "killed by the law in a position", "certify": "killed by certify",
        "load": "cannot even be loaded", **{name: f"accepted as {name}: {why}" for name, why in reasons.items()},
        "survived": "survived",
    }  # fmt: skip
    for name, words in rows.items():
        if report.counts[name]:
            table.add_row(f"{report.counts[name]:,}", words)
    screen.print(table)
    for row in report.survivors:
        screen.print(f"[red]survived[/]: {clean(row.name)}  [dim]{', '.join(row.clauses)}[/]")
    for name in report.stale:
        screen.print(f"[red]stale[/]: {clean(name)} is listed as accepted, but is killed or there no more")
    verdict = "[green]all killed or accepted[/]" if report.ok else f"[red]{len(report.survivors)} survived[/]"
    open_ones = f", {report.counts['open']} open" if report.counts["open"] else ""
    screen.print(
        f"{report.system.name} {report.system.version}: {plural(len(report.rows), 'mutant')}{open_ones}, "
        f"{report.seconds:.1f} s: {verdict}"
    )
