"""`echelon query`: questions about a position file, answered in text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import clean, coloured, console, emit, facts_data, json_flag, plural, read_text
from echelon.core.errors import EchelonError, Illegal
from echelon.core.text.lines import as_meant

if TYPE_CHECKING:
    from echelon.core.record.position import Position
    from echelon.core.rulings import Answer, Ruling
    from echelon.core.state import Event, State

__all__ = ["answer_data", "answer_words", "preview_words", "query"]


@dataclass(slots=True)
class Case:
    """The position a query is about."""

    position: Position
    state: State
    aliases: Mapping[str, int]

    def words(self, text: str) -> str:
        """A text with labels in place of the file's own names for hexes."""
        from echelon.core.proof.expect import Words

        return Words(self.state, self.aliases).labels(text)

    def heading(self) -> None:
        """What is asked in the position, and what it assumes: an answer under an assumption must say so."""
        screen = console()
        if self.state.rules.assume:
            rows = ", ".join(f"{k} = {v}" for k, v in self.state.rules.assume.items())
            screen.print(f"[yellow]Assumed in this position: {clean(rows)}[/]")
        written, now = self.position.data.get("version"), self.state.rules.system.version
        if written and written != now:
            screen.print(f"[yellow]Written for version {clean(str(written))} of the rules; queried under {now}.[/]")
        if self.state.rules.options != self.state.rules.system.choose({}):
            screen.print(f"[dim]Options: {' '.join(f'{k}={v}' for k, v in self.state.rules.options.items())}[/]")


@click.group()
@click.argument("file")
@click.pass_context
def query(ctx: click.Context, file: str) -> None:
    """Query a position FILE (`-` reads standard input).

    \b
    Example: echelon query battle.toml legal
             echelon query battle.toml why "move b1 0203-0303"
             echelon query battle.toml ask supplied b1 --json
    """
    from echelon.core.record.position import Position

    position = Position.parse(read_text(file), file)
    # a position that contradicts the rules is refused, with its line, unless it is the contradiction that is asked about
    about_faults = ctx.invoked_subcommand in ("problems", "show")
    state = position.draft() if about_faults else position.state()
    ctx.obj = Case(position, state, position.names().aliases if position.data.get("hexes") else {})


@query.command()
@json_flag
@click.pass_obj
def legal(case: Case, as_json: bool) -> None:
    """List the legal actions. Exit code 1 if there are none."""
    state = case.state
    rows = [{"text": state.text(a), "sentence": state.describe(a)} for a in state.legal()]
    if as_json:
        emit(_with_assumptions(case, {"prompt": state.prompt(), "legal": rows}))
    else:
        case.heading()
        console().print(clean(state.prompt()))
        for row in rows:
            console().print(f"  [bold]{row['text']:<24}[/] {clean(row['sentence'])}")
    sys.exit(0 if rows else 1)


@query.command()
@click.argument("line", nargs=-1, required=True)
@json_flag
@click.pass_obj
def why(case: Case, line: tuple[str, ...], as_json: bool) -> None:
    """Say whether a line is legal, and if not, every clause that forbids it. Exit code 1 if it is not."""
    text = case.words(" ".join(line))
    if not text.strip():
        raise EchelonError('give an action, as in: why "move b1 0203"')
    rulings: tuple[Ruling, ...] = ()
    where = ""
    try:
        case.state.copy().play(as_meant(case.state, text))
    except Illegal as error:
        rulings, where = error.rulings, error.text
    if as_json:
        rows = [
            {
                "clause": r.clause, "sentence": case.state.sentence(r), "facts": facts_data(case.state.rules, r.facts),
                "remedy": list(r.remedy),
            }
            for r in rulings
        ]  # fmt: skip
        emit(_with_assumptions(case, {"line": text, "legal": not rulings, "at": where, "rulings": rows}))
    else:
        case.heading()
        console().print(f"{clean(text)}: {'[red]not legal[/]' if rulings else '[green]legal[/]'}")
        if where and where not in text:
            console().print(f"  It fails at: {clean(where)}")
        for ruling in rulings:
            console().print(f"  {clean(case.state.sentence(ruling))}")
    sys.exit(1 if rulings else 0)


