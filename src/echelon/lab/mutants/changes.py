"""Changes: the small errors that can be made in a piece of source, one at a time, each with the words before and after it.

They are the errors people make: a limit off by one, `any` for `all`, an exception forgotten, a term of a sum or a set left out.
What only says or writes something (docstrings, notes for the log, error messages, types) is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

__all__ = ["Change", "changes"]

_WIDE = 60  # characters of source that still read at a glance
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SILENT = {
    "annotation",
    "returns",
    "decorator_list",
    "args",
    "ctx",
}  # of a function; the arguments of a call are no `arguments`


@dataclass(frozen=True, slots=True)
class Change:
    """One node of a tree that another may stand for, and the lines of the statement in which it stands."""

    kind: str
    old: str
    new: str
    lines: tuple[int, int]
    holder: Any
    slot: str
    index: int | None
    put: ast.AST

    @contextmanager
    def made(self) -> Iterator[None]:
        """The tree has the error while the block runs."""
        right = _swap(self.holder, self.slot, self.index, self.put)
        try:
            yield
        finally:
            _swap(self.holder, self.slot, self.index, right)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node stands: in which slot of which node, within which expression and which lines."""

    holder: Any
    slot: str
    index: int | None
    lines: tuple[int, int]


def changes(root: ast.AST, words: Sequence[str] = ()) -> Iterator[Change]:
    """Every change of a tree, its root left in place. A text among `words` (kinds of terrain, say) is taken for the next one.

    >>> tree = ast.parse("a < 3 and not b", mode="eval")
    >>> for change in changes(tree): print(change.kind, "|", change.old, "->", change.new)
    and/or | a < 3 and (not b) -> a < 3 or not b
    term | a < 3 and (not b) -> not b
    term | a < 3 and (not b) -> a < 3
    compare | a < 3 -> a <= 3
    number | a < 3 -> a < 4
    number | a < 3 -> a < 2
    not | not b -> b
    """
    for node, place in _nodes(root, (0, 0)):
        for kind, put in _errors(node, place, words):
            old, new = _words(node, put, place)
            if old != new:
                yield Change(kind, old, new, place.lines, place.holder, place.slot, place.index, put)


