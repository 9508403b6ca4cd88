"""Short forms for the names a player types: `kgp` for `de-kgp`, or any beginning that only one unit has."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from echelon.cli.play.voice import Told, Voice

if TYPE_CHECKING:
    from echelon.core.rules import Rules

__all__ = ["Names", "names_of"]


class Names:
    """The units of a game, and whatever else its actions name by words with a prefix (air units, leaders), in short."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.units = tuple(unit.id for unit in rules.forces.units)
        others = [word for words in rules.words.values() for word in words if "-" in word]
        self.ids = tuple(dict.fromkeys([*self.units, *others]))
        rests = Counter(self._rest(name) for name in self.ids)
        taken = {*self.ids, *rules.board.ids}
        self._short = {
            name: self._rest(name) if rests[self._rest(name)] == 1 and self._rest(name) not in taken else name
            for name in self.ids
        }
        self._full = {short: name for name, short in self._short.items()}
        labels = Counter(self._label(unit.label) for unit in rules.forces.units)
        self._labels = {self._label(u.label): u.id for u in rules.forces.units if labels[self._label(u.label)] == 1}

    @staticmethod
    def _rest(name: str) -> str:
        """A name without what stands before its first dash; a bare number is no name, since answers are numbered."""
        rest = name.partition("-")[2]
        return rest if rest and not rest.isdigit() else name

    @staticmethod
    def _label(label: str) -> str:
        """What is printed on a counter, as somebody would type it: `12 SS` as `12ss`."""
        return "".join(label.lower().split())

    def short(self, name: str) -> str:
        """The short form of a name; the name itself if there is none."""
        return self._short.get(name, name)

    def shorten(self, text: str) -> str:
        """A text with short forms in place of names."""
        return " ".join(self.short(word) for word in text.split(" "))

    def full(self, word: str) -> str:
        """The name that a word stands for: itself, a short form, or the beginning of one alone. Other words stay."""
        if word in self._short or word in self.rules.board.ids or word in self.rules.verbs:
            return word
        low = word.lower()
        if low in self._short or low in self._full:
            return self._full.get(low, low)
        if len(low) < 2 or low.isdigit():
            return word
        if low in self._labels:
            return self._labels[low]
        found = [name for short, name in self._full.items() if short.lower().startswith(low) or name.lower().startswith(low)]
        return found[0] if len(found) == 1 else word

    def meant(self, text: str) -> str:
        """A line with full names in place of short ones. Its first word is the verb, unless it stands alone."""
        words = text.split()
        if len(words) == 1:
            return self.full(words[0])
        return " ".join(word if i == 0 or word == ";" else self.full(word) for i, word in enumerate(words))

    def unit(self, word: str, voice: Voice) -> int:
        """The unit that a word stands for, or an error that says what comes near."""
        name = self.full(word)
        if name not in self.rules.forces:
            near = [short for short, full in self._full.items() if full in self.rules.forces and word.lower() in short.lower()]
            if near:
                raise Told(voice("desk.no_unit", word=word, names=voice("desk.or").join(near[:6])))
        return self.rules.forces.index(name)


@lru_cache(maxsize=4)
def names_of(rules: Rules) -> Names:
    """The names of a game; worked out once."""
    return Names(rules)
