"""Random games at a table, for tests of what people see of them."""

import random

import echelon
from echelon.core.table import Table

AUTO = ("forced", "dice")


def table_of(system, seed=0, scenario="", **options):
    """A fresh table."""
    return Table(echelon.load(system).new(scenario, options, seed), auto=AUTO)


def played(system, seed=0, most=10_000, scenario="", **options):
    """A table after so many random choices, or at the end of its game."""
    table = table_of(system, seed, scenario, **options)
    for _ in choices(table, seed, most):
        pass
    return table


def choices(table, seed=0, most=10_000):
    """Plays at random; yields before every choice."""
    rng = random.Random(seed)
    for _ in range(most):
        if table.state.outcome is not None:
            return
        yield table
        table.do(rng.choice(list(table.state.legal())))


def until(table, kind, seed=0):
    """Plays at random until a kind of question is open."""
    for _ in choices(table, seed):
        if table.state.frame.kind.name == kind:
            return table
    raise AssertionError(f"{kind} was never asked")
