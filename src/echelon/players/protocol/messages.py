"""The words of the protocol, written and read: what goes over the wire is made and understood here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote, unquote

from echelon.core.errors import EchelonError
from echelon.players.parameters import Parameter, Value
from echelon.players.thinking import Info, Limits

__all__ = [
    "END", "HELLO", "LONGEST", "VERSION", "WireError", "one_line", "read_go", "read_info", "read_option", "read_setoption",
    "text_block", "write_go", "write_info", "write_option", "write_setoption",
]  # fmt: skip

VERSION = 1
HELLO = f"echelon {VERSION}"
END = "."  # alone in its line it ends a text of several lines; neither positions nor records have such a line
LONGEST = 65_536  # characters of a line

_TYPES = {"count": "count", "number": "number", "switch": "switch", "choice": "choice", "text": "text"}
_SAFE = "!\"#$&'()*+,-./:;<>?@[]^_`{|}~"  # what a field of an info may hold as it is; a space or = would part it


class WireError(EchelonError):
    """A message that cannot be understood; the text is what follows `error`."""


def one_line(text: str) -> str:
    """A text without line breaks, so that it cannot be taken for two messages."""
    return " ".join(text.split())


def text_block(head: str, text: str) -> list[str]:
    """A message that carries a text of several lines."""
    lines = text.splitlines()
    if END in lines:
        raise WireError("a text with a line that contains only a full stop cannot be sent")
    return [head, *lines, END]


# --- go -----------------------------------------------------------------------------------------------------------------
def write_go(limits: Limits) -> str:
    """`go time 1500 nodes 9000`: what is left of the player-turn."""
    time = [] if limits.seconds is None else ["time", str(int(limits.seconds * 1000))]
    nodes = [] if limits.nodes is None else ["nodes", str(limits.nodes)]
    return " ".join(["go", *time, *nodes])


def read_go(words: list[str]) -> Limits:
    """The limits behind `go`."""
    pairs = _pairs("go", words, ("time", "nodes"))
    time, nodes = (_count(name, pairs[name]) if name in pairs else None for name in ("time", "nodes"))
    return Limits(None if time is None else time / 1000, nodes)


# --- options ------------------------------------------------------------------------------------------------------------
def write_option(parameter: Parameter) -> str:
    """`option name depth type count default 3 min 1 max 9`."""
    words = ["option", "name", parameter.name, "type", parameter.kind]
    default = parameter.write(parameter.default)
    words += ["default", default] if default else []
    words += [word for choice in parameter.choices for word in ("var", choice)]
    for name, bound in (("min", parameter.least), ("max", parameter.most)):
        words += [name, f"{bound:.15g}"] if bound is not None else []
    return " ".join(words)


def read_option(words: list[str]) -> Parameter:
    """The parameter behind `option`."""
    line = " ".join(["option", *words])
    found: dict[str, str] = {}
    choices: list[str] = []
    for name, value in _in_pairs(line, words):
        if name == "var":
            choices.append(value)
        elif name in ("name", "type", "default", "min", "max"):
            found[name] = value
        else:
            raise WireError(f"{line!r}: an option has no {name!r}")
    if "name" not in found or found.get("type") not in _TYPES:
        raise WireError(f"{line!r}: an option has a name and one of the types {', '.join(_TYPES)}")
    least, most = (_number(name, found[name]) if name in found else None for name in ("min", "max"))
    bare = Parameter(found["name"], _TYPES[found["type"]], None, "", least, most, tuple(choices))  # type: ignore[arg-type]
    default = bare.read(found["default"]) if "default" in found else None
    return Parameter(bare.name, bare.kind, default, "", least, most, bare.choices)


def write_setoption(parameter: Parameter, value: Value) -> str:
    """`setoption name depth value 3`; a text may have several words."""
    return f"setoption name {parameter.name} value {one_line(parameter.write(value))}".rstrip()


def read_setoption(words: list[str]) -> tuple[str, str]:
    """The name and the word behind `setoption`."""
    if len(words) < 3 or words[0] != "name" or words[2] != "value":
        raise WireError("an option is set by `setoption name NAME value VALUE`")
    return words[1], " ".join(words[3:])


# --- info ---------------------------------------------------------------------------------------------------------------
def write_info(info: Info) -> list[str]:
    """The lines of a thought: one, or two if it has both a line of play and a plain text."""
    words = ["info"]
    for name, value in (("depth", info.depth), ("nodes", info.nodes)):
        words += [name, str(value)] if value is not None else []
    words += ["time", str(round(info.seconds * 1000))] if info.seconds is not None else []
    words += ["score", f"{info.score:.4g}"] if info.score is not None else []
    words += ["plan", _code(info.plan)] if info.plan else []
    if info.key:
        words += ["say", _code(info.key), *(f"{_code(k)}={_code(str(v))}" for k, v in info.fields.items())]
    lines = []
    if info.line:
        lines.append(" ".join([*words, "line", one_line("; ".join(info.line))]))
        words = ["info"]
    if info.text:
        lines.append(" ".join([*words, "text", one_line(info.text)]))
    elif not info.line:
        lines.append(" ".join(words))
    return lines


def read_info(words: list[str]) -> Info:
    """The thought behind `info`."""
    numbers: dict[str, str] = {}
    plan = key = text = ""
    fields: dict[str, str] = {}
    line: tuple[str, ...] = ()
    rest = list(words)
    while rest:
        name = rest.pop(0)
        if name == "line":
            line, rest = tuple(part.strip() for part in " ".join(rest).split(";") if part.strip()), []
        elif name == "text":
            text, rest = " ".join(rest), []
        elif not rest:
            raise WireError(f"`info` has nothing after {name!r}")
        elif name == "say":
            key = unquote(rest.pop(0))
            while rest and "=" in rest[0]:
                field, _, value = rest.pop(0).partition("=")
                fields[unquote(field)] = unquote(value)
        elif name == "plan":
            plan = unquote(rest.pop(0))
        elif name in ("depth", "nodes", "time", "score"):
            numbers[name] = rest.pop(0)
        else:
            raise WireError(f"`info` has no {name!r}; it has depth, nodes, time, score, plan, say, line and text")
    depth, nodes, time = (_count(n, numbers[n]) if n in numbers else None for n in ("depth", "nodes", "time"))
    score = _number("score", numbers["score"]) if "score" in numbers else None
    if score is not None and not 0 <= score <= 1:
        raise WireError(f"a score is the chance to win, from 0 to 1, not {numbers['score']}")
    return Info(depth, nodes, None if time is None else time / 1000, score, plan, key, fields, line, text)


def _code(word: str) -> str:
    """A word without spaces: what would part it is written %20, %3D, %25, as in an address."""
    return quote(word, safe=_SAFE)


# --- pairs --------------------------------------------------------------------------------------------------------------
def _in_pairs(line: str, words: Iterable[str]) -> Iterator[tuple[str, str]]:
    found = list(words)
    if len(found) % 2:
        raise WireError(f"{line!r}: names and values come in pairs")
    yield from zip(found[::2], found[1::2], strict=True)


def _pairs(head: str, words: list[str], known: Iterable[str]) -> dict[str, str]:
    pairs = dict(_in_pairs(" ".join([head, *words]), words))
    for name in pairs:
        if name not in known:
            raise WireError(f"`{head}` has no {name!r}; it has {' and '.join(known)}")
    return pairs


def _count(name: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 15):
        raise WireError(f"{name} must be a whole number of 0 or more, not {word!r}")
    return int(word)


def _number(name: str, word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        raise WireError(f"{name} is a number, not {word!r}") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise WireError(f"{name} is a number, not {word!r}")
    return value
