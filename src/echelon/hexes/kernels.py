"""Straight-line code for movement ranges.

A range is a row of *layers*: layer k holds every hex that can be reached for at most k half points, so

    layer[k] = start | OR over entry costs c of (hexes one step from layer[k - c]) & hexes of cost c

with no frontier, no queue and no subtraction. Where hexsides matter, the six directions are six shifts, each masked by
the sides that may be crossed: plain ones, those with a toll (from an older layer, for who pays more has less left),
those of a fixed cost. Where an operation costs more than the length of its integers, one integer carries the layer
several times in blocks, and six masked shifts cross all kinds of sides at once (`packed`).

The number of levels and classes is fixed per kernel, so the code has no loop, no list and no index: about two thirds
of the time of the same thing looped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

Kernel = Callable[..., tuple[int, ...]]

_SHIFTS = ("<< 1", ">> 1", "<< s", ">> s", "<< s1", ">> s1")


class Shape(NamedTuple):
    """What a kernel is made for. The caller passes strides and masks."""

    allowance: int
    entry: tuple[int, ...]
    extra: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()
    sided: bool = False
    packed: bool = True
    stop: bool = False  # a mask `go` of hexes that may be left again once entered
    blocked: bool = False  # a mask `free` of hexes that may be entered (forward only; backward they join `go`)
    delay: int = 0  # a mask `quick` of hexes that may be left without this extra cost
    back: bool = False  # from the goal backwards: cost is paid on entering


def kinds(packed: bool, extra: int, fixed: int) -> tuple[list[int], list[int]]:
    """Which kinds of sides share an integer and which go apart; 0 is plain, then the tolls, then the fixed."""
    others = list(range(1, 1 + extra + fixed))
    return ([0, *others], []) if packed else ([0], others)


def parameters(shape: Shape) -> list[str]:
    """The names of a kernel's arguments, in order."""
    names = ["x0"]
    if shape.stop:
        names.append("go")
    if shape.blocked:
        names.append("free")
    if shape.delay:
        names.append("quick")
    names += ["s", "s1", "low"]
    if shape.sided:
        together, apart = kinds(shape.packed, len(shape.extra), len(shape.fixed))
        names += [f"b{kind}" for kind in together[1:]]
        names += [f"p{i}" for i in range(6)]
        names += [f"q{kind}_{i}" for kind in apart for i in range(6)]
    return names + [f"m{cost}" for cost in shape.entry]


@cache
def kernel(shape: Shape) -> Kernel:
    """The function for a shape; it returns the layers 0..allowance."""
    body = _back(shape) if shape.back else _forward(shape)
    layers = ", ".join(f"x{k}" for k in range(shape.allowance + 1))
    head = f"def layers({', '.join(parameters(shape))}):"
    lines = [head, *(f"    {line}" for line in body), f"    return ({layers},)"]
    space: dict[str, Kernel] = {}
    exec("\n".join(lines), space)
    return space["layers"]


def _forward(shape: Shape) -> list[str]:
    out: list[str] = []
    # Over open ground a hex is its own neighbour, so the start stays in by way of the cheapest class.
    kept = not (shape.sided or shape.blocked or shape.delay) and bool(shape.entry)
    if kept:
        out.append(f"m{shape.entry[0]} |= x0")
    for k in range(shape.allowance):
        level = k + 1
        here = _passable(out, shape, k)
        if shape.delay:
            out.append(f"f{k} = {here}{k} & quick" + (f" | {here}{k - shape.delay}" if k >= shape.delay else ""))
            here = "f"
        if shape.sided:
            _cross_forward(out, shape, k, here)
        else:
            out += [f"y = {here}{k} | {here}{k} << 1", "y |= y << s1", f"e{k} = y | y >> s"]
        terms = [f"e{level - cost} & m{cost}" for cost in shape.entry if level >= cost]
        first = 1 + len(shape.extra)
        terms += [f"r{i}_{level - cost}" for i, cost in enumerate(shape.fixed, first) if level >= cost]
        gained = " | ".join(terms) or "x0"
        if shape.blocked:
            out.append(f"x{level} = x0 | ({gained}) & free")
        else:
            out.append(f"x{level} = {gained}" if kept else f"x{level} = x0 | {gained}")
    return _forget(out, shape)


def _forget(lines: list[str], shape: Shape) -> list[str]:
    """Let names return as soon as their old values are done with, so that memory stays small and near."""
    spans = {"e": max(shape.entry, default=1), "z": 1}
    spans |= {f"n{i}_": 1 for i in range(6)}
    spans |= {f"v{i}_": toll + 1 for i, toll in enumerate(shape.extra, 1)}
    spans |= {f"r{i}_": cost for i, cost in enumerate(shape.fixed, 1 + len(shape.extra))}

    def rename(match: re.Match[str]) -> str:
        return f"{match[1]}{int(match[2]) % spans[match[1]]}"

    return [re.sub(r"\b(e|z|n\d_|r\d+_|v\d+_)(\d+)\b", rename, line) for line in lines]


