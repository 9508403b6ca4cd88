"""`echelon walk`: counts of action sequences by depth, the guard of every change of the engine."""

from __future__ import annotations

import time

import click

from echelon.cli.common import console, emit, json_flag, option_words, options_flag, scenario_flag, system_of

__all__ = ["walk"]


@click.command()
@click.argument("system")
@click.option("--depth", type=click.IntRange(0, 40), default=4, show_default=True, help="The depth, in actions.")
@click.option("--divide", is_flag=True, help="Split the count of the last depth by the first action.")
@scenario_flag
@options_flag
@json_flag
def walk(system: str, depth: int, divide: bool, scenario: str, option: tuple[str, ...], as_json: bool) -> None:
    """Count the possible opening sequences of actions, depth by depth; each outcome of a die counts as one action.

    \b
    Example: echelon walk drill --depth 4
             echelon walk drill --scenario ford --depth 6 --divide
    """
    from echelon.lab import walk as lab

    state = system_of(system).new(scenario, option_words(option))
    rows = []
    screen = console()
    if not as_json:
        screen.print(f"{state.rules.system.name} {state.rules.system.version}, {state.rules.scenario.name}")
    for n in range(1, depth + 1):
        begun = time.perf_counter()
        count = lab.walk(state, n)
        rows.append({"depth": n, "count": count})
        if not as_json:
            screen.print(f"depth {n:>2}  {count:>16,}  [dim]{time.perf_counter() - begun:7.2f} s[/]")
    split = lab.divide(state, depth) if divide else {}
    if as_json:
        emit({"system": system, "scenario": state.rules.scenario.name, "walk": rows, **({"divide": split} if divide else {})})
        return
    for text, count in split.items():
        screen.print(f"  {count:>16,}  {text}")