@query.command()
@click.argument("question", nargs=-1)
@json_flag
@click.pass_obj
def ask(case: Case, question: tuple[str, ...], as_json: bool) -> None:
    """Look up a fact by name; without arguments, list the names."""
    state = case.state
    if not question:
        rows = [{"form": q.spec, "help": q.help} for q in state.rules.system.play.queries]
        if as_json:
            emit(rows)
        for row in () if as_json else rows:
            console().print(f"  [bold]{row['form']:<20}[/] {clean(row['help'])}")
        return
    text = case.words(" ".join(question))
    answer = state.ask(text)
    if as_json:
        emit(_with_assumptions(case, {"question": text, **answer_data(state, answer)}))
    else:
        case.heading()
        console().print(clean(f"{text}: {answer_words(answer)}"))


def answer_data(state: State, answer: Answer) -> dict[str, Any]:
    """An answer as plain data."""
    notes = [{"clause": n.clause, "amount": n.amount, "facts": facts_data(state.rules, n.facts)} for n in answer.notes]
    return {"value": answer.value, "notes": notes}


def answer_words(answer: Answer) -> str:
    """An answer on one line, with the clauses behind it."""
    value = answer.value
    if isinstance(value, Mapping):
        value = preview_words(value) or "nothing"
    elif isinstance(value, bool):
        value = "yes" if value else "no"
    rows = [f"{n.clause} {_signed(n.amount)}".strip() for n in answer.notes]
    return f"{value if value != '' else 'none'}" + (f" [{', '.join(rows)}]" if rows else "")


@query.command()
@json_flag
@click.pass_obj
def odds(case: Case, as_json: bool) -> None:
    """Preview every legal action: factors, shifts with their clauses, exact chances. Exit code 1 if nothing has odds."""
    state = case.state
    rows = {state.text(a): shown for a in state.legal() if (shown := state.preview(a))}
    if as_json:
        emit(_with_assumptions(case, {"odds": rows}))
    else:
        case.heading()
        for text, shown in rows.items():
            console().print(f"[bold]{text}[/]: {clean(preview_words(shown))}")
        if not rows:
            console().print("Nothing here has odds: no legal action leads to a die roll.")
    sys.exit(0 if rows else 1)


def preview_words(shown: Mapping[str, Any]) -> str:
    """A preview on one line; chances in per cent beside their exact fraction."""
    parts = []
    for key, value in shown.items():
        if isinstance(value, Mapping):
            inner = ", ".join(f"{k} {_signed(v)}" for k, v in value.items())
            parts.append(f"{key}: {inner or 'none'}")
        elif isinstance(value, list | tuple):
            parts.append(f"{key}: {', '.join(map(str, value)) or 'none'}")
        else:
            parts.append(f"{key} {value}")
    return "; ".join(parts)


def _signed(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:+}".replace("-", "−")
    return "" if value is None else str(value)


@query.command(name="range")
@click.argument("unit")
@json_flag
@click.pass_obj
def range_(case: Case, unit: str, as_json: bool) -> None:
    """List the hexes in range of a unit, with the lowest cost. Exit code 1 if it cannot move."""
    from echelon.advice.reach import reach

    state = case.state
    found = reach(state, state.rules.forces.index(unit))
    labels = state.rules.board.labels
    rows = [
        {
            "hex": labels[h],
            "cost": None if (c := found.costs[h]) is None else c / state.rules.system.play.per,
            "line": "; ".join(found.lines[h]),
        }
        for h in sorted(found.costs, key=lambda h: (found.costs[h] or 0, labels[h]))
    ]
    if as_json:
        emit(_with_assumptions(case, {"unit": unit, "complete": found.complete, "range": rows}))
    else:
        case.heading()
        for h, row in zip(sorted(found.costs, key=lambda h: (found.costs[h] or 0, labels[h])), rows, strict=True):
            cost = found.costs[h]
            said = "" if cost is None else f"{state.rules.in_points(cost)} MP"
            console().print(f"  [bold]{row['hex']}[/]  {said:>6}  [dim]{row['line']}[/]")
        if not rows:
            console().print(f"{unit} cannot move now.")
        if not found.complete:
            console().print("There may be more: the search was cut short.")
    sys.exit(0 if rows else 1)


