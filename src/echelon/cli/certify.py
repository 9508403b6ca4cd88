"""`echelon certify`: the battery of checks that every rule system must pass, with a progress bar and a readable report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from echelon.cli.common import clean, console, emit, json_flag, plural, shown_path, system_of
from echelon.core.errors import EchelonError

__all__ = ["certify", "progress_bar"]

Progress = Callable[[int, int, str], None]


@click.command()
@click.argument("system")
@click.option("--games", type=click.IntRange(1), help="The number of games; with --planted, the maximum for each error.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed: the same number plays the same games.")
@click.option("--scenario", default="", metavar="NAME", help="Only this scenario.")
@click.option("--planted", is_flag=True, help="Plant known rule errors one by one and check that each is caught.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="The number of processes.")
@click.option(
    "--dump", type=click.Path(file_okay=False, path_type=Path), help="The directory to write failures to, as position files."
)
@json_flag
def certify(
    system: str, games: int | None, seed: int, scenario: str, planted: bool, jobs: int, dump: Path | None, as_json: bool
) -> None:
    """Test a system's rules: random and contact-seeking games, scrambled states, two judges that must agree.

    Exit code 1 if anything fails. The counts are saved for `echelon clauses`.

    \b
    Example: echelon certify drill --games 200 --jobs 2
             echelon certify drill --planted
    """
    lab = _lab()
    loaded = system_of(system)
    with progress_bar("certify", quiet=as_json) as progress:
        if planted:
            if not loaded.proof.planted():
                raise EchelonError(f"{system} has no planted errors, so there is nothing to catch")
            report = lab.certify_planted(loaded, games or 60, seed, progress=progress, jobs=jobs)
        elif jobs > 1:
            report = lab.certify_in_parts(
                loaded, games or 100, seed, scenario=scenario, progress=progress, jobs=jobs, save=True
            )
        else:
            report = lab.certify(loaded, games or 100, seed, scenario=scenario, progress=progress, save=True)
    files = report.dump(dump) if dump and not planted else []
    if as_json:
        emit({**report.json(), "files": [str(f) for f in files]})
    else:
        (_print_planted if planted else _print)(report)
        if files:
            console().print(f"Failures written to {clean(shown_path(dump or '.'))}: {', '.join(f.name for f in files)}")
    sys.exit(0 if report.ok else 1)


def _lab() -> Any:
    try:
        return import_module("echelon.lab.certify")
    except ModuleNotFoundError:
        raise EchelonError("this installation has no certify") from None


@contextmanager
def progress_bar(what: str, quiet: bool) -> Iterator[Progress]:
    """A bar on stderr, so that the report can be piped; silent where nobody looks."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=quiet or not screen.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=None)

        def report(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=what)

        yield report


def _print(report: Any) -> None:
    from rich.table import Table

    screen = console()
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("check", no_wrap=True)
    table.add_column("what must hold")
    table.add_column("made", justify="right")
    table.add_column("failed", justify="right")
    for name, title, times, failed in report.table():
        verdict = f"[red]{failed}[/]" if failed else "[green]0[/]" if times else "[dim]-[/]"
        table.add_row(name, clean(title), f"{times:,}", verdict)
    screen.print(table)
    for failure in report.failures:
        screen.print(f"[red]{clean(failure.check)}[/]: {clean(failure.message)}")
        screen.print(f"  [dim]{clean(failure.where)}, {plural(failure.times, 'time')}[/]")
    if report.unexercised:
        screen.print(f"Never applied: {', '.join(report.unexercised)}")
    if report.uncovered:
        screen.print(f"Too few games for: {clean(', '.join(map(str, report.uncovered)))}")
    verdict = "[green]everything holds[/]" if report.ok else f"[red]{plural(len(report.failures), 'defect')}[/]"
    screen.print(
        f"{report.system.name} {report.system.version}: {plural(report.games, 'game')}, {plural(report.actions, 'action')}, "
        f"{plural(report.states, 'state')} ({report.scrambled:,} scrambled), {plural(report.pairs, 'verdict')} compared, "
        f"{report.seconds:.1f} s: {verdict}"
    )


def _print_planted(report: Any) -> None:
    from rich.table import Table

    screen = console()
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("planted error", "clause", "caught by", "games", "states"):
        table.add_column(name, justify="right" if name in ("games", "states") else "left", no_wrap=name == "clause")
    for name, clause, check, games, states in report.table():
        table.add_row(clean(name), clause, clean(check) if check else "[red]not caught[/]", f"{games:,}", f"{states:,}")
    screen.print(table)
    missed = len(report.failures)
    verdict = "[green]all caught[/]" if report.ok else f"[red]{missed} not caught[/]"
    screen.print(f"{plural(len(report.rows), 'planted error')}, {report.seconds:.1f} s: {verdict}")