# --- going through a tree -----------------------------------------------------------------------------------------------
def _nodes(holder: ast.AST, lines: tuple[int, int]) -> Iterator[tuple[Any, _Place]]:
    """Every node that does something, with its place; outer ones first."""
    for slot, value in ast.iter_fields(holder):
        if slot in _SILENT and not isinstance(holder, ast.Call):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(node, ast.AST) or _mute(node):
                continue
            inside = _lines(node) if isinstance(node, ast.stmt) else lines
            if isinstance(holder, ast.If | ast.While) and _logs(holder.test) and slot != "orelse":
                continue
            yield node, _Place(holder, slot, index, inside)
            yield from _nodes(node, inside)


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one with others under it, those of its head."""
    head = getattr(statement, "test", None) or getattr(statement, "iter", None)
    last = head if head is not None and hasattr(statement, "body") else statement
    return statement.lineno, last.end_lineno or statement.lineno


def _mute(node: ast.AST) -> bool:
    """Does the node only say something?"""
    if isinstance(node, ast.Assert | ast.Raise | ast.JoinedStr | ast.arguments):
        return True
    if isinstance(node, ast.Expr):
        call = node.value
        return isinstance(call, ast.Constant) or (
            isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "note"
        )
    return False


def _logs(test: ast.expr) -> bool:
    """Does a condition ask whether somebody keeps a log?"""
    return any(isinstance(node, ast.Attribute) and node.attr == "log" for node in ast.walk(test))


# --- what can be wrong with a node --------------------------------------------------------------------------------------
def _errors(node: Any, place: _Place, words: Sequence[str]) -> Iterator[tuple[str, ast.AST]]:
    """The kinds of error at a node, each with what stands in its place."""
    yield from _conditions(node, place)
    match node:
        case ast.Compare():
            for i, op in enumerate(node.ops):
                other = [_OPPOSITE[type(op)]() if i == k else o for k, o in enumerate(node.ops)]
                yield "compare", ast.Compare(node.left, other, node.comparators)
        case ast.BoolOp():
            yield "and/or", ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
            for i in range(len(node.values)):
                left = [value for k, value in enumerate(node.values) if i != k]
                yield "term", ast.BoolOp(node.op, left) if len(left) > 1 else left[0]
        case ast.UnaryOp(op=ast.Not() | ast.Invert()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            yield "not", node.operand
        case ast.BinOp(op=ast.BitAnd(), left=left, right=right) if _asked(place) and _plain(left) and _plain(right):
            pass  # to drop one of them is to make the condition true
        case ast.BinOp():
            yield from _sums(node)
        case ast.Constant():
            yield from _values(node, place, words)
        case ast.IfExp():
            yield "branch", node.body
            yield "branch", node.orelse
        case ast.Call(func=ast.Name(id=name)) if name in _TWINS:
            yield name, ast.Call(ast.Name(_TWINS[name], ast.Load()), node.args, node.keywords)
        case ast.Call() if _all_constants(node.args, str):
            yield from (("element", ast.Call(node.func, rest, node.keywords)) for rest in _without_one(node.args))
        case ast.List() | ast.Set() if _all_constants(node.elts):
            yield from (("element", type(node)(elts=rest)) for rest in _without_one(node.elts))
        case ast.Tuple(ctx=ast.Load()) if _all_constants(node.elts):
            yield from (("element", ast.Tuple(rest, ast.Load())) for rest in _without_one(node.elts))
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield "drop", ast.Pass()
        case ast.Assign() if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            yield "drop", ast.Pass()


def _asked(place: _Place) -> bool:
    """Is a node a condition, or one of several?"""
    return place.slot in ("test", "ifs") or isinstance(place.holder, ast.BoolOp)


def _plain(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def _conditions(node: Any, place: _Place) -> Iterator[tuple[str, ast.AST]]:
    """A condition that always holds, or never does."""
    if isinstance(node, ast.Constant):
        return
    if place.slot == "test" and isinstance(place.holder, ast.If):
        yield "if", ast.Constant(True)
    if place.slot == "test" and isinstance(place.holder, ast.If | ast.While):
        yield "if", ast.Constant(False)
    if place.slot == "ifs":
        yield "if", ast.Constant(True)


def _sums(node: ast.BinOp) -> Iterator[tuple[str, ast.AST]]:
    """Sums, sets and shares."""
    one = ast.Constant(1)
    match node.op:
        case ast.BitAnd() | ast.BitOr():
            yield "bits", node.left
            yield "bits", node.right
        case ast.BitXor():
            yield "bits", node.left
        case ast.Add():
            yield "sum", ast.BinOp(node.left, ast.Sub(), node.right)
            yield "sum", node.left
        case ast.Sub():
            yield "sum", ast.BinOp(node.left, ast.Add(), node.right)
            yield "sum", node.left
        case ast.FloorDiv():  # rounded up
            minus = ast.UnaryOp(ast.USub(), node.left)
            yield "rounding", ast.UnaryOp(ast.USub(), ast.BinOp(minus, ast.FloorDiv(), node.right))
        case ast.RShift() if isinstance(node.right, ast.Constant) and node.right.value == 1:  # a half, rounded up
            yield "rounding", ast.BinOp(ast.BinOp(node.left, ast.Add(), one), ast.RShift(), one)


def _values(node: ast.Constant, place: _Place, words: Sequence[str]) -> Iterator[tuple[str, ast.AST]]:
    """Numbers off by one, yes for no, one word for another."""
    value = node.value
    if isinstance(value, bool):
        yield "flag", ast.Constant(not value)
    elif isinstance(value, int | float):
        yield "number", ast.Constant(value + 1)
        if value > 0 and place.slot != "slice":
            yield "number", ast.Constant(value - 1)
    elif isinstance(value, str) and value in words and len(words) > 1:
        yield "name", ast.Constant(words[(words.index(value) + 1) % len(words)])


def _all_constants(nodes: Collection[ast.expr], kind: type = object) -> bool:
    return len(nodes) > 1 and all(isinstance(node, ast.Constant) and isinstance(node.value, kind) for node in nodes)


def _without_one(nodes: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    return ([node for k, node in enumerate(nodes) if i != k] for i in range(len(nodes)))


# --- words for people ---------------------------------------------------------------------------------------------------
def _words(node: ast.AST, put: ast.AST, place: _Place) -> tuple[str, str]:
    """The source before and after; of a bare value with what stands around it, if that is short."""
    holder = place.holder
    around = isinstance(node, ast.Constant | ast.Name) and isinstance(holder, ast.expr | ast.keyword)
    if not around or len(ast.unparse(holder)) > _WIDE:
        return _short(node), _short(put)
    before = _short(holder)
    right = _swap(holder, place.slot, place.index, put)
    try:
        return before, _short(holder)
    finally:
        _swap(holder, place.slot, place.index, right)


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return text if len(text) <= 2 * _WIDE else f"{text[: 2 * _WIDE]} …"


def _swap(holder: Any, slot: str, index: int | None, put: Any) -> Any:
    """Put a node in its place and return what stood there."""
    if index is None:
        right = getattr(holder, slot)
        setattr(holder, slot, put)
        return right
    row = getattr(holder, slot)
    right, row[index] = row[index], put
    return right