@query.command()
@click.argument("lines", nargs=-1, required=True)
@click.option("--position", is_flag=True, help="Print the resulting position file.")
@json_flag
@click.pass_obj
def do(case: Case, lines: tuple[str, ...], position: bool, as_json: bool) -> None:
    """Play lines and print what happens. Exit code 1 if one is refused.

    Put each line in quotation marks. `roll` rolls a die: first those given in the file, then
    the game's own.

    \b
    Example: echelon query battle.toml do "attack 0503 with b1 b2" fight roll
    """
    from echelon.core.proof.expect import play_lines

    state = case.state.copy()
    events: list[Event] = []
    state.log = events
    refused: Illegal | None = None
    try:
        play_lines(state, lines, case.aliases, list(case.position.data.get("dice", ())))
    except Illegal as error:
        refused = error
    told = [state.sentence(e) for e in events]
    if as_json:
        emit(
            _with_assumptions(
                case,
                {
                    "events": told, "refused": [r.clause for r in refused.rulings] if refused else [],
                    "prompt": state.prompt(), "frame": state.frame.dump(state.rules), "position": state.position(),
                },
            )
        )  # fmt: skip
    elif position:
        click.echo(state.position())
    else:
        case.heading()
        for sentence in told:
            console().print(clean(sentence))
        console().print(f"[bold]{clean(state.prompt())}[/]")
    if refused:
        click.echo(f"echelon: {refused}", err=True)
        sys.exit(1)


@query.command()
@click.option("--position", is_flag=True, help="Print the complete position file instead of the map.")
@json_flag
@click.pass_obj
def show(case: Case, position: bool, as_json: bool) -> None:
    """Show the position: the map, the units and the open decision."""
    state = case.state
    if as_json:
        from echelon.core.show.pieces import pieces_of

        rows = [{**p, "hex": state.rules.board.labels[p["hex"]]} for p in pieces_of(state)]
        emit(
            _with_assumptions(
                case, {"prompt": state.prompt(), "turn": state.turn, "pieces": rows, "position": state.position()}
            )
        )
    elif position:
        click.echo(state.position())
    else:
        from echelon.cli.play.map import draw_map

        case.heading()
        screen = console()
        screen.print(draw_map(state, colour=coloured(screen)))
        for label, value in state.rules.system.show.standing(state, "en"):
            screen.print(f"{clean(label)}: {clean(value)}")
        screen.print(f"[bold]{clean(state.prompt())}[/]")


@query.command()
@json_flag
@click.pass_obj
def problems(case: Case, as_json: bool) -> None:
    """List what in the position contradicts the rules. Exit code 1 if anything does."""
    found = case.state.problems()
    if as_json:
        emit([{"clause": p.clause, "sentence": case.state.sentence(p)} for p in found])
    else:
        for problem in found:
            console().print(clean(case.state.sentence(problem)))
        console().print(plural(len(found), "problem") if found else "Nothing contradicts the rules.")
    sys.exit(1 if found else 0)


def _with_assumptions(case: Case, data: dict[str, Any]) -> dict[str, Any]:
    if case.state.outcome is not None and "legal" in data:
        data["over"] = True
    return {**data, "assume": dict(case.state.rules.assume)}
