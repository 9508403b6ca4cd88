"""Straight-line code for movement ranges.

A range is a row of *layers*: layer k holds every hex that can be reached for at most k half points, so

    layer[k] = start | OR over entry costs c of (hexes one step from layer[k - c]) & hexes of cost c

with no frontier, no queue and no subtraction. Where hexsides matter, one integer carries the layer several times in
blocks: once for the plain sides, once for each extra toll (an older layer, for who pays more has less left), once for
each fixed cost. Six shifts with a mask each then cross all kinds of sides at once. The number of levels and classes
is fixed per kernel, so the code has no loop, no list and no index: about a third of the time of the same thing looped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

Kernel = Callable[..., tuple[int, ...]]


class Shape(NamedTuple):
    """What a kernel is made for. The caller passes strides and masks."""

    allowance: int
    entry: tuple[int, ...]
    extra: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()
    sided: bool = False
    stop: bool = False  # a mask `go` of hexes that may be left again once entered
    blocked: bool = False  # a mask `free` of hexes that may be entered (forward only; backward they join `go`)
    delay: int = 0  # a mask `quick` of hexes that may be left without this extra cost
    back: bool = False  # from the goal backwards: cost is paid on entering


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
        names += [f"b{i}" for i in range(1, 1 + len(shape.extra) + len(shape.fixed))]
        names += [f"p{i}" for i in range(6)]
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
            tolled = [(k - toll, here) for toll in shape.extra]
            _cross(out, f"z{k}", f"{here}{k}", tolled, [(k, here)] * len(shape.fixed))
            # The blocks above are cut off by the masks of the entry classes.
            out.append(f"e{k} = z{k}" + "".join(f" | z{k} >> b{i}" for i in range(1, 1 + len(shape.extra))))
        else:
            out += [f"y = {here}{k} | {here}{k} << 1", "y |= y << s1", f"e{k} = y | y >> s"]
        terms = [f"e{level - cost} & m{cost}" for cost in shape.entry if level >= cost]
        for i, cost in enumerate(shape.fixed, 1 + len(shape.extra)):
            if level >= cost:
                top = i == len(shape.extra) + len(shape.fixed)  # nothing lies above the topmost block
                terms.append(f"z{level - cost} >> b{i}" + ("" if top else " & low"))
        gained = " | ".join(terms) or "x0"
        if shape.blocked:
            out.append(f"x{level} = x0 | ({gained}) & free")
        else:
            out.append(f"x{level} = {gained}" if kept else f"x{level} = x0 | {gained}")
    return out


def _back(shape: Shape) -> list[str]:
    """Layer k: the hexes from which the goal can be reached for k. Who is entered is masked before the step."""
    out: list[str] = []
    for level in range(1, shape.allowance + 1):
        here = _passable(out, shape, level - 1)
        paid = [f"{here}{level - cost} & m{cost}" for cost in shape.entry if level >= cost]
        out.append(f"d{level} = {' | '.join(paid) or '0'}")
        if shape.sided:
            tolled = [(level - toll if level > toll else -1, "d") for toll in shape.extra]
            _cross(out, "z", f"d{level}", tolled, [(level - cost, here) for cost in shape.fixed])
            count = len(shape.extra) + len(shape.fixed)
            out.append(f"c{level} = (z" + "".join(f" | z >> b{i}" for i in range(1, 1 + count)) + ") & low")
        else:
            out += [f"y = d{level} | d{level} << 1", "y |= y << s1", f"c{level} = (y | y >> s) & low"]
        if shape.delay:
            late = f" | c{level - shape.delay}" if level > shape.delay else ""
            out.append(f"x{level} = x0 | c{level} & quick{late}")
        else:
            out.append(f"x{level} = x0 | c{level}")
    return out


def _passable(out: list[str], shape: Shape, k: int) -> str:
    """Emit the hexes of layer k where movement may go on (the first always), and return their letter."""
    if not shape.stop:
        return "x"
    out.append(f"g{k} = x{k} & go | x0")
    return "g"


def _cross(out: list[str], name: str, plain: str, tolled: list[tuple[int, str]], paved: list[tuple[int, str]]) -> None:
    """Emit what lies across the sides: block 0 from `plain`, then a block for each toll and each fixed cost."""
    terms = [plain]
    for block, (level, letter) in enumerate(tolled + paved, 1):
        if level >= 0:
            terms.append(f"{letter}{level} << b{block}")
    out.append(f"x = {' | '.join(terms)}")
    out.append(f"{name} = x << 1 & p0 | x >> 1 & p1 | x << s & p2 | x >> s & p3 | x << s1 & p4 | x >> s1 & p5")
