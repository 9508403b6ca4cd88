"""Frames and their kinds: one open question of the game, and how it is asked, answered and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, get_args, get_origin

from echelon.core.errors import EchelonError, PositionError
from echelon.core.fields import COUNT, RAW, SIDE, Codec, Names, own_hints

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.rulings import Ruling

__all__ = ["CHANCE", "OVER", "Frame", "Kind", "Outcomes", "Over"]

CHANCE = 2  # the side that answers a chance frame
OVER = 3  # the side of the frame after the last

Outcomes = tuple[tuple[int, Fraction], ...]


class Frame(tuple[Any, ...]):
    """One open question, as a small immutable tuple: the side that answers, then its own fields.

    A subclass declares its fields by annotation, in order, each with a codec; it may extend another frame. Every kind has a
    class of its own.

    >>> from echelon.core.fields import UNIT
    >>> class Step(Frame):
    ...     unit: Annotated[int, UNIT]
    >>> f = Step((0, 3))
    >>> f.side, f.unit
    (0, 3)
    """

    __slots__ = ()
    kind: ClassVar[Kind]
    chance: ClassVar[bool] = False
    fields: ClassVar[tuple[str, ...]] = ("side",)
    codecs: ClassVar[tuple[Codec, ...]] = (SIDE,)

    side: int = property(itemgetter(0))  # type: ignore[assignment]

    def __init_subclass__(cls) -> None:
        first = len(cls.fields)  # those of the frame it extends
        own = [name for name in cls.__annotations__ if name != "kind"]
        cls.fields = (*cls.fields, *own)
        for i, name in enumerate(own, first):
            setattr(cls, name, property(itemgetter(i)))
        # resolved on first use: annotations may name types that are defined further down
        cls.codecs = ()

    @classmethod
    def _codecs(cls) -> tuple[Codec, ...]:
        if not cls.codecs:
            hints = {name: hint for base in reversed(cls.__mro__) for name, hint in own_hints(base).items()}
            cls.codecs = (SIDE, *(_codec(hints.get(name, int)) for name in cls.fields[1:]))
        return cls.codecs

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in zip(self.fields, self, strict=False))
        return f"{type(self).__name__}({inner})"

    def whole(self) -> None:
        """Say so if it was made with too few or too many values. Not asked when it is made: that would cost every play-out."""
        if len(self) != len(self.fields):
            raise EchelonError(f"{self!r} was made with {len(self)} values; its fields are {', '.join(self.fields)}")

    @property
    def owner(self) -> int:
        """The side that knows the fields and the answer of a secret question: who is asked; of a die, who `sees` it."""
        return int(getattr(self, "sees", self.side)) if self.chance else self.side

    def without_fields(self) -> Self:
        """The bare question: who is asked, not about what."""
        named = zip(self.fields, self._codecs(), self, strict=True)
        return type(self)(tuple(value if name in ("side", "sees") else codec.none for name, codec, value in named))

    def dump(self, rules: Rules) -> dict[str, Any]:
        """The frame as a table of a position file."""
        self.whole()
        data = {n: c.dump(rules, v) for n, c, v in zip(self.fields, self._codecs(), self, strict=True)}
        return {"kind": self.kind.name, **data}

    @classmethod
    def load(cls, names: Names, data: Mapping[str, Any], side: int) -> Self:
        """The frame a position file describes; fields left out take the kind's defaults."""
        unknown = sorted(set(data) - set(cls.fields) - {"kind"})
        if unknown:
            raise PositionError(f"frame {cls.kind.name} has no field {unknown[0]!r}; it has {', '.join(cls.fields)}")
        values = []
        for name, codec in zip(cls.fields, cls._codecs(), strict=True):
            if name in data:
                values.append(codec.load(names, data[name]))
            elif name == "side":
                values.append(CHANCE if cls.chance else side)
            elif name in cls.kind.defaults:
                values.append(cls.kind.defaults[name])
            else:
                raise PositionError(f"frame {cls.kind.name} needs {name!r}: {codec.name}")
        return cls(tuple(values))


def _codec(hint: Any) -> Codec:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, Codec):
                return extra
    return COUNT if hint is int else RAW


def _no_preview(state: Any, frame: Any, action: int) -> dict[str, Any]:
    return {}


@dataclass(eq=False, slots=True)
class Kind:
    """One row of a catalogue's Frames table: a stateless object that asks one kind of question.

    `legal` is the generator (complete, no doubles), `why_not` the checker (every clause a well-formed action breaks),
    `apply` the effect (trusts its caller; closes, replaces or pushes frames), `prompt` a key of the text catalogue with the
    facts to fill in. A chance kind has `outcomes` instead of a generator; if it is secret its frame has a field `sees`, the
    side that alone may know what was thrown.
    """

    name: str
    frame: type[Frame]
    verbs: tuple[str, ...]
    apply: Callable[[Any, Any, int], None]
    legal: Callable[[Any, Any], list[int]]
    why_not: Callable[[Any, Any, int], list[Ruling]]
    facts: Callable[[Any, Any], dict[str, Any]] = lambda state, frame: {}
    preview: Callable[[Any, Any, int], dict[str, Any]] = _no_preview
    outcomes: Callable[[Any, Any], Outcomes] | None = None
    secret: bool = False  # the other side sees that the question is open, not its fields nor its answer
    defaults: Mapping[str, Any] = ()  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.defaults = dict(self.defaults)
        other = vars(self.frame).get("kind")
        if other is not None and other.name != self.name:
            raise ValueError(f"{self.frame.__name__} asks {other.name!r} already; give {self.name!r} a class of its own")
        if self.secret and self.outcomes is not None and "sees" not in self.frame.fields:
            raise ValueError(f"{self.name!r} is a secret die: give {self.frame.__name__} a field `sees`, the side that sees it")
        self.frame.kind = self
        self.frame.chance = self.outcomes is not None

    def __repr__(self) -> str:
        return f"Kind({self.name!r})"


class Over(Frame):
    """The frame after the last: nobody is asked anything."""


def _nothing(state: Any, frame: Any, action: int) -> None:
    raise ValueError("the game is over")


OVER_KIND = Kind("over", Over, (), apply=_nothing, legal=lambda s, f: [], why_not=lambda s, f, a: [])
