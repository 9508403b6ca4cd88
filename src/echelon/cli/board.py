"""`echelon board`: check and draw maps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import clean, console, emit, json_flag, language_flag, plural, read_text, scenario_flag, write_text
from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.state import State
    from echelon.draw.marks import Mark

__all__ = ["board"]


@click.group()
def board() -> None:
    """Check or draw a map: a board file, a position file, or the map of a system.

    \b
    Example: echelon board check mymap.txt
             echelon board draw drill -o drill.svg
    """


def _load(source: str, scenario: str) -> tuple[Board, State | None]:
    """The board a word names, with a state to take counters from where there is one."""
    from echelon.core.board.board import Board
    from echelon.core.record.position import Position
    from echelon.core.system import load, system_names

    if source in system_names():
        state = load(source).new(scenario)
        return state.rules.board, state
    if source != "-" and not (source and Path(source).exists()):
        raise EchelonError(f"{source or repr(source)} is neither a file nor a system; systems are {', '.join(system_names())}")
    text = read_text(source)
    if source.endswith(".toml"):
        state = Position.parse(text, source).draft()
        return state.rules.board, state
    return Board.parse(text, source), None


@board.command()
@click.argument("source", metavar="FILE|SYSTEM")
@scenario_flag
@json_flag
def check(source: str, scenario: str, as_json: bool) -> None:
    """Read a map and list every error in it. Exit code 1 if there is any."""
    from echelon.core.board.faults import BoardError

    try:
        found, _state = _load(source, scenario)
    except BoardError as error:
        if as_json:
            rows = [{"line": p.line, "fault": p.fault, "remedy": p.remedy} for p in error.problems]
            emit({"ok": False, "problems": rows})
        else:
            for problem in error.problems:
                click.echo(str(problem))
            click.echo(plural(len(error.problems), "problem"))
        sys.exit(1)
    if as_json:
        emit({"ok": True, **_summary(found)})
        return
    screen = console()
    screen.print(f"[green]ok[/]: {clean(found.title)}, {plural(found.n, 'hex', 'hexes')}")
    for name, rows in _summary(found).items():
        if isinstance(rows, dict) and rows:
            screen.print(f"  {name}: {', '.join(f'{k} {v}' for k, v in rows.items())}")


def _summary(found: Board) -> dict[str, Any]:
    places: dict[str, int] = {}
    for place in found.places:
        places[place.kind] = places.get(place.kind, 0) + 1
    return {
        "name": found.name,
        "title": found.title,
        "hexes": found.n,
        "terrain": {k: v.bit_count() for k, v in found.terrain.items()},
        "hexsides": {k: v.bit_count() for k, v in found.sides.items()},
        "links": {k: v.bit_count() for k, v in found.links.items()},
        "places": places,
        "edges": {k: v.bit_count() for k, v in found.edges.items()},
        "zones": {k: v.bit_count() for k, v in found.zones.items()},
    }


@board.command()
@click.argument("source", metavar="FILE|SYSTEM")
@click.option("-o", "--output", help="The file to write; by default, SVG goes to standard output.")
@click.option("--palette", help="The colours; by default, the board's own.")
@click.option("--no-counters", is_flag=True, help="Draw the map without counters.")
@click.option("--png", "as_png", is_flag=True, help="Write PNG instead of SVG.")
@click.option("--around", default="", metavar="HEX,...", help="Draw only the part of the map around these hexes.")
@click.option("--radius", type=click.IntRange(0, 60), default=3, show_default=True, help="The radius of that part, in hexes.")
@click.option("--marks", default="", metavar="WORD,...", help="What to show besides the counters: objectives, battles ...")
@click.option("--reach", default="", metavar="UNIT", help="Show the range of this unit, with costs.")
@click.option("--size", type=click.IntRange(100, 10_000), help="The width in pixels.")
@click.option("--small", is_flag=True, help="PNG with 256 colours: about a quarter of the size.")
@scenario_flag
@language_flag
def draw(
    source: str, output: str | None, palette: str | None, no_counters: bool, as_png: bool, around: str, radius: int, marks: str,
    reach: str, size: int | None, small: bool, scenario: str, lang: str,
) -> None:  # fmt: skip
    """Draw a map as SVG or PNG, with the counters of a system's set-up or of a position file.

    \b
    Example: echelon board draw drill --no-counters -o drill.svg
             echelon board draw colonnes --lang fr -o carte.png
             echelon board draw situation.toml --around 0403 --radius 2 --marks objectives --reach b1 -o part.png
    """
    from echelon.cli.play.voice import Voice, from_environment
    from echelon.draw import picture  # takes time: only when a map is drawn

    found, state = _load(source, scenario)
    as_png = as_png or bool(output and output.lower().endswith(".png"))
    if as_png and not output:
        raise EchelonError("PNG needs an output file: add -o map.png")
    if state is None and (marks or reach):
        raise EchelonError("a bare map has no marks; draw a position file or a system")
    made = picture(
        found if no_counters or state is None else state,
        [] if state is None else _marks(state, marks, reach),
        palette=palette, around=[found.parse_hex(word) for word in _words(around)], radius=radius, size=size,
        language=Voice(lang or from_environment()).language,
    )  # fmt: skip
    if as_png and output:
        Path(output).write_bytes(made.png(small=small))
    elif output:
        write_text(output, made.svg)
    else:
        click.echo(made)
    if output:
        click.echo(f"{output} written.", err=True)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _marks(state: State, words: str, unit: str) -> list[Mark]:
    """What was asked for: the system's own marks, and the reach of a unit."""
    from echelon.advice.reach import reach
    from echelon.draw import Reachable, Selected, marks_from

    found = marks_from(state, _words(words))
    if unit:
        way = reach(state, state.rules.forces.index(unit))
        if way.start < state.rules.board.n:
            found.append(Selected(way.start))
        found += [Reachable(h, "" if cost is None else state.rules.in_points(cost)) for h, cost in sorted(way.costs.items())]
    return found
