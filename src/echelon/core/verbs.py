"""Actions are ints; a verb's declaration gives their fields, their text, the parser, filters and the universe of wrong ones.

An action holds its verb in the 8 lowest bits, then two fields of 12 bits and a last one without limit, so that the common
ones (of boards with up to 1,024 hexes) stay within one machine digit of a Python int:

>>> verbs = Verbs("take unit", "move unit hex", "end")
>>> verbs.code("move")
1
>>> a = verbs.make("move", 3, 17)
>>> verbs.verb(a).name, verbs.fields(a)
('move', (3, 17))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from echelon.core.errors import Ambiguous, EchelonError, Invalid, nearest
from echelon.core.fields import PLACE, Names

if TYPE_CHECKING:
    from echelon.core.rules import Rules

__all__ = ["A_SHIFT", "B_SHIFT", "C_SHIFT", "FIELD", "VERB", "Field", "Verb", "Verbs"]

_CODE, _BITS, _WIDE = 8, 12, 16  # bits of a verb, of a field that others follow, and of such a hexside: a map has three a hex
VERB = (1 << _CODE) - 1
FIELD = (1 << _BITS) - 1
A_SHIFT, B_SHIFT, C_SHIFT = _CODE, _CODE + _BITS, _CODE + 2 * _BITS  # where no field before it is a hexside
_MOST = 3  # fields


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a verb: what it names (`unit hex place hexside side number`), or the words it may take.

    A place is a hex or an off-map box. The words of any other type stand in `rules.words`, under its name. A number is that of
    a die unless its bounds are declared, as in `points:0..12`.
    """

    name: str
    type: str
    words: tuple[str, ...] = ()
    bounds: tuple[int, int] = (1, 6)

    def domain(self, rules: Rules) -> range:
        """Every value the field can hold on this board with these forces."""
        if self.type == "unit":
            return range(len(rules.forces.units))
        if self.type == "hex":
            return range(rules.board.n)
        if self.type == "hexside":
            return range(len(rules.hexsides))
        if self.type == "side":
            return range(len(rules.sides))
        if self.type == "place":
            return range(rules.board.n + len(rules.boxes))
        if self.type == "number" and not self.words:
            return range(self.bounds[0], self.bounds[1] + 1)
        return range(len(self.words_in(rules)))

    def words_in(self, rules: Rules) -> tuple[str, ...]:
        """The words the field may take, declared with the verb or found in the game's data."""
        if not self.words and self.type not in rules.words:
            raise ValueError(f"a field cannot be a {self.type!r}: rules.words has none")
        return self.words or rules.words[self.type]

    def format(self, rules: Rules, value: int) -> str:
        """The value in the canonical text."""
        if self.type == "unit":
            return rules.forces.units[value].id
        if self.type == "hex":
            return rules.board.labels[value]
        if self.type == "hexside":
            return rules.board.side_label(rules.hexsides[value])
        if self.type == "side":
            return rules.sides[value]
        if self.type == "place":
            return str(PLACE.dump(rules, value))
        if self.type == "number" and not self.words:
            return str(value)
        return self.words_in(rules)[value]

    def parse(self, names: Names, word: str) -> int:
        """The value that a word of the text names."""
        rules = names.rules
        if self.type == "unit":
            return names.unit(word)
        if self.type == "hex":
            return names.hex(word)
        if self.type == "hexside":
            a, bar, b = word.partition("|")
            if not bar:
                raise Invalid(word, "write a hexside with a bar, as in 1105|1204")
            side = rules.board.side(names.hex(a), names.hex(b))
            if side not in rules.hexsides:
                raise Invalid(word, f"no action is possible at the hexside {word}")
            return rules.hexsides.index(side)
        if self.type == "side":
            return names.side(word)
        if self.type == "place":
            return int(PLACE.load(names, word))
        if self.type == "number" and not self.words:
            if not (word.isascii() and word.isdigit() and len(word) < 5 and int(word) <= max(FIELD, self.bounds[1])):
                raise Invalid(word, f"expected a number from {self.bounds[0]} to {self.bounds[1]}")
            return int(word)
        words = self.words_in(rules)
        if word not in words:
            raise Invalid(word, f"expected {' or '.join(words)}")
        return words.index(word)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with its code and fields, from a declaration: `"move unit hex"`, `"hold hex way:stand|yield"`, `"pay n:0..9"`.

    `places` says where each field lies in an action: how far to shift it, and its mask there (-1 for the last, which has room
    for any number).
    """

    name: str
    code: int
    fields: tuple[Field, ...]
    places: tuple[tuple[int, int], ...] = ()

    @classmethod
    def declare(cls, spec: str, code: int) -> Verb:
        """Read one declaration."""
        name, *rest = spec.split()
        fields = []
        for word in rest:
            label, colon, words = word.partition(":")
            label, equals, kind = label.partition("=")
            low, dots, high = words.partition("..")
            if dots:
                fields.append(Field(label, "number", bounds=(int(low), int(high))))
            else:
                fields.append(Field(label, kind if equals else label, tuple(words.split("|")) if colon else ()))
        if len(fields) > _MOST:
            raise ValueError(f"{spec!r}: a verb has at most {_MOST} fields")
        shift, places = A_SHIFT, []
        for i, field in enumerate(fields, 1):
            bits = _WIDE if field.type == "hexside" else _BITS
            places.append((shift, -1 if i == len(fields) else (1 << bits) - 1))
            shift += bits
        return cls(name, code, tuple(fields), tuple(places))

    @property
    def spec(self) -> str:
        """The declaration again, for help texts."""
        return " ".join([self.name, *(f"<{f.name}>" for f in self.fields)])


class Verbs:
    """All verbs of a system: the codec between action ints and their text."""

    def __init__(self, *specs: str) -> None:
        if len(specs) > VERB + 1:
            raise ValueError(f"a system has at most {VERB + 1} verbs")
        self.all = tuple(Verb.declare(spec, i) for i, spec in enumerate(specs))
        self._by_name = {v.name: v for v in self.all}

    def __getitem__(self, name: str) -> Verb:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def code(self, name: str) -> int:
        """The number of a verb, for the hot paths of `play`."""
        return self._by_name[name].code

    def make(self, name: str, *values: int) -> int:
        """An action from its verb and field values."""
        verb = self._by_name[name]
        if len(values) != len(verb.fields):
            raise ValueError(f"{name!r} has {len(verb.fields)} fields, not {len(values)}")
        action = verb.code
        for (shift, _mask), value in zip(verb.places, values, strict=True):
            action |= value << shift
        if self.fields(action) != values:
            raise ValueError(f"{values} do not fit into the fields of {name!r}")
        return action

    def verb(self, action: int) -> Verb:
        """The verb of an action."""
        return self.all[action & VERB]

    def fields(self, action: int) -> tuple[int, ...]:
        """The field values of an action."""
        return tuple([action >> shift & mask for shift, mask in self.all[action & VERB].places])

    def values(self, action: int, kind: str) -> Iterator[int]:
        """The values of all fields of one type: the units an action names, or its hexes."""
        for field, value in zip(self.all[action & VERB].fields, self.fields(action), strict=True):
            if field.type == kind:
                yield value

    def format(self, rules: Rules, action: int) -> str:
        """The canonical text of an action."""
        verb = self.all[action & VERB]
        words = [f.format(rules, v) for f, v in zip(verb.fields, self.fields(action), strict=True)]
        return " ".join([verb.name, *words])

    def parse(self, names: Names, text: str, allowed: Iterable[str] = ()) -> int:
        """The action that a text names. Verbs may be shortened to a unique beginning among `allowed`."""
        words = text.split()
        if not words:
            raise Invalid(text, "the line is empty; type `?` to see what you can do")
        verb = self._find(text, words[0], tuple(allowed))
        if len(words) - 1 != len(verb.fields):
            raise Invalid(text, f"expected `{verb.spec}`")
        values = []
        for field, word in zip(verb.fields, words[1:], strict=True):
            try:
                values.append(field.parse(names, word))
            except Invalid as error:
                raise Invalid(text, error.reason) from None
            except EchelonError as error:
                raise Invalid(text, str(error)) from None
        return self.make(verb.name, *values)

    def _find(self, text: str, word: str, allowed: tuple[str, ...]) -> Verb:
        if word in self._by_name:
            return self._by_name[word]
        starts = [name for name in allowed or self._by_name if name.startswith(word)]
        if len(starts) > 1:
            raise Ambiguous(text, starts)
        if starts:
            return self._by_name[starts[0]]
        near = nearest(word, list(allowed or self._by_name))
        known = f"did you mean {near!r}?" if near else f"verbs: {', '.join(allowed or self._by_name)}"
        raise Invalid(text, f"there is no verb {word!r}; {known}")

    def universe(self, rules: Rules, names: Iterable[str]) -> Iterator[int]:
        """Every well-formed action of these verbs, legal or not."""
        for name in names:
            verb = self._by_name[name]
            yield from self._product(rules, verb, 0, verb.code)

    def _product(self, rules: Rules, verb: Verb, i: int, action: int) -> Iterator[int]:
        if i == len(verb.fields):
            yield action
            return
        for value in verb.fields[i].domain(rules):
            yield from self._product(rules, verb, i + 1, action | value << verb.places[i][0])