def _cross_forward(out: list[str], shape: Shape, k: int, here: str) -> None:
    """Emit e{k}, entered at the hex's own cost, and r{kind}_{k}, entered at a fixed one."""
    together, apart = kinds(shape.packed, len(shape.extra), len(shape.fixed))
    older = dict(enumerate((k - toll for toll in shape.extra), 1))  # tolled kinds and the level they start from
    levels = {0: k} | {i: older.get(i, k) for i in together[1:] if older.get(i, k) >= 0}
    blocks = [(i, f"{here}{level}") for i, level in levels.items()]
    if apart:
        _shift(out, "n", blocks, k)
        out.append(f"z{k} = {_masked('n', k, 'p')}")
        # What a toll lets in later is kept, rather than all that was shifted.
        out += [f"v{i}_{k} = {_masked('n', k, f'q{i}_')}" for i in older if k + shape.extra[i - 1] < shape.allowance]
    else:
        out.append(f"x = {_packed(blocks)}")
        out.append(f"z{k} = " + " | ".join(f"x {shift} & p{i}" for i, shift in enumerate(_SHIFTS)))
    entered = [f"z{k}"] + [f"z{k} >> b{i}" for i in together if i in older]
    # Blocks above the first are cut off by the masks of the entry classes.
    entered += [f"v{i}_{older[i]}" for i in apart if i in older and older[i] >= 0]
    out.append(f"e{k} = {' | '.join(entered)}")
    for i in range(1 + len(shape.extra), 1 + len(shape.extra) + len(shape.fixed)):
        if i in apart:
            out.append(f"r{i}_{k} = {_masked('n', k, f'q{i}_')}")
        else:
            out.append(f"r{i}_{k} = z{k} >> b{i}" + ("" if i == together[-1] else " & low"))


def _back(shape: Shape) -> list[str]:
    """Layer k: the hexes from which the goal can be reached for k. Who is entered is masked before the step."""
    out: list[str] = []
    for level in range(1, shape.allowance + 1):
        here = _passable(out, shape, level - 1)
        paid = [f"{here}{level - cost} & m{cost}" for cost in shape.entry if level >= cost]
        out.append(f"d{level} = {' | '.join(paid) or '0'}")
        if shape.sided:
            _cross_back(out, shape, level, here)
        else:
            out += [f"y = d{level} | d{level} << 1", "y |= y << s1", f"c{level} = (y | y >> s) & low"]
        if shape.delay:
            late = f" | c{level - shape.delay}" if level > shape.delay else ""
            out.append(f"x{level} = x0 | c{level} & quick{late}")
        else:
            out.append(f"x{level} = x0 | c{level}")
    return out


def _cross_back(out: list[str], shape: Shape, level: int, here: str) -> None:
    """Emit c{level}: one step back over a plain, a tolled or a fixed side."""
    together, apart = kinds(shape.packed, len(shape.extra), len(shape.fixed))
    source = {i: f"d{level - toll}" for i, toll in enumerate(shape.extra, 1) if level > toll}
    first = 1 + len(shape.extra)
    source |= {i: f"{here}{level - cost}" for i, cost in enumerate(shape.fixed, first) if level >= cost}
    _shift(out, "n", [(0, f"d{level}")] + [(i, source[i]) for i in together[1:] if i in source], level)
    if any(i >= first for i in apart):
        _shift(out, "h", [(0, f"{here}{level - 1}")], level - 1)
    out.append(f"z = {_masked('n', level, 'p')}")
    terms = ["z", *(f"z >> b{i}" for i in together[1:])]
    for i in apart:
        if i in source:
            back = shape.extra[i - 1] if i < first else shape.fixed[i - first]
            terms.append(_masked("n" if i < first else "h", level - back, f"q{i}_"))
    out.append(f"c{level} = ({' | '.join(terms)}) & low")


def _passable(out: list[str], shape: Shape, k: int) -> str:
    """Emit the hexes of layer k where movement may go on (the first always), and return their letter."""
    if not shape.stop:
        return "x"
    out.append(f"g{k} = x{k} & go | x0")
    return "g"


def _packed(blocks: list[tuple[int, str]]) -> str:
    """Several sets in one integer, each in its block."""
    return " | ".join(what if block == 0 else f"{what} << b{block}" for block, what in blocks)


def _shift(out: list[str], name: str, blocks: list[tuple[int, str]], level: int) -> None:
    """Emit sets, each in its block, moved in the six directions."""
    what = _packed(blocks)
    if len(blocks) > 1:
        out.append(f"x = {what}")
        what = "x"
    out += [f"{name}{i}_{level} = {what} {shift}" for i, shift in enumerate(_SHIFTS)]


def _masked(name: str, level: int, masks: str) -> str:
    """The hexes entered over some kind of side by what was moved earlier."""
    return " | ".join(f"{name}{i}_{level} & {masks}{i}" for i in range(6))
