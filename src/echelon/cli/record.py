"""`echelon record`: show, verify, replay, report and migrate the record of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import clean, coloured, console, emit, json_flag, plural, read_text, result_words, write_text
from echelon.cli.play.voice import languages
from echelon.core.errors import EchelonError, PositionError, UnknownError
from echelon.core.system import load
from echelon.core.text.names import side_name

if TYPE_CHECKING:
    from echelon.advice.after import Told as ReportTold
    from echelon.core.record.record import Damage, Entry, Record
    from echelon.core.state import Event, State

__all__ = ["record"]


@click.group()
def record() -> None:
    """Show, verify, replay or migrate a saved game.

    \b
    Example: echelon record show game.txt
             echelon record verify game.txt
    """


def _load(file: str) -> Record:
    from echelon.core.record.record import Record

    try:
        return Record.parse(read_text(file))
    except PositionError as error:
        raise EchelonError(f"{file} is not a record: {error}") from None


@dataclass(slots=True)
class Told:
    """One entry of a record in words."""

    entry: Entry
    heading: str
    sentence: str
    events: list[str] = field(default_factory=list)


def _tell(loaded: Record, end: list[Damage], side: int | None = None) -> Iterator[Told]:
    """Every entry in words, as far as the record can be followed; what stops it is left in `end`."""
    from echelon.core.record.record import Damage

    state = loaded.start()
    for entry in loaded.entries:
        heading = _heading(state)
        before = state.copy()
        events: list[Event] = []
        state.log = events
        message = loaded._step(state, entry)
        state.log = None
        if message:
            end.append(Damage(entry.line, message))
            return
        told = state.rules.system.show.told(before, events)
        sentences = [state.sentence(e) for e in told if e.only is None or e.only == side]
        yield Told(entry, heading, before.describe(before.parse(entry.text)), sentences)
    if loaded.damage:
        end.append(loaded.damage)


def _heading(state: State) -> str:
    step = state.rules.sequence[state.step]
    side = state.rules.texts.template("side", state.rules.side_name(step.side)) if step.side < len(state.rules.sides) else ""
    return f"Turn {state.turn}, {side + ': ' if side else ''}{step.title}"


@record.command()
@click.argument("file")
@json_flag
def show(file: str, as_json: bool) -> None:
    """Print a record in words: headers, actions by turn and phase, dice, events with their clauses. Exit code 1 if damaged."""
    loaded = _load(file)
    end: list[Damage] = []
    rows = list(_tell(loaded, end))
    if as_json:
        emit({**_headers(loaded), "entries": [_row(r) for r in rows], "damage": str(end[0]) if end else None})
        sys.exit(1 if end else 0)
    screen = console()
    state = loaded.start()
    options = " ".join(f"{k}={v}" for k, v in loaded.options.items())
    screen.print(f"[bold]{clean(state.rules.scenario.title or loaded.scenario)}[/]")
    screen.print(f"[dim]{clean(' | '.join(filter(None, (f'{loaded.system} {loaded.version}', loaded.scenario, options))))}[/]")
    if loaded.headers:
        screen.print(clean(", ".join(f"{name}: {value}" for name, value in loaded.headers.items())))
    heading = ""
    for row in rows:
        if row.heading != heading:
            heading = row.heading
            screen.print(f"\n[bold]{clean(heading)}[/]")
        mark = "[yellow]⚅[/] " if row.entry.chance else "[dim]~[/] " if row.entry.forced else "  "
        comment = f"[dim italic]{clean(row.entry.comment)}[/]" if row.entry.comment else ""
        for sentence in row.events or [row.sentence]:  # what happened says more than what was chosen
            screen.print(f"{mark}{clean(sentence)}" if row.events else f"{mark}[dim]{clean(sentence)}[/]")
            mark = "  "
        if comment:
            screen.print(f"    {comment}")
        for branch in row.entry.branches:
            screen.print(f"      [dim]or: {clean('; '.join(e.text for e in branch))}[/]")
    if end:
        click.echo(f"echelon: {file}: {end[0]}", err=True)
        sys.exit(1)
    state = loaded.replay().state
    verdict = result_words(state)
    screen.print(f"\n[bold]At the end: {clean(verdict)}[/]" if state.outcome else f"\n[bold]So far: {clean(verdict)}[/]")
    for label, value in state.rules.system.show.standing(state, "en"):
        screen.print(f"  {clean(label)}: {clean(value)}")


def _headers(loaded: Record) -> dict[str, Any]:
    return {
        "system": loaded.system,
        "version": loaded.version,
        "scenario": loaded.scenario,
        "options": loaded.options,
        "seal": loaded.seal,
        "seed": loaded.seed,
        "headers": loaded.headers,
    }


def _row(told: Told) -> dict[str, Any]:
    entry = told.entry
    return {
        "heading": told.heading, "text": entry.text, "sentence": told.sentence, "events": told.events, "chance": entry.chance,
        "forced": entry.forced, "comment": entry.comment, "line": entry.line,
        "branches": [[e.text for e in branch] for branch in entry.branches],
    }  # fmt: skip


@record.command()
@click.argument("file")
@json_flag
def verify(file: str, as_json: bool) -> None:
    """Replay a record and check legality, headings, fingerprints and, if the seed is known, every die roll.

    Exit code 1 at the first error, which is printed with its line.
    """
    loaded = _load(file)
    replayed = loaded.replay()
    damage = replayed.damage
    result = replayed.state.result()
    if as_json:
        emit(
            {
                "ok": damage is None, "actions": replayed.applied, "error": damage.message if damage else None,
                "line": damage.line if damage else None, "dice_checked": bool(loaded.seed), "key": replayed.state.key(),
                "result": None if result is None else result_words(replayed.state),
            }
        )  # fmt: skip
    elif damage:
        click.echo(f"{file}:{damage.line}: {damage.message}", err=True)
        click.echo(f"The {plural(replayed.applied, 'action')} before it are correct.", err=True)
    else:
        dice = "die rolls checked against the seed" if loaded.seed else "die rolls as written (the seed is not in the record)"
        console().print(f"[green]ok[/]: {plural(replayed.applied, 'action')}, {dice}; {clean(result_words(replayed.state))}")
    sys.exit(1 if damage else 0)


@record.command()
@click.argument("file")
@click.option("--at", type=click.IntRange(0), help="The number of actions to replay; by default, all.")
@click.option("--map", "as_map", is_flag=True, help="Draw the map instead of printing the position file.")
@json_flag
def replay(file: str, at: int | None, as_map: bool, as_json: bool) -> None:
    """Print the position at the end of a record, or after N actions. Exit code 1 if the record cannot be replayed that far."""
    loaded = _load(file)
    replayed = loaded.replay(keep=True)
    damage = replayed.damage
    if at is not None and at > replayed.applied and not damage:
        raise EchelonError(f"{file} has {plural(replayed.applied, 'action')}; --at {at} is beyond its end")
    reached = (at is None and not damage) or (at is not None and at <= replayed.applied)
    state = replayed.states[at] if at is not None and reached else replayed.state
    if as_json:
        emit(
            {
                "actions": at if at is not None and reached else replayed.applied,
                "key": state.key(),
                "position": state.position(),
            }
        )
    elif as_map:
        from echelon.cli.play.map import draw_map

        screen = console()
        screen.print(draw_map(state, colour=coloured(screen)))
        console().print(f"Turn {state.turn}. {clean(state.prompt())}")
    else:
        click.echo(state.position())
    if not reached and damage:
        click.echo(f"echelon: {file}:{damage.line}: {damage.message}", err=True)
        sys.exit(1)


@record.command()
@click.argument("file")
@click.option("--svg", help="Write the curve of the winning chances to this file.")
@click.option(
    "--seconds",
    type=float,
    default=60.0,
    show_default=True,
    help="Seconds to spend on simulating games for the winning chances.",
)
@click.option("--lang", default="en", show_default=True, help="The language of the report.")
@json_flag
def report(file: str, svg: str | None, seconds: float, lang: str, as_json: bool) -> None:
    """Report turning points, luck and missed attacks. Exit code 1 if the record is damaged.

    The chances come from games that computer players play out from positions of this one; luck is the difference between a
    die roll and the average of all its faces.
    """
    from rich.progress import Progress

    from echelon.advice.after import report as made_of
    from echelon.advice.after import words
    from echelon.advice.after.plot import chart

    loaded = _load(file)
    if lang not in languages():
        raise UnknownError("language", lang, languages())
    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("simulating games", total=None)
        found = made_of(loaded, lambda work: bar.update(task, completed=work.done, total=work.of), seconds)
    told = words(loaded, found, lang)
    if svg:
        system = load(loaded.system)
        first, second = (side_name(system.texts, side, lang) for side in found.sides[:2])
        write_text(svg, chart(found, told, (first, second), COLOURS))
    if as_json:
        emit(found.data())
    else:
        _tell_report(told, lang)
    if loaded.damage:
        click.echo(f"echelon: {file}: {loaded.damage}", err=True)
        sys.exit(1)


COLOURS = ("#8A93A0", "#A9B56B")  # of the sides in a picture that stands alone


def _tell_report(told: ReportTold, lang: str) -> None:
    """The report in words."""
    from echelon.advice.after import heading

    screen = console()
    for sentence in told.summary:
        screen.print(clean(sentence))
    for name, rows in (("points", told.points), ("dice", told.dice), ("missed", told.missed)):
        if rows:
            screen.print(f"\n[bold]{clean(heading(name, lang))}[/]")
        for number, row in enumerate(rows, 1):
            screen.print(f"{number:3}. [bold]{clean(row.title)}[/]")
            screen.print(f"     {clean(row.say)}")


@record.command()
@click.argument("file")
@click.option("-o", "--output", help="Write the record for the current version of the rules, if nothing differs.")
@json_flag
def migrate(file: str, output: str | None, as_json: bool) -> None:
    """Check whether a record of another rules version is still legal, or find the first action that would differ.

    Exit code 1 if it differs.
    """
    from echelon.core.system import load

    loaded = _load(file)
    system = load(loaded.system)
    old = loaded.version
    replayed = loaded.replay()
    damage = replayed.damage
    same = damage is None
    if as_json:
        emit(
            {
                "from": old, "to": system.version, "same": same, "action": replayed.applied + 1 if damage else None,
                "line": damage.line if damage else None, "reason": damage.message if damage else None,
            }
        )  # fmt: skip
    elif damage:
        first = f"action {replayed.applied + 1}, line {damage.line}: {damage.message}"
        console().print(f"[red]differs[/] under {system.name} {system.version} (record: {old}) at {clean(first)}")
    else:
        console().print(
            f"[green]same[/] under {system.name} {system.version} (record: {old}): {plural(replayed.applied, 'action')}"
        )
    if same and output:
        loaded.version = system.version
        write_text(output, loaded.text())
    sys.exit(0 if same else 1)
